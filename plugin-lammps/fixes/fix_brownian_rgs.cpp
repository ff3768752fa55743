/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_brownian_rgs.h"

#include "restart/restart_record.h"

#include <rigidstep/draft.h>

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "memory.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

static const rgs_error NO_ERROR = RGS_ERROR_INIT;
static const char *const STYLE = "brownian/asphere/rgs", *const METHOD = "brownian_anisotropic";

/* ---- the method ------------------------------------------------------------------------------- */

static ContextPtr context_with_drafts(LAMMPS *lmp, const std::string &prefix) {
  rgs_error e = NO_ERROR;
  rgs_context *c = nullptr;
  if (rgs_context_create(nullptr, &c, &e) < 0 || rgs_draft_allow(c, RGS_DRAFT_ABI, &e) < 0)
    lmp->error->all(FLERR, prefix + e.text);
  return ContextPtr(c, rgs_context_destroy);
}

static MethodPtr method_of(LAMMPS *lmp, const std::string &prefix, const ContextPtr &context,
                           const BrownianCommand &c) {
  const double boltz = lmp->force->boltz / lmp->force->mvv2e;
  rgs_method_spec spec = no_method();
  spec.integrator = METHOD;
  return make_method(lmp, prefix, context, spec,
                     { { "kt", nullptr, boltz * c.temperature, 0, 0 },
                       { "kt_rotation", nullptr, boltz * c.rotation_temperature, 0, 0 },
                       { "friction_1", nullptr, c.friction[0], 0, 0 },
                       { "friction_2", nullptr, c.friction[1], 0, 0 },
                       { "friction_3", nullptr, c.friction[2], 0, 0 },
                       { "friction_rotation_1", nullptr, c.friction_rotation[0], 0, 0 },
                       { "friction_rotation_2", nullptr, c.friction_rotation[1], 0, 0 },
                       { "friction_rotation_3", nullptr, c.friction_rotation[2], 0, 0 },
                       { "seed", nullptr, c.seed, 0, 0 } });
}

/* ---- command ---------------------------------------------------------------------------------- */

/* With a suffix LAMMPS hands over its own name, without /rgs. */
FixBrownianRGS::FixBrownianRGS(LAMMPS *lmp, int narg, char **arg)
    : Fix(lmp, narg, arg), prefix(std::string("Fix ") + STYLE + " (ID " + id + "): "),
      command(lmp, prefix, narg, arg),
      particles(lmp, { ParticleKind::ELLIPSOIDS, false, 0.4, true }, groupbit),
      context(context_with_drafts(lmp, prefix)),
      stepper(lmp, prefix, context, method_of(lmp, prefix, context, command), comm->nprocs),
      others(lmp, no_ensemble, prefix), lost(lmp, prefix), ahead(nullptr),
      n_aux(stepper.aux_size()), steps(-1), announced(false) {
  if (!particles.shape.is_there()) error->all(FLERR, prefix + particles.shape.needs());
  if (command.has_dipole && !atom->mu_flag)
    error->all(FLERR, prefix + "keyword dipole needs atom style dipole in a hybrid with ellipsoid");
  time_integrate = 1;
  dynamic_group_allow = 1;
  create_attribute = 1;
  restart_global = 1;
  restart_peratom = 1;
  FixBrownianRGS::grow_arrays(atom->nmax);
  for (int i = 0; i < atom->nlocal; i++) FixBrownianRGS::set_arrays(i);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  if (strcmp(arg[2], STYLE) != 0 && comm->me == 0)
    utils::logmesg(lmp, std::string("Suffix rgs: fix ") + arg[2] + " (ID " + id +
                            ") is replaced by " + STYLE + "\n");
}

FixBrownianRGS::~FixBrownianRGS() {
  if (!ahead) return;
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
  memory->destroy(ahead);
}

int FixBrownianRGS::setmask() { return FixConst::INITIAL_INTEGRATE | FixConst::PRE_NEIGHBOR; }

double FixBrownianRGS::memory_usage() {
  return particles.bytes() +
         sizeof(double) * ((double)held.capacity() + (double)atom->nmax * n_aux);
}

/* ---- a run ------------------------------------------------------------------------------------ */

void FixBrownianRGS::init() {
  lost.warn(this);
  check_particles();
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, prefix + "run_style " + update->integrate_style +
                          " divides the step into levels, and this fix has no part in any; use "
                          "run_style verlet");
  if (update->whichflag == 1 && !(update->dt > 0.0))
    error->all(FLERR,
               prefix + "timestep is " + std::to_string(update->dt) + "; noise needs one above 0");
  turn_dipoles();
  for (int i = 0; i < atom->nlocal && is_minimising(update); i++)
    set_arrays(i); // nothing drifts on
}

void FixBrownianRGS::check_particles() {
  bigint mine[2] = { particles.own(), particles.with_shape() }, all[2];
  MPI_Allreduce(mine, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
  if (all[0] > all[1])
    error->all(FLERR, prefix + std::to_string(all[0] - all[1]) + " of the " +
                          std::to_string(all[0]) + " atoms of group " + group->names[igroup] +
                          " have no shape, and so no axes that the frictions belong to; give them "
                          "one by set shape or in the data file, or use fix brownian for them");
  if (!atom->tag_enable)
    error->all(FLERR, prefix + "the noise of a particle follows from its atom ID, and atoms have "
                               "none; leave out atom_modify id no");
}

/* One line in the log, in the first run. */
void FixBrownianRGS::announce() {
  bigint mine = particles.own(), all;
  MPI_Allreduce(&mine, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  if (!announced && comm->me == 0)
    utils::logmesg(lmp, prefix + std::to_string(all) + " particles, integrator " + METHOD +
                            ", rigidstep " RIGIDSTEP_VERSION "\n");
  announced = true;
}

/* A script may set LAMMPS' time step back, and noise must not repeat, so steps are counted here. */
void FixBrownianRGS::setup(int) {
  announce();
  stepper.changed();
  stepper.start();
  if (steps < 0) steps = update->ntimestep;
  stepper.set_step((uint64_t)steps);
  const auto has = [this](int i) { return particles.has(i); };
  others.begin_run(this, particles, has, has);
}

void FixBrownianRGS::check(rgs_status status, const rgs_error &e) {
  if (status < 0)
    error->one(FLERR, prefix + particles.name((int)e.body) + e.text + ", at timestep " +
                          std::to_string(update->ntimestep));
}

/* Between the arrays of atoms and of particles */
void FixBrownianRGS::copy_ahead(bool into_atoms) {
  double *its = held.data();
  for (int i = 0; i < atom->nlocal; i++) {
    if (!particles.has(i)) continue;
    if (into_atoms)
      std::copy(its, its + n_aux, ahead[i]);
    else
      std::copy(ahead[i], ahead[i] + n_aux, its);
    its += n_aux;
  }
}

/* The forces on the atoms belong to the end of the last step. */
void FixBrownianRGS::initial_integrate(int) {
  const int64_t *const tags = particles.tags();
  rgs_column parts[8];
  particles.columns(parts);
  if (particles.renewed()) stepper.changed();
  rgs_view v = stepper.view(particles.own(), parts);
  held.resize((size_t)std::max<int64_t>(v.n, 1) * n_aux);
  copy_ahead(false);
  v.aux = { held.data(), n_aux, 1 };
  v.tag = tags;
  v.flags |= RGS_VIEW_ANY_MOMENTS; // data files have few digits
  if (domain->dimension == 2) v.flags |= RGS_VIEW_PLANAR;

  rgs_error e = NO_ERROR;
  double at;
  rgs_status status = stepper.bind(v, e);
  stepper.stay_shown(true); // these forces hold, and are not asked for
  if (status >= 0) status = stepper.advance(update->dt, at, e);
  check(status, e);
  copy_ahead(true);
  particles.place_atoms();
  turn_dipoles();
  steps++;
}

/* Dipoles lie in the body. */
void FixBrownianRGS::turn_dipoles() {
  if (!command.has_dipole) return;
  const double *d = command.dipole;
  const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  particles.shape.look();
  for (int i = 0; i < atom->nlocal; i++) {
    double q[4], moments[3];
    if (!particles.has(i) || !particles.shape.read(i, q, moments)) continue;
    double *mu = atom->mu[i];
    const double cross[3] = { q[2] * d[2] - q[3] * d[1], q[3] * d[0] - q[1] * d[2],
                              q[1] * d[1] - q[2] * d[0] };
    for (int k = 0; k < 3; k++) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      mu[k] = d[k] + 2.0 * (q[0] * cross[k] + q[1 + a] * cross[b] - q[1 + b] * cross[a]);
    }
    mu[3] = length;
  }
}

/* ---- what travels with an atom ----------------------------------------------------------------- */

void FixBrownianRGS::grow_arrays(int n) { memory->grow(ahead, n, n_aux, "brownian/rgs:ahead"); }

void FixBrownianRGS::copy_arrays(int i, int j, int) {
  std::copy(ahead[i], ahead[i] + n_aux, ahead[j]);
}

void FixBrownianRGS::set_arrays(int i) { std::fill(ahead[i], ahead[i] + n_aux, 0.0); }

int FixBrownianRGS::pack_exchange(int i, double *buf) {
  std::copy(ahead[i], ahead[i] + n_aux, buf);
  return n_aux;
}

int FixBrownianRGS::unpack_exchange(int i, double *buf) {
  std::copy(buf, buf + n_aux, ahead[i]);
  return n_aux;
}

int FixBrownianRGS::maxsize_restart() { return 1 + n_aux; }
int FixBrownianRGS::size_restart(int) { return 1 + n_aux; }

int FixBrownianRGS::pack_restart(int i, double *buf) {
  buf[0] = 1 + n_aux;
  return 1 + pack_exchange(i, buf + 1);
}

/* `nth`: place of this fix among those that have something in the file */
void FixBrownianRGS::unpack_restart(int i, int nth) {
  double *its = atom->extra[i];
  for (int k = 0; k < nth; k++) its += (int)*its;
  unpack_exchange(i, its + 1);
}

static const char MAGIC[8] = { 'R', 'G', 'S', 'B', 'R', 'O', 'W', '1' };

void FixBrownianRGS::write_restart(FILE *file) {
  if (comm->me != 0) return;
  write_restart_header(file, restart_header(MAGIC, steps), METHOD, "", {});
}

void FixBrownianRGS::restart(char *state) {
  const ReadHeader file = read_restart_header(state, MAGIC);
  if (take_from_restart(lmp, prefix, file.wrong, METHOD, state, file)) steps = file.h.steps;
}
