/* SPDX-License-Identifier: BSD-3-Clause
 *
 * monte_carlo.c - rigid bodies whose beads repel each other, at constant temperature and pressure, by
 * Metropolis' method.  An answer from outside for ensemble_samples: this program shares no line with the
 * library or with the hosts of this room, and no body in it ever moves by an equation of motion.
 *
 *   monte_carlo [n=64] [kt=1] [p=1] [axes=iso] [volume=V] [fixed=V] [cycles=300000]
 *               [seed=1] [points=0] [body=x,y,z/x,y,z/..] [ellipsoid=a,b,c] [epsilon=0.001] [cut=3.5]
 *
 * Beads of different bodies have the energy 4 (r^-12 - r^-6) + 1 up to r = 2^(1/6).  A cycle tries to
 * move and turn n bodies, each by itself, and once to change the volume along `axes`.  The last `points`
 * of the n bodies are single beads.  It begins with a cube of the volume V, which says how long the other
 * axes stay.  With `fixed` the volume is this one, once it has come below it under the pressure p.
 * With half axes `ellipsoid` the bodies are ellipsoids with the energy of soft_ellipsoids.h up to a
 * distance `cut` of their centres, and points have half axes 1 beside an ellipsoid, 1/2 beside a point,
 * as in LAMMPS' pair_style gayberne.  Masses behind the places of beads are read and not used: positions
 * do not depend on them.
 * Prints means with errors for the weights V^N, and V^(N-1) (by weighting every volume with 1/V), and, as
 * the last line, what ensemble_samples takes as reference=.
 */
#include "soft_ellipsoids.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 512, MOST_BEADS = 8, PARTS = 32, SUMS = 5 };
static const double CUT = 1.122462048309373;

/* ---- random numbers: Marsaglia's xorshift with Vigna's multiplier -------------------------------- */
static uint64_t bits = 1;

static double uniform(void) {
  bits ^= bits >> 12, bits ^= bits << 25, bits ^= bits >> 27;
  return (double)((bits * 2685821657736338717u) >> 11) / 9007199254740992.0;
}

/* ---- the system ----------------------------------------------------------------------------------- */
typedef struct body {
  double centre[3], turn[4], bead[MOST_BEADS][3]; /* beads: from the centre */
  int beads;
  double g[6]; /* of an ellipsoid */
} body;

static body bodies[MOST];
static int n = 64, points = 0, beads = 3, free_axis[3] = { 1, 1, 1 };
static double kt = 1, pressure = 1, edge[3], reach, first_volume, fixed;
static double half_axes[3], epsilon = 0.001, cut = 3.5; /* of ellipsoids, if half_axes is not 0 */
static double shape[MOST_BEADS][3] = { { 0, 0, 0 }, { 0.6, 0, 0 }, { -0.2, 0.5, 0 } };

static void place(body *b) {
  static const double nothing[3] = { 0, 0, 0 }, of_point[3] = { 1, 1, 1 };
  const double w = b->turn[0], x = b->turn[1], y = b->turn[2], z = b->turn[3];
  const double axes[3][3] = { /* a row for each axis of the body */
                              { 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y) },
                              { 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x) },
                              { 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y) }
  };
  if (half_axes[0] > 0) {
    soft_shape(b->beads == 1 ? of_point : half_axes, axes, b->g);
    return;
  }
  for (int a = 0; a < b->beads; a++) {
    const double *s = b->beads == 1 ? nothing : shape[a];
    for (int k = 0; k < 3; k++)
      b->bead[a][k] = axes[0][k] * s[0] + axes[1][k] * s[1] + axes[2][k] * s[2];
  }
}

static void normalise(double turn[4]) {
  double norm = 0;
  for (int k = 0; k < 4; k++) norm += turn[k] * turn[k];
  for (int k = 0; k < 4; k++) turn[k] /= sqrt(norm);
}

/* The beads about their mean, on a grid where no two bodies touch. */
static void begin(void) {
  double mean[3] = { 0 }, farthest = 0;
  int side = 1;
  for (int a = 0; a < beads; a++)
    for (int k = 0; k < 3; k++) mean[k] += shape[a][k] / beads;
  for (int a = 0; a < beads; a++) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
      shape[a][k] -= mean[k];
      square += shape[a][k] * shape[a][k];
    }
    farthest = fmax(farthest, sqrt(square));
  }
  reach = half_axes[0] > 0 ? cut : 2 * farthest + CUT;
  while (side * side * side < n) side++;
  const double spacing = first_volume > 0 ? cbrt(first_volume) / side : reach;
  if (spacing < reach) {
    fprintf(stderr, "volume is %g; must be at least %g, where no two bodies touch\n", first_volume,
            pow(side * reach, 3));
    exit(2);
  }
  for (int k = 0; k < 3; k++) edge[k] = side * spacing;
  for (int i = 0; i < n; i++) {
    const int cell[3] = { i % side, i / side % side, i / side / side };
    for (int k = 0; k < 3; k++) bodies[i].centre[k] = (cell[k] + 0.5) * spacing;
    double norm;
    bodies[i].beads = i < n - points ? beads : 1;
    do { /* anywhere on the sphere of four dimensions */
      norm = 0;
      for (int k = 0; k < 4; k++) {
        bodies[i].turn[k] = 2 * uniform() - 1;
        norm += bodies[i].turn[k] * bodies[i].turn[k];
      }
    } while (norm > 1 || norm < 0.01);
    normalise(bodies[i].turn);
    place(&bodies[i]);
  }
}

static double ellipsoid_pair(const body *a, const body *b, const double shift[3]) {
  static const double of_two[6] = { 0.25, 0.25, 0.25 };
  const double square = shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2];
  if (square >= cut * cut) return 0;
  if (a->beads == 1 && b->beads == 1) return soft_energy(shift, square, of_two, of_two, epsilon);
  return soft_energy(shift, square, a->g, b->g, epsilon);
}

/* With all images of b that are near enough: of each edge one more is enough, because none is shorter than
   the cutoff (move_volume). */
static double ellipsoid_pairs(const body *a, const body *b, const double nearest[3]) {
  double sum = 0, shift[3];
  int from[3], to[3];
  for (int k = 0; k < 3; k++) {
    from[k] = nearest[k] - edge[k] > -cut ? -1 : 0;
    to[k] = nearest[k] + edge[k] < cut ? 1 : 0;
  }
  for (int i = from[0]; i <= to[0]; i++)
    for (int j = from[1]; j <= to[1]; j++)
      for (int k = from[2]; k <= to[2]; k++) {
        shift[0] = nearest[0] + i * edge[0];
        shift[1] = nearest[1] + j * edge[1];
        shift[2] = nearest[2] + k * edge[2];
        sum += ellipsoid_pair(a, b, shift);
      }
  return sum;
}

static double pair(const body *a, const body *b) {
  double shift[3], far = 0, sum = 0;
  for (int k = 0; k < 3; k++) {
    double d = b->centre[k] - a->centre[k];
    while (d > 0.5 * edge[k]) d -= edge[k];
    while (d < -0.5 * edge[k]) d += edge[k];
    shift[k] = d;
    far += d * d;
  }
  if (half_axes[0] > 0) return ellipsoid_pairs(a, b, shift);
  if (far > reach * reach) return 0;
  for (int i = 0; i < a->beads; i++)
    for (int j = 0; j < b->beads; j++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        const double d = shift[k] + b->bead[j][k] - a->bead[i][k];
        square += d * d;
      }
      if (square >= CUT * CUT) continue;
      const double third = 1 / (square * square * square);
      sum += 4 * (third * third - third) + 1;
    }
  return sum;
}

static double energy_of(const body *b, int leave_out) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (i != leave_out) sum += pair(b, &bodies[i]);
  return sum;
}

static double energy_of_all(void) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) sum += pair(&bodies[i], &bodies[j]);
  return sum;
}

static double volume(void) { return edge[0] * edge[1] * edge[2]; }

/* ---- trial moves ---------------------------------------------------------------------------------- */
static double energy, step[2] = { 0.3, 0.1 }; /* of bodies, of ln V */

static int move_body(void) {
  const int i = (int)(uniform() * n);
  body trial = bodies[i];
  double axis[3], square = 0;
  for (int k = 0; k < 3; k++) {
    trial.centre[k] += step[0] * (2 * uniform() - 1);
    if (trial.centre[k] < 0) trial.centre[k] += edge[k];
    if (trial.centre[k] >= edge[k]) trial.centre[k] -= edge[k];
  }
  do {
    square = 0;
    for (int k = 0; k < 3; k++) {
      axis[k] = 2 * uniform() - 1;
      square += axis[k] * axis[k];
    }
  } while (square > 1);
  /* (1, v) times the old orientation; v and -v are equally probable, so the move has its reverse. */
  const double *q = bodies[i].turn,
               v[3] = { step[0] * axis[0], step[0] * axis[1], step[0] * axis[2] };
  trial.turn[0] = q[0] - v[0] * q[1] - v[1] * q[2] - v[2] * q[3];
  trial.turn[1] = q[1] + v[0] * q[0] + v[1] * q[3] - v[2] * q[2];
  trial.turn[2] = q[2] + v[1] * q[0] + v[2] * q[1] - v[0] * q[3];
  trial.turn[3] = q[3] + v[2] * q[0] + v[0] * q[2] - v[1] * q[1];
  normalise(trial.turn);
  place(&trial);
  const double change = energy_of(&trial, i) - energy_of(&bodies[i], i);
  if (change > 0 && uniform() >= exp(-change / kt)) return 0;
  bodies[i] = trial;
  energy += change;
  return 1;
}

static void stretch(double factor) {
  for (int k = 0; k < 3; k++) {
    if (!free_axis[k]) continue;
    edge[k] *= factor;
    for (int i = 0; i < n; i++) bodies[i].centre[k] *= factor;
  }
}

/* Uniform in ln V: therefore N + 1 in place of N. */
static int move_volume(void) {
  const double before = energy, old = volume(), growth = step[1] * (2 * uniform() - 1);
  const double each = exp(growth / (free_axis[0] + free_axis[1] + free_axis[2]));
  stretch(each);
  for (int k = 0; k < 3; k++)
    if (edge[k] < (half_axes[0] > 0 ? 1 : 2) * reach) {
      fprintf(stderr, "an edge of the box is %g: a body would see %s\n", edge[k],
              half_axes[0] > 0 ? "itself" : "two images of another");
      exit(2);
    }
  energy = energy_of_all();
  const double change = (energy - before + pressure * (volume() - old)) / kt - (n + 1) * growth;
  if (change <= 0 || uniform() < exp(-change)) return 1;
  stretch(1 / each);
  energy = before;
  return 0;
}

/* ---- means ---------------------------------------------------------------------------------------- */
static double parts[PARTS][SUMS]; /* V, V^2, U, 1/V, U/V */

static double value_of(int which, const double *m) {
  switch (which) {
  case 0: return m[0];
  case 1: return m[1] - m[0] * m[0];
  case 2: return 1 / m[3];
  case 3: return m[0] / m[3] - 1 / (m[3] * m[3]);
  case 4: return m[2] / n;
  default: return m[4] / m[3] / n;
  }
}

static double jackknife(int which, double *error) {
  double all[SUMS] = { 0 }, squares = 0;
  for (int i = 0; i < PARTS; i++)
    for (int k = 0; k < SUMS; k++) all[k] += parts[i][k] / PARTS;
  const double whole = value_of(which, all);
  for (int i = 0; i < PARTS; i++) {
    double without[SUMS];
    for (int k = 0; k < SUMS; k++) without[k] = (all[k] * PARTS - parts[i][k]) / (PARTS - 1);
    squares += pow(value_of(which, without) - whole, 2);
  }
  *error = sqrt(squares * (PARTS - 1) / PARTS);
  return whole;
}

static int is_fixed;

/* Steps of which about a third is accepted. */
static void cycle(int tune) {
  static long tried[2], taken[2];
  for (int i = 0; i < n; i++) taken[0] += move_body();
  if (!is_fixed) taken[1] += move_volume();
  tried[0] += n, tried[1]++;
  for (int k = 0; k < 2 && tune && tried[1] == 50; k++) {
    const double share = (double)taken[k] / (double)tried[k];
    step[k] *= share > 0.35 ? 1.1 : 0.9;
    step[k] = fmin(step[k], 1);
  }
  if (tried[1] == 50) memset(tried, 0, sizeof tried), memset(taken, 0, sizeof taken);
}

static void fix_volume(void) {
  for (long i = 0; volume() > fixed; i++) {
    if (i == 100000) fprintf(stderr, "the volume stays above fixed; take a larger p\n"), exit(2);
    cycle(1);
  }
  stretch(cbrt(fixed / volume()));
  energy = energy_of_all();
  is_fixed = 1;
}

static int read_body(const char *c) {
  for (beads = 0; *c != '\0' && beads < MOST_BEADS; beads++) {
    double value[4];
    int used = 0, read = sscanf(c, "%lf,%lf,%lf%n", value, value + 1, value + 2, &used);
    if (read != 3) return 0;
    c += used;
    if (sscanf(c, ",%lf%n", value + 3, &used) == 1) c += used;
    if (*c == '/') c++;
    memcpy(shape[beads], value, sizeof shape[beads]);
  }
  return *c == '\0' && beads > 0;
}

int main(int argc, char **argv) {
  double cycles = 300000, seed = 1, number = 64, single = 0;
  const char *axes = "iso";
  for (int i = 1; i < argc; i++) {
    const char *value = strchr(argv[i], '=');
    double *const numbers[] = { &number,       &kt,    &pressure, &cycles,  &seed,
                                &first_volume, &fixed, &single,   &epsilon, &cut };
    static const char *const keys[] = { "n=",      "kt=",    "p=",      "cycles=",  "seed=",
                                        "volume=", "fixed=", "points=", "epsilon=", "cut=" };
    int known = 0;
    for (int k = 0; k < 10; k++)
      if (strncmp(argv[i], keys[k], strlen(keys[k])) == 0) *numbers[k] = atof(value + 1), known = 1;
    if (strncmp(argv[i], "axes=", 5) == 0) axes = value + 1, known = 1;
    if (strncmp(argv[i], "body=", 5) == 0) known = read_body(value + 1);
    if (strncmp(argv[i], "ellipsoid=", 10) == 0)
      known = sscanf(value + 1, "%lf,%lf,%lf", half_axes, half_axes + 1, half_axes + 2) == 3;
    if (!known) return fprintf(stderr, "monte_carlo does not understand '%s'\n", argv[i]), 2;
  }
  n = (int)number;
  if (n < 1 || n > MOST) return fprintf(stderr, "n is %d; must be 1 to %d\n", n, MOST), 2;
  points = (int)single;
  if (points < 0 || points > n)
    return fprintf(stderr, "points is %d; must be 0 to n, which is %d\n", points, n), 2;
  for (int k = 0; k < 3; k++)
    free_axis[k] = strcmp(axes, "iso") == 0 || strchr(axes, "xyz"[k]) != NULL;
  bits = (uint64_t)seed * 0x9e3779b97f4a7c15u + 1;
  begin();
  energy = energy_of_all();
  if (fixed > 0) fix_volume();
  const long each = (long)(cycles / PARTS), warm = each * PARTS / 20 + 2000;
  for (long i = 0; i < warm; i++) cycle(1);
  for (int part = 0; part < PARTS; part++)
    for (long i = 0; i < each; i++) {
      cycle(0);
      const double v = volume();
      const double values[SUMS] = { v, v * v, energy, 1 / v, energy / v };
      for (int k = 0; k < SUMS; k++) parts[part][k] += values[k] / (double)each;
    }
  static const char *const names[] = {
    "mean V", "var V", "mean V", "var V", "U a body", "U a body"
  };
  static const int order[] = { 0, 1, 4, 2, 3, 5 };
  double value[6], error[6];
  for (int k = 0; k < 6; k++) value[k] = jackknife(k, &error[k]);
  printf("%d bodies, kT %g, P %g, axes %s, %ld cycles\n", n, kt, pressure, axes, each * PARTS);
  for (int k = 0; k < 6; k++)
    printf("%s  %-8s  %.6g +- %.2g\n", k < 3 ? "V^N    " : "V^(N-1)", names[order[k]],
           value[order[k]], error[order[k]]);
  printf("%.8g,%.3g,%.8g,%.3g,%.8g,%.3g,%.8g,%.3g\n", value[0], error[0], value[1], error[1],
         value[2], error[2], value[3], error[3]);
  return 0;
}
