/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cell_monte_carlo.c - a crystal of dimers at constant pressure in a cell of any shape, by Metropolis' method.
 * An answer from outside for crystal_samples: this program shares no line with the library or with the hosts
 * of this room, and no body in it ever moves by an equation of motion.
 *
 *   cell_monte_carlo [kt=0.2] [p=0.3] [still=0] [lengths=0] [cycles=20000] [seed=1]
 *
 * The cell is a matrix of nine numbers here, whose columns are a, b, c, with the measure V^N dh/V^2 of all nine
 * (V^(N-1) if `still`), so rotations of the cell are sampled too.  Nothing in it is triangular.  With lengths=1 the cell
 * is stretched along x, y and z only, with the measure V^(N+1) of the logarithms of the three factors, from the
 * mean shape of the free cell on.  What is
 * printed does not depend on rotations: of the cell rotated to (ax,0,0), (bx,by,0), (cx,cy,cz) the mean of
 * ln ax, ln by, ln cz (beyond those at the start), bx/by, cx/cz, cy/cz, and their 21 covariances, each with its
 * error.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 32, PARTS = 25, SHAPES = 6, SUMS = SHAPES + 21, IMAGES = 27 };
static double s[N][3], bond[N][3], image[IMAGES][3];
static double h[3][3] = { { 3.477, 1.173, 1.173 },
                          { 0, 3.273, 0.8258 },
                          { 0, 0, 3.167 } }; /* its columns are a, b, c */
static const double direction[3] = { 0.7472, 0.5259, 0.40635126430220436 };
static double kt = 0.2, pressure = 0.3, still = 0, lengths = 0;

/* ---- random numbers: Marsaglia's xorshift with Vigna's multiplier -------------------------------- */
static uint64_t bits = 1;

static double uniform(void) {
  bits ^= bits >> 12, bits ^= bits << 25, bits ^= bits >> 27;
  return (double)((bits * 2685821657736338717u) >> 11) / 9007199254740992.0;
}

static double either(void) { return 2 * uniform() - 1; }

/* ---- the system ----------------------------------------------------------------------------------- */
static double volume(void) {
  return h[0][0] * (h[1][1] * h[2][2] - h[1][2] * h[2][1]) -
         h[0][1] * (h[1][0] * h[2][2] - h[1][2] * h[2][0]) +
         h[0][2] * (h[1][0] * h[2][1] - h[1][1] * h[2][0]);
}

static void find_images(void) {
  for (int k = 0; k < IMAGES; k++)
    for (int x = 0; x < 3; x++)
      image[k][x] = h[x][0] * (k % 3 - 1) + h[x][1] * (k / 3 % 3 - 1) + h[x][2] * (k / 9 - 1);
}

/* Beads lie 0.3 to both sides of the centre; a pair of beads has the energy u^4 (72 u^2 - 32.67) with
 * u = 1 - 0.45 r^2 as long as u > 0, so centres see each other up to 2.0908. */
static double of_beads(const double d[3], const double *n, const double *m) {
  double sum = 0;
  for (int a = -1; a < 2; a += 2)
    for (int b = -1; b < 2; b += 2) {
      double square = 0;
      for (int x = 0; x < 3; x++) {
        const double r = d[x] + 0.3 * (a * n[x] - b * m[x]);
        square += r * r;
      }
      const double u = 1 - 0.45 * square;
      if (u > 0) sum += pow(u, 4) * (72 * u * u - 32.67);
    }
  return sum;
}

static double pair(int i, int j) {
  double near[3], d0[3], sum = 0;
  for (int x = 0; x < 3; x++) near[x] = s[i][x] - s[j][x] - floor(s[i][x] - s[j][x] + 0.5);
  for (int x = 0; x < 3; x++) d0[x] = h[x][0] * near[0] + h[x][1] * near[1] + h[x][2] * near[2];
  for (int k = 0; k < IMAGES; k++) {
    const double d[3] = { d0[0] + image[k][0], d0[1] + image[k][1], d0[2] + image[k][2] };
    if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < 4.372) sum += of_beads(d, bond[i], bond[j]);
  }
  return sum;
}

static double energy_of(int i) {
  double sum = 0;
  for (int j = 0; j < N; j++)
    if (j != i) sum += pair(i, j);
  return sum;
}

static double energy_of_all(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) sum += pair(i, j);
  return sum;
}

/* ---- trial moves ---------------------------------------------------------------------------------- */
static double step[2] = { 0.05, 0.005 };

static int move_body(void) {
  const int i = (int)(uniform() * N);
  const double before = energy_of(i);
  double old[6], v[3], square = 0;
  memcpy(old, s[i], sizeof s[i]), memcpy(old + 3, bond[i], sizeof bond[i]);
  do {
    square = 0;
    for (int x = 0; x < 3; x++) v[x] = either(), square += v[x] * v[x];
  } while (square > 1);
  square = 0;
  for (int x = 0; x < 3; x++) {
    s[i][x] += step[0] / 3 * either();
    bond[i][x] += 4 * step[0] * v[x];
    square += bond[i][x] * bond[i][x];
  }
  for (int x = 0; x < 3; x++) bond[i][x] /= sqrt(square);
  if (uniform() < exp((before - energy_of(i)) / kt)) return 1;
  memcpy(s[i], old, sizeof s[i]), memcpy(bond[i], old + 3, sizeof bond[i]);
  return 0;
}

/* h -> exp(E) h with a symmetric E, of which E and -E are equally probable.  dh/V^3 does not change by that, so
 * dh V^(N-2) leaves V^(N+1). */
static int move_cell(double *energy) {
  double e[3][3], term[3][3], next[3][3], old[3][3];
  for (int x = 0; x < 3; x++)
    for (int y = 0; y <= x; y++)
      e[x][y] = e[y][x] = x == y || lengths == 0 ? step[1] * either() : 0;
  const double v = volume(), before = *energy;
  memcpy(old, h, sizeof h), memcpy(term, h, sizeof h);
  for (int order = 1; order < 15; order++) {
    for (int x = 0; x < 3; x++)
      for (int c = 0; c < 3; c++) {
        next[x][c] = 0;
        for (int y = 0; y < 3; y++) next[x][c] += e[x][y] * term[y][c] / order;
      }
    memcpy(term, next, sizeof term);
    for (int x = 0; x < 3; x++)
      for (int c = 0; c < 3; c++) h[x][c] += term[x][c];
  }
  find_images();
  *energy = energy_of_all();
  const double growth = volume() / v;
  const double change = (*energy - before + pressure * (volume() - v)) / kt;
  if (uniform() < exp(-change) * pow(growth, N + 1 - still)) return 1;
  memcpy(h, old, sizeof h);
  find_images();
  *energy = before;
  return 0;
}

/* ---- means ---------------------------------------------------------------------------------------- */

/* By the products of a, b and c with each other. */
static void shape(double y[SHAPES]) {
  double g[3][3] = { { 0 } };
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      for (int x = 0; x < 3; x++) g[a][b] += h[x][a] * h[x][b];
  const double ax = sqrt(g[0][0]), bx = g[0][1] / ax, cx = g[0][2] / ax;
  const double by = sqrt(g[1][1] - bx * bx), cy = (g[1][2] - bx * cx) / by;
  const double cz = sqrt(g[2][2] - cx * cx - cy * cy);
  y[0] = log(ax), y[1] = log(by), y[2] = log(cz);
  y[3] = bx / by, y[4] = cx / cz, y[5] = cy / cz;
}

/* Means, and covariances by the means of products. */
static void values_of(const double *mean, double *value) {
  memcpy(value, mean, SHAPES * sizeof *value);
  for (int i = 0, at = SHAPES; i < SHAPES; i++)
    for (int j = 0; j <= i; j++, at++) value[at] = mean[at] - mean[i] * mean[j];
}

static void print(double sums[PARTS][SUMS]) {
  double all[SUMS] = { 0 }, value[SUMS], square[SUMS] = { 0 };
  for (int p = 0; p < PARTS; p++)
    for (int k = 0; k < SUMS; k++) all[k] += sums[p][k] / PARTS;
  values_of(all, value);
  for (int p = 0; p < PARTS; p++) { /* jackknife */
    double without[SUMS], other[SUMS];
    for (int k = 0; k < SUMS; k++) without[k] = (all[k] * PARTS - sums[p][k]) / (PARTS - 1);
    values_of(without, other);
    for (int k = 0; k < SUMS; k++) square[k] += pow(other[k] - value[k], 2);
  }
  for (int k = 0; k < SUMS; k++)
    printf("%.10g %.3g\n", value[k], sqrt(square[k] * (PARTS - 1) / PARTS));
}

int main(int argc, char **argv) {
  static double sums[PARTS][SUMS];
  double cycles = 20000, seed = 1, first[SHAPES], y[SHAPES];
  double *const numbers[] = { &kt, &pressure, &still, &lengths, &cycles, &seed };
  static const char *const keys[] = { "kt=", "p=", "still=", "lengths=", "cycles=", "seed=" };
  for (int i = 1; i < argc; i++) {
    int known = 0;
    for (int k = 0; k < 6; k++)
      if (strncmp(argv[i], keys[k], strlen(keys[k])) == 0)
        *numbers[k] = atof(argv[i] + strlen(keys[k])), known = 1;
    if (!known) return fprintf(stderr, "cell_monte_carlo does not understand '%s'\n", argv[i]), 2;
  }
  const double mean[3][3] = { { 3.609, 1.567, 1.569 }, { 0, 3.248, 0.98 }, { 0, 0, 3.092 } };
  if (lengths != 0) memcpy(h, mean, sizeof h);
  bits = (uint64_t)seed * 0x9e3779b97f4a7c15u + 1;
  for (int i = 0; i < N; i++)
    for (int x = 0; x < 3; x++) { /* a face-centred lattice */
      s[i][x] = 0.5 * (i >> x & 1) + (i / 8 != 0 && i / 8 != x + 1 ? 0.25 : 0);
      bond[i][x] = direction[x];
    }
  find_images();
  shape(first);
  double energy = energy_of_all();
  const long each = (long)(cycles / PARTS), warm = (long)(cycles / 10);
  long taken[2] = { 0 }, tried = 0;
  for (long i = -warm; i < each * PARTS; i++) {
    for (int k = 0; k < N; k++) taken[0] += move_body();
    energy = energy_of_all();
    for (int k = 0; k < 4; k++) taken[1] += move_cell(&energy);
    if (i < 0 &&
        ++tried == 50) { /* steps of which about a third is accepted, found before the means */
      for (int k = 0; k < 2; k++)
        step[k] *= (double)taken[k] / (k == 0 ? 50 * N : 50 * 4) > 0.35 ? 1.1 : 0.9;
      taken[0] = taken[1] = tried = 0;
    }
    if (i < 0) continue;
    shape(y);
    for (int k = 0; k < 3; k++) y[k] -= first[k];
    double *sum = sums[i / each];
    for (int k = 0; k < SHAPES; k++) sum[k] += y[k] / (double)each;
    for (int k = 0, at = SHAPES; k < SHAPES; k++)
      for (int j = 0; j <= k; j++) sum[at++] += y[k] * y[j] / (double)each;
  }
  print(sums);
  return 0;
}
