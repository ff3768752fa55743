/* SPDX-License-Identifier: BSD-3-Clause
 *
 * acme_module.c - a module of somebody else's for the tests inside LAMMPS: a scheme that is strang
 * by another name, and a rotor that does not turn.
 */
#include <rigidstep/module.h>

static rgs_status stand_still(const rgs_flow *call, int64_t *bad) {
  (void)call;
  (void)bad;
  return RGS_OK;
}
static const rgs_about still_about = { .head = RGS_HEAD(rgs_about),
                                       .name = "acme.still",
                                       .doc = "Does not turn.",
                                       .cite = "none",
                                       .order = 1,
                                       .claims = RGS_NEVER_FAILS };
static const rgs_rotor still = { .head = RGS_HEAD(rgs_rotor),
                                 .about = &still_about,
                                 .flow = stand_still };
static const rgs_rotor *const rotors[] = { &still, NULL };

static const rgs_stage stages[] = { { RGS_KICK, 0, 0.5, 0 },
                                    { RGS_DRIFT, 0, 1, 0 },
                                    { RGS_KICK, 0, 0.5, 0 } };
static const rgs_about kdk_about = { .head = RGS_HEAD(rgs_about),
                                     .name = "acme.kdk",
                                     .doc = "Kick, drift, kick.",
                                     .cite = "10.1137/0705041",
                                     .order = 2,
                                     .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC,
                                     .needs = RGS_EVAL_FORCE };
static const rgs_scheme kdk = { .head = RGS_HEAD(rgs_scheme),
                                .about = &kdk_about,
                                .stages = stages,
                                .n_stages = 3,
                                .stage_size = sizeof *stages };
static const rgs_scheme *const schemes[] = { &kdk, NULL };

RGS_MODULE = {
  RGS_HEAD(rgs_module), "acme", "1.0", "BSD-3-Clause", rotors, schemes, NULL, NULL, NULL, NULL
};
