/* SPDX-License-Identifier: BSD-3-Clause
 *
 * base.h - version, struct heads, status codes and the error record.
 *
 * THREADS  Every function of the ABI carries one of three tags.
 *   [setup]  may allocate and open files; one thread at a time per context.
 *   [step]   allocates nothing, locks nothing, does no input or output; may run at the same time
 *            on different steppers and bodies.
 *   [any]    reads only; any number of threads at a time, but not while a [setup] or [step] call
 *            writes the handle it reads.
 *   A [setup] call may run while steppers of the same context step, but not on handles these use.
 *
 * GROWTH  Every struct that crosses the boundary begins with an rgs_head in which its author
 *   states the size he compiled.  Fields are only ever appended.  A reader takes a field beyond
 *   head.size to be zero, and zero always means "default"; nobody writes beyond head.size of a struct
 *   that is another's.  Arrays of structs travel with the size of one element.  Reserved fields are 0.
 *   So a host, the library and a module may each be compiled with another minor version.
 *
 * LIFETIME  What a call is given (strings, structs, arrays of parameters) is read or copied before it
 *   returns; what a module's constants point to must live as long as the module.  What the library
 *   hands out (rgs_about, rgs_output_info, their strings) lives as long as the context.
 */
#ifndef RIGIDSTEP_BASE_H
#define RIGIDSTEP_BASE_H
#include <stddef.h>
#include <stdint.h>

/* A new minor appends; a new major means another soname and another module symbol.  What is promised:
 * README.md beside this folder. */
#define RGS_ABI_MAJOR 1u
#define RGS_ABI_MINOR 0u
#define RGS_ABI ((RGS_ABI_MAJOR << 16) | RGS_ABI_MINOR)

#if defined(_WIN32)
#  define RGS_EXPORT __declspec(dllexport)
#else
#  define RGS_EXPORT __attribute__((visibility("default")))
#endif
#if defined(RGS_BUILDING)
#  define RGS_API RGS_EXPORT
#else
#  define RGS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The eight bytes that never change, in any version. */
typedef struct rgs_head {
  uint32_t size;                  /* sizeof the struct in the header its author compiled with    */
  uint32_t abi;                   /* RGS_ABI of that header                                      */
} rgs_head;
#define RGS_HEAD(T) { (uint32_t)sizeof(T), RGS_ABI }

/* ---- status: above 0 asks for something, 0 is done, below 0 is refused --------------------- */
typedef int32_t rgs_status;
#define RGS_STATUS_LIST(X)                                                                       \
  X(RGS_NEED_EVAL,     1, "evaluate forces and torques at the current x and q, then call again") \
  X(RGS_OK,            0, "done")                                                                \
  X(RGS_E_ARG,        -1, "null, negative or non-finite argument; nothing changed")              \
  X(RGS_E_ABI,        -2, "incompatible ABI version or struct size; nothing changed")            \
  X(RGS_E_NAME,       -3, "no such rotor, scheme or integrator, or the name is taken")           \
  X(RGS_E_PARAM,      -4, "unknown parameter, not a number of its type, or out of range")        \
  X(RGS_E_NEEDS,      -5, "the method needs something this host does not provide")               \
  X(RGS_E_ORDER,      -6, "call out of order, such as a swap inside a step; nothing changed")    \
  X(RGS_E_BODY,       -7, "bad mass, inertia, attitude or momentum of a body")                   \
  X(RGS_E_NONFINITE,  -8, "non-finite force, torque or state; reset, or load a save, to go on")  \
  X(RGS_E_NOCONV,     -9, "the step is too large for the method's equations to be solved")       \
  X(RGS_E_HOST,      -10, "the host's evaluation failed")                                        \
  X(RGS_E_MODULE,    -11, "file not loadable, no rigidstep module, or one that broke a rule")    \
  X(RGS_E_TABLE,     -12, "table of a rotor, scheme or integrator is inconsistent")              \
  X(RGS_E_SPACE,     -13, "buffer too small")                                                     \
  X(RGS_E_NOMEM,     -14, "out of memory; nothing changed")                                      \
  X(RGS_E_DATA,      -15, "saved data is damaged or belongs to another method or set of bodies")
#define RGS_STATUS_ENUM(name, value, text) name = value,
enum { RGS_STATUS_LIST(RGS_STATUS_ENUM) };
#undef RGS_STATUS_ENUM

/* ---- error: what was wrong, in the caller's own memory --------------------------------------
 * Every call that can be refused takes an `rgs_error *` last (rgs_free_flow and its like only an
 * index; their _check says the rest).  Null is fine.  It is written only when the call returns a
 * status below 0, so no handle has to remember errors, and two threads cannot overwrite each other's.
 * A status above 0 is RGS_NEED_EVAL and none else.  After RGS_E_HOST call again; after a step that
 * failed (RGS_E_NONFINITE, RGS_E_NOCONV, RGS_E_MODULE, RGS_E_BODY in mid-step) reset or load; anything
 * else that is refused has changed nothing.  Initialise with RGS_ERROR_INIT; `text` is cut to what
 * head.size leaves room for. */
typedef struct rgs_error {
  rgs_head   head;
  rgs_status status;
  uint32_t   reserved0;
  int64_t    body;                /* index of the first body at fault, or -1                     */
  char       text[232];           /* names the argument, the value and the allowed range         */
} rgs_error;
#define RGS_ERROR_INIT { RGS_HEAD(rgs_error), 0, 0, -1, { 0 } }

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_BASE_H */
