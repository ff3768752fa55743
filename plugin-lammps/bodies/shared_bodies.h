/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies with atoms on more than one rank.  One of the ranks owns such a body, the others hold
 * copies of it.  What has to be told goes straight from rank to rank, one message each, instead of
 * through LAMMPS' swaps, which pass on what all ghost atoms may want.
 */
#ifndef RIGIDSTEP_SHARED_BODIES_H
#define RIGIDSTEP_SHARED_BODIES_H

#include "lmptype.h"

#include <mpi.h>
#include <vector>

namespace rigidstep_lammps {

class SharedBodies {
 public:
  explicit SharedBodies(MPI_Comm world) : world(world), doubles(0) {}

  struct Copy {
    int rank;    // that owns the body
    LAMMPS_NS::tagint tag;
    bool operator<(const Copy &b) const { return rank != b.rank ? rank < b.rank : tag < b.tag; }
    bool operator==(const Copy &b) const { return rank == b.rank && tag == b.tag; }
  };

  /* All ranks together.  `copies`: those this rank is to hold, in order and none twice.  Returned are
     the tags of its own bodies that others hold copies of, once for each copy. */
  std::vector<LAMMPS_NS::tagint> plan(const std::vector<Copy> &copies);

  enum Direction { TO_COPIES, TO_OWNERS };
  /* Fill what outgoing() points to with n doubles for each own body of plan()'s answer (TO_COPIES) or
     for each copy (TO_OWNERS), start(), and what finish() points to has those for the other side. */
  double *outgoing(Direction, int n);
  void start();
  const double *finish();

 private:
  struct Partner {
    int rank, first, number;
  };
  MPI_Comm world;
  std::vector<Partner> holders, owners;    // of copies of own bodies; of the bodies copied here
  Direction direction;
  int doubles;    // a body
  std::vector<double> out, in;
  std::vector<MPI_Request> requests;
};

}    // namespace rigidstep_lammps

#endif
