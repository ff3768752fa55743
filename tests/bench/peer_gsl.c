/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_gsl.c - elliptic functions of the GNU Scientific Library, for textbook_turn.c.
 */
#include "peers.h"

#include <gsl/gsl_sf_elljac.h>
#include <gsl/gsl_sf_ellint.h>

static double F(double phi, double k) { return gsl_sf_ellint_F(phi, k, GSL_PREC_DOUBLE); }
static double Pi(double phi, double n, double k) { /* its sign of n is the other */
  return gsl_sf_ellint_P(phi, k, -n, GSL_PREC_DOUBLE);
}
static double K(double k) { return gsl_sf_ellint_Kcomp(k, GSL_PREC_DOUBLE); }
static void jacobi(double u, double k, double *sn, double *cn, double *dn) {
  gsl_sf_elljac_e(u, k * k, sn, cn, dn);
}

void peer_gsl_turn(double h, const double inertia[3], double y[3], double q[4]) {
  static const elliptic_library library = { F, Pi, K, jacobi };
  textbook_turn(&library, h, inertia, y, q);
}
