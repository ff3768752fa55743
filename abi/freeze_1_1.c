/* SPDX-License-Identifier: BSD-3-Clause
 *
 * freeze_1_1.c - sizes, offsets and numbers that ABI 1.1 adds, stated a second time.
 *
 * Compiling this file is the test; freeze_1_0.c says what it catches.  This file is never edited again
 * once 1.1 is published.  (Sizes of structs may grow in later minors: there they are at least what is
 * stated here.)
 */
#include <rigidstep/rigidstep.h>

#define SIZE(type, size)                                                                           \
  _Static_assert(sizeof(type) == (size) || (RGS_ABI_MINOR > 1 && sizeof(type) > (size)),           \
                 "size of " #type)
#define AT(type, field, offset)                                                                    \
  _Static_assert(offsetof(type, field) == (offset), "offset of " #type "." #field)
#define VALUE(name, value) _Static_assert((name) == (value), "value of " #name)

_Static_assert(RGS_ABI_MINOR >= 1, "these fields belong to version 1.1");

/* ---- bodies.h ------------------------------------------------------------------------------- */
SIZE(rgs_view, 336);
AT(rgs_view, key, 296);
AT(rgs_view, n_copies, 304);
AT(rgs_view, coupled, 312);

VALUE(RGS_VIEW_PLANE, 4);
VALUE(RGS_VIEW_COPIES, 8);

/* ---- host.h --------------------------------------------------------------------------------- */
SIZE(rgs_eval, 96);
AT(rgs_eval, sum, 32);
AT(rgs_eval, n_sum, 40);
AT(rgs_eval, reserved1, 44);
AT(rgs_eval, virial, 48);
AT(rgs_eval, lengths, 72);

SIZE(rgs_host, 48);
AT(rgs_host, ranks, 40);
AT(rgs_host, reserved1, 44);

/* ---- method.h ------------------------------------------------------------------------------- */
VALUE(RGS_PARAM_TYPE, 0xffu);
_Static_assert(sizeof(rgs_param_info) == 56, "hosts of 1.0 step through arrays of it");
VALUE(RGS_PARAM_REQUIRED, 256);
VALUE(RGS_PARAM_RAMPS, 512);
VALUE(RGS_PARAM_ABOVE_MIN, 1024);

VALUE(RGS_PROCESSED, 128);
VALUE(RGS_RELAXES, 256);
VALUE(RGS_RANDOM, 512);
VALUE(RGS_PLACES_BATH, 1024);
VALUE(RGS_EVAL_TURN, 32);
VALUE(RGS_EVAL_SUM, 8);
VALUE(RGS_EVAL_VIRIAL, 16);
VALUE(RGS_BATH, 4);

VALUE(RGS_MOST_SUMS, 32);
VALUE(RGS_TURN_SUMS, 28);
SIZE(rgs_turn, 112);
AT(rgs_turn, sum, 80);
AT(rgs_turn, n_sum, 88);
AT(rgs_turn, reserved0, 92);
AT(rgs_turn, state, 96);
AT(rgs_turn, step, 104);
SIZE(rgs_integrator, 80);
AT(rgs_integrator, state_size, 72);
AT(rgs_integrator, flags, 76);

SIZE(rgs_bath_call, 120);
AT(rgs_bath_call, head, 0);
AT(rgs_bath_call, h, 8);
AT(rgs_bath_call, time, 16);
AT(rgs_bath_call, step, 24);
AT(rgs_bath_call, visit, 32);
AT(rgs_bath_call, reserved0, 36);
AT(rgs_bath_call, params, 40);
AT(rgs_bath_call, state, 48);
AT(rgs_bath_call, bodies, 56);
AT(rgs_bath_call, kinetic_translation, 64);
AT(rgs_bath_call, kinetic_rotation, 72);
AT(rgs_bath_call, freedom_translation, 80);
AT(rgs_bath_call, freedom_rotation, 88);
AT(rgs_bath_call, scale_translation, 96);
AT(rgs_bath_call, scale_rotation, 104);
AT(rgs_bath_call, heat, 112);

SIZE(rgs_bath, 48);
AT(rgs_bath, head, 0);
AT(rgs_bath, about, 8);
AT(rgs_bath, scale, 16);
AT(rgs_bath, act, 24);
AT(rgs_bath, energy, 32);
AT(rgs_bath, state_size, 40);
AT(rgs_bath, flags, 44);
VALUE(RGS_BATH_NOISE, 1);
VALUE(RGS_BATH_KEEPS_DRIFT, 2);

/* ---- module.h ------------------------------------------------------------------------------- */
SIZE(rgs_module, 80);
AT(rgs_module, baths, 72);

/* ---- rigidstep.h ---------------------------------------------------------------------------- */
SIZE(rgs_ensemble_spec, 32);
AT(rgs_ensemble_spec, head, 0);
AT(rgs_ensemble_spec, bath, 8);
AT(rgs_ensemble_spec, piston, 16);
AT(rgs_ensemble_spec, flags, 24);
AT(rgs_ensemble_spec, reserved0, 28);
SIZE(rgs_about, 72);
AT(rgs_about, param_flags, 64);

SIZE(rgs_method_info, 48);
AT(rgs_method_info, sums, 40);
AT(rgs_method_info, reductions, 44);

VALUE(RGS_KIND_BATH, 4);
VALUE(RGS_KIND_PISTON, 5);

/* ---- ensemble.h ------------------------------------------------------------------------------ */
SIZE(rgs_box, 88);
AT(rgs_box, head, 0);
AT(rgs_box, lengths, 8);
AT(rgs_box, centre, 32);
AT(rgs_box, reference, 56);
AT(rgs_box, flags, 80);
AT(rgs_box, reserved0, 84);
