/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_save.c - saves what thermostat, barostat and noise keep: a section of a stepper's save, or a block
 * of its own for hosts that keep the bodies themselves.
 */
#include "saves/ensemble_save.h"
#include "base/params.h"
#include "saves/block.h"
#include "saves/rows.h"
#include "stepper/batch.h"
#include "stepper/rewind.h"
#include "stepper/stepper_check.h"
#include <rigidstep/draft_batch.h>
#include <math.h>
#include <string.h>

#define FIRST_PART                                                                                 \
  3 /* of a block of its own: the thermostat; rotor, scheme and integrator may differ */

static uint32_t params_size(const rgs_registry_entry *e) {
  return e == NULL ? 0 : e->about.params_size;
}

/* The state of an integrator is part of a whole save only: it may hold shares of a rank. */
static uint32_t state_size(const rgs_method *m, bool whole) {
  return m->integrator == NULL || whole ? (uint32_t)rgs_method_state_size(m) : 0;
}

static rgs_section_head head_of(const rgs_ensemble *e, bool whole) {
  const rgs_method *m = e->motion->method;
  rgs_section_head head = { .kept_size = rgs_block_rows[RGS_SYSTEM].size,
                            .thermostat_params = params_size(m->thermostat),
                            .barostat_params = params_size(m->barostat),
                            .state = state_size(m, whole) };
  if (!whole) return head;
  head.rest_size = rgs_block_rows[RGS_RANK].size;
  head.n_stages = m->n_stages;
  head.n_local_sums = (uint32_t)e->saved.n_local_sums;
  return head;
}

static uint64_t size_of(const rgs_section_head *head) {
  return sizeof *head + rgs_block_padded(head->kept_size) + rgs_block_padded(head->rest_size) +
         rgs_block_padded(head->thermostat_params) + rgs_block_padded(head->barostat_params) +
         rgs_block_padded(head->state) + (uint64_t)head->n_local_sums * sizeof(double);
}

static size_t section_size(const rgs_ensemble *e, bool whole) {
  const rgs_section_head head = head_of(e, whole);
  return (size_t)size_of(&head);
}

static char *put(char *to, const void *bytes, size_t size) {
  if (size > 0) memcpy(to, bytes, size);
  memset(to + size, 0, rgs_block_padded(size) - size);
  return to + rgs_block_padded(size);
}

static char *write_section(const rgs_ensemble *e, bool whole, char *to) {
  const rgs_section_head head = head_of(e, whole);
  to = put(to, &head, sizeof head);
  to = rgs_rows_write(RGS_SYSTEM, &e->saved, to);
  if (whole) to = rgs_rows_write(RGS_RANK, &e->saved, to);
  to = put(to, e->thermostat_params, head.thermostat_params);
  to = put(to, e->barostat_params, head.barostat_params);
  to = put(to, e->state, head.state);
  return put(to, e->saved.local_sum, head.n_local_sums * sizeof(double));
}

/* ---- all systems ------------------------------------------------------------------------------- */

/* Of a batch: how many systems there are, and a row for each. */
static size_t rows_size(const rgs_stepper *s) {
  const size_t rows = (size_t)s->ensemble.n_systems * sizeof(rgs_saved_system);
  return rgs_ensemble_is_batch(&s->ensemble) ? sizeof s->ensemble.n_systems + rows : 0;
}

/* Where the row of a system lies. */
static size_t row_at(int64_t k) { return sizeof k + (size_t)k * sizeof(rgs_saved_system); }

size_t rgs_sections_size(const rgs_stepper *s, bool whole) {
  size_t size = rows_size(s);
  for (int64_t k = 0; k < s->ensemble.n_systems; k++)
    size += section_size(&s->ensemble.systems[k], whole);
  return size;
}

static rgs_saved_system row_of(const rgs_stepper *s, int64_t k, bool whole) {
  const rgs_systems *all = s->motion.systems;
  return (rgs_saved_system){ all->name[k], all->first[k],
                             rgs_block_system(&s->ensemble.systems[k], whole ? 0 : FIRST_PART), 0 };
}

void rgs_sections_write(const rgs_stepper *s, bool whole, char *to) {
  char *const begin = to + rows_size(s);
  char *at = begin;
  const int64_t n = s->ensemble.n_systems;
  if (rgs_ensemble_is_batch(&s->ensemble)) memcpy(to, &n, sizeof n);
  for (int64_t k = 0; k < n; k++) {
    at = write_section(&s->ensemble.systems[k], whole, at);
    if (!rgs_ensemble_is_batch(&s->ensemble)) return;
    rgs_saved_system row = row_of(s, k, whole);
    row.end = (uint64_t)(at - begin);
    memcpy(to + row_at(k), &row, sizeof row);
  }
}

static rgs_status refuse_systems(const rgs_stepper *s, rgs_error *error) {
  return rgs_set_error(error, RGS_E_DATA, -1,
                       "saved data: it has other systems than the %lld of this batch; call "
                       "rgs_draft_batch_set with the same before",
                       (long long)s->ensemble.n_systems);
}

/* Where section number k lies, of `size` bytes at `from`; *begin: where the one before ended. */
static rgs_status find_section(const rgs_stepper *s, const char *from, size_t size, int64_t k,
                               bool whole, size_t *begin, const char **at, size_t *its_size,
                               rgs_error *error) {
  const size_t rows = rows_size(s);
  *at = from;
  *its_size = size;
  if (!rgs_ensemble_is_batch(&s->ensemble)) return RGS_OK;
  const rgs_saved_system own = row_of(s, k, whole);
  rgs_saved_system row;
  memcpy(&row, from + row_at(k), sizeof row);
  if (row.name != own.name || (whole && row.first != own.first)) return refuse_systems(s, error);
  if (row.method != own.method)
    return rgs_set_error(error, RGS_E_DATA, -1,
                         "saved data: system %lld has another seed or other parameters; set them "
                         "by rgs_draft_batch_set_param before",
                         (long long)row.name);
  if (row.end < *begin || row.end > size - rows ||
      (k + 1 == s->ensemble.n_systems && row.end != size - rows))
    return rgs_block_set_error(error, "it is inconsistent");
  *at = from + rows + *begin;
  *its_size = row.end - *begin;
  *begin = row.end;
  return RGS_OK;
}

static rgs_status read_section(const rgs_ensemble *system, const void *block, const char *from,
                               size_t size, bool whole, rgs_section *out, rgs_error *error);
static void take_section(rgs_ensemble *e, const rgs_section *section);

rgs_status rgs_sections_read(rgs_stepper *s, const void *block, const char *from, size_t size,
                             bool whole, rgs_section_fits *fits, const rgs_step_cursor *at,
                             rgs_error *error) {
  size_t begin = 0;
  int64_t n = s->ensemble.n_systems;
  if (rgs_ensemble_is_batch(&s->ensemble)) {
    if (size >= rows_size(s)) memcpy(&n, from, sizeof n);
    if (size < rows_size(s) || n != s->ensemble.n_systems) return refuse_systems(s, error);
  }
  for (int64_t k = 0; k < n; k++) {
    rgs_ensemble *e = &s->ensemble.systems[k];
    rgs_section section;
    const char *here;
    size_t its_size;
    rgs_status status = find_section(s, from, size, k, whole, &begin, &here, &its_size, error);
    if (status == RGS_OK) status = read_section(e, block, here, its_size, whole, &section, error);
    if (status != RGS_OK) return status;
    if (fits != NULL && !fits(s, &section, at))
      return rgs_block_set_error(error, "it is inconsistent");
    if (fits != NULL) continue;
    if (!whole) section.saved.ranks = s->host.ranks;
    take_section(e, &section);
  }
  return RGS_OK;
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
  return isfinite(e->heat) && isfinite(e->barostat_heat) && isfinite(e->ranks) &&
         isfinite(e->potential) && e->phase <= 1;
}

static rgs_status read_section(const rgs_ensemble *system, const void *block, const char *from,
                               size_t size, bool whole, rgs_section *out, rgs_error *error) {
  const rgs_method *m = system->motion->method;
  const rgs_section_head own = head_of(system, whole);
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

static void take_section(rgs_ensemble *e, const rgs_section *section) {
  const rgs_method *m = e->motion->method;
  e->saved = section->saved;
  (void)read_params(m->thermostat, section->at_thermostat_params, section->thermostat_params,
                    e->thermostat_params);
  (void)read_params(m->barostat, section->at_barostat_params, section->barostat_params,
                    e->barostat_params);
  const size_t room = rgs_method_state_size(m);
  if (room == 0 || (m->integrator != NULL && section->state == 0)) return;
  memset(e->state, 0, room);
  if (section->state > 0) memcpy(e->state, section->at_state, section->state);
}

/* ---- a block of its own ---------------------------------------------------------------------- */

#define MAGIC "RGSE"
#define MAGIC_OF_BATCH "RGSC"
enum { BEFORE_SECTION = sizeof(rgs_block_head) + sizeof(rgs_block_sums) };

static rgs_status check_stepper(const rgs_stepper *s, const char *call, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (s->step_cursor.inside) return rgs_set_error_inside(s, call, error);
  return rgs_settle(s, error);
}

static const char *magic_of(const rgs_stepper *s) {
  return rgs_ensemble_is_batch(&s->ensemble) ? MAGIC_OF_BATCH : MAGIC;
}

rgs_status rgs_stepper_save_ensemble(rgs_stepper *s, void *buffer, size_t *size, rgs_error *error) {
  rgs_status status = check_stepper(s, "rgs_stepper_save_ensemble", error);
  if (status != RGS_OK) return status;
  if (size == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "size is null");
  const size_t need = BEFORE_SECTION + rgs_sections_size(s, false);
  status = rgs_block_room(buffer, size, need, error);
  if (status != RGS_OK) return status;
  rgs_sections_write(s, false, (char *)buffer + BEFORE_SECTION);
  rgs_block_seal(buffer, need, magic_of(s), rgs_block_method(s, FIRST_PART));
  return RGS_OK;
}

static rgs_status check_block(const rgs_stepper *s, const void *buffer, size_t size,
                              const char *magic, rgs_error *error) {
  if (buffer == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "buffer is null");
  return rgs_block_check(buffer, size, magic, s, FIRST_PART,
                         "thermostat or barostat, or to other parameters of them", error);
}

static bool fits_always(const rgs_stepper *s, const rgs_section *section,
                        const rgs_step_cursor *at) {
  (void)s, (void)section, (void)at;
  return true;
}

rgs_status rgs_stepper_load_ensemble(rgs_stepper *s, const void *buffer, size_t size,
                                     rgs_error *error) {
  const char *from = (const char *)buffer + BEFORE_SECTION;
  rgs_status status = check_stepper(s, "rgs_stepper_load_ensemble", error);
  if (status == RGS_OK) status = check_block(s, buffer, size, magic_of(s), error);
  for (int pass = 0; pass < 2 && status == RGS_OK; pass++) /* the second takes */
    status = rgs_sections_read(s, buffer, from, size - BEFORE_SECTION, false,
                               pass == 0 ? fits_always : NULL, &s->step_cursor, error);
  if (status != RGS_OK) return status;
  rgs_rewind_forget(s);
  return rgs_stepper_set_valid(s, 0, error);
}

/* ---- of one system of a batch ------------------------------------------------------------------ */

static rgs_status find(const rgs_stepper *s, int64_t name, int64_t *system, const char *call,
                       rgs_error *error) {
  rgs_status status = check_stepper(s, call, error);
  if (status == RGS_OK) status = rgs_batch_find(s, name, system, error);
  return status == RGS_OK ? rgs_check_view(s, error) : status;
}

rgs_status rgs_draft_batch_save(rgs_stepper *s, int64_t name, void *buffer, size_t *size,
                                rgs_error *error) {
  int64_t system;
  rgs_status status = find(s, name, &system, "rgs_draft_batch_save", error);
  if (status != RGS_OK) return status;
  if (size == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "size is null");
  const rgs_ensemble *e = &s->ensemble.systems[system];
  const size_t need = BEFORE_SECTION + section_size(e, false);
  status = rgs_block_room(buffer, size, need, error);
  if (status != RGS_OK) return status;
  (void)write_section(e, false, (char *)buffer + BEFORE_SECTION);
  rgs_block_seal(buffer, need, MAGIC, rgs_block_method(s, FIRST_PART));
  return RGS_OK;
}

rgs_status rgs_draft_batch_load(rgs_stepper *s, int64_t name, const void *buffer, size_t size,
                                rgs_error *error) {
  int64_t system;
  rgs_section section;
  rgs_status status = find(s, name, &system, "rgs_draft_batch_load", error);
  if (status == RGS_OK) status = check_block(s, buffer, size, MAGIC, error);
  if (status == RGS_OK)
    status =
        read_section(&s->ensemble.systems[system], buffer, (const char *)buffer + BEFORE_SECTION,
                     size - BEFORE_SECTION, false, &section, error);
  if (status != RGS_OK) return status;
  section.saved.ranks = s->host.ranks;
  take_section(&s->ensemble.systems[system], &section);
  rgs_rewind_forget(s);
  return rgs_stepper_set_valid(s, 0, error);
}
