/* SPDX-License-Identifier: BSD-3-Clause
 *
 * batch.c - makes a batch of the bodies of a stepper, and keeps what is known of its systems when others come
 * and go.
 */
#include "stepper/batch.h"
#include "base/columns.h"
#include "stepper/rewind.h"
#include "stepper/stepper_check.h"
#include <rigidstep/draft_batch.h>
#include <string.h>

/* ---- what batches do not have ---------------------------------------------------------------- */

static rgs_status refuse(const char *what, const char *name, const char *why, rgs_error *error) {
  return rgs_set_error(error, RGS_E_NEEDS, -1, "%s '%s' %s", what, name, why);
}

static rgs_status check_method(const rgs_stepper *s, const rgs_method *m, const rgs_systems *all,
                               rgs_error *error) {
  rgs_method_info info;
  rgs_method_on_host(m, &s->host, &info);
  const rgs_thermostat *thermostat = m->thermostat != NULL ? &m->thermostat->thermostat : NULL;
  if (m->integrator != NULL)
    return refuse("integrator", m->integrator->about.name,
                  "acts on all bodies together; in a batch use a rotor with a scheme", error);
  if (rgs_method_jumps(m) && all->cell == NULL)
    return refuse("barostat", m->barostat->about.name,
                  "needs a cell of each system; give rgs_draft_batch.cell, with room for 9 numbers "
                  "a system",
                  error);
  if (rgs_method_flies_cell(m) && (all->cell == NULL || all->virial == NULL))
    return refuse(
        "barostat", m->barostat->about.name,
        "needs a cell and a virial of each system; give rgs_draft_batch.cell and .virial, "
        "each with room for 9 numbers a system",
        error);
  if (rgs_method_trials(m) && all->energy == NULL)
    return refuse("thermostat", m->thermostat->about.name,
                  "needs the potential energy of each system; give rgs_draft_batch.energy, with "
                  "room for a number of each",
                  error);
  const uint32_t travels = (rgs_method_has_levels(m) ? RGS_AUX_SLOW : 0) +
                           (rgs_method_trials(m) ? rgs_method_aux_of_trial(m) : 0);
  if (info.aux > travels)
    return refuse("scheme", m->scheme->about.name,
                  "needs an aux (it is processed, forms gradients by displacement, or keeps shadow "
                  "energies or slopes of friction); in a batch use another scheme, such as strang, "
                  "or provide gradients",
                  error);
  if (!m->rotor->built_in)
    return refuse("rotor", m->rotor->about.name,
                  "is a module's, which may want all bodies at once; in a batch use the library's",
                  error);
  if (thermostat == NULL) return RGS_OK;
  if (thermostat->scale != NULL && !(m->rotor->about.claims & RGS_NEVER_FAILS))
    return refuse("rotor", m->rotor->about.name,
                  "may fail; in a batch with a thermostat that scales use 'exact'", error);
  if (thermostat->act != NULL && !m->thermostat->built_in)
    return refuse("thermostat", m->thermostat->about.name,
                  "is a module's that acts on all bodies at once; in a batch use langevin", error);
  return RGS_OK;
}

static rgs_status check(const rgs_stepper *s, const rgs_draft_batch *batch, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (batch == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "batch is null");
  const rgs_view *v = &s->motion.bodies->view;
  if (batch->head.abi != RGS_DRAFT_ABI_OF(RGS_DRAFT_BATCH) || batch->head.size != sizeof *batch)
    return rgs_set_error(
        error, RGS_E_ABI, -1,
        "batch.head is of other drafts; compile with this library's rigidstep/draft_batch.h");
  if (s->step_cursor.inside) return rgs_set_error_inside(s, "rgs_draft_batch_set", error);
  if (v->head.size == 0)
    return rgs_set_error(error, RGS_E_ORDER, -1, "no view is bound; call rgs_bodies_bind first");
  if (batch->n != v->n || v->n_ghosts > 0)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "batch.n is %lld; must be view.n, which is %lld, and view.n_ghosts 0",
                         (long long)batch->n, (long long)v->n);
  if (batch->system == NULL && batch->n > 0)
    return rgs_set_error(error, RGS_E_ARG, -1, "batch.system is null");
  if (s->host.ranks != 1)
    return rgs_set_error(
        error, RGS_E_NEEDS, -1,
        "rgs_host.ranks is %u; must be 1 in a batch: give each rank systems of its own",
        s->host.ranks);
  for (int64_t i = 1; i < batch->n; i++)
    if (batch->system[i] < batch->system[i - 1])
      return rgs_set_error(
          error, RGS_E_ARG, i,
          "batch.system[%lld] is %lld, and the number before it is %lld; must ascend: "
          "bind the bodies system after system",
          (long long)i, (long long)batch->system[i], (long long)batch->system[i - 1]);
  return RGS_OK;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* The next so many bytes of the memory that is dealt out; null: they are counted. */
static void *part(char **at, size_t *size, size_t bytes) {
  void *here = *at;
  *size += rgs_padded(bytes);
  if (here != NULL) *at += rgs_padded(bytes);
  return here;
}

/* Deals out the memory at `at`; returns how much it takes. */
static size_t lay_out(const rgs_method *m, rgs_batch *b, char *at) {
  rgs_systems *all = &b->systems;
  const size_t n = (size_t)all->n;
  const size_t pieces = (size_t)rgs_systems_most_pieces(all->n, all->n_bodies);
  size_t size = 0;
  b->params = part(&at, &size, n * rgs_ensemble_room(m));
  b->ensembles = part(&at, &size, n * sizeof *b->ensembles);
  b->begin_size = size;
  b->begin = part(&at, &size, size);
  all->name = part(&at, &size, n * sizeof *all->name);
  all->first = part(&at, &size, (n + 1) * sizeof *all->first);
  all->piece = part(&at, &size, (pieces + 1) * sizeof *all->piece);
  all->block = part(&at, &size, (pieces + 1) * sizeof *all->block);
  all->sums = part(&at, &size, pieces * RGS_MOST_SUMS_OF_JOBS * sizeof *all->sums);
  all->jobs = part(&at, &size, n * RGS_MOST_JOBS * sizeof *all->jobs);
  all->to = part(&at, &size, n * RGS_MOST_JOBS * sizeof *all->to);
  return size;
}

/* The ensemble of a system: as it was in the batch before (old), or new. */
static void begin_system(rgs_stepper *s, rgs_ensemble *e, const rgs_ensemble *old, char *params,
                         bool swaps, bool keeps) {
  const size_t room = rgs_ensemble_room(s->motion.method);
  const rgs_ensemble own = { .motion = &s->motion,
                             .host_ranks = s->host.ranks,
                             .range = e->range,
                             .systems = e,
                             .n_systems = 1,
                             .thermostat_params = params,
                             .room = room };
  *e = own;
  rgs_ensemble_take_method(e, false);
  if (old == NULL) return;
  e->saved.steps = old->saved.steps;
  e->saved.potential = old->saved.potential;
  if (swaps && !keeps) return;
  e->saved = old->saved;
  if (room > 0) memcpy(params, old->thermostat_params, room);
  if (swaps) rgs_ensemble_take_method(e, true);
}

/* The name of the system of body i. */
static int64_t name_of(const rgs_systems *before, const int64_t *system, int64_t i, int64_t *at) {
  if (system != NULL) return system[i];
  while (before->first[*at + 1] <= i) ++*at;
  return before->name[*at];
}

static void find_systems(rgs_systems *all, const rgs_systems *before, const int64_t *system) {
  int64_t s = 0, at = 0;
  for (int64_t i = 0; i < all->n_bodies; i++) {
    const int64_t name = name_of(before, system, i, &at);
    if (i > 0 && name == all->name[s - 1]) continue;
    all->name[s] = name;
    all->first[s++] = i;
  }
  all->first[s] = all->n_bodies;
  rgs_systems_cut(all);
}

rgs_status rgs_batch_make(const rgs_stepper *s, const rgs_method *m, const rgs_draft_batch *given,
                          rgs_batch *made, rgs_error *error) {
  const rgs_bodies *b = s->motion.bodies;
  const rgs_systems *before = &s->batch.systems;
  const int64_t n_bodies = given != NULL ? given->n : before->n_bodies;
  const int64_t *system = given != NULL ? given->system : NULL;
  *made = (rgs_batch){ .systems = { .n_bodies = n_bodies } };
  made->systems.cell = given != NULL ? given->cell : before->cell;
  made->systems.virial = given != NULL ? given->virial : before->virial;
  made->systems.energy = given != NULL ? given->energy : before->energy;
  rgs_status status = check_method(s, m, &made->systems, error);
  if (status != RGS_OK) return status;
  if (given == NULL) made->systems.n = before->n;
  for (int64_t i = 0; i < n_bodies && system != NULL; i++)
    made->systems.n += i == 0 || system[i] != system[i - 1];
  made->room = lay_out(m, made, NULL);
  made->memory = rgs_alloc(&b->context->allocator, made->room);
  if (made->memory == NULL) return rgs_set_error_memory(error, made->room);
  (void)lay_out(m, made, made->memory);
  find_systems(&made->systems, before, system);
  status = rgs_systems_send(&made->systems, b, error);
  if (status != RGS_OK) rgs_batch_free(b, made);
  return status;
}

void rgs_batch_take(rgs_stepper *s, const rgs_batch *made, bool swaps, bool keeps) {
  rgs_batch before = s->batch;
  s->batch = *made;
  const rgs_systems *all = &s->batch.systems;
  for (int64_t k = 0, old = 0; k < all->n; k++) {
    while (old < before.systems.n && before.systems.name[old] < all->name[k]) old++;
    const bool known = old < before.systems.n && before.systems.name[old] == all->name[k];
    s->batch.ensembles[k].range = &all->first[k];
    begin_system(s, &s->batch.ensembles[k], known ? &before.ensembles[old] : NULL,
                 s->batch.params + (size_t)k * rgs_ensemble_room(s->motion.method), swaps, keeps);
  }
  rgs_batch_free(s->motion.bodies, &before);
  s->motion.systems = &s->batch.systems;
  s->ensemble.systems = s->batch.ensembles;
  s->ensemble.n_systems = all->n;
  s->checked_at = s->bound_at = 0;
}

rgs_status rgs_draft_batch_set(rgs_stepper *s, const rgs_draft_batch *batch, rgs_error *error) {
  rgs_batch made;
  rgs_status status = check(s, batch, error);
  if (status == RGS_OK)
    status = rgs_settle(s, error); /* sums belong to the systems that there are */
  if (status == RGS_OK) status = rgs_batch_make(s, s->motion.method, batch, &made, error);
  if (status != RGS_OK) return status;
  rgs_batch_take(s, &made, false, false);
  rgs_rewind_forget(s);
  return rgs_stepper_set_valid(s, 0, error);
}

rgs_status rgs_batch_find(const rgs_stepper *s, int64_t name, int64_t *system, rgs_error *error) {
  const rgs_systems *all = s->motion.systems;
  if (all == NULL)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "the stepper has no batch; call rgs_draft_batch_set first");
  int64_t low = 0, high = all->n;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (all->name[middle] < name)
      low = middle + 1;
    else
      high = middle;
  }
  *system = low;
  if (low < all->n && all->name[low] == name) return RGS_OK;
  return rgs_set_error(error, RGS_E_ARG, -1,
                       "system is %lld, which is none of the %lld in the batch", (long long)name,
                       (long long)all->n);
}
