/* SPDX-License-Identifier: GPL-2.0-only */
#include "mover.h"

#include "error.h"
#include "force.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

Mover::Mover(LAMMPS *lmp, const std::string &who, MethodChoice &&c, MethodPtr &&m) :
    Pointers(lmp), speaker(who), chosen(std::move(c)), method(std::move(m)), carried(0), capacity(0), stamp(1)
{
  rgs_error e = NO_ERROR;
  rgs_bodies *b = nullptr;
  rgs_stepper *s = nullptr;
  rgs_host host = rgs_host();
  host.head.size = sizeof host;
  host.head.abi = RGS_ABI;
  host.provides = RGS_EVAL_FORCE;
  host.force_scale = force->ftm2v;
  if (rgs_bodies_create(chosen.context().get(), 0, &b, &e) < 0) error->all(FLERR, speaker + e.text);
  bodies.reset(b);
  if (rgs_stepper_create(b, method.get(), &host, &s, &e) < 0) error->all(FLERR, speaker + e.text);
  stepper.reset(s);
  note_scheme();
}

void Mover::note_scheme()
{
  rgs_error e = NO_ERROR;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  if (rgs_stepper_describe(stepper.get(), &info, &e) < 0) error->all(FLERR, speaker + e.text);
  carried = info.carry;
  if (rgs_method_describe(method.get(), &info, &e) < 0) error->all(FLERR, speaker + e.text);
  its.context = chosen.context();
  its.words = chosen.words();
  its.forces = info.evals;
  its.gradients = info.gradients;
  its.ends_fresh = info.ends_fresh;
}

int Mover::modify(int narg, char **arg)
{
  MethodChoice::Words words;
  int taken = 0, n;
  while ((n = chosen.take(narg - taken, arg + taken, words)) > 0) taken += n;
  if (taken == 0) return 0;

  MethodPtr other = chosen.make(words);
  rgs_error e = NO_ERROR;
  if (rgs_stepper_swap(stepper.get(), other.get(), &e) < 0) error->all(FLERR, speaker + e.text);
  method = std::move(other);
  chosen.keep();
  note_scheme();
  return taken;
}

void Mover::check_run_style() const
{
  std::string run_style = update->integrate_style;
  const std::string &scheme = its.words.scheme;
  if (its.is_verlet() || update->whichflag != 1 || run_style == "rgs" || run_style == "verlet/rgs") return;
  if (utils::strmatch(run_style, "^respa"))
    error->all(FLERR, speaker + "run_style " + run_style + " puts the forces of its levels before and after a drift, which is " +
                   "scheme strang; scheme " + scheme + " puts them elsewhere: use scheme strang, or run_style rgs");
  error->all(FLERR, speaker + "scheme " + scheme + " needs " +
                 (its.evaluations() == 1 ? "its force evaluation in the middle of the step"
                                         : std::to_string(its.evaluations()) + " force evaluations a step") +
                 ", but run_style " + run_style + " has one, at the end; use run_style rgs");
}

void Mover::start()
{
  rgs_error e = NO_ERROR;
  if (rgs_stepper_reset(stepper.get(), &e) < 0 ||
      rgs_stepper_set_fresh(stepper.get(), RGS_EVAL_FORCE, &e) < 0)
    error->one(FLERR, speaker + e.text);
}

rgs_view Mover::view(int64_t n, const rgs_column columns[8])
{
  rgs_view view = rgs_view();
  view.head.size = sizeof view;
  view.head.abi = RGS_ABI;
  view.n = n;
  view.flags = RGS_VIEW_P_IS_VELOCITY;
  view.stamp = stamp;
  rgs_column *const places[8] = {&view.x, &view.p, &view.q, &view.l, &view.mass, &view.inertia, &view.f, &view.tau};
  for (int k = 0; k < 8; k++) *places[k] = columns[k];
  carry.resize(std::max(n, capacity) * carried);
  if (!carry.empty()) view.carry = {carry.data(), carried, 1};
  return view;
}

/* A fifth more is reserved than needed, so that a number of bodies that fluctuates seldom allocates. */
rgs_status Mover::bind(const rgs_view &view, rgs_error &e)
{
  if (view.n > capacity) {
    int64_t wanted = view.n + view.n / 5 + 16;
    rgs_status status = rgs_bodies_reserve(bodies.get(), wanted, &e);
    if (status < 0) return status;
    capacity = wanted;
  }
  return rgs_bodies_bind(bodies.get(), &view, &e);
}

rgs_status Mover::check(rgs_error &e) const
{
  return rgs_bodies_check(bodies.get(), &e);
}

rgs_status Mover::advance(double dt, double &at, rgs_error &e)
{
  rgs_eval request = RGS_EVAL_INIT;
  rgs_status status = rgs_advance(stepper.get(), dt, &request, &e);
  at = status == RGS_NEED_EVAL ? (request.time - rgs_stepper_time(stepper.get())) / dt : 1.0;
  return status;
}

double Mover::told(const char *key) const
{
  rgs_error e = NO_ERROR;
  double values[3] = {0.0, 0.0, 0.0};
  rgs_status status = rgs_stepper_output(stepper.get(), key, values, 3, &e);
  if (status == RGS_E_ORDER || status == RGS_E_NAME) return NAN;
  if (status < 0) error->one(FLERR, speaker + e.text);
  return values[0] + values[1] + values[2];
}

}    // namespace rigidstep_lammps
