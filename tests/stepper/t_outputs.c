/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_outputs.c - what methods tell beyond the state: the list, what is refused, kinetic energies and
 * temperatures against sums of our own, and what the refined ones have to be, from momenta that were
 * seen half a step before and after.
 */
#include "check.h"
#include "stepper_variants.h"

#include <math.h>
#include <stdlib.h>

enum { N = 4, ROOM = 16 };
static const double untouched = 12345.25;

static double told(const run *r, const char *key) {
  double value = NAN;
  OK(rgs_stepper_output(r->stepper, key, &value, 1, &err));
  return value;
}

static bool has_output(const rgs_method *m, const char *key) {
  for (int64_t k = 0; k < rgs_method_output_count(m); k++)
    if (strcmp(rgs_method_output_at(m, k)->key, key) == 0) return true;
  return false;
}

/* ---- the list -------------------------------------------------------------------------------- */
static void one_output(const run *r, const rgs_output_info *info) {
  double values[ROOM];
  for (int k = 0; k < ROOM; k++) values[k] = untouched;
  for (int64_t room = -1; room < (int64_t)info->components; room++)
    REFUSED_TEXT(RGS_E_SPACE, rgs_stepper_output(r->stepper, info->key, values, room, &err),
                 info->key);
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_output(r->stepper, info->key, NULL, ROOM, &err), "values");
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_output(NULL, info->key, values, ROOM, &err), "stepper");
  for (int k = 0; k < ROOM; k++) NEAR(untouched, values[k], 0);
  OK(rgs_stepper_output(r->stepper, info->key, values, (int64_t)info->components, &err));
  for (int k = 0; k < ROOM; k++) {
    TRUE(isfinite(values[k]));
    TRUE((values[k] == untouched) == (k >= (int)info->components));
  }
}

TEST(every_output_of_every_method) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    const int64_t n = rgs_method_output_count(v->method);
    TRUE(n >= 7);
    TRUE(rgs_method_output_at(v->method, -1) == NULL &&
         rgs_method_output_at(v->method, n) == NULL &&
         rgs_method_output_at(v->method, INT64_MAX) == NULL &&
         rgs_method_output_at(v->method, INT64_MIN) == NULL);
    run *r = variant_start(v, N, FAKE_STRIDED);
    OK(rgs_step(r->stepper, STEP, 10, &err));
    OK(rgs_stepper_process(r->stepper, NULL, &err));
    double *before = fake_snapshot(r->world);
    for (int64_t k = 0; k < n; k++) {
      const rgs_output_info *info = rgs_method_output_at(v->method, k);
      for (const char *c = info->key; *c; c++)
        TRUE((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_');
      const size_t length = strlen(info->doc);
      TRUE(length > 5 && info->doc[length - 1] == '.');
      TRUE(!strcmp(info->unit, "energy") || !strcmp(info->unit, ""));
      TRUE(info->components >= 1 && info->components <= ROOM);
      TRUE((info->flags & ~(uint32_t)(RGS_OUTPUT_PER_BODY | RGS_OUTPUT_SUM)) == 0);
      for (int64_t j = 0; j < k; j++)
        TRUE(strcmp(rgs_method_output_at(v->method, j)->key, info->key) != 0);
      one_output(r, info);
    }
    double value = untouched;
    static const char *const unknown[] = { "nosuch", "", "Kinetic_axes", "kinetic_axes " };
    for (size_t k = 0; k < COUNT(unknown); k++)
      REFUSED_TEXT(RGS_E_NAME, rgs_stepper_output(r->stepper, unknown[k], &value, 1, &err),
                   unknown[k]);
    REFUSED_TEXT(RGS_E_ARG, rgs_stepper_output(r->stepper, NULL, &value, 1, &err), "key");
    if (!has_output(v->method, "refined_energy"))
      REFUSED_TEXT(RGS_E_NAME, rgs_stepper_output(r->stepper, "refined_energy", &value, 1, &err),
                   "refined_energy");
    OK(rgs_stepper_unprocess(r->stepper, &err));
    rgs_eval request = RGS_EVAL_INIT;
    STATUS(RGS_NEED_EVAL, rgs_advance(r->stepper, STEP, &request, &err));
    for (int64_t k = 0; k < n; k++)
      REFUSED_TEXT(
          RGS_E_ORDER,
          rgs_stepper_output(r->stepper, rgs_method_output_at(v->method, k)->key, &value, 1, &err),
          "inside a step");
    NEAR(untouched, value, 0);
    free(before);
    finish(r);
  }
  SAME_INT(0, rgs_method_output_count(NULL));
  TRUE(rgs_method_output_at(NULL, 0) == NULL);
}

/* An approximate rotor of order 2 has an error of its own that refining does not know. */
TEST(who_has_which) {
  static const char *const refined[] = { "refined_translation", "refined_rotation",
                                         "refined_axes",        "kt_refined_translation",
                                         "kt_refined_rotation", "kt_refined_axes" };
  int with = 0, without = 0;
  for (const variant *v = variants; v < variants + n_variants; v++) {
    const char *scheme = strstr(v->label, " x strang");
    const bool is_strang = scheme != NULL || strstr(v->label, "test.kdk");
    TRUE(has_output(v->method, "half_translation") == is_strang);
    TRUE(has_output(v->method, "half_rotation") == is_strang);
    uint32_t order = 0;
    for (int64_t k = 0; k < rgs_about_count(context, RGS_KIND_ROTOR); k++) {
      const rgs_about *about = rgs_about_at(context, RGS_KIND_ROTOR, k);
      const size_t length = strlen(about->name);
      if (strncmp(v->label, about->name, length) == 0 && v->label[length] == ' ')
        order = about->order;
    }
    for (size_t k = 0; k < COUNT(refined); k++)
      TRUE(has_output(v->method, refined[k]) == (is_strang && order >= 4));
    with += is_strang && order >= 4;
    without += is_strang && order < 4;
    const bool record = strstr(v->label, "refined=1") || strstr(v->label, "shadow=1");
    TRUE(has_output(v->method, "total_energy") == record);
    TRUE(has_output(v->method, "refined_energy") == record);
    TRUE(has_output(v->method, "shadow_energy") == (strstr(v->label, "shadow=1") != NULL));
  }
  TRUE(with > 4 && without > 2);
  /* With the parameter, but a rotor of order 2: the plain total is all. */
  const variant *poor =
      make_variant("dmv2", "strang", "shadow=1", RGS_EVAL_FORCE | RGS_EVAL_ENERGY);
  TRUE(has_output(poor->method, "total_energy") && has_output(poor->method, "half_rotation"));
  TRUE(!has_output(poor->method, "refined_energy") && !has_output(poor->method, "shadow_energy") &&
       !has_output(poor->method, "refined_axes"));
}

/* Before they are known: the text says after how many steps they will be, and so it is. */
TEST(known_after_so_many_steps) {
  for (const variant *v = variants; v < variants + n_variants; v++)
    for (int64_t k = 0; k < rgs_method_output_count(v->method); k++) {
      const rgs_output_info *info = rgs_method_output_at(v->method, k);
      run *r = variant_start(v, N, FAKE_SOA);
      double values[ROOM];
      forget_error();
      rgs_status status = rgs_stepper_output(r->stepper, info->key, values, ROOM, &err);
      const bool kick_first = !strstr(v->label, "dkd");
      const long long wait = !strcmp(info->key, "shadow_energy")    ? 9 - kick_first
                             : !strcmp(info->key, "refined_energy") ? 3 - kick_first
                             : !strcmp(info->key, "total_energy") || strstr(info->key, "half") ||
                                     strstr(info->key, "refined")
                                 ? 1
                                 : 0;
      for (long long left = wait; left > 0; left--) {
        char words[64];
        snprintf(words, sizeof words, "after %lld more step%s", left, left == 1 ? " " : "s ");
        check_refused(RGS_E_ORDER, -1, status, info->key, __FILE__, __LINE__, info->key, words,
                      (const char *)NULL);
        OK(rgs_step(r->stepper, STEP, 1, &err));
        forget_error();
        status = rgs_stepper_output(r->stepper, info->key, values, ROOM, &err);
      }
      STATUS(RGS_OK, status);
      finish(r);
    }
}

/* ---- kinetic energies ------------------------------------------------------------------------ */
static void energies_about_axes(const fake_bodies *b, double energy[3], double freedom[3]) {
  for (int k = 0; k < 3; k++) energy[k] = freedom[k] = 0;
  for (int64_t i = 0; i < b->n; i++) {
    const rgs_view *v = &b->view;
    const double w = RGS_AT(v->q, i, 0), x = -RGS_AT(v->q, i, 1), y = -RGS_AT(v->q, i, 2),
                 z = -RGS_AT(v->q, i, 3), l0 = RGS_AT(v->l, i, 0), l1 = RGS_AT(v->l, i, 1),
                 l2 = RGS_AT(v->l, i, 2);
    const double m[3] = {
      (1 - 2 * (y * y + z * z)) * l0 + 2 * (x * y - w * z) * l1 + 2 * (x * z + w * y) * l2,
      2 * (x * y + w * z) * l0 + (1 - 2 * (x * x + z * z)) * l1 + 2 * (y * z - w * x) * l2,
      2 * (x * z - w * y) * l0 + 2 * (y * z + w * x) * l1 + (1 - 2 * (x * x + y * y)) * l2
    };
    for (int k = 0; k < 3; k++) {
      const double inertia = RGS_AT(v->inertia, i, k);
      if (inertia > 0) energy[k] += m[k] * m[k] / (2 * inertia);
      freedom[k] += inertia > 0;
    }
  }
}

TEST(kinetic_energies) {
  for (const variant *v = variants; v < variants + n_variants; v++)
    for (int kind = 0; kind < 4; kind++) { /* plain, velocities, a rod and a point, nobody */
      fake_bodies *world = fake_bodies_filled(kind == 3 ? 0 : N, kind, v->info.carry);
      fake_host host;
      fake_host_init(&host, world);
      if (kind == 1) world->view.flags = RGS_VIEW_P_IS_VELOCITY;
      if (kind == 2) {
        host.strength = 0; /* its torques would be about the dead axis too */
        for (int k = 0; k < 4; k++) RGS_AT(world->view.q, 0, k) = k == 0;
        for (int k = 0; k < 3; k++) {
          RGS_AT(world->view.inertia, 0, k) = k == 1 ? 0 : 1.5;
          RGS_AT(world->view.l, 0, k) = k == 1 ? 0 : 0.4;
          RGS_AT(world->view.inertia, 2, k) = RGS_AT(world->view.l, 2, k) = 0;
        }
      }
      run *r = variant_start_over(v, world, &host);
      for (int step = 0; step < 2; step++) {
        const double translation = fake_kinetic_translation(world);
        const double rotation = fake_kinetic_rotation(world);
        double axes[3], freedom[3], got[3];
        energies_about_axes(world, axes, freedom);
        NEAR(translation, told(r, "kinetic_translation"), 1e-13);
        NEAR(rotation, told(r, "kinetic_rotation"), 1e-13);
        OK(rgs_stepper_output(r->stepper, "kinetic_axes", got, 3, &err));
        for (int k = 0; k < 3; k++) NEAR(axes[k], got[k], 1e-13);
        OK(rgs_stepper_output(r->stepper, "freedom_axes", got, 3, &err));
        for (int k = 0; k < 3; k++) NEAR(freedom[k], got[k], 0);
        SAME_INT(kind == 3 ? 0 : kind == 2 ? N - 1 : N, (long long)got[0]);
        SAME_INT(kind == 3 ? 0 : kind == 2 ? N - 2 : N, (long long)got[1]);
        const double all = freedom[0] + freedom[1] + freedom[2];
        NEAR(kind == 3 ? 0 : 2 * translation / (3 * N), told(r, "kt_translation"), 1e-13);
        NEAR(kind == 3 ? 0 : 2 * rotation / all, told(r, "kt_rotation"), 1e-13);
        OK(rgs_stepper_output(r->stepper, "kt_axes", got, 3, &err));
        for (int k = 0; k < 3; k++) NEAR(kind == 3 ? 0 : 2 * axes[k] / freedom[k], got[k], 1e-13);
        OK(rgs_step(r->stepper, STEP, 3, &err));
      }
      finish(r);
    }
}

/* ---- refined values from momenta that were seen ---------------------------------------------- */
/* Kinetic energies while the host is asked: half a step after the last kick and before the next. */
typedef struct kinetic {
  double translation, rotation, axes[3];
} kinetic;

static kinetic kinetic_now(const run *r) {
  double freedom[3];
  kinetic k = { fake_kinetic_translation(r->world), fake_kinetic_rotation(r->world), { 0 } };
  energies_about_axes(r->world, k.axes, freedom);
  return k;
}

static kinetic seen_in_step(run *r, double h) {
  rgs_eval request = RGS_EVAL_INIT;
  kinetic seen = { 0 };
  rgs_status status;
  while ((status = rgs_advance(r->stepper, h, &request, &err)) == RGS_NEED_EVAL) {
    seen = kinetic_now(r);
    answer(r, &request);
  }
  STATUS(RGS_OK, status);
  return seen;
}

TEST(refined_is_of_half_steps) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (!has_output(v->method, "refined_rotation") || strstr(v->label, "dkd")) continue;
    const bool conserves = v->info.claims & RGS_KEEPS_ENERGY; /* free flight, to rounding */
    const double room = conserves ? 1e-13 : 1e-7;
    run *r = variant_start(v, N, FAKE_AOS);
    for (int64_t i = 0; i < N; i++)
      for (int k = 0; k < 3; k++)
        RGS_AT(r->world->view.l, i, k) *= 0.3; /* small errors of rotors */
    const double h = conserves ? 0.2 : 0.05;
    OK(rgs_step(r->stepper, h, 3, &err));
    kinetic before = seen_in_step(r, h);
    for (int step = 0; step < 4; step++) {
      const double on[2] = { fake_kinetic_translation(r->world), fake_kinetic_rotation(r->world) };
      const double half[2] = { told(r, "half_translation"), told(r, "half_rotation") };
      const double refined[2] = { told(r, "refined_translation"), told(r, "refined_rotation") };
      double axes[3];
      OK(rgs_stepper_output(r->stepper, "refined_axes", axes, 3, &err));
      NEAR(refined[1], axes[0] + axes[1] + axes[2], 1e-14);
      NEAR(2 * refined[0] / (3 * N), told(r, "kt_refined_translation"), 1e-14);
      NEAR(2 * refined[1] / (3 * N), told(r, "kt_refined_rotation"), 1e-14);
      const kinetic after = seen_in_step(r, h);
      NEAR((before.translation + after.translation) / 2, half[0], room);
      NEAR((before.rotation + after.rotation) / 2, half[1], room);
      NEAR((on[0] + 2 * half[0]) / 3, refined[0], 1e-13);
      NEAR((on[1] + 2 * half[1]) / 3, refined[1], 1e-13);
      TRUE(fabs(refined[1] - on[1]) > 1e-6); /* it is a refinement */
      before = after;
    }
    finish(r);
  }
}

/* Drift-kick-drift from half a step later is the same chain of states: what is refined at a kick is
 * the same, and so are all sums over past steps. */
TEST(both_forms_agree) {
  const uint32_t evals = RGS_EVAL_FORCE | RGS_EVAL_ENERGY;
  const double h = 0.1;
  const variant *kdk = make_variant("exact", "strang", "shadow=1", evals);
  const variant *dkd = make_variant("exact", "strang_dkd", "shadow=1", evals);
  run *on = variant_start(kdk, N, FAKE_SOA), *half = variant_start(dkd, N, FAKE_SOA);
  /* Half a kick and half a drift lead from one to the other: a step of DKD without its beginning. */
  rgs_eval request = RGS_EVAL_INIT;
  request.what = evals;
  answer(half, &request);
  for (int64_t i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(half->world->view.p, i, k) += h / 2 * RGS_AT(half->world->view.f, i, k);
      RGS_AT(half->world->view.l, i, k) += h / 2 * RGS_AT(half->world->view.tau, i, k);
    }
  const variant *free_flight = variant_of("strang", RGS_EVAL_FORCE);
  run *drift = variant_start_over(free_flight, half->world, NULL);
  drift->host.strength = 0;
  OK(rgs_step(drift->stepper, h / 2, 1, &err));
  static const char *const same[] = { "total_energy", "refined_energy", "shadow_energy" };
  double k_before[2] = { fake_kinetic_translation(half->world),
                         fake_kinetic_rotation(half->world) };
  int compared = 0;
  for (int step = 1; step < 14; step++) {
    OK(rgs_step(on->stepper, h, 1, &err));
    OK(rgs_step(half->stepper, h, 1, &err));
    const double k_after[2] = { fake_kinetic_translation(half->world),
                                fake_kinetic_rotation(half->world) };
    NEAR(told(on, "refined_translation"),
         told(half, "refined_translation") + (k_before[0] - k_after[0]) / 2, 1e-13);
    NEAR(told(on, "refined_rotation"),
         told(half, "refined_rotation") + (k_before[1] - k_after[1]) / 2, 1e-13);
    NEAR(told(on, "half_rotation"), (k_before[1] + k_after[1]) / 2, 1e-13);
    NEAR(k_after[0], told(half, "half_translation"), 1e-13);
    memcpy(k_before, k_after, sizeof k_before);
    for (size_t k = 0; k < COUNT(same); k++) {
      double one, two;
      if (rgs_stepper_output(half->stepper, same[k], &one, 1, &err) != RGS_OK) continue;
      OK(rgs_stepper_output(on->stepper, same[k], &two, 1, &err));
      NEAR(one, two, 2e-12);
      compared++;
    }
  }
  SAME_INT(13 + 11 + 5, compared);
  rgs_stepper_destroy(drift->stepper);
  rgs_bodies_destroy(drift->bodies);
  free(drift);
  finish(on);
  finish(half);
}

/* A body that no step would accept: no output is told of it either. */
TEST(outputs_after_a_bad_bind) {
  static const double bad[] = { INFINITY, NAN, -1 };
  for (const variant *v = variants; v < variants + n_variants; v++)
    for (size_t b = 0; b < COUNT(bad); b++) {
      run *r = variant_start(v, N, FAKE_AOS);
      OK(rgs_step(r->stepper, STEP, 10, &err));
      OK(rgs_stepper_process(r->stepper, NULL, &err));
      const double inertia = RGS_AT(r->world->view.inertia, 2, 1);
      RGS_AT(r->world->view.inertia, 2, 1) = bad[b];
      r->world->view.stamp++;
      OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
      double values[ROOM] = { untouched };
      for (int64_t k = 0; k < rgs_method_output_count(v->method); k++)
        REFUSED_BODY(RGS_E_BODY, 2,
                     rgs_stepper_output(r->stepper, rgs_method_output_at(v->method, k)->key, values,
                                        ROOM, &err),
                     "inertia[1]", (const char *)NULL);
      NEAR(untouched, values[0], 0);
      RGS_AT(r->world->view.inertia, 2, 1) = inertia;
      OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
      TRUE(isfinite(told(r, "kinetic_rotation")));
      finish(r);
    }
}

int main(void) { return RUN_TESTS(set_up_variants, tear_down_variants); }
