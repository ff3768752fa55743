/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Loops over bodies that the OpenMP threads of a rank share: as many as LAMMPS uses (`package omp`,
 * OMP_NUM_THREADS).  Results do not depend on their number, because threads share nothing but what they
 * read, and sums are formed over ranges that are the same for any number.
 */
#pragma once

#include "pointers.h"

#include <rigidstep/host.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace rigidstep_lammps {

class Threads : protected LAMMPS_NS::Pointers {
public:
  explicit Threads(LAMMPS_NS::LAMMPS *);

  int number() const;
  // What is wrong if threads are more than the processors of this rank; empty if they are not.
  std::string warning() const;

  // Calls run(work, begin, end) for ranges that are 0..n together.
  typedef void Run(void *work, int64_t begin, int64_t end);
  void split(int64_t n, Run *run, void *work) const;
  // For the library
  rgs_executor executor();

  // Calls part(begin, end).  A thread is worth its while for `least` of 0..n.
  template <class Part> void each(int64_t n, int64_t least, const Part &part) const {
    const int64_t ranges = n / least;
    if (ranges < 2) {
      if (n > 0) part((int64_t)0, n);
      return;
    }
    struct Work {
      const Part &part;
      int64_t n, ranges;
    } work = { part, n, ranges };
    split(
        ranges,
        [](void *of, int64_t begin, int64_t end) {
          const Work &w = *static_cast<const Work *>(of);
          w.part(w.n * begin / w.ranges, w.n * end / w.ranges);
        },
        &work);
  }

  // Adds what part(begin, end, sums) adds to `length` sums for ranges of `block` each, in their order.
  template <class Part>
  void sum(int64_t n, int64_t block, int length, double *total, const Part &part) const {
    const int64_t ranges = (n + block - 1) / block;
    std::vector<double> sums((size_t)(ranges * length), 0.0);
    each(ranges, 1, [&](int64_t begin, int64_t end) {
      for (int64_t k = begin; k < end; k++)
        part(k * block, std::min(n, (k + 1) * block), &sums[(size_t)(k * length)]);
    });
    for (size_t k = 0; k < sums.size(); k++) total[k % length] += sums[k];
  }

private:
  int without_lammps; // threads where LAMMPS was built without OpenMP, and uses one itself
};

} // namespace rigidstep_lammps
