/* SPDX-License-Identifier: GPL-2.0-only */
#include "run_style/free_atoms.h"

#include "atom.h"
#include "error.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;
static const std::string PREFIX = "run_style rgs: ";

/* The parameters that belong to the scheme; the rotor's are of no use here. */
static std::vector<rgs_param> params_of(const Scheme &scheme) {
  std::vector<rgs_param> params;
  const rgs_about *about =
      rgs_about_find(scheme.context.get(), RGS_KIND_SCHEME, scheme.words.scheme.c_str());
  for (const auto &p : scheme.words.params)
    for (uint32_t i = 0; about && i < about->n_params; i++)
      if (p.first == about->params[i].key)
        params.push_back({ p.first.c_str(), p.second.c_str(), 0.0, 0, 0 });
  return params;
}

static MethodPtr method_of(LAMMPS *lmp, const Scheme &scheme) {
  rgs_method_spec spec = no_method();
  spec.rotor = "exact"; // nothing turns, and this rotor never fails
  spec.scheme = scheme.words.scheme.c_str();
  return make_method(lmp, PREFIX, scheme.context, spec, params_of(scheme));
}

FreeAtoms::FreeAtoms(LAMMPS *lmp, const Scheme &scheme, int groupbits)
    : Pointers(lmp), its(scheme), bits(groupbits),
      stepper(lmp, PREFIX, scheme.context, method_of(lmp, scheme), 0),
      particles(lmp, [this](int i) { return moves(i); }) {}

bool FreeAtoms::moves(int i) const { return atom->mask[i] & bits; }

/* Atoms may change rank and index at every evaluation except those at displaced points.  Only there
   does the scheme keep numbers from one evaluation to the next. */
void FreeAtoms::gather() {
  if (particles.gather()) stepper.changed();
}

rgs_view FreeAtoms::view() {
  rgs_column columns[8];
  particles.columns(columns);
  return stepper.view(particles.size(), columns);
}

bool FreeAtoms::go_on(Move move, double &at) {
  bind();
  rgs_error e = NO_ERROR;
  const rgs_status status = (stepper.*move)(update->dt, at, e);
  check(status, e);
  particles.scatter();
  return status == RGS_NEED_EVAL;
}

void FreeAtoms::bind() {
  gather();
  rgs_error e = NO_ERROR;
  check(stepper.bind(view(), e), e);
}

void FreeAtoms::check(rgs_status status, const rgs_error &e) const {
  if (status < 0)
    error->one(FLERR, PREFIX + particles.name(e.body, ", of a fix nve: ") + e.text +
                          ", at timestep " + std::to_string(update->ntimestep));
}

/* Particles are as remember() found them. */
bool FreeAtoms::was_changed() {
  int n = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!moves(i)) continue;
    if (n == particles.size() || particles.atom_of(n) != i) return true;
    const Particle &p = particles[n++];
    if (!std::equal(p.x, p.x + 3, atom->x[i]) || !std::equal(p.v, p.v + 3, atom->v[i])) return true;
  }
  return n != particles.size();
}

/* The next step may begin with a kick by the forces that belong to what is propagated, which it
   takes from the atoms. */
void FreeAtoms::hide() {
  bind();
  rgs_error e = NO_ERROR;
  check(stepper.unprocess(e), e);
  particles.scatter();
  for (int n = 0; n < particles.size(); n++)
    std::copy(particles[n].force, particles[n].force + 3, atom->f[particles.atom_of(n)]);
}

} // namespace rigidstep_lammps
