/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flexible.c - the piston `flexible` (flexible.h).
 *
 * THE CELL  is an upper triangular matrix h with positive diagonal: its columns are the vectors a, b, c of
 * the cell, and a centre of mass is X = h s.  Such matrices are a group, B.  A strain multiplies h and all X
 * from the left: E_k stretches axis k, and E_xy, E_xz, E_yz shear, X_x += e X_y and so on.  Attitudes stay.
 *
 * HAMILTONIAN  J_k and J_ab are the momenta of these six strains, the numbers by which the variables
 * (h, its momenta, s, h^T P) change along the strain.  With one mass W,
 *   H' = sum P^2/2M + K_rot + sum J^2/2W + U + p V - kT ln V + V0 D:(F^T F - 1)/2,   F = h h0^-1,
 * where V0 and h0 belong to the reference cell, p is the pressure and D the symmetric matrix of deviations
 * (M. Parrinello and A. Rahman, J. Appl. Phys. 52, 7182 (1981), doi 10.1063/1.328693; J. R. Ray and
 * A. Rahman, J. Chem. Phys. 80, 4423 (1984), doi 10.1063/1.447221).
 *
 * ENSEMBLE  Motion keeps exp(-H'/kT) and the measure of phase space, which is (right-invariant measure of B)
 * times dJ dX dP dl dq.  The forms dh h^-1 give dh / (a_x b_y^2 c_z^3) for the first.  So, with -kT ln V and
 * dX = V^N ds, cells and positions have the density
 *   exp(-(U + p V)/kT) V^N ds  da_x db_x db_y dc_x dc_y dc_z / (b_y c_z^2),
 * with V^(N-1) where the total momentum stays zero.  This measure of cells is what dh/V^2 of all nine numbers
 * leaves when rotations are integrated (G. J. Martyna, D. J. Tobias and M. L. Klein, J. Chem. Phys. 101, 4177
 * (1994), doi 10.1063/1.467468): a matrix is a rotation times an element of B, with da_x .. dc_z a_x^2 b_y.
 * It is V times an invariant measure, so it does not depend on the choice of lattice vectors, and the volume
 * of an ideal gas has the density V^N exp(-p V/kT) as with the piston `andersen`.
 *
 * FEWER STRAINS  Lengths may be fixed or change together, and shears may be left out, as long as the strains that
 * remain are a group: xy after yz is xz as well, so those two need the third.  Then cells are the elements of this
 * group times the first cell, axes that change together have one momentum and the mass W times their number, and the
 * measure is V times d ln of each length, or of lengths that change together, times dh_ab/h_bb for each shear.
 *
 * KICK  dJ/dt is minus the derivative of the potential terms along the strain: the virial of that strain,
 * minus V0 (F D F^T)_ab, and for a length kT - p V.
 *
 * FREE FLIGHT  is sheared(t/2) stretched(t) sheared(t/2).
 *   stretched: sum P^2/2M + sum J_k^2/2W.  Each axis has the closed form of andersen.c, X_k -> u_k X_k + ..,
 *     P_k -> P_k/u_k.  A shear's momentum obeys (J_ab u_a/u_b)' = S_ab/u_b^2 with S_ab = sum P_a P_b/M as at
 *     the beginning, and the integral of 1/u_b^2 is slide_b/u_b.
 *   sheared: J_xy^2/2W over t/2, then (J_xz^2 + J_yz^2)/2W, whose two flows commute; behind `stretched` in
 *     the opposite order.  A shear by e = t J/W maps h and X by g = 1 + e E, P by g^-T, and the momenta J by
 *     <J, E> -> <J, g^-1 E g>, the Lie-Poisson structure of B.
 * So a step of `strang` is symmetric and of order 2, and compositions of such steps have their order.
 */
#include "baths/flexible.h"
#include "baths/andersen.h"
#include "baths/bath_params.h"
#include "baths/builtin_baths.h"
#include "baths/draws.h"
#include "lanes/unfused.h"
#include <math.h>

enum { XY, XZ, YZ, SHEARS };
static const int FIRST[SHEARS] = { 0, 0, 1 }, SECOND[SHEARS] = { 1, 2, 2 };

/* ---- the cell -------------------------------------------------------------------------------- */

typedef struct cell {
  double length[3], tilt[SHEARS]; /* the diagonal of h, and the rest */
} cell;

static cell cell_now(const rgs_piston_call *call) {
  cell c;
  for (int k = 0; k < 3; k++) {
    const int g = call->group[k];
    c.length[k] = call->box->lengths[k];
    if (g >= 0) c.length[k] *= rgs_exp(call->box->strain[g] - call->box->told[g]);
    c.tilt[k] = call->shears->tilt[k];
  }
  return c;
}

/* W: of a shear, and of an axis. */
static double mass_of(const rgs_piston_call *call) {
  const int n = rgs_axes_of(call->group, 0);
  return n > 1 ? call->box->mass[0] / n : call->box->mass[0];
}

static void free_shears(const rgs_piston_call *call, bool moves[SHEARS]) {
  const rgs_flexible *p = call->params;
  moves[XY] = p->shear_xy != 0;
  moves[XZ] = p->shear_xz != 0;
  moves[YZ] = p->shear_yz != 0;
}

/* F = h h0^-1: the diagonal, and xy, xz, yz. */
static void deformation(const rgs_piston_call *call, double f[3], double g[SHEARS]) {
  const cell now = cell_now(call);
  const double *l = call->box->reference, *t = call->shears->reference;
  for (int k = 0; k < 3; k++) f[k] = now.length[k] / l[k];
  g[XY] = (now.tilt[XY] - f[0] * t[XY]) / l[1];
  g[YZ] = (now.tilt[YZ] - f[1] * t[YZ]) / l[2];
  g[XZ] = (now.tilt[XZ] - f[0] * t[XZ] - g[XY] * t[YZ]) / l[2];
}

static double reference_volume(const rgs_piston_call *call) {
  const double *l = call->box->reference;
  return l[0] * l[1] * l[2];
}

/* ---- shears ---------------------------------------------------------------------------------- */

typedef struct flight {
  cell now;
  int slot[3]; /* where each axis has its momentum; the last place is for fixed ones */
  bool moves[SHEARS];
  double p[RGS_GROUPS + 1], j[SHEARS], kinetic[6], mass;
} flight;

/* How momenta of strains follow a shear by xy, and by xz and yz: <J, E> -> <J, g^-1 E g>. */
static void follow_xy(flight *f, double e) {
  f->p[f->slot[0]] += e * f->j[XY];
  f->p[f->slot[1]] -= e * f->j[XY];
  if (f->moves[YZ]) f->j[YZ] -= e * f->j[XZ];
}

static void follow_z(flight *f, double xz, double yz) {
  f->p[f->slot[0]] += xz * f->j[XZ];
  f->p[f->slot[1]] += yz * f->j[YZ];
  f->p[f->slot[2]] -= xz * f->j[XZ] + yz * f->j[YZ];
  if (f->moves[XY]) f->j[XY] += yz * f->j[XZ];
}

/* h -> n h; n: the entries xy, xz, yz of an upper triangular matrix with ones on its diagonal. */
static void shear_cell(cell *c, const double n[SHEARS]) {
  c->tilt[XY] += n[XY] * c->length[1];
  c->tilt[XZ] += n[XY] * c->tilt[YZ] + n[XZ] * c->length[2];
  c->tilt[YZ] += n[YZ] * c->length[2];
}

/* Kinetic energies xx, yy, zz, xy, xz, yz where P -> n^-T P, which is x, y - a x, z - c y + d x. */
static void shear_kinetic(double kinetic[6], const double n[SHEARS]) {
  const double a = n[XY], c = n[YZ], d = a * c - n[XZ];
  const double xx = kinetic[0], yy = kinetic[1], zz = kinetic[2];
  const double *k = kinetic + 3;
  const double xy = k[XY] - a * xx, xz = k[XZ] - c * k[XY] + d * xx;
  const double y_z = k[YZ] - c * yy + d * k[XY]; /* the old y with the new z */
  kinetic[1] = fmax(0, yy - a * (k[XY] + xy));
  kinetic[2] = fmax(0, zz - c * (k[YZ] + y_z) + d * (k[XZ] + xz));
  kinetic[3 + XY] = xy;
  kinetic[3 + XZ] = xz;
  kinetic[3 + YZ] = y_z - a * xz;
}

/* Half of the shears: the one by xy comes first in free flight, and last in its second half. */
static void shear(flight *f, double t, bool xy_first, double n[SHEARS]) {
  const double rate = t / f->mass;
  if (xy_first) follow_xy(f, n[XY] = rate * f->j[XY]);
  n[XZ] = rate * f->j[XZ];
  n[YZ] = rate * f->j[YZ];
  follow_z(f, n[XZ], n[YZ]);
  if (!xy_first) {
    follow_xy(f, n[XY] = rate * f->j[XY]);
    n[XZ] += n[XY] * n[YZ];
  }
  shear_cell(&f->now, n);
  shear_kinetic(f->kinetic, n);
}

/* ---- free flight ----------------------------------------------------------------------------- */

/* A fixed axis leaves *bodies as it is: free flight over the time t. */
static void stretch(flight *f, double t, double strain[RGS_GROUPS], rgs_piston_step *bodies) {
  for (int g = 0; g < RGS_GROUPS; g++) {
    int n = 0;
    double energy = 0;
    for (int k = 0; k < 3; k++)
      if (f->slot[k] == g) n++, energy += f->kinetic[k];
    if (n == 0) continue;
    rgs_piston axes = { n, n * f->mass, strain[g], f->p[g] };
    const rgs_piston_flight one = rgs_piston_fly(&axes, energy, t);
    strain[g] = axes.strain;
    f->p[g] = axes.momentum;
    for (int k = 0; k < 3; k++) {
      if (f->slot[k] != g) continue;
      f->now.length[k] *= 1 + one.growth;
      f->kinetic[k] *= one.squeeze * one.squeeze;
      bodies->growth[k] = one.growth;
      bodies->slide[k] = one.slide;
      bodies->squeeze[k] = one.squeeze;
    }
  }
  for (int s = 0; s < SHEARS; s++) {
    const int a = FIRST[s], b = SECOND[s];
    const double pushed = 2 * f->kinetic[3 + s] * bodies->slide[b] * bodies->squeeze[b];
    if (f->moves[s]) f->j[s] = (f->j[s] + pushed) * bodies->squeeze[a] * (1 + bodies->growth[b]);
    f->kinetic[3 + s] *= bodies->squeeze[a] * bodies->squeeze[b];
    f->now.tilt[s] *= 1 + bodies->growth[a];
  }
}

static bool fly(rgs_piston_call *call, double t, rgs_piston_step *bodies) {
  flight f = { .now = cell_now(call), .mass = mass_of(call) };
  double strain[RGS_GROUPS], sum = 0;
  free_shears(call, f.moves);
  for (int k = 0; k < 3; k++) f.slot[k] = call->group[k] >= 0 ? call->group[k] : RGS_GROUPS;
  memcpy(strain, call->box->strain, sizeof strain);
  memcpy(f.p, call->box->momentum, sizeof call->box->momentum);
  memcpy(f.j, call->shears->momentum, sizeof f.j);
  memcpy(f.kinetic, call->kinetic, sizeof f.kinetic);
  shear(&f, 0.5 * t, true, bodies->shear_before);
  stretch(&f, t, strain, bodies);
  shear(&f, 0.5 * t, false, bodies->shear_after);
  for (int k = 0; k < 3; k++) {
    if (!(fabs(strain[k]) <= RGS_MOST_STRAIN)) return false;
    sum += f.p[k] - f.p[k] + (f.j[k] - f.j[k]) + (f.now.tilt[k] - f.now.tilt[k]);
  }
  if (sum != 0) return false;
  memcpy(call->box->strain, strain, sizeof strain);
  memcpy(call->box->momentum, f.p, sizeof call->box->momentum);
  memcpy(call->shears->momentum, f.j, sizeof f.j);
  memcpy(call->shears->tilt, f.now.tilt, sizeof f.now.tilt);
  memcpy(call->kinetic, f.kinetic, sizeof f.kinetic);
  return true;
}

/* ---- kick and energies ----------------------------------------------------------------------- */

static void begin(rgs_piston_call *call) {
  const rgs_flexible *p = call->params;
  double whole = p->piston_mass;
  if (whole == 0) whole = (call->freedom + 3) * p->kt * p->piston_relaxation * p->piston_relaxation;
  for (int g = 0; g < RGS_GROUPS; g++)
    if (call->box->mass[g] == 0)
      call->box->mass[g] = whole / 3 * fmax(1, rgs_axes_of(call->group, g));
}

static void kick(rgs_piston_call *call, double t) {
  const rgs_flexible *p = call->params;
  const double v0 = reference_volume(call);
  double f[3], g[SHEARS];
  deformation(call, f, g);
  /* F D, of which row z has its diagonal only in F, and F D F^T. */
  const double xx = p->deviation_xx, yy = p->deviation_yy, zz = p->deviation_zz;
  const double xy = p->deviation_xy, xz = p->deviation_xz, yz = p->deviation_yz;
  const double row_x[3] = { f[0] * xx + g[XY] * xy + g[XZ] * xz,
                            f[0] * xy + g[XY] * yy + g[XZ] * yz,
                            f[0] * xz + g[XY] * yz + g[XZ] * zz };
  const double row_y[3] = { 0, f[1] * yy + g[YZ] * yz, f[1] * yz + g[YZ] * zz };
  const double of_lengths[3] = { row_x[0] * f[0] + row_x[1] * g[XY] + row_x[2] * g[XZ],
                                 row_y[1] * f[1] + row_y[2] * g[YZ], f[2] * zz * f[2] };
  const double of_shears[SHEARS] = { row_x[1] * f[1] + row_x[2] * g[YZ], row_x[2] * f[2],
                                     row_y[2] * f[2] };
  bool moves[SHEARS];
  free_shears(call, moves);
  for (int k = 0; k < 3; k++) {
    const int g = call->group[k];
    const double work = p->pressure * call->volume + v0 * of_lengths[k];
    if (g >= 0) call->box->momentum[g] += t * (call->virial[k] + (p->kt - work));
    if (moves[k]) call->shears->momentum[k] += t * (call->virial[3 + k] - v0 * of_shears[k]);
  }
}

static double potential(const rgs_piston_call *call) {
  const rgs_flexible *p = call->params;
  double f[3], g[SHEARS], strain = 0;
  for (int k = 0; k < 3; k++)
    if (call->group[k] >= 0) strain += call->box->strain[call->group[k]];
  deformation(call, f, g);
  /* D:(F^T F - 1)/2 */
  const double stretched = p->deviation_xx * (f[0] * f[0] - 1) +
                           p->deviation_yy * (f[1] * f[1] + g[XY] * g[XY] - 1) +
                           p->deviation_zz * (f[2] * f[2] + g[XZ] * g[XZ] + g[YZ] * g[YZ] - 1);
  const double sheared = p->deviation_xy * f[0] * g[XY] + p->deviation_xz * f[0] * g[XZ] +
                         p->deviation_yz * (g[XY] * g[XZ] + f[1] * g[YZ]);
  return p->pressure * call->volume - p->kt * strain +
         reference_volume(call) * (0.5 * stretched + sheared);
}

static double kinetic(const rgs_piston_call *call) {
  double sum = 0;
  for (int k = 0; k < 3; k++)
    sum += call->box->momentum[k] * call->box->momentum[k] / fmax(1, rgs_axes_of(call->group, k)) +
           call->shears->momentum[k] * call->shears->momentum[k];
  return call->box->mass[0] > 0 ? 0.5 * sum / mass_of(call) : 0;
}

static void bathe(rgs_piston_call *call, double h) {
  const rgs_flexible *p = call->params;
  const double rate = rgs_piston_rate(p->piston_rate, p->piston_relaxation, call->bathed, p->seed);
  const double mass = mass_of(call), keep = rgs_exp(-rate * h);
  const double spread = -rgs_expm1(-2 * rate * h) * p->kt;
  rgs_draws draws = { (uint32_t)p->seed, RGS_STREAMS * call->visit + RGS_STREAM_PISTON, call->step,
                      0 };
  /* Where the bath begins the first step, no sum over the bodies has told the mass yet. */
  bool moves[SHEARS];
  free_shears(call, moves);
  for (int k = 0; k < 6 && rate != 0 && mass != 0; k++) {
    const int n = k < 3 ? rgs_axes_of(call->group, k) : moves[k - 3];
    double *momentum = k < 3 ? &call->box->momentum[k] : &call->shears->momentum[k - 3];
    rgs_piston one = { n, n * mass, 0, *momentum };
    if (n == 0) continue;
    call->heat += rgs_piston_bathe(&one, keep, spread, rgs_draw_normal(&draws));
    *momentum = one.momentum;
  }
}

/* ---- its table ------------------------------------------------------------------------------- */

static void find_groups(const void *params, int group[3]) {
  const rgs_flexible *p = params;
  group[0] = (int)p->group_x - 1;
  group[1] = (int)p->group_y - 1;
  group[2] = (int)p->group_z - 1;
}

static rgs_status check(const void *params, bool bathed, int dimensions, rgs_error *error) {
  const rgs_flexible *p = params;
  if (dimensions == 2)
    return rgs_refuse(
        error, RGS_E_ARG, -1,
        "piston 'flexible': the bodies move in a plane (RGS_VIEW_PLANE), and its cell "
        "has three dimensions; take the piston 'andersen' with group_z 0");
  if (p->shear_xy && p->shear_yz && !p->shear_xz)
    return rgs_refuse(
        error, RGS_E_PARAM, -1,
        "piston 'flexible': shear_xy and shear_yz are 1 and shear_xz is 0; one of both "
        "after the other is a shear by xz, so set shear_xz to 1");
  if (!p->group_x && !p->group_y && !p->group_z && !p->shear_xy && !p->shear_xz && !p->shear_yz)
    return rgs_refuse(
        error, RGS_E_PARAM, -1,
        "piston 'flexible': all of group_x .. group_z and shear_xy .. shear_yz are 0, "
        "so that nothing may change; one of them must be above 0");
  return rgs_piston_check_rate("flexible", p->piston_rate, bathed, p->seed, error);
}

#define ROW(...) RGS_BATH_PARAM(rgs_flexible, __VA_ARGS__)
#define DEVIATION(axes)                                                                            \
  ROW(deviation_##axes, RGS_F64, "pressure",                                                       \
      "Entry " #axes " of the tension of the reference cell beyond the pressure, positive where "  \
      "it compresses.",                                                                            \
      -RGS_BATH_MOST, RGS_BATH_MOST, 0, RGS_PARAM_RAMPS)
#define GROUP(axis, its)                                                                           \
  ROW(group_##axis, RGS_I64, "",                                                                   \
      "Lengths of axes with the same number change together; 0: the length is fixed.", 0, 3, its,  \
      0)
#define SHEAR(axes)                                                                                \
  ROW(shear_##axes, RGS_I64, "", "1: the cell shears by " #axes "; 0: it does not.", 0, 1, 1, 0)

static const rgs_param_info rows[] = {
  RGS_BATH_KT(rgs_flexible),
  RGS_PISTON_PRESSURE(rgs_flexible),
  DEVIATION(xx),
  DEVIATION(yy),
  DEVIATION(zz),
  DEVIATION(xy),
  DEVIATION(xz),
  DEVIATION(yz),
  GROUP(x, 1),
  GROUP(y, 2),
  GROUP(z, 3),
  SHEAR(xy),
  SHEAR(xz),
  SHEAR(yz),
  RGS_PISTON_MOTION(rgs_flexible),
  RGS_BATH_CONSERVED(rgs_flexible),
};

RGS_BATH_ABOUT("flexible", 2, RGS_EVAL_SUM | RGS_EVAL_VIRIAL, rgs_flexible, "10.1063/1.328693",
               "Constant pressure or tension in a cell whose lengths and angles change; a fluid "
               "has no bounded shape in it.");

const rgs_piston_table rgs_flexible_piston = { .about = &about,
                                               .shears = true,
                                               .check = check,
                                               .groups = find_groups,
                                               .begin = begin,
                                               .kick = kick,
                                               .fly = fly,
                                               .bathe = bathe,
                                               .kinetic = kinetic,
                                               .potential = potential };
