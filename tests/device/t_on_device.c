/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_on_device.c - bodies on a device as a host uses them: what is refused, faults that are found later, and
 * what the emulated device shows of a program's mistakes.  on_device.py runs the stepper's own tests on it.
 */
#include "check.h"
#include "plain_body.h"
#include <rigidstep/draft_device.h>
#include <rigidstep/ensemble.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 150 };

/* What a scene has that others have not. */
static struct {
  const char *scheme; /* null: strang */
  const char *rotor;  /* null: exact */
  uint32_t flags;     /* of the host */
  bool no_memory;     /* the context's allocator has none, from now on */
} with;

typedef struct scene {
  rgs_context *context;
  rgs_draft_device *device;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  rgs_view view;
  double *there, here[N * PLAIN_BODY];
} scene;

static rgs_view view_at(double *data) { return view_of_plain(data, N, PLAIN_BODY, 0); }

static rgs_method *method_of(rgs_context *c, const char *rotor, const char *thermostat) {
  const bool drags = thermostat != NULL && strcmp(thermostat, "drag") == 0;
  const named_method of = { rotor, with.scheme != NULL ? with.scheme : "strang", thermostat, NULL,
                            thermostat == NULL ? NULL
                            : drags            ? "rate=0.3"
                                               : "kt=0.3 relaxation=1 seed=1" };
  return made(c, &of);
}

static void *allocate(void *self, size_t size) {
  (void)self;
  return with.no_memory ? NULL : malloc(size);
}
static void release(void *self, void *memory, size_t size) {
  (void)self, (void)size;
  free(memory);
}

static rgs_host host_of_scene(void) {
  return (rgs_host)WITH_HEAD(rgs_host, .provides = RGS_EVAL_FORCE, .ranks = 1, .flags = with.flags);
}

static void close_device(void *device) { rgs_draft_device_close(device); }

/* A stepper for the scene's bodies, to the end of the case. */
static rgs_stepper *stepper_of(const scene *s, const rgs_method *method) {
  const rgs_host host = host_of_scene();
  rgs_stepper *stepper = NULL;
  OK(rgs_stepper_create(s->bodies, method, &host, &stepper, &err));
  return keep(stepper, close_stepper);
}

/* device: null for bodies on the host. */
static void open_scene(scene *s, const char *device, uint32_t check_every, const char *thermostat) {
  rgs_draft_device_spec spec = RGS_DRAFT_DEVICE_SPEC_INIT;
  const rgs_allocator allocator = WITH_HEAD(rgs_allocator, .alloc = allocate, .release = release);
  spec.check_every = check_every;
  memset(s, 0, sizeof *s);
  OK(rgs_context_create(SPEC_WITH(allocator, &allocator), &s->context, &err));
  keep(s->context, close_context);
  s->there = s->here;
  if (device != NULL) {
    OK(rgs_draft_device_open(s->context, device, &spec, &s->device, &err));
    keep(s->device, close_device);
  }
  OK(rgs_bodies_create(s->context, N, &s->bodies, &err));
  keep(s->bodies, close_bodies);
  if (device != NULL) {
    OK(rgs_draft_bodies_on(s->bodies, s->device, &err));
    s->there = rgs_draft_device_allocate(s->device, sizeof s->here);
  }
  rgs_view here = view_at(s->here);
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 3; k++) {
      RGS_AT(here.x, i, k) = i + 0.1 * k;
      RGS_AT(here.p, i, k) = 0.3 * k - 0.2;
      RGS_AT(here.l, i, k) = 0.4 - 0.1 * k + 0.001 * i;
      RGS_AT(here.inertia, i, k) = 1 + 0.2 * k;
      RGS_AT(here.f, i, k) = 0.1 * k;
      RGS_AT(here.tau, i, k) = 0.05 * (k + i % 3);
    }
    RGS_AT(here.q, i, 0) = RGS_AT(here.mass, i, 0) = 1;
  }
  if (device != NULL)
    OK(rgs_draft_device_copy(s->device, s->there, s->here, sizeof s->here, 1, &err));
  s->view = view_at(s->there);
  OK(rgs_bodies_bind(s->bodies, &s->view, &err));
  s->method = method_of(s->context, with.rotor != NULL ? with.rotor : "exact", thermostat);
  s->stepper = stepper_of(s, s->method);
}

/* Steps under constant forces, until one fails. */
static rgs_status move(rgs_stepper *stepper, double h, int steps) {
  rgs_status status = RGS_OK;
  rgs_eval request = RGS_EVAL_INIT;
  for (int k = 0; k < steps && status == RGS_OK; k++) do
      status = rgs_stepper_advance(stepper, h, &request, &err);
    while (status == RGS_NEED_EVAL);
  return status;
}
static rgs_status go(scene *s, int steps) { return move(s->stepper, 0.01, steps); }

static void fetch(scene *s) {
  if (s->device != NULL)
    OK(rgs_draft_device_copy(s->device, s->here, s->there, sizeof s->here, 0, &err));
}

/* Writes one number of a column, which may be the device's. */
static void set_number(scene *s, rgs_column column, int body, int k, double value) {
  double *at = &RGS_AT(column, body, k);
  if (s->device == NULL)
    *at = value;
  else
    OK(rgs_draft_device_copy(s->device, at, &value, sizeof value, 1, &err));
}
static void set_force(scene *s, int body, int k, double value) {
  set_number(s, s->view.f, body, k, value);
}

/* ---- the same bits --------------------------------------------------------------------------- */

/* Returns whether host and device differ after some steps. */
static bool differ(const char *thermostat) {
  scene host, device;
  double heat[2] = { 0, 0 };
  open_scene(&host, NULL, 0, thermostat);
  open_scene(&device, "emulated", 0, thermostat);
  OK(go(&host, 30));
  OK(go(&device, 30));
  if (thermostat != NULL) {
    OK(rgs_stepper_output(host.stepper, "heat", &heat[0], 1, &err));
    OK(rgs_stepper_output(device.stepper, "heat", &heat[1], 1, &err));
  }
  OK(rgs_draft_device_wait(device.stepper, &err));
  fetch(&device);
  return memcmp(host.here, device.here, sizeof host.here) != 0 || heat[0] != heat[1];
}

TEST(bits_of_the_host) {
  TRUE(!differ(NULL));
  TRUE(!differ("langevin"));
  TRUE(!differ("csvr"));
  TRUE(!differ("drag"));
}

/* ---- sites ----------------------------------------------------------------------------------- */

/* Bodies of 3 sites, and each tenth of 11: places, velocities, forces and the virial have the host's bits. */
TEST(sites_have_the_bits_of_the_host) {
  enum { MOST = 11, SITES = N * MOST };
  scene host, device;
  open_scene(&host, NULL, 0, NULL);
  open_scene(&device, "emulated", 0, NULL);
  static double x[3 * SITES], mass[SITES], numbers[2][9 * SITES];
  static int64_t first[N + 1];
  for (int i = 0; i < N; i++) {
    const int n = i % 10 == 9 ? MOST : 3;
    first[i + 1] = first[i] + n;
    for (int64_t k = first[i]; k < first[i + 1]; k++) {
      const int j = (int)(k - first[i]);
      mass[k] = 1 + 0.5 * j;
      x[3 * k] = i + 0.4 * j;
      x[3 * k + 1] = 0.3 * (j % 2);
      x[3 * k + 2] = 0.2 * (j % 3) * (j > 2);
    }
  }
  const int64_t n = first[N];
  double *there = rgs_draft_device_allocate(device.device, sizeof numbers[0]);
  double virial[2][9];
  for (int on = 0; on < 2; on++) {
    scene *s = on ? &device : &host;
    rgs_sites *sites;
    const rgs_sites_spec spec = WITH_HEAD(rgs_sites_spec, .n_sites = n, .n_bodies = N,
                                          .first = first, .mass = { mass, 1, 1 }, .x = { x, 3, 1 });
    OK(rgs_sites_create(s->context, &spec, &sites, &err));
    rgs_view here = view_at(s->here);
    OK(rgs_sites_shape(sites, &here, NULL, &err));
    double *at = numbers[on];
    for (int64_t k = 0; k < 3 * n; k++) at[6 * SITES + k] = 0.01 * (double)(k % 97) - 0.3;
    if (on) {
      OK(rgs_draft_sites_on(sites, s->device, &err));
      OK(rgs_draft_device_copy(s->device, s->there, s->here, sizeof s->here, 1, &err));
      OK(rgs_draft_device_copy(s->device, there, at, sizeof numbers[0], 1, &err));
      REFUSED_TEXT(RGS_E_ARG,
                   rgs_sites_place(sites, &s->view, &(rgs_column){ at, 3, 1 }, NULL, &err), "x",
                   "not on device");
      const rgs_column good = { there, 3, 1 }, before = { there, 3, -1 };
      REFUSED_TEXT(RGS_E_ARG, rgs_sites_place(sites, &s->view, &before, NULL, &err), "x",
                   "not on device");
      rgs_view short_q = s->view; /* its last component lies beyond the memory */
      short_q.q = (rgs_column){ s->there + (PLAIN_BODY - 3) * N, 1, N };
      REFUSED_TEXT(RGS_E_ARG, rgs_sites_place(sites, &short_q, &good, NULL, &err), "view.q");
      for (int c = 0; c < 3; c++) {
        static const char *const names[] = { "view.p", "view.l", "view.tau" };
        rgs_view mixed = s->view;
        *(c == 0 ? &mixed.p : c == 1 ? &mixed.l : &mixed.tau) = (rgs_column){ at, 3, 1 };
        REFUSED_TEXT(RGS_E_ARG,
                     c < 2 ? rgs_sites_place(sites, &mixed, &good, &good, &err)
                           : rgs_sites_gather(sites, &mixed, &good, NULL, &err),
                     names[c], "not on device");
      }
      at = there;
    }
    const rgs_column places = { at, 3, 1 }, velocities = { at + 3 * SITES, 1, SITES },
                     forces = { at + 6 * SITES, 3, 1 };
    OK(rgs_sites_place(sites, &s->view, &places, &velocities, &err));
    OK(rgs_sites_gather(sites, &s->view, &forces, virial[on], &err));
    if (on) OK(rgs_draft_device_copy(s->device, numbers[on], there, sizeof numbers[0], 0, &err));
    fetch(s);
    rgs_sites_destroy(sites);
  }
  SAME_BITS(numbers[0], numbers[1], 9 * SITES);
  SAME_BITS(virial[0], virial[1], 9);
  SAME_BITS(host.here, device.here, N * PLAIN_BODY);
  rgs_draft_device_release(device.device, there);

  rgs_sites *none; /* a rank without bodies */
  const rgs_sites_spec nobody = WITH_HEAD(rgs_sites_spec, .n_sites = n);
  rgs_view empty = WITH_HEAD(rgs_view, .n = 0);
  OK(rgs_sites_create(device.context, &nobody, &none, &err));
  OK(rgs_draft_sites_on(none, device.device, &err));
  OK(rgs_sites_gather(none, &empty, &(rgs_column){ numbers[0], 3, 1 }, virial[1], &err));
  TRUE(virial[1][0] == 0 && virial[1][8] == 0);
  rgs_sites_destroy(none);
}

/* ---- planted mistakes ------------------------------------------------------------------------ */

static bool planted_differs(const char *mistake, const char *thermostat) {
  setenv("RIGIDSTEP_EMULATED_MISTAKE", mistake, 1);
  const bool found = differ(thermostat);
  unsetenv("RIGIDSTEP_EMULATED_MISTAKE");
  return found;
}
TEST(missing_waits_are_found) { TRUE(planted_differs("wait", "csvr")); }
TEST(wrong_order_of_sums_is_found) { TRUE(planted_differs("order", "csvr")); }

/* What the host reads, and what a kernel does beyond an array. */
static void reads_are_found(const char *mistake) {
  scene s;
  if (mistake != NULL) setenv("RIGIDSTEP_EMULATED_MISTAKE", mistake, 1);
  open_scene(&s, "emulated", 0, NULL);
  unsetenv("RIGIDSTEP_EMULATED_MISTAKE");
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL);
    if (mistake != NULL) _exit(go(&s, 2) + rgs_draft_device_wait(s.stepper, &err) > 1000000);
    _exit(s.there[0] > 1e300);
  }
  int status = 0;
  TRUE(waitpid(child, &status, 0) == child);
  TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) != 0); /* a sanitizer exits by itself */
}
TEST(host_reads_are_found) { reads_are_found(NULL); }
TEST(reads_beyond_an_array_are_found) { reads_are_found("beyond"); }
TEST(writes_before_an_array_are_found) { reads_are_found("before"); }

/* ---- faults ---------------------------------------------------------------------------------- */

/* A force that is not finite stops the device in its step, and the stepper is in that step again. */
static void force_fault(uint32_t check_every, int steps_until_known) {
  scene s;
  open_scene(&s, "emulated", check_every, NULL);
  OK(go(&s, 5));
  set_force(&s, 77, 1, NAN);
  if (steps_until_known > 0) OK(go(&s, steps_until_known));
  REFUSED_BODY(RGS_E_NONFINITE, 77,
               check_every == 1 ? go(&s, 1) : rgs_draft_device_wait(s.stepper, &err), "body 77",
               "f[1]", "nan", "step 6");
  NEAR(0.05, rgs_stepper_time(s.stepper), 1e-12);
  REFUSED(RGS_E_ORDER, go(&s, 1));
  set_force(&s, 77, 1, 0.1);
  OK(rgs_stepper_reset(s.stepper, &err));
  OK(go(&s, 3));
  OK(rgs_draft_device_wait(s.stepper, &err));
}
TEST(faults_at_once) { force_fault(1, 0); }
TEST(faults_found_later) { force_fault(0, 20); }

/* With rewind a step waits while it can be taken back. */
TEST(rewind_after_a_fault) {
  scene s;
  with.flags = RGS_HOST_REWINDS;
  open_scene(&s, "emulated", 0, "langevin");
  with.flags = 0;
  static double before[N * PLAIN_BODY];
  double heat[2];
  OK(go(&s, 3));
  fetch(&s);
  memcpy(before, s.here, sizeof before);
  OK(rgs_stepper_output(s.stepper, "heat", &heat[0], 1, &err));
  set_force(&s, 77, 1, NAN);
  REFUSED_BODY(RGS_E_NONFINITE, 77, go(&s, 1), "step 4");
  OK(rgs_stepper_rewind(s.stepper, &err));
  set_force(&s, 77, 1, RGS_AT(view_at(s.here).f, 77, 1));
  OK(rgs_stepper_output(s.stepper, "heat", &heat[1], 1, &err));
  fetch(&s);
  SAME_BITS(before, s.here, N * PLAIN_BODY);
  SAME_BITS(&heat[0], &heat[1], 1);
  OK(go(&s, 1));
}

/* What the device has found comes before other bodies, or other memory of theirs. */
TEST(faults_before_bind) {
  scene s, host;
  double freedom[2][2];
  open_scene(&s, "emulated", 0, NULL);
  set_force(&s, 77, 1, 1e307);
  OK(move(s.stepper, 100, 1));
  s.view.revision++;
  REFUSED_BODY(RGS_E_NONFINITE, 77, rgs_bodies_bind(s.bodies, &s.view, &err), "momentum", "step 1");
  REFUSED_TEXT(RGS_E_ORDER, move(s.stepper, 100, 1), "earlier step failed");
  OK(rgs_stepper_reset(s.stepper, &err));
  OK(rgs_bodies_bind(s.bodies, &s.view, &err));

  with.rotor = "midpoint"; /* orientations are put back from memory that a reserve gives back */
  open_scene(&s, "emulated", 0, NULL);
  with.rotor = NULL;
  OK(move(s.stepper, 1e4, 1));
  REFUSED_BODY(RGS_E_NOCONV, 0, rgs_bodies_reserve(s.bodies, 2 * N, &err), "midpoint", "step 1");
  fetch(&s);
  for (int i = 0; i < N; i++) TRUE(RGS_AT(view_at(s.here).q, i, 0) == 1);

  open_scene(&host, NULL, 0, "langevin");
  open_scene(&s, "emulated", 0, "langevin");
  for (int on = 0; on < 2; on++) { /* degrees of freedom belong to the bodies that have moved */
    scene *of = on ? &s : &host;
    OK(go(of, 3));
    of->view.n = N / 2;
    OK(rgs_bodies_bind(of->bodies, &of->view, &err));
    OK(rgs_stepper_output(of->stepper, "mid_freedom", freedom[on], 2, &err));
  }
  SAME_BITS(freedom[0], freedom[1], 2);
}

/* Two steppers of the same bodies: faults and sums belong to the one whose lists they are. */
TEST(lists_of_another_stepper) {
  for (int other = 0; other < 2; other++) {
    scene s, alone;
    double heat[2];
    open_scene(&s, "emulated", 0, "langevin");
    open_scene(&alone, "emulated", 0, "langevin");
    rgs_stepper *reader = stepper_of(&s, method_of(s.context, "exact", NULL));
    const block saved_reader = saved(reader);
    OK(go(&s, 4));
    OK(go(&alone, 4));
    if (other) /* which sets the bodies back, and leaves the sums of steps that are done */
      OK(load(reader, saved_reader));
    else
      OK(rgs_stepper_reset(s.stepper, &err));
    OK(rgs_stepper_output(s.stepper, "heat", &heat[0], 1, &err));
    OK(rgs_stepper_output(alone.stepper, "heat", &heat[1], 1, &err));
    SAME_BITS(&heat[1], &heat[0], 1);
    TRUE(heat[0] != 0);
    set_force(&s, 77, 1, NAN);
    OK(go(&s, 2));
    REFUSED_BODY(RGS_E_NONFINITE, 77, rgs_draft_device_wait(reader, &err), "f[1]", "step 5");
    REFUSED_TEXT(RGS_E_ORDER, move(reader, 0.01, 1),
                 "earlier step failed"); /* it has reported it */
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_advance(s.stepper, 0.01, NULL, &err),
                 "earlier step failed");
    NEAR(0.04, rgs_stepper_time(s.stepper), 1e-12);
  }
}

/* Constants of a rotor that the host has prepared for an output are not the device's. */
TEST(constants_of_rotors) {
  scene s[2];
  double rotation[2];
  with.scheme = "strang_dkd";
  for (int on = 0; on < 2; on++) {
    open_scene(&s[on], on ? "emulated" : NULL, 0, NULL);
    OK(go(&s[on], 2));
    set_number(&s[on], s[on].view.inertia, 5, 1, 1.5);
    s[on].view.revision++;
    OK(rgs_bodies_bind(s[on].bodies, &s[on].view, &err));
    OK(rgs_stepper_output(s[on].stepper, "refined_rotation", &rotation[on], 1, &err));
    OK(go(&s[on], 2));
    OK(rgs_draft_device_wait(s[on].stepper, &err));
    fetch(&s[on]);
  }
  with.scheme = NULL;
  SAME_BITS(&rotation[0], &rotation[1], 1);
  SAME_BITS(s[0].here, s[1].here, N * PLAIN_BODY);
}

/* A copy for the host that has no memory is reported once. */
TEST(no_memory_for_copies) {
  scene s;
  open_scene(&s, "emulated", 0, NULL);
  with.no_memory = true;
  REFUSED(RGS_E_NOMEM, rgs_bodies_check(s.bodies, &err));
  with.no_memory = false;
  OK(rgs_draft_device_wait(s.stepper, &err));
  OK(rgs_bodies_check(s.bodies, &err));
}

/* Bodies come and go from a device between steppers; memory of one place is not taken for the other's. */
TEST(places_of_bodies) {
  scene s, host;
  open_scene(&s, "emulated", 0, NULL);
  open_scene(&host, NULL, 0, NULL);
  OK(go(&s, 2));
  OK(go(&host, 4));
  REFUSED_TEXT(RGS_E_ORDER, rgs_draft_bodies_on(s.bodies, NULL, &err), "have 1 stepper;");
  OK(rgs_draft_device_wait(s.stepper, &err));
  fetch(&s);
  for (int there = 0; there < 2; there++) { /* to the host, and back */
    close_now(s.stepper);
    OK(rgs_draft_bodies_on(s.bodies, there ? s.device : NULL, &err));
    const rgs_view view = view_at(there ? s.there : s.here);
    if (there) OK(rgs_draft_device_copy(s.device, s.there, s.here, sizeof s.here, 1, &err));
    OK(rgs_bodies_bind(s.bodies, &view, &err));
    s.stepper = stepper_of(&s, s.method);
    OK(go(&s, 1));
  }
  OK(rgs_draft_device_wait(s.stepper, &err));
  fetch(&s);
  SAME_BITS(host.here, s.here, N * PLAIN_BODY);
  static const int64_t many[] = { (int64_t)1 << 58, (int64_t)1 << 62, INT64_MAX };
  for (size_t k = 0; k < COUNT(many); k++) {
    rgs_bodies *bodies = NULL;
    OK(rgs_bodies_create(s.context, many[k], &bodies, &err));
    REFUSED(RGS_E_NOMEM, rgs_draft_bodies_on(bodies, s.device, &err));
    rgs_bodies_destroy(bodies);
    REFUSED(RGS_E_NOMEM, rgs_bodies_reserve(s.bodies, many[k], &err));
  }
  OK(go(&s, 1));
}

/* ---- bad input ------------------------------------------------------------------------------- */

TEST(the_folder_of_the_variable) {
  rgs_context *c = opened(), *alone = NULL;
  rgs_draft_device *device = NULL;
  const rgs_context_spec no_variables = { .head = RGS_HEAD(rgs_context_spec),
                                          .flags = RGS_CONTEXT_NO_ENVIRONMENT };
  OK(rgs_context_create(&no_variables, &alone, &err));
  char before[4096];
  snprintf(before, sizeof before, "%s", getenv("RIGIDSTEP_DEVICES"));
  setenv("RIGIDSTEP_DEVICES", "/nowhere", 1);
  REFUSED_TEXT(RGS_E_DEVICE, rgs_draft_device_open(c, "emulated", NULL, &device, &err), "/nowhere");
  /* It lies beside the library. */
  OK(rgs_draft_device_open(alone, "emulated", NULL, &device, &err));
  setenv("RIGIDSTEP_DEVICES", before, 1);
  rgs_draft_device_close(device);
  rgs_context_destroy(alone);
}

TEST(refused_devices) {
  rgs_context *c = opened();
  rgs_draft_device *device = NULL;
  rgs_draft_device_spec spec = RGS_DRAFT_DEVICE_SPEC_INIT;
  REFUSED_TEXT(RGS_E_DEVICE, rgs_draft_device_open(c, "abacus", NULL, &device, &err), "abacus",
               "no usable file", "RIGIDSTEP_DEVICES");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_device_open(c, "", NULL, &device, &err), "name");
  spec.ordinal = 3;
  REFUSED_TEXT(RGS_E_DEVICE, rgs_draft_device_open(c, "emulated", &spec, &device, &err),
               "ordinal 3");
  spec.ordinal = 0;
  spec.stream = c;
  REFUSED_TEXT(RGS_E_DEVICE, rgs_draft_device_open(c, "emulated", &spec, &device, &err), "stream");
  spec.head.size -= 8;
  REFUSED_TEXT(RGS_E_ABI, rgs_draft_device_open(c, "emulated", &spec, &device, &err), "spec");
  TRUE(device == NULL);
}

TEST(refused_bodies_and_methods) {
  scene s, other;
  open_scene(&s, "emulated", 0, NULL);
  open_scene(&other, NULL, 0, NULL);
  rgs_view mixed = s.view;
  mixed.l = other.view.l;
  REFUSED_TEXT(RGS_E_ARG, rgs_bodies_bind(s.bodies, &mixed, &err), "view.l", "not on device");
  mixed = s.view;
  mixed.q.body = 4000; /* ends beyond the memory */
  REFUSED_TEXT(RGS_E_ARG, rgs_bodies_bind(s.bodies, &mixed, &err), "view.q");
  mixed = s.view;
  mixed.x = (rgs_column){ s.there, PLAIN_BODY, -1 }; /* body 0 alone begins before it */
  REFUSED_TEXT(RGS_E_ARG, rgs_bodies_bind(s.bodies, &mixed, &err), "view.x");
  REFUSED_TEXT(RGS_E_ORDER, rgs_draft_bodies_on(s.bodies, NULL, &err), "stepper");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_bodies_on(other.bodies, s.device, &err), "contexts");
  rgs_method *jacobi = method_of(s.context, "jacobi", NULL);
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_swap(s.stepper, jacobi, &err), "jacobi", "no kernel",
               "exact");
  OK(go(&s, 2)); /* as if nothing had been asked */
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_device_copy(s.device, s.here, s.here, 8, 0, &err), "from");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_device_copy(s.device, s.there, s.here, 8, 2, &err),
               "from is not");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_device_copy(s.device, s.there, s.here, 7, 1, &err), "size");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_device_copy(s.device, s.there, s.here, 8, 3, &err), "way is 3");
}

TEST_MAIN(NULL, NULL)
