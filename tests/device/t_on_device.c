/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_on_device.c - bodies on a device as a host uses them: what is refused, faults that are found later, and
 * what the emulated device shows of a program's mistakes.  on_device.py runs the stepper's own tests on it.
 */
#include "check.h"
#include <rigidstep/draft_device.h>
#include <rigidstep/ensemble.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 150, DOUBLES = 3 + 3 + 4 + 3 + 1 + 3 + 3 + 3 };
static const int each[] = { 3, 3, 4, 3, 1, 3, 3, 3 };

typedef struct scene {
  rgs_context *context;
  rgs_draft_device *device;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  rgs_view view;
  double *there, here[N * DOUBLES];
} scene;

/* The columns of a view, one after the other from `data` on. */
static rgs_view view_at(double *data) {
  rgs_view v = WITH_HEAD(rgs_view, .n = N, .revision = 1);
  rgs_column *columns[] = { &v.x, &v.p, &v.q, &v.l, &v.mass, &v.inertia, &v.f, &v.tau };
  for (int c = 0; c < 8; c++, data += N * each[c - 1])
    *columns[c] = (rgs_column){ data, each[c], 1 };
  return v;
}

static rgs_method *method_of(rgs_context *c, const char *rotor, const char *thermostat) {
  static const rgs_param params[] = { { .key = "kt", .value = 0.3 },
                                      { .key = "relaxation", .value = 1 },
                                      { .key = "seed", .value = 1 } };
  static const rgs_param rate[] = { { .key = "rate", .value = 0.3 } };
  const bool drags = thermostat != NULL && strcmp(thermostat, "drag") == 0;
  const rgs_method_spec spec =
      WITH_HEAD(rgs_method_spec, .rotor = rotor, .scheme = "strang", .thermostat = thermostat,
                .params = thermostat == NULL ? NULL
                          : drags            ? rate
                                             : params,
                .n_params = thermostat == NULL ? 0
                            : drags            ? 1
                                               : 3,
                .param_size = sizeof(rgs_param));
  rgs_method *method = NULL;
  OK(rgs_method_create(c, &spec, &method, &err));
  return method;
}

/* device: null for bodies on the host. */
static void open_scene(scene *s, const char *device, uint32_t check_every, const char *thermostat) {
  rgs_draft_device_spec spec = RGS_DRAFT_DEVICE_SPEC_INIT;
  rgs_host host = WITH_HEAD(rgs_host, .provides = RGS_EVAL_FORCE, .ranks = 1);
  spec.check_every = check_every;
  memset(s, 0, sizeof *s);
  OK(rgs_context_create(NULL, &s->context, &err));
  OK(rgs_bodies_create(s->context, N, &s->bodies, &err));
  s->there = s->here;
  if (device != NULL) {
    OK(rgs_draft_device_open(s->context, device, &spec, &s->device, &err));
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
  s->method = method_of(s->context, "exact", thermostat);
  OK(rgs_stepper_create(s->bodies, s->method, &host, &s->stepper, &err));
}

static void close_scene(scene *s) {
  rgs_stepper_destroy(s->stepper);
  rgs_method_destroy(s->method);
  rgs_bodies_destroy(s->bodies);
  if (s->device != NULL) rgs_draft_device_release(s->device, s->there);
  rgs_draft_device_close(s->device);
  rgs_context_destroy(s->context);
}

/* Steps under constant forces, until one fails. */
static rgs_status go(scene *s, int steps) {
  rgs_status status = RGS_OK;
  rgs_eval request = RGS_EVAL_INIT;
  for (int k = 0; k < steps && status == RGS_OK; k++) do
      status = rgs_advance(s->stepper, 0.01, &request, &err);
    while (status == RGS_NEED_EVAL);
  return status;
}

static void fetch(scene *s) {
  if (s->device != NULL)
    OK(rgs_draft_device_copy(s->device, s->here, s->there, sizeof s->here, 0, &err));
}

/* Writes one number of the device's force. */
static void set_force(scene *s, int body, int k, double value) {
  double *at = &RGS_AT(s->view.f, body, k);
  OK(rgs_draft_device_copy(s->device, at, &value, sizeof value, 1, &err));
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
  const bool same = memcmp(host.here, device.here, sizeof host.here) == 0 && heat[0] == heat[1];
  close_scene(&host);
  close_scene(&device);
  return !same;
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
  SAME_BITS(host.here, device.here, N * DOUBLES);
  rgs_draft_device_release(device.device, there);
  close_scene(&host);
  close_scene(&device);
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

TEST(host_reads_are_found) {
  scene s;
  open_scene(&s, "emulated", 0, NULL);
  OK(go(&s, 2));
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL);
    _exit(s.there[0] > 1e300);
  }
  int status = 0;
  TRUE(waitpid(child, &status, 0) == child);
  TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) != 0); /* a sanitizer exits by itself */
  close_scene(&s);
}

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
  close_scene(&s);
}
TEST(faults_at_once) { force_fault(1, 0); }
TEST(faults_found_later) { force_fault(0, 20); }

/* ---- bad input ------------------------------------------------------------------------------- */

TEST(refused_devices) {
  rgs_context *c = opened();
  rgs_draft_device *device = NULL;
  rgs_draft_device_spec spec = RGS_DRAFT_DEVICE_SPEC_INIT;
  REFUSED_TEXT(RGS_E_MODULE, rgs_draft_device_open(c, "abacus", NULL, &device, &err), "abacus",
               "no usable file", "RIGIDSTEP_DEVICES");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_device_open(c, "", NULL, &device, &err), "name");
  spec.ordinal = 3;
  REFUSED_TEXT(RGS_E_MODULE, rgs_draft_device_open(c, "emulated", &spec, &device, &err),
               "ordinal 3");
  spec.ordinal = 0;
  spec.stream = c;
  REFUSED_TEXT(RGS_E_MODULE, rgs_draft_device_open(c, "emulated", &spec, &device, &err), "stream");
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
  REFUSED_TEXT(RGS_E_ORDER, rgs_draft_bodies_on(s.bodies, NULL, &err), "stepper");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_bodies_on(other.bodies, s.device, &err), "contexts");
  rgs_method *jacobi = method_of(s.context, "jacobi", NULL);
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_swap(s.stepper, jacobi, &err), "jacobi", "no kernel",
               "exact");
  rgs_method_destroy(jacobi);
  OK(go(&s, 2)); /* as if nothing had been asked */
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_device_copy(s.device, s.here, s.here, 8, 0, &err), "from");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_device_copy(s.device, s.there, s.here, 7, 1, &err), "size");
  close_scene(&s);
  close_scene(&other);
}

TEST_MAIN(NULL, NULL)
