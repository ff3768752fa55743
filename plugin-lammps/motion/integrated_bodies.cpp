/* SPDX-License-Identifier: GPL-2.0-only */
#include "motion/integrated_bodies.h"

#include "error.h"
#include "update.h"

#include <cmath>
#include <cstdio>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

IntegratedBodies::IntegratedBodies(LAMMPS *lmp, FixCallbacks &h, const std::string &who,
                                   FixCommand &&command)
    : Pointers(lmp), host(h), prefix(who), langevin(command.given.langevin),
      stepper(lmp, who, std::move(command.choice), std::move(command.method)),
      ensemble(lmp, stepper, who), together(
                                       lmp, [&h]() -> BodyStore & { return h.bodies(); },
                                       [&h](int i) { return h.has_atom(i); }) {}

BodyStore &IntegratedBodies::store() {
  if (ensemble.free_atoms()) return together;
  return host.bodies();
}

rgs_view IntegratedBodies::view() {
  rgs_column parts[8];
  store().columns(parts);
  if (store().renewed()) stepper.changed();
  rgs_view v = stepper.view(store().moved(), parts);
  v.n_ghosts = store().ghosts();
  ensemble.add_to_view(v, store());
  if (store().are_atoms()) v.flags |= RGS_VIEW_ANY_MOMENTS; // data files have few digits
  return v;
}

rgs_status IntegratedBodies::bind(rgs_error &e) { return stepper.bind(view(), e); }

double IntegratedBodies::share_of(const char *key) {
  rgs_error e = NO_ERROR;
  if (bind(e) < 0) error->one(FLERR, describe(e));
  return stepper.value_of(key);
}

double IntegratedBodies::sum_of(const char *key) {
  double mine = share_of(key), all;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return std::isnan(all) ? 0.0 : all;
}

double IntegratedBodies::coupling_without_thermostat() {
  const double of_thermostat = stepper.value_of("thermostat_energy");
  return sum_of("coupling_energy") - (std::isnan(of_thermostat) ? 0.0 : of_thermostat);
}

std::string IntegratedBodies::describe(const rgs_error &e) {
  return prefix + store().name((int)e.body) + e.text;
}

/* The box is the same on all ranks, so all come here if the barostat fails. */
void IntegratedBodies::check(rgs_status status, const rgs_error &e) {
  if (status >= 0 && !ensemble.bursts()) return;
  const std::string when = ", at timestep " + std::to_string(update->ntimestep);
  if (status < 0 && !strstr(e.text, "barostat_relaxation")) error->one(FLERR, describe(e) + when);
  double mean = 0.0;
  for (int k = 0; k < 3; k++) mean += ensemble.pressure(k, store()) / 3.0;
  char text[300];
  snprintf(
      text, sizeof text,
      "the box would collapse or burst in one step%s: the molecular pressure is %g. If atoms "
      "overlap, use minimize/rgs before; otherwise a shorter timestep than %g, or a longer Pdamp "
      "than %g",
      when.c_str(), mean, update->dt, stepper.ensemble().longest_period());
  error->all(FLERR, prefix + text);
}

} // namespace rigidstep_lammps
