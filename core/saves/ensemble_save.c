/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_save.c - saves what thermostat, barostat and noise keep: a section of a stepper's save, or a block
 * of its own for hosts that keep the bodies themselves.
 */
#include "saves/ensemble_save.h"
#include "base/params.h"
#include "saves/block.h"
#include "saves/rows.h"
#include "stepper/rewind.h"
#include "stepper/stepper_check.h"
#include <math.h>
#include <string.h>

static uint32_t params_size(const rgs_registry_entry *e) {
  return e == NULL ? 0 : e->about.params_size;
}

/* The state of an integrator is part of a whole save only: it may hold shares of a rank. */
static uint32_t state_size(const rgs_method *m, bool whole) {
  return m->integrator == NULL || whole ? (uint32_t)rgs_method_state_size(m) : 0;
}

static rgs_section_head head_of(const rgs_stepper *s, bool whole) {
  const rgs_method *m = s->motion.method;
  rgs_section_head head = { .kept_size = rgs_block_rows[RGS_SYSTEM].size,
                            .thermostat_params = params_size(m->thermostat),
                            .barostat_params = params_size(m->barostat),
                            .state = state_size(m, whole) };
  if (!whole) return head;
  head.rest_size = rgs_block_rows[RGS_RANK].size;
  head.n_stages = m->n_stages;
  head.n_local_sums = (uint32_t)s->ensemble.saved.n_local_sums;
  return head;
}

static uint64_t size_of(const rgs_section_head *head) {
  return sizeof *head + rgs_block_padded(head->kept_size) + rgs_block_padded(head->rest_size) +
         rgs_block_padded(head->thermostat_params) + rgs_block_padded(head->barostat_params) +
         rgs_block_padded(head->state) + (uint64_t)head->n_local_sums * sizeof(double);
}

size_t rgs_section_size(const rgs_stepper *s, bool whole) {
  const rgs_section_head head = head_of(s, whole);
  return (size_t)size_of(&head);
}

static char *put(char *to, const void *bytes, size_t size) {
  if (size > 0) memcpy(to, bytes, size);
  memset(to + size, 0, rgs_block_padded(size) - size);
  return to + rgs_block_padded(size);
}

void rgs_section_write(const rgs_stepper *s, bool whole, char *to) {
  const rgs_section_head head = head_of(s, whole);
  to = put(to, &head, sizeof head);
  to = rgs_rows_write(RGS_SYSTEM, &s->ensemble.saved, to);
  if (whole) to = rgs_rows_write(RGS_RANK, &s->ensemble.saved, to);
  to = put(to, s->ensemble.thermostat_params, head.thermostat_params);
  to = put(to, s->ensemble.barostat_params, head.barostat_params);
  to = put(to, s->ensemble.state, head.state);
  put(to, s->ensemble.saved.local_sum, head.n_local_sums * sizeof(double));
}

/* ---- reading --------------------------------------------------------------------------------- */

/* The parameters that ramp: are they in range?  With params != NULL they are set.  Those that the writer
 * did not know yet stay as the method has them. */
static bool read_params(const rgs_registry_entry *entry, const char *from, uint32_t size,
                        void *params) {
  _Alignas(16) char saved[RGS_LARGEST_BLOCK];
  if (entry == NULL) return true;
  const rgs_about *about = &entry->about;
  memcpy(saved, from, size);
  for (uint32_t i = 0; i < about->n_params; i++) {
    const rgs_param_info *info = &about->params[i];
    if (!(info->flags & RGS_PARAM_RAMPS) || info->offset + sizeof(double) > size) continue;
    const rgs_param param = { .key = info->key,
                              .value = rgs_params_get(about, saved, info->key, info->dflt) };
    double value;
    if (rgs_params_read(about, &param, &value, NULL) != RGS_OK) return false;
    if (params != NULL) (void)rgs_params_set(about, params, &param, NULL);
  }
  return true;
}

/* Can a thermostat and a barostat have reached this state? */
static bool is_kept(const rgs_ensemble_state *e) {
  const rgs_moved_cell *c = &e->cell;
  for (int k = 0; k < 3; k++) {
    if (!isfinite(c->lengths[k]) || !isfinite(c->origin[k]) || !isfinite(c->mass[k]) ||
        !isfinite(c->reference.diagonal[k]) || !isfinite(c->reference.off[k]) ||
        !isfinite(c->tilt[k]) || !isfinite(c->momentum[k]) || !isfinite(c->momentum[3 + k]))
      return false;
    if (c->known && !(c->lengths[k] > 0 && c->reference.diagonal[k] > 0)) return false;
    if (!(fabs(c->strain[k]) < 700) || !(fabs(c->strain_at_set[k]) < 700) || c->mass[k] < 0)
      return false;
  }
  return c->known <= 1;
}

static bool is_rest(const rgs_ensemble_state *e) {
  for (int k = 0; k < RGS_STRAINS; k++)
    if (!isfinite(e->virial[k]) || !isfinite(e->kinetic[k])) return false;
  return isfinite(e->heat) && isfinite(e->barostat_heat) && isfinite(e->ranks) && e->phase <= 1;
}

rgs_status rgs_section_read(const rgs_stepper *s, const void *block, const char *from, size_t size,
                            bool whole, rgs_section *out, rgs_error *error) {
  const rgs_method *m = s->motion.method;
  const rgs_section_head own = head_of(s, whole);
  rgs_section_head head;
  if (size < sizeof head) return rgs_block_set_error(error, "it is inconsistent");
  memcpy(&head, from, sizeof head);
  from += sizeof head;
  if (head.kept_size > own.kept_size || head.rest_size > own.rest_size ||
      head.thermostat_params > own.thermostat_params ||
      head.barostat_params > own.barostat_params || head.state > own.state)
    return rgs_block_set_error_later(block, error);
  if (head.n_local_sums > RGS_MOST_SUMS || head.reserved0 != 0 || size_of(&head) != size)
    return rgs_block_set_error(error, "it is inconsistent");
  rgs_ensemble_state *e = &out->saved;
  memset(e, 0, sizeof *e);
  rgs_rows_read(RGS_SYSTEM, from, head.kept_size, e);
  from += rgs_block_padded(head.kept_size);
  rgs_rows_read(RGS_RANK, from, head.rest_size, e);
  from += rgs_block_padded(head.rest_size);
  out->n_stages = head.n_stages;
  out->thermostat_params = head.thermostat_params;
  out->barostat_params = head.barostat_params;
  out->state = head.state;
  out->at_thermostat_params = from;
  out->at_barostat_params = out->at_thermostat_params + rgs_block_padded(head.thermostat_params);
  out->at_state = out->at_barostat_params + rgs_block_padded(head.barostat_params);
  memcpy(e->local_sum, out->at_state + rgs_block_padded(head.state),
         head.n_local_sums * sizeof(double));
  e->n_local_sums = head.n_local_sums;
  if (!is_kept(e) || !is_rest(e)) return rgs_block_set_error(error, "it is inconsistent");
  if (!read_params(m->thermostat, out->at_thermostat_params, head.thermostat_params, NULL) ||
      !read_params(m->barostat, out->at_barostat_params, head.barostat_params, NULL))
    return rgs_block_set_error(error,
                               "a parameter of the thermostat or the barostat is out of range");
  return RGS_OK;
}

void rgs_section_take(rgs_stepper *s, const rgs_section *section) {
  const rgs_method *m = s->motion.method;
  s->ensemble.saved = section->saved;
  (void)read_params(m->thermostat, section->at_thermostat_params, section->thermostat_params,
                    s->ensemble.thermostat_params);
  (void)read_params(m->barostat, section->at_barostat_params, section->barostat_params,
                    s->ensemble.barostat_params);
  const size_t room = rgs_method_state_size(m);
  if (room == 0 || (m->integrator != NULL && section->state == 0)) return;
  memset(s->ensemble.state, 0, room);
  if (section->state > 0) memcpy(s->ensemble.state, section->at_state, section->state);
}

/* ---- a block of its own ---------------------------------------------------------------------- */

#define MAGIC "RGSE"
enum { BEFORE_SECTION = sizeof(rgs_block_head) + sizeof(rgs_block_sums) };
#define FIRST_PART 3 /* the thermostat: rotor, scheme and integrator may differ */

static rgs_status check_stepper(const rgs_stepper *s, const char *call, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (s->step_cursor.inside) return rgs_set_error_inside(s, call, error);
  const rgs_status status = rgs_settle(s, error);
  if (status != RGS_OK) return status;
  return rgs_batch_refuse(s, call, "call rgs_draft_batch_save or rgs_draft_batch_load", error);
}

rgs_status rgs_stepper_save_ensemble(rgs_stepper *s, void *buffer, size_t *size, rgs_error *error) {
  rgs_status status = check_stepper(s, "rgs_stepper_save_ensemble", error);
  if (status != RGS_OK) return status;
  if (size == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "size is null");
  const size_t need = BEFORE_SECTION + rgs_section_size(s, false);
  status = rgs_block_room(buffer, size, need, error);
  if (status != RGS_OK) return status;
  rgs_section_write(s, false, (char *)buffer + BEFORE_SECTION);
  rgs_block_seal(buffer, need, MAGIC, rgs_block_method(s, FIRST_PART));
  return RGS_OK;
}

rgs_status rgs_stepper_load_ensemble(rgs_stepper *s, const void *buffer, size_t size,
                                     rgs_error *error) {
  rgs_status status = check_stepper(s, "rgs_stepper_load_ensemble", error);
  if (status != RGS_OK) return status;
  if (buffer == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "buffer is null");
  status = rgs_block_check(buffer, size, MAGIC, s, FIRST_PART,
                           "thermostat or barostat, or to other parameters of them", error);
  if (status != RGS_OK) return status;
  rgs_section section;
  status = rgs_section_read(s, buffer, (const char *)buffer + BEFORE_SECTION, size - BEFORE_SECTION,
                            false, &section, error);
  if (status != RGS_OK) return status;
  section.saved.ranks = s->host.ranks;
  rgs_section_take(s, &section);
  rgs_rewind_forget(s);
  return rgs_stepper_set_valid(s, 0, error);
}
