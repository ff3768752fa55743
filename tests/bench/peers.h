/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peers.h - other people's ways to turn a free body, to be measured beside the library's.
 *
 * Each turns one body for the time h: y is the momentum in the body's frame, q the orientation, both
 * in and out; the moments come in ascending order.  Built are those whose package or source was
 * found (CMakeLists.txt).
 */
#ifndef PEERS_H
#define PEERS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef void peer_turn(double h, const double inertia[3], double y[3], double q[4]);

peer_turn peer_gsl_turn;     /* textbook_turn.c with the GNU Scientific Library's functions */
peer_turn peer_boost_turn;   /* the same with Boost.Math's */
peer_turn peer_toms903_turn; /* E. Celledoni, A. Zanna, Algorithm 903 */

/* ---- the textbook's solution, with anybody's elliptic functions ------------------------------- */
typedef struct elliptic_library {
  double (*F)(double phi, double k);            /* incomplete, first kind; any phi */
  double (*Pi)(double phi, double n, double k); /* third kind, 1 - n sin^2; n < 0 here */
  double (*K)(double k);
  void (*jacobi)(double u, double k, double *sn, double *cn, double *dn);
} elliptic_library;

void textbook_turn(const elliptic_library *library, double h, const double inertia[3], double y[3],
                   double q[4]);

#ifdef __cplusplus
}
#endif
#endif
