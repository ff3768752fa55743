/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flight.c - free flight of all bodies: positions and rotations, in a cell at rest or with one that moves.
 */
#include "motion/flight.h"
#include "simd/batches.h"
#include "jobs/jobs.h"
#include "backends/backend.h"
#include "jobs/rotation.h"
#include "jobs/scratch.h"
#include "thermostats/builtin_thermostats.h"

static void copy_orientations(double *old, const rgs_column *q, int64_t first, int64_t n,
                              bool restore) {
  for (int64_t i = first; i < first + n; i++)
    for (int k = 0; k < 4; k++) {
      if (restore)
        RGS_AT(*q, i, k) = old[4 * i + k];
      else
        old[4 * i + k] = RGS_AT(*q, i, k);
    }
}

/* ---- all bodies ------------------------------------------------------------------------------ */

/* For a rotor that may fail, or one of a module. */
typedef struct rotation {
  const rgs_motion *m;
  const double *prepared;
  double *old; /* orientations, of rotors that may fail */
  double h;
  /* The first part with a body that could not be rotated; the faults of all parts. */
  atomic_llong failed;
  rgs_threads *faults;
} rotation;

static inline void rotate_some(void *work, int64_t first, int64_t n) {
  rotation *r = work;
  const rgs_view *v = &r->m->bodies->view;
  if (r->old != NULL) copy_orientations(r->old, &v->q, first, n, false);
  int64_t bad = -1;
  const rgs_status status = rgs_rotate(r->m, r->prepared, r->h, first, n, &bad);
  if (status == RGS_OK) return;
  const int64_t part = rgs_part_of(r->m->executor, v->n, first);
  r->faults->status[part] = status;
  r->faults->bad[part] = bad;
  rgs_note_least(&r->failed, part);
}

/* Rotates first, before positions move: if it fails, no body has moved. */
static rgs_status rotate_all(rgs_motion *m, double h, rgs_error *error) {
  const rgs_view *v = &m->bodies->view;
  const rgs_registry_entry *rotor = m->method->rotor;
  const bool may_fail = !(rotor->about.claims & RGS_NEVER_FAILS);
  rotation r;
  r.m = m;
  r.prepared = rgs_rotor_prepared(m);
  r.old = may_fail && v->n > 0 ? rgs_scratch_room(m) : NULL;
  r.h = h;
  r.faults = &m->threads;
  atomic_init(&r.failed, RGS_MOST_PARTS);
  rgs_split(rotor->built_in ? m->executor : NULL, v->n, rotate_some, &r);
  const int64_t failed = atomic_load_explicit(&r.failed, memory_order_relaxed);
  if (failed == RGS_MOST_PARTS) return RGS_OK;
  if (may_fail) copy_orientations(r.old, &v->q, 0, v->n, true);
  return rgs_set_error_rotation(&rotor->about, m->threads.status[failed], h, m->threads.bad[failed],
                                error);
}

/* Rotors of the library that never fail work batch by batch; rotors of modules get all bodies at once,
 * because they may want that. */
rgs_status rgs_fly(rgs_motion *m, double h, double displacement, rgs_error *error) {
  const rgs_registry_entry *rotor = m->method->rotor;
  if (h == 0 && displacement == 0 && m->systems == NULL)
    return RGS_OK; /* systems have the same jobs */
  const bool may_fail = !(rotor->about.claims & RGS_NEVER_FAILS);
  h *= m->method->turns;
  if (rotor->built_in && (!may_fail || m->backend->defers)) {
    m->jobs.prepared = rgs_rotor_prepared(m);
    rgs_job *job = rgs_jobs_add(&m->jobs, RGS_JOB_ROTATE, h);
    if (may_fail) { /* then no body moves */
      job->flags = RGS_JOB_KEEPS_Q;
      const rgs_status status = rgs_jobs_do(m, error);
      if (status != RGS_OK) return status;
    }
  } else {
    rgs_status status = rgs_jobs_do(m, error);
    if (status == RGS_OK) status = rotate_all(m, h, error);
    if (status != RGS_OK) return status;
  }
  if (displacement != 0) rgs_jobs_add(&m->jobs, RGS_JOB_DISPLACE, displacement);
  return RGS_OK;
}

void rgs_fly_with_cell(rgs_motion *m, const rgs_cell_flight *cell) {
  rgs_jobs_add_kernel(
      &m->jobs, m->method->barostat->barostat->shears ? RGS_KERNEL_sheared_fly : RGS_KERNEL_fly,
      cell, sizeof *cell, "position");
}
