/* SPDX-License-Identifier: BSD-3-Clause
 *
 * soak.c - a long run: energy keeps within a bound that does not grow, momentum of free bodies is
 * kept bit for bit, attitudes stay unit quaternions, saves are taken and loaded on the way.
 *
 *   soak STEPS
 */
#include "host_fake.h"

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

/* Returns the number of complaints. */
static int soak(rgs_context *c, const char *rotor, double strength, long steps) {
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = rotor,
                                 .scheme = "strang" };
  const double h = 0.02, bound = strength > 0 ? 2e-3 : 1e-2;
  rgs_method *method = NULL;
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  fake_host host;
  fake_bodies *world = fake_bodies_filled(N, FAKE_SOA, 0);
  double *first = fake_state(world);
  int complaints = 0;
  fake_host_init(&host, world);
  host.strength = strength;
  must(rgs_method_create(c, &spec, &method, &err), rotor);
  must(rgs_bodies_create(c, N, &bodies, &err), "bodies");
  must(rgs_bodies_bind(bodies, &world->view, &err), "bind");
  must(rgs_stepper_create(bodies, method, &host.host, &stepper, &err), "stepper");
  const double start = energy(&host, bodies);
  double worst[PARTS] = { 0 };
  size_t size = 0;
  rgs_save(stepper, NULL, &size, NULL);
  void *blob = malloc(size);
  for (int part = 0; part < PARTS; part++) {
    const int64_t pieces = 50;
    for (int64_t k = 0; k < pieces; k++) {
      must(rgs_step(stepper, h, steps / (PARTS * pieces), &err), "steps");
      worst[part] = fmax(worst[part], fabs(energy(&host, bodies) - start));
    }
    size_t room = size;
    must(rgs_save(stepper, blob, &room, &err), "save");
    must(rgs_step(stepper, h, 3, &err), "steps to be undone");
    must(rgs_load(stepper, blob, size, &err), "load");
  }
  free(blob);
  for (int part = 0; part < PARTS; part++)
    if (!(worst[part] < bound)) {
      printf("%s, strength %g, part %d: energy off by %g, allowed %g\n", rotor, strength, part,
             worst[part], bound);
      complaints++;
    }
  if (!(off_unit(world) < 1e-12)) {
    printf("%s, strength %g: |q|^2 off 1 by %g\n", rotor, strength, off_unit(world));
    complaints++;
  }
  double *last = fake_state(world);
  for (int i = 0; i < N && strength == 0; i++)
    if (memcmp(first + i * FAKE_STATE + 10, last + i * FAKE_STATE + 10, 3 * sizeof(double))) {
      printf("%s: angular momentum of free body %d changed\n", rotor, i);
      complaints++;
    }
  printf("%-10s strength %g: energy off by at most %.3g in the first part, %.3g in the last\n",
         rotor, strength, worst[0], worst[PARTS - 1]);
  free(first);
  free(last);
  rgs_stepper_destroy(stepper);
  rgs_bodies_destroy(bodies);
  rgs_method_destroy(method);
  fake_bodies_free(world);
  return complaints;
}

int main(int argc, char **argv) {
  const long steps = argc > 1 ? atol(argv[1]) : 20000;
  int complaints = 0;
  rgs_context *c = NULL;
  must(rgs_context_create(NULL, &c, &err), "context");
  for (int64_t r = 0; r < rgs_count(c, RGS_ROTOR); r++)
    for (int strength = 0; strength < 2; strength++)
      complaints += soak(c, rgs_about_at(c, RGS_ROTOR, r)->name, strength, steps);
  rgs_context_destroy(c);
  return complaints != 0;
}
