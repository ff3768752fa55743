/* SPDX-License-Identifier: BSD-3-Clause
 *
 * page.c - what page.html calls: free bodies, what each rotor keeps of them, and hashes of their bits.
 * Compiled with the library of a machine, it prints the hashes of that machine.
 */
#include <rigidstep/rigidstep.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#ifdef __wasm__
#define SHOWN(name) __attribute__((export_name(#name)))
const char *rgs_environment(const char *name); /* a page has none */
const char *rgs_environment(const char *name) { return (void)name, NULL; }
#else
#define SHOWN(name) __attribute__((unused)) static
#endif
static const char *const rotors[] = { "exact",  "jacobi",   "semiexact", "dmv2",     "dmv4",
                                      "dmv6",   "dmv8",     "dmv10",     "midpoint", "threerot",
                                      "symrot", "nosquish", "richardson" };
enum { ROTORS = sizeof rotors / sizeof *rotors, BODIES = 40, FEW = 8 };

/* What the page gives and gets: inertia 3, l 3, q 4; or what properties() measured. */
static double shared[16];
SHOWN(numbers) double *numbers(void) { return shared; }
SHOWN(move) int move(int rotor, double h) {
  return rgs_free_flow(rotors[rotor], 1, h, shared, shared + 3, shared + 6, NULL);
}

/* ---- bodies -------------------------------------------------------------------------------------- */
typedef struct bodies {
  double inertia[BODIES][3], l[BODIES][3], q[BODIES][4];
} bodies;

static void unit(double *v, int n) {
  double square = 0;
  for (int k = 0; k < n; k++) square += v[k] * v[k];
  for (int k = 0; k < n; k++) v[k] /= sqrt(square);
}

/* |l| = 1; of every third body the moments are 1/2, 3/4 or 1: some are symmetric, or spheres. */
static bodies fresh(void) {
  uint64_t random = 4;
  bodies b;
  for (int i = 0; i < BODIES; i++) {
    double number[10];
    for (int k = 0; k < 10; k++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      number[k] = (double)(random >> 11) * 0x1p-53;
    }
    for (int k = 0; k < 3; k++) {
      b.inertia[i][k] = 0.5 + (i % 3 == 1 ? 0.25 * floor(3 * number[k]) : 0.5 * number[k]);
      b.l[i][k] = number[3 + k] - 0.5;
    }
    for (int k = 0; k < 4; k++) b.q[i][k] = number[6 + k] - 0.5;
    unit(b.l[i], 3);
    unit(b.q[i], 4);
  }
  return b;
}

static void flow(int rotor, double h, int n, bodies *b) {
  (void)rgs_free_flow(rotors[rotor], n, h, b->inertia[0], b->l[0], b->q[0], NULL);
}

/* y = Q^T l = l - 2 q0 (e x l) + 2 e x (e x l), q = (q0, e) */
static void momentum(const bodies *b, int i, double y[3]) {
  const double *q = b->q[i], *e = q + 1, *l = b->l[i];
  double c[3];
  for (int k = 0, j = 1, m = 2; k < 3; j = m, m = k++) c[k] = e[j] * l[m] - e[m] * l[j];
  for (int k = 0, j = 1, m = 2; k < 3; j = m, m = k++)
    y[k] = l[k] - 2 * q[0] * c[k] + 2 * (e[j] * c[m] - e[m] * c[j]);
}

/* The turn from p to q in space: 2 Im(q p*). */
static double turn_between(const double p[4], const double q[4], double v[3]) {
  const double sign = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3] < 0 ? -2 : 2;
  for (int k = 0, j = 2, m = 3; k < 3; j = m, m = 1 + k++)
    v[k] = sign * (p[0] * q[1 + k] - q[0] * p[1 + k] + p[j] * q[m] - p[m] * q[j]);
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double apart(const bodies *a, const bodies *b) {
  double largest = 0, v[3];
  for (int i = 0; i < FEW; i++) largest = fmax(largest, turn_between(a->q[i], b->q[i], v));
  return largest;
}

/* ---- properties: Table 2 of G. Vilmart, Rigid body dynamics, of the first few bodies ------------- */
/* The slope of the error after the time 4 between 2^k and 2^(k + 1) steps, at the smallest errors above
 * rounding; infinite if a step of any length is right.  (A refused step leaves a large error.) */
static double measured_order(int rotor) {
  double errors[12];
  int finest = 0;
  bodies end = fresh();
  flow(0, 4, FEW, &end);
  for (int k = 0; k < 12; k++) {
    bodies b = fresh();
    for (int n = 0; n < 1 << k; n++) flow(rotor, 4.0 / (1 << k), FEW, &b);
    errors[k] = apart(&end, &b);
    if (errors[k] > 1e-12) finest = k;
  }
  return finest == 0 ? INFINITY : log2(errors[finest - 1] / errors[finest]);
}

/* The largest relative changes of |y|^2 and of the energy. */
static void measure_drift(int rotor, double drift[2]) {
  double start[FEW][2];
  bodies b = fresh();
  drift[0] = drift[1] = 0;
  for (int n = 0; n <= 20000; n++) {
    for (int i = 0; n % 1000 == 0 && i < FEW; i++) {
      double y[3], now[2] = { 0, 0 };
      momentum(&b, i, y);
      for (int k = 0; k < 3; k++) now[0] += y[k] * y[k], now[1] += y[k] * y[k] / b.inertia[i][k];
      if (n == 0) memcpy(start[i], now, sizeof now);
      for (int k = 0; k < 2; k++) drift[k] = fmax(drift[k], fabs(now[k] / start[i][k] - 1));
    }
    flow(rotor, 0.1, FEW, &b);
  }
}

/* After a step of 0.4; before it the body turns by `shift` in space about axis c, or l changes. */
static bodies shifted(int rotor, int c, double shift) {
  bodies b = fresh();
  for (int i = 0; i < FEW; i++) {
    const double p[4] = { b.q[i][0], b.q[i][1], b.q[i][2], b.q[i][3] }, half = 0.5 * shift;
    const int j = (c + 1) % 3, m = (c + 2) % 3;
    if (c >= 3) {
      b.l[i][c - 3] += shift;
      continue;
    }
    b.q[i][0] -= half * p[1 + c], b.q[i][1 + c] += half * p[0];
    b.q[i][1 + j] -= half * p[1 + m], b.q[i][1 + m] += half * p[1 + j];
    unit(b.q[i], 4);
  }
  flow(rotor, 0.4, FEW, &b);
  return b;
}

static double hat(const double v[3], int r, int c) {
  return r == c ? 0 : c == (r + 1) % 3 ? -v[(r + 2) % 3] : v[(r + 1) % 3];
}

/* w((a, b), (c, d)) = a.d - b.c - l.(a x c): the canonical form of turns a, c in space and changes of l. */
static double form(const double l[3], int r, int c) {
  return r < 3 && c < 3 ? hat(l, r, c) : r + 3 == c ? 1 : c + 3 == r ? -1 : 0;
}

/* How far the map is from keeping the Lie-Poisson form, of[0], and the symplectic form, of[1].  By
 * differences: D, the derivatives of the turn and of l, and Y, of y. */
static void measure_forms(int rotor, double of[2]) {
  const double step = 2e-5;
  double D[FEW][6][6] = { 0 }, Y[FEW][3][3], y[2][3], v[3];
  bodies ends[2], end = shifted(rotor, 3, 0);
  for (int c = 0; c < 6; c++) {
    for (int side = 0; side < 2; side++) ends[side] = shifted(rotor, c, side ? step : -step);
    for (int i = 0; i < FEW; i++) {
      turn_between(ends[0].q[i], ends[1].q[i], v);
      for (int side = 0; side < 2; side++) momentum(&ends[side], i, y[side]);
      for (int k = 0; k < 3; k++) {
        D[i][k][c] = v[k] / (2 * step);
        D[i][3 + k][c] = 3 + k == c;
        if (c >= 3) Y[i][k][c - 3] = (y[1][k] - y[0][k]) / (2 * step);
      }
    }
  }
  of[0] = of[1] = 0;
  for (int n = 0; n < FEW * 36; n++) {
    const int i = n / 36, r = n / 6 % 6, c = n % 6, s = r % 3, t = c % 3;
    momentum(&end, i, v);
    double symplectic = -form(end.l[i], r, c), poisson = -hat(v, s, t);
    for (int a = 0; a < 6; a++)
      for (int b = 0; b < 6; b++) {
        symplectic += D[i][a][r] * form(end.l[i], a, b) * D[i][b][c];
        if (a < 3 && b < 3) poisson += Y[i][s][a] * hat(end.l[i], a, b) * Y[i][t][b];
      }
    of[0] = fmax(of[0], fabs(poisson));
    of[1] = fmax(of[1], fabs(symplectic));
  }
}

/* Writes order, C(y), H(y), reversal, Poisson, symplectic. */
SHOWN(properties) void properties(int rotor) {
  bodies start = fresh(), there = start;
  shared[0] = measured_order(rotor);
  measure_drift(rotor, shared + 1);
  flow(rotor, 0.3, FEW, &there);
  flow(rotor, -0.3, FEW, &there);
  shared[3] = apart(&start, &there);
  measure_forms(rotor, shared + 4);
}

/* ---- bits ---------------------------------------------------------------------------------------- */
/* FNV-1a of all orientations after 30 steps. */
SHOWN(hash) uint64_t hash(int rotor) {
  uint64_t sum = 14695981039346656037u;
  bodies b = fresh();
  for (int n = 0; n < 30; n++) flow(rotor, 0.3, BODIES, &b);
  for (size_t k = 0; k < sizeof b.q; k++) sum = (sum ^ ((unsigned char *)b.q)[k]) * 1099511628211u;
  return sum;
}

int main(void) {
  for (int k = 0; k < ROTORS; k++) printf("%s %016" PRIx64 "\n", rotors[k], hash(k));
  return 0;
}
