/* SPDX-License-Identifier: BSD-3-Clause
 *
 * save.c - saves a stepper and the state of its bodies in one block of bytes, and loads it.  BLOCKS.md
 * says what it holds.
 */
#include "base/columns.h"
#include "saves/block.h"
#include "saves/ensemble_save.h"
#include "ensemble/sums.h"
#include "backends/backend.h"
#include "stepper/rewind.h"
#include "stepper/stages.h"
#include "stepper/state_columns.h"
#include "saves/rows.h"
#include "stepper/stepper_check.h"
#include <math.h>
#include <string.h>

static const char *magic_of(const rgs_stepper *s) {
  return rgs_ensemble_is_batch(&s->ensemble) ? "RGSB" : "RGS1";
}

static size_t columns_size(const rgs_stepper *s) {
  return (size_t)s->motion.bodies->view.n * rgs_state_doubles(&s->info) * sizeof(double);
}

/* A block has gradients where the state has them. */
static bool needs_gradient(const rgs_stepper *s) {
  return (s->info.needs & RGS_EVAL_GRADIENT) != 0;
}

/* Has the block sections?  Of a batch it names the systems in any case. */
static bool has_sections(const rgs_stepper *s) {
  return rgs_method_keeps(s->motion.method) || rgs_ensemble_is_batch(&s->ensemble);
}

static size_t before_ensemble(const rgs_save_head *head) {
  return sizeof(rgs_block_head) + sizeof *head + head->place_size + head->record_size +
         rgs_block_padded(head->cursor_size);
}

static size_t before_columns(const rgs_save_head *head) {
  return before_ensemble(head) + head->ensemble_size;
}

/* ---- save ------------------------------------------------------------------------------------ */

static rgs_status check_columns(const rgs_stepper *s, rgs_error *error) {
  const rgs_view *v = &s->motion.bodies->view;
  if (v->n > 0 && s->info.aux > 0 && v->aux.data == NULL)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "view.aux is null; the method needs %u doubles a body in it", s->info.aux);
  if (v->n > 0 && needs_gradient(s) && (v->gf.data == NULL || v->gtau.data == NULL))
    return rgs_set_error(error, RGS_E_NEEDS, -1, "view.%s is null; the method needs gradients",
                         v->gf.data == NULL ? "gf" : "gtau");
  return RGS_OK;
}

rgs_status rgs_stepper_save(rgs_stepper *s, void *buffer, size_t *size, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (size == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "size is null");
  rgs_status status = check_columns(s, error);
  if (status != RGS_OK) return status;
  status = rgs_set_error_failed(s, error);
  if (status == RGS_OK) status = rgs_settle(s, error);
  if (status == RGS_OK) status = rgs_ensemble_check_finite(&s->ensemble, true, error);
  if (status != RGS_OK) return status;
  const size_t sections = has_sections(s) ? rgs_sections_size(s, true) : 0;
  if (sections > UINT32_MAX)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "what the systems keep has %zu bytes; a block has room for %u: call "
                         "rgs_draft_batch_save for each system",
                         sections, UINT32_MAX);
  rgs_save_head head = { .n = s->motion.bodies->view.n,
                         .flags = s->motion.bodies->view.flags,
                         .aux = s->info.aux,
                         .cursor_size = (uint32_t)rgs_method_cursor_size(s->motion.method),
                         .place_size = rgs_block_rows[RGS_PLACE].size,
                         .record_size = rgs_block_rows[RGS_RECORD].size,
                         .ensemble_size = (uint32_t)sections };
  const size_t need = before_columns(&head) + columns_size(s);
  status = rgs_block_room(buffer, size, need, error);
  if (status != RGS_OK) return status;
  rgs_saved_step_cursor at = { s->step_cursor, s->ensemble.saved.steps };
  /* Sums that the host gave are not in the block: they are requested again. */
  if (s->ensemble.saved.phase == 1 && at.step_cursor.asked == 0)
    at.step_cursor.asked = RGS_EVAL_REDUCTION;
  if (!needs_gradient(s) && !rgs_displaces(&s->motion))
    at.step_cursor.valid &= ~(uint32_t)RGS_EVAL_GRADIENT; /* it is not in the block */
  if (s->motion.method->barostat == NULL) at.step_cursor.valid &= ~(uint32_t)RGS_EVAL_VIRIAL;
  char *to = (char *)buffer + sizeof(rgs_block_head);
  memcpy(to, &head, sizeof head);
  to = rgs_rows_write(RGS_PLACE, &at, to + sizeof head);
  to = rgs_rows_write(RGS_RECORD, &s->record, to);
  memset(to, 0, rgs_block_padded(head.cursor_size));
  if (head.cursor_size > 0) memcpy(to, s->cursor, head.cursor_size);
  to += rgs_block_padded(head.cursor_size);
  if (head.ensemble_size > 0) rgs_sections_write(s, true, to);
  status = rgs_state_copy(s, to + head.ensemble_size, error);
  if (status != RGS_OK) return status;
  rgs_block_seal(buffer, need, magic_of(s), rgs_block_method(s, 0));
  return RGS_OK;
}

/* ---- load ------------------------------------------------------------------------------------ */

/* Can the host have been asked for this by a stepper of this method?  A rank without bodies is asked for
 * gradients, too, and needs no columns. */
static bool is_request(const rgs_stepper *s, const rgs_step_cursor *at) {
  const rgs_view *v = &s->motion.bodies->view;
  const bool gradient = v->n == 0 || rgs_column_of(v, RGS_COLUMN_GF)->data != NULL;
  const uint32_t asked_or_valid = at->asked | at->valid | at->kept_valid;
  if ((asked_or_valid & (RGS_DRAFT_EVAL_SLOW | RGS_SLOW_CAME)) && !rgs_has_levels(&s->motion))
    return false;
  if (at->asked == 0) return true;
  if (at->asked & RGS_EVAL_REDUCTION)
    return at->asked == RGS_EVAL_REDUCTION && rgs_method_sums(s->motion.method);
  return at->inside && (gradient || !(at->asked & RGS_EVAL_GRADIENT));
}

/* Evaluations of a gradient or of a kick by momenta that one may be in. */
static uint32_t most_displaced(const rgs_stepper *s) {
  return s->motion.aux.momentum > 0 ? RGS_MOST_OF_KICK : s->motion.aux.displaced > 0;
}

/* Is this a place where a stepper of this method can be? */
static bool is_place(const rgs_stepper *s, const rgs_step_cursor *at) {
  const rgs_registry_entry *scheme = s->motion.method->scheme;
  const uint32_t n_pre = scheme == NULL ? 0 : scheme->scheme.n_pre;
  const uint32_t stages = scheme == NULL ? 1 : rgs_method_stages_in(s->motion.method, at->list);
  if (at->inside > RGS_IN_PROCESS || at->list > RGS_POST || at->variables > RGS_SHOWN ||
      at->displaced > most_displaced(s) ||
      (n_pre == 0 &&
       (at->inside == RGS_IN_PROCESS || at->list != RGS_STAGES || at->variables != RGS_PHYSICAL)))
    return false;
  if (at->inside && at->stage >= stages) return false;
  return isfinite(at->h) && isfinite(at->time) && isfinite(at->drifted) &&
         isfinite(at->processed_h) && isfinite(at->last_h) &&
         ((at->asked | (at->valid & ~RGS_SLOW_CAME) | at->kept_valid) & ~RGS_KNOWN_EVALS) == 0;
}

typedef struct saved { /* the part of a block before the cursor */
  rgs_save_head head;
  rgs_saved_step_cursor at;
  rgs_record record;
} saved;

/* Are thermostat and barostat at the same place in the step as the stepper? */
static bool stand_together(const rgs_stepper *s, const rgs_section *section,
                           const rgs_step_cursor *at) {
  const rgs_ensemble_state *e = &section->saved;
  if (at->inside && section->n_stages != s->motion.method->n_stages) return false;
  if (s->motion.method->barostat != NULL && at->inside && !e->cell.known) return false;
  if (e->phase == 0) return !(at->asked & RGS_EVAL_REDUCTION);
  const bool of_thermostat =
      e->n_local_sums == RGS_SUMS_OF_THERMOSTAT ||
      (rgs_method_trials(s->motion.method) && e->n_local_sums == RGS_SUMS_OF_TRIAL) ||
      e->n_local_sums == rgs_method_barostat_sums(s->motion.method);
  return at->inside == RGS_IN_STEP && at->asked != 0 && rgs_method_sums(s->motion.method) &&
         (s->motion.method->integrator != NULL ? e->n_local_sums > RGS_SUM_MARKS : of_thermostat);
}

/* Reads place and record; fields that an earlier version did not write are zero. */
static void read_fixed(const char *from, saved *out) {
  memset(&out->at, 0, sizeof out->at);
  memset(&out->record, 0, sizeof out->record);
  rgs_rows_read(RGS_PLACE, from, out->head.place_size, &out->at);
  rgs_rows_read(RGS_RECORD, from + out->head.place_size, out->head.record_size, &out->record);
}

static rgs_status check_block(rgs_stepper *s, const char *bytes, size_t size, saved *out,
                              rgs_error *error) {
  rgs_save_head *head = &out->head;
  const rgs_step_cursor *at = &out->at.step_cursor;
  rgs_status status =
      rgs_block_check(bytes, size, magic_of(s), s, 0, "method or to other parameters", error);
  if (status != RGS_OK) return status;
  if (size < sizeof(rgs_block_head) + sizeof *head)
    return rgs_block_set_error(error, "it is shorter than its head");
  memcpy(head, bytes + sizeof(rgs_block_head), sizeof *head);
  if (head->n != s->motion.bodies->view.n)
    return rgs_set_error(error, RGS_E_DATA, -1,
                         "saved data: it has %lld bodies; bind as many, not %lld",
                         (long long)head->n, (long long)s->motion.bodies->view.n);
  if (head->flags != s->motion.bodies->view.flags)
    return rgs_set_error(
        error, RGS_E_DATA, -1,
        "saved data: view.flags was 0x%x when it was written and is 0x%x now; must be the same",
        head->flags, s->motion.bodies->view.flags);
  if (head->place_size > rgs_block_rows[RGS_PLACE].size ||
      head->record_size > rgs_block_rows[RGS_RECORD].size)
    return rgs_block_set_error_later(bytes, error);
  if (head->aux != s->info.aux || head->cursor_size != rgs_method_cursor_size(s->motion.method) ||
      (head->ensemble_size > 0) != has_sections(s) ||
      size != before_columns(head) + columns_size(s))
    return rgs_block_set_error(error, "it is inconsistent");
  read_fixed(bytes + sizeof(rgs_block_head) + sizeof *head, out);
  if (head->ensemble_size > 0)
    status = rgs_sections_read(s, bytes, bytes + before_ensemble(head), head->ensemble_size, true,
                               stand_together, at, error);
  if (status != RGS_OK) return status;
  if (!is_place(s, at) || !is_request(s, at) || out->record.samples < 0 ||
      out->record.samples > INT64_MAX / 2)
    return rgs_block_set_error(error, "it is inconsistent");
  if (at->asked & ~s->host.provides)
    return rgs_set_error(error, RGS_E_DATA, -1,
                         "saved data: its host had been asked for %s; this host provides %s "
                         "(rgs_host.provides)",
                         rgs_eval_names(at->asked), rgs_eval_names(s->host.provides));
  return RGS_OK;
}

rgs_status rgs_stepper_load(rgs_stepper *s, const void *buffer, size_t size, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (buffer == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "buffer is null");
  saved block;
  rgs_status status = check_columns(s, error);
  if (status == RGS_OK) status = check_block(s, buffer, size, &block, error);
  if (status != RGS_OK) return status;
  const char *from = (const char *)buffer + before_columns(&block.head);
  s->motion.backend->forget(&s->motion);
  status = rgs_state_put_back(s, from, error);
  if (status != RGS_OK) return status;
  if (block.head.cursor_size > 0)
    memcpy(s->cursor,
           (const char *)buffer + before_ensemble(&block.head) -
               rgs_block_padded(block.head.cursor_size),
           block.head.cursor_size);
  if (block.head.ensemble_size > 0)
    (void)rgs_sections_read(s, buffer, (const char *)buffer + before_ensemble(&block.head),
                            block.head.ensemble_size, true, NULL, NULL, NULL);
  else
    s->ensemble.saved.phase = 0;
  if (block.head.ensemble_size == 0 || rgs_ensemble_is_batch(&s->ensemble))
    s->ensemble.saved.steps = block.at.steps;
  rgs_rewind_forget(s);
  s->step_cursor = block.at.step_cursor;
  s->record = block.record;
  s->failed = false;
  s->ensemble.broken = false;
  rgs_threads_forget(&s->motion.threads);
  s->requested = false;
  s->checked_at = 0;
  s->motion.bodies->aux.at = s->motion.bodies->generation;
  s->motion.bodies->in_motion = true;
  return RGS_OK;
}
