/* SPDX-License-Identifier: BSD-3-Clause
 *
 * andersen.h - constant pressure: H. C. Andersen, J. Chem. Phys. 72, 2384 (1980), doi
 * 10.1063/1.439486, for bodies that are scaled as wholes, with the free flight of bodies and cell
 * in closed form.
 */
#pragma once
#include <stdint.h>

/* The parameters of the barostat `andersen`. */
typedef struct rgs_andersen {
  double kt, pressure, deviation_x, deviation_y, deviation_z;
  int64_t group_x, group_y, group_z; /* the group of each axis; 0: its length is fixed */
  double barostat_relaxation, barostat_mass, barostat_rate;
  int64_t seed; /* -1: none was given */
} rgs_andersen;
