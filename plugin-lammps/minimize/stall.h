/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Has a minimisation come to where its forces are no longer the gradient of its energy?
 *
 * Near a minimum, forces f and f' at both ends of a move by d change the energy by -(f + f').d/2.  What
 * the energy changes beyond that is an error of energy and forces: of tables, or of interactions that
 * jump at a cutoff.  Where the error is much larger than the work of the forces, and the forces no
 * longer become smaller, more iterations do not help.
 */
#pragma once

namespace rigidstep_lammps {

class Stall {
public:
  // `force`: the norm at the start
  explicit Stall(double force) : before(force), found(false) { clear(); }

  // An iteration: how the energy changed, the work that the forces did, and their norm after it.
  // True once, when the minimisation stalls.
  bool note(double change, double work, double force);
  // An iteration whose work is not known
  bool note(double force);

  // In the iterations that showed it: the lowest norm, and the root mean square of the energy's change
  // beyond the work, and of the work
  double force() const { return lowest; }
  double error() const;
  double work() const;
  static int iterations() { return LENGTH; }

private:
  static const int LENGTH = 200;     // iterations that are looked at together
  static const int LEAST_KNOWN = 20; // of these, with known work
  double before;                     // lowest norm before these iterations
  double lowest;
  int iteration, known;
  double error2, work2; // sums of squares
  bool found;

  void clear();
};

} // namespace rigidstep_lammps
