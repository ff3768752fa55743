/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engines.c - MuJoCo's free bodies, moved by MuJoCo's own integrators and by rigidstep under MuJoCo's
 * forces: energy, momentum and orientation after the same time.  engines FOLDER_OF_MODELS [CSV]
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "free_bodies.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int wrong, gave_up;
static FILE *csv;

static void check(int good, const char *what) {
  printf("  %-6s%s\n", good ? "ok" : "WRONG", what);
  wrong += !good;
}

static void fail(const char *text) {
  fprintf(stderr, "engines: %s\n", text);
  exit(1);
}

/* MuJoCo puts everything back to the start when a run has become unstable, and says so here. */
static void note_warning(const char *text) { gave_up |= strstr(text, "unstable") != NULL; }

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- a model, how it starts and what became of it ------------------------------------------------ */
typedef struct scene {
  const char *name;
  mjModel *model;
  double
      rate[3]; /* of every body, in its own frame                                               */
  double time;
  int forces; /* whether any act: else momentum stays                                              */
} scene;

typedef struct outcome {
  int64_t n;
  double energy,
      momentum; /* relative to their start; |momentum| as a sum over bodies              */
  double q[MOST_BODIES][4], rate[3];
  int unstable;
  double
      ns; /* a step                                                                             */
} outcome;

static scene open_scene(const char *folder, const char *name, double rate, double time,
                        int forces) {
  char path[1000], text[500] = "";
  scene s = { .name = name, .time = time, .forces = forces };
  snprintf(path, sizeof path, "%s/%s.xml", folder, name);
  s.model = mj_loadXML(path, NULL, text, sizeof text);
  if (!s.model) fail(text);
  s.model->opt.enableflags |= mjENBL_ENERGY;
  for (int k = 0; k < 3; ++k) s.rate[k] = rate * (k + 1);
  return s;
}

static mjData *start(const scene *s) {
  mjData *d = mj_makeData(s->model);
  for (int i = 0; i < s->model->nbody - 1; ++i) mju_copy3(d->qvel + 6 * i + 3, s->rate);
  mj_forward(s->model, d);
  return d;
}

static double energy_of(mjModel *m, mjData *d) {
  mj_forward(m, d);
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  return d->energy[0] + d->energy[1];
}

static double momentum_of(const free_bodies *b) {
  double sum = 0;
  for (int64_t i = 0; i < b->n; ++i) sum += mju_norm3(b->l[i]);
  return sum;
}

static outcome look(const scene *s, mjData *d, const free_bodies *begun, double energy) {
  free_bodies b;
  outcome o = { .energy = energy_of(s->model, d) / energy - 1 };
  if (free_bodies_read(&b, s->model, d)) fail("not a model of free bodies");
  o.n = b.n;
  o.momentum = momentum_of(&b) / momentum_of(begun) - 1;
  for (int64_t i = 0; i < b.n; ++i) mju_copy4(o.q[i], b.q[i]);
  for (int k = 0; k < 3; ++k) o.rate[k] = d->qvel[3 + k] * 180 / mjPI;
  return o;
}

static outcome by_mujoco(const scene *s, int integrator, double h) {
  mjData *d = start(s);
  free_bodies begun;
  if (free_bodies_read(&begun, s->model, d)) fail("not a model of free bodies");
  const double energy = energy_of(s->model, d), t = seconds();
  const long steps = lround(s->time / h);
  s->model->opt.integrator = integrator;
  s->model->opt.timestep = h;
  gave_up = 0;
  for (long i = 0; i < steps; ++i) mj_step(s->model, d);
  const double ns = 1e9 * (seconds() - t) / (double)steps;
  outcome o = look(s, d, &begun, energy);
  o.ns = ns;
  o.unstable = gave_up;
  mj_deleteData(d);
  return o;
}

static outcome by_rigidstep(const scene *s, const char *rotor, const char *scheme, double h) {
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = rotor,
                                 .scheme = scheme };
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  mjData *d = start(s);
  free_bodies b;
  if (free_bodies_read(&b, s->model, d)) fail("not a model of free bodies");
  const free_bodies begun = b;
  const double energy = energy_of(s->model, d);
  const rgs_view view = free_bodies_view(&b);
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .self = &b,
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY,
                          .eval = free_bodies_eval };
  if (rgs_context_create(NULL, &context, &error) ||
      rgs_bodies_create(context, b.n, &bodies, &error) || rgs_bodies_bind(bodies, &view, &error) ||
      rgs_method_create(context, &spec, &method, &error) ||
      rgs_stepper_create(bodies, method, &host, &stepper, &error))
    fail(error.text);
  const double t = seconds();
  const long steps = lround(s->time / h);
  if (rgs_stepper_run(stepper, h, steps, &error)) fail(error.text);
  const double ns = 1e9 * (seconds() - t) / (double)steps;
  free_bodies_write(&b);
  outcome o = look(s, d, &begun, energy);
  o.ns = ns;
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  rgs_bodies_destroy(bodies);
  rgs_context_destroy(context);
  mj_deleteData(d);
  return o;
}

/* The angle between orientations, of the body that is off most. */
static double apart(const outcome *a, const outcome *b) {
  double most = 0;
  for (int64_t i = 0; i < a->n; ++i) {
    double back[4], between[4];
    mju_negQuat(back, a->q[i]);
    mju_mulQuat(between, back, b->q[i]);
    most = fmax(most, 2 * atan2(mju_norm3(between + 1), fabs(between[0])));
  }
  return most;
}

static void print(const scene *s, const char *engine, const char *method, double h,
                  const outcome *o, const outcome *reference) {
  char energy[16] = "unstable", momentum[16] = "-", off[16] = "-";
  if (!o->unstable) {
    snprintf(energy, sizeof energy, "%.1e", o->energy);
    snprintf(off, sizeof off, "%.1e", apart(o, reference));
    if (!s->forces) snprintf(momentum, sizeof momentum, "%.1e", o->momentum);
  }
  printf("  %-10s %-18s %6g %9s %9s %9s %8.0f\n", engine, method, h, energy, momentum, off, o->ns);
  if (csv)
    fprintf(csv, "%s,%s,%s,%g,%s,%s,%s,%.0f\n", s->name, engine, method, h, energy, momentum, off,
            o->ns);
}

static outcome row(const scene *s, const char *rotor, const char *scheme, double h,
                   const outcome *reference) {
  char name[40];
  const outcome o = by_rigidstep(s, rotor, scheme, h);
  snprintf(name, sizeof name, "%s %s", rotor, scheme);
  print(s, "rigidstep", name, h, &o, reference);
  return o;
}

/* ---- the table ------------------------------------------------------------------------------------- */
static const struct {
  const char *name;
  int number;
} integrators[] = { { "Euler", mjINT_EULER },
                    { "implicit", mjINT_IMPLICIT },
                    { "RK4", mjINT_RK4 } };

/* MuJoCo's RK4 is of second order in the orientation, as steps of h and 2 h show; from both follows where
 * it tends to. */
static outcome limit(const outcome *fine, const outcome *coarse) {
  outcome o = *fine;
  for (int64_t i = 0; i < o.n; ++i) {
    const double side =
        mju_dot(fine->q[i], coarse->q[i], 4) < 0 ? -1 : 1; /* q and -q are the same */
    for (int k = 0; k < 4; ++k) o.q[i][k] += (fine->q[i][k] - side * coarse->q[i][k]) / 3;
    mju_normalize4(o.q[i]);
  }
  return o;
}

/* Prints MuJoCo's rows and returns that limit, sure to *sure. */
static outcome begin(const scene *s, double h, double *sure) {
  const outcome a = by_mujoco(s, mjINT_RK4, h), b = by_mujoco(s, mjINT_RK4, 2 * h),
                c = by_mujoco(s, mjINT_RK4, 4 * h);
  const outcome o = limit(&a, &b), before = limit(&b, &c);
  *sure = apart(&o, &before);
  printf(
      "\n%s, %g s at rates of %g, %g, %g deg/s.  Orientations against the limit of MuJoCo's RK4, "
      "from steps\n"
      "of %g s and twice and four times that, sure to %.0e rad.\n"
      "  %-10s %-18s %6s %9s %9s %9s %8s\n",
      s->name, s->time, s->rate[0] * 180 / mjPI, s->rate[1] * 180 / mjPI, s->rate[2] * 180 / mjPI,
      h, *sure, "engine", "method", "h/s", "dE/E", "d|l|/|l|", "rad", "ns/step");
  for (int i = 0; i < 3; ++i)
    for (double step = 0.01; step > 5e-4; step /= 10) {
      const outcome each = by_mujoco(s, integrators[i].number, step);
      print(s, "MuJoCo", integrators[i].name, step, &each, &o);
    }
  return o;
}

int main(int argc, char **argv) {
  double sure;
  mju_user_warning = note_warning;
  if (argc < 2) fail("which folder holds brick.xml and hung.xml?");
  if (argc > 2 && !(csv = fopen(argv[2], "w"))) fail("cannot write the CSV file");
  if (csv) fputs("scene,engine,method,h,energy,momentum,orientation,ns\n", csv);

  /* Free: ten times the rates of the report, where a rotor without time-step error takes any step. */
  scene brick = open_scene(argv[1], "brick", 100 * mjPI / 180, 30, 0);
  const outcome right = begin(&brick, 1e-4, &sure);
  const outcome fine = row(&brick, "exact", "strang", 0.01, &right);
  const outcome coarse = row(&brick, "exact", "strang", 1, &right);
  row(&brick, "dmv6", "strang", 0.01, &right);
  const outcome split = row(&brick, "nosquish", "strang", 0.01, &right);
  check(fabs(fine.energy) < 1e-12 && fabs(fine.momentum) < 1e-12,
        "exact: energy and momentum to rounding");
  check(fabs(coarse.energy) < 1e-12 && apart(&fine, &coarse) < 1e-11,
        "exact: the same with steps of 0.01 s and 1 s");
  check(sure < 1e-8 && apart(&fine, &right) < 1e-9 + sure, "exact: what MuJoCo's RK4 tends to");
  check(apart(&split, &right) > 1e-4, "nosquish: it has a time-step error, and this sees it");

  /* What the report says of 30 s is here the motion of 3 s. */
  brick.time = 3;
  const outcome early = by_rigidstep(&brick, "exact", "strang", 0.1);
  const double reported[3] = { 126.1839078, -173.9747476, 311.1958889 };
  double off = 0;
  for (int k = 0; k < 3; ++k) off = fmax(off, fabs(early.rate[k] - reported[k]));
  check(off < 2e-7, "exact: the rates of the report, deg/s");

  /* Under gravity and springs. */
  const scene hung = open_scene(argv[1], "hung", 1, 2, 1);
  const outcome swung = begin(&hung, 2e-5, &sure);
  const outcome second = row(&hung, "exact", "strang", 0.01, &swung);
  const outcome tenth = row(&hung, "exact", "strang", 0.001, &swung);
  const outcome better = row(&hung, "exact", "blanes_moan4", 0.01, &swung);
  const outcome best = row(&hung, "exact", "blanes_moan4", 0.001, &swung);
  const outcome highest = row(&hung, "exact", "srkn14a", 0.005, &swung);
  check(fabs(second.energy) < 1e-3 && fabs(better.energy) < 1e-6, "energies stay");
  check(apart(&second, &swung) > 80 * apart(&tenth, &swung), "strang: second order");
  check(apart(&better, &swung) < 1e-2 * apart(&second, &swung) && apart(&best, &swung) < 1e-7,
        "blanes_moan4: fourth order");
  check(sure < 5e-8 && apart(&highest, &swung) < 1e-9 + 2 * sure,
        "srkn14a: what MuJoCo's RK4 tends to");
  if (csv && fclose(csv)) fail("cannot write the CSV file");
  printf("\n%s\n", wrong ? "something is wrong" : "all as it should be");
  return wrong != 0;
}
