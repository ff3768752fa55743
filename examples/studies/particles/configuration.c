/* SPDX-License-Identifier: BSD-3-Clause
 *
 * configuration.c - what positions and attitudes of soft ellipsoids say, without velocities: from a dump of LAMMPS (type x y z quatw quati
 * quatj quatk, a cube as box) on standard input.  Prints, with standard errors from 20 blocks:
 *
 *   kT of translation and of rotation, <|grad U|^2>/<div grad U> (H. H. Rugh, Phys. Rev. Lett. 78, 772 (1997),
 *   DOI 10.1103/PhysRevLett.78.772), where the gradient of rotation is by angles about axes in space, by differences of the energy;
 *   the energy of a body; P2 of the angle between bodies whose centres are less than 1.5 apart; and of the nematic order parameter, the
 *   largest eigenvalue of the mean of 3/2 u u - 1/2 over the bodies' third axes u: mean, standard deviation, and tenth, fifth and ninth decile.
 *
 *   configuration HALF_AXIS_1 HALF_AXIS_2 HALF_AXIS_3 EPSILON CUT <FILE
 */
#include "soft_ellipsoids.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 512, FRAMES = 20000, BLOCKS = 20, SUMS = 7, MEANS = 9 };

typedef struct body {
  double x[3], axes[3][3], g[6];
} body;

static body bodies[MOST];
static int n;
static double half_axes[3], epsilon, cut, edge;
static double
    frames[FRAMES]
          [SUMS]; /* |grad|^2 and div grad of translation, of rotation; U; sum and number of P2 */
static double order[FRAMES];

static double pair(const body *a, const body *b) {
  double nearest[3], sum = 0;
  for (int k = 0; k < 3; k++) {
    const double d = b->x[k] - a->x[k];
    nearest[k] = d - edge * rint(d / edge);
  }
  for (int image = 0; image < 27; image++) {
    const double shift[3] = { nearest[0] + edge * (image % 3 - 1),
                              nearest[1] + edge * (image / 3 % 3 - 1),
                              nearest[2] + edge * (image / 9 - 1) };
    const double square = shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2];
    if (square < cut * cut) sum += soft_energy(shift, square, a->g, b->g, epsilon);
  }
  return sum;
}

static double energy_of(const body *b, int which) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (i != which) sum += pair(b, &bodies[i]);
  return sum;
}

/* Moved by h along axis k, or turned by the angle h about it */
static body displaced(const body *b, int turns, int k, double h) {
  body moved = *b;
  if (!turns) {
    moved.x[k] += h;
    return moved;
  }
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  for (int a = 0; a < 3; a++) {
    moved.axes[a][i] = cos(h) * b->axes[a][i] - sin(h) * b->axes[a][j];
    moved.axes[a][j] = sin(h) * b->axes[a][i] + cos(h) * b->axes[a][j];
  }
  soft_shape(half_axes, moved.axes, moved.g);
  return moved;
}

/* Largest eigenvalue of the traceless tensor Q, from the invariants tr Q^2 and det Q */
static double order_parameter(void) {
  double q[3][3] = { { -0.5, 0, 0 }, { 0, -0.5, 0 }, { 0, 0, -0.5 } }, square = 0;
  for (int a = 0; a < 9; a++) {
    for (int i = 0; i < n; i++)
      q[a / 3][a % 3] += 1.5 * bodies[i].axes[2][a / 3] * bodies[i].axes[2][a % 3] / n;
    square += q[a / 3][a % 3] * q[a / 3][a % 3];
  }
  const double determinant = q[0][0] * (q[1][1] * q[2][2] - q[1][2] * q[1][2]) -
                             q[0][1] * (q[0][1] * q[2][2] - q[1][2] * q[0][2]) +
                             q[0][2] * (q[0][1] * q[1][2] - q[1][1] * q[0][2]);
  const double scale = sqrt(square / 6);
  return 2 * scale * cos(acos(fmax(-1, fmin(1, determinant / (2 * scale * scale * scale)))) / 3);
}

static void measure(double *sums) {
  const double h = 1e-4;
  for (int k = 0; k < SUMS; k++) sums[k] = 0;
  for (int i = 0; i < n; i++) {
    const double here = energy_of(&bodies[i], i);
    sums[4] += here / 2 / n;
    for (int e = 0; e < 6; e++) {
      const body forth = displaced(&bodies[i], e / 3, e % 3, h),
                 back = displaced(&bodies[i], e / 3, e % 3, -h);
      const double up = energy_of(&forth, i), down = energy_of(&back, i);
      sums[2 * (e / 3)] += pow((up - down) / (2 * h), 2);
      sums[2 * (e / 3) + 1] += (up + down - 2 * here) / (h * h);
    }
    for (int j = 0; j < i; j++) {
      double square = 0, cosine = 0;
      for (int k = 0; k < 3; k++) {
        const double d = bodies[j].x[k] - bodies[i].x[k];
        square += pow(d - edge * rint(d / edge), 2);
        cosine += bodies[i].axes[2][k] * bodies[j].axes[2][k];
      }
      if (square > 1.5 * 1.5) continue;
      sums[5] += 1.5 * cosine * cosine - 0.5;
      sums[6] += 1;
    }
  }
}

static int read_frame(void) {
  char line[256];
  int atoms = 0;
  double low = 0, high = 0;
  n = 0;
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (line[0] == 'I') { /* ITEM: */
      if (line[6] == 'B' && fgets(line, sizeof line, stdin) != NULL)
        sscanf(line, "%lf %lf", &low, &high);
      if (line[6] == 'N' && fgets(line, sizeof line, stdin) != NULL) atoms = atoi(line);
      continue;
    }
    body *b = &bodies[n];
    double q[4];
    if (n == MOST || sscanf(line, "%*d %lf %lf %lf %lf %lf %lf %lf", b->x, b->x + 1, b->x + 2, q,
                            q + 1, q + 2, q + 3) != 7)
      continue;
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double axes[3][3] = {
      { 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y) },
      { 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x) },
      { 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y) }
    };
    for (int a = 0; a < 9; a++) b->axes[a / 3][a % 3] = axes[a / 3][a % 3];
    soft_shape(half_axes, b->axes, b->g);
    edge = high - low;
    if (++n == atoms) return 1;
  }
  return 0;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The means, from all frames but those of block `without` */
static void means_of(int count, int without, double *means) {
  static double sorted[FRAMES];
  double sums[SUMS] = { 0 }, first = 0, second = 0;
  int used = 0;
  for (int f = 0; f < count; f++) {
    if (f * BLOCKS / count == without) continue;
    for (int k = 0; k < SUMS; k++) sums[k] += frames[f][k];
    first += order[f];
    second += order[f] * order[f];
    sorted[used++] = order[f];
  }
  qsort(sorted, used, sizeof *sorted, ascending);
  means[0] = sums[0] / sums[1];
  means[1] = sums[2] / sums[3];
  means[2] = sums[4] / used;
  means[3] = sums[5] / sums[6];
  means[4] = first / used;
  means[5] = sqrt(second / used - means[4] * means[4]);
  for (int k = 0; k < 3; k++) means[6 + k] = sorted[used * (1 + 4 * k) / 10];
}

int main(int argc, char **argv) {
  if (argc != 6)
    return fprintf(stderr, "configuration HALF_AXIS_1 HALF_AXIS_2 HALF_AXIS_3 EPSILON CUT\n"), 2;
  for (int k = 0; k < 3; k++) half_axes[k] = atof(argv[1 + k]);
  epsilon = atof(argv[4]);
  cut = atof(argv[5]);
  int count = 0;
  while (count < FRAMES && read_frame()) {
    order[count] = order_parameter();
    measure(frames[count++]);
  }
  if (count < BLOCKS) return fprintf(stderr, "%d frames; must be at least %d\n", count, BLOCKS), 1;
  double whole[MEANS], less[BLOCKS][MEANS];
  means_of(count, -1, whole);
  for (int b = 0; b < BLOCKS; b++) means_of(count, b, less[b]);
  for (int k = 0; k < MEANS; k++) {
    double squares = 0;
    for (int b = 0; b < BLOCKS; b++) squares += pow(less[b][k] - whole[k], 2);
    printf("  %.4g(%.1g)", whole[k], sqrt(squares * (BLOCKS - 1) / BLOCKS));
  }
  printf("\n");
  return 0;
}
