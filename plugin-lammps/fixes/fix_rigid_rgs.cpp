/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_rigid_rgs.h"

#include "bodies/body_overlap.h"
#include "bodies/changed_atoms.h"
#include "bodies/rigid_body.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
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

static const std::vector<Keyword> KEYWORDS = {{"force", 4}, {"torque", 4}, {"infile", 1}, {"reinit", 1}, {"gravity", 1}};

static int words_of_bodystyle(int narg, char **arg)
{
  if (narg > 3 && strcmp(arg[3], "custom") == 0) return 5;
  if (narg > 4 && strcmp(arg[3], "group") == 0) return 5 + std::max(0, atoi(arg[4]));
  return 4;
}

/* ---- life ---------------------------------------------------------------------------------- */

FixRigidRGS::FixRigidRGS(LAMMPS *lmp, int narg, char **arg) :
    FixRigidRGS(lmp, FixCommand(lmp, narg, arg, words_of_bodystyle(narg, arg), KEYWORDS))
{
}

FixRigidRGS::FixRigidRGS(LAMMPS *lmp, FixCommand &&command) :
    FixRigid(lmp, (int) command.base.size(), command.base.data()),
    speaker(std::string("Fix ") + command.style + " (ID " + id + "): "),
    mover(lmp, speaker, std::move(command.choice), std::move(command.method)), outputs(lmp, *this),
    langevin(command.langevin), heat(0.0), switched(false), step_vflag(0), unless_changed(!command.says_reinit),
    make_up(0), made(false), checked(false), levels(lmp, *this)
{
  if (unless_changed) reinitflag = 0;
  BodyOutputs::declare(this);
  keep_bodies();
  for (int b = 0; b < nbody; b++) known_by.push_back(b + 1);
  if (strcmp(command.base[3], "molecule") == 0) warn_of_cut_molecules(lmp, this, speaker);

  const bool plane = domain->dimension == 2;
  for (int b = 0; b < nbody; b++)
    for (int k = 0; k < 3; k++)
      switched = switched || (!fflag[b][k] && !(plane && k == 2)) || (!tflag[b][k] && !(plane && k < 2));
  if (switched) pushes.resize(6 * (size_t) nbody);
}

int FixRigidRGS::setmask()
{
  return FixRigid::setmask() | FixConst::END_OF_STEP | FixConst::POST_RUN;
}

void FixRigidRGS::init()
{
  const bool had_bodies = setupflag;
  if (!had_bodies || reinitflag) made = true;
  FixRigid::init();
  if (unless_changed && had_bodies && atoms_changed()) {
    reinitflag = 1;
    FixRigid::init();
    reinitflag = 0;
    made = true;
  }
  if (made) {
    adopted = checked = false;
    make_up = current_make_up();
  }
  mover.check_run_style();
}

/* ---- bodies kept from run to run ----------------------------------------------------------- */

void FixRigidRGS::post_run()
{
  make_up = current_make_up();
}

uint64_t FixRigidRGS::current_make_up() const
{
  return make_up_of(lmp, extended, [this](int i) { return (int64_t) body[i] + 1; });
}

bool FixRigidRGS::atoms_changed()
{
  image_shift();    // commands between runs fold atoms into the box
  list_atoms();
  int mine = current_make_up() != make_up, any;
  auto motion = [this](int i) {
    const double arm = MathExtra::len3(displace[i]);
    return Motion{arm, MathExtra::len3(vcm[body[i]]) + MathExtra::len3(omega[body[i]]) * arm};
  };
  if (atoms_differ(lmp, extended, body, [this] { place_atoms(); }, motion)) mine = 1;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
  return any;
}

int FixRigidRGS::modify_param(int narg, char **arg)
{
  int taken = mover.modify(narg, arg);
  if (taken == 0) return FixRigid::modify_param(narg, arg);
  outputs.swapped();
  return taken;
}

/* LAMMPS has just evaluated the forces.  As in FixRigid gravity joins in with the first step's second
   half; but bodies that are kept from run to run move as in one. */
void FixRigidRGS::setup(int vflag)
{
  check_overlap(lmp, this, body, speaker);
  if (!checked) check_bodies();
  checked = true;

  const RespaLevels::WholeForces whole(levels);    // fixes before this one may have left those of one level
  list_atoms();
  sum_forces();
  add_to_sums(!made);
  made = false;
  if (domain->dimension == 2) enforce2d();
  give_velocities();
  tally_constraint_virial(vflag);
  outputs.begin_run();
  heat = 0.0;
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
  here.clear();
  for (int b = 0; b < nbody; b++)
    if (atoms_of.begin(b) != atoms_of.end(b)) here.push_back(b);
  if (!setupflag) return;
  for (int b : here) {
    principal_axes(quat[b], ex_space[b], ey_space[b], ez_space[b]);
    angular_velocity(angmom[b], ex_space[b], ey_space[b], ez_space[b], inertia[b], omega[b]);
    atoms_of.turn(b, ex_space[b], ey_space[b], ez_space[b]);
  }
}

void FixRigidRGS::initial_integrate(int vflag)
{
  double at;
  step_vflag = vflag;
  go_on(true, at);
}

void FixRigidRGS::post_force(int)
{
  if (!earlyflag) return;
  sum_forces();
  add_to_sums(true);
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
    begin_step();
  } else if (!earlyflag) {
    sum_forces();
    add_to_sums(true);
  }
  if (!starts && domain->dimension == 2) enforce2d();
  return move_on(at);
}

void FixRigidRGS::begin_step()
{
  v_init(0);    // FixRigid is to tally nothing
  if (langevin.on()) thermostat();
}

/* False: the step is done. */
bool FixRigidRGS::move_on(double &at)
{
  bool done = advance(at);
  if (done && scheme().ends_fresh && scheme().gradients == 0) give_velocities();
  else place_atoms();
  return !done;
}

void FixRigidRGS::end_step(int vflag, bool anew)
{
  if (anew && !earlyflag) {
    sum_forces();
    add_to_sums(true);
  }
  tally_constraint_virial(vflag);
}

void FixRigidRGS::end_of_step()
{
  outputs.end_of_step();
}

/* ---- bodies and atoms ---------------------------------------------------------------------- */

void FixRigidRGS::sum_forces()
{
  double **f = atom->f, **into = comm->nprocs > 1 ? sum : all;
  if ((int) here.size() < nbody) std::fill_n(into[0], 6 * (size_t) nbody, 0.0);
  for (int b : here) {
    double total[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    for (auto a = atoms_of.begin(b), last = atoms_of.end(b); a != last; a++) add_force<double>(a->r, f[a->atom], total, total + 3);
    for (auto a = atoms_of.begin(b); extended && a != atoms_of.end(b); a++)
      if (eflags[a->atom] & RigidConst::TORQUE)
        for (int k = 0; k < 3; k++) total[3 + k] += atom->torque[a->atom][k];
    std::copy(total, total + 6, into[b]);
  }
  if (into == sum) MPI_Allreduce(sum[0], all[0], 6 * nbody, MPI_DOUBLE, MPI_SUM, world);
  if (domain->dimension == 2)
    for (int b = 0; b < nbody; b++) all[b][2] = all[b][3] = all[b][4] = 0.0;
}

/* To what acts on the atoms what acts on the body as a whole. */
void FixRigidRGS::add_to_sums(bool gravity)
{
  for (int b = 0; b < nbody; b++)
    for (int k = 0; k < 3; k++) {
      fcm[b][k] = all[b][k];
      torque[b][k] = all[b][3 + k];
    }
  for (int b = 0; gravity && id_gravity && b < nbody; b++)
    for (int k = 0; k < 3; k++) fcm[b][k] += gvec[k] * masstotal[b];
}

/* Atoms follow their bodies: at once where they are and their velocities. */
void FixRigidRGS::place_atoms()
{
  const Box box(domain);
  const bool plane = domain->dimension == 2;
  double **x = atom->x, **v = atom->v;
  for (int b : here) {
    double *ex = ex_space[b], *ey = ey_space[b], *ez = ez_space[b], w[3];
    principal_axes(quat[b], ex, ey, ez);
    angular_velocity(angmom[b], ex, ey, ez, inertia[b], w);
    std::copy(w, w + 3, omega[b]);
    if (extended) continue;
    atoms_of.turn(b, ex, ey, ez);
    const double centre[3] = {xcm[b][0], xcm[b][1], plane ? 0.0 : xcm[b][2]}, centres[3] = {vcm[b][0], vcm[b][1], vcm[b][2]};
    for (auto a = atoms_of.begin(b), last = atoms_of.end(b); a != last; a++) {
      put(*a, box, centre, x[a->atom]);
      give_velocity<double>(a->r, w, centres, v[a->atom]);
      if (plane) x[a->atom][2] = v[a->atom][2] = 0.0;
    }
  }
  if (!extended) return;
  // particles with a size turn with their body
  evflag = 0;
  set_xv();
  for (int b : here) atoms_of.turn(b, ex_space[b], ey_space[b], ez_space[b]);
}

void FixRigidRGS::give_velocities()
{
  const bool plane = domain->dimension == 2;
  double **v = atom->v;
  for (int b : here) {
    double w[3];
    angular_velocity(angmom[b], ex_space[b], ey_space[b], ez_space[b], inertia[b], w);
    std::copy(w, w + 3, omega[b]);
    if (extended) continue;
    const double centres[3] = {vcm[b][0], vcm[b][1], vcm[b][2]};
    for (auto a = atoms_of.begin(b), last = atoms_of.end(b); a != last; a++) {
      give_velocity<double>(a->r, w, centres, v[a->atom]);
      if (plane) v[a->atom][2] = 0.0;
    }
  }
  evflag = 0;
  if (extended) set_v();
}

/* One whole O step before each step of the scheme, as in rigid/small/rgs; what the keywords force and
   torque hold stays as it is.  FixRigid, whose own noise acts on forces, is not told of the keyword. */
void FixRigidRGS::thermostat()
{
  const BodyLangevin::Step step = mover.step_for(langevin);
  if (!switched) {
    heat += force->mvv2e * langevin.apply(view(), known_by.data(), nbody, step);
    return;
  }
  std::vector<double> v(vcm[0], vcm[0] + 3 * (size_t) nbody), l(angmom[0], angmom[0] + 3 * (size_t) nbody);
  heat -= kinetic_energy();
  langevin.apply(view(), known_by.data(), nbody, step);
  for (int b = 0; b < nbody; b++)
    for (int k = 0; k < 3; k++) {
      if (!fflag[b][k]) vcm[b][k] = v[3 * (size_t) b + k];
      if (!tflag[b][k]) angmom[b][k] = l[3 * (size_t) b + k];
    }
  heat += kinetic_energy();
}

/* ---- between LAMMPS and rigidstep ---------------------------------------------------------- */

rgs_view FixRigidRGS::view()
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
  return mover.view(nbody, columns);
}

rgs_status FixRigidRGS::bind(rgs_error &e)
{
  return mover.bind(view(), e);
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
