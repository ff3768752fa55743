/* SPDX-License-Identifier: BSD-3-Clause
 *
 * symmetric.h - eigenvectors of small symmetric matrices.  No library of linear algebra: its bits, and
 * with them the axes of bodies, would differ from machine to machine.
 */
#pragma once

/* The diagonal of the n by n matrix a, n at most 4, becomes its eigenvalues, and the columns of v become
 * eigenvectors (C. G. J. Jacobi, 1846). */
void rgs_diagonalise(int n, double a[4][4], double v[4][4]);
