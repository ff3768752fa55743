/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Keyword inertia: by what the moments of inertia of bodies are multiplied.  Averages of positions do
 * not depend on them, and slow librations allow a longer step.
 */
#ifndef RIGIDSTEP_MOMENT_FACTORS_H
#define RIGIDSTEP_MOMENT_FACTORS_H

#include <string>
#include <vector>

namespace rigidstep_lammps {

class MomentFactors {
public:
  // `words`: FACTOR for all types of atoms, TYPES:FACTOR for some; later ones replace earlier ones.
  // Returns what is wrong with them, or nothing.
  std::string choose(const std::string &words, int types);

  bool on() const { return !factors.empty(); }
  double of(int type) const { return on() ? factors[type] : 1.0; }
  // The square root of the factor, by which the angular momentum grows at the same energy
  double root_of(int type) const { return on() ? roots[type] : 1.0; }

  // Types that a word names, and the word
  struct Range {
    int first, last;
    std::string word;
  };
  const std::vector<Range> &ranges() const { return named; }

private:
  std::vector<double> factors, roots; // by type; empty: all are 1
  std::vector<Range> named;
};

} // namespace rigidstep_lammps

#endif
