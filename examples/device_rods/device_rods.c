/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device_rods.c - rods in a periodic box with everything on the device: cell lists, forces and Strang
 * steps by rigidstep_device.h.  Nothing but energies comes back before the end.
 *
 *   device_rods INCLUDE SOURCE double|single [RODS [STEPS]]
 *
 * INCLUDE holds rigidstep/, SOURCE holds rods.cl.  RODS: 512, or another third power; STEPS: 200.  Prints the device,
 * bodies a second, bytes a second and how well energy is kept; then the same run by the library, with the forces of
 * rods.h in C.  Exits with 1 if energy is not kept as well, or if the two runs differ in one bit; in single precision
 * they differ.  Exits with 77 if there is no device.
 */
#include "device.h"
#include "rods.h"
#include <math.h>
#include <rigidstep/rigidstep.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES = 20 };
static const double h = 0.01, spacing = 1.5;
static long edge = 8, steps = 200; /* edge^3 rods */
static int single;

/* What a run does to the energy of one rod on average. */
typedef struct energies {
  double first, worst; /* worst: the largest deviation from the first */
} energies;

static double now(void) {
  struct timespec t;
  (void)clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *get(size_t bytes) {
  void *room = calloc(1, bytes);
  if (room != NULL) return room;
  fprintf(stderr, "device_rods: no memory for %zu bytes; take fewer rods\n", bytes);
  exit(2);
}

/* ---- the start ------------------------------------------------------------------------------- */
static uint64_t state = 12345;
static double uniform(double from, double to) {
  state = state * 6364136223846793005u + 1442695040888963407u; /* D. E. Knuth's MMIX */
  return from + (to - from) * (double)(state >> 11) * 0x1p-53;
}

/* On a lattice, with random orientations and momenta; l is perpendicular to the rod. */
static rods_box start(double *rods) {
  const long m = edge, n = m * m * m;
  const rods_box box = { (int32_t)n, (int32_t)(spacing * (double)m / RODS_REACH),
                         spacing * (double)m };
  for (long i = 0; i < n; i++) {
    const long at[3] = { i / (m * m), i / m % m, i % m };
    double q[4], row[3][3], length2 = 0;
    for (int k = 0; k < 4; k++) length2 += pow(q[k] = uniform(-1, 1), 2);
    for (int k = 0; k < 4; k++) rods[(RODS_Q + k) * n + i] = q[k] /= sqrt(length2);
    rgs_rotation_of(q, row);
    const double y0 = uniform(-0.5, 0.5), y1 = uniform(-0.5, 0.5);
    for (int k = 0; k < 3; k++) {
      rods[(RODS_X + k) * n + i] = spacing * ((double)at[k] + 0.5);
      rods[(RODS_P + k) * n + i] = uniform(-1, 1);
      rods[(RODS_L + k) * n + i] = row[k][0] * y0 + row[k][1] * y1;
    }
  }
  return box;
}

static void sample(energies *e, double energy, int is_first) {
  if (is_first) e->first = energy, e->worst = 0;
  e->worst = fmax(e->worst, fabs(energy - e->first));
}

/* ---- on the device --------------------------------------------------------------------------- */
enum { BEGIN, CLEAR, FILL, SORT, END, KERNELS };
static const char *const KERNEL_NAMES[KERNELS] = { "begin", "clear", "fill", "sort", "end" };

typedef struct on_device {
  device d;
  rods_box box;
  size_t cells, number; /* number: bytes of one */
  cl_mem rods, forces, overfull;
  cl_kernel kernels[KERNELS];
} on_device;

static void set_step(const on_device *r, double step) {
  const float narrow = (float)step;
  for (int k = 0; k < KERNELS; k++)
    device_argument(r->kernels[k], 0, r->number, single ? (const void *)&narrow : &step);
}

static void set_up(on_device *r, char **folders, const double *rods) {
  char options[2000], file[1000];
  const size_t n = (size_t)r->box.n;
  const cl_int none = 0;
  snprintf(options, sizeof options,
           "-cl-std=CL1.2 -I%s -I%s -DRODS_N=%d -DRODS_CELLS=%d -DRODS_EDGE=%.17e%s", folders[0],
           folders[1], r->box.n, r->box.cells, r->box.edge,
           single ? " -DRGS_SINGLE -cl-single-precision-constant "
                    "-cl-fp32-correctly-rounded-divide-sqrt"
                  : "");
  snprintf(file, sizeof file, "%s/rods.cl", folders[1]);
  device_build(&r->d, file, options);
  r->number = single ? sizeof(float) : sizeof(double);
  r->cells = (size_t)r->box.cells * (size_t)r->box.cells * (size_t)r->box.cells;
  r->rods = device_buffer(&r->d, n * RODS_COMPONENTS * r->number);
  r->forces = device_buffer(&r->d, n * 7 * r->number);
  r->overfull = device_buffer(&r->d, sizeof none);
  const cl_mem buffers[] = { r->rods, r->forces, device_buffer(&r->d, r->cells * sizeof none),
                             device_buffer(&r->d, r->cells * RODS_IN_CELL * sizeof none),
                             r->overfull };
  for (int k = 0; k < KERNELS; k++) {
    r->kernels[k] = device_kernel(&r->d, KERNEL_NAMES[k]);
    for (cl_uint i = 0; i < sizeof buffers / sizeof *buffers; i++)
      device_argument(r->kernels[k], 1 + i, sizeof buffers[i], &buffers[i]);
  }
  device_write(&r->d, r->overfull, sizeof none, &none);
  float *narrow = get(n * RODS_COMPONENTS * sizeof *narrow);
  for (size_t i = 0; i < n * RODS_COMPONENTS; i++) narrow[i] = (float)rods[i];
  device_write(&r->d, r->rods, n * RODS_COMPONENTS * r->number,
               single ? (const void *)narrow : (const void *)rods);
  free(narrow);
}

static void forces_and_kick(const on_device *r) {
  const size_t n = (size_t)r->box.n;
  device_run(&r->d, r->kernels[CLEAR], r->cells);
  device_run(&r->d, r->kernels[FILL], n);
  device_run(&r->d, r->kernels[SORT], r->cells);
  device_run(&r->d, r->kernels[END], n);
}

/* `count` numbers from `first` on of a buffer, as doubles. */
static void fetch(const on_device *r, cl_mem buffer, size_t all, size_t first, size_t count,
                  double *to) {
  char *raw = get(all * r->number);
  device_read(&r->d, buffer, all * r->number, raw);
  for (size_t i = 0; i < count; i++)
    to[i] = single ? ((const float *)(const void *)raw)[first + i]
                   : ((const double *)(const void *)raw)[first + i];
  free(raw);
}

static double energy_on_device(const on_device *r) {
  const size_t n = (size_t)r->box.n;
  double *each = get(n * sizeof *each), sum = 0;
  fetch(r, r->forces, 7 * n, 6 * n, n, each);
  for (size_t i = 0; i < n; i++) sum += each[i];
  free(each);
  return sum / (double)n;
}

static energies run_on_device(on_device *r, char **folders, double *rods) {
  const size_t n = (size_t)r->box.n;
  energies e;
  cl_int overfull;
  double seconds = 0;
  set_up(r, folders, rods);
  set_step(r, 0);
  forces_and_kick(r);
  sample(&e, energy_on_device(r), 1);
  set_step(r, h);
  for (int s = 0; s < SAMPLES; s++) {
    const double begun = now();
    for (long step = steps * s / SAMPLES; step < steps * (s + 1) / SAMPLES; step++) {
      device_run(&r->d, r->kernels[BEGIN], n);
      forces_and_kick(r);
    }
    device_wait(&r->d);
    seconds += now() - begun;
    sample(&e, energy_on_device(r), 0);
  }
  device_read(&r->d, r->overfull, sizeof overfull, &overfull);
  if (overfull != 0) {
    fprintf(stderr, "device_rods: a cell held more than %d rods; give each more room\n",
            RODS_IN_CELL);
    exit(2);
  }
  fetch(r, r->rods, n * RODS_COMPONENTS, 0, n * RODS_COMPONENTS, rods);
  /* Read and written once: 13 + 6 and 13 numbers to begin, 13 and 13 to end, 3 and a place in a list. */
  const double rate = (double)n * (double)steps / seconds;
  printf("device: %s\n%d rods, %ld steps of %g in %s precision: %.4g bodies/s, %.4g bytes/s (of "
         "rods and forces; what is read of neighbours is not counted)\n",
         r->d.name, r->box.n, steps, h, single ? "single" : "double", rate,
         rate * (61 * (double)r->number + 8));
  return e;
}

/* ---- by the library -------------------------------------------------------------------------- */
typedef struct by_library {
  rods_box box;
  double *rods, *forces;
  int32_t *count, *list;
  double energy; /* potential */
} by_library;

static int evaluate(void *self, rgs_eval *request, const rgs_view *bodies) {
  by_library *r = self;
  const int32_t n = r->box.n, cells = r->box.cells * r->box.cells * r->box.cells;
  (void)bodies; /* they are r->rods */
  memset(r->count, 0, (size_t)cells * sizeof *r->count);
  for (int32_t i = 0; i < n; i++) {
    double x[3];
    rods_get(r->rods, n, i, 3, x);
    const int32_t cell = rods_cell_at(&r->box, x);
    if (r->count[cell] == RODS_IN_CELL) return 1;
    r->list[(int64_t)cell * RODS_IN_CELL + r->count[cell]++] = i;
  }
  r->energy = 0;
  for (int32_t i = 0; i < n; i++) {
    const rods_forces sum = rods_forces_on(&r->box, r->rods, r->count, r->list, i);
    rods_put(r->forces, n, i, 3, sum.force);
    rods_put(r->forces + 3 * (int64_t)n, n, i, 3, sum.torque);
    r->energy += sum.energy;
  }
  request->energy = r->energy;
  return 0;
}

static double energy_by_library(const by_library *r) {
  const int32_t n = r->box.n;
  double sum = r->energy;
  for (int32_t i = 0; i < n; i++) {
    double p[3], l[3];
    rods_get(r->rods + RODS_P * (int64_t)n, n, i, 3, p);
    rods_get(r->rods + RODS_L * (int64_t)n, n, i, 3, l);
    sum += rods_kinetic(p, l);
  }
  return sum / n;
}

static void must(rgs_status status, const rgs_error *error) {
  if (status == RGS_OK) return;
  fprintf(stderr, "device_rods: %s\n", error->text);
  exit(2);
}

static energies run_by_library(by_library *r) {
  const int64_t n = r->box.n;
  double *constants = get((size_t)n * 4 * sizeof *constants);
  for (int64_t i = 0; i < n; i++) {
    constants[4 * i] = 1;
    constants[4 * i + 1] = constants[4 * i + 2] = RODS_MOMENT;
  }
  const rgs_view view = { .head = RGS_HEAD(rgs_view),
                          .n = n,
                          .x = { r->rods + RODS_X * n, 1, n },
                          .p = { r->rods + RODS_P * n, 1, n },
                          .q = { r->rods + RODS_Q * n, 1, n },
                          .l = { r->rods + RODS_L * n, 1, n },
                          .mass = { constants, 4, 1 },
                          .inertia = { constants + 1, 4, 1 },
                          .f = { r->forces, 1, n },
                          .tau = { r->forces + 3 * n, 1, n } };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = "strang" };
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .self = r,
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY,
                          .eval = evaluate };
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context;
  rgs_method *method;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  rgs_eval request = { .head = RGS_HEAD(rgs_eval) };
  energies e;
  must(rgs_context_create(NULL, &context, &error), &error);
  must(rgs_method_create(context, &spec, &method, &error), &error);
  must(rgs_bodies_create(context, n, &bodies, &error), &error);
  must(rgs_bodies_bind(bodies, &view, &error), &error);
  must(rgs_stepper_create(bodies, method, &host, &stepper, &error), &error);
  if (evaluate(r, &request, &view) != 0) exit(2);
  sample(&e, energy_by_library(r), 1);
  for (int s = 0; s < SAMPLES; s++) {
    must(rgs_step(stepper, h, steps * (s + 1) / SAMPLES - steps * s / SAMPLES, &error), &error);
    sample(&e, energy_by_library(r), 0);
  }
  rgs_stepper_destroy(stepper);
  rgs_bodies_destroy(bodies);
  rgs_method_destroy(method);
  rgs_context_destroy(context);
  free(constants);
  return e;
}

/* ---- both ------------------------------------------------------------------------------------ */
static int compare(const rods_box *box, double *start_of, const double *found, const energies *on) {
  const size_t n = (size_t)box->n,
               cells = (size_t)box->cells * (size_t)box->cells * (size_t)box->cells;
  by_library r = { *box,
                   start_of,
                   get(6 * n * sizeof(double)),
                   get(cells * sizeof(int32_t)),
                   get(cells * RODS_IN_CELL * sizeof(int32_t)),
                   0 };
  const energies e = run_by_library(&r);
  size_t differ = 0;
  double largest = 0;
  for (size_t i = 0; i < n * RODS_COMPONENTS; i++) {
    differ += memcmp(&found[i], &r.rods[i], sizeof found[i]) != 0;
    largest = fmax(largest, fabs(found[i] - r.rods[i]));
  }
  printf("library: energy %.6g, deviates by %.3g at most; %zu of %zu numbers differ, by %.3g at "
         "most\n",
         e.first, e.worst, differ, n * RODS_COMPONENTS, largest);
  free(r.forces);
  free(r.count);
  free(r.list);
  if (single) return on->worst > 2 * e.worst + 1e-6 * fabs(e.first);
  return differ != 0 || on->worst > 1.01 * e.worst;
}

int main(int argc, char **argv) {
  on_device r;
  memset(&r, 0, sizeof r);
  if (argc > 4) edge = lround(cbrt(atof(argv[4])));
  if (argc > 5) steps = atol(argv[5]);
  single = argc > 3 && strcmp(argv[3], "single") == 0;
  if (argc < 4 || (!single && strcmp(argv[3], "double") != 0) || edge < 4 || edge > 1000 ||
      steps < SAMPLES) {
    fprintf(stderr,
            "usage: device_rods INCLUDE SOURCE double|single [RODS [STEPS]]\nRODS are from 64 to "
            "1e9, the "
            "nearest third power is taken; STEPS at least %d\n",
            SAMPLES);
    return 2;
  }
  if (!device_open(&r.d) || (!single && !r.d.has_double)) {
    printf("skipped: needs an OpenCL device%s (Debian: pocl-opencl-icd)\n",
           single ? "" : " with double precision");
    return 77;
  }
  const size_t bytes = (size_t)(edge * edge * edge) * RODS_COMPONENTS * sizeof(double);
  double *rods = get(bytes), *found = get(bytes);
  r.box = start(rods);
  memcpy(found, rods, bytes);
  const energies e = run_on_device(&r, argv + 1, found);
  printf("device: energy %.6g a rod, deviates by %.3g at most\n", e.first, e.worst);
  const int failed = compare(&r.box, rods, found, &e);
  device_close(&r.d);
  free(rods);
  free(found);
  return failed;
}
