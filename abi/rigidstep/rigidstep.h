/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep.h - the calls.  C99; includes nothing but <stddef.h> and <stdint.h>; compiles unchanged
 * as C++.
 *
 * size: the calls of version 2 stand in one header, each with a full description
 *
 * Frames, quaternion and units are stated in bodies.h; thread tags and states ([setup], [step],
 * [any]), growth of structs and lifetimes in base.h.  The comment of a call has these parts:
 *   Given     what you pass, with shape and unit.  Arrays and structs stay yours; what the library
 *             keeps of them is said where it keeps anything.
 *   Returned  what the call writes, or the value of the function.
 *   Status    every status below 0 that the call returns, beside RGS_OK.  A call that is refused has
 *             changed nothing, unless said otherwise.  Statuses without a reason are
 *               RGS_E_ARG    a handle or a pointer is null, or a number is not finite
 *               RGS_E_ABI    the head of a struct does not fit (RGS_HEAD)
 *               RGS_E_NOMEM  no memory
 *   Notes     what else to know.
 * `error` may be null; where it is given, a refused call writes the reason into it.
 */
#ifndef RIGIDSTEP_RIGIDSTEP_H
#define RIGIDSTEP_RIGIDSTEP_H
#include "base.h"
#include "bodies.h"
#include "method.h"
#include "host.h"
#include "ensemble.h"
#include "module.h"
#include "sites.h"

#ifdef __cplusplus
extern "C" {
#endif

/* [any] Which ABI the library has.
 * Returned: RGS_ABI of the library: major version << 16 | minor version */
RGS_API uint32_t rgs_abi(void);
/* [any] What a status means, in English.
 * Given:    status    any number
 * Returned: a constant text, never null; of an unknown number, that it is unknown */
RGS_API const char *rgs_status_text(rgs_status status);

/* ---- free rotation without any handle -------------------------------------------------------- */
/* [step] Rotates n free bodies by the time h.  It is [setup] for n > 64 and a rotor without the
 * claim RGS_NEVER_FAILS, because it then allocates a copy of q.
 * Given:    rotor     name of a built-in rotor; its parameters have their defaults
 *           n         number of bodies, >= 0; the arrays may be null if it is 0
 *           h         the time, of either sign
 *           inertia   3n, body after body: principal moments >= 0; 0: no spin about this axis.
 *                     They need not obey the triangle inequality
 *           l         3n: angular momenta in space, in the unit of a moment over the unit of h
 *           q         4n: orientations (w, x, y, z) with |q|^2 = 1 to 1e-6
 * Returned: q         the orientations after the time h
 *           bad       null, or where the index of the first bad body goes; -1 if there is none
 * Status:   RGS_E_ARG     rotor or an array is null, n < 0, or h is not finite
 *           RGS_E_NAME    no such rotor
 *           RGS_E_BODY    inertia, l or q is not finite, a moment is negative, an orientation has
 *                         another length, or there is momentum about an axis without spin, above
 *                         1e-8 |l| (above 0.1 |l| for rotors that do not claim RGS_KEEPS_ENERGY,
 *                         which let this momentum stray by their step error)
 *           RGS_E_NONFINITE  the method's equations leave the range of doubles
 *           RGS_E_NOCONV  see rgs_status in base.h
 *           RGS_E_NOMEM
 * Notes:    There is no error record; rgs_free_flow_check names what is wrong.  All
 *           orientations stay as they were if any body is refused. */
RGS_API rgs_status rgs_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                                 const double *l, double *q, int64_t *bad);

/* [any] Names what rgs_free_flow would find wrong with these arguments before it starts.
 * Given:    rotor, n, h, inertia, l, q  as in rgs_free_flow
 * Status:   RGS_E_ARG, RGS_E_NAME, RGS_E_BODY as in rgs_free_flow; error->body is the index */
RGS_API rgs_status rgs_free_flow_check(const char *rotor, int64_t n, double h,
                                       const double *inertia, const double *l, const double *q,
                                       rgs_error *error);

/* [step] Rotates n free bodies whose orientations are rotation matrices by the time h.  It is
 * [setup] where rgs_free_flow is.
 * Given:    rotor, n, h, inertia, l  as in rgs_free_flow
 *           Q         9n, row-major, body to space: Q^T Q = 1 to 1e-6 in every entry, det Q > 0
 * Returned: Q         the orientations after the time h, orthogonal to rounding
 *           bad       as in rgs_free_flow
 * Status:   as in rgs_free_flow; RGS_E_BODY also where Q is no rotation
 * Notes:    The rotor jacobi works on the matrix itself, all others by way of quaternions. */
RGS_API rgs_status rgs_free_flow_matrix(const char *rotor, int64_t n, double h,
                                        const double *inertia, const double *l, double *Q,
                                        int64_t *bad);

/* [any] Names what rgs_free_flow_matrix would find wrong with these arguments before it
 * starts.
 * Given:    rotor, n, h, inertia, l, Q  as in rgs_free_flow_matrix
 * Status:   RGS_E_ARG, RGS_E_NAME, RGS_E_BODY as in rgs_free_flow_matrix; error->body is the
 *           index */
RGS_API rgs_status rgs_free_flow_matrix_check(const char *rotor, int64_t n, double h,
                                              const double *inertia, const double *l,
                                              const double *Q, rgs_error *error);

/* ---- context --------------------------------------------------------------------------------- */
/* [setup] Makes a context, which knows the built-in methods.
 * Given:    allocator  where all memory of the context and its handles comes from; null: malloc.
 *                      The struct is copied; its functions must work until rgs_context_destroy
 *                      returns
 * Returned: out        the context; destroy it with rgs_context_destroy
 * Status:   RGS_E_ARG    out is null, or the allocator has one of its functions only
 *           RGS_E_ABI, RGS_E_NOMEM
 * Notes:    It reads the environment variable RIGIDSTEP_KERNELS (baseline, neon, avx2, avx512). */
RGS_API rgs_status rgs_context_create(const rgs_allocator *allocator, rgs_context **out,
                                      rgs_error *error);
/* [setup] Destroys a context, calls the fini of its modules, and closes their files.
 * Given:    c    the context, all of whose handles have been destroyed; null does nothing */
RGS_API void rgs_context_destroy(rgs_context *c);

/* [setup] Adds the methods of the module in a file, all of them or none.
 * Given:    c     the context; the file stays open as long as it lives
 *           path  of the file; without a slash it is looked for in the working folder
 * Status:   RGS_E_ARG     c is null, or path is null or empty
 *           RGS_E_MODULE  the file cannot be opened, is damaged, or is no rigidstep module; the
 *                         system's loader would replace a word in the path, such as $ORIGIN;
 *                         name, version or license of the module is null; or its init refused
 *           RGS_E_ABI     it was made for another major version, or its head does not fit; no
 *                         code of the module has run
 *           RGS_E_NAME    a method has a name that is taken by another method
 *           RGS_E_NEEDS   a method needs evaluations that this library does not know
 *           RGS_E_TABLE   a table is inconsistent, or does not have the order it claims
 *           RGS_E_NOMEM
 * Notes:    Loading the same module twice does nothing.  Open only files that you trust: before
 *           its tables are checked the system's loader runs the file's constructors. */
RGS_API rgs_status rgs_module_load(rgs_context *c, const char *path, rgs_error *error);

/* [setup] Adds the methods of a module in memory, all of them or none.
 * Given:    c       the context
 *           module  the constant, which must outlive the context
 * Status:   as in rgs_module_load, but for what concerns files
 * Notes:    Adding the same module twice does nothing. */
RGS_API rgs_status rgs_module_add(rgs_context *c, const rgs_module *module, rgs_error *error);

/* Kinds of methods. */
enum {
  RGS_KIND_ROTOR = 1,
  RGS_KIND_SCHEME = 2,
  RGS_KIND_INTEGRATOR = 3,
  RGS_KIND_THERMOSTAT = 4, /* constant temperature, or friction */
  RGS_KIND_BAROSTAT = 5    /* constant pressure; built in only */
};

/* [any] Number of the methods of a kind that the context knows.
 * Given:    c     the context
 *           kind  RGS_KIND_*
 * Returned: the number; 0 if c is null or there is no such kind */
RGS_API int64_t rgs_about_count(const rgs_context *c, uint32_t kind);
/* [any] Describes a method by its number.
 * Given:    c, kind  as in rgs_about_count
 *           i        0, 1, .. rgs_about_count - 1: methods are counted in the order they were
 *                    added
 * Returned: the description, which lives as long as the context; null if there is none */
RGS_API const rgs_about *rgs_about_at(const rgs_context *c, uint32_t kind, int64_t i);
/* [any] Describes a method by its name.
 * Given:    c, kind  as in rgs_about_count
 *           name     of the method
 * Returned: the description, which lives as long as the context; null if there is none */
RGS_API const rgs_about *rgs_about_find(const rgs_context *c, uint32_t kind, const char *name);

/* ---- bodies ---------------------------------------------------------------------------------- */
/* [setup] Makes a handle for bodies.  No view is bound yet.
 * Given:    c         the context, which must outlive the handle
 *           capacity  the largest n that rgs_bodies_bind is to accept, >= 0
 * Returned: out       the handle; destroy it with rgs_bodies_destroy
 * Status:   RGS_E_ARG    c or out is null, or capacity < 0
 *           RGS_E_NOMEM */
RGS_API rgs_status rgs_bodies_create(rgs_context *c, int64_t capacity, rgs_bodies **out,
                                     rgs_error *error);

/* [setup] Raises the capacity.
 * Given:    b         the bodies
 *           capacity  the largest n to come, >= 0; one that is not larger than the present
 *                     changes nothing
 * Status:   RGS_E_ARG    b is null, or capacity < 0
 *           RGS_E_NOMEM  the capacity stays what it was */
RGS_API rgs_status rgs_bodies_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error);

/* [step] Tells the library where the host's arrays lie, in place of those that were bound
 * before.
 * Given:    b         the bodies
 *           view      copied; the arrays themselves are borrowed, and must stay where they are
 *                     until the next bind
 * Status:   RGS_E_ARG  b or view is null; n is below 0 or above the capacity; an unknown flag;
 *                      reserved0 is not 0; n_ghosts is not from 0 to n; and if n > 0: a column
 *                      that is required (x p q l mass inertia f tau) is null, a column is not
 *                      aligned, has a stride of 0, overlaps itself, or begins where another does
 *           RGS_E_ABI
 *           The view that was bound before stays bound then.
 * Notes:    It may be called at any time, inside a step and inside host.eval too, since bodies
 *           may change rank while the host evaluates.  It does not look at the numbers: see
 *           rgs_bodies_check and rgs_view.revision.  If x or q changed in a way that the stepper
 *           does not know of, call rgs_stepper_set_valid as well. */
RGS_API rgs_status rgs_bodies_bind(rgs_bodies *b, const rgs_view *view, rgs_error *error);

/* [step & bound] Checks the bodies, as the first step does after a bind with a new revision:
 *   - mass > 0;
 *   - principal moments >= 0 that obey the triangle inequality to 1e-8 relative (not checked if
 *     the view has the flag RGS_VIEW_ANY_MOMENTS);
 *   - |q|^2 = 1 to 1e-6;
 *   - everything is finite;
 *   - no momentum above 1e-8 |l| about an axis without spin.  A stepper checks this only of
 *     bodies that no stepper has moved yet: a splitting rotor lets the momentum of a linear body
 *     stray from its plane by its step error.
 * Given:    b    the bodies
 * Status:   RGS_E_ARG    b is null; columns of the view share memory, which this call alone
 *                        finds
 *           RGS_E_ORDER  no view is bound
 *           RGS_E_BODY   a body is bad; error->body is its index
 *           Also what a step of the stepper made last for these bodies would refuse
 *           before it begins: RGS_E_NEEDS for a column that its method needs, RGS_E_BODY where
 *           an integrator has no model for a body. */
RGS_API rgs_status rgs_bodies_check(const rgs_bodies *b, rgs_error *error);

/* [step & bound] Kinetic energies, summed over the bodies without ghosts.
 * Given:    b            the bodies
 * Returned: translation  null, or the sum of p^2 / 2m, in mass * length^2 / time^2 whatever the
 *                        host's unit of force
 *           rotation     null, or the sum of (Q^T l)_k^2 / 2 I_k over bodies and over axes k
 *                        with I_k > 0, in the same unit; Q is the rotation of q
 * Status:   RGS_E_ARG    b is null
 *           RGS_E_ORDER  no view is bound
 * Notes:    The numbers are not checked: if the bodies are not finite, neither are the energies.
 *           With several ranks these are the rank's shares. */
RGS_API rgs_status rgs_bodies_energy(const rgs_bodies *b, double *translation, double *rotation,
                                     rgs_error *error);
/* [setup] Destroys the handle; the arrays that were bound stay as they are.
 * Given:    b    the bodies, whose steppers have been destroyed; null does nothing */
RGS_API void rgs_bodies_destroy(rgs_bodies *b);

/* ---- method ---------------------------------------------------------------------------------- */
/* The value of one parameter. */
typedef struct rgs_param {
  const char *key;  /* if rotor and scheme both declare the key, it sets both */
  const char *text; /* the value as text; null: `value` counts */
  double value;
} rgs_param;

/* Which method: rotor and scheme, or integrator alone; and what surrounds the bodies. */
typedef struct rgs_method_spec {
  rgs_head head;
  const char *rotor, *scheme, *integrator; /* names; those not used are null */
  const char *thermostat;                  /* name; null: no heat is exchanged */
  const char *barostat;                    /* name; null: the cell stays as it is */
  const rgs_param *params;                 /* n_params elements; null if n_params is 0 */
  uint32_t n_params;                       /* 0 with a non-null params is refused (RGS_E_ARG) */
  uint32_t param_size;                     /* sizeof(rgs_param); read only if n_params > 0 */
} rgs_method_spec;

/* What a method is and costs. */
typedef struct rgs_method_info {
  rgs_head head;
  uint32_t order; /* of rotor and scheme together, with a thermostat of averages; RGS_EXACT is for
                             rotors only */
  uint32_t claims, needs; /* RGS_SYMPLECTIC .., RGS_EVAL_* */

  /* Of an integrator these three are 0, unknown. */
  uint32_t evals;      /* force evaluations per step in the long run */
  uint32_t gradients;  /* gradient evaluations per step */
  uint32_t ends_valid; /* 1: at the end of a step f and tau belong to x and q */

  uint32_t aux;        /* doubles per body that the view's column aux must have */
  uint32_t sums;       /* the largest n_sum of a request */
  uint32_t reductions; /* requests of RGS_EVAL_SUM per step in the long run */
} rgs_method_info;
#define RGS_METHOD_INFO_INIT                                                                       \
  { RGS_HEAD(rgs_method_info), 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* [setup] Makes a method by name.
 * Given:    c     the context, which must outlive the method
 *           spec  rotor and scheme, or an integrator, and parameters; it is not needed
 *                 afterwards.  A key that thermostat and barostat both declare (kt, seed) is given once
 *                 and sets both
 * Returned: out   the method; destroy it with rgs_method_destroy
 * Status:   RGS_E_ARG    a null pointer; rotor and scheme and an integrator are given, or one of
 *                        the pair is missing; n_params and params contradict each other,
 *                        n_params is above 1024, or a key is null; an integrator, or a scheme
 *                        with a processor, is given with a thermostat or a barostat; a scheme with
 *                        gradients is given with a barostat; the thermostat is to act in the middle of a
 *                        scheme that has none; `ends` is set with a scheme that places the thermostat
 *                        itself, or such a scheme (RGS_PLACES_THERMOSTAT) is given without a thermostat
 *           RGS_E_ABI    the head of spec, or param_size
 *           RGS_E_NAME   no such rotor, scheme, integrator, thermostat or barostat; the error names
 *                        those that are near
 *           RGS_E_PARAM  no such parameter, not a number of its type, out of range, or a
 *                        required one is missing; or parameters contradict each other: `refined`
 *                        or `shadow` of the scheme with a thermostat or a barostat, a barostat that moves
 *                        no axis, friction of the barostat without a thermostat or a seed
 *           RGS_E_NOMEM
 * Notes:    Methods never change, so steppers and threads may share one. */
RGS_API rgs_status rgs_method_create(rgs_context *c, const rgs_method_spec *spec, rgs_method **out,
                                     rgs_error *error);

/* [any] Describes the method on a host that provides everything the method needs, gradients too.
 * Given:    m    the method
 * Returned: out  initialise it with RGS_METHOD_INFO_INIT
 * Status:   RGS_E_ARG, RGS_E_ABI
 * Notes:    For what the method is on a given host, and how much aux it needs there, see
 *           rgs_stepper_describe. */
RGS_API rgs_status rgs_method_describe(const rgs_method *m, rgs_method_info *out, rgs_error *error);
/* [setup] Destroys a method.
 * Given:    m    the method, which no stepper uses any more; null does nothing */
RGS_API void rgs_method_destroy(rgs_method *m);

/* [any] Number of the outputs of a method: what it reports beyond the state.
 * Given:    m    the method
 * Returned: the number; 0 if m is null */
RGS_API int64_t rgs_method_output_count(const rgs_method *m);

/* [any] Describes an output of a method.
 * Given:    m    the method
 *           i    0, 1, .. rgs_method_output_count - 1
 * Returned: the description, which lives as long as the context; null if there is none
 * Notes:    Refined values (of strang, strang_dkd and tables like them) have errors that
 *           fall with h^4 or faster, while errors of the plain values fall with h^2. */
RGS_API const rgs_output_info *rgs_method_output_at(const rgs_method *m, int64_t i);

/* ---- stepper: making and changing ------------------------------------------------------------ */
/* [setup] Makes a stepper for these bodies.  A view need not be bound yet.
 * Given:    b     the bodies, which must outlive the stepper
 *           m     the method, which must outlive its use by the stepper; of the same context
 *           host  copied; null: the host drives with rgs_advance, provides RGS_EVAL_FORCE, and
 *                 has force_scale 1
 * Returned: out   the stepper, at time 0; destroy it with rgs_stepper_destroy
 * Status:   RGS_E_ARG    b, m or out is null; method and bodies belong to different contexts;
 *                        force_scale is not finite; a reserved field is not 0
 *           RGS_E_ABI
 *           RGS_E_NEEDS  the host does not provide an evaluation that the method needs; or the
 *                        method needs sums, tags or the virial, and rgs_host.ranks is 0
 *           RGS_E_NOMEM
 * Notes:    A step allocates nothing: this call, rgs_stepper_swap and rgs_bodies_reserve take
 *           all memory. */
RGS_API rgs_status rgs_stepper_create(rgs_bodies *b, const rgs_method *m, const rgs_host *host,
                                      rgs_stepper **out, rgs_error *error);

/* [setup & between steps] Uses another method from the next step on.
 * Given:    s    the stepper
 *           m    the method, which must outlive its use by the stepper; of the same context
 * Status:   RGS_E_ARG    s or m is null, or m belongs to another context
 *           RGS_E_NEEDS  as in rgs_stepper_create
 *           RGS_E_ORDER  inside a step; or the bodies of a processed scheme are not shown
 *                        (rgs_stepper_process)
 *           RGS_E_NOMEM
 * Notes:    Forces stay valid.  Set the column aux to 0 afterwards.  The virial is
 *           asked for again; heat, and what thermostat and barostat kept, begin at 0; the cell is
 *           forgotten, so set it again (rgs_stepper_set_cell); the count of steps continues, so
 *           that no noise comes twice. */
RGS_API rgs_status rgs_stepper_swap(rgs_stepper *s, const rgs_method *m, rgs_error *error);

/* [any] Describes the method as it runs on the host of this stepper.
 * Given:    s    the stepper
 * Returned: out  initialise it with RGS_METHOD_INFO_INIT
 * Status:   RGS_E_ARG, RGS_E_ABI
 * Notes:    Where the host provides no gradient, one more force evaluation stands for each
 *           gradient, the order is 4 at most, and the method is not symplectic.  Where
 *           out->needs has RGS_EVAL_GRADIENT, a step refuses a view without the columns gf and
 *           gtau; this call does not look at the view, and rgs_bodies_check does. */
RGS_API rgs_status rgs_stepper_describe(const rgs_stepper *s, rgs_method_info *out,
                                        rgs_error *error);
/* [setup] Destroys a stepper.
 * Given:    s    the stepper; null does nothing */
RGS_API void rgs_stepper_destroy(rgs_stepper *s);

/* ---- stepper: steps -------------------------------------------------------------------------- */
/* [step & bound & not failed] The host drives: continues the step until forces are needed or the
 * step is done.
 *
 * WARNING  A processed scheme (takahashi_imada4, rowlands4, pmlf6) propagates transformed
 * variables.  After its steps the bodies show the physical state only between
 * rgs_stepper_process and rgs_stepper_unprocess; positions and energies seen without these calls
 * have errors of order h^2. For all other schemes the two calls do nothing, so a host can always
 * bracket its output with them.
 *
 * Given:    s        the stepper
 *           h        the time step, in the host's unit of time, the same until the step is done.
 *                    It must be >= 0 with a thermostat, and for integrators that claim RGS_RELAXES or
 *                    RGS_RANDOM
 *           request  initialise it with RGS_EVAL_INIT; may be null if the method needs forces
 *                    only.  In it you answer what was asked last
 * Returned: RGS_NEED_EVAL  evaluate request->what at request->time, write the columns (and
 *                          energy, virial and sum of the request, if asked), and call again
 *           RGS_OK         the step is done
 * Status:   RGS_E_ARG    s is null; h is not finite, differs from the step under way, or is
 *                        negative where that is not allowed; request is null where it is needed,
 *                        or has a reserved field that is not 0; the column aux overlaps
 *                        itself; the cell or the barostat does not suit RGS_VIEW_PLANAR, or ranks
 *                        differ in this flag
 *           RGS_E_ABI
 *           RGS_E_NEEDS  the view lacks a column that the method needs, tags, or has ghosts that
 *                        the method or the host cannot have; an integrator asks for what the
 *                        host does not provide
 *           RGS_E_ORDER  no view is bound; an earlier step failed; the bodies are shown or being
 *                        shown (rgs_stepper_process); a barostat has no cell
 *           RGS_E_BODY   a body is bad (see rgs_bodies_check), or two have the same tag
 *           RGS_E_HOST   the energy, a virial or a sum of the answer is not finite, or the virial was
 *                        not written; the next call asks again
 *           RGS_E_NONFINITE, RGS_E_NOCONV, RGS_E_MODULE, RGS_E_EXECUTOR: the step failed; see
 *                        rgs_status in base.h for these and for how to continue
 * Notes:    After rgs_stepper_load inside a step, or an eval that failed, the first call asks
 *           again. */
RGS_API rgs_status rgs_advance(rgs_stepper *s, double h, rgs_eval *request, rgs_error *error);

/* [step & bound & not failed] The stepper drives: n steps of h, calling host.eval for forces.
 * Given:    s    the stepper, whose host has eval
 *           h    as in rgs_advance
 *           n    number of steps, >= 0
 * Status:   as in rgs_advance, without RGS_E_ABI, and
 *           RGS_E_ARG    n < 0
 *           RGS_E_NEEDS  host.eval is null
 *           RGS_E_HOST   host.eval did not return 0
 * Notes:    If it stops early, whole steps before stay done.  The warning of rgs_advance holds
 *           here too. */
RGS_API rgs_status rgs_step(rgs_stepper *s, double h, int64_t n, rgs_error *error);

/* [step] Says which evaluations hold at the current x and q: after set-up, a restart or inserted
 * bodies.
 * Given:    s     the stepper
 *           what  RGS_EVAL_* bits; 0 where the host moved or rotated a body itself.  (Forces
 *                 stay valid if only p or l changed, as a thermostat does.)
 * Status:   RGS_E_ARG    s is null, or what has an unknown bit
 * Notes:    At the start nothing is valid.  RGS_EVAL_ENERGY, RGS_EVAL_VIRIAL, RGS_EVAL_SUM, and
 *           gradients that the library forms itself, are ignored: they are asked for again.
 *           Outputs about past steps begin anew. */
RGS_API rgs_status rgs_stepper_set_valid(rgs_stepper *s, uint32_t what, rgs_error *error);

/* [step & between steps] Sets the time.
 * Given:    s     the stepper
 *           time  in the host's unit of time
 * Status:   RGS_E_ARG
 *           RGS_E_ORDER  inside a step */
RGS_API rgs_status rgs_stepper_set_time(rgs_stepper *s, double time, rgs_error *error);

/* [any] The time at the beginning of the step under way, or between steps the present time.
 * Given:    s    the stepper
 * Returned: 0 at first, plus h for each step, up to the largest double; NaN if s is null */
RGS_API double rgs_stepper_time(const rgs_stepper *s);

/* [step] Abandons a step that failed or was broken off.
 * Given:    s    the stepper
 * Status:   RGS_E_ARG
 * Notes:    Bodies stay as they are, and nothing is valid.  From then on they count as given by
 *           the host; with a processed scheme call rgs_stepper_process before, if that is
 *           possible.  The cell, too, stays where the step left it. */
RGS_API rgs_status rgs_stepper_reset(rgs_stepper *s, rgs_error *error);

/* [step] Takes stepper and bodies back to where the step that was begun last began, bit for bit: a step
 * that is under way or failed, or one that is done, if the host could not finish its own work on it.  The
 * next step draws the same noise and, with the same forces, has the same bits.
 * Given:    s    the stepper, whose host has RGS_HOST_REWINDS
 * Returned: the bodies x p q l f tau aux, and gf gtau where the host is asked for them
 * Status:   RGS_E_ARG    s is null
 *           RGS_E_ORDER  the beginning is not known: saved data was loaded inside the step, bodies were
 *                        reserved since, or another stepper moved them; or no view is bound
 *           RGS_E_NEEDS  the host lacks RGS_HOST_REWINDS; bodies were bound with another number, flags
 *                        or revision, or with revision 0, since the step began (load a save then); or a
 *                        column is missing
 * Notes:    Whatever was set since the beginning (time, parameters, cell) is taken back, too; set your
 *           cell to what rgs_stepper_cell says.  Where there is nothing to take back the call does
 *           nothing: after a step that was refused before it began, a second call, a load, a swap or a
 *           reset.  rgs_stepper_step says whether a step was begun. */
RGS_API rgs_status rgs_stepper_rewind(rgs_stepper *s, rgs_error *error);

/* ---- stepper: output ------------------------------------------------------------------------- */
/* [step & not failed] Shows the bodies of a processed scheme as the physical state.  Other
 * schemes: does nothing.
 * Given:    s        the stepper
 *           request  as in rgs_advance, which this call resembles; null: host.eval is called
 * Returned: RGS_NEED_EVAL  as in rgs_advance; call rgs_stepper_process again
 *           RGS_OK         the bodies show the physical state
 * Status:   RGS_E_ORDER  inside a step, or an earlier one failed
 *           RGS_E_NEEDS  request and host.eval are null
 *           else as in rgs_advance; after a failure call rgs_stepper_unprocess
 * Notes:    No step is made until rgs_stepper_unprocess.  Before the first step the bodies are
 *           the physical state already; the first step, and the first with another h, applies
 *           the processor by itself.
 *
 *           A host that changes the state, momenta too, calls this first, then changes the
 *           state, and then calls rgs_stepper_set_valid with the evaluations that still hold;
 *           the next step continues from there.  A swap, too, wants the state to be shown, and
 *           continues from it. */
RGS_API rgs_status rgs_stepper_process(rgs_stepper *s, rgs_eval *request, rgs_error *error);

/* [step] Puts back what is propagated, bit for bit.  Other schemes: does nothing.
 * Given:    s    the stepper
 * Status:   RGS_E_ARG
 *           RGS_E_ORDER  inside a step, or no view is bound
 *           RGS_E_NEEDS  the view lacks the column aux that was there */
RGS_API rgs_status rgs_stepper_unprocess(rgs_stepper *s, rgs_error *error);

/* [step & bound & between steps] Computes the output `key` of the bodies as they are, or were
 * `lag` steps ago.
 * Given:    s       the stepper
 *           key     rgs_output_info.key of an output of the method
 *           room    of values, in doubles
 * Returned: values  the components, of all n bodies if it is per body; the unit is
 *                   rgs_output_info.unit
 * Status:   RGS_E_ARG    s, key or values is null
 *           RGS_E_NAME   the method has no such output
 *           RGS_E_ORDER  inside a step, or the value is not known yet; the error says from when
 *                        on
 *           RGS_E_SPACE  room is too small
 *           RGS_E_NEEDS, RGS_E_BODY as in rgs_advance, of bodies that are new
 *           RGS_E_NONFINITE, RGS_E_NOCONV, RGS_E_MODULE: rotor or integrator failed; the stepper
 *           has not
 * Notes:    With a processed scheme call it between rgs_stepper_process and
 *           rgs_stepper_unprocess. */
RGS_API rgs_status rgs_stepper_output(const rgs_stepper *s, const char *key, double *values,
                                      int64_t room, rgs_error *error);

/* [step & bound & between steps & not failed] Moves the bodies onto the constraints of the
 * method's model.  A method without constraints changes nothing.
 * Given:    s      the stepper
 * Returned: moved  null, or the largest change of any body's momentum, relative to that momentum
 * Status:   RGS_E_ARG
 *           RGS_E_ORDER  inside a step, or an earlier one failed, or no view is bound
 *           RGS_E_NEEDS  as in rgs_advance
 *           RGS_E_BODY   a body is bad, or too far from the constraints
 *           RGS_E_NONFINITE, RGS_E_NOCONV, RGS_E_MODULE: the integrator failed
 * Notes:    Where something moved, all evaluations are asked for again. */
RGS_API rgs_status rgs_stepper_project(rgs_stepper *s, double *moved, rgs_error *error);

/* ---- stepper: saves -------------------------------------------------------------------------- */
/* [step & not failed] Writes the state of the bodies and the place inside the step, with the
 * forces and, for methods that need them, the gradients.
 * Given:    s       the stepper
 *           buffer  where the block goes; null to ask for the size
 *           size    bytes of the buffer
 * Returned: size    bytes of the block
 * Status:   RGS_E_ARG    s or size is null
 *           RGS_E_ORDER  an earlier step failed
 *           RGS_E_NEEDS  the view lacks a column that the method needs
 *           RGS_E_SPACE  buffer is null or too small; *size says what is needed
 * Notes:    A block begins with "RGS1", the number 0x01020304 and RGS_ABI (both uint32_t of the
 *           writer), four bytes 0, and its length (uint64_t). */
RGS_API rgs_status rgs_stepper_save(const rgs_stepper *s, void *buffer, size_t *size,
                                    rgs_error *error);

/* [step] Continues from a saved block, bit for bit.
 * Given:    s       a stepper with the same method, whose bound view has the same n and flags
 *           buffer  the block
 *           size    its bytes
 * Returned: the bodies x p q l f tau aux, and gf gtau where the host is asked for them
 * Status:   RGS_E_ARG    s or buffer is null
 *           RGS_E_ABI    it was written by another major version, or by a later one that keeps
 *                        more
 *           RGS_E_DATA   the block is damaged, or belongs to another method, to other
 *                        parameters, flags or number of bodies
 *           RGS_E_NEEDS  as in rgs_stepper_save
 * Notes:    The cell, the parameters that ramp and the number of steps then come from the
 *           block; set your cell to what rgs_stepper_cell says. */
RGS_API rgs_status rgs_stepper_load(rgs_stepper *s, const void *buffer, size_t size,
                                    rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_RIGIDSTEP_H */
