/* SPDX-License-Identifier: BSD-3-Clause */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, isatty */
#include "run.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void check(rgs_status status, const char *what, const rgs_error *error) {
  if (status == RGS_OK) return;
  fprintf(stderr, "%s: %s\n", what, error->text);
  exit(2);
}

#define COLUMN(r, field)                                                                           \
  {                                                                                                \
    (double *)(void *)((char *)(r)->body + offsetof(body, field)), sizeof(body) / sizeof(double),  \
        1                                                                                          \
  }

static int evaluate(void *self, rgs_eval *request, const rgs_view *bodies) {
  run *r = self;
  const int status = r->eval(r->self, request, bodies);
  r->potential = request->energy;
  return status;
}

void run_begin(run *r, const char *scheme, const char *key, double value) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  const rgs_param param = { key, NULL, value };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = scheme,
                                 .params = key != NULL ? &param : NULL,
                                 .n_params = key != NULL,
                                 .param_size = sizeof param };
  const rgs_host host = {
    .head = RGS_HEAD(rgs_host), .self = r, .provides = r->provides, .eval = evaluate
  };
  r->view = (rgs_view){ .head = RGS_HEAD(rgs_view),
                        .n = r->n,
                        .stamp = 1,
                        .x = COLUMN(r, x),
                        .p = COLUMN(r, p),
                        .q = COLUMN(r, q),
                        .l = COLUMN(r, l),
                        .mass = COLUMN(r, mass),
                        .inertia = COLUMN(r, inertia),
                        .f = COLUMN(r, f),
                        .tau = COLUMN(r, tau),
                        .gf = COLUMN(r, gf),
                        .gtau = COLUMN(r, gtau),
                        .carry = COLUMN(r, carry) };
  check(rgs_context_create(NULL, &r->context, &error), "context", &error);
  check(rgs_method_create(r->context, &spec, &r->method, &error), scheme, &error);
  check(rgs_bodies_create(r->context, r->n, &r->bodies, &error), "bodies", &error);
  check(rgs_bodies_bind(r->bodies, &r->view, &error), "bodies", &error);
  check(rgs_stepper_create(r->bodies, r->method, &host, &r->stepper, &error), scheme, &error);
  check(rgs_stepper_describe(r->stepper, &info, &error), scheme, &error);
  if (info.carry > RUN_CARRY) {
    fprintf(stderr, "%s wants %u doubles a body\n", scheme, info.carry);
    exit(2);
  }
}

void run_steps(run *r, double h, int64_t n) {
  rgs_error error = RGS_ERROR_INIT;
  check(rgs_step(r->stepper, h, n, &error), "step", &error);
}

void run_end(run *r) {
  rgs_stepper_destroy(r->stepper);
  rgs_bodies_destroy(r->bodies);
  rgs_method_destroy(r->method);
  rgs_context_destroy(r->context);
}

void run_output(const run *r, const char *key, int count, double *values) {
  rgs_error error = RGS_ERROR_INIT;
  check(rgs_stepper_output(r->stepper, key, values, count, &error), key, &error);
}

int run_known(const run *r, const char *key, double *value) {
  rgs_error error = RGS_ERROR_INIT;
  const rgs_status status = rgs_stepper_output(r->stepper, key, value, 1, &error);
  if (status == RGS_E_ORDER) return 0;
  check(status, key, &error);
  return 1;
}

int run_lag(const run *r, const char *key) {
  const rgs_output_info *info;
  for (int64_t i = 0; (info = rgs_method_output_at(r->method, i)) != NULL; ++i)
    if (strcmp(info->key, key) == 0) return (int)info->lag;
  fprintf(stderr, "no output is called %s\n", key);
  exit(2);
}

double run_kinetic(const run *r) {
  rgs_error error = RGS_ERROR_INIT;
  double translation, rotation;
  check(rgs_bodies_energy(r->bodies, &translation, &rotation, &error), "energy", &error);
  return translation + rotation;
}

double run_potential(run *r) {
  rgs_eval request = RGS_EVAL_INIT;
  request.what = RGS_EVAL_FORCE | RGS_EVAL_ENERGY;
  if (r->eval(r->self, &request, &r->view) == 0) return request.energy;
  fprintf(stderr, "the potential energy cannot be had\n");
  exit(2);
}

void run_angular_momentum(const run *r, double total[3]) {
  memset(total, 0, 3 * sizeof *total);
  for (int64_t i = 0; i < r->n; ++i) {
    const body *b = &r->body[i];
    for (int k = 0; k < 3; ++k) {
      const int u = (k + 1) % 3, v = (k + 2) % 3;
      total[k] += b->l[k] + (b->x[u] * b->p[v] - b->x[v] * b->p[u]);
    }
  }
}

void run_scale_momenta(run *r, double factor) {
  for (int64_t i = 0; i < r->n; ++i)
    for (int k = 0; k < 3; ++k) {
      r->body[i].p[k] *= factor;
      r->body[i].l[k] *= factor;
    }
}

void run_progress(const char *what, double fraction) {
  static double begun = -1, last;
  const int terminal = isatty(STDERR_FILENO);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double t = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
  if (begun < 0) begun = last = t;
  if (fraction >= 1) {
    if (terminal) fprintf(stderr, "\r%60s\r", "");
    begun = -1;
    return;
  }
  if (t - last < (terminal ? 0.3 : 30.0)) return;
  last = t;
  fprintf(stderr, "%s  %s: %3.0f %%, %.0f s left%-10s%s", terminal ? "\r" : "", what,
          100 * fraction, (t - begun) * (1 - fraction) / fmax(fraction, 1e-3), "",
          terminal ? "" : "\n");
}
