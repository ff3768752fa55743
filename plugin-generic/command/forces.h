/* SPDX-License-Identifier: BSD-3-Clause
 *
 * forces.h - forces and torques on the bodies of a problem: a field (heavy top or satellite), gravity,
 * springs, and Lennard-Jones and Coulomb between the sites of different bodies, without cutoff.
 */
#ifndef RIGIDSTEP_COMMAND_FORCES_H
#define RIGIDSTEP_COMMAND_FORCES_H
#include "problem.h"
#include <rigidstep/rigidstep.h>

typedef struct forces {
  const problem *problem;
  double *place, *force; /* of every site of every body, from its body's centre; owned  */
  int64_t *first;        /* of body i's sites among them; owned                         */
} forces;

/* false: out of memory. */
bool forces_create(forces *f, const problem *p);
void forces_destroy(forces *f);

/* What can be evaluated: RGS_EVAL_*. */
uint32_t forces_provide(const problem *p);

/* rgs_host.eval, with a forces as self. */
int forces_eval(void *self, rgs_eval *request, const rgs_view *bodies);

#endif
