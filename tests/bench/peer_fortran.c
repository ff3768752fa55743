/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_fortran.c - calls of published Fortran codes, as their authors' drivers call them.
 *
 * Algorithm 903 (PEER_TOMS903): momentum of length 1, moments in ascending order; 0 asks for the
 * exact solution.  DMV10 and DMV6 of E. Hairer and G. Vilmart (PEER_DMV): the moments are elements
 * 11 to 13 of an array that is handed on to the potential, which is constant here.
 */
#include "peers.h"

#include <math.h>
#include <string.h>

#ifdef PEER_TOMS903
void quat_step_(double y1[3], double q1[4], const double *h, const double inertia[3],
                const double y[3], const double q[4], const int *order);

void peer_toms903_turn(double h, const double inertia[3], double y[3], double q[4]) {
  const double length = sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]), time = h * length;
  const double unit[3] = { y[0] / length, y[1] / length, y[2] / length };
  const int exact = 0;
  double y1[3], q1[4];
  quat_step_(y1, q1, &time, inertia, unit, q, &exact);
  for (int k = 0; k < 3; k++) y[k] = length * y1[k];
  memcpy(q, q1, sizeof q1);
}
#endif

#ifdef PEER_DMV
typedef void potential(const double q[4], double torque[3], const double *rpar, const int *ipar);
typedef void dmv(double y[3], double q[4], potential *torque, const double *h, const int *steps,
                 double *rpar, int *ipar);
dmv dmv6_, dmv10_;

static void no_torque(const double q[4], double torque[3], const double *rpar, const int *ipar) {
  (void)q, (void)rpar, (void)ipar;
  torque[0] = torque[1] = torque[2] = 0;
}

static void turn(dmv *method, double h, const double inertia[3], double y[3], double q[4]) {
  double rpar[20] = { 0 };
  int ipar[20] = { 0 };
  const int one = 1;
  memcpy(rpar + 10, inertia, 3 * sizeof *inertia);
  method(y, q, no_torque, &h, &one, rpar, ipar);
}

void peer_dmv6_turn(double h, const double inertia[3], double y[3], double q[4]) {
  turn(dmv6_, h, inertia, y, q);
}
void peer_dmv10_turn(double h, const double inertia[3], double y[3], double q[4]) {
  turn(dmv10_, h, inertia, y, q);
}
#endif
