/* SPDX-License-Identifier: GPL-2.0-only */
#include "columns/body_blocks.h"

#include "mechanics/rigid_body.h"

#include "domain.h"
#include "error.h"
#include "rigid_const.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

BodyBlocks::BodyBlocks(LAMMPS *lmp)
    : threads(lmp), error(lmp->error), flat(lmp->domain->dimension == 2) {}

/* ---- columns --------------------------------------------------------------------------------- */

void BodyBlocks::load(int bodies, const BodyFields &from) {
  n = bodies;
  if ((size_t)n > room) {
    // Columns begin where a line of the cache does.  An odd number of lines keeps them from
    // starting at equal distances from a page, which would make them compete for the same lines.
    room = ((size_t)n + n / 16 + LINE) / (2 * LINE) * (2 * LINE) + LINE;
    numbers = Lines<double>();
    numbers.resize(COLUMNS * room);
  }
  const struct {
    int column, components;
    BodyField field;
  } parts[] = { { X, 3, from.x },         { V, 3, from.v },          { Q, 4, from.q },
                { L, 3, from.l },         { MASS, 1, from.mass },    { MOMENTS, 3, from.moments },
                { FORCE, 3, from.force }, { TORQUE, 3, from.torque } };
  threads.each(n, BODIES_A_THREAD, [&](int64_t begin, int64_t end) {
    for (int i = (int)begin; i < end; i++) {
      for (const auto &p : parts)
        for (int k = 0; k < p.components; k++) at(p.column + k, i) = p.field.of(i)[k];
      make_line_symmetric({ &at(MOMENTS, 0), 1, (ptrdiff_t)room }, i);
    }
  });
}

void BodyBlocks::unload(const BodyFields &to) const {
  const struct {
    int column, components;
    BodyField field;
  } parts[] = { { X, 3, to.x }, { V, 3, to.v },         { Q, 4, to.q },
                { L, 3, to.l }, { FORCE, 3, to.force }, { TORQUE, 3, to.torque } };
  threads.each(n, BODIES_A_THREAD, [&](int64_t begin, int64_t end) {
    for (int i = (int)begin; i < end; i++) {
      const double moments[3] = { at(MOMENTS, i), at(MOMENTS + 1, i), at(MOMENTS + 2, i) };
      for (const auto &p : parts)
        for (int k = 0; k < p.components; k++) p.field.of(i)[k] = at(p.column + k, i);
      principal_axes(to.q.of(i), to.ex.of(i), to.ey.of(i), to.ez.of(i));
      angular_velocity(to.l.of(i), to.ex.of(i), to.ey.of(i), to.ez.of(i), moments, to.omega.of(i));
    }
  });
}

/* ---- between bodies and atoms ---------------------------------------------------------------- */

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

void BodyBlocks::must(rgs_status status, const rgs_error &e) const {
  if (status < 0) error->one(FLERR, std::string("rigidstep: ") + e.text);
}

static rgs_column rows(double *of_atoms) { return { of_atoms, 3, 1 }; }

rgs_view BodyBlocks::view_of(const Part &part, int end) {
  rgs_view view = {};
  view.head = RGS_HEAD(rgs_view);
  view.n = end - part.begin;
  view.flags = RGS_VIEW_P_IS_VELOCITY;
  const struct {
    rgs_column *column;
    int first;
  } all[] = { { &view.x, X },     { &view.p, V },       { &view.q, Q },
              { &view.l, L },     { &view.mass, MASS }, { &view.inertia, MOMENTS },
              { &view.f, FORCE }, { &view.tau, TORQUE } };
  for (const auto &c : all) {
    *c.column = column(c.first);
    c.column->data += part.begin;
  }
  return view;
}

/* As long as the atoms were not listed, bodies have none. */
template <class Call> void BodyBlocks::of_part(const Part &part, const Call &call) {
  if (!part.sites) return;
  rgs_view view = view_of(part);
  rgs_error e = NO_ERROR;
  must(call(part.sites.get(), view, &e), e);
}

void BodyBlocks::sum_forces(bool own, double *f) {
  const rgs_column force = rows(f);
  of_part(own ? own_part : other_part, [&](rgs_sites *sites, rgs_view &view, rgs_error *e) {
    return rgs_sites_gather(sites, &view, &force, nullptr, e);
  });
}

void BodyBlocks::add_torques(bool own, double *const *torque, const int *flags) {
  const int begin = own ? 0 : other_part.begin, end = own ? other_part.begin : n;
  for (int b = begin; b < end; b++)
    for (int64_t m = first[b]; m < first[b + 1]; m++)
      for (int k = 0; k < 3 && (flags[site[m]] & RigidConst::TORQUE); k++)
        at(TORQUE + k, b) += torque[site[m]][k];
}

void BodyBlocks::flatten() {
  for (int b = 0; flat && b < n; b++)
    for (int column : { X + 2, V + 2, L + 0, L + 1, FORCE + 2, TORQUE + 0, TORQUE + 1 })
      at(column, b) = 0.0;
}

/* Orientations are exact to rounding only. */
void BodyBlocks::flatten_atoms(double *of_atoms) const {
  if (!flat) return;
  for (int64_t i : site) of_atoms[3 * i + 2] = 0.0;
}

void BodyBlocks::place(const Box &box, double *x, double *v) {
  const rgs_column to = rows(x), velocities = rows(v);
  for (const Part *part : { &own_part, &other_part })
    of_part(*part, [&](rgs_sites *sites, rgs_view &view, rgs_error *e) {
      return rgs_sites_place(sites, &view, x ? &to : nullptr, &velocities, e);
    });
  flatten_atoms(v);
  if (!x) return;
  for (const Elsewhere &e : elsewhere) put_into_other_box(e.image, box, x + 3 * (size_t)e.atom);
  flatten_atoms(x);
}

void BodyBlocks::arms_times_forces(double *f, double sum[9]) {
  const rgs_column force = rows(f);
  arm_sums.resize(6 * room);
  for (const Part *part : { &own_part, &other_part }) {
    double intramolecular[9] = {};
    of_part(*part, [&](rgs_sites *sites, rgs_view &view, rgs_error *e) {
      view.f = { arm_sums.data(), 1, (ptrdiff_t)room };
      view.tau = { arm_sums.data() + 3 * room, 1, (ptrdiff_t)room };
      return rgs_sites_gather(sites, &view, &force, intramolecular, e);
    });
    for (int k = 0; k < 9; k++) sum[k] += intramolecular[k];
  }
}

} // namespace rigidstep_lammps
