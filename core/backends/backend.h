/* SPDX-License-Identifier: BSD-3-Clause
 *
 * backend.h - what moves the bodies of a list of jobs: the processor (host.c), or a device to which the columns
 * belong.
 *
 * On a device a list is put into its queue (queue.c), and the step continues.  What the stepper has to know of
 * it, faults and sums over bodies, it learns when it waits.  Sums are then handed out in the order of the lists,
 * so they have the bits that they have on the host.  The view has addresses of the device, which the host may
 * not read.  What is seldom done to bodies (checks, saves, outputs) is done by the host's own code in
 * RGS_WITH_COLUMNS (columns.c): meanwhile the view has copies of the columns that it asked
 * for.
 */
#pragma once
#include "base/bodies.h"
#include "base/columns.h"
#include "base/device.h"
#include "jobs/jobs.h"
#include "jobs/systems.h"
#include <rigidstep/draft_device.h>

struct rgs_backend {
  bool defers; /* its lists are done later, and it keeps what a rotor that fails has to put back */
  /* Refuses a method that it has no kernels for; takes memory for the lists. */
  rgs_status (*supports)(const rgs_method *m, rgs_bodies *b, rgs_error *error);
  /* Does the jobs on the list, or, if it defers, will do them. */
  rgs_status (*run)(rgs_motion *m, rgs_error *error);
  /* Are forces, or gradients, finite?  RGS_JOB_CHECK.. */
  rgs_status (*check)(rgs_motion *m, int kind, rgs_error *error);
  /* Waits, hands out sums, and reports the first fault: m->fault_mark is then the step in which it happened. */
  rgs_status (*settle)(rgs_motion *m, rgs_error *error);
  /* The same where nothing else waits: after each of so many steps. */
  rgs_status (*step_begins)(rgs_motion *m, rgs_error *error);
  /* Another state was set: what is not known yet of the old one does not matter. */
  void (*forget)(rgs_motion *m);
};
extern const rgs_backend rgs_host_backend;
/* What moves these bodies. */
const rgs_backend *rgs_backend_of(const rgs_bodies *b);

/* A device that a host has opened. */
struct rgs_draft_device {
  rgs_context *context;
  const rgs_device_functions *functions;
  void *queue, *code;
  int64_t users; /* bodies and sites on it, and the host until it closes it */
  uint32_t check_every;
  char name[32];
};

/* Columns for RGS_WITH_COLUMNS: 1 << RGS_COLUMN_X .., and: */
enum {
  RGS_MIRROR_TAG = RGS_COLUMNS,
  RGS_MIRROR_THERMOSTATTED,
  RGS_MIRROR_ROOM, /* no column: see rgs_mirror_room */
  RGS_MIRRORS
};
#define RGS_M(column) (1u << RGS_COLUMN_##column)
#define RGS_MIRROR(what) (1u << RGS_MIRROR_##what)
#define RGS_MIRROR_STATE (RGS_M(X) | RGS_M(P) | RGS_M(Q) | RGS_M(L) | RGS_M(F) | RGS_M(TAU))

typedef struct rgs_on_device {
  rgs_draft_device *device;
  const rgs_device_functions *functions; /* of the device, */
  void *queue;                           /* and its queue */
  const char *broken;                    /* what has failed, until a call reports it */

  /* Copies for the host. */
  rgs_view view; /* the device's addresses meanwhile */
  int depth;     /* how many have begun */
  uint32_t have, changed;
  rgs_status fault; /* why there are none */
  void *mirror[RGS_MIRRORS];
  size_t mirror_size[RGS_MIRRORS];

  /* Lists of jobs (queue.c).  block: on the device, the fault and behind it the sums of lists. */
  double *block, *batch_sums;
  int64_t batches; /* for so many is there room in batch_sums */
  double *totals;  /* the host's copy of the block */
  void *log;       /* of the lists that nobody has looked at */
  size_t log_size;
  rgs_motion *owner; /* whose they are */
  uint32_t lists, steps;
} rgs_on_device;

/* Puts the bodies on the device, or back to the host where it is null. */
rgs_status rgs_put_on_device(rgs_bodies *b, rgs_draft_device *device, rgs_error *error);
/* Does a column, if there is one, lie on the device from corner to corner? */
bool rgs_device_has(const rgs_draft_device *d, const rgs_column *c, int64_t n, int components);
/* RGS_OK, or what has failed on the device; waits. */
rgs_status rgs_device_wait_for(const rgs_bodies *b, rgs_error *error);

/* Memory of the host, of so many bytes, until the next call. */
void *rgs_mirror_room(const rgs_bodies *b, size_t size, rgs_error *error);
rgs_status rgs_mirror_columns(rgs_bodies *b, uint32_t columns, bool read, rgs_error *error);
void rgs_mirror_put_back(rgs_bodies *b, uint32_t changed);
static inline rgs_status rgs_mirror_end(const rgs_bodies *b, uint32_t changed, rgs_status status) {
  if (b->on != NULL) rgs_mirror_put_back((rgs_bodies *)(uintptr_t)b, changed);
  return status;
}
static inline rgs_status rgs_mirror_begin(const rgs_bodies *b, uint32_t columns, bool read,
                                          rgs_error *error) {
  return b->on == NULL ? RGS_OK
                       : rgs_mirror_columns((rgs_bodies *)(uintptr_t)b, columns, read, error);
}
/* The status of `work`, which reads these columns, bits of RGS_M(..) and RGS_MIRROR(..), and writes those that
 * `changed` has.  For bodies of the host it is called, and that is all. */
#define RGS_WITH_COLUMNS(b, columns, changed, error, work)                                         \
  (rgs_mirror_begin(b, columns, true, error) == RGS_OK ? rgs_mirror_end(b, changed, work)          \
                                                       : (b)->on->fault)
/* The same for columns whose numbers are all about to be written. */
#define RGS_WITH_NEW_COLUMNS(b, columns, error, work)                                              \
  (rgs_mirror_begin(b, columns, false, error) == RGS_OK ? rgs_mirror_end(b, columns, work)         \
                                                        : (b)->on->fault)

/* The constants that the rotor prepares for the bodies; prepared again only where the bodies or the method have
 * changed. */
const double *rgs_rotor_prepares(rgs_motion *m);
static inline const double *rgs_rotor_prepared(rgs_motion *m) {
  if (m->scratch.holds == m->bodies->generation) return m->scratch.data;
  return rgs_rotor_prepares(m);
}
/* Room behind what the rotor has prepared, or other memory of the host where that lies on a device. */
void *rgs_scratch_of_host(const rgs_motion *m, rgs_error *error);

/* Sends systems to the device of the bodies; nothing to do where they are on the host. */
rgs_status rgs_systems_send(rgs_systems *all, const rgs_bodies *b, rgs_error *error);
void rgs_systems_leave_device(rgs_systems *all, const rgs_bodies *b);
/* Sends the constants of job number k, which the list gets that is run next. */
void rgs_systems_send_job(const rgs_systems *all, const rgs_bodies *b, uint32_t k);

/* Whose lists nobody has looked at yet; null: there are none. */
static inline rgs_motion *rgs_queue_owner(const rgs_bodies *b) {
  return b->on != NULL && b->on->lists > 0 ? b->on->owner : NULL;
}

/* Does the jobs on the list, which is empty afterwards.  RGS_E_NONFINITE: a number was not finite; the
 * error names the first such job of the list and its first such body.  The later jobs of the list are
 * then left out for the batch that has such a body, and so are their sums. */
static inline rgs_status rgs_jobs_do(rgs_motion *m, rgs_error *error) {
  if (m->jobs.n > 0) return m->backend->run(m, error);
  m->jobs.checked = false;
  return RGS_OK;
}
/* The same, and waits: somebody needs the bodies or their sums now. */
static inline rgs_status rgs_jobs_finish(rgs_motion *m, rgs_error *error) {
  const rgs_status status = rgs_jobs_do(m, error);
  return status == RGS_OK ? m->backend->settle(m, error) : status;
}
