/* SPDX-License-Identifier: GPL-2.0-only */
#include "outside/external_forces.h"

#include "columns/all_ranks.h"

#include "domain.h"
#include "error.h"
#include "fix.h"
#include "input.h"
#include "math_extra.h"
#include "modify.h"
#include "update.h"
#include "variable.h"

#include <cmath>
#include <cstdlib>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

ExternalForces::ExternalForces(LAMMPS *lmp, const std::vector<std::string> &w, bool c,
                               const std::string &who)
    : Pointers(lmp), words(w), prefix(who), fix(nullptr), constant(), counts(c), power(0.0),
      done(0.0) {
  if (counts && !on())
    error->all(FLERR, prefix + "keyword external_counts counts what keyword external adds, which "
                               "is missing; add external 0 0 0 0 0 0");
  for (size_t k = 0; k < words.size(); k++) {
    if (words[k].compare(0, 2, "v_") == 0) continue;
    char *end;
    constant.of[k] = strtod(words[k].c_str(), &end);
    if (*end != '\0' || words[k].empty() || !std::isfinite(constant.of[k]))
      error->all(FLERR, prefix + "keyword external: value " + std::to_string(k + 1) + " is " +
                            words[k] +
                            "; must be a finite number, or v_NAME of an equal-style variable");
  }
}

void ExternalForces::declare(Fix *f) {
  fix = f;
  if (!on()) return;
  f->local_flag = 1;
  f->local_freq = 1;
  f->size_local_rows = 0;
  f->size_local_cols = COLUMNS;
}

/* Between runs a variable may be deleted, and another one get its place.  With `run N pre no` no init() is
   between them. */
void ExternalForces::find_variables() {
  variables.assign(words.size(), -1);
  for (size_t k = 0; k < words.size(); k++) {
    if (words[k].compare(0, 2, "v_") != 0) continue;
    const int found = input->variable->find(words[k].c_str() + 2);
    if (found < 0 || !input->variable->equalstyle(found))
      error->all(FLERR, prefix + "keyword external names " + words[k] + ", and " +
                            (found < 0 ? "there is no such variable" : "it is not of style equal") +
                            "; define it by 'variable " + words[k].substr(2) + " equal ..'");
    variables[k] = found;
  }
}

ExternalForces::Push ExternalForces::of_variables() {
  Push push = constant;
  find_variables();
  modify->clearstep_compute();
  for (size_t k = 0; k < variables.size(); k++)
    if (variables[k] >= 0) push.of[k] = input->variable->compute_equal(variables[k]);
  modify->addstep_compute(update->ntimestep + 1);
  return push;
}

/* What programs have written, on all ranks: bodies may have changed theirs. */
std::unordered_map<int64_t, ExternalForces::Push> ExternalForces::written() const {
  std::vector<int64_t> ids;
  std::vector<double> pushes;
  for (const double *row : starts) {
    bool any = false;
    for (int k = PUSH; k < COLUMNS; k++) any = any || row[k] != 0.0;
    if (!any) continue;
    ids.push_back((int64_t)row[ID]);
    pushes.insert(pushes.end(), row + PUSH, row + COLUMNS);
  }
  ids = from_all_ranks(ids, MPI_INT64_T, world);
  pushes = from_all_ranks(pushes, MPI_DOUBLE, world);
  std::unordered_map<int64_t, Push> of;
  for (size_t n = 0; n < ids.size(); n++)
    for (int k = 0; k < 6; k++) {
      const double value = of[ids[n]].of[k] = pushes[6 * n + k];
      if (!std::isfinite(value))
        error->all(FLERR, prefix + "column " + std::to_string(PUSH + k + 1) +
                              " of its local array is " + std::to_string(value) + " for body " +
                              std::to_string(ids[n]) + "; forces and torques must be finite");
    }
  return of;
}

void ExternalForces::apply(BodyStore &bodies) {
  if (!on()) return;
  const auto of_programs = written();
  const Push common = of_variables();
  const int moved = bodies.moved();
  const int64_t *tags = bodies.tags();
  const double *moving = bodies.moving();
  std::vector<double> pushes(6 * (size_t)moved);
  for (int b = 0; b < moved; b++) {
    const auto found = of_programs.find(tags[b]);
    for (int k = 0; k < 6; k++) {
      const bool acts =
          (domain->dimension == 3 || k < 2 || k == 5) && (!moving || moving[6 * b + k] != 0.0);
      if (acts)
        pushes[6 * b + k] = common.of[k] + (found == of_programs.end() ? 0.0 : found->second.of[k]);
    }
  }
  bodies.add_pushes(pushes);
  if (counts) acting = pushes;
  make_rows(bodies, of_programs);
}

void ExternalForces::show(BodyStore &bodies) {
  if (on()) make_rows(bodies, written());
}

/* ---- what they do, if it counts -------------------------------------------------------------- */

double ExternalForces::power_now() const {
  double sum = 0.0;
  for (size_t b = 0; b < starts.size(); b++) {
    double *row = starts[b], axis[3][3], spin[3];
    MathExtra::q_to_exyz(row + Q, axis[0], axis[1], axis[2]);
    MathExtra::angmom_to_omega(row + L, axis[0], axis[1], axis[2], row + MOMENTS, spin);
    for (int k = 0; k < 3; k++)
      sum += acting[6 * b + k] * row[P + k] / row[MASS] + acting[6 * b + 3 + k] * spin[k];
  }
  return sum;
}

void ExternalForces::begin_run() {
  done = 0.0;
  if (counts) power = power_now();
}

void ExternalForces::end_step() {
  if (!counts) return;
  const double before = power;
  power = power_now();
  done += 0.5 * update->dt * (before + power);
}

void ExternalForces::add_virial(double virial[6], const std::function<imageint(int)> &image) const {
  static const int ROW[6] = { 0, 1, 2, 0, 0, 1 }, COLUMN[6] = { 0, 1, 2, 1, 2, 2 };
  for (size_t b = 0; counts && b < starts.size(); b++) {
    double x[3];
    domain->unmap(starts[b] + X, image((int)b), x);
    for (int k = 0; k < 6; k++) virial[k] += x[ROW[k]] * acting[6 * b + COLUMN[k]];
  }
}

void ExternalForces::make_rows(BodyStore &bodies,
                               const std::unordered_map<int64_t, Push> &of_programs) {
  static const int FIRST[PARTS] = { X, P, Q, L, MASS, MOMENTS, FORCE, TORQUE };
  const int n = bodies.counted_here() ? bodies.own() : 0;
  const int64_t *tags = bodies.tags();
  rgs_column parts[PARTS];
  bodies.columns(parts);
  rows.assign(COLUMNS * (size_t)n, 0.0);
  starts.clear();
  for (int b = 0; b < n; b++) {
    double *row = &rows[COLUMNS * (size_t)b];
    starts.push_back(row);
    row[ID] = (double)tags[b];
    for (int p = 0; p < PARTS; p++)
      for (int k = 0; k < COMPONENTS[p]; k++) row[FIRST[p] + k] = RGS_AT(parts[p], b, k);
    for (int k = 0; k < 3; k++) row[P + k] *= row[MASS];
    const auto found = of_programs.find(tags[b]);
    for (int k = 0; k < 6 && found != of_programs.end(); k++) row[PUSH + k] = found->second.of[k];
  }
  fix->size_local_rows = n;
  fix->array_local = starts.data();
}

} // namespace rigidstep_lammps
