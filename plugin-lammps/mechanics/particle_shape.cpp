/* SPDX-License-Identifier: GPL-2.0-only */
#include "mechanics/particle_shape.h"

#include "lammps_compat.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "atom_vec_ellipsoid.h"
#include "atom_vec_line.h"
#include "atom_vec_tri.h"
#include "domain.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const struct {
  const char *atom_style, *plural, *temperature;
  int dimension; // 0: any
} NAMES[] = { { "ellipsoid", "ellipsoids", "temp/asphere", 0 },
              { "body", "body particles", "temp/body", 0 },
              { "tri", "triangles", "temp", 3 },
              { "line", "line segments", "temp", 2 },
              { "sphere", "spheres", "temp/sphere", 0 } };

double mass_of(const Atom *atom, int i) {
  return atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
}

ParticleShape::ParticleShape(LAMMPS *lmp, const ParticleKind &k)
    : Pointers(lmp), kind(k), index(nullptr), orientation(nullptr), measure(nullptr),
      are_half_axes(false), stride(0) {}

bool ParticleShape::is_there() const {
  const auto &its = NAMES[kind.shape];
  if (its.dimension && its.dimension != domain->dimension) return false;
  if (kind.shape != ParticleKind::SPHERES)
    return atom->style_match(its.atom_style) && atom->torque_flag;
  return atom->radius_flag && atom->omega_flag && atom->torque_flag &&
         (!kind.turns_dipole || atom->mu_flag);
}

std::string ParticleShape::needs() const {
  const auto &its = NAMES[kind.shape];
  std::string text =
      std::string("it moves ") + its.plural + ", which need atom style " + its.atom_style;
  if (its.dimension) text += " in " + std::to_string(its.dimension) + " dimensions";
  if (kind.turns_dipole) text += ", and update dipole needs atom style dipole in a hybrid with it";
  return text;
}

const char *ParticleShape::temperature() const { return NAMES[kind.shape].temperature; }

/* ---- LAMMPS' arrays -------------------------------------------------------------------------- */

static double *first(double &number) { return &number; }
template <int N> static double *first(double (&numbers)[N]) { return numbers; }

/* A rank may have no such particle, and no array of them. */
template <class Bonus, class A, class M>
void ParticleShape::look_at(const int *its, Bonus *all, A Bonus::*a, M Bonus::*m) {
  static_assert(sizeof(Bonus) % sizeof(double) == 0, "a stride is a number of doubles");
  index = its;
  orientation = all ? first(all->*a) : nullptr;
  measure = all ? first(all->*m) : nullptr;
  stride = sizeof(Bonus) / sizeof(double);
}

/* Arrays move when they grow. */
void ParticleShape::look() {
  AtomVec *style = atom->style_match(NAMES[kind.shape].atom_style);
  are_half_axes = false;
  if (kind.shape == ParticleKind::ELLIPSOIDS) {
    auto avec = dynamic_cast<AtomVecEllipsoid *>(style);
    typedef AtomVecEllipsoid::Bonus Bonus;
    if (if_superellipsoids(atom, avec, [this](auto *super) {
          typedef std::remove_pointer_t<decltype(super)> Super;
          this->look_at<Super, double[4], double[3]>(atom->ellipsoid, super, &Super::quat,
                                                     &Super::inertia);
        }))
      return;
    are_half_axes = true;
    look_at(atom->ellipsoid, avec->bonus, &Bonus::quat, &Bonus::shape);
  } else if (kind.shape == ParticleKind::BODIES) {
    typedef AtomVecBody::Bonus Bonus;
    look_at(atom->body, dynamic_cast<AtomVecBody *>(style)->bonus, &Bonus::quat, &Bonus::inertia);
  } else if (kind.shape == ParticleKind::TRIANGLES) {
    typedef AtomVecTri::Bonus Bonus;
    look_at(atom->tri, dynamic_cast<AtomVecTri *>(style)->bonus, &Bonus::quat, &Bonus::inertia);
  } else if (kind.shape == ParticleKind::LINES) {
    typedef AtomVecLine::Bonus Bonus;
    look_at(atom->line, dynamic_cast<AtomVecLine *>(style)->bonus, &Bonus::theta, &Bonus::length);
  }
}

bool ParticleShape::is_point(int i) const {
  return kind.shape == ParticleKind::SPHERES ? atom->radius[i] <= 0.0 : index[i] < 0;
}

/* ---- orientation and moments -------------------------------------------------------------------- */

static void put(double *q, double w, double x, double y, double z) {
  q[0] = w, q[1] = x, q[2] = y, q[3] = z;
}

/* The shortest turn of the third axis into the direction u.  Below the equator it begins with half a
   turn about the first axis, because the shortest one is not unique at the pole. */
static void turn_into(const double *mu, double *q) {
  double u[3];
  for (int k = 0; k < 3; k++) u[k] = mu[k] / mu[3];
  const double w = 1.0 + std::fabs(u[2]),
               scale = 1.0 / std::sqrt(w * w + u[0] * u[0] + u[1] * u[1]);
  if (u[2] >= 0.0)
    put(q, scale * w, -scale * u[1], scale * u[0], 0.0);
  else
    put(q, -scale * u[1], scale * w, 0.0, scale * u[0]);
}

inline void ParticleShape::read_orientation(int i, double q[4]) const {
  if (kind.shape <= ParticleKind::TRIANGLES) {
    const double *its = orientation + index[i] * stride;
    put(q, its[0], its[1], its[2], its[3]); // (std::copy calls memmove for as little)
  } else if (kind.shape == ParticleKind::LINES) {
    const double half = 0.5 * orientation[index[i] * stride];
    put(q, std::cos(half), 0.0, 0.0, std::sin(half));
  } else {
    put(q, 1.0, 0.0, 0.0, 0.0);
    if (kind.turns_dipole && atom->mu[i][3] > 0.0) turn_into(atom->mu[i], q);
  }
}

bool ParticleShape::read(int i, double q[4], double moments[3]) const {
  if (is_point(i)) {
    put(q, 1.0, 0.0, 0.0, 0.0);
    std::fill(moments, moments + 3, 0.0);
    return false;
  }
  read_orientation(i, q);
  const double mass = mass_of(atom, i);
  if (kind.shape == ParticleKind::SPHERES) {
    std::fill(moments, moments + 3, kind.moment * mass * atom->radius[i] * atom->radius[i]);
    return true;
  }
  const double *its = measure + index[i] * stride;
  if (kind.shape == ParticleKind::LINES) {
    moments[0] = 0.0;
    moments[1] = moments[2] = mass * its[0] * its[0] / 12.0;
  } else if (are_half_axes) {
    const double a = its[0] * its[0], b = its[1] * its[1], c = its[2] * its[2], part = 0.2 * mass;
    moments[0] = part * (b + c);
    moments[1] = part * (a + c);
    moments[2] = part * (a + b);
  } else {
    std::copy(its, its + 3, moments);
  }
  return true;
}

/* What another form than LAMMPS' would round stays as it is while it does not turn, so that reading and
   writing change nothing. */
void ParticleShape::write_other(int i, const double q[4]) const {
  double before[4];
  read_orientation(i, before);
  if (std::equal(q, q + 4, before)) return;
  if (kind.shape == ParticleKind::LINES) {
    const double pi = 3.14159265358979323846;
    double angle = 2.0 * std::atan2(q[3], q[0]);
    if (angle > pi) angle -= 2.0 * pi;
    if (angle <= -pi) angle += 2.0 * pi;
    orientation[index[i] * stride] = angle;
  } else if (kind.turns_dipole && atom->mu[i][3] > 0.0) {
    double *mu = atom->mu[i];
    const double u[3] = { 2.0 * (q[1] * q[3] + q[0] * q[2]), 2.0 * (q[2] * q[3] - q[0] * q[1]),
                          q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3] };
    const double scale = mu[3] / std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int k = 0; k < 3; k++) mu[k] = scale * u[k];
  }
}

/* ---- of many particles ------------------------------------------------------------------------ */

void ParticleShape::read(const int *particles, int64_t n, double *q, double *all_moments,
                         double *masses, double changes_and_points[2]) const {
  int64_t changes = 0, points = 0;
  for (int64_t k = 0; k < n; k++, q += 4, all_moments += 3) {
    double moments[3];
    const double mass = mass_of(atom, particles[k]);
    points += !read(particles[k], q, moments);
    if (mass == masses[k] && std::equal(moments, moments + 3, all_moments)) continue;
    changes++;
    masses[k] = mass;
    std::copy(moments, moments + 3, all_moments);
  }
  changes_and_points[0] += (double)changes;
  changes_and_points[1] += (double)points;
}

void ParticleShape::write(const int *particles, int64_t n, const double *q) const {
  for (int64_t k = 0; k < n; k++, q += 4) {
    const int i = particles[k];
    if (is_point(i)) continue;
    if (kind.shape <= ParticleKind::TRIANGLES)
      put(orientation + index[i] * stride, q[0], q[1], q[2], q[3]);
    else
      write_other(i, q);
  }
}

/* ---- angular momentum ------------------------------------------------------------------------ */

void ParticleShape::read_momentum(int i, const double moments[3], double l[3],
                                  double torque[3]) const {
  std::fill(l, l + 3, 0.0);
  std::fill(torque, torque + 3, 0.0);
  if (is_point(i)) return;
  for (int k = kind.shape == ParticleKind::LINES ? 2 : 0; k < 3; k++) {
    l[k] = has_momentum() ? atom->angmom[i][k] : moments[k] * atom->omega[i][k];
    torque[k] = atom->torque[i][k];
  }
}

void ParticleShape::write_momentum(int i, const double moments[3], const double l[3]) const {
  if (is_point(i)) return;
  if (has_momentum()) {
    std::copy(l, l + 3, atom->angmom[i]);
    return;
  }
  double before[3], unused[3];
  read_momentum(i, moments, before, unused);
  for (int k = 0; k < 3; k++)
    if (l[k] != before[k]) atom->omega[i][k] = l[k] / moments[k];
}

} // namespace rigidstep_lammps
