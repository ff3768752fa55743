/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Lists that every rank has a part of.
 */
#pragma once

#include <mpi.h>
#include <vector>

namespace rigidstep_lammps {

/* The parts of all ranks, one after the other. */
template <class Number>
std::vector<Number> from_all_ranks(const std::vector<Number> &mine, MPI_Datatype type,
                                   MPI_Comm world) {
  int ranks, size = (int)mine.size();
  MPI_Comm_size(world, &ranks);
  std::vector<int> sizes(ranks), starts(ranks, 0);
  MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, world);
  for (int k = 1; k < ranks; k++) starts[k] = starts[k - 1] + sizes[k - 1];
  std::vector<Number> all((size_t)starts.back() + sizes.back());
  MPI_Allgatherv(mine.data(), size, type, all.data(), sizes.data(), starts.data(), type, world);
  return all;
}

} // namespace rigidstep_lammps
