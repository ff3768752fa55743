/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_loop.h - the mathematics of baths and pistons put together in a loop of its own, which
 * shares no line with the stepper.
 */
#ifndef TEST_BATHS_ENSEMBLE_LOOP_H
#define TEST_BATHS_ENSEMBLE_LOOP_H
#include "ensemble_systems.h"

#include "baths/baths.h"
#include "baths/langevin.h"
#include "baths/nhc.h"
#include "baths/andersen.h"

typedef struct loop_settings {
  const char *command, *potential, *bath, *axes, *scheme;
  double n, damp, pdamp, h, time, seed, p, kt, volume, difference;
} loop_settings;

typedef struct loop {
  box_of_bodies box;
  rgs_bath_bodies bodies;
  int groups, group_of[3]; /* -1: a fixed axis */
  rgs_piston piston[3];
  double target[3], mean, reference, kt, still;
  rgs_nhc chain[2];
  rgs_nhc_state links[2];
  double heat;
  uint64_t step;
} loop;

void loop_begin(loop *r, const loop_settings *s);
void loop_fly(loop *r, double t);
void loop_kick(loop *r, double t);
/* Kick, flight, bath, flight, kick. */
void loop_step(loop *r, const loop_settings *s);
/* The energy that is constant at constant enthalpy, and but for the heat else. */
double loop_energy(const loop *r);

#endif
