/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_bodies.c - how much memory bodies take: a host that opens rigidstep_generic.so when it runs,
 * moves very many bodies, and says how large the process became.
 *
 *   many_bodies MODULE [BODIES [ROTOR [STEPS [MOST]]]]    default 1e7, exact, 3
 *
 * What the host itself needs, 23 doubles a body, is its own; the rest is the library's.  Exits with 1
 * where the momentum in space has not stayed, or the library took more than MOST bytes a body.
 */
#include <rigidstep_load.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { HOST_DOUBLES = 23 };

static int fail(const char *what, const rgs_error *error) {
  fprintf(stderr, "many_bodies: %s: %s\n", what, error->text);
  return 1;
}

static double peak_bytes(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return 1024.0 * (double)use.ru_maxrss;
}

static rgs_column take(double **at, int64_t n, int components) {
  const rgs_column c = { *at, components, 1 };
  *at += n * components;
  return c;
}

/* Water at room temperature, more or less; no two turn alike. */
static void fill(const rgs_view *v) {
  for (int64_t i = 0; i < v->n; i++) {
    const double moment[3] = { 1, 2, 2.9 };
    RGS_AT(v->mass, i, 0) = 18;
    for (int k = 0; k < 3; k++) {
      RGS_AT(v->x, i, k) = 3.0 * (double)(i >> (8 * k) & 255);
      RGS_AT(v->p, i, k) = (double)((i * (k + 3)) % 101) - 50;
      RGS_AT(v->l, i, k) = 1 + (double)((i * (k + 5)) % 97) / 97;
      RGS_AT(v->inertia, i, k) = moment[k];
      RGS_AT(v->f, i, k) = RGS_AT(v->tau, i, k) = 0;
    }
    for (int k = 0; k < 4; k++) RGS_AT(v->q, i, k) = k == 0;
  }
}

int main(int argc, char **argv) {
  const int64_t n = argc > 2 ? (int64_t)strtod(argv[2], NULL) : 10000000;
  const char *rotor = argc > 3 ? argv[3] : "exact";
  const int steps = argc > 4 ? atoi(argv[4]) : 3;
  const double most = argc > 5 ? strtod(argv[5], NULL) : HUGE_VAL;
  if (argc < 2 || n < 1 || steps < 1) {
    fprintf(stderr, "usage: many_bodies MODULE [BODIES [ROTOR [STEPS [MOST]]]]\n");
    return 2;
  }
  rgs_library rgs;
  rgs_error error = RGS_ERROR_INIT;
  if (rgs_library_open(&rgs, argv[1], &error) != RGS_OK) return fail(argv[1], &error);

  double *data = malloc((size_t)n * HOST_DOUBLES * sizeof *data), *at = data;
  if (data == NULL) return fprintf(stderr, "many_bodies: no memory\n"), 1;
  rgs_view v = { .head = RGS_HEAD(rgs_view), .n = n, .stamp = 1 };
  v.x = take(&at, n, 3);
  v.p = take(&at, n, 3);
  v.q = take(&at, n, 4);
  v.l = take(&at, n, 3);
  v.f = take(&at, n, 3);
  v.tau = take(&at, n, 3);
  v.mass = take(&at, n, 1);
  v.inertia = take(&at, n, 3);
  fill(&v);
  const double before = peak_bytes();

  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = rotor,
                                 .scheme = "strang" };
  rgs_context *context;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  if (rgs.rgs_context_create(NULL, &context, &error) != RGS_OK ||
      rgs.rgs_bodies_create(context, n, &bodies, &error) != RGS_OK ||
      rgs.rgs_bodies_bind(bodies, &v, &error) != RGS_OK ||
      rgs.rgs_method_create(context, &spec, &method, &error) != RGS_OK ||
      rgs.rgs_stepper_create(bodies, method, NULL, &stepper, &error) != RGS_OK)
    return fail("set-up", &error);

  clock_t begun = clock();
  for (int step = 0; step <= steps; step++) { /* the first one prepares constants */
    rgs_eval want = RGS_EVAL_INIT;
    rgs_status status;
    while ((status = rgs.rgs_advance(stepper, 0.01, &want, &error)) == RGS_NEED_EVAL) continue;
    if (status != RGS_OK) return fail("a step", &error);
    if (step == 0) begun = clock();
    if (step % 10 == 0) fprintf(stderr, "step %d of %d\n", step, steps);
  }
  const double ns = (double)(clock() - begun) / CLOCKS_PER_SEC / steps / (double)n * 1e9;
  const double library = peak_bytes() - before;

  int64_t moved = 0; /* of the momentum in space, in any bit */
  for (int64_t i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) moved += RGS_AT(v.l, i, k) != 1 + (double)((i * (k + 5)) % 97) / 97;
  rgs.rgs_stepper_destroy(stepper);
  rgs.rgs_method_destroy(method);
  rgs.rgs_bodies_destroy(bodies);
  rgs.rgs_context_destroy(context);
  rgs_library_close(&rgs);
  free(data);

  printf("%" PRId64 " bodies, %d steps of strang with %s, %.0f CPU ns of a body and step\n"
         "the host's arrays   %6.1f bytes a body\n"
         "the library         %6.1f bytes a body\n"
         "peak of the process %6.0f MB\n",
         n, steps, rotor, ns, HOST_DOUBLES * 8.0, library / (double)n, (before + library) * 1e-6);
  if (moved != 0) return fprintf(stderr, "many_bodies: %" PRId64 " momenta changed\n", moved), 1;
  if (library > most * (double)n)
    return fprintf(stderr, "many_bodies: the library took more than %g bytes a body\n", most), 1;
  return 0;
}
