/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rods.cl - the kernels of one time step of rods.h.  Rods, forces and lists stay on the device.  The compiler is
 * told RODS_N, RODS_CELLS and RODS_EDGE, the members of rods_box.
 */
#include "rods.h"

/* All kernels take the same.  forces: force, torque and energy, 7 components.  overfull: how many rods found no
 * room in their cell. */
#define ARGUMENTS                                                                                  \
  rgs_real h, __global rgs_real *rods, __global rgs_real *forces, __global int *count,             \
      __global int *list, __global int *overfull

/* First half of the kick, and free flight. */
__kernel void begin(ARGUMENTS) {
  const int i = (int)get_global_id(0), n = RODS_N;
  const rgs_device_kind kind = rods_kind();
  rgs_device_body body;
  rgs_real force[6];
  rods_body(rods, n, i, &body);
  rods_get(forces, n, i, 6, force);
  (void)rgs_device_strang_begin(&kind, &body, h, force, force + 3);
  rods_put(rods + (long)RODS_X * n, n, i, 3, body.x);
  rods_put(rods + (long)RODS_P * n, n, i, 3, body.p);
  rods_put(rods + (long)RODS_Q * n, n, i, 4, body.q);
  rods_put(rods + (long)RODS_L * n, n, i, 3, body.l);
}

__kernel void clear(ARGUMENTS) { count[get_global_id(0)] = 0; }

__kernel void fill(ARGUMENTS) {
  const int i = (int)get_global_id(0);
  const rods_box box = { RODS_N, RODS_CELLS, RODS_EDGE };
  rgs_real x[3];
  rods_get(rods, RODS_N, i, 3, x);
  const int cell = rods_cell_at(&box, x), slot = atomic_inc(&count[cell]);
  if (slot < RODS_IN_CELL)
    list[(long)cell * RODS_IN_CELL + slot] = i;
  else
    atomic_inc(overfull);
}

__kernel void sort(ARGUMENTS) {
  const long cell = (long)get_global_id(0);
  if (count[cell] > RODS_IN_CELL) count[cell] = RODS_IN_CELL;
  rods_sort(list + cell * RODS_IN_CELL, count[cell]);
}

/* Forces, and the second half of the kick; h = 0: forces only. */
__kernel void end(ARGUMENTS) {
  const int i = (int)get_global_id(0), n = RODS_N;
  const rods_box box = { RODS_N, RODS_CELLS, RODS_EDGE };
  rgs_device_body body;
  rods_body(rods, n, i, &body);
  rods_forces sum = rods_forces_on(&box, rods, count, list, i);
  rgs_device_strang_end(&body, h, sum.force, sum.torque);
  sum.energy += rods_kinetic(body.p, body.l);
  rods_put(rods + (long)RODS_P * n, n, i, 3, body.p);
  rods_put(rods + (long)RODS_L * n, n, i, 3, body.l);
  rods_put(forces, n, i, 3, sum.force);
  rods_put(forces + 3L * n, n, i, 3, sum.torque);
  rods_put(forces + 6L * n, n, i, 1, &sum.energy);
}
