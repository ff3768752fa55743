/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_outputs.c - what methods tell beyond the state: the list; kinetic energies against sums of our own; what
 * refined ones have to be, from momenta seen half a step before and after; energies that are told of past
 * steps; tables of others that declare those.
 */
#include "check.h"
#include "module_of.h"
#include "script.h"

#include <math.h>
#include <stdlib.h>

enum { N = 4, ROOM = 16 };
#define EVALS (FORCE | RGS_EVAL_ENERGY)
static const char *const strangs[] = { "strang", "strang_dkd" };
static const double untouched = 12345.25;
static const char *const recorded[] = { "total_energy", "refined_energy", "shadow_energy" };

static const variant *recorders[2]; /* the two, with the parameter shadow */

static int set_up_recorders(void **state) {
  set_up(state);
  for (int s = 0; s < 2; s++) recorders[s] = make_variant("exact", strangs[s], "shadow=1", EVALS);
  return 0;
}

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
  for (int k = 0; k < ROOM; k++) NEAR(untouched, values[k], 0);
  OK(rgs_stepper_output(r->stepper, info->key, values, (int64_t)info->components, &err));
  for (int k = 0; k < ROOM; k++) {
    TRUE(isfinite(values[k]));
    TRUE((values[k] == untouched) == (k >= (int)info->components));
  }
}

TEST(every_output_of_every_method) {
  EACH_VARIANT(v) {
    if (v->model) continue; /* outputs of each body: tests of theirs */
    const int64_t n = rgs_method_output_count(v->method);
    TRUE(n >= 7);
    TRUE(rgs_method_output_at(v->method, -1) == NULL &&
         rgs_method_output_at(v->method, n) == NULL &&
         rgs_method_output_at(v->method, INT64_MAX) == NULL &&
         rgs_method_output_at(v->method, INT64_MIN) == NULL);
    run *r = start(v, N, FAKE_STRIDED);
    OK(rgs_stepper_run(r->stepper, STEP, 10, &err));
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
    if (!has_output(v->method, "refined_energy"))
      REFUSED_TEXT(RGS_E_NAME, rgs_stepper_output(r->stepper, "refined_energy", &value, 1, &err),
                   "refined_energy");
    unchanged(r, before);
    OK(rgs_stepper_unprocess(r->stepper, &err));
    STATUS(RGS_NEED_EVAL, advance(r, STEP));
    for (int64_t k = 0; k < n; k++)
      REFUSED_TEXT(
          RGS_E_ORDER,
          rgs_stepper_output(r->stepper, rgs_method_output_at(v->method, k)->key, &value, 1, &err),
          "inside a step");
    NEAR(untouched, value, 0);
  }
}

/* An approximate rotor of order 2 has an error of its own that refining does not know. */
TEST(who_has_which) {
  static const char *const refined[] = { "refined_translation", "refined_rotation",
                                         "refined_axes",        "kt_refined_translation",
                                         "kt_refined_rotation", "kt_refined_axes" };
  int with = 0, without = 0;
  EACH_VARIANT(v) {
    const bool is_strang = (strstr(v->label, " x strang") && !strstr(v->label, "momentum")) ||
                           strstr(v->label, "test.kdk");
    TRUE(has_output(v->method, "half_translation") == is_strang);
    TRUE(has_output(v->method, "half_rotation") == is_strang);
    const uint32_t order =
        v->integrator ? 0 : rgs_about_find(context, RGS_KIND_ROTOR, v->of.rotor)->order;
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
  const variant *poor = make_variant("dmv2", "strang", "shadow=1", EVALS);
  TRUE(has_output(poor->method, "total_energy") && has_output(poor->method, "half_rotation"));
  TRUE(!has_output(poor->method, "refined_energy") && !has_output(poor->method, "shadow_energy") &&
       !has_output(poor->method, "refined_axes"));
}

/* Before they are known: the text says after how many steps they will be, and so it is. */
TEST(known_after_so_many_steps) {
  EACH_VARIANT(v)
  for (int64_t k = 0; !v->model && k < rgs_method_output_count(v->method); k++) {
    const rgs_output_info *info = rgs_method_output_at(v->method, k);
    run *r = start(v, N, FAKE_SOA);
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
      OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
      forget_error();
      status = rgs_stepper_output(r->stepper, info->key, values, ROOM, &err);
    }
    STATUS(RGS_OK, status);
  }
}

/* ---- kinetic energies ------------------------------------------------------------------------ */
TEST(kinetic_energies) {
  EACH_VARIANT(v)
  for (int kind = 0; kind < 4 && !v->model;
       kind++) { /* plain, velocities, a rod and a point, nobody */
    fake_bodies *world = fake_bodies_filled(kind == 3 ? 0 : N, kind, v->info.aux);
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
    run *r = start_over(v, world, &host);
    for (int step = 0; step < 2; step++) {
      const double translation = fake_kinetic_translation(world);
      const double rotation = fake_kinetic_rotation(world);
      double axes[3], freedom[3], got[3], of_call[2];
      fake_kinetic_axes(world, axes, freedom);
      OK(rgs_bodies_energy(r->bodies, &of_call[0], &of_call[1], &err));
      NEAR(translation, of_call[0], 1e-13);
      NEAR(rotation, of_call[1], 1e-13);
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
      OK(rgs_stepper_run(r->stepper, STEP, 3, &err));
    }
  }
}

/* ---- refined values from momenta that were seen ---------------------------------------------- */
/* Kinetic energies while the host is asked: half a step after the last kick and before the next. */
typedef struct kinetic {
  double translation, rotation;
} kinetic;

static kinetic seen_in_step(run *r, double h) {
  kinetic seen = { 0 };
  rgs_status status;
  while ((status = advance(r, h)) == RGS_NEED_EVAL) {
    seen = (kinetic){ fake_kinetic_translation(r->world), fake_kinetic_rotation(r->world) };
    answer(r);
  }
  STATUS(RGS_OK, status);
  return seen;
}

TEST(refined_is_of_half_steps) {
  EACH_VARIANT(v) {
    if (!has_output(v->method, "refined_rotation") || strstr(v->label, "dkd")) continue;
    const bool conserves = v->info.claims & RGS_KEEPS_ENERGY; /* free flight, to rounding */
    const double room = conserves ? 1e-13 : 1e-7;
    run *r = start(v, N, FAKE_AOS);
    for (int64_t i = 0; i < N; i++)
      for (int k = 0; k < 3; k++)
        RGS_AT(r->world->view.l, i, k) *= 0.3; /* small errors of rotors */
    const double h = conserves ? 0.2 : 0.05;
    OK(rgs_stepper_run(r->stepper, h, 3, &err));
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
  }
}

/* Drift-kick-drift from half a step later is the same chain of states: what is refined at a kick is
 * the same, and so are all sums over past steps. */
TEST(both_forms_agree) {
  const double h = 0.1;
  run *on = start(recorders[0], N, FAKE_SOA), *half = start(recorders[1], N, FAKE_SOA);
  /* Half a kick and half a drift lead from one to the other: a step of DKD without its beginning. */
  half->request.what = EVALS;
  answer(half);
  for (int64_t i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(half->world->view.p, i, k) += h / 2 * RGS_AT(half->world->view.f, i, k);
      RGS_AT(half->world->view.l, i, k) += h / 2 * RGS_AT(half->world->view.tau, i, k);
    }
  half->host.strength = 0;
  make_anew(half, strang);
  OK(rgs_stepper_run(half->stepper, h / 2, 1, &err));
  half->host.strength = 1;
  make_anew(half, recorders[1]);
  double k_before[2] = { fake_kinetic_translation(half->world),
                         fake_kinetic_rotation(half->world) };
  int compared = 0;
  for (int step = 1; step < 14; step++) {
    OK(rgs_stepper_run(on->stepper, h, 1, &err));
    OK(rgs_stepper_run(half->stepper, h, 1, &err));
    const double k_after[2] = { fake_kinetic_translation(half->world),
                                fake_kinetic_rotation(half->world) };
    NEAR(told(on, "refined_translation"),
         told(half, "refined_translation") + (k_before[0] - k_after[0]) / 2, 1e-13);
    NEAR(told(on, "refined_rotation"),
         told(half, "refined_rotation") + (k_before[1] - k_after[1]) / 2, 1e-13);
    NEAR(told(on, "half_rotation"), (k_before[1] + k_after[1]) / 2, 1e-13);
    NEAR(k_after[0], told(half, "half_translation"), 1e-13);
    memcpy(k_before, k_after, sizeof k_before);
    for (size_t k = 0; k < COUNT(recorded); k++) {
      double one, two;
      if (rgs_stepper_output(half->stepper, recorded[k], &one, 1, &err) != RGS_OK) continue;
      OK(rgs_stepper_output(on->stepper, recorded[k], &two, 1, &err));
      NEAR(one, two, 2e-12);
      compared++;
    }
  }
  SAME_INT(13 + 11 + 5, compared);
}

/* A body that no step would accept: no output is told of it either. */
TEST(outputs_after_a_bad_bind) {
  static const double bad[] = { INFINITY, NAN, -1 };
  EACH_VARIANT(v)
  for (size_t b = 0; b < COUNT(bad); b++) {
    run *r = start(v, N, FAKE_AOS);
    OK(rgs_stepper_run(r->stepper, STEP, 10, &err));
    OK(rgs_stepper_process(r->stepper, NULL, &err));
    const double inertia = RGS_AT(r->world->view.inertia, 2, 1);
    RGS_AT(r->world->view.inertia, 2, 1) = bad[b];
    bind_revision(r, r->world->view.revision + 1);
    double values[ROOM] = { untouched };
    for (int64_t k = 0; k < rgs_method_output_count(v->method); k++)
      REFUSED_BODY(RGS_E_BODY, 2,
                   rgs_stepper_output(r->stepper, rgs_method_output_at(v->method, k)->key, values,
                                      ROOM, &err),
                   "inertia[1]");
    NEAR(untouched, values[0], 0);
    RGS_AT(r->world->view.inertia, 2, 1) = inertia;
    OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    TRUE(isfinite(told(r, "kinetic_rotation")));
  }
}

/* ---- how fast it falls ----------------------------------------------------------------------- */
/* Root of the mean square about the mean, over the same stretch of time. */
static double fluctuation(const variant *v, const char *key, double h) {
  run *r = start(v, N, FAKE_AOS);
  const int64_t steps = llround(6 / h);
  double sum = 0, squares = 0, shift = 0;
  int64_t samples = 0;
  for (int64_t k = 0; k < steps; k++) {
    OK(rgs_stepper_run(r->stepper, h, 1, &err));
    double value;
    if (rgs_stepper_output(r->stepper, key, &value, 1, &err) != RGS_OK) continue;
    if (samples == 0) shift = value;
    sum += value - shift;
    squares += (value - shift) * (value - shift);
    samples++;
  }
  return sqrt(squares / (double)samples - sum / (double)samples * (sum / (double)samples));
}

TEST(fluctuations_fall) {
  static const struct {
    const char *key;
    double order, h; /* a step in the range of both the order and the digits */
  } outputs[] = { { "total_energy", 2, 0.05 },
                  { "refined_energy", 4, 0.05 },
                  { "shadow_energy", 8, 0.08 } };
  static const char *const rotors[] = { "exact", "jacobi" };
  for (int s = 0; s < 2; s++)
    for (size_t t = 0; t < COUNT(rotors); t++) {
      const variant *v = make_variant(rotors[t], strangs[s], "shadow=1", EVALS);
      for (size_t k = 0; k < COUNT(outputs); k++) {
        const double coarse = fluctuation(v, outputs[k].key, outputs[k].h);
        const double fine = fluctuation(v, outputs[k].key, outputs[k].h / 2);
        const double slope = log2(coarse / fine);
        print_message("%-12s %-10s %-15s %.2e at h = %g, slope %.2f\n", strangs[s], rotors[t],
                      outputs[k].key, coarse, outputs[k].h, slope);
        NEAR(outputs[k].order, slope, outputs[k].order / 20);
      }
    }
}

/* ---- what begins it anew --------------------------------------------------------------------- */
static void not_known(const run *r) {
  double value;
  for (size_t k = 0; k < COUNT(recorded); k++)
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_output(r->stepper, recorded[k], &value, 1, &err),
                 recorded[k], "more step");
}

TEST(begins_anew) {
  for (int s = 0; s < 2; s++)
    for (int why = 0; why < 6; why++) {
      const variant *v = recorders[s];
      run *r = start(v, N, FAKE_SOA);
      OK(rgs_stepper_run(r->stepper, STEP, 12, &err));
      for (size_t k = 0; k < COUNT(recorded); k++) TRUE(isfinite(told(r, recorded[k])));
      double h = STEP;
      if (why == 0) OK(rgs_stepper_set_valid(r->stepper, 0, &err));
      if (why == 1) OK(rgs_stepper_set_valid(r->stepper, v->info.ends_valid ? EVALS : 0, &err));
      if (why == 2) OK(rgs_stepper_reset(r->stepper, &err));
      if (why == 3) OK(rgs_stepper_swap(r->stepper, v->method, &err));
      if (why == 4) h = STEP / 2;
      if (why == 5) h = -STEP;
      if (why < 4) not_known(r);
      /* From here it is the record of a run that begins here. */
      fake_bodies *world = fake_bodies_new(N, FAKE_AOS, v->info.aux);
      for (int64_t i = 0; i < N; i++) fake_body_copy(world, i, r->world, i);
      run *fresh = start_over(v, world, NULL);
      OK(rgs_stepper_run(r->stepper, h, 1, &err));
      double value;
      REFUSED(RGS_E_ORDER, rgs_stepper_output(r->stepper, "shadow_energy", &value, 1, &err));
      OK(rgs_stepper_run(r->stepper, h, 11, &err));
      OK(rgs_stepper_run(fresh->stepper, h, 12, &err));
      for (size_t k = 0; k < COUNT(recorded); k++)
        NEAR(told(fresh, recorded[k]), told(r, recorded[k]), 0);
    }
}

/* ---- it is kept, and travels ----------------------------------------------------------------- */
TEST(saved_and_moved) {
  for (int s = 0; s < 2; s++)
    for (int stop = 0; stop < 24; stop++) {
      const variant *v = recorders[s];
      run *plain = start(v, N, FAKE_SOA), *moved = start(v, N, FAKE_AOS),
          *first = start(v, N, FAKE_STRIDED), *second = start(v, N, FAKE_BACKWARD);
      moved->host.before = move_in_callback;
      moved->host.extra = moved;
      OK(rgs_stepper_run(second->stepper, 3 * STEP, 10,
                         &err)); /* a record of its own, to be replaced */
      OK(rgs_stepper_run(plain->stepper, STEP, 12, &err));
      OK(rgs_stepper_run(moved->stepper, STEP, 12, &err));
      int64_t steps = 0;
      for (int k = 0; k < stop && steps < 12; k++)
        if (advance(first, STEP) == RGS_NEED_EVAL)
          answer(first);
        else
          steps++;
      OK(load(second->stepper, saved(first->stepper)));
      OK(rgs_stepper_run(second->stepper, STEP, 12 - steps, &err));
      same_outputs(v, plain, second, 0);
      same_outputs(v, plain, moved, 1e-14); /* sums in another order */
      if (stop > 6) stop += 3;
    }
}

/* Every other body on another rank, and all on one: what adds up adds up. */
TEST(ranks_add_up) {
  EACH_VARIANT(v) {
    if (v->integrator) continue;
    run *all = start(v, N, FAKE_SOA), *ranks[2];
    for (int k = 0; k < 2; k++) {
      fake_bodies *world = fake_bodies_filled(N / 2, FAKE_AOS, v->info.aux);
      for (int64_t i = 0; i < N / 2; i++) fake_body_fill(world, i, 2 * i + k);
      ranks[k] = start_over(v, world, NULL);
      OK(rgs_stepper_run(ranks[k]->stepper, STEP, 12, &err));
    }
    OK(rgs_stepper_run(all->stepper, STEP, 12, &err));
    for (int64_t j = 0; j < rgs_method_output_count(v->method); j++) {
      const rgs_output_info *info = rgs_method_output_at(v->method, j);
      if (!(info->flags & RGS_OUTPUT_SUM)) continue;
      double whole[16], part[2][16];
      OK(rgs_stepper_output(all->stepper, info->key, whole, 16, &err));
      for (int k = 0; k < 2; k++)
        OK(rgs_stepper_output(ranks[k]->stepper, info->key, part[k], 16, &err));
      for (uint32_t c = 0; c < info->components; c++)
        NEAR(whole[c], part[0][c] + part[1][c], 1e-12);
    }
  }
}

/* ---- tables of others ------------------------------------------------------------------------ */
static const rgs_stage their_stages[] = { DRIFT(0.5), KICK(1), DRIFT(0.5) };
static const rgs_stage no_strang[] = { KICK(1), DRIFT(1) };
#define THEIR_ABOUT(its_name, its_order, their_claims)                                             \
  WITH_HEAD(rgs_about, .name = its_name, .doc = "A table.", .cite = "none", .order = its_order,    \
            .claims = their_claims, .needs = RGS_EVAL_FORCE)
static const rgs_about their_about = THEIR_ABOUT("other.leap", 2, RGS_SYMMETRIC);
static const rgs_about euler_about = THEIR_ABOUT("other.euler", 1, RGS_SYMPLECTIC);
static const rgs_scheme theirs = SCHEME_OF(&their_about, their_stages);
static const rgs_scheme euler = SCHEME_OF(&euler_about, no_strang);

TEST(tables_of_others) {
  OK(rgs_module_add(context, module_of(NULL, &theirs, NULL), &err));
  OK(rgs_module_add(context, module_of(NULL, &euler, NULL), &err));
  const variant *own = recorders[1];
  const variant *their = make_variant("exact", "other.leap", "shadow=1", EVALS);
  const variant *refined = make_variant("exact", "other.leap", "refined=1", EVALS);
  SAME_INT(rgs_method_output_count(own->method), rgs_method_output_count(their->method));
  SAME_INT(rgs_method_output_count(own->method) - 1, rgs_method_output_count(refined->method));
  SAME_INT((long long)own->info.aux, (long long)their->info.aux);
  SAME_INT(0, refined->info.aux);
  run *a = start(own, N, FAKE_SOA), *b = start(their, N, FAKE_SOA),
      *c = start(refined, N, FAKE_SOA);
  OK(rgs_stepper_run(a->stepper, STEP, 12, &err));
  OK(rgs_stepper_run(b->stepper, STEP, 12, &err));
  OK(rgs_stepper_run(c->stepper, STEP, 12, &err));
  same_outputs(own, a, b, 0);
  NEAR(told(a, "refined_energy"), told(c, "refined_energy"), 0);
  /* No Strang step, or a parameter that nobody would read. */
  rgs_method *none = NULL;
  const named_method no = { "exact", "other.euler", NULL, NULL, "shadow=1" };
  const named_method nowhere = { "exact", "other.euler", "drag", NULL, "ends=0" };
  REFUSED_TEXT(RGS_E_PARAM, method_from_names(context, &no, &none, &err), "other.euler", "shadow");
  REFUSED_TEXT(RGS_E_ARG, method_from_names(context, &nowhere, &none, &err), "no middle",
               "set spec.placement to RGS_PLACEMENT_OBABO");
  rgs_param_info gain[] = { { "gain", "", "Something.", RGS_F64, 0, 0, 2, 1, 0, 0 } };
  rgs_about about = their_about;
  about.name = "other.gain";
  about.params = gain;
  about.n_params = 1;
  rgs_scheme with_gain = theirs;
  with_gain.about = &about;
  const rgs_module *second = module_of(NULL, &with_gain, NULL);
  REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(context, second, &err), "gain");
  /* A host that tells no energies. */
  rgs_stepper *stepper = NULL;
  run *r = start(strang, N, FAKE_SOA);
  REFUSED_TEXT(RGS_E_NEEDS,
               rgs_stepper_create(r->bodies, their->method, &r->host.host, &stepper, &err),
               "energy", "provides");
}

TEST_MAIN(set_up_recorders, tear_down)
