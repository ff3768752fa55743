/* SPDX-License-Identifier: BSD-3-Clause
 *
 * andersen.c - what the piston `andersen` says of itself.
 */
#include "baths/andersen.h"
#include "baths/bath_params.h"

#define ROW(...) RGS_BATH_PARAM(rgs_andersen, __VA_ARGS__)
#define DEVIATION(axis)                                                                            \
  ROW(deviation_##axis, RGS_F64, "pressure", "The target along " #axis " is pressure plus this.",  \
      -RGS_BATH_MOST, RGS_BATH_MOST, 0, RGS_PARAM_RAMPS)
#define GROUP(axis)                                                                                \
  ROW(group_##axis, RGS_I64, "",                                                                   \
      "Lengths of axes with the same number change together; 0: the length is fixed.  A fluid "    \
      "has "                                                                                       \
      "no bounded shape where there is more than one group.",                                      \
      0, 3, 1, 0)

static const rgs_param_info rows[] = {
  RGS_BATH_KT(rgs_andersen),
  ROW(pressure, RGS_F64, "pressure", "The target: energy over volume.", -RGS_BATH_MOST,
      RGS_BATH_MOST, 1, RGS_PARAM_REQUIRED | RGS_PARAM_RAMPS),
  DEVIATION(x),
  DEVIATION(y),
  DEVIATION(z),
  GROUP(x),
  GROUP(y),
  GROUP(z),
  ROW(piston_relaxation, RGS_F64, "time", "How fast the box follows.", 0, RGS_BATH_MOST, 1,
      RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),
  ROW(piston_mass, RGS_F64, "energy*time^2",
      "0: degrees of freedom, and those of the box, times kt piston_relaxation^2.", 0,
      RGS_BATH_MOST, 0, 0),
  ROW(piston_rate, RGS_F64, "1/time",
      "Friction of the box, with noise; -1: 2/piston_relaxation where there are a bath and a seed, "
      "else 0.",
      -1, RGS_BATH_MOST, -1, 0),
  ROW(seed, RGS_I64, "", "Of the noise of the box; -1: none is given.", -1, 4294967295.0, -1, 0),
  RGS_BATH_CONSERVED(rgs_andersen),
};

const rgs_about rgs_piston_andersen = { .head = RGS_HEAD(rgs_about),
                                        .name = "andersen",
                                        .doc = "Constant pressure with molecular scaling; free "
                                               "flight of bodies and box in closed form.",
                                        .cite = "10.1063/1.439486",
                                        .order = RGS_EXACT,
                                        .needs = RGS_EVAL_SUM | RGS_EVAL_VIRIAL,
                                        .n_params = sizeof rows / sizeof *rows,
                                        .params = rows,
                                        .param_info_size = sizeof(rgs_param_info),
                                        .params_size = sizeof(rgs_andersen) };
