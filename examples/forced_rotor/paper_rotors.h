/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paper_rotors.h - rotors for the one body of Celledoni and Zanna's section 4.3.
 *
 * Its moments belong to no distribution of mass, I3 > I1 + I2, so a stepper refuses a body that has
 * them.  Free rotation with them is well defined, and rgs_free_flow takes any positive moments.
 * So these rotors, "paper.exact" and so on, turn whatever body the stepper hands them as one of the
 * paper's moments by the library's rotor of the name that follows the dot.
 */
#ifndef PAPER_ROTORS_H
#define PAPER_ROTORS_H
#include <rigidstep/rigidstep.h>

extern const double paper_inertia[3];
extern const rgs_module paper_rotors;

#endif
