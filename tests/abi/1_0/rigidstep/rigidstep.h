/* SPDX-License-Identifier: BSD-3-Clause */
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
typedef struct rgs_context rgs_context;
typedef struct rgs_bodies rgs_bodies;
typedef struct rgs_method rgs_method;
typedef struct rgs_stepper rgs_stepper;
RGS_API uint32_t rgs_abi(void);
RGS_API const char *rgs_status_text(rgs_status status);
RGS_API rgs_status rgs_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                                  const double *l, double *q, int64_t *bad);
RGS_API rgs_status rgs_free_flow_check(const char *rotor, int64_t n, double h,
                                        const double *inertia, const double *l, const double *q,
                                        rgs_error *error);
RGS_API rgs_status rgs_free_flow_matrix(const char *rotor, int64_t n, double h,
                                         const double *inertia, const double *l, double *Q,
                                         int64_t *bad);
RGS_API rgs_status rgs_free_flow_matrix_check(const char *rotor, int64_t n, double h,
                                               const double *inertia, const double *l,
                                               const double *Q, rgs_error *error);
RGS_API rgs_status rgs_to_principal(int64_t n, const double *J, double *inertia, double *q,
                                     rgs_error *error);
RGS_API rgs_status rgs_from_principal(int64_t n, const double *J, double *q, rgs_error *error);
RGS_API rgs_status rgs_context_create(const rgs_allocator *allocator, rgs_context **out,
                                       rgs_error *error);
RGS_API void rgs_context_destroy(rgs_context *c);
RGS_API rgs_status rgs_module_load(rgs_context *c, const char *path, rgs_error *error);
RGS_API rgs_status rgs_module_add(rgs_context *c, const rgs_module *module, rgs_error *error);
enum { RGS_KIND_ROTOR = 1, RGS_KIND_SCHEME = 2, RGS_KIND_INTEGRATOR = 3 };
RGS_API int64_t rgs_about_count(const rgs_context *c, uint32_t kind);
RGS_API const rgs_about *rgs_about_at(const rgs_context *c, uint32_t kind, int64_t i);
RGS_API const rgs_about *rgs_about_find(const rgs_context *c, uint32_t kind, const char *name);
RGS_API rgs_status rgs_bodies_create(rgs_context *c, int64_t capacity, rgs_bodies **out,
                                      rgs_error *error);
RGS_API rgs_status rgs_bodies_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error);
RGS_API rgs_status rgs_bodies_bind(rgs_bodies *b, const rgs_view *view, rgs_error *error);
RGS_API rgs_status rgs_bodies_check(const rgs_bodies *b, rgs_error *error);
RGS_API rgs_status rgs_bodies_energy(const rgs_bodies *b, double *translation, double *rotation,
                                      rgs_error *error);
RGS_API void rgs_bodies_destroy(rgs_bodies *b);
typedef struct rgs_param {
  const char *key;
  const char *text;
  double value;
} rgs_param;
typedef struct rgs_method_spec {
  rgs_head head;
  const char *rotor, *scheme, *integrator;
  const rgs_param *params;
  uint32_t n_params;
  uint32_t param_size;
} rgs_method_spec;
typedef struct rgs_method_info {
  rgs_head head;
  uint32_t order;
  uint32_t claims, needs;
  uint32_t evals;
  uint32_t gradients;
  uint32_t ends_fresh;
  uint32_t carry;
  uint32_t reserved0;
} rgs_method_info;
#define RGS_METHOD_INFO_INIT { RGS_HEAD(rgs_method_info), 0, 0, 0, 0, 0, 0, 0, 0 }
RGS_API rgs_status rgs_method_create(rgs_context *c, const rgs_method_spec *spec,
                                      rgs_method **out, rgs_error *error);
RGS_API rgs_status rgs_method_describe(const rgs_method *m, rgs_method_info *out,
                                        rgs_error *error);
RGS_API void rgs_method_destroy(rgs_method *m);
RGS_API int64_t rgs_method_output_count(const rgs_method *m);
RGS_API const rgs_output_info *rgs_method_output_at(const rgs_method *m, int64_t i);
RGS_API rgs_status rgs_stepper_create(rgs_bodies *b, const rgs_method *m, const rgs_host *host,
                                       rgs_stepper **out, rgs_error *error);
RGS_API rgs_status rgs_stepper_swap(rgs_stepper *s, const rgs_method *m, rgs_error *error);
RGS_API rgs_status rgs_advance(rgs_stepper *s, double h, rgs_eval *request, rgs_error *error);
RGS_API rgs_status rgs_step(rgs_stepper *s, double h, int64_t n, rgs_error *error);
RGS_API rgs_status rgs_stepper_set_fresh(rgs_stepper *s, uint32_t what, rgs_error *error);
RGS_API rgs_status rgs_stepper_set_time(rgs_stepper *s, double time, rgs_error *error);
RGS_API double rgs_stepper_time(const rgs_stepper *s);
RGS_API rgs_status rgs_stepper_describe(const rgs_stepper *s, rgs_method_info *out,
                                         rgs_error *error);
RGS_API rgs_status rgs_stepper_output(const rgs_stepper *s, const char *key, double *values,
                                       int64_t room, rgs_error *error);
RGS_API rgs_status rgs_stepper_project(rgs_stepper *s, double *moved, rgs_error *error);
RGS_API rgs_status rgs_stepper_process(rgs_stepper *s, rgs_eval *request, rgs_error *error);
RGS_API rgs_status rgs_stepper_unprocess(rgs_stepper *s, rgs_error *error);
RGS_API rgs_status rgs_stepper_reset(rgs_stepper *s, rgs_error *error);
RGS_API rgs_status rgs_stepper_save(const rgs_stepper *s, void *buffer, size_t *size,
                                     rgs_error *error);
RGS_API rgs_status rgs_stepper_load(rgs_stepper *s, const void *buffer, size_t size,
                                     rgs_error *error);
RGS_API void rgs_stepper_destroy(rgs_stepper *s);
#ifdef __cplusplus
}
#endif
#endif
