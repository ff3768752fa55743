/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The box of LAMMPS while a piston moves it: an interval about a fixed centre for each axis.  The tilt factors
 * of a triclinic box are components along x (xy, xz) and y (yz) of its vectors, and scale as all that lies
 * along these axes does.
 */
#ifndef RIGIDSTEP_MOVING_BOX_H
#define RIGIDSTEP_MOVING_BOX_H

#include "pointers.h"

namespace rigidstep_lammps {

class MovingBox : protected LAMMPS_NS::Pointers {
public:
  explicit MovingBox(LAMMPS_NS::LAMMPS *lmp) : Pointers(lmp) {}

  // Lengths and centre as LAMMPS has them now; in two dimensions the third length is 1.
  void read();
  const double *lengths() const { return length; }
  const double *centre() const { return middle; }
  // Is LAMMPS' box still as set() left it with these lengths?
  bool is_as_set(const bool moves[3], const double lengths[3]) const;
  void set_centre(const double centre[3]);
  // Sets the box where it is another one, and what depends on it but for positions and lists.
  void set(const bool moves[3], const double lengths[3]);

private:
  double length[3] = { 0.0, 0.0, 0.0 }, middle[3] = { 0.0, 0.0, 0.0 };
};

} // namespace rigidstep_lammps

#endif
