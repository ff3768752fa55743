/* SPDX-License-Identifier: BSD-3-Clause
 *
 * levels.c - how long may a step be if the costly force comes once a step (scheme respa), and what does it save?
 * Prints the table of core/METHODS.md: 64 rigid waters, whose cheap model has other charges and diameters.
 *
 *   levels [PS [ROW]]     picoseconds of each row, 200; one row alone, from 0
 *
 * Water is SPC/E with forces that are damped and shifted to 0 at the cutoff (C. J. Fennell and J. D. Gezelter, J. Chem.
 * Phys. 124, 234104 (2006), doi 10.1063/1.2206581).  Units: Angstrom, fs, g/mol, e; energies in 1e4 kJ/mol.
 */
#include <rigidstep/draft.h>
#include <rigidstep/rigidstep.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64, SITES = 3, BLOCKS = 20 };
static const double BOLTZMANN = 8.31446261815324e-7, KELVIN = 298.15, COULOMB = 0.13893545764438;
static const double EPSILON = 6.5e-5, SIGMA = 3.166, DAMPING = 0.2, CUTOFF = 6.2;
static const double CHARGE[SITES] = { -0.8476, 0.4238, 0.4238 };

typedef struct molecule {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3];
} molecule;

typedef struct water {
  molecule body[N];
  double site[SITES][3], at[N][SITES][3], edge, error; /* error: of the cheap model */
  int levels;
  double energy, kinetic[2]; /* of translation and rotation, over visits of the thermostat */
  long costly, visits;
} water;

/* ---- forces ---------------------------------------------------------------------------------- */
static void rotate(const double q[4], const double v[3], double out[3]) {
  const double *e = q + 1;
  const double t[3] = { 2 * (e[1] * v[2] - e[2] * v[1]), 2 * (e[2] * v[0] - e[0] * v[2]),
                        2 * (e[0] * v[1] - e[1] * v[0]) };
  for (int k = 0; k < 3; k++)
    out[k] = v[k] + q[0] * t[k] + e[(k + 1) % 3] * t[(k + 2) % 3] - e[(k + 2) % 3] * t[(k + 1) % 3];
}

/* Energy of two sites at the distance r; *over_r is the force divided by it. */
static double pair(double r, double charges, int oxygens, double sigma, double *over_r) {
  const double gauss = 2 * DAMPING / sqrt(acos(-1)), at = CUTOFF;
  const double edge = erfc(DAMPING * at),
               slope = edge / (at * at) + gauss * exp(-pow(DAMPING * at, 2)) / at;
  const double here = erfc(DAMPING * r);
  double energy = charges * (here / r - edge / at + slope * (r - at));
  double force = charges * (here / (r * r) + gauss * exp(-pow(DAMPING * r, 2)) / r - slope);
  if (oxygens) {
    const double s = pow(sigma / r, 6), c = pow(sigma / at, 6);
    const double end = 24 * EPSILON * (2 * c * c - c) / at;
    energy += 4 * EPSILON * (s * s - s - c * c + c) + end * (r - at);
    force += 24 * EPSILON * (2 * s * s - s) / r - end;
  }
  *over_r = force / r;
  return energy;
}

static void push(water *w, int i, int a, const double force[3], double sign, double by) {
  const double *arm = w->at[i][a];
  molecule *m = &w->body[i];
  for (int k = 0; k < 3; k++) {
    m->f[k] += sign * by * force[k];
    m->tau[k] +=
        sign * by * (arm[(k + 1) % 3] * force[(k + 2) % 3] - arm[(k + 2) % 3] * force[(k + 1) % 3]);
  }
}

/* Adds `by` times the forces of the model with this error; returns its energy. */
static double add_forces(water *w, double error, double by) {
  double energy = 0;
  for (int i = 0; i < N; i++)
    for (int a = 0; a < SITES; a++) rotate(w->body[i].q, w->site[a], w->at[i][a]);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      for (int s = 0; s < SITES * SITES; s++) {
        const int a = s / SITES, b = s % SITES;
        double apart[3], square = 0, over_r;
        for (int k = 0; k < 3; k++) {
          apart[k] = w->body[i].x[k] + w->at[i][a][k] - w->body[j].x[k] - w->at[j][b][k];
          apart[k] -= w->edge * rint(apart[k] / w->edge);
          square += apart[k] * apart[k];
        }
        if (square >= CUTOFF * CUTOFF) continue;
        const double charges = COULOMB * CHARGE[a] * CHARGE[b] * (1 + error) * (1 + error);
        energy += pair(sqrt(square), charges, s == 0, SIGMA * (1 - error / 3), &over_r);
        for (int k = 0; k < 3; k++) apart[k] *= over_r;
        push(w, i, a, apart, 1, by);
        push(w, j, b, apart, -1, by);
      }
  return energy;
}

/* Forces are asked at the end of a drift, in which momenta are as the thermostat left them. */
static void add_kinetic(water *w) {
  for (int i = 0; i < N; i++) {
    const molecule *m = &w->body[i];
    const double back[4] = { m->q[0], -m->q[1], -m->q[2], -m->q[3] };
    double l[3];
    rotate(back, m->l, l);
    for (int k = 0; k < 3; k++) {
      w->kinetic[0] += m->p[k] * m->p[k] / (2 * m->mass);
      w->kinetic[1] += l[k] * l[k] / (2 * m->inertia[k]);
    }
  }
  w->visits++;
}

static int eval(void *self, rgs_eval *request, const rgs_view *view) {
  water *w = self;
  const int slow = (request->what & RGS_DRAFT_EVAL_SLOW) != 0, fast = w->levels && !slow;
  (void)view;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) w->body[i].f[k] = w->body[i].tau[k] = 0;
  if (!fast) {
    w->energy = request->energy = add_forces(w, 0, 1);
    w->costly++;
  }
  if (request->what & RGS_EVAL_FORCE) add_kinetic(w);
  if (fast || slow) (void)add_forces(w, w->error, slow ? -1 : 1);
  return 0;
}

/* ---- molecules and steppers ------------------------------------------------------------------ */
static double uniform(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

static void fill(water *w) {
  static const double MASS[SITES] = { 15.9994, 1.008, 1.008 };
  const double half = 109.47 / 360 * acos(-1), total = MASS[0] + 2 * MASS[1];
  const double centre = 2 * MASS[1] * cos(half) / total;
  double inertia[3] = { 0 };
  uint64_t state = 7;
  for (int a = 0; a < SITES; a++) {
    double *s = w->site[a];
    s[0] = a == 0 ? 0 : a == 1 ? sin(half) : -sin(half);
    s[1] = 0, s[2] = (a > 0) * cos(half) - centre;
    for (int k = 0; k < 3; k++)
      inertia[k] += MASS[a] * (s[(k + 1) % 3] * s[(k + 1) % 3] + s[(k + 2) % 3] * s[(k + 2) % 3]);
  }
  w->edge = cbrt(N * total / 0.6022140857 / 0.997);
  for (int i = 0; i < N; i++) {
    molecule *m = &w->body[i];
    double square = 0;
    *m = (molecule){ .mass = total };
    memcpy(m->inertia, inertia, sizeof inertia);
    for (int k = 0; k < 3; k++) m->x[k] = (i >> 2 * k & 3) * w->edge / 4;
    for (int k = 0; k < 4; k++) square += pow(m->q[k] = uniform(&state) - 0.5, 2);
    for (int k = 0; k < 4; k++) m->q[k] /= sqrt(square);
  }
}

#define COLUMN(field)                                                                              \
  { field, sizeof(molecule) / sizeof(double), 1 }
static void must(rgs_status status, const rgs_error *error) {
  if (status == RGS_OK) return;
  printf("%s\n", error->text);
  exit(1);
}

typedef struct row {
  double step, error, inertia; /* fs; of the cheap model; the factor */
  int inner;                   /* 0: one force */
} row;

static rgs_stepper *open(rgs_context *context, rgs_bodies *bodies, rgs_method **method, water *w,
                         const row *r, double relaxation) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_stepper *stepper = NULL;
  const rgs_param params[] = { { "kt", NULL, BOLTZMANN * KELVIN, 0, 0 },
                               { "relaxation", NULL, relaxation, 0, 0 },
                               { "seed", NULL, 11, 0, 0 },
                               { "inner", NULL, r->inner, 0, 0 } };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = r->inner ? "respa" : "strang",
                                 .thermostat = "langevin",
                                 .params = params,
                                 .n_params = r->inner ? 4 : 3,
                                 .param_size = sizeof *params,
                                 .inertia = r->inertia };
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .self = w,
                          .provides = RGS_EVAL_FORCE | RGS_DRAFT_EVAL_SLOW,
                          .ranks = 1,
                          .eval = eval };
  must(rgs_method_create(context, &spec, method, &error), &error);
  must(rgs_stepper_create(bodies, *method, &host, &stepper, &error), &error);
  w->levels = r->inner > 0;
  w->error = r->error;
  return stepper;
}

/* ---- a row ----------------------------------------------------------------------------------- */
/* How many steps an independent sample takes: twice the sum of autocorrelations, up to 3 % or 20 ps. */
static double correlation(const double *u, long n, long most) {
  double mean = 0, variance = 0, sum = 1;
  for (long i = 0; i < n; i++) mean += u[i] / (double)n;
  for (long i = 0; i < n; i++) variance += (u[i] - mean) * (u[i] - mean) / (double)n;
  for (long k = 1; k < most && k < n / 10; k++) {
    double c = 0;
    for (long i = 0; i + k < n; i++) c += (u[i] - mean) * (u[i + k] - mean) / (double)(n - k);
    if (c < 0.03 * variance) break;
    sum += 2 * c / variance;
  }
  return sum;
}

/* The mean of n numbers, and its error from blocks. */
static void print_mean(const double *values, long n, double unit, const char *form) {
  double block[BLOCKS] = { 0 }, mean = 0, square = 0;
  for (long i = 0; i < n; i++) block[i * BLOCKS / n] += values[i] * unit;
  for (int k = 0; k < BLOCKS; k++) {
    block[k] /= (double)((k + 1) * n / BLOCKS - k * n / BLOCKS);
    mean += block[k] / BLOCKS, square += block[k] * block[k] / BLOCKS;
  }
  printf(form, mean, sqrt((square - mean * mean) / (BLOCKS - 1)));
}

static void show(rgs_context *context, rgs_bodies *bodies, water *w, const row *r, double ps) {
  const long steps = lround(ps * 1000 / r->step);
  double *const told = calloc(3 * (size_t)steps, sizeof *told);
  rgs_error error = RGS_ERROR_INIT;
  rgs_method *method;
  rgs_stepper *stepper = open(context, bodies, &method, w, r, 200);
  must(rgs_stepper_run(stepper, r->step, lround((ps < 10 ? 1000 : 10000) / r->step), &error),
       &error);
  const long before = w->costly;
  w->kinetic[0] = w->kinetic[1] = 0, w->visits = 0;
  for (long i = 0; i < steps; i++) {
    must(rgs_stepper_run(stepper, r->step, 1, &error), &error);
    told[i] = w->energy;
    for (int k = 0; k < 2; k++) {
      told[(k + 1) * steps + i] = w->kinetic[k] / (1.5 * N * BOLTZMANN * (double)w->visits);
      w->kinetic[k] = 0;
    }
    w->visits = 0;
  }
  printf("| %g fs", r->step);
  if (r->inner) printf(" = %d x %g, wrong by %g", r->inner, r->step / r->inner, r->error);
  if (r->inertia > 1) printf(", inertia %g", r->inertia);
  printf(" | %.0f |", (double)(w->costly - before) / (double)steps *
                          correlation(told, steps, lround(20000 / r->step)));
  print_mean(told, steps, 1e4 / N, " %.3f(%.3f) |");
  print_mean(told + steps, steps, 1, " %.1f(%.1f),");
  print_mean(told + 2 * steps, steps, 1, " %.1f(%.1f) |\n");
  fflush(stdout);
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  free(told);
}

int main(int argc, char **argv) {
  static const row rows[] = { { 2, 0, 1, 0 },     { 4, 0, 1, 0 },     { 8, 0, 4, 0 },
                              { 12, 0.02, 1, 3 }, { 16, 0.02, 1, 4 }, { 16, 0.05, 1, 4 },
                              { 20, 0.02, 1, 5 }, { 16, 0.02, 4, 2 }, { 24, 0.02, 4, 4 },
                              { 32, 0.02, 4, 4 } };
  static water start, w;
  const double ps = argc > 1 ? atof(argv[1]) : 200;
  const int only = argc > 2 ? atoi(argv[2]) : -1;
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context;
  rgs_bodies *bodies;
  molecule *m = w.body;
  const rgs_view view = { .head = RGS_HEAD(rgs_view),
                          .n = N,
                          .revision = 1,
                          .x = COLUMN(m->x),
                          .p = COLUMN(m->p),
                          .q = COLUMN(m->q),
                          .l = COLUMN(m->l),
                          .mass = COLUMN(&m->mass),
                          .inertia = COLUMN(m->inertia),
                          .f = COLUMN(m->f),
                          .tau = COLUMN(m->tau) };
  must(rgs_context_create(NULL, &context, &error), &error);
  must(rgs_draft_allow(context, RGS_DRAFT_ABI, &error), &error);
  must(rgs_bodies_create(context, N, &bodies, &error), &error);
  must(rgs_bodies_bind(bodies, &view, &error), &error);
  fill(&w);
  const row melts = { 1, 0, 1, 0 };
  rgs_method *method;
  rgs_stepper *stepper = open(context, bodies, &method, &w, &melts, 20);
  for (double h = 0.2; h < 2.1; h *= 1.5)
    must(rgs_stepper_run(stepper, h, ps < 10 ? 100 : 1000, &error), &error);
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  start = w;
  printf("| step | costly | energy, kJ/mol | T of translation, rotation |\n|---|---|---|---|\n");
  for (int k = 0; k < (int)(sizeof rows / sizeof *rows); k++) {
    if (only >= 0 && k != only) continue;
    w = start;
    show(context, bodies, &w, &rows[k], ps);
  }
  rgs_bodies_destroy(bodies);
  rgs_context_destroy(context);
  return 0;
}
