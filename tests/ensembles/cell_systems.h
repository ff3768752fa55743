/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cell_systems.h - bodies in cells that change lengths and angles, for ensemble_open.
 */
#pragma once
#include "ensemble_systems.h"

enum { DIMERS = 32 };

/* Dimers of two beads, all along one direction, as a crystal in a skewed cell; at rest. */
void cell_of_dimers(box_of_bodies *b);
/* n points with momenta of the temperature kt, an ideal gas or sprung: between all pairs d = X_i - X_j, U = d.A d/2
 * with a matrix A that prefers directions in space, so that the virial is not symmetric; no images. */
void cell_of_points(box_of_bodies *b, bool sprung, int n, double kt, unsigned seed);
