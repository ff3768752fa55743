/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The ensemble of the styles rigid/nvt, rigid/npt and rigid/nph: what their keywords say of the
 * temperature, the pressure, the bath and the piston, and the parameters of the library that follow.
 */
#ifndef RIGIDSTEP_ENSEMBLE_OF_STYLE_H
#define RIGIDSTEP_ENSEMBLE_OF_STYLE_H

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

class Ensemble {
public:
  typedef std::vector<std::pair<std::string, double>> Params;

  Ensemble() : kind(NONE) {}
  // What a style of this name keeps constant: rigid/nvt/.., rigid/npt/.., rigid/nph/.., or nothing
  Ensemble(const std::string &style, const std::string &id);

  bool on() const { return kind != NONE; }
  bool has_bath() const { return !bath_name.empty(); }
  bool has_piston() const { return kind == NPT || kind == NPH; }
  const std::string &bath() const { return bath_name; }
  const char *piston() const { return has_piston() ? "andersen" : nullptr; }
  bool moves_axis(int k) const { return has_piston() && axes[k]; }
  // Groups of atoms: those that move with the bodies, if they are in none (empty: no such keyword), and
  // those whose positions the piston scales
  const std::string &atoms() const { return atoms_group; }
  const std::string &dilated() const { return dilated_group; }
  // Groups of axes whose lengths change independently of each other
  int groups() const;
  // Without a target for the temperature, the constant temperature that the piston's mass and the
  // weight of the volume are made with is that of the bodies when the first run begins.
  bool wants_temperature() const { return on() && !has_target; }
  void set_temperature(double t) { temperature = { t, t }; }
  double temperature_at(double part) const { return temperature.at(part); }

  // The keywords that this style takes; does any style take this one?
  std::vector<std::string> keywords() const;
  static bool has_keyword(const char *word);
  /* Reads arg[0] and its values if it is one of our keywords, and returns the number of words read.
     `wrong`: what is wrong with them, or empty. */
  int take(int narg, char **arg, std::string &wrong);
  /* To be called after the last keyword.  Returns what is wrong with all of them together, or
     nothing.  Notes are warnings for the user. */
  std::string complete(int dimension, const int periodic[3]);
  std::vector<std::string> notes;

  // All parameters of bath and piston, and those that follow the targets, after this part of a run.
  Params params(const EnsembleUnits &) const;
  Params targets(double part, const EnsembleUnits &) const;

private:
  enum Kind { NONE, NVT, NPT, NPH } kind;
  enum { X, Y, Z };
  std::string bath_name;
  bool has_target = false, chose_bath = false, chose_chain = false;
  Ramp temperature = { 1.0, 1.0 };
  double relaxation = 0.0;
  bool axes[3] = { false, false, false };
  Ramp pressure[3] = {};
  double period[3] = { 0.0, 0.0, 0.0 };
  std::string coupled = "none", atoms_group, dilated_group = "all";
  double chain[3] = { 10, 1, 3 }; // links, parts of a step, order
  double seed = 0, piston_rate = -1;
  bool ends = false;

  void group_axes(int group[3]) const;
  double longest_period() const;
  std::string read_temp(char **arg);
  std::string read_pressure(const std::string &keyword, char **arg);
  std::string read_chain(char **arg);
  std::string read_langevin(char **arg);
  std::string read_word(const std::string &keyword, const char *value);
  std::string check_axes(int dimension, const int periodic[3]) const;
};

} // namespace rigidstep_lammps

#endif
