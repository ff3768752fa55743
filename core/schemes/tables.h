/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tables.h - macros for the tables of schemes.
 */
#pragma once
#include <rigidstep/method.h>
#include <stddef.h>

/* ---- parameters that the stepper itself reads ------------------------------------------------ */
static const rgs_param_info gradient_params[] = {
  {
      .key = "s",
      .unit = "",
      .doc = "Where the host has no gradient: how far out it is formed, as part of the full way.",
      .type = RGS_F64,
      .offset = 0,
      .min = 1e-6,
      .max = 1,
      .dflt = 1.0 / 16,
  },
};

/* ---- tables ---------------------------------------------------------------------------------- */
/* The scheme whose rows are the array `id`.  All conserve momenta and are symplectic; those without
 * a processor are symmetric. */
#define SCHEME_ABOUT(id, its_order, more_claims, more_needs, its_params, count, reference, text)   \
  static const rgs_about id##_about = { .head = RGS_HEAD(rgs_about),                               \
                                        .name = #id,                                               \
                                        .doc = text,                                               \
                                        .cite = reference,                                         \
                                        .order = its_order,                                        \
                                        .claims =                                                  \
                                            RGS_SYMPLECTIC | RGS_KEEPS_MOMENTUM | (more_claims),   \
                                        .needs = RGS_EVAL_FORCE | (more_needs),                    \
                                        .n_params = count,                                         \
                                        .params = its_params,                                      \
                                        .param_info_size = sizeof(rgs_param_info),                 \
                                        .params_size = 8 * (count) }
#define SCHEME_ROWS(id) RGS_HEAD(rgs_scheme), &id##_about, id, sizeof id / sizeof *id, sizeof *id
#define SCHEME(id, its_order, more_claims, reference, text)                                        \
  SCHEME_ABOUT(id, its_order, RGS_SYMMETRIC | (more_claims), 0, NULL, 0, reference, text);         \
  static const rgs_scheme rgs_scheme_##id = { SCHEME_ROWS(id), NULL, 0, 0 }
/* A scheme with stages of the thermostat, which is neither symplectic nor symmetric. */
#define THERMOSTAT_SCHEME(id, its_order, reference, text)                                          \
  static const rgs_about id##_about = { .head = RGS_HEAD(rgs_about),                               \
                                        .name = #id,                                               \
                                        .doc = text,                                               \
                                        .cite = reference,                                         \
                                        .order = its_order,                                        \
                                        .needs = RGS_EVAL_FORCE,                                   \
                                        .param_info_size = sizeof(rgs_param_info) };               \
  static const rgs_scheme rgs_scheme_##id = { SCHEME_ROWS(id), NULL, 0, 0 }
/* A scheme with gradient kicks; and one with gradient kicks and the processor id_pre. */
#define GRADIENT_SCHEME(id, its_order, more_claims, reference, text)                               \
  SCHEME_ABOUT(id, its_order, RGS_SYMMETRIC | (more_claims), RGS_EVAL_GRADIENT, gradient_params,   \
               1, reference, text);                                                                \
  static const rgs_scheme rgs_scheme_##id = { SCHEME_ROWS(id), NULL, 0, 0 }
#define PROCESSED_SCHEME(id, its_order, more_claims, reference, text)                              \
  SCHEME_ABOUT(id, its_order, more_claims, RGS_EVAL_GRADIENT, gradient_params, 1, reference,       \
               text);                                                                              \
  static const rgs_scheme rgs_scheme_##id = { SCHEME_ROWS(id), id##_pre,                           \
                                              sizeof id##_pre / sizeof *id##_pre, 0 }

/* ---- palindromes -----------------------------------------------------------------------------
 * MIRROR<n> takes the first n rows of 2n - 1, the middle one last, each in parentheses: (D, a) is
 * free flight for a*h, (K, a) a kick by a*h, (G, a, c) with the gradient times c*h^3 as well, (O, a)
 * the thermostat for a*h. */
enum { D = RGS_DRIFT, K = RGS_KICK, G = RGS_KICK_GRADIENT, O = RGS_THERMOSTAT };
#define ROW(...) ROW_OF(__VA_ARGS__, 0, 0)
#define ROW_OF(op, a, c, ...)                                                                      \
  { op, 0, a, c }
#define MIRROR1(r) ROW r
#define MIRROR2(r, ...) ROW r, MIRROR1(__VA_ARGS__), ROW r
#define MIRROR3(r, ...) ROW r, MIRROR2(__VA_ARGS__), ROW r
#define MIRROR4(r, ...) ROW r, MIRROR3(__VA_ARGS__), ROW r
#define MIRROR5(r, ...) ROW r, MIRROR4(__VA_ARGS__), ROW r
#define MIRROR6(r, ...) ROW r, MIRROR5(__VA_ARGS__), ROW r
#define MIRROR7(r, ...) ROW r, MIRROR6(__VA_ARGS__), ROW r
#define MIRROR8(r, ...) ROW r, MIRROR7(__VA_ARGS__), ROW r
#define MIRROR9(r, ...) ROW r, MIRROR8(__VA_ARGS__), ROW r
#define MIRROR10(r, ...) ROW r, MIRROR9(__VA_ARGS__), ROW r
#define MIRROR11(r, ...) ROW r, MIRROR10(__VA_ARGS__), ROW r
#define MIRROR12(r, ...) ROW r, MIRROR11(__VA_ARGS__), ROW r
#define MIRROR13(r, ...) ROW r, MIRROR12(__VA_ARGS__), ROW r
#define MIRROR14(r, ...) ROW r, MIRROR13(__VA_ARGS__), ROW r
#define MIRROR15(r, ...) ROW r, MIRROR14(__VA_ARGS__), ROW r
#define MIRROR16(r, ...) ROW r, MIRROR15(__VA_ARGS__), ROW r
#define MIRROR17(r, ...) ROW r, MIRROR16(__VA_ARGS__), ROW r
#define MIRROR18(r, ...) ROW r, MIRROR17(__VA_ARGS__), ROW r
#define MIRROR19(r, ...) ROW r, MIRROR18(__VA_ARGS__), ROW r
#define MIRROR20(r, ...) ROW r, MIRROR19(__VA_ARGS__), ROW r

/* ---- symmetric compositions of Strang steps --------------------------------------------------
 * COMPOSED<n> takes the first n of 2n - 1 weights, the middle one last.  Every Strang step kicks
 * first; the half kicks of neighbours are one. */
#define STEP(w, next)                                                                              \
  { RGS_DRIFT, 0, w, 0 }, { RGS_KICK, 0, ((w) + (next)) / 2, 0 }
#define STEPS2(w, v) STEP(w, v), STEP(v, w)
#define STEPS3(w, v, ...) STEP(w, v), STEPS2(v, __VA_ARGS__), STEP(v, w)
#define STEPS4(w, v, ...) STEP(w, v), STEPS3(v, __VA_ARGS__), STEP(v, w)
#define STEPS5(w, v, ...) STEP(w, v), STEPS4(v, __VA_ARGS__), STEP(v, w)
#define STEPS6(w, v, ...) STEP(w, v), STEPS5(v, __VA_ARGS__), STEP(v, w)
#define STEPS7(w, v, ...) STEP(w, v), STEPS6(v, __VA_ARGS__), STEP(v, w)
#define STEPS8(w, v, ...) STEP(w, v), STEPS7(v, __VA_ARGS__), STEP(v, w)
#define STEPS9(w, v, ...) STEP(w, v), STEPS8(v, __VA_ARGS__), STEP(v, w)
#define STEPS10(w, v, ...) STEP(w, v), STEPS9(v, __VA_ARGS__), STEP(v, w)
#define STEPS11(w, v, ...) STEP(w, v), STEPS10(v, __VA_ARGS__), STEP(v, w)
#define STEPS12(w, v, ...) STEP(w, v), STEPS11(v, __VA_ARGS__), STEP(v, w)
#define STEPS13(w, v, ...) STEP(w, v), STEPS12(v, __VA_ARGS__), STEP(v, w)
#define STEPS14(w, v, ...) STEP(w, v), STEPS13(v, __VA_ARGS__), STEP(v, w)
#define STEPS15(w, v, ...) STEP(w, v), STEPS14(v, __VA_ARGS__), STEP(v, w)
#define STEPS16(w, v, ...) STEP(w, v), STEPS15(v, __VA_ARGS__), STEP(v, w)
#define STEPS17(w, v, ...) STEP(w, v), STEPS16(v, __VA_ARGS__), STEP(v, w)
#define STEPS18(w, v, ...) STEP(w, v), STEPS17(v, __VA_ARGS__), STEP(v, w)
#define COMPOSED(n, w, ...)                                                                        \
  { RGS_KICK, 0, (w) / 2, 0 }, STEPS##n(w, __VA_ARGS__), { RGS_DRIFT, 0, w, 0 }, {                 \
    RGS_KICK, 0, (w) / 2, 0                                                                        \
  }
