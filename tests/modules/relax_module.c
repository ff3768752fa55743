/* SPDX-License-Identifier: BSD-3-Clause
 *
 * relax_module.c - the library's relaxer and its Brownian motion as somebody else's module: sums over
 * ranks, a state that outlives the step and random numbers, through the ABI alone.
 */
#include <rigidstep/module.h>

extern const rgs_integrator rgs_integrator_fire, rgs_integrator_brownian,
    rgs_integrator_brownian_anisotropic;

static const rgs_integrator *const integrators[] = { &rgs_integrator_fire, &rgs_integrator_brownian,
                                                     &rgs_integrator_brownian_anisotropic, NULL };

RGS_MODULE = {
  RGS_HEAD(rgs_module), "acme", "1.0", "BSD-3-Clause", NULL, NULL, integrators, NULL, NULL, NULL
};
