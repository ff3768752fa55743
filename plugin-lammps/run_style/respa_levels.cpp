/* SPDX-License-Identifier: GPL-2.0-only */
#include "run_style/respa_levels.h"

#include "atom.h"
#include "force.h"
#include "respa.h"
#include "update.h"
#include "utils.h"

#include <cmath>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

RespaLevels::RespaLevels(LAMMPS *lmp, RespaBodies &b, const std::string &who)
    : Pointers(lmp), bodies(b), prefix(who), lists(lmp), step_vflag(0), begins(false) {}

bool RespaLevels::at_work() const { return utils::strmatch(update->integrate_style, "^respa"); }

Respa *RespaLevels::respa() const { return dynamic_cast<Respa *>(update->integrate); }

int RespaLevels::number() const { return at_work() ? respa()->nlevels : 0; }

int RespaLevels::inner() const { return at_work() ? respa()->loop[0] : 0; }

int RespaLevels::outermost() const { return respa()->nlevels - 1; }

void RespaLevels::initial_integrate(int vflag, int level) {
  if (level == outermost()) {
    step_vflag = vflag;
    if (number() > 1 && lists.are_old(prefix)) bodies.ask_for_lists();
    bodies.begin_step();
    begins = true;
  }
  const bool first = begins && level == 0;
  begins = begins && level != 0;
  if (first && number() > 1) lists.note();
  if (bodies.divides()) {
    if (level == 0) move_divided(first);
    return;
  }
  bodies.sum_level(level == outermost());
  move_level(level);
}

void RespaLevels::final_integrate(int level) {
  if (bodies.divides()) {
    if (level == 0) return; // the next step of this level, or the outer one, takes the forces
    respa()->copy_f_flevel(1);
    end_divided();
  } else {
    bodies.sum_level(level == outermost());
    move_level(level);
  }
  if (level == outermost()) sum_all_levels();
}

/* LAMMPS builds its lists when a step begins, and bodies may then be on other ranks.  So the forces of both levels,
   which LAMMPS keeps with the atoms, are summed again. */
void RespaLevels::move_divided(bool first) {
  if (first) {
    bodies.forget_forces();
    bodies.go_on();
    respa()->copy_flevel_f(1);
    answer_outer();
  }
  bodies.sum_level(false);
  bodies.move_innermost(respa()->step[1]);
}

void RespaLevels::end_divided() {
  {
    const WholeForces whole(*this);
    bodies.measure();
  }
  respa()->copy_flevel_f(1);
  answer_outer();
  bodies.sum_level(false);
  bodies.move_innermost(respa()->step[1]);
  respa()->copy_flevel_f(1);
}

/* Leaves the forces of the inner level on the atoms, which are asked for next. */
void RespaLevels::answer_outer() {
  bodies.sum_level(true);
  bodies.go_on();
  respa()->copy_flevel_f(0);
}

void RespaLevels::move_level(int level) {
  const double step = respa()->step[level];
  if (level == 0) return bodies.move_innermost(step);
  const rgs_view b = bodies.level_view();
  const double h = 0.5 * step * force->ftm2v, turn = h / std::sqrt(bodies.inertia());
  for (int64_t i = 0; i < b.n; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(b.p, i, k) += h * RGS_AT(b.f, i, k) / RGS_AT(b.mass, i, 0);
      RGS_AT(b.l, i, k) += turn * RGS_AT(b.tau, i, k);
    }
  bodies.show_velocities();
}

/* At the end of the step the last forces of all levels belong to the same positions.  The outermost
   level's are still on the atoms. */
void RespaLevels::sum_all_levels() {
  respa()->copy_f_flevel(outermost());
  const WholeForces whole(*this);
  bodies.sum_level(true);
  bodies.tally_all_levels(step_vflag);
}

/* ---- forces of all levels -------------------------------------------------------------------- */

static void add(double **from, std::vector<double> &to) {
  for (size_t k = 0; k < to.size(); k++) to[k] += from[k / 3][k % 3];
}

static void put(const std::vector<double> &from, double **to) {
  for (size_t k = 0; k < from.size(); k++) to[k / 3][k % 3] = from[k];
}

RespaLevels::WholeForces::WholeForces(const RespaLevels &levels) : atom(levels.atom) {
  if (!levels.at_work()) return;
  const size_t n = 3 * (size_t)atom->nlocal, turning = atom->torque_flag ? n : 0;
  f.resize(n);
  torque.resize(turning);
  add(atom->f, f);
  add(atom->torque, torque);

  std::vector<double> whole_f(n), whole_torque(turning);
  for (int level = 0; level <= levels.outermost(); level++) {
    levels.respa()->copy_flevel_f(level);
    add(atom->f, whole_f);
    add(atom->torque, whole_torque);
  }
  put(whole_f, atom->f);
  put(whole_torque, atom->torque);
}

RespaLevels::WholeForces::~WholeForces() {
  put(f, atom->f);
  put(torque, atom->torque);
}

} // namespace rigidstep_lammps
