/* SPDX-License-Identifier: BSD-3-Clause
 *
 * order_table.c - measures the order of every scheme there is with exact and with approximate
 * rotors, and holds it against the order described.  Prints one table; answers 0 if none is lower
 * than described.
 *
 *   order_table [FOLDER of the reference data]
 *
 * Errors are taken against references known to 30 digits (a heavy top; a satellite, whose torque
 * depends on time) and, for three molecules of water, against a much finer run of another scheme of
 * high order with `exact`.  The step is divided by sqrt 2 until rounding shows; the slope is that of
 * the last two errors above it whose steps differ by a factor of 2.
 *
 * A slope may be higher than described on one problem: where the error's first term is small, the
 * next ones outweigh it until rounding hides both.  So every slope has to be at least the order,
 * to 0.1 (0.5 above order 6, where few steps lie between too long and rounding), and on one problem
 * at least it has to be no more than that.
 */
#include "problem.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBLEMS = 3, ROTORS = 3, MOST_STEPS = 64, MOST_EVALUATIONS = 40000 };
enum { FORCE = RGS_EVAL_FORCE | RGS_EVAL_ENERGY, GRADIENT = FORCE | RGS_EVAL_GRADIENT };
static const char *const ROTOR[ROTORS] = { "exact", "dmv2", "dmv6" };

static void must(rgs_status status, const rgs_error *error, const char *what) {
  if (status == RGS_OK) return;
  fprintf(stderr, "order_table: %s: %s\n", what, error->text);
  exit(2);
}

/* ---- problems -------------------------------------------------------------------------------- */
typedef struct known {
  problem p;
  motion other[MOST_BODIES]; /* the reference for the scheme that made p.end                   */
  const char *maker;         /* that scheme, or null: p.end is known                           */
  real rounding;             /* error left by so many kicks and drifts that err in nothing else */
  int64_t kicks;
} known;

static problem row_named(int (*read)(const char *, problem *), const char *folder, const char *name,
                         real time) {
  static problem rows[MOST_ROWS];
  const int n = read(folder, rows);
  for (int i = 0; i < n; i++)
    if (strcmp(rows[i].name, name) == 0 && (time == 0 || rows[i].time == time)) return rows[i];
  fprintf(stderr, "order_table: no row %s in %s\n", name, folder);
  exit(2);
}

/* Rounding is what runs leave of two schemes of high order, each with steps so short, a hundredth of
 * a radian between two kicks and less, that nothing else can be left. */
static void find_ends(known *k, rgs_context *context) {
  static const char *const FINE[2] = { "rkn8", "sofroniou_spaletta10" };
  enum { RUNS = 6 };
  static motion end[2][RUNS][MOST_BODIES];
  rgs_error error = RGS_ERROR_INIT;
  const int64_t steps = (int64_t)ceill(8 * fabsl(k->p.time) * k->p.rate);
  k->kicks = 19 * steps;
  for (int i = 0; i < 2; i++)
    for (int r = 0; r < RUNS; r++)
      must(run_problem(&k->p, context, "exact", FINE[i], steps + r, FORCE, end[i][r], &error),
           &error, FINE[i]);
  const motion nowhere = { .x = { 0 } };
  if (memcmp(k->p.end[0].q, nowhere.q, sizeof nowhere.q) == 0) {
    memcpy(k->p.end, end[0][0], sizeof end[0][0]);
    memcpy(k->other, end[1][0], sizeof end[1][0]);
    k->maker = FINE[0];
  }
  k->rounding = 0;
  for (int i = 0; i < 2; i++)
    for (int r = 0; r < RUNS; r++)
      k->rounding = fmaxl(k->rounding, distance(&k->p, end[i][r], k->p.end));
}

/* ---- slopes ---------------------------------------------------------------------------------- */
static double tolerance(uint32_t order) { return order <= 6 ? 0.1 : 0.5; }

enum { SHOWN = 4 };
typedef struct slope {
  double order;         /* nan if rounding leaves no room                                       */
  double before[SHOWN]; /* of longer steps, another factor of 2 each; shortest first */
  double error;         /* the smaller error of the two                                         */
} slope;

static slope measure(const known *k, rgs_context *context, const char *rotor, const char *scheme,
                     const rgs_method_info *info, uint32_t provides) {
  rgs_error error = RGS_ERROR_INIT;
  const motion *want = k->maker && strcmp(scheme, k->maker) == 0 ? k->other : k->p.end;
  /* Rounding this many times smaller than the error changes a slope by no more than is tolerated. */
  const real margin = 1 / (exp2(tolerance(info->order)) - 1);
  real errors[MOST_STEPS], steps[MOST_STEPS];
  int n = 0;
  const uint32_t evals = info->evals > 0 ? info->evals : 1;
  const real first = ceill(fabsl(k->p.time) * k->p.rate / evals);
  for (int i = 0; n < MOST_STEPS; i++) {
    motion end[MOST_BODIES];
    const int64_t count = (int64_t)ceill(first * exp2l(i / 2.0L));
    if (count * evals > MOST_EVALUATIONS) break;
    const rgs_status status =
        run_problem(&k->p, context, rotor, scheme, count, provides, end, &error);
    if (status == RGS_E_NOCONV) continue; /* too long a step for the rotor */
    must(status, &error, scheme);
    errors[n] = distance(&k->p, end, want);
    steps[n] = count;
    /* Rounding adds up no faster than kicks do. */
    const real kicks = steps[n] * evals / k->kicks;
    if (errors[n] < margin * k->rounding * fmaxl(1, kicks)) break;
    n++;
  }
  slope s = { .order = NAN, .before = { NAN, NAN, NAN, NAN }, .error = NAN };
  if (n > 0) s.error = (double)errors[n - 1];
  for (int i = 0; i <= SHOWN && n - 1 - 2 * i >= 2; i++) {
    const int fine = n - 1 - 2 * i, coarse = fine - 2;
    *(i == 0 ? &s.order : &s.before[i - 1]) =
        (double)(logl(errors[coarse] / errors[fine]) / logl(steps[fine] / steps[coarse]));
  }
  return s;
}

/* ---- the table ------------------------------------------------------------------------------- */
static int failures, notes;
static char remarks[32768];

static void remark(const char *format, ...) {
  const size_t length = strlen(remarks);
  va_list list;
  va_start(list, format);
  vsnprintf(remarks + length, sizeof remarks - length, format, list);
  va_end(list);
}

/* The described order, and the slope of every problem with a mark. */
static void group(const known *problems, rgs_context *context, const char *rotor,
                  const char *scheme, uint32_t provides) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  must(describe_problem(&problems[0].p, context, rotor, scheme, provides, &info, &error), &error,
       scheme);
  const uint32_t order = info.order;
  const char *displaced = provides == FORCE ? ", displaced" : "";
  int shown = 0;
  printf(" | %2u", order);
  for (int i = 0; i < PROBLEMS; i++) {
    const slope s = measure(&problems[i], context, rotor, scheme, &info, provides);
    char mark = ' ';
    if (isnan(s.order))
      mark = '?', failures++;
    else if (s.order < order - tolerance(order))
      mark = '!', failures++;
    else if (s.order > order + tolerance(order))
      mark = '+';
    else
      shown++;
    printf(" %5.2f%c", s.order, mark);
    if (mark == ' ') continue;
    notes++;
    remark("%c %s, %s%s, %s: slopes from longer to shorter steps", mark, scheme, rotor, displaced,
           problems[i].p.name);
    for (int k = SHOWN - 1; k >= 0; k--)
      if (!isnan(s.before[k])) remark(" %.2f", s.before[k]);
    remark(" %.2f, down to an error of %.1e\n", s.order, s.error);
  }
  if (shown > 0) return;
  failures++;
  remark("! %s, %s%s: no problem shows order %u\n", scheme, rotor, displaced, order);
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : "tests/data";
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context;
  must(rgs_context_create(NULL, &context, &error), &error, "rgs_context_create");
  /* Chosen, among the rows and times there are, for room: on this top orders 8 and 10 settle above
   * rounding, which they do on few rows (t_force_reference goes through all); in the shorter runs of
   * 1000 s and 50 fs fewer schemes have settled, pmlf6 with displaced gradients (an h^5 term that
   * is slow to go, slope 3.82 at 50 fs) among them. */
  known problems[PROBLEMS] = {
    { .p = row_named(read_heavy_tops, folder, "negative_g", 0) },
    { .p = row_named(read_satellites, folder, "leo_asym_tumble", 6000) },
    { .p = water_triple(100) },
  };
  for (int i = 0; i < PROBLEMS; i++) {
    find_ends(&problems[i], context);
    printf("%s, t = %Lg: rounding %.1Le after %lld kicks\n", problems[i].p.name, problems[i].p.time,
           problems[i].rounding, (long long)problems[i].kicks);
  }
  printf("\n%-20s", "");
  for (int r = 0; r < ROTORS; r++) printf(" | %-23s", ROTOR[r]);
  printf(" | exact, displaced gradient\n%-20s", "scheme");
  for (int r = 0; r <= ROTORS; r++) printf(" |  p   top    sat   water");
  printf("\n");
  for (int64_t i = 0; i < rgs_about_count(context, RGS_KIND_SCHEME); i++) {
    const rgs_about *about = rgs_about_at(context, RGS_KIND_SCHEME, i);
    if (about->claims & RGS_PLACES_BATH) continue;
    printf("%-20s", about->name);
    for (int r = 0; r < ROTORS; r++) group(problems, context, ROTOR[r], about->name, GRADIENT);
    if (about->needs & RGS_EVAL_GRADIENT) group(problems, context, "exact", about->name, FORCE);
    printf("\n");
    fflush(stdout);
  }
  printf("\n! lower than described, and ? no two errors above rounding: these fail\n"
         "+ higher: not yet settled to the described power where rounding begins\n");
  printf("%s%d failures, %d slopes with a mark\n", remarks, failures, notes);
  rgs_context_destroy(context);
  return failures > 0;
}
