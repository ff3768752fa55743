/* SPDX-License-Identifier: GPL-2.0-only */
#include "coupling/ensemble_host.h"

#include "columns/images.h"
#include "ensemble/forces_virial.h"

#include "atom.h"
#include "comm.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "irregular.h"
#include "kspace.h"
#include "modify.h"
#include "output.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

EnsembleHost::EnsembleHost(LAMMPS *lmp, FixStepper &m, const std::string &who)
    : Pointers(lmp), stepper(m), its(m.ensemble()), prefix(who), fix(nullptr), box(lmp, its, who),
      atoms(lmp, its, who), begun(false), loaded(false), virial(), resumed(false),
      earlier_heat(0.0), earlier_coupling(0.0), target(0.0), made_temp(false), made_press(false) {}

/* ---- what LAMMPS knows of the fix ------------------------------------------------------------ */

void EnsembleHost::declare(Fix *f, const std::string &temperature) {
  static const int changes[Ensemble::STRAINS] = { Fix::BOX_CHANGE_X,  Fix::BOX_CHANGE_Y,
                                                  Fix::BOX_CHANGE_Z,  Fix::BOX_CHANGE_XY,
                                                  Fix::BOX_CHANGE_XZ, Fix::BOX_CHANGE_YZ };
  fix = f;
  if (!on()) return;
  f->scalar_flag = 1;
  f->extscalar = 1;
  f->ecouple_flag = 1;
  for (int k = 0; k < Ensemble::STRAINS; k++)
    if (its.moves(k)) f->box_change |= changes[k];
  if (may_flip()) f->pre_exchange_migrate = 1;
  const std::string id = f->id;
  id_temp = id + "_temp";
  modify->add_compute(id_temp + " " + temperature);
  made_temp = true;
  if (!has_barostat()) return;
  id_press = id + "_press";
  id_virial = id + "_virial";
  modify->add_compute(id_press + " all pressure " +
                      (its.moves_particles() ? "thermo_temp" : id_temp));
  modify->add_compute(id_virial + " all pressure NULL virial");
  made_press = true;
}

/* LAMMPS deletes computes before fixes when it ends. */
void EnsembleHost::remove() {
  if (!on() || modify->ncompute == 0) return;
  for (const auto &made : { std::make_pair(made_temp, id_temp),
                            { made_press, id_press },
                            { has_barostat(), id_virial } })
    if (made.first && modify->find_compute(made.second) >= 0) modify->delete_compute(made.second);
}

Compute *EnsembleHost::compute(const std::string &id) const {
  const int found = modify->find_compute(id);
  if (found < 0) error->all(FLERR, prefix + "there is no compute " + id);
  return modify->compute[found];
}

int EnsembleHost::modify_param(int narg, char **arg) {
  const bool temp = strcmp(arg[0], "temp") == 0, press = strcmp(arg[0], "press") == 0;
  if (!on() || (!temp && !press)) return 0;
  if (narg < 2)
    error->all(FLERR, prefix + "fix_modify " + arg[0] + " needs the ID of a compute after it");
  if (press && !has_barostat())
    error->all(FLERR, prefix + "fix_modify press is for styles that keep the pressure");
  const Compute *given = compute(arg[1]);
  if (!(temp ? given->tempflag : given->pressflag))
    error->all(FLERR, prefix + "fix_modify " + arg[0] + ": compute " + arg[1] + " computes no " +
                          (temp ? "temperature" : "pressure") + "; give the ID of one that does");
  if (comm->me == 0)
    error->warning(FLERR, prefix + "fix_modify " + arg[0] +
                              " has no effect on the motion: thermostat and barostat act by the " +
                              (temp ? "momenta of the bodies" : "molecular pressure"));
  return 2;
}

/* ---- a run ----------------------------------------------------------------------------------- */

void EnsembleHost::init() {
  if (!on()) return;
  atoms.find_groups();
  if (!has_barostat()) return;
  for (int k = 0; k < 3; k++)
    if (its.moves(k) && !domain->periodicity[k])
      error->all(FLERR, prefix + "the box is not periodic along " + "xyz"[k] +
                            "; a pressure can be kept along periodic dimensions only");
  if (force->kspace && force->kspace->scalar_pressure_flag)
    error->all(FLERR, prefix + "the long-range solver computes no pressure of single axes, which "
                               "the barostat needs; use kspace_modify pressure/scalar no");
  if (slab_is_unknown(lmp))
    error->all(FLERR,
               prefix + "the pressure of kspace_modify slab is not known with kspace_style " +
                   force->kspace_style +
                   ", and the barostat needs it; use pppm or ewald, or keep the volume with " +
                   nvt());
}

/* Thermostats that scale all momenta alike leave the total momentum alone, which is all of one body's, and
   much of a few bodies' where others push them. */
void EnsembleHost::warn_of_momentum(const BodyStore &bodies,
                                    const std::function<bool(int)> &in_body) const {
  enum { BODIES, OTHERS, COUNTS, FEW = 20 };
  if (!its.scales() || its.thermostat_momentum) return;
  bigint mine[COUNTS] = { bodies.counted_here() ? bodies.own() : 0, 0 }, all[COUNTS];
  for (int i = 0; i < atom->nlocal; i++)
    mine[OTHERS] += !in_body(i) && !(atom->mask[i] & atoms.free_atoms());
  MPI_Allreduce(mine, all, COUNTS, MPI_LMP_BIGINT, MPI_SUM, world);
  bool pushed = all[OTHERS] > 0 || domain->nonperiodic != 0;
  for (int i = 0; i < modify->nfix; i++) pushed |= strncmp(modify->fix[i]->style, "wall", 4) == 0;
  if (comm->me != 0 || all[BODIES] < 1 || all[BODIES] > (pushed ? (bigint)FEW : 1)) return;
  error->warning(
      FLERR, prefix + "thermostat " + its.thermostat() + " keeps the total momentum" +
                 (all[BODIES] == 1
                      ? ", so that the translation of one body alone has no thermostat"
                      : " of " + std::to_string(all[BODIES]) +
                            " bodies, which other atoms or walls change without the thermostat") +
                 "; use keyword momentum thermostat, or thermostat langevin");
}

void EnsembleHost::begin_run(BodyStore &bodies, const std::function<bool(int)> &in_body,
                             double temperature) {
  if (!on()) return;
  if (!begun && !loaded) {
    if (its.wants_temperature()) {
      const double usual = strcmp(update->unit_style, "lj") == 0 ? 1.0 : 300.0;
      its.set_temperature(temperature > 0.0 ? temperature : usual);
    }
    stepper.set_step((uint64_t)update->ntimestep);
  }
  begun = true;
  atoms.check(fix, in_body);
  warn_of_momentum(bodies, in_body);
  if (has_barostat()) {
    if (bodies.thermostatted())
      error->all(FLERR,
                 prefix + "keyword force or torque switches components of bodies off, which the "
                          "barostat would move with the box; use rigid/nvt/rgs, or let another fix "
                          "move these bodies and leave them out of dilate");
    tell_box();
    note_forces();
    measure(bodies);
    end_step();
  }
  targets.clear();
  set_targets();
}

/* A box that is as the library left it stays in every bit, so that two runs are the same as one. */
void EnsembleHost::tell_box() {
  rgs_cell now;
  if (!stepper.cell(now) || !box.is_as_set(now)) stepper.set_cell(box.read());
}

void EnsembleHost::set_targets() {
  if (!on()) return;
  const bigint steps = update->endstep - update->beginstep;
  const double part = steps > 0 ? (double)(update->ntimestep - update->beginstep) / steps : 0.0;
  target = its.temperature_at(part);
  Ensemble::Params now = its.targets(part, ensemble_units(lmp));
  for (size_t k = 0; k < now.size(); k++)
    if ((k >= targets.size() || now[k].second != targets[k].second) &&
        stepper.choice().declares(now[k].first))
      stepper.set_param(now[k].first, now[k].second);
  targets.swap(now);
}

void EnsembleHost::note_forces() {
  rgs_cell now;
  if (sees_forces() && stepper.cell(now)) atoms.note_forces(now.origin);
}

static void all_nine(const double six[6], const Atom *atom, double nine[9]) {
  static const int BELOW[3] = { 3, 6, 7 }, ABOVE[3] = { 1, 2, 5 };
  double turned[6];
  std::copy(six, six + 6, turned);
  add_particle_torques(atom, turned);
  for (int k = 0; k < 3; k++) {
    nine[4 * k] = six[k];
    nine[BELOW[k]] = six[3 + k];
    nine[ABOVE[k]] = turned[3 + k];
  }
}

void EnsembleHost::measure(BodyStore &bodies) {
  if (!has_barostat()) return;
  if (update->vflag_global != update->ntimestep)
    error->all(FLERR, prefix + "the virial was not tallied at timestep " +
                          std::to_string(update->ntimestep));
  double of_atoms[6], arms[9] = {};
  forces_virial(lmp, of_atoms);
  all_nine(of_atoms, atom, virial);
  bodies.arms_times_forces(arms);
  for (int k = 0; k < 9; k++) virial[k] -= arms[k];
  // A kick at the end of a step belongs to the images before they were folded, the one after it to those
  // that LAMMPS has now; a kick between is half of each.
  const double part = stepper.scheme().is_verlet() ? 1.0 : 0.5;
  for (int k = 0; k < 3; k++) virial[4 * k] -= atoms.arms()[k] + part * atoms.folded()[k];
}

bool EnsembleHost::virial_is_other() {
  if (!has_barostat() || !atoms.any_folded() || !stepper.scheme().is_verlet()) return false;
  for (int k = 0; k < 3; k++) virial[4 * k] += atoms.folded()[k];
  return true;
}

bool EnsembleHost::bursts() {
  rgs_cell now;
  if (!has_barostat() || !stepper.cell(now)) return false;
  for (int k = 0; k < 3; k++) {
    const double ratio = now.vectors[4 * k] / domain->prd[k];
    if (its.moves(k) && !(ratio > 0.5 && ratio < 2.0)) return true;
  }
  return false;
}

void EnsembleHost::move_box() {
  rgs_cell now;
  if (!has_barostat() || !stepper.cell(now)) return;
  const BoxVectors before(domain);
  atoms.begin_change();
  box.set(now);
  atoms.follow_box(before);
}

/* Unfolded positions stay, so image flags follow; the middle of the box stays, so atoms are folded anew, and may be
   far from the rank that had them. */
void EnsembleHost::flip_box(BodyStore &bodies) {
  rgs_cell cell;
  int turns[3];
  if (!may_flip() || !stepper.cell(cell) || !box.flip(cell, turns)) return;
  bodies.turn_images([&turns](imageint image) {
    int n[3];
    numbers_of(image, n);
    const int z = n[2], y = n[1] - turns[2] * z, x = n[0] - turns[0] * y - turns[1] * z;
    return ((imageint)(x + IMGMAX) & IMGMASK) | (((imageint)(y + IMGMAX) & IMGMASK) << IMGBITS) |
           (((imageint)(z + IMGMAX) & IMGMASK) << IMG2BITS);
  });
  domain->image_flip(turns[0], turns[1], turns[2]);
  for (int i = 0; i < atom->nlocal; i++) domain->remap(atom->x[i], atom->image[i]);
  domain->x2lamda(atom->nlocal);
  Irregular(lmp).migrate_atoms();
  domain->lamda2x(atom->nlocal);
}

void EnsembleHost::end_step() {
  if (has_barostat()) compute(id_virial)->addstep(update->ntimestep + 1);
}

bool EnsembleHost::others_want_virial(int vflag) const {
  enum { GLOBAL = 3 }; // bits of the global virial
  if (!has_barostat() || (vflag & ~GLOBAL) || output->next == update->ntimestep) return true;
  for (int i = 0; i < modify->ncompute; i++) {
    Compute *c = modify->compute[i];
    if (c->pressflag && id_virial != c->id && c->matchstep(update->ntimestep)) return true;
  }
  return false;
}

/* ---- restart files --------------------------------------------------------------------------- */

std::string EnsembleHost::save_unbegun() { return std::string(2 * sizeof(double), '\0'); }

std::string EnsembleHost::save(double heat, double coupling) const {
  const double sums[2] = { earlier_heat + heat, earlier_coupling + coupling };
  std::string kept(reinterpret_cast<const char *>(sums), sizeof sums);
  return kept + stepper.save_ensemble();
}

void EnsembleHost::resume(double coupling) {
  earlier_coupling -= coupling;
  resumed = true;
}

/* Does this process read this state for the first time?  Runs that begin with one state are to differ. */
static bool is_first(const std::string &state) {
  static std::set<size_t> read;
  return read.insert(std::hash<std::string>()(state)).second;
}

void EnsembleHost::load(const std::string &kept, int64_t seed) {
  if (kept == save_unbegun()) return;
  double sums[2];
  memcpy(sums, kept.data(), sizeof sums);
  const double own = its.seed;
  if (seed >= 0 && seed <= UINT32_MAX) stepper.reseed((double)seed);
  const std::string wrong = stepper.load_ensemble(kept.substr(sizeof sums));
  if (!wrong.empty()) {
    stepper.reseed(own);
    if (comm->me == 0)
      error->warning(FLERR, prefix + "thermostat and barostat of the restart file are not used: " +
                                wrong + "; they begin as in a new run");
    return;
  }
  earlier_heat = sums[0];
  earlier_coupling = sums[1];
  loaded = true;
  if (its.wants_temperature()) its.set_temperature(stepper.param("kt") / ensemble_units(lmp).boltz);
  int goes_on = is_first(fix->id + kept) && its.may_take(its.seed);
  MPI_Bcast(&goes_on, 1, MPI_INT, 0, world);
  if (!goes_on) stepper.reseed(own);
}

void EnsembleHost::add_to_view(rgs_view &view, BodyStore &bodies) const {
  if (!on()) return;
  view.tag = bodies.tags();
  double *thermostatted = const_cast<double *>(bodies.thermostatted());
  if (thermostatted) view.thermostatted = { thermostatted, 1, 1 };
  if (domain->dimension == 2) view.flags |= RGS_VIEW_PLANAR;
}

void *EnsembleHost::extract(const char *what, int &dimension) {
  if (!on() || strcmp(what, "t_target") != 0) return nullptr;
  dimension = 0;
  return &target;
}

/* ---- outputs --------------------------------------------------------------------------------- */

/* A thermostat that scales knows the temperature of the whole system, others know a rank's. */
double EnsembleHost::mid_temperature(bool rotation) const {
  if (!its.has_thermostat()) return NAN;
  if (stepper.thermostat_scales())
    return stepper.value_of(rotation ? "kt_mid_rotation" : "kt_mid_translation") /
           ensemble_units(lmp).boltz;
  double own[2] = { NAN, 0.0 }, all[2], freedom[2];
  if (stepper.output("mid_freedom", freedom, 2)) {
    own[0] = stepper.value_of(rotation ? "mid_rotation" : "mid_translation");
    own[1] = freedom[rotation];
  }
  MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_SUM, world);
  if (std::isnan(all[0])) return NAN; // on some rank the thermostat has not acted yet
  return all[1] > 0.0 ? 2.0 * all[0] / (all[1] * ensemble_units(lmp).boltz) : 0.0;
}

double EnsembleHost::tilt(int shear) const {
  static const int places[3] = { 3, 6, 7 };
  rgs_cell cell;
  return shears() && stepper.cell(cell) ? cell.vectors[places[shear]] : NAN;
}

double EnsembleHost::pressure(int strain, BodyStore &bodies) const {
  static const int first[6] = { 0, 1, 2, 0, 0, 1 }, second[6] = { 0, 1, 2, 1, 2, 2 };
  if (!has_barostat()) return NAN;
  rgs_column parts[8];
  bodies.columns(parts);
  double mine = virial[3 * first[strain] + second[strain]], all;
  const int own = bodies.counted_here() ? bodies.own() : 0;
  for (int i = 0; i < own; i++) {
    const double v = RGS_AT(parts[1], i, first[strain]), w = RGS_AT(parts[1], i, second[strain]);
    mine += RGS_AT(parts[4], i, 0) * v * w * force->mvv2e;
  }
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  const double volume = domain->xprd * domain->yprd * (domain->dimension == 2 ? 1.0 : domain->zprd);
  return all / volume * force->nktv2p;
}

} // namespace rigidstep_lammps
