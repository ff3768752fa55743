/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_in_place.c - a host that spoils a body in place, after the bind, which no check sees
 * before the step: the step must end, and must not return RGS_OK with a state that is not finite or
 * orientations that are no unit quaternions.  Every rotor and every integrator.
 */
#include "check.h"
#include "script.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { N = 19, SPOILED = 13 }; /* of every width some full groups, and some bodies left over */
enum { SECONDS = 20 }; /* a step takes microseconds; SIGALRM ends one that does not come back */

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
static void one(const named_method *of, int component, double value) {
  const variant *v = make_variant_of(of, FORCE);
  run *r = start_over(v, fake_bodies_filled(N, component % FAKE_LAYOUTS, 64), NULL);
  OK(rgs_stepper_run(r->stepper, 0.01, 2, &err));
  spoil(r->world, component, value);
  forget_error();
  alarm(SECONDS);
  rgs_status status = RGS_OK;
  for (int k = 0; k < 2 && status == RGS_OK; k++)
    status = rgs_stepper_run(r->stepper, 0.01, 1, &err);
  alarm(0);
  /* An implicit method may find no solution where an orientation is finite and has another length. */
  const bool fine = status == RGS_OK ? sound(r->world)
                                     : status == RGS_E_NONFINITE || status == RGS_E_BODY ||
                                           (status == RGS_E_NOCONV && isfinite(value));
  if (!fine)
    print_error("%s: component %d is %g: %s, and the bodies are%s sound\n", v->label, component,
                value, status_name(status), sound(r->world) ? "" : " not");
  TRUE(fine);
  if (status != RGS_OK) SAME_INT(SPOILED, err.body);
  refused += status != RGS_OK;
  gone_on += status == RGS_OK;
  finish(r);
  forget_variant();
}

static void every_value(const named_method *of) {
  static const double not_finite[] = { NAN, INFINITY, -INFINITY };
  for (int component = 0; component < 8; component++) {
    for (size_t k = 0; k < COUNT(not_finite); k++) one(of, component, not_finite[k]);
    one(of, component, copysign(NAN, -1)); /* the one x86 makes itself */
  }
  static const double wrong_length[] = { 2, 0, 1e-300, 1e-200, 1e200, 1e300, -1e300 };
  for (size_t k = 0; k < COUNT(wrong_length); k++) one(of, 4, wrong_length[k]);
}

/* Constants of a rotor are prepared anew for a swap, from inertia that no check has seen since a host
 * spoiled it: what comes out is no motion, but nothing beyond the arrays is read. */
TEST(inertia_spoiled_before_a_swap) {
  static const double bad[] = { INFINITY, NAN, -1, 1e308, 0 };
  const variant *dkd_alone = make_variant("exact", "strang_dkd", NULL, FORCE);
  for (int64_t m = 0; m < rgs_about_count(context, RGS_KIND_ROTOR); m++) {
    const char *rotor = rgs_about_at(context, RGS_KIND_ROTOR, m)->name;
    const variant *after = make_variant(rotor, "strang_dkd", NULL, FORCE);
    for (unsigned k = 0; k < COUNT(bad) * 7; k++) {
      run *r = start(dkd_alone, N, FAKE_AOS);
      OK(rgs_stepper_run(r->stepper, 0.01, 1, &err));
      for (int j = 0; j < 3; j++)
        if ((k % 7 + 1) >> j & 1) RGS_AT(r->world->view.inertia, SPOILED, j) = bad[k / 7];
      OK(rgs_stepper_swap(r->stepper, after->method, &err));
      alarm(SECONDS);
      const rgs_status status = rgs_stepper_run(r->stepper, 0.01, 1, &err);
      alarm(0);
      TRUE(status == RGS_OK ? sound(r->world)
                            : status == RGS_E_NONFINITE || status == RGS_E_NOCONV);
    }
  }
}

TEST(spoiled_in_place) {
  static const char *const schemes[] = { "strang", "strang_dkd" };
  for (int64_t m = 0; m < rgs_about_count(context, RGS_KIND_ROTOR); m++)
    for (size_t s = 0; s < COUNT(schemes); s++)
      every_value(&(named_method){ .rotor = rgs_about_at(context, RGS_KIND_ROTOR, m)->name,
                                   .scheme = schemes[s] });
  for (int64_t i = 0; i < rgs_about_count(context, RGS_KIND_INTEGRATOR); i++) {
    const char *name = rgs_about_at(context, RGS_KIND_INTEGRATOR, i)->name;
    if (strstr(name, "nontwist") != NULL) continue; /* these bodies twist: refused before a step */
    const bool random = strcmp(name, "brownian") == 0;
    every_value(
        &(named_method){ .scheme = name, .params = random ? "kt=0.1 rate=10 seed=1" : NULL });
  }
  counted(refused, "bodies spoiled in place and refused");
  counted(gone_on, "bodies spoiled in place and brought to length 1");
}

TEST_MAIN(set_up_context, tear_down)
