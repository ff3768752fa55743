/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_outputs_record.c - energies that are told of past steps: how fast their fluctuation falls with the
 * step, what begins the record anew, that a save holds it, that it travels with the bodies and adds up
 * over ranks; and that tables of others get it by declaring the parameters.
 */
#include "check.h"
#include "host_pair.h"
#include "stepper_variants.h"

#include <math.h>
#include <stdlib.h>

enum { N = 4 };
#define EVALS ((uint32_t)(RGS_EVAL_FORCE | RGS_EVAL_ENERGY))
static const char *const recorded[] = { "total_energy", "refined_energy", "shadow_energy" };

static double told(const run *r, const char *key) {
  double value = NAN;
  OK(rgs_stepper_output(r->stepper, key, &value, 1, &err));
  return value;
}

/* ---- how fast it falls ----------------------------------------------------------------------- */
/* Root of the mean square about the mean, over the same stretch of time. */
static double fluctuation(const variant *v, const char *key, double h,
                          int (*eval)(void *, rgs_eval *, const rgs_view *)) {
  fake_bodies *world = fake_bodies_filled(N, FAKE_AOS, v->info.carry);
  fake_host host;
  fake_host_init(&host, world);
  host.host.eval = eval;
  run *r = variant_start_over(v, world, &host);
  const int64_t steps = llround(6 / h);
  double sum = 0, squares = 0, shift = 0;
  int64_t samples = 0;
  for (int64_t k = 0; k < steps; k++) {
    OK(rgs_step(r->stepper, h, 1, &err));
    double value;
    if (rgs_stepper_output(r->stepper, key, &value, 1, &err) != RGS_OK) continue;
    if (samples == 0) shift = value;
    sum += value - shift;
    squares += (value - shift) * (value - shift);
    samples++;
  }
  finish(r);
  return sqrt(squares / (double)samples - sum / (double)samples * (sum / (double)samples));
}

TEST(fluctuations_fall) {
  static const struct {
    const char *key;
    double order, field, pairs; /* steps in the range of both the order and the digits */
  } outputs[] = { { "total_energy", 2, 0.05, 0.025 },
                  { "refined_energy", 4, 0.05, 0.025 },
                  { "shadow_energy", 8, 0.08, 0.025 } };
  static const char *const schemes[] = { "strang", "strang_dkd" };
  static const char *const rotors[] = { "exact", "jacobi" };
  for (size_t s = 0; s < COUNT(schemes); s++)
    for (size_t t = 0; t < COUNT(rotors); t++) {
      const variant *v = make_variant(rotors[t], schemes[s], "shadow=1", EVALS);
      for (size_t k = 0; k < COUNT(outputs); k++)
        for (int pairs = 0; pairs < 2; pairs++) {
          int (*eval)(void *, rgs_eval *, const rgs_view *) = pairs ? pair_eval : fake_eval;
          const double h = pairs ? outputs[k].pairs : outputs[k].field;
          const double coarse = fluctuation(v, outputs[k].key, h, eval);
          const double fine = fluctuation(v, outputs[k].key, h / 2, eval);
          const double slope = log2(coarse / fine);
          print_message("%-12s %-10s %-15s %-6s %.2e at h = %g, slope %.2f\n", schemes[s],
                        rotors[t], outputs[k].key, pairs ? "pairs" : "field", coarse, h, slope);
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
  static const char *const schemes[] = { "strang", "strang_dkd" };
  for (size_t s = 0; s < COUNT(schemes); s++)
    for (int why = 0; why < 6; why++) {
      const variant *v = make_variant("exact", schemes[s], "shadow=1", EVALS);
      run *r = variant_start(v, N, FAKE_SOA);
      OK(rgs_step(r->stepper, STEP, 12, &err));
      for (size_t k = 0; k < COUNT(recorded); k++) TRUE(isfinite(told(r, recorded[k])));
      double h = STEP;
      if (why == 0) OK(rgs_stepper_set_fresh(r->stepper, 0, &err));
      if (why == 1) OK(rgs_stepper_set_fresh(r->stepper, v->info.ends_fresh ? EVALS : 0, &err));
      if (why == 2) OK(rgs_stepper_reset(r->stepper, &err));
      if (why == 3) OK(rgs_stepper_swap(r->stepper, v->method, &err));
      if (why == 4) h = STEP / 2;
      if (why == 5) h = -STEP;
      if (why < 4) not_known(r);
      /* From here it is the record of a run that begins here. */
      fake_bodies *world = fake_bodies_new(N, FAKE_AOS, v->info.carry);
      for (int64_t i = 0; i < N; i++) fake_body_copy(world, i, r->world, i);
      run *fresh = variant_start_over(v, world, NULL);
      OK(rgs_step(r->stepper, h, 1, &err));
      double value;
      REFUSED(RGS_E_ORDER, rgs_stepper_output(r->stepper, "shadow_energy", &value, 1, &err));
      OK(rgs_step(r->stepper, h, 11, &err));
      OK(rgs_step(fresh->stepper, h, 12, &err));
      for (size_t k = 0; k < COUNT(recorded); k++)
        NEAR(told(fresh, recorded[k]), told(r, recorded[k]), 0);
      finish(r);
      finish(fresh);
    }
}

/* Forces the host wrote for the end of a step that drifts first are not those of its kick. */
TEST(forces_of_elsewhere) {
  static const char *const schemes[] = { "strang", "strang_dkd" };
  for (size_t s = 0; s < COUNT(schemes); s++) {
    const variant *v = variant_of(schemes[s], RGS_EVAL_FORCE);
    run *r = variant_start(v, N, FAKE_SOA);
    OK(rgs_step(r->stepper, 4 * STEP, 3, &err));
    const double before = told(r, "refined_translation");
    rgs_eval request = RGS_EVAL_INIT;
    request.what = RGS_EVAL_FORCE;
    answer(r, &request);
    OK(rgs_stepper_set_fresh(r->stepper, RGS_EVAL_FORCE, &err));
    double after = NAN;
    const rgs_status status =
        rgs_stepper_output(r->stepper, "refined_translation", &after, 1, &err);
    if (status == RGS_OK)
      NEAR(before, after, 1e-14);
    else
      STATUS(RGS_E_ORDER, status);
    finish(r);
  }
}

/* ---- it is kept, and travels ----------------------------------------------------------------- */
static void same_record(const run *a, const run *b, double room) {
  for (size_t k = 0; k < COUNT(recorded); k++) {
    double one = 0, two = 0;
    const rgs_status got = rgs_stepper_output(a->stepper, recorded[k], &one, 1, &err);
    STATUS(got, rgs_stepper_output(b->stepper, recorded[k], &two, 1, &err));
    NEAR(one, two, room * fabs(one));
  }
}

static int move_in_callback(fake_host *h) {
  move_bodies(h->extra, (int)(h->calls % FAKE_LAYOUTS));
  return 0;
}

TEST(saved_and_moved) {
  static const char *const schemes[] = { "strang", "strang_dkd" };
  for (size_t s = 0; s < COUNT(schemes); s++)
    for (int stop = 0; stop < 24; stop++) {
      const variant *v = make_variant("exact", schemes[s], "shadow=1", EVALS);
      run *plain = variant_start(v, N, FAKE_SOA), *moved = variant_start(v, N, FAKE_AOS),
          *first = variant_start(v, N, FAKE_STRIDED), *second = variant_start(v, N, FAKE_BACKWARD);
      moved->host.before = move_in_callback;
      moved->host.extra = moved;
      OK(rgs_step(second->stepper, 3 * STEP, 10, &err)); /* a record of its own, to be replaced */
      OK(rgs_step(plain->stepper, STEP, 12, &err));
      OK(rgs_step(moved->stepper, STEP, 12, &err));
      rgs_eval request = RGS_EVAL_INIT;
      int64_t steps = 0;
      for (int k = 0; k < stop && steps < 12; k++) {
        const rgs_status status = rgs_advance(first->stepper, STEP, &request, &err);
        if (status == RGS_NEED_EVAL)
          answer(first, &request);
        else
          steps++;
      }
      size_t size;
      void *blob = saved(first->stepper, &size);
      OK(rgs_stepper_load(second->stepper, blob, size, &err));
      OK(rgs_step(second->stepper, STEP, 12 - steps, &err));
      same_record(plain, second, 0);
      same_record(plain, moved, 1e-14); /* sums in another order */
      OK(rgs_stepper_output(second->stepper, "refined_axes", (double[3]){ 0 }, 3, &err));
      free(blob);
      finish(plain);
      finish(moved);
      finish(first);
      finish(second);
      if (stop > 6) stop += 3;
    }
}

/* Every other body on another rank, and all on one: what adds up adds up. */
TEST(ranks_add_up) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (v->integrator) continue;
    run *all = variant_start(v, N, FAKE_SOA), *ranks[2];
    for (int k = 0; k < 2; k++) {
      fake_bodies *world = fake_bodies_filled(N / 2, FAKE_AOS, v->info.carry);
      for (int64_t i = 0; i < N / 2; i++) fake_body_fill(world, i, 2 * i + k);
      ranks[k] = variant_start_over(v, world, NULL);
      OK(rgs_step(ranks[k]->stepper, STEP, 12, &err));
    }
    OK(rgs_step(all->stepper, STEP, 12, &err));
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
    finish(all);
    for (int k = 0; k < 2; k++) finish(ranks[k]);
  }
}

/* ---- tables of others ------------------------------------------------------------------------ */
static const rgs_param_info their_params[] = {
  { "shadow", "", "States too.", RGS_BOOL, 16, 0, 1, 0 },
  { "refined", "", "Energies.", RGS_BOOL, 0, 0, 1, 0 }
};
static const rgs_stage their_stages[] = { { RGS_DRIFT, 0, 0.5, 0 },
                                          { RGS_KICK, 0, 1, 0 },
                                          { RGS_DRIFT, 0, 0.5, 0 } };
static const rgs_stage no_strang[] = { { RGS_KICK, 0, 1, 0 }, { RGS_DRIFT, 0, 1, 0 } };
#define THEIR_ABOUT(its_name, its_order, their_claims)                                             \
  {                                                                                                \
    RGS_HEAD(rgs_about), its_name, "A table.", "none", its_order, their_claims, RGS_EVAL_FORCE, 2, \
        their_params, sizeof(rgs_param_info), 24, NULL                                             \
  }
static const rgs_about their_about = THEIR_ABOUT("other.leap", 2, RGS_SYMMETRIC);
static const rgs_about euler_about = THEIR_ABOUT("other.euler", 1, RGS_SYMPLECTIC);
static const rgs_scheme theirs =
    WITH_HEAD(rgs_scheme, .about = &their_about, .stages = their_stages, .n_stages = 3,
              .stage_size = sizeof(rgs_stage));
static const rgs_scheme euler = WITH_HEAD(rgs_scheme, .about = &euler_about, .stages = no_strang,
                                          .n_stages = 2, .stage_size = sizeof(rgs_stage));
static const rgs_scheme *const their_schemes[] = { &theirs, NULL };
static const rgs_module their_module =
    WITH_HEAD(rgs_module, .name = "other", .version = "1", .license = "BSD-3-Clause",
              .schemes = their_schemes);

TEST(tables_of_others) {
  OK(rgs_module_add(context, &their_module, &err));
  const variant *own = make_variant("exact", "strang_dkd", "shadow=1", EVALS);
  const variant *their = make_variant("exact", "other.leap", "shadow=yes", EVALS);
  const variant *refined = make_variant("exact", "other.leap", "refined=1", EVALS);
  SAME_INT(rgs_method_output_count(own->method), rgs_method_output_count(their->method));
  SAME_INT(rgs_method_output_count(own->method) - 1, rgs_method_output_count(refined->method));
  SAME_INT((long long)own->info.carry, (long long)their->info.carry);
  SAME_INT(0, refined->info.carry);
  run *a = variant_start(own, N, FAKE_SOA), *b = variant_start(their, N, FAKE_SOA),
      *c = variant_start(refined, N, FAKE_SOA);
  OK(rgs_step(a->stepper, STEP, 12, &err));
  OK(rgs_step(b->stepper, STEP, 12, &err));
  OK(rgs_step(c->stepper, STEP, 12, &err));
  same_record(a, b, 0);
  NEAR(told(a, "refined_energy"), told(c, "refined_energy"), 0);
  finish(a);
  finish(b);
  finish(c);
  /* No Strang step, or a parameter that nobody would read. */
  const rgs_scheme *const with_euler[] = { &euler, NULL };
  const rgs_module module = WITH_HEAD(rgs_module, .name = "other.e", .version = "1",
                                      .license = "BSD-3-Clause", .schemes = with_euler);
  REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(context, &module, &err), "other.euler", "shadow");
  rgs_param_info gain[] = { { "gain", "", "Something.", RGS_F64, 0, 0, 2, 1 } };
  rgs_about about = their_about;
  about.name = "other.gain";
  about.params = gain;
  about.n_params = 1;
  rgs_scheme with_gain = theirs;
  with_gain.about = &about;
  const rgs_scheme *const list[] = { &with_gain, NULL };
  rgs_module second = module;
  second.schemes = list;
  REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(context, &second, &err), "gain");
  gain[0] = their_params[1];
  gain[0].type = RGS_F64;
  REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(context, &second, &err), "refined");
  /* A host that tells no energies. */
  rgs_stepper *stepper = NULL;
  run *r = variant_start(their, N, FAKE_SOA);
  r->host.host.provides = RGS_EVAL_FORCE;
  REFUSED_TEXT(RGS_E_NEEDS,
               rgs_stepper_create(r->bodies, their->method, &r->host.host, &stepper, &err),
               "energy", "provides");
  finish(r);
}

int main(void) { return RUN_TESTS(set_up_variants, tear_down_variants); }
