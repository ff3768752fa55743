/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host_fake.h - a host for tests: bodies in any memory layout, forces with a closed formula,
 * counters, and faults on demand.  Bodies and states are kept to the end of the case (kept.h).
 *
 * Each body moves alone, in  U = k/2 x.x + a u.d + c x.d  with d = Q b, a vector fixed in the
 * body.  So body i's path depends on body i only, and any reordering must give the same bits.  A host that
 * provides RGS_DRAFT_EVAL_SLOW gives a part of each term as the slow force, and the rest as the fast one.
 */
#pragma once
#include <rigidstep/draft.h>
#include <rigidstep/rigidstep.h>

#include <stdbool.h>

/* ---- bodies ---------------------------------------------------------------------------------- */
enum {
  FAKE_SOA,      /* each component in a run of its own                          */
  FAKE_AOS,      /* a struct a body                                             */
  FAKE_STRIDED,  /* gaps between components and between bodies                  */
  FAKE_BACKWARD, /* structs from the end of memory to its beginning             */
  FAKE_LAYOUTS
};
enum {                  /* doubles a body                                              */
       FAKE_STATE = 13, /* x p q l                                                     */
       FAKE_ALL = 29    /* and mass, inertia, f, tau, gf, gtau                         */
};
typedef struct fake_bodies {
  int64_t n, *id; /* id: which body lies here; forces depend on it               */
  uint32_t aux;
  double *memory;
  size_t doubles;
  rgs_view view;
} fake_bodies;

fake_bodies *fake_bodies_new(int64_t n, int layout, uint32_t aux);
/* Body with identity `id`: an asymmetric top in general position, the same wherever it lies. */
void fake_body_fill(fake_bodies *b, int64_t i, int64_t id);
fake_bodies *fake_bodies_filled(int64_t n, int layout, uint32_t aux);
/* All columns of one body, identity and aux included, as when it changes rank. */
void fake_body_copy(fake_bodies *to, int64_t j, const fake_bodies *from, int64_t i);
/* x p q l of the body at each place, and nothing else. */
void fake_set_state(fake_bodies *to, const fake_bodies *from);
/* x p q l of all bodies in the order of their identities: comparable between layouts. */
double *fake_state(const fake_bodies *b);
/* Everything in memory, gaps included. */
double *fake_snapshot(const fake_bodies *b);
bool fake_unchanged(const fake_bodies *b, const double *snapshot);

/* ---- forces ---------------------------------------------------------------------------------- */
typedef struct fake_host {
  rgs_host host; /* self points back here; ranks: all have the same bodies       */
  fake_bodies *bodies;
  double strength; /* scales the potential; 1                                     */
  bool driven;     /* the potential carries the factor 1 + sin(t)/2               */
  bool rods;       /* b lies along the third axis: no torque about that           */
  int64_t calls, forces, energies, gradients, slow_forces;
  double times[64]; /* of the first calls                                          */
  double last_time, last_energy;
  uint32_t last_what;
  int64_t fail_at;              /* this call (counted from 1) returns 7                        */
  int64_t spoil_at, spoil_body; /* at this call one component becomes spoil_value          */
  int spoil_component;          /* 0..2 of f, 3..5 of tau                                      */
  double spoil_value;
  int (*before)(struct fake_host *host); /* called first, may rebind; null               */
  int (*after)(struct fake_host *host, rgs_eval *request); /* but not of sums; null      */
  void *extra;
  const int64_t *system; /* of a batch: the system of each body, and where their energies belong */
  double *energy_of;
} fake_host;

void fake_host_init(fake_host *h, fake_bodies *b);
int fake_eval(void *self, rgs_eval *request, const rgs_view *view);
double fake_kinetic_translation(const fake_bodies *b);
double fake_kinetic_rotation(const fake_bodies *b);
/* Of rotation, about each axis of the body; and how many bodies can spin about it. */
void fake_kinetic_axes(const fake_bodies *b, double energy[3], double freedom[3]);

/* ---- memory ---------------------------------------------------------------------------------- */
/* Counts what passes through it; allocation number `fail_at` (from 1) fails, and so do later ones
 * if `for_good`. */
typedef struct fake_memory {
  rgs_allocator allocator;
  int64_t allocations, live, live_bytes, wrong_size, fail_at;
  bool for_good;
} fake_memory;
void fake_memory_init(fake_memory *m);

/* Of this process so far, and can they be counted here?  For programs with contract_allocations.c in them. */
int64_t allocations(void);
bool counts_allocations(void);

/* ---- bits ------------------------------------------------------------------------------------ */
uint64_t fake_hash(const void *data, size_t size);
