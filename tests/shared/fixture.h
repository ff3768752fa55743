/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fixture.h - what tests of the calls begin with: one of everything a host makes, structs of other
 * sizes than this header's and a rotor that notes what it is called with.
 */
#pragma once
#include "host_fake.h"
#include "module_of.h"

/* ---- one of everything ----------------------------------------------------------------------- */
typedef struct fixture {
  rgs_context *context;
  fake_bodies *world;
  rgs_bodies *bodies;
  rgs_method *method; /* strang                                                      */
  rgs_stepper *stepper;
  fake_host host;
} fixture;

extern const rgs_method_spec strang;
/* Of n bodies, until the end of the case or the next call for this fixture, which therefore outlives the
 * case. */
void open_fixture(fixture *s, int64_t n);

/* ---- structs of other sizes ------------------------------------------------------------------ */
#define OTHER_MAJOR ((RGS_ABI_MAJOR + 1u) << 16)
#define LATER_MINOR ((RGS_ABI_MAJOR << 16) | (RGS_ABI_MINOR + 5u))

/* Heads no library may accept, whatever struct they stand before. */
enum { BAD_HEADS = 8 };
extern const rgs_head bad_heads[BAD_HEADS];

/* A struct in memory of its own of exactly head.size bytes, so that the sanitizers see any read
 * behind it; what is longer than the known struct holds a pattern. */
void *resized(const void *known, size_t size, size_t want);

/* ---- a rotor that notes what it is called with ----------------------------------------------- */
typedef struct spy_seen {
  double gain;
  int64_t steps, flag;
} spy_seen; /* its parameters       */
extern spy_seen seen;
extern rgs_head seen_head; /* of the call                                                 */
extern int64_t seen_calls;

rgs_status spy_flow(const rgs_flow *call, int64_t *bad);
extern const rgs_about spy_about;
extern const rgs_rotor spy;
extern const rgs_rotor *const spies[];
extern const rgs_module spy_module;
extern const rgs_method_spec spy_spec;

/* Makes the method, steps once, so that `seen` holds its parameters. */
void look(fixture *s, const rgs_method_spec *spec);

/* How many methods a context knows. */
typedef struct counts {
  int64_t rotors, schemes, integrators;
} counts;
counts known(const rgs_context *c);
void same_counts(counts want, const rgs_context *c);
