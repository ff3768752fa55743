/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Which atoms a thermostat and a barostat act on.  The fix moves the atoms of its bodies, and atoms of the
 * group of keyword `atoms` that are in no body.  The barostat scales all that the fix moves.  Other atoms
 * keep their positions when the box changes, and must be outside the group of keyword `dilate`.  In a script
 * for LAMMPS' styles (-sf rgs), where a barostat scales all atoms, the fix takes over the atoms of each fix
 * nve.
 *
 * The box then has a closed form still: the energy depends on the length L of the box at fixed
 * positions x of those atoms, so the virial of the barostat has all forces, less the sum of
 * (x - c) f over them, where c is the fixed centre of the box and x the image that keeps its place.
 */
#pragma once

#include "ensemble/ensemble.h"

#include "domain.h"
#include "pointers.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace LAMMPS_NS {
class Fix;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

/* The vectors of a box, which may be triclinic. */
class BoxVectors {
public:
  explicit BoxVectors(const LAMMPS_NS::Domain *domain) { std::copy(domain->h, domain->h + 6, h); }
  // Component k of so many of each vector
  double along(int k, const int boxes[3]) const {
    enum { YZ = 3, XZ, XY };
    const double skewed[3] = { h[XY] * boxes[1] + h[XZ] * boxes[2], h[YZ] * boxes[2], 0.0 };
    return boxes[k] * h[k] + skewed[k];
  }

private:
  double h[6];
};

class EnsembleAtoms : protected LAMMPS_NS::Pointers {
public:
  typedef std::function<bool(int)> InBody; // is atom i of this rank in a body of the fix?

  EnsembleAtoms(LAMMPS_NS::LAMMPS *, const Ensemble &, const std::string &prefix);
  ~EnsembleAtoms() { give_back(); }

  // May some atoms keep their positions while the box changes?
  bool may_keep_some() const { return ensemble.has_barostat() && ensemble.dilated() != "all"; }
  void find_groups();
  int free_atoms() const { return free_bits; } // bits of the groups of free atoms; 0: none
  // To be called when a run begins.  Stops LAMMPS if an atom is moved by no fix, or by two.
  void check(LAMMPS_NS::Fix *, const InBody &);
  // Forces have been evaluated, and fixes that come after this one have not changed them yet.
  void note_forces(const double centre[3]);
  // The box changes between both: atoms of bodies that keep their positions stay beside the centre of
  // their body, also those that are folded to the other side of the box, and atoms of no fix follow it.
  void begin_change();
  void follow_box(const BoxVectors &before);
  // This rank's share of the sum over atoms that keep their positions, when note_forces() was last called
  const double *arms() const { return sum; }
  // When LAMMPS rebuilds its lists, it moves atoms that have left the box to their image inside it, and
  // that image keeps its position from then on.  folded() is how much larger the sum is with the images
  // of the evaluation before.  any_folded(): has any rank moved an atom in this way?
  const double *folded() const { return fold; }
  bool any_folded() const { return has_folded; }

private:
  const Ensemble &ensemble;
  std::string prefix;
  int free_bits, dilated_bits;
  bool some_stay, some_follow, has_said;
  // Fixes nve whose atoms this fix moves.  They stay idle between runs: `run .. pre no` calls no init.
  std::vector<LAMMPS_NS::Fix *> idle;
  std::vector<LAMMPS_NS::Fix *> other_bodies; // fixes of ours with bodies that keep their positions
  InBody in_body;
  double sum[3], fold[3];
  bool has_folded, images_are_new;
  struct Image {
    int box[3]; // number of boxes from the image that keeps its place to the unfolded position
  };
  std::unordered_map<LAMMPS_NS::tagint, Image>
      images; // of this rank's atoms that keep their positions

  int bit_of(const char *keyword, const std::string &group) const;
  bool any(const std::function<bool(int)> &is_one, std::string &number) const;
  const LAMMPS_NS::Fix *constraint_of(const std::function<bool(int)> &is_one,
                                      std::string &number) const;
  void check_constraints() const;
  void take_over();
  void give_back();
  void check_taken(const LAMMPS_NS::Fix *) const;
  std::string instead_of_movers() const;
  void check_dilated(const LAMMPS_NS::Fix *) const;
  void note_followers();
  void check_kept(const LAMMPS_NS::Fix *);
  bool is_free(int i) const;  // moved with the bodies
  bool is_other(int i) const; // not moved by the fix: as one of the two below
  bool follows(int i) const;  // moved with the box alone, as LAMMPS' barostats move it
  bool keeps_place(int i) const;
  void boxes_from_body(int i, int boxes[3]) const;
  void note_images();
  std::unordered_map<LAMMPS_NS::tagint, Image> images_from_other_ranks() const;
};

} // namespace rigidstep_lammps
