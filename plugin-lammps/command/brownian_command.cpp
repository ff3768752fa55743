/* SPDX-License-Identifier: GPL-2.0-only */
#include "command/brownian_command.h"

#include "domain.h"
#include "error.h"
#include "lammps.h"

#include <cmath>
#include <cstdlib>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const double NEVER_MOVES = 1e150; // friction: the largest that the library takes

static bool is_positive(double a) { return a > 0.0 && a <= NEVER_MOVES; }
static bool is_any(double) { return true; }
static bool is_seed(double a) { return a >= 1.0 && a <= 2147483647.0 && a == std::floor(a); }

BrownianCommand::BrownianCommand(LAMMPS *l, const std::string &who, int narg, char **arg)
    : temperature(0.0), rotation_temperature(0.0), seed(0.0), friction(), friction_rotation(),
      has_dipole(false), dipole(), lmp(l), prefix(who), words(arg, arg + narg), next(3), given(),
      noise(true), planar(false) {
  if (words.size() < 5)
    stop("expected temp seed, and keywords gamma_t_eigen and gamma_r_eigen, after the style");
  temperature = number("temp", "a number > 0", is_positive);
  seed = number("seed", "a whole number from 1 to 2147483647", is_seed);
  while (next < words.size()) read_keyword(words[next++]);
  if (!given[0] || !given[1])
    stop(std::string("keyword ") + (given[0] ? "gamma_r_eigen" : "gamma_t_eigen") +
         " is missing; give three frictions after it, for the axes of the body");
  if (planar)
    for (int k = 0; k < 2; k++) friction_rotation[k] = NEVER_MOVES;
  if (!(rotation_temperature > 0.0)) rotation_temperature = temperature;
  if (!noise) temperature = rotation_temperature = 0.0;
}

void BrownianCommand::stop(const std::string &text) const {
  lmp->error->all(FLERR, prefix + text);
  abort(); // never reached: which compilers do not see in some releases
}

std::string BrownianCommand::word(const std::string &of) {
  if (next >= words.size()) stop(of + " needs a value after it");
  return words[next++];
}

double BrownianCommand::number(const std::string &of, const char *allowed,
                               bool (*is_allowed)(double)) {
  const std::string text = word(of);
  char *end = nullptr;
  const double value = strtod(text.c_str(), &end);
  if (end == text.c_str() || *end || !std::isfinite(value) || !is_allowed(value))
    stop(of + " is " + text + "; must be " + allowed);
  return value;
}

/* In two dimensions a body neither leaves the plane nor rotates out of it, which LAMMPS wants to be written as the
   friction inf. */
double BrownianCommand::friction_of(const std::string &keyword, int axis, bool may_move) {
  const std::string of = "keyword " + keyword + ": value " + std::to_string(axis + 1);
  if (may_move) return number(of, "a number > 0", is_positive);
  const std::string text = word(of);
  if (text != "inf") stop(of + " is " + text + "; must be inf in two dimensions");
  return NEVER_MOVES;
}

void BrownianCommand::read_frictions(const std::string &keyword, double values[3]) {
  const bool rotation = keyword == "gamma_r_eigen", plane = lmp->domain->dimension == 2;
  given[rotation] = true;
  for (int k = 0; k < 3; k++) values[k] = friction_of(keyword, k, !plane || rotation == (k == 2));
}

void BrownianCommand::read_noise() {
  const std::string kind = word("keyword rng");
  noise = kind != "none";
  if (noise && kind != "uniform" && kind != "gaussian")
    stop("keyword rng has the value " + kind + "; must be none, uniform or gaussian");
}

void BrownianCommand::read_keyword(const std::string &keyword) {
  if (keyword == "rng") return read_noise();
  if (keyword == "gamma_t_eigen") return read_frictions(keyword, friction);
  if (keyword == "gamma_r_eigen") return read_frictions(keyword, friction_rotation);
  if (keyword == "rotation_temp") {
    rotation_temperature = number("keyword rotation_temp", "a number > 0", is_positive);
    return;
  }
  if (keyword == "dipole") {
    has_dipole = true;
    for (double &component : dipole) component = number("keyword dipole", "a number", is_any);
    return;
  }
  if (keyword == "planar_rotation") {
    if (lmp->domain->dimension == 2)
      stop("keyword planar_rotation is for three dimensions; leave it out");
    planar = true;
    return;
  }
  if (keyword == "gamma_t" || keyword == "gamma_r")
    stop("keyword " + keyword + " is for spheres; give the friction three times after " + keyword +
         "_eigen");
  if (keyword == "rotation_style")
    stop("keyword rotation_style is for fix brownian/sphere; leave it out");
  stop("unknown keyword " + keyword +
       "; keywords are gamma_t_eigen, gamma_r_eigen, rng, dipole, rotation_temp and "
       "planar_rotation");
}

} // namespace rigidstep_lammps
