/* SPDX-License-Identifier: GPL-2.0-only */
#include "free_atoms.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "update.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

/* Of the fix' parameters those of the scheme; the rotor is another. */
static std::vector<rgs_param> params_of(const Scheme &scheme)
{
  std::vector<rgs_param> params;
  const rgs_about *about = rgs_about_find(scheme.context.get(), RGS_KIND_SCHEME, scheme.words.scheme.c_str());
  for (const auto &p : scheme.words.params)
    for (uint32_t i = 0; about && i < about->n_params; i++)
      if (p.first == about->params[i].key) params.push_back({p.first.c_str(), p.second.c_str(), 0.0});
  return params;
}

FreeAtoms::FreeAtoms(LAMMPS *lmp, const Scheme &scheme, int groupbits) :
    Pointers(lmp), its(scheme), bits(groupbits), carried(0), capacity(0), stamp(1)
{
  rgs_context *c = its.context.get();
  std::vector<rgs_param> params = params_of(its);
  rgs_method_spec spec = rgs_method_spec();
  spec.head.size = sizeof spec;
  spec.head.abi = RGS_ABI;
  spec.rotor = "exact";    // never fails, and nothing turns
  spec.scheme = its.words.scheme.c_str();
  spec.params = params.data();
  spec.n_params = (uint32_t) params.size();
  spec.param_size = sizeof(rgs_param);
  rgs_host host = rgs_host();
  host.head.size = sizeof host;
  host.head.abi = RGS_ABI;
  host.provides = RGS_EVAL_FORCE;
  host.force_scale = force->ftm2v;

  rgs_error e = NO_ERROR;
  rgs_method *m = nullptr;
  rgs_bodies *b = nullptr;
  rgs_stepper *s = nullptr;
  if (rgs_method_create(c, &spec, &m, &e) < 0) error->all(FLERR, describe(e));
  method.reset(m);
  if (rgs_bodies_create(c, 0, &b, &e) < 0) error->all(FLERR, describe(e));
  bodies.reset(b);
  if (rgs_stepper_create(b, m, &host, &s, &e) < 0) error->all(FLERR, describe(e));
  stepper.reset(s);
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  if (rgs_stepper_describe(s, &info, &e) < 0) error->all(FLERR, describe(e));
  carried = info.carry;
}

void FreeAtoms::setup()
{
  rgs_error e = NO_ERROR;
  if (rgs_stepper_reset(stepper.get(), &e) < 0 ||
      rgs_stepper_set_fresh(stepper.get(), RGS_EVAL_FORCE, &e) < 0)
    error->one(FLERR, describe(e));
}

bool FreeAtoms::moves(int i) const
{
  return atom->mask[i] & bits;
}

/* Atoms change rank and place at any evaluation but those at displaced points, which are the only
   ones that `carry` has to outlive. */
void FreeAtoms::gather()
{
  const size_t before = atoms.size();
  atoms.clear();
  for (int i = 0; i < atom->nlocal; i++)
    if (moves(i)) atoms.push_back(i);
  bool changed = atoms.size() != before;
  if (particles.size() < atoms.size()) {
    Particle still = Particle();
    still.q[0] = 1.0;
    particles.resize(atoms.size(), still);
    carry.resize(particles.size() * carried);
  }
  for (size_t n = 0; n < atoms.size(); n++) {
    int i = atoms[n];
    Particle &p = particles[n];
    for (int k = 0; k < 3; k++) {
      p.x[k] = atom->x[i][k];
      p.v[k] = atom->v[i][k];
      p.f[k] = atom->f[i][k];
    }
    double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    changed = changed || mass != p.mass;
    p.mass = mass;
  }
  if (changed) stamp++;
}

void FreeAtoms::scatter() const
{
  for (size_t n = 0; n < atoms.size(); n++)
    for (int k = 0; k < 3; k++) {
      atom->x[atoms[n]][k] = particles[n].x[k];
      atom->v[atoms[n]][k] = particles[n].v[k];
    }
}

rgs_status FreeAtoms::bind(rgs_error &e)
{
  if (atoms.size() > capacity) {
    rgs_status status = rgs_bodies_reserve(bodies.get(), (int64_t) particles.size(), &e);
    if (status < 0) return status;
    capacity = particles.size();
  }
  static Particle none;
  Particle *p = particles.empty() ? &none : particles.data();
  auto column = [](double *first) {
    rgs_column c = {first, sizeof(Particle) / sizeof(double), 1};
    return c;
  };
  rgs_view view = rgs_view();
  view.head.size = sizeof view;
  view.head.abi = RGS_ABI;
  view.n = (int64_t) atoms.size();
  view.flags = RGS_VIEW_P_IS_VELOCITY;
  view.stamp = stamp;
  view.x = column(p->x);
  view.p = column(p->v);
  view.q = column(p->q);
  view.l = column(p->l);
  view.mass = column(&p->mass);
  view.inertia = column(p->inertia);
  view.f = column(p->f);
  view.tau = column(p->tau);
  if (!carry.empty()) view.carry = {carry.data(), carried, 1};
  return rgs_bodies_bind(bodies.get(), &view, &e);
}

bool FreeAtoms::go_on(bool, double &at)
{
  gather();
  rgs_error e = NO_ERROR;
  rgs_eval request = RGS_EVAL_INIT;
  rgs_status status = bind(e);
  if (status >= 0) status = rgs_advance(stepper.get(), update->dt, &request, &e);
  if (status < 0)
    error->one(FLERR, describe(e) + ", at timestep " + std::to_string(update->ntimestep));
  scatter();
  at = status == RGS_NEED_EVAL ? (request.time - rgs_stepper_time(stepper.get())) / update->dt : 1.0;
  return status == RGS_NEED_EVAL;
}

std::string FreeAtoms::describe(const rgs_error &e) const
{
  std::string text = "run_style rgs: ";
  if (e.body >= 0 && e.body < (int64_t) atoms.size())
    text += "atom " + std::to_string(atom->tag[atoms[e.body]]) + ", of a fix nve: ";
  return text + e.text;
}

}    // namespace rigidstep_lammps
