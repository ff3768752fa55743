/* SPDX-License-Identifier: GPL-2.0-only */
#include "coupling/ensemble_atoms.h"

#include "bodies/open_rigid.h"
#include "columns/all_ranks.h"
#include "columns/images.h"
#include "method/method_choice.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "group.h"
#include "modify.h"
#include "neighbor.h"
#include "utils.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

EnsembleAtoms::EnsembleAtoms(LAMMPS *lmp, const Ensemble &e, const std::string &who)
    : Pointers(lmp), ensemble(e), prefix(who), free_bits(0), dilated_bits(~0), some_stay(false),
      some_follow(false), has_said(false), sum{ 0.0, 0.0, 0.0 }, fold{ 0.0, 0.0, 0.0 },
      has_folded(false), images_are_new(true) {}

/* ---- checks ---------------------------------------------------------------------------------- */

int EnsembleAtoms::bit_of(const char *keyword, const std::string &name) const {
  const int found = group->find(name);
  if (found < 0)
    error->all(FLERR, prefix + "keyword " + keyword + " names the group " + name +
                          ", which does not exist; define it by a group command");
  return group->bitmask[found];
}

void EnsembleAtoms::find_groups() {
  free_bits = ensemble.atoms().empty() ? 0 : bit_of("atoms", ensemble.atoms());
  dilated_bits = may_keep_some() ? bit_of("dilate", ensemble.dilated()) : ~0;
  take_over();
}

/* A fix nve without a group moves nothing. */
void EnsembleAtoms::take_over() {
  give_back();
  if (!ensemble.replaces || !ensemble.has_barostat() || ensemble.moves_particles() || free_bits ||
      may_keep_some())
    return;
  for (int k = 0; k < modify->nfix; k++) {
    Fix *other = modify->fix[k];
    if (!utils::strmatch(other->style, "^nve$") && !utils::strmatch(other->style, "^nve/omp$"))
      continue;
    free_bits |= group->bitmask[other->igroup];
    other->groupbit = 0;
    idle.push_back(other);
    if (comm->me == 0 && !has_said)
      utils::logmesg(lmp, prefix + "it moves the atoms of " + name_of(other) +
                              " with the bodies, by one barostat, as with keyword atoms " +
                              group->names[other->igroup] + "; that fix does nothing\n");
  }
  has_said = true;
}

/* Some of them may have been deleted since. */
void EnsembleAtoms::give_back() {
  Fix **const end = modify->fix + modify->nfix;
  for (Fix *other : idle)
    if (std::find(modify->fix, end, other) != end) other->groupbit = 1 << other->igroup;
  idle.clear();
}

void EnsembleAtoms::check_taken(const Fix *fix) const {
  std::string n;
  for (const Fix *other : idle)
    for (int k = 0; k < modify->nfix; k++) {
      const Fix *third = modify->fix[k];
      auto is_twice = [&](int i) {
        return (atom->mask[i] & group->bitmask[other->igroup]) &&
               (third == fix ? in_body(i) : (atom->mask[i] & third->groupbit) != 0);
      };
      if (third->rigid_flag && any(is_twice, n))
        error->all(FLERR, prefix + n + " would be moved by " + name_of(other) + " and by " +
                              name_of(third) + "; take them out of the group of one of them");
    }
}

/* Says of how many atoms this is true; the same on all ranks. */
bool EnsembleAtoms::any(const std::function<bool(int)> &is_one, std::string &number) const {
  bigint mine = 0, all;
  for (int i = 0; i < atom->nlocal; i++) mine += is_one(i);
  MPI_Allreduce(&mine, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  number = std::to_string(all) + (all == 1 ? " atom" : " atoms");
  return all > 0;
}

bool EnsembleAtoms::is_free(int i) const { return (atom->mask[i] & free_bits) && !in_body(i); }

bool EnsembleAtoms::is_other(int i) const { return !(atom->mask[i] & free_bits) && !in_body(i); }

bool EnsembleAtoms::follows(int i) const {
  return ensemble.replaces && is_other(i) && (atom->mask[i] & dilated_bits);
}

bool EnsembleAtoms::keeps_place(int i) const { return is_other(i) && !follows(i); }

static bool constrains(const Fix *fix) {
  return utils::strmatch(fix->style, "^shake") || utils::strmatch(fix->style, "^rattle") ||
         utils::strmatch(fix->style, "^ilves");
}

/* The first fix that constrains one of these atoms */
const Fix *EnsembleAtoms::constraint_of(const std::function<bool(int)> &is_one,
                                        std::string &number) const {
  for (int k = 0; k < modify->nfix; k++) {
    const Fix *other = modify->fix[k];
    if (constrains(other) &&
        any([&](int i) { return is_one(i) && (atom->mask[i] & other->groupbit); }, number))
      return other;
  }
  return nullptr;
}

static const char *const AS_BODIES =
    "which keyword atoms does not know. Make rigid bodies of them: add them to the group of this "
    "fix, and drop ";

/* The first fix that moves some of them, and what to write instead of it */
std::string EnsembleAtoms::instead_of_movers() const {
  std::string n;
  for (int k = 0; k < modify->nfix; k++) {
    const Fix *other = modify->fix[k];
    auto moves = [&](int i) { return is_other(i) && (atom->mask[i] & other->groupbit); };
    if (!other->time_integrate || other->rigid_flag || !any(moves, n)) continue;
    if (const Fix *held = constraint_of(moves, n))
      return ": " + name_of(other) + " moves them, and " + name_of(held) + " constrains " + n +
             ", " + AS_BODIES + "both fixes";
    return ": " + name_of(other) + " moves them. Drop that fix, and add 'atoms " +
           group->names[other->igroup] + "' to the keywords of this one";
  }
  return "";
}

/* A script for LAMMPS' barostat may leave atoms to the box alone.  They keep their place relative to its
   edges, so that the volume of atoms which another fix moves would count in no ensemble. */
void EnsembleAtoms::check_dilated(const Fix *fix) const {
  int moved = 0;
  for (int k = 0; k < modify->nfix; k++) {
    const Fix *other = modify->fix[k];
    if (other != fix && (other->time_integrate || utils::strmatch(other->style, "^gcmc")))
      moved |= other->groupbit;
  }
  if (!ensemble.replaces) moved = ~0;
  std::string n;
  if (any(
          [&](int i) {
            return is_other(i) && (atom->mask[i] & dilated_bits) && (atom->mask[i] & moved);
          },
          n)) {
    const std::string left = prefix + "the barostat scales what this fix moves, and " + n +
                             " would be left behind when the box changes",
                      instead = instead_of_movers();
    error->all(FLERR, left +
                          (!instead.empty() ? instead
                                            : "; give keyword atoms GROUP, which moves free atoms "
                                              "with the bodies") +
                          ", or a group without them after dilate if they are to keep their "
                          "positions, or keep the volume with " +
                          ensemble.style_of(Ensemble::NVT));
  }
  if (any([this](int i) { return !is_other(i) && !(atom->mask[i] & dilated_bits); }, n))
    error->all(FLERR,
               prefix + n + " of its bodies or of its free atoms are outside group " +
                   ensemble.dilated() +
                   " of keyword dilate, and the barostat scales all that this fix moves; put "
                   "them into the group, or let another fix move them, " +
                   ensemble.style_of(Ensemble::NVT) + " for example");
}

void EnsembleAtoms::check_constraints() const {
  std::string n;
  const Fix *held = free_bits ? constraint_of([this](int i) { return is_free(i); }, n) : nullptr;
  if (held)
    error->all(FLERR, prefix + n + " that move with the bodies are constrained by " +
                          name_of(held) + ", " + AS_BODIES + "that fix");
}

/* Forces that other fixes add to atoms which keep their positions do not belong to the virial, and a
   fix setforce would hide those that do. */
void EnsembleAtoms::check_kept(const Fix *fix) {
  std::string n;
  bool is_before = true;
  other_bodies.clear();
  for (int k = 0; k < modify->nfix; k++) {
    Fix *other = modify->fix[k];
    if (other == fix) is_before = false;
    if (other == fix) continue;
    const bool acts =
        any([&](int i) { return keeps_place(i) && (atom->mask[i] & other->groupbit); }, n);
    if (!acts) continue;
    if (is_before && (modify->fmask[k] & FixConst::POST_FORCE) && !other->rigid_flag)
      error->all(FLERR,
                 prefix + name_of(other) + " changes the forces on " + n + " outside group " +
                     ensemble.dilated() +
                     " of keyword dilate before this fix sees them; define it after this fix");
    if (!other->rigid_flag) continue;
    if (!dynamic_cast<OpenRigidSmall *>(other) && !dynamic_cast<OpenRigid *>(other))
      error->all(FLERR,
                 prefix + name_of(other) + " moves bodies outside group " + ensemble.dilated() +
                     " of keyword dilate; use rigid/small/rgs or rigid/nvt/small/rgs for them");
    other_bodies.push_back(other);
  }
}

void EnsembleAtoms::note_followers() {
  std::string n;
  const bool had_some = some_follow;
  some_follow = any([this](int i) { return follows(i); }, n);
  if (some_follow && !had_some && comm->me == 0)
    utils::logmesg(lmp, prefix + n + " that no fix moves keep their place in the box while it " +
                            "changes, as with LAMMPS' barostat\n");
}

void EnsembleAtoms::check(Fix *fix, const InBody &of_fix) {
  in_body = of_fix;
  some_stay = false;
  has_folded = false;
  images_are_new = true;
  check_taken(fix);
  check_constraints();
  if (!ensemble.has_barostat()) return;
  check_dilated(fix);
  note_followers();
  std::string n;
  some_stay = any([this](int i) { return keeps_place(i); }, n);
  if (some_stay) check_kept(fix);
}

/* ---- the virial ------------------------------------------------------------------------------ */

/* All atoms of a body keep their place with its centre, also those that LAMMPS has folded to the other side of
   the box: the number of boxes from an atom to its image beside the centre. */
void EnsembleAtoms::boxes_from_body(int i, int boxes[3]) const {
  boxes[0] = boxes[1] = boxes[2] = 0;
  for (Fix *fix : other_bodies) {
    auto small = dynamic_cast<OpenRigidSmall *>(fix);
    auto large = dynamic_cast<OpenRigid *>(fix);
    if (small ? small->bodytag[i] != 0 : large->body[i] >= 0)
      numbers_of(small ? small->xcmimage[i] : large->xcmimage[i], boxes);
  }
}

/* Of atoms that were on another rank at the evaluation before. */
std::unordered_map<tagint, EnsembleAtoms::Image> EnsembleAtoms::images_from_other_ranks() const {
  enum { NUMBERS = 4 };
  std::vector<tagint> gone;
  for (const auto &entry : images) {
    const int i = atom->map(entry.first);
    if (i >= 0 && i < atom->nlocal) continue;
    gone.push_back(entry.first);
    for (int box : entry.second.box) gone.push_back(box);
  }
  const std::vector<tagint> all = from_all_ranks(gone, MPI_LMP_TAGINT, world);
  std::unordered_map<tagint, Image> there;
  for (size_t k = 0; k < all.size(); k += NUMBERS)
    there[all[k]] = { { (int)all[k + 1], (int)all[k + 2], (int)all[k + 3] } };
  return there;
}

/* Images change when lists are rebuilt, and not otherwise. */
void EnsembleAtoms::note_images() {
  const bool first = images_are_new;
  for (int k = 0; k < 3; k++) fold[k] = 0.0;
  has_folded = false;
  if (!first && neighbor->ago != 0) return;
  const BoxVectors box(domain);
  std::unordered_map<tagint, Image> before, now;
  if (!first) before = images_from_other_ranks();
  int mine = 0, any;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!keeps_place(i)) continue;
    int whole[3], of_body[3];
    Image image;
    numbers_of(atom->image[i], whole);
    boxes_from_body(i, of_body);
    for (int k = 0; k < 3; k++) image.box[k] = whole[k] - of_body[k];
    now[atom->tag[i]] = image;
    if (first) continue;
    const auto here = images.find(atom->tag[i]), there = before.find(atom->tag[i]);
    if (here == images.end() && there == before.end()) continue; // it was inserted
    const Image &old = here != images.end() ? here->second : there->second;
    int boxes[3];
    for (int k = 0; k < 3; k++) {
      // (flags of images run over)
      boxes[k] = ((image.box[k] - old.box[k] + IMGMAX) & IMGMASK) - IMGMAX;
      mine = mine || boxes[k] != 0;
    }
    for (int k = 0; k < 3; k++) fold[k] += box.along(k, boxes) * atom->f[i][k];
  }
  images.swap(now);
  images_are_new = false;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
  has_folded = any;
}

void EnsembleAtoms::begin_change() {
  for (int i = 0; some_follow && i < atom->nlocal; i++)
    if (follows(i)) domain->x2lamda(atom->x[i], atom->x[i]);
}

/* LAMMPS wants those bodies moved before the box is. */
void EnsembleAtoms::follow_box(const BoxVectors &before) {
  const BoxVectors now(domain);
  for (int i = 0; some_follow && i < atom->nlocal; i++)
    if (follows(i)) domain->lamda2x(atom->x[i], atom->x[i]);
  for (int i = 0; some_stay && !other_bodies.empty() && i < atom->nlocal; i++) {
    if (!keeps_place(i)) continue;
    int boxes[3];
    boxes_from_body(i, boxes);
    for (int k = 0; k < 3; k++) atom->x[i][k] -= now.along(k, boxes) - before.along(k, boxes);
  }
}

void EnsembleAtoms::note_forces(const double centre[3]) {
  for (int k = 0; k < 3; k++) sum[k] = 0.0;
  if (!some_stay) return;
  const BoxVectors box(domain);
  for (int i = 0; i < atom->nlocal; i++) {
    if (!keeps_place(i)) continue;
    int boxes[3];
    boxes_from_body(i, boxes);
    for (int k = 0; k < 3; k++)
      sum[k] += (atom->x[i][k] + box.along(k, boxes) - centre[k]) * atom->f[i][k];
  }
  note_images();
}

} // namespace rigidstep_lammps
