/* SPDX-License-Identifier: GPL-2.0-only */
#include "run_style/run_style_rgs.h"

#include "lammps_compat.h"

#include "angle.h"
#include "atom.h"
#include "atom_vec.h"
#include "bond.h"
#include "comm.h"
#include "dihedral.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "improper.h"
#include "kspace.h"
#include "modify.h"
#include "neighbor.h"
#include "output.h"
#include "pair.h"
#include "timer.h"
#include "update.h"
#include "utils.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

/* ---- which fixes move which atoms ------------------------------------------------------------ */

VerletRGS::VerletRGS(LAMMPS *lmp, int narg, char **arg) : Verlet(lmp, narg, arg) {
  if (narg > 0)
    error->all(FLERR, std::string("run_style rgs takes no arguments, not ") + arg[0] +
                          "; the scheme is that of fix rigid/small/rgs or rigid/rgs");
}

static std::string name_of(const Fix *fix) {
  return std::string("fix ") + fix->style + " (ID " + fix->id + ")";
}

/* Why a fix cannot work with several evaluations a step; null if it can. */
static const char *why_not(const Fix *fix) {
  static const struct {
    const char *style, *why;
  } known[] = {
    { "^shake", "constrains bonds for one whole step" },
    { "^rattle", "constrains bonds for one whole step" },
    { "^filter/corotate", "expects one force evaluation a step" },
    { "^ipi", "is driven from outside, once a step" },
    { "^colvars", "counts force evaluations as steps" },
    { "^plumed", "counts force evaluations as steps" },
    { "^langevin",
      "adds noise for one force evaluation a step; use the keyword langevin of our fix" },
    { "^viscous", "adds forces that depend on velocities" }
  };
  for (const auto &k : known)
    if (utils::strmatch(fix->style, k.style)) return k.why;
  if (fix->time_integrate && strcmp(fix->style, "nve") != 0)
    return "integrates in time by itself; only fix rigid/small/rgs, rigid/rgs and nve can be taken "
           "over";
  return nullptr;
}

void VerletRGS::init() {
  Verlet::init();

  // many fixes take any style that does not begin with verlet for respa
  delete[] update->integrate_style;
  update->integrate_style = new char[strlen("verlet/rgs") + 1];
  strcpy(update->integrate_style, "verlet/rgs");

  share_out();
  if (comm->ghost_velocity && comm->me == 0 && !movers[0]->scheme().is_verlet())
    error->warning(FLERR, "Forces that depend on velocities lose the order of scheme " +
                              movers[0]->scheme().words.scheme);
}

int VerletRGS::groups_of_nve() {
  int bits = 0;
  for (int i = 0; i < modify->nfix; i++)
    if (strcmp(modify->fix[i]->style, "nve") == 0) bits |= modify->fix[i]->groupbit;
  return bits;
}

void VerletRGS::share_out() {
  movers.clear();
  first.clear();
  last.clear();
  enders.clear();
  const Fix *leader = nullptr;
  for (int i = 0; i < modify->nfix; i++) {
    Fix *fix = modify->fix[i];
    StagedFix *ours = dynamic_cast<StagedFix *>(fix);
    if (!ours) {
      const char *why = why_not(fix);
      if (why)
        error->all(FLERR, "run_style rgs does not work with " + name_of(fix) + ": it " + why);
      if (strcmp(fix->style, "nve") == 0) continue;
      if (modify->fmask[i] & FixConst::INITIAL_INTEGRATE) first.push_back(fix);
      if (modify->fmask[i] & FixConst::FINAL_INTEGRATE) last.push_back(fix);
      if (modify->fmask[i] & FixConst::END_OF_STEP) enders.push_back(fix);
      continue;
    }
    Staged *staged = &ours->stages();
    if (!leader) leader = fix;
    if (!movers.empty() && movers[0]->scheme().words.scheme != staged->scheme().words.scheme)
      error->all(FLERR, "run_style rgs: " + name_of(fix) + " has scheme " +
                            staged->scheme().words.scheme + ", " + name_of(leader) + " has " +
                            movers[0]->scheme().words.scheme + "; they must be the same");
    movers.push_back(staged);
  }
  // std::string, because a literal would refer to a formatting symbol that only this release has
  if (movers.empty())
    error->all(FLERR, std::string("run_style rgs needs a fix rigid/small/rgs or rigid/rgs, whose "
                                  "scheme it follows; define one, or use run_style verlet"));

  int bits = groups_of_nve();
  free_atoms.reset(bits ? new FreeAtoms(lmp, movers[0]->scheme(), bits) : nullptr);
  if (free_atoms) movers.push_back(free_atoms.get());
}

void VerletRGS::setup(int flag) {
  Verlet::setup(flag);
  start();
}

void VerletRGS::setup_minimal(int flag) {
  Verlet::setup_minimal(flag);
  start();
}

void VerletRGS::start() {
  check_atoms();
  if (free_atoms) free_atoms->setup();
}

/* Called at setup, because fixes do not know before which atoms are in bodies. */
void VerletRGS::check_atoms() {
  tagint twice = 0, most;
  for (int i = 0; i < atom->nlocal; i++) {
    int n = 0;
    for (const Staged *s : movers) n += s->moves(i);
    if (n > 1 && atom->tag[i] > twice) twice = atom->tag[i];
  }
  MPI_Allreduce(&twice, &most, 1, MPI_LMP_TAGINT, MPI_MAX, world);
  if (most > 0)
    error->all(FLERR,
               "run_style rgs: atom " + std::to_string(most) +
                   " would be moved twice, by two of the fixes rigid/small/rgs, rigid/rgs and nve");
}

/* ---- steps ----------------------------------------------------------------------------------- */

void VerletRGS::run(int n) {
  for (int i = 0; i < n; i++) {
    if (timer->check_timeout(i)) {
      update->nsteps = i;
      break;
    }
    bigint now = ++update->ntimestep;
    ev_set(now);
    step();
    if (modify->n_end_of_step) modify->end_of_step();
    timer->stamp(Timer::MODIFY);
    if (now == output->next) {
      timer->stamp();
      output->write(now);
      timer->stamp(Timer::OUTPUT);
    }
  }
}

/* A gradient comes from forces at a displaced point, which is a second evaluation at the same
   time. */
void VerletRGS::step() {
  timer->stamp();
  for (Fix *fix : first) fix->initial_integrate(vflag);

  const Scheme &scheme = movers[0]->scheme();
  uint32_t forces = 0;
  const int inside = movers[0]->needs_virials() ? vflag : 0;
  bool arrived = false, displaced = false;
  double at = scheme.ends_fresh ? 0.0 : -1.0, next;
  bool wanted = go_on(true, next);
  while (wanted) {
    displaced = std::fabs(next - at) < 1e-9;
    at = next;
    if (displaced) {
      if (arrived) keep_forces();
      follow();
      evaluate(0, 0);
    } else if (++forces == scheme.forces && scheme.ends_fresh) {
      arrive();
      arrived = true;
      evaluate(eflag, vflag);
    } else {
      rebuild(false);
      evaluate(0, inside);
    }
    wanted = go_on(false, next);
  }

  bool seen = is_seen();
  if (!arrived) {
    arrive();
    if (seen) evaluate(eflag, vflag);
  } else if (displaced) {
    follow();
    if (seen && any_post_force(modify)) evaluate(eflag, vflag);
    put_forces_back();
  }
  for (Staged *s : movers) s->end_step(vflag, !arrived && seen);

  for (Fix *fix : last) fix->final_integrate();
  timer->stamp(Timer::MODIFY);
}

/* Whether something needs the forces at the end of the step, where the scheme may have evaluated
   none. */
bool VerletRGS::is_seen() const {
  if (eflag || movers[0]->virial_is_seen(vflag) || update->ntimestep == output->next) return true;
  for (const Fix *fix : enders)
    if (update->ntimestep % fix->nevery == 0) return true;
  return false;
}

bool VerletRGS::go_on(bool starts, double &at) {
  bool wanted = movers[0]->go_on(starts, at);
  for (size_t i = 1; i < movers.size(); i++) {
    double its;
    if (movers[i]->go_on(starts, its) != wanted || std::fabs(its - at) > 1e-9)
      error->one(FLERR, "run_style rgs: scheme " + movers[0]->scheme().words.scheme +
                            " is at different places in the step for two fixes");
  }
  timer->stamp(Timer::MODIFY);
  return wanted;
}

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
static bool gone_too_far(Neighbor *neighbor) {
  if (neighbor->build_once || !neighbor->dist_check) return false;
  bigint dangerous = neighbor->ndanger;
  bool far = neighbor->check_distance();
  neighbor->ndanger = dangerous;
  return far;
}

void VerletRGS::rebuild(bool at_end) {
  if (at_end ? !neighbor->decide() : !gone_too_far(neighbor)) {
    follow();
    return;
  }
  if (at_end && modify->n_pre_exchange) {
    timer->stamp();
    modify->pre_exchange();
    timer->stamp(Timer::MODIFY);
  }
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
