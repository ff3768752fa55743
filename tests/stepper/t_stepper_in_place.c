/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_in_place.c - a host that spoils a body in place, after the bind, which no check sees
 * before the step: the step must end, and must not return RGS_OK with a state that is not finite or
 * attitudes that are no unit quaternions.  Every rotor and every integrator.
 */
#include "check.h"
#include "host_fake.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { N = 19, SPOILED = 13 }; /* of every width some full groups, and some bodies left over */
enum { SECONDS = 20 }; /* a step takes microseconds; SIGALRM ends one that does not come back */

static rgs_context *context;

static bool sound(const fake_bodies *b) {
  for (int64_t i = 0; i < b->n; i++) {
    double q2 = 0;
    for (int k = 0; k < 4; k++) q2 += RGS_AT(b->view.q, i, k) * RGS_AT(b->view.q, i, k);
    if (!(fabs(q2 - 1) < 1e-5)) return false;
    for (int k = 0; k < 3; k++)
      if (!isfinite(RGS_AT(b->view.x, i, k)) || !isfinite(RGS_AT(b->view.p, i, k)) ||
          !isfinite(RGS_AT(b->view.l, i, k)))
        return false;
  }
  return true;
}

/* Component `component` of q (0 to 3; 4: all of it) or of l (5 to 7) becomes `value`. */
static void spoil(fake_bodies *b, int component, double value) {
  for (int k = 0; k < 4; k++)
    if (component == k || component == 4) RGS_AT(b->view.q, SPOILED, k) = value;
  if (component > 4) RGS_AT(b->view.l, SPOILED, component - 5) = value;
}

static long long refused, gone_on;
static void one(const rgs_method_spec *spec, const char *name, int component, double value) {
  rgs_method *method = NULL;
  OK(rgs_method_create(context, spec, &method, &err));
  fake_bodies *world = fake_bodies_filled(N, component % FAKE_LAYOUTS, 64);
  fake_host host;
  fake_host_init(&host, world);
  host.host.ranks = 1;
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  OK(rgs_bodies_create(context, N, &bodies, &err));
  world->view.stamp = 1;
  OK(rgs_bodies_bind(bodies, &world->view, &err));
  OK(rgs_stepper_create(bodies, method, &host.host, &stepper, &err));
  OK(rgs_step(stepper, 0.01, 2, &err));
  spoil(world, component, value);
  forget_error();
  alarm(SECONDS);
  rgs_status status = RGS_OK;
  for (int k = 0; k < 2 && status == RGS_OK; k++) status = rgs_step(stepper, 0.01, 1, &err);
  alarm(0);
  /* An implicit method may find no solution where an attitude is finite and has another length. */
  const bool fine = status == RGS_OK ? sound(world)
                                     : status == RGS_E_NONFINITE || status == RGS_E_BODY ||
                                           (status == RGS_E_NOCONV && isfinite(value));
  if (!fine)
    print_error("%s: component %d is %g: %s, and the bodies are%s sound\n", name, component, value,
                status_name(status), sound(world) ? "" : " not");
  TRUE(fine);
  if (status != RGS_OK) {
    SAME_INT(SPOILED, err.body);
    refused++;
  } else {
    gone_on++;
  }
  rgs_stepper_destroy(stepper);
  rgs_bodies_destroy(bodies);
  rgs_method_destroy(method);
  fake_bodies_free(world);
}

static void every_value(const rgs_method_spec *spec, const char *name) {
  static const double not_finite[] = { NAN, INFINITY, -INFINITY };
  for (int component = 0; component < 8; component++) {
    for (size_t k = 0; k < COUNT(not_finite); k++) one(spec, name, component, not_finite[k]);
    one(spec, name, component, copysign(NAN, -1)); /* the one x86 makes itself */
  }
  static const double wrong_length[] = { 2, 0, 1e-300, 1e-200, 1e200, 1e300, -1e300 };
  for (size_t k = 0; k < COUNT(wrong_length); k++) one(spec, name, 4, wrong_length[k]);
}

/* Constants of a rotor are prepared anew for a swap, from inertia that no check has seen since a host
 * spoiled it: what comes out is no motion, but nothing beyond the arrays is read. */
TEST(inertia_spoiled_before_a_swap) {
  static const double bad[] = { INFINITY, NAN, -1, 1e308, 0 };
  OK(rgs_context_create(NULL, &context, &err));
  fake_bodies *world = fake_bodies_filled(N, FAKE_AOS, 64);
  fake_host host;
  fake_host_init(&host, world);
  world->view.stamp = 1;
  for (int64_t r = 0; r < rgs_about_count(context, RGS_KIND_ROTOR); r++)
    for (unsigned k = 0; k < COUNT(bad) * 7; k++) {
      const rgs_method_spec before =
          WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = "strang_dkd");
      rgs_method_spec after = before;
      after.rotor = rgs_about_at(context, RGS_KIND_ROTOR, r)->name;
      for (int64_t i = 0; i < N; i++) fake_body_fill(world, i, i);
      rgs_bodies *bodies = NULL;
      rgs_stepper *stepper = NULL;
      rgs_method *methods[2] = { NULL, NULL };
      OK(rgs_method_create(context, &before, &methods[0], &err));
      OK(rgs_method_create(context, &after, &methods[1], &err));
      OK(rgs_bodies_create(context, N, &bodies, &err));
      OK(rgs_bodies_bind(bodies, &world->view, &err));
      OK(rgs_stepper_create(bodies, methods[0], &host.host, &stepper, &err));
      OK(rgs_step(stepper, 0.01, 1, &err));
      for (int j = 0; j < 3; j++)
        if ((k % 7 + 1) >> j & 1) RGS_AT(world->view.inertia, SPOILED, j) = bad[k / 7];
      OK(rgs_stepper_swap(stepper, methods[1], &err));
      alarm(SECONDS);
      const rgs_status status = rgs_step(stepper, 0.01, 1, &err);
      alarm(0);
      TRUE(status == RGS_OK ? sound(world) : status == RGS_E_NONFINITE || status == RGS_E_NOCONV);
      rgs_stepper_destroy(stepper);
      rgs_bodies_destroy(bodies);
      for (int j = 0; j < 2; j++) rgs_method_destroy(methods[j]);
    }
  fake_bodies_free(world);
  rgs_context_destroy(context);
}

TEST(spoiled_in_place) {
  static const char *const schemes[] = { "strang", "strang_dkd" };
  OK(rgs_context_create(NULL, &context, &err));
  for (int64_t r = 0; r < rgs_about_count(context, RGS_KIND_ROTOR); r++)
    for (size_t s = 0; s < COUNT(schemes); s++) {
      const char *rotor = rgs_about_at(context, RGS_KIND_ROTOR, r)->name;
      const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = rotor, .scheme = schemes[s]);
      every_value(&spec, rotor);
    }
  for (int64_t i = 0; i < rgs_about_count(context, RGS_KIND_INTEGRATOR); i++) {
    const char *name = rgs_about_at(context, RGS_KIND_INTEGRATOR, i)->name;
    if (strstr(name, "nontwist") != NULL) continue; /* these bodies twist: refused before a step */
    const rgs_param params[] = { { "kt", NULL, 0.1 }, { "rate", NULL, 10 }, { "seed", NULL, 1 } };
    const bool random = strcmp(name, "brownian") == 0;
    const rgs_method_spec spec =
        WITH_HEAD(rgs_method_spec, .integrator = name, .params = random ? params : NULL,
                  .n_params = random ? 3 : 0, .param_size = sizeof *params);
    every_value(&spec, name);
  }
  rgs_context_destroy(context);
  counted(refused, "bodies spoiled in place and refused");
  counted(gone_on, "bodies spoiled in place and brought to length 1");
}

int main(void) { return RUN_TESTS(NULL, NULL); }
