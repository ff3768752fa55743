/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep.h - the calls.  C99; includes nothing but <stddef.h> and <stdint.h>; compiles
 * unchanged as C++.  Conventions (frames, quaternion, units) are stated in bodies.h, thread tags
 * and growth rules in base.h.
 */
#ifndef RIGIDSTEP_RIGIDSTEP_H
#define RIGIDSTEP_RIGIDSTEP_H
#include "base.h"
#include "bodies.h"
#include "method.h"
#include "host.h"
#include "module.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rgs_context rgs_context;   /* registry of methods, allocator                      */
typedef struct rgs_bodies  rgs_bodies;    /* borrowed view of n bodies                           */
typedef struct rgs_method  rgs_method;    /* rotor x scheme, or an integrator; immutable, may be */
                                          /* shared between threads                              */
typedef struct rgs_stepper rgs_stepper;   /* method + bodies + place inside the step             */
/* A handle must outlive those made from it; a method those steppers that use it, which after a swap
 * is the new one.  Destroying null is fine. */

RGS_API uint32_t    rgs_abi(void);                                                      /* [any] */
RGS_API const char *rgs_status_text(rgs_status status);  /* never null                     [any] */

/* ---- one call without any handle -------------------------------------------------------------
 * Turns n bodies freely for the time h.
 *   rotor    name of a built-in rotor, with default parameters
 *   inertia  3n, body after body; any positive values, or 0 for an axis without spin
 *   l        3n, angular momentum, space frame
 *   q        4n, in and out; |q|^2 = 1 to 1e-6
 * Momentum about an axis without spin is refused above 1e-8 |l|; by rotors that do not keep the
 * energy, and so let it stray by their step error, above 0.1 |l|.
 *   bad      null, or where the index of the first bad body goes (-1 if the error is no body's)
 * Refused input changes nothing.                                  [step]; a rotor that can fail
 * (describe lacks RGS_NEVER_FAILS) and n > 64 make it [setup]. */
RGS_API rgs_status  rgs_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                                  const double *l, double *q, int64_t *bad);
/* Says in words what rgs_free_flow would find wrong with these arguments before it starts; same
 * status; changes nothing.                                                             [any]    */
RGS_API rgs_status  rgs_free_flow_check(const char *rotor, int64_t n, double h,
                                        const double *inertia, const double *l, const double *q,
                                        rgs_error *error);

/* The same for attitudes kept as rotation matrices.
 *   Q        9n, row-major, body to space, in and out; Q^T Q = 1 to 1e-6 in every entry, det Q > 0
 * `jacobi` works on the matrix itself, all others by way of quaternions.  Comes out orthogonal to
 * rounding.  Refused input changes nothing.                       Threads as rgs_free_flow. */
RGS_API rgs_status  rgs_free_flow_matrix(const char *rotor, int64_t n, double h,
                                         const double *inertia, const double *l, double *Q,
                                         int64_t *bad);
RGS_API rgs_status  rgs_free_flow_matrix_check(const char *rotor, int64_t n, double h,
                                               const double *inertia, const double *l,
                                               const double *Q, rgs_error *error);   /* [any]    */

/* ---- inertia that is principal about the third axis only --------------------------------------
 * n bodies whose inertia in the frame d1 d2 d3 is ((J11 J12 0) (J12 J22 0) (0 0 J33)).
 *   J        4n: J11 J12 J22 J33, body after body
 *   inertia  3n, out: the principal moments, the third about d3; may be null
 *   q        4n, in and out: attitudes of that frame become those of the principal frame, which is
 *            turned about d3 by at most 45 degrees; may be null
 * rgs_from_principal turns them back.  Refused (RGS_E_BODY): J not finite, J not positive
 * semidefinite, |q|^2 off 1 by more than 1e-6; nothing is changed then.                  [any]  */
RGS_API rgs_status  rgs_to_principal(int64_t n, const double *J, double *inertia, double *q,
                                     rgs_error *error);
RGS_API rgs_status  rgs_from_principal(int64_t n, const double *J, double *q, rgs_error *error);

/* ---- context: holds the built-in methods from the start ------------------------------------- */
RGS_API rgs_status  rgs_context_create(const rgs_allocator *allocator, rgs_context **out,
                                       rgs_error *error);  /* allocator null: malloc      [setup] */
RGS_API void        rgs_context_destroy(rgs_context *c);                              /* [setup] */

/* Adds what a file or a constant holds, all of it or nothing.  The same module twice is fine; a
 * name that is taken by something else is refused.  The constant must outlive the context. */
RGS_API rgs_status  rgs_module_load(rgs_context *c, const char *path, rgs_error *error);
                                                                                      /* [setup] */
RGS_API rgs_status  rgs_module_add(rgs_context *c, const rgs_module *module, rgs_error *error);
                                                                                      /* [setup] */

/* The methods known: by kind, in the order they were added.  Null when there is none. */
enum { RGS_KIND_ROTOR = 1, RGS_KIND_SCHEME = 2, RGS_KIND_INTEGRATOR = 3 };
RGS_API int64_t          rgs_about_count(const rgs_context *c, uint32_t kind);                /* [any] */
RGS_API const rgs_about *rgs_about_at(const rgs_context *c, uint32_t kind, int64_t i);  /* [any] */
RGS_API const rgs_about *rgs_about_find(const rgs_context *c, uint32_t kind, const char *name);
                                                                                        /* [any] */
/* ---- bodies: capacity is the largest n that binding will accept without a reserve ------------ */
RGS_API rgs_status  rgs_bodies_create(rgs_context *c, int64_t capacity, rgs_bodies **out,
                                      rgs_error *error);                              /* [setup] */
RGS_API rgs_status  rgs_bodies_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error);
                                                                                      /* [setup] */
/* Keeps a copy of the view (not of the arrays).  Legal at any time, inside a step too: bodies may
 * have changed rank while the host evaluated.  State outside a stepper's knowledge that changes
 * with it (another x or q) wants rgs_stepper_set_fresh. */
RGS_API rgs_status  rgs_bodies_bind(rgs_bodies *b, const rgs_view *view, rgs_error *error);
                                                                                       /* [step] */
/* Mass > 0; principal moments >= 0 that obey the triangle inequality to 1e-8 (unless the view has
 * the flag RGS_VIEW_ANY_MOMENTS); |q|^2 = 1 to 1e-6;
 * all finite; no momentum above 1e-8 |l| about an axis without spin.  A stepper does this by
 * itself after a bind with a new stamp: the last for bodies that no stepper has moved yet, since a
 * splitting rotor lets the momentum of a linear body stray from its plane by its step error. */
RGS_API rgs_status  rgs_bodies_check(const rgs_bodies *b, rgs_error *error);            /* [step] */
RGS_API rgs_status  rgs_bodies_energy(const rgs_bodies *b, double *translation, double *rotation,
                                      rgs_error *error);  /* kinetic                   [step] */
RGS_API void        rgs_bodies_destroy(rgs_bodies *b);                                /* [setup] */

/* ---- method --------------------------------------------------------------------------------- */
typedef struct rgs_param {        /* a value as text when text is not null, else as a number     */
  const char *key;                /* looked up in every part; a key two parts declare sets both  */
  const char *text;
  double      value;
} rgs_param;
typedef struct rgs_method_spec {  /* rotor and scheme, or integrator alone                       */
  rgs_head    head;
  const char *rotor, *scheme, *integrator;
  const rgs_param *params;
  uint32_t    n_params;
  uint32_t    param_size;         /* sizeof(rgs_param); read only if n_params > 0                */
} rgs_method_spec;
typedef struct rgs_method_info {
  rgs_head head;
  uint32_t order;                 /* of the pair; RGS_EXACT counts for the rotor only            */
  uint32_t claims, needs;
  uint32_t evals;                 /* force evaluations a step, in the long run; this and the two */
                                  /* below are 0, unknown, for an integrator                     */
  uint32_t gradients;             /* gradient evaluations a step                                 */
  uint32_t ends_fresh;            /* 1: the forces at the end of a step are those of its end     */
  uint32_t carry;                 /* doubles a body the view's carry column must have            */
  uint32_t reserved0;
} rgs_method_info;
#define RGS_METHOD_INFO_INIT { RGS_HEAD(rgs_method_info), 0, 0, 0, 0, 0, 0, 0, 0 }
RGS_API rgs_status  rgs_method_create(rgs_context *c, const rgs_method_spec *spec,
                                      rgs_method **out, rgs_error *error);            /* [setup] */
RGS_API rgs_status  rgs_method_describe(const rgs_method *m, rgs_method_info *out,
                                        rgs_error *error);                              /* [any] */
RGS_API void        rgs_method_destroy(rgs_method *m);                                /* [setup] */
/* What the method tells beyond the state; null when there is none at i.  Refined values (of the
 * schemes strang and strang_dkd and tables like them) are those whose error falls with h^4 or
 * faster where the plain ones' falls with h^2. */
RGS_API int64_t                rgs_method_output_count(const rgs_method *m);            /* [any] */
RGS_API const rgs_output_info *rgs_method_output_at(const rgs_method *m, int64_t i);    /* [any] */

/* ---- stepper -------------------------------------------------------------------------------- */
/* host null: the host drives with rgs_advance, provides RGS_EVAL_FORCE, force_scale 1. */
RGS_API rgs_status  rgs_stepper_create(rgs_bodies *b, const rgs_method *m, const rgs_host *host,
                                       rgs_stepper **out, rgs_error *error);          /* [setup] */
/* Another method from the next step on; refused inside a step.  Forces stay fresh. */
RGS_API rgs_status  rgs_stepper_swap(rgs_stepper *s, const rgs_method *m, rgs_error *error);
                                                                                      /* [setup] */
/* The host drives: goes on until forces are needed (RGS_NEED_EVAL: *request says which; write
 * them, set request->energy if asked, call again with the same h) or the step is done (RGS_OK).
 * request may be null where the method needs forces only.  After a load inside a step, or an eval
 * that failed, the first call asks (again). */
RGS_API rgs_status  rgs_advance(rgs_stepper *s, double h, rgs_eval *request, rgs_error *error);
                                                                                       /* [step] */
/* The stepper drives: n steps, calling host.eval.  If it stops early, whole steps before stay
 * done. */
RGS_API rgs_status  rgs_step(rgs_stepper *s, double h, int64_t n, rgs_error *error);   /* [step] */
/* Says which RGS_EVAL_* hold at the current x and q: after set-up, a restart or inserted bodies;
 * 0 where the host moved or turned a body itself (changing p or l, as a thermostat does, leaves
 * forces fresh).  At the start nothing is fresh.  The energy, and gradients the library forms itself,
 * cannot be vouched for: they are asked for again.  Outputs about past steps begin anew. */
RGS_API rgs_status  rgs_stepper_set_fresh(rgs_stepper *s, uint32_t what, rgs_error *error);
                                                                                       /* [step] */
RGS_API rgs_status  rgs_stepper_set_time(rgs_stepper *s, double time, rgs_error *error);
                                                     /* refused inside a step            [step] */
RGS_API double      rgs_stepper_time(const rgs_stepper *s);   /* nan if s is null        [any] */
/* As rgs_method_describe, for the method as it runs here: where the host provides no gradient, one
 * more force evaluation stands for each, the order is 4 at most and the method not symplectic. */
RGS_API rgs_status  rgs_stepper_describe(const rgs_stepper *s, rgs_method_info *out,
                                         rgs_error *error);                             /* [any] */
/* Output `key` of the bodies as they are (or were `lag` steps before; RGS_E_ORDER while it is not
 * known yet); of a scheme with a processor, between rgs_stepper_process and rgs_stepper_unprocess.
 * values has room for `room` doubles; RGS_E_SPACE if that is too few. */
RGS_API rgs_status  rgs_stepper_output(const rgs_stepper *s, const char *key, double *values,
                                       int64_t room, rgs_error *error);                /* [step] */
/* Puts the bodies on the constraints of the method's model and stores how far it had to go: the
 * largest change of any body's momentum, relative to it.  A method without constraints changes
 * nothing.  Refused inside a step. */
RGS_API rgs_status  rgs_stepper_project(rgs_stepper *s, double *moved, rgs_error *error);
                                                                                       /* [step] */
/* A scheme with a processor steps in variables of its own.  rgs_stepper_process turns the bodies into
 * the state that output wants, as rgs_advance does: RGS_NEED_EVAL while forces are needed; with
 * request null host.eval is called.  rgs_stepper_unprocess puts back what was propagated, bit for
 * bit.  Between the two no step is made.  Of other schemes both do nothing.  Before the first step
 * the bodies are what the host gave; the first step applies the processor by itself, and so does one
 * with another h.
 *   A host that changes the state, momenta too, has to process first, and then says with
 * rgs_stepper_set_fresh which evaluations hold of what it leaves: that is what goes on.  A swap, too,
 * wants the state shown, and goes on from it. */
RGS_API rgs_status  rgs_stepper_process(rgs_stepper *s, rgs_eval *request, rgs_error *error);
                                                                                       /* [step] */
RGS_API rgs_status  rgs_stepper_unprocess(rgs_stepper *s, rgs_error *error);           /* [step] */
/* Abandons a step that failed or was broken off; bodies stay as they are, nothing is fresh.  From
 * then on they are what the host gave: of a scheme with a processor call rgs_stepper_process first
 * where that is possible. */
RGS_API rgs_status  rgs_stepper_reset(rgs_stepper *s, rgs_error *error);               /* [step] */
/* State of the bodies and the place inside the step, with the forces and, of methods that need
 * them, the gradients, in a block whose size is stored in *size (RGS_E_SPACE and the size needed if
 * buffer is null or too small).  Load wants the same method and number of bodies and continues bit
 * for bit.  A block begins with "RGS1", the number 0x01020304 and RGS_ABI (both uint32_t of the
 * writer), four bytes 0, and its length (uint64_t). */
RGS_API rgs_status  rgs_stepper_save(const rgs_stepper *s, void *buffer, size_t *size,
                                     rgs_error *error);                                /* [step] */
RGS_API rgs_status  rgs_stepper_load(rgs_stepper *s, const void *buffer, size_t size,
                                     rgs_error *error);                                /* [step] */
RGS_API void        rgs_stepper_destroy(rgs_stepper *s);                              /* [setup] */

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_RIGIDSTEP_H */
