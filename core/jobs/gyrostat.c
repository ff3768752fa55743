/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gyrostat.c - free rotation of a body with wheels inside, whose angular momentum w is constant along its axes.
 *
 * With y = Q^T l the body's rate is J^-1 (y - w), so its energy is y.J^-1 y/2 - y.J^-1 w but for a constant.  Each of
 * the two has a flow of its own that leaves l in space alone: the free rotation, and a rotation at the constant rate
 * -J^-1 w in the body.  Symmetric steps of both are composed to order 8 by the weights of W. Kahan and R.-C. Li
 * (doi 10.1090/S0025-5718-97-00873-9), in as many parts as make the error of a flow a few 1e-15.  The number of parts
 * depends on what the motion conserves, so the way back is the same.
 */
#include "jobs/gyrostat.h"
#include <math.h>
#include <stdbool.h>

enum { STEPS = 17, MIDDLE = STEPS / 2 };
static const double WEIGHT[MIDDLE + 1] = {
  0.130202483088890080878817632096700522,  0.561162981775108384561964407700150567,
  -0.389474962644847286408078598235248389, 0.158841906555155600896210745707152481,
  -0.395903894133237577336231539347938936, 0.184539640978315707091832541533375463,
  0.258374387686322047293979109994939472,  0.295011723609310298870966240218228113,
  -0.605508533830034511698921079334718588
};
static double weight(int k) { return WEIGHT[k <= MIDDLE ? k : STEPS - 1 - k]; }

#define ANGLE_OF_PART 0.25
#define MOST_PARTS 10000

/* q <- q exp(-time rate / 2) */
static void turn(const rgs_column *q, double time, const double rate[3], double size) {
  const double half = -time * size / 2, s = sin(half) / size, c = cos(half);
  const double r[3] = { s * rate[0], s * rate[1], s * rate[2] };
  const double a = RGS_AT(*q, 0, 0), x = RGS_AT(*q, 0, 1), y = RGS_AT(*q, 0, 2),
               z = RGS_AT(*q, 0, 3);
  RGS_AT(*q, 0, 0) = a * c - (x * r[0] + y * r[1] + z * r[2]);
  RGS_AT(*q, 0, 1) = a * r[0] + c * x + (y * r[2] - z * r[1]);
  RGS_AT(*q, 0, 2) = a * r[1] + c * y + (z * r[0] - x * r[2]);
  RGS_AT(*q, 0, 3) = a * r[2] + c * z + (x * r[1] - y * r[0]);
}

static rgs_status flow_one(const rgs_rotor *rotor, rgs_flow *one, const double rate[3],
                           double fastest, int64_t *bad) {
  const double h = one->h, size = hypot(hypot(rate[0], rate[1]), rate[2]);
  const double angle = fabs(h) * (size + fastest);
  const int parts = (int)fmin(fmax(ceil(angle / ANGLE_OF_PART), 1), MOST_PARTS);
  const double part = h / parts;
  rgs_status status = RGS_OK;
  for (int k = 0; k < parts; k++)
    for (int j = 0; j < STEPS && status == RGS_OK; j++) {
      one->h = weight(j) * part;
      turn(&one->q, (weight(j) + (j > 0 ? weight(j - 1) : 0)) / 2 * part, rate, size);
      status = rotor->flow(one, bad);
      if (j == STEPS - 1) turn(&one->q, weight(j) / 2 * part, rate, size);
    }
  one->h = h;
  return status;
}

static rgs_column from(const rgs_column *c, int64_t i) {
  return (rgs_column){ c->data + i * c->body, c->body, c->comp };
}

rgs_status rgs_gyrostat_flow(const rgs_rotor *rotor, const rgs_flow *call, const rgs_column *wheels,
                             int64_t *bad) {
  for (int64_t i = 0; i < call->n; i++) {
    rgs_flow one = *call;
    double rate[3], l2 = 0, least = INFINITY;
    one.n = 1;
    if (call->prepared != NULL) one.prepared += i * rotor->prepared;
    one.inertia = from(&call->inertia, i);
    one.l = from(&call->l, i);
    one.q = from(&call->q, i);
    for (int k = 0; k < 3; k++) {
      const double moment = RGS_AT(one.inertia, 0, k), l = RGS_AT(one.l, 0, k);
      rate[k] = moment > 0 ? RGS_AT(*wheels, i, k) / moment : 0;
      if (moment > 0) least = fmin(least, moment);
      l2 += l * l;
    }
    const bool turns = rate[0] != 0 || rate[1] != 0 || rate[2] != 0;
    const rgs_status status =
        turns ? flow_one(rotor, &one, rate, sqrt(l2) / least, bad) : rotor->flow(&one, bad);
    if (status == RGS_OK) continue;
    *bad = i;
    return status;
  }
  return RGS_OK;
}
