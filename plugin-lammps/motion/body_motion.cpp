/* SPDX-License-Identifier: GPL-2.0-only */
#include "motion/body_motion.h"

#include "mechanics/rigid_body.h"

#include "atom.h"
#include "comm.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "fix.h"
#include "modify.h"
#include "output.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

BodyMotion::BodyMotion(LAMMPS *lmp, FixCallbacks &h, const std::string &who, FixCommand &&command)
    : IntegratedBodies(lmp, h, who, std::move(command)),
      external(lmp, command.given.external, command.given.external_counts, who),
      restart_file(lmp, *this), others(lmp, stepper.ensemble(), who), lost(lmp, who),
      outputs(lmp, *this, external, levels), levels(lmp, *this, who), threads(lmp), step_vflag(0),
      unfinished(0.0) {}

void BodyMotion::init() {
  if (is_minimising(update)) unfinished = 0.0;
  lost.warn(host.as_fix());
  stepper.check_run_style();
  if (update->whichflag == 1) {
    stepper.take_levels(levels.number(), levels.inner());
    levels.begin_run();
    host.as_fix()->force_reneighbor = levels.number() > 1;
  }
  check_timestep();
  if (is_minimising(update) && !is_relaxing(update) && comm->me == 0)
    error->warning(FLERR,
                   prefix + (host.bodies().are_atoms()
                                 ? "minimize does not turn particles; minimize/rgs does"
                                 : "minimize moves the atoms of a body one by one, so that "
                                   "bodies lose their shape, and before the first run each keeps "
                                   "the one that it gets; minimize/rgs keeps them rigid"));
  if (langevin.on() && scheme().processed)
    error->all(FLERR,
               prefix + "scheme " + scheme().words.scheme +
                   " is a processed scheme: between its steps the bodies do not have their "
                   "physical momenta, on which keyword langevin acts; use scheme strang or srkn6b");
  if (inertia() != 1.0 && external.counted())
    error->all(FLERR,
               prefix + "external_counts yes does not work with keyword inertia, because it "
                        "counts the work of torques without the factor; leave external_counts out");
  ensemble.init();
  if (divides() && ensemble.sees_forces())
    error->all(FLERR, prefix + "keyword dilate does not work with run_style " +
                          update->integrate_style + "; use run_style verlet");
  external.find_variables();
  others.check_box(host.as_fix());
  together.set_group(ensemble.free_atoms());
  if (ensemble.free_atoms() && scheme().processed)
    error->all(FLERR, prefix + "keyword atoms does not work with scheme " + scheme().words.scheme +
                          ", which is a processed scheme; use scheme strang or srkn6b");
}

void BodyMotion::ask_for_lists() { host.as_fix()->next_reneighbor = update->ntimestep; }

/* Noise of a step that is no step would be no number. */
void BodyMotion::check_timestep() const {
  if (update->whichflag == 1 && has_thermostat() && !(update->dt > 0.0))
    error->all(FLERR, prefix + "timestep is " + std::to_string(update->dt) +
                          "; a thermostat or barostat needs one above 0");
}

int BodyMotion::modify_param(int narg, char **arg) {
  const int of_ensemble = ensemble.modify_param(narg, arg);
  if (of_ensemble > 0) return of_ensemble;
  const int taken = stepper.modify(narg, arg);
  if (taken > 0) outputs.swapped();
  return taken;
}

/* ---- the start of a run ---------------------------------------------------------------------- */

/* LAMMPS has just evaluated the forces. */
void BodyMotion::setup_bodies(int vflag) {
  ReinitState &origin = host.reinit_state();
  const ReinitState::From from = origin.from;
  if (from != ReinitState::KEPT) check_bodies();
  origin.from = ReinitState::KEPT;

  store().begin_run(from != ReinitState::ATOMS);
  external.apply(host.bodies());
  langevin.begin_run();
  host.tally_virial(vflag);
  announce();
}

void BodyMotion::setup(int vflag) {
  const bool lacks_kick = host.reinit_state().from == ReinitState::KEPT && unfinished == update->dt;
  unfinished = 0.0;
  {
    const RespaLevels::WholeForces all(levels); // fixes before this one may have left one level's
    setup_bodies(vflag);
  }
  if (lacks_kick) finish_step();
  const RespaLevels::WholeForces whole(levels);
  outputs.begin_run();
  external.begin_run();
  stepper.start();
  others.begin_run(
      host.as_fix(), host.bodies(), [this](int i) { return host.has_atom(i); },
      [this](int i) { return moves(i); });
  ensemble.begin_run(
      store(), [this](int i) { return host.has_atom(i); }, ensemble.on() ? temperature() : 0.0);
  if (ensemble.resumes()) ensemble.resume(coupling_without_thermostat());
}

/* If a program that runs LAMMPS catches an error within a step, as of a pair style, the step lacks its last
   kick.  LAMMPS counts the step as done, and its forces are here now.  Where inner steps are left, or the run style is
   another one, it cannot be finished. */
void BodyMotion::finish_step() {
  double at;
  if (!(divides() ? stepper.asks_slow() : stepper.asks())) {
    if (comm->me == 0)
      error->warning(
          FLERR,
          prefix + "an error stopped the last step of run_style respa; what it lacks is left out");
  } else if (divides()) {
    levels.end_divided();
  } else {
    ensemble.note_forces();
    ensemble.measure(store());
    ensemble.answer();
    move_on(update->dt, at, false);
  }
}

/* One line in the log, in the first run and where something is not as before. */
void BodyMotion::announce() {
  const BodyStore &bodies = host.bodies();
  double mine[2] = { bodies.counted_here() ? (double)bodies.own() : 0.0,
                     bodies.freedom(false) + bodies.freedom(true) },
         all[2];
  MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, world);
  char numbers[80];
  snprintf(numbers, sizeof numbers, "%.0f bodies with %.0f degrees of freedom, ", all[0], all[1]);
  const int several = threads.number();
  const std::string line = prefix + numbers + method() + (langevin.on() ? " langevin" : "") +
                           stepper.ensemble().times(stepper.choice().declares("barostat_rate")) +
                           (divides() ? ", inner steps " + std::to_string(levels.inner()) : "") +
                           ", rigidstep " RIGIDSTEP_VERSION +
                           (several > 1 ? ", " + std::to_string(several) + " threads\n" : "\n");
  if (line != announced && comm->me == 0) {
    utils::logmesg(lmp, line);
    if (announced.empty() && stepper.acts_in_middle())
      utils::logmesg(lmp, prefix + BodyOutputs::about_temperatures());
    if (lmp->kokkos)
      utils::logmesg(lmp, prefix +
                              "KOKKOS does not move bodies: this fix works on the processor, " +
                              "and LAMMPS copies the atoms in every step\n");
    const std::string warning = threads.warning();
    if (!warning.empty()) error->warning(FLERR, prefix + warning);
  }
  if (line != announced && inertia() != 1.0) announce_inertia();
  announced = line;
}

/* Friction and noise that act on velocities of atoms are in balance with the temperature if positions change
   by these velocities. */
void BodyMotion::announce_inertia() {
  std::string rubs = comm->ghost_velocity && force->pair ? force->pair_style : "";
  for (int k = 0; k < modify->nfix; k++)
    for (const char *pattern : { "^langevin", "^viscous", "^gld", "^gle", "^lb/fluid" }) {
      const Fix *other = modify->fix[k];
      if (!utils::strmatch(other->style, pattern)) continue;
      int mine = 0, any;
      for (int i = 0; i < atom->nlocal; i++) mine |= moves(i) && (atom->mask[i] & other->groupbit);
      MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
      if (any) rubs = std::string("fix ") + other->style;
    }
  if (comm->me != 0) return;
  utils::logmesg(lmp, prefix + "inertia changes librations, spectra, reorientation times and "
                               "viscosity, but no averages of positions, pressures or free "
                               "energies\n");
  if (strcmp(host.infile(), "") != 0)
    utils::logmesg(lmp,
                   prefix + "inertia multiplies the moments of infile " + host.infile() + "\n");
  if (!rubs.empty())
    error->warning(FLERR, prefix + "keyword inertia: " + rubs +
                              " may push atoms by their velocities, and gives bodies another "
                              "temperature then; use keyword langevin or thermostat langevin");
}

/* Bodies that cannot be moved are found here, where all ranks can be stopped with the same
   words. */
void BodyMotion::check_bodies() {
  BodyStore &bodies = host.bodies();
  stepper.changed();
  rgs_column parts[8];
  bodies.columns(parts);
  rgs_view its = stepper.view(bodies.moved(), parts);
  ensemble.add_to_view(its, bodies);
  const double least = host.reinit_state().from == ReinitState::FILE ? 1e-9 : 0.0;
  for (int i = 0; i < bodies.own(); i++) {
    make_line_symmetric(its.inertia, i);
    drop_dead_momentum(its, i, least);
  }
  bodies.changed();
  rgs_error e = NO_ERROR;
  rgs_status status = bind(e);
  if (status >= 0) status = stepper.check(e);
  stop_all(lmp, status < 0 ? describe(e) : std::string());
}

/* ---- a step ---------------------------------------------------------------------------------- */

void BodyMotion::initial_integrate(int vflag) {
  double at;
  step_vflag = vflag;
  unfinished = start_step(at) ? update->dt : 0.0;
}

void BodyMotion::post_force() {
  if (host.sums_early()) sum_forces();
  ensemble.note_forces();
}

void BodyMotion::final_integrate() {
  double at;
  continue_step(at);
  unfinished = 0.0;
  end_step(step_vflag, false);
}

void BodyMotion::sum_forces() {
  store().sum_forces(true);
  external.apply(host.bodies());
}

void BodyMotion::sum_level(bool outermost) {
  if (outermost) return sum_forces();
  store().sum_forces(false);
}

bool BodyMotion::start_step(double &at) {
  begin_step();
  return move_on(update->dt, at, true);
}

bool BodyMotion::continue_step(double &at) {
  if (!host.sums_early()) sum_forces();
  ensemble.measure(store());
  ensemble.answer();
  return move_on(update->dt, at, false);
}

/* One whole step of the thermostat comes before each step of the scheme, so that what is seen
   between steps is the end of the scheme's own.  (Half before and half after is the same chain of
   states, seen elsewhere.)  With strang that is O B A B, a cyclic order of OBABO; with strang_dkd
   it is O A B A, one of BAOAB. */
void BodyMotion::begin_step() {
  BodyStore &bodies = store();
  host.tally_virial(0);
  if (ensemble.virial_is_other()) stepper.start();
  if (others.set_velocities()) {
    others.take_velocities(host.bodies());
    external.apply(host.bodies());
  }
  ensemble.set_targets();
  if (!langevin.on()) return;
  langevin.apply(threads, view(), bodies.tags(), bodies.counted_here() ? bodies.own() : 0,
                 bodies.moving(), stepper.step_for(langevin));
  bodies.keep();
}

/* Forces and torques, which a stepper that looks for mistakes overwrites when it asks for them. */
static std::vector<double> forces_of(const rgs_view &v) {
  std::vector<double> all;
  for (int64_t i = 0; i < v.n; i++)
    for (int k = 0; k < 6; k++) all.push_back(RGS_AT(k < 3 ? v.f : v.tau, i, k % 3));
  return all;
}
static void put_forces(const rgs_view &v, const std::vector<double> &all) {
  for (size_t n = 0; n < all.size(); n++)
    RGS_AT(n % 6 < 3 ? v.f : v.tau, (int64_t)(n / 6), n % 3) = all[n];
}

/* False: the step is done.  Bodies that end a step with a kick have not moved since the atoms were
   placed. */
bool BodyMotion::move_on(double h, double &at, bool starts) {
  BodyStore &bodies = store();
  rgs_error e = NO_ERROR;
  rgs_status status = bind(e);
  std::vector<double> known;
  static const bool overwrites = getenv("RIGIDSTEP_CHECKS") != nullptr;
  if (overwrites && starts && ensemble.has_barostat()) known = forces_of(view());
  if (status >= 0) status = stepper.advance(h, at, e);
  // The forces of the start of a run are known, and the virial that belongs to them is, too.
  if (status == RGS_NEED_EVAL && starts && stepper.asks_virial() && at < 1e-9) {
    put_forces(view(), known);
    ensemble.answer();
    status = stepper.advance(h, at, e);
  }
  check(status, e);
  const bool done = status == RGS_OK;
  ensemble.move_box();
  if (done && scheme().ends_valid && scheme().gradients == 0)
    bodies.give_velocities();
  else
    bodies.place_atoms();
  external.show(host.bodies());
  return !done;
}

void BodyMotion::move_innermost(double h) {
  double at;
  unfinished = move_on(h, at, false) && divides() ? h : 0.0;
}

void BodyMotion::go_on() {
  double at;
  rgs_error e = NO_ERROR;
  if (stepper.asks_virial()) ensemble.answer();
  rgs_status status = bind(e);
  if (status >= 0) status = stepper.advance(update->dt, at, e);
  check(status, e);
  store().keep();
}

/* ---- the physical state of a processed scheme ------------------------------------------------ */

bool BodyMotion::show(bool starts, double &at) {
  BodyStore &bodies = store();
  if (!starts && !host.sums_early()) sum_forces();
  rgs_error e = NO_ERROR;
  rgs_status status = bind(e);
  if (status >= 0) status = stepper.process(update->dt, at, e);
  check(status, e);
  bodies.place_atoms();
  return status == RGS_NEED_EVAL;
}

std::vector<double> BodyMotion::state() {
  const rgs_view now = view();
  std::vector<double> numbers;
  numbers.reserve(13 * (size_t)now.n);
  for (int64_t i = 0; i < now.n; i++) {
    for (const rgs_column *c : { &now.x, &now.p, &now.l })
      for (int k = 0; k < 3; k++) numbers.push_back(RGS_AT(*c, i, k));
    for (int k = 0; k < 4; k++) numbers.push_back(RGS_AT(now.q, i, k));
  }
  return numbers;
}

void BodyMotion::hide() {
  rgs_error e = NO_ERROR;
  rgs_status status = bind(e);
  if (status >= 0) status = stepper.unprocess(e);
  check(status, e);
  store().place_atoms();
}

/* ---- the end of a step ----------------------------------------------------------------------- */

/* Computes rigid/local, ke/rigid and erotate/rigid read LAMMPS' own arrays whenever they like;
   everything else asks the fix. */
static bool arrays_are_read(const Modify *modify) {
  for (int i = 0; i < modify->ncompute; i++)
    if (strstr(modify->compute[i]->style, "rigid")) return true;
  return false;
}

void BodyMotion::end_step(int vflag, bool anew) {
  BodyStore &bodies = store();
  if (anew && !host.sums_early()) sum_forces();
  if (anew) ensemble.measure(bodies);
  if (output->next == update->ntimestep || arrays_are_read(modify)) bodies.publish();
  external.show(host.bodies());
  external.end_step();
  host.tally_virial(ensemble.others_want_virial(vflag) ? vflag : 0);
  ensemble.end_step();
}

/* A fix that changes the box has remapped the atoms of a body like all others after the last step. */
void BodyMotion::undo_strain() {
  if (update->whichflag == 1 && domain->box_change && !ensemble.has_barostat() &&
      host.have_bodies())
    host.bodies().place_atoms();
}

} // namespace rigidstep_lammps
