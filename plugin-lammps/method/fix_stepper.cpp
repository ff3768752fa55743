/* SPDX-License-Identifier: GPL-2.0-only */
#include "method/fix_stepper.h"

#include "method/citations.h"
#include "method/keywords.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

FixStepper::FixStepper(LAMMPS *lmp, const std::string &who, MethodChoice &&c, MethodPtr &&m)
    : BodyStepper(lmp, who, c.context(), std::move(m), c.ensemble().on() ? lmp->comm->nprocs : 0),
      chosen(std::move(c)), inner_steps(0) {
  note_scheme();
}

void FixStepper::note_scheme() {
  rgs_error e = NO_ERROR;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  if (rgs_method_describe(method(), &info, &e) < 0) error->all(FLERR, prefix + e.text);
  its.context = chosen.context();
  its.words = chosen.words();
  its.forces = info.evals;
  its.gradients = info.gradients;
  its.ends_valid = info.ends_valid;
  its.processed = is_processed(chosen.context().get(), its.words.scheme);
  cite_methods(lmp, chosen);
}

bool FixStepper::thermostat_scales() const {
  const rgs_about *thermostat =
      rgs_about_find(chosen.context().get(), RGS_KIND_THERMOSTAT, ensemble().thermostat().c_str());
  return thermostat && (thermostat->needs & RGS_EVAL_REDUCTION);
}

int FixStepper::modify(int narg, char **arg) {
  Given given;
  std::string wrong;
  int taken = 0, n;
  while ((n = read_keyword(FIX_MODIFY, narg - taken, arg + taken, given, wrong)) > 0) {
    if (!wrong.empty()) error->all(FLERR, prefix + wrong);
    taken += n;
  }
  if (taken == 0) return 0;

  MethodPtr made = chosen.make(given.method);
  chosen.keep();
  change(std::move(made));
  inner_steps = 0;
  note_scheme();
  return taken;
}

/* Targets stay as they are, in the midst of ramps. */
void FixStepper::change(MethodPtr &&made) {
  Ensemble::Params now;
  for (const auto &p : ensemble().targets(0.0, ensemble_units(lmp)))
    if (chosen.declares(p.first)) now.push_back({ p.first, param(p.first) });
  swap(std::move(made));
  for (const auto &p : now) set_param(p.first, p.second);
}

void FixStepper::reseed(double seed) {
  if (seed == ensemble().seed) return;
  ensemble().seed = seed;
  if (ensemble().has_thermostat() && chosen.declares("seed")) set_param("seed", seed);
}

void FixStepper::check_run_style() const {
  std::string run_style = update->integrate_style;
  const std::string &scheme = its.words.scheme;
  const bool levels = utils::strmatch(run_style, "^respa");
  if (update->whichflag == 1 && lmp->kokkos && levels)
    error->all(FLERR,
               prefix + "run_style " + run_style +
                   " does not work with KOKKOS, because LAMMPS does not copy positions and forces "
                   "between GPU and processor there; use run_style verlet, or leave out -k on");
  const bool others = ensemble().on() && levels && scheme != "strang";
  if ((its.is_verlet() && !others) || update->whichflag != 1 || run_style == "rgs" ||
      run_style == "verlet/rgs")
    return;
  if (levels)
    error->all(FLERR, prefix + "run_style " + run_style + " works with scheme strang only, not " +
                          "with scheme " + scheme + "; use scheme strang, or run_style rgs");
  error->all(FLERR, prefix + "scheme " + scheme + " needs " +
                        (its.evaluations() == 1
                             ? "its force evaluation in the middle of the step"
                             : std::to_string(its.evaluations()) + " force evaluations per step") +
                        ", but run_style " + run_style + " has one, at the end; use run_style rgs");
}

/* As core/METHODS.md has it, for water. */
void FixStepper::warn_of_resonance() const {
  const double step = update->dt / force->femtosecond,
               most = std::min(24.0, 8.0 + 8.0 * std::sqrt(chosen.words().factor()));
  if (comm->me != 0 || step < most + 1e-6 || strcmp(update->unit_style, "lj") == 0) return;
  char text[240];
  snprintf(text, sizeof text,
           "in a step of %.3g fs librations of water resonate with the outer level of run_style "
           "%s, and the system heats; take at most %.3g fs%s",
           step, update->integrate_style, most,
           most < 24.0 ? ", or keyword inertia 4 with at most 24 fs" : "");
  error->warning(FLERR, prefix + text);
}

void FixStepper::take_levels(int levels, int inner) {
  if (levels > 1) warn_of_resonance();
  if (!ensemble().on()) return;
  if (levels != 0 && levels != 2)
    error->all(FLERR, prefix + "run_style " + update->integrate_style + " has " +
                          std::to_string(levels) + (levels == 1 ? " level" : " levels") +
                          ", and a thermostat or barostat needs two; use run_style " +
                          (levels == 1 ? "verlet"
                                       : "respa 2 N, or keyword langevin of " +
                                             ensemble().style_of(Ensemble::NVE) + "/rgs"));
  if (levels > 0 && ensemble().ends == 0 && thermostat_scales())
    error->all(FLERR, prefix + "thermostat " + ensemble().thermostat() +
                          " acts at the ends of the outer step of run_style " +
                          update->integrate_style + "; leave place middle out");
  if (levels == 0) inner = 0;
  if (inner == inner_steps) return;
  start(); // an error may have stopped a step
  change(chosen.make(MethodChoice::Words(), inner));
  inner_steps = inner;
}

BodyLangevin::Step FixStepper::step_for(BodyLangevin &thermostat) const {
  const bigint steps = update->endstep - update->beginstep;
  const double part = steps > 0 ? (double)(update->ntimestep - update->beginstep) / steps : 0.0;
  BodyLangevin::Step step;
  step.number = thermostat.next_step(update->ntimestep);
  step.h = update->dt;
  step.kt = force->boltz * thermostat.target(part) / force->mvv2e;
  step.dimension = domain->dimension;
  return step;
}

} // namespace rigidstep_lammps
