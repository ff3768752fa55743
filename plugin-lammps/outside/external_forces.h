/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies that other programs read and push (keyword external).  The fix has a local array with a row for
 * each body of this rank, which a program gets without a copy from LAMMPS' library interface
 * (lammps_extract_fix, numpy.extract_fix).  It may write into the last six columns: a force and a torque
 * that each evaluation adds, besides what variables give.  Rows follow their bodies from rank to rank.
 * With external_counts yes their virial and their work count.
 */
#pragma once

#include "bodies/body_store.h"

#include "pointers.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace LAMMPS_NS {
class Fix;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

class ExternalForces : protected LAMMPS_NS::Pointers {
public:
  // `words`: six, v_NAME of an equal-style variable or a number; none: there is no keyword
  bool counted() const { return counts; }
  ExternalForces(LAMMPS_NS::LAMMPS *, const std::vector<std::string> &words, bool counts,
                 const std::string &prefix);

  bool on() const { return !words.empty(); }
  void declare(LAMMPS_NS::Fix *); // the local array
  void find_variables();          // stops where one is missing
  // Forces on bodies have been summed: adds those from outside, and shows the bodies.
  void apply(BodyStore &);
  void show(BodyStore &); // positions, momenta and forces as they are now

  // Work of this rank's bodies in a run, by the trapezoidal rule
  void begin_run();
  void end_step();
  double work() const { return done; }
  // image: the image flags of a body
  void add_virial(double virial[6],
                  const std::function<LAMMPS_NS::imageint(int body)> &image) const;

private:
  enum {
    ID,
    MASS,
    MOMENTS,
    X = 5,
    Q = 8,
    P = 12,
    L = 15,
    FORCE = 18,
    TORQUE = 21,
    PUSH = 24,
    COLUMNS = 30
  };
  struct Push {
    double of[6];
  };
  std::vector<std::string> words;
  std::string prefix;
  LAMMPS_NS::Fix *fix;
  std::vector<int> variables; // -1: a number, which `constant` has
  Push constant;
  bool counts;
  double power, done;
  std::vector<double> acting; // six numbers per body, of the last evaluation
  std::vector<double> rows;
  std::vector<double *> starts; // of rows

  std::unordered_map<int64_t, Push> written() const;
  Push of_variables();
  double power_now() const;
  void make_rows(BodyStore &, const std::unordered_map<int64_t, Push> &);
};

} // namespace rigidstep_lammps
