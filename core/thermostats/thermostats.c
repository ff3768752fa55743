/* SPDX-License-Identifier: BSD-3-Clause
 *
 * thermostats.c - what follows from sums over bodies.
 */
#include "thermostats/thermostats.h"

double rgs_thermostat_internal(const rgs_thermostat_sums *sums) {
  double kinetic = 0;
  for (int k = 0; k < 3; k++)
    kinetic += sums->translation[k] - 0.5 * sums->momentum[k] * sums->momentum[k] / sums->mass;
  return kinetic > 0 ? kinetic : 0;
}
