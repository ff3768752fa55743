/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frames.c - one body twice: free, and bound not to twist about its axis d3 (C. G. Gebhardt and
 * I. Romero, J. Nonlinear Sci. 30 (2020) 3199).  Both start with w . d3 = 0.
 *
 *   frames [FREE [BOUND]]      integrators; default: director_em and nontwist
 *
 * Prints, for one and then for the other, with a blank line twice in between:
 * t, d3 (3 columns), Pi1 Pi2, pi (3), w.d3, and by how much K, Pi and pi are off their first values,
 * relative to these.
 *
 * Exits with 1 unless the free body keeps K and pi and the bound one K, Pi1, Pi2 and w.d3, each to
 * 1e-13, while the rest changes, as it must.
 */
#include <math.h>
#include <rigidstep/rigidstep.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 20000, EVERY = 5, CARRY = 32 };
static const double STEP = 0.02, KEPT = 1e-13, CHANGED = 0.1;

/* What one state shows. */
typedef struct shown {
  double d3[3], energy, material[2], twist, spatial[3];
} shown;

typedef struct body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3], carry[CARRY];
} body;

static int no_torque(void *self, rgs_eval *request, const rgs_view *view) {
  (void)self, (void)request;
  for (int k = 0; k < 3; k++) RGS_AT(view->f, 0, k) = RGS_AT(view->tau, 0, k) = 0;
  return 0;
}

static rgs_status show(const rgs_stepper *s, const body *b, shown *out, rgs_error *error) {
  const double *q = b->q;
  out->d3[0] = 2 * (q[1] * q[3] + q[0] * q[2]);
  out->d3[1] = 2 * (q[2] * q[3] - q[0] * q[1]);
  out->d3[2] = q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3];
  rgs_status status = rgs_stepper_output(s, "kinetic_energy", &out->energy, 1, error);
  if (status == RGS_OK)
    status = rgs_stepper_output(s, "material_momentum", out->material, 2, error);
  if (status == RGS_OK) status = rgs_stepper_output(s, "twist_rate", &out->twist, 1, error);
  if (status == RGS_OK) status = rgs_stepper_output(s, "spatial_momentum", out->spatial, 3, error);
  return status;
}

static double off(const double *now, const double *first, int n) {
  double change = 0, length = 0;
  for (int k = 0; k < n; k++) {
    change += (now[k] - first[k]) * (now[k] - first[k]);
    length += first[k] * first[k];
  }
  return sqrt(change / length);
}

typedef struct worst {
  double energy, material, spatial, twist;
} worst;

static rgs_status follow(rgs_context *c, const char *integrator, worst *w, rgs_error *error) {
  body b = {
    .q = { 1, 0, 0, 0 }, .l = { 2 * 0.7, -3 * 0.4, 0 }, .mass = 1, .inertia = { 2, 3, 1.4 }
  };
  const rgs_view view = { .head = RGS_HEAD(rgs_view),
                          .n = 1,
                          .x = { b.x, 3, 1 },
                          .p = { b.p, 3, 1 },
                          .q = { b.q, 4, 1 },
                          .l = { b.l, 3, 1 },
                          .mass = { &b.mass, 1, 1 },
                          .inertia = { b.inertia, 3, 1 },
                          .f = { b.f, 3, 1 },
                          .tau = { b.tau, 3, 1 },
                          .carry = { b.carry, CARRY, 1 } };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec), .integrator = integrator };
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .eval = no_torque };
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  rgs_bodies *bodies = NULL;
  rgs_method *method = NULL;
  rgs_stepper *stepper = NULL;
  shown first, now;
  memset(w, 0, sizeof *w);
  rgs_status status = rgs_method_create(c, &spec, &method, error);
  if (status == RGS_OK) status = rgs_method_describe(method, &info, error);
  if (status == RGS_OK && info.carry > CARRY) {
    snprintf(error->text, sizeof error->text, "'%s' wants %u doubles a body", integrator,
             (unsigned)info.carry);
    status = RGS_E_SPACE;
  }
  if (status == RGS_OK) status = rgs_bodies_create(c, 1, &bodies, error);
  if (status == RGS_OK) status = rgs_bodies_bind(bodies, &view, error);
  if (status == RGS_OK) status = rgs_stepper_create(bodies, method, &host, &stepper, error);
  if (status == RGS_OK) status = show(stepper, &b, &first, error);
  for (int i = 0; i <= STEPS / EVERY && status == RGS_OK; i++) {
    if (i > 0) status = rgs_step(stepper, STEP, EVERY, error);
    if (status == RGS_OK) status = show(stepper, &b, &now, error);
    if (status != RGS_OK) break;
    const double energy = off(&now.energy, &first.energy, 1);
    const double material = off(now.material, first.material, 2);
    const double spatial = off(now.spatial, first.spatial, 3);
    printf("%.2f %.9f %.9f %.9f %.9f %.9f %.9f %.9f %.9f %.9f %.1e %.1e %.1e\n", i * EVERY * STEP,
           now.d3[0], now.d3[1], now.d3[2], now.material[0], now.material[1], now.spatial[0],
           now.spatial[1], now.spatial[2], now.twist, energy, material, spatial);
    w->energy = fmax(w->energy, energy);
    w->material = fmax(w->material, material);
    w->spatial = fmax(w->spatial, spatial);
    w->twist = fmax(w->twist, fabs(now.twist));
  }
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  rgs_bodies_destroy(bodies);
  return status;
}

static void summary(const char *name, const worst *w) {
  printf("# %s: off at most: K %.1e, Pi %.1e, pi %.1e; |w.d3| at most %.1e\n", name, w->energy,
         w->material, w->spatial, w->twist);
}

int main(int argc, char **argv) {
  const char *names[2] = { argc > 1 ? argv[1] : "director_em", argc > 2 ? argv[2] : "nontwist" };
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context = NULL;
  worst w[2];
  rgs_status status = rgs_context_create(NULL, &context, &error);
  for (int i = 0; i < 2 && status == RGS_OK; i++) {
    status = follow(context, names[i], &w[i], &error);
    if (status == RGS_OK && i == 0) printf("\n\n");
  }
  rgs_context_destroy(context);
  if (status != RGS_OK) return fprintf(stderr, "frames: %s\n", error.text), 2;
  for (int i = 0; i < 2; i++) summary(names[i], &w[i]);
  const int free_keeps = w[0].energy < KEPT && w[0].spatial < KEPT;
  const int free_turns = w[0].material > CHANGED && w[0].twist > CHANGED;
  const int bound_keeps = w[1].energy < KEPT && w[1].material < KEPT && w[1].twist < KEPT;
  const int bound_turns = w[1].spatial > CHANGED;
  return !(free_keeps && free_turns && bound_keeps && bound_turns);
}
