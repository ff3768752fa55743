/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_bodies.h - the free bodies of a MuJoCo model as rigidstep sees them.
 *
 * MuJoCo keeps the place of a body's own frame and its rates in that frame; rigidstep wants the centre
 * of mass, the principal axes and momenta.  Forces are MuJoCo's smooth ones: gravity, springs, applied
 * forces.  Contacts and dampers dissipate and are left out.
 */
#ifndef FREE_BODIES_H
#define FREE_BODIES_H
#include <mujoco/mujoco.h>
#include <rigidstep/rigidstep.h>

enum { MOST_BODIES = 8 };
typedef struct free_bodies {
  mjModel *model;
  mjData *data;
  int64_t n, evaluations;
  int body
      [MOST_BODIES]; /* MuJoCo's number of each                                                */
  double x[MOST_BODIES][3], p[MOST_BODIES][3], q[MOST_BODIES][4], l[MOST_BODIES][3];
  double mass[MOST_BODIES], inertia[MOST_BODIES][3], f[MOST_BODIES][3], tau[MOST_BODIES][3];
} free_bodies;

/* Takes over the state of `data`.  Returns 0, or -1 if a joint of the model is not free or there are
 * more than MOST_BODIES. */
int free_bodies_read(free_bodies *b, mjModel *model, mjData *data);
/* Puts places and rates back into data. */
void free_bodies_write(const free_bodies *b);
rgs_view free_bodies_view(free_bodies *b);
/* rgs_host.eval, with the struct as rgs_host.self. */
int free_bodies_eval(void *self, rgs_eval *request, const rgs_view *view);

#endif /* FREE_BODIES_H */
