/* SPDX-License-Identifier: GPL-2.0-only */
#include "columns/body_blocks.h"

#include "mechanics/rigid_body.h"

#include <algorithm>
#include <cstring>
#include <limits>

/* Functions are compiled once more for processors with wider registers.  No operation is
   contracted, so all versions give the same bits. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define FOR_EACH_PROCESSOR
#endif
#define PART_OF_KERNEL inline __attribute__((always_inline))

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* ---- columns --------------------------------------------------------------------------------- */

void BodyBlocks::load(int bodies, const BodyFields &from) {
  n = bodies;
  if ((size_t)n > room) {
    // Columns begin where a line of the cache does.  An odd number of blocks keeps them from
    // starting at equal distances from a page, which would make them compete for the same lines.
    room = ((size_t)n + n / 16 + WIDTH) / (2 * WIDTH) * (2 * WIDTH) + WIDTH;
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

/* ---- kernels: T is the number of one body, or of all bodies of a block ----------------------- */

namespace {

typedef double Lanes __attribute__((vector_size(BodyBlocks::WIDTH * sizeof(double))));

template <class T> struct Width {
  enum { N = sizeof(T) / sizeof(double) };
};
template <class T> PART_OF_KERNEL void get(T &to, const double *from) {
  memcpy(&to, from, sizeof to);
}
template <class T> PART_OF_KERNEL void put(double *to, const T &from) {
  memcpy(to, &from, sizeof from);
}
PART_OF_KERNEL void set(double &to, int, double value) { to = value; }
PART_OF_KERNEL void set(Lanes &to, int lane, double value) { to[lane] = value; }
template <class T> PART_OF_KERNEL void get3(T to[3], const double *from, size_t room) {
  get(to[0], from);
  get(to[1], from + room);
  get(to[2], from + 2 * room);
}

/* What to divide by: a moment of inertia, or infinity where the moment is 0 */
PART_OF_KERNEL double divisor(double moment) {
  return moment == 0.0 ? std::numeric_limits<double>::infinity() : moment;
}
PART_OF_KERNEL Lanes divisor(Lanes moment) {
  const Lanes none = {};
  return moment == none ? none + std::numeric_limits<double>::infinity() : moment;
}

template <class T> struct Frame { T ex[3], ey[3], ez[3], w[3]; };

template <class T> PART_OF_KERNEL void find_axes(const double *numbers, size_t room, Frame<T> &f) {
  T q[4];
  get3(q, numbers + BodyBlocks::Q * room, room);
  get(q[3], numbers + (BodyBlocks::Q + 3) * room);
  principal_axes(q, f.ex, f.ey, f.ez);
}

/* Omega has the bits of angular_velocity().  A negative momentum divided by infinity is -0; adding
   0 makes it the +0 that function has. */
template <class T> PART_OF_KERNEL void find_frame(const double *numbers, size_t room, Frame<T> &f) {
  T l[3], d[3];
  get3(l, numbers + BodyBlocks::L * room, room);
  get3(d, numbers + BodyBlocks::MOMENTS * room, room);
#pragma GCC unroll 3
  for (int k = 0; k < 3; k++) d[k] = divisor(d[k]);
  find_axes(numbers, room, f);
  const T x = (l[0] * f.ex[0] + l[1] * f.ex[1] + l[2] * f.ex[2]) / d[0] + 0.0;
  const T y = (l[0] * f.ey[0] + l[1] * f.ey[1] + l[2] * f.ey[2]) / d[1] + 0.0;
  const T z = (l[0] * f.ez[0] + l[1] * f.ez[1] + l[2] * f.ez[2]) / d[2] + 0.0;
#pragma GCC unroll 3
  for (int k = 0; k < 3; k++) f.w[k] = x * f.ex[k] + y * f.ey[k] + z * f.ez[k];
}

/* Writes three numbers of one atom of each body. */
template <class T> PART_OF_KERNEL void scatter(const int *atom, const T from[3], double *to) {
  enum { N = Width<T>::N };
  double rows[3 * N];
  for (int k = 0; k < 3; k++) put(rows + k * N, from[k]);
#pragma GCC unroll 8
  for (int j = 0; j < N; j++) {
    if (atom[j] < 0) continue;
    double *its = to + 3 * (size_t)atom[j];
    its[0] = rows[j];
    its[1] = rows[N + j];
    its[2] = rows[2 * N + j];
  }
}

template <class T> PART_OF_KERNEL void gather(const int *atom, const double *from, T to[3]) {
  enum { N = Width<T>::N };
  static const double none[3] = { 0.0, 0.0, 0.0 };
#pragma GCC unroll 8
  for (int j = 0; j < N; j++) {
    const double *its = atom[j] < 0 ? none : from + 3 * (size_t)atom[j];
    set(to[0], j, its[0]);
    set(to[1], j, its[1]);
    set(to[2], j, its[2]);
  }
}

template <class T>
PART_OF_KERNEL void scatter_velocities(const int *atom, const T r[3], const T w[3],
                                       const T centre[3], double *v) {
  T its[3];
  give_velocity(r, w, centre, its);
  scatter(atom, its, v);
}

/* From the centre of mass in space, with the bits of BodyBlocks::Axes::turn() */
template <class T> PART_OF_KERNEL void turn(const Frame<T> &f, const double *place, T r[3]) {
  T d[3];
  get3(d, place, Width<T>::N);
#pragma GCC unroll 3
  for (int k = 0; k < 3; k++) r[k] = f.ex[k] * d[0] + f.ey[k] * d[1] + f.ez[k] * d[2];
}

struct Kernel {
  const BodyBlocks::Block *begin, *end;
  double *numbers;
  size_t room;
  const int *atom_at;
  const double *places;
};

template <class T>
PART_OF_KERNEL void place_block(const Kernel &c, const BodyBlocks::Block &b, double *x, double *v) {
  enum { N = Width<T>::N };
  if (b.atoms == 0) return;
  const double *numbers = c.numbers + b.first;
  Frame<T> f;
  T centre[3], speed[3];
  find_frame(numbers, c.room, f);
  get3(centre, numbers + BodyBlocks::X * c.room, c.room);
  get3(speed, numbers + BodyBlocks::V * c.room, c.room);
  const size_t end = b.start + (size_t)b.atoms * N;
  for (size_t m = b.start; m < end; m += N) {
    T r[3], to[3];
    turn(f, c.places + 3 * m, r);
#pragma GCC unroll 3
    for (int k = 0; k < 3; k++) to[k] = r[k] + centre[k];
    scatter(c.atom_at + m, to, x);
    scatter_velocities(c.atom_at + m, r, f.w, speed, v);
  }
}

template <class T>
PART_OF_KERNEL void velocities_of_block(const Kernel &c, const BodyBlocks::Block &b, double *v) {
  enum { N = Width<T>::N };
  if (b.atoms == 0) return;
  const double *numbers = c.numbers + b.first;
  Frame<T> f;
  T speed[3];
  find_frame(numbers, c.room, f);
  get3(speed, numbers + BodyBlocks::V * c.room, c.room);
  const size_t end = b.start + (size_t)b.atoms * N;
  for (size_t m = b.start; m < end; m += N) {
    T r[3];
    turn(f, c.places + 3 * m, r);
    scatter_velocities(c.atom_at + m, r, f.w, speed, v);
  }
}

template <class T>
PART_OF_KERNEL void forces_on_block(const Kernel &c, const BodyBlocks::Block &b,
                                    const double *forces) {
  enum { N = Width<T>::N };
  Frame<T> frame;
  T force[3] = {}, torque[3] = {};
  find_axes(c.numbers + b.first, c.room, frame);
  const size_t end = b.start + (size_t)b.atoms * N;
  for (size_t m = b.start; m < end; m += N) {
    T r[3], f[3] = {};
    turn(frame, c.places + 3 * m, r);
    gather(c.atom_at + m, forces, f);
    add_force(r, f, force, torque);
  }
  double *sums = c.numbers + BodyBlocks::FORCE * c.room + b.first;
#pragma GCC unroll 3
  for (int k = 0; k < 3; k++) {
    put(sums + k * c.room, force[k]);
    put(sums + (3 + k) * c.room, torque[k]);
  }
}

template <class T>
PART_OF_KERNEL void arms_times_forces_of_block(const Kernel &c, const BodyBlocks::Block &b,
                                               const double *forces, double sum[3]) {
  enum { N = Width<T>::N };
  Frame<T> frame;
  find_axes(c.numbers + b.first, c.room, frame);
  const size_t end = b.start + (size_t)b.atoms * N;
  for (size_t m = b.start; m < end; m += N) {
    T r[3];
    double rows[3 * N];
    turn(frame, c.places + 3 * m, r);
    for (int k = 0; k < 3; k++) put(rows + k * N, r[k]);
    for (int j = 0; j < N; j++)
      for (int k = 0; k < 3 && c.atom_at[m + j] >= 0; k++)
        sum[k] += rows[k * N + j] * forces[3 * (size_t)c.atom_at[m + j] + k];
  }
}

/* Copies columns to structs. */
template <class T>
PART_OF_KERNEL void unload_bodies(const double *numbers, size_t room, const BodyFields &to,
                                  ptrdiff_t first) {
  enum { N = Width<T>::N };
  Frame<T> f;
  find_frame(numbers, room, f);
  double rows[12 * N];
#pragma GCC unroll 3
  for (int k = 0; k < 3; k++) {
    put(rows + k * N, f.w[k]);
    put(rows + (3 + k) * N, f.ex[k]);
    put(rows + (6 + k) * N, f.ey[k]);
    put(rows + (9 + k) * N, f.ez[k]);
  }
  for (int j = 0; j < N; j++) {
    const ptrdiff_t i = first + j;
    const double *its = numbers + j, *row = rows + j;
    for (int k = 0; k < 3; k++) {
      to.x.of(i)[k] = its[(BodyBlocks::X + k) * room];
      to.v.of(i)[k] = its[(BodyBlocks::V + k) * room];
      to.l.of(i)[k] = its[(BodyBlocks::L + k) * room];
      to.force.of(i)[k] = its[(BodyBlocks::FORCE + k) * room];
      to.torque.of(i)[k] = its[(BodyBlocks::TORQUE + k) * room];
      to.omega.of(i)[k] = row[k * N];
      to.ex.of(i)[k] = row[(3 + k) * N];
      to.ey.of(i)[k] = row[(6 + k) * N];
      to.ez.of(i)[k] = row[(9 + k) * N];
    }
    for (int k = 0; k < 4; k++) to.q.of(i)[k] = its[(BodyBlocks::Q + k) * room];
  }
}

FOR_EACH_PROCESSOR void place_blocks(const Kernel &c, double *x, double *v) {
  for (const BodyBlocks::Block *b = c.begin; b != c.end; b++)
    if (b->width == BodyBlocks::WIDTH)
      place_block<Lanes>(c, *b, x, v);
    else
      place_block<double>(c, *b, x, v);
}

FOR_EACH_PROCESSOR void velocities_of_blocks(const Kernel &c, double *v) {
  for (const BodyBlocks::Block *b = c.begin; b != c.end; b++)
    if (b->width == BodyBlocks::WIDTH)
      velocities_of_block<Lanes>(c, *b, v);
    else
      velocities_of_block<double>(c, *b, v);
}

FOR_EACH_PROCESSOR void forces_on_blocks(const Kernel &c, const double *f) {
  for (const BodyBlocks::Block *b = c.begin; b != c.end; b++)
    if (b->width == BodyBlocks::WIDTH)
      forces_on_block<Lanes>(c, *b, f);
    else
      forces_on_block<double>(c, *b, f);
}

FOR_EACH_PROCESSOR void arms_times_forces_of_blocks(const Kernel &c, const double *f, double *sum) {
  for (const BodyBlocks::Block *b = c.begin; b != c.end; b++)
    if (b->width == BodyBlocks::WIDTH)
      arms_times_forces_of_block<Lanes>(c, *b, f, sum);
    else
      arms_times_forces_of_block<double>(c, *b, f, sum);
}

FOR_EACH_PROCESSOR void unload_range(const double *numbers, size_t room, int64_t begin, int64_t end,
                                     const BodyFields &to) {
  int64_t i = begin;
  for (; i + BodyBlocks::WIDTH <= end; i += BodyBlocks::WIDTH)
    unload_bodies<Lanes>(numbers + i, room, to, i);
  for (; i < end; i++) unload_bodies<double>(numbers + i, room, to, i);
}

} // namespace

/* ---- between bodies and atoms ---------------------------------------------------------------- */

void BodyBlocks::unload(const BodyFields &to) const {
  threads.each(n, BODIES_A_THREAD, [&](int64_t begin, int64_t end) {
    unload_range(numbers.data(), room, begin, end, to);
  });
}

void BodyBlocks::sum_forces(bool own, const double *f) {
  each_block(
      own ? 0 : own_blocks, own ? own_blocks : blocks.size(),
      [&](const Block *begin, const Block *end) {
        forces_on_blocks({ begin, end, numbers.data(), room, atom_at.data(), places.data() }, f);
      });
}

void BodyBlocks::place(const Box &box, double *x, double *v) {
  each_block(0, blocks.size(), [&](const Block *begin, const Block *end) {
    place_blocks({ begin, end, numbers.data(), room, atom_at.data(), places.data() }, x, v);
  });
  threads.each((int64_t)elsewhere.size(), BODIES_A_THREAD, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++) {
      Elsewhere &e = elsewhere[i];
      const double centre[3] = { at(X, e.body), at(X + 1, e.body), at(X + 2, e.body) };
      Axes(*this, e.body).turn(&places[e.place], e.width, e.atom.r);
      put_into_other_box(e.atom, box, centre, x + 3 * (size_t)e.atom.atom);
    }
  });
}

void BodyBlocks::arms_times_forces(const double *f, double sum[3]) const {
  threads.sum((int64_t)blocks.size(), BLOCKS_A_THREAD, 3, sum,
              [&](int64_t begin, int64_t end, double *part) {
                arms_times_forces_of_blocks({ blocks.data() + begin, blocks.data() + end,
                                              const_cast<double *>(numbers.data()), room,
                                              atom_at.data(), places.data() },
                                            f, part);
              });
}

void BodyBlocks::give_velocities(double *v) {
  each_block(0, blocks.size(), [&](const Block *begin, const Block *end) {
    velocities_of_blocks({ begin, end, numbers.data(), room, atom_at.data(), places.data() }, v);
  });
}

} // namespace rigidstep_lammps
