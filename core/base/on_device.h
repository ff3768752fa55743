/* SPDX-License-Identifier: BSD-3-Clause
 *
 * on_device.h - bodies whose columns lie on a device.  The view then has addresses of the device, which the
 * host may not read.  What is seldom done to bodies (checks, saves, outputs) is done by the host's own code
 * between rgs_mirror_begin and rgs_mirror_end: meanwhile the view has copies of the columns that it asked
 * for.
 */
#ifndef RGS_BASE_ON_DEVICE_H
#define RGS_BASE_ON_DEVICE_H
#include "base/bodies.h"
#include "base/columns.h"
#include "base/device.h"
#include <rigidstep/draft_device.h>

/* A device that a host has opened. */
struct rgs_draft_device {
  rgs_context *context;
  const rgs_device_functions *functions;
  void *queue, *code;
  int64_t users; /* bodies and sites on it, and the host until it closes it */
  uint32_t check_every;
  char name[32];
};

/* Columns for rgs_mirror_begin: 1 << RGS_COLUMN_X .., and: */
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
  void *mirror[RGS_MIRRORS];
  size_t mirror_size[RGS_MIRRORS];

  /* Lists of jobs (motion/on_device.c).  block: on the device, the fault and behind it the sums of lists. */
  double *block, *batch_sums;
  int64_t batches; /* for so many is there room in batch_sums */
  double *totals;  /* the host's copy of the block */
  void *log;       /* of the lists that nobody has looked at */
  size_t log_size;
  void *owner; /* whose they are */
  uint32_t lists, steps;
} rgs_on_device;

/* Puts the bodies on the device, or back to the host where it is null. */
rgs_status rgs_put_on_device(rgs_bodies *b, rgs_draft_device *device, rgs_error *error);
void rgs_leave_device(rgs_bodies *b);
/* Room for the sums of so many bodies. */
rgs_status rgs_device_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error);
/* Does a column, if there is one, lie on the device from corner to corner? */
bool rgs_device_has(const rgs_draft_device *d, const rgs_column *c, int64_t n, int components);
/* Do all columns? */
rgs_status rgs_check_on_device(const rgs_bodies *b, const rgs_view *view, rgs_error *error);
/* RGS_OK, or what has failed on the device; waits. */
rgs_status rgs_device_wait_for(const rgs_bodies *b, rgs_error *error);

/* Zeroed memory beside the bodies: on the device, or the context's. */
void *rgs_beside_bodies(const rgs_bodies *b, size_t size);
void rgs_free_beside_bodies(const rgs_bodies *b, void *memory, size_t size);
/* from: null for zeros. */
void rgs_copy_beside_bodies(const rgs_bodies *b, void *to, const void *from, size_t size);

/* Memory of the host, of so many bytes, until the next call. */
void *rgs_mirror_room(const rgs_bodies *b, size_t size, rgs_error *error);
rgs_status rgs_mirror_columns(rgs_bodies *b, uint32_t columns, bool read, rgs_error *error);
void rgs_mirror_put_back(rgs_bodies *b, uint32_t changed);
/* For bodies of the host these do nothing.  columns: bits of those that are read or changed. */
static inline rgs_status rgs_mirror_begin(const rgs_bodies *b, uint32_t columns, rgs_error *error) {
  return b->on == NULL ? RGS_OK
                       : rgs_mirror_columns((rgs_bodies *)(uintptr_t)b, columns, true, error);
}
/* The same for columns whose numbers are all about to be written. */
static inline rgs_status rgs_mirror_blank(const rgs_bodies *b, uint32_t columns, rgs_error *error) {
  return b->on == NULL ? RGS_OK
                       : rgs_mirror_columns((rgs_bodies *)(uintptr_t)b, columns, false, error);
}
/* Call it where rgs_mirror_begin returned RGS_OK. */
static inline void rgs_mirror_end(const rgs_bodies *b, uint32_t changed) {
  if (b->on != NULL) rgs_mirror_put_back((rgs_bodies *)(uintptr_t)b, changed);
}
#endif /* RGS_BASE_ON_DEVICE_H */
