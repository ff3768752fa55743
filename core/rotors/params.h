/* SPDX-License-Identifier: BSD-3-Clause
 *
 * params.h - how the tables of parameters of rotors and integrators are written down.
 */
#pragma once
#include <rigidstep/method.h>
#include <stddef.h>

/* A row for the member `name` of the struct T. */
#define RGS_PARAM_ROW(T, name, its_type, its_unit, its_doc, least, most, usual, its_flags)         \
  {                                                                                                \
    .key = #name, .unit = its_unit, .doc = its_doc, .type = its_type,                              \
    .offset = (uint32_t)offsetof(T, name), .min = least, .max = most, .dflt = usual,               \
    .flags = its_flags                                                                             \
  }

/* What rgs_about says of the array `rows` of parameters in the struct T. */
#define RGS_PARAMS(T, rows)                                                                        \
  .n_params = sizeof(rows) / sizeof *(rows), .params = rows,                                       \
  .param_info_size = sizeof(rgs_param_info), .params_size = sizeof(T)
