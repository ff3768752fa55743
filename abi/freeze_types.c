/* SPDX-License-Identifier: BSD-3-Clause
 *
 * freeze_types.c - the type of every field and call of ABI 1.0 to 1.2, stated a second time.
 *
 * Compiling this file is the test.  The files freeze_1_<n>.c see sizes, offsets and numbers, but neither a
 * field that got another type of the same size, nor a call whose arguments or result changed.  A call also
 * states the version that brought it: check_symbols.py compares this with what the library exports.
 *
 * This file is never edited again: the types of a later version stand in its own freeze_1_<n>.c.
 */
#include <rigidstep/rigidstep.h>

#define CALL(since, type, name, parameters)                                                        \
  _Static_assert(_Generic(&(name), type(*) parameters : 1, default : 0), "type of " #name)
/* FIELDS states one to six fields of one type. */
#define IS(record, type, field) _Generic(&((record *)0)->field, type * : 1, default : 0)
#define IS_1(record, type, field) IS(record, type, field)
#define IS_2(record, type, field, ...) IS(record, type, field) && IS_1(record, type, __VA_ARGS__)
#define IS_3(record, type, field, ...) IS(record, type, field) && IS_2(record, type, __VA_ARGS__)
#define IS_4(record, type, field, ...) IS(record, type, field) && IS_3(record, type, __VA_ARGS__)
#define IS_5(record, type, field, ...) IS(record, type, field) && IS_4(record, type, __VA_ARGS__)
#define IS_6(record, type, field, ...) IS(record, type, field) && IS_5(record, type, __VA_ARGS__)
#define IS_N(a, b, c, d, e, f, count, ...) IS_##count
#define FIELDS(record, type, ...)                                                                  \
  _Static_assert(IS_N(__VA_ARGS__, 6, 5, 4, 3, 2, 1, 0)(record, type, __VA_ARGS__),                \
                 "in " #record " these are no " #type ": " #__VA_ARGS__)

typedef double three_doubles[3];
typedef char text_of_232[232];

/* ---- base.h ------------------------------------------------------------------------------------ */
FIELDS(rgs_head, uint32_t, size, abi);
FIELDS(rgs_error, rgs_status, status);
FIELDS(rgs_error, uint32_t, reserved0);
FIELDS(rgs_error, int64_t, body);
FIELDS(rgs_error, text_of_232, text);

/* ---- bodies.h ---------------------------------------------------------------------------------- */
FIELDS(rgs_column, double *, data);
FIELDS(rgs_column, ptrdiff_t, body, comp);
FIELDS(rgs_view, int64_t, n, n_copies);
FIELDS(rgs_view, uint32_t, flags, reserved0);
FIELDS(rgs_view, uint64_t, stamp);
FIELDS(rgs_view, rgs_column, x, p, q, l, mass, inertia);
FIELDS(rgs_view, rgs_column, f, tau, gf, gtau, carry, coupled);
FIELDS(rgs_view, const int64_t *, key);

/* ---- host.h ------------------------------------------------------------------------------------ */
typedef void *allocator_alloc(void *self, size_t size);
typedef void allocator_release(void *self, void *memory, size_t size);
FIELDS(rgs_allocator, void *, self);
FIELDS(rgs_allocator, allocator_alloc *, alloc);
FIELDS(rgs_allocator, allocator_release *, release);
FIELDS(rgs_eval, uint32_t, what, reserved0, n_sum, reserved1);
FIELDS(rgs_eval, double, time, energy);
FIELDS(rgs_eval, double *, sum);
FIELDS(rgs_eval, three_doubles, virial, lengths);
typedef int host_eval(void *self, rgs_eval *request, const rgs_view *bodies);
typedef void run_part(void *work, int64_t begin, int64_t end);
typedef int host_parallel_for(void *pool, int64_t n, run_part *run, void *work);
FIELDS(rgs_host, void *, self, pool);
FIELDS(rgs_host, uint32_t, provides, reserved0, ranks, reserved1);
FIELDS(rgs_host, double, force_scale);
FIELDS(rgs_host, host_eval *, eval);
FIELDS(rgs_host, host_parallel_for *, parallel_for);

/* ---- method.h ---------------------------------------------------------------------------------- */
FIELDS(rgs_param_info, const char *, key, unit, doc);
FIELDS(rgs_param_info, uint32_t, type, offset);
FIELDS(rgs_param_info, double, min, max, dflt);
FIELDS(rgs_about, const char *, name, doc, cite);
FIELDS(rgs_about, uint32_t, order, claims, needs, n_params, param_info_size, params_size);
FIELDS(rgs_about, const rgs_param_info *, params);
FIELDS(rgs_about, const uint32_t *, param_flags);
FIELDS(rgs_output_info, const char *, key, unit, doc);
FIELDS(rgs_output_info, uint32_t, components, flags, lag, size);
FIELDS(rgs_flow, int64_t, n);
FIELDS(rgs_flow, double, h);
FIELDS(rgs_flow, const void *, params);
FIELDS(rgs_flow, const double *, prepared);
FIELDS(rgs_flow, rgs_column, inertia, l, q);
typedef rgs_status rotor_flow(const rgs_flow *call, int64_t *bad);
typedef void rotor_prepare(const void *params, int64_t n, const rgs_column *inertia,
                           double *prepared);
typedef uint32_t rotor_order(const void *params);
FIELDS(rgs_rotor, const rgs_about *, about);
FIELDS(rgs_rotor, rotor_flow *, flow);
FIELDS(rgs_rotor, rotor_prepare *, prepare);
FIELDS(rgs_rotor, uint32_t, prepared, reserved0);
FIELDS(rgs_rotor, rotor_order *, order);
FIELDS(rgs_stage, uint32_t, op, reserved0);
FIELDS(rgs_stage, double, a, c);
FIELDS(rgs_scheme, const rgs_about *, about);
FIELDS(rgs_scheme, const rgs_stage *, stages, pre);
FIELDS(rgs_scheme, uint32_t, n_stages, stage_size, n_pre, reserved0);
FIELDS(rgs_turn, double, h, time, energy, force_scale, want_time);
FIELDS(rgs_turn, const void *, params);
FIELDS(rgs_turn, void *, cursor, state);
FIELDS(rgs_turn, const rgs_view *, bodies);
FIELDS(rgs_turn, uint32_t, fresh, want, n_sum, reserved0);
FIELDS(rgs_turn, double *, sum);
FIELDS(rgs_turn, uint64_t, step);
FIELDS(rgs_flaw, int64_t, body);
FIELDS(rgs_flaw, const char *, what);
FIELDS(rgs_flaw, double, value, most);
typedef rgs_status integrator_advance(rgs_turn *turn, int64_t *bad);
typedef rgs_status integrator_check(const rgs_turn *turn, rgs_flaw *flaw);
typedef rgs_status integrator_project(const rgs_turn *turn, double *moved, rgs_flaw *flaw);
typedef rgs_status integrator_output(const rgs_turn *turn, uint32_t index, double *values);
FIELDS(rgs_integrator, const rgs_about *, about);
FIELDS(rgs_integrator, integrator_advance *, advance);
FIELDS(rgs_integrator, uint32_t, carry, cursor_size, n_outputs, output_info_size, state_size,
       flags);
FIELDS(rgs_integrator, integrator_check *, check);
FIELDS(rgs_integrator, integrator_project *, project);
FIELDS(rgs_integrator, integrator_output *, output);
FIELDS(rgs_integrator, const rgs_output_info *, outputs);
FIELDS(rgs_bath_call, double, h, time, kinetic_translation, kinetic_rotation, freedom_translation,
       freedom_rotation);
FIELDS(rgs_bath_call, double, scale_translation, scale_rotation, heat);
FIELDS(rgs_bath_call, uint64_t, step);
FIELDS(rgs_bath_call, uint32_t, visit, reserved0);
FIELDS(rgs_bath_call, const void *, params);
FIELDS(rgs_bath_call, void *, state);
FIELDS(rgs_bath_call, const rgs_view *, bodies);
typedef rgs_status bath_scale(rgs_bath_call *call);
typedef rgs_status bath_act(rgs_bath_call *call, int64_t *bad);
typedef double bath_energy(const rgs_bath_call *call);
FIELDS(rgs_bath, const rgs_about *, about);
FIELDS(rgs_bath, bath_scale *, scale);
FIELDS(rgs_bath, bath_act *, act);
FIELDS(rgs_bath, bath_energy *, energy);
FIELDS(rgs_bath, uint32_t, state_size, flags);

/* ---- module.h ---------------------------------------------------------------------------------- */
typedef rgs_status module_init(void);
typedef void module_fini(void);
FIELDS(rgs_module, const char *, name, version, license);
FIELDS(rgs_module, const rgs_rotor *const *, rotors);
FIELDS(rgs_module, const rgs_scheme *const *, schemes);
FIELDS(rgs_module, const rgs_integrator *const *, integrators);
FIELDS(rgs_module, module_init *, init);
FIELDS(rgs_module, module_fini *, fini);
FIELDS(rgs_module, const rgs_bath *const *, baths);

/* ---- ensemble.h -------------------------------------------------------------------------------- */
FIELDS(rgs_box, three_doubles, lengths, centre, reference);
FIELDS(rgs_box, uint32_t, flags, reserved0);

CALL(1_1, rgs_status, rgs_stepper_set_param,
     (rgs_stepper *, uint32_t, const char *, double, rgs_error *));
CALL(1_1, rgs_status, rgs_stepper_param,
     (const rgs_stepper *, uint32_t, const char *, double *, rgs_error *));
CALL(1_1, rgs_status, rgs_stepper_set_box, (rgs_stepper *, const rgs_box *, rgs_error *));
CALL(1_1, rgs_status, rgs_stepper_box, (const rgs_stepper *, rgs_box *, rgs_error *));
CALL(1_1, rgs_status, rgs_stepper_set_step, (rgs_stepper *, uint64_t, rgs_error *));
CALL(1_1, uint64_t, rgs_stepper_step, (const rgs_stepper *));
CALL(1_1, rgs_status, rgs_stepper_save_ensemble,
     (const rgs_stepper *, void *, size_t *, rgs_error *));
CALL(1_1, rgs_status, rgs_stepper_load_ensemble,
     (rgs_stepper *, const void *, size_t, rgs_error *));
/* ---- rigidstep.h ------------------------------------------------------------------------------- */
FIELDS(rgs_param, const char *, key, text);
FIELDS(rgs_param, double, value);
FIELDS(rgs_method_spec, const char *, rotor, scheme, integrator);
FIELDS(rgs_method_spec, const rgs_param *, params);
FIELDS(rgs_method_spec, uint32_t, n_params, param_size);
FIELDS(rgs_method_info, uint32_t, order, claims, needs, evals, gradients, ends_fresh);
FIELDS(rgs_method_info, uint32_t, carry, reserved0, sums, reductions);
FIELDS(rgs_ensemble_spec, const char *, bath, piston);
FIELDS(rgs_ensemble_spec, uint32_t, flags, reserved0);

CALL(1_0, uint32_t, rgs_abi, (void));
CALL(1_0, const char *, rgs_status_text, (rgs_status));
CALL(1_0, rgs_status, rgs_free_flow,
     (const char *, int64_t, double, const double *, const double *, double *, int64_t *));
CALL(1_0, rgs_status, rgs_free_flow_check,
     (const char *, int64_t, double, const double *, const double *, const double *, rgs_error *));
CALL(1_0, rgs_status, rgs_context_create, (const rgs_allocator *, rgs_context **, rgs_error *));
CALL(1_0, void, rgs_context_destroy, (rgs_context *));
CALL(1_0, rgs_status, rgs_module_load, (rgs_context *, const char *, rgs_error *));
CALL(1_0, rgs_status, rgs_module_add, (rgs_context *, const rgs_module *, rgs_error *));
CALL(1_0, int64_t, rgs_about_count, (const rgs_context *, uint32_t));
CALL(1_0, const rgs_about *, rgs_about_at, (const rgs_context *, uint32_t, int64_t));
CALL(1_0, const rgs_about *, rgs_about_find, (const rgs_context *, uint32_t, const char *));
CALL(1_0, rgs_status, rgs_bodies_create, (rgs_context *, int64_t, rgs_bodies **, rgs_error *));
CALL(1_0, rgs_status, rgs_bodies_reserve, (rgs_bodies *, int64_t, rgs_error *));
CALL(1_0, rgs_status, rgs_bodies_bind, (rgs_bodies *, const rgs_view *, rgs_error *));
CALL(1_0, rgs_status, rgs_bodies_check, (const rgs_bodies *, rgs_error *));
CALL(1_0, rgs_status, rgs_bodies_energy, (const rgs_bodies *, double *, double *, rgs_error *));
CALL(1_0, void, rgs_bodies_destroy, (rgs_bodies *));
CALL(1_0, rgs_status, rgs_method_create,
     (rgs_context *, const rgs_method_spec *, rgs_method **, rgs_error *));
CALL(1_0, rgs_status, rgs_method_describe, (const rgs_method *, rgs_method_info *, rgs_error *));
CALL(1_0, void, rgs_method_destroy, (rgs_method *));
CALL(1_0, rgs_status, rgs_stepper_create,
     (rgs_bodies *, const rgs_method *, const rgs_host *, rgs_stepper **, rgs_error *));
CALL(1_0, rgs_status, rgs_stepper_swap, (rgs_stepper *, const rgs_method *, rgs_error *));
CALL(1_0, rgs_status, rgs_advance, (rgs_stepper *, double, rgs_eval *, rgs_error *));
CALL(1_0, rgs_status, rgs_step, (rgs_stepper *, double, int64_t, rgs_error *));
CALL(1_0, rgs_status, rgs_stepper_set_fresh, (rgs_stepper *, uint32_t, rgs_error *));
CALL(1_0, rgs_status, rgs_stepper_set_time, (rgs_stepper *, double, rgs_error *));
CALL(1_0, double, rgs_stepper_time, (const rgs_stepper *));
CALL(1_0, rgs_status, rgs_stepper_reset, (rgs_stepper *, rgs_error *));
CALL(1_0, rgs_status, rgs_stepper_save, (const rgs_stepper *, void *, size_t *, rgs_error *));
CALL(1_0, rgs_status, rgs_stepper_load, (rgs_stepper *, const void *, size_t, rgs_error *));
CALL(1_0, void, rgs_stepper_destroy, (rgs_stepper *));
CALL(1_0, rgs_status, rgs_free_flow_matrix,
     (const char *, int64_t, double, const double *, const double *, double *, int64_t *));
CALL(1_0, rgs_status, rgs_free_flow_matrix_check,
     (const char *, int64_t, double, const double *, const double *, const double *, rgs_error *));
CALL(1_0, int64_t, rgs_method_output_count, (const rgs_method *));
CALL(1_0, const rgs_output_info *, rgs_method_output_at, (const rgs_method *, int64_t));
CALL(1_0, rgs_status, rgs_stepper_describe, (const rgs_stepper *, rgs_method_info *, rgs_error *));
CALL(1_0, rgs_status, rgs_stepper_output,
     (const rgs_stepper *, const char *, double *, int64_t, rgs_error *));
CALL(1_0, rgs_status, rgs_stepper_project, (rgs_stepper *, double *, rgs_error *));
CALL(1_0, rgs_status, rgs_stepper_process, (rgs_stepper *, rgs_eval *, rgs_error *));
CALL(1_0, rgs_status, rgs_stepper_unprocess, (rgs_stepper *, rgs_error *));
CALL(1_0, rgs_status, rgs_to_principal, (int64_t, const double *, double *, double *, rgs_error *));
CALL(1_0, rgs_status, rgs_from_principal, (int64_t, const double *, double *, rgs_error *));
CALL(1_1, rgs_status, rgs_method_create_with,
     (rgs_context *, const rgs_method_spec *, const rgs_ensemble_spec *, rgs_method **,
      rgs_error *));
