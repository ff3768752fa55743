/* SPDX-License-Identifier: BSD-3-Clause
 *
 * openmm_box.h - a periodic box of SPC/E water in OpenMM, for C: OpenMM's own interface is C++.
 *
 * UNITS  nm, ps, g/mol; hence energies in kJ/mol without any factor.  Atoms are O H H, molecule after
 * molecule; places, velocities and forces are 9 doubles a molecule.
 */
#ifndef OPENMM_BOX_H
#define OPENMM_BOX_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct openmm_box openmm_box;

/* Of SPC/E, in nm, as SETTLE of OpenMM 7.7 keeps them: rounded to single precision on every platform. */
void openmm_box_distances(double *oh, double *hh);

/* Long-range Coulomb forces by PME; molecules rigid for OpenMM's Verlet integrator (which takes SETTLE)
 * if the step is above 0, and free to be moved from outside if it is 0.
 *   platform  "Reference" computes in double precision throughout
 * Null on failure; every failure leaves OpenMM's words in text, cut to size. */
openmm_box *openmm_box_create(const char *platform, int molecules, double edge, double cutoff,
                              double step, char *text, size_t size);
void openmm_box_destroy(openmm_box *box);

/* All answer 0, or -1. */
int openmm_box_forces(openmm_box *box, const double *atom, double *force, double *energy);
/* Velocities are those half a step ago. */
int openmm_box_begin(openmm_box *box, const double *atom, const double *velocity);
int openmm_box_step(openmm_box *box, int steps);
/* Total energy at the time of the places.  atom may be null. */
int openmm_box_look(openmm_box *box, double *atom, double *energy);

#ifdef __cplusplus
}
#endif
#endif /* OPENMM_BOX_H */
