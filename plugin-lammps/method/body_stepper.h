/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The library's stepper, for bodies in columns that LAMMPS or a store allocates.
 */
#pragma once

#include "body_threads.h"
#include "method/method_choice.h"

#include "pointers.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace rigidstep_lammps {

class BodyStepper : protected LAMMPS_NS::Pointers {
public:
  // `prefix` begins every error
  // `ranks`: number of those whose sums are added up, if the method may ask for sums over ranks and for
  // the virial; 0: it asks for neither
  BodyStepper(LAMMPS_NS::LAMMPS *, const std::string &prefix, const ContextPtr &, MethodPtr &&,
              int ranks);

  int aux_size() const { return (int)n_aux; }
  const rgs_method *method() const { return its_method.get(); }
  void swap(MethodPtr &&);

  void changed() { revision++; } // the bodies have changed otherwise than by their motion
  void start();                  // forces and positions of the bodies belong together
  // Columns: x, v, q, l, mass, inertia, f and tau of n bodies.
  rgs_view view(int64_t n, const rgs_column columns[8]);
  rgs_status bind(const rgs_view &, rgs_error &);
  rgs_status check(rgs_error &) const;
  // `at`: where in the step the next forces are evaluated, as a fraction of the step
  rgs_status advance(double dt, double &at, rgs_error &);
  // The same for a caller that adds up sums itself, where several steppers share them.
  rgs_status go_on_without_sums(double dt, rgs_error &);
  rgs_eval &asked() { return request; }
  // Of a processed scheme, after a step: goes on towards the physical state, to the next force
  // evaluation or the end.
  rgs_status process(double dt, double &at, rgs_error &);
  rgs_status unprocess(rgs_error &); // back to what is propagated, in every bit
  // Steps go on from the state that is shown.
  void stay_shown(bool forces_hold);
  // Sum of the values of an output; nan if there is none, or none yet.
  double value_of(const char *key) const;
  // False: not known, or no such output.
  bool output(const char *key, double *values, int n) const;

  // ---- thermostat and barostat
  // Is the virial wanted beside the forces?  Then it is to be given before the next advance().
  bool asks() const { return waits; } // for forces
  bool asks_slow() const;             // for the forces of the outer level of run_style respa
  bool asks_virial() const { return waits && (request.what & RGS_EVAL_VIRIAL); }
  void give_virial(const double share[9]) { std::copy(share, share + 9, request.virial); }
  void set_cell(const rgs_cell &);
  // False: it was not told yet, or not since the method was changed.
  bool cell(rgs_cell &) const;
  void set_param(const std::string &key, double value);
  double param(const std::string &key) const;
  void set_step(uint64_t step);
  // What thermostat, barostat and noise keep, as bytes; load_ensemble() returns what is wrong with them.
  std::string save_ensemble() const;
  std::string load_ensemble(const std::string &);

protected:
  std::string prefix;

private:
  struct BodiesDeleter {
    void operator()(rgs_bodies *b) const { rgs_bodies_destroy(b); }
  };
  struct StepperDeleter {
    void operator()(rgs_stepper *s) const { rgs_stepper_destroy(s); }
  };

  // Destroyed from the last to the first, since each needs those above it.
  Threads threads; // share a step of the library
  ContextPtr context;
  MethodPtr its_method;
  std::unique_ptr<rgs_bodies, BodiesDeleter> bodies;
  std::unique_ptr<rgs_stepper, StepperDeleter> stepper;
  rgs_eval request;
  bool waits;     // for the answer to a request
  uint32_t n_aux; // doubles a body that the scheme keeps between two evaluations
  std::vector<double> aux;
  int64_t capacity; // number of bodies memory is reserved for
  uint64_t revision;

  void note_aux();
  double fraction(double dt) const;
};

} // namespace rigidstep_lammps
