/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_rigid_small_rgs.h"

#include "bodies/body_frame.h"
#include "bodies/body_overlap.h"
#include "lammps_compat.h"
#include "bodies/rigid_body.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "update.h"

#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

// as in fix_rigid_small.cpp, whose pack and unpack functions read commflag
enum { FULL_BODY, INITIAL, FINAL, FORCE_TORQUE, VCM_ANGMOM, XCM_MASS, ITENSOR, DOF };

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

/* ---- command ------------------------------------------------------------------------------- */

static const std::vector<Keyword> KEYWORDS = {{"infile", 1}, {"reinit", 1}, {"mol", 1}, {"gravity", 1}};

static int words_of_bodystyle(int narg, char **arg)
{
  return narg > 3 && strcmp(arg[3], "custom") == 0 ? 5 : 4;
}

/* ---- life ---------------------------------------------------------------------------------- */

FixRigidSmallRGS::FixRigidSmallRGS(LAMMPS *lmp, int narg, char **arg) :
    FixRigidSmallRGS(lmp, FixCommand(lmp, narg, arg, words_of_bodystyle(narg, arg), KEYWORDS))
{
}

FixRigidSmallRGS::FixRigidSmallRGS(LAMMPS *lmp, FixCommand &&command) :
    FixRigidSmall(lmp, (int) command.base.size(), command.base.data()),
    speaker(std::string("Fix ") + command.style + " (ID " + id + "): "),
    mover(lmp, speaker, std::move(command.choice), std::move(command.method)), outputs(lmp, *this), checked(false),
    step_vflag(0), langevin(command.langevin), heat(0.0), levels(lmp, *this), state_is(IN_BODY), shared(world), making_bodies(false),
    listed(false), listed_atoms(0), unless_changed(!command.says_reinit), make_up(0)
{
  if (unless_changed) reinitflag = 0;
  BodyOutputs::declare(this);
  keep_bodies();
  if (strcmp(command.base[3], "molecule") == 0) warn_of_cut_molecules(lmp, this, speaker);
}

int FixRigidSmallRGS::setmask()
{
  return FixRigidSmall::setmask() | FixConst::END_OF_STEP;
}

void FixRigidSmallRGS::init()
{
  FixRigidSmall::init();
  mover.check_run_style();
}

int FixRigidSmallRGS::modify_param(int narg, char **arg)
{
  int taken = mover.modify(narg, arg);
  if (taken == 0) return FixRigidSmall::modify_param(narg, arg);
  outputs.swapped();
  return taken;
}

/* LAMMPS has just evaluated the forces, and FixRigidSmall::setup sums them up. */
void FixRigidSmallRGS::setup(int vflag)
{
  check_overlap(lmp, this, atom2body, speaker);
  if (reinitflag || !checked) check_bodies();
  checked = true;
  const RespaLevels::WholeForces whole(levels);    // fixes before this one may have left those of one level
  if (moves_copies()) setup_forces();
  else FixRigidSmall::setup(0);
  if (domain->dimension == 2) enforce2d();    // FixRigidSmall does before it adds the forces on atoms of other ranks
  tally_constraint_virial(vflag, false);

  outputs.begin_run();
  heat = 0.0;
  mover.start();
}

/* An inserted body drifts through its first half step: FixRigidSmall leaves its force and torque to
   whatever was in memory. */
void FixRigidSmallRGS::set_molecule(int nlocalprev, tagint tagprev, int imol, double *xgeom,
                                    double *vcm, double *quat)
{
  int first = nlocal_body;
  out_of_date();
  FixRigidSmall::set_molecule(nlocalprev, tagprev, imol, xgeom, vcm, quat);
  for (int i = first; i < nlocal_body; i++)
    for (int k = 0; k < 3; k++) body[i].fcm[k] = body[i].torque[k] = 0.0;
}

/* ---- a step -------------------------------------------------------------------------------- */

void FixRigidSmallRGS::pre_neighbor()
{
  hand_over();
  state_is = IN_BODY;
  order_bodies();
  if (moves_copies() && !making_bodies) list_bodies_and_atoms();
  else FixRigidSmall::pre_neighbor();
  mover.changed();
}

void FixRigidSmallRGS::initial_integrate(int vflag)
{
  double at;
  step_vflag = vflag;
  go_on(true, at);
}

void FixRigidSmallRGS::post_force(int)
{
  if (earlyflag) find_forces();
}

void FixRigidSmallRGS::final_integrate()
{
  double at;
  go_on(false, at);
  end_step(step_vflag, false);
}

bool FixRigidSmallRGS::go_on(bool starts, double &at)
{
  if (starts) begin_step();
  else sum_forces();
  return move_on(at);
}

void FixRigidSmallRGS::begin_step()
{
  v_init(0);    // FixRigidSmall is to tally nothing
  if (langevin.on()) thermostat();
}

void FixRigidSmallRGS::sum_forces()
{
  if (!earlyflag) find_forces();
  if (domain->dimension == 2) enforce2d();
}

/* False: the step is done. */
bool FixRigidSmallRGS::move_on(double &at)
{
  bool done = advance(at) == RGS_OK;
  show(!(done && scheme().ends_fresh && scheme().gradients == 0));
  return !done;
}

/* Puts the atoms where the bodies are; if those have not moved, gives them their velocities. */
void FixRigidSmallRGS::show(bool moved)
{
  if (moves_copies()) return moved ? place_atoms() : give_velocities();
  for (int i = 0; i < nlocal_body; i++) {
    Body &b = body[i];
    if (moved) principal_axes(b.quat, b.ex_space, b.ey_space, b.ez_space);
    angular_velocity(b.angmom, b.ex_space, b.ey_space, b.ez_space, b.inertia, b.omega);
  }
  commflag = moved ? INITIAL : FINAL;
  forward_comm(comm, this, moved ? FORWARD_INITIAL : FORWARD_FINAL);
  if (moved) set_xv();
  else set_v();
}

void FixRigidSmallRGS::end_step(int vflag, bool anew)
{
  if (anew) sum_forces();
  if (body_is_read()) hand_over();
  tally_constraint_virial(vflag, true);
}

/* ---- between LAMMPS and rigidstep ---------------------------------------------------------- */

rgs_status FixRigidSmallRGS::bind(rgs_error &e, int n)
{
  return mover.bind(view(n), e);
}

/* The first n, to be changed.  Every half step anew: the Body array moves when it grows, and its bodies change
   rank. */
rgs_view FixRigidSmallRGS::view(int n)
{
  typedef BodyBlocks All;
  if (moves_copies()) {
    take_over();
    state_is = IN_COLUMNS;
    const rgs_column parts[8] = {columns.column(All::X),     columns.column(All::V),    columns.column(All::Q),
                                 columns.column(All::L),     columns.column(All::MASS), columns.column(All::MOMENTS),
                                 columns.column(All::FORCE), columns.column(All::TORQUE)};
    return mover.view(n, parts);
  }
  const BodyFields b = fields();
  auto column = [&b](double *first) {
    rgs_column c = {first, b.stride, 1};
    return c;
  };
  const rgs_column parts[8] = {column(b.x),    column(b.v),       column(b.q),     column(b.l),
                               column(b.mass), column(b.moments), column(b.force), column(b.torque)};
  return mover.view(n, parts);
}

/* Whenever bodies were made from atoms, where all ranks can be stopped with the same words. */
void FixRigidSmallRGS::check_bodies()
{
  mover.changed();
  hand_over();
  state_is = IN_BODY;
  for (int i = 0; i < nlocal_body; i++)
    drop_dead_momentum(body[i].quat, body[i].inertia, body[i].angmom, adopted ? 1e-9 : 0.0);
  rgs_error e = NO_ERROR;
  rgs_status status = bind(e, nlocal_body);
  if (status >= 0) status = mover.check(e);

  stop_all(lmp, status < 0 ? describe(e) : std::string());
  if (moves_copies()) renew_copies();
}

rgs_status FixRigidSmallRGS::advance(double &at)
{
  rgs_error e = NO_ERROR;
  rgs_status status = bind(e, bodies_here());
  if (status >= 0) status = mover.advance(dtv, at, e);
  if (status < 0) error->one(FLERR, describe(e) + ", at timestep " + std::to_string(update->ntimestep));
  return status;
}

std::string FixRigidSmallRGS::describe(const rgs_error &e)
{
  std::string text = speaker;
  if (e.body >= 0 && e.body < bodies_here()) {
    int owner = body[e.body].ilocal;
    if (owner >= 0 && owner < atom->nlocal + atom->nghost)
      text += "body owned by atom " + std::to_string(atom->tag[owner]) + ": ";
  }
  return text + e.text;
}
