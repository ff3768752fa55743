/* SPDX-License-Identifier: GPL-2.0-only */
#include "minimize/stall.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rigidstep_lammps {

static const double MUCH = 10.0; // the error over the work
static const double FALLS = 0.5; // the norm in that many iterations, if all is well

void Stall::clear() {
  lowest = std::numeric_limits<double>::infinity();
  iteration = known = 0;
  error2 = work2 = 0.0;
}

double Stall::error() const { return known ? std::sqrt(error2 / known) : 0.0; }

double Stall::work() const { return known ? std::sqrt(work2 / known) : 0.0; }

bool Stall::note(double change, double its_work, double force) {
  const double beyond = change + its_work;
  error2 += beyond * beyond;
  work2 += its_work * its_work;
  known++;
  return note(force);
}

bool Stall::note(double force) {
  if (found) return false;
  if (iteration == LENGTH) {
    before = std::min(before, lowest);
    clear();
  }
  lowest = std::min(lowest, force);
  if (++iteration < LENGTH) return false;
  found = known >= LEAST_KNOWN && lowest > FALLS * before && error() > MUCH * work();
  return found;
}

} // namespace rigidstep_lammps
