/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flat.c - how do averages of positions depend on the step, with `langevin`, with levels and with trials?
 *
 *   flat [PS [ROW...]]     picoseconds of each row, 200; some rows alone, from 0
 *
 * The configurational temperature needs no momenta: it is <|grad U|^2> / <laplacian U> (H. H. Rugh, Phys. Rev. Lett.
 * 78, 772 (1997), doi 10.1103/PhysRevLett.78.772), here of translation by masses and of rotation by moments of inertia.
 * The laplacian is the mean curvature of U along random displacements of all molecules at once (M. F. Hutchinson,
 * Commun. Stat. Simul. Comput. 18, 1059 (1989), doi 10.1080/03610918908812806): two energies each, and no second
 * derivatives.  The last column is what the curvature says of a step: a kinetic energy at the end of a step is too low
 * by this times h^2, and with OBABO the potential energy is too high by as much.
 */
#include "water.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EVERY = 40 }; /* fs between samples */
static const double AWAY = 1e-3;

typedef struct sample {
  double square[2], curvature[2]; /* of translation and rotation */
} sample;

static double sign(void) {
  static uint64_t state = 3;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 63 ? 1 : -1;
}

static void to_body(const molecule *m, const double v[3], double out[3]) {
  const double back[4] = { m->q[0], -m->q[1], -m->q[2], -m->q[3] };
  rotate(back, v, out);
}

/* By a small rotation about axes of the body. */
static void turn(molecule *m, const double by[3]) {
  const double half = sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]) / 2;
  const double s = half > 0 ? sin(half) / (2 * half) : 0.5, c = cos(half);
  const double a = m->q[0], *e = m->q + 1;
  double q[4] = { a * c - s * (e[0] * by[0] + e[1] * by[1] + e[2] * by[2]) };
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, n = (k + 2) % 3;
    q[k + 1] = c * e[k] + s * (a * by[k] + e[l] * by[n] - e[n] * by[l]);
  }
  for (int k = 0; k < 4; k++) m->q[k] = q[k];
}

/* Energy after all molecules went along the signs, each axis by its mass or moment of inertia. */
static double moved(const water *w, int rotation, double signs[N][3], double by) {
  static water there;
  there = *w;
  for (int i = 0; i < N; i++) {
    molecule *m = &there.body[i];
    double way[3];
    for (int k = 0; k < 3; k++)
      way[k] = by * signs[i][k] / sqrt(rotation ? m->inertia[k] : m->mass);
    if (rotation)
      turn(m, way);
    else
      for (int k = 0; k < 3; k++) m->x[k] += way[k];
  }
  return add_forces(&there, 0, 0);
}

static sample look(const water *w) {
  static water here;
  sample s = { { 0 }, { 0 } };
  double signs[N][3];
  here = *w;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) here.body[i].f[k] = here.body[i].tau[k] = 0;
  const double energy = add_forces(&here, 0, 1);
  for (int i = 0; i < N; i++) {
    const molecule *m = &here.body[i];
    double tau[3];
    to_body(m, m->tau, tau);
    for (int k = 0; k < 3; k++) {
      signs[i][k] = sign();
      s.square[0] += m->f[k] * m->f[k] / m->mass;
      s.square[1] += tau[k] * tau[k] / m->inertia[k];
    }
  }
  for (int rotation = 0; rotation < 2; rotation++)
    s.curvature[rotation] =
        (moved(w, rotation, signs, AWAY) - 2 * energy + moved(w, rotation, signs, -AWAY)) /
        (AWAY * AWAY);
  return s;
}

static void show(run *r, const row *way, double ps) {
  const long every = lround(fmax(1, EVERY / way->step));
  const long n = lround(ps * 1000 / ((double)every * way->step));
  double *const told = calloc(5 * (size_t)n, sizeof *told), mean[2] = { 0 }, t[2] = { 0 };
  begin(r, way, 200);
  steps(r, way, lround((ps < 10 ? 1000 : 10000) / way->step));
  for (long i = 0; i < n; i++) {
    steps(r, way, every);
    const sample s = look(&r->now);
    told[i] = r->now.energy;
    for (int k = 0; k < 2; k++) {
      told[(1 + k) * n + i] = s.square[k];
      told[(3 + k) * n + i] = s.curvature[k];
      mean[k] += s.curvature[k] / (double)n;
      t[k] += s.square[k] / (double)n;
    }
  }
  for (int k = 0; k < 2; k++) {
    t[k] /= mean[k]; /* the quotient of the means, whose error is that of this sum */
    for (long i = 0; i < n; i++)
      told[(1 + k) * n + i] =
          t[k] + (told[(1 + k) * n + i] - t[k] * told[(3 + k) * n + i]) / mean[k];
  }
  printf("| %s ", way->trial ? "trials" : way->inner ? "levels" : way->ends ? "OBABO" : "BAOAB");
  print_way(way);
  print_mean(told, n, 1e4 / N, " %.3f(%.3f) |");
  print_mean(told + n, n, 1 / BOLTZMANN, " %.1f(%.1f),");
  print_mean(told + 2 * n, n, 1 / BOLTZMANN, " %.1f(%.1f) |");
  const double unit = BOLTZMANN * KELVIN * 1e4 / N / 8;
  printf(" %.4f, %.4f |", unit * mean[0], unit * mean[1] / way->inertia);
  if (way->trial) printf(" %.2f", accepted(r));
  printf(" |\n");
  fflush(stdout);
  end(r);
  free(told);
}

int main(int argc, char **argv) {
  static const row ways[] = {
    { 1, 0, 1, 0, 0, 0 },    { 2, 0, 1, 0, 0, 0 },     { 4, 0, 1, 0, 0, 0 },
    { 6, 0, 1, 0, 0, 0 },    { 8, 0, 1, 0, 0, 0 },     { 8, 0, 4, 0, 0, 0 },
    { 2, 0, 1, 0, 0, 1 },    { 4, 0, 1, 0, 0, 1 },     { 6, 0, 1, 0, 0, 1 },
    { 8, 0, 4, 0, 0, 1 },    { 2, 0.02, 1, 2, 0, 0 },  { 4, 0.02, 1, 2, 0, 0 },
    { 8, 0.02, 1, 2, 0, 0 }, { 12, 0.02, 1, 3, 0, 0 }, { 16, 0.02, 4, 2, 0, 0 },
    { 10, 0, 1, 0, 10, 0 },  { 20, 0, 1, 0, 10, 0 },   { 40, 0, 1, 0, 10, 0 },
    { 60, 0, 1, 0, 10, 0 },  { 80, 0, 4, 0, 10, 0 },   { 400, 0.002, 4, 0, 100, 0 },
  };
  static run r;
  const double ps = argc > 1 ? atof(argv[1]) : 200;
  open_run(&r, ps < 10 ? 100 : 1000);
  printf("| | step | energy, kJ/mol | T of positions: translation, rotation | "
         "too low by kJ/mol (h/fs)^2 | accepted |\n|---|---|---|---|---|---|\n");
  for (int k = 0; k < (int)(sizeof ways / sizeof *ways); k++) {
    int wanted = argc <= 2;
    for (int i = 2; i < argc; i++) wanted |= atoi(argv[i]) == k;
    if (wanted) show(&r, &ways[k], ps);
  }
  close_run(&r);
  return 0;
}
