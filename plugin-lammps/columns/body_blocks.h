/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies of point particles in columns (one array for each number of a body) and their atoms in
 * blocks. The bodies of a block have the same number of atoms, so that the processor works on
 * several bodies at once.  A body gets the same bits wherever it stands, in a block or by itself.
 */
#ifndef RIGIDSTEP_BODY_BLOCKS_H
#define RIGIDSTEP_BODY_BLOCKS_H

#include "columns/body_atoms.h"
#include "mechanics/body_frame.h"
#include "body_threads.h"

#include <rigidstep/bodies.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace rigidstep_lammps {

/* A field of a first body; that of the next body is `stride` doubles further on. */
struct BodyField {
  double *first;
  ptrdiff_t stride;
  double *of(ptrdiff_t body) const { return first + body * stride; }
};
struct BodyFields {
  BodyField x, v, q, l, mass, moments, force, torque, omega, ex, ey, ez;
};

/* Allocates memory that begins where a line of the cache does. */
template <class T> struct LineAllocator {
  typedef T value_type;
  LineAllocator() = default;
  template <class U> LineAllocator(const LineAllocator<U> &) {}
  T *allocate(size_t n) {
    void *p = nullptr;
    if (posix_memalign(&p, 64, n * sizeof(T)) != 0) throw std::bad_alloc();
    return static_cast<T *>(p);
  }
  void deallocate(T *p, size_t) { free(p); }
  bool operator==(const LineAllocator &) const { return true; }
  bool operator!=(const LineAllocator &) const { return false; }
};
template <class T> using Lines = std::vector<T, LineAllocator<T>>;

class BodyBlocks {
public:
  explicit BodyBlocks(LAMMPS_NS::LAMMPS *lmp) : threads(lmp) {}

  // Columns
  enum {
    X,
    V = X + 3,
    Q = V + 3,
    L = Q + 4,
    MASS = L + 3,
    MOMENTS = MASS + 1,
    FORCE = MOMENTS + 3,
    TORQUE = FORCE + 3,
    COLUMNS = TORQUE + 3
  };
  enum { WIDTH = 8 }; // bodies in a block

  int bodies() const { return n; }
  double bytes() const {
    return (double)(sizeof(double) * (numbers.capacity() + places.capacity()) +
                    sizeof(int) * atom_at.capacity() + sizeof(Block) * blocks.capacity() +
                    sizeof(Elsewhere) * elsewhere.capacity());
  }
  void load(int bodies, const BodyFields &);
  void unload(const BodyFields &) const; // writes omega and the axes, too
  double &at(int column, int body) { return numbers[(size_t)column * room + body]; }
  double at(int column, int body) const { return numbers[(size_t)column * room + body]; }
  // The columns from this one on
  rgs_column column(int first) {
    rgs_column c = { numbers.data() + (size_t)first * room, 1, (ptrdiff_t)room };
    return c;
  }

  /* Lists the atoms of the bodies that are loaded.  body_of is -1 for an atom in no body; places
     are about the principal axes.  Within a body atoms keep their order.  Forces on the first `own`
     bodies and on the others are summed by separate calls. */
  void list(int own, int atoms, const int *body_of, double *const *places,
            const LAMMPS_NS::imageint *images);
  void sum_forces(bool own, const double *f);
  void place(const Box &, double *x, double *v);
  void give_velocities(double *v);
  // Adds the sum over all atoms of their place from the centre of mass times the force, by axes.
  void arms_times_forces(const double *f, double sum[3]) const;
  // Calls visit(body, atom, place from the centre of mass) for all atoms, body by body.
  template <class Visit> void visit_atoms(Visit visit) const {
    for (const Block &b : blocks)
      for (int j = 0; j < b.width; j++) {
        const Axes axes(*this, b.first + j);
        for (int m = 0; m < b.atoms; m++) {
          const size_t row = b.start + (size_t)m * b.width;
          double r[3];
          axes.turn(&places[3 * row] + j, b.width, r);
          if (atom_at[row + j] >= 0) visit(b.first + j, atom_at[row + j], r);
        }
      }
  }

  struct Block {
    int first, width, atoms; // first body, number of bodies, atoms in each body
    size_t start;            // of its atoms, which alternate between the bodies of the block
  };

private:
  struct Elsewhere { // an atom in another image of the box than the centre of mass
    int body;
    size_t place; // its index
    ptrdiff_t width;
    BodyAtom atom;
  };
  struct Axes { // of one body, in space
    double ex[3], ey[3], ez[3];
    Axes(const BodyBlocks &of, int i) {
      const double q[4] = { of.at(Q, i), of.at(Q + 1, i), of.at(Q + 2, i), of.at(Q + 3, i) };
      principal_axes(q, ex, ey, ez);
    }
    void turn(const double *place, ptrdiff_t width, double r[3]) const {
      for (int k = 0; k < 3; k++)
        r[k] = ex[k] * place[0] + ey[k] * place[width] + ez[k] * place[2 * width];
    }
  };
  Threads threads;
  int n = 0;
  size_t room = 0; // doubles reserved for a column
  Lines<double> numbers;
  std::vector<Block> blocks;
  size_t own_blocks = 0;
  Lines<int> atom_at;   // -1: none
  Lines<double> places; // from the centre of mass, about the principal axes
  std::vector<Elsewhere> elsewhere;

  // A thread is worth its while for so many.
  enum { BODIES_A_THREAD = 512, BLOCKS_A_THREAD = BODIES_A_THREAD / WIDTH };
  // Calls part(begin, end) with pointers to blocks.
  template <class Part> void each_block(size_t first, size_t last, const Part &part) const {
    const Block *from = blocks.data() + first;
    threads.each((int64_t)(last - first), BLOCKS_A_THREAD,
                 [&](int64_t begin, int64_t end) { part(from + begin, from + end); });
  }

  void add_blocks(int from, int to, const std::vector<int> &atoms);
};

} // namespace rigidstep_lammps

#endif
