/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Messages about bodies with atoms on more than one rank.  One rank owns such a body, the others
 * hold ghosts of it.  Messages go directly from rank to rank; LAMMPS' swaps would carry data for
 * all ghost atoms, of which few are needed.
 */
#pragma once

#include "lmptype.h"

#include <mpi.h>
#include <vector>

namespace rigidstep_lammps {

class SharedBodies {
public:
  explicit SharedBodies(MPI_Comm world) : world(world), doubles(0) {}

  struct Ghost {
    int rank; // that owns the body
    LAMMPS_NS::tagint tag;
    bool operator<(const Ghost &b) const { return rank != b.rank ? rank < b.rank : tag < b.tag; }
    bool operator==(const Ghost &b) const { return rank == b.rank && tag == b.tag; }
  };

  /* All ranks must call it.  Given are the ghosts this rank is to hold, sorted, none of them twice.
     Returned are the tags of its own bodies that other ranks hold ghosts of, once for each ghost. */
  std::vector<LAMMPS_NS::tagint> plan(const std::vector<Ghost> &ghosts);

  enum Direction { TO_GHOSTS, TO_OWNERS };
  /* To send n doubles a body: write them to outgoing(), for each own body that plan() returned
     (TO_GHOSTS) or for each ghost (TO_OWNERS), and call start().  finish() returns what arrived, for
     each ghost or for each own body. */
  double *outgoing(Direction, int n);
  void start();
  const double *finish();

private:
  struct Partner {
    int rank, first, number;
  };
  MPI_Comm world;
  std::vector<Partner> holders,
      owners; // ranks with ghosts of own bodies; ranks that own the ghosts here
  Direction direction;
  int doubles; // a body
  std::vector<double> out, in;
  std::vector<MPI_Request> requests;
};

} // namespace rigidstep_lammps
