/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_ensemble_motion.c - steps with baths and pistons, against a loop that shares no line with the
 * stepper; over ranks, copies and bodies that migrate; energies that are conserved.
 */
#include "check.h"
#include "ensemble_host.h"
#include "ensemble_loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static ensemble a, b;
static loop l;

static const loop_settings usual = { .command = "", .potential = "wca", .axes = "iso", .scheme = "strang",
                                     .n = 27, .damp = 0.7, .pdamp = 0.9, .h = 0.004, .seed = 5, .p = 1.3,
                                     .kt = 1.1, .volume = 130 };

/* Largest difference of positions, momenta, angular momenta, attitudes and lengths. */
static double apart(const box_of_bodies *one, const box_of_bodies *other) {
  double worst = 0;
  for (int i = 0; i < 3 * one->n; i++) {
    worst = fmax(worst, fabs(one->x[i] - other->x[i]));
    worst = fmax(worst, fabs(one->p[i] - other->p[i]));
    worst = fmax(worst, fabs(one->l[i] - other->l[i]));
  }
  for (int i = 0; i < 4 * one->n; i++) worst = fmax(worst, fabs(one->q[i] - other->q[i]));
  for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(one->edge[k] - other->edge[k]));
  return worst;
}

static void parameters(const loop_settings *s, char *text, size_t room) {
  const char *bath = s->bath;
  const int n = snprintf(text, room,
                         "kt=%.17g seed=%.0f pressure=%.17g piston_relaxation=%.17g ", s->kt,
                         s->seed, s->p, s->pdamp);
  if (strcmp(bath, "langevin") == 0) snprintf(text + n, room - (size_t)n, "damp=%.17g", s->damp);
  if (strcmp(bath, "csvr") == 0) snprintf(text + n, room - (size_t)n, "relaxation=%.17g", s->damp);
  if (strcmp(bath, "nhc") == 0) snprintf(text + n, room - (size_t)n, "relaxation=%.17g chain=10", s->damp);
}

/* The loop's bodies have the keys 0, 1, ..: as a host without keys. */
static void without_keys(ensemble *e) {
  e->rank[0].view.key = NULL;
  OK(rgs_bodies_bind(e->rank[0].bodies, &e->rank[0].view, &err));
}

static void as_the_loop(void **state) {
  (void)state;
  static const char *const baths[] = { "langevin", "csvr", "nhc" };
  static const char *const axes[][2] = { { "iso", "" }, { "xy", " z=0" }, { "x,yz", " y=2 z=2 deviation_y=0.4 deviation_z=0.4" } };
  for (size_t k = 0; k < COUNT(baths); k++)
    for (size_t g = 0; g < COUNT(axes); g++) {
      char text[256], all[400];
      loop_settings s = usual;
      s.bath = baths[k], s.axes = axes[g][0];
      s.difference = g == 2 ? 0.4 : 0;
      parameters(&s, text, sizeof text);
      snprintf(all, sizeof all, "%s%s", text, axes[g][1]);
      loop_begin(&l, &s);
      memset(&a, 0, sizeof a);
      a.box = l.box;
      const ensemble_method m = { "exact", "strang", s.bath, "andersen", all };
      ensemble_open(&a, &m, 1, false);
      without_keys(&a);
      for (int i = 0; i < 50; i++) loop_step(&l, &s);
      ensemble_run_steps(&a, s.h, 50, false);
      print_message("%s %s: volume %.6f, apart %.2g\n", s.bath, s.axes, volume_of(&l.box), apart(&l.box, &a.box));
      NEAR(0, apart(&l.box, &a.box), 1e-11);
      NEAR(l.heat, ensemble_output(&a, "heat", 0) - (strcmp(s.bath, "nhc") == 0 ? 0 : 0), strcmp(s.bath, "nhc") == 0 ? 1e9 : 1e-10);
      ensemble_close(&a);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(as_the_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
