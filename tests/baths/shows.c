/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shows.c - see shows.h.
 */
#include "shows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void parameters(const show_run *r, char *text, size_t room) {
  size_t n = (size_t)snprintf(text, room, "kt=%.17g", r->kt);
  const bool noisy = r->bath != NULL && (r->axes != NULL || strcmp(r->bath, "nhc") != 0);
  if (noisy) n += (size_t)snprintf(text + n, room - n, " seed=%.0f", r->seed);
  if (r->bath != NULL)
    n += (size_t)snprintf(text + n, room - n, " relaxation=%.17g", r->relaxation);
  if (r->axes != NULL) {
    n += (size_t)snprintf(text + n, room - n, " pressure=%.17g piston_relaxation=%.17g", r->p,
                          r->piston_relaxation);
    const char *axes = strcmp(r->axes, "iso") == 0 ? "xyz" : r->axes;
    for (int k = 0; k < 3; k++)
      n += (size_t)snprintf(text + n, room - n, " group_%c=%d", "xyz"[k],
                            strchr(axes, "xyz"[k]) != NULL);
  }
  if (r->more != NULL) snprintf(text + n, room - n, " %s", r->more);
}

bool run_acts_on_drift(const show_run *r) {
  return r->bath != NULL && strncmp(r->bath, "langevin", 8) == 0;
}

void run_open(ensemble *e, const show_run *r) {
  char text[400];
  parameters(r, text, sizeof text);
  const made_of m = { "exact", r->scheme != NULL ? r->scheme : "strang", r->bath,
                      r->axes != NULL ? "andersen" : NULL, text };
  set_up(&e->box, r->potential, r->n, r->volume, r->kt, !run_acts_on_drift(r), (unsigned)r->seed);
  e->box.spring = r->spring;
  memcpy(e->box.field, r->field, sizeof r->field);
  ensemble_open(e, &m, 1, false);
}

void run_settle(ensemble *e, const show_run *r, long steps) {
  for (; steps > 0; steps -= steps < 1000000 ? steps : 1000000)
    ensemble_run_steps(e, r->h, steps < 1000000 ? (int)steps : 1000000, false);
}

void run_means(ensemble *e, const show_run *r, long settle, long steps, blocks *b, int means,
               void (*values)(ensemble *e, const show_run *r, double *values)) {
  run_settle(e, r, settle);
  blocks_begin(b, means, steps);
  for (long i = 0; i < steps; i++) {
    double now[MOST_MEANS] = { 0 };
    ensemble_run_steps(e, r->h, 1, false);
    values(e, r, now);
    blocks_add(b, now);
  }
}
