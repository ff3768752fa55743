/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies in columns (body_blocks.h), and in LAMMPS' own arrays where LAMMPS reads them.  `newest` says
 * which of the two has the present values; only the four functions that get the bodies for reading or for
 * writing change it.
 */
#pragma once

#include "columns/body_blocks.h"

#include <functional>

namespace rigidstep_lammps {

class MirroredBlocks : public BodyBlocks {
public:
  // Where LAMMPS' arrays are at this moment, and how many bodies they have.
  typedef std::function<BodyFields()> Arrays;
  typedef std::function<int()> Number;
  MirroredBlocks(LAMMPS_NS::LAMMPS *lmp, const Arrays &a, const Number &n)
      : BodyBlocks(lmp), arrays(a), number(n), newest(IN_ARRAYS) {}

  bool arrays_are_newest() const { return newest == IN_ARRAYS; }
  void read_columns() {
    if (newest != IN_ARRAYS) return;
    load(number(), arrays());
    newest = IN_BOTH;
  }
  void write_columns() {
    read_columns();
    newest = IN_COLUMNS;
  }
  // False: they had the present values.
  bool read_arrays() {
    if (newest != IN_COLUMNS) return false;
    unload(arrays());
    newest = IN_BOTH;
    return true;
  }
  void write_arrays() {
    read_arrays();
    newest = IN_ARRAYS;
  }

  // The columns of BodyStore::columns(), for writing.
  void all_columns(rgs_column parts[8]) {
    write_columns();
    const int first[8] = { X, V, Q, L, MASS, MOMENTS, FORCE, TORQUE };
    for (int k = 0; k < 8; k++) parts[k] = column(first[k]);
  }

private:
  Arrays arrays;
  Number number;
  enum { IN_ARRAYS, IN_COLUMNS, IN_BOTH } newest;
};

} // namespace rigidstep_lammps
