/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigid_water.h - SPC/E molecules of a host that knows atoms only: where the atoms of the bodies are,
 * and what the forces on them make of the bodies.  Atoms are O H H, molecule after molecule.
 */
#ifndef RIGID_WATER_H
#define RIGID_WATER_H
#include "water_model.h"

typedef struct rigid_water {
  water_model
      model; /* site, mass and inertia in the host's unit of length; the rest is not used  */
  int64_t n;
  double edge; /* of the periodic cube                                          */
  double *x, *p, *q, *l, *mass, *inertia, *f, *tau;
  double *atom, *arm, *velocity; /* 9 doubles a molecule: atoms, from the centre of mass; rates   */
  double *force;                 /* on the atoms: the host writes them                            */
} rigid_water;

/* n molecules on a cubic lattice at 33.3 a nm^3, in any attitude, with random momenta of zero sum.
 * angstrom: one Angstrom in the host's unit of length.  Returns 0, or -1 if memory is short. */
int rigid_water_create(rigid_water *w, int64_t n, double angstrom, uint64_t seed);
int rigid_water_copy(rigid_water *to, const rigid_water *from);
void rigid_water_destroy(rigid_water *w);
rgs_view rigid_water_view(const rigid_water *w);

/* From bodies to atoms: places, and velocities as well. */
void rigid_water_place(rigid_water *w);
void rigid_water_move(rigid_water *w);
/* From the forces on the atoms, placed before, to those on the bodies. */
void rigid_water_gather(rigid_water *w);

/* Kinetic energy, and momenta scaled so that it is that of kT for each of 6n degrees of freedom. */
double rigid_water_kinetic(const rigid_water *w);
void rigid_water_heat(rigid_water *w, double kT);

#endif /* RIGID_WATER_H */
