/* SPDX-License-Identifier: BSD-3-Clause
 *
 * soak.c - a long run: energy keeps within a bound that does not grow, momentum of free bodies is
 * kept bit for bit, attitudes stay unit quaternions.  On the way the state is shown and hidden again,
 * saved and loaded, in and between steps and looks: a run without all that ends with the same bits.
 *
 *   soak STEPS
 */
#include "host_fake.h"
#include "random_numbers.h"
#include "with_head.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4, PARTS = 20 };

static rgs_error err = RGS_ERROR_INIT;

static void must(rgs_status status, const char *what) {
  if (status == RGS_OK) return;
  fprintf(stderr, "soak: %s: %d: %s\n", what, (int)status, err.text);
  exit(1);
}

static double energy(const fake_host *host, const rgs_bodies *bodies) {
  double translation, rotation;
  must(rgs_bodies_energy(bodies, &translation, &rotation, &err), "energy");
  return translation + rotation + fake_potential(host, host->bodies, 0);
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
typedef struct party {
  fake_bodies *world;
  fake_host host;
  rgs_method *method;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  uint64_t random;
  void *blob;
  size_t size;
} party;

static void join(party *t, rgs_context *c, const char *rotor, const char *scheme, bool gradients,
                 double strength) {
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = rotor, .scheme = scheme);
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  *t = (party){ .random = 42 };
  fake_host_init(&t->host, NULL);
  t->host.strength = strength;
  if (gradients) t->host.host.provides |= RGS_EVAL_GRADIENT;
  must(rgs_method_create(c, &spec, &t->method, &err), scheme);
  must(rgs_bodies_create(c, N, &t->bodies, &err), "bodies");
  must(rgs_stepper_create(t->bodies, t->method, &t->host.host, &t->stepper, &err), "stepper");
  must(rgs_stepper_describe(t->stepper, &info, &err), "describe");
  t->host.bodies = t->world = fake_bodies_filled(N, FAKE_SOA, info.carry);
  must(rgs_bodies_bind(t->bodies, &t->world->view, &err), "bind");
  rgs_stepper_save(t->stepper, NULL, &t->size, NULL);
  t->blob = malloc(t->size);
}

static void leave(party *t) {
  free(t->blob);
  rgs_stepper_destroy(t->stepper);
  rgs_bodies_destroy(t->bodies);
  rgs_method_destroy(t->method);
  fake_bodies_free(t->world);
}

/* None of it may change what is propagated by a bit. */
static void do_anything(party *t, double h) {
  size_t room = t->size;
  rgs_eval request = RGS_EVAL_INIT;
  switch (random_bits(&t->random) >> 61) {
  case 0: /* looks */
    must(rgs_stepper_process(t->stepper, NULL, &err), "process");
    must(rgs_stepper_unprocess(t->stepper, &err), "unprocess");
    break;
  case 1: /* begins to look, and does not */
    (void)rgs_stepper_process(t->stepper, &request, &err);
    must(rgs_stepper_unprocess(t->stepper, &err), "unprocess");
    break;
  case 2: /* goes on from a save, taken while it looked */
    must(rgs_stepper_process(t->stepper, NULL, &err), "process");
    must(rgs_stepper_save(t->stepper, t->blob, &room, &err), "save");
    must(rgs_stepper_unprocess(t->stepper, &err), "unprocess");
    must(rgs_step(t->stepper, h, 3, &err), "steps to be undone");
    must(rgs_stepper_load(t->stepper, t->blob, t->size, &err), "load");
    must(rgs_stepper_unprocess(t->stepper, &err), "unprocess");
    break;
  case 3: /* goes on from one taken inside a step */
    if (rgs_advance(t->stepper, h, &request, &err) == RGS_NEED_EVAL) {
      fake_eval(&t->host, &request, &t->world->view);
      must(rgs_stepper_save(t->stepper, t->blob, &room, &err), "save");
      must(rgs_stepper_load(t->stepper, t->blob, t->size, &err), "load");
    }
    must(rgs_step(t->stepper, h, 1, &err), "the rest of the step");
    must(rgs_step(t->stepper, h, 2, &err), "steps");
    must(rgs_step(t->stepper, h, 1, &err), "a step");
    break;
  default: /* lets it run */ must(rgs_step(t->stepper, h, 4, &err), "steps");
  }
}

/* ---- runs ------------------------------------------------------------------------------------ */
/* Returns the number of complaints. */
static int soak(rgs_context *c, const char *rotor, const char *scheme, bool gradients,
                double strength, long steps) {
  const double h = 0.02;
  const double bound = strength == 0 ? 1e-2 : strcmp(scheme, "strang") == 0 ? 2e-3 : 1e-8;
  party t;
  int complaints = 0;
  join(&t, c, rotor, scheme, gradients, strength);
  double *first = fake_state(t.world);
  const double start = energy(&t.host, t.bodies);
  double worst[PARTS] = { 0 };
  for (int part = 0; part < PARTS; part++) {
    const int64_t pieces = 50;
    for (int64_t k = 0; k < pieces; k++) {
      const double end = rgs_stepper_time(t.stepper) + h * (double)(steps / (PARTS * pieces));
      while (rgs_stepper_time(t.stepper) < end - h / 2) do_anything(&t, h);
      must(rgs_stepper_process(t.stepper, NULL, &err), "process");
      worst[part] = fmax(worst[part], fabs(energy(&t.host, t.bodies) - start));
      must(rgs_stepper_unprocess(t.stepper, &err), "unprocess");
    }
  }
  char name[96];
  snprintf(name, sizeof name, "%s %s%s", rotor, scheme, gradients ? ", host's gradients" : "");
  for (int part = 0; part < PARTS; part++)
    if (!(worst[part] < bound)) {
      printf("%s, strength %g, part %d: energy off by %g, allowed %g\n", name, strength, part,
             worst[part], bound);
      complaints++;
    }
  if (!(off_unit(t.world) < 1e-12)) {
    printf("%s, strength %g: |q|^2 off 1 by %g\n", name, strength, off_unit(t.world));
    complaints++;
  }
  double *last = fake_state(t.world);
  for (int i = 0; i < N && strength == 0; i++)
    if (memcmp(first + i * FAKE_STATE + 10, last + i * FAKE_STATE + 10, 3 * sizeof(double))) {
      printf("%s: angular momentum of free body %d changed\n", name, i);
      complaints++;
    }
  /* The same number of steps without anything in between: the same bits. */
  party plain;
  join(&plain, c, rotor, scheme, gradients, strength);
  must(rgs_step(plain.stepper, h, llround(rgs_stepper_time(t.stepper) / h), &err), "plain steps");
  double *undisturbed = fake_state(plain.world);
  if (memcmp(undisturbed, last, N * FAKE_STATE * sizeof(double))) {
    printf("%s, strength %g: what was done on the way has changed the run\n", name, strength);
    complaints++;
  }
  printf("%-45s strength %g: energy off by at most %.3g in the first part, %.3g in the last\n",
         name, strength, worst[0], worst[PARTS - 1]);
  free(first);
  free(last);
  free(undisturbed);
  leave(&plain);
  leave(&t);
  return complaints;
}

int main(int argc, char **argv) {
  const long steps = argc > 1 ? atol(argv[1]) : 20000;
  int complaints = 0;
  rgs_context *c = NULL;
  must(rgs_context_create(NULL, &c, &err), "context");
  for (int64_t r = 0; r < rgs_about_count(c, RGS_KIND_ROTOR); r++)
    for (int strength = 0; strength < 2; strength++)
      complaints +=
          soak(c, rgs_about_at(c, RGS_KIND_ROTOR, r)->name, "strang", false, strength, steps);
  static const char *const schemes[] = { "takahashi_imada4", "rowlands4", "pmlf6", "chin4d" };
  for (size_t s = 0; s < sizeof schemes / sizeof *schemes; s++)
    for (int gradients = 0; gradients < 2; gradients++)
      for (int strength = 0; strength < 2; strength++)
        complaints += soak(c, "exact", schemes[s], gradients, strength, steps / 4);
  rgs_context_destroy(c);
  return complaints != 0;
}
