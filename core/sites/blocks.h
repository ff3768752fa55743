/* SPDX-License-Identifier: BSD-3-Clause
 *
 * blocks.h - what the calls of a step read of the bodies: which sites they have, and for each body its
 * numbers: mass, three moments, and the places of its sites in its frame.
 *
 * Eight bodies are a block.  If they have about as many sites each, their numbers lie side by side, and
 * kernels load whole vectors; else one body's numbers follow the numbers of the body before it.  Blocks of
 * bodies that share one shape share their numbers.
 */
#pragma once
#include "sites/sites.h"

enum { RGS_BLOCK = 8, RGS_MOMENTS = 1, RGS_PLACES = 4 };

struct rgs_site_block {
  int64_t site, number; /* where its sites and its numbers begin */
  int32_t rows;         /* the most sites of one of its bodies; below 0: body after body */
  int32_t
      full; /* all its bodies have so many sites.  Of those that are missing, `site` is below 0 */
};

static inline bool rgs_side_by_side_from(const rgs_sites *s, int64_t body) {
  return s->block[body / RGS_BLOCK].rows >= 0;
}

/* One body: site[apart k] is its site k, number[apart j] its number j. */
typedef struct rgs_body_sites {
  int64_t n;
  int32_t *site;
  double *number;
  ptrdiff_t apart;
} rgs_body_sites;

RGS_INLINE rgs_body_sites rgs_sites_of(const rgs_sites *s, int64_t i) {
  const rgs_site_block *b = &s->block[i / RGS_BLOCK];
  const int64_t lane = i % RGS_BLOCK, before = s->first[i] - s->first[i - lane];
  const bool together = b->rows >= 0;
  const rgs_body_sites of = { s->first[i + 1] - s->first[i],
                              s->site + b->site + (together ? lane : before),
                              s->number + b->number +
                                  (together ? lane : RGS_PLACES * lane + 3 * before),
                              together ? RGS_BLOCK : 1 };
  return of;
}
static inline void rgs_get_numbers(const rgs_body_sites *of, int64_t from, int n, double *to) {
  for (int j = 0; j < n; j++) to[j] = of->number[of->apart * (from + j)];
}
static inline void rgs_put_numbers(const rgs_body_sites *of, int64_t to, int64_t n,
                                   const double *from) {
  for (int64_t j = 0; j < n; j++) of->number[of->apart * (to + j)] = from[j];
}
static inline void rgs_get_place(const rgs_body_sites *of, int64_t k, double place[3]) {
  rgs_get_numbers(of, RGS_PLACES + 3 * k, 3, place);
}

/* Memory for the numbers of all bodies.  of_kind: room for a number of each kind, where bodies of a kind
 * share one shape; else null. */
rgs_status rgs_blocks_alloc(rgs_sites *s, int64_t *of_kind, rgs_error *error);
void rgs_blocks_free(rgs_sites *s);
