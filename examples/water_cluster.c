/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water_cluster.c - a C program that had never heard of rigidstep until it opened
 * rigidstep_generic.so: a warm cluster of rigid SPC/E water (water_model.h) that is run on by one
 * integrator after the other, swapped while it runs, and measured.  `water_cluster --help`.
 *
 * It links nothing of rigidstep.  Its molecules are an array of its own structs; rigidstep reads
 * and writes them in place.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, isatty */
#include "rigidstep_load.h"
#include "water_model.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

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

/* ---- options --------------------------------------------------------------------------------- */
enum { MAX_METHODS = 16, BLOCKS = 20, NAME_MAX_ = 80 };

typedef struct span_spec {
  char name[NAME_MAX_]; /* "rotor/scheme", or an integrator's name                     */
  double dt;            /* fs; 0: that of --dt                                         */
} span_spec;

typedef struct options {
  const char *module, *add, *plot;
  int64_t molecules, steps, stride;
  double dt, temperature, equilibrate;
  uint64_t seed;
  int list, n_spans;
  span_spec spans[MAX_METHODS];
} options;

#define DEFAULT_METHODS                                                                            \
  "exact/strang,dmv2/strang,symrot/strang,nosquish/strang_dkd,exact/strang_dkd,exact/strang"

static const char usage[] =
    "usage: water_cluster [MODULE] [OPTION]...\n"
    "Runs a cluster of rigid SPC/E water through one integrator after the other and measures "
    "them.\n"
    "MODULE is rigidstep_generic.so; else $RIGIDSTEP_MODULE, else ../lib/rigidstep_generic.so\n"
    "beside the program.\n"
    "  --methods LIST     rotor/scheme or integrator, comma separated, each with @FS for a step "
    "of\n"
    "                     its own; default " DEFAULT_METHODS "\n"
    "  --add FILE         load a module with methods of somebody else's, such as my_scheme.so\n"
    "  --steps N          steps with each method (25000)\n"
    "  --dt FS            step in fs (2)\n"
    "  --molecules N      (27)\n"
    "  --temperature K    to start from (300)\n"
    "  --equilibrate PS   velocities are rescaled for so long (20)\n"
    "  --seed N           of the start (1)\n"
    "  --plot PREFIX      write PREFIX.dat and PREFIX.gp; `gnuplot PREFIX.gp` makes PREFIX.png\n"
    "  --list             list what the module offers, and stop\n"
    "Answers 0; 1 if a run failed or a conserved quantity was not conserved; 2 for bad options.\n";

static void die(int code, const char *format, ...) {
  va_list list;
  fputs("water_cluster: ", stderr);
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  exit(code);
}

static void check(rgs_status status, const char *what, const rgs_error *error) {
  if (status == RGS_OK) return;
  die(1, "%s: %s", what, error->text);
}

static double number(const char *option, const char *text, double min, double max) {
  char *end;
  errno = 0;
  const double value = text ? strtod(text, &end) : 0.0;
  if (!text || end == text || *end || errno || !(value >= min && value <= max))
    die(2, "%s wants a number from %g to %g, not '%s'", option, min, max, text ? text : "");
  return value;
}

static int64_t whole(const char *option, const char *text, int64_t min, int64_t max) {
  const double value = number(option, text, (double)min, (double)max);
  if (value != floor(value)) die(2, "%s wants a whole number, not '%s'", option, text);
  return (int64_t)value;
}

static void parse_methods(options *o, const char *list) {
  o->n_spans = 0;
  for (const char *at = list; at;) {
    const size_t length = strcspn(at, ",");
    if (o->n_spans == MAX_METHODS) die(2, "--methods takes at most %d", MAX_METHODS);
    span_spec *s = &o->spans[o->n_spans++];
    if (length == 0 || length >= sizeof s->name)
      die(2, "--methods wants names like exact/strang, not '%.*s'", (int)length, at);
    memcpy(s->name, at, length);
    s->name[length] = '\0';
    s->dt = 0.0;
    char *own = strchr(s->name, '@');
    if (own) {
      *own = '\0';
      s->dt = number("the step after @", own + 1, 1e-3, 100.0);
    }
    at = at[length] ? at + length + 1 : NULL;
  }
}

static options parse(int argc, char **argv) {
  options o = { .molecules = 27,
                .steps = 25000,
                .stride = 5,
                .dt = 2.0,
                .temperature = 300.0,
                .equilibrate = 20.0,
                .seed = 1 };
  parse_methods(&o, DEFAULT_METHODS);
  for (int i = 1; i < argc; ++i) {
    const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (!strcmp(a, "--help")) {
      fputs(usage, stdout);
      exit(0);
    }
    if (!strcmp(a, "--list")) {
      o.list = 1;
      continue;
    }
    if (a[0] != '-') {
      if (o.module) die(2, "one module only, not also '%s'; see --help", a);
      o.module = a;
      continue;
    }
    if (!strcmp(a, "--methods"))
      parse_methods(&o, value ? value : "");
    else if (!strcmp(a, "--add"))
      o.add = value;
    else if (!strcmp(a, "--steps"))
      o.steps = whole(a, value, BLOCKS * o.stride, INT64_C(1000000000));
    else if (!strcmp(a, "--dt"))
      o.dt = number(a, value, 1e-3, 100.0);
    else if (!strcmp(a, "--molecules"))
      o.molecules = whole(a, value, 2, 10000);
    else if (!strcmp(a, "--temperature"))
      o.temperature = number(a, value, 1.0, 1000.0);
    else if (!strcmp(a, "--equilibrate"))
      o.equilibrate = number(a, value, 0.0, 1e6);
    else if (!strcmp(a, "--seed"))
      o.seed = (uint64_t)whole(a, value, 0, INT64_C(1) << 53);
    else if (!strcmp(a, "--plot"))
      o.plot = value;
    else
      die(2, "no option '%s'; see --help", a);
    if (!value) die(2, "%s wants a value", a);
    ++i;
  }
  if (o.plot && (*o.plot == '\0' || strchr(o.plot, '\'') || strchr(o.plot, '\n')))
    die(2, "--plot wants a file name without quotes");
  o.steps -= o.steps % (BLOCKS * o.stride);
  return o;
}

static const char *module_path(const options *o, const char *program, char *room, size_t size) {
  if (o->module) return o->module;
  if (getenv("RIGIDSTEP_MODULE")) return getenv("RIGIDSTEP_MODULE");
  const char *slash = strrchr(program, '/');
  const int length = slash ? (int)(slash - program) + 1 : 0;
  if (snprintf(room, size, "%.*s../lib/rigidstep_generic.so", length, program) >= (int)size)
    die(2, "the program's path is too long; name the module");
  return room;
}

/* ---- the start: a cubic lattice, any attitudes, random momenta of zero sum ------------------- */
static double uniform(uint64_t *state) { /* splitmix64; in (-1,1) */
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return ((double)((z ^ (z >> 31)) >> 11) + 0.5) / 4503599627370496.0 - 1.0;
}

static void start(molecule *m, int64_t n, const water_model *model, uint64_t seed) {
  const double spacing = 3.1;
  int64_t edge = 1;
  double sum[3] = { 0, 0, 0 };
  while (edge * edge * edge < n) ++edge;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t cell[3] = { i % edge, i / edge % edge, i / (edge * edge) };
    double q2;
    m[i] = (molecule){ .mass = model->mass };
    memcpy(m[i].inertia, model->inertia, sizeof m[i].inertia);
    do {
      q2 = 0.0;
      for (int k = 0; k < 4; ++k) {
        m[i].q[k] = uniform(&seed);
        q2 += m[i].q[k] * m[i].q[k];
      }
    } while (q2 > 1.0 || q2 < 0.01);
    for (int k = 0; k < 4; ++k) m[i].q[k] /= sqrt(q2);
    for (int k = 0; k < 3; ++k) {
      m[i].x[k] = spacing * ((double)cell[k] - 0.5 * (double)(edge - 1));
      m[i].p[k] = uniform(&seed);
      m[i].l[k] = 0.2 * uniform(&seed);
      sum[k] += m[i].p[k];
    }
  }
  for (int64_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) m[i].p[k] -= sum[k] / (double)n;
}

/* ---- measuring ------------------------------------------------------------------------------- */
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

typedef struct span { /* what one method did                                         */
  double dt, start;   /* fs                                                          */
  double *energy;     /* samples, every stride steps                                 */
  double temperature;
  double drift, drift_error, rms; /* energy units a fs; energy units                             */
  double dp, dl;                  /* relative change of total momenta                            */
  double ns_forces, ns_rigidstep; /* a molecule and step                                         */
  uint32_t order, evals;
} span;

/* A straight line through the means of BLOCKS blocks, its error from their scatter about it, and
 * the scatter of all samples about it. */
static void fit(span *s, int64_t samples, double interval) {
  const int64_t length = samples / BLOCKS;
  double block[BLOCKS], mean = 0, slope = 0, tt = 0, left = 0, sum = 0;
  for (int b = 0; b < BLOCKS; ++b) {
    block[b] = 0;
    for (int64_t i = 0; i < length; ++i)
      block[b] += (s->energy[b * length + i] - s->energy[0]) / (double)length;
    mean += block[b] / BLOCKS;
  }
  for (int b = 0; b < BLOCKS; ++b) {
    const double t = (b - 0.5 * (BLOCKS - 1)) * (double)length * interval;
    slope += t * (block[b] - mean);
    tt += t * t;
  }
  slope /= tt;
  for (int b = 0; b < BLOCKS; ++b) {
    const double t = (b - 0.5 * (BLOCKS - 1)) * (double)length * interval;
    left += (block[b] - mean - slope * t) * (block[b] - mean - slope * t);
  }
  for (int64_t i = 0; i < samples; ++i) {
    const double t = ((double)i - 0.5 * (double)(samples - 1)) * interval;
    const double d = s->energy[i] - s->energy[0] - mean - slope * t;
    sum += d * d;
  }
  s->drift = slope;
  s->drift_error = sqrt(left / (BLOCKS - 2) / tt);
  s->rms = sqrt(sum / (double)samples);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A line on stderr once the program has run for 2 s; on a terminal it is one line that changes. */
static void progress(double begun, double fraction, const char *what) {
  static double last;
  static int shown;
  const int terminal = isatty(STDERR_FILENO);
  const double t = now();
  if (what == NULL) {
    if (shown && terminal) fprintf(stderr, "\r%78s\r", "");
    shown = 0;
    return;
  }
  if (t - begun < 2.0 || t - last < (terminal ? 0.2 : 5.0)) return;
  last = t;
  shown = 1;
  fprintf(stderr, "%s  %3.0f %%  %s, %.0f s left%-20s%s", terminal ? "\r" : "", 100.0 * fraction,
          what, (t - begun) * (1.0 - fraction) / fmax(fraction, 1e-3), "", terminal ? "" : "\n");
  fflush(stderr);
}

/* ---- the table's other readers --------------------------------------------------------------- */
static FILE *open_plot(const char *prefix, const char *suffix) {
  char path[4096];
  FILE *file = NULL;
  errno = ENAMETOOLONG;
  if (snprintf(path, sizeof path, "%s%s", prefix, suffix) < (int)sizeof path)
    file = fopen(path, "w");
  if (!file) die(1, "cannot write %s%s: %s", prefix, suffix, strerror(errno));
  return file;
}

static void close_plot(FILE *file, const char *prefix, const char *suffix) {
  if (fclose(file) != 0) die(1, "cannot write %s%s: %s", prefix, suffix, strerror(errno));
}

static void write_plot(FILE *dat, FILE *gp, const options *o, const span *spans, double unit) {
  double zero = 0.0;
  const int64_t samples = o->steps / o->stride;
  for (int64_t i = 0; i < samples; ++i) zero += spans[0].energy[i] / (double)samples;
  for (int s = 0; s < o->n_spans; ++s) {
    fprintf(dat, "%s# time/ps  energy - mean of the first method, kT/dof; %s, %g fs\n",
            s ? "\n\n" : "", o->spans[s].name, spans[s].dt);
    for (int64_t i = 0; i < samples; ++i)
      fprintf(dat, "%.6g %.9g\n",
              1e-3 * (spans[s].start + (double)((i + 1) * o->stride) * spans[s].dt),
              (spans[s].energy[i] - zero) / unit);
  }
  close_plot(dat, o->plot, ".dat");
  static const char *const colours[] = { "#1f6fb4", "#c98a11", "#2c8c57",
                                         "#8a9099", "#c8452f", "#22262b" };
  fprintf(gp,
          "set terminal png size 1000,520 font 'DejaVu Sans,12' noenhanced\n"
          "set output '%s.png'\n"
          "set title '%" PRId64 " SPC/E waters: total energy while the integrator is swapped'\n"
          "set xlabel 'time / ps'\nset autoscale xfix\n"
          "set ylabel 'energy - mean of the first / (kT per degree of freedom)'\n"
          "set border 3 lc rgb '#7a8088'\nset tics nomirror\nset grid lc rgb '#e4e7eb' lt 1\n"
          "set key above horizontal samplen 1.5 maxrows 2\nplot \\\n",
          o->plot, o->molecules);
  for (int s = 0; s < o->n_spans; ++s)
    fprintf(gp, "  '%s.dat' index %d with lines lc rgb '%s' title '%s, %g fs'%s\n", o->plot, s,
            colours[s % 6], o->spans[s].name, spans[s].dt, s + 1 < o->n_spans ? ", \\" : "");
  close_plot(gp, o->plot, ".gp");
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

static rgs_method *make_method(const rgs_library *rgs, rgs_context *context, const char *name) {
  char rotor[NAME_MAX_];
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
  check(rgs->rgs_method_create(context, &spec, &method, &error), name, &error);
  return method;
}

int main(int argc, char **argv) {
  const options o = parse(argc, argv);
  const double begun = now();
  char room[4096];
  rgs_library library;
  const rgs_library *rgs = &library;
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context;

  if (rgs_library_open(&library, module_path(&o, argv[0], room, sizeof room), &error) != RGS_OK)
    die(1, "%s", error.text);
  check(rgs->rgs_context_create(NULL, &context, &error), "context", &error);
  if (o.add) check(rgs->rgs_module_load(context, o.add, &error), o.add, &error);
  if (o.list) {
    list_methods(rgs, context);
    rgs->rgs_context_destroy(context);
    rgs_library_close(&library);
    return 0;
  }

  /* Methods first: a wrong name is better found before the run than in it. */
  rgs_method *methods[MAX_METHODS], *settle = make_method(rgs, context, "exact/strang");
  span spans[MAX_METHODS] = { { 0 } };
  const int64_t samples = o.steps / o.stride;
  int ends_fresh[MAX_METHODS];
  for (int s = 0; s < o.n_spans; ++s) {
    rgs_method_info info = RGS_METHOD_INFO_INIT;
    methods[s] = make_method(rgs, context, o.spans[s].name);
    check(rgs->rgs_method_describe(methods[s], &info, &error), o.spans[s].name, &error);
    if (info.carry)
      die(1, "%s: wants %u doubles a molecule to be carried; this program does not",
          o.spans[s].name, (unsigned)info.carry);
    spans[s].order = info.order;
    spans[s].evals = info.evals;
    spans[s].dt = o.spans[s].dt > 0.0 ? o.spans[s].dt : o.dt;
    ends_fresh[s] = (int)info.ends_fresh;
    spans[s].energy = malloc(sizeof(double) * (size_t)samples);
    if (!spans[s].energy) die(1, "out of memory");
  }

  FILE *dat = o.plot ? open_plot(o.plot, ".dat") : NULL;
  FILE *gp = o.plot ? open_plot(o.plot, ".gp") : NULL;

  /* The wall's radius: liquid water's density, and a little. */
  const int64_t n = o.molecules;
  water_model model = water_spce();
  model.wall_energy = 6e-4;
  model.wall_radius = 1.25 * cbrt(0.75 / 3.14159265358979 * 29.9 * (double)n);
  molecule *molecules = malloc(sizeof(molecule) * (size_t)n);
  water_host host;
  if (!molecules || water_host_create(&host, &model, n) != 0) die(1, "out of memory");
  start(molecules, n, &model, o.seed);

  rgs_view view = view_of(molecules, n);
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  const rgs_host serves = { .head = RGS_HEAD(rgs_host),
                            .self = &host,
                            .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY,
                            .eval = water_eval };
  check(rgs->rgs_bodies_create(context, n, &bodies, &error), "bodies", &error);
  check(rgs->rgs_bodies_bind(bodies, &view, &error), "bodies", &error);
  check(rgs->rgs_stepper_create(bodies, settle, &serves, &stepper, &error), "stepper", &error);

  /* Equilibration: exact/strang at 1 fs; every 10 steps both kinetic energies are set to the
   * temperature.  Momenta are the host's to change between steps: forces depend on places only. */
  const double freedom = 6.0 * (double)n - 3.0;
  double translation, rotation;
  const int64_t rounds = (int64_t)(o.equilibrate * 100.0);
  double work = o.equilibrate * 1e3 + (double)o.steps * o.n_spans, done = 0.0;
  for (int64_t r = 0; r < rounds; ++r, done += 10.0) {
    check(rgs->rgs_bodies_energy(bodies, &translation, &rotation, &error), "start", &error);
    const double kt = WATER_BOLTZMANN * o.temperature;
    const double a = sqrt(0.5 * (3.0 * (double)n - 3.0) * kt / translation);
    const double b = sqrt(0.5 * 3.0 * (double)n * kt / rotation);
    for (int64_t i = 0; i < n; ++i)
      for (int k = 0; k < 3; ++k) {
        molecules[i].p[k] *= a;
        molecules[i].l[k] *= b;
      }
    check(rgs->rgs_step(stepper, 1.0, 10, &error), "equilibration", &error);
    progress(begun, done / work, "equilibration");
  }

  printf("%" PRId64 " SPC/E waters in vacuum, %" PRId64 " steps a method.  Energy in kT per degree"
         " of freedom;\nns for one molecule and one step.\n\n",
         n, o.steps);
  printf("%-22s %4s %5s %5s %4s %21s %8s %15s %9s %6s\n", "", "dt", "calls", "span", "T", "energy",
         "energy", "change of total", "ns in", "ns in");
  printf("%-22s %4s %5s %5s %4s %21s %8s %7s %7s %9s %6s\n", "method", "/fs", "/step", "/ps", "/K",
         "drift/ns", "rms", "mom.", "ang.m.", "rigidstep", "forces");

  int failed = 0;
  rgs_view measured = view; /* forces for measuring go nowhere near the stepper's           */
  for (int s = 0; s < o.n_spans; ++s) {
    span *p = &spans[s];
    const momenta before = momenta_of(molecules, n);
    double kinetic = 0.0, stepping = 0.0;
    check(rgs->rgs_stepper_swap(stepper, methods[s], &error), "swap", &error);
    p->start = s ? spans[s - 1].start + (double)o.steps * spans[s - 1].dt : 0.0;
    host.evaluations = 0;
    host.seconds = 0.0;
    for (int64_t i = 0; i < samples; ++i, done += (double)o.stride) {
      const double t = now();
      check(rgs->rgs_step(stepper, p->dt, o.stride, &error), o.spans[s].name, &error);
      stepping += now() - t;
      check(rgs->rgs_bodies_energy(bodies, &translation, &rotation, &error), "energy", &error);
      /* Where a step ends with a kick its last evaluation was at the end, and told the energy. */
      const double potential = ends_fresh[s] ? host.energy : water_energy(&host, &measured, 0);
      p->energy[i] = potential + translation + rotation;
      kinetic += (translation + rotation) / (double)samples;
      progress(begun, done / work, o.spans[s].name);
    }
    const momenta after = momenta_of(molecules, n);
    p->dp = change(after.p, before.p, after.p_scale);
    p->dl = change(after.l, before.l, after.l_scale);
    p->temperature = 2.0 * kinetic / (freedom * WATER_BOLTZMANN);
    p->ns_forces = 1e9 * host.seconds / ((double)n * (double)o.steps);
    p->ns_rigidstep = 1e9 * (stepping - host.seconds) / ((double)n * (double)o.steps);
    fit(p, samples, (double)o.stride * p->dt);
    const double unit = 2.0 * kinetic; /* kT times the degrees of freedom */
    progress(begun, 0.0, NULL);
    printf("%-22s %4g %5.3g %5.4g %4.0f %+9.1e +- %7.1e %8.1e %7.0e %7.0e %9.0f %6.0f\n",
           o.spans[s].name, p->dt, (double)host.evaluations / (double)o.steps,
           1e-3 * (double)o.steps * p->dt, p->temperature, 1e6 * p->drift / unit,
           1e6 * p->drift_error / unit, p->rms / unit, p->dp, p->dl, p->ns_rigidstep, p->ns_forces);
    fflush(stdout);
    if (!(p->dp < 1e-10 && p->dl < 1e-10)) {
      fprintf(stderr, "water_cluster: %s did not conserve the momenta\n", o.spans[s].name);
      failed = 1;
    }
    /* Five times what second order is known to make of water; it grows as the square of the step
     * and, being random from molecule to molecule, falls with their number. */
    if (!(p->rms / unit < 1e-2 / sqrt((double)n) * (0.5 * p->dt) * (0.5 * p->dt))) {
      fprintf(stderr, "water_cluster: the energy of %s is too restless for a step of %g fs\n",
              o.spans[s].name, p->dt);
      failed = 1;
    }
  }
  printf("\n%.1f s in all.\n", now() - begun);
  if (o.plot) {
    write_plot(dat, gp, &o, spans, freedom * WATER_BOLTZMANN * spans[0].temperature);
    printf("To see the energy: gnuplot %s.gp, which writes %s.png\n", o.plot, o.plot);
  }

  rgs->rgs_stepper_destroy(stepper);
  rgs->rgs_bodies_destroy(bodies);
  rgs->rgs_method_destroy(settle);
  for (int s = 0; s < o.n_spans; ++s) {
    rgs->rgs_method_destroy(methods[s]);
    free(spans[s].energy);
  }
  rgs->rgs_context_destroy(context);
  water_host_destroy(&host);
  free(molecules);
  rgs_library_close(&library);
  return failed;
}
