/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Computes ask at any time, also when atoms have been deleted or moved to other ranks and ghosts
 * are gone or not what they were.  So atoms report to a rank that follows from the ID of their
 * body, and that rank counts.
 */
#include "membership/removed_freedom.h"

#include "rigid_const.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "group.h"
#include "lammps.h"

#include <unordered_map>
#include <vector>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

namespace {

struct Member {
  tagint body;
  int in_group, has_extent, owns_linear;
};

struct Total {
  int dimension;
  bigint removed, linear, divided; // divided: bodies with atoms in the group and outside it
};

int add_up(int n, char *members, int &answers, int *&, char *&, void *total_) {
  struct Body {
    int atoms, points, extended, linear;
  };
  std::unordered_map<tagint, Body> bodies;
  const Member *member = (const Member *)members;
  for (int i = 0; i < n; i++) {
    Body &b = bodies[member[i].body]; // zero if new
    b.atoms++;
    b.linear += member[i].owns_linear;
    if (member[i].in_group) (member[i].has_extent ? b.extended : b.points)++;
  }
  Total *total = (Total *)total_;
  for (const auto &entry : bodies) {
    const Body &b = entry.second;
    int inside = b.points + b.extended;
    if (inside > 0 && inside < b.atoms) total->divided++;
    if (inside < b.atoms) continue;
    if (total->dimension == 2) {
      total->removed += 2 * b.points + 3 * b.extended - 3;
    } else {
      total->removed += 3 * b.points + 6 * b.extended - 6 + b.linear;
      total->linear += b.linear;
    }
  }
  answers = 0;
  return 0;
}

} // namespace

Count removed_freedom(LAMMPS *lmp, OpenRigidSmall &fix, int group_of_temperature) {
  const Atom *atom = lmp->atom;
  const int nprocs = lmp->comm->nprocs, groupbit = lmp->group->bitmask[group_of_temperature];
  std::vector<Member> members;
  std::vector<int> counter;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!fix.bodytag[i]) continue;
    bool in_group = atom->mask[i] & groupbit;
    bool has_extent = fix.extended && (fix.eflags[i] & ~(RigidConst::POINT | RigidConst::DIPOLE));
    bool linear = false;
    for (int k = 0; k < 3 && fix.bodyown[i] >= 0; k++)
      linear = linear || fix.body[fix.bodyown[i]].inertia[k] == 0.0;
    members.push_back({ fix.bodytag[i], in_group, has_extent, linear });
    counter.push_back(
        (int)(((uint64_t)fix.bodytag[i] * 11400714819323198485u >> 33) % (uint64_t)nprocs));
  }
  Total mine = { lmp->domain->dimension, 0, 0, 0 };
  char *none = nullptr;
  lmp->comm->rendezvous(0, (int)members.size(), (char *)members.data(), sizeof(Member), 0,
                        counter.data(), add_up, 0, none, 0, &mine);

  bigint counts[3] = { mine.removed, mine.linear, mine.divided }, all[3];
  MPI_Allreduce(counts, all, 3, MPI_LMP_BIGINT, MPI_SUM, lmp->world);
  if (all[2] && lmp->comm->me == 0)
    lmp->error->warning(FLERR, std::string("Computing temperature of portions of rigid bodies"));
  fix.nlinear = (int)all[1];
  return (Count)all[0];
}

} // namespace rigidstep_lammps
