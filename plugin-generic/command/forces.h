/* SPDX-License-Identifier: BSD-3-Clause
 *
 * forces.h - forces and torques on the bodies of a problem: a field (heavy top or satellite),
 * gravity, springs, and Lennard-Jones and Coulomb forces between sites of different bodies, without
 * cutoff.
 */
#ifndef RIGIDSTEP_COMMAND_FORCES_H
#define RIGIDSTEP_COMMAND_FORCES_H
#include "problem.h"
#include <rigidstep/rigidstep.h>

typedef struct forces {
  const problem *problem;
  double *place, *force; /* of every site: place relative to its body's centre; owned     */
  int64_t *first;        /* index of body i's first site in these arrays; owned           */
} forces;

/* false: out of memory. */
bool forces_create(forces *f, const problem *p);
void forces_destroy(forces *f);

/* RGS_EVAL_* bits that these forces can evaluate. */
uint32_t forces_provide(const problem *p);

/* For rgs_host.eval; self points to a struct forces. */
int forces_eval(void *self, rgs_eval *request, const rgs_view *bodies);

#endif
