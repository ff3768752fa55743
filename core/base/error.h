/* SPDX-License-Identifier: BSD-3-Clause
 *
 * error.h - error records, and heads of structs that come from the other side of the ABI.
 */
#pragma once
#include <rigidstep/draft.h>
#include <rigidstep/rigidstep.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- error records --------------------------------------------------------------------------- */
/* Writes the record if the caller gave one and returns the status, so that a refusal is one
 * statement.  `body` is -1 where no body is at fault. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
rgs_status
rgs_set_error(rgs_error *error, rgs_status status, int64_t body, const char *format, ...);

#if defined(__clang_analyzer__) /* otherwise the analyzer believes that a refusal may be RGS_OK */
#define rgs_set_error(error, status, ...) ((void)(__VA_ARGS__), (status))
#endif

/* Appends to a text for an error if all of it fits; returns whether it did. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool rgs_append(char *text, size_t room, const char *format, ...);

/* The names of evaluations (RGS_EVAL_*) for an error text, such as "force, energy". */
#define RGS_KNOWN_EVALS                                                                            \
  ((uint32_t)(RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT | RGS_EVAL_REDUCTION |          \
              RGS_EVAL_VIRIAL | RGS_DRAFT_EVAL_SLOW))
/* Those for which the host writes f and tau. */
#define RGS_FORCE_EVALS ((uint32_t)(RGS_EVAL_FORCE | RGS_DRAFT_EVAL_SLOW))
const char *rgs_eval_names(uint32_t evals);

/* ---- structs whose author may have compiled another minor version ---------------------------- */
/* Is the head of the same major version, and is its size between `least` and what is plausible?  Of
 * structs with more than that to check: layout.h. */
rgs_status rgs_check_head(const rgs_head *head, size_t least, const char *what, rgs_error *error);

#define RGS_END_OF(T, field) (offsetof(T, field) + sizeof(((T *)0)->field))
