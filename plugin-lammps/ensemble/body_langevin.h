/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Keyword langevin: the library's thermostat langevin, with its formulas and its noise, for a whole step h
 * before each step of the scheme.  So it works with every scheme and in the levels of rRESPA, and on some
 * components of a body's momenta alone, which the thermostat inside the library's step does not.
 *
 * Noise is a function of seed, body and the number of the step alone.  Steps are counted here, because a
 * script may set LAMMPS' time step back, and noise must not repeat.
 */
#pragma once

#include "body_threads.h"
#include "ensemble/ensemble.h"

#include <rigidstep/bodies.h>

#include <cstdint>

namespace rigidstep_lammps {

class BodyLangevin {
public:
  void choose(const double values[4]); // Tstart Tstop damp seed
  bool on() const { return active; }
  // Target temperature after this fraction of a run
  double target(double fraction) const { return temperature.at(fraction); }

  // The number of the step that begins.  The first one has the number of LAMMPS' time step.
  int64_t next_step(int64_t timestep);
  enum : int64_t { NONE = -1 }; // no step was counted yet
  int64_t last_step() const { return counted; }
  void go_on_after(int64_t step) { counted = step; }

  struct Step {
    int64_t number; // of the step that begins, from next_step()
    double h, kt;   // kt: Boltzmann's constant times temperature, in mass velocity^2
    int dimension;  // in 2 a body moves in x and y and turns about z
  };
  // Changes p and l of all bodies of the view, in which p is the velocity.  tag[i] is a number that
  // stands for body i on every rank.  moves: null, or six numbers a body; components of p and l whose
  // number is 0 stay as they are.
  void apply(const Threads &, const rgs_view &, const int64_t *tag, int64_t own,
             const double *moves, const Step &);
  // Kinetic energy that the first `own` bodies have gained since begin_run(), in mass velocity^2
  double energy_given() const { return given; }
  void begin_run() { given = 0.0; }

private:
  bool active = false;
  Ramp temperature = { 0.0, 0.0 };
  double damp = 0.0;
  uint32_t seed = 0;
  int64_t counted = NONE; // number of the last step
  double given = 0.0;

  struct Application;
  static double apply(const Application &, const rgs_view &, int64_t i, uint64_t tag,
                      const double *moves);
};

} // namespace rigidstep_lammps
