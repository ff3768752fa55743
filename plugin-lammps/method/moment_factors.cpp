/* SPDX-License-Identifier: GPL-2.0-only */
#include "method/moment_factors.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace rigidstep_lammps {

/* A number, *, n*, *n or m*n, as LAMMPS writes ranges of types */
static bool read_range(const std::string &text, int types, int &first, int &last) {
  const size_t star = text.find('*');
  const std::string low = text.substr(0, star),
                    high = star == std::string::npos ? low : text.substr(star + 1);
  if (text.empty() || (low + high).find_first_not_of("0123456789") != std::string::npos)
    return false;
  first = low.empty() ? 1 : atoi(low.c_str());
  last = high.empty() ? types : atoi(high.c_str());
  return first >= 1 && first <= last && last <= types;
}

std::string MomentFactors::choose(const std::string &words, int types) {
  std::istringstream text(words);
  factors.assign((size_t)types + 1, 1.0);
  named.clear();
  for (std::string word; text >> word;) {
    const size_t colon = word.find(':');
    const std::string number = colon == std::string::npos ? word : word.substr(colon + 1);
    Range its = { 0, types, word };
    char *end;
    const double factor = strtod(number.c_str(), &end);
    if (number.empty() || *end || !std::isfinite(factor) || !(factor > 0.0))
      return "keyword inertia: the factor is " + (number.empty() ? "missing" : number) +
             "; must be a number > 0";
    if (colon != std::string::npos) {
      if (!read_range(word.substr(0, colon), types, its.first, its.last))
        return "keyword inertia: the types are " + word.substr(0, colon) + "; must be from 1 to " +
               std::to_string(types) + ", as 2 or 1*3";
      named.push_back(its);
    }
    std::fill(factors.begin() + its.first, factors.begin() + its.last + 1, factor);
  }
  if (std::all_of(factors.begin(), factors.end(), [](double f) { return f == 1.0; }))
    factors.clear();
  roots.clear();
  for (const double factor : factors) roots.push_back(std::sqrt(factor));
  return std::string();
}

} // namespace rigidstep_lammps
