/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The ensemble of the styles rigid/nvt, rigid/npt and rigid/nph: what their keywords say of the
 * temperature, the pressure, the thermostat and the barostat, and the parameters of the library that follow.
 */
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rigidstep_lammps {

/* A target that changes during a run. */
struct Ramp {
  double start, stop;
  double at(double part) const { return start + part * (stop - start); }
};

/* Boltzmann's constant and the unit of pressure, in mass, length and time. */
struct EnsembleUnits {
  double boltz, pressure;
};

/* What the keywords of these styles say. */
struct EnsembleWords {
  std::string thermostat_name,
      barostat_name; // empty: none; the barostat that the other keywords need
  bool has_target = false, chose_thermostat = false, chose_chain = false;
  Ramp temperature = { 1.0, 1.0 };
  double relaxation = 0.0;
  // Strains of the box: the lengths x, y, z, and the shears xy, xz, yz
  enum { X, Y, Z, XY, XZ, YZ, STRAINS };
  bool moving[STRAINS] = {};
  Ramp pressure[STRAINS] = {};
  double period[STRAINS] = {};
  std::string coupled = "none", atoms_group, dilated_group = "all";
  enum { LINKS, CHAIN_PARTS, CHAIN_NUMBERS = 3 };
  double chain[CHAIN_NUMBERS] = { 10, 1, 3 }; // the last: the order
  double seed = 0, barostat_rate = -1;
  bool chose_seed = false;
  // Where other worlds or replicas may read the same restart file: the seeds made for this one
  const std::set<double> *own_seeds = nullptr;
  int ends = -1; // where the thermostat acts, 0 or 1; -1: the library decides, by the scheme
  bool thermostat_momentum =
      false; // the total momentum belongs to the thermostat, because walls or others change it
  bool keeps_tilt = false, scales_tilt = false, flips = true;
  bool replaces = false;          // with a suffix the style stands for LAMMPS' style
  std::vector<std::string> notes; // warnings for the user

  void choose_seed(double);
  void keep_temperature(const double values[3]); // Tstart Tstop Tdamp
  // Pstart Pstop Pdamp, along the axes of these names; `coupled`: those that keep one ratio
  void keep_pressure(const char *names, const double values[3], const char *joined = "");
  void keep_strain(int strain, const double values[3]); // the same for one of X to YZ
  void keep_tension(const double values[3]);            // of lengths and angles: keyword tri
  void choose_thermostat(const char *name);
  void choose_chain(const double *values, int first, int n); // so many, from this one on
  void give_temperature(double t);                           // without a thermostat: the barostat's
};

class Ensemble : public EnsembleWords {
public:
  typedef std::vector<std::pair<std::string, double>> Params;

  enum Kind : unsigned { NVE = 1, NVT = 2, NPT = 4, NPH = 8 }; // a bit each

  Ensemble() : its_kind(NVE) {}
  // What a style of this name keeps constant: rigid/nvt/.., rigid/npt/.., nph/asphere/.., or nothing
  explicit Ensemble(const std::string &style);

  Kind kind() const { return its_kind; }
  // A seed that follows from this name, where none was chosen; `made`: kept for the process
  void make_seed(const std::string &name, std::set<double> &made, bool shares_files);
  // May the seed of a restart file go on here?
  bool may_take(double seed) const;
  // The style of this kind for the same bodies, without its ending: rigid/nvt or nvt/asphere, for messages
  std::string style_of(Kind) const;
  bool moves_particles() const { return !particles.empty(); } // single ones
  bool on() const { return its_kind != NVE; }
  bool has_thermostat() const { return !thermostat_name.empty(); }
  bool has_barostat() const { return its_kind == NPT || its_kind == NPH; }
  const std::string &thermostat() const { return thermostat_name; }
  bool scales() const {
    return thermostat_name == "csvr" || thermostat_name == "nhc";
  } // all momenta alike
  const char *barostat() const {
    if (!has_barostat()) return nullptr;
    return !barostat_name.empty() ? barostat_name.c_str() : shears() ? "flexible" : "andersen";
  }
  bool moves(int strain) const { return has_barostat() && moving[strain]; }
  bool shears() const { return moves(XY) || moves(XZ) || moves(YZ); }
  // Groups of atoms: those that move with the bodies, if they are in none (empty: no such keyword), and
  // those whose positions the barostat scales
  const std::string &atoms() const { return atoms_group; }
  const std::string &dilated() const { return dilated_group; }
  // If there is no target for the temperature, the barostat's mass and the weight of the volume are made with
  // the temperature of the bodies at the beginning of the first run.
  bool wants_temperature() const { return on() && !has_target; }
  void set_temperature(double t) { temperature = { t, t }; }
  double temperature_at(double part) const { return temperature.at(part); }
  double longest_period() const;              // Pdamp
  std::string times(bool has_friction) const; // of thermostat and barostat, for the log

  /* To be called after the last keyword.  Returns what is wrong with all of them together, or
     nothing. */
  std::string complete(int dimension, const int periodic[3], bool triclinic);

  // All parameters of thermostat and barostat, and those that follow the targets, after this part of a run.
  Params params(const EnsembleUnits &) const;
  Params targets(double part, const EnsembleUnits &) const;

private:
  Kind its_kind;
  std::string particles; // asphere of nvt/asphere/rgs; empty: the style is one of rigid/..

  int group_axes(int group[3]) const;
  std::string check_axes(int dimension, const int periodic[3]) const;
  std::string check_shears(int dimension, bool triclinic, const int periodic[3]) const;
  void note_shape();
};

} // namespace rigidstep_lammps
