/* SPDX-License-Identifier: GPL-2.0-only */
#include "columns/shared_bodies.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

// LAMMPS' own messages have tag 0
enum { TAG_WANTED = 7301, TAG_BODIES };

/* Each rank knows whose bodies it needs, but not who needs its own.  A reduction gives it the
   number of those ranks (LAMMPS' Irregular works the same way), and it receives that many messages
   from any rank. The reduction also keeps ranks from sending before all have received the messages
   of the last plan. */
std::vector<tagint> SharedBodies::plan(const std::vector<Ghost> &ghosts) {
  owners.clear();
  holders.clear();
  std::vector<tagint> asked;
  for (const Ghost &c : ghosts) {
    if (owners.empty() || owners.back().rank != c.rank)
      owners.push_back({ c.rank, (int)asked.size(), 0 });
    owners.back().number++;
    asked.push_back(c.tag);
  }

  int ranks, messages;
  MPI_Comm_size(world, &ranks);
  std::vector<int> writes(ranks, 0);
  for (const Partner &p : owners) writes[p.rank] = 1;
  MPI_Reduce_scatter_block(writes.data(), &messages, 1, MPI_INT, MPI_SUM, world);

  requests.resize(owners.size());
  for (size_t n = 0; n < owners.size(); n++)
    MPI_Isend(&asked[owners[n].first], owners[n].number, MPI_LMP_TAGINT, owners[n].rank, TAG_WANTED,
              world, &requests[n]);
  std::vector<std::pair<int, std::vector<tagint>>> read(messages);
  for (auto &message : read) {
    MPI_Status status;
    int number;
    MPI_Probe(MPI_ANY_SOURCE, TAG_WANTED, world, &status);
    MPI_Get_count(&status, MPI_LMP_TAGINT, &number);
    message.first = status.MPI_SOURCE;
    message.second.resize(number);
    MPI_Recv(message.second.data(), number, MPI_LMP_TAGINT, message.first, TAG_WANTED, world,
             MPI_STATUS_IGNORE);
  }
  MPI_Waitall((int)requests.size(), requests.data(), MPI_STATUSES_IGNORE);

  // sorted by rank, since sums must not depend on which message came first
  std::sort(read.begin(), read.end());
  std::vector<tagint> wanted;
  for (const auto &message : read) {
    holders.push_back({ message.first, (int)wanted.size(), (int)message.second.size() });
    wanted.insert(wanted.end(), message.second.begin(), message.second.end());
  }
  return wanted;
}

double *SharedBodies::outgoing(Direction d, int n) {
  auto room = [n](const std::vector<Partner> &p) {
    return p.empty() ? 0 : (size_t)n * (p.back().first + p.back().number);
  };
  direction = d;
  doubles = n;
  out.resize(room(d == TO_GHOSTS ? holders : owners));
  in.resize(room(d == TO_GHOSTS ? owners : holders));
  return out.data();
}

void SharedBodies::start() {
  const std::vector<Partner> &from = direction == TO_GHOSTS ? owners : holders,
                             &to = direction == TO_GHOSTS ? holders : owners;
  requests.clear();
  MPI_Request request;
  for (const Partner &p : from) {
    MPI_Irecv(&in[(size_t)doubles * p.first], doubles * p.number, MPI_DOUBLE, p.rank, TAG_BODIES,
              world, &request);
    requests.push_back(request);
  }
  for (const Partner &p : to) {
    MPI_Isend(&out[(size_t)doubles * p.first], doubles * p.number, MPI_DOUBLE, p.rank, TAG_BODIES,
              world, &request);
    requests.push_back(request);
  }
}

const double *SharedBodies::finish() {
  MPI_Waitall((int)requests.size(), requests.data(), MPI_STATUSES_IGNORE);
  return in.data();
}

} // namespace rigidstep_lammps
