/* SPDX-License-Identifier: BSD-3-Clause
 *
 * andersen.h - the parameters of the piston `andersen`.  What it does is in piston.h.
 */
#ifndef RGS_ANDERSEN_H
#define RGS_ANDERSEN_H
#include <rigidstep/method.h>

typedef struct rgs_andersen {
  double kt, pressure, deviation_x, deviation_y, deviation_z;
  int64_t group_x, group_y, group_z; /* the group of each axis; 0: its length is fixed */
  double piston_relaxation, piston_mass, piston_rate;
  int64_t seed; /* -1: none was given */
  int64_t conserved;
} rgs_andersen;

extern const rgs_about rgs_piston_andersen;

#endif /* RGS_ANDERSEN_H */
