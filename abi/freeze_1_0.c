/* SPDX-License-Identifier: BSD-3-Clause
 *
 * freeze_1_0.c - every size, offset and number of ABI 1.0, stated a second time.
 *
 * Compiling this file is the test.  It catches what a symbol comparison cannot see: two fields of
 * one type that changed places, and a renumbered status or flag.
 *
 * This file is never edited again; a minor version adds a file of its own with what it appended.
 * (Sizes of structs may grow in later minors: there they are at least what is stated here.)
 *
 * Stated for pointers, ptrdiff_t and int64_t of eight bytes and doubles aligned to eight, as on
 * x86-64.  (Text, such as the name of the module symbol, is compared in tests/abi/t_abi_names.c.)
 */
#include <rigidstep/rigidstep.h>

_Static_assert(sizeof(void *) == 8 && sizeof(void (*)(void)) == 8, "pointers of 8 bytes");
_Static_assert(sizeof(ptrdiff_t) == 8 && sizeof(size_t) == 8, "sizes of 8 bytes");
_Static_assert(sizeof(double) == 8 && _Alignof(double) == 8, "double of 8 bytes, aligned");
_Static_assert(_Alignof(int64_t) == 8, "int64_t aligned to 8 bytes");

#define SIZE(type, size)                                                                           \
  _Static_assert(sizeof(type) == (size) || (RGS_ABI_MINOR > 0 && sizeof(type) > (size)),           \
                 "size of " #type)
#define AT(type, field, offset)                                                                    \
  _Static_assert(offsetof(type, field) == (offset), "offset of " #type "." #field)
#define VALUE(name, value) _Static_assert((name) == (value), "value of " #name)

/* ---- base.h --------------------------------------------------------------------------------- */
VALUE(RGS_ABI_MAJOR, 1u);
_Static_assert(RGS_ABI == (1u << 16 | RGS_ABI_MINOR), "RGS_ABI: major and minor");

_Static_assert(sizeof(rgs_status) == 4 && (rgs_status)-1 < 0, "rgs_status: int32_t");
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

SIZE(rgs_head, 8);
AT(rgs_head, size, 0);
AT(rgs_head, abi, 4);

SIZE(rgs_error, 256);
AT(rgs_error, head, 0);
AT(rgs_error, status, 8);
AT(rgs_error, reserved0, 12);
AT(rgs_error, body, 16);
AT(rgs_error, text, 24);

/* ---- bodies.h ------------------------------------------------------------------------------- */
SIZE(rgs_column, 24);
AT(rgs_column, data, 0);
AT(rgs_column, body, 8);
AT(rgs_column, comp, 16);

SIZE(rgs_view, 296);
AT(rgs_view, head, 0);
AT(rgs_view, n, 8);
AT(rgs_view, flags, 16);
AT(rgs_view, reserved0, 20);
AT(rgs_view, stamp, 24);
AT(rgs_view, x, 32);
AT(rgs_view, p, 56);
AT(rgs_view, q, 80);
AT(rgs_view, l, 104);
AT(rgs_view, mass, 128);
AT(rgs_view, inertia, 152);
AT(rgs_view, f, 176);
AT(rgs_view, tau, 200);
AT(rgs_view, gf, 224);
AT(rgs_view, gtau, 248);
AT(rgs_view, carry, 272);

VALUE(RGS_VIEW_P_IS_VELOCITY, 1);
VALUE(RGS_VIEW_ANY_MOMENTS, 2);

/* ---- host.h --------------------------------------------------------------------------------- */
SIZE(rgs_allocator, 32);
AT(rgs_allocator, head, 0);
AT(rgs_allocator, self, 8);
AT(rgs_allocator, alloc, 16);
AT(rgs_allocator, release, 24);

SIZE(rgs_eval, 32);
AT(rgs_eval, head, 0);
AT(rgs_eval, what, 8);
AT(rgs_eval, reserved0, 12);
AT(rgs_eval, time, 16);
AT(rgs_eval, energy, 24);

SIZE(rgs_host, 40);
AT(rgs_host, head, 0);
AT(rgs_host, self, 8);
AT(rgs_host, provides, 16);
AT(rgs_host, reserved0, 20);
AT(rgs_host, force_scale, 24);
AT(rgs_host, eval, 32);

/* ---- method.h ------------------------------------------------------------------------------- */
SIZE(rgs_param_info, 56);
AT(rgs_param_info, key, 0);
AT(rgs_param_info, unit, 8);
AT(rgs_param_info, doc, 16);
AT(rgs_param_info, type, 24);
AT(rgs_param_info, offset, 28);
AT(rgs_param_info, min, 32);
AT(rgs_param_info, max, 40);
AT(rgs_param_info, dflt, 48);

SIZE(rgs_about, 64);
AT(rgs_about, head, 0);
AT(rgs_about, name, 8);
AT(rgs_about, doc, 16);
AT(rgs_about, cite, 24);
AT(rgs_about, order, 32);
AT(rgs_about, claims, 36);
AT(rgs_about, needs, 40);
AT(rgs_about, n_params, 44);
AT(rgs_about, params, 48);
AT(rgs_about, param_info_size, 56);
AT(rgs_about, params_size, 60);

SIZE(rgs_flow, 112);
AT(rgs_flow, head, 0);
AT(rgs_flow, n, 8);
AT(rgs_flow, h, 16);
AT(rgs_flow, params, 24);
AT(rgs_flow, prepared, 32);
AT(rgs_flow, inertia, 40);
AT(rgs_flow, l, 64);
AT(rgs_flow, q, 88);

SIZE(rgs_rotor, 48);
AT(rgs_rotor, head, 0);
AT(rgs_rotor, about, 8);
AT(rgs_rotor, flow, 16);
AT(rgs_rotor, prepare, 24);
AT(rgs_rotor, prepared, 32);
AT(rgs_rotor, reserved0, 36);
AT(rgs_rotor, order, 40);

SIZE(rgs_stage, 24);
AT(rgs_stage, op, 0);
AT(rgs_stage, reserved0, 4);
AT(rgs_stage, a, 8);
AT(rgs_stage, c, 16);

SIZE(rgs_scheme, 48);
AT(rgs_scheme, head, 0);
AT(rgs_scheme, about, 8);
AT(rgs_scheme, stages, 16);
AT(rgs_scheme, n_stages, 24);
AT(rgs_scheme, stage_size, 28);
AT(rgs_scheme, pre, 32);
AT(rgs_scheme, n_pre, 40);
AT(rgs_scheme, reserved0, 44);

SIZE(rgs_output_info, 40);
AT(rgs_output_info, key, 0);
AT(rgs_output_info, unit, 8);
AT(rgs_output_info, doc, 16);
AT(rgs_output_info, components, 24);
AT(rgs_output_info, flags, 28);
AT(rgs_output_info, lag, 32);
AT(rgs_output_info, size, 36);
VALUE(RGS_OUTPUT_PER_BODY, 1);
VALUE(RGS_OUTPUT_SUM, 2);

SIZE(rgs_turn, 80);
AT(rgs_turn, head, 0);
AT(rgs_turn, h, 8);
AT(rgs_turn, time, 16);
AT(rgs_turn, energy, 24);
AT(rgs_turn, params, 32);
AT(rgs_turn, cursor, 40);
AT(rgs_turn, bodies, 48);
AT(rgs_turn, force_scale, 56);
AT(rgs_turn, fresh, 64);
AT(rgs_turn, want, 68);
AT(rgs_turn, want_time, 72);

SIZE(rgs_flaw, 40);
AT(rgs_flaw, head, 0);
AT(rgs_flaw, body, 8);
AT(rgs_flaw, what, 16);
AT(rgs_flaw, value, 24);
AT(rgs_flaw, most, 32);

SIZE(rgs_integrator, 72);
AT(rgs_integrator, head, 0);
AT(rgs_integrator, about, 8);
AT(rgs_integrator, advance, 16);
AT(rgs_integrator, carry, 24);
AT(rgs_integrator, cursor_size, 28);
AT(rgs_integrator, check, 32);
AT(rgs_integrator, project, 40);
AT(rgs_integrator, output, 48);
AT(rgs_integrator, outputs, 56);
AT(rgs_integrator, n_outputs, 64);
AT(rgs_integrator, output_info_size, 68);

VALUE(RGS_F64, 1);
VALUE(RGS_I64, 2);
VALUE(RGS_BOOL, 3);
VALUE(RGS_SYMPLECTIC, 1);
VALUE(RGS_SYMMETRIC, 2);
VALUE(RGS_KEEPS_ENERGY, 4);
VALUE(RGS_KEEPS_MOMENTUM, 8);
VALUE(RGS_BACKWARD, 16);
VALUE(RGS_COMPOSED, 32);
VALUE(RGS_NEVER_FAILS, 64);
VALUE(RGS_EVAL_FORCE, 1);
VALUE(RGS_EVAL_ENERGY, 2);
VALUE(RGS_EVAL_GRADIENT, 4);
VALUE(RGS_DRIFT, 1);
VALUE(RGS_KICK, 2);
VALUE(RGS_KICK_GRADIENT, 3);
VALUE(RGS_EXACT, 0xffffu);

/* ---- module.h ------------------------------------------------------------------------------- */
SIZE(rgs_module, 72);
AT(rgs_module, head, 0);
AT(rgs_module, name, 8);
AT(rgs_module, version, 16);
AT(rgs_module, license, 24);
AT(rgs_module, rotors, 32);
AT(rgs_module, schemes, 40);
AT(rgs_module, integrators, 48);
AT(rgs_module, init, 56);
AT(rgs_module, fini, 64);

/* ---- rigidstep.h ---------------------------------------------------------------------------- */
SIZE(rgs_param, 24);
AT(rgs_param, key, 0);
AT(rgs_param, text, 8);
AT(rgs_param, value, 16);

SIZE(rgs_method_spec, 48);
AT(rgs_method_spec, head, 0);
AT(rgs_method_spec, rotor, 8);
AT(rgs_method_spec, scheme, 16);
AT(rgs_method_spec, integrator, 24);
AT(rgs_method_spec, params, 32);
AT(rgs_method_spec, n_params, 40);
AT(rgs_method_spec, param_size, 44);

SIZE(rgs_method_info, 40);
AT(rgs_method_info, head, 0);
AT(rgs_method_info, order, 8);
AT(rgs_method_info, claims, 12);
AT(rgs_method_info, needs, 16);
AT(rgs_method_info, evals, 20);
AT(rgs_method_info, gradients, 24);
AT(rgs_method_info, ends_fresh, 28);
AT(rgs_method_info, carry, 32);
AT(rgs_method_info, reserved0, 36);

VALUE(RGS_KIND_ROTOR, 1);
VALUE(RGS_KIND_SCHEME, 2);
VALUE(RGS_KIND_INTEGRATOR, 3);
