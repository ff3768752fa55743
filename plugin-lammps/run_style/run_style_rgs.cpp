/* SPDX-License-Identifier: GPL-2.0-only */
#include "run_style/run_style_rgs.h"

#include "lammps_compat.h"

#include "atom.h"
#include "comm.h"
#include "compute.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "output.h"
#include "timer.h"
#include "update.h"
#include "utils.h"

#include <cmath>
#include <cstdio>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

/* ---- which fixes move which atoms ------------------------------------------------------------ */

VerletRGS::VerletRGS(LAMMPS *lmp, int narg, char **arg)
    : Verlet(lmp, narg, arg), forces_hold(false), shown(false), goes_back(true), last_at(0.0),
      evaluations(0), steps(0) {
  if (narg > 0)
    error->all(FLERR, std::string("run_style rgs takes no arguments, but has ") + arg[0] +
                          "; give the scheme to the fix that moves the bodies");
}

/* Why a fix cannot work with several evaluations a step; null if it can. */
static const char *why_not(const Fix *fix) {
  static const struct {
    const char *style, *why;
  } known[] = {
    { "^shake", "constrains bonds for one whole step" },
    { "^rattle", "constrains bonds for one whole step" },
    { "^filter/corotate", "expects one force evaluation per step" },
    { "^ipi", "is driven from outside, once per step" },
    { "^colvars", "counts force evaluations as steps" },
    { "^plumed", "counts force evaluations as steps" },
    { "^langevin",
      "adds noise for one force evaluation per step (our fixes have a keyword langevin)" },
    { "^viscous", "adds forces that depend on velocities" }
  };
  for (const auto &k : known)
    if (utils::strmatch(fix->style, k.style)) return k.why;
  if (fix->time_integrate && strcmp(fix->style, "nve") != 0)
    return "moves atoms by itself (only fix nve and fixes rigid/../rgs can be taken over)";
  return nullptr;
}

void VerletRGS::init() {
  Verlet::init();

  // many fixes take any style that does not begin with verlet for respa
  delete[] update->integrate_style;
  update->integrate_style = new char[strlen("verlet/rgs") + 1];
  strcpy(update->integrate_style, "verlet/rgs");

  share_out();
  const std::string &name = movers[0]->scheme().words.scheme;
  if (comm->ghost_velocity && comm->me == 0 && !movers[0]->scheme().is_verlet())
    error->warning(FLERR, "Forces that depend on velocities lose the order of scheme " + name);
}

int VerletRGS::groups_of_nve() {
  int bits = 0;
  for (int i = 0; i < modify->nfix; i++)
    if (strcmp(modify->fix[i]->style, "nve") == 0) bits |= modify->fix[i]->groupbit;
  return bits;
}

void VerletRGS::share_out() {
  movers.clear();
  first.clear();
  last.clear();
  enders.clear();
  const Fix *leader = nullptr;
  for (int i = 0; i < modify->nfix; i++) {
    Fix *fix = modify->fix[i];
    RunStyleFix *ours = dynamic_cast<RunStyleFix *>(fix);
    if (!ours) {
      const char *why = why_not(fix);
      if (why)
        error->all(FLERR, "run_style rgs does not work with " + name_of(fix) + ", which " + why +
                              "; drop that fix, or use run_style verlet with scheme strang");
      if (strcmp(fix->style, "nve") == 0) continue;
      if (modify->fmask[i] & FixConst::INITIAL_INTEGRATE) first.push_back(fix);
      if (modify->fmask[i] & FixConst::FINAL_INTEGRATE) last.push_back(fix);
      if (modify->fmask[i] & FixConst::END_OF_STEP) enders.push_back(fix);
      continue;
    }
    RunStyleHooks *staged = &ours->stages();
    if (!leader) leader = fix;
    if (!movers.empty() && movers[0]->scheme().words.scheme != staged->scheme().words.scheme)
      error->all(FLERR, "run_style rgs: " + name_of(fix) + " has scheme " +
                            staged->scheme().words.scheme + ", " + name_of(leader) + " has " +
                            movers[0]->scheme().words.scheme + "; they must be the same");
    movers.push_back(staged);
  }
  // std::string, because a literal would refer to a formatting symbol that only this release has
  if (movers.empty())
    error->all(FLERR, std::string("run_style rgs needs a fix rigid/small/rgs, rigid/rgs or "
                                  "nve/asphere/rgs, or one like them, whose scheme it follows; "
                                  "define one, or use run_style verlet"));

  int bits = groups_of_nve();
  free_atoms.reset(bits ? new FreeAtoms(lmp, movers[0]->scheme(), bits) : nullptr);
  if (free_atoms) movers.push_back(free_atoms.get());
}

void VerletRGS::setup(int flag) {
  Verlet::setup(flag);
  start();
}

void VerletRGS::setup_minimal(int flag) {
  Verlet::setup_minimal(flag);
  start();
}

/* A barostat may have taken over the atoms of a fix nve when fixes were initialised. */
void VerletRGS::start() {
  if (free_atoms) free_atoms->choose(groups_of_nve());
  check_atoms();
  note_lists();
  forces_hold = true;
  shown = false;
  if (free_atoms) free_atoms->setup();
}

/* Called at setup, because fixes do not know before which atoms are in bodies. */
void VerletRGS::check_atoms() {
  tagint twice = 0, most;
  for (int i = 0; i < atom->nlocal; i++) {
    int n = 0;
    for (const RunStyleHooks *s : movers) n += s->moves(i);
    if (n > 1 && atom->tag[i] > twice) twice = atom->tag[i];
  }
  MPI_Allreduce(&twice, &most, 1, MPI_LMP_TAGINT, MPI_MAX, world);
  if (most > 0)
    error->all(FLERR,
               "run_style rgs: atom " + std::to_string(most) +
                   " would be moved twice, by two of the fixes rigid/small/rgs, rigid/rgs and nve; "
                   "take it out of the group of one of them");
}

/* ---- steps ----------------------------------------------------------------------------------- */

static const double NOT_YET = -1e9; // the time of no evaluation

/* Are two times the same, as fractions of a step? */
static bool is_same(double a, double b) { return std::fabs(a - b) < 1e-9; }

void VerletRGS::run(int n) {
  evaluations = steps = 0;
  for (int i = 0; i < n; i++, steps++) {
    if (timer->check_timeout(i)) {
      update->nsteps = i;
      stop_here();
      break;
    }
    bigint now = ++update->ntimestep;
    ev_set(now);
    step();
    if (modify->n_end_of_step) modify->end_of_step();
    timer->stamp(Timer::MODIFY);
    if (now == output->next) {
      timer->stamp();
      output->write(now);
      timer->stamp(Timer::OUTPUT);
    }
  }
}

/* fix halt and timer timeout end a run after any step. */
void VerletRGS::stop_here() {
  if (steps == 0 || shown || !movers[0]->scheme().processed) return;
  show();
  for (RunStyleHooks *s : movers) s->end_step(0, true);
}

void VerletRGS::cleanup() {
  if (steps > 0 && comm->me == 0) {
    char each[32];
    snprintf(each, sizeof each, "%.4g", (double)evaluations / steps);
    utils::logmesg(lmp, "run_style rgs: " + std::to_string(evaluations) + " force evaluations in " +
                            std::to_string(steps) + " steps of scheme " +
                            movers[0]->scheme().words.scheme + ", " + each + " a step\n");
  }
  steps = 0;
  Verlet::cleanup();
}

/* A gradient comes from forces at a displaced point, which is a second evaluation at the same
   time.  The first step of a processed scheme has more evaluations than others, so the one at its end
   is known by its time. */
void VerletRGS::step() {
  timer->stamp();
  for (Fix *fix : first) fix->initial_integrate(vflag);
  if (shown) leave_shown();

  const Scheme &scheme = movers[0]->scheme();
  uint32_t forces = 0;
  const int inside = movers[0]->needs_virials() ? vflag : 0;
  bool arrived = false, displaced = false;
  double next;
  last_at = forces_hold ? 0.0 : NOT_YET;
  bool wanted = all_of([](RunStyleHooks *s, double &at) { return s->start_step(at); }, next);
  while (wanted) {
    displaced = is_same(next, last_at);
    last_at = next;
    forces += !displaced;
    const bool at_end =
        scheme.processed ? is_same(next, 1.0) && forces >= scheme.forces : forces == scheme.forces;
    if (displaced) {
      if (arrived) keep_forces();
      follow_out();
      evaluate(0, 0);
    } else if (at_end && scheme.ends_valid) {
      arrive();
      arrived = true;
      evaluate(scheme.processed ? 0 : eflag, scheme.processed ? 0 : vflag);
    } else {
      rebuild(false);
      evaluate(0, inside);
    }
    wanted = all_of([](RunStyleHooks *s, double &at) { return s->continue_step(at); }, next);
  }
  forces_hold = scheme.ends_valid;

  const bool seen = is_seen();
  bool anew = false;
  if (!arrived) {
    arrive();
  } else if (displaced) {
    follow();
    if (seen && any_post_force(modify) && !scheme.processed) evaluate(eflag, vflag);
    put_forces_back();
  }
  if (scheme.processed) {
    if (seen) show();
    anew = seen;
  } else if (!arrived && seen) {
    evaluate(eflag, vflag);
    anew = true;
  }
  for (RunStyleHooks *s : movers) s->end_step(vflag, anew);

  for (Fix *fix : last) fix->final_integrate();
  timer->stamp(Timer::MODIFY);
}

/* ---- the physical state of a processed scheme ------------------------------------------------ */

/* Times count from the end of the step here.  A processor may end with a kick by the forces of the
   physical state, which are those to be seen then. */
void VerletRGS::show() {
  double at = forces_hold ? last_at - 1.0 : NOT_YET, next;
  bool complete = false, starts = true;
  const auto go_on = [&starts](RunStyleHooks *s, double &its) { return s->show(starts, its); };
  for (; all_of(go_on, next); starts = false) {
    complete = !is_same(next, at) && is_same(next, 0.0);
    at = next;
    follow_out();
    evaluate(complete ? eflag : 0, complete ? vflag : 0);
  }
  shown = true;
  goes_back = update->ntimestep != output->next_restart;
  if (!goes_back)
    build_lists(false);
  else if (!complete)
    follow_out();
  for (RunStyleHooks *s : movers) s->remember();
  if (!complete || !goes_back) evaluate(eflag, vflag);
}

/* On all ranks, or on none. */
void VerletRGS::leave_shown() {
  int mine = 0, any;
  for (RunStyleHooks *s : movers) mine = mine || s->was_changed();
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
  shown = false;
  if (any || !goes_back) {
    forces_hold = !any;
    for (RunStyleHooks *s : movers) s->stay_shown(forces_hold);
  } else {
    for (RunStyleHooks *s : movers) s->hide();
  }
}

/* Whether something needs the forces at the end of the step, where the scheme may have evaluated
   none, or the physical state of a processed scheme. */
bool VerletRGS::is_seen() const {
  if (eflag || movers[0]->virial_is_seen(vflag) || update->ntimestep == output->next) return true;
  for (const Fix *fix : enders)
    if (update->ntimestep % fix->nevery == 0) return true;
  if (!movers[0]->scheme().processed) return false;
  for (int i = 0; i < modify->ncompute; i++)
    if (modify->compute[i]->timeflag && modify->compute[i]->matchstep(update->ntimestep))
      return true;
  return update->ntimestep == update->laststep;
}

bool VerletRGS::all_of(const std::function<bool(RunStyleHooks *, double &)> &move, double &at) {
  const bool wanted = move(movers[0], at);
  for (size_t i = 1; i < movers.size(); i++) {
    double its;
    if (move(movers[i], its) != wanted || !is_same(its, at))
      error->one(FLERR, "run_style rgs: scheme " + movers[0]->scheme().words.scheme +
                            " is at different places in the step for two fixes");
  }
  timer->stamp(Timer::MODIFY);
  return wanted;
}
