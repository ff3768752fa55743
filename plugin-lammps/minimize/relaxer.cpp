/* SPDX-License-Identifier: GPL-2.0-only */
#include "minimize/relaxer.h"

#include "columns/all_ranks.h"
#include "mechanics/rigid_body.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

static MethodPtr fire(LAMMPS *lmp, const std::string &prefix, const ContextPtr &context,
                      double reach) {
  rgs_method_spec spec = no_method();
  spec.integrator = "fire";
  return make_method(lmp, prefix, context, spec, { { "reach", nullptr, reach, 0, 0 } });
}

/* ---- a step ---------------------------------------------------------------------------------- */

Relaxer::Relaxer(LAMMPS *lmp, const std::string &who, const ContextPtr &context, double reach,
                 int shares)
    : BodyStepper(lmp, who, context, fire(lmp, who, context, reach), shares) {}

void Relaxer::check(rgs_status status, const rgs_error &e) const {
  if (status < 0)
    error->one(FLERR, prefix + (e.body >= 0 ? name((int)e.body) : std::string()) + e.text +
                          ", at timestep " + std::to_string(update->ntimestep));
}

void Relaxer::bind() {
  rgs_error e = NO_ERROR;
  check(BodyStepper::bind(now(), e), e);
}

void Relaxer::go_on() {
  rgs_error e = NO_ERROR;
  check(go_on_without_sums(update->dt, e), e);
}

void Relaxer::begin() {
  remember();
  stop();
  changed();
  start();
}

rgs_eval &Relaxer::ask() {
  bind();
  before = forces();
  go_on();
  return asked();
}

void Relaxer::move() {
  if (asked().what & RGS_EVAL_REDUCTION) go_on();
  place();
}

void Relaxer::arrive() {
  take_forces();
  changed(); // atoms may have migrated
  bind();
  go_on();
  keep();
}

void Relaxer::stop() {
  const rgs_view v = now();
  for (int64_t i = 0; i < v.n; i++)
    for (int k = 0; k < 3; k++) RGS_AT(v.p, i, k) = RGS_AT(v.l, i, k) = 0.0;
  velocities_changed();
  place();
}

void Relaxer::remember() {
  its_tags.clear();
  momenta.clear();
  if (!counted_here()) return;
  const rgs_view v = now();
  its_tags.assign(tags(), tags() + v.n - v.n_ghosts);
  for (int64_t i = 0; i < v.n - v.n_ghosts; i++) {
    double axes[3][3], l[3];
    axes_of(v.q, i, axes);
    for (int k = 0; k < 3; k++) l[k] = RGS_AT(v.l, i, k);
    for (int k = 0; k < 3; k++) momenta.push_back(RGS_AT(v.p, i, k));
    for (int k = 0; k < 3; k++) momenta.push_back(MathExtra::dot3(l, axes[k]));
  }
}

/* Bodies have changed their ranks, so every rank looks at all bodies. */
void Relaxer::give_back() {
  const std::vector<int64_t> all_tags = from_all_ranks(its_tags, MPI_INT64_T, world);
  const std::vector<double> all = from_all_ranks(momenta, MPI_DOUBLE, world);
  std::unordered_map<int64_t, const double *> of;
  for (size_t n = 0; n < all_tags.size(); n++) of[all_tags[n]] = &all[NUMBERS * n];
  const rgs_view v = now();
  const int64_t *tag = tags();
  for (int64_t i = 0; i < v.n; i++) {
    const auto found = of.find(tag[i]);
    if (found == of.end()) continue;
    const double *p = found->second, *l = p + 3;
    double axes[3][3];
    axes_of(v.q, i, axes);
    for (int k = 0; k < 3; k++) {
      RGS_AT(v.p, i, k) = p[k];
      RGS_AT(v.l, i, k) = l[0] * axes[0][k] + l[1] * axes[1][k] + l[2] * axes[2][k];
    }
  }
  velocities_changed();
  place();
}

void Relaxer::show(int) { place(); }

/* ---- forces ---------------------------------------------------------------------------------- */

static void note(ForceNorms &norms, double force, double &of_body) {
  const double square = force * force;
  norms.square += square;
  of_body += square;
  norms.component = std::max(norms.component, square);
}

void Relaxer::add_norms(ForceNorms &norms) {
  if (!counted_here()) return;
  const rgs_view v = now();
  for (int64_t i = 0; i < v.n - v.n_ghosts; i++) {
    const double mass = RGS_AT(v.mass, i, 0);
    double torque[3], axes[3][3], of_body = 0.0;
    for (int k = 0; k < 3; k++) torque[k] = RGS_AT(v.tau, i, k);
    axes_of(v.q, i, axes);
    for (int k = 0; k < 3; k++) {
      const double moment = RGS_AT(v.inertia, i, k);
      note(norms, RGS_AT(v.f, i, k), of_body);
      if (moment > 0.0)
        note(norms, MathExtra::dot3(torque, axes[k]) * sqrt(mass / moment), of_body);
    }
    norms.of_body = std::max(norms.of_body, of_body);
  }
}

/* With RIGIDSTEP_CHECKS the library overwrites forces where it asks for new ones. */
std::vector<double> Relaxer::forces() {
  std::vector<double> all;
  if (!counted_here()) return all;
  const rgs_view v = now();
  for (int64_t i = 0; i < v.n - v.n_ghosts; i++)
    for (int k = 0; k < NUMBERS; k++) all.push_back(RGS_AT(k < 3 ? v.f : v.tau, i, k % 3));
  return all;
}

double Relaxer::power_of(const std::vector<double> &forces) {
  if (!counted_here()) return 0.0;
  const rgs_view v = now();
  double sum = 0.0;
  for (int64_t i = 0; i < v.n - v.n_ghosts; i++) {
    const double *f = &forces[NUMBERS * i], *torque = f + 3;
    double l[3], axes[3][3];
    for (int k = 0; k < 3; k++) l[k] = RGS_AT(v.l, i, k);
    axes_of(v.q, i, axes);
    for (int k = 0; k < 3; k++) {
      const double moment = RGS_AT(v.inertia, i, k);
      sum += RGS_AT(v.p, i, k) * f[k];
      if (moment > 0.0)
        sum += MathExtra::dot3(l, axes[k]) / moment * MathExtra::dot3(torque, axes[k]);
    }
  }
  return sum;
}

/* ---- bodies of a fix ------------------------------------------------------------------------- */

RelaxedBodies::RelaxedBodies(LAMMPS *lmp, const std::string &who, const ContextPtr &context,
                             double reach, int shares, RelaxedFix &f)
    : Relaxer(lmp, who, context, reach, shares), fix(f) {}

void RelaxedBodies::show(int vflag) {
  place();
  fix.tally_virial(vflag);
}

rgs_view RelaxedBodies::now() {
  rgs_column parts[8];
  BodyStore &its = bodies();
  its.columns(parts);
  rgs_view v = view(its.moved(), parts);
  v.n_ghosts = its.ghosts();
  if (domain->dimension == 2) v.flags |= RGS_VIEW_PLANAR;
  return v;
}

/* ---- atoms in no body ------------------------------------------------------------------------ */

RelaxedAtoms::RelaxedAtoms(LAMMPS *lmp, const std::string &who, const ContextPtr &context,
                           double reach, int shares, const FreeParticles::IsFree &is_free)
    : Relaxer(lmp, who, context, reach, shares), particles(lmp, is_free) {}

const int64_t *RelaxedAtoms::tags() {
  atom_tags.clear();
  for (int n = 0; n < particles.size(); n++) atom_tags.push_back(atom->tag[particles.atom_of(n)]);
  return atom_tags.data();
}

rgs_view RelaxedAtoms::now() {
  rgs_column columns[8];
  particles.columns(columns);
  rgs_view v = view(particles.size(), columns);
  if (domain->dimension == 2) v.flags |= RGS_VIEW_PLANAR;
  return v;
}

} // namespace rigidstep_lammps
