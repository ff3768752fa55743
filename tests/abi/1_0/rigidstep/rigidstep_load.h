/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RIGIDSTEP_LOAD_H
#define RIGIDSTEP_LOAD_H
#include <rigidstep/rigidstep.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif
#define RGS_CALL_LIST(X,V) \
  X(uint32_t, rgs_abi, (void), (), 0) \
  X(const char *, rgs_status_text, (rgs_status status), (status), "unknown status") \
  X(rgs_status, rgs_free_flow, \
    (const char *rotor, int64_t n, double h, const double *inertia, const double *l, double *q, \
     int64_t *bad), (rotor, n, h, inertia, l, q, bad), RGS_E_ABI) \
  X(rgs_status, rgs_free_flow_check, \
    (const char *rotor, int64_t n, double h, const double *inertia, const double *l, \
     const double *q, rgs_error *error), (rotor, n, h, inertia, l, q, error), RGS_E_ABI) \
  X(rgs_status, rgs_context_create, \
    (const rgs_allocator *allocator, rgs_context **out, rgs_error *error), \
    (allocator, out, error), RGS_E_ABI) \
  V(rgs_context_destroy, (rgs_context *c), (c)) \
  X(rgs_status, rgs_module_load, (rgs_context *c, const char *path, rgs_error *error), \
    (c, path, error), RGS_E_ABI) \
  X(rgs_status, rgs_module_add, (rgs_context *c, const rgs_module *module, rgs_error *error), \
    (c, module, error), RGS_E_ABI) \
  X(int64_t, rgs_about_count, (const rgs_context *c, uint32_t kind), (c, kind), 0) \
  X(const rgs_about *, rgs_about_at, (const rgs_context *c, uint32_t kind, int64_t i), \
    (c, kind, i), NULL) \
  X(const rgs_about *, rgs_about_find, (const rgs_context *c, uint32_t kind, const char *name), \
    (c, kind, name), NULL) \
  X(rgs_status, rgs_bodies_create, \
    (rgs_context *c, int64_t capacity, rgs_bodies **out, rgs_error *error), \
    (c, capacity, out, error), RGS_E_ABI) \
  X(rgs_status, rgs_bodies_reserve, (rgs_bodies *b, int64_t capacity, rgs_error *error), \
    (b, capacity, error), RGS_E_ABI) \
  X(rgs_status, rgs_bodies_bind, (rgs_bodies *b, const rgs_view *view, rgs_error *error), \
    (b, view, error), RGS_E_ABI) \
  X(rgs_status, rgs_bodies_check, (const rgs_bodies *b, rgs_error *error), (b, error), RGS_E_ABI) \
  X(rgs_status, rgs_bodies_energy, \
    (const rgs_bodies *b, double *translation, double *rotation, rgs_error *error), \
    (b, translation, rotation, error), RGS_E_ABI) \
  V(rgs_bodies_destroy, (rgs_bodies *b), (b)) \
  X(rgs_status, rgs_method_create, \
    (rgs_context *c, const rgs_method_spec *spec, rgs_method **out, rgs_error *error), \
    (c, spec, out, error), RGS_E_ABI) \
  X(rgs_status, rgs_method_describe, \
    (const rgs_method *m, rgs_method_info *out, rgs_error *error), (m, out, error), RGS_E_ABI) \
  V(rgs_method_destroy, (rgs_method *m), (m)) \
  X(rgs_status, rgs_stepper_create, \
    (rgs_bodies *b, const rgs_method *m, const rgs_host *host, rgs_stepper **out, \
     rgs_error *error), (b, m, host, out, error), RGS_E_ABI) \
  X(rgs_status, rgs_stepper_swap, (rgs_stepper *s, const rgs_method *m, rgs_error *error), \
    (s, m, error), RGS_E_ABI) \
  X(rgs_status, rgs_advance, \
    (rgs_stepper *s, double h, rgs_eval *request, rgs_error *error), (s, h, request, error), \
    RGS_E_ABI) \
  X(rgs_status, rgs_step, (rgs_stepper *s, double h, int64_t n, rgs_error *error), \
    (s, h, n, error), RGS_E_ABI) \
  X(rgs_status, rgs_stepper_set_fresh, (rgs_stepper *s, uint32_t what, rgs_error *error), \
    (s, what, error), RGS_E_ABI) \
  X(rgs_status, rgs_stepper_set_time, (rgs_stepper *s, double time, rgs_error *error), \
    (s, time, error), RGS_E_ABI) \
  X(double, rgs_stepper_time, (const rgs_stepper *s), (s), (double)NAN) \
  X(rgs_status, rgs_stepper_reset, (rgs_stepper *s, rgs_error *error), (s, error), RGS_E_ABI) \
  X(rgs_status, rgs_stepper_save, \
    (const rgs_stepper *s, void *buffer, size_t *size, rgs_error *error), \
    (s, buffer, size, error), RGS_E_ABI) \
  X(rgs_status, rgs_stepper_load, \
    (rgs_stepper *s, const void *buffer, size_t size, rgs_error *error), \
    (s, buffer, size, error), RGS_E_ABI) \
  V(rgs_stepper_destroy, (rgs_stepper *s), (s)) \
  X(rgs_status, rgs_free_flow_matrix, \
    (const char *rotor, int64_t n, double h, const double *inertia, const double *l, double *Q, \
     int64_t *bad), (rotor, n, h, inertia, l, Q, bad), RGS_E_ABI) \
  X(rgs_status, rgs_free_flow_matrix_check, \
    (const char *rotor, int64_t n, double h, const double *inertia, const double *l, \
     const double *Q, rgs_error *error), (rotor, n, h, inertia, l, Q, error), RGS_E_ABI) \
  X(int64_t, rgs_method_output_count, (const rgs_method *m), (m), 0) \
  X(const rgs_output_info *, rgs_method_output_at, (const rgs_method *m, int64_t i), (m, i), NULL) \
  X(rgs_status, rgs_stepper_describe, \
    (const rgs_stepper *s, rgs_method_info *out, rgs_error *error), (s, out, error), RGS_E_ABI) \
  X(rgs_status, rgs_stepper_output, \
    (const rgs_stepper *s, const char *key, double *values, int64_t room, rgs_error *error), \
    (s, key, values, room, error), RGS_E_ABI) \
  X(rgs_status, rgs_stepper_project, (rgs_stepper *s, double *moved, rgs_error *error), \
    (s, moved, error), RGS_E_ABI) \
  X(rgs_status, rgs_stepper_process, (rgs_stepper *s, rgs_eval *request, rgs_error *error), \
    (s, request, error), RGS_E_ABI) \
  X(rgs_status, rgs_stepper_unprocess, (rgs_stepper *s, rgs_error *error), (s, error), RGS_E_ABI) \
  X(rgs_status, rgs_to_principal, \
    (int64_t n, const double *J, double *inertia, double *q, rgs_error *error), \
    (n, J, inertia, q, error), RGS_E_ABI) \
  X(rgs_status, rgs_from_principal, (int64_t n, const double *J, double *q, rgs_error *error), \
    (n, J, q, error), RGS_E_ABI)
#define RGS_CALL_POINTER(type,name,parameters,arguments,lacking) type (*name) parameters;
#define RGS_CALL_POINTER_V(name,parameters,arguments) void (*name) parameters;
typedef struct rgs_generic {
  rgs_head head;
  RGS_CALL_LIST(RGS_CALL_POINTER, RGS_CALL_POINTER_V)
} rgs_generic;
#define RGS_GENERIC_SYMBOL_PREFIX "rgs_generic_v"
#define RGS_GENERIC_SYMBOL "rgs_generic_v1"
typedef struct rgs_library {
  void *handle;
  const rgs_generic *table;
  RGS_CALL_LIST(RGS_CALL_POINTER, RGS_CALL_POINTER_V)
} rgs_library;
#undef RGS_CALL_POINTER
#undef RGS_CALL_POINTER_V
#define RGS_LIBRARY_HAS(library,name) \
  ((library)->table != NULL && \
   (library)->table->head.size >= offsetof(rgs_generic, name) + sizeof((library)->name) && \
   (library)->table->name != NULL)
#define RGS_CALL_LACKING(type,name,parameters,arguments,lacking) \
  static inline type name##_lacking parameters { return 0 ? name##_lacking arguments : lacking; }
#define RGS_CALL_LACKING_V(name,parameters,arguments) \
  static inline void name##_lacking parameters { if (0) name##_lacking arguments; }
RGS_CALL_LIST(RGS_CALL_LACKING, RGS_CALL_LACKING_V)
#undef RGS_CALL_LACKING
#undef RGS_CALL_LACKING_V
static inline rgs_status rgs_library_refuse_(rgs_error *error, rgs_status status, const char *path,
                                             const char *text) {
  char line[sizeof(((rgs_error *)0)->text)];
  size_t room, length;
  if (error == NULL || error->head.size <= offsetof(rgs_error, text))
    return status;
  error->status = status;
  error->body = -1;
  length = (size_t)snprintf(line, sizeof line, "%s%s%s", path, *path ? ": " : "", text);
  if (length >= sizeof line)
    length = sizeof line - 1;
  room = error->head.size - offsetof(rgs_error, text) - 1;
  if (length > room)
    length = room;
  memcpy(error->text, line, length);
  error->text[length] = '\0';
  return status;
}
static inline void rgs_library_close(rgs_library *library) {
  void *handle = library->handle;
  library->handle = NULL;
  library->table = NULL;
#define RGS_CALL_CLEAR(type,name,parameters,arguments,lacking) library->name = name ##_lacking;
#define RGS_CALL_CLEAR_V(name,parameters,arguments) library->name = name ##_lacking;
  RGS_CALL_LIST(RGS_CALL_CLEAR, RGS_CALL_CLEAR_V)
#undef RGS_CALL_CLEAR
#undef RGS_CALL_CLEAR_V
  if (handle != NULL)
    dlclose(handle);
}
static inline rgs_status rgs_library_open(rgs_library *library, const char *path,
                                          rgs_error *error) {
  const rgs_generic *table;
  void *handle;
  if (library == NULL)
    return rgs_library_refuse_(error, RGS_E_ARG, "", "library is null");
  library->handle = NULL;
  rgs_library_close(library);
  if (path == NULL || *path == '\0')
    return rgs_library_refuse_(error, RGS_E_ARG, "", "path of the module is null or empty");
  handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    const char *why = dlerror();
    return rgs_library_refuse_(error, RGS_E_MODULE, "", why ? why : path);
  }
  table = (const rgs_generic *)dlsym(handle, RGS_GENERIC_SYMBOL);
  if (table == NULL) {
    char symbol[sizeof RGS_GENERIC_SYMBOL_PREFIX + 12], text[120];
    unsigned major = 0;
    while (major < 32) {
      snprintf(symbol, sizeof symbol, RGS_GENERIC_SYMBOL_PREFIX "%u", major);
      if (dlsym(handle, symbol) != NULL)
        break;
      ++major;
    }
    dlclose(handle);
    if (major == 32)
      return rgs_library_refuse_(error, RGS_E_MODULE, path,
                                 "not a rigidstep module (no symbol " RGS_GENERIC_SYMBOL ")");
    snprintf(text, sizeof text, "rigidstep ABI major version %u; this host was compiled for %u",
             major, (unsigned)RGS_ABI_MAJOR);
    return rgs_library_refuse_(error, RGS_E_ABI, path, text);
  }
  if (table->head.abi >> 16 != RGS_ABI_MAJOR ||
      table->head.size < offsetof(rgs_generic, rgs_abi) + sizeof(table->rgs_abi)) {
    char text[120];
    snprintf(text, sizeof text,
             "its table says ABI %u.%u, %u bytes; this host was compiled for ABI %u.x",
             (unsigned)(table->head.abi >> 16), (unsigned)(table->head.abi & 0xffffu),
             (unsigned)table->head.size, (unsigned)RGS_ABI_MAJOR);
    dlclose(handle);
    return rgs_library_refuse_(error, RGS_E_ABI, path, text);
  }
  library->handle = handle;
  library->table = table;
#define RGS_CALL_TAKE_V(name,parameters,arguments) \
  if (RGS_LIBRARY_HAS(library, name)) \
    library->name = table->name;
#define RGS_CALL_TAKE(type,name,parameters,arguments,lacking) \
  RGS_CALL_TAKE_V(name, parameters, arguments)
  RGS_CALL_LIST(RGS_CALL_TAKE, RGS_CALL_TAKE_V)
#undef RGS_CALL_TAKE
#undef RGS_CALL_TAKE_V
  return RGS_OK;
}
#ifdef RGS_LOAD_DEFINE_CALLS
#define RGS_LOAD_HIDDEN __attribute__((visibility("hidden")))
static const rgs_library *rgs_library_used_;
static inline void rgs_library_use(const rgs_library *library) { rgs_library_used_ = library; }
#define RGS_CALL_DEFINE(type,name,parameters,arguments,lacking) \
  RGS_LOAD_HIDDEN type name parameters { \
    return rgs_library_used_ ? rgs_library_used_->name arguments : name##_lacking arguments; \
  }
#define RGS_CALL_DEFINE_V(name,parameters,arguments) \
  RGS_LOAD_HIDDEN void name parameters { \
    if (rgs_library_used_) \
      rgs_library_used_->name arguments; \
  }
RGS_CALL_LIST(RGS_CALL_DEFINE, RGS_CALL_DEFINE_V)
#undef RGS_CALL_DEFINE
#undef RGS_CALL_DEFINE_V
#endif
#ifdef __cplusplus
}
#endif
#endif
