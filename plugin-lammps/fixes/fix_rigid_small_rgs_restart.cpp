/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies in binary restart files.  With reinit yes every run makes its bodies from the atoms, so
 * nothing is written but the number of langevin's last step.  Otherwise the global part says what
 * to expect, the record of each atom has its place in its body, and the record of an owner the body.
 *
 * Everything is read when LAMMPS hands over the global part, while the atoms are where read_restart
 * put them and all ranks can agree.  Either the bodies are taken as they are, or, if anything is
 * missing or does not fit, they are made from the atoms, with a warning.
 */
#include "fixes/fix_rigid_small_rgs.h"

#include "bodies/body_frame.h"
#include "fixes/restart_record.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "math_extra.h"
#include "modify.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

static const char MAGIC[8] = { 'R', 'G', 'S', 'B', 'O', 'D', 'Y', '3' };
enum {
  DISPLACE = RECORD_BEGIN,
  OWNER = DISPLACE + 3,
  FIXED
};                     // an atom's record goes on with these
enum { OF_BODY = 22 }; // doubles more in the record of an owner

void FixRigidSmallRGS::register_restart() {
  restart_global = !reinitflag || motion.langevin.on() || motion.ensemble.on();
  if (reinitflag) return;
  restart_peratom = 1;
  atom->add_callback(Atom::RESTART);
}

FixRigidSmallRGS::~FixRigidSmallRGS() {
  motion.ensemble.remove();
  if (restart_peratom && modify->find_fix(id) >= 0) atom->delete_callback(id, Atom::RESTART);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The numbers of a body from which the others follow: copies them to `out`, or from `in`. */
static void copy_body(OpenRigidSmall::Body &b, double *out, const double *in) {
  double none[3] = { 0.0, 0.0, 0.0 }, natoms = 0.0, image = ubuf(b.image).d, *centre = none;
#if RIGIDSTEP_LAMMPS_HAS_CENTROID
  natoms = b.natoms;
  centre = b.xgc_body;
#endif
  struct {
    double *place;
    int n;
  } const parts[] = { { &b.mass, 1 },   { &natoms, 1 },  { b.xcm, 3 },  { b.vcm, 3 }, { b.quat, 4 },
                      { b.inertia, 3 }, { b.angmom, 3 }, { centre, 3 }, { &image, 1 } };
  for (const auto &p : parts) {
    if (out) out = std::copy(p.place, p.place + p.n, out);
    if (in) std::copy(in, in + p.n, p.place), in += p.n;
  }
  if (!in) return;
  b.image = (imageint)ubuf(image).i;
#if RIGIDSTEP_LAMMPS_HAS_CENTROID
  b.natoms = (int)natoms;
#endif
  principal_axes(b.quat, b.ex_space, b.ey_space, b.ez_space);
  angular_velocity(b.angmom, b.ex_space, b.ey_space, b.ez_space, b.inertia, b.omega);
#if RIGIDSTEP_LAMMPS_HAS_CENTROID
  MathExtra::matvec(b.ex_space, b.ey_space, b.ez_space, b.xgc_body, b.xgc);
  MathExtra::add3(b.xgc, b.xcm, b.xgc);
#endif
}

/* Before the first run the fix knows which atoms form a body, but not the state of the body. */
bool FixRigidSmallRGS::has_state() const {
  return setupflag || motion.origin.from == BodyOrigin::FILE;
}

void FixRigidSmallRGS::write_restart_file(const char *file) {
  bodies().publish();
  FixRigidSmall::write_restart_file(file);
}

void FixRigidSmallRGS::write_restart(FILE *file) {
  bodies().publish();
  uint64_t mine[3] = { 0, 0, 0 }, all[3];
  for (int i = 0; i < atom->nlocal; i++) {
    if (!bodytag[i]) continue;
    mine[0] += bodyown[i] >= 0;
    mine[1]++;
    mine[2] += hash_of_pair(atom->tag[i], bodytag[i]);
  }
  MPI_Allreduce(mine, all, 3, MPI_UINT64_T, MPI_SUM, world);
  const uint64_t composition_now = current_composition();
  const std::string ensemble = motion.restart_file.save_ensemble();
  if (comm->me != 0) return;

  RestartHeader h;
  memset(&h, 0, sizeof h);
  memcpy(h.magic, MAGIC, sizeof MAGIC);
  h.bodies = has_state() ? (int64_t)all[0] : (int64_t)RestartHeader::BEFORE_FIRST_RUN;
  if (reinitflag) h.bodies = RestartHeader::MADE_EVERY_RUN;
  h.steps = motion.langevin.last_step();
  h.atoms = (int64_t)all[1];
  h.sum = all[2];
  h.composition = composition_now;
  h.dimension = domain->dimension;
  h.extended = extended;
  h.orient = extended ? orientflag : 0;
  h.dorient = extended ? dorientflag : 0;
  write_restart_header(file, h, motion.restart_file.method(), ensemble, {});
}

int FixRigidSmallRGS::maxsize_restart() {
  return FIXED + OF_BODY + (extended ? 1 + orientflag + 3 * dorientflag : 0);
}

int FixRigidSmallRGS::size_restart(int i) {
  if (!bodytag[i] || !has_state()) return RECORD_BEGIN;
  return maxsize_restart() - (bodyown[i] >= 0 ? 0 : OF_BODY);
}

int FixRigidSmallRGS::pack_restart(int i, double *buf) {
  buf[RECORD_SIZE] = size_restart(i);
  buf[RECORD_KEY] = restart_key(id);
  buf[RECORD_TAG] = ubuf(atom->tag[i]).d;
  buf[RECORD_BODY] = ubuf(bodytag[i]).d;
  buf[RECORD_MOLECULE] = ubuf(atom->molecule ? atom->molecule[i] : 0).d;
  if (!bodytag[i] || !has_state()) return RECORD_BEGIN;
  for (int k = 0; k < 3; k++) buf[DISPLACE + k] = displace[i][k];
  buf[OWNER] = bodyown[i] >= 0;
  int m = FIXED;
  if (extended) {
    buf[m++] = eflags[i];
    for (int k = 0; k < orientflag; k++) buf[m++] = orient[i][k];
    for (int k = 0; k < 3 * dorientflag; k++) buf[m++] = dorient[i][k];
  }
  if (bodyown[i] >= 0) {
    copy_body(body[bodyown[i]], buf + m, nullptr);
    m += OF_BODY;
  }
  return m;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Why this fix cannot take the bodies of the file; empty if it can.  The same on all ranks. */
std::string FixRigidSmallRGS::unfit(const ReadHeader &file) const {
  std::string why = unfit_header(file, domain->dimension);
  if (!why.empty()) return why;

  RestartCounts counts;
  for (int i = 0; i < atom->nlocal; i++) {
    const double *r = restart_record(lmp, id, i);
    if (!r || (tagint)ubuf(r[RECORD_TAG]).i != atom->tag[i]) {
      counts.mine[RestartCounts::LOST]++;
      continue;
    }
    tagint tag = (tagint)ubuf(r[RECORD_BODY]).i, molecule = (tagint)ubuf(r[RECORD_MOLECULE]).i;
    if (!tag != !bodytag[i] || (!customflag && tag && molecule != atom->molecule[i]))
      counts.mine[RestartCounts::OTHERS]++;
    if (!tag) continue;
    counts.mine[RestartCounts::ATOMS]++;
    counts.mine[RestartCounts::SUM] += hash_of_pair(atom->tag[i], tag);
    counts.mine[RestartCounts::BODIES] += r[OWNER] != 0.0;
  }
  return counts.unfit(file.h, nbody, world);
}

void FixRigidSmallRGS::adopt(int i) {
  const double *r = restart_record(lmp, id, i);
  bodytag[i] = (tagint)ubuf(r[RECORD_BODY]).i;
  bodyown[i] = atom2body[i] = -1;
  if (!bodytag[i]) return;
  for (int k = 0; k < 3; k++) displace[i][k] = r[DISPLACE + k];
  int m = FIXED;
  if (extended) {
    eflags[i] = (int)r[m++];
    for (int k = 0; k < orientflag; k++) orient[i][k] = r[m++];
    for (int k = 0; k < 3 * dorientflag; k++) dorient[i][k] = r[m++];
  }
  if (r[OWNER] == 0.0) return;
  if (nlocal_body == nmax_body) grow_body();
  Body &b = body[nlocal_body];
  b = Body();
  copy_body(b, nullptr, r + m);
  b.ilocal = i;
  bodyown[i] = nlocal_body++;
}

void FixRigidSmallRGS::restart(char *state) {
  const ReadHeader file = read_restart_header(state, MAGIC);
  const RestartHeader &h = file.h;
  const char *place = motion.restart_file.read(state, file);
  (void)place; // there are no further numbers
  if (reinitflag || inpfile) return;
  if (!take_from_restart(lmp, prefix, unfit(file), motion.method(), state, file)) return;
  extended = h.extended;
  orientflag = h.orient;
  dorientflag = h.dorient;
  if (extended) FixRigidSmall::grow_arrays(atom->nmax);
  point_bodies.invalidate();
  nlocal_body = nghost_body = 0;
  for (int i = 0; i < atom->nlocal; i++) adopt(i);
  motion.origin.from = BodyOrigin::FILE;
  motion.origin.composition = h.composition;
}
