/* SPDX-License-Identifier: GPL-2.0-only */
#include "fix_rigid_rgs.h"

#include "body_overlap.h"
#include "lammps_compat.h"
#include "rigid_body.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "group.h"
#include "rigid_const.h"
#include "update.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

/* ---- command ------------------------------------------------------------------------------- */

static const std::vector<Keyword> KEYWORDS = {{"force", 4},  {"torque", 4}, {"langevin", 4},
                                              {"infile", 1}, {"reinit", 1}, {"gravity", 1}};

static int words_of_bodystyle(int narg, char **arg)
{
  if (narg > 3 && strcmp(arg[3], "custom") == 0) return 5;
  if (narg > 4 && strcmp(arg[3], "group") == 0) return 5 + std::max(0, atoi(arg[4]));
  return 4;
}

/* FixRigid allows `langevin` for its own styles only, by name. */
static FixCommand for_base(FixCommand &&command)
{
  static char plain[] = "rigid";
  for (char *word : command.base)
    if (strcmp(word, "langevin") == 0) command.base[2] = plain;
  return std::move(command);
}

/* ---- life ---------------------------------------------------------------------------------- */

FixRigidRGS::FixRigidRGS(LAMMPS *lmp, int narg, char **arg) :
    FixRigidRGS(lmp, for_base(FixCommand(lmp, narg, arg, words_of_bodystyle(narg, arg), KEYWORDS)))
{
}

FixRigidRGS::FixRigidRGS(LAMMPS *lmp, FixCommand &&command) :
    FixRigid(lmp, (int) command.base.size(), command.base.data()),
    speaker(std::string("Fix ") + command.style + " (ID " + id + "): "),
    mover(lmp, speaker, std::move(command.choice), std::move(command.method)), outputs(lmp, *this), checked(false),
    switched(false), step_vflag(0)
{
  rename(this, command.style);
  BodyOutputs::declare(this);
  keep_bodies();
  if (strcmp(command.base[3], "molecule") == 0) warn_of_cut_molecules();

  const bool plane = domain->dimension == 2;
  for (int b = 0; b < nbody; b++)
    for (int k = 0; k < 3; k++)
      switched = switched || (!fflag[b][k] && !(plane && k == 2)) || (!tflag[b][k] && !(plane && k < 2));
  if (switched) pushes.resize(6 * (size_t) nbody);
}

/* The fix of LAMMPS makes the body of what is in the group, as documented; seldom is it meant. */
void FixRigidRGS::warn_of_cut_molecules()
{
  std::vector<int> mine(nbody, 0), cut(nbody, 0);
  for (int i = 0; i < atom->nlocal; i++) {
    tagint molecule = atom->molecule[i];
    if (body[i] < 0 && molecule >= 0 && molecule <= maxmol && mol2body[molecule] >= 0) mine[mol2body[molecule]] = 1;
  }
  MPI_Allreduce(mine.data(), cut.data(), nbody, MPI_INT, MPI_MAX, world);
  auto count = std::count(cut.begin(), cut.end(), 1);
  if (count > 0 && comm->me == 0)
    error->warning(FLERR, speaker + std::to_string(count) + " of its molecules have atoms outside group " +
                       group->names[igroup] + ", which are not part of their bodies");
}

int FixRigidRGS::setmask()
{
  return FixRigid::setmask() | FixConst::END_OF_STEP;
}

void FixRigidRGS::init()
{
  FixRigid::init();
  mover.check_run_style(langflag);
}

int FixRigidRGS::modify_param(int narg, char **arg)
{
  int taken = mover.modify(narg, arg);
  if (taken == 0) return FixRigid::modify_param(narg, arg);
  outputs.swapped();
  return taken;
}

/* LAMMPS has just evaluated the forces.  As in FixRigid thermostat and gravity join in with the first
   step's second half; but where bodies are kept from run to run, two runs are to be as one. */
void FixRigidRGS::setup(int vflag)
{
  check_overlap(lmp, this, body, speaker);
  if (reinitflag || !checked) check_bodies();
  checked = true;

  list_atoms();
  std::fill_n(&langextra[0][0], 6 * (size_t) nbody, 0.0);
  sum_forces();
  add_to_sums(false, !reinitflag);
  if (domain->dimension == 2) enforce2d();
  place_atoms(false);
  tally_constraint_virial(vflag);
  outputs.begin_run();
  mover.start();
}

/* All ranks hold the same bodies and come to the same end. */
void FixRigidRGS::check_bodies()
{
  mover.changed();
  for (int b = 0; b < nbody; b++) drop_dead_momentum(quat[b], inertia[b], angmom[b], adopted ? 1e-9 : 0.0);
  rgs_error e = NO_ERROR;
  if (bind(e) < 0 || mover.check(e) < 0) error->all(FLERR, describe(e));
}

/* ---- a step -------------------------------------------------------------------------------- */

void FixRigidRGS::pre_neighbor()
{
  FixRigid::pre_neighbor();
  list_atoms();
}

/* Bodies whose atoms came just now have not been turned here. */
void FixRigidRGS::list_atoms()
{
  atoms_of.list(nbody, atom->nlocal, body, displace, xcmimage);
  if (setupflag) turn_axes();
}

void FixRigidRGS::turn_axes()
{
  for (int b = 0; b < nbody; b++)
    if (!idles(b)) axes_of(quat[b], ex_space[b], ey_space[b], ez_space[b]);
}

/* Nobody wants its axes and angular velocity here: no atom does, nor does FixRigid, which on the
   first rank draws random forces and writes the bodies to a file. */
bool FixRigidRGS::idles(int b) const
{
  return !atoms_of.here(b) && !((langflag || inpfile) && comm->me == 0);
}

void FixRigidRGS::initial_integrate(int vflag)
{
  double at;
  step_vflag = vflag;
  go_on(true, at);
}

void FixRigidRGS::post_force(int)
{
  if (langflag) apply_langevin_thermostat();
  if (!earlyflag) return;
  sum_forces();
  add_to_sums(true, true);
}

void FixRigidRGS::final_integrate()
{
  double at;
  go_on(false, at);
  end_step(step_vflag, false);
}

bool FixRigidRGS::go_on(bool starts, double &at)
{
  if (starts) {
    v_init(0);    // FixRigid is to tally nothing
  } else if (!earlyflag) {
    sum_forces();
    add_to_sums(true, true);
  }
  if (!starts && domain->dimension == 2) enforce2d();
  bool done = advance(at);
  place_atoms(!(done && scheme().ends_fresh && scheme().gradients == 0));
  return !done;
}

void FixRigidRGS::end_step(int vflag, bool anew)
{
  if (anew && !earlyflag) {
    sum_forces();
    add_to_sums(true, true);
  }
  tally_constraint_virial(vflag);
}

void FixRigidRGS::end_of_step()
{
  outputs.end_of_step();
}

/* ---- bodies and atoms ---------------------------------------------------------------------- */

namespace {
struct Vector {
  double c[3];
  explicit Vector(const double *from) : c{from[0], from[1], from[2]} {}
  double operator[](int k) const { return c[k]; }
};
}    // namespace

void FixRigidRGS::sum_forces()
{
  double **f = atom->f, **into = comm->nprocs > 1 ? sum : all;
  for (int b = 0; b < nbody; b++) {
    double total[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    const Vector ex(ex_space[b]), ey(ey_space[b]), ez(ez_space[b]);
    for (auto m = atoms_of.begin(b), last = atoms_of.end(b); m != last; m++) {
      double r[3], torque_of[3];
      const double *d = m->place, *push = f[m->atom];
      for (int k = 0; k < 3; k++) r[k] = ex[k] * d[0] + ey[k] * d[1] + ez[k] * d[2];
      MathExtra::cross3(r, push, torque_of);
      for (int k = 0; k < 3; k++) {
        total[k] += push[k];
        total[3 + k] += torque_of[k];
      }
    }
    for (auto m = atoms_of.begin(b); extended && m != atoms_of.end(b); m++)
      if (eflags[m->atom] & RigidConst::TORQUE)
        for (int k = 0; k < 3; k++) total[3 + k] += atom->torque[m->atom][k];
    std::copy(total, total + 6, into[b]);
  }
  if (into == sum) MPI_Allreduce(sum[0], all[0], 6 * nbody, MPI_DOUBLE, MPI_SUM, world);
  if (domain->dimension == 2)
    for (int b = 0; b < nbody; b++) all[b][2] = all[b][3] = all[b][4] = 0.0;
}

/* To what acts on the atoms what acts on the body as a whole. */
void FixRigidRGS::add_to_sums(bool thermostat, bool gravity)
{
  for (int b = 0; b < nbody; b++)
    for (int k = 0; k < 3; k++) {
      fcm[b][k] = all[b][k];
      torque[b][k] = all[b][3 + k];
    }
  for (int b = 0; thermostat && langflag && b < nbody; b++)
    for (int k = 0; k < 3; k++) {
      fcm[b][k] += fflag[b][k] * langextra[b][k];
      torque[b][k] += tflag[b][k] * langextra[b][3 + k];
    }
  for (int b = 0; gravity && id_gravity && b < nbody; b++)
    for (int k = 0; k < 3; k++) fcm[b][k] += gvec[k] * masstotal[b];
}

/* Atoms follow their bodies: their velocities, and, where these moved, they themselves.  (What is
   of the body is copied: the compiler cannot know that no atom lies in it.) */
void FixRigidRGS::place_atoms(bool moved)
{
  const bool plane = domain->dimension == 2, points = !extended;
  const double side[3] = {domain->xprd, domain->yprd, domain->zprd};
  const double xy = domain->triclinic ? domain->xy : 0.0, xz = domain->triclinic ? domain->xz : 0.0;
  const double yz = domain->triclinic ? domain->yz : 0.0;
  double **x = atom->x, **v = atom->v;
  for (int b = 0; b < nbody; b++) {
    if (idles(b)) continue;
    if (moved) axes_of(quat[b], ex_space[b], ey_space[b], ez_space[b]);
    over_inertia(angmom[b], inertia[b], ex_space[b], ey_space[b], ez_space[b], omega[b]);
    if (!points) continue;
    const Vector ex(ex_space[b]), ey(ey_space[b]), ez(ez_space[b]), w(omega[b]), centre(xcm[b]), velocity(vcm[b]);
    for (auto m = atoms_of.begin(b), last = atoms_of.end(b); m != last; m++) {
      const double *d = m->place;
      double r[3], *to = x[m->atom], *its = v[m->atom];
      for (int k = 0; k < 3; k++) r[k] = ex[k] * d[0] + ey[k] * d[1] + ez[k] * d[2];
      its[0] = w[1] * r[2] - w[2] * r[1] + velocity[0];
      its[1] = w[2] * r[0] - w[0] * r[2] + velocity[1];
      its[2] = w[0] * r[1] - w[1] * r[0] + velocity[2];
      if (plane) its[2] = r[2] = 0.0;
      if (!moved) continue;
      for (int k = 0; k < 3; k++) to[k] = centre[k] + r[k];
      if (!m->off) continue;
      to[0] -= m->boxes[0] * side[0] + m->boxes[1] * xy + m->boxes[2] * xz;
      to[1] -= m->boxes[1] * side[1] + m->boxes[2] * yz;
      to[2] -= m->boxes[2] * side[2];
    }
  }
  // particles with a size turn with their body
  if (extended) {
    evflag = 0;
    if (moved) set_xv();
    else set_v();
  }
}

/* ---- between LAMMPS and rigidstep ---------------------------------------------------------- */

rgs_status FixRigidRGS::bind(rgs_error &e)
{
  double *f = fcm[0], *tau = torque[0];
  ptrdiff_t stride = 3;
  if (switched) {
    f = pushes.data();
    tau = f + 3;
    stride = 6;
    for (int b = 0; b < nbody; b++)
      for (int k = 0; k < 3; k++) {
        f[6 * b + k] = fcm[b][k] * fflag[b][k];
        tau[6 * b + k] = torque[b][k] * tflag[b][k];
      }
  }
  const rgs_column columns[8] = {{xcm[0], 3, 1},    {vcm[0], 3, 1},     {quat[0], 4, 1}, {angmom[0], 3, 1},
                                 {masstotal, 1, 1}, {inertia[0], 3, 1}, {f, stride, 1},  {tau, stride, 1}};
  return mover.bind(nbody, columns, e);
}

bool FixRigidRGS::advance(double &at)
{
  rgs_error e = NO_ERROR;
  rgs_status status = bind(e);
  if (status >= 0) status = mover.advance(dtv, at, e);
  if (status < 0) error->one(FLERR, describe(e) + ", at timestep " + std::to_string(update->ntimestep));
  return status == RGS_OK;
}

std::string FixRigidRGS::describe(const rgs_error &e) const
{
  std::string molecule;
  if (e.body >= 0 && e.body < nbody && rstyle == RigidConst::MOLECULE)
    molecule = "molecule " + std::to_string(body2mol[e.body]) + ": ";
  return speaker + molecule + e.text;
}
