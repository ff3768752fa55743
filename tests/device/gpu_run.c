/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gpu_run.c - what gpu.sh runs on a device; it needs the library and nothing else.
 *
 *   gpu_run bits DEVICE              rotors, schemes, thermostats, barostats: the host's bits
 *   gpu_run speed DEVICE|host N..    body-steps per second, beside a copy of as many bytes on the device
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <rigidstep/draft_device.h>
#include <rigidstep/ensemble.h>
#include <rigidstep/rigidstep.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 10, DOUBLES = 3 + 3 + 4 + 3 + 1 + 3 + 3 + 3 + 3 + 3, BODIES = 200, STEPS = 12 };
static const int each[COLUMNS] = { 3, 3, 4, 3, 1, 3, 3, 3, 3, 3 };
static rgs_error error = RGS_ERROR_INIT;

typedef struct world {
  rgs_bodies *bodies;
  rgs_draft_device *device; /* null: on the host */
  int64_t n;
  size_t size;
  double *here, *there; /* there: what is bound */
  rgs_view view, seen;  /* the bound view, and the same in `here` */
} world;

static void must(rgs_status status, const char *what) {
  if (status == RGS_OK) return;
  printf("%s: %d %s\n", what, status, error.text);
  exit(1);
}

/* Component after component, which is the fastest on a device. */
static rgs_view view_at(double *data, int64_t n, int gradient) {
  rgs_view v = { .head = RGS_HEAD(rgs_view), .n = n, .revision = 1 };
  rgs_column *columns[COLUMNS] = { &v.x,       &v.p, &v.q,   &v.l,  &v.mass,
                                   &v.inertia, &v.f, &v.tau, &v.gf, &v.gtau };
  for (int c = 0; c < (gradient ? COLUMNS : COLUMNS - 2); data += n * each[c], c++)
    *columns[c] = (rgs_column){ data, 1, n };
  return v;
}

static void open_world(world *w, rgs_context *context, rgs_draft_device *device, int64_t n,
                       int gradient) {
  memset(w, 0, sizeof *w);
  w->n = n;
  w->device = device;
  w->size = (size_t)n * (DOUBLES - (gradient ? 0 : 6)) * sizeof(double);
  w->here = calloc(1, w->size);
  w->there = w->here;
  must(rgs_bodies_create(context, n, &w->bodies, &error), "rgs_bodies_create");
  if (device != NULL) {
    must(rgs_draft_bodies_on(w->bodies, device, &error), "rgs_draft_bodies_on");
    w->there = rgs_draft_device_allocate(device, w->size);
  }
  if (w->here == NULL || w->there == NULL) {
    printf("no memory for %lld bodies\n", (long long)n);
    exit(1);
  }
  w->view = view_at(w->there, n, gradient);
  w->seen = view_at(w->here, n, gradient);
  const rgs_view *v = &w->seen;
  for (int64_t i = 0; i < n; i++) {
    const double a = 0.001 * (double)(i % 997), b = 0.002 * (double)(i % 499);
    RGS_AT(v->mass, i, 0) = 1 + a;
    RGS_AT(v->q, i, 0) = sqrt(1 - 0.25 * b * b);
    RGS_AT(v->q, i, 1 + i % 3) = 0.5 * b;
    for (int k = 0; k < 3; k++) {
      RGS_AT(v->x, i, k) = 0.01 * (double)((i * (k + 3)) % 1000);
      RGS_AT(v->p, i, k) = 0.3 - 0.2 * k + b;
      RGS_AT(v->l, i, k) = 0.4 - 0.3 * k + a;
      RGS_AT(v->inertia, i, k) = 1 + 0.3 * ((double)((i + k) % 3)) + a / 8;
      RGS_AT(v->f, i, k) = 0.01 * (1 - k);
      RGS_AT(v->tau, i, k) = 0.01 * (k - a);
    }
  }
  if (device != NULL)
    must(rgs_draft_device_copy(device, w->there, w->here, w->size, RGS_DRAFT_TO_DEVICE, &error),
         "rgs_draft_device_copy");
  must(rgs_bodies_bind(w->bodies, &w->view, &error), "rgs_bodies_bind");
}

static void close_world(world *w) {
  rgs_bodies_destroy(w->bodies);
  if (w->device != NULL) rgs_draft_device_release(w->device, w->there);
  free(w->here);
}

static void fetch(world *w) {
  if (w->device != NULL)
    must(
        rgs_draft_device_copy(w->device, w->here, w->there, w->size, RGS_DRAFT_FROM_DEVICE, &error),
        "rgs_draft_device_copy");
}

/* ---- bits ------------------------------------------------------------------------------------ */

/* Any forces will do that depend on the body alone. */
static int eval(void *self, rgs_eval *request, const rgs_view *bound) {
  world *w = self;
  const rgs_view *v = &w->seen;
  double energy = 0, virial = 0;
  const double part = request->what & RGS_DRAFT_EVAL_SLOW ? 0.25 : 1;
  (void)bound;
  fetch(w);
  for (int64_t i = 0; i < w->n; i++)
    for (int k = 0; k < 3; k++) {
      const double x = RGS_AT(v->x, i, k) - 5, q = RGS_AT(v->q, i, 1 + k);
      energy += 0.05 * x * x + 0.1 * q * q;
      virial -= 0.1 * x * x;
      RGS_AT(v->f, i, k) = -0.1 * part * x;
      RGS_AT(v->tau, i, k) = -0.2 * part * q * RGS_AT(v->q, i, 0);
      if (v->gf.data == NULL) continue;
      RGS_AT(v->gf, i, k) = 0.01 * x;
      RGS_AT(v->gtau, i, k) = 0.03 * q;
    }
  request->energy = energy;
  for (int k = 0; k < 9; k++) request->virial[k] = k % 4 == 0 ? virial / 3 : 0;
  if (w->device != NULL)
    must(rgs_draft_device_copy(w->device, w->there, w->here, w->size, RGS_DRAFT_TO_DEVICE, &error),
         "rgs_draft_device_copy");
  return 0;
}

typedef struct names {
  const char *rotor, *scheme, *thermostat, *barostat;
  int gradient; /* the host has derivatives of forces */
} names;

/* Values for the parameters that have no default. */
static int params_of(const rgs_context *c, const names *of, rgs_param *params) {
  static const rgs_param values[] = {
    { .key = "kt", .value = 0.3 },
    { .key = "relaxation", .value = 1 },
    { .key = "seed", .value = 7 },
    { .key = "pressure", .value = 0.05 },
    { .key = "rate", .value = 0.2 },
    { .key = "barostat_relaxation", .value = 2 },
    { .key = "volume_step", .value = 0.003 },
  };
  const rgs_about *abouts[] = {
    of->thermostat != NULL ? rgs_about_find(c, RGS_KIND_THERMOSTAT, of->thermostat) : NULL,
    of->barostat != NULL ? rgs_about_find(c, RGS_KIND_BAROSTAT, of->barostat) : NULL
  };
  int n = 0;
  for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
    int known = 0;
    for (int a = 0; a < 2; a++)
      for (uint32_t j = 0; abouts[a] != NULL && j < abouts[a]->n_params; j++)
        known |= strcmp(abouts[a]->params[j].key, values[k].key) == 0;
    if (known) params[n++] = values[k];
  }
  return n;
}

/* State and outputs after some steps; returns how many doubles, or -1 where there is no kernel. */
static int64_t run_once(rgs_context *c, rgs_draft_device *device, const names *of, double *out) {
  world w;
  rgs_param params[8];
  rgs_method *method;
  rgs_stepper *stepper = NULL;
  const uint32_t gradient = of->gradient ? RGS_EVAL_GRADIENT : 0;
  rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                           .rotor = of->rotor,
                           .scheme = of->scheme,
                           .thermostat = of->thermostat,
                           .barostat = of->barostat,
                           .n_params = (uint32_t)params_of(c, of, params),
                           .param_size = sizeof *params };
  if (of->thermostat != NULL || of->barostat != NULL) spec.wants = RGS_WANTS_CONSERVED;
  if (spec.n_params > 0) spec.params = params;
  rgs_host host = { .head = RGS_HEAD(rgs_host),
                    .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL |
                                RGS_DRAFT_EVAL_SLOW | gradient,
                    .ranks = 1,
                    .eval = eval,
                    .self = &w };
  must(rgs_method_create(c, &spec, &method, &error), "rgs_method_create");
  open_world(&w, c, device, BODIES, of->gradient);
  const rgs_status status = rgs_stepper_create(w.bodies, method, &host, &stepper, &error);
  int64_t n = -1;
  if (status == RGS_OK) {
    const rgs_cell cell = { .head = RGS_HEAD(rgs_cell),
                            .vectors = { 10, 0, 0, 0, 10, 0, 0, 0, 10 } };
    if (of->barostat != NULL) must(rgs_stepper_set_cell(stepper, &cell, &error), "set_cell");
    must(rgs_stepper_run(stepper, 0.02, STEPS, &error), of->scheme);
    must(rgs_stepper_process(stepper, NULL, &error), "rgs_stepper_process");
    fetch(&w);
    n = (int64_t)(w.n * 13);
    memcpy(out, w.here, (size_t)n * sizeof *out);
    for (int64_t k = 0; k < rgs_method_output_count(method); k++) {
      const rgs_output_info *info = rgs_method_output_at(method, k);
      if (rgs_stepper_output(stepper, info->key, out + n, 64, NULL) == RGS_OK)
        n += info->components;
    }
  } else if (strstr(error.text, "no kernel") == NULL) {
    must(status, "rgs_stepper_create");
  }
  rgs_stepper_destroy(stepper);
  close_world(&w);
  rgs_method_destroy(method);
  return n;
}

typedef struct count {
  int same, differ, left_out;
} count;

static void compare(rgs_context *c, rgs_draft_device *device, const names *of, count *total) {
  static double host[BODIES * 13 + 4096], there[BODIES * 13 + 4096];
  const int64_t n = run_once(c, device, of, there);
  if (n < 0) {
    total->left_out++;
    return;
  }
  const int same =
      run_once(c, NULL, of, host) == n && memcmp(host, there, (size_t)n * sizeof *host) == 0;
  if (same)
    total->same++;
  else
    printf("differ: %s %s %s %s%s\n", of->rotor, of->scheme, of->thermostat ? of->thermostat : "",
           of->barostat ? of->barostat : "", of->gradient ? " with gradients" : "");
  total->differ += !same;
}

static int bits(rgs_context *c, rgs_draft_device *device) {
  count plain = { 0 }, coupled = { 0 };
  const int64_t rotors = rgs_about_count(c, RGS_KIND_ROTOR),
                schemes = rgs_about_count(c, RGS_KIND_SCHEME);
  for (int64_t r = 0; r < rotors; r++)
    for (int64_t s = 0; s < schemes; s++) {
      const rgs_about *scheme = rgs_about_at(c, RGS_KIND_SCHEME, s);
      if (scheme->claims & RGS_PLACES_THERMOSTAT) continue;
      names of = { .rotor = rgs_about_at(c, RGS_KIND_ROTOR, r)->name, .scheme = scheme->name };
      for (; of.gradient <= ((scheme->needs & RGS_EVAL_GRADIENT) != 0); of.gradient++)
        compare(c, device, &of, &plain);
    }
  for (int64_t t = -1; t < rgs_about_count(c, RGS_KIND_THERMOSTAT); t++)
    for (int64_t b = -1; b < rgs_about_count(c, RGS_KIND_BAROSTAT); b++) {
      names of = { .rotor = "exact", .scheme = "strang" };
      if (t >= 0) of.thermostat = rgs_about_at(c, RGS_KIND_THERMOSTAT, t)->name;
      if (b >= 0) of.barostat = rgs_about_at(c, RGS_KIND_BAROSTAT, b)->name;
      const int alone = t >= 0 && strcmp(of.thermostat, "drag") == 0;
      const int trials = t >= 0 && strcmp(of.thermostat, "metropolis") == 0;
      const int needs_heat = b >= 0 && strncmp(of.barostat, "crescale", 8) == 0;
      if ((needs_heat && t < 0) || (b >= 0 && alone)) continue; /* refused everywhere */
      if (b >= 0 && trials != (strcmp(of.barostat, "mc") == 0)) continue;
      compare(c, device, &of, &coupled);
    }
  printf("bits: rotor with scheme: %d the same, %d differ, %d without a kernel; "
         "thermostats and barostats: %d the same, %d differ\n",
         plain.same, plain.differ, plain.left_out, coupled.same, coupled.differ);
  return plain.differ + coupled.differ > 0 || plain.same == 0 || coupled.same == 0;
}

/* ---- speed ----------------------------------------------------------------------------------- */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int constant_forces(void *self, rgs_eval *request, const rgs_view *view) {
  (void)self, (void)request, (void)view;
  return 0;
}

static int parallel_for(void *self, int64_t n, void (*run)(void *, int64_t, int64_t), void *work) {
  (void)self;
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
  for (int64_t k = 0; k < n; k++) run(work, k, k + 1);
  return 0;
}
static const rgs_executor executor = { RGS_HEAD(rgs_executor), NULL, parallel_for };

/* Bytes per second of a copy on the device, both ways counted. */
static double copy_rate(world *w) {
  const size_t half = w->size / 16 * 8;
  double took = 0;
  int64_t copies = 0;
  for (int64_t more = 1; took < 0.2; more *= 2) {
    const double begin = now();
    for (int64_t k = 0; k < more; k++)
      must(rgs_draft_device_copy(w->device, (char *)w->there + half, w->there, half,
                                 RGS_DRAFT_WITHIN_DEVICE, &error),
           "copy");
    double last;
    must(rgs_draft_device_copy(w->device, &last, w->there, 8, RGS_DRAFT_FROM_DEVICE, &error),
         "wait");
    took = now() - begin;
    copies = more;
  }
  return 2 * (double)half * (double)copies / took;
}

/* What a body's numbers need, bytes per step: core/backends/README.md. */
static const struct {
  const char *thermostat;
  int bytes;
} runs[] = { { NULL, 296 }, { "langevin", 320 }, { "csvr", 456 } };

static void speed(rgs_context *c, rgs_draft_device *device, int64_t n) {
  double copied = 0;
  for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
    world w;
    rgs_param params[8];
    rgs_method *method;
    rgs_stepper *stepper;
    const names of = { .rotor = "exact", .scheme = "strang", .thermostat = runs[k].thermostat };
    rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                             .rotor = of.rotor,
                             .scheme = of.scheme,
                             .thermostat = of.thermostat,
                             .param_size = sizeof *params };
    spec.n_params = (uint32_t)params_of(c, &of, params);
    if (spec.n_params > 0) spec.params = params;
    const rgs_host host = { .head = RGS_HEAD(rgs_host),
                            .provides = RGS_EVAL_FORCE,
                            .ranks = 1,
                            .eval = constant_forces,
                            .executor = &executor };
    must(rgs_method_create(c, &spec, &method, &error), "rgs_method_create");
    open_world(&w, c, device, n, 0);
    must(rgs_stepper_create(w.bodies, method, &host, &stepper, &error), "rgs_stepper_create");
    must(rgs_stepper_run(stepper, 1e-4, 3, &error), "rgs_stepper_run");
    must(rgs_draft_device_wait(stepper, &error), "rgs_draft_device_wait");
    double took = 0;
    int64_t steps = 4;
    while (took < 0.3) {
      const double begin = now();
      steps *= 2;
      must(rgs_stepper_run(stepper, 1e-4, steps, &error), "rgs_stepper_run");
      must(rgs_draft_device_wait(stepper, &error), "rgs_draft_device_wait");
      took = now() - begin;
    }
    rgs_stepper_destroy(stepper);
    if (device != NULL && k == 0) copied = copy_rate(&w);
    close_world(&w);
    rgs_method_destroy(method);
    const double rate = (double)n * (double)steps / took, bytes = rate * runs[k].bytes;
    printf("%-10s %11lld bodies  %9.3e body-steps/s  %7.1f GB/s",
           runs[k].thermostat ? runs[k].thermostat : "NVE", (long long)n, rate, bytes * 1e-9);
    if (device != NULL)
      printf("  %5.1f %% of a copy's %7.1f GB/s", 100 * bytes / copied, copied * 1e-9);
    printf("\n");
    fflush(stdout);
  }
}

/* Waters of three sites: places, and forces and torques from forces on sites; 336 bytes per body. */
static void speed_of_sites(rgs_context *c, rgs_draft_device *device, int64_t n) {
  world w;
  rgs_sites *sites;
  const size_t size = (size_t)(9 * n) * sizeof(double); /* of a column of sites */
  int64_t *first = calloc((size_t)n + 1, sizeof *first);
  double *x = calloc(1, size), *mass = calloc(1, size / 3), *there = x;
  for (int64_t i = 0; i < n; i++) {
    first[i + 1] = 3 * (i + 1);
    for (int k = 0; k < 3; k++) {
      mass[3 * i + k] = k == 0 ? 15.999 : 1.008;
      x[9 * i + 3 * k] = (double)(i % 100) * 3 + (k == 0 ? 0 : k == 1 ? 0.8165 : -0.8165);
      x[9 * i + 3 * k + 1] = (double)(i / 100) * 3 + (k == 0 ? 0 : 0.5774);
    }
  }
  open_world(&w, c, device, n, 0);
  const rgs_sites_spec spec = { .head = RGS_HEAD(rgs_sites_spec),
                                .n_sites = 3 * n,
                                .n_bodies = n,
                                .first = first,
                                .mass = { mass, 1, 1 },
                                .x = { x, 3, 1 },
                                .flags = RGS_SITES_ONE_SHAPE,
                                .executor = &executor };
  must(rgs_sites_create(c, &spec, &sites, &error), "rgs_sites_create");
  must(rgs_sites_shape(sites, &w.seen, NULL, &error), "rgs_sites_shape");
  if (device != NULL) {
    must(rgs_draft_sites_on(sites, device, &error), "rgs_draft_sites_on");
    must(rgs_draft_device_copy(device, w.there, w.here, w.size, RGS_DRAFT_TO_DEVICE, &error),
         "copy");
    there = rgs_draft_device_allocate(device, size);
  }
  const rgs_column column = { there, 3, 1 };
  double took = 0;
  int64_t steps = 4;
  while (took < 0.3) {
    const double begin = now();
    double last;
    steps *= 2;
    for (int64_t k = 0; k < steps; k++) {
      must(rgs_sites_place(sites, &w.view, &column, NULL, &error), "rgs_sites_place");
      must(rgs_sites_gather(sites, &w.view, &column, NULL, &error), "rgs_sites_gather");
    }
    if (device != NULL)
      must(rgs_draft_device_copy(device, &last, there, 8, RGS_DRAFT_FROM_DEVICE, &error), "wait");
    took = now() - begin;
  }
  const double rate = (double)n * (double)steps / took;
  printf("%-10s %11lld bodies  %9.3e bodies/s      %7.1f GB/s\n", "sites", (long long)n, rate,
         rate * 336e-9);
  if (device != NULL) rgs_draft_device_release(device, there);
  rgs_sites_destroy(sites);
  close_world(&w);
  free(first);
  free(mass);
  free(x);
}

int main(int n, char **words) {
  rgs_context *context;
  rgs_draft_device *device = NULL;
  if (n < 3) {
    printf("usage: gpu_run bits DEVICE | gpu_run speed DEVICE|host N..\n");
    return 2;
  }
  must(rgs_context_create(NULL, &context, &error), "rgs_context_create");
  must(rgs_draft_allow(context, RGS_DRAFT_ABI, &error), "rgs_draft_allow");
  if (strcmp(words[2], "host") != 0)
    must(rgs_draft_device_open(context, words[2], NULL, &device, &error), "rgs_draft_device_open");
  int status = 0;
  if (strcmp(words[1], "bits") == 0)
    status = bits(context, device);
  else
    for (int k = 3; k < n; k++) {
      const int64_t bodies = (int64_t)strtod(words[k], NULL);
      speed(context, device, bodies);
      if (bodies <= 1000000)
        speed_of_sites(context, device, bodies); /* the host finds their shapes */
    }
  rgs_draft_device_close(device);
  rgs_context_destroy(context);
  return status;
}
