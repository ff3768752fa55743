/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The keyword langevin on all bodies of a view, which threads share.
 */
#ifndef RIGIDSTEP_THERMOSTAT_H
#define RIGIDSTEP_THERMOSTAT_H

#include "body_threads.h"
#include "ensemble/body_langevin.h"

namespace rigidstep_lammps {

/* As BodyLangevin::apply(). */
inline double apply_bath(const Threads &threads, const BodyLangevin &bath, const rgs_view &view,
                         const int64_t *keys, int64_t own, const BodyLangevin::Step &step) {
  enum { BODIES_A_THREAD = 512 };
  double gained = 0.0;
  threads.sum(view.n, BODIES_A_THREAD, 1, &gained, [&](int64_t begin, int64_t end, double *sum) {
    *sum += bath.apply(view, keys, own, step, begin, end);
  });
  return gained;
}

} // namespace rigidstep_lammps

#endif
