/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep.h - the calls.  C99; includes nothing but <stddef.h> and <stdint.h>; compiles unchanged
 * as C++.
 *
 * size: the calls of version 2 stand in one header, each with a full description
 *
 * Frames, quaternion and units are stated in bodies.h; thread tags and states ([setup], [step],
 * [any]), growth of structs and lifetimes in base.h.  The comment of a call has these parts:
 *   Given     what you pass, with shape and unit.  Arrays and structs stay yours.  If the library
 *             keeps a copy or a pointer, the comment says so.
 *   Returned  what the call writes, or the value of the function.
 *   Status    every status below 0 that the call may return.  A call that is refused has changed
 *             nothing, unless said otherwise.  Where no reason is given,
 *               RGS_E_ARG    a handle or a pointer is null, or a number is not finite
 *               RGS_E_ABI    the head of a struct does not fit (RGS_HEAD)
 *               RGS_E_NOMEM  no memory
 *   Notes     what else to know.
 * `error` may be null.  If it is not, a refused call writes the reason into it.
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
/* [any] The release of the library and the processor's instructions in use, for logs and reports.
 * Returned: such as "2.0.0 avx512".  If nothing was chosen before, this call chooses the
 *           instructions, as rgs_context_create does without a spec */
RGS_API const char *rgs_version(void);
/* [any] What a status means, in English.
 * Given:    status    any number
 * Returned: a constant text, never null; of an unknown number, that it is unknown */
RGS_API const char *rgs_status_text(rgs_status status);

/* ---- free rotation without any handle -------------------------------------------------------- */
/* [step] Rotates n free bodies by the time h.
 * Given:    rotor     name of a built-in rotor; its parameters have their defaults
 *           n         number of bodies, >= 0; the arrays may be null if it is 0
 *           h         the time, of either sign
 *           inertia   3n, body after body: principal moments >= 0; 0: no spin about this axis.
 *                     The triangle inequality is not checked
 *           l         3n: angular momenta in space, in the unit of a moment over the unit of h
 *           q         4n: orientations (w, x, y, z) with |q|^2 = 1 to 1e-6
 * Returned: q         the orientations after the time h
 * Status:   RGS_E_ARG     rotor or an array is null, n < 0, or h is not finite
 *           RGS_E_NAME    no such rotor
 *           RGS_E_BODY    inertia, l or q is not finite, a moment is negative, |q|^2 is not 1, or
 *                         the momentum about an axis without spin is above 1e-8 |l|.  For rotors
 *                         without the claim RGS_KEEPS_ENERGY that limit is 0.1 |l|, because their
 *                         step error adds to this momentum.  No body has rotated
 *           RGS_E_NONFINITE  a number in the rotor's equations overflows
 *           RGS_E_NOCONV  see rgs_status in base.h
 * Notes:    error->body is the index of the bad body.  Bodies rotate in blocks of 64.  If the
 *           rotor fails at a body, the blocks before its block have rotated, the others have
 *           not. */
RGS_API rgs_status rgs_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                                 const double *l, double *q, rgs_error *error);

/* [step] As rgs_free_flow, for orientations that are rotation matrices.
 * Given:    rotor, n, h, inertia, l  as in rgs_free_flow
 *           Q         9n, row-major, body to space: Q^T Q = 1 to 1e-6 in every entry, det Q > 0
 * Returned: Q         the orientations after the time h, orthogonal to rounding
 * Status:   as in rgs_free_flow; RGS_E_BODY also if Q is no rotation
 * Notes:    The rotor jacobi computes with matrices, all others with quaternions. */
RGS_API rgs_status rgs_free_flow_matrix(const char *rotor, int64_t n, double h,
                                        const double *inertia, const double *l, double *Q,
                                        rgs_error *error);

/* ---- context --------------------------------------------------------------------------------- */
/* [setup] Creates a context.  It has the built-in methods.
 * Given:    spec  see rgs_context_spec; null: all defaults
 * Returned: out   the context; destroy it with rgs_context_destroy
 * Status:   RGS_E_ARG    out is null, only one function of the allocator is set, an unknown flag,
 *                        reserved0 is not 0, or this machine does not have spec.kernels, or the
 *                        process uses others already
 *           RGS_E_ABI, RGS_E_NOMEM
 * Notes:    The environment variables that count are listed in README.md beside this folder.  A
 *           program with more rights than its user reads none. */
RGS_API rgs_status rgs_context_create(const rgs_context_spec *spec, rgs_context **out,
                                      rgs_error *error);
/* [setup] Destroys a context, calls the fini of its modules, and closes their files.
 * Given:    c    the context, all of whose handles have been destroyed; null does nothing */
RGS_API void rgs_context_destroy(rgs_context *c);

/* [setup] Adds the methods of the module in a file, all of them or none.
 * Given:    c     the context; the file stays open as long as it lives
 *           path  of the file, as "./acme.so"; without a slash it is a name: "acme" or "acme.so" is
 *                 looked up in the folders of rgs_context_spec.module_path, and in
 *                 rigidstep/modules beside the library (lib/rigidstep/modules where it is
 *                 installed), never in the working folder
 * Status:   RGS_E_ARG     c is null, or path is null or empty
 *           RGS_E_MODULE  the file cannot be opened, is damaged, or is no rigidstep module; two
 *                         folders have different files of the name; the list names what is no
 *                         folder; the path has a word that the system's loader replaces, such as
 *                         $ORIGIN; name, version or license of the module is null; or its init
 *                         returned a status below 0
 *           RGS_E_ABI     it was made for another major version, or its head does not fit
 *           RGS_E_NAME    another method has the name of one of its methods
 *           RGS_E_NEEDS   a method needs evaluations that this library does not know
 *           RGS_E_TABLE   a table is inconsistent, or does not have the order it claims
 *           RGS_E_NOMEM
 * Notes:    Loading the same module twice does nothing.  Load only whole files that you trust: the
 *           system's loader runs the constructors of the file before any table is checked, and on
 *           Linux a file that was cut short may end the process with a bus error. */
RGS_API rgs_status rgs_module_load(rgs_context *c, const char *path, rgs_error *error);

/* [setup] Adds the methods of a module in memory, all of them or none.
 * Given:    c       the context
 *           module  the constant, which must outlive the context
 * Status:   RGS_E_ARG  c or module is null
 *           RGS_E_MODULE, RGS_E_ABI, RGS_E_NAME, RGS_E_NEEDS, RGS_E_TABLE, RGS_E_NOMEM as in
 *           rgs_module_load, except what concerns files
 * Notes:    Adding the same module twice does nothing. */
RGS_API rgs_status rgs_module_add(rgs_context *c, const rgs_module *module, rgs_error *error);

/* [any] Counts the methods of a kind in the context (drafts only after rgs_draft_allow).
 * Given:    c     the context
 *           kind  RGS_KIND_*
 * Returned: the number; 0 if c is null or there is no such kind */
RGS_API int64_t rgs_about_count(const rgs_context *c, uint32_t kind);
/* [any] Describes a method by its number.
 * Given:    c, kind  as in rgs_about_count
 *           i        0, 1, .. rgs_about_count - 1, in the order in which methods were added
 * Returned: the description, which lives as long as the context; null if there is none */
RGS_API const rgs_about *rgs_about_at(const rgs_context *c, uint32_t kind, int64_t i);
/* [any] Describes a method by its name.
 * Given:    c, kind  as in rgs_about_count
 *           name     of the method
 * Returned: the description, which lives as long as the context; null if there is none */
RGS_API const rgs_about *rgs_about_find(const rgs_context *c, uint32_t kind, const char *name);

/* ---- bodies ---------------------------------------------------------------------------------- */
/* [setup] Creates a handle for bodies.  No view is bound yet.
 * Given:    c         the context, which must outlive the handle
 *           capacity  the largest n that rgs_bodies_bind is to accept, >= 0
 * Returned: out       the handle; destroy it with rgs_bodies_destroy
 * Status:   RGS_E_ARG    c or out is null, or capacity < 0
 *           RGS_E_NOMEM */
RGS_API rgs_status rgs_bodies_create(rgs_context *c, int64_t capacity, rgs_bodies **out,
                                     rgs_error *error);

/* [setup] Raises the capacity.
 * Given:    b         the bodies
 *           capacity  the largest n to come, >= 0; up to the present capacity it changes nothing
 * Status:   RGS_E_ARG    b is null, or capacity < 0
 *           RGS_E_NOMEM  the capacity stays what it was */
RGS_API rgs_status rgs_bodies_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error);

/* [step] Sets where the host's arrays lie.
 * Given:    b         the bodies
 *           view      copied; the arrays themselves are borrowed, and must stay where they are
 *                     until the next bind
 * Status:   RGS_E_ARG  b or view is null; n is below 0 or above the capacity; an unknown flag;
 *                      reserved0 is not 0; n_ghosts is not from 0 to n; and if n > 0: a column
 *                      that is required (x p q l mass inertia f tau) is null, a column is not
 *                      aligned, has a stride of 0, or overlaps itself or another one (mass and
 *                      inertia may; it is not looked for again while the revision stays the same)
 *           RGS_E_ABI
 * Notes:    If it is refused, the earlier view stays bound.  You may call it at any time, also
 *           inside a step and inside host.eval, because bodies may change rank while the host
 *           evaluates.  It does not read the arrays: see rgs_bodies_check and rgs_view.revision.
 *           If you changed x or q, also call rgs_stepper_set_valid. */
RGS_API rgs_status rgs_bodies_bind(rgs_bodies *b, const rgs_view *view, rgs_error *error);

/* [step & bound] Checks the bodies:
 *   - mass > 0;
 *   - principal moments >= 0 that obey the triangle inequality to 1e-8 relative (not checked if
 *     the view has the flag RGS_VIEW_ANY_MOMENTS);
 *   - |q|^2 = 1 to 1e-6;
 *   - everything is finite, and thermostatted is not NaN;
 *   - with the flag RGS_VIEW_PLANAR: p_z, l_x and l_y are 0;
 *   - no momentum above 1e-8 |l| about an axis without spin;
 *   - columns share no memory.
 * Given:    b    the bodies
 * Status:   RGS_E_ARG    b is null, or columns share memory
 *           RGS_E_ORDER  no view is bound
 *           RGS_E_BODY   a body is bad; error->body is its index
 * Notes:    The first step after a bind with a new revision checks all this, but shared memory.
 *           After a stepper has moved the bodies, it does not check momenta about axes without spin
 *           either, because the step error of a rotor may exceed the limit. */
RGS_API rgs_status rgs_bodies_check(rgs_bodies *b, rgs_error *error);

/* [step & bound] Kinetic energies, summed over the bodies without ghosts.
 * Given:    b            the bodies
 * Returned: translation  null, or the sum of p^2 / 2m, in mass * length^2 / time^2 whatever the
 *                        host's unit of force
 *           rotation     null, or the sum of (Q^T l)_k^2 / 2 I_k in the same unit, over bodies and
 *                        their axes k with I_k > 0; Q is the rotation of q
 * Status:   RGS_E_ARG    b is null
 *           RGS_E_ORDER  no view is bound
 * Notes:    If a number of a body is not finite, the energies are not finite either.  With several
 *           ranks these are the rank's shares. */
RGS_API rgs_status rgs_bodies_energy(rgs_bodies *b, double *translation, double *rotation,
                                     rgs_error *error);
/* [setup] Destroys the handle; the arrays that were bound stay as they are.
 * Given:    b    the bodies, whose steppers have been destroyed; null does nothing */
RGS_API void rgs_bodies_destroy(rgs_bodies *b);

/* ---- method ---------------------------------------------------------------------------------- */
/* Where in a step the library places the thermostat. */
enum {
  RGS_PLACEMENT_BAOAB = 1, /* for h in the middle; the scheme must be symmetric */
  RGS_PLACEMENT_OBABO = 2  /* for h/2 at both ends */
};
/* Outputs that cost something in each step. */
enum {
  /* conserved_energy of a thermostat, a barostat or both: the host is asked for energies. */
  RGS_WANTS_CONSERVED = 1u << 0,
  /* total_energy and refined_energy of a single Strang step without thermostat and barostat: the
   * host is asked for energies.  With a rotor below order 4 only total_energy is known. */
  RGS_WANTS_REFINED = 1u << 1,
  /* Also shadow_energy: past states of each body are kept as well.  It includes
   * RGS_WANTS_REFINED. */
  RGS_WANTS_SHADOW = 1u << 2
};

/* Which method: a rotor and a scheme, with a thermostat and a barostat if you like; or an
 * integrator alone. */
typedef struct rgs_method_spec {
  rgs_head head;
  const char *rotor, *scheme, *integrator; /* names; those not used are null */
  const char *thermostat;                  /* name; null: no heat is exchanged */
  const char *barostat;                    /* name; null: the cell stays as it is */
  const rgs_param *params;                 /* n_params elements; null if n_params is 0 */
  uint32_t n_params;                       /* 0 with a non-null params is refused (RGS_E_ARG) */
  uint32_t param_size;                     /* sizeof(rgs_param); read only if n_params > 0 */
  /* By what the moments of inertia are multiplied in the motion; > 0, 0 means 1.  Averages of
   * positions and orientations stay, and librations become slower, so steps may be longer.
   *   The column l, energies and temperatures belong to the bodies without the factor: l is the
   * heavy body's angular momentum over the square root of the factor.  So bodies rotate with this l
   * for the time h over that root, and torques act on l for that time.  A body then rotates at the
   * rate J^-1 l over the root: mind it where torques depend on the rate.  Not with an
   * integrator. */
  double inertia;
  /* RGS_PLACEMENT_*, or 0: at both ends with schemes above order 2, else in the middle.  It must be
   * 0 without a thermostat, and with a scheme that places the thermostat itself. */
  uint32_t placement;
  uint32_t wants; /* RGS_WANTS_*, or 0 */
} rgs_method_spec;
#define RGS_METHOD_SPEC_INIT                                                                       \
  { RGS_HEAD(rgs_method_spec), NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0.0, 0, 0 }

/* What a method is and costs. */
typedef struct rgs_method_info {
  rgs_head head;
  uint32_t order;         /* of the step; with a thermostat, of averages; never RGS_EXACT */
  uint32_t claims, needs; /* RGS_SYMPLECTIC .., RGS_EVAL_* */

  /* For an integrator these three are 0: unknown. */
  uint32_t evals;      /* force evaluations per step in the long run */
  uint32_t gradients;  /* gradient evaluations per step */
  uint32_t ends_valid; /* 1: at the end of a step f and tau belong to x and q */

  uint32_t aux;        /* doubles per body that the view's column aux must have */
  uint32_t sums;       /* the largest n_sum of a request */
  uint32_t reductions; /* requests of RGS_EVAL_REDUCTION per step in the long run; integrator: 0 */
} rgs_method_info;
#define RGS_METHOD_INFO_INIT                                                                       \
  { RGS_HEAD(rgs_method_info), 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* [setup] Creates a method from the names of its parts.
 * Given:    c     the context, which must outlive the method
 *           spec  names and parameters; not needed afterwards.  Give a key that thermostat and
 *                 barostat both declare (kt, seed) once, with the kind 0: it sets both
 * Returned: out   the method; destroy it with rgs_method_destroy
 * Status:   RGS_E_ARG    c, spec or out is null; there is neither a pair of rotor and scheme nor an
 *                        integrator alone; n_params and params contradict each other, n_params is
 *                        above 1024, a key is null, or a kind is unknown.  Or parts do not go
 *                        together:
 *                        - an integrator or a processed scheme, and a thermostat or barostat;
 *                        - a scheme with gradients, and a barostat;
 *                        - a barostat that shears, and a scheme above order 2 that is not
 *                          composed of Strang steps;
 *                        - a thermostat in the middle, and a scheme that is not symmetric;
 *                        - a scheme with RGS_PLACES_THERMOSTAT, and no thermostat or a placement;
 *                        - a placement without a thermostat, or an unknown one;
 *                        - an unknown bit of wants
 *           RGS_E_ABI    the head of spec, or param_size
 *           RGS_E_NAME   no such rotor, scheme, integrator, thermostat or barostat; the error lists
 *                        similar names
 *           RGS_E_PARAM  no such parameter, not a number of its type, out of range, or a required
 *                        one is missing; inertia is below 0, not finite, or beside an integrator;
 *                        the method cannot have what `wants` asks for.  Or parameters contradict
 *                        each other: a barostat that moves no axis; noise of the barostat
 *                        (crescale, or barostat_rate > 0) without a thermostat or a seed
 *           RGS_E_NOMEM
 * Notes:    Methods never change, so steppers and threads may share one. */
RGS_API rgs_status rgs_method_create(rgs_context *c, const rgs_method_spec *spec, rgs_method **out,
                                     rgs_error *error);

/* [any] Describes the method for a host that can evaluate everything, also gradients.
 * Given:    m    the method
 * Returned: out  initialise it with RGS_METHOD_INFO_INIT
 * Status:   RGS_E_ARG, RGS_E_ABI
 * Notes:    On other hosts order, claims, costs and aux may differ: see rgs_stepper_describe. */
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
 * Notes:    It has conserved_energy, refined_energy and shadow_energy if rgs_method_spec.wants asks
 *           for them.  Refined values (of strang, strang_dkd and other Strang steps) have errors of
 *           order h^4 or higher; the plain values have errors of order h^2. */
RGS_API const rgs_output_info *rgs_method_output_at(const rgs_method *m, int64_t i);

/* ---- stepper: create and change -------------------------------------------------------------- */
/* [setup] Creates a stepper for these bodies.  A view need not be bound yet.
 * Given:    b     the bodies, which must outlive the stepper
 *           m     the method, which must outlive its use by the stepper; of the same context
 *           host  copied; null: the host drives with rgs_stepper_advance, provides RGS_EVAL_FORCE,
 *                 and has force_scale 1
 * Returned: out   the stepper, at time 0; destroy it with rgs_stepper_destroy
 * Status:   RGS_E_ARG    b, m or out is null; method and bodies belong to different contexts;
 *                        force_scale is not finite; an unknown flag, or a reserved field not 0
 *           RGS_E_ABI
 *           RGS_E_NEEDS  the host does not provide an evaluation that the method needs; or the
 *                        method needs sums, the virial or noise by tags, and host.ranks is 0
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
 *           RGS_E_ORDER  inside a step; or the bodies have the variables of a processed scheme
 *                        (call rgs_stepper_process before)
 *           RGS_E_NOMEM
 * Notes:    Forces stay valid; the virial is asked for again.  Afterwards set the column aux to 0.
 *           The number of steps continues, so no noise repeats.  rgs_stepper_rewind cannot go back
 *           beyond a swap.
 *             With the same thermostat and barostat, heat, their state and the cell stay, so the
 *           conserved energy continues.  They are the same if all their parameters are, but for
 *           what rgs_stepper_set_param may set; this has m's values afterwards.  With others heat
 *           and state begin at 0: with a barostat, set the cell (rgs_stepper_set_cell). */
RGS_API rgs_status rgs_stepper_swap(rgs_stepper *s, const rgs_method *m, rgs_error *error);

/* [any] Describes the method as it runs on the host of this stepper.
 * Given:    s    the stepper
 * Returned: out  initialise it with RGS_METHOD_INFO_INIT
 * Status:   RGS_E_ARG, RGS_E_ABI
 * Notes:    If the host does not provide gradients, each costs one more force evaluation.  Then the
 *           order is at most 4, and the method is not symplectic.  If out->needs has
 *           RGS_EVAL_GRADIENT, a step refuses a view without the columns gf and gtau.  This call
 *           does not read the view; rgs_stepper_check does. */
RGS_API rgs_status rgs_stepper_describe(const rgs_stepper *s, rgs_method_info *out,
                                        rgs_error *error);
/* [step & bound] Checks whether a step would refuse the bodies and their view: first as
 * rgs_bodies_check does, then what the method needs.
 * Given:    s    the stepper
 * Status:   RGS_E_ARG    s is null; or as in rgs_bodies_check and, for the view,
 *                        rgs_stepper_advance
 *           RGS_E_ORDER  no view is bound
 *           RGS_E_NEEDS  the view lacks what the method needs (see rgs_stepper_advance)
 *           RGS_E_BODY   a body is bad, or does not obey the model of the integrator */
RGS_API rgs_status rgs_stepper_check(rgs_stepper *s, rgs_error *error);

/* [setup] Destroys a stepper.
 * Given:    s    the stepper; null does nothing */
RGS_API void rgs_stepper_destroy(rgs_stepper *s);

/* ---- stepper: steps -------------------------------------------------------------------------- */
/* [step & bound & not failed] Continues the step until the host has to evaluate something, or the
 * step is done.
 *
 * WARNING  A processed scheme (takahashi_imada4, rowlands4, pmlf6) propagates transformed
 * variables.  After its steps the bodies show the physical state only between
 * rgs_stepper_process and rgs_stepper_unprocess.  Without these calls you read positions and
 * energies with errors of order h^2.  For all other schemes the two calls do nothing, so a host can
 * always put them around its output.
 *
 * Given:    s        the stepper
 *           h        the time step, in the host's unit of time, the same until the step is done.
 *                    It must be >= 0 with a thermostat, and for integrators with the claim
 *                    RGS_RELAXES or RGS_RANDOM
 *           request  initialise it with RGS_EVAL_INIT, and pass the same one again with your
 *                    answer; may be null if the method needs forces only
 * Returned: RGS_NEED_EVAL  evaluate request->what at request->time; write the columns and, if
 *                          asked, energy, virial and sum of the request; and call again
 *           RGS_OK         the step is done
 * Status:   RGS_E_ARG    s is null; h is not finite, differs from the h of the step under way, or
 *                        is negative although it must not be; request is null although the method
 *                        needs more than forces; the column aux overlaps itself; cell or barostat
 *                        do not fit RGS_VIEW_PLANAR, or ranks differ in this flag
 *           RGS_E_ABI
 *           RGS_E_NEEDS  the view lacks a column or the tags that the method needs; it has ghosts,
 *                        but host.ranks is 1; aux is null, and the revision changed inside the
 *                        step; an integrator asks for what the host does not provide
 *           RGS_E_ORDER  no view is bound; an earlier step failed; rgs_stepper_process was called,
 *                        and rgs_stepper_unprocess was not; a barostat has no cell
 *           RGS_E_BODY   a body is bad (see rgs_bodies_check), or two have the same tag
 *           RGS_E_HOST   energy, virial or a sum of the answer was not written or is not finite;
 *                        or the sum does not count as many ranks as host.ranks.  The next call
 *                        asks again
 *           RGS_E_NONFINITE, RGS_E_NOCONV, RGS_E_MODULE, RGS_E_EXECUTOR: the step failed; see
 *                        rgs_status in base.h for how to continue
 * Notes:    If a block was loaded that was saved inside a step, the first call asks again. */
RGS_API rgs_status rgs_stepper_advance(rgs_stepper *s, double h, rgs_eval *request,
                                       rgs_error *error);

/* [step & bound & not failed] Makes n steps of h, and calls host.eval for each request.
 * Given:    s    the stepper, whose host has eval
 *           h    as in rgs_stepper_advance
 *           n    number of steps, >= 0
 * Status:   as in rgs_stepper_advance, without RGS_E_ABI, and
 *           RGS_E_ARG    n < 0
 *           RGS_E_NEEDS  host.eval is null
 *           RGS_E_HOST   host.eval did not return 0
 * Notes:    If it stops early, the steps that were completed stay done: rgs_stepper_step_count
 *           counts them.  The warning at rgs_stepper_advance holds here, too. */
RGS_API rgs_status rgs_stepper_run(rgs_stepper *s, double h, int64_t n, rgs_error *error);

/* [step] States which evaluations are valid at the present x and q.  Call it after the host changed
 * bodies, after a restart, or if forces are known before the first step.
 * Given:    s     the stepper
 *           what  RGS_EVAL_* bits; 0 if the host moved, rotated or inserted a body.  (If only p or
 *                 l changed, forces stay valid.)
 * Status:   RGS_E_ARG    s is null, or what has an unknown bit
 * Notes:    A new stepper has no valid evaluations.  Only RGS_EVAL_FORCE and, if the host provides
 *           gradients, RGS_EVAL_GRADIENT have an effect: all else is asked for again.  Outputs
 *           about past steps begin anew. */
RGS_API rgs_status rgs_stepper_set_valid(rgs_stepper *s, uint32_t what, rgs_error *error);

/* [step & between steps] Sets the time.
 * Given:    s     the stepper
 *           time  in the host's unit of time
 * Status:   RGS_E_ARG
 *           RGS_E_ORDER  inside a step
 * Notes:    What rounding took from the sum of the steps is kept where time is the present time,
 *           and by rgs_stepper_save and rgs_stepper_load.  Any other time begins a new sum. */
RGS_API rgs_status rgs_stepper_set_time(rgs_stepper *s, double time, rgs_error *error);

/* [any] The present time; inside a step, the time at which the step began.
 * Given:    s    the stepper
 * Returned: 0 at first, plus h for each step, up to the largest double; NaN if s is null */
RGS_API double rgs_stepper_time(const rgs_stepper *s);

/* [step] Abandons a step that failed or is not to be finished.  To go back to its beginning, call
 * rgs_stepper_rewind instead.
 * Given:    s    the stepper
 * Status:   RGS_E_ARG
 * Notes:    Bodies and cell stay as the step left them, and no evaluation is valid.  (Bodies that
 *           were displaced to form a gradient return.)  The next step takes the columns as the
 *           physical state.  If the scheme is processed and no step is under way, call
 *           rgs_stepper_process before. */
RGS_API rgs_status rgs_stepper_reset(rgs_stepper *s, rgs_error *error);

/* [step] Takes stepper and bodies back to the beginning of the last step, bit for bit.  The step
 * may be under way, failed, or done.  If the forces are the same, the next step repeats it with the
 * same noise, bit for bit.
 * Given:    s    the stepper, whose host has RGS_HOST_REWINDS
 * Returned: the bodies x p q l f tau aux, and gf gtau where the host is asked for them
 * Status:   RGS_E_ARG    s is null, or the column aux overlaps itself
 *           RGS_E_ORDER  the beginning is not known: the step comes from a block that was saved
 *                        inside it; or after it began, rgs_bodies_reserve was called, or another
 *                        stepper of the same bodies made a step.  Or no view is bound
 *           RGS_E_NEEDS  the host lacks RGS_HOST_REWINDS; a column is missing; or after the step
 *                        began, bodies were bound with another n, flags or revision, or with
 *                        revision 0: then load a save
 * Notes:    It also takes back what was set after the step began: time, parameters, cell and number
 *           of steps.  Set your cell to what rgs_stepper_cell returns.
 *             If there is no step to take back, the call does nothing.  That is so after a step
 *           that was refused before it began, and after a rewind, rgs_stepper_load,
 *           rgs_stepper_load_ensemble, a swap or a reset.  rgs_stepper_step_count shows whether a
 *           step was begun. */
RGS_API rgs_status rgs_stepper_rewind(rgs_stepper *s, rgs_error *error);

/* ---- stepper: output ------------------------------------------------------------------------- */
/* [step & not failed] With a processed scheme, writes the physical state into the columns.  With
 * other schemes it does nothing.
 * Given:    s        the stepper
 *           request  as in rgs_stepper_advance; null: the call evaluates by host.eval
 * Returned: RGS_NEED_EVAL  as in rgs_stepper_advance; call rgs_stepper_process again
 *           RGS_OK         the columns have the physical state
 * Status:   RGS_E_ORDER  inside a step, or an earlier one failed
 *           RGS_E_NEEDS  request and host.eval are null
 *           else as in rgs_stepper_advance; after a failure call rgs_stepper_unprocess
 * Notes:    Until rgs_stepper_unprocess a step is refused.  Before the first step the columns have
 *           the physical state already.  The first step, and a step with another h, transform it
 *           themselves.
 *             To change the state (positions or momenta), call this first and change it.  Then call
 *           rgs_stepper_set_valid with the evaluations that still hold, and not
 *           rgs_stepper_unprocess: the next step continues from the changed state.  Also call this
 *           before rgs_stepper_swap, which continues from the physical state. */
RGS_API rgs_status rgs_stepper_process(rgs_stepper *s, rgs_eval *request, rgs_error *error);

/* [step] Undoes rgs_stepper_process, also one that failed: the columns get the propagated variables
 * back, bit for bit.  Otherwise it does nothing.
 * Given:    s    the stepper
 * Status:   RGS_E_ARG
 *           RGS_E_ORDER  inside a step, or no view is bound
 *           RGS_E_NEEDS  the view lacks the column aux that rgs_stepper_process used */
RGS_API rgs_status rgs_stepper_unprocess(rgs_stepper *s, rgs_error *error);

/* [step & bound & between steps] Computes the output `key` for the present state, or for the state
 * rgs_output_info.lag steps ago.
 * Given:    s       the stepper
 *           key     rgs_output_info.key of an output of the method
 *           room    number of doubles that `values` has room for
 * Returned: values  the components, in rgs_output_info.unit; with RGS_OUTPUT_PER_BODY body after
 *                   body, ghosts included
 * Status:   RGS_E_ARG    s, key or values is null; or as in rgs_stepper_advance
 *           RGS_E_NAME   the method has no such output
 *           RGS_E_ORDER  inside a step, or the value is not known yet; the error says what is
 *                        missing
 *           RGS_E_SPACE  room is too small
 *           RGS_E_NEEDS, RGS_E_BODY as in rgs_stepper_advance before a step
 *           RGS_E_NONFINITE, RGS_E_NOCONV, RGS_E_MODULE: rotor or integrator failed here; the next
 *           step is not affected
 * Notes:    With a processed scheme call it between rgs_stepper_process and
 *           rgs_stepper_unprocess. */
RGS_API rgs_status rgs_stepper_output(rgs_stepper *s, const char *key, double *values, int64_t room,
                                      rgs_error *error);

/* [step & bound & between steps & not failed] Moves the bodies onto the constraints of the
 * method's model.  A method without constraints changes nothing.
 * Given:    s      the stepper
 * Returned: moved  null, or the largest relative change of any body's momentum; also written if the
 *                  integrator failed
 * Status:   RGS_E_ARG    s is null, or the column aux overlaps itself
 *           RGS_E_ORDER  inside a step, or an earlier one failed, or no view is bound
 *           RGS_E_NEEDS  as in rgs_stepper_advance
 *           RGS_E_BODY   a body is bad, or too far from the constraints
 *           RGS_E_NONFINITE, RGS_E_NOCONV, RGS_E_MODULE: the integrator failed
 * Notes:    If a body moved, all evaluations are asked for again. */
RGS_API rgs_status rgs_stepper_project(rgs_stepper *s, double *moved, rgs_error *error);

/* ---- stepper: saves -------------------------------------------------------------------------- */
/* [step & not failed] Writes the state of the bodies with their forces, the state of thermostat and
 * barostat, and the place inside the step.  Gradients are included if the method needs them.
 * Given:    s       the stepper
 *           buffer  where the block goes; null to ask for the size
 *           size    bytes of the buffer
 * Returned: size    bytes of the block
 * Status:   RGS_E_ARG    s or size is null
 *           RGS_E_ORDER  an earlier step failed
 *           RGS_E_NEEDS  the view lacks a column that the method needs
 *           RGS_E_SPACE  buffer is null or too small; *size is what is needed
 *           RGS_E_NONFINITE  the heat or a number of the barostat is not finite
 * Notes:    A block begins with "RGS1", the number 0x01020304 and RGS_ABI (both uint32_t in the
 *           writer's byte order), four bytes 0, and its length (uint64_t). */
RGS_API rgs_status rgs_stepper_save(rgs_stepper *s, void *buffer, size_t *size, rgs_error *error);

/* [step] Continues from a saved block, bit for bit.
 * Given:    s       a stepper with the same method, whose bound view has the same n and flags
 *           buffer  the block
 *           size    its bytes
 * Returned: the bodies x p q l f tau aux, and gf gtau where the host is asked for them
 * Status:   RGS_E_ARG    s or buffer is null
 *           RGS_E_ABI    it was written by another major version, or by a later one that keeps
 *                        more
 *           RGS_E_DATA   the block is damaged; it belongs to another method, to other parameters,
 *                        flags or number of bodies; or it was saved inside a step at a request
 *                        that this host does not provide
 *           RGS_E_NEEDS  as in rgs_stepper_save
 * Notes:    Time, number of steps, cell and the parameters that ramp are those in the block.  Set
 *           your cell to what rgs_stepper_cell returns. */
RGS_API rgs_status rgs_stepper_load(rgs_stepper *s, const void *buffer, size_t size,
                                    rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_RIGIDSTEP_H */
