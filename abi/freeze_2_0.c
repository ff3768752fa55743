/* SPDX-License-Identifier: BSD-3-Clause
 *
 * freeze_2_0.c - every size, place, type and number of ABI 2.0, stated a second time.
 *
 * size: it states all of the ABI, and is read beside the headers
 *
 * Compiling this file is the test.  It catches what a symbol comparison cannot see: two fields that changed
 * places, a field of another type, a renumbered status or flag, a call with other arguments.
 *
 * This file is never edited again once 2.0 is published; a minor version adds a file of its own with what it
 * appended.  (Sizes of structs may grow in later minors: there they are at least what is stated here.)
 *
 * Stated for pointers, ptrdiff_t and int64_t of eight bytes and doubles aligned to eight, as on
 * x86-64.  (Text, such as the name of the module symbol, is compared in tests/abi/t_abi_names.c.)
 */
#include "rigidstep_load.h"

_Static_assert(sizeof(void *) == 8 && sizeof(void (*)(void)) == 8, "pointers of 8 bytes");
_Static_assert(sizeof(ptrdiff_t) == 8 && sizeof(size_t) == 8, "sizes of 8 bytes");
_Static_assert(sizeof(double) == 8 && _Alignof(double) == 8, "double of 8 bytes, aligned");
_Static_assert(_Alignof(int64_t) == 8, "int64_t aligned to 8 bytes");

#define VALUE(name, value) _Static_assert((name) == (value), "value of " #name)
/* A struct begins with its head; SIZE_BARE is for those that have none. */
#define SIZE_BARE(type, size)                                                                      \
  _Static_assert(sizeof(type) == (size) || (RGS_ABI_MINOR > 0 && sizeof(type) > (size)),           \
                 "size of " #type)
#define SIZE(type, size)                                                                           \
  SIZE_BARE(type, size);                                                                           \
  FIELDS(type, 0, rgs_head, head)
/* One to six fields of one type that follow each other, the first one at this place. */
#define IS(r, at, type, field)                                                                     \
  offsetof(r, field) == (at) && _Generic(&((r *)0)->field, type * : 1, default : 0)
#define IS_1(r, at, T, field) IS(r, at, T, field)
#define IS_2(r, at, T, f, ...) IS(r, at, T, f) && IS_1(r, (at) + sizeof(T), T, __VA_ARGS__)
#define IS_3(r, at, T, f, ...) IS(r, at, T, f) && IS_2(r, (at) + sizeof(T), T, __VA_ARGS__)
#define IS_4(r, at, T, f, ...) IS(r, at, T, f) && IS_3(r, (at) + sizeof(T), T, __VA_ARGS__)
#define IS_5(r, at, T, f, ...) IS(r, at, T, f) && IS_4(r, (at) + sizeof(T), T, __VA_ARGS__)
#define IS_6(r, at, T, f, ...) IS(r, at, T, f) && IS_5(r, (at) + sizeof(T), T, __VA_ARGS__)
#define IS_N(a, b, c, d, e, f, count, ...) IS_##count
#define FIELDS(record, place, type, ...)                                                           \
  _Static_assert(IS_N(__VA_ARGS__, 6, 5, 4, 3, 2, 1, 0)(record, place, type, __VA_ARGS__),         \
                 "in " #record " at " #place " there is no " #type ": " #__VA_ARGS__)
/* A call, with its place in the table of rigidstep_load.h.  check_symbols.py reads these lines. */
#define CALL(place, type, name, parameters)                                                        \
  _Static_assert(_Generic(&(name), type(*) parameters : 1, default : 0), "type of " #name);        \
  _Static_assert(offsetof(rgs_generic, name) == sizeof(rgs_head) + (place) * sizeof(void *),       \
                 "place of " #name)

typedef double three_doubles[3];
typedef double nine_doubles[9];
typedef char text_of_232[232];
typedef const char *text;
typedef void run_part(void *work, int64_t begin, int64_t end);
typedef void context_log(void *self, const char *text);
typedef int parallel_for(void *self, int64_t n, run_part *run, void *work);

/* ---- base.h --------------------------------------------------------------------------------- */
VALUE(RGS_ABI_MAJOR, 2u);
_Static_assert(RGS_ABI == (2u << 16 | RGS_ABI_MINOR), "RGS_ABI: major and minor");
_Static_assert(_Generic((rgs_status)0, int32_t : 1, default : 0), "rgs_status: int32_t");
VALUE(RGS_NEED_EVAL, 1);
VALUE(RGS_OK, 0);
VALUE(RGS_E_ARG, -1);
VALUE(RGS_E_ABI, -2);
VALUE(RGS_E_NAME, -3);
VALUE(RGS_E_PARAM, -4);
VALUE(RGS_E_NEEDS, -5);
VALUE(RGS_E_ORDER, -6);
VALUE(RGS_E_BODY, -7);
VALUE(RGS_E_NONFINITE, -8);
VALUE(RGS_E_NOCONV, -9);
VALUE(RGS_E_HOST, -10);
VALUE(RGS_E_MODULE, -11);
VALUE(RGS_E_TABLE, -12);
VALUE(RGS_E_SPACE, -13);
VALUE(RGS_E_NOMEM, -14);
VALUE(RGS_E_DATA, -15);
VALUE(RGS_E_EXECUTOR, -16);
VALUE(RGS_E_DEVICE, -17);

SIZE_BARE(rgs_head, 8);
FIELDS(rgs_head, 0, uint32_t, size, abi);

SIZE(rgs_error, 256);
FIELDS(rgs_error, 8, rgs_status, status);
FIELDS(rgs_error, 12, uint32_t, reserved0);
FIELDS(rgs_error, 16, int64_t, body);
FIELDS(rgs_error, 24, text_of_232, text);

/* ---- bodies.h ------------------------------------------------------------------------------- */
SIZE_BARE(rgs_column, 24);
FIELDS(rgs_column, 0, double *, data);
FIELDS(rgs_column, 8, ptrdiff_t, body, comp);

SIZE(rgs_view, 336);
FIELDS(rgs_view, 8, uint32_t, flags, reserved0);
FIELDS(rgs_view, 16, int64_t, n, n_ghosts);
FIELDS(rgs_view, 32, uint64_t, revision);
FIELDS(rgs_view, 40, rgs_column, x, p, q, l, mass, inertia);
FIELDS(rgs_view, 184, rgs_column, f, tau, gf, gtau, aux);
FIELDS(rgs_view, 304, const int64_t *, tag);
FIELDS(rgs_view, 312, rgs_column, thermostatted);
VALUE(RGS_VIEW_P_IS_VELOCITY, 1);
VALUE(RGS_VIEW_ANY_MOMENTS, 2);
VALUE(RGS_VIEW_PLANAR, 4);

/* ---- host.h --------------------------------------------------------------------------------- */
typedef void *allocator_alloc(void *self, size_t size);
typedef void allocator_release(void *self, void *memory, size_t size);
SIZE(rgs_allocator, 32);
FIELDS(rgs_allocator, 8, void *, self);
FIELDS(rgs_allocator, 16, allocator_alloc *, alloc);
FIELDS(rgs_allocator, 24, allocator_release *, release);

SIZE(rgs_eval, 184);
FIELDS(rgs_eval, 8, uint32_t, what, n_sum);
FIELDS(rgs_eval, 16, double, time, energy);
FIELDS(rgs_eval, 32, double *, sum);
FIELDS(rgs_eval, 40, nine_doubles, virial, cell);

typedef int host_eval(void *self, rgs_eval *request, const rgs_view *bodies);
SIZE(rgs_executor, 24);
FIELDS(rgs_executor, 8, void *, self);
FIELDS(rgs_executor, 16, parallel_for *, parallel_for);
SIZE(rgs_context_spec, 64);
FIELDS(rgs_context_spec, 8, uint32_t, flags, reserved0);
FIELDS(rgs_context_spec, 16, const rgs_allocator *, allocator);
FIELDS(rgs_context_spec, 24, const rgs_executor *, executor);
FIELDS(rgs_context_spec, 32, text, kernels, module_path);
FIELDS(rgs_context_spec, 48, context_log *, log);
FIELDS(rgs_context_spec, 56, void *, self);
VALUE(RGS_CONTEXT_CHECKS, 1);
VALUE(RGS_CONTEXT_NO_ENVIRONMENT, 2);
SIZE(rgs_host, 56);
FIELDS(rgs_host, 8, void *, self);
FIELDS(rgs_host, 16, uint32_t, provides, ranks);
FIELDS(rgs_host, 24, double, force_scale);
FIELDS(rgs_host, 32, host_eval *, eval);
FIELDS(rgs_host, 40, const rgs_executor *, executor);
FIELDS(rgs_host, 48, uint32_t, flags, reserved0);

/* ---- method.h ------------------------------------------------------------------------------- */
SIZE_BARE(rgs_param_info, 64);
FIELDS(rgs_param_info, 0, text, key, unit, doc);
FIELDS(rgs_param_info, 24, uint32_t, type, offset);
FIELDS(rgs_param_info, 32, double, min, max, dflt);
FIELDS(rgs_param_info, 56, uint32_t, flags, reserved0);
VALUE(RGS_F64, 1);
VALUE(RGS_I64, 2);
VALUE(RGS_BOOL, 3);
VALUE(RGS_PARAM_REQUIRED, 1);
VALUE(RGS_PARAM_RAMPS, 2);
VALUE(RGS_PARAM_ABOVE_MIN, 4);

SIZE(rgs_about, 64);
FIELDS(rgs_about, 8, text, name, doc, cite);
FIELDS(rgs_about, 32, uint32_t, order, claims, needs, n_params);
FIELDS(rgs_about, 48, const rgs_param_info *, params);
FIELDS(rgs_about, 56, uint32_t, param_info_size, params_size);
VALUE(RGS_SYMPLECTIC, 1);
VALUE(RGS_SYMMETRIC, 2);
VALUE(RGS_KEEPS_ENERGY, 4);
VALUE(RGS_KEEPS_MOMENTUM, 8);
VALUE(RGS_BACKWARD, 16);
VALUE(RGS_COMPOSED, 32);
VALUE(RGS_NEVER_FAILS, 64);
VALUE(RGS_PROCESSED, 128);
VALUE(RGS_RELAXES, 256);
VALUE(RGS_RANDOM, 512);
VALUE(RGS_PLACES_THERMOSTAT, 1024);
VALUE(RGS_EVAL_FORCE, 1);
VALUE(RGS_EVAL_ENERGY, 2);
VALUE(RGS_EVAL_GRADIENT, 4);
VALUE(RGS_EVAL_REDUCTION, 8);
VALUE(RGS_EVAL_VIRIAL, 16);
VALUE(RGS_EXACT, 0xffffu);

SIZE(rgs_output_info, 48);
FIELDS(rgs_output_info, 8, text, key, unit, doc);
FIELDS(rgs_output_info, 32, uint32_t, components, flags, lag, reserved0);
VALUE(RGS_OUTPUT_PER_BODY, 1);
VALUE(RGS_OUTPUT_SUM, 2);

SIZE(rgs_flow, 112);
FIELDS(rgs_flow, 8, int64_t, n);
FIELDS(rgs_flow, 16, double, h);
FIELDS(rgs_flow, 24, const void *, params);
FIELDS(rgs_flow, 32, const double *, prepared);
FIELDS(rgs_flow, 40, rgs_column, inertia, l, q);

typedef rgs_status rotor_flow(const rgs_flow *call, int64_t *bad);
typedef void rotor_prepare(const void *params, int64_t n, const rgs_column *inertia,
                           double *prepared);
typedef uint32_t rotor_order(const void *params);
SIZE(rgs_rotor, 48);
FIELDS(rgs_rotor, 8, const rgs_about *, about);
FIELDS(rgs_rotor, 16, rotor_flow *, flow);
FIELDS(rgs_rotor, 24, rotor_prepare *, prepare);
FIELDS(rgs_rotor, 32, uint32_t, prepared, reserved0);
FIELDS(rgs_rotor, 40, rotor_order *, order);

SIZE_BARE(rgs_stage, 24);
FIELDS(rgs_stage, 0, uint32_t, op, reserved0);
FIELDS(rgs_stage, 8, double, a, c);
VALUE(RGS_DRIFT, 1);
VALUE(RGS_KICK, 2);
VALUE(RGS_KICK_GRADIENT, 3);
VALUE(RGS_THERMOSTAT, 4);

SIZE(rgs_scheme, 48);
FIELDS(rgs_scheme, 8, const rgs_about *, about);
FIELDS(rgs_scheme, 16, const rgs_stage *, stages);
FIELDS(rgs_scheme, 24, uint32_t, n_stages, stage_size);
FIELDS(rgs_scheme, 32, const rgs_stage *, pre);
FIELDS(rgs_scheme, 40, uint32_t, n_pre, reserved0);

SIZE(rgs_step_call, 112);
FIELDS(rgs_step_call, 8, double, h, time, energy);
FIELDS(rgs_step_call, 32, const void *, params);
FIELDS(rgs_step_call, 40, void *, cursor);
FIELDS(rgs_step_call, 48, const rgs_view *, bodies);
FIELDS(rgs_step_call, 56, double, force_scale);
FIELDS(rgs_step_call, 64, uint32_t, valid, want);
FIELDS(rgs_step_call, 72, double, want_time);
FIELDS(rgs_step_call, 80, double *, sum);
FIELDS(rgs_step_call, 88, uint32_t, n_sum, reserved0);
FIELDS(rgs_step_call, 96, void *, state);
FIELDS(rgs_step_call, 104, uint64_t, step);
VALUE(RGS_MOST_SUMS, 32);
VALUE(RGS_STEP_CALL_SUMS, 28);

SIZE(rgs_violation, 40);
FIELDS(rgs_violation, 8, int64_t, body);
FIELDS(rgs_violation, 16, text, what);
FIELDS(rgs_violation, 24, double, value, most);

typedef rgs_status integrator_advance(rgs_step_call *call, int64_t *bad);
typedef rgs_status integrator_check(const rgs_step_call *call, rgs_violation *violation);
typedef rgs_status integrator_project(const rgs_step_call *call, double *moved,
                                      rgs_violation *violation);
typedef rgs_status integrator_output(const rgs_step_call *call, uint32_t index, double *values);
SIZE(rgs_integrator, 80);
FIELDS(rgs_integrator, 8, const rgs_about *, about);
FIELDS(rgs_integrator, 16, integrator_advance *, advance);
FIELDS(rgs_integrator, 24, uint32_t, aux, cursor_size, state_size, flags);
FIELDS(rgs_integrator, 40, integrator_check *, check);
FIELDS(rgs_integrator, 48, integrator_project *, project);
FIELDS(rgs_integrator, 56, integrator_output *, output);
FIELDS(rgs_integrator, 64, const rgs_output_info *, outputs);
FIELDS(rgs_integrator, 72, uint32_t, n_outputs, output_info_size);

SIZE(rgs_thermostat_call, 120);
FIELDS(rgs_thermostat_call, 8, double, h, time);
FIELDS(rgs_thermostat_call, 24, uint64_t, step);
FIELDS(rgs_thermostat_call, 32, uint32_t, visit, reserved0);
FIELDS(rgs_thermostat_call, 40, const void *, params);
FIELDS(rgs_thermostat_call, 48, void *, state);
FIELDS(rgs_thermostat_call, 56, const rgs_view *, bodies);
FIELDS(rgs_thermostat_call, 64, double, kinetic_translation, kinetic_rotation);
FIELDS(rgs_thermostat_call, 80, double, freedom_translation, freedom_rotation);
FIELDS(rgs_thermostat_call, 96, double, scale_translation, scale_rotation, heat);

typedef rgs_status thermostat_scale(rgs_thermostat_call *call);
typedef rgs_status thermostat_act(rgs_thermostat_call *call, int64_t *bad);
typedef double thermostat_energy(const rgs_thermostat_call *call);
SIZE(rgs_thermostat, 48);
FIELDS(rgs_thermostat, 8, const rgs_about *, about);
FIELDS(rgs_thermostat, 16, thermostat_scale *, scale);
FIELDS(rgs_thermostat, 24, thermostat_act *, act);
FIELDS(rgs_thermostat, 32, thermostat_energy *, energy);
FIELDS(rgs_thermostat, 40, uint32_t, state_size, flags);
VALUE(RGS_THERMOSTAT_NOISE, 1);
VALUE(RGS_THERMOSTAT_KEEPS_DRIFT, 2);

/* ---- module.h ------------------------------------------------------------------------------- */
SIZE(rgs_module_call, 56);
FIELDS(rgs_module_call, 8, text, version);
FIELDS(rgs_module_call, 16, context_log *, log);
FIELDS(rgs_module_call, 24, void *, log_self);
FIELDS(rgs_module_call, 32, char *, why);
FIELDS(rgs_module_call, 40, size_t, why_size);
FIELDS(rgs_module_call, 48, void *, self);
typedef rgs_status module_init(rgs_module_call *call);
typedef void module_fini(void *self);
SIZE(rgs_module, 80);
FIELDS(rgs_module, 8, text, name, version, license);
FIELDS(rgs_module, 32, const rgs_rotor *const *, rotors);
FIELDS(rgs_module, 40, const rgs_scheme *const *, schemes);
FIELDS(rgs_module, 48, const rgs_integrator *const *, integrators);
FIELDS(rgs_module, 56, const rgs_thermostat *const *, thermostats);
FIELDS(rgs_module, 64, module_init *, init);
FIELDS(rgs_module, 72, module_fini *, fini);

/* ---- ensemble.h ----------------------------------------------------------------------------- */
SIZE(rgs_cell, 184);
FIELDS(rgs_cell, 8, nine_doubles, vectors);
FIELDS(rgs_cell, 80, three_doubles, origin);
FIELDS(rgs_cell, 104, nine_doubles, reference);
FIELDS(rgs_cell, 176, uint32_t, flags, reserved0);

/* ---- sites.h -------------------------------------------------------------------------------- */
SIZE(rgs_sites_spec, 128);
FIELDS(rgs_sites_spec, 8, int64_t, n_sites, n_bodies);
FIELDS(rgs_sites_spec, 24, const int64_t *, first, site);
FIELDS(rgs_sites_spec, 40, rgs_column, mass, x);
FIELDS(rgs_sites_spec, 88, const double *, cell);
FIELDS(rgs_sites_spec, 96, uint32_t, periodic, flags);
FIELDS(rgs_sites_spec, 104, double, linear_tolerance, rounding);
FIELDS(rgs_sites_spec, 120, const rgs_executor *, executor);
VALUE(RGS_SITES_ONE_SHAPE, 1);
VALUE(RGS_SITES_KNOWN, 2);
VALUE(RGS_SITES_NEVER_LINEAR, 4);

SIZE(rgs_sites_info, 80);
FIELDS(rgs_sites_info, 8, int64_t, n_bodies, n_sites, kinds, points, linear, planar);
FIELDS(rgs_sites_info, 56, int64_t, freedom, worst);
FIELDS(rgs_sites_info, 72, double, misfit);

/* ---- rigidstep.h ---------------------------------------------------------------------------- */
SIZE_BARE(rgs_param, 32);
FIELDS(rgs_param, 0, text, key, text);
FIELDS(rgs_param, 16, double, value);
FIELDS(rgs_param, 24, uint32_t, kind, reserved0);

SIZE(rgs_method_spec, 80);
FIELDS(rgs_method_spec, 8, text, rotor, scheme, integrator, thermostat, barostat);
FIELDS(rgs_method_spec, 48, const rgs_param *, params);
FIELDS(rgs_method_spec, 56, uint32_t, n_params, param_size);
FIELDS(rgs_method_spec, 64, double, inertia);
FIELDS(rgs_method_spec, 72, uint32_t, placement, wants);
VALUE(RGS_PLACEMENT_BAOAB, 1);
VALUE(RGS_PLACEMENT_OBABO, 2);
VALUE(RGS_WANTS_CONSERVED, 1);
VALUE(RGS_WANTS_REFINED, 2);
VALUE(RGS_WANTS_SHADOW, 4);

SIZE(rgs_method_info, 44);
FIELDS(rgs_method_info, 8, uint32_t, order, claims, needs, evals, gradients, ends_valid);
FIELDS(rgs_method_info, 32, uint32_t, aux, sums, reductions);

VALUE(RGS_KIND_ROTOR, 1);
VALUE(RGS_KIND_SCHEME, 2);
VALUE(RGS_KIND_INTEGRATOR, 3);
VALUE(RGS_KIND_THERMOSTAT, 4);
VALUE(RGS_KIND_BAROSTAT, 5);

/* ---- calls, in the order of calls.h --------------------------------------------------------- */
CALL(0, uint32_t, rgs_abi, (void));
CALL(1, const char *, rgs_version, (void));
CALL(2, const char *, rgs_status_text, (rgs_status));
CALL(3, rgs_status, rgs_free_flow,
     (const char *, int64_t, double, const double *, const double *, double *, rgs_error *));
CALL(4, rgs_status, rgs_context_create, (const rgs_context_spec *, rgs_context **, rgs_error *));
CALL(5, void, rgs_context_destroy, (rgs_context *));
CALL(6, rgs_status, rgs_module_load, (rgs_context *, const char *, rgs_error *));
CALL(7, rgs_status, rgs_module_add, (rgs_context *, const rgs_module *, rgs_error *));
CALL(8, int64_t, rgs_about_count, (const rgs_context *, uint32_t));
CALL(9, const rgs_about *, rgs_about_at, (const rgs_context *, uint32_t, int64_t));
CALL(10, const rgs_about *, rgs_about_find, (const rgs_context *, uint32_t, const char *));
CALL(11, rgs_status, rgs_bodies_create, (rgs_context *, int64_t, rgs_bodies **, rgs_error *));
CALL(12, rgs_status, rgs_bodies_reserve, (rgs_bodies *, int64_t, rgs_error *));
CALL(13, rgs_status, rgs_bodies_bind, (rgs_bodies *, const rgs_view *, rgs_error *));
CALL(14, rgs_status, rgs_bodies_check, (rgs_bodies *, rgs_error *));
CALL(15, rgs_status, rgs_bodies_energy, (rgs_bodies *, double *, double *, rgs_error *));
CALL(16, void, rgs_bodies_destroy, (rgs_bodies *));
CALL(17, rgs_status, rgs_method_create,
     (rgs_context *, const rgs_method_spec *, rgs_method **, rgs_error *));
CALL(18, rgs_status, rgs_method_describe, (const rgs_method *, rgs_method_info *, rgs_error *));
CALL(19, void, rgs_method_destroy, (rgs_method *));
CALL(20, rgs_status, rgs_stepper_create,
     (rgs_bodies *, const rgs_method *, const rgs_host *, rgs_stepper **, rgs_error *));
CALL(21, rgs_status, rgs_stepper_swap, (rgs_stepper *, const rgs_method *, rgs_error *));
CALL(22, rgs_status, rgs_stepper_advance, (rgs_stepper *, double, rgs_eval *, rgs_error *));
CALL(23, rgs_status, rgs_stepper_run, (rgs_stepper *, double, int64_t, rgs_error *));
CALL(24, rgs_status, rgs_stepper_set_valid, (rgs_stepper *, uint32_t, rgs_error *));
CALL(25, rgs_status, rgs_stepper_set_time, (rgs_stepper *, double, rgs_error *));
CALL(26, double, rgs_stepper_time, (const rgs_stepper *));
CALL(27, rgs_status, rgs_stepper_reset, (rgs_stepper *, rgs_error *));
CALL(28, rgs_status, rgs_stepper_save, (rgs_stepper *, void *, size_t *, rgs_error *));
CALL(29, rgs_status, rgs_stepper_load, (rgs_stepper *, const void *, size_t, rgs_error *));
CALL(30, rgs_status, rgs_stepper_check, (rgs_stepper *, rgs_error *));
CALL(31, void, rgs_stepper_destroy, (rgs_stepper *));
CALL(32, rgs_status, rgs_free_flow_matrix,
     (const char *, int64_t, double, const double *, const double *, double *, rgs_error *));
CALL(33, int64_t, rgs_method_output_count, (const rgs_method *));
CALL(34, const rgs_output_info *, rgs_method_output_at, (const rgs_method *, int64_t));
CALL(35, rgs_status, rgs_stepper_describe, (const rgs_stepper *, rgs_method_info *, rgs_error *));
CALL(36, rgs_status, rgs_stepper_output,
     (rgs_stepper *, const char *, double *, int64_t, rgs_error *));
CALL(37, rgs_status, rgs_stepper_project, (rgs_stepper *, double *, rgs_error *));
CALL(38, rgs_status, rgs_stepper_process, (rgs_stepper *, rgs_eval *, rgs_error *));
CALL(39, rgs_status, rgs_stepper_unprocess, (rgs_stepper *, rgs_error *));
CALL(40, rgs_status, rgs_stepper_set_param,
     (rgs_stepper *, const rgs_param *, size_t, rgs_error *));
CALL(41, rgs_status, rgs_stepper_param,
     (const rgs_stepper *, uint32_t, const char *, double *, rgs_error *));
CALL(42, rgs_status, rgs_stepper_set_cell, (rgs_stepper *, const rgs_cell *, rgs_error *));
CALL(43, rgs_status, rgs_stepper_cell, (const rgs_stepper *, rgs_cell *, rgs_error *));
CALL(44, rgs_status, rgs_stepper_set_step_count, (rgs_stepper *, uint64_t, rgs_error *));
CALL(45, uint64_t, rgs_stepper_step_count, (const rgs_stepper *));
CALL(46, rgs_status, rgs_stepper_save_ensemble, (rgs_stepper *, void *, size_t *, rgs_error *));
CALL(47, rgs_status, rgs_stepper_load_ensemble, (rgs_stepper *, const void *, size_t, rgs_error *));
CALL(48, rgs_status, rgs_sites_create,
     (rgs_context *, const rgs_sites_spec *, rgs_sites **, rgs_error *));
CALL(49, void, rgs_sites_destroy, (rgs_sites *));
CALL(50, rgs_status, rgs_sites_describe, (const rgs_sites *, rgs_sites_info *, rgs_error *));
CALL(51, rgs_status, rgs_sites_shape,
     (const rgs_sites *, const rgs_view *, const rgs_column *, rgs_error *));
CALL(52, rgs_status, rgs_sites_kinds, (const rgs_sites *, int64_t *, rgs_error *));
CALL(53, rgs_status, rgs_sites_set_shape,
     (rgs_sites *, const rgs_view *, const rgs_column *, rgs_error *));
CALL(54, rgs_status, rgs_sites_place,
     (rgs_sites *, const rgs_view *, const rgs_column *, const rgs_column *, rgs_error *));
CALL(55, rgs_status, rgs_sites_gather,
     (rgs_sites *, const rgs_view *, const rgs_column *, double *, rgs_error *));
CALL(56, rgs_status, rgs_sites_momenta,
     (rgs_sites *, const rgs_view *, const rgs_column *, double *, rgs_error *));
CALL(57, rgs_status, rgs_sites_fit,
     (rgs_sites *, const rgs_view *, const rgs_column *, double *, rgs_error *));
CALL(58, rgs_status, rgs_principal, (int64_t, const double *, double *, double *, rgs_error *));
CALL(59, rgs_status, rgs_stepper_rewind, (rgs_stepper *, rgs_error *));
