/* SPDX-License-Identifier: BSD-3-Clause
 *
 * emulated.c - a device for tests, on any machine: rigidstep_device_emulated.so.
 *
 * What a host can do wrong with a device shows here.  Its memory has no access but while work is done: a host
 * that reads it gets SIGSEGV, and so does a kernel that reads beyond an array.  Before an array are NaN that
 * signal, and may not change.  Work is done only when somebody waits: without that, numbers are old.  Blocks
 * of 64 bodies are done in an order that RIGIDSTEP_EMULATED_SEED shuffles.  The kernel is kernel.h, as in CUDA.
 *
 * RIGIDSTEP_EMULATED_QUICK: nothing finds kernels that go beyond an array, and tests take a third of the time.
 *
 * RIGIDSTEP_EMULATED_MISTAKE plants one, for the tests of the tests: `wait` (every fifth wait does nothing),
 * `order` (the sums of batches are added in the order in which blocks were done) or `beyond` (lists have one
 * body more than there are) or `before` (they begin one number before an array).
 */
#define _GNU_SOURCE /* for MAP_ANONYMOUS */
#include "backends/kernel_sites.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096, MOST_PIECES = 4096 };
#define ARENA ((size_t)1 << 30)

typedef struct piece {
  size_t at, size; /* whole pages; nobody has the last one */
  size_t first,
      last; /* what was asked for; it ends with its page, so that what is beyond it is found */
} piece;

typedef struct work {
  struct work *next;
  enum { WRITE, READ, COPY, RUN, SITES } what;
  rgs_column column;
  int components;
  int64_t n;
  void *to;
  const void *from;
  size_t size;
  rgs_device_list list; /* of RUN; behind it the numbers of WRITE */
  rgs_device_sites sites;
  double numbers[];
} work;

typedef struct emulated {
  char *memory;
  piece pieces[MOST_PIECES]; /* in the order of their addresses */
  int n_pieces;
  work *first, **last;
  uint32_t random;
  int waits;
  bool wrong_order, misses_waits, goes_beyond, goes_before, is_quick;
} emulated;

/* ---- memory ---------------------------------------------------------------------------------- */

static void open_piece(const emulated *e, const piece *p, bool opened) {
  (void)mprotect(e->memory + p->at, p->size - PAGE, opened ? PROT_READ | PROT_WRITE : PROT_NONE);
}
static void open_memory(const emulated *e, bool opened) {
  if (e->n_pieces == 0) return;
  const piece *last = &e->pieces[e->n_pieces - 1];
  if (e->is_quick)
    (void)mprotect(e->memory, last->at + last->size, opened ? PROT_READ | PROT_WRITE : PROT_NONE);
  else
    for (const piece *p = e->pieces; p <= last; p++) open_piece(e, p, opened);
}

static const uint64_t before_array = 0x7ff4000000000001;

static void *allocate(void *queue, size_t size) {
  emulated *e = queue;
  size_t at = 0;
  int k = 0;
  const size_t asked = size > 0 ? (size + 7) / 8 * 8 : 8;
  size = (asked / PAGE + 2) * PAGE;
  for (; k < e->n_pieces && e->pieces[k].at - at < size; k++)
    at = e->pieces[k].at + e->pieces[k].size;
  if (e->n_pieces == MOST_PIECES || at + size > ARENA) return NULL;
  memmove(&e->pieces[k + 1], &e->pieces[k], (size_t)(e->n_pieces - k) * sizeof(piece));
  const size_t last = at + size - PAGE, first = last - asked;
  e->pieces[k] = (piece){ at, size, first, last };
  e->n_pieces++;
  open_piece(e, &e->pieces[k], true);
  memset(e->memory + first, 0, asked);
  for (; at < first; at += sizeof before_array)
    memcpy(e->memory + at, &before_array, sizeof before_array);
  open_piece(e, &e->pieces[k], false);
  return e->memory + first;
}

static const char *wait_for(void *queue);

static void release(void *queue, void *memory) {
  emulated *e = queue;
  int k = 0;
  if (memory == NULL) return;
  (void)wait_for(queue);
  while (k < e->n_pieces && e->memory + e->pieces[k].first != memory) k++;
  if (k == e->n_pieces) return;
  e->n_pieces--;
  memmove(&e->pieces[k], &e->pieces[k + 1], (size_t)(e->n_pieces - k) * sizeof(piece));
}

static int has(void *queue, const void *address) {
  const emulated *e = queue;
  const uintptr_t begin = (uintptr_t)e->memory, at = (uintptr_t)address;
  for (int k = 0; k < e->n_pieces; k++)
    if (at >= begin + e->pieces[k].first && at < begin + e->pieces[k].last) return 1;
  return 0;
}

/* ---- work ------------------------------------------------------------------------------------ */

static work *put_work(emulated *e, int what, size_t bytes) {
  work *w = calloc(1, sizeof *w + bytes);
  if (w == NULL) abort(); /* of a test */
  w->what = what;
  *e->last = w;
  e->last = &w->next;
  return w;
}

static void write_column(void *queue, const rgs_column *to, int components, int64_t n,
                         const void *from) {
  const size_t size = (size_t)n * (size_t)components * sizeof(double);
  work *w = put_work(queue, WRITE, size);
  w->column = *to;
  w->components = components;
  w->n = n;
  memcpy(w->numbers, from, size);
}

static void read_column(void *queue, const rgs_column *from, int components, int64_t n, void *to) {
  work *w = put_work(queue, READ, 0);
  w->column = *from;
  w->components = components;
  w->n = n;
  w->to = to;
}

static void copy(void *queue, void *to, const void *from, size_t size) {
  work *w = put_work(queue, COPY, 0);
  w->to = to;
  w->from = from;
  w->size = size;
}

static void run(void *queue, const rgs_device_list *list) {
  work *w = put_work(queue, RUN, 0);
  w->list = *list;
  w->list.n += ((const emulated *)queue)->goes_beyond;
  w->list.x.data -= ((const emulated *)queue)->goes_before;
}

static void run_sites(void *queue, const rgs_device_sites *sites) {
  put_work(queue, SITES, 0)->sites = *sites;
}

static uint32_t random_below(emulated *e, uint32_t n) {
  e->random = e->random * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)e->random * n) >> 32);
}

static void do_block(const rgs_device_list *list, int kind, int64_t number) {
  double term[RGS_MOST_SUMS_OF_JOBS * RGS_DEVICE_BLOCK];
  memset(term, 0, sizeof term);
  if (rgs_device_stopped(list, *list->fault)) return;
  const rgs_device_block block = rgs_device_block_of(list, kind, number);
  for (int thread = 0; thread < RGS_DEVICE_BLOCK; thread++) {
    const int64_t i = block.first + thread;
    if (i >= block.end) break;
    const uint64_t fault =
        rgs_device_do_body(list, list->rotor, kind, block, i, term + thread, RGS_DEVICE_BLOCK);
    if (fault < *list->fault) *list->fault = fault;
  }
  for (int thread = 0; thread < RGS_DEVICE_BLOCK; thread++)
    rgs_device_sum_block(list, kind, block, term, thread);
}

static void do_list(emulated *e, const rgs_device_list *list) {
  const int kind = rgs_device_kind_of_list(list);
  const int64_t blocks = rgs_device_blocks(list, kind);
  int64_t *order = malloc((size_t)blocks * sizeof *order);
  if (order == NULL) abort();
  for (int64_t k = 0; k < blocks; k++) {
    const uint32_t other = random_below(e, (uint32_t)k + 1);
    order[k] = k;
    order[k] = order[other];
    order[other] = k;
  }
  const bool stopped = rgs_device_stopped(list, *list->fault);
  for (int64_t k = 0; k < blocks; k++) do_block(list, kind, order[k]);
  for (int k = 0; k < list->n_sums && !stopped && kind == RGS_DEVICE_BATCH; k++) {
    list->total[k] = rgs_device_total(list, k);
    if (!e->wrong_order) continue;
    list->total[k] = 0;
    for (int64_t j = 0; j < blocks; j++)
      list->total[k] += list->batch_sums[order[j] * list->n_sums + k];
  }
  free(order);
}

static void do_sites(const rgs_device_sites *sites) {
  for (int64_t first = 0; first < sites->n; first += RGS_DEVICE_BLOCK) {
    double sum[9 * RGS_DEVICE_BLOCK] = { 0 };
    for (int64_t i = first; i < first + RGS_DEVICE_BLOCK && i < sites->n; i++)
      rgs_device_do_sites(sites, i, sum + (i - first), RGS_DEVICE_BLOCK);
    for (int k = 0; k < 9 && sites->wants_sums; k++)
      sites->batch_sums[first / RGS_DEVICE_BLOCK * 9 + k] =
          rgs_device_sum_of_sites(sum + k * RGS_DEVICE_BLOCK);
  }
}

static void do_work(emulated *e, work *w) {
  double *packed = w->what == WRITE ? w->numbers : w->to;
  switch (w->what) {
  case WRITE:
  case READ:
    for (int64_t i = 0; i < w->n; i++)
      for (int k = 0; k < w->components; k++, packed++) {
        double *there = &RGS_AT(w->column, i, k);
        memcpy(w->what == WRITE ? there : packed, w->what == WRITE ? packed : there, sizeof *there);
      }
    break;
  case COPY:
    if (w->from != NULL)
      memmove(w->to, w->from, w->size);
    else
      memset(w->to, 0, w->size);
    break;
  case SITES: do_sites(&w->sites); break;
  default: do_list(e, &w->list);
  }
}

static void look_before(const emulated *e) {
  for (const piece *p = e->pieces; p < e->pieces + e->n_pieces; p++)
    for (size_t at = p->at; at < p->first; at += sizeof before_array)
      if (memcmp(e->memory + at, &before_array, sizeof before_array) != 0) abort();
}

static void do_all(emulated *e) {
  work *w = e->first;
  e->first = NULL;
  e->last = &e->first;
  open_memory(e, true);
  while (w != NULL) {
    work *next = w->next;
    do_work(e, w);
    free(w);
    w = next;
  }
  if (!e->is_quick) look_before(e);
  open_memory(e, false);
}

static const char *wait_for(void *queue) {
  emulated *e = queue;
  e->waits++;
  if (e->first != NULL && !(e->misses_waits && e->waits % 5 == 0)) do_all(e);
  return NULL;
}

/* ---- open and close -------------------------------------------------------------------------- */

static void *open_queue(int64_t ordinal, void *stream, char *why, size_t room) {
  const char *seed = getenv("RIGIDSTEP_EMULATED_SEED");
  const char *mistake = getenv("RIGIDSTEP_EMULATED_MISTAKE");
  if (ordinal != 0 || stream != NULL) {
    snprintf(why, room, "it is one device, with ordinal 0 and no streams; ordinal is %lld%s",
             (long long)ordinal, stream != NULL ? ", and a stream is given" : "");
    return NULL;
  }
  emulated *e = calloc(1, sizeof *e);
  if (e == NULL) return NULL;
  e->memory = mmap(NULL, ARENA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (e->memory == MAP_FAILED) {
    snprintf(why, room, "there is no address space");
    free(e);
    return NULL;
  }
  e->last = &e->first;
  e->random = seed != NULL ? (uint32_t)strtoul(seed, NULL, 10) : 1;
  e->wrong_order = mistake != NULL && strcmp(mistake, "order") == 0;
  e->is_quick = getenv("RIGIDSTEP_EMULATED_QUICK") != NULL;
  e->goes_beyond = mistake != NULL && strcmp(mistake, "beyond") == 0;
  e->goes_before = mistake != NULL && strcmp(mistake, "before") == 0;
  e->misses_waits = mistake != NULL && strcmp(mistake, "wait") == 0;
  return e;
}

static void close_queue(void *queue) {
  emulated *e = queue;
  do_all(e);
  munmap(e->memory, ARENA);
  free(e);
}

const rgs_device_functions *rgs_device_functions_of(void);
__attribute__((visibility("default"))) const rgs_device_functions *rgs_device_functions_of(void) {
  static const rgs_device_functions functions = {
    .version = RGS_DEVICE_VERSION,
    .list_size = sizeof(rgs_device_list),
    .open = open_queue,
    .close = close_queue,
    .allocate = allocate,
    .release = release,
    .has = has,
    .write = write_column,
    .read = read_column,
    .copy = copy,
    .run = run,
    .sites = run_sites,
    .wait = wait_for,
  };
  return &functions;
}
