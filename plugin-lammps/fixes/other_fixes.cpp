/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/other_fixes.h"

#include "mechanics/rigid_body.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "modify.h"
#include "update.h"
#include "utils.h"

#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

OtherFixes::OtherFixes(LAMMPS *lmp, const Ensemble &e, const std::string &who)
    : Pointers(lmp), ensemble(e), prefix(who) {}

static std::string name_of(const Fix *fix) {
  return std::string("fix ") + fix->style + " (ID " + fix->id + ")";
}

/* ---- what is known of LAMMPS' styles --------------------------------------------------------- */

/* SETS: velocities at the end of a step.  DRAWS: velocities for each atom at random, so that a body would
   get two thirds of the temperature if it has three atoms: of nine drawn numbers it keeps six.  REACHES: into the
   bodies of LAMMPS' class. */
enum Effect { OTHER, SETS, DRAWS, REACHES };

/* What to do instead, where a style has a bath or a piston.  `with_bath`: whether a bath alone is enough
   to refuse it. */
static const struct Style {
  const char *pattern;
  Effect effect;
  bool with_bath;
  const char *instead;
} STYLES[] = {
  { "^temp/rescale", SETS, true, "keyword bath (csvr, langevin or nhc) keeps the temperature" },
  { "^temp/berendsen", SETS, true, "keyword bath (csvr, langevin or nhc) keeps the temperature" },
  { "^temp/csvr", SETS, true, "keyword bath csvr is this thermostat" },
  { "^temp/csld", DRAWS, true, "keyword bath langevin keeps the temperature" },
  { "^langevin/drude", OTHER, false,
    "no bath here has two temperatures.  It works beside rigid/small, and beside LAMMPS' fix: "
    "write suffix off before this one" },
  { "^langevin", OTHER, true, "keyword bath langevin is this thermostat" },
  { "^hmc", REACHES, true, "rigid/nvt/small/rgs with bath langevin samples the same ensemble" },
  { "^momentum", SETS, true, "bath csvr and bath nhc leave the total momentum as it is" },
  { "^recenter", OTHER, false,
    "the box changes about its fixed centre, so subtract the drift of the system afterwards" },
};

static const Style *known(const Fix *fix) {
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
  for (int k = 0; k < modify->nfix && ensemble.has_piston(); k++) {
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

void OtherFixes::begin_run(const Fix *fix, BodyStore &bodies,
                           const std::function<bool(int)> &moves) {
  setters.clear();
  for (int k = 0; k < modify->nfix; k++) {
    const Fix *other = modify->fix[k];
    const Style *style = known(other);
    const bool pushes = (modify->fmask[k] & FixConst::POST_FORCE) && !other->rigid_flag;
    const bool integrates = other->time_integrate && !other->rigid_flag;
    if (other == fix || (!style && !integrates && !(pushes && ensemble.has_piston()))) continue;
    bigint mine = 0, all;
    for (int i = 0; i < atom->nlocal; i++) mine += moves(i) && (atom->mask[i] & other->groupbit);
    MPI_Allreduce(&mine, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
    if (all == 0) continue;
    if (integrates)
      error->all(FLERR, prefix + std::to_string(all) + " of its atoms would be moved by " +
                            name_of(other) +
                            " as well; take them out of the group of that fix, or drop it");
    if (!style) {
      check_virial(other);
      continue;
    }
    const std::string where = !style->with_bath || ensemble.has_bath()
                                  ? ""
                                  : "; for a bath use " + ensemble.style_of(Ensemble::NPT) +
                                        " with keyword temp Tstart Tstop Tdamp";
    if (style->with_bath ? ensemble.on() : ensemble.has_piston() || !ensemble.atoms().empty())
      error->all(FLERR, prefix + name_of(other) + " acts on atoms that this fix moves; drop it: " +
                            style->instead + where);
    if (bodies.are_atoms()) continue;
    if (style->effect == REACHES)
      error->all(FLERR,
                 prefix + name_of(other) +
                     " gives momenta to bodies of LAMMPS' fix rigid/small, not to ours; drop it: " +
                     style->instead);
    if (style->effect == DRAWS)
      error->all(FLERR, prefix + name_of(other) +
                            " draws velocities for each atom, but a body keeps only its rigid "
                            "motion, so its temperature would be too low; use keyword langevin, "
                            "or rigid/nvt/rgs with bath langevin");
    if (style->effect != SETS) continue;
    if (bodies.coupled() || atom->omega || atom->angmom)
      error->all(FLERR,
                 prefix + name_of(other) +
                     " sets velocities of atoms, which cannot set the motion of bodies that have "
                     "particles with an extent, or force or torque off; use rigid/nvt/rgs, or "
                     "keyword langevin");
    setters.push_back(other);
  }
}

/* ---- velocities that were set ---------------------------------------------------------------- */

bool OtherFixes::set_velocities() const {
  const bigint last = update->ntimestep - 1;
  if (last <= update->firststep) return false;
  for (const Fix *f : setters)
    if (f->nevery > 0 && last % f->nevery == 0) return true;
  return false;
}

/* The sums that make forces and torques out of the forces on atoms make momenta and angular momenta out
   of the momenta of atoms. */
void OtherFixes::take_velocities(BodyStore &bodies) const {
  const size_t n = 3 * (size_t)atom->nlocal;
  std::vector<double> forces;
  if (n > 0) forces.assign(&atom->f[0][0], &atom->f[0][0] + n);
  for (int i = 0; i < atom->nlocal; i++) {
    const double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    for (int k = 0; k < 3; k++) atom->f[i][k] = mass * atom->v[i][k];
  }
  bodies.sum_forces(false);
  if (n > 0) memcpy(&atom->f[0][0], forces.data(), n * sizeof(double));

  enum { X, V, Q, L, MASS, MOMENTS, FORCE, TORQUE, PARTS };
  rgs_column parts[PARTS];
  bodies.columns(parts);
  rgs_view turning = rgs_view();
  turning.q = parts[Q];
  turning.l = parts[L];
  turning.inertia = parts[MOMENTS];
  const int moved = bodies.moved();
  for (int b = 0; b < moved; b++) {
    for (int k = 0; k < 3; k++) {
      RGS_AT(parts[V], b, k) = RGS_AT(parts[FORCE], b, k) / RGS_AT(parts[MASS], b, 0);
      RGS_AT(parts[L], b, k) = RGS_AT(parts[TORQUE], b, k);
    }
    drop_dead_momentum(turning, b, 0.0);
  }
  bodies.sum_forces(true);
}

} // namespace rigidstep_lammps
