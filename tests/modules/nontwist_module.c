/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nontwist_module.c - the library's integrators of the body that does not twist as somebody else's
 * module: built from the same files with RGS_VENDOR, linked against nothing.
 */
#include <rigidstep/module.h>

extern const rgs_integrator rgs_integrator_nontwist, rgs_integrator_director_em,
    rgs_integrator_director_em_nontwist;

static const rgs_integrator *const integrators[] = { &rgs_integrator_nontwist,
                                                     &rgs_integrator_director_em,
                                                     &rgs_integrator_director_em_nontwist, NULL };

RGS_MODULE = {
  RGS_HEAD(rgs_module), "acme", "1.0", "BSD-3-Clause", NULL, NULL, integrators, NULL, NULL, NULL
};
