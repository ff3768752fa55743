/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_thermostats.h - the built-in thermostats.  A new one is a file of its own and its name in this
 * list.
 */
#ifndef RGS_BUILTIN_THERMOSTATS_H
#define RGS_BUILTIN_THERMOSTATS_H
#include "base/error.h"
#include "thermostats/thermostats.h"
#include <rigidstep/method.h>

#define RGS_BUILTIN_THERMOSTATS(X) X(langevin) X(csvr) X(nhc) X(drag)

/* A thermostat of the library: head.size says that there is more than a module's table has. */
typedef struct rgs_own_thermostat {
  rgs_thermostat thermostat;
  /* Are these parameters possible together?  Null: each one's range says all. */
  rgs_status (*check)(const void *params, rgs_error *error);
} rgs_own_thermostat;

#define RGS_DECLARE_THERMOSTAT(name) extern const rgs_own_thermostat rgs_##name##_thermostat;
RGS_BUILTIN_THERMOSTATS(RGS_DECLARE_THERMOSTAT)
#undef RGS_DECLARE_THERMOSTAT

extern const rgs_thermostat *const rgs_builtin_thermostats[]; /* ends with null */

/* What a thermostat of the library is called with.  Its `act` does nothing to the bodies, but writes what is
 * to be done to each batch of them.  The sums are the heat, and where there are RGS_ACTED_SUMS of them, the
 * kinetic energies of translation along x, y and z, and of rotation, that the bodies have then; of the
 * rank's own chosen bodies.  Thermostats of modules get a call as the ABI has it. */
typedef struct rgs_own_thermostat_call {
  rgs_thermostat_call call;
  rgs_batch_work work;
} rgs_own_thermostat_call;
#define RGS_ACTED_SUMS 5

static inline rgs_batch_work *rgs_work_of(rgs_thermostat_call *call) {
  return &((rgs_own_thermostat_call *)call)->work;
}

/* Noise depends on seed, step and stream.  A step's visits, which count what the thermostat does within
 * the step, have streams of their own. */
enum {
  RGS_STREAM_BODIES = 0,
  RGS_STREAM_TRANSLATION = 1,
  RGS_STREAM_ROTATION = 2,
  RGS_STREAM_BAROSTAT = 3,
  RGS_STREAMS = 64 /* of a visit */
};

#endif /* RGS_BUILTIN_THERMOSTATS_H */
