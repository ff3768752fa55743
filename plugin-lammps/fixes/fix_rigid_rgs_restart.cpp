/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies in binary restart files.  With reinit yes every run makes its bodies from the atoms, so
 * nothing is written but the number of langevin's last step.  Otherwise the global part has the
 * bodies, and the record of each atom its place in its body.
 *
 * Everything is read when LAMMPS hands over the global part, while the atoms are where read_restart
 * put them and all ranks can agree.  Either the bodies are taken as they are, or, if anything is
 * missing or does not fit, they are made from the atoms, with a warning.
 */
#include "fixes/fix_rigid_rgs.h"

#include "fixes/restart_record.h"
#include "bodies/rigid_body.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "modify.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

static const char MAGIC[8] = { 'R', 'G', 'S', 'R', 'I', 'G', 'D', '2' };
enum { PLACE = RECORD_BEGIN, FIXED = PLACE + 3 }; // an atom's record goes on with these
enum { OF_BODY = 18 };                            // numbers of a body

void FixRigidRGS::register_restart() {
  restart_global = !reinitflag || motion.langevin.on() || motion.ensemble.on();
  if (reinitflag) return;
  restart_peratom = 1;
  atom->add_callback(Atom::RESTART);
}

FixRigidRGS::~FixRigidRGS() {
  motion.ensemble.remove();
  if (restart_peratom && modify->find_fix(id) >= 0) atom->delete_callback(id, Atom::RESTART);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The numbers of a body from which the others follow. */
std::vector<double> FixRigidRGS::state_of(int b) const {
  std::vector<double> s = { masstotal[b], ubuf(imagebody[b]).d };
  for (const double *v : { xcm[b], vcm[b], angmom[b], inertia[b] }) s.insert(s.end(), v, v + 3);
  s.insert(s.end(), quat[b], quat[b] + 4);
  return s;
}

void FixRigidRGS::set_state(int b, const double *in) {
  masstotal[b] = in[0];
  imagebody[b] = (imageint)ubuf(in[1]).i;
  in += 2;
  for (double *v : { xcm[b], vcm[b], angmom[b], inertia[b] }) {
    std::copy(in, in + 3, v);
    in += 3;
  }
  std::copy(in, in + 4, quat[b]);
  principal_axes(quat[b], ex_space[b], ey_space[b], ez_space[b]);
  angular_velocity(angmom[b], ex_space[b], ey_space[b], ez_space[b], inertia[b], omega[b]);
}

void FixRigidRGS::write_restart(FILE *file) {
  store.publish();
  uint64_t mine[2] = { 0, 0 }, total[2];
  for (int i = 0; i < atom->nlocal; i++) {
    if (body[i] < 0) continue;
    mine[0]++;
    mine[1] += hash_of_pair(atom->tag[i], body[i]);
  }
  MPI_Allreduce(mine, total, 2, MPI_UINT64_T, MPI_SUM, world);
  const uint64_t composition_now = current_composition();
  const std::string ensemble = motion.restart_file.save_ensemble();
  if (comm->me != 0) return;

  RestartHeader h;
  memset(&h, 0, sizeof h);
  h.composition = composition_now;
  memcpy(h.magic, MAGIC, sizeof MAGIC);
  h.bodies = setupflag ? nbody : (int)RestartHeader::BEFORE_FIRST_RUN;
  if (reinitflag) h.bodies = RestartHeader::MADE_EVERY_RUN;
  h.steps = motion.langevin.last_step();
  h.atoms = (int64_t)total[0];
  h.sum = total[1];
  h.dimension = domain->dimension;
  h.extended = extended;
  h.orient = extended ? orientflag : 0;
  h.dorient = extended ? dorientflag : 0;
  std::vector<double> own;
  for (int b = 0; h.bodies > 0 && b < nbody; b++) {
    std::vector<double> s = state_of(b);
    own.insert(own.end(), s.begin(), s.end());
  }
  write_restart_header(file, h, motion.restart_file.method(), ensemble, own);
}

/* The text file for infile.  FixRigid reads the axes of all bodies, but the store keeps those without
   atoms on this rank out of date. */
void FixRigidRGS::write_restart_file(const char *file) {
  store.publish();
  for (int b = 0; b < nbody; b++) principal_axes(quat[b], ex_space[b], ey_space[b], ez_space[b]);
  FixRigid::write_restart_file(file);
}

int FixRigidRGS::maxsize_restart() {
  return FIXED + (extended ? 1 + orientflag + 3 * dorientflag : 0);
}

int FixRigidRGS::size_restart(int i) {
  return body[i] < 0 || !setupflag ? (int)RECORD_BEGIN : maxsize_restart();
}

int FixRigidRGS::pack_restart(int i, double *buf) {
  buf[RECORD_SIZE] = size_restart(i);
  buf[RECORD_KEY] = restart_key(id);
  buf[RECORD_TAG] = ubuf(atom->tag[i]).d;
  buf[RECORD_BODY] = ubuf(body[i]).d;
  buf[RECORD_MOLECULE] = ubuf(atom->molecule ? atom->molecule[i] : 0).d;
  if (body[i] < 0 || !setupflag) return RECORD_BEGIN;
  std::copy(displace[i], displace[i] + 3, buf + PLACE);
  int m = FIXED;
  if (extended) {
    buf[m++] = eflags[i];
    for (int k = 0; k < orientflag; k++) buf[m++] = orient[i][k];
    for (int k = 0; k < 3 * dorientflag; k++) buf[m++] = dorient[i][k];
  }
  return m;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Why this fix cannot take the bodies of the file; empty if it can.  The same on all ranks. */
std::string FixRigidRGS::unfit(const ReadHeader &file) const {
  std::string why = unfit_header(file, domain->dimension);
  if (!why.empty()) return why;

  RestartCounts counts;
  if (comm->me == 0) counts.mine[RestartCounts::BODIES] = (uint64_t)nbody;
  for (int i = 0; i < atom->nlocal; i++) {
    const double *r = restart_record(lmp, id, i);
    if (!r || (tagint)ubuf(r[RECORD_TAG]).i != atom->tag[i]) {
      counts.mine[RestartCounts::LOST]++;
      continue;
    }
    int its = (int)ubuf(r[RECORD_BODY]).i;
    tagint molecule = (tagint)ubuf(r[RECORD_MOLECULE]).i;
    if (its != body[i] || (its >= 0 && atom->molecule && molecule != atom->molecule[i]))
      counts.mine[RestartCounts::OTHERS]++;
    if (its < 0) continue;
    counts.mine[RestartCounts::ATOMS]++;
    counts.mine[RestartCounts::SUM] += hash_of_pair(atom->tag[i], its);
  }
  return counts.unfit(file.h, nbody, world);
}

void FixRigidRGS::adopt(int i) {
  xcmimage[i] = 0; // comes with pre_neighbor
  if (body[i] < 0) return;
  const double *r = restart_record(lmp, id, i);
  std::copy(r + PLACE, r + PLACE + 3, displace[i]);
  if (!extended) return;
  int m = FIXED;
  eflags[i] = (int)r[m++];
  for (int k = 0; k < orientflag; k++) orient[i][k] = r[m++];
  for (int k = 0; k < 3 * dorientflag; k++) dorient[i][k] = r[m++];
}

void FixRigidRGS::restart(char *state) {
  const ReadHeader file = read_restart_header(state, MAGIC);
  const RestartHeader &h = file.h;
  const char *own = motion.restart_file.read(state, file);
  if (reinitflag || inpfile) return;
  if (!take_from_restart(lmp, prefix, unfit(file), motion.method(), state, file)) return;
  extended = h.extended;
  orientflag = h.orient;
  dorientflag = h.dorient;
  if (extended) grow_arrays(atom->nmax);
  for (int i = 0; i < atom->nlocal; i++) adopt(i);
  double one[OF_BODY];
  store.invalidate();
  for (int b = 0; b < nbody; b++, own += sizeof one) {
    memcpy(one, own, sizeof one);
    set_state(b, one);
  }
  motion.origin.from = BodyOrigin::FILE;
  setupflag = 1;
  motion.origin.composition = h.composition;
}
