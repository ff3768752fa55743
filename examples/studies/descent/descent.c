/* SPDX-License-Identifier: BSD-3-Clause
 *
 * descent.c - 64 rigid SPC/E waters from a random start to a minimum of their energy, by the
 * integrator `fire` and by steepest descent with a step that adapts itself.
 *
 *   descent [--molecules N] [--evaluations MOST] [--seed S] [--force F]
 *
 * Molecules lie at random in a box with soft walls, no two centres closer than 2.3 Angstrom.  Prints a
 * table for each method, with a blank line twice in between: evaluations, energy a molecule in kJ/mol,
 * largest force or torque per Angstrom in kcal/mol/Angstrom.  Lines with # say how many evaluations
 * each took to 1e-2, 1e-4 and 1e-6 kcal/mol/Angstrom, and how rigid the molecules are.
 *
 * Exits with 1 unless fire reaches F (1e-6), steepest descent needs three times as many evaluations to
 * 1e-2, and all distances within molecules are kept to 1e-14, relative.
 */
#include "water_model.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 3, EDGES = 3, WIDTH = 24 };
static const double LEVEL[LEVELS] = { 1e-2, 1e-4, 1e-6 };
static const double KCAL = WATER_KJ_PER_MOL / 4.184; /* of one unit of energy */
static const double STEP = 2;                        /* fs: what molecular dynamics takes */
static const double APART = 2.3, VOLUME = 30;        /* Angstrom; Angstrom^3 a molecule */
static const double LARGEST_MOVE = 0.1;              /* of steepest descent, Angstrom or radian */

typedef struct options {
  int64_t molecules, evaluations;
  uint64_t seed;
  double force;
} options;

typedef struct run {
  water_host host;
  rgs_view view;
  double *memory;
  int64_t reached[LEVELS]; /* evaluations; 0: not yet */
  int64_t printed;
} run;

/* ---- the start ------------------------------------------------------------------------------- */
static double uniform(uint64_t *state) { /* xorshift; from -1 to 1 */
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (double)(*state >> 11) * 0x1p-52 - 1;
}

static int is_free(const run *r, int64_t i) {
  for (int64_t j = 0; j < i; j++) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
      const double d = RGS_AT(r->view.x, i, k) - RGS_AT(r->view.x, j, k);
      square += d * d;
    }
    if (square < APART * APART) return 0;
  }
  return 1;
}

static void start(run *r, uint64_t seed) {
  const rgs_view *v = &r->view;
  uint64_t state = 0x9E3779B97F4A7C15u * (seed + 1);
  for (int64_t i = 0; i < v->n; i++) {
    double square = 0;
    do {
      for (int k = 0; k < 3; k++) RGS_AT(v->x, i, k) = r->host.model.box_edge[k] * uniform(&state);
    } while (!is_free(r, i));
    do { /* a point in the ball: any attitude is as likely as another */
      square = 0;
      for (int k = 0; k < 4; k++) {
        RGS_AT(v->q, i, k) = uniform(&state);
        square += RGS_AT(v->q, i, k) * RGS_AT(v->q, i, k);
      }
    } while (square > 1 || square < 0.01);
    for (int k = 0; k < 4; k++) RGS_AT(v->q, i, k) /= sqrt(square);
  }
}

static int open_run(run *r, const options *o) {
  water_model model = water_spce();
  const double edge = 0.5 * cbrt((double)o->molecules * VOLUME);
  model.box_energy = 1e-4;
  for (int k = 0; k < 3; k++) model.box_edge[k] = edge;
  *r = (run){ .memory = calloc((size_t)o->molecules * WIDTH, sizeof(double)) };
  if (r->memory == NULL || water_host_create(&r->host, &model, o->molecules) != 0) return -1;
  const int widths[] = { 3, 3, 4, 3, 1, 3, 3, 3 };
  rgs_column column[8];
  double *at = r->memory;
  for (int c = 0; c < 8; at += widths[c++]) column[c] = (rgs_column){ at, WIDTH, 1 };
  r->view = (rgs_view){ .head = RGS_HEAD(rgs_view),
                        .n = o->molecules,
                        .stamp = 1,
                        .x = column[0],
                        .p = column[1],
                        .q = column[2],
                        .l = column[3],
                        .mass = column[4],
                        .inertia = column[5],
                        .f = column[6],
                        .tau = column[7] };
  for (int64_t i = 0; i < o->molecules; i++) {
    RGS_AT(r->view.mass, i, 0) = model.mass;
    for (int k = 0; k < 3; k++) RGS_AT(r->view.inertia, i, k) = model.inertia[k];
  }
  start(r, o->seed);
  return 0;
}

static void close_run(run *r) {
  water_host_destroy(&r->host);
  free(r->memory);
}

/* ---- what is printed ------------------------------------------------------------------------- */
static double length(const rgs_column *c, int64_t i) {
  return hypot(hypot(RGS_AT(*c, i, 0), RGS_AT(*c, i, 1)), RGS_AT(*c, i, 2));
}

static double largest_force(const run *r) {
  double most = 0;
  for (int64_t i = 0; i < r->view.n; i++)
    most = fmax(most, fmax(length(&r->view.f, i), length(&r->view.tau, i)));
  return KCAL * most;
}

/* Of the state that was evaluated last.  Returns the largest force. */
static double note(run *r) {
  const double force = largest_force(r);
  for (int k = 0; k < LEVELS; k++)
    if (r->reached[k] == 0 && force <= LEVEL[k]) r->reached[k] = r->host.evaluations;
  if (r->host.evaluations >= r->printed + 1 + r->printed / 50) {
    r->printed = r->host.evaluations;
    printf("%lld %.10g %.4g\n", (long long)r->printed,
           WATER_KJ_PER_MOL * r->host.energy / (double)r->view.n, force);
  }
  return force;
}

/* The largest change of a distance between two atoms of a molecule, relative. */
static double bent(const run *r) {
  const double(*site)[3] = r->host.model.site;
  double worst = 0;
  for (int64_t i = 0; i < r->view.n; i++) {
    double q[4], at[WATER_SITES][3];
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(r->view.q, i, k);
    for (int a = 0; a < WATER_SITES; a++)
      for (int k = 0; k < 3; k++) { /* without dividing by |q|^2 */
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        const double square =
            q[0] * q[0] + q[1 + k] * q[1 + k] - q[1 + m] * q[1 + m] - q[1 + n] * q[1 + n];
        at[a][k] = square * site[a][k] + 2 * (q[1 + k] * q[1 + m] - q[0] * q[1 + n]) * site[a][m] +
                   2 * (q[1 + k] * q[1 + n] + q[0] * q[1 + m]) * site[a][n];
      }
    for (int a = 0; a < EDGES; a++) {
      const int b = (a + 1) % WATER_SITES;
      double now = 0, first = 0;
      for (int k = 0; k < 3; k++) {
        now += (at[a][k] - at[b][k]) * (at[a][k] - at[b][k]);
        first += (site[a][k] - site[b][k]) * (site[a][k] - site[b][k]);
      }
      worst = fmax(worst, fabs(sqrt(now / first) - 1));
    }
  }
  return worst;
}

static void print_end(const run *r, const char *name, double rigid) {
  printf("# %-8s", name);
  for (int k = 0; k < LEVELS; k++)
    if (r->reached[k] > 0)
      printf("  %.0e: %6lld", LEVEL[k], (long long)r->reached[k]);
    else
      printf("  %.0e: > %lld", LEVEL[k], (long long)r->host.evaluations);
  printf("  evaluations; %.4f kJ/mol a molecule; distances kept to %.1e\n",
         WATER_KJ_PER_MOL * r->host.energy / (double)r->view.n, rigid);
}

/* ---- fire ------------------------------------------------------------------------------------ */
static void refuse(const char *call, const rgs_error *error) {
  fprintf(stderr, "descent: %s: %s\n", call, error->text);
  exit(2);
}

static double output(const rgs_stepper *s, const char *key) {
  rgs_error error = RGS_ERROR_INIT;
  double value = 0;
  if (rgs_stepper_output(s, key, &value, 1, &error) != RGS_OK) refuse(key, &error);
  return value;
}

static void by_fire(run *r, const options *o) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context = NULL;
  rgs_bodies *bodies = NULL;
  rgs_method *method = NULL;
  rgs_stepper *stepper = NULL;
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec), .integrator = "fire" };
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .self = &r->host,
                          .provides = RGS_EVAL_FORCE,
                          .eval = water_eval,
                          .ranks = 1 };
  if (rgs_context_create(NULL, &context, &error) != RGS_OK ||
      rgs_bodies_create(context, r->view.n, &bodies, &error) != RGS_OK ||
      rgs_bodies_bind(bodies, &r->view, &error) != RGS_OK ||
      rgs_method_create(context, &spec, &method, &error) != RGS_OK ||
      rgs_stepper_create(bodies, method, &host, &stepper, &error) != RGS_OK)
    refuse("fire", &error);
  double force = HUGE_VAL;
  while (force > o->force && r->host.evaluations < o->evaluations) {
    if (rgs_step(stepper, STEP, 1, &error) != RGS_OK) refuse("rgs_step", &error);
    force = note(r);
  }
  printf("# fire: its step was %.3g fs at the end; it suggests %.3g fs for molecular dynamics\n",
         output(stepper, "fire_step"), output(stepper, "suggested_step"));
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  rgs_bodies_destroy(bodies);
  rgs_context_destroy(context);
}

/* ---- steepest descent ------------------------------------------------------------------------ */
/* Moves all molecules by time^2 f/m and rotates them by time^2 J^-1 tau, no molecule by more than
 * LARGEST_MOVE. */
static void move(const rgs_view *v, double time2, const double *from) {
  memcpy(v->x.data, from, sizeof(double) * WIDTH * (size_t)v->n);
  double most = 0;
  for (int pass = 0; pass < 2; pass++) {
    const double share = most > LARGEST_MOVE ? LARGEST_MOVE / most : 1;
    for (int64_t i = 0; i < v->n; i++) {
      double q[4], axes[3][3], turn[3], angle2 = 0, shift2 = 0;
      for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, i, k);
      for (int k = 0; k < 3; k++) {
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        axes[k][k] = 1 - 2 * (q[1 + m] * q[1 + m] + q[1 + n] * q[1 + n]);
        axes[k][m] = 2 * (q[1 + k] * q[1 + m] - q[0] * q[1 + n]);
        axes[k][n] = 2 * (q[1 + k] * q[1 + n] + q[0] * q[1 + m]);
      }
      for (int k = 0; k < 3; k++) { /* in the body */
        turn[k] = 0;
        for (int j = 0; j < 3; j++) turn[k] += axes[j][k] * RGS_AT(v->tau, i, j);
        turn[k] *= time2 / RGS_AT(v->inertia, i, k);
        angle2 += turn[k] * turn[k];
        const double shift = time2 / RGS_AT(v->mass, i, 0) * RGS_AT(v->f, i, k);
        shift2 += shift * shift;
        if (pass == 1) RGS_AT(v->x, i, k) += share * shift;
      }
      most = pass == 0 ? fmax(most, sqrt(fmax(angle2, shift2))) : most;
      if (pass == 0) continue;
      const double half = 0.5 * share * sqrt(angle2), c = cos(half);
      const double s = angle2 > 0 ? sin(half) / sqrt(angle2) : 0;
      const double e[3] = { s * turn[0], s * turn[1], s * turn[2] };
      RGS_AT(v->q, i, 0) = q[0] * c - q[1] * e[0] - q[2] * e[1] - q[3] * e[2];
      for (int k = 0; k < 3; k++) {
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        RGS_AT(v->q, i, 1 + k) = q[1 + k] * c + q[0] * e[k] + q[1 + m] * e[n] - q[1 + n] * e[m];
      }
      double square = 0;
      for (int k = 0; k < 4; k++) square += RGS_AT(v->q, i, k) * RGS_AT(v->q, i, k);
      for (int k = 0; k < 4; k++) RGS_AT(v->q, i, k) /= sqrt(square);
    }
  }
}

/* A step downhill makes the next one 1.2 times longer; one uphill is taken back and halved. */
static int by_steepest_descent(run *r, const options *o) {
  const size_t size = sizeof(double) * WIDTH * (size_t)r->view.n;
  double *best = malloc(size), time2 = STEP * STEP, force, energy;
  if (best == NULL) return -1;
  rgs_eval request = { .head = RGS_HEAD(rgs_eval), .what = RGS_EVAL_FORCE };
  water_eval(&r->host, &request, &r->view);
  force = note(r);
  energy = r->host.energy;
  memcpy(best, r->memory, size);
  while (force > o->force && r->host.evaluations < o->evaluations) {
    move(&r->view, time2, best);
    water_eval(&r->host, &request, &r->view);
    if (r->host.energy < energy) {
      memcpy(best, r->memory, size);
      energy = r->host.energy;
      time2 *= 1.2;
      force = note(r);
    } else {
      time2 *= 0.5;
      if (!(time2 > 1e-12 * STEP * STEP)) break; /* rounding hides what is left to fall */
    }
  }
  memcpy(r->memory, best, size);
  r->host.energy = energy;
  free(best);
  return 0;
}

/* ---- main ------------------------------------------------------------------------------------ */
static int read_options(int argc, char **argv, options *o) {
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc) return -1;
    if (strcmp(argv[i], "--molecules") == 0)
      o->molecules = strtoll(argv[i + 1], NULL, 10);
    else if (strcmp(argv[i], "--evaluations") == 0)
      o->evaluations = strtoll(argv[i + 1], NULL, 10);
    else if (strcmp(argv[i], "--seed") == 0)
      o->seed = strtoull(argv[i + 1], NULL, 10);
    else if (strcmp(argv[i], "--force") == 0)
      o->force = strtod(argv[i + 1], NULL);
    else
      return -1;
  }
  return o->molecules > 0 && o->evaluations > 0 && o->force > 0 ? 0 : -1;
}

int main(int argc, char **argv) {
  options o = { .molecules = 64, .evaluations = 200000, .seed = 1, .force = LEVEL[LEVELS - 1] };
  run fire, steepest;
  if (read_options(argc, argv, &o) != 0) {
    fprintf(stderr, "usage: descent [--molecules N] [--evaluations MOST] [--seed S] [--force F]\n");
    return 2;
  }
  if (open_run(&fire, &o) != 0 || open_run(&steepest, &o) != 0) {
    fprintf(stderr, "descent: memory is short\n");
    return 2;
  }
  by_fire(&fire, &o);
  printf("\n\n");
  if (by_steepest_descent(&steepest, &o) != 0) return 2;
  const double rigid = fmax(bent(&fire), bent(&steepest));
  print_end(&fire, "fire", bent(&fire));
  print_end(&steepest, "steepest", bent(&steepest));
  const int64_t slow = steepest.reached[0] > 0 ? steepest.reached[0] : o.evaluations;
  const int kept = largest_force(&fire) <= o.force && fire.reached[0] > 0 &&
                   slow >= 3 * fire.reached[0] && rigid <= 1e-14;
  if (!kept) printf("# NOT KEPT: what descent.c says at its top\n");
  close_run(&fire);
  close_run(&steepest);
  return kept ? 0 : 1;
}
