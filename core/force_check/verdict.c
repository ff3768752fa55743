/* SPDX-License-Identifier: BSD-3-Clause
 *
 * verdict.c - which mistake explains what the host gave: each is a formula that makes the wrong vectors from
 * the right ones, and must do so for all bodies that were checked.
 */
#include "force_check/force_check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static double length(const double *a) { return sqrt(dot(a, a)); }
static double apart(const double *a, const double *b) {
  const double d[3] = { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
  return length(d);
}

/* ---- forces and torques: part 0 and 1 -------------------------------------------------------- */
/* How far f or tau of a row may be off. */
static double room(const rgs_force_work *w, const rgs_draft_force_row *row, int part) {
  const double *given = row->given + 3 * part, *energy = row->energy + 3 * part;
  const double scale = fmax(fmax(length(given), length(energy)), 0.1 * w->rms[part]);
  return w->check->tolerance * scale + 3 * length(row->error + 3 * part) + 5 * w->force_noise[part];
}

static double off(const rgs_force_work *w, const rgs_draft_force_row *row, int part) {
  const double far = apart(row->given + 3 * part, row->energy + 3 * part);
  return far == 0 ? 0 : far / room(w, row, part);
}

/* What a host gives that reads q as (x, y, z, w): a rotation of the body by r rotates its picture by this
 * vector, of the same length. */
static void through_other_order(const double q[4], const double r[3], double out[3]) {
  const double dq[4] = { -(r[0] * q[1] + r[1] * q[2] + r[2] * q[3]),
                         r[0] * q[0] + r[1] * q[3] - r[2] * q[2],
                         r[1] * q[0] + r[2] * q[1] - r[0] * q[3],
                         r[2] * q[0] + r[0] * q[2] - r[1] * q[1] };
  for (int k = 0; k < 3; k++) { /* dq conj(q), both in the other order: vector 0 to 2, scalar 3 */
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    out[k] = dq[k] * q[3] - dq[3] * q[k] - (dq[a] * q[b] - dq[b] * q[a]);
  }
}

/* What the host would give by the mistake. */
static void by_mistake(const rgs_force_work *w, uint32_t mistake, const rgs_draft_force_row *row,
                       double power, int part, double out[3]) {
  const double *right = row->energy + 3 * part, *f = row->energy;
  const double *x = w->base + RGS_BASE_DOUBLES * row->body, *q = x + 3;
  switch (mistake) {
  case RGS_DRAFT_FORCE_DISTANCE:
    for (int k = 0; k < 3; k++) out[k] = pow(length(x), power) * right[k];
    break;
  case RGS_DRAFT_FORCE_BODY_FRAME: rgs_fc_rotate(q, right, true, out); break;
  case RGS_DRAFT_FORCE_ROTATED_TWICE: rgs_fc_rotate(q, right, false, out); break;
  case RGS_DRAFT_FORCE_QUATERNION_ORDER: through_other_order(q, right, out); break;
  case RGS_DRAFT_FORCE_QUATERNION_INVERSE:
    rgs_fc_rotate(q, right, true, out);
    for (int k = 0; k < 3; k++) out[k] = -out[k];
    break;
  default: /* about the origin */
    for (int k = 0; k < 3; k++) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      out[k] = right[k] + x[a] * f[b] - x[b] * f[a];
    }
  }
}

/* The sum of the squares that are left if the mistake (with this power), or this factor, gives the rows;
 * infinity if some row was not. */
static double left_by(const rgs_force_work *w, uint32_t mistake, double factor, int part) {
  double squares = 0;
  for (int64_t i = 0; i < w->n_rows; i++) {
    const rgs_draft_force_row *row = &w->rows[i];
    double predicted[3];
    for (int k = 0; k < 3; k++) predicted[k] = factor * row->energy[3 * part + k];
    if (mistake != 0) by_mistake(w, mistake, row, factor, part, predicted);
    const double far = apart(predicted, row->given + 3 * part);
    if (far > 3 * fmax(1, fabs(factor)) * room(w, row, part)) return INFINITY;
    squares += far * far;
  }
  return squares;
}

/* The factor between what is given and what the energy says; what it is called if it holds for all. */
static uint32_t name_factor(double factor, double *out) {
  *out = factor;
  if (factor == 0 || !isfinite(factor)) return RGS_DRAFT_FORCE_MISSING;
  return (factor < 0 ? RGS_DRAFT_FORCE_SIGN : 0u) |
         (fabs(fabs(factor) - 1) > 0.01 ? RGS_DRAFT_FORCE_FACTOR : 0u);
}

/* The factor that fits best; infinity if the energy does not depend on these vectors. */
static double factor_of(const rgs_force_work *w, int part) {
  double both = 0, energy = 0;
  bool zero = true;
  for (int64_t i = 0; i < w->n_rows; i++) {
    const double *e = w->rows[i].energy + 3 * part;
    both += dot(w->rows[i].given + 3 * part, e);
    energy += dot(e, e);
    zero &= length(e) <= 3 * length(w->rows[i].error + 3 * part);
  }
  return zero ? INFINITY : both / energy;
}

/* The mistake that explains most, if it leaves a tenth of what is wrong at most. */
static uint32_t why(rgs_force_work *w, int part) {
  static const uint32_t MISTAKES[] = { RGS_DRAFT_FORCE_BODY_FRAME, RGS_DRAFT_FORCE_ROTATED_TWICE,
                                       RGS_DRAFT_FORCE_QUATERNION_ORDER,
                                       RGS_DRAFT_FORCE_QUATERNION_INVERSE,
                                       RGS_DRAFT_FORCE_ABOUT_ORIGIN };
  const double factor = factor_of(w, part);
  if (isinf(factor)) return name_factor(factor, &w->factor[part]);
  double least = 0;
  for (int64_t i = 0; i < w->n_rows; i++) {
    const double far = apart(w->rows[i].given + 3 * part, w->rows[i].energy + 3 * part);
    least += 0.1 * far * far;
  }
  uint32_t best = 0;
  const double scaled = left_by(w, 0, factor, part);
  if (scaled <= least) {
    least = scaled;
    best = name_factor(factor, &w->factor[part]);
  }
  for (size_t k = 0; k < (part == 1 ? sizeof MISTAKES / sizeof *MISTAKES : 2); k++) {
    const double left = left_by(w, MISTAKES[k], 1, part);
    if (left < least) best = MISTAKES[k];
    least = fmin(least, left);
  }
  for (int power = -3; power <= 3; power++) {
    const double left = left_by(w, RGS_DRAFT_FORCE_DISTANCE, power, part);
    if (!(left < least)) continue;
    best = RGS_DRAFT_FORCE_DISTANCE;
    w->factor[part] = power;
    least = left;
  }
  return best;
}

bool rgs_fc_explains(const rgs_force_work *w, const rgs_draft_force_row *row,
                     const rgs_slope tau[3]) {
  rgs_draft_force_row other = *row;
  for (int k = 0; k < 3; k++) {
    other.energy[3 + k] = -tau[k].value;
    other.error[3 + k] = tau[k].error;
  }
  return off(w, &other, 1) <= 3;
}

static int worse_first(const void *a, const void *b) {
  const rgs_draft_force_row *one = a, *other = b;
  if (one->off != other->off) return one->off > other->off ? -1 : 1;
  return one->body < other->body ? -1 : 1;
}

void rgs_fc_judge_rows(rgs_force_work *w) {
  for (int part = 0; part < 2; part++) {
    double squares = 0;
    for (int64_t i = 0; i < w->n_rows; i++)
      squares += fmax(dot(w->rows[i].given + 3 * part, w->rows[i].given + 3 * part),
                      dot(w->rows[i].energy + 3 * part, w->rows[i].energy + 3 * part));
    w->rms[part] = sqrt(squares / (double)w->n_rows);
  }
  /* Torques that are small beside the forces are rounding, and the reverse. */
  w->rms[1] = fmax(w->rms[1], 1e-3 * w->rms[0] * w->size);
  w->rms[0] = fmax(w->rms[0], 1e-3 * w->rms[1] / w->size);
  for (int part = 0; part < 2; part++) {
    bool wrong = false;
    for (int64_t i = 0; i < w->n_rows; i++) {
      rgs_draft_force_row *row = &w->rows[i];
      const double here = off(w, row, part);
      wrong |= here > 1;
      row->off = fmax(row->off, here);
      w->far_off[part] =
          fmax(w->far_off[part],
               apart(row->given + 3 * part, row->energy + 3 * part) / fmax(w->rms[part], 1e-300));
      if (here <= 1 && 3 * length(row->error + 3 * part) > 0.3 * w->rms[part] && w->rms[part] > 0 &&
          length(row->given + 3 * part) > 0)
        w->check->found |= RGS_DRAFT_FORCE_NOISE;
    }
    if (!wrong) continue;
    w->wrong[part] = (part == 0 ? RGS_DRAFT_FORCE_WRONG_FORCE : RGS_DRAFT_FORCE_WRONG_TORQUE);
    w->wrong[part] |= why(w, part);
  }
  qsort(w->rows, (size_t)w->n_rows, sizeof *w->rows, worse_first);
}

/* ---- virial ---------------------------------------------------------------------------------- */
static const int AT[6] = { 0, 4, 8, 1, 2, 5 }, ROW[6] = { 0, 1, 2, 0, 0, 1 },
                 COLUMN[6] = { 0, 1, 2, 1, 2, 2 };

/* Twice the kinetic energy of translation, in the host's unit of energy. */
static double kinetic(const rgs_force_work *w, int k) {
  const rgs_view *v = &w->bodies->view;
  const double unit = w->host.force_scale > 0 ? w->host.force_scale : 1;
  double sum = 0;
  for (int64_t i = 0; i < w->n; i++) {
    const double m = RGS_AT(v->mass, i, 0), by = v->flags & RGS_VIEW_P_IS_VELOCITY ? m : 1 / m;
    sum += RGS_AT(v->p, i, ROW[k]) * RGS_AT(v->p, i, COLUMN[k]) * by / unit;
  }
  return sum;
}

/* Numbers of the virial that are judged together: all six, three lengths, or their sum. */
typedef struct judged {
  int n;
  double given[6], energy[6], room[6], kinetic[6];
} judged;

static judged of_components(const rgs_force_work *w, const double error[6], int n) {
  const double *given = w->check->virial, *energy = w->check->by_cell;
  judged j = { .n = n };
  double scale = 0;
  for (int k = 0; k < n; k++) scale = fmax(scale, fmax(fabs(given[AT[k]]), fabs(energy[AT[k]])));
  for (int k = 0; k < n; k++) {
    j.given[k] = given[AT[k]];
    j.energy[k] = energy[AT[k]];
    j.room[k] = w->check->tolerance * scale + 3 * error[k];
    j.kinetic[k] = kinetic(w, k);
  }
  return j;
}

static judged of_all_lengths(const rgs_force_work *w, rgs_slope all) {
  judged j = { .n = 1, .energy = { -all.value } };
  double scale = fabs(all.value);
  for (int k = 0; k < (w->planar ? 2 : 3); k++) {
    j.given[0] += w->check->virial[AT[k]];
    j.kinetic[0] += kinetic(w, k);
    scale = fmax(scale, fabs(w->check->virial[AT[k]]));
  }
  j.room[0] = w->check->tolerance * scale + 3 * all.error;
  return j;
}

/* Infinity if the host refused a cell. */
static double off_of(const judged *j) {
  double worst = 0;
  for (int k = 0; k < j->n; k++) {
    if (isinf(j->room[k])) return INFINITY;
    if (j->given[k] != j->energy[k])
      worst = fmax(worst, fabs(j->given[k] - j->energy[k]) / j->room[k]);
  }
  return worst;
}

/* Torques make a virial of bodies unsymmetric; one of atoms never is. */
static bool is_atomic(const rgs_force_work *w) {
  const double *given = w->check->virial;
  double torque = 0, unsymmetric = 0, shear = 0;
  for (int k = 0; k < 3; k++) {
    const int a = 3 * ((k + 1) % 3) + (k + 2) % 3, b = 3 * ((k + 2) % 3) + (k + 1) % 3;
    double sum = 0;
    for (int64_t i = 0; i < w->n; i++) sum += w->fa[RGS_FORCE_DOUBLES * i + 3 + k];
    torque = fmax(torque, fabs(sum));
    unsymmetric = fmax(unsymmetric, fabs(given[a] - given[b]));
    shear = fmax(shear, fabs(given[a]));
  }
  return shear > 0 && torque > 1e-3 * w->largest[1] && unsymmetric <= 0.01 * torque;
}

static uint32_t why_virial(rgs_force_work *w, const judged *j) {
  double both = 0, squares = 0, room = 0, mean = 0;
  const int lengths = w->planar ? 2 : 3;
  for (int k = 0; k < j->n; k++) {
    both += j->given[k] * j->energy[k];
    squares += j->energy[k] * j->energy[k];
    room = fmax(room, j->room[k]);
    if (k < lengths) mean += (j->given[k] - j->energy[k]) / lengths;
  }
  if (isinf(room)) return 0;
  const double factor = both / squares;
  bool scaled = true, has_kinetic = true, even = j->n > 1, nearly_even = j->n > 1;
  for (int k = 0; k < j->n; k++) {
    const double rest = j->given[k] - j->energy[k], far = fabs(rest - (k < lengths ? mean : 0));
    scaled &= fabs(j->given[k] - factor * j->energy[k]) <= 3 * fmax(1, fabs(factor)) * room;
    has_kinetic &= fabs(rest - j->kinetic[k]) <= 3 * room;
    even &= far <= 3 * room;
    nearly_even &= far <= fmax(0.1 * fabs(mean), 3 * room);
  }
  /* Any one number is a factor times another: only those that hosts make by mistake tell something. */
  if (j->n == 1)
    scaled = fabs(j->given[0] + j->energy[0]) <= j->room[0] ||
             fabs(j->given[0] - 2 * j->energy[0]) <= 2 * j->room[0] ||
             fabs(2 * j->given[0] - j->energy[0]) <= 2 * j->room[0];
  return scaled         ? name_factor(factor, &w->factor[2])
         : has_kinetic  ? RGS_DRAFT_FORCE_WITH_KINETIC
         : even         ? RGS_DRAFT_FORCE_NO_LONG_RANGE
         : is_atomic(w) ? RGS_DRAFT_FORCE_ATOMIC
         : nearly_even  ? RGS_DRAFT_FORCE_NO_LONG_RANGE
                        : 0u;
}

void rgs_fc_judge_virial(rgs_force_work *w, const double error[6], rgs_slope all) {
  const judged parts[] = { of_components(w, error, 6), of_components(w, error, 3),
                           of_all_lengths(w, all) };
  static const uint32_t SERVES[] = { 0, RGS_DRAFT_FORCE_FOR_LENGTHS,
                                     RGS_DRAFT_FORCE_FOR_ONE_FACTOR };
  for (int k = 0; k < 3; k++) {
    w->check->virial_off = off_of(&parts[k]);
    if (w->check->virial_off > 1) continue;
    w->check->found |= SERVES[k];
    return;
  }
  uint32_t cause = 0;
  for (int k = 0; k < 3 && cause == 0; k++) cause = why_virial(w, &parts[k]);
  w->wrong[2] = RGS_DRAFT_FORCE_WRONG_VIRIAL | cause;
}
