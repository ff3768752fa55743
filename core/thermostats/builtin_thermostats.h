/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_thermostats.h - the built-in thermostats, and the kernels that lists of jobs consist of.  A new
 * thermostat is a file of its own and its name in this list.
 */
#pragma once
#include "base/error.h"
#include "thermostats/thermostats.h"
#include <rigidstep/method.h>
#include <stdbool.h>
#include <string.h>

/* clang-format off */
/* ACTS: by a kernel of its name.  SCALES: it finds factors for all bodies. */
#define RGS_BUILTIN_THERMOSTATS(ACTS, SCALES)                                                      \
  ACTS(langevin) SCALES(csvr) SCALES(nhc) ACTS(drag)

#define RGS_NOTHING(name)
#define RGS_KERNELS(X)                                                                             \
  X(kinetic) X(translation) X(cross) X(scale) X(displace_and_scale) X(fly) X(sheared_fly)          \
  RGS_BUILTIN_THERMOSTATS(X, RGS_NOTHING)
/* clang-format on */
enum {
#define RGS_AS_ENUM(name) RGS_KERNEL_##name,
  RGS_KERNELS(RGS_AS_ENUM)
#undef RGS_AS_ENUM
};
extern const rgs_kernel *const rgs_kernels[]; /* RGS_KERNEL_* */

/* A thermostat of the library: head.size says that there is more than a module's table has. */
typedef struct rgs_own_thermostat {
  rgs_thermostat thermostat;
  /* Are these parameters possible together?  Null: each one's range says all. */
  rgs_status (*check)(const void *params, rgs_error *error);
  bool trials; /* its steps are trials, with a decision at the end (stepper/trial.h) */
} rgs_own_thermostat;

/* What a thermostat of the library is called with.  Its `act` does nothing to the bodies, but says which kernel
 * is to be done to each batch of them, and with which constants.  The sums are the heat, and where there are
 * RGS_ACTED_SUMS of them, the kinetic energies of translation along x, y and z, and of rotation, that the bodies
 * have then; of the rank's own chosen bodies.  Thermostats of modules get a call as the ABI has it. */
typedef struct rgs_own_thermostat_call {
  rgs_thermostat_call call;
  int32_t kernel;
  double *step; /* RGS_STEP_DOUBLES */
} rgs_own_thermostat_call;
#define RGS_ACTED_SUMS 5

static inline void rgs_act_by(rgs_thermostat_call *call, int32_t kernel, const void *step,
                              size_t size) {
  rgs_own_thermostat_call *own = (rgs_own_thermostat_call *)call;
  own->kernel = kernel;
  memcpy(own->step, step, size);
}

#define RGS_DECLARE_THERMOSTAT(name) extern const rgs_own_thermostat rgs_##name##_thermostat;
RGS_BUILTIN_THERMOSTATS(RGS_DECLARE_THERMOSTAT, RGS_DECLARE_THERMOSTAT)
#undef RGS_DECLARE_THERMOSTAT

extern const rgs_thermostat *const rgs_builtin_thermostats[]; /* ends with null */

/* Noise depends on seed, step and stream.  A step's visits, which count what the thermostat does within
 * the step, have streams of their own. */
enum {
  RGS_STREAM_BODIES = 0,
  RGS_STREAM_TRANSLATION = 1,
  RGS_STREAM_ROTATION = 2,
  RGS_STREAM_BAROSTAT = 3,
  RGS_STREAM_TRIAL = 4,
  RGS_STREAMS = 64 /* of a visit */
};

/* Their kernels on a device. */
#ifdef RGS_ON_DEVICE
#include "thermostats/batches_simd.c"
#include "thermostats/drag_simd.c"
#include "thermostats/langevin_simd.c"
#endif
