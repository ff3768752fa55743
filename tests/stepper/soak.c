/* SPDX-License-Identifier: BSD-3-Clause
 *
 * soak.c - a long run: energy keeps within a bound that does not grow, momentum of free bodies is
 * kept bit for bit, attitudes stay unit quaternions.  On the way the state is shown and hidden again,
 * saved and loaded, in and between steps and looks: a run without all that ends with the same bits.
 *
 *   soak STEPS
 */
#include "check.h"
#include "play.h"
#include "random_numbers.h"

#include <math.h>
#include <stdlib.h>

enum { N = 4, PARTS = 20 };

static double energy(const run *r) {
  double translation, rotation;
  OK(rgs_bodies_energy(r->bodies, &translation, &rotation, &err));
  return translation + rotation + fake_potential(&r->host, r->world, 0);
}

/* Largest deviation from 1 of the quaternions' squared norms. */
static double off_unit(const fake_bodies *b) {
  double worst = 0;
  for (int64_t i = 0; i < b->n; i++) {
    double square = 0;
    for (int k = 0; k < 4; k++) square += RGS_AT(b->view.q, i, k) * RGS_AT(b->view.q, i, k);
    worst = fmax(worst, fabs(square - 1));
  }
  return worst;
}

/* ---- what a host does on the way ------------------------------------------------------------- */
/* None of it may change what is propagated by a bit. */
static void do_anything(run *r, double h, uint64_t *random) {
  static unsigned char blob[8192];
  size_t size = sizeof blob;
  rgs_eval request = RGS_EVAL_INIT;
  switch (random_bits(random) >> 61) {
  case 0: /* looks */ OK(rgs_stepper_process(r->stepper, NULL, &err)); break;
  case 1: /* begins to look, and does not */
    (void)rgs_stepper_process(r->stepper, &request, &err);
    break;
  case 2: /* goes on from a save, taken while it looked */
    OK(rgs_stepper_process(r->stepper, NULL, &err));
    OK(rgs_stepper_save(r->stepper, blob, &size, &err));
    OK(rgs_stepper_unprocess(r->stepper, &err));
    OK(rgs_step(r->stepper, h, 3, &err)); /* to be undone */
    OK(rgs_stepper_load(r->stepper, blob, size, &err));
    break;
  case 3: /* goes on from one taken inside a step */
    if (rgs_advance(r->stepper, h, &request, &err) == RGS_NEED_EVAL) {
      answer(r, &request);
      OK(rgs_stepper_save(r->stepper, blob, &size, &err));
      OK(rgs_stepper_load(r->stepper, blob, size, &err));
    }
    OK(rgs_step(r->stepper, h, 1, &err)); /* the rest */
    OK(rgs_step(r->stepper, h, 2, &err));
    OK(rgs_step(r->stepper, h, 1, &err));
    return;
  default: /* lets it run */ OK(rgs_step(r->stepper, h, 4, &err)); return;
  }
  OK(rgs_stepper_unprocess(r->stepper, &err));
}

/* ---- runs ------------------------------------------------------------------------------------ */
static void soak(const char *rotor, const char *scheme, bool gradients, double strength,
                 long steps) {
  const double h = 0.02;
  const double bound = strength == 0 ? 1e-2 : strcmp(scheme, "strang") == 0 ? 2e-3 : 1e-8;
  const variant *v =
      make_variant(rotor, scheme, NULL, gradients ? FORCE | RGS_EVAL_GRADIENT : FORCE);
  run *r = start(v, N, FAKE_SOA), *plain = start(v, N, FAKE_SOA);
  r->host.strength = plain->host.strength = strength;
  uint64_t random = 42;
  double *first = fake_state(r->world), worst[2] = { 0 }; /* in the first part, and in the last */
  const double at_start = energy(r),
               length = h * (double)(steps < 50 * PARTS ? 1 : steps / (50 * PARTS));
  for (int piece = 0; piece < 50 * PARTS; piece++) {
    const double end = rgs_stepper_time(r->stepper) + length;
    while (rgs_stepper_time(r->stepper) < end - h / 2) do_anything(r, h, &random);
    OK(rgs_stepper_process(r->stepper, NULL, &err));
    const double off = fabs(energy(r) - at_start);
    if (!(off < bound)) print_error("%s, strength %g, piece %d\n", v->label, strength, piece);
    NEAR(0, off, bound);
    if (piece < 50) worst[0] = fmax(worst[0], off);
    if (piece >= 50 * (PARTS - 1)) worst[1] = fmax(worst[1], off);
    OK(rgs_stepper_unprocess(r->stepper, &err));
  }
  NEAR(0, off_unit(r->world), 1e-12);
  double *last = fake_state(r->world);
  for (int i = 0; i < N && strength == 0; i++)
    SAME_BITS(first + i * FAKE_STATE + 10, last + i * FAKE_STATE + 10, 3);
  /* The same number of steps without anything in between: the same bits. */
  OK(rgs_step(plain->stepper, h, llround(rgs_stepper_time(r->stepper) / h), &err));
  same_runs(v, plain, r);
  print_message(
      "%-45s strength %g: energy off by at most %.3g in the first part, %.3g in the last\n",
      v->label, strength, worst[0], worst[1]);
  free(first);
  free(last);
  finish(r);
  finish(plain);
  forget_variant();
}

static long steps = 20000;

TEST(every_rotor) {
  for (int64_t r = 0; r < rgs_about_count(context, RGS_KIND_ROTOR); r++)
    for (int strength = 0; strength < 2; strength++)
      soak(rgs_about_at(context, RGS_KIND_ROTOR, r)->name, "strang", false, strength, steps);
}

TEST(schemes_with_gradients) {
  static const char *const schemes[] = { "takahashi_imada4", "rowlands4", "pmlf6", "chin4d" };
  for (int s = 0; s < 16; s++) soak("exact", schemes[s / 4], s / 2 % 2, s % 2, steps / 4);
}

int main(int argc, char **argv) {
  if (argc > 1) steps = atol(argv[1]);
  return RUN_TESTS(set_up_context, tear_down);
}
