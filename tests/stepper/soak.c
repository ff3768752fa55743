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
/* Returns the number of complaints. */
static int soak(const char *rotor, const char *scheme, bool gradients, double strength,
                long steps) {
  const double h = 0.02;
  const double bound = strength == 0 ? 1e-2 : strcmp(scheme, "strang") == 0 ? 2e-3 : 1e-8;
  const variant *v =
      make_variant(rotor, scheme, NULL, gradients ? FORCE | RGS_EVAL_GRADIENT : FORCE);
  run *r = start(v, N, FAKE_SOA), *plain = start(v, N, FAKE_SOA);
  r->host.strength = plain->host.strength = strength;
  uint64_t random = 42;
  int complaints = 0;
  double *first = fake_state(r->world), worst[PARTS] = { 0 };
  const double at_start = energy(r);
  for (int part = 0; part < PARTS; part++) {
    const int64_t pieces = 50;
    for (int64_t k = 0; k < pieces; k++) {
      const double end = rgs_stepper_time(r->stepper) + h * (double)(steps / (PARTS * pieces));
      while (rgs_stepper_time(r->stepper) < end - h / 2) do_anything(r, h, &random);
      OK(rgs_stepper_process(r->stepper, NULL, &err));
      worst[part] = fmax(worst[part], fabs(energy(r) - at_start));
      OK(rgs_stepper_unprocess(r->stepper, &err));
    }
  }
  for (int part = 0; part < PARTS; part++)
    if (!(worst[part] < bound)) {
      printf("%s, strength %g, part %d: energy off by %g, allowed %g\n", v->label, strength, part,
             worst[part], bound);
      complaints++;
    }
  if (!(off_unit(r->world) < 1e-12)) {
    printf("%s, strength %g: |q|^2 off 1 by %g\n", v->label, strength, off_unit(r->world));
    complaints++;
  }
  double *last = fake_state(r->world);
  for (int i = 0; i < N && strength == 0; i++)
    if (memcmp(first + i * FAKE_STATE + 10, last + i * FAKE_STATE + 10, 3 * sizeof(double))) {
      printf("%s: angular momentum of free body %d changed\n", v->label, i);
      complaints++;
    }
  /* The same number of steps without anything in between: the same bits. */
  OK(rgs_step(plain->stepper, h, llround(rgs_stepper_time(r->stepper) / h), &err));
  same_runs(v, plain, r);
  printf("%-45s strength %g: energy off by at most %.3g in the first part, %.3g in the last\n",
         v->label, strength, worst[0], worst[PARTS - 1]);
  free(first);
  free(last);
  finish(r);
  finish(plain);
  forget_variant();
  return complaints;
}

int main(int argc, char **argv) {
  const long steps = argc > 1 ? atol(argv[1]) : 20000;
  int complaints = 0;
  set_up_context(NULL);
  for (int64_t r = 0; r < rgs_about_count(context, RGS_KIND_ROTOR); r++)
    for (int strength = 0; strength < 2; strength++)
      complaints +=
          soak(rgs_about_at(context, RGS_KIND_ROTOR, r)->name, "strang", false, strength, steps);
  static const char *const schemes[] = { "takahashi_imada4", "rowlands4", "pmlf6", "chin4d" };
  for (size_t s = 0; s < COUNT(schemes); s++)
    for (int gradients = 0; gradients < 2; gradients++)
      for (int strength = 0; strength < 2; strength++)
        complaints += soak("exact", schemes[s], gradients, strength, steps / 4);
  tear_down(NULL);
  return complaints != 0;
}
