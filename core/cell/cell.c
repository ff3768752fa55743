/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cell.c - the cell (cell.h).
 *
 * A GROUP OF AXES  E = p^2/2W + K of the group is constant.  With v = p/W, o = root(2E/W) and
 * u = cosh ot + (v/o) sinh ot the solution is L -> L u, X -> X u + (P/M) sinh(ot)/o, P -> P/u,
 * p -> W (o sinh ot + v cosh ot)/u.  |v| <= o, so u is never 0.  Where ot is small, sinh(ot)/o
 * and u - 1 come from series, so that E = 0 is no special case.  Where v and t have opposite signs,
 * u is exp(-|ot|) + sinh|ot| (1 - |v|/o).
 *
 * THE CELL  flies by sheared(t/2) stretched(t) sheared(t/2).
 *   stretched: each group of axes as above.  A shear's momentum obeys (J_ab u_a/u_b)' = S_ab/u_b^2 with
 *     S_ab = sum P_a P_b/M as at the beginning, and the integral of 1/u_b^2 is slide_b/u_b.
 *   sheared: J_xy^2/2W over t/2, then (J_xz^2 + J_yz^2)/2W, whose two flows commute; behind `stretched` in
 *     the opposite order.  A shear by e = t J/W maps h and X by g = 1 + e E, P by g^-T, and the momenta J by
 *     <J, E> -> <J, g^-1 E g>, the Lie-Poisson structure of the group of these matrices.
 */
#include "cell/cell.h"
#include "simd/unfused.h"
#include <math.h>

enum { XY = RGS_XY, XZ = RGS_XZ, YZ = RGS_YZ };
static const int FIRST[RGS_SHEARS] = { 0, 0, 1 }, SECOND[RGS_SHEARS] = { 1, 2, 2 };

/* ---- the cell now ---------------------------------------------------------------------------- */

/* Where lengths and tilts stand among the nine numbers. */
static const int LENGTH[3] = { 0, 4, 8 }, TILT[RGS_SHEARS] = { 3, 6, 7 };

void rgs_cell_to_vectors(const rgs_upper *h, double vectors[9]) {
  for (int k = 0; k < 9; k++) vectors[k] = 0;
  for (int k = 0; k < 3; k++) {
    vectors[LENGTH[k]] = h->diagonal[k];
    vectors[TILT[k]] = h->off[k];
  }
}

rgs_upper rgs_cell_of_vectors(const double vectors[9]) {
  rgs_upper h;
  for (int k = 0; k < 3; k++) {
    h.diagonal[k] = vectors[LENGTH[k]];
    h.off[k] = vectors[TILT[k]];
  }
  return h;
}

rgs_upper rgs_cell_now(const rgs_moved_cell *cell, const int group[3]) {
  rgs_upper h;
  for (int k = 0; k < 3; k++) {
    const int g = group[k];
    h.diagonal[k] = cell->lengths[k];
    if (g >= 0) h.diagonal[k] *= rgs_exp(cell->strain[g] - cell->strain_at_set[g]);
    h.off[k] = cell->tilt[k];
  }
  return h;
}

double rgs_cell_volume(const rgs_moved_cell *cell, const int group[3]) {
  double volume = 1, strain = 0;
  for (int k = 0; k < 3; k++) volume *= cell->lengths[k];
  for (int g = 0; g < RGS_GROUPS; g++) {
    const int axes = rgs_axes_of(group, g);
    if (axes > 0) strain += axes * (cell->strain[g] - cell->strain_at_set[g]);
  }
  return volume * rgs_exp(strain);
}

double rgs_cell_reference_volume(const rgs_moved_cell *cell) {
  const double *l = cell->reference.diagonal;
  return l[0] * l[1] * l[2];
}

rgs_upper rgs_cell_deformation(const rgs_upper *h, const rgs_upper *h0) {
  const double *l = h0->diagonal, *t = h0->off;
  rgs_upper f;
  for (int k = 0; k < 3; k++) f.diagonal[k] = h->diagonal[k] / l[k];
  f.off[XY] = (h->off[XY] - f.diagonal[0] * t[XY]) / l[1];
  f.off[YZ] = (h->off[YZ] - f.diagonal[1] * t[YZ]) / l[2];
  f.off[XZ] = (h->off[XZ] - f.diagonal[0] * t[XZ] - f.off[XY] * t[YZ]) / l[2];
  return f;
}

/* ---- a group of axes ------------------------------------------------------------------------- */

rgs_axes_flight rgs_cell_fly_axes(rgs_strained_axes *axes, double kinetic, double t) {
  const double v = axes->momentum / axes->mass, thrust = 2 * kinetic / axes->mass;
  const double o = sqrt(v * v + thrust), displacement = t * rgs_sinh_over(o * t);
  double expansion, speed; /* speed: of the strain, times 1 + expansion */
  if (v * t >= 0) {
    const double cosh_minus_1 = rgs_cosh_minus_1(o * t);
    expansion = cosh_minus_1 + v * displacement;
    speed = o * o * displacement + v * (1 + cosh_minus_1);
  } else { /* cosh and sinh nearly cancel; o - |v| without that */
    const double fall = rgs_expm1(-o * fabs(t)), lag = thrust / (o + fabs(v));
    expansion = fall + fabs(displacement) * lag;
    speed = v * (1 + fall) + lag * o * displacement;
  }
  axes->momentum = axes->mass * speed / (1 + expansion);
  axes->strain += rgs_log_of_1_plus(expansion);
  return (rgs_axes_flight){ expansion, displacement, 1 / (1 + expansion) };
}

static void stretch(rgs_flying_cell *c, double t, rgs_cell_flight *bodies) {
  for (int g = 0; g < RGS_GROUPS; g++) {
    if (rgs_axes_of(c->slot, g) == 0) continue;
    double energy = 0;
    for (int k = 0; k < 3; k++) energy += c->slot[k] == g ? c->kinetic[k] : 0;
    rgs_strained_axes axes = { c->mass[g], c->strain[g], c->momentum[g] };
    const rgs_axes_flight one = rgs_cell_fly_axes(&axes, energy, t);
    c->strain[g] = axes.strain;
    c->momentum[g] = axes.momentum;
    for (int k = 0; k < 3; k++) {
      if (c->slot[k] != g) continue;
      c->now.diagonal[k] *= 1 + one.expansion;
      c->kinetic[k] *= one.scaling * one.scaling;
      bodies->expansion[k] = one.expansion;
      bodies->displacement[k] = one.displacement;
      bodies->scaling[k] = one.scaling;
    }
  }
  for (int s = 0; s < RGS_SHEARS; s++) {
    const int a = FIRST[s], b = SECOND[s];
    double *j = &c->shear_momentum[s];
    const double pushed = 2 * c->kinetic[3 + s] * bodies->displacement[b] * bodies->scaling[b];
    if (c->moves[s]) *j = (*j + pushed) * bodies->scaling[a] * (1 + bodies->expansion[b]);
    c->kinetic[3 + s] *= bodies->scaling[a] * bodies->scaling[b];
    c->now.off[s] *= 1 + bodies->expansion[a];
  }
}

/* ---- shears ---------------------------------------------------------------------------------- */

/* How momenta of strains follow a shear by xy, and by xz and yz: <J, E> -> <J, g^-1 E g>. */
static void follow_xy(rgs_flying_cell *c, double e) {
  double *j = c->shear_momentum;
  c->momentum[c->slot[0]] += e * j[XY];
  c->momentum[c->slot[1]] -= e * j[XY];
  if (c->moves[YZ]) j[YZ] -= e * j[XZ];
}

static void follow_z(rgs_flying_cell *c, double xz, double yz) {
  double *j = c->shear_momentum;
  c->momentum[c->slot[0]] += xz * j[XZ];
  c->momentum[c->slot[1]] += yz * j[YZ];
  c->momentum[c->slot[2]] -= xz * j[XZ] + yz * j[YZ];
  if (c->moves[XY]) j[XY] += yz * j[XZ];
}

/* h -> n h; n: the entries xy, xz, yz of an upper triangular matrix with ones on its diagonal. */
static void shear_vectors(rgs_upper *h, const double n[RGS_SHEARS]) {
  h->off[XY] += n[XY] * h->diagonal[1];
  h->off[XZ] += n[XY] * h->off[YZ] + n[XZ] * h->diagonal[2];
  h->off[YZ] += n[YZ] * h->diagonal[2];
}

/* Kinetic energies xx, yy, zz, xy, xz, yz where P -> n^-T P, which is x, y - a x, z - c y + d x. */
static void shear_kinetic(double kinetic[6], const double n[RGS_SHEARS]) {
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
static void shear(rgs_flying_cell *c, double t, bool xy_first, double n[RGS_SHEARS]) {
  const double rate = t / c->shear_mass, *j = c->shear_momentum;
  if (xy_first) follow_xy(c, n[XY] = rate * j[XY]);
  n[XZ] = rate * j[XZ];
  n[YZ] = rate * j[YZ];
  follow_z(c, n[XZ], n[YZ]);
  if (!xy_first) {
    follow_xy(c, n[XY] = rate * j[XY]);
    n[XZ] += n[XY] * n[YZ];
  }
  shear_vectors(&c->now, n);
  shear_kinetic(c->kinetic, n);
}

void rgs_cell_fly(rgs_flying_cell *cell, double t, rgs_cell_flight *bodies) {
  const bool shears = cell->moves[XY] || cell->moves[XZ] || cell->moves[YZ];
  if (shears) shear(cell, 0.5 * t, true, bodies->shear_before);
  stretch(cell, t, bodies);
  if (shears) shear(cell, 0.5 * t, false, bodies->shear_after);
}
