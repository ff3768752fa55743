/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scratch.h - the memory that a method needs for each body: what the rotor has prepared for all bodies, and
 * behind it room that is used for one thing at a time: the orientations before a rotor that may fail, the
 * sums of batches that several threads make, the tags to be compared.
 */
#pragma once
#include "jobs/motion.h"

/* How many doubles it has for each body. */
static inline size_t rgs_scratch_needed(const rgs_method *m, bool threads) {
  const bool sums = threads && (m->thermostat != NULL || m->barostat != NULL);
  const bool may_fail = m->rotor != NULL && !(m->rotor->about.claims & RGS_NEVER_FAILS);
  const size_t prepared = m->rotor != NULL ? m->rotor->rotor.prepared : 0;
  return prepared + (may_fail ? 4u : sums || rgs_method_draws(m) ? 1u : 0u);
}

/* Where the room behind the prepared constants begins. */
static inline double *rgs_scratch_room(const rgs_motion *m) {
  const rgs_registry_entry *rotor = m->method->rotor;
  const int64_t prepared = rotor != NULL ? (int64_t)rotor->rotor.prepared : 0;
  return m->scratch.data + m->bodies->view.n * prepared;
}
