/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device_rods.c - rods in a periodic box with everything on a device (rigidstep/draft_device.h): cell
 * lists, forces and Strang steps.
 *
 *   device_rods DEVICE [RODS [STEPS]]
 *
 * RODS: 512, or another third power; STEPS: 200.  Steps on DEVICE and on the host, and prints how well
 * energy is kept.  Exits with 1 if energy is not kept as well, or if the two runs differ in one bit; with 77
 * if there is no such device.
 *
 * In the programs device_rods_cuda and device_rods_hip the forces are kernels (rods.cu) in the stepper's
 * queue, and nothing is copied while it steps.  The program device_rods has no kernels: the host computes
 * forces between two copies.  It is for every device, also for `emulated` on machines without a GPU.
 */
#include "rods.h"
#include <rigidstep/draft_device.h>
#include <rigidstep/rigidstep.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES = 20 };
static const double h = 0.01, spacing = 1.5;
static long edge = 8, steps = 200; /* edge^3 rods */
static rgs_error error = RGS_ERROR_INIT;

/* What a run does to the energy of one rod on average. */
typedef struct energies {
  double first, worst; /* worst: the largest deviation from the first */
} energies;

typedef struct world {
  rgs_context *context;
  rgs_draft_device *device; /* null: bodies on the host */
  rods_scene here, there;   /* there: what the stepper moves */
} world;

static void must(rgs_status status) {
  if (status == RGS_OK) return;
  fprintf(stderr, "device_rods: %s\n", error.text);
  exit(2);
}

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
static void start(double *rods) {
  const long m = edge, n = m * m * m;
  for (long i = 0; i < n; i++) {
    const long at[3] = { i / (m * m), i / m % m, i % m };
    double q[4], row[3][3], length2 = 0;
    for (int k = 0; k < 4; k++) length2 += pow(q[k] = uniform(-1, 1), 2);
    for (int k = 0; k < 4; k++) rods[(RODS_Q + k) * n + i] = q[k] /= sqrt(length2);
    rods_rotation(q, row);
    const double y0 = uniform(-0.5, 0.5), y1 = uniform(-0.5, 0.5);
    for (int k = 0; k < 3; k++) {
      rods[(RODS_X + k) * n + i] = spacing * ((double)at[k] + 0.5);
      rods[(RODS_P + k) * n + i] = uniform(-1, 1);
      rods[(RODS_L + k) * n + i] = row[k][0] * y0 + row[k][1] * y1;
      rods[(RODS_MASS + k) * n + i] = k == 0 ? 1 : RODS_MOMENT; /* the last moment is 0 */
    }
  }
}

/* ---- forces ---------------------------------------------------------------------------------- */
static size_t bytes(const world *w, int components) {
  return (size_t)w->here.box.n * (size_t)components * sizeof(double);
}

static void act_here(const rods_scene *s) {
  memset(s->count, 0, (size_t)rods_all_cells(&s->box) * sizeof *s->count);
  for (int32_t i = 0; i < s->box.n; i++) {
    double x[3];
    rods_get(s->rods, s->box.n, i, 3, x);
    const int32_t cell = rods_cell_at(&s->box, x);
    rods_enter(s, i, cell, s->count[cell]++);
  }
  for (int64_t cell = 0; cell < rods_all_cells(&s->box); cell++) rods_sort(s, cell);
  for (int32_t i = 0; i < s->box.n; i++) rods_act(s, i);
}

#ifdef RODS_KERNELS
/* The forces on all rods of a scene on the device (rods.cu).  Returns null, or what has failed. */
const char *rods_launch(const rods_scene *scene, void *stream);
#endif

/* The host's answer to RGS_NEED_EVAL. */
static int evaluate(void *self, rgs_eval *request, const rgs_view *bodies) {
  world *w = self;
  (void)request; /* forces, at the state that `there` has */
  (void)bodies;
#ifdef RODS_KERNELS
  if (w->device != NULL) {
    const char *failed = rods_launch(&w->there, NULL);
    if (failed != NULL) fprintf(stderr, "device_rods: %s\n", failed);
    return failed != NULL;
  }
#endif
  if (w->device != NULL)
    must(rgs_draft_device_copy(w->device, w->here.rods, w->there.rods, bytes(w, RODS_MASS),
                               RGS_DRAFT_FROM_DEVICE, &error));
  act_here(&w->here);
  if (w->device != NULL)
    must(rgs_draft_device_copy(w->device, w->there.forces, w->here.forces, bytes(w, RODS_FORCES),
                               RGS_DRAFT_TO_DEVICE, &error));
  return 0;
}

/* Brings rods and forces to the host, and returns the energy per rod. */
static double look(const world *w) {
  const int32_t n = w->here.box.n;
  int32_t *overfull = w->here.list + rods_all_cells(&w->here.box) * RODS_IN_CELL;
  double sum = 0;
  if (w->device != NULL) {
    must(rgs_draft_device_copy(w->device, w->here.rods, w->there.rods, bytes(w, RODS_MASS),
                               RGS_DRAFT_FROM_DEVICE, &error));
    must(rgs_draft_device_copy(w->device, w->here.forces, w->there.forces, bytes(w, RODS_FORCES),
                               RGS_DRAFT_FROM_DEVICE, &error));
#ifdef RODS_KERNELS
    must(rgs_draft_device_copy(w->device, overfull, w->there.list + (overfull - w->here.list),
                               sizeof(double), RGS_DRAFT_FROM_DEVICE, &error));
#endif
  }
  if (*overfull != 0) {
    fprintf(stderr, "device_rods: a cell held more than %d rods; give each more room\n",
            RODS_IN_CELL);
    exit(2);
  }
  for (int32_t i = 0; i < n; i++) {
    double p[3], l[3], potential;
    rods_get(w->here.rods + RODS_P * (int64_t)n, n, i, 3, p);
    rods_get(w->here.rods + RODS_L * (int64_t)n, n, i, 3, l);
    rods_get(w->here.forces + RODS_ENERGY * (int64_t)n, n, i, 1, &potential);
    sum += potential + rods_kinetic(p, l);
  }
  return sum / n;
}

/* ---- a run ----------------------------------------------------------------------------------- */
static void *room(const world *w, size_t size) {
  void *memory = w->device != NULL ? rgs_draft_device_allocate(w->device, size) : get(size);
  if (memory != NULL) return memory;
  fprintf(stderr, "device_rods: the device has no memory for %zu bytes; take fewer rods\n", size);
  exit(2);
}

static rods_scene scene_of(const world *w, rods_box box) {
  const size_t cells = (size_t)rods_all_cells(&box), n = (size_t)box.n * sizeof(double);
  const rods_scene s = { box, room(w, n * RODS_COMPONENTS), room(w, n * RODS_FORCES),
                         room(w, cells * sizeof(int32_t)),
                         room(w, cells * RODS_IN_CELL * sizeof(int32_t) + sizeof(double)) };
  return s;
}

/* On a device all columns are addresses of the device; nothing else is different. */
static rgs_view view_of(const rods_scene *s) {
  const int64_t n = s->box.n;
  const rgs_view view = { .head = RGS_HEAD(rgs_view),
                          .n = n,
                          .x = { s->rods + RODS_X * n, 1, n },
                          .p = { s->rods + RODS_P * n, 1, n },
                          .q = { s->rods + RODS_Q * n, 1, n },
                          .l = { s->rods + RODS_L * n, 1, n },
                          .mass = { s->rods + RODS_MASS * n, 1, n },
                          .inertia = { s->rods + (RODS_MASS + 1) * n, 1, n },
                          .f = { s->forces + RODS_F * n, 1, n },
                          .tau = { s->forces + RODS_TAU * n, 1, n } };
  return view;
}

static energies run(world *w) {
  const rgs_view view = view_of(&w->there);
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = "strang" };
  const rgs_host host = {
    .head = RGS_HEAD(rgs_host), .self = w, .provides = RGS_EVAL_FORCE, .eval = evaluate
  };
  rgs_method *method;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  must(rgs_method_create(w->context, &spec, &method, &error));
  must(rgs_bodies_create(w->context, view.n, &bodies, &error));
  if (w->device != NULL) must(rgs_draft_bodies_on(bodies, w->device, &error));
  must(rgs_bodies_bind(bodies, &view, &error));
  must(rgs_stepper_create(bodies, method, &host, &stepper, &error));
  if (evaluate(w, NULL, &view) != 0) exit(2);
  energies e = { look(w), 0 };
  const double begun = now();
  for (int s = 0; s < SAMPLES; s++) {
    must(rgs_stepper_run(stepper, h, steps * (s + 1) / SAMPLES - steps * s / SAMPLES, &error));
    e.worst = fmax(e.worst, fabs(look(w) - e.first));
  }
  must(rgs_draft_device_wait(stepper, &error));
  printf("%s: energy %.6g per rod, deviates by %.3g at most; %.4g steps of a body per second\n",
         w->device != NULL ? "device" : "host", e.first, e.worst,
         (double)view.n * (double)steps / (now() - begun));
  rgs_stepper_destroy(stepper);
  rgs_bodies_destroy(bodies);
  rgs_method_destroy(method);
  return e;
}

static void free_scene(const world *w, const rods_scene *s) {
  void *const all[] = { s->rods, s->forces, s->count, s->list };
  for (int k = 0; k < 4; k++) {
    if (w->device != NULL)
      rgs_draft_device_release(w->device, all[k]);
    else
      free(all[k]);
  }
}

/* Returns whether the runs differ. */
static int compare(world *host, world *device) {
  const energies on_device = run(device), on_host = run(host);
  const size_t numbers = (size_t)host->here.box.n * RODS_MASS;
  size_t differ = 0;
  for (size_t i = 0; i < numbers; i++)
    differ += memcmp(&device->here.rods[i], &host->here.rods[i], sizeof(double)) != 0;
  printf("%zu of %zu numbers differ\n", differ, numbers);
  return differ != 0 || on_device.worst > 1.01 * on_host.worst;
}

int main(int argc, char **argv) {
  world host, device;
  memset(&host, 0, sizeof host);
  if (argc > 2) edge = lround(cbrt(atof(argv[2])));
  if (argc > 3) steps = atol(argv[3]);
  if (argc < 2 || edge < 4 || edge > 1000 || steps < SAMPLES) {
    fprintf(stderr,
            "usage: device_rods DEVICE [RODS [STEPS]]\nDEVICE is cuda, hip or emulated; RODS are "
            "from 64 to 1e9, the nearest third power is taken; STEPS at least %d\n",
            SAMPLES);
    return 2;
  }
  must(rgs_context_create(NULL, &host.context, &error));
  device = host;
  if (rgs_draft_device_open(host.context, argv[1], NULL, &device.device, &error) != RGS_OK) {
    printf("skipped: %s\n", error.text);
    return 77;
  }
  const rods_box box = { (int32_t)(edge * edge * edge),
                         (int32_t)(spacing * (double)edge / RODS_REACH), spacing * (double)edge };
  host.here = host.there = scene_of(&host, box);
  device.here = scene_of(&host, box);
  device.there = scene_of(&device, box);
  start(host.here.rods);
  memcpy(device.here.rods, host.here.rods, bytes(&host, RODS_COMPONENTS));
  must(rgs_draft_device_copy(device.device, device.there.rods, host.here.rods,
                             bytes(&host, RODS_COMPONENTS), RGS_DRAFT_TO_DEVICE, &error));
  printf("%d rods, %ld steps of %g on the device '%s'\n", box.n, steps, h, argv[1]);
  const int differs = compare(&host, &device);
  free_scene(&device, &device.there);
  free_scene(&host, &device.here);
  free_scene(&host, &host.here);
  rgs_draft_device_close(device.device);
  rgs_context_destroy(host.context);
  return differs;
}
