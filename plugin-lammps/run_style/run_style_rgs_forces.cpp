/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Where atoms are inside a step of run_style rgs, and the forces on them there.
 */
#include "run_style/run_style_rgs.h"

#include "lammps_compat.h"

#include "angle.h"
#include "atom.h"
#include "atom_vec.h"
#include "bond.h"
#include "comm.h"
#include "dihedral.h"
#include "domain.h"
#include "force.h"
#include "improper.h"
#include "kspace.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"
#include "timer.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

/* ---- where atoms are ------------------------------------------------------------------------- */

/* At the end of the step. */
void VerletRGS::arrive() {
  if (modify->n_post_integrate) modify->post_integrate();
  timer->stamp(Timer::MODIFY);
  rebuild(true);
}

void VerletRGS::follow() {
  timer->stamp();
  comm->forward_comm();
  timer->stamp(Timer::COMM);
}

/* Inside a step the lists are rebuilt as soon as an atom has moved half the skin, whatever
   neigh_modify says about delays.  Such a rebuild is not counted as dangerous. */
bool VerletRGS::gone_too_far(double ahead) const {
  if (neighbor->build_once || !neighbor->dist_check) return false;
  bigint dangerous = neighbor->ndanger;
  bool far = neighbor->check_distance();
  neighbor->ndanger = dangerous;
  return far || (displaces() && farthest(ahead) > 0.98 * 0.5 * neighbor->skin);
}

/* Atoms that are displaced, or on the way to the physical state, stay on their ranks, and lists are
   not rebuilt for them.  So the part of the skin that they may need is left to them beforehand, which
   must not depend on whether there is output. */
bool VerletRGS::displaces() const {
  return movers[0]->scheme().gradients > 0 || movers[0]->scheme().processed;
}

void VerletRGS::note_lists() {
  const size_t n = 3 * (size_t)atom->nlocal;
  listed_at.clear();
  if (n > 0 && displaces()) listed_at.assign(&atom->x[0][0], &atom->x[0][0] + n);
}

/* The largest distance of an atom from where lists were built, if it flew on for the time `ahead`. */
double VerletRGS::farthest(double ahead) const {
  const size_t n = std::min(listed_at.size(), 3 * (size_t)atom->nlocal) / 3;
  double mine = 0.0, all;
  for (size_t i = 0; i < n; i++) {
    double way = 0.0, speed = 0.0;
    for (int k = 0; k < 3; k++) {
      const double d = atom->x[i][k] - listed_at[3 * i + k], v = atom->v[i][k];
      way += d * d;
      speed += v * v;
    }
    mine = std::max(mine, std::sqrt(way) + ahead * std::sqrt(speed));
  }
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, world);
  return all;
}

/* To points where lists are not rebuilt.  Should they be too far out, LAMMPS counts a dangerous
   build. */
void VerletRGS::follow_out() {
  follow();
  if (!neighbor->build_once && neighbor->dist_check && farthest(0.0) > 0.5 * neighbor->skin)
    neighbor->ndanger++;
}

/* No processor drifts further from the end of a step than a step does. */
bool VerletRGS::wants_lists(bool at_end) {
  if (!at_end) return gone_too_far(0.0);
  const bool wanted = neighbor->decide();
  return wanted || (movers[0]->scheme().processed && gone_too_far(update->dt));
}

void VerletRGS::rebuild(bool at_end) {
  if (!wants_lists(at_end)) {
    follow();
    return;
  }
  if (at_end && modify->n_pre_exchange) {
    timer->stamp();
    modify->pre_exchange();
    timer->stamp(Timer::MODIFY);
  }
  build_lists(at_end);
}

void VerletRGS::build_lists(bool at_end) {
  if (triclinic) domain->x2lamda(atom->nlocal);
  domain->pbc();
  if (domain->box_change) {
    domain->reset_box();
    comm->setup();
    if (neighbor->style) neighbor->setup_bins();
  }
  timer->stamp();
  comm->exchange();
  if (at_end && atom->sortfreq > 0 && update->ntimestep >= atom->nextsort) atom->sort();
  comm->borders();
  if (triclinic) domain->lamda2x(atom->nlocal + atom->nghost);
  timer->stamp(Timer::COMM);
  if (modify->n_pre_neighbor) {
    modify->pre_neighbor();
    timer->stamp(Timer::MODIFY);
  }
  neighbor->build(1);
  note_lists();
  timer->stamp(Timer::NEIGH);
  if (modify->n_post_neighbor) {
    modify->post_neighbor();
    timer->stamp(Timer::MODIFY);
  }
}

/* ---- forces ---------------------------------------------------------------------------------- */

void VerletRGS::keep_forces() {
  size_t n = 3 * (size_t)atom->nlocal;
  if (n == 0) return;
  kept.assign(&atom->f[0][0], &atom->f[0][0] + n);
}

void VerletRGS::put_forces_back() {
  if (atom->nlocal > 0) memcpy(&atom->f[0][0], kept.data(), 3 * sizeof(double) * atom->nlocal);
}

void VerletRGS::evaluate(int e, int v) {
  evaluations++;
  force_clear();
  timer->stamp();
  if (modify->n_pre_force) {
    modify->pre_force(v);
    timer->stamp(Timer::MODIFY);
  }

  // bonded forces come after pair, which sets up the tallies they use
  if (pair_compute_flag) {
    force->pair->compute(e, v);
    timer->stamp(Timer::PAIR);
  }
  if (atom->molecular != Atom::ATOMIC) {
    if (force->bond) force->bond->compute(e, v);
    if (force->angle) force->angle->compute(e, v);
    if (force->dihedral) force->dihedral->compute(e, v);
    if (force->improper) force->improper->compute(e, v);
    timer->stamp(Timer::BOND);
  }
  if (kspace_compute_flag) {
    force->kspace->compute(e, v);
    timer->stamp(Timer::KSPACE);
  }
  if (modify->n_pre_reverse) {
    modify->pre_reverse(e, v);
    timer->stamp(Timer::MODIFY);
  }
  if (force->newton) {
    comm->reverse_comm();
    timer->stamp(Timer::COMM);
  }
  if (any_post_force(modify)) modify->post_force(v);
  timer->stamp(Timer::MODIFY);
}
