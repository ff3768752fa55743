/* SPDX-License-Identifier: GPL-2.0-only */
#include "method/body_stepper.h"

#include "error.h"
#include "force.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

BodyStepper::BodyStepper(LAMMPS *lmp, const std::string &who, const ContextPtr &c, MethodPtr &&m)
    : Pointers(lmp), prefix(who), context(c), its_method(std::move(m)), carried(0), capacity(0),
      stamp(1) {
  rgs_error e = NO_ERROR;
  rgs_bodies *b = nullptr;
  rgs_stepper *s = nullptr;
  rgs_host host = rgs_host();
  host.head.size = sizeof host;
  host.head.abi = RGS_ABI;
  host.provides = RGS_EVAL_FORCE;
  host.force_scale = force->ftm2v;
  if (rgs_bodies_create(context.get(), 0, &b, &e) < 0) error->all(FLERR, prefix + e.text);
  bodies.reset(b);
  if (rgs_stepper_create(b, method(), &host, &s, &e) < 0) error->all(FLERR, prefix + e.text);
  stepper.reset(s);
  note_carry();
}

void BodyStepper::note_carry() {
  rgs_error e = NO_ERROR;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  if (rgs_stepper_describe(stepper.get(), &info, &e) < 0) error->all(FLERR, prefix + e.text);
  carried = info.carry;
}

void BodyStepper::swap(MethodPtr &&other) {
  rgs_error e = NO_ERROR;
  if (rgs_stepper_swap(stepper.get(), other.get(), &e) < 0) error->all(FLERR, prefix + e.text);
  its_method = std::move(other);
  note_carry();
}

void BodyStepper::start() {
  rgs_error e = NO_ERROR;
  if (rgs_stepper_reset(stepper.get(), &e) < 0 ||
      rgs_stepper_set_fresh(stepper.get(), RGS_EVAL_FORCE, &e) < 0)
    error->one(FLERR, prefix + e.text);
}

rgs_view BodyStepper::view(int64_t n, const rgs_column columns[8]) {
  rgs_view view = rgs_view();
  view.head.size = sizeof view;
  view.head.abi = RGS_ABI;
  view.n = n;
  view.flags = RGS_VIEW_P_IS_VELOCITY;
  view.stamp = stamp;
  rgs_column *const places[8] = { &view.x,    &view.p,       &view.q, &view.l,
                                  &view.mass, &view.inertia, &view.f, &view.tau };
  for (int k = 0; k < 8; k++) *places[k] = columns[k];
  carry.resize(std::max(n, capacity) * carried);
  if (!carry.empty()) view.carry = { carry.data(), carried, 1 };
  return view;
}

/* Reserves a fifth more than needed, so that a number of bodies that fluctuates seldom needs
   memory. */
rgs_status BodyStepper::bind(const rgs_view &view, rgs_error &e) {
  if (view.n > capacity) {
    int64_t wanted = view.n + view.n / 5 + 16;
    rgs_status status = rgs_bodies_reserve(bodies.get(), wanted, &e);
    if (status < 0) return status;
    capacity = wanted;
  }
  return rgs_bodies_bind(bodies.get(), &view, &e);
}

rgs_status BodyStepper::check(rgs_error &e) const { return rgs_bodies_check(bodies.get(), &e); }

rgs_status BodyStepper::advance(double dt, double &at, rgs_error &e) {
  rgs_eval request = RGS_EVAL_INIT;
  rgs_status status = rgs_advance(stepper.get(), dt, &request, &e);
  at = status == RGS_NEED_EVAL ? (request.time - rgs_stepper_time(stepper.get())) / dt : 1.0;
  return status;
}

double BodyStepper::value_of(const char *key) const {
  rgs_error e = NO_ERROR;
  double values[3] = { 0.0, 0.0, 0.0 };
  rgs_status status = rgs_stepper_output(stepper.get(), key, values, 3, &e);
  if (status == RGS_E_ORDER || status == RGS_E_NAME) return NAN;
  if (status < 0) error->one(FLERR, prefix + e.text);
  return values[0] + values[1] + values[2];
}

} // namespace rigidstep_lammps
