/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The global vector of our fixes: energies and temperatures of the bodies, plain and refined, the
 * total energy, and the energy that langevin has added.  Values that are not available are nan:
 * refined ones before the second step, with a rotor that has none and under rRESPA, all in the
 * middle of a step.
 */
#ifndef RIGIDSTEP_BODY_OUTPUTS_H
#define RIGIDSTEP_BODY_OUTPUTS_H

#include "pointers.h"

namespace LAMMPS_NS {
class Fix;
}

namespace rigidstep_lammps {

/* What the outputs ask of a fix.  Numbers are the share of this rank; the shares of all ranks are
   added. */
class BodySource {
public:
  virtual bool have_bodies() const = 0;          // on all ranks
  virtual double value_of(const char *key) = 0;  // of the library, in its unit
  virtual double freedom(bool rotation) = 0;     // degrees of freedom that temperatures count
  virtual double idle_energy(bool rotation) = 0; // kinetic energy of the others, in LAMMPS' unit
  virtual double heat_given() = 0;               // by langevin in this run, in LAMMPS' unit
  virtual bool has_ensemble() const = 0;         // of bath or piston, by the style
  virtual double coupling_energy() = 0;          // in LAMMPS' unit
  virtual double mid_temperature(bool rotation) = 0; // after the bath acted; of all ranks
  virtual double pressure(int axis) = 0;             // molecular; of all ranks
  virtual bool moves_freely() const = 0; // without thermostat and levels, so refined values hold
  virtual bool moves(int i) const = 0;   // atom i of this rank is in a body

protected:
  ~BodySource() = default; // nobody owns one by this name
};

class BodyOutputs : protected LAMMPS_NS::Pointers {
public:
  BodyOutputs(LAMMPS_NS::LAMMPS *, BodySource &);
  static void declare(LAMMPS_NS::Fix *, bool ensemble); // the vector
  double coupling_energy();
  double value(int i);  // to be asked on all ranks
  double temperature(); // of all degrees of freedom; to be asked on all ranks
  void begin_run();
  void swapped() { recorded.samples = 0; } // the method is another one
  void end_of_step();

private:
  BodySource &source;
  bool recording, have_start;
  double start_energy;
  struct {
    int samples;
    LAMMPS_NS::bigint step; // of the last one
    double h, u[3], k[2];
  } recorded;

  double sum_over_ranks(double mine) const;
  double kinetic(const char *of_translation, const char *of_rotation);
  double energy_of(const char *key);
  double temperature(const char *key, bool rotation);
  void free_atoms(double &kinetic, double &correction) const;
  double potential_energy();
  double energy();
  void record_energies();
  double refined_energy();
};

} // namespace rigidstep_lammps

#endif
