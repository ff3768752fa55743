/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RIGIDSTEP_BASE_H
#define RIGIDSTEP_BASE_H
#include <stddef.h>
#include <stdint.h>
#define RGS_ABI_MAJOR 1u
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
typedef struct rgs_head {
  uint32_t size;
  uint32_t abi;
} rgs_head;
#define RGS_HEAD(T) { (uint32_t)sizeof(T), RGS_ABI }
typedef int32_t rgs_status;
#define RGS_STATUS_LIST(X) \
  X(RGS_NEED_EVAL, 1, "evaluate forces and torques at the current x and q, then call again") \
  X(RGS_OK, 0, "done") \
  X(RGS_E_ARG, -1, "null, negative or non-finite argument; nothing changed") \
  X(RGS_E_ABI, -2, "incompatible ABI version or struct size; nothing changed") \
  X(RGS_E_NAME, -3, "no such rotor, scheme or integrator, or the name is taken") \
  X(RGS_E_PARAM, -4, "unknown parameter, not a number of its type, or out of range") \
  X(RGS_E_NEEDS, -5, "the method needs something this host does not provide") \
  X(RGS_E_ORDER, -6, "call out of order, such as a swap inside a step; nothing changed") \
  X(RGS_E_BODY, -7, "bad mass, inertia, attitude or momentum of a body") \
  X(RGS_E_NONFINITE, -8, "non-finite force, torque or state; reset, or load a save, to go on") \
  X(RGS_E_NOCONV, -9, "the step is too large for the method's equations to be solved") \
  X(RGS_E_HOST, -10, "the host's evaluation failed") \
  X(RGS_E_MODULE, -11, "file not loadable, no rigidstep module, or one that broke a rule") \
  X(RGS_E_TABLE, -12, "table of a rotor, scheme or integrator is inconsistent") \
  X(RGS_E_SPACE, -13, "buffer too small") \
  X(RGS_E_NOMEM, -14, "out of memory; nothing changed") \
  X(RGS_E_DATA, -15, "saved data is damaged or belongs to another method or set of bodies")
#define RGS_STATUS_ENUM(name,value,text) name = value,
enum { RGS_STATUS_LIST(RGS_STATUS_ENUM) };
#undef RGS_STATUS_ENUM
typedef struct rgs_error {
  rgs_head head;
  rgs_status status;
  uint32_t reserved0;
  int64_t body;
  char text[232];
} rgs_error;
#define RGS_ERROR_INIT { RGS_HEAD(rgs_error), 0, 0, -1, { 0 } }
#ifdef __cplusplus
}
#endif
#endif
