/* SPDX-License-Identifier: BSD-3-Clause
 *
 * orders.c - Nystroem's scheme of order 4 with the exact gradient of the force and with gradients
 * formed by displacement: errors after 100 fs of two waters, and after 1 unit of time of a heavy
 * top.
 *
 *   orders FOLDER          of heavytop.csv and water2.csv
 *
 * Errors are taken against a run by a scheme of order 10, which is itself held against what is known
 * to 30 digits.  Answers 0; 1 if an order is not 4.
 */
#include "reference.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct way {
  const char *name, *scheme, *key;
  double value;
  uint32_t provides;
  double order;
} way;
enum { FORCE = RGS_EVAL_FORCE | RGS_EVAL_ENERGY, GRADIENT = FORCE | RGS_EVAL_GRADIENT };
static const way ways[] = {
  { "strang", "strang", NULL, 0, FORCE, 2 },
  { "exact gradient", "nystrom4", NULL, 0, GRADIENT, 4 },
  { "displaced 1", "nystrom4", "s", 1, FORCE, 4 },
  { "displaced 1/16", "nystrom4", "s", 1.0 / 16, FORCE, 4 },
};
enum { WAYS = sizeof ways / sizeof *ways, HALVINGS = 4 };

static const way finest = { "", "sofroniou_spaletta10", NULL, 0, FORCE, 10 };

static void travel(run *r, const problem *p, const way *w, double time, int64_t steps) {
  reference_start(r, p);
  r->provides = w->provides;
  run_begin(r, w->scheme, w->key, w->value);
  run_steps(r, time / (double)steps, steps);
  run_end(r);
}

static int table(run *r, const problem *p, double time, double longest, double fine) {
  static body want[2];
  travel(r, p, &finest, p->time, (int64_t)(p->time / fine));
  const double off = reference_distance(p->n, r->body, p->end);
  travel(r, p, &finest, time, (int64_t)(time / fine));
  memcpy(want, r->body, sizeof want);
  printf("# %s, error at t = %g; the reference is %.1e off at t = %g\n# %8s", p->name, time, off,
         p->time, "step");
  for (int w = 0; w < WAYS; ++w) printf("  %16s", ways[w].name);
  printf("\n");
  double error[HALVINGS][WAYS];
  for (int i = 0; i < HALVINGS; ++i) {
    printf("%10.6g", longest / (1 << i));
    for (int w = 0; w < WAYS; ++w) {
      travel(r, p, &ways[w], time, llround(time / longest * (1 << i)));
      error[i][w] = reference_distance(p->n, r->body, want);
      printf("  %16.3e", error[i][w]);
    }
    printf("\n");
  }
  printf("# %8s", "slope");
  int bad = off > 1e-10;
  for (int w = 0; w < WAYS; ++w) {
    const double last = log2(error[HALVINGS - 2][w] / error[HALVINGS - 1][w]);
    printf("  %16.3f", last);
    if (!(fabs(last - ways[w].order) < 0.05)) bad = 1;
  }
  printf("\n%s\n\n", bad ? "# FAILED: an order or the reference\n" : "");
  return bad;
}

int main(int argc, char **argv) {
  static run r;
  static problem p;
  const water_model model = water_spce();
  heavy_top top = { { 0, 0, 1 } };
  water_host host;
  int bad = 0;
  if (argc != 2) {
    fprintf(stderr, "orders FOLDER\n");
    return 2;
  }
  if (water_host_create(&host, &model, 2) != 0) return 2;
  reference_pair(&p, argv[1]);
  r.eval = water_eval;
  r.self = &host;
  bad |= table(&r, &p, 100, 4, 0.5);
  reference_top(&p, argv[1]);
  r.eval = heavy_top_eval;
  r.self = &top;
  bad |= table(&r, &p, 1, 1.0 / 8, 1.0 / 32);
  water_host_destroy(&host);
  return bad;
}
