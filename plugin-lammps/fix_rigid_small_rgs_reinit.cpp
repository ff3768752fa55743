/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Whether a run begins with the bodies there are or with bodies made from the atoms.  `reinit yes` and
 * `reinit no` say so.  Without either the bodies stay, in every bit, unless what they were made of has
 * been changed since: if an atom is not where its body puts it, or moves otherwise, all are made anew.
 * One rank that sees a change is enough, so all ranks do the same.
 */
#include "fix_rigid_small_rgs.h"

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "atom_vec_line.h"
#include "atom_vec_tri.h"
#include "domain.h"
#include "math_extra.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;

/* Rounding takes 1e-15; a wrap around the box adds a few of those. */
static const double TOLERANCE = 1e-11;

void FixRigidSmallRGS::setup_pre_neighbor()
{
  if (adopted) setupflag = 1;
  const bool had_bodies = setupflag;
  make_or_keep_bodies();
  if (!unless_changed || !had_bodies || !atoms_changed()) return;
  reinitflag = 1;
  adopted = checked = false;
  make_or_keep_bodies();
  reinitflag = 0;
}

void FixRigidSmallRGS::post_run()
{
  if (unless_changed) make_up = current_make_up();
}

/* ---- what no position and no velocity shows ------------------------------------------------- */

static void mix(uint64_t &sum, const void *data, size_t size)
{
  const unsigned char *bytes = static_cast<const unsigned char *>(data);
  for (size_t k = 0; k < size; k++) sum = (sum ^ bytes[k]) * 1099511628211u;
}

/* Which atoms are in which body, and with what mass and shape; the same on any number of ranks. */
uint64_t FixRigidSmallRGS::current_make_up() const
{
  uint64_t mine = 0, all;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!bodytag[i]) continue;
    const double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    uint64_t sum = 14695981039346656037u;
    mix(sum, &atom->tag[i], sizeof atom->tag[i]);
    mix(sum, &bodytag[i], sizeof bodytag[i]);
    mix(sum, &mass, sizeof mass);
    if (extended && atom->radius) mix(sum, &atom->radius[i], sizeof atom->radius[i]);
    if (extended && avec_ellipsoid && atom->ellipsoid[i] >= 0)
      mix(sum, avec_ellipsoid->bonus[atom->ellipsoid[i]].shape, 3 * sizeof(double));
    mine += sum;
  }
  MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, world);
  return all;
}

/* ---- what bodies do to atoms ---------------------------------------------------------------- */

/* All that set_xv() writes, in groups of three or four numbers, atom after atom. */
template <class Visit> void FixRigidSmallRGS::each_state(Visit visit)
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (atom2body[i] < 0) continue;
    visit(i, atom->x[i], 3);
    visit(i, atom->v[i], 3);
    if (!extended) continue;
    if (atom->omega) visit(i, atom->omega[i], 3);
    if (atom->angmom) visit(i, atom->angmom[i], 3);
    if (atom->mu) visit(i, atom->mu[i], 4);
    if (avec_ellipsoid && atom->ellipsoid[i] >= 0) visit(i, avec_ellipsoid->bonus[atom->ellipsoid[i]].quat, 4);
    if (avec_tri && atom->tri[i] >= 0) visit(i, avec_tri->bonus[atom->tri[i]].quat, 4);
    if (avec_line && atom->line[i] >= 0) visit(i, &avec_line->bonus[atom->line[i]].theta, 1);
  }
}

/* Lets the bodies place their atoms, looks at the difference, and puts the atoms back. */
bool FixRigidSmallRGS::atoms_changed()
{
  int mine = current_make_up() != make_up, all;
  std::vector<double> there;
  each_state([&there](int, double *value, int n) { there.insert(there.end(), value, value + n); });
  v_init(0);
  set_xv();
  const double *was = there.data();
  each_state([&](int i, double *value, int n) {
    const Body &b = body[atom2body[i]];
    const double arm = MathExtra::len3(displace[i]);
    double scale = 0.0, apart = 0.0;
    if (value == atom->x[i])
      for (int k = 0; k < 3; k++) scale = std::max(scale, std::fabs(was[k]) + domain->prd[k] + arm);
    else if (value == atom->v[i])
      scale = MathExtra::len3(b.vcm) + MathExtra::len3(b.omega) * arm;
    else
      for (int k = 0; k < n; k++) scale += std::fabs(value[k]);
    for (int k = 0; k < n; k++) {
      apart = std::max(apart, std::fabs(value[k] - was[k]));
      value[k] = was[k];
    }
    if (!(apart <= TOLERANCE * scale)) mine = 1;
    was += n;
  });
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, world);
  return all;
}
