/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flexible.c - the barostat `flexible` (flexible.h).
 *
 * core/README.md, section 10, has the cell and its strains, the Hamiltonian, the equations of motion and the
 * derivation of the measure.  The tension is from M. Parrinello and A. Rahman, J. Appl. Phys. 52, 7182 (1981), doi
 * 10.1063/1.328693; J. R. Ray and A. Rahman, J. Chem. Phys. 80, 4423 (1984), doi 10.1063/1.447221.
 *
 * Shears may be left out as long as the strains that remain are a group: xy after yz is xz as well, so those two
 * need the third.
 *
 * The kick takes minus V0 (F D F^T)_ab along a strain, and for a length kT - p V.  Free flight (cell/cell.c) and kick
 * make a step of `strang` symmetric and of order 2, and compositions of such steps have their order.
 */
#include "barostats/flexible.h"
#include "barostats/builtin_barostats.h"

enum { XY = RGS_XY, XZ = RGS_XZ, YZ = RGS_YZ };

static rgs_upper deformation_of(const rgs_barostat_call *call) {
  const rgs_upper h = rgs_cell_now(call->cell, call->set.group);
  return rgs_cell_deformation(&h, &call->cell->reference);
}

static void work(const rgs_barostat_call *call, double work[RGS_STRAINS]) {
  const rgs_flexible *p = call->params;
  const rgs_upper h = deformation_of(call);
  const double *f = h.diagonal, *g = h.off, v0 = rgs_cell_reference_volume(call->cell);
  /* F D, of which row z has its diagonal only in F, and F D F^T. */
  const double xx = p->deviation_xx, yy = p->deviation_yy, zz = p->deviation_zz;
  const double xy = p->deviation_xy, xz = p->deviation_xz, yz = p->deviation_yz;
  const double row_x[3] = { f[0] * xx + g[XY] * xy + g[XZ] * xz,
                            f[0] * xy + g[XY] * yy + g[XZ] * yz,
                            f[0] * xz + g[XY] * yz + g[XZ] * zz };
  const double row_y[3] = { 0, f[1] * yy + g[YZ] * yz, f[1] * yz + g[YZ] * zz };
  const double of_lengths[3] = { row_x[0] * f[0] + row_x[1] * g[XY] + row_x[2] * g[XZ],
                                 row_y[1] * f[1] + row_y[2] * g[YZ], f[2] * zz * f[2] };
  const double of_shears[RGS_SHEARS] = { row_x[1] * f[1] + row_x[2] * g[YZ], row_x[2] * f[2],
                                         row_y[2] * f[2] };
  for (int k = 0; k < 3; k++) {
    work[k] = p->pressure * call->volume + v0 * of_lengths[k];
    work[3 + k] = v0 * of_shears[k];
  }
}

static double potential(const rgs_barostat_call *call) {
  const rgs_flexible *p = call->params;
  const rgs_upper h = deformation_of(call);
  const double *f = h.diagonal, *g = h.off;
  double strain = 0;
  for (int k = 0; k < 3; k++)
    if (call->set.group[k] >= 0) strain += call->cell->strain[call->set.group[k]];
  /* D:(F^T F - 1)/2 */
  const double stretched = p->deviation_xx * (f[0] * f[0] - 1) +
                           p->deviation_yy * (f[1] * f[1] + g[XY] * g[XY] - 1) +
                           p->deviation_zz * (f[2] * f[2] + g[XZ] * g[XZ] + g[YZ] * g[YZ] - 1);
  const double sheared = p->deviation_xy * f[0] * g[XY] + p->deviation_xz * f[0] * g[XZ] +
                         p->deviation_yz * (g[XY] * g[XZ] + f[1] * g[YZ]);
  return p->pressure * call->volume - p->kt * strain +
         rgs_cell_reference_volume(call->cell) * (0.5 * stretched + sheared);
}

/* ---- its table ------------------------------------------------------------------------------- */

static rgs_barostat_setting setting(const void *params) {
  const rgs_flexible *p = params;
  return (rgs_barostat_setting){ p->kt,
                                 p->barostat_relaxation,
                                 p->barostat_mass,
                                 p->barostat_rate,
                                 p->seed,
                                 { (int)p->group_x - 1, (int)p->group_y - 1, (int)p->group_z - 1 },
                                 { p->shear_xy != 0, p->shear_xz != 0, p->shear_yz != 0 } };
}

static rgs_status check(const void *params, int dimensions, rgs_error *error) {
  const rgs_flexible *p = params;
  if (dimensions == 2)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "the bodies move in a plane (RGS_VIEW_PLANAR), and the cell of a barostat that shears "
        "has three dimensions; take the barostat 'andersen' with group_z 0");
  if (p->shear_xy && p->shear_yz && !p->shear_xz)
    return rgs_set_error(
        error, RGS_E_PARAM, -1,
        "shear_xy and shear_yz are 1 and shear_xz is 0; one of both after the other is a shear "
        "by xz, so set shear_xz to 1");
  return RGS_OK;
}

static const rgs_param_info rows[] = { RGS_FLEXIBLE_STRAINS, RGS_BAROSTAT_MOTION(rgs_flexible) };

RGS_THERMOSTAT_ABOUT(
    "flexible", 2, 0, RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL, rgs_flexible, "10.1063/1.328693",
    "Constant pressure or tension in a cell whose lengths and angles change; a fluid "
    "has no bounded shape in it.");

const rgs_barostat_table rgs_flexible_barostat = { .about = &about,
                                                   .shears = true,
                                                   .check = check,
                                                   .setting = setting,
                                                   .work = work,
                                                   .potential = potential,
                                                   RGS_BAROSTAT_MOTION_OF_STRAINS };
