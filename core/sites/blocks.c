/* SPDX-License-Identifier: BSD-3-Clause */
#include "sites/blocks.h"

/* Bodies share a block if at most a third of it stays empty.  The last few bodies share none. */
static void find_rows(const rgs_sites *s, int64_t i, rgs_site_block *b) {
  int64_t most = 0, fewest = INT32_MAX;
  b->rows = -1;
  if (i + RGS_BLOCK > s->n_bodies) return;
  for (int lane = 0; lane < RGS_BLOCK; lane++) {
    const int64_t n = s->first[i + lane + 1] - s->first[i + lane];
    most = n > most ? n : most;
    fewest = n < fewest ? n : fewest;
  }
  if (2 * RGS_BLOCK * most > 3 * (s->first[i + RGS_BLOCK] - s->first[i])) return;
  b->rows = (int32_t)most;
  b->full = (int32_t)fewest;
}

static bool of_one_kind(const rgs_sites *s, int64_t i) {
  for (int lane = 1; lane < RGS_BLOCK; lane++)
    if (s->body[i + lane].kind != s->body[i].kind) return false;
  return true;
}

static size_t size_of_blocks(const rgs_sites *s) {
  return (size_t)(s->n_bodies / RGS_BLOCK + 1) * sizeof(rgs_site_block);
}

rgs_status rgs_blocks_alloc(rgs_sites *s, int64_t *of_kind, rgs_error *error) {
  const rgs_allocator *a = &s->context->allocator;
  s->block = rgs_alloc(a, size_of_blocks(s));
  if (s->block == NULL) return rgs_set_error_memory(error, size_of_blocks(s));
  int64_t sites = 0, numbers = 0;
  for (int64_t kind = 0; of_kind != NULL && kind < s->kinds; kind++) of_kind[kind] = -1;
  for (int64_t i = 0; i < s->n_bodies; i += RGS_BLOCK) {
    rgs_site_block *b = &s->block[i / RGS_BLOCK];
    const int64_t end = i + RGS_BLOCK < s->n_bodies ? i + RGS_BLOCK : s->n_bodies;
    find_rows(s, i, b);
    const bool together = b->rows >= 0;
    const int64_t listed = together ? RGS_BLOCK * (int64_t)b->rows : s->first[end] - s->first[i];
    b->site = sites;
    b->number = numbers;
    sites += listed;
    if (of_kind != NULL && together && of_one_kind(s, i)) {
      int64_t *shared = &of_kind[s->body[i].kind];
      if (*shared < 0) *shared = numbers;
      b->number = *shared;
    }
    if (b->number == numbers) numbers += RGS_PLACES * (end - i) + 3 * listed;
  }
  s->n_site = (size_t)sites;
  s->n_number = (size_t)numbers;
  s->site = rgs_alloc(a, (s->n_site + 1) * sizeof *s->site);
  s->number = rgs_alloc(a, s->n_number * sizeof *s->number);
  if (s->site == NULL || s->number == NULL)
    return rgs_set_error_memory(error, s->n_number * sizeof *s->number);
  memset(s->site, 0xff, s->n_site * sizeof *s->site);
  return RGS_OK;
}

void rgs_blocks_free(rgs_sites *s) {
  const rgs_allocator *a = &s->context->allocator;
  rgs_free(a, s->block, size_of_blocks(s));
  rgs_free(a, s->site, (s->n_site + 1) * sizeof *s->site);
  rgs_free(a, s->number, s->n_number * sizeof *s->number);
}
