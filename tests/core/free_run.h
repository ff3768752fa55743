/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_run.h - n bodies that turn freely, step by step, by a rotor of any name: built in or from a
 * module.  (For one call of a built-in rotor there is rgs_free_flow.)
 */
#ifndef FREE_RUN_H
#define FREE_RUN_H
#include <rigidstep/rigidstep.h>

typedef struct free_run free_run;

/* params: of the rotor, "key=value", or null.  inertia 3n, l 3n, q 4n, body after body: the caller's arrays; q is what
 * the steps change.  Returns null, and the reason in *error, if the rotor or a body is refused. */
free_run *free_run_open(rgs_context *context, const char *rotor, const char *params, int64_t n,
                        double *inertia, double *l, double *q, rgs_error *error);
rgs_status free_run_steps(free_run *run, double h, int64_t steps, rgs_error *error);
void free_run_close(free_run *run);

#endif
