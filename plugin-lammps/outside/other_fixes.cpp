/* SPDX-License-Identifier: GPL-2.0-only */
#include "outside/other_fixes.h"

#include "mechanics/particle_shape.h"
#include "mechanics/rigid_body.h"
#include "method/method_choice.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "modify.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

OtherFixes::OtherFixes(LAMMPS *lmp, const Ensemble &e, const std::string &who)
    : Pointers(lmp), ensemble(e), prefix(who), begun(0), heats(false) {}

// of velocities that a fix has left as they were, relative
static const double ROUNDING = 1e-12;

/* ---- what is known of LAMMPS' styles --------------------------------------------------------- */

/* SETS: velocities at the end of a step.  HEATS: so that a known energy arrives.  DRAWS: velocities for each atom at
   random, so that a body would get two thirds of the temperature if it has three atoms: of nine drawn numbers it
   keeps six.  REACHES: into the bodies of LAMMPS' class.  SINGLE: moves atoms, or changes the velocity of some, so
   that a body would take over nothing, or a part of what the fix reports. */
enum Effect { OTHER, SETS, HEATS, DRAWS, REACHES, SINGLE };

/* Beside what it is refused: a thermostat or a barostat, a barostat alone, or nothing. */
enum Refused { BESIDE_ANY, BESIDE_BAROSTAT, NEVER };

/* What to do instead, where it is refused. */
struct OtherFixes::Style {
  const char *pattern;
  Effect effect;
  Refused refused;
  const char *instead;
};

const OtherFixes::Style OtherFixes::STYLES[] = {
  { "^temp/rescale", SETS, BESIDE_ANY,
    "keyword thermostat (csvr, langevin or nhc) keeps the temperature" },
  { "^temp/berendsen", SETS, BESIDE_ANY,
    "keyword thermostat (csvr, langevin or nhc) keeps the temperature" },
  { "^temp/csvr", SETS, BESIDE_ANY, "keyword thermostat csvr is this thermostat" },
  { "^temp/csld", DRAWS, BESIDE_ANY, "keyword thermostat langevin keeps the temperature" },
  { "^langevin/drude", OTHER, BESIDE_BAROSTAT,
    "no thermostat here has two temperatures.  It works beside rigid/small, and beside LAMMPS' "
    "fix: "
    "write suffix off before this one" },
  { "^langevin", OTHER, BESIDE_ANY, "keyword thermostat langevin is this thermostat" },
  { "^hmc", REACHES, BESIDE_ANY,
    "rigid/nvt/small/rgs with thermostat langevin samples the same ensemble" },
  { "^momentum", SETS, NEVER, nullptr },
  { "^lb/momentum", SETS, NEVER, nullptr },
  { "^heat", HEATS, NEVER, nullptr },
  { "^ehex", SINGLE, NEVER, "fix heat, with the same values, gives this heat to bodies" },
  { "^thermal/conductivity", SINGLE, NEVER,
    "use fix heat with a region, once for the source and once, with the opposite sign, for the "
    "sink" },
  { "^viscosity", SINGLE, NEVER,
    "fix accelerate/cos and the Green-Kubo relation give the viscosity of bodies" },
  { "^tmd", SINGLE, NEVER, "fix smd and fix spring pull bodies by forces" },
  { "^wall/piston", SINGLE, NEVER,
    "fix wall/harmonic and its like, with a position that moves, push bodies" },
  { "^oneway", SINGLE, NEVER, "fix wall/region keeps bodies on one side by forces" },
  { "^shardlow", SINGLE, NEVER, "keyword thermostat langevin keeps the temperature of bodies" },
  { "^lambda_thermostat", SINGLE, NEVER, "take the atoms of bodies out of its group" },
  { "^ipi", SINGLE, NEVER,
    "i-PI moves single atoms; fix mdi and fix external take forces from outside" },
  { "^recenter", OTHER, BESIDE_BAROSTAT,
    "the box changes about its fixed centre, so subtract the drift of the system afterwards" },
};

const OtherFixes::Style *OtherFixes::known(const Fix *fix) {
  for (const Style &s : STYLES)
    if (utils::strmatch(fix->style, s.pattern)) return &s;
  return nullptr;
}

/* Fixes that LAMMPS calls with the forces, and that add none with an arm in a body. */
static bool adds_no_arms(const Fix *fix) {
  for (const char *pattern : { "^enforce2d", "^gravity", "^store", "^ave" })
    if (utils::strmatch(fix->style, pattern)) return true;
  return false;
}

/* ---- the start of a run ---------------------------------------------------------------------- */

void OtherFixes::check_box(const Fix *fix) const {
  for (int k = 0; k < modify->nfix && ensemble.has_barostat(); k++) {
    const Fix *other = modify->fix[k];
    if (other != fix && (other->box_change & (Fix::BOX_CHANGE_SIZE | Fix::BOX_CHANGE_SHAPE)))
      error->all(FLERR, prefix + name_of(other) +
                            " changes the box, too; only one fix can: drop that fix, and give "
                            "keywords iso, aniso, x, y or z here, or use " +
                            ensemble.style_of(Ensemble::NVT) + " here");
  }
}

/* Forces without a virial are missing in the pressure. */
void OtherFixes::check_virial(const Fix *other) const {
  if (adds_no_arms(other) || (other->virial_global_flag && other->thermo_virial)) return;
  const char *help =
      other->virial_global_flag ? "; use fix_modify ID virial yes" : "; it cannot compute one";
  if (comm->me == 0)
    error->warning(FLERR, prefix + name_of(other) +
                              " adds forces on bodies, but not their virial, so the pressure is "
                              "wrong" +
                              help);
}

void OtherFixes::refuse(const Fix *other, const Style &style) const {
  if (style.refused == BESIDE_ANY ? ensemble.on()
                                  : style.refused == BESIDE_BAROSTAT &&
                                        (ensemble.has_barostat() || !ensemble.atoms().empty()))
    error->all(FLERR, prefix + name_of(other) + " acts on atoms that this fix moves; drop it: " +
                          (style.refused == BESIDE_ANY && !ensemble.has_thermostat()
                               ? "keyword langevin Tstart Tstop damp seed here is a thermostat"
                               : style.instead));
}

/* What would not reach bodies of several atoms. */
void OtherFixes::refuse_on_bodies(const Fix *other, const Style &style, BodyStore &bodies) const {
  if (style.effect == SINGLE)
    error->all(FLERR, prefix + name_of(other) +
                          " acts on single atoms, which a body does not follow; drop it, or take "
                          "bodies out of its group: " +
                          style.instead);
  if (style.effect == REACHES)
    error->all(FLERR,
               prefix + name_of(other) +
                   " gives momenta to bodies of LAMMPS' fix rigid/small, not to ours; drop it: " +
                   style.instead);
  if (style.effect == DRAWS)
    error->all(FLERR, prefix + name_of(other) +
                          " draws velocities for each atom, but a body keeps only its rigid "
                          "motion, so its temperature would be too low; use keyword langevin, "
                          "or rigid/nvt/rgs with thermostat langevin");
  if (style.effect != OTHER && (bodies.thermostatted() || atom->omega || atom->angmom))
    error->all(FLERR,
               prefix + name_of(other) +
                   " sets velocities of atoms, which cannot set the motion of bodies that have "
                   "particles with an extent, or force or torque off; use rigid/nvt/rgs, or "
                   "keyword langevin");
}

/* Taking out the total momentum is right where something else changes it. */
void OtherFixes::warn_of_momentum(const Fix *other) const {
  if (!ensemble.has_thermostat() || !utils::strmatch(other->style, "momentum") || comm->me != 0)
    return;
  const bool has_it = ensemble.thermostat() == "langevin";
  error->warning(FLERR, prefix + name_of(other) +
                            " takes out the total momentum, which thermostat " +
                            ensemble.thermostat() +
                            (has_it ? " keeps at the temperature, so the translation of few bodies "
                                      "becomes too cold; drop it"
                                    : " does not change; drop it, unless walls or other atoms do"));
}

void OtherFixes::begin_run(const Fix *fix, BodyStore &bodies, const Has &in_body,
                           const Has &moves) {
  setters.clear();
  begun = update->ntimestep;
  for (int k = 0; k < modify->nfix; k++) {
    const Fix *other = modify->fix[k];
    const Style *style = known(other);
    const bool pushes = (modify->fmask[k] & FixConst::POST_FORCE) && !other->rigid_flag;
    const bool integrates = other->time_integrate && !other->rigid_flag;
    if (other == fix || (!style && !integrates && !(pushes && ensemble.has_barostat()))) continue;
    bigint mine[2] = { 0, 0 }, all[2]; // of all that it moves, and of its bodies
    for (int i = 0; i < atom->nlocal; i++) {
      const bool acts = atom->mask[i] & other->groupbit;
      mine[0] += acts && moves(i);
      mine[1] += acts && in_body(i);
    }
    MPI_Allreduce(mine, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
    if (all[0] == 0) continue;
    if (integrates)
      error->all(FLERR, prefix + std::to_string(all[0]) + " of its atoms would be moved by " +
                            name_of(other) +
                            " as well; take them out of the group of that fix, or drop it");
    if (!style) {
      check_virial(other);
      continue;
    }
    // Without a thermostat, free atoms may have a thermostat of their own.
    if (style->refused != BESIDE_ANY || ensemble.has_thermostat() || all[1] > 0)
      refuse(other, *style);
    warn_of_momentum(other);
    if (all[1] == 0 || bodies.are_atoms()) continue;
    refuse_on_bodies(other, *style, bodies);
    if (style->effect == SETS || style->effect == HEATS) setters.push_back(other);
  }
}

/* ---- velocities that were set ---------------------------------------------------------------- */

bool OtherFixes::set_velocities() {
  const bigint last = update->ntimestep - 1;
  bool any = false;
  heats = false;
  if (last <= begun) return false;
  for (const Fix *f : setters)
    if (f->nevery > 0 && last % f->nevery == 0) {
      any = true;
      heats = heats || known(f)->effect == HEATS;
    }
  return any;
}

/* The sums that make forces and torques out of the forces on atoms make changes of momenta and angular momenta out
   of those of atoms. */
void OtherFixes::take_velocities(BodyStore &bodies) const {
  const size_t n = 3 * (size_t)atom->nlocal;
  double *v = n > 0 ? atom->v[0] : nullptr, *f = n > 0 ? atom->f[0] : nullptr;
  const std::vector<double> set(v, v + n), forces(f, f + n);
  bodies.give_velocities();
  for (size_t k = 0; k < n; k++) f[k] = mass_of(atom, (int)(k / 3)) * (set[k] - v[k]);
  bodies.sum_forces(false);
  std::copy(forces.begin(), forces.end(), f);

  rgs_column parts[PARTS];
  bodies.columns(parts);
  rgs_view turning = rgs_view();
  turning.q = parts[Q];
  turning.l = parts[L];
  turning.inertia = parts[MOMENTS];
  const int moved = bodies.moved();
  std::vector<bool> changed(moved, false);
  for (int b = 0; b < moved; b++) {
    for (int k = 0; k < 3; k++) {
      const double of_v = RGS_AT(parts[FORCE], b, k) / RGS_AT(parts[MASS], b, 0),
                   of_l = RGS_AT(parts[TORQUE], b, k);
      changed[b] = changed[b] || std::fabs(of_v) > ROUNDING * std::fabs(RGS_AT(parts[V], b, k)) ||
                   std::fabs(of_l) > ROUNDING * std::fabs(RGS_AT(parts[L], b, k));
      RGS_AT(parts[V], b, k) += of_v;
      RGS_AT(parts[L], b, k) += of_l;
    }
    drop_dead_momentum(turning, b, 0.0);
  }
  if (heats) return_lost(bodies, set, changed);
  bodies.sum_forces(true);
}

/* A region, or a group, may hold some atoms of a body only.  What these changed besides the rigid motion is lost,
   0.5 m dv^2 of each atom; the bodies that changed get it back by one factor, about their common velocity. */
void OtherFixes::return_lost(BodyStore &bodies, const std::vector<double> &set,
                             const std::vector<bool> &changed) const {
  enum { LOST, MASSES, MOMENTUM, ENERGY = MOMENTUM + 3, SUMS };
  double mine[SUMS] = {}, all[SUMS];
  bodies.give_velocities();
  for (size_t k = 0; k < set.size(); k++) {
    const double lost = set[k] - atom->v[k / 3][k % 3];
    mine[LOST] += 0.5 * mass_of(atom, (int)(k / 3)) * lost * lost;
  }
  rgs_column parts[PARTS];
  bodies.columns(parts);
  const int own = bodies.counted_here() ? bodies.own() : 0;
  for (int b = 0; b < own; b++) {
    if (!changed[b]) continue;
    double l[3], moments[3], axes[3][3], w[3];
    const double mass = RGS_AT(parts[MASS], b, 0);
    for (int k = 0; k < 3; k++) {
      l[k] = RGS_AT(parts[L], b, k);
      moments[k] = RGS_AT(parts[MOMENTS], b, k);
    }
    axes_of(parts[Q], b, axes);
    angular_velocity(l, axes[0], axes[1], axes[2], moments, w);
    mine[MASSES] += mass;
    for (int k = 0; k < 3; k++) {
      const double p = mass * RGS_AT(parts[V], b, k);
      mine[MOMENTUM + k] += p;
      mine[ENERGY] += 0.5 * (p * RGS_AT(parts[V], b, k) + l[k] * w[k]);
    }
  }
  MPI_Allreduce(mine, all, SUMS, MPI_DOUBLE, MPI_SUM, world);
  const double *p = all + MOMENTUM,
               energy = all[ENERGY] - 0.5 * MathExtra::dot3(p, p) / all[MASSES];
  if (!(energy > 0.0)) return;
  const double factor = std::sqrt(1.0 + all[LOST] / energy);
  for (int b = 0; b < bodies.moved(); b++)
    for (int k = 0; k < 3 && changed[b]; k++) {
      const double common = p[k] / all[MASSES];
      RGS_AT(parts[V], b, k) = common + factor * (RGS_AT(parts[V], b, k) - common);
      RGS_AT(parts[L], b, k) *= factor;
    }
}

} // namespace rigidstep_lammps
