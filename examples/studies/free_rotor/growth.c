/* SPDX-License-Identifier: BSD-3-Clause
 *
 * growth.c - how rounding grows in the energy of a free body over many steps.
 *
 *   growth [STEPS [ROTOR ...]]                default 10000000 exact dmv10; 1e8 is taken too
 *
 * Sixteen bodies, h |w| = 0.1.  Columns: steps, then for each rotor the root mean square of the
 * relative error of the energy over the bodies, and the largest so far.  The exponent of the growth
 * is that of the changes over spans of steps, from a thousandth of all to a quarter, as a root mean
 * square over all such spans and all bodies: 1/2 for a random walk, 1 for a drift.  Exits with 1 if
 * the largest error is above 5e-12, or the exponent above 0.6.
 */
#include "free_run.h"
#include "reference.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BODIES = 16, MOST = 16, PER_DECADE = 10 };
#define ERROR_BAR 5e-12
#define EXPONENT_BAR 0.6

static double inertia[3 * BODIES], l[3 * BODIES], start[4 * BODIES];

static double uniform(void) {
  static uint64_t state = 7;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) * 0x1p-53;
}

/* Asymmetric bodies with |w| = 1 at the start. */
static void make_bodies(void) {
  for (int i = 0; i < BODIES; i++) {
    double d[3], length = 0, square = 0, *q = start + 4 * i;
    for (int k = 0; k < 3; k++) d[k] = 0.1 + uniform();
    for (int k = 0; k < 4; k++) q[k] = uniform() - 0.5, length += q[k] * q[k];
    for (int k = 0; k < 4; k++) q[k] /= sqrt(length);
    for (int k = 0; k < 3; k++) {
      inertia[3 * i + k] = d[(k + 1) % 3] + d[(k + 2) % 3];
      l[3 * i + k] = uniform() - 0.5;
    }
    real y[3];
    reference_body_momentum(l + 3 * i, q, y);
    for (int k = 0; k < 3; k++) square += pow((double)y[k] / inertia[3 * i + k], 2);
    for (int k = 0; k < 3; k++) l[3 * i + k] /= sqrt(square);
  }
}

enum { MARKS = 1024 }; /* evenly spaced */

typedef struct curve {
  int64_t steps[16 * PER_DECADE];
  double rms[16 * PER_DECADE], largest[16 * PER_DECADE];
  int points;
  double marks[MARKS + 1][BODIES]; /* errors there */
} curve;

/* Goes on until `until`, with a word every ten seconds. */
static rgs_status go_on(free_run *run, const char *rotor, int64_t *done, int64_t until,
                        int64_t most, rgs_error *error) {
  static time_t said;
  if (*done == 0) said = time(NULL);
  while (*done < until) {
    const int64_t part = until - *done < 100000 ? until - *done : 100000;
    const rgs_status status = free_run_steps(run, 0.1, part, error);
    if (status != RGS_OK) return status;
    *done += part;
    if (time(NULL) < said + 10) continue;
    said = time(NULL);
    fprintf(stderr, "  %s: %.1e of %.0e steps\n", rotor, (double)*done, (double)most);
  }
  return RGS_OK;
}

static int follow(rgs_context *context, const char *rotor, int64_t most, curve *c) {
  double q[4 * BODIES], error[BODIES], largest = 0;
  real energy[BODIES];
  rgs_error why = RGS_ERROR_INIT;
  memcpy(q, start, sizeof q);
  for (int i = 0; i < BODIES; i++)
    energy[i] = reference_energy(inertia + 3 * i, l + 3 * i, q + 4 * i);
  free_run *run = free_run_open(context, rotor, NULL, BODIES, inertia, l, q, &why);
  if (run == NULL) return fprintf(stderr, "growth: %s\n", why.text), 2;
  int64_t done = 0;
  int point = PER_DECADE, mark = 1;
  while (done < most) {
    int64_t next_point = (int64_t)llround(pow(10, (double)point / PER_DECADE));
    if (next_point > most) next_point = most;
    const int64_t next_mark = most / MARKS * mark + most % MARKS * mark / MARKS;
    const int64_t next = next_point < next_mark ? next_point : next_mark;
    if (go_on(run, rotor, &done, next, most, &why) != RGS_OK)
      return fprintf(stderr, "growth: %s\n", why.text), 2;
    double sum = 0;
    for (int i = 0; i < BODIES; i++) {
      const real now = reference_energy(inertia + 3 * i, l + 3 * i, q + 4 * i);
      error[i] = (double)((now - energy[i]) / energy[i]);
      sum += error[i] * error[i];
      if (!(fabs(error[i]) <= largest)) largest = fabs(error[i]);
    }
    if (next == next_mark) memcpy(c->marks[mark++], error, sizeof error);
    if (next == next_point) {
      c->steps[c->points] = done;
      c->rms[c->points] = sqrt(sum / BODIES);
      c->largest[c->points++] = largest;
      point++;
    }
  }
  free_run_close(run);
  return 0;
}

static double exponent(const curve *c) {
  double n = 0, x1 = 0, x2 = 0, y1 = 0, xy = 0;
  for (int span = 1; span <= MARKS / 4; span *= 2) {
    double sum = 0;
    for (int from = 0; from + span <= MARKS; from++)
      for (int i = 0; i < BODIES; i++) {
        const double change = c->marks[from + span][i] - c->marks[from][i];
        sum += change * change;
      }
    const double x = log(span), y = log(sum / (MARKS + 1 - span)) / 2;
    n++, x1 += x, x2 += x * x, y1 += y, xy += x * y;
  }
  return (n * xy - x1 * y1) / (n * x2 - x1 * x1);
}

int main(int argc, char **argv) {
  const double asked = argc > 1 ? strtod(argv[1], NULL) : 1e7;
  static const char *const usual[] = { "exact", "dmv10" };
  const char *const *rotors = argc > 2 ? (const char *const *)argv + 2 : usual;
  const int n = argc > 2 ? argc - 2 : 2;
  if (!(asked >= 1e4 && asked <= 1e12) || n > MOST) {
    fprintf(stderr, "usage: growth [STEPS [ROTOR ...]], 1e4 to 1e12 steps, at most %d rotors\n",
            MOST);
    return 2;
  }
  rgs_context *context;
  if (rgs_context_create(NULL, &context, NULL) != RGS_OK) return 2;
  make_bodies();
  static curve curves[MOST];
  for (int r = 0; r < n; r++)
    if (follow(context, rotors[r], (int64_t)asked, &curves[r]) != 0) return 2;
  rgs_context_destroy(context);

  printf("# relative error of the energy, %d bodies, h |w| = 0.1\n#    steps", BODIES);
  for (int r = 0; r < n; r++) printf("  %10s rms  largest", rotors[r]);
  printf("\n");
  for (int i = 0; i < curves[0].points; i++) {
    printf("%10.0f", (double)curves[0].steps[i]);
    for (int r = 0; r < n; r++) printf("  %14.3e %8.2e", curves[r].rms[i], curves[r].largest[i]);
    printf("\n");
  }
  int failed = 0;
  for (int r = 0; r < n; r++) {
    const double slope = exponent(&curves[r]), worst = curves[r].largest[curves[r].points - 1];
    const bool kept = worst <= ERROR_BAR && slope <= EXPONENT_BAR;
    printf("# %s: largest %.1e (at most %.0e), grows as steps^%.2f (at most %.1f)%s\n", rotors[r],
           worst, ERROR_BAR, slope, EXPONENT_BAR, kept ? "" : "  FAIL");
    failed += !kept;
  }
  return failed > 0;
}
