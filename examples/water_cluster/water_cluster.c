/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water_cluster.c - a C program that had never heard of rigidstep until it opened
 * rigidstep_generic.so: a warm cluster of rigid SPC/E water (water_model.h) that is run on by one
 * integrator after the other, swapped while it runs, and measured.  `water_cluster --help`.
 *
 * It links nothing of rigidstep.  Its molecules are an array of its own structs; rigidstep reads
 * and writes them in place.
 */
#include "measure.h"
#include "options.h"
#include "plot.h"
#include "rigidstep_load.h"
#include "water_model.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- what the host has: its own struct, made of doubles only so that strides are whole ------- */
typedef struct molecule {
  double x[3], p[3], q[4], l[3]; /* place, momentum, attitude, spin: see rigidstep/bodies.h      */
  double f[3], tau[3];
  double mass, inertia[3];
} molecule;

#define COLUMN(molecules, field)                                                                   \
  {                                                                                                \
    (double *)(void *)((char *)(molecules) + offsetof(molecule, field)),                           \
        sizeof(molecule) / sizeof(double), 1                                                       \
  }

static rgs_view view_of(molecule *m, int64_t n) {
  const rgs_view view = {
    .head = RGS_HEAD(rgs_view),
    .n = n,
    .stamp = 1,
    .x = COLUMN(m, x),
    .p = COLUMN(m, p),
    .q = COLUMN(m, q),
    .l = COLUMN(m, l),
    .mass = COLUMN(m, mass),
    .inertia = COLUMN(m, inertia),
    .f = COLUMN(m, f),
    .tau = COLUMN(m, tau),
  };
  return view;
}

/* ---- the start: a cubic lattice, any attitudes, random momenta of zero sum ------------------- */
static void arrange(molecule *m, int64_t n, const water_model *model, uint64_t seed) {
  const double spacing = 3.1;
  int64_t edge = 1;
  double sum[3] = { 0, 0, 0 };
  while (edge * edge * edge < n) ++edge;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t cell[3] = { i % edge, i / edge % edge, i / (edge * edge) };
    m[i] = (molecule){ .mass = model->mass };
    memcpy(m[i].inertia, model->inertia, sizeof m[i].inertia);
    water_attitude(&seed, m[i].q);
    for (int k = 0; k < 3; ++k) {
      m[i].x[k] = spacing * ((double)cell[k] - 0.5 * (double)(edge - 1));
      m[i].p[k] = water_uniform(&seed);
      m[i].l[k] = 0.2 * water_uniform(&seed);
      sum[k] += m[i].p[k];
    }
  }
  for (int64_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) m[i].p[k] -= sum[k] / (double)n;
}

/* ---- rigidstep ------------------------------------------------------------------------------- */
typedef struct simulation {
  rgs_library rgs; /* the calls, once the module is open */
  rgs_context *context;
  rgs_method *settle, *methods[MAX_METHODS];
  int ends_fresh[MAX_METHODS]; /* the last evaluation of a step is at its end */
  int64_t n;
  molecule *molecules;
  rgs_view view;
  water_host host;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  double begun, work, done; /* for the progress: s; steps */
} simulation;

static void check(rgs_status status, const char *what, const rgs_error *error) {
  if (status == RGS_OK) return;
  die(1, "%s: %s", what, error->text);
}

static void open_module(simulation *sim, const options *o, const char *program) {
  char room[4096];
  rgs_error error = RGS_ERROR_INIT;
  if (rgs_library_open(&sim->rgs, module_path(o, program, room, sizeof room), &error) != RGS_OK)
    die(1, "%s", error.text);
  check(sim->rgs.rgs_context_create(NULL, &sim->context, &error), "context", &error);
  if (o->add) check(sim->rgs.rgs_module_load(sim->context, o->add, &error), o->add, &error);
}

static void close_module(simulation *sim) {
  sim->rgs.rgs_context_destroy(sim->context);
  rgs_library_close(&sim->rgs);
}

static void list_methods(const rgs_library *rgs, const rgs_context *context) {
  static const struct {
    uint32_t kind;
    const char *title;
  } kinds[] = { { RGS_KIND_ROTOR, "rotors" },
                { RGS_KIND_SCHEME, "schemes" },
                { RGS_KIND_INTEGRATOR, "integrators" } };
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
    if (rgs->rgs_about_count(context, kinds[k].kind) > 0) printf("%s\n", kinds[k].title);
    for (int64_t i = 0; i < rgs->rgs_about_count(context, kinds[k].kind); ++i) {
      const rgs_about *a = rgs->rgs_about_at(context, kinds[k].kind, i);
      if (a->order == RGS_EXACT)
        printf("  %-20s exact    %s\n", a->name, a->doc);
      else
        printf("  %-20s order %-2u %s\n", a->name, (unsigned)a->order, a->doc);
    }
  }
}

static rgs_method *make_method(const simulation *sim, const char *name) {
  char rotor[MAX_NAME];
  const char *slash = strchr(name, '/');
  rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec), .param_size = sizeof(rgs_param) };
  rgs_method *method = NULL;
  rgs_error error = RGS_ERROR_INIT;
  if (slash) {
    snprintf(rotor, sizeof rotor, "%.*s", (int)(slash - name), name);
    spec.rotor = rotor;
    spec.scheme = slash + 1;
  } else {
    spec.integrator = name;
  }
  check(sim->rgs.rgs_method_create(sim->context, &spec, &method, &error), name, &error);
  return method;
}

/* A wrong name is better found before the run than in it. */
static void make_methods(simulation *sim, const options *o) {
  rgs_error error = RGS_ERROR_INIT;
  sim->settle = make_method(sim, "exact/strang");
  for (int s = 0; s < o->n_spans; ++s) {
    const char *name = o->spans[s].name;
    rgs_method_info info = RGS_METHOD_INFO_INIT;
    sim->methods[s] = make_method(sim, name);
    check(sim->rgs.rgs_method_describe(sim->methods[s], &info, &error), name, &error);
    if (info.carry)
      die(1, "%s: wants %u doubles a molecule to be carried; this program does not", name,
          (unsigned)info.carry);
    sim->ends_fresh[s] = (int)info.ends_fresh;
  }
}

static void make_cluster(simulation *sim, const options *o) {
  const int64_t n = sim->n = o->molecules;
  rgs_error error = RGS_ERROR_INIT;
  /* The wall's radius: liquid water's density, and a little. */
  water_model model = water_spce();
  model.wall_energy = 6e-4;
  model.wall_radius = 1.25 * cbrt(0.75 / 3.14159265358979 * 29.9 * (double)n);
  sim->molecules = malloc(sizeof(molecule) * (size_t)n);
  if (!sim->molecules || water_host_create(&sim->host, &model, n) != 0) die(1, "out of memory");
  arrange(sim->molecules, n, &model, o->seed);

  sim->view = view_of(sim->molecules, n);
  const rgs_host serves = { .head = RGS_HEAD(rgs_host),
                            .self = &sim->host,
                            .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY,
                            .eval = water_eval };
  check(sim->rgs.rgs_bodies_create(sim->context, n, &sim->bodies, &error), "bodies", &error);
  check(sim->rgs.rgs_bodies_bind(sim->bodies, &sim->view, &error), "bodies", &error);
  check(sim->rgs.rgs_stepper_create(sim->bodies, sim->settle, &serves, &sim->stepper, &error),
        "stepper", &error);
}

static void destroy(simulation *sim, const options *o) {
  sim->rgs.rgs_stepper_destroy(sim->stepper);
  sim->rgs.rgs_bodies_destroy(sim->bodies);
  sim->rgs.rgs_method_destroy(sim->settle);
  for (int s = 0; s < o->n_spans; ++s) sim->rgs.rgs_method_destroy(sim->methods[s]);
  water_host_destroy(&sim->host);
  free(sim->molecules);
  close_module(sim);
}

/* ---- the run --------------------------------------------------------------------------------- */
typedef struct momenta {
  double p[3], l[3];       /* of the cluster, l about the origin                          */
  double p_scale, l_scale; /* sums of magnitudes, to which changes are compared           */
} momenta;

static momenta momenta_of(const molecule *m, int64_t n) {
  momenta t = { { 0, 0, 0 }, { 0, 0, 0 }, 0, 0 };
  for (int64_t i = 0; i < n; ++i) {
    double p2 = 0, l2 = 0;
    for (int k = 0; k < 3; ++k) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      const double l = m[i].l[k] + (m[i].x[a] * m[i].p[b] - m[i].x[b] * m[i].p[a]);
      t.p[k] += m[i].p[k];
      t.l[k] += l;
      p2 += m[i].p[k] * m[i].p[k];
      l2 += l * l;
    }
    t.p_scale += sqrt(p2);
    t.l_scale += sqrt(l2);
  }
  return t;
}

static double change(const double a[3], const double b[3], double scale) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
              (a[2] - b[2]) * (a[2] - b[2])) /
         scale;
}

static void kinetic_energy(simulation *sim, double *translation, double *rotation) {
  rgs_error error = RGS_ERROR_INIT;
  check(sim->rgs.rgs_bodies_energy(sim->bodies, translation, rotation, &error), "energy", &error);
}

/* exact/strang at 1 fs; every 10 steps both kinetic energies are set to the temperature.  Momenta
 * are the host's to change between steps: forces depend on places only. */
static void equilibrate(simulation *sim, const options *o) {
  const double kt = WATER_BOLTZMANN * o->temperature;
  const int64_t rounds = (int64_t)(o->equilibrate * 100.0);
  rgs_error error = RGS_ERROR_INIT;
  for (int64_t r = 0; r < rounds; ++r, sim->done += 10.0) {
    double translation, rotation;
    kinetic_energy(sim, &translation, &rotation);
    const double a = sqrt(0.5 * (3.0 * (double)sim->n - 3.0) * kt / translation);
    const double b = sqrt(0.5 * 3.0 * (double)sim->n * kt / rotation);
    for (int64_t i = 0; i < sim->n; ++i)
      for (int k = 0; k < 3; ++k) {
        sim->molecules[i].p[k] *= a;
        sim->molecules[i].l[k] *= b;
      }
    check(sim->rgs.rgs_step(sim->stepper, 1.0, 10, &error), "equilibration", &error);
    progress(sim->begun, sim->done / sim->work, "equilibration");
  }
}

static void run_method(simulation *sim, const options *o, int s, span *p) {
  const char *name = o->spans[s].name;
  const int64_t samples = o->steps / o->stride;
  const momenta before = momenta_of(sim->molecules, sim->n);
  const double steps_of_all = (double)sim->n * (double)o->steps;
  rgs_view measured = sim->view; /* forces for measuring go nowhere near the stepper's */
  rgs_error error = RGS_ERROR_INIT;
  double kinetic = 0.0, stepping = 0.0;
  check(sim->rgs.rgs_stepper_swap(sim->stepper, sim->methods[s], &error), "swap", &error);
  sim->host.evaluations = 0;
  sim->host.seconds = 0.0;
  for (int64_t i = 0; i < samples; ++i, sim->done += (double)o->stride) {
    const double t = now();
    double translation, rotation;
    check(sim->rgs.rgs_step(sim->stepper, p->dt, o->stride, &error), name, &error);
    stepping += now() - t;
    kinetic_energy(sim, &translation, &rotation);
    /* Where a step ends with a kick its last evaluation was at the end, and told the energy. */
    const double potential =
        sim->ends_fresh[s] ? sim->host.energy : water_energy(&sim->host, &measured, 0);
    p->energy[i] = potential + translation + rotation;
    kinetic += (translation + rotation) / (double)samples;
    progress(sim->begun, sim->done / sim->work, name);
  }
  const momenta after = momenta_of(sim->molecules, sim->n);
  p->dp = change(after.p, before.p, after.p_scale);
  p->dl = change(after.l, before.l, after.l_scale);
  p->unit = 2.0 * kinetic;
  p->evaluations = (double)sim->host.evaluations / (double)o->steps;
  p->ns_forces = 1e9 * sim->host.seconds / steps_of_all;
  p->ns_rigidstep = 1e9 * (stepping - sim->host.seconds) / steps_of_all;
  fit(p, samples, (double)o->stride * p->dt);
  progress(sim->begun, 0.0, NULL);
}

/* ---- the table ------------------------------------------------------------------------------- */
static void print_head(const options *o) {
  printf("%" PRId64 " SPC/E waters in vacuum, %" PRId64 " steps a method.  Energy in kT per degree"
         " of freedom;\nns for one molecule and one step.\n\n",
         o->molecules, o->steps);
  printf("%-22s %4s %5s %5s %4s %21s %8s %15s %9s %6s\n", "", "dt", "calls", "span", "T", "energy",
         "energy", "change of total", "ns in", "ns in");
  printf("%-22s %4s %5s %5s %4s %21s %8s %7s %7s %9s %6s\n", "method", "/fs", "/step", "/ps", "/K",
         "drift/ns", "rms", "mom.", "ang.m.", "rigidstep", "forces");
}

static void print_row(const options *o, const char *name, const span *p) {
  const double temperature = p->unit / ((6.0 * (double)o->molecules - 3.0) * WATER_BOLTZMANN);
  printf("%-22s %4g %5.3g %5.4g %4.0f %+9.1e +- %7.1e %8.1e %7.0e %7.0e %9.0f %6.0f\n", name, p->dt,
         p->evaluations, 1e-3 * (double)o->steps * p->dt, temperature, 1e6 * p->drift / p->unit,
         1e6 * p->drift_error / p->unit, p->rms / p->unit, p->dp, p->dl, p->ns_rigidstep,
         p->ns_forces);
  fflush(stdout);
}

/* What every good method does; says which one did not. */
static int is_good(const options *o, const char *name, const span *p) {
  int good = 1;
  if (!(p->dp < 1e-10 && p->dl < 1e-10)) {
    fprintf(stderr, "water_cluster: %s did not conserve the momenta\n", name);
    good = 0;
  }
  /* Five times what second order is known to make of water; it grows as the square of the step
   * and, being random from molecule to molecule, falls with their number. */
  const double h = 0.5 * p->dt;
  if (!(p->rms / p->unit < 1e-2 / sqrt((double)o->molecules) * h * h)) {
    fprintf(stderr, "water_cluster: the energy of %s is too restless for a step of %g fs\n", name,
            p->dt);
    good = 0;
  }
  return good;
}

int main(int argc, char **argv) {
  const options o = parse_options(argc, argv);
  static simulation sim;
  span spans[MAX_METHODS] = { { 0 } };
  int failed = 0;

  sim.begun = now();
  sim.work = o.equilibrate * 1e3 + (double)o.steps * o.n_spans;
  open_module(&sim, &o, argv[0]);
  if (o.list) {
    list_methods(&sim.rgs, sim.context);
    close_module(&sim);
    return 0;
  }
  make_methods(&sim, &o);
  const plot plots = open_plot(&o);
  make_cluster(&sim, &o);
  equilibrate(&sim, &o);

  print_head(&o);
  for (int s = 0; s < o.n_spans; ++s) {
    span *p = &spans[s];
    p->energy = malloc(sizeof(double) * (size_t)(o.steps / o.stride));
    if (!p->energy) die(1, "out of memory");
    p->dt = o.spans[s].dt > 0.0 ? o.spans[s].dt : o.dt;
    p->start = s ? spans[s - 1].start + (double)o.steps * spans[s - 1].dt : 0.0;
    run_method(&sim, &o, s, p);
    print_row(&o, o.spans[s].name, p);
    if (!is_good(&o, o.spans[s].name, p)) failed = 1;
  }
  printf("\n%.1f s in all.\n", now() - sim.begun);
  if (o.plot) {
    write_plot(plots, &o, spans, spans[0].unit);
    printf("To see the energy: gnuplot %s.gp, which writes %s.png\n", o.plot, o.plot);
  }
  for (int s = 0; s < o.n_spans; ++s) free(spans[s].energy);
  destroy(&sim, &o);
  return failed;
}
