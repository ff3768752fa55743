/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host.c - what a newcomer's program in C may get wrong, and what it is told: host WHAT.
 */
#include <rigidstep/module.h>
#include <rigidstep/rigidstep.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static double x[6] = { 1, 0, 0, 3, 0, 0 }, p[6], q[8] = { 1, 0, 0, 0, 1, 0, 0, 0 };
static double l[6] = { 0.1, 0.2, 0.3, 0.1, 0.2, 0.3 }, f[6], tau[6], gf[6], gtau[6];
static double mass[2] = { 1, 1 }, inertia[6] = { 1, 2, 2.5, 1, 2, 2.5 };
static rgs_view view = {
  .head = RGS_HEAD(rgs_view),
  .n = 2,
  .stamp = 1,
  .x = { x, 3, 1 },
  .p = { p, 3, 1 },
  .q = { q, 4, 1 },
  .l = { l, 3, 1 },
  .mass = { mass, 1, 1 },
  .inertia = { inertia, 3, 1 },
  .f = { f, 3, 1 },
  .tau = { tau, 3, 1 },
};
static rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                .rotor = "exact",
                                .scheme = "strang" };
static rgs_host host = { .head = RGS_HEAD(rgs_host), .provides = RGS_EVAL_FORCE };
static rgs_context *context;
static rgs_bodies *bodies;
static rgs_method *method;
static rgs_stepper *stepper;
static rgs_error error = RGS_ERROR_INIT;

/* A spring between the body and the origin. */
static int springs(void *self, rgs_eval *request, const rgs_view *v) {
  (void)self;
  request->energy = 0;
  for (int i = 0; i < 6; i++) {
    f[i] = -x[i];
    tau[i] = 0;
    request->energy += 0.5 * x[i] * x[i];
    if (v->gf.data != NULL) gf[i] = x[i], gtau[i] = 0;
  }
  return 0;
}

static rgs_status tell(const char *what, rgs_status status) {
  printf("%s: %d %s%s%s\n", what, (int)status, rgs_status_text(status), status < 0 ? ": " : "",
         status < 0 ? error.text : "");
  return status;
}

/* Everything up to the stepper; the first call that is refused is told. */
static int open_all(void) {
  host.eval = springs;
  return tell("bodies", rgs_bodies_create(context, 2, &bodies, &error)) ||
         tell("bind", rgs_bodies_bind(bodies, &view, &error)) ||
         tell("method", rgs_method_create(context, &spec, &method, &error)) ||
         tell("stepper", rgs_stepper_create(bodies, method, &host, &stepper, &error));
}

static double energy(void) {
  double translation = NAN, rotation = NAN, potential = 0;
  rgs_bodies_energy(bodies, &translation, &rotation, &error);
  for (int i = 0; i < 6; i++) potential += 0.5 * x[i] * x[i];
  return translation + rotation + potential;
}

/* ---- 2 and 3: a processed scheme, and no column carry ------------------------------------------ */
static int processed(void) {
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  double plain = 0, shown = 0;
  spec.scheme = "rowlands4";
  host.provides |= RGS_EVAL_GRADIENT;
  view.gf = (rgs_column){ gf, 3, 1 };
  view.gtau = (rgs_column){ gtau, 3, 1 };
  if (open_all()) return 1;
  tell("describe", rgs_stepper_describe(stepper, &info, &error));
  printf("claims RGS_PROCESSED: %s; carries %u doubles, view.carry is null\n",
         info.claims & RGS_PROCESSED ? "yes" : "no", (unsigned)info.carry);
  const double before = energy();
  for (int i = 0; i < 100; i++) {
    if (rgs_step(stepper, 0.1, 1, &error) != RGS_OK) return tell("step", RGS_E_NEEDS);
    plain = fmax(plain, fabs(energy() / before - 1));
    rgs_stepper_process(stepper, NULL, &error);
    shown = fmax(shown, fabs(energy() / before - 1));
    rgs_stepper_unprocess(stepper, &error);
  }
  printf("energy off by %.0e in a plain loop, by %.0e within process and unprocess\n", plain,
         shown);
  return 0;
}

static int needs(void) { /* a scheme with gradients, a host that says it has them, no columns */
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  spec.scheme = "nystrom4";
  host.provides |= RGS_EVAL_GRADIENT;
  if (open_all()) return 0;
  tell("describe", rgs_stepper_describe(stepper, &info, &error));
  printf("needs gradients in view.gf and view.gtau: %s\n",
         info.needs & RGS_EVAL_GRADIENT ? "yes" : "no");
  tell("check", rgs_bodies_check(bodies, &error));
  tell("step", rgs_step(stepper, 0.1, 1, &error));
  return 0;
}

static int bad_bodies(void) { /* a moment above the sum of the other two; then allowed by a flag */
  inertia[5] = 9;
  if (open_all()) return 1;
  tell("check", rgs_bodies_check(bodies, &error));
  view.flags |= RGS_VIEW_ANY_MOMENTS;
  tell("check with RGS_VIEW_ANY_MOMENTS",
       rgs_bodies_bind(bodies, &view, &error) || rgs_bodies_check(bodies, &error));
  spec = (rgs_method_spec){ .head = RGS_HEAD(rgs_method_spec), .integrator = "director_em" };
  if (rgs_method_create(context, &spec, &method, &error) != RGS_OK) return 1;
  tell("swap to director_em", rgs_stepper_swap(stepper, method, &error));
  tell("director_em: check", rgs_bodies_check(bodies, &error));
  return 0;
}

/* ---- 9: headers -------------------------------------------------------------------------------- */
static int params(void) {
  static const rgs_param param = { .key = "s", .value = 0.1 };
  spec.params = &param; /* and n_params 0 */
  open_all();
  return 0;
}

/* Suzuki's five steps with so many digits of 1/(4 - 4^(1/3)). */
static int suzuki(int digits) {
  const double a = round(0.41449077179437574 * pow(10, digits)) / pow(10, digits), b = 1 - 4 * a;
  rgs_stage stages[11] = { { RGS_KICK, 0, a / 2, 0 } };
  const double part[5] = { a, a, b, a, a };
  for (int i = 0; i < 5; i++) {
    stages[2 * i + 1] = (rgs_stage){ RGS_DRIFT, 0, part[i], 0 };
    stages[2 * i + 2] = (rgs_stage){ RGS_KICK, 0, (part[i] + (i < 4 ? part[i + 1] : 0)) / 2, 0 };
  }
  const rgs_about about = { .head = RGS_HEAD(rgs_about),
                            .name = "acme.suzuki",
                            .doc = "Five steps.",
                            .cite = "",
                            .order = 4,
                            .needs = RGS_EVAL_FORCE,
                            .claims = RGS_SYMMETRIC | RGS_BACKWARD,
                            .param_info_size = sizeof(rgs_param_info) };
  const rgs_scheme scheme = { .head = RGS_HEAD(rgs_scheme),
                              .about = &about,
                              .stages = stages,
                              .n_stages = 11,
                              .stage_size = sizeof *stages };
  const rgs_scheme *const schemes[] = { &scheme, NULL };
  const rgs_module module = { .head = RGS_HEAD(rgs_module),
                              .name = "acme",
                              .version = "1",
                              .license = "BSD-3-Clause",
                              .schemes = schemes };
  char what[32];
  snprintf(what, sizeof what, "%d digits", digits);
  tell(what, rgs_module_add(context, &module, &error));
  return 0;
}

/* ---- attacks ----------------------------------------------------------------------------------- */
static void turn(const char *what, double h, double I1, double I2, double I3, double l1,
                 double l2) {
  const double moments[3] = { I1, I2, I3 }, momentum[3] = { l1, l2, 0 };
  double attitude[4] = { 1, 0, 0, 0 };
  int64_t bad = -1;
  const rgs_status status = rgs_free_flow("exact", 1, h, moments, momentum, attitude, &bad);
  printf("%s: %s, q = %g %g %g %g, |q| - 1 = %.0e\n", what, rgs_status_text(status), attitude[0],
         attitude[1], attitude[2], attitude[3],
         sqrt(attitude[0] * attitude[0] + attitude[1] * attitude[1] + attitude[2] * attitude[2] +
              attitude[3] * attitude[3]) -
             1);
}

static int extremes(void) {
  turn("a turn of 1e-4 rad", 1e132, 1, 1, 1e-27, 1e-136, 0);
  turn("a long turn", 1e180, 1, 1.5, 2, 0, 1e-100);
  if (open_all()) return 1;
  q[0] = NAN;
  tell("an attitude spoilt in place", rgs_step(stepper, 0.1, 1, &error));
  return 0;
}

static int output(void) {
  double values[3];
  spec.rotor = "dmv4";
  if (open_all()) return 1;
  inertia[1] = INFINITY;
  view.stamp = 2;
  tell("bind", rgs_bodies_bind(bodies, &view, &error));
  tell("output", rgs_stepper_output(stepper, "kinetic_axes", values, 3, &error));
  return 0;
}

static int heads(void) {
  spec.head.size = 20;
  tell("a spec whose size ends in a pointer", rgs_method_create(context, &spec, &method, &error));
  return 0;
}

static int overlap(void) {
  view.l = (rgs_column){ x + 1, 3, 1 };
  open_all();
  tell("check", rgs_bodies_check(bodies, &error));
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argc == 2 ? argv[1] : "";
  if (rgs_context_create(NULL, &context, &error) != RGS_OK) return 1;
  if (strcmp(what, "processed") == 0) return processed();
  if (strcmp(what, "needs") == 0) return needs();
  if (strcmp(what, "bodies") == 0) return bad_bodies();
  if (strcmp(what, "params") == 0) return params();
  if (strcmp(what, "suzuki") == 0) return suzuki(12) || suzuki(16);
  if (strcmp(what, "extremes") == 0) return extremes();
  if (strcmp(what, "output") == 0) return output();
  if (strcmp(what, "heads") == 0) return heads();
  if (strcmp(what, "overlap") == 0) return overlap();
  return 2;
}
