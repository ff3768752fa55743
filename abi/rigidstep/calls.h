/* SPDX-License-Identifier: BSD-3-Clause
 *
 * calls.h - the list of all calls, one per line, with the names of their arguments.
 *
 * From this list rigidstep_load.h builds the table of rigidstep_generic.so.  CMake builds from it
 * the versions of the symbols of librigidstep.so: a comment such as 2.0 names the version of the
 * lines below it.  The order is part of the ABI: lines are only appended.  rigidstep.h, ensemble.h
 * and sites.h describe the calls.  freeze_2_0.c repeats their types.
 *   X(type, name, parameters, arguments, result if the library lacks the call)
 *   V(name, parameters, arguments)     the same for calls that return nothing
 */
#ifndef RIGIDSTEP_CALLS_H
#define RIGIDSTEP_CALLS_H
#include "rigidstep.h"

/* clang-format off */
#define RGS_CALL_LIST(X, V) \
  /* 2.0 */ \
  X(uint32_t, rgs_abi, (void), (), 0) \
  X(const char *, rgs_version, (void), (), "unknown version") \
  X(const char *, rgs_status_text, (rgs_status status), (status), "unknown status") \
  X(rgs_status, rgs_free_flow, (const char *rotor, int64_t n, double h, const double *inertia, const double *l, double *q, rgs_error *error), (rotor, n, h, inertia, l, q, error), RGS_LACKS_) \
  X(rgs_status, rgs_context_create, (const rgs_context_spec *spec, rgs_context **out, rgs_error *error), (spec, out, error), RGS_LACKS_) \
  V(rgs_context_destroy, (rgs_context *c), (c)) \
  X(rgs_status, rgs_module_load, (rgs_context *c, const char *path, rgs_error *error), (c, path, error), RGS_LACKS_) \
  X(rgs_status, rgs_module_add, (rgs_context *c, const rgs_module *module, rgs_error *error), (c, module, error), RGS_LACKS_) \
  X(int64_t, rgs_about_count, (const rgs_context *c, uint32_t kind), (c, kind), 0) \
  X(const rgs_about *, rgs_about_at, (const rgs_context *c, uint32_t kind, int64_t i), (c, kind, i), NULL) \
  X(const rgs_about *, rgs_about_find, (const rgs_context *c, uint32_t kind, const char *name), (c, kind, name), NULL) \
  X(rgs_status, rgs_bodies_create, (rgs_context *c, int64_t capacity, rgs_bodies **out, rgs_error *error), (c, capacity, out, error), RGS_LACKS_) \
  X(rgs_status, rgs_bodies_reserve, (rgs_bodies *b, int64_t capacity, rgs_error *error), (b, capacity, error), RGS_LACKS_) \
  X(rgs_status, rgs_bodies_bind, (rgs_bodies *b, const rgs_view *view, rgs_error *error), (b, view, error), RGS_LACKS_) \
  X(rgs_status, rgs_bodies_check, (rgs_bodies *b, rgs_error *error), (b, error), RGS_LACKS_) \
  X(rgs_status, rgs_bodies_energy, (rgs_bodies *b, double *translation, double *rotation, rgs_error *error), (b, translation, rotation, error), RGS_LACKS_) \
  V(rgs_bodies_destroy, (rgs_bodies *b), (b)) \
  X(rgs_status, rgs_method_create, (rgs_context *c, const rgs_method_spec *spec, rgs_method **out, rgs_error *error), (c, spec, out, error), RGS_LACKS_) \
  X(rgs_status, rgs_method_describe, (const rgs_method *m, rgs_method_info *out, rgs_error *error), (m, out, error), RGS_LACKS_) \
  V(rgs_method_destroy, (rgs_method *m), (m)) \
  X(rgs_status, rgs_stepper_create, (rgs_bodies *b, const rgs_method *m, const rgs_host *host, rgs_stepper **out, rgs_error *error), (b, m, host, out, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_swap, (rgs_stepper *s, const rgs_method *m, rgs_error *error), (s, m, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_advance, (rgs_stepper *s, double h, rgs_eval *request, rgs_error *error), (s, h, request, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_run, (rgs_stepper *s, double h, int64_t n, rgs_error *error), (s, h, n, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_set_valid, (rgs_stepper *s, uint32_t what, rgs_error *error), (s, what, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_set_time, (rgs_stepper *s, double time, rgs_error *error), (s, time, error), RGS_LACKS_) \
  X(double, rgs_stepper_time, (const rgs_stepper *s), (s), (double)NAN) \
  X(rgs_status, rgs_stepper_reset, (rgs_stepper *s, rgs_error *error), (s, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_save, (rgs_stepper *s, void *buffer, size_t *size, rgs_error *error), (s, buffer, size, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_load, (rgs_stepper *s, const void *buffer, size_t size, rgs_error *error), (s, buffer, size, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_check, (rgs_stepper *s, rgs_error *error), (s, error), RGS_LACKS_) \
  V(rgs_stepper_destroy, (rgs_stepper *s), (s)) \
  X(rgs_status, rgs_free_flow_matrix, (const char *rotor, int64_t n, double h, const double *inertia, const double *l, double *Q, rgs_error *error), (rotor, n, h, inertia, l, Q, error), RGS_LACKS_) \
  X(int64_t, rgs_method_output_count, (const rgs_method *m), (m), 0) \
  X(const rgs_output_info *, rgs_method_output_at, (const rgs_method *m, int64_t i), (m, i), NULL) \
  X(rgs_status, rgs_stepper_describe, (const rgs_stepper *s, rgs_method_info *out, rgs_error *error), (s, out, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_output, (rgs_stepper *s, const char *key, double *values, int64_t room, rgs_error *error), (s, key, values, room, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_project, (rgs_stepper *s, double *moved, rgs_error *error), (s, moved, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_process, (rgs_stepper *s, rgs_eval *request, rgs_error *error), (s, request, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_unprocess, (rgs_stepper *s, rgs_error *error), (s, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_set_param, (rgs_stepper *s, const rgs_param *param, size_t param_size, rgs_error *error), (s, param, param_size, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_param, (const rgs_stepper *s, uint32_t kind, const char *key, double *value, rgs_error *error), (s, kind, key, value, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_set_cell, (rgs_stepper *s, const rgs_cell *cell, rgs_error *error), (s, cell, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_cell, (const rgs_stepper *s, rgs_cell *out, rgs_error *error), (s, out, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_set_step_count, (rgs_stepper *s, uint64_t step, rgs_error *error), (s, step, error), RGS_LACKS_) \
  X(uint64_t, rgs_stepper_step_count, (const rgs_stepper *s), (s), 0) \
  X(rgs_status, rgs_stepper_save_ensemble, (rgs_stepper *s, void *buffer, size_t *size, rgs_error *error), (s, buffer, size, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_load_ensemble, (rgs_stepper *s, const void *buffer, size_t size, rgs_error *error), (s, buffer, size, error), RGS_LACKS_) \
  X(rgs_status, rgs_sites_create, (rgs_context *context, const rgs_sites_spec *spec, rgs_sites **out, rgs_error *error), (context, spec, out, error), RGS_LACKS_) \
  V(rgs_sites_destroy, (rgs_sites *sites), (sites)) \
  X(rgs_status, rgs_sites_describe, (const rgs_sites *sites, rgs_sites_info *out, rgs_error *error), (sites, out, error), RGS_LACKS_) \
  X(rgs_status, rgs_sites_shape, (const rgs_sites *sites, const rgs_view *bodies, const rgs_column *local, rgs_error *error), (sites, bodies, local, error), RGS_LACKS_) \
  X(rgs_status, rgs_sites_kinds, (const rgs_sites *sites, int64_t *kind, rgs_error *error), (sites, kind, error), RGS_LACKS_) \
  X(rgs_status, rgs_sites_set_shape, (rgs_sites *sites, const rgs_view *bodies, const rgs_column *local, rgs_error *error), (sites, bodies, local, error), RGS_LACKS_) \
  X(rgs_status, rgs_sites_place, (rgs_sites *sites, const rgs_view *bodies, const rgs_column *x, const rgs_column *v, rgs_error *error), (sites, bodies, x, v, error), RGS_LACKS_) \
  X(rgs_status, rgs_sites_gather, (rgs_sites *sites, const rgs_view *bodies, const rgs_column *force, double intramolecular[9], rgs_error *error), (sites, bodies, force, intramolecular, error), RGS_LACKS_) \
  X(rgs_status, rgs_sites_momenta, (rgs_sites *sites, const rgs_view *bodies, const rgs_column *v, double *lost, rgs_error *error), (sites, bodies, v, lost, error), RGS_LACKS_) \
  X(rgs_status, rgs_sites_fit, (rgs_sites *sites, const rgs_view *bodies, const rgs_column *x, double *misfit, rgs_error *error), (sites, bodies, x, misfit, error), RGS_LACKS_) \
  X(rgs_status, rgs_principal, (int64_t n, const double *J, double *inertia, double *q, rgs_error *error), (n, J, inertia, q, error), RGS_LACKS_) \
  X(rgs_status, rgs_stepper_rewind, (rgs_stepper *s, rgs_error *error), (s, error), RGS_LACKS_)
/* clang-format on */
#endif /* RIGIDSTEP_CALLS_H */
