/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Degrees of freedom that rigid bodies take from the atoms of a group.  Computes ask at any time,
 * also when atoms have been deleted or moved to other ranks and ghosts are gone or not what they
 * were; so atoms report to a rank that follows from their body's ID, which counts.
 */
#include "fixes/fix_rigid_small_rgs.h"

#include "rigid_const.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "group.h"

#include <unordered_map>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

namespace {

struct Member {
  tagint body;
  int in_group, has_extent, owns_linear;
};

struct Total {
  int dimension;
  bigint removed, linear, divided;    // divided: bodies with a part in the group
};

int add_up(int n, char *members, int &answers, int *&, char *&, void *total_)
{
  struct Body {
    int atoms, points, extended, linear;
  };
  std::unordered_map<tagint, Body> bodies;
  const Member *member = (const Member *) members;
  for (int i = 0; i < n; i++) {
    Body &b = bodies[member[i].body];    // zeros when new
    b.atoms++;
    b.linear += member[i].owns_linear;
    if (member[i].in_group) (member[i].has_extent ? b.extended : b.points)++;
  }
  Total *total = (Total *) total_;
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

}    // namespace

Count FixRigidSmallRGS::dof(int group_of_temperature)
{
  if (!setupflag) return FixRigidSmall::dof(group_of_temperature);    // warns, and has none
  std::vector<Member> members;
  std::vector<int> counter;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!bodytag[i]) continue;
    bool in_group = atom->mask[i] & group->bitmask[group_of_temperature];
    bool has_extent = extended && (eflags[i] & ~(RigidConst::POINT | RigidConst::DIPOLE));
    bool linear = false;
    for (int k = 0; k < 3 && bodyown[i] >= 0; k++) linear = linear || body[bodyown[i]].inertia[k] == 0.0;
    members.push_back({bodytag[i], in_group, has_extent, linear});
    counter.push_back((int) (((uint64_t) bodytag[i] * 11400714819323198485u >> 33) % (uint64_t) comm->nprocs));
  }
  Total mine = {domain->dimension, 0, 0, 0};
  char *none = nullptr;
  comm->rendezvous(0, (int) members.size(), (char *) members.data(), sizeof(Member), 0, counter.data(), add_up, 0, none, 0, &mine);

  bigint counts[3] = {mine.removed, mine.linear, mine.divided}, all[3];
  MPI_Allreduce(counts, all, 3, MPI_LMP_BIGINT, MPI_SUM, world);
  if (all[2] && comm->me == 0) error->warning(FLERR, std::string("Computing temperature of portions of rigid bodies"));
  nlinear = (int) all[1];
  return (Count) all[0];
}
