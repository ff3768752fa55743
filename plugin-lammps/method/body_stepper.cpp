/* SPDX-License-Identifier: GPL-2.0-only */
#include "method/body_stepper.h"

#include "comm.h"
#include "error.h"
#include "force.h"

#include <rigidstep/draft.h>

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;
static const rgs_eval NO_REQUEST = RGS_EVAL_INIT;
static const rgs_cell NO_CELL = RGS_CELL_INIT;

BodyStepper::BodyStepper(LAMMPS *lmp, const std::string &who, const ContextPtr &c, MethodPtr &&m,
                         int ranks)
    : Pointers(lmp), prefix(who), threads(lmp), context(c), its_method(std::move(m)),
      request(NO_REQUEST), waits(false), n_aux(0), capacity(0), revision(1) {
  rgs_error e = NO_ERROR;
  rgs_bodies *b = nullptr;
  rgs_stepper *s = nullptr;
  rgs_host host = rgs_host();
  host.head.size = sizeof host;
  host.head.abi = RGS_ABI;
  host.provides = RGS_EVAL_FORCE;
  host.force_scale = force->ftm2v;
  const rgs_executor executor = threads.executor();
  host.executor = &executor;
  if (ranks > 0) {
    host.provides |= RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL | RGS_DRAFT_EVAL_SLOW;
    host.ranks = (uint32_t)ranks;
  }
  if (rgs_bodies_create(context.get(), 0, &b, &e) < 0) error->all(FLERR, prefix + e.text);
  bodies.reset(b);
  if (rgs_stepper_create(b, method(), &host, &s, &e) < 0) error->all(FLERR, prefix + e.text);
  stepper.reset(s);
  note_aux();
}

void BodyStepper::note_aux() {
  rgs_error e = NO_ERROR;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  if (rgs_stepper_describe(stepper.get(), &info, &e) < 0) error->all(FLERR, prefix + e.text);
  n_aux = info.aux;
}

void BodyStepper::swap(MethodPtr &&other) {
  rgs_error e = NO_ERROR;
  if (rgs_stepper_swap(stepper.get(), other.get(), &e) < 0) error->all(FLERR, prefix + e.text);
  its_method = std::move(other);
  note_aux();
}

void BodyStepper::start() {
  rgs_error e = NO_ERROR;
  if (rgs_stepper_reset(stepper.get(), &e) < 0 ||
      rgs_stepper_set_valid(stepper.get(), RGS_EVAL_FORCE, &e) < 0)
    error->one(FLERR, prefix + e.text);
  request = NO_REQUEST;
  waits = false;
}

rgs_view BodyStepper::view(int64_t n, const rgs_column columns[8]) {
  rgs_view view = rgs_view();
  view.head.size = sizeof view;
  view.head.abi = RGS_ABI;
  view.n = n;
  view.flags = RGS_VIEW_P_IS_VELOCITY;
  view.revision = revision;
  rgs_column *const places[8] = { &view.x,    &view.p,       &view.q, &view.l,
                                  &view.mass, &view.inertia, &view.f, &view.tau };
  for (int k = 0; k < 8; k++) *places[k] = columns[k];
  aux.resize(std::max(n, capacity) * n_aux);
  if (!aux.empty()) view.aux = { aux.data(), n_aux, 1 };
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

rgs_status BodyStepper::check(rgs_error &e) const { return rgs_stepper_check(stepper.get(), &e); }

rgs_status BodyStepper::advance(double dt, double &at, rgs_error &e) {
  rgs_status status = rgs_stepper_advance(stepper.get(), dt, &request, &e);
  while (status == RGS_NEED_EVAL && (request.what & RGS_EVAL_REDUCTION)) {
    MPI_Allreduce(MPI_IN_PLACE, request.sum, (int)request.n_sum, MPI_DOUBLE, MPI_SUM, world);
    status = rgs_stepper_advance(stepper.get(), dt, &request, &e);
  }
  waits = status == RGS_NEED_EVAL;
  at = waits ? fraction(dt) : 1.0;
  return status;
}

rgs_status BodyStepper::go_on_without_sums(double dt, rgs_error &e) {
  const rgs_status status = rgs_stepper_advance(stepper.get(), dt, &request, &e);
  waits = status == RGS_NEED_EVAL;
  return status;
}

double BodyStepper::fraction(double dt) const {
  return (request.time - rgs_stepper_time(stepper.get())) / dt;
}

/* ---- the physical state of a processed scheme ------------------------------------------------ */

rgs_status BodyStepper::process(double dt, double &at, rgs_error &e) {
  const rgs_status status = rgs_stepper_process(stepper.get(), &request, &e);
  waits = status == RGS_NEED_EVAL;
  at = waits ? fraction(dt) : 0.0;
  return status;
}

rgs_status BodyStepper::unprocess(rgs_error &e) {
  waits = false;
  return rgs_stepper_unprocess(stepper.get(), &e);
}

void BodyStepper::stay_shown(bool forces_hold) {
  rgs_error e = NO_ERROR;
  if (rgs_stepper_set_valid(stepper.get(), forces_hold ? RGS_EVAL_FORCE : 0, &e) < 0)
    error->one(FLERR, prefix + e.text);
}

bool BodyStepper::output(const char *key, double *values, int n) const {
  rgs_error e = NO_ERROR;
  const rgs_status status = rgs_stepper_output(stepper.get(), key, values, n, &e);
  if (status == RGS_E_ORDER || status == RGS_E_NAME) return false;
  if (status < 0) error->one(FLERR, prefix + e.text);
  return true;
}

double BodyStepper::value_of(const char *key) const {
  double values[3] = { 0.0, 0.0, 0.0 };
  return output(key, values, 3) ? values[0] + values[1] + values[2] : NAN;
}

/* ---- thermostat and barostat ------------------------------------------------------------------------- */

bool BodyStepper::asks_slow() const { return waits && (request.what & RGS_DRAFT_EVAL_SLOW); }

void BodyStepper::set_cell(const rgs_cell &cell) {
  rgs_error e = NO_ERROR;
  if (rgs_stepper_set_cell(stepper.get(), &cell, &e) < 0) error->all(FLERR, prefix + e.text);
}

bool BodyStepper::cell(rgs_cell &now) const {
  rgs_error e = NO_ERROR;
  now = NO_CELL;
  const rgs_status status = rgs_stepper_cell(stepper.get(), &now, &e);
  if (status < 0 && status != RGS_E_ORDER) error->one(FLERR, prefix + e.text);
  return status == RGS_OK;
}

void BodyStepper::set_param(const std::string &key, double value) {
  rgs_error e = NO_ERROR;
  const rgs_param param = { key.c_str(), nullptr, value, 0, 0 };
  if (rgs_stepper_set_param(stepper.get(), &param, sizeof param, &e) < 0)
    error->all(FLERR, prefix + e.text);
}

double BodyStepper::param(const std::string &key) const {
  rgs_error e = NO_ERROR;
  double value = 0.0;
  if (rgs_stepper_param(stepper.get(), 0, key.c_str(), &value, &e) < 0)
    error->all(FLERR, prefix + e.text);
  return value;
}

void BodyStepper::set_step(uint64_t step) {
  rgs_error e = NO_ERROR;
  if (rgs_stepper_set_step_count(stepper.get(), step, &e) < 0) error->all(FLERR, prefix + e.text);
}

std::string BodyStepper::save_ensemble() const {
  rgs_error e = NO_ERROR;
  size_t size = 0;
  rgs_stepper_save_ensemble(stepper.get(), nullptr, &size, &e);
  std::string kept(size, '\0');
  if (rgs_stepper_save_ensemble(stepper.get(), &kept[0], &size, &e) < 0)
    error->all(FLERR, prefix + e.text);
  return kept;
}

std::string BodyStepper::load_ensemble(const std::string &kept) {
  rgs_error e = NO_ERROR;
  const rgs_status status = rgs_stepper_load_ensemble(stepper.get(), kept.data(), kept.size(), &e);
  return status < 0 ? e.text : "";
}

} // namespace rigidstep_lammps
