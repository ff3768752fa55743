/* SPDX-License-Identifier: BSD-3-Clause
 *
 * base.h - version, struct heads, status codes and the error record.
 *
 * THREADS  The documentation of every function begins with a tag, whose first word is one of three.
 *   [setup]  The call may allocate memory and open files.  One thread at a time per context.
 *            Meanwhile steppers of the same context may step, if they do not use its handle.
 *   [step]   The call allocates no memory, takes no lock, and does no input or output.  Different
 *            threads may step different steppers with different bodies at the same time.
 *   [any]    The call only reads.  Any number of threads at a time, but not while a [setup] or
 *            [step] call writes the handle that it reads.
 *
 * STATES  The other parts of a tag, joined by "&", name the states of the handle in which the call
 *   is allowed.  In any other state it returns RGS_E_ORDER.  A tag of one word allows every state.
 *     bound          rgs_bodies_bind has been called for the bodies.
 *     between steps  Neither a step nor rgs_stepper_process is under way.
 *     not failed     No step has failed since the last rgs_stepper_rewind, _reset or _load.
 *
 * GROWTH  Every struct that crosses the boundary begins with an rgs_head, which states the size
 *   that its author compiled with.  Fields are only ever appended.  A reader takes fields beyond
 *   head.size to be zero, and zero always means "default".  If the library writes into your struct,
 *   or you into its, head.size is the limit.  Arrays of structs are passed together with the size
 *   of one element.  So host, library and module may each be compiled with another minor version.
 *   Reserved fields must be 0.
 *
 * LIFETIME  The library reads or copies what a call is given (strings, structs, arrays of
 *   parameters) before the call returns.  What the constants of a module point to must live as long
 *   as the module.  What the library hands out (rgs_about, rgs_output_info and their strings) lives
 *   as long as the context.
 */
#ifndef RIGIDSTEP_BASE_H
#define RIGIDSTEP_BASE_H
#include <stddef.h>
#include <stdint.h>

/* Version of the ABI.  A new minor version appends.  A new major version has another soname and
 * other module symbols.  README.md beside this folder says what is promised. */
#define RGS_ABI_MAJOR 2u
#define RGS_ABI_MINOR 0u
#define RGS_ABI ((RGS_ABI_MAJOR << 16) | RGS_ABI_MINOR)

#if defined(_WIN32)
#define RGS_EXPORT __declspec(dllexport)
#else
#define RGS_EXPORT __attribute__((visibility("default")))
#endif
#if defined(RGS_BUILDING)
#define RGS_API RGS_EXPORT
#else
#define RGS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The first eight bytes of every struct.  They never change, in any version.  Fill them with
 * RGS_HEAD(type). */
typedef struct rgs_head {
  uint32_t size; /* sizeof the struct, in the header that its author compiled with */
  uint32_t abi;  /* RGS_ABI of that header */
} rgs_head;
#define RGS_HEAD(T)                                                                                \
  { (uint32_t)sizeof(T), RGS_ABI }

/* ---- status ---------------------------------------------------------------------------------- */
/* What a call returns: above 0 it asks for something (RGS_NEED_EVAL is the only such status), 0
 * means done, below 0 the call was refused.  A host that gets another status above 0 cannot answer:
 * it calls rgs_stepper_reset.  The library asks for nothing that a host does not know of.
 *
 * A call that is refused has changed nothing, unless a step had begun.  Then these statuses mean:
 *   RGS_E_HOST                        The evaluation failed.  Call again to repeat it.
 *   RGS_E_NONFINITE, RGS_E_NOCONV,    The step failed.  Call rgs_stepper_rewind,
 *   RGS_E_MODULE, RGS_E_EXECUTOR;     rgs_stepper_reset or rgs_stepper_load before the next
 *   from an integrator also           step.
 *   RGS_E_BODY and RGS_E_NEEDS
 *   any other                         The step waits.  Set right what the error names (such as
 *                                     the view), and call again.
 *
 * RGS_E_NOCONV: the method solves equations, and with this h they have no solution near the state.
 * The limit of h depends on the state, so no range can be stated.  As a rule a body may rotate by
 * about one radian per step.  Take a smaller h, or a method that solves no equations, such as the
 * rotor exact. */
typedef int32_t rgs_status;
/* clang-format off */
#define RGS_STATUS_LIST(X)                                                                       \
  X(RGS_NEED_EVAL,     1, "evaluate forces and torques at the current x and q, then call again") \
  X(RGS_OK,            0, "done")                                                                \
  X(RGS_E_ARG,        -1, "null, negative or non-finite argument; nothing changed")              \
  X(RGS_E_ABI,        -2, "incompatible ABI version or struct size; nothing changed")            \
  X(RGS_E_NAME,       -3, "no such rotor, scheme, integrator, thermostat or barostat, "          \
                          "or a name in use")                                                    \
  X(RGS_E_PARAM,      -4, "unknown parameter, not a number of its type, or out of range")        \
  X(RGS_E_NEEDS,      -5, "the method needs something this host does not provide")               \
  X(RGS_E_ORDER,      -6, "call out of order, such as a swap inside a step; nothing changed")    \
  X(RGS_E_BODY,       -7, "bad mass, inertia, orientation or momentum of a body")                \
  X(RGS_E_NONFINITE,  -8, "non-finite force, torque or state; rewind, reset or load a save")     \
  X(RGS_E_NOCONV,     -9, "the step is too large for the method's equations to be solved")       \
  X(RGS_E_HOST,      -10, "the host's evaluation failed")                                        \
  X(RGS_E_MODULE,    -11, "file not loadable, no rigidstep module, or one that broke a rule")    \
  X(RGS_E_TABLE,     -12, "table of a rotor, scheme, integrator or thermostat is inconsistent")  \
  X(RGS_E_SPACE,     -13, "buffer too small")                                                    \
  X(RGS_E_NOMEM,     -14, "out of memory; nothing changed")                                      \
  X(RGS_E_DATA,      -15, "saved data is damaged or belongs to another method or set of bodies") \
  X(RGS_E_EXECUTOR,  -16, "the host's executor failed or left a part out; "                      \
                          "rewind, reset or load a save")                                        \
  X(RGS_E_DEVICE,    -17, "no such device, or something failed on it")
/* clang-format on */
#define RGS_STATUS_ENUM(name, value, text) name = value,
enum { RGS_STATUS_LIST(RGS_STATUS_ENUM) };
#undef RGS_STATUS_ENUM

/* ---- error ----------------------------------------------------------------------------------- */
/* What was wrong, in the caller's own memory, so that threads do not overwrite each other's errors.
 *
 * Every call that can be refused takes an `rgs_error *` as its last argument; null is allowed.
 * Initialise it with RGS_ERROR_INIT.  It is written only when the call returns a status below 0.
 * `text` is cut to what head.size leaves room for. */
typedef struct rgs_error {
  rgs_head head;
  rgs_status status; /* what the call returned */
  uint32_t reserved0;
  int64_t body;   /* index of the first body at fault, or -1 */
  char text[232]; /* names the argument, the value and the allowed range; UTF-8 */
} rgs_error;
#define RGS_ERROR_INIT                                                                             \
  {                                                                                                \
    RGS_HEAD(rgs_error), 0, 0, -1, { 0 }                                                           \
  }

/* ---- handles --------------------------------------------------------------------------------- */
/* A handle must outlive the handles made from it, and a method the steppers that use it.  After a
 * swap the stepper uses the new method only.  Destroying null does nothing. */
typedef struct rgs_context rgs_context; /* the methods known, memory, threads and log */
typedef struct rgs_bodies rgs_bodies;   /* a borrowed view of n bodies */
typedef struct rgs_method rgs_method;   /* rotor and scheme, with a thermostat and a barostat if you
                                           like, or an integrator; never changes, so threads may
                                           share it */
typedef struct rgs_stepper rgs_stepper; /* method, bodies, and the place inside the step */

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_BASE_H */
