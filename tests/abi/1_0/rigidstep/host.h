/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host.h - what a host supplies: memory for a context, forces for a stepper.
 */
#ifndef RIGIDSTEP_HOST_H
#define RIGIDSTEP_HOST_H
#include "bodies.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Both functions or none.  alloc returns memory aligned for any type, or null. */
typedef struct rgs_allocator {
  rgs_head head;
  void    *self;                  /* handed back untouched                                       */
  void  *(*alloc)(void *self, size_t size);                                           /* [setup] */
  void   (*release)(void *self, void *memory, size_t size);                           /* [setup] */
} rgs_allocator;

/* What the stepper wants evaluated, and the answer's one number. */
typedef struct rgs_eval {
  rgs_head head;
  uint32_t what;                  /* RGS_EVAL_* to evaluate at the current x and q               */
  uint32_t reserved0;
  double   time;                  /* of this configuration; torques may depend on it             */
  double   energy;                /* the host writes the potential energy here, if asked: force  */
                                  /* unit times length; where bodies are shared out to ranks,    */
                                  /* this rank's share                                           */
} rgs_eval;
#define RGS_EVAL_INIT { RGS_HEAD(rgs_eval), 0, 0, 0.0, 0.0 }

typedef struct rgs_host {
  rgs_head head;
  void    *self;                  /* handed back untouched                                       */
  uint32_t provides;              /* RGS_EVAL_* bits this host can serve, no other are asked     */
                                  /* for; 0 means RGS_EVAL_FORCE                                 */
  uint32_t reserved0;
  double   force_scale;           /* f, tau and energy times this are in mass, length and time;  */
                                  /* 0 means 1                                                   */
  int    (*eval)(void *self, rgs_eval *request, const rgs_view *bodies);               /* [step] */
                                  /* writes f and tau; returns 0, or anything else to stop;      */
                                  /* null where the host drives with rgs_advance.  request and   */
                                  /* bodies are valid during the call; of the calls on the same  */
                                  /* stepper and bodies it may make rgs_bodies_bind only; no     */
                                  /* exception and no longjmp may pass through                   */
} rgs_host;

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_HOST_H */
