/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sites.h - what a handle of sites keeps: lists, shapes, and the kinds of bodies.
 */
#pragma once
#ifndef RGS_ON_DEVICE
#include "base/context.h"
#include "base/executor.h"
#endif
#include "simd/lanes.h"
#include <rigidstep/sites.h>

enum { RGS_SITES_BATCH = 64 }; /* bodies whose sums are added up together */

typedef struct rgs_site_body {
  double mass, inertia[3], x[3], q[4];
  double extent; /* the largest distance of a site from the centre of mass */
  int64_t kind;  /* a number from 0 on */
  int64_t heavy; /* sites with mass */
  bool linear, planar;
} rgs_site_body;

typedef struct rgs_site_block rgs_site_block; /* blocks.h has these three */

/* The lists and shapes on a device, or nothing. */
typedef struct rgs_sites_on_device {
  const struct rgs_sites_backend *backend; /* null: they are on the host */
  struct rgs_draft_device *device;
  void *first, *block, *site, *number, *sums;
} rgs_sites_on_device;

#ifdef RGS_ON_DEVICE
struct rgs_sites { /* what the kernel of a device reads of it */
  int64_t *first;
  rgs_site_block *block;
  int32_t *site;
  double *number;
};
#else
struct rgs_sites {
  const rgs_context *context;
  int64_t n_sites, n_bodies, n_listed;
  int64_t *first;
  rgs_site_block *block;
  int32_t *site;
  double *number;
  size_t n_site, n_number;
  bool shared;         /* bodies of a kind share one shape */
  bool known, unset;   /* the host knows the shapes, and has not set them yet */
  bool has_masses;     /* of sites, as is always so where the host does not know the shapes */
  double *mass;        /* of each listed site */
  rgs_site_body *body; /* null where the host knows the shapes */
  double *sums;        /* nine numbers of each batch of bodies */
  int64_t kinds, worst;
  double misfit;
  rgs_threads executor, *threads; /* `threads`: null where the host has no executor */
  /* While a handle is created: the host's list (null: 0, 1, 2, ..); and of each listed site, three numbers from
   * the centre of mass, later in the principal frame */
  const int64_t *listed;
  double *local;
  rgs_sites_on_device on; /* see backends/sites.c */
};
#endif

#ifndef RGS_ON_DEVICE
static inline int64_t rgs_site_at(const rgs_sites *s, int64_t k) {
  return s->listed != NULL ? s->listed[k] : k;
}
#endif

static inline int64_t rgs_site_batches(int64_t n_bodies) { return n_bodies / RGS_SITES_BATCH + 1; }

/* A sum that keeps what its additions round away (D. E. Knuth, The Art of Computer Programming 2, 4.2.2). */
typedef struct rgs_exact_sum {
  rgs_lanes sum, rest;
} rgs_exact_sum;
RGS_INLINE void rgs_sum_add(rgs_exact_sum *s, rgs_lanes a) {
  const rgs_lanes sum = s->sum + a, of_a = sum - s->sum;
  s->rest += (s->sum - (sum - of_a)) + (a - of_a);
  s->sum = sum;
}
RGS_INLINE rgs_lanes rgs_sum_of(const rgs_exact_sum *s) { return s->sum + s->rest; }

static inline double rgs_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* 2 to a power by which numbers, the largest of which is `most`, become near 1.  It changes no digits. */
static inline double rgs_near_one(double most) {
  return most > 0 && isfinite(most) ? scalbn(1, -ilogb(fmin(fmax(most, 1e-300), 1e300))) : 1;
}
/* Also of vectors whose squares leave the range of numbers. */
static inline double rgs_length(const double r[3]) {
  const double near_one = rgs_near_one(fmax(fmax(fabs(r[0]), fabs(r[1])), fabs(r[2])));
  const double v[3] = { near_one * r[0], near_one * r[1], near_one * r[2] };
  return sqrt(rgs_dot(v, v)) / near_one;
}
