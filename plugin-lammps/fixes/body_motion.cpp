/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/body_motion.h"

#include "bodies/rigid_body.h"

#include "compute.h"
#include "error.h"
#include "modify.h"
#include "output.h"
#include "update.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

BodyMotion::BodyMotion(LAMMPS *lmp, MotionHost &h, const std::string &who, FixCommand &&command)
    : Pointers(lmp), origin(command.says_reinit), langevin(command.langevin), host(h), prefix(who),
      mover(lmp, who, std::move(command.choice), std::move(command.method)), outputs(lmp, *this),
      levels(lmp, *this), step_vflag(0) {}

int BodyMotion::modify_param(int narg, char **arg) {
  const int taken = mover.modify(narg, arg);
  if (taken > 0) outputs.swapped();
  return taken;
}

/* ---- the start of a run ---------------------------------------------------------------------- */

/* LAMMPS has just evaluated the forces. */
void BodyMotion::setup(int vflag) {
  const BodyOrigin::From from = origin.from;
  if (from != BodyOrigin::KEPT) check_bodies();
  origin.from = BodyOrigin::KEPT;

  const RespaLevels::WholeForces whole(
      levels); // fixes before this one may have left those of one level
  host.bodies().begin_run(from != BodyOrigin::ATOMS);
  host.tally_virial(vflag);
  outputs.begin_run();
  mover.start();
}

/* Bodies that cannot be moved are found here, where all ranks can be stopped with the same
   words. */
void BodyMotion::check_bodies() {
  BodyStore &bodies = host.bodies();
  mover.changed();
  const rgs_view all = view(bodies.own());
  const double least = origin.from == BodyOrigin::FILE ? 1e-9 : 0.0;
  for (int64_t i = 0; i < all.n; i++) drop_dead_momentum(all, i, least);
  rgs_error e = NO_ERROR;
  rgs_status status = mover.bind(all, e);
  if (status >= 0) status = mover.check(e);
  stop_all(lmp, status < 0 ? describe(e) : std::string());
  bodies.changed();
}

/* ---- a step ---------------------------------------------------------------------------------- */

void BodyMotion::initial_integrate(int vflag) {
  double at;
  step_vflag = vflag;
  go_on(true, at);
}

void BodyMotion::post_force() {
  if (host.sums_early()) host.bodies().sum_forces(true);
}

void BodyMotion::final_integrate() {
  double at;
  go_on(false, at);
  end_step(step_vflag, false);
}

bool BodyMotion::go_on(bool starts, double &at) {
  if (starts)
    begin_step();
  else if (!host.sums_early())
    host.bodies().sum_forces(true);
  return move_on(update->dt, at);
}

/* One whole step of the thermostat comes before each step of the scheme, so that what is seen
   between steps is the end of the scheme's own.  (Half before and half after is the same chain of
   states, seen elsewhere.)  With strang that is O B A B, a cyclic order of OBABO; with strang_dkd
   it is O A B A, one of BAOAB. */
void BodyMotion::begin_step() {
  BodyStore &bodies = host.bodies();
  host.tally_virial(0);
  if (langevin.on()) bodies.thermostat(view(bodies.moved()), langevin, mover.step_for(langevin));
}

/* False: the step is done.  Bodies that end a step with a kick have not moved since the atoms were
   placed. */
bool BodyMotion::move_on(double h, double &at) {
  BodyStore &bodies = host.bodies();
  rgs_error e = NO_ERROR;
  rgs_status status = mover.bind(view(bodies.moved()), e);
  if (status >= 0) status = mover.advance(h, at, e);
  if (status < 0)
    error->one(FLERR, describe(e) + ", at timestep " + std::to_string(update->ntimestep));
  const bool done = status == RGS_OK;
  if (done && scheme().ends_fresh && scheme().gradients == 0)
    bodies.give_velocities();
  else
    bodies.place_atoms();
  return !done;
}

void BodyMotion::move_innermost(double h) {
  double at;
  move_on(h, at);
}

/* Computes rigid/local, ke/rigid and erotate/rigid read LAMMPS' own arrays whenever they like;
   everything else asks the fix. */
static bool arrays_are_read(const Modify *modify) {
  for (int i = 0; i < modify->ncompute; i++)
    if (strstr(modify->compute[i]->style, "rigid")) return true;
  return false;
}

void BodyMotion::end_step(int vflag, bool anew) {
  BodyStore &bodies = host.bodies();
  if (anew && !host.sums_early()) bodies.sum_forces(true);
  if (output->next == update->ntimestep || arrays_are_read(modify)) bodies.publish();
  host.tally_virial(vflag);
}

/* ---- between LAMMPS and rigidstep ------------------------------------------------------------ */

/* Of the first n bodies. */
rgs_view BodyMotion::view(int n) {
  rgs_column parts[8];
  host.bodies().columns(parts);
  return mover.view(n, parts);
}

/* Values are known or not known on all ranks alike; zero times nan is nan. */
double BodyMotion::value_of(const char *key) {
  if (levels.at_work() && strncmp(key, "refined", 7) == 0) return NAN;
  rgs_error e = NO_ERROR;
  if (mover.bind(view(host.bodies().own()), e) < 0) error->one(FLERR, describe(e));
  const double value = mover.value_of(key);
  return host.bodies().counted_here() ? value : 0.0 * value;
}

std::string BodyMotion::describe(const rgs_error &e) {
  return prefix + host.bodies().name((int)e.body) + e.text;
}

} // namespace rigidstep_lammps
