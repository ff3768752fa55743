/* SPDX-License-Identifier: BSD-3-Clause
 *
 * thermostat_params.h - how the tables of thermostats and barostats are written down.
 */
#pragma once
#include <rigidstep/method.h>
#include <stddef.h>

/* A row for the member `name` of the struct T. */
#define RGS_THERMOSTAT_PARAM(T, name, its_type, its_unit, its_doc, least, most, usual, its_flags)  \
  {                                                                                                \
    .key = #name, .unit = its_unit, .doc = its_doc, .type = its_type,                              \
    .offset = (uint32_t)offsetof(T, name), .min = least, .max = most, .dflt = usual,               \
    .flags = its_flags                                                                             \
  }

/* The largest number that a parameter may be: its square is finite. */
#define RGS_THERMOSTAT_MOST 1e150

#define RGS_THERMOSTAT_KT(T)                                                                       \
  RGS_THERMOSTAT_PARAM(T, kt, RGS_F64, "energy", "Boltzmann's constant times the temperature.", 0, \
                       RGS_THERMOSTAT_MOST, 1,                                                     \
                       RGS_PARAM_REQUIRED | RGS_PARAM_RAMPS | RGS_PARAM_ABOVE_MIN)
#define RGS_THERMOSTAT_SEED(T)                                                                     \
  RGS_THERMOSTAT_PARAM(T, seed, RGS_I64, "", "Another seed gives another noise.", 0, 4294967295.0, \
                       1, RGS_PARAM_REQUIRED)
#define RGS_THERMOSTAT_MOMENTUM(T)                                                                 \
  RGS_THERMOSTAT_PARAM(                                                                            \
      T, momentum, RGS_BOOL, "",                                                                   \
      "1: the total momentum, which walls or held atoms change, belongs to the thermostat; "       \
      "0: it stays as it is.",                                                                     \
      0, 1, 0, 0)

/* Rows that all barostats have. */
#define RGS_BAROSTAT_PRESSURE(T)                                                                   \
  RGS_THERMOSTAT_PARAM(T, pressure, RGS_F64, "pressure", "The target: energy over volume.",        \
                       -RGS_THERMOSTAT_MOST, RGS_THERMOSTAT_MOST, 1,                               \
                       RGS_PARAM_REQUIRED | RGS_PARAM_RAMPS)
/* Of barostats that keep the angles.  when: behind "change together". */
#define RGS_BAROSTAT_DEVIATION(T, axis)                                                            \
  RGS_THERMOSTAT_PARAM(T, deviation_##axis, RGS_F64, "pressure",                                   \
                       "The target along " #axis " is pressure plus this.", -RGS_THERMOSTAT_MOST,  \
                       RGS_THERMOSTAT_MOST, 0, RGS_PARAM_RAMPS)
#define RGS_BAROSTAT_DEVIATIONS(T)                                                                 \
  RGS_BAROSTAT_DEVIATION(T, x), RGS_BAROSTAT_DEVIATION(T, y), RGS_BAROSTAT_DEVIATION(T, z)
#define RGS_BAROSTAT_GROUP(T, axis, when)                                                          \
  RGS_THERMOSTAT_PARAM(T, group_##axis, RGS_I64, "",                                               \
                       "Lengths of axes with the same number change together" when                 \
                       "; 0: the length is fixed.  A fluid has no bounded shape where there is "   \
                       "more than one group.",                                                     \
                       0, 3, 1, 0)
#define RGS_BAROSTAT_GROUPS(T, when)                                                               \
  RGS_BAROSTAT_GROUP(T, x, when), RGS_BAROSTAT_GROUP(T, y, when), RGS_BAROSTAT_GROUP(T, z, when)
#define RGS_BAROSTAT_MOTION(T)                                                                     \
  RGS_THERMOSTAT_PARAM(T, barostat_relaxation, RGS_F64, "time", "How fast the cell follows.", 0,   \
                       RGS_THERMOSTAT_MOST, 1, RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),          \
      RGS_THERMOSTAT_PARAM(                                                                        \
          T, barostat_mass, RGS_F64, "energy*time^2",                                              \
          "0: degrees of freedom, the cell's too, times kt barostat_relaxation^2.", 0,             \
          RGS_THERMOSTAT_MOST, 0, 0),                                                              \
      RGS_THERMOSTAT_PARAM(                                                                        \
          T, barostat_rate, RGS_F64, "1/time",                                                     \
          "Friction of the cell, with noise; -1: 2/barostat_relaxation where there are a "         \
          "thermostat and a seed, else 0.",                                                        \
          -1, RGS_THERMOSTAT_MOST, -1, 0),                                                         \
      RGS_THERMOSTAT_PARAM(T, seed, RGS_I64, "", "Of the noise of the cell; -1: none is given.",   \
                           -1, 4294967295.0, -1, 0)

/* What the rows of the table of a thermostat or of a barostat are for. */
#define RGS_THERMOSTAT_ABOUT(its_name, its_order, its_claims, its_needs, T, reference, text)       \
  static const rgs_about about = { .head = RGS_HEAD(rgs_about),                                    \
                                   .name = its_name,                                               \
                                   .doc = text,                                                    \
                                   .cite = reference,                                              \
                                   .order = its_order,                                             \
                                   .claims = its_claims,                                           \
                                   .needs = its_needs,                                             \
                                   .n_params = sizeof rows / sizeof *rows,                         \
                                   .params = rows,                                                 \
                                   .param_info_size = sizeof(rgs_param_info),                      \
                                   .params_size = sizeof(T) }

/* The thermostat itself, by its functions and flags; `check`: rgs_own_thermostat.check, or NULL. */
#define RGS_THERMOSTAT_CHECKED(its_name, its_check, ...)                                           \
  const rgs_own_thermostat rgs_##its_name##_thermostat = {                                         \
    .thermostat = { .head = RGS_HEAD(rgs_own_thermostat), .about = &about, __VA_ARGS__ },          \
    .check = its_check                                                                             \
  };
#define RGS_THERMOSTAT(its_name, ...) RGS_THERMOSTAT_CHECKED(its_name, NULL, __VA_ARGS__)
