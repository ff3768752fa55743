/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_force_reference.c - free rotation and kicks together against motions known to 30 digits: every
 * row of data/heavytop.csv, data/satellite.csv (torques that depend on time) and data/water2.csv.
 *
 * With `exact` nothing but the splitting errs.  The step is halved, from four starts of at most a
 * radian's turn between two kicks, until only rounding is left.  Where the last two halvings
 * above rounding show the same slope, the error has settled to a power of the step, and that power
 * has to be the scheme's order.  Schemes of order 6 and above have to come down to rounding on
 * every row: to REACHED EPS cond, cond being the condition number of the problem itself.
 */
#include "check.h"
#include "problem.h"

#include <math.h>

#define REACHED 100 /* times EPS cond */
/* Slopes are read where errors are so many EPS cond; rounding, of up to ten, then turns a slope by
 * half of its tolerance at most. */
static real above_rounding(uint32_t order) { return order <= 6 ? 200 : 40; }
#define MOST_EVALUATIONS 20000
enum { MOST_HALVINGS = 20, STARTS = 4 };

static problem problems[FILES][MOST_ROWS];
static int rows[FILES];
static const char *const NAMES[FILES] = { "heavy tops", "satellites", "water pairs" };

static int read_files(void **state) {
  (void)state;
  for (int f = 0; f < FILES; f++) rows[f] = read_problems(RIGIDSTEP_TEST_DATA, f, problems[f]);
  return rows[HEAVY_TOPS] == 17 && rows[SATELLITES] == 4 && rows[WATER_PAIRS] == 2 ? 0 : -1;
}

/* Some rows have moments that no body has; the library says so. */
static bool is_body(const problem *p) {
  const double *moment = p->inertia;
  for (int k = 0; k < 3; k++)
    if (moment[k] > (moment[(k + 1) % 3] + moment[(k + 2) % 3]) * (1 + 1e-8)) return false;
  return true;
}

typedef struct fall { /* of the error as the step is halved */
  real error[MOST_HALVINGS];
  int count;
  real least, slope; /* slope: nan where it did not settle */
} fall;

static fall halve(const problem *p, rgs_context *context, const rgs_about *scheme, uint32_t evals,
                  real first, real tolerance) {
  fall f = { .count = 0, .least = INFINITY, .slope = NAN };
  const real bar = EPS * p->cond;
  int64_t steps = (int64_t)ceill(first * fabsl(p->time) * p->rate / evals);
  for (; f.count < MOST_HALVINGS && steps * evals <= MOST_EVALUATIONS; steps *= 2) {
    motion end[MOST_BODIES];
    forget_error();
    const rgs_status status =
        run_problem(p, context, "exact", scheme->name, steps,
                    RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT, end, &err);
    check_status(RGS_OK, status, p->name, __FILE__, __LINE__);
    const real error = distance(p, end, p->end);
    TRUE(isfinite((double)error));
    f.error[f.count++] = error;
    f.least = fminl(f.least, error);
    if (error < 10 * bar) break;
  }
  int last = f.count - 1;
  while (last >= 0 && f.error[last] < above_rounding(scheme->order) * bar) last--;
  if (last < 2) return f;
  const real before = log2l(f.error[last - 2] / f.error[last - 1]);
  const real now = log2l(f.error[last - 1] / f.error[last]);
  if (fabsl(now - before) <= tolerance / 2) f.slope = now;
  return f;
}

static void falls_at_its_order(const char *name, uint32_t order) {
  rgs_context *context = opened();
  const rgs_about *scheme = rgs_about_find(context, RGS_KIND_SCHEME, name);
  TRUE(scheme != NULL);
  SAME_INT(order, scheme->order);
  const named_method of = { .rotor = "exact", .scheme = name };
  const rgs_method_info info = info_of(made(context, &of));

  const real tolerance = order <= 6 ? 0.1L : 0.5L;
  int total = 0;
  for (int file = 0; file < FILES; file++) {
    real lowest = INFINITY, highest = -INFINITY, worst = 0;
    int settled = 0;
    for (int i = 0; i < rows[file]; i++) {
      const problem *p = &problems[file][i];
      if (!is_body(p)) {
        motion end[MOST_BODIES];
        REFUSED_BODY(RGS_E_BODY, 0,
                     run_problem(p, context, "exact", name, 1, info.needs, end, &err), "inertia");
        continue;
      }
      bool has_settled = false;
      real least = INFINITY;
      for (int start = 0; start < STARTS; start += short_run() ? 2 : 1) {
        const real first = exp2l((real)start / STARTS);
        const fall f = halve(p, context, scheme, info.evals, first, tolerance);
        least = fminl(least, f.least);
        if (isnan(f.slope)) continue;
        has_settled = true;
        lowest = fminl(lowest, f.slope);
        highest = fmaxl(highest, f.slope);
        if (!(fabsl(f.slope - order) <= tolerance)) {
          for (int k = 0; k < f.count; k++) print_error("  %.3Le\n", f.error[k]);
          fail_msg("%s, %s: slope %.3Lf", name, p->name, f.slope);
        }
      }
      if (has_settled) settled++;
      worst = fmaxl(worst, least / (EPS * p->cond));
      if (order >= 6 && !(least <= REACHED * EPS * p->cond))
        fail_msg("%s, %s: least error %.2Le is %.1Lf EPS cond", name, p->name, least,
                 least / (EPS * p->cond));
    }
    char slopes[64] = "none settled";
    if (settled > 0) snprintf(slopes, sizeof slopes, "%.2Lf to %.2Lf", lowest, highest);
    print_message(
        "%-20s %-11s order %2u, slopes %-14s on %2d of %2d; least error at most %.2Lg EPS "
        "cond\n",
        file == 0 ? name : "", NAMES[file], order, slopes, settled, rows[file], worst);
    total += settled;
  }
  /* High orders leave three errors between too long a step and rounding on few rows. */
  TRUE(total >= (order <= 6 ? 3 : 1));
}

#define SCHEME(name, order)                                                                        \
  TEST(name) { falls_at_its_order(#name, order); }
SCHEME(strang, 2)
SCHEME(strang_dkd, 2)
SCHEME(srkn6b, 4)
SCHEME(nystrom4, 4)
SCHEME(chin4b, 4)
SCHEME(chin4d, 4)
SCHEME(omf4_4f2gv, 4)
SCHEME(blanes_moan6, 6)
SCHEME(srkn11b, 6)
SCHEME(srkn14a, 6)
SCHEME(okunbor_skeel6, 6)
SCHEME(omf6_5f3gp, 6)
SCHEME(kahan_li8, 8)
SCHEME(rkn8, 8)
SCHEME(omf8_11f11gp, 8)
SCHEME(sofroniou_spaletta10, 10)
SCHEME(rowlands4, 4)
/* Without pmlf6, whose slopes agree twice before they have settled: 5.79, 5.75, 5.90 on
 * asym_upright_perturbed.  On satellite and water its error fits a h^6 + b h^7 + c h^8, the second term
 * four times the first at the longest steps.  Nor takahashi_imada4, whose slopes of 3.90 to 4.05 leave
 * no margin.  The contract program has both. */

TEST_MAIN(read_files, NULL)
