/* SPDX-License-Identifier: BSD-3-Clause
 *
 * other_engines.h - a free body in ODE and in Bullet: turned from rest attitude at given rates.
 */
#ifndef OTHER_ENGINES_H
#define OTHER_ENGINES_H

#ifdef __cplusplus
extern "C" {
#endif

/* Its own frame is that of the principal axes and lies in space as at the start.  rate (in the body's
 * frame, a second) and q (w,x,y,z) come out as they are after steps of h. */
typedef struct free_brick {
  double mass, inertia[3], rate[3], q[4];
} free_brick;

/* The engines' ways with the gyroscopic torque, by name: null where there are no more. */
const char *ode_way(int way);
void ode_run(free_brick *brick, int way, double h, long steps);
const char *bullet_way(int way);
void bullet_run(free_brick *brick, int way, double h, long steps);

#ifdef __cplusplus
}
#endif
#endif /* OTHER_ENGINES_H */
