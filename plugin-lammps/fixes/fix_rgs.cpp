/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies in binary restart files.  With reinit yes every run makes its bodies from the atoms, so
 * nothing is written but the number of langevin's last step.  Otherwise the global part says what
 * to expect, the record of each atom has its place in its body, and bodies are in the records of
 * their owners (rigid/small/rgs) or in the global part (rigid/rgs).
 *
 * Everything is read when LAMMPS hands over the global part, while the atoms are where read_restart
 * put them and all ranks can agree.  Either the bodies are taken as they are, or, if anything is
 * missing or does not fit, they are made from the atoms, with a warning.
 */
#include "fixes/fix_rgs.h"

#include "bodies/constraint_virial.h"
#include "ensemble/forces_virial.h"
#include "lammps_compat.h"
#include "membership/body_overlap.h"
#include "membership/changed_atoms.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "math_extra.h"
#include "modify.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <unordered_map>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

template <class Base>
FixRGS<Base>::FixRGS(LAMMPS *lmp, FixCommand &&command, const FixLayout &its)
    : Base(lmp, (int)command.base.size(), command.base.data()), layout(its),
      prefix(std::string("Fix ") + command.style + " (ID " + this->id + "): "),
      origin(command.says_reinit), motion(lmp, *this, prefix, std::move(command)) {
  int &reinit = this->reinitflag;
  if (origin.stay_unless_changed) reinit = 0;
  BodyOutputs::declare(this, motion.ensemble_host().on());
  motion.ensemble_host().declare(this);
  motion.external_forces().declare(this);
  this->restart_global = !reinit || motion.has_thermostat();
  this->restart_peratom = !reinit;
  if (!reinit) this->atom->add_callback(Atom::RESTART);
  if (strcmp(command.base[3], "molecule") == 0) warn_of_cut_molecules(lmp, this, prefix);
}

template <class Base> FixRGS<Base>::~FixRGS() {
  motion.ensemble_host().remove();
  if (this->restart_peratom && this->modify->find_fix(this->id) >= 0)
    this->atom->delete_callback(this->id, Atom::RESTART);
}

template <class Base> int FixRGS<Base>::setmask() {
  return Base::setmask() | FixConst::END_OF_STEP | FixConst::POST_RUN | FixConst::MIN_PRE_NEIGHBOR |
         (motion.ensemble_host().sees_forces() ? FixConst::POST_FORCE : 0) |
         (motion.ensemble_host().may_flip() ? FixConst::PRE_EXCHANGE : 0);
}

template <class Base> int FixRGS<Base>::modify_param(int narg, char **arg) {
  const int taken = motion.modify_param(narg, arg);
  return taken > 0 ? taken : Base::modify_param(narg, arg);
}

/* Between runs LAMMPS asks which atoms are in bodies to warn that `set`, `velocity` and `delete_atoms` have no effect on
   them, which is not so here; and in 4Jul2026 the question stops `set` with a segmentation fault, because it comes
   before the atoms are chosen.  The warning of `change_box .. remap`, which strains bodies, is true. */
template <class Base> void *FixRGS<Base>::extract(const char *what, int &dimension) {
  dimension = 0;
  if (this->update->whichflag == 0 && strcmp(what, "body") == 0 &&
      !ReadableInput::executes(this->input, "change_box"))
    return nullptr;
  void *target = motion.ensemble_host().extract(what, dimension);
  return target ? target : Base::extract(what, dimension);
}

/* ---- a run ----------------------------------------------------------------------------------- */

/* Files with seven digits differ by less. */
static const double LARGEST_STRAIN = 1e-6;

template <class Base> uint64_t FixRGS<Base>::current_composition() const {
  return composition_of(this->lmp, this->extended,
                        [this](int i) { return (int64_t)body_of(i) - layout.none; });
}

/* One rank that sees a change is enough, and all ranks must do the same. */
template <class Base> bool FixRGS<Base>::atoms_changed() {
  int mine = current_composition() != origin.composition, any;
  auto motion_of = [this](int i) {
    const auto its = velocities_of(i);
    const double arm = MathExtra::len3(this->displace[i]);
    return Motion{ arm, MathExtra::len3(its.first) + MathExtra::len3(its.second) * arm };
  };
  if (atoms_differ(
          this->lmp, this->extended, index_of_bodies(), [this] { place_all(); }, motion_of))
    mine = 1;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, this->world);
  return any;
}

template <class Base> void FixRGS<Base>::settle() {
  if (!this->domain->triclinic || this->update->whichflag == 0) return;
  this->bodies().place_atoms();
  this->comm->forward_comm();
}

template <class Base> std::vector<double> FixRGS<Base>::arms() const {
  std::vector<double> all(this->atom->nlocal, 0.0);
  for (size_t i = 0; i < all.size(); i++)
    if (has_atom((int)i)) all[i] = MathExtra::len3(this->displace[i]);
  return all;
}

template <class Base>
void FixRGS<Base>::compare_shapes(const std::vector<double> &before, uint64_t composed) {
  if (composed != current_composition()) return; // they have other atoms or masses
  const std::vector<double> now = arms();
  const int *body = index_of_bodies();
  const double *prd = this->domain->prd, rounding = 1e-11 * (prd[0] + prd[1] + prd[2]);
  std::unordered_map<int, double> size;
  for (size_t i = 0; i < now.size(); i++)
    if (body[i] >= 0) size[body[i]] = std::max(size[body[i]], before[i]);
  double mine = 0.0, strain;
  for (size_t i = 0; i < now.size(); i++)
    if (body[i] >= 0 && std::fabs(now[i] - before[i]) > rounding)
      mine = std::max(mine, std::fabs(now[i] - before[i]) / std::max(size[body[i]], rounding));
  MPI_Allreduce(&mine, &strain, 1, MPI_DOUBLE, MPI_MAX, this->world);
  if (strain <= LARGEST_STRAIN) return;
  char text[400];
  if (ReadableInput::executes(this->input, "rerun")) {
    snprintf(
        text, sizeof text,
        "rerun takes the shape of bodies from its file, which differs by %.2g of their size; a "
        "run after it goes on with that shape",
        strain);
    if (this->comm->me == 0 && !told_of_rerun) this->error->warning(FLERR, prefix + text);
    told_of_rerun = true;
    return;
  }
  snprintf(
      text, sizeof text,
      "commands between runs have changed the shape of bodies, by %.2g of their size: "
      "change_box, minimize, displace_atoms or set do so. Use fix deform and minimize/rgs, which "
      "keep bodies rigid",
      strain);
  if (!this->reinitflag || origin.stay_unless_changed)
    this->error->all(FLERR, prefix + text + "; or keyword reinit yes if the new shape is meant");
  if (this->comm->me == 0) this->error->warning(FLERR, prefix + text);
}

template <class Base> void FixRGS<Base>::check_bodies() {
  check_overlap(this->lmp, this, index_of_bodies(), prefix);
}

template <class Base> void FixRGS<Base>::setup(int vflag) {
  check_bodies();
  if (origin.from == ReinitState::ATOMS && !this->extended && !this->bodies().thermostatted())
    warn_of_unlike_shapes(this->lmp, this->bodies(), prefix);
  motion.setup(vflag);
}

template <class Base> void FixRGS<Base>::min_setup(int vflag) {
  if (!is_relaxing(this->update)) return;
  check_bodies();
  motion.setup_bodies(vflag);
}

template <class Base> void FixRGS<Base>::min_pre_neighbor() {
  if (is_relaxing(this->update)) this->pre_neighbor();
}

template <class Base> void FixRGS<Base>::post_run() {
  motion.undo_strain();
  this->bodies().publish();
  origin.composition = current_composition();
}

template <class Base> void FixRGS<Base>::tally_virial(int vflag) {
  tally_constraint_virial(*this, this->bodies(), vflag);
  if (this->vflag_global)
    motion.external_forces().add_virial(this->virial, [this](int b) { return image_of(b); });
}

/* A box that is strained by e_ab takes the centres X to X_a + e_ab X_b, for which the forces do the work sum f_a X_b:
   the virial of all atoms less their arms. */
template <class Base> bool FixRGS<Base>::tally_molecular_virial(bool torques) {
  static const int PLACE[6] = { 0, 4, 8, 1, 2, 5 };
  if (!this->thermo_virial)
    this->error->all(FLERR, prefix +
                                "fix_modify virial no takes this fix out of the pressure, by "
                                "which fix box/relax moves the box; use fix_modify virial yes");
  double arms[9] = {};
  this->v_init(1);
  this->bodies().arms_times_forces(arms);
  for (int k = 0; k < 6; k++) this->virial[k] = -arms[PLACE[k]];
  if (torques) add_particle_torques(this->atom, this->virial);
  motion.external_forces().add_virial(this->virial, [this](int b) { return image_of(b); });
  return true;
}

/* ---- writing restart files ------------------------------------------------------------------- */

enum { PLACE = RECORD_BEGIN, FIXED = PLACE + 3 }; // an atom's record goes on with these

/* Before the first run the fix knows which atoms form a body, but not the state of the body. */
template <class Base> bool FixRGS<Base>::has_state() const {
  return this->setupflag || origin.from == ReinitState::FILE;
}

template <class Base> void FixRGS<Base>::write_restart_file(const char *file) {
  this->bodies().publish();
  Base::write_restart_file(file);
}

/* LAMMPS packs the atoms later.  The command write_restart comes when a run has ended, and may have sent atoms to
   other ranks. */
template <class Base> void FixRGS<Base>::write_restart(FILE *file) {
  if (!ReadableInput::executes(this->input, "write_restart")) motion.undo_strain();
  this->bodies().publish();
  const Atom *atom = this->atom;
  uint64_t mine[3] = { (uint64_t)bodies_without_owner(), 0, 0 }, all[3];
  for (int i = 0; i < atom->nlocal; i++) {
    if (!has_atom(i)) continue;
    mine[0] += owns_body(i);
    mine[1]++;
    mine[2] += hash_of_pair(atom->tag[i], body_of(i));
  }
  MPI_Allreduce(mine, all, 3, MPI_UINT64_T, MPI_SUM, this->world);
  const uint64_t composition_now = current_composition();
  const std::string ensemble = motion.restart().save_ensemble();
  if (this->comm->me != 0) return;

  RestartHeader h = restart_header(layout.magic, motion.restart().steps());
  if (!this->reinitflag)
    h.bodies = has_state() ? (int64_t)all[0] : (int64_t)RestartHeader::BEFORE_FIRST_RUN;
  h.atoms = (int64_t)all[1];
  h.sum = all[2];
  h.composition = composition_now;
  h.dimension = this->domain->dimension;
  h.extended = this->extended;
  h.orient = this->extended ? this->orientflag : 0;
  h.dorient = this->extended ? this->dorientflag : 0;
  write_restart_header(file, h, motion.restart().method(), ensemble,
                       h.bodies > 0 ? all_bodies() : std::vector<double>());
}

template <class Base> int FixRGS<Base>::maxsize_restart() {
  const int of_extent = this->extended ? 1 + this->orientflag + 3 * this->dorientflag : 0;
  return FIXED + layout.owner_flag + of_extent + layout.of_body;
}

template <class Base> int FixRGS<Base>::size_restart(int i) {
  if (!has_atom(i) || !has_state()) return RECORD_BEGIN;
  return maxsize_restart() - (owns_body(i) ? 0 : layout.of_body);
}

template <class Base> int FixRGS<Base>::pack_restart(int i, double *buf) {
  const Atom *atom = this->atom;
  buf[RECORD_SIZE] = size_restart(i);
  buf[RECORD_KEY] = restart_key(this->id);
  buf[RECORD_TAG] = ubuf(atom->tag[i]).d;
  buf[RECORD_BODY] = ubuf(body_of(i)).d;
  buf[RECORD_MOLECULE] = ubuf(atom->molecule ? atom->molecule[i] : 0).d;
  if (!has_atom(i) || !has_state()) return RECORD_BEGIN;
  std::copy(this->displace[i], this->displace[i] + 3, buf + PLACE);
  int m = FIXED;
  if (layout.owner_flag) buf[m++] = owns_body(i);
  if (this->extended) {
    buf[m++] = this->eflags[i];
    for (int k = 0; k < this->orientflag; k++) buf[m++] = this->orient[i][k];
    for (int k = 0; k < 3 * this->dorientflag; k++) buf[m++] = this->dorient[i][k];
  }
  if (!owns_body(i)) return m;
  pack_body(i, buf + m);
  return m + layout.of_body;
}

/* ---- reading them ---------------------------------------------------------------------------- */

/* Why this fix cannot take the bodies of the file; empty if it can.  The same on all ranks. */
template <class Base> std::string FixRGS<Base>::unfit(const ReadHeader &file) const {
  std::string why = unfit_header(file, this->domain->dimension);
  if (!why.empty()) return why;

  const Atom *atom = this->atom;
  RestartCounts counts;
  counts.mine[RestartCounts::BODIES] = (uint64_t)bodies_without_owner();
  for (int i = 0; i < atom->nlocal; i++) {
    const double *r = restart_record(this->lmp, this->id, i);
    if (!r || (tagint)ubuf(r[RECORD_TAG]).i != atom->tag[i]) {
      counts.mine[RestartCounts::LOST]++;
      continue;
    }
    const tagint its = (tagint)ubuf(r[RECORD_BODY]).i;
    if (is_elsewhere(i, its, (tagint)ubuf(r[RECORD_MOLECULE]).i))
      counts.mine[RestartCounts::OTHERS]++;
    if (its == layout.none) continue;
    counts.mine[RestartCounts::ATOMS]++;
    counts.mine[RestartCounts::SUM] += hash_of_pair(atom->tag[i], its);
    counts.mine[RestartCounts::BODIES] += layout.owner_flag && r[FIXED] != 0.0;
  }
  return counts.unfit(file.h, this->nbody, this->world);
}

template <class Base> void FixRGS<Base>::adopt(int i) {
  const double *r = restart_record(this->lmp, this->id, i);
  const tagint body = (tagint)ubuf(r[RECORD_BODY]).i;
  if (body == layout.none) return adopt(i, body, nullptr);
  std::copy(r + PLACE, r + FIXED, this->displace[i]);
  int m = FIXED + layout.owner_flag;
  if (this->extended) {
    this->eflags[i] = (int)r[m++];
    for (int k = 0; k < this->orientflag; k++) this->orient[i][k] = r[m++];
    for (int k = 0; k < 3 * this->dorientflag; k++) this->dorient[i][k] = r[m++];
  }
  adopt(i, body, layout.owner_flag && r[FIXED] != 0.0 ? r + m : nullptr);
}

template <class Base> void FixRGS<Base>::restart(char *state) {
  ReadHeader file = read_restart_header(state, layout.magic);
  const RestartHeader &h = file.h;
  const char *own = motion.restart().read(state, file);
  if (file.wrong.empty() && (this->reinitflag || this->inpfile)) return;
  if (!take_from_restart(this->lmp, prefix, unfit(file), motion.method(), state, file)) return;
  this->extended = h.extended;
  this->orientflag = h.orient;
  this->dorientflag = h.dorient;
  if (this->extended) this->grow_arrays(this->atom->nmax);
  begin_adopting();
  for (int i = 0; i < this->atom->nlocal; i++) adopt(i);
  adopt_all(own);
  origin.from = ReinitState::FILE;
  origin.composition = h.composition;
}

template class FixRGS<OpenRigid>;
template class FixRGS<OpenRigidSmall>;

} // namespace rigidstep_lammps
