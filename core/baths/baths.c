/* SPDX-License-Identifier: BSD-3-Clause
 *
 * baths.c - what follows from sums over bodies.
 */
#include "baths/baths.h"

double rgs_bath_internal(const rgs_bath_sums *sums) {
  double kinetic = 0;
  for (int k = 0; k < 3; k++)
    kinetic += sums->translation[k] - 0.5 * sums->momentum[k] * sums->momentum[k] / sums->mass;
  return kinetic > 0 ? kinetic : 0;
}
