/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Stores of the bodies of fix rigid/small/rgs.  Each body belongs to the rank of the atom that owns
 * it. LAMMPS keeps bodies in an array of structs, its own first, then bodies of other ranks;
 * what is common to both stores works on that array.
 */
#ifndef RIGIDSTEP_SMALL_BODIES_H
#define RIGIDSTEP_SMALL_BODIES_H

#include "bodies/body_store.h"
#include "bodies/open_rigid.h"
#include "columns/body_blocks.h"
#include "mechanics/rigid_body.h"

#include "pointers.h"

#include <vector>

namespace rigidstep_lammps {

/* Where the first body of LAMMPS' array is. */
BodyFields fields_of(const OpenRigidSmall &);

class SmallBodies : public BodyStore, protected LAMMPS_NS::Pointers {
public:
  SmallBodies(LAMMPS_NS::LAMMPS *, OpenRigidSmall &);

  int own() const override { return fix.nlocal_body; }
  std::string name(int body) const override;
  const int64_t *tags() override;
  void arms_times_forces(double sum[9]) override;
  void turn_images(const Turn &) override;
  double freedom(bool rotation) const override;
  void constraint_forces(const Visit &) override;

  // Puts the own bodies into the order of their owners, so that sums over bodies do not depend on
  // what the bodies went through, and drops those whose owner is gone.
  void order();
  // All momenta to zero, linear or angular; atoms get the velocities of their bodies.
  virtual void zero_momenta(bool angular) = 0;
  // Centres of mass to fractions of the box (0) and back (1), where a fix changes the box.
  virtual void deform(int flag) = 0;

  // What the fix passes on from LAMMPS' forward communication while commflag is STORE.
  enum { STORE = 100 };
  virtual int pack_forward(int n, const int *atoms, double *buf) const = 0;
  virtual void unpack_forward(int n, int first, const double *buf) = 0;

protected:
  OpenRigidSmall &fix;
  bool gravity_in_sums; // in the last sums of forces

  // What the constraint forces on a body's atoms follow from: 9 doubles, to be sent
  struct Held {
    Acceleration of_body;
    double geometric_centre[3]; // from the centre of mass
  };
  std::vector<Held> held; // of own bodies, then of other ranks' bodies
  void find_accelerations(int bodies);
  // From own bodies to the ghosts on other ranks
  virtual void complete_accelerations() = 0;

private:
  std::vector<int64_t> atom_tags; // of each body's owner
};

} // namespace rigidstep_lammps

#endif
