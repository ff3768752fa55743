/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cell.h - the periodic cell: its vectors, its strains, and what a free flight of cell and bodies does to it.
 *
 * The vectors a, b, c of a cell are the columns of an upper triangular matrix h with a positive diagonal: the
 * lengths, with the tilts xy, xz, yz beside them.  A strain multiplies h from the left.  Axes that change together
 * are a group and have one strain, ln(length / reference length).  An orthogonal box is a cell whose tilts are 0.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define RGS_GROUPS 3
/* Strains beyond this make lengths that are not finite. */
#define RGS_MOST_STRAIN 600
/* The shears, in the order of all arrays of three of them. */
enum { RGS_XY, RGS_XZ, RGS_YZ, RGS_SHEARS };
#define RGS_STRAINS 6 /* x, y, z and the shears */

/* An upper triangular matrix, such as h. */
typedef struct rgs_upper {
  double diagonal[3], off[RGS_SHEARS];
} rgs_upper;

/* The cell, and what a barostat keeps of it.  A save holds this struct as it is. */
typedef struct rgs_moved_cell {
  uint64_t known;                   /* 1: rgs_stepper_set_cell was called */
  double lengths[3], origin[3];     /* as the host told it .. */
  double strain_at_set[RGS_GROUPS]; /* .. where the groups had these strains */
  double tilt[RGS_SHEARS];          /* now */
  rgs_upper reference;              /* the cell whose strains are 0 */
  double strain[RGS_GROUPS], mass[RGS_GROUPS];
  double momentum[RGS_STRAINS]; /* of the groups, and of the shears */
} rgs_moved_cell;

/* How many axes are in group g.  group: of each axis, 0 to 2; -1: its length is fixed. */
static inline int rgs_axes_of(const int group[3], int g) {
  return (group[0] == g) + (group[1] == g) + (group[2] == g);
}

/* The vectors one after the other, and back. */
void rgs_cell_to_vectors(const rgs_upper *h, double vectors[9]);
rgs_upper rgs_cell_of_vectors(const double vectors[9]);

/* h as it is now, and its volume; F = h h0^-1; and the volume of the cell whose strains are 0. */
rgs_upper rgs_cell_now(const rgs_moved_cell *cell, const int group[3]);
double rgs_cell_volume(const rgs_moved_cell *cell, const int group[3]);
rgs_upper rgs_cell_deformation(const rgs_upper *h, const rgs_upper *h0);
double rgs_cell_reference_volume(const rgs_moved_cell *cell);

/* ---- free flight ----------------------------------------------------------------------------- */

/* What a free flight does to the bodies: x += expansion (x - origin) + displacement P/M and P *= scaling,
 * axis by axis.  An axis of fixed length has expansion 0, displacement h, scaling 1.  If the cell is sheared,
 * x - origin is multiplied by n and P by n^-T before and after that; the entries xy, xz, yz of n, whose
 * diagonal is 1. */
typedef struct rgs_cell_flight {
  double origin[3], expansion[3], displacement[3], scaling[3];
  double shear_before[3], shear_after[3];
} rgs_cell_flight;

/* Axes that change together, with the kinetic energy p^2/2W of their strain, fly over the time t of any sign beside
 * bodies whose kinetic energy of translation along them is `kinetic`; afterwards it is scaling^2 of that. */
typedef struct rgs_strained_axes {
  double mass, strain, momentum;
} rgs_strained_axes;
typedef struct rgs_axes_flight {
  double expansion, displacement, scaling;
} rgs_axes_flight;
rgs_axes_flight rgs_cell_fly_axes(rgs_strained_axes *axes, double kinetic, double t);

/* A whole cell in flight. */
typedef struct rgs_flying_cell {
  rgs_upper now;
  int slot[3]; /* of each axis its group, or RGS_GROUPS if its length is fixed */
  bool moves[RGS_SHEARS];
  double strain[RGS_GROUPS], momentum[RGS_GROUPS + 1], mass[RGS_GROUPS]; /* of groups */
  double shear_momentum[RGS_SHEARS], shear_mass;
  double kinetic[6]; /* of translation: xx, yy, zz, xy, xz, yz */
} rgs_flying_cell;

/* bodies: given as the flight of a fixed cell over the time t, whose origin stays. */
void rgs_cell_fly(rgs_flying_cell *cell, double t, rgs_cell_flight *bodies);
