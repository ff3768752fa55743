// SPDX-License-Identifier: BSD-3-Clause
//
// peer_boost.cpp - elliptic functions of Boost.Math, for textbook_turn.c.  C++, as Boost is; nothing
// of the library's is.
#include "peers.h"

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_3.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <cmath>
#include <exception>

// Outside of their domain they throw, which must not get into C.
template <typename Function> static double caught(Function function) {
  try {
    return function();
  } catch (const std::exception &) {
    return NAN;
  }
}

static double F(double phi, double k) {
  return caught([=] { return boost::math::ellint_1(k, phi); });
}
static double Pi(double phi, double n, double k) {
  return caught([=] { return boost::math::ellint_3(k, n, phi); });
}
static double K(double k) {
  return caught([=] { return boost::math::ellint_1(k); });
}
static void jacobi(double u, double k, double *sn, double *cn, double *dn) {
  *sn = caught([=] { return boost::math::jacobi_elliptic(k, u, cn, dn); });
}

void peer_boost_turn(double h, const double inertia[3], double y[3], double q[4]) {
  static const elliptic_library library = { F, Pi, K, jacobi };
  textbook_turn(&library, h, inertia, y, q);
}
