/* SPDX-License-Identifier: BSD-3-Clause
 *
 * forced_run.h - bodies under the forces of a model, moved step by step by any rotor and scheme,
 * with a count of what it costs.
 */
#ifndef FORCED_RUN_H
#define FORCED_RUN_H
#include <rigidstep/rigidstep.h>

enum { FORCED_MOST = 32 }; /* bodies */

/* Body after body, as in rigidstep/bodies.h. */
typedef struct forced_state {
  double x[3 * FORCED_MOST], p[3 * FORCED_MOST], q[4 * FORCED_MOST], l[3 * FORCED_MOST];
} forced_state;

typedef struct forced_model {
  int64_t n;
  uint32_t flags; /* RGS_VIEW_*                                                  */
  double mass[FORCED_MOST], inertia[3 * FORCED_MOST];
  uint32_t provides; /* RGS_EVAL_* that eval answers                              */
  void *self;
  int (*eval)(void *self, rgs_eval *request,
              const rgs_view *bodies); /* as rgs_host.eval          */
} forced_model;

typedef struct forced_run forced_run;

/* Null, and the reason in *error, if the method or a body is refused.  The model must outlive the
 * run; the start is copied. */
forced_run *forced_run_open(rgs_context *context, const forced_model *model,
                            const forced_state *start, const char *rotor, const char *scheme,
                            rgs_error *error);
/* The method as it runs here: see rgs_stepper_describe. */
rgs_status forced_run_describe(const forced_run *run, rgs_method_info *info, rgs_error *error);
rgs_status forced_run_steps(forced_run *run, double h, int64_t steps, rgs_error *error);

/* The state for output, and its energies; what it takes to find them is not counted.  state may be
 * null. */
rgs_status forced_run_look(forced_run *run, forced_state *state, double *potential, double *kinetic,
                           rgs_error *error);

/* Evaluations of forces and of gradients so far. */
int64_t forced_run_forces(const forced_run *run);
int64_t forced_run_gradients(const forced_run *run);
void forced_run_close(forced_run *run);

#endif
