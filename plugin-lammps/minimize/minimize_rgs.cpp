/* SPDX-License-Identifier: GPL-2.0-only */
#include "minimize/minimize_rgs.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "kspace.h"
#include "minimize.h"
#include "modify.h"
#include "output.h"
#include "pair.h"
#include "thermo.h"
#include "timer.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

static const rgs_error NO_ERROR = RGS_ERROR_INIT;
static const std::string PREFIX = "minimize/rgs: ";

/* The energy counts as converged only if it has fallen for this many steps: where the path turns
   uphill, it may change little from one step to the next. */
static const bigint STEPS_DOWNHILL = 20;
static const double LEAST_ENERGY = 1e-8; // as LAMMPS' minimisers have it

/* ---- the command ----------------------------------------------------------------------------- */

/* Our minimiser in the place of LAMMPS', as long as the command runs; an error may end it. */
class InPlaceOf {
public:
  InPlaceOf(Update *u, Min *ours) : update(u), min(u->minimize), style(u->minimize_style) {
    update->minimize = ours;
    update->minimize_style = new char[strlen(relaxing_style()) + 1];
    strcpy(update->minimize_style, relaxing_style());
  }
  ~InPlaceOf() {
    delete update->minimize;
    delete[] update->minimize_style;
    update->minimize = min;
    update->minimize_style = style;
  }

private:
  Update *update;
  Min *min;
  char *style;
};

void MinimizeRGS::command(int narg, char **arg) {
  if (narg != 4)
    error->all(FLERR, PREFIX + "expected etol ftol maxiter maxeval, but found " +
                          std::to_string(narg) + " words");
  bool any = false;
  for (int i = 0; i < modify->nfix; i++) any = any || dynamic_cast<RelaxedFix *>(modify->fix[i]);
  // With `-sf rgs` this command stands for every `minimize` of a script, also before its fixes.
  if (!any) {
    if (comm->me == 0)
      utils::logmesg(
          lmp, PREFIX + "there is no fix rigid/small/rgs, rigid/rgs or " +
                   "nve/asphere/rgs, nor one like them, so this is minimize, with min_style " +
                   update->minimize_style + ".  It moves atoms one by one: molecules that become " +
                   "rigid afterwards keep the shape that it gives them.  Put the fix before the " +
                   "minimisation if they are to keep the one that they have now\n");
    return Minimize(lmp).command(narg, arg);
  }
  for (int i = 0; i < modify->nfix; i++)
    if (!strcmp(modify->fix[i]->style, "box/relax") && modify->fix[i]->restart_pbc)
      error->all(FLERR, PREFIX + "fix box/relax (ID " + modify->fix[i]->id +
                            ") has dilate partial, but bodies and atoms that do not follow the box "
                            "are not supported; leave dilate out");
  InPlaceOf place(update, new MinRGS(lmp, *update->minimize));
  Minimize(lmp).command(narg, arg);
  if (comm->me == 0)
    utils::logmesg(lmp, PREFIX + "bodies and atoms move as before: velocities, and angular "
                                 "velocities in the axes of the bodies\n");
}

/* ---- start ----------------------------------------------------------------------------------- */

MinRGS::MinRGS(LAMMPS *lmp, const Min &settings)
    : Min(lmp), box(nullptr), potential(0.0), last_uphill(0), power(0.0), work(NAN) {
  searchflag = 0;
  dmax = settings.*(&MinRGS::dmax);
  normstyle = settings.*(&MinRGS::normstyle);
}

void MinRGS::setup_style() {
  rgs_error e = NO_ERROR;
  rgs_context *c = nullptr;
  if (rgs_context_create(nullptr, &c, &e) < 0) error->all(FLERR, PREFIX + e.text);
  context = ContextPtr(c, rgs_context_destroy);

  std::vector<RelaxedFix *> fixes;
  for (int i = 0; i < modify->nfix; i++)
    if (auto fix = dynamic_cast<RelaxedFix *>(modify->fix[i])) fixes.push_back(fix);
  const int strains = nextra_global;
  const int shares = comm->nprocs * (int)(fixes.size() + 1 + (strains > 0));
  relaxers.clear();
  for (RelaxedFix *fix : fixes)
    relaxers.emplace_back(new RelaxedBodies(lmp, PREFIX, context, dmax, shares, *fix));
  auto is_free = [fixes](int i) {
    for (const RelaxedFix *fix : fixes)
      if (fix->has_atom(i)) return false;
    return true;
  };
  relaxers.emplace_back(new RelaxedAtoms(lmp, PREFIX, context, dmax, shares, is_free));
  if (strains == 0) return;
  relaxers.emplace_back(box = new RelaxedBox(lmp, PREFIX, context, strains, shares, fixes));
  nextra_global = 0; // LAMMPS' own code is to leave the box alone
}

void MinRGS::setup(int flag) {
  last_uphill = update->ntimestep;
  Min::setup(flag);
  for (auto &r : relaxers) r->take_forces();
  if (box) begin_box();
  for (auto &r : relaxers) r->begin();
  power = 0.0;
  stall.reset(update->ftol > 0.0 ? new Stall(sqrt(norm())) : nullptr);
}

void MinRGS::begin_box() {
  double mine = 0.0, bodies;
  for (auto &r : relaxers) mine += r.get() == box ? 0.0 : (double)r->counted();
  MPI_Allreduce(&mine, &bodies, 1, MPI_DOUBLE, MPI_SUM, world);
  box->weigh(bodies);
  potential = ecurrent;
  einitial = ecurrent = with_box();
  fnorm2_init = sqrt(fnorm_sqr());
  fnorminf_init = sqrt(fnorm_inf());
}

void MinRGS::reset_vectors() {
  nvec = 3 * atom->nlocal;
  if (nvec) xvec = atom->x[0];
  if (nvec) fvec = atom->f[0];
}

/* ---- iterations ------------------------------------------------------------------------------ */

int MinRGS::iterate(int maxiter) {
  alpha_final = 0.0;
  if (maxiter <= 0) leave();
  for (int i = 0; i < maxiter; i++) {
    if (timer->check_timeout(niter)) {
      leave();
      return TIMEOUT;
    }
    const bigint now = ++update->ntimestep;
    niter++;
    step();
    if (box && modify->min_reset_ref()) ecurrent = with_box();
    const int stop = met();
    if (stop != MAXITER || i == maxiter - 1) leave();
    if (stop != MAXITER) return stop;
    if (output->next == now) {
      show();
      timer->stamp();
      output->write(now);
      timer->stamp(Timer::OUTPUT);
    }
  }
  return MAXITER;
}

/* The sums of all steppers belong to one system. */
void MinRGS::step() {
  timer->stamp();
  std::vector<rgs_eval *> asked;
  for (auto &r : relaxers) asked.push_back(&r->ask());
  std::vector<double> sums(asked[0]->sum, asked[0]->sum + asked[0]->n_sum);
  for (size_t n = 1; n < asked.size(); n++)
    for (size_t k = 0; k < sums.size(); k++) sums[k] += asked[n]->sum[k];
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), (int)sums.size(), MPI_DOUBLE, MPI_SUM, world);
  for (rgs_eval *a : asked) std::copy(sums.begin(), sums.end(), a->sum);
  double power_before = 0.0;
  for (auto &r : relaxers) {
    r->move();
    power_before += r->power_before();
  }
  timer->stamp(Timer::MODIFY);

  eprevious = ecurrent;
  ecurrent = evaluate(0);
  neval++;
  if (ecurrent > eprevious) last_uphill = update->ntimestep;
  timer->stamp();
  for (auto &r : relaxers) r->arrive();
  take_work(power_before);
  timer->stamp(Timer::MODIFY);
}

/* By the trapezoidal rule.  A step that found the path to go uphill began with half a step back, which
   the velocities do not tell. */
void MinRGS::take_work(double power_before) {
  const bool straight = power > 0.0;
  double powers[2] = { power_before, 0.0 };
  for (auto &r : relaxers) powers[1] += r->power();
  MPI_Allreduce(MPI_IN_PLACE, powers, 2, MPI_DOUBLE, MPI_SUM, world);
  power = powers[1];
  work = straight ? 0.5 * relaxers[0]->last_step() * (powers[0] + powers[1]) : NAN;
}

/* The stopping criterion that is met; MAXITER: none. */
int MinRGS::met() {
  if (update->etol > 0.0 && update->ntimestep - last_uphill > STEPS_DOWNHILL &&
      std::fabs(ecurrent - eprevious) <
          update->etol * 0.5 * (std::fabs(ecurrent) + std::fabs(eprevious) + LEAST_ENERGY))
    return ETOL;
  if (update->ftol > 0.0) {
    const double force = sqrt(norm());
    if (force < update->ftol) return FTOL;
    watch(force);
  }
  return neval >= update->max_eval ? MAXEVAL : MAXITER;
}

/* Whoever waits for forces that cannot become smaller should know why. */
void MinRGS::watch(double force) {
  const bool known = std::isfinite(work);
  if (!(known ? stall->note(ecurrent - eprevious, work, force) : stall->note(force))) return;
  if (comm->me != 0) return;
  const bool mesh = lmp->force->kspace && lmp->force->pair;
  char found[400];
  snprintf(
      found, sizeof found,
      "the force norm has stayed above %.2g for %d iterations; the energy changes by %.2g in an "
      "iteration, of which the forces account for %.2g. So energy and forces have errors that more "
      "iterations do not remove. ",
      stall->force(), Stall::iterations(), stall->error(), stall->work());
  error->warning(FLERR,
                 PREFIX + found +
                     (mesh && lmp->force->pair->ncoultablebits > 0
                          ? "Use 'pair_modify table 0': tables of Coulomb forces are read at "
                            "distances in single precision. "
                          : "") +
                     "Forces that jump at a cutoff do the same: use a pair style that is smooth "
                     "there" +
                     (mesh ? ", and a long-range solver of accuracy 1e-5 or better" : ""));
}

void MinRGS::leave() {
  for (auto &r : relaxers) r->give_back();
}

/* LAMMPS calls this when iterate() has stopped early, and prints what follows from it. */
double MinRGS::energy_force(int flag) {
  const double energy = evaluate(flag);
  for (auto &r : relaxers) r->take_forces();
  show();
  return energy;
}

double MinRGS::evaluate(int flag) {
  potential = Min::energy_force(flag);
  return with_box();
}

double MinRGS::with_box() {
  if (!box) return potential;
  box->measure();
  return potential + box->energy() / (output->thermo->normflag ? (double)atom->natoms : 1.0);
}

void MinRGS::show() {
  for (auto &r : relaxers) r->show(vflag);
}

/* ---- forces ---------------------------------------------------------------------------------- */

ForceNorms MinRGS::norms() {
  ForceNorms all = { 0.0, 0.0, 0.0 };
  for (auto &r : relaxers) {
    r->take_forces();
    r->add_norms(all);
  }
  MPI_Allreduce(MPI_IN_PLACE, &all.square, 1, MPI_DOUBLE, MPI_SUM, world);
  MPI_Allreduce(MPI_IN_PLACE, &all.of_body, 2, MPI_DOUBLE, MPI_MAX, world);
  return all;
}

/* The square of that which min_modify norm chooses. */
double MinRGS::norm() {
  const ForceNorms its = norms();
  return normstyle == MAX ? its.of_body : normstyle == INF ? its.component : its.square;
}
