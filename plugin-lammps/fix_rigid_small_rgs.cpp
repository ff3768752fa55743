/* SPDX-License-Identifier: GPL-2.0-only */
#include "fix_rigid_small_rgs.h"

#include "body_frame.h"
#include "body_overlap.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "math_extra.h"
#include "update.h"
#include "utils.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

// as in fix_rigid_small.cpp, whose pack and unpack functions read commflag
enum { FULL_BODY, INITIAL, FINAL, FORCE_TORQUE, VCM_ANGMOM, XCM_MASS, ITENSOR, DOF };

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

/* ---- command ------------------------------------------------------------------------------- */

/* values after a keyword of fix rigid/small, so that e.g. a molecule template may be called
   "rotor"; an unknown keyword gets 0 and is left to FixRigidSmall to refuse */
static int number_of_values(const char *keyword)
{
  static const struct { const char *name; int values; } keywords[] = {
      {"infile", 1}, {"reinit", 1}, {"mol", 1}, {"gravity", 1}};
  for (const auto &k : keywords)
    if (strcmp(keyword, k.name) == 0) return k.values;
  return 0;
}

FixRigidSmallRGS::Command::Command(LAMMPS *lmp, int narg, char **arg) :
    style(arg[2]), choice(lmp, std::string("Fix ") + arg[2] + " (ID " + arg[0] + "): "), says_reinit(false)
{
  MethodChoice::Words words;
  int iarg = 0;
  int fixed = (narg > 3 && strcmp(arg[3], "custom") == 0) ? 5 : 4;
  while (iarg < narg && iarg < fixed) base.push_back(arg[iarg++]);
  base[2] = const_cast<char *>(style_for_base(arg[2]));
  while (iarg < narg) {
    int taken = choice.take(narg - iarg, arg + iarg, words);
    if (taken == 0 && strcmp(arg[iarg], "langevin") == 0) {
      std::string wrong = langevin.read(narg - iarg - 1, arg + iarg + 1);
      if (!wrong.empty()) lmp->error->all(FLERR, std::string("Fix ") + style + " (ID " + arg[0] + "): " + wrong);
      taken = 5;
    }
    iarg += taken;
    if (taken > 0) continue;
    if (strcmp(arg[iarg], "reinit") == 0 || strcmp(arg[iarg], "infile") == 0) says_reinit = true;
    for (int n = 1 + number_of_values(arg[iarg]); n > 0 && iarg < narg; n--) base.push_back(arg[iarg++]);
  }
  method = choice.make(words);
  choice.keep();
}

/* ---- life ---------------------------------------------------------------------------------- */

FixRigidSmallRGS::FixRigidSmallRGS(LAMMPS *lmp, int narg, char **arg) :
    FixRigidSmallRGS(lmp, Command(lmp, narg, arg))
{
}

FixRigidSmallRGS::FixRigidSmallRGS(LAMMPS *lmp, Command &&command) :
    FixRigidSmall(lmp, (int) command.base.size(), command.base.data()),
    choice(std::move(command.choice)), method(std::move(command.method)), carried(0), capacity(0), stamp(0),
    checked(false), step_vflag(0), langevin(command.langevin), heat(0.0), shared(world), making_bodies(false),
    listed(false), unless_changed(!command.says_reinit), make_up(0)
{
  if (unless_changed) reinitflag = 0;
  rename(this, command.style);
  declare_outputs();
  keep_bodies();
  forget_energies();
  if (strcmp(command.base[3], "molecule") == 0) warn_of_cut_molecules(lmp, this, speaker());

  // LAMMPS allocates Body arrays as a whole, so a stride in doubles reaches the next body
  static_assert(sizeof(Body) % sizeof(double) == 0, "Body is not a whole number of doubles");

  rgs_error e = NO_ERROR;
  rgs_bodies *b = nullptr;
  rgs_stepper *s = nullptr;
  rgs_host host = rgs_host();
  host.head.size = sizeof host;
  host.head.abi = RGS_ABI;
  host.provides = RGS_EVAL_FORCE;
  host.force_scale = force->ftm2v;
  if (rgs_bodies_create(choice.context().get(), 0, &b, &e) < 0) error->all(FLERR, describe(e));
  bodies.reset(b);
  if (rgs_stepper_create(b, method.get(), &host, &s, &e) < 0) error->all(FLERR, describe(e));
  stepper.reset(s);
  note_scheme();
}

void FixRigidSmallRGS::note_scheme()
{
  rgs_error e = NO_ERROR;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  if (rgs_stepper_describe(stepper.get(), &info, &e) < 0) error->all(FLERR, describe(e));
  carried = info.carry;
  if (rgs_method_describe(method.get(), &info, &e) < 0) error->all(FLERR, describe(e));
  its.context = choice.context();
  its.words = choice.words();
  its.forces = info.evals;
  its.gradients = info.gradients;
  its.ends_fresh = info.ends_fresh;
}

int FixRigidSmallRGS::setmask()
{
  return FixRigidSmall::setmask() | FixConst::END_OF_STEP;
}

void FixRigidSmallRGS::init()
{
  FixRigidSmall::init();
  check_run_style();
}

void FixRigidSmallRGS::check_run_style()
{
  std::string fix = speaker(), run_style = update->integrate_style;
  const std::string &scheme = its.words.scheme;
  if (its.is_verlet() || update->whichflag != 1) return;
  if (run_style == "rgs" || run_style == "verlet/rgs") return;
  if (in_respa())
    error->all(FLERR, fix + "run_style " + run_style + " puts the forces of its levels before and after a drift, which is " +
                   "scheme strang; scheme " + scheme + " puts them elsewhere: use scheme strang, or run_style rgs");
  error->all(FLERR, fix + "scheme " + scheme + " needs " +
                 (its.evaluations() == 1 ? "its force evaluation in the middle of the step"
                                         : std::to_string(its.evaluations()) + " force evaluations a step") +
                 ", but run_style " + run_style + " has one, at the end; use run_style rgs");
}

/* Our words follow one another as in the fix command; what comes after them is the base class's. */
int FixRigidSmallRGS::modify_param(int narg, char **arg)
{
  MethodChoice::Words words;
  int taken = 0, n;
  while ((n = choice.take(narg - taken, arg + taken, words)) > 0) taken += n;
  if (taken == 0) return FixRigidSmall::modify_param(narg, arg);

  MethodPtr other = choice.make(words);
  rgs_error e = NO_ERROR;
  if (rgs_stepper_swap(stepper.get(), other.get(), &e) < 0) error->all(FLERR, describe(e));
  method = std::move(other);
  choice.keep();
  note_scheme();
  recorded.samples = 0;
  return taken;
}

/* LAMMPS has just evaluated the forces, and FixRigidSmall::setup sums them up. */
void FixRigidSmallRGS::setup(int vflag)
{
  check_overlap(lmp, this, atom2body, speaker());
  if (reinitflag || !checked) check_bodies();
  checked = true;
  if (moves_copies()) setup_forces();
  else FixRigidSmall::setup(0);
  tally_constraint_virial(vflag, false);

  forget_energies();
  rgs_error e = NO_ERROR;
  if (rgs_stepper_reset(stepper.get(), &e) < 0 ||
      rgs_stepper_set_fresh(stepper.get(), RGS_EVAL_FORCE, &e) < 0)
    error->one(FLERR, describe(e));
}

/* An inserted body drifts through its first half step: FixRigidSmall leaves its force and torque to
   whatever was in memory. */
void FixRigidSmallRGS::set_molecule(int nlocalprev, tagint tagprev, int imol, double *xgeom,
                                    double *vcm, double *quat)
{
  int first = nlocal_body;
  listed = false;
  FixRigidSmall::set_molecule(nlocalprev, tagprev, imol, xgeom, vcm, quat);
  for (int i = first; i < nlocal_body; i++)
    for (int k = 0; k < 3; k++) body[i].fcm[k] = body[i].torque[k] = 0.0;
}

/* ---- a step -------------------------------------------------------------------------------- */

void FixRigidSmallRGS::pre_neighbor()
{
  order_bodies();
  if (moves_copies() && !making_bodies) list_bodies_and_atoms();
  else FixRigidSmall::pre_neighbor();
  stamp++;
  reserve();
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
  if (starts) {
    v_init(0);    // FixRigidSmall is to tally nothing
    if (langevin.on()) thermostat();
  } else {
    sum_forces();
  }
  return move_on(at);
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
  show(!(done && its.ends_fresh && its.gradients == 0));
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
  tally_constraint_virial(vflag, true);
}

/* ---- between LAMMPS and rigidstep ---------------------------------------------------------- */

/* A fifth more than needed, so that a rank whose number of bodies fluctuates seldom allocates. */
void FixRigidSmallRGS::reserve()
{
  if (bodies_here() <= capacity) return;
  int64_t wanted = bodies_here() + bodies_here() / 5 + 16;
  rgs_error e = NO_ERROR;
  if (rgs_bodies_reserve(bodies.get(), wanted, &e) < 0) error->one(FLERR, describe(e));
  capacity = wanted;
}

/* The first n.  Every half step anew: the Body array moves when it grows, and its bodies change rank. */
rgs_status FixRigidSmallRGS::bind(rgs_error &e, int n)
{
  rgs_view v = view(n);
  return rgs_bodies_bind(bodies.get(), &v, &e);
}

rgs_view FixRigidSmallRGS::view(int n)
{
  static Body none;    // a rank without bodies has no array
  Body *b = body ? body : &none;
  const ptrdiff_t stride = sizeof(Body) / sizeof(double);
  auto column = [stride](double *first) {
    rgs_column c = {first, stride, 1};
    return c;
  };
  rgs_view v = rgs_view();
  v.head.size = sizeof v;
  v.head.abi = RGS_ABI;
  v.n = n;
  v.flags = RGS_VIEW_P_IS_VELOCITY;
  v.stamp = stamp;
  v.x = column(b->xcm);
  v.p = column(b->vcm);
  v.q = column(b->quat);
  v.l = column(b->angmom);
  v.mass = column(&b->mass);
  v.inertia = column(b->inertia);
  v.f = column(b->fcm);
  v.tau = column(b->torque);
  carry.resize(capacity * carried);
  if (!carry.empty()) v.carry = {carry.data(), carried, 1};
  return v;
}

/* FixRigidSmall takes the momentum from the velocities of atoms that lie on a line to some digits
   only, and never looks at its part along that line.  `least`: relative to the momentum. */
void FixRigidSmallRGS::drop_dead_momentum(Body &b, double least)
{
  double axes[3][3];
  MathExtra::q_to_exyz(b.quat, axes[0], axes[1], axes[2]);
  for (int k = 0; k < 3; k++) {
    if (b.inertia[k] > 0.0) continue;
    double along = MathExtra::dot3(b.angmom, axes[k]);
    if (fabs(along) <= least * MathExtra::len3(b.angmom)) continue;
    for (int j = 0; j < 3; j++) b.angmom[j] -= along * axes[k][j];
  }
}

/* Whenever bodies were made from atoms, where all ranks can be stopped with the same words. */
void FixRigidSmallRGS::check_bodies()
{
  stamp++;
  reserve();
  for (int i = 0; i < nlocal_body; i++) drop_dead_momentum(body[i], adopted ? 1e-9 : 0.0);
  rgs_error e = NO_ERROR;
  rgs_status status = bind(e, nlocal_body);
  if (status >= 0) status = rgs_bodies_check(bodies.get(), &e);

  stop_all(lmp, status < 0 ? describe(e) : std::string());
  if (moves_copies()) renew_copies();
}

rgs_status FixRigidSmallRGS::advance(double &at)
{
  rgs_error e = NO_ERROR;
  rgs_eval request = RGS_EVAL_INIT;
  rgs_status status = bind(e, bodies_here());
  if (status >= 0) status = rgs_advance(stepper.get(), dtv, &request, &e);
  if (status < 0) error->one(FLERR, describe(e) + ", at timestep " + std::to_string(update->ntimestep));
  at = status == RGS_OK ? 1.0 : (request.time - rgs_stepper_time(stepper.get())) / dtv;
  return status;
}

std::string FixRigidSmallRGS::speaker() const
{
  return std::string("Fix ") + style + " (ID " + id + "): ";
}

std::string FixRigidSmallRGS::describe(const rgs_error &e)
{
  std::string text = speaker();
  if (e.body >= 0 && e.body < bodies_here()) {
    int owner = body[e.body].ilocal;
    if (owner >= 0 && owner < atom->nlocal + atom->nghost)
      text += "body owned by atom " + std::to_string(atom->tag[owner]) + ": ";
  }
  return text + e.text;
}
