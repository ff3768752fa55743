/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Langevin thermostat on the momenta of rigid bodies: friction and noise as the exact solution of
 *   dp = -p/damp dt + sqrt(2 m kT/damp) dW,   dy_k = -y_k/damp dt + sqrt(2 I_k kT/damp) dW_k,
 * y the angular momentum about the principal axes, for a time h between two steps (the O step of
 * Leimkuhler and Matthews; of rigid bodies "Langevin C" of Davidchack, Ouldridge and Tretyakov,
 * J. Chem. Phys. 142, 144114 (2015), arXiv 1412.5813).  Neither forces nor positions change.
 *
 * Noise is a function of seed, body and the number of the step alone: the same on any number of
 * processors, in any order of bodies, and after a restart.  Steps are counted here, because a
 * script may set LAMMPS' time step back, and noise must not repeat.
 */
#ifndef RIGIDSTEP_BODY_LANGEVIN_H
#define RIGIDSTEP_BODY_LANGEVIN_H

#include <rigidstep/bodies.h>

#include <cstdint>
#include <string>

namespace rigidstep_lammps {

class BodyLangevin {
public:
  BodyLangevin() : active(false), start(0.0), stop(0.0), damp(0.0), seed(0), counted(NONE) {}

  void choose(const double values[4]); // Tstart Tstop damp seed
  bool on() const { return active; }
  // Target temperature after this fraction of a run
  double target(double fraction) const { return start + fraction * (stop - start); }

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
  // Changes p and l of all bodies of the view, in which p is the velocity.  body[i] is a number
  // that stands for body i on every rank.  Returns the kinetic energy, in mass velocity^2, that the
  // first `own` bodies have gained.
  double apply(const rgs_view &b, const int64_t *body, int64_t own, const Step &step) const {
    return apply(b, body, own, step, 0, b.n);
  }
  // The same for bodies from `begin` to before `end`.
  double apply(const rgs_view &, const int64_t *body, int64_t own, const Step &, int64_t begin,
               int64_t end) const;

private:
  bool active;
  double start, stop, damp;
  uint32_t seed;
  int64_t counted; // number of the last step

  void noise(int64_t body, int64_t step, double out[6]) const;
};

} // namespace rigidstep_lammps

#endif
