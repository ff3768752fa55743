/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_baths.h - the built-in baths and pistons.  A new one is a file of its own and its name in one of
 * these lists.
 */
#ifndef RGS_BUILTIN_BATHS_H
#define RGS_BUILTIN_BATHS_H
#include "base/error.h"
#include "baths/baths.h"
#include "baths/piston.h"
#include <rigidstep/method.h>

#define RGS_BUILTIN_BATHS(X) X(langevin) X(csvr) X(nhc) X(drag)
#define RGS_BUILTIN_PISTONS(X) X(andersen) X(flexible) X(crescale)

/* A bath of the library: head.size says that there is more than a module's table has. */
typedef struct rgs_own_bath {
  rgs_bath bath;
  /* Are these parameters possible together?  Null: each one's range says all. */
  rgs_status (*check)(const void *params, rgs_error *error);
} rgs_own_bath;

#define RGS_DECLARE_BATH(name) extern const rgs_own_bath rgs_##name##_bath;
RGS_BUILTIN_BATHS(RGS_DECLARE_BATH)
#undef RGS_DECLARE_BATH
#define RGS_DECLARE_PISTON(name) extern const rgs_piston_table rgs_##name##_piston;
RGS_BUILTIN_PISTONS(RGS_DECLARE_PISTON)
#undef RGS_DECLARE_PISTON

extern const rgs_bath *const rgs_builtin_baths[];           /* ends with null */
extern const rgs_piston_table *const rgs_builtin_pistons[]; /* ends with null */

/* What a bath of the library is called with.  Its `act` does nothing to the bodies, but writes what is to
 * be done to each batch of them.  The sums are the heat, and where there are RGS_ACTED_SUMS of them, the
 * kinetic energies of translation along x, y and z, and of rotation, that the bodies have then; of the
 * rank's own chosen bodies.  Baths of modules get a call as the ABI has it. */
typedef struct rgs_own_bath_call {
  rgs_bath_call call;
  rgs_batch_work work;
} rgs_own_bath_call;
#define RGS_ACTED_SUMS 5

static inline rgs_batch_work *rgs_work_of(rgs_bath_call *call) {
  return &((rgs_own_bath_call *)call)->work;
}

/* Noise depends on seed, step and stream.  A step's visits, which count what the bath does within
 * the step, have streams of their own. */
enum {
  RGS_STREAM_BODIES = 0,
  RGS_STREAM_TRANSLATION = 1,
  RGS_STREAM_ROTATION = 2,
  RGS_STREAM_PISTON = 3,
  RGS_STREAMS = 64 /* of a visit */
};

#endif /* RGS_BUILTIN_BATHS_H */
