/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep.h - the calls.  C99; includes nothing but <stddef.h> and <stdint.h>; compiles unchanged
 * as C++.
 *
 * Frames, quaternion and units are stated in bodies.h; thread tags ([setup], [step], [any]), growth
 * of structs and lifetimes in base.h.  Unless said otherwise a call
 *   - returns RGS_OK, or a status below 0 and the reason in *error;
 *   - has changed nothing if it was refused;
 *   - refuses a null handle and a non-finite number with RGS_E_ARG, and a struct whose head does
 *     not fit with RGS_E_ABI;
 *   - allows `error` to be null.
 */
#ifndef RIGIDSTEP_RIGIDSTEP_H
#define RIGIDSTEP_RIGIDSTEP_H
#include "base.h"
#include "bodies.h"
#include "method.h"
#include "host.h"
#include "ensemble.h"
#include "module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* [any] RGS_ABI of the library. */
RGS_API uint32_t rgs_abi(void);
/* [any] What a status means, in English.  Never null. */
RGS_API const char *rgs_status_text(rgs_status status);

/* ---- free rotation without any handle -------------------------------------------------------- */
/* [step] Rotates n free bodies by the time h.  It is [setup] for n > 64 and a rotor without the
 * claim RGS_NEVER_FAILS, because it then allocates a copy of q.
 *   rotor    name of a built-in rotor; its parameters have their defaults
 *   inertia  3n, body after body: any positive moments, or 0 for an axis without spin
 *   l        3n, angular momentum in the space frame
 *   q        4n, in and out: attitudes with |q|^2 = 1 to 1e-6
 *   bad      null, or where the index of the first bad body goes; -1 if the error concerns no body
 * Refused with
 *   RGS_E_NAME   no such rotor
 *   RGS_E_BODY, RGS_E_NONFINITE  inertia, l or q is not finite; a negative moment; an attitude of
 *                another length; momentum about an axis without spin above 1e-8 |l| (0.1 |l| for
 *                rotors that do not keep the energy, which let this momentum stray by their step
 *                error)
 *   RGS_E_NOCONV see rgs_status in base.h */
RGS_API rgs_status rgs_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                                 const double *l, double *q, int64_t *bad);

/* [any] Says in words what rgs_free_flow would find wrong with these arguments before it starts.
 * Returns the same status and changes nothing. */
RGS_API rgs_status rgs_free_flow_check(const char *rotor, int64_t n, double h,
                                       const double *inertia, const double *l, const double *q,
                                       rgs_error *error);

/* [step], or [setup] as rgs_free_flow.  The same for attitudes kept as rotation matrices.
 *   Q        9n, in and out: row-major, body to space; Q^T Q = 1 to 1e-6 in every entry, det Q > 0
 * The rotor jacobi works on the matrix itself, all others by way of quaternions.  Q comes out
 * orthogonal to rounding. */
RGS_API rgs_status rgs_free_flow_matrix(const char *rotor, int64_t n, double h,
                                        const double *inertia, const double *l, double *Q,
                                        int64_t *bad);

/* [any] What rgs_free_flow_check is for rgs_free_flow. */
RGS_API rgs_status rgs_free_flow_matrix_check(const char *rotor, int64_t n, double h,
                                              const double *inertia, const double *l,
                                              const double *Q, rgs_error *error);

/* ---- inertia that is principal about the third axis only ------------------------------------- */
/* [any] Principal moments and attitudes of n bodies whose inertia in the frame d1 d2 d3 is
 * ((J11 J12 0) (J12 J22 0) (0 0 J33)).
 *   J        4n: J11 J12 J22 J33, body after body
 *   inertia  3n, out, or null: the principal moments, the third about d3
 *   q        4n, in and out, or null: attitudes of the frame d1 d2 d3 become those of the principal
 *            frame, which is rotated about d3 by at most 45 degrees
 * RGS_E_BODY: J is not finite or not positive semidefinite, or |q|^2 differs from 1 by more than
 * 1e-6. */
RGS_API rgs_status rgs_to_principal(int64_t n, const double *J, double *inertia, double *q,
                                    rgs_error *error);

/* [any] Converts attitudes of the principal frames back to those of the frames d1 d2 d3. */
RGS_API rgs_status rgs_from_principal(int64_t n, const double *J, double *q, rgs_error *error);

/* ---- context --------------------------------------------------------------------------------- */
/* [setup] Makes a context, which knows the built-in methods.
 *   allocator  where all memory comes from; null: malloc
 *   out        the context; destroy it with rgs_context_destroy */
RGS_API rgs_status rgs_context_create(const rgs_allocator *allocator, rgs_context **out,
                                      rgs_error *error);
/* [setup] */
RGS_API void rgs_context_destroy(rgs_context *c);

/* [setup] Adds the methods of the module in a file, all of them or none.  Adding the same module
 * twice does nothing.
 *   RGS_E_MODULE  the file cannot be loaded, or is no rigidstep module
 *   RGS_E_ABI     another major version; no code of the module has run
 *   RGS_E_NAME    a method has a name that is taken by another method
 *   RGS_E_TABLE   a table is inconsistent, or does not have the order it claims */
RGS_API rgs_status rgs_module_load(rgs_context *c, const char *path, rgs_error *error);

/* [setup] The same for a module in memory.  The constant must outlive the context. */
RGS_API rgs_status rgs_module_add(rgs_context *c, const rgs_module *module, rgs_error *error);

/* Kinds of methods. */
enum {
  RGS_KIND_ROTOR = 1,
  RGS_KIND_SCHEME = 2,
  RGS_KIND_INTEGRATOR = 3,
  RGS_KIND_BATH = 4,  /* since 1.1: constant temperature, or friction */
  RGS_KIND_PISTON = 5 /* since 1.1: constant pressure; built in only */
};

/* [any] Number of the methods of a kind that the context knows. */
RGS_API int64_t rgs_about_count(const rgs_context *c, uint32_t kind);
/* [any] Method number i of a kind, in the order they were added.  Null if there is none. */
RGS_API const rgs_about *rgs_about_at(const rgs_context *c, uint32_t kind, int64_t i);
/* [any] The method of that name.  Null if there is none. */
RGS_API const rgs_about *rgs_about_find(const rgs_context *c, uint32_t kind, const char *name);

/* ---- bodies ---------------------------------------------------------------------------------- */
/* [setup] Makes a handle for bodies.
 *   capacity  the largest n that rgs_bodies_bind accepts; >= 0 */
RGS_API rgs_status rgs_bodies_create(rgs_context *c, int64_t capacity, rgs_bodies **out,
                                     rgs_error *error);

/* [setup] Raises the capacity; a smaller one changes nothing. */
RGS_API rgs_status rgs_bodies_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error);

/* [step] Keeps a copy of the view, but not of the arrays, which must stay in place until the next
 * bind.  It may be called at any time, inside a step too, since bodies may change rank while the
 * host evaluates.  If x or q changed in a way that the stepper does not know of, call
 * rgs_stepper_set_fresh as well. */
RGS_API rgs_status rgs_bodies_bind(rgs_bodies *b, const rgs_view *view, rgs_error *error);

/* [step] Checks the bodies, as the first step does after a bind with a new stamp:
 *   - mass > 0;
 *   - principal moments >= 0 that obey the triangle inequality to 1e-8 relative (not checked if the
 *     view has the flag RGS_VIEW_ANY_MOMENTS);
 *   - |q|^2 = 1 to 1e-6;
 *   - everything is finite;
 *   - no momentum above 1e-8 |l| about an axis without spin.  A stepper checks this only of bodies
 *     that no stepper has moved yet: a splitting rotor lets the momentum of a linear body stray
 *     from its plane by its step error.
 * Since 1.1 it tells also what a step of the stepper made last for these bodies would refuse: a
 * column that its method needs is missing (RGS_E_NEEDS), or an integrator has no model for a body.
 * This call alone also finds columns of the view that share memory (RGS_E_ARG).  A bad body is
 * RGS_E_BODY or RGS_E_NONFINITE, and its index is in error->body. */
RGS_API rgs_status rgs_bodies_check(const rgs_bodies *b, rgs_error *error);

/* [step] Kinetic energy of translation and of rotation, summed over the bodies. */
RGS_API rgs_status rgs_bodies_energy(const rgs_bodies *b, double *translation, double *rotation,
                                     rgs_error *error);
/* [setup] */
RGS_API void rgs_bodies_destroy(rgs_bodies *b);

/* ---- method ---------------------------------------------------------------------------------- */
/* The value of one parameter. */
typedef struct rgs_param {
  const char *key;  /* if rotor and scheme both declare the key, it sets both */
  const char *text; /* the value as text; null: `value` counts */
  double value;
} rgs_param;

/* Which method: rotor and scheme, or integrator alone. */
typedef struct rgs_method_spec {
  rgs_head head;
  const char *rotor, *scheme, *integrator; /* names; those not used are null */
  const rgs_param *params;                 /* n_params elements; null if n_params is 0 */
  uint32_t n_params;                       /* 0 with a non-null params is refused (RGS_E_ARG) */
  uint32_t param_size;                     /* sizeof(rgs_param); read only if n_params > 0 */
} rgs_method_spec;

/* What a method is and costs. */
typedef struct rgs_method_info {
  rgs_head head;
  uint32_t order;         /* of rotor and scheme together; RGS_EXACT is for rotors only */
  uint32_t claims, needs; /* RGS_SYMPLECTIC .., RGS_EVAL_* */

  /* Of an integrator these three are 0, unknown. */
  uint32_t evals;      /* force evaluations per step in the long run */
  uint32_t gradients;  /* gradient evaluations per step */
  uint32_t ends_fresh; /* 1: at the end of a step f and tau belong to x and q */

  uint32_t carry; /* doubles per body that the view's column carry must have */
  uint32_t reserved0;

  /* ---- since 1.1 ---- */
  uint32_t sums;       /* the largest n_sum of a request */
  uint32_t reductions; /* requests of RGS_EVAL_SUM per step in the long run */
} rgs_method_info;
#define RGS_METHOD_INFO_INIT                                                                       \
  { RGS_HEAD(rgs_method_info), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* [setup] Makes a method by name.
 *   RGS_E_NAME   no such rotor, scheme or integrator
 *   RGS_E_PARAM  unknown parameter, no number of its type, or out of range
 *   RGS_E_ARG    rotor and scheme and an integrator are given, or one of the pair is missing */
RGS_API rgs_status rgs_method_create(rgs_context *c, const rgs_method_spec *spec, rgs_method **out,
                                     rgs_error *error);

/* What surrounds the bodies (since 1.1). */
typedef struct rgs_ensemble_spec {
  rgs_head head;
  const char *bath;          /* name; null: no heat is exchanged */
  const char *piston;        /* name; null: the box stays as it is */
  uint32_t flags, reserved0; /* 0.  A flag of a later version says that a field behind counts */
} rgs_ensemble_spec;

/* [setup] Since 1.1.  Makes a method of rotor and scheme that keeps a temperature, a pressure or
 * both.  Parameters of bath and piston are in spec->params with the others; a key that both declare (kt,
 * seed) is given once and sets both.
 *   ensemble  null, or two null names: the same as rgs_method_create
 *   RGS_E_NAME   no such bath or piston
 *   RGS_E_PARAM  as rgs_method_create, or a required parameter is missing
 *   RGS_E_ARG    an integrator, or a scheme with a processor, is given with a bath or a piston; a
 *                scheme with gradients is given with a piston; a scheme with the stage RGS_BATH is
 *                given without a bath; the bath is to act in the middle of a scheme that has none */
RGS_API rgs_status rgs_method_create_with(rgs_context *c, const rgs_method_spec *spec,
                                          const rgs_ensemble_spec *ensemble, rgs_method **out,
                                          rgs_error *error);

/* [any] Describes the method on a host that provides everything the method needs, gradients too.
 * For what it is on a given host, and how much carry it needs there, see rgs_stepper_describe.
 *   out  initialise it with RGS_METHOD_INFO_INIT */
RGS_API rgs_status rgs_method_describe(const rgs_method *m, rgs_method_info *out, rgs_error *error);
/* [setup] */
RGS_API void rgs_method_destroy(rgs_method *m);

/* [any] Number of the outputs of a method: what it reports beyond the state. */
RGS_API int64_t rgs_method_output_count(const rgs_method *m);

/* [any] Output number i; null if there is none.  Refined values (of strang, strang_dkd and tables
 * like them) are those whose error falls with h^4 or faster where that of the plain values falls
 * with h^2. */
RGS_API const rgs_output_info *rgs_method_output_at(const rgs_method *m, int64_t i);

/* ---- stepper: making and changing ------------------------------------------------------------ */
/* [setup] Makes a stepper for these bodies.
 *   host  null: the host drives with rgs_advance, provides RGS_EVAL_FORCE, and has force_scale 1
 * RGS_E_NEEDS: the host does not provide what the method needs. */
RGS_API rgs_status rgs_stepper_create(rgs_bodies *b, const rgs_method *m, const rgs_host *host,
                                      rgs_stepper **out, rgs_error *error);

/* [setup] Uses another method from the next step on.  Forces stay fresh.  Set the column carry to 0
 * afterwards.  Since 1.1: the virial is asked for again; heat, and what bath and piston kept, begin at
 * 0; the box is forgotten, so tell it again (rgs_stepper_set_box); the count of steps goes on, so that
 * no noise comes twice.
 *   RGS_E_ORDER  inside a step; or the bodies of a processed scheme are not shown
 *                (rgs_stepper_process) */
RGS_API rgs_status rgs_stepper_swap(rgs_stepper *s, const rgs_method *m, rgs_error *error);

/* [any] The same as rgs_method_describe, for the method as it runs here.  Where the host provides
 * no gradient, one more force evaluation stands for each gradient, the order is 4 at most, and the
 * method is not symplectic.  Where out->needs has RGS_EVAL_GRADIENT, a step refuses a view without the
 * columns gf and gtau; this call does not look at the view, and rgs_bodies_check does. */
RGS_API rgs_status rgs_stepper_describe(const rgs_stepper *s, rgs_method_info *out,
                                        rgs_error *error);
/* [setup] */
RGS_API void rgs_stepper_destroy(rgs_stepper *s);

/* ---- stepper: steps -------------------------------------------------------------------------- */
/* [step] The host drives: continues the step until forces are needed or the step is done.
 *
 * WARNING  A processed scheme (takahashi_imada4, rowlands4, pmlf6) propagates transformed
 * variables.  After its steps the bodies show the physical state only between rgs_stepper_process
 * and rgs_stepper_unprocess; positions and energies seen without these calls have errors of order
 * h^2. For all other schemes the two calls do nothing, so a host can always bracket its output with
 * them.
 *
 *   h        the time step, finite; it stays the same until the step is done.  It must be >= 0 with a
 *            bath, and for integrators that claim RGS_RELAXES or RGS_RANDOM
 *   request  initialise it with RGS_EVAL_INIT; may be null if the method needs forces only
 * Returns
 *   RGS_NEED_EVAL  evaluate request->what at request->time, write the columns (and energy, virial and
 *                  sum of the request, if asked), and call again
 *   RGS_OK         the step is done
 * A status below 0 may mean that the step failed; see rgs_status in base.h.
 * After rgs_stepper_load inside a step, or an eval that failed, the first call asks again. */
RGS_API rgs_status rgs_advance(rgs_stepper *s, double h, rgs_eval *request, rgs_error *error);

/* [step] The stepper drives: n steps of h, calling host.eval for forces.  If it stops early, whole
 * steps before stay done.  The warning of rgs_advance holds here too.
 *   RGS_E_NEEDS  host.eval is null */
RGS_API rgs_status rgs_step(rgs_stepper *s, double h, int64_t n, rgs_error *error);

/* [step] Says which evaluations hold at the current x and q: after set-up, a restart or inserted
 * bodies.
 *   what  RGS_EVAL_* bits; 0 where the host moved or rotated a body itself.  (Forces stay fresh if
 *         only p or l changed, as a thermostat does.)
 * At the start nothing is fresh.  RGS_EVAL_ENERGY, RGS_EVAL_VIRIAL, RGS_EVAL_SUM, and gradients that
 * the library forms itself, are ignored: they are asked for again.  Outputs about past steps begin anew. */
RGS_API rgs_status rgs_stepper_set_fresh(rgs_stepper *s, uint32_t what, rgs_error *error);

/* [step] Sets the time.  Refused inside a step (RGS_E_ORDER). */
RGS_API rgs_status rgs_stepper_set_time(rgs_stepper *s, double time, rgs_error *error);

/* [any] The time: 0 at first, plus h for each step, up to the largest double.  nan if s is null. */
RGS_API double rgs_stepper_time(const rgs_stepper *s);

/* [step] Abandons a step that failed or was broken off.  Bodies stay as they are, and nothing is
 * fresh.  From then on they count as given by the host; with a processed scheme call
 * rgs_stepper_process before, if that is possible.  The box, too, stays where the step left it. */
RGS_API rgs_status rgs_stepper_reset(rgs_stepper *s, rgs_error *error);

/* ---- stepper: output ------------------------------------------------------------------------- */
/* [step] Shows the bodies of a processed scheme as the physical state.  Other schemes: does
 * nothing.
 *   request  as in rgs_advance, which this call resembles: it returns RGS_NEED_EVAL while forces
 *            are needed; null: host.eval is called
 * No step is made until rgs_stepper_unprocess.  Before the first step the bodies are the physical
 * state already; the first step, and the first with another h, applies the processor by itself.
 *   A host that changes the state, momenta too, calls this first, then changes the state, and then
 * calls rgs_stepper_set_fresh with the evaluations that still hold; the next step continues from
 * there.  A swap, too, wants the state to be shown, and continues from it. */
RGS_API rgs_status rgs_stepper_process(rgs_stepper *s, rgs_eval *request, rgs_error *error);

/* [step] Puts back what is propagated, bit for bit.  Other schemes: does nothing. */
RGS_API rgs_status rgs_stepper_unprocess(rgs_stepper *s, rgs_error *error);

/* [step] Computes the output `key` of the bodies as they are, or were `lag` steps ago.  With a
 * processed scheme call it between rgs_stepper_process and rgs_stepper_unprocess.
 *   values  room for `room` doubles: the components, of all bodies if it is per body
 * Refused with
 *   RGS_E_NAME   the method has no such output
 *   RGS_E_ORDER  the value is not known yet
 *   RGS_E_SPACE  room is too small */
RGS_API rgs_status rgs_stepper_output(const rgs_stepper *s, const char *key, double *values,
                                      int64_t room, rgs_error *error);

/* [step] Moves the bodies onto the constraints of the method's model.  A method without constraints
 * changes nothing.  Refused inside a step.
 *   moved  out, or null: the largest change of any body's momentum, relative to that momentum */
RGS_API rgs_status rgs_stepper_project(rgs_stepper *s, double *moved, rgs_error *error);

/* ---- stepper: saves -------------------------------------------------------------------------- */
/* [step] Writes the state of the bodies and the place inside the step, with the forces and, for
 * methods that need them, the gradients.
 *   buffer  where the block goes; null to ask for the size
 *   size    in: bytes of the buffer; out: bytes of the block
 * RGS_E_SPACE: buffer is null or too small; *size says what is needed.
 * A block begins with "RGS1", the number 0x01020304 and RGS_ABI (both uint32_t of the writer), four
 * bytes 0, and its length (uint64_t). */
RGS_API rgs_status rgs_stepper_save(const rgs_stepper *s, void *buffer, size_t *size,
                                    rgs_error *error);

/* [step] Continues from a saved block, bit for bit.  The stepper must have the same method and the
 * same number of bodies.  The box, the parameters that ramp and the number of steps are then those of
 * the block; set your box to what rgs_stepper_box says.
 *   RGS_E_DATA  the block is damaged, or belongs to another method or number of bodies */
RGS_API rgs_status rgs_stepper_load(rgs_stepper *s, const void *buffer, size_t size,
                                    rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_RIGIDSTEP_H */
