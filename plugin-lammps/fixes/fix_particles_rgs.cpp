/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_particles_rgs.h"

#include "restart/restart_record.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "update.h"
#include "utils.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

/* ---- command --------------------------------------------------------------------------------- */

static const char *const DOTC = "nve/dotc/langevin/rgs";

static const struct Style {
  const char *name;
  ParticleKind::Shape shape;
} STYLES[] = {
  { "nve/asphere/rgs", ParticleKind::ELLIPSOIDS },
  { "nvt/asphere/rgs", ParticleKind::ELLIPSOIDS },
  { "npt/asphere/rgs", ParticleKind::ELLIPSOIDS },
  { "nph/asphere/rgs", ParticleKind::ELLIPSOIDS },
  { "nve/sphere/rgs", ParticleKind::SPHERES },
  { "nvt/sphere/rgs", ParticleKind::SPHERES },
  { "npt/sphere/rgs", ParticleKind::SPHERES },
  { "nph/sphere/rgs", ParticleKind::SPHERES },
  { "nve/body/rgs", ParticleKind::BODIES },
  { "nvt/body/rgs", ParticleKind::BODIES },
  { "npt/body/rgs", ParticleKind::BODIES },
  { "nph/body/rgs", ParticleKind::BODIES },
  { "nve/tri/rgs", ParticleKind::TRIANGLES },
  { "nve/line/rgs", ParticleKind::LINES },
  { "nve/dot/rgs", ParticleKind::ELLIPSOIDS },
  { "nve/asphere/noforce/rgs", ParticleKind::ELLIPSOIDS },
  { DOTC, ParticleKind::ELLIPSOIDS },
};

std::vector<const char *> rigidstep_lammps::particle_styles() {
  std::vector<const char *> names;
  for (const Style &s : STYLES) names.push_back(s.name);
  return names;
}

/* With a suffix LAMMPS hands over its own name, without /rgs. */
static ParticleKind::Shape shape_of(const std::string &style) {
  for (const Style &s : STYLES)
    if (strncmp(s.name, style.c_str(), style.size()) == 0) return s.shape;
  return ParticleKind::ELLIPSOIDS;
}

static std::vector<TheirKeyword> their_keywords(const char *style) {
  if (shape_of(style) == ParticleKind::SPHERES) return { { "update", 1 }, { "disc", 0 } };
  return {};
}

/* The words that are left are from their_keywords(). */
static ParticleKind kind_of(LAMMPS *lmp, const FixCommand &command) {
  const std::string start = "Fix " + command.style + " (ID " + command.base[0] + "): keyword ";
  ParticleKind kind = { shape_of(command.style), false, 0.4,
                        command.style != "nve/asphere/noforce/rgs" };
  for (size_t k = 3; k < command.base.size(); k++) {
    const std::string word = command.base[k];
    if (word == "disc") {
      kind.moment = 0.5;
      if (lmp->domain->dimension != 2)
        lmp->error->all(FLERR, start + "disc is for two dimensions; leave it out");
    } else {
      const std::string value = ++k < command.base.size() ? command.base[k] : "";
      kind.turns_dipole = true;
      if (value != "dipole" && value != "dipole/dlm")
        lmp->error->all(FLERR, start + "update has the value " + (value.empty() ? "none" : value) +
                                   "; must be dipole or dipole/dlm, which mean the same here");
    }
  }
  return kind;
}

/* nve/dotc/langevin Tstart Tstop damp seed angmom FACTOR, in keywords of ours.  LAMMPS' rate of friction
   is 1/damp for translation and FACTOR/damp M/I_k about axis k, with 1/M the sum of all 1/I_k; the mean of
   the three is FACTOR/damp/3.  Nucleotides have three equal moments. */
static std::vector<std::string> in_keywords(LAMMPS *lmp, int narg, char **arg) {
  std::vector<std::string> words(arg, arg + narg);
  if (words[2].compare(0, 17, DOTC, 17) != 0) return words;
  const bool is_no = narg > 8 && words[8] == "no";
  char *end = nullptr;
  const double damp = narg > 8 ? strtod(arg[5], nullptr) : 0.0,
               factor = narg > 8 ? strtod(arg[8], &end) : 0.0;
  if (narg < 9 || words[7] != "angmom" || (!is_no && (*end || !(factor > 0.0))))
    lmp->error->all(FLERR,
                    std::string("Fix ") + DOTC + " (ID " + words[0] +
                        "): expected Tstart Tstop damp seed angmom FACTOR, where FACTOR is a "
                        "number > 0 or no");
  char rotation[32];
  snprintf(rotation, sizeof rotation, "%.17g", is_no ? 1e100 : 3.0 * damp / factor); // no: never
  std::vector<std::string> ours = { words[0],
                                    words[1],
                                    words[2],
                                    "temp",
                                    words[3],
                                    words[4],
                                    words[5],
                                    "thermostat",
                                    "langevin",
                                    "seed",
                                    words[6],
                                    "param",
                                    "relaxation_rotation",
                                    rotation };
  ours.insert(ours.end(), words.begin() + 9, words.end());
  return ours;
}

static FixCommand command_of(LAMMPS *lmp, std::vector<std::string> &&words) {
  std::vector<char *> arg;
  for (std::string &word : words) arg.push_back(&word[0]);
  return FixCommand(lmp, (int)arg.size(), arg.data(), 3, their_keywords(arg[2]));
}

FixParticlesRGS::FixParticlesRGS(LAMMPS *lmp, int narg, char **arg)
    : FixParticlesRGS(lmp, command_of(lmp, in_keywords(lmp, narg, arg))) {}

FixParticlesRGS::FixParticlesRGS(LAMMPS *lmp, FixCommand &&command)
    : Fix(lmp, (int)command.base.size(), command.base.data()),
      prefix("Fix " + command.style + " (ID " + id + "): "),
      particles(lmp, kind_of(lmp, command), groupbit), origin(command.says_reinit),
      motion(lmp, *this, prefix, std::move(command)), begun(false) {
  if (!particles.shape.is_there()) error->all(FLERR, prefix + particles.shape.needs());
  particles.shape.look();
  time_integrate = 1;
  dynamic_group_allow = 1;
  global_freq = 1;
  restart_global = 1;
  BodyOutputs::declare(this, motion.ensemble_host().on());
  motion.ensemble_host().declare(this, temperature());
}

/* The compute that LAMMPS' style of this name makes.  Some of them refuse points, and then the temperature
   is of translation. */
std::string FixParticlesRGS::temperature() const {
  const bool has_barostat = motion.ensemble_host().has_barostat();
  int mine = 0, any;
  for (int i = 0; i < atom->nlocal; i++)
    mine = mine || ((has_barostat || has_atom(i)) && particles.shape.is_point(i));
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
  const std::string style = any ? "temp" : particles.shape.temperature();
  return std::string(has_barostat ? "all" : group->names[igroup]) + " " + style;
}

FixParticlesRGS::~FixParticlesRGS() { motion.ensemble_host().remove(); }

int FixParticlesRGS::setmask() {
  using namespace FixConst;
  return INITIAL_INTEGRATE | FINAL_INTEGRATE | INITIAL_INTEGRATE_RESPA | FINAL_INTEGRATE_RESPA |
         PRE_NEIGHBOR | MIN_PRE_NEIGHBOR | END_OF_STEP |
         (motion.ensemble_host().sees_forces() ? POST_FORCE : 0) |
         (motion.ensemble_host().may_flip() ? PRE_EXCHANGE : 0);
}

/* ---- a run ----------------------------------------------------------------------------------- */

void FixParticlesRGS::init() {
  motion.init();
  check_shapes();
  if (strncmp(style, "nve/dot", 7) == 0 && (force->ftm2v != 1.0 || force->boltz != 1.0) &&
      comm->me == 0)
    utils::logmesg(
        lmp, prefix + "in units " + update->unit_style + " it multiplies forces and " +
                 "temperatures by the factors of these units, which LAMMPS' style leaves out\n");
}

void FixParticlesRGS::check_shapes() {
  bigint mine[2] = { particles.own(), particles.with_shape() }, all[2];
  MPI_Allreduce(mine, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
  if (all[0] > 0 && all[1] == 0)
    error->all(FLERR, prefix + "none of the " + std::to_string(all[0]) + " atoms of group " +
                          group->names[igroup] + " has a shape; give them one by set shape or in " +
                          "the data file, or use fix nve, which moves points");
  if (!atom->tag_enable && motion.has_thermostat())
    error->all(FLERR, prefix + "the noise of a particle follows from its atom ID, and atoms have "
                               "none; leave out atom_modify id no");
}

/* Whoever sets shapes, velocities or orientations between two runs sets the bodies'. */
void FixParticlesRGS::setup(int vflag) {
  begun = true;
  origin.from = ReinitState::ATOMS;
  motion.setup(vflag);
}

void FixParticlesRGS::min_setup(int vflag) {
  if (!is_relaxing(update)) return;
  begun = true;
  origin.from = ReinitState::ATOMS;
  motion.setup_bodies(vflag);
}

/* ---- restart files --------------------------------------------------------------------------- */

/* LAMMPS keeps the particles. */
static const char MAGIC[8] = { 'R', 'G', 'S', 'P', 'A', 'R', 'T', '1' };

void FixParticlesRGS::write_restart(FILE *file) {
  const std::string ensemble = motion.restart().save_ensemble();
  if (comm->me != 0) return;
  write_restart_header(file, restart_header(MAGIC, motion.restart().steps()),
                       motion.restart().method(), ensemble, {});
}

void FixParticlesRGS::restart(char *state) {
  ReadHeader file = read_restart_header(state, MAGIC);
  motion.restart().read(state, file);
  take_from_restart(lmp, prefix, file.wrong, motion.method(), state, file);
}
