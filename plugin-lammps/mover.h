/* SPDX-License-Identifier: GPL-2.0-only
 *
 * A method at work on the bodies of one fix: the library's stepper, and what it asks of whoever has
 * the arrays.
 */
#ifndef RIGIDSTEP_MOVER_H
#define RIGIDSTEP_MOVER_H

#include "staged.h"

#include "pointers.h"

#include <string>

namespace rigidstep_lammps {

class Mover : protected LAMMPS_NS::Pointers {
 public:
  // `speaker` begins every error
  Mover(LAMMPS_NS::LAMMPS *, const std::string &speaker, MethodChoice &&, MethodPtr &&);

  const Scheme &scheme() const { return its; }
  const MethodChoice &choice() const { return chosen; }

  // fix_modify: takes the words it begins with if they are ours; returns how many it took
  int modify(int narg, char **arg);
  // Stops all ranks where it cannot give what the scheme asks.
  void check_run_style() const;

  void changed() { stamp++; }    // the bodies, but for their motion
  void start();                  // the forces on the bodies are those of where they are
  // of x, v, q, l, mass, inertia, f and tau of n bodies
  rgs_view view(int64_t n, const rgs_column columns[8]);
  rgs_status bind(const rgs_view &, rgs_error &);
  rgs_status check(rgs_error &) const;
  // `at` tells where in the step forces are wanted, as a fraction of it
  rgs_status advance(double dt, double &at, rgs_error &);
  // Sum of the values of an output; nan if there is none, or none yet.
  double told(const char *key) const;

 private:
  struct BodiesDeleter  { void operator()(rgs_bodies *b) const { rgs_bodies_destroy(b); } };
  struct StepperDeleter { void operator()(rgs_stepper *s) const { rgs_stepper_destroy(s); } };

  std::string speaker;
  // destroyed from the last to the first: each needs those above it
  MethodChoice chosen;
  MethodPtr method;
  std::unique_ptr<rgs_bodies, BodiesDeleter> bodies;
  std::unique_ptr<rgs_stepper, StepperDeleter> stepper;
  Scheme its;
  uint32_t carried;    // doubles a body, from one evaluation to the next
  std::vector<double> carry;
  int64_t capacity;    // bodies reserved for
  uint64_t stamp;

  void note_scheme();
};

}    // namespace rigidstep_lammps

#endif
