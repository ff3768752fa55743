/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What a command fix ID group brownian/asphere/rgs temp seed [keyword value ...] says.
 */
#pragma once

#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace rigidstep_lammps {

class BrownianCommand {
public:
  // Stops LAMMPS with a sentence that begins with `prefix` if a word is wrong.
  BrownianCommand(LAMMPS_NS::LAMMPS *, const std::string &prefix, int narg, char **arg);

  double temperature, rotation_temperature; // 0 without noise
  double seed;
  double friction[3], friction_rotation[3]; // along and about the axes of the body
  bool has_dipole;
  double dipole[3]; // in the body

private:
  LAMMPS_NS::LAMMPS *lmp;
  std::string prefix;
  std::vector<std::string> words;
  size_t next; // word to be read

  [[noreturn]] void stop(const std::string &text) const;
  std::string word(const std::string &of);
  double number(const std::string &of, const char *allowed, bool (*is_allowed)(double));
  double friction_of(const std::string &keyword, int axis, bool may_move);
  void read_frictions(const std::string &keyword, double values[3]);
  void read_noise();
  void read_keyword(const std::string &keyword);
  bool given[2]; // frictions of translation and of rotation
  bool noise, planar;
};

} // namespace rigidstep_lammps
