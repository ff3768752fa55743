/* SPDX-License-Identifier: BSD-3-Clause
 *
 * save.c - saves a stepper and the state of its bodies in one block of bytes, and loads it.
 *
 *   block_head (frozen for ever), save_head, place, record, the integrator's cursor (padded to 8), of a
 *   method with a bath or a piston the ensemble and the blocks of their parameters and state, then the
 *   columns x p q l f tau carry and, where the host is asked for them, gf gtau, body after body,
 *   column after column.
 */
#include "base/columns.h"
#include "base/params.h"
#include "methods/method_params.h"
#include "stepper/ensemble.h"
#include "stepper/stages.h"
#include "stepper/stepper_check.h"
#include <math.h>
#include <string.h>

#define BYTE_ORDER 0x01020304u

typedef struct block_head {
  char magic[4]; /* "RGS1" */
  uint32_t byte_order;
  uint32_t abi; /* of the writer */
  uint32_t reserved0;
  uint64_t length; /* of the whole block, in bytes */
} block_head;

typedef struct save_head {
  uint64_t checksum; /* of all other bytes */
  uint64_t method;   /* a hash of its names and parameters */
  int64_t n;
  uint32_t flags; /* of the view */
  uint32_t carry, cursor_size;
  uint32_t place_size, record_size; /* later versions may append to these: absent means zero */
  uint32_t ensemble_size; /* of the ensemble with the blocks behind it; 0: the method has none */
} save_head;

/* FNV-1a: it is small, and any changed byte changes it. */
static uint64_t hash(uint64_t sum, const void *bytes, size_t size) {
  const unsigned char *b = bytes;
  for (size_t i = 0; i < size; i++) sum = (sum ^ b[i]) * 1099511628211u;
  return sum;
}
#define HASH_START 14695981039346656037u

static uint64_t checksum(const char *bytes, size_t size) {
  const size_t before = sizeof(block_head) + offsetof(save_head, checksum);
  const size_t after = before + sizeof(uint64_t);
  return hash(hash(HASH_START, bytes, before), bytes + after, size - after);
}

/* A hash of the names, and of the parameters that differ from their defaults: so a parameter that a
 * later version adds does not invalidate saved data of hosts that do not set it.  What
 * may change between steps is state. */
#define RGS_PARTS_OF_1_0 3 /* rotor, scheme, integrator: they count also where there are none */
static uint64_t method_hash(const rgs_method *m) {
  rgs_part parts[RGS_PARTS];
  uint64_t sum = HASH_START;
  rgs_method_parts(m, parts);
  for (size_t k = 0; k < RGS_PARTS; k++) {
    if (k >= RGS_PARTS_OF_1_0 && parts[k].entry == NULL) continue;
    sum = hash(sum, &k, sizeof k);
    if (parts[k].entry == NULL) continue;
    const rgs_about *about = &parts[k].entry->about;
    sum = hash(sum, about->name, strlen(about->name) + 1);
    for (uint32_t i = 0; i < about->n_params; i++) {
      const rgs_param_info *p = &about->params[i];
      double value = rgs_params_get(about, parts[k].params, p->key, p->dflt);
      if (value == p->dflt || (p->type & RGS_PARAM_RAMPS)) continue;
      sum = hash(sum, p->key, strlen(p->key) + 1);
      sum = hash(sum, &value, sizeof value);
    }
  }
  return sum;
}

/* ---- columns --------------------------------------------------------------------------------- */

/* In the order of the block. */
static const int saved_columns[] = { RGS_COLUMN_X,     RGS_COLUMN_P,  RGS_COLUMN_Q,
                                     RGS_COLUMN_L,     RGS_COLUMN_F,  RGS_COLUMN_TAU,
                                     RGS_COLUMN_CARRY, RGS_COLUMN_GF, RGS_COLUMN_GTAU };
enum { SAVED_COLUMNS = sizeof saved_columns / sizeof *saved_columns };

/* The gradient must be saved because one step may end with a gradient kick and the next may begin
 * with one. */
static bool needs_gradient(const rgs_stepper *s) {
  return (s->info.needs & RGS_EVAL_GRADIENT) != 0;
}

static uint32_t components_of(const rgs_stepper *s, int column) {
  if (column == RGS_COLUMN_CARRY) return s->info.carry;
  if ((column == RGS_COLUMN_GF || column == RGS_COLUMN_GTAU) && !needs_gradient(s)) return 0;
  return (uint32_t)rgs_column_infos[column].components;
}

static size_t padded(size_t size) { return (size + 7u) / 8u * 8u; }

static size_t cursor_size(const rgs_stepper *s) {
  return s->method->integrator == NULL ? 0 : s->method->integrator->integrator.cursor_size;
}

static size_t columns_size(const rgs_stepper *s) {
  size_t each = 0;
  for (int c = 0; c < SAVED_COLUMNS; c++) each += components_of(s, saved_columns[c]);
  return (size_t)s->bodies->view.n * each * sizeof(double);
}

static size_t ensemble_size(const rgs_stepper *s) {
  if (s->method->bath == NULL && s->method->piston == NULL) return 0;
  return sizeof(rgs_ensemble) + rgs_ensemble_room(s->method);
}

static size_t before_ensemble(const save_head *head) {
  return sizeof(block_head) + sizeof *head + head->place_size + head->record_size +
         padded(head->cursor_size);
}

static size_t before_columns(const save_head *head) {
  return before_ensemble(head) + head->ensemble_size;
}

static void copy_out(const rgs_stepper *s, char *to) {
  for (int c = 0; c < SAVED_COLUMNS; c++) {
    const rgs_column *column = rgs_column_of(&s->bodies->view, saved_columns[c]);
    const uint32_t components = components_of(s, saved_columns[c]);
    for (int64_t i = 0; i < s->bodies->view.n; i++)
      for (uint32_t k = 0; k < components; k++, to += sizeof(double))
        memcpy(to, &RGS_AT(*column, i, k), sizeof(double));
  }
}

static void copy_in(const rgs_stepper *s, const char *from) {
  for (int c = 0; c < SAVED_COLUMNS; c++) {
    const rgs_column *column = rgs_column_of(&s->bodies->view, saved_columns[c]);
    const uint32_t components = components_of(s, saved_columns[c]);
    for (int64_t i = 0; i < s->bodies->view.n; i++)
      for (uint32_t k = 0; k < components; k++, from += sizeof(double))
        memcpy(&RGS_AT(*column, i, k), from, sizeof(double));
  }
}

/* ---- save ------------------------------------------------------------------------------------ */

static rgs_status check_columns(const rgs_stepper *s, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  if (v->n > 0 && s->info.carry > 0 && v->carry.data == NULL)
    return rgs_refuse(error, RGS_E_NEEDS, -1,
                      "view.carry is null; the method needs %u doubles a body in it",
                      s->info.carry);
  if (v->n > 0 && needs_gradient(s) && (v->gf.data == NULL || v->gtau.data == NULL))
    return rgs_refuse(error, RGS_E_NEEDS, -1, "view.%s is null; the method needs gradients",
                      v->gf.data == NULL ? "gf" : "gtau");
  return RGS_OK;
}

rgs_status rgs_stepper_save(const rgs_stepper *s, void *buffer, size_t *size, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (size == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "size is null");
  rgs_status status = check_columns(s, error);
  if (status != RGS_OK) return status;
  status = rgs_refuse_failed(s, error);
  if (status != RGS_OK) return status;
  save_head head = { .method = method_hash(s->method),
                     .n = s->bodies->view.n,
                     .flags = s->bodies->view.flags,
                     .carry = s->info.carry,
                     .cursor_size = (uint32_t)cursor_size(s),
                     .place_size = sizeof(rgs_place),
                     .record_size = sizeof(rgs_record),
                     .ensemble_size = (uint32_t)ensemble_size(s) };
  size_t need = before_columns(&head) + columns_size(s), room = *size;
  *size = need;
  if (buffer == NULL || room < need)
    return rgs_refuse(error, RGS_E_SPACE, -1, "the buffer has %zu bytes; %zu are needed",
                      buffer == NULL ? (size_t)0 : room, need);
  block_head block = { { 'R', 'G', 'S', '1' }, BYTE_ORDER, RGS_ABI, 0, need };
  rgs_place place = s->place;
  if (!needs_gradient(s) && !rgs_stepper_displaces(s))
    place.fresh &= ~(uint32_t)RGS_EVAL_GRADIENT; /* it is not in the block */
  if (s->method->piston == NULL) place.fresh &= ~(uint32_t)RGS_EVAL_VIRIAL;
  char *to = (char *)buffer + sizeof block + sizeof head;
  memcpy(to, &place, sizeof place);
  memcpy(to += sizeof place, &s->record, sizeof s->record);
  memset(to += sizeof s->record, 0, padded(head.cursor_size));
  if (head.cursor_size > 0) memcpy(to, s->cursor, head.cursor_size);
  to += padded(head.cursor_size);
  if (head.ensemble_size > 0) {
    memcpy(to, &s->ensemble, sizeof s->ensemble);
    const size_t blocks = rgs_ensemble_room(s->method);
    if (blocks > 0) memcpy(to + sizeof s->ensemble, s->bath_params, blocks);
  }
  copy_out(s, to + head.ensemble_size);
  memcpy(buffer, &block, sizeof block);
  memcpy((char *)buffer + sizeof block, &head, sizeof head);
  head.checksum = checksum(buffer, need);
  memcpy((char *)buffer + sizeof block, &head, sizeof head);
  return RGS_OK;
}

/* ---- load ------------------------------------------------------------------------------------ */

static rgs_status refuse_data(rgs_error *error, const char *why) {
  return rgs_refuse(error, RGS_E_DATA, -1, "saved data: %s", why);
}

/* Is this a place where a stepper of this method can be? */
static bool is_place(const rgs_stepper *s, const rgs_place *at) {
  const rgs_entry *scheme = s->method->scheme;
  const uint32_t n_pre = scheme == NULL ? 0 : scheme->scheme.n_pre;
  const uint32_t stages = scheme == NULL ? 1 : rgs_method_stages_in(s->method, at->list);
  if (at->inside > RGS_IN_PROCESS || at->list > RGS_POST || at->variables > RGS_SHOWN ||
      at->displaced > (s->carry.displaced > 0) ||
      (n_pre == 0 &&
       (at->inside == RGS_IN_PROCESS || at->list != RGS_STAGES || at->variables != RGS_PHYSICAL)))
    return false;
  if (at->inside && at->stage >= stages) return false;
  return isfinite(at->h) && isfinite(at->time) && isfinite(at->drifted) &&
         isfinite(at->processed_h) && isfinite(at->last_h) &&
         ((at->asked | at->fresh | at->kept_fresh) & ~RGS_KNOWN_EVALS) == 0;
}

typedef struct saved { /* the part of a block before the cursor */
  save_head head;
  rgs_place place;
  rgs_record record;
  rgs_ensemble ensemble;
} saved;

/* Is that what a bath and a piston can have kept? */
static bool is_ensemble(const rgs_stepper *s, const rgs_ensemble *e, const rgs_place *at) {
  double sum = e->heat + e->piston_heat + e->ranks;
  for (int k = 0; k < 3; k++) {
    sum += e->lengths[k] + e->centre[k] + e->strain[k] + e->momentum[k] + e->mass[k];
    sum += e->virial[k] + e->kinetic[k] + e->reference[k];
    if (e->has_box && !(e->lengths[k] > 0 && e->reference[k] > 0)) return false;
    if (!(fabs(e->strain[k]) < 700) || !(fabs(e->told[k]) < 700) || e->mass[k] < 0) return false;
  }
  if (!isfinite(sum) || e->n_share > RGS_MOST_SUMS || e->phase > 1 || e->has_box > 1) return false;
  if (s->method->piston != NULL && at->inside && !e->has_box) return false;
  return !(at->asked & RGS_EVAL_SUM) ||
         (at->asked == RGS_EVAL_SUM && rgs_method_sums(s->method) && e->phase == 1 &&
          (e->n_share == RGS_SUMS_OF_BATH || e->n_share == RGS_SUMS_OF_PISTON) &&
          at->inside == RGS_IN_STEP);
}

/* Reads place and record; fields that an earlier version did not write are zero. */
static void read_fixed(const char *from, saved *out) {
  memset(&out->place, 0, sizeof out->place);
  memset(&out->record, 0, sizeof out->record);
  memcpy(&out->place, from, out->head.place_size);
  memcpy(&out->record, from + out->head.place_size, out->head.record_size);
}

static rgs_status check_block(rgs_stepper *s, const char *bytes, size_t size, saved *out,
                              rgs_error *error) {
  save_head *head = &out->head;
  block_head block;
  if (size < sizeof block + sizeof *head) return refuse_data(error, "it is shorter than its head");
  memcpy(&block, bytes, sizeof block);
  memcpy(head, bytes + sizeof block, sizeof *head);
  if (memcmp(block.magic, "RGS1", 4) != 0) return refuse_data(error, "it does not begin with RGS1");
  if (block.byte_order != BYTE_ORDER)
    return refuse_data(error, "it was written in another byte order");
  if (block.abi >> 16 != RGS_ABI_MAJOR)
    return rgs_refuse(error, RGS_E_ABI, -1,
                      "saved data: it was written by ABI %u.%u; this library has %u.%u",
                      block.abi >> 16, block.abi & 0xffffu, RGS_ABI_MAJOR, RGS_ABI_MINOR);
  if (block.reserved0 != 0 || block.length != size)
    return rgs_refuse(error, RGS_E_DATA, -1, "saved data: size is %zu bytes, but %llu were written",
                      size, (unsigned long long)block.length);
  if (checksum(bytes, size) != head->checksum)
    return refuse_data(error, "it is damaged (its checksum is wrong)");
  if (head->method != method_hash(s->method))
    return refuse_data(error, "it belongs to another method or to other parameters");
  if (head->n != s->bodies->view.n)
    return rgs_refuse(error, RGS_E_DATA, -1,
                      "saved data: it has %lld bodies; bind as many, not %lld", (long long)head->n,
                      (long long)s->bodies->view.n);
  if (head->flags != s->bodies->view.flags)
    return rgs_refuse(
        error, RGS_E_DATA, -1,
        "saved data: view.flags was 0x%x when it was written; it must be so now, not 0x%x",
        head->flags, s->bodies->view.flags);
  if (head->place_size > sizeof(rgs_place) || head->record_size > sizeof(rgs_record))
    return rgs_refuse(error, RGS_E_ABI, -1,
                      "saved data: it was written by a later version, with ABI %u.%u",
                      block.abi >> 16, block.abi & 0xffffu);
  if (head->carry != s->info.carry || head->cursor_size != cursor_size(s) ||
      head->ensemble_size != ensemble_size(s) || size != before_columns(head) + columns_size(s))
    return refuse_data(error, "it is inconsistent");
  read_fixed(bytes + sizeof block + sizeof *head, out);
  out->ensemble = s->ensemble;
  if (head->ensemble_size > 0)
    memcpy(&out->ensemble, bytes + before_ensemble(head), sizeof out->ensemble);
  else
    out->ensemble.phase = 0;
  if (head->ensemble_size > 0 &&
      !rgs_ensemble_read_params(s, bytes + before_ensemble(head) + sizeof out->ensemble, false))
    return refuse_data(error, "a parameter of the bath or the piston is out of range");
  if (!is_place(s, &out->place) || !is_ensemble(s, &out->ensemble, &out->place) ||
      out->record.samples < 0 || out->record.samples > INT64_MAX / 2)
    return refuse_data(error, "it is inconsistent");
  return RGS_OK;
}

rgs_status rgs_stepper_load(rgs_stepper *s, const void *buffer, size_t size, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (buffer == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "buffer is null");
  saved block;
  rgs_status status = check_columns(s, error);
  if (status == RGS_OK) status = check_block(s, buffer, size, &block, error);
  if (status != RGS_OK) return status;
  const char *from = (const char *)buffer + before_columns(&block.head);
  if (block.head.cursor_size > 0)
    memcpy(s->cursor, from - padded(block.head.cursor_size), block.head.cursor_size);
  copy_in(s, from);
  if (block.head.ensemble_size > 0)
    (void)rgs_ensemble_read_params(
        s, (const char *)buffer + before_ensemble(&block.head) + sizeof block.ensemble, true);
  s->ensemble = block.ensemble;
  s->place = block.place;
  s->record = block.record;
  s->failed = false;
  s->told = false;
  s->checked_at = 0;
  s->bodies->carry.at = s->bodies->generation;
  s->bodies->in_motion = true;
  return RGS_OK;
}
