/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_measure.c - what the tests of all kinds of methods share: methods from names, and the
 * measurements of order and symplecticity.
 */
#include "contract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARAMS = 64 };

/* ---- methods --------------------------------------------------------------------------------- */
bool places_thermostat(rgs_context *context, const char *scheme) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method *method = NULL;
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = scheme };
  const rgs_status status =
      scheme == NULL ? RGS_OK : rgs_method_create(context, &spec, &method, &error);
  rgs_method_destroy(method);
  return status == RGS_E_ARG;
}

static const rgs_param_info *param_at(const rgs_about *about, uint32_t i) {
  return (const void *)((const char *)about->params + (size_t)i * about->param_info_size);
}

const rgs_param_info *param_of(const rgs_about *about, const char *key) {
  for (uint32_t i = 0; i < about->n_params; i++)
    if (strcmp(param_at(about, i)->key, key) == 0) return param_at(about, i);
  return NULL;
}

rgs_method *make_method(rgs_context *context, const char *rotor, const char *scheme,
                        const char *integrator) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method *method;
  rgs_param params[MOST_PARAMS];
  uint32_t n = 0;
  const rgs_about *about =
      integrator == NULL ? NULL : rgs_about_find(context, RGS_KIND_INTEGRATOR, integrator);
  for (uint32_t i = 0; about != NULL && i < about->n_params && n < MOST_PARAMS; i++) {
    const rgs_param_info *p = param_at(about, i);
    if (p->flags & RGS_PARAM_REQUIRED) params[n++] = (rgs_param){ .key = p->key, .value = p->dflt };
  }
  /* A scheme that places the thermostat has to have one: this one does nothing, as its rates are 0. */
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = rotor,
                                 .scheme = scheme,
                                 .integrator = integrator,
                                 .thermostat = places_thermostat(context, scheme) ? "drag" : NULL,
                                 .params = n > 0 ? params : NULL,
                                 .n_params = n,
                                 .param_size = sizeof *params };
  must(rgs_method_create(context, &spec, &method, &error), "rgs_method_create", &error);
  return method;
}

/* Required parameters have their defaults.  Rates that are 0 would leave nothing to test. */
static uint32_t put_params(const rgs_about *about, rgs_param *params, uint32_t n) {
  for (uint32_t i = 0; about != NULL && i < about->n_params && n < MOST_PARAMS; i++) {
    const rgs_param_info *p = param_at(about, i);
    const bool rate = strcmp(p->unit, "1/time") == 0 && p->dflt == 0;
    if ((p->flags & RGS_PARAM_REQUIRED) || rate)
      params[n++] = (rgs_param){ .key = p->key, .value = rate ? 0.4 : p->dflt };
  }
  return n;
}

rgs_method *make_ensemble(rgs_context *context, const char *scheme, const rgs_about *thermostat,
                          const rgs_about *barostat) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method *method = NULL;
  rgs_param params[MOST_PARAMS];
  const uint32_t n = put_params(barostat, params, put_params(thermostat, params, 0));
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = scheme,
                                 .thermostat = thermostat ? thermostat->name : NULL,
                                 .barostat = barostat ? barostat->name : NULL,
                                 .params = n > 0 ? params : NULL,
                                 .n_params = n,
                                 .param_size = sizeof *params };
  must(rgs_method_create(context, &spec, &method, &error), "rgs_method_create", &error);
  return method;
}

/* ---- bodies ---------------------------------------------------------------------------------- */
void pair_of_bodies(start pair[2]) {
  for (int i = 0; i < 2; i++) pair[i] = asymmetric_body(91 + (uint64_t)i);
}

bool settle(rgs_context *context, const rgs_method *method, start *bodies, int64_t n) {
  double moved = 0;
  rig *r = rig_open(context, method, bodies, n, BY_BODY, NO_FORCES);
  must(rgs_stepper_project(r->stepper, &moved, &r->error), "rgs_stepper_project", &r->error);
  for (int64_t i = 0; i < n; i++) bodies[i] = rig_body(r, i);
  rig_close(r);
  return moved > 1e-8; /* rounding is none of a model's own */
}

/* ---- order ----------------------------------------------------------------------------------- */
/* Where the oracle knows nothing of the model: the method itself, in steps whose error is far below
 * those compared with it. */
static double own_end(rgs_context *context, const rgs_method *method, const start *bodies, int n,
                      int forces, double time, exact_body end[2]) {
  rig *r = rig_open(context, method, bodies, n, BY_BODY, forces);
  must(rig_run(r, time / 20000, 20000), "20000 steps", &r->error);
  for (int i = 0; i < n; i++) {
    const start s = rig_body(r, i);
    end[i] = exact_start(&s);
  }
  rig_close(r);
  return 1e-5;
}

double measured_order(rgs_context *context, const rgs_method *method, const start *given, int n,
                      int forces, double time, double first_step, double ratio, double smallest) {
  static const double LARGEST = 0.02;
  exact_body end[2];
  start bodies[2];
  memcpy(bodies, given, (size_t)n * sizeof *bodies);
  if (settle(context, method, bodies, n))
    smallest = own_end(context, method, bodies, n, forces, time, end);
  else
    oracle(bodies, n, forces, time, end);
  double before = NAN, order = NAN;
  int64_t steps = (int64_t)ceil(time / first_step), steps_before = 0;
  for (int refinement = 0; refinement < 14; refinement++) {
    rig *r = rig_open(context, method, bodies, n, BY_BODY, forces);
    rgs_status status = rig_run(r, time / (double)steps, steps);
    if (status == RGS_OK) status = rig_show(r);
    const double error = status == RGS_OK ? distance(r, 0, n, end) : NAN;
    rig_close(r);
    if (error < smallest) break;
    if (before < LARGEST) order = log(before / error) / log((double)steps / (double)steps_before);
    before = error;
    steps_before = steps;
    steps = (int64_t)ceil(ratio * (double)steps);
  }
  return order;
}

/* The first steps may be too long for the slope to have settled; the last ones count.  Of a high
 * order there is little between steps too long and rounding: fine steps, wide bars. */
void report_pair_order(rgs_context *context, const rgs_method *method, const char *name,
                       const char *contract, int forces, uint32_t order) {
  start pair[2];
  pair_of_bodies(pair);
  const bool high = order > 6;
  report_at_least(name, contract,
                  measured_order(context, method, pair, 2, forces, 2, 1, high ? 1.25 : 1.5,
                                 high ? 1e-13 : 1e-12),
                  order - (high ? 0.5 : 0.15));
}

/* ---- symplecticity --------------------------------------------------------------------------- */
/* Coordinates of a body around a state: x, p, a small rotation xi in space (q <- exp(xi/2) q), l.
 * In them the symplectic form is  dp.dx' - dp'.dx + dl.xi' - dl'.xi + l.(xi x xi'). */
enum { PER_BODY = 12, MOST = 2 * PER_BODY };

static void displace(start *s, int coordinate, double by) {
  const int k = coordinate % 3;
  if (coordinate < 3)
    s->x[k] += by;
  else if (coordinate < 6)
    s->p[k] += by;
  else if (coordinate < 9) {
    double e[4] = { 1, 0, 0, 0 };
    e[1 + k] = by / 2; /* curvature is of third order and cancels in the difference */
    normalise(e, 4, 1);
    const double *q = s->q;
    const double r[4] = { e[0] * q[0] - e[1] * q[1] - e[2] * q[2] - e[3] * q[3],
                          e[0] * q[1] + e[1] * q[0] + e[2] * q[3] - e[3] * q[2],
                          e[0] * q[2] + e[2] * q[0] + e[3] * q[1] - e[1] * q[3],
                          e[0] * q[3] + e[3] * q[0] + e[1] * q[2] - e[2] * q[1] };
    memcpy(s->q, r, sizeof r);
  } else
    s->l[k] += by;
}

/* The coordinates of `s` around `origin`. */
static void coordinates(const start *s, const start *origin, double out[PER_BODY]) {
  const double *q = s->q, *o = origin->q;
  double e[4] = { q[0] * o[0] + q[1] * o[1] + q[2] * o[2] + q[3] * o[3],
                  q[1] * o[0] - q[0] * o[1] - q[2] * o[3] + q[3] * o[2],
                  q[2] * o[0] - q[0] * o[2] - q[3] * o[1] + q[1] * o[3],
                  q[3] * o[0] - q[0] * o[3] - q[1] * o[2] + q[2] * o[1] };
  for (int k = 0; k < 3; k++) {
    out[k] = s->x[k] - origin->x[k];
    out[3 + k] = s->p[k] - origin->p[k];
    out[6 + k] = 2 * e[1 + k] / e[0];
    out[9 + k] = s->l[k] - origin->l[k];
  }
}

static double form(const start *bodies, int n, const double *u, const double *v) {
  double sum = 0;
  for (int i = 0; i < n; i++, u += PER_BODY, v += PER_BODY) {
    const double *l = bodies[i].l, *a = u + 6, *b = v + 6;
    for (int k = 0; k < 3; k++)
      sum += u[3 + k] * v[k] - v[3 + k] * u[k] + u[9 + k] * v[6 + k] - v[9 + k] * u[6 + k];
    sum += l[0] * (a[1] * b[2] - a[2] * b[1]) + l[1] * (a[2] * b[0] - a[0] * b[2]) +
           l[2] * (a[0] * b[1] - a[1] * b[0]);
  }
  return sum;
}

double symplectic_defect(rgs_context *context, const rgs_method *method, const start *bodies, int n,
                         int forces, double h) {
  static const double BY = 1e-4;
  static const double WEIGHT[4] = { 1.0 / 12, -2.0 / 3, 2.0 / 3, -1.0 / 12 };
  static const int AT[4] = { -2, -1, 1, 2 }; /* central difference of order 4 */
  const int size = n * PER_BODY, systems = 1 + 4 * size;
  start *all = malloc((size_t)(systems * n) * sizeof *all);
  for (int i = 0; i < systems; i++) {
    memcpy(all + i * n, bodies, (size_t)n * sizeof *all);
    if (i > 0) {
      const int coordinate = (i - 1) / 4;
      displace(&all[i * n + coordinate / PER_BODY], coordinate % PER_BODY, AT[(i - 1) % 4] * BY);
    }
  }
  rig *r = rig_open(context, method, all, systems * n, BY_BODY, forces);
  const rgs_status status = rig_run(r, h, 1);
  double jacobian[MOST][MOST] = { { 0 } }, worst = status == RGS_OK ? 0 : INFINITY;
  start origin[2];
  for (int b = 0; b < n; b++) origin[b] = rig_body(r, b);
  for (int i = 1; i < systems; i++)
    for (int b = 0; b < n; b++) {
      const start now = rig_body(r, i * n + b);
      double moved[PER_BODY];
      coordinates(&now, &origin[b], moved);
      for (int k = 0; k < PER_BODY; k++)
        jacobian[(i - 1) / 4][b * PER_BODY + k] += WEIGHT[(i - 1) % 4] * moved[k] / BY;
    }
  rig_close(r);
  free(all);
  for (int i = 0; i < size; i++)
    for (int j = 0; j < i; j++) {
      double u[MOST] = { 0 }, v[MOST] = { 0 };
      u[i] = v[j] = 1;
      const double off = fabs(form(origin, n, jacobian[i], jacobian[j]) - form(bodies, n, u, v));
      if (!(off <= worst)) worst = off;
    }
  return worst;
}
