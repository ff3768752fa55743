/* SPDX-License-Identifier: BSD-3-Clause
 *
 * soft_ellipsoids.h - energy of two ellipsoids by the distance between their surfaces, for monte_carlo.
 * It shares no line with the library or with LAMMPS.
 *
 *   U = 4 epsilon (d^-12 - d^-6), d = r - s + 1, s = (u G^-1 u / 2)^(-1/2), G = G_a + G_b
 *
 * r u leads from one centre to the other, and G_a has the half axes of body a, squared, along its axes:
 * equation (4) of R. Everaers and M. R. Ejtehadi, Phys. Rev. E 67, 041710 (2003),
 * DOI 10.1103/PhysRevE.67.041710, with wells of equal depth, sigma 1, gamma 1 and upsilon 0.
 */
#pragma once

/* G of a body with the half axes a, the rows of whose orientation are its axes: xx, yy, zz, xy, xz, yz. */
void soft_shape(const double a[3], const double axes[3][3], double g[6]);

/* Infinite where the surfaces overlap by 1 or more. */
double soft_energy(const double shift[3], double square, const double ga[6], const double gb[6],
                   double epsilon);
