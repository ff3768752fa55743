/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_run.c - n bodies that turn freely, by a stepper whose forces are nought.
 */
#include "free_run.h"
#include "handles.h"

#include <stdlib.h>

struct free_run {
  handles h;
  double *rest; /* x p f tau: 12 noughts a body; and its mass */
};

static int no_forces(void *self, rgs_eval *request, const rgs_view *bodies) {
  (void)self, (void)request, (void)bodies; /* f and tau are nought from the start */
  return 0;
}

free_run *free_run_open(rgs_context *context, const char *rotor, const char *params, int64_t n,
                        double *inertia, double *l, double *q, rgs_error *error) {
  free_run *run = calloc(1, sizeof *run);
  if (run != NULL) run->rest = calloc((size_t)n * 13, sizeof(double));
  if (run == NULL || run->rest == NULL) return free(run), NULL;
  double *x = run->rest, *p = x + 3 * n, *f = p + 3 * n, *tau = f + 3 * n, *mass = tau + 3 * n;
  for (int64_t i = 0; i < n; i++) mass[i] = 1;
  const rgs_view view =
      WITH_HEAD(rgs_view, .n = n, .revision = 1, .x = { x, 3, 1 }, .p = { p, 3, 1 },
                .q = { q, 4, 1 }, .l = { l, 3, 1 }, .mass = { mass, 1, 1 },
                .inertia = { inertia, 3, 1 }, .f = { f, 3, 1 }, .tau = { tau, 3, 1 });
  const rgs_host host = WITH_HEAD(rgs_host, .provides = RGS_EVAL_FORCE, .eval = no_forces);
  const named_method of = { .rotor = rotor, .scheme = "strang", .params = params };
  run->h.context = context;
  if (open_handles(&run->h, &of, &view, &host, error) == RGS_OK) return run;
  free_run_close(run);
  return NULL;
}

rgs_status free_run_steps(free_run *run, double h, int64_t steps, rgs_error *error) {
  return rgs_stepper_run(run->h.stepper, h, steps, error);
}

void free_run_close(free_run *run) {
  if (run == NULL) return;
  close_handles(&run->h);
  free(run->rest);
  free(run);
}
