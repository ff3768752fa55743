/* SPDX-License-Identifier: BSD-3-Clause
 *
 * batches.h - the systems of t_batch.c and t_batch_pressure.c, and steppers of them.
 */
#pragma once
#include "check.h"
#include "executors.h"
#include "host_fake.h"

#include <rigidstep/draft_batch.h>

enum { SYSTEMS = 9, STEPS = 5 };
static const int64_t sizes[SYSTEMS] = { 1, 64, 3, 65, 600, 2, 7, 63, 700 };

typedef struct driven {
  fake_bodies *world;
  fake_host host;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
} driven;

/* after, extra: of the host; null. */
static inline void drive_host(driven *d, rgs_context *c, const rgs_method *m, fake_bodies *world,
                              odd_executor *odd, int (*after)(fake_host *, rgs_eval *),
                              void *extra) {
  d->world = world;
  fake_host_init(&d->host, world);
  d->host.host.ranks = 1;
  d->host.host.provides |= after != NULL ? RGS_EVAL_VIRIAL | RGS_DRAFT_EVAL_SLOW
                                         : info_of(m).needs & RGS_DRAFT_EVAL_SLOW;
  d->host.host.provides |= RGS_EVAL_ENERGY;
  d->host.after = after;
  d->host.extra = extra;
  d->host.host.flags = RGS_HOST_REWINDS;
  const rgs_executor executor = { RGS_HEAD(rgs_executor), odd, odd_parallel_for };
  if (odd != NULL) d->host.host.executor = &executor;
  OK(rgs_bodies_create(c, world->n, &d->bodies, &err));
  keep(d->bodies, close_bodies);
  OK(rgs_stepper_create(d->bodies, m, &d->host.host, &d->stepper, &err));
  keep(d->stepper, close_stepper);
  OK(rgs_bodies_bind(d->bodies, &world->view, &err));
}

static inline void drive(driven *d, rgs_context *c, const rgs_method *m, fake_bodies *world,
                         odd_executor *odd) {
  drive_host(d, c, m, world, odd, NULL, NULL);
}

/* The first `n` systems, from the one with number `from` on; the bodies of each are as in a system alone. */
static inline fake_bodies *worlds(int from, int n, int layout, int64_t *system) {
  int64_t total = 0, at = 0;
  for (int s = from; s < from + n; s++) total += sizes[s];
  fake_bodies *world = fake_bodies_new(total, layout, 0);
  for (int s = from; s < from + n; s++)
    for (int64_t i = 0; i < sizes[s]; i++, at++) {
      fake_body_fill(world, at, i);
      system[at] = 10 * s;
    }
  return world;
}

/* The host gives the energy of each system from then on. */
static inline rgs_draft_batch batch_of(driven *d, const int64_t *system) {
  static double energies[SYSTEMS];
  d->host.system = system;
  d->host.energy_of = energies;
  return (rgs_draft_batch){ .head = RGS_DRAFT_HEAD(rgs_draft_batch, RGS_DRAFT_BATCH),
                            .n = d->world->n,
                            .system = system,
                            .energy = energies };
}

/* The bodies from `at` on of a batch have the bits of the bodies that moved alone. */
static inline void same_as_alone(const fake_bodies *all, int64_t at, fake_bodies *alone) {
  const double *state = fake_state(alone);
  for (int64_t i = 0; i < alone->n; i++) {
    fake_bodies *body = fake_bodies_new(1, FAKE_AOS, 0);
    fake_body_copy(body, 0, all, at + i);
    body->id[0] = 0;
    SAME_BITS(state + FAKE_STATE * i, fake_state(body), FAKE_STATE);
  }
}
