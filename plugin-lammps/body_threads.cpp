/* SPDX-License-Identifier: GPL-2.0-only */
#include "body_threads.h"

#include "lammps_compat.h"

#include "comm.h"

#include <cstdlib>
#ifdef _OPENMP
#include <omp.h>
#endif

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* LAMMPS reads OMP_NUM_THREADS in the same way: without it there is one thread. */
Threads::Threads(LAMMPS *lmp) : Pointers(lmp), without_lammps(1) {
#ifdef _OPENMP
  if (!has_openmp() && getenv("OMP_NUM_THREADS")) without_lammps = omp_get_max_threads();
#endif
}

int Threads::number() const { return std::max(comm->nthreads, without_lammps); }

std::string Threads::warning() const {
#ifdef _OPENMP
  if (number() > omp_get_num_procs())
    return std::to_string(number()) + " threads of a rank share " +
           std::to_string(omp_get_num_procs()) +
           " processors and wait for each other; use a smaller OMP_NUM_THREADS or package omp, or "
           "give each rank more processors";
#endif
  return std::string();
}

void Threads::split(int64_t n, Run *run, void *work) const {
  if (n <= 0) return;
#ifdef _OPENMP
  const int wanted = (int)std::min<int64_t>(n, number());
  if (wanted > 1) {
#pragma omp parallel num_threads(wanted)
    {
      const int64_t mine = omp_get_thread_num(), all = omp_get_num_threads();
      const int64_t begin = n * mine / all, end = n * (mine + 1) / all;
      if (begin < end) run(work, begin, end);
    }
    return;
  }
#endif
  run(work, 0, n);
}

static int parallel_for(void *threads, int64_t n, Threads::Run *run, void *work) {
  static_cast<const Threads *>(threads)->split(n, run, work);
  return 0;
}

rgs_executor Threads::executor() { return { RGS_HEAD(rgs_executor), this, parallel_for }; }

} // namespace rigidstep_lammps
