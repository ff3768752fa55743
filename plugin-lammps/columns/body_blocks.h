/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies of point particles in columns (one array for each number of a body), and which atoms they consist
 * of.  What passes between bodies and atoms is the library's (rigidstep/sites.h); image flags are ours.
 */
#pragma once

#include "columns/images.h"
#include "mechanics/body_frame.h"
#include "body_threads.h"

#include "lammps.h"

#include <rigidstep/rigidstep.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace rigidstep_lammps {

/* A field of a first body; the next body's is `stride` doubles further on. */
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
  explicit BodyBlocks(LAMMPS_NS::LAMMPS *);

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

  int bodies() const { return n; }
  double bytes() const {
    return (double)(sizeof(double) * (numbers.capacity() + arm_sums.capacity()) +
                    sizeof(int64_t) * (first.capacity() + site.capacity()) +
                    sizeof(Elsewhere) * elsewhere.capacity()) +
           44.0 * n + 28.0 * site.size(); // the last two are the library's
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
  void sum_forces(bool own, double *f);
  // Adds the torques on particles with an extent, by LAMMPS' flags of them, to these sums.
  void add_torques(bool own, double *const *torque, const int *flags);
  // In two dimensions: bodies without forces and momenta that lead out of the plane
  void flatten();
  void place(const Box &, double *x, double *v); // x null: velocities alone
  // As BodyStore's function of this name.
  void arms_times_forces(double *f, double sum[9]);
  // Calls visit(body, atom, place from the centre of mass) for all atoms, body by body; places: as in list().
  template <class Visit> void visit_atoms(double *const *places, Visit visit) const {
    for (int i = 0; i + 1 < (int)first.size(); i++) {
      const double q[4] = { at(Q, i), at(Q + 1, i), at(Q + 2, i), at(Q + 3, i) };
      double ex[3], ey[3], ez[3], r[3];
      principal_axes(q, ex, ey, ez);
      for (int64_t m = first[i]; m < first[i + 1]; m++) {
        const double *d = places[site[m]];
        for (int k = 0; k < 3; k++) r[k] = ex[k] * d[0] + ey[k] * d[1] + ez[k] * d[2];
        visit(i, (int)site[m], r);
      }
    }
  }

private:
  enum { LINE = 8 };              // doubles in a line of the cache
  enum { BODIES_A_THREAD = 512 }; // a thread is worth its while for so many
  struct Elsewhere {              // an atom in another image of the box than the centre of mass
    int atom;
    LAMMPS_NS::imageint image;
  };
  struct Destroy {
    void operator()(rgs_context *c) const { rgs_context_destroy(c); }
    void operator()(rgs_sites *s) const { rgs_sites_destroy(s); }
  };
  // Bodies that follow each other, and their atoms
  struct Part {
    int begin = 0;
    std::unique_ptr<rgs_sites, Destroy> sites;
  };
  Threads threads;
  LAMMPS_NS::Error *error;
  const bool flat; // two dimensions
  int n = 0;
  size_t room = 0; // doubles reserved for a column
  Lines<double> numbers;
  std::vector<int64_t> first, site; // body i has the atoms site[first[i]] .. site[first[i + 1] - 1]
  std::vector<Elsewhere> elsewhere;
  std::vector<double> arm_sums; // forces and torques that are found beside arms_times_forces()
  std::unique_ptr<rgs_context, Destroy> context;
  Part own_part, other_part;

  void make_part(Part &, int begin, int end, int atoms, double *places);
  rgs_view view_of(const Part &, int end);
  rgs_view view_of(const Part &part) {
    return view_of(part, &part == &own_part ? other_part.begin : n);
  }
  void flatten_atoms(double *) const;
  // Calls call(handle, view, error) for the atoms of a part.
  template <class Call> void of_part(const Part &, const Call &call);
  void must(rgs_status, const rgs_error &) const; // stops LAMMPS with what the library refused
};

} // namespace rigidstep_lammps
