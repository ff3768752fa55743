/* SPDX-License-Identifier: BSD-3-Clause
 *
 * method.c - makes a method of a rotor and a scheme, or of an integrator, with their parameters,
 * and derives its order, claims and costs.
 */
#include "methods/method.h"
#include "base/layout.h"
#include "methods/method_params.h"
#include "base/params.h"
#include "methods/thermostat_stages.h"
#include "methods/registry.h"
#include <math.h>
#include <string.h>

/* ---- order, claims and costs ----------------------------------------------------------------- */

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* An approximate rotor limits the order of a splitting, but not the order of compositions of whole
 * Strang steps: each Strang step is a symmetric step of order 2, whatever the rotor's error.  But
 * the kinetic energy that it then belongs to is no longer quadratic in the momenta. */
static uint32_t order_of_pair(const rgs_registry_entry *rotor, const void *params,
                              const rgs_registry_entry *scheme) {
  /* A method without an integrator has a rotor and a scheme. */
  uint32_t (*order)(const void *) =
      rotor->rotor.order; /* NOLINT(clang-analyzer-core.NullDereference) */
  uint32_t of_rotor = order != NULL ? order(params) : rotor->about.order;
  uint32_t of_scheme = scheme->about.order;
  if (of_rotor >= of_scheme) return of_scheme;
  if (!scheme->facts.composed || !(rotor->about.claims & RGS_SYMMETRIC)) return of_rotor;
  uint32_t composed = smaller(of_scheme, scheme->facts.order_general);
  return composed > of_rotor ? composed : of_rotor;
}

static uint32_t claims_of_pair(const rgs_registry_entry *rotor, const rgs_registry_entry *scheme) {
  const uint32_t of_flow = RGS_SYMPLECTIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS;
  uint32_t claims = rotor->about.claims & of_flow;
  if (scheme->facts.palindrome) claims |= rotor->about.claims & RGS_SYMMETRIC;
  if (scheme->facts.composed) claims |= RGS_COMPOSED;
  claims |= scheme->about.claims & RGS_PROCESSED;
  if (scheme->facts.backward) claims |= RGS_BACKWARD;
  return claims;
}

/* Counts the evaluations of the second of two steps, which starts with those that the first step
 * left valid. */
static void count_evaluations(const rgs_method *m, rgs_method_info *info) {
  bool force = false, gradient = false, slow = false;
  for (int step = 0; step < 2; step++) {
    info->evals = info->gradients = 0;
    for (uint32_t i = 0; i < m->n_stages; i++) {
      const rgs_stage *s = &m->stages[i];
      if (s->op == RGS_THERMOSTAT || s->op == RGS_REMEMBER || s->op == RGS_DECIDE) continue;
      if (s->op == RGS_DRIFT || s->op == RGS_DRIFT_AND_THERMOSTAT || s->op == RGS_JUMP) {
        if (s->a != 0) force = gradient = slow = false;
        continue;
      }
      if (!slow && rgs_method_slow_follows(m, i)) {
        slow = true;
        force = false; /* f and tau hold the slow ones */
      }
      if (s->op == RGS_DRAFT_KICK_SLOW) continue;
      const bool implicit = s->op == RGS_DRAFT_KICK_MOMENTUM && s->a != 0;
      info->evals += force ? 0 : implicit ? (uint32_t)m->evaluations : 1;
      force = true;
      if (s->op == RGS_KICK_GRADIENT) {
        info->gradients += !gradient;
        gradient = true;
      }
    }
  }
  info->ends_valid = force;
}

/* Counts the sums of the second of two steps, as ensemble/thermostat.c and ensemble/cell.c ask for them. */
static void count_sums(const rgs_method *m, rgs_method_info *info) {
  bool virial = false, kinetic = false; /* known for the present configuration */
  for (int step = 0; step < 2; step++) {
    info->reductions = 0;
    kinetic = false;
    for (uint32_t i = 0; i < m->n_stages; i++) {
      const rgs_stage *s = &m->stages[i];
      const bool drifts = s->op == RGS_DRIFT;
      const bool has_thermostat = s->op == RGS_THERMOSTAT || s->op == RGS_DRIFT_AND_THERMOSTAT;
      const bool kicks_cell = s->op == rgs_method_last_kick(m);
      if (has_thermostat) info->reductions += m->thermostat->thermostat.scale != NULL;
      info->reductions += s->op == RGS_DECIDE;
      if (drifts && rgs_method_flies_cell(m)) info->reductions += !kinetic;
      if (kicks_cell && rgs_method_flies_cell(m)) info->reductions += !virial;
      kinetic = drifts || (kicks_cell && !virial && rgs_method_drifts_next(m, i));
      if (kicks_cell) virial = true;
      if (drifts) virial = false;
    }
  }
}

static void describe_ensemble(rgs_method *m) {
  rgs_method_info *info = &m->info;
  if (rgs_method_draws(m)) info->claims |= RGS_RANDOM;
  if (m->thermostat != NULL) {
    info->order = smaller(info->order, rgs_thermostat_stages_order(m));
    info->claims &= ~(uint32_t)(RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY);
  }
  if (rgs_method_flies_cell(m)) info->needs |= RGS_EVAL_VIRIAL;
  /* The cell is kicked by the whole virial, and bodies by one force at a time. */
  if (m->barostat != NULL && rgs_method_has_levels(m)) info->claims &= ~(uint32_t)RGS_SYMPLECTIC;
  if (m->conserved || rgs_method_trials(m)) info->needs |= RGS_EVAL_ENERGY;
  if (!rgs_method_sums(m)) return;
  info->needs |= RGS_EVAL_REDUCTION;
  const bool scales = m->thermostat != NULL && m->thermostat->thermostat.scale != NULL;
  info->sums = rgs_method_barostat_sums(m);
  if (scales && info->sums < RGS_SUMS_OF_THERMOSTAT) info->sums = RGS_SUMS_OF_THERMOSTAT;
  if (rgs_method_trials(m)) info->sums = RGS_SUMS_OF_TRIAL;
  count_sums(m, info);
}

static void describe(rgs_method *m) {
  rgs_method_info *info = &m->info;
  info->head = (rgs_head)RGS_HEAD(rgs_method_info);
  if (m->integrator != NULL) {
    const rgs_about *about = &m->integrator->about;
    info->order = about->order;
    info->claims = about->claims;
    info->needs = about->needs;
    info->aux = m->integrator->integrator.aux;
    info->sums = rgs_method_sums(m) ? RGS_MOST_SUMS : 0;
    return;
  }
  info->order = order_of_pair(m->rotor, m->rotor_params, m->scheme);
  info->claims = claims_of_pair(m->rotor, m->scheme);
  info->needs = m->rotor->about.needs | m->scheme->about.needs | RGS_EVAL_FORCE;
  if (m->refined) info->needs |= RGS_EVAL_ENERGY;
  if (m->scheme->scheme.n_pre > 0) info->aux += RGS_AUX_PROPAGATED;
  if (m->shadow) info->aux += RGS_AUX_STATE * RGS_PAST_STATES;
  if (rgs_method_has_levels(m)) info->aux += RGS_AUX_SLOW;
  if (rgs_method_trials(m)) info->aux += rgs_method_aux_of_trial(m);
  count_evaluations(m, info);
  if (m->evaluations > 0) {
    info->aux += RGS_AUX_MOMENTUM;
    info->claims &= ~(uint32_t)(RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM);
    info->order = smaller(info->order, (uint32_t)m->evaluations + 1);
  }
  describe_ensemble(m);
}

bool rgs_method_loses_order(const rgs_method *m, const rgs_host *host) {
  return host->provides & RGS_DRAFT_EVAL_MOMENTUM && m->evaluations == 0 &&
         !(m->info.claims & RGS_RELAXES);
}

/* Where the host has no gradient, it is formed from forces at a displaced point.  Such a kick is
 * not the gradient of anything, so it is not symplectic, and it has an error of order 5 in the
 * step. */
void rgs_method_on_host(const rgs_method *m, const rgs_host *host, rgs_method_info *out) {
  *out = m->info;
  if (rgs_method_loses_order(m, host)) {
    out->order = 1;
    out->claims &= ~(uint32_t)(RGS_SYMPLECTIC | RGS_SYMMETRIC);
  }
  if (host->ranks == 1) {
    out->needs &= ~(uint32_t)RGS_EVAL_REDUCTION;
    out->sums = out->reductions = 0;
  }
  if (rgs_method_trials(m)) out->needs |= host->provides & RGS_DRAFT_EVAL_SLOW;
  if (m->scheme == NULL || !(out->needs & ~host->provides & (uint32_t)RGS_EVAL_GRADIENT)) return;
  out->needs &= ~(uint32_t)RGS_EVAL_GRADIENT;
  out->order = smaller(out->order, 4);
  out->claims &= ~(uint32_t)RGS_SYMPLECTIC;
  out->evals += out->gradients;
  out->gradients = 0;
  out->aux += RGS_AUX_DISPLACED;
}

/* Which outputs that cost something the host wants. */
static rgs_status set_wants(rgs_method *m, uint32_t wants, rgs_error *error) {
  if (wants & ~(uint32_t)(RGS_WANTS_CONSERVED | RGS_WANTS_REFINED | RGS_WANTS_SHADOW))
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.wants is 0x%x; allowed RGS_WANTS_CONSERVED, RGS_WANTS_REFINED and "
                         "RGS_WANTS_SHADOW, or 0",
                         wants);
  m->conserved = (wants & RGS_WANTS_CONSERVED) != 0;
  m->shadow = (wants & RGS_WANTS_SHADOW) != 0;
  m->refined = m->shadow || (wants & RGS_WANTS_REFINED);
  const rgs_registry_entry *ensemble = m->thermostat != NULL ? m->thermostat : m->barostat;
  if (m->conserved && ensemble == NULL)
    return rgs_set_error(error, RGS_E_PARAM, -1,
                         "spec.wants has 'conserved', but there is no thermostat and no "
                         "barostat; leave it out");
  if (!m->refined) return RGS_OK;
  const char *word = m->shadow ? "shadow" : "refined";
  if (m->scheme == NULL)
    return rgs_set_error(error, RGS_E_PARAM, -1,
                         "spec.wants has '%s', which the integrator '%s' does not have; leave "
                         "it out",
                         word, m->integrator->about.name);
  if (m->scheme->facts.strang == RGS_NO_STRANG)
    return rgs_set_error(error, RGS_E_PARAM, -1,
                         "spec.wants has '%s', but scheme '%s' is not a single Strang step; "
                         "take strang, or leave it out",
                         word, m->scheme->about.name);
  if (ensemble == NULL) return RGS_OK;
  return rgs_set_error(error, RGS_E_PARAM, -1,
                       "spec.wants has '%s', but this energy is not constant with the %s "
                       "'%s'; leave it out",
                       word, rgs_kind_name(ensemble->kind), ensemble->about.name);
}

static void read_momentum_kicks(rgs_method *m) {
  const rgs_about *about = &m->scheme->about;
  m->evaluations = (int)rgs_params_get(about, m->scheme_params, "evaluations", 2);
  m->slopes = (int64_t)rgs_params_get(about, m->scheme_params, "slopes", 0);
}

/* ---- life ------------------------------------------------------------------------------------ */

static rgs_status look_up(const rgs_context *c, uint32_t kind, const char *name,
                          const rgs_registry_entry **out, rgs_error *error) {
  *out = rgs_registry_find(c, kind, name);
  return *out != NULL ? RGS_OK : rgs_set_error_name(c, kind, name, error);
}

static rgs_status read_spec(const rgs_context *c, const rgs_method_spec *src, rgs_method_spec *spec,
                            rgs_method *m, rgs_error *error) {
  rgs_status status = rgs_read_struct(spec, &rgs_method_spec_layout, src, error);
  if (status == RGS_OK && spec->thermostat != NULL)
    status = look_up(c, RGS_KIND_THERMOSTAT, spec->thermostat, &m->thermostat, error);
  if (status == RGS_OK && spec->barostat != NULL)
    status = look_up(c, RGS_KIND_BAROSTAT, spec->barostat, &m->barostat, error);
  if (status != RGS_OK) return status;
  if (!(spec->inertia >= 0 && isfinite(spec->inertia)))
    return rgs_set_error(error, RGS_E_PARAM, -1,
                         "spec.inertia is %g; must be a finite factor above 0, or 0, which means 1",
                         spec->inertia);
  m->turns = spec->inertia == 0 ? 1 : 1 / sqrt(spec->inertia);
  if (spec->integrator != NULL) {
    if (m->turns != 1)
      return rgs_set_error(error, RGS_E_PARAM, -1,
                           "spec.inertia is %g beside the integrator '%s'; it works with a rotor "
                           "and a scheme, so leave it 0",
                           spec->inertia, spec->integrator);
    if (spec->rotor != NULL || spec->scheme != NULL)
      return rgs_set_error(
          error, RGS_E_ARG, -1,
          "spec names the integrator '%s' and a %s '%s'; give rotor and scheme, or "
          "an integrator",
          spec->integrator, spec->rotor ? "rotor" : "scheme",
          spec->rotor ? spec->rotor : spec->scheme);
    return look_up(c, RGS_KIND_INTEGRATOR, spec->integrator, &m->integrator, error);
  }
  if (spec->rotor == NULL || spec->scheme == NULL)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.%s is null; give rotor and scheme, or an integrator",
                         spec->rotor == NULL ? "rotor" : "scheme");
  status = look_up(c, RGS_KIND_ROTOR, spec->rotor, &m->rotor, error);
  if (status != RGS_OK) return status;
  return look_up(c, RGS_KIND_SCHEME, spec->scheme, &m->scheme, error);
}

/* ---- making one ------------------------------------------------------------------------------ */

/* Takes memory for the method and its parameters. */
static rgs_method *take_method(const rgs_context *c, rgs_method *bare) {
  const size_t before = rgs_padded(sizeof *bare);
  bare->size = before + rgs_params_room(bare->rotor) + rgs_params_room(bare->scheme) +
               rgs_params_room(bare->integrator) + rgs_params_room(bare->thermostat) +
               rgs_params_room(bare->barostat);
  rgs_method *m = rgs_alloc(&c->allocator, bare->size);
  if (m == NULL) return NULL;
  *m = *bare;
  m->rotor_params = (char *)m + before;
  m->scheme_params = (char *)m->rotor_params + rgs_params_room(m->rotor);
  m->integrator_params = (char *)m->scheme_params + rgs_params_room(m->scheme);
  m->thermostat_params = (char *)m->integrator_params + rgs_params_room(m->integrator);
  m->barostat_params = (char *)m->thermostat_params + rgs_params_room(m->thermostat);
  return m;
}

/* How many stages there are depends on parameters. */
static rgs_status take_stages(rgs_method *m, rgs_error *error) {
  if (m->scheme == NULL) return RGS_OK;
  m->stages_size = rgs_thermostat_stages_room(m) * sizeof *m->stages;
  m->stages = rgs_alloc(&m->context->allocator, m->stages_size);
  if (m->stages == NULL) return rgs_set_error_memory(error, m->stages_size);
  m->n_stages = rgs_thermostat_stages_write(m, m->stages);
  return RGS_OK;
}

rgs_status rgs_method_create(rgs_context *c, const rgs_method_spec *spec, rgs_method **out,
                             rgs_error *error) {
  if (c == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "context is null");
  if (out == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "out is null");
  rgs_method bare = { .context = c };
  rgs_method_spec read;
  rgs_status status = read_spec(c, spec, &read, &bare, error);
  if (status != RGS_OK) return status;
  rgs_method *m = take_method(c, &bare);
  if (m == NULL) return rgs_set_error_memory(error, bare.size);
  status = rgs_method_set_params(m, &read, error);
  if (m->scheme != NULL && m->scheme->facts.by_momenta) read_momentum_kicks(m);
  if (status == RGS_OK) status = set_wants(m, read.wants, error);
  if (status == RGS_OK) status = rgs_thermostat_stages_place(m, read.placement, error);
  if (status == RGS_OK) status = take_stages(m, error);
  if (status != RGS_OK) {
    rgs_method_destroy(m);
    return status;
  }
  m->number = ++c->methods_made;
  describe(m);
  *out = m;
  return RGS_OK;
}

rgs_status rgs_method_describe(const rgs_method *m, rgs_method_info *out, rgs_error *error) {
  if (m == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "method is null");
  return rgs_write_info(&m->info, out, error);
}

rgs_status rgs_write_info(const rgs_method_info *info, rgs_method_info *out, rgs_error *error) {
  rgs_status status = rgs_write_struct(out, &rgs_method_info_layout, info, error);
  /* Fields that a later version appended are unknown here: they get zero, the default. */
  if (status == RGS_OK && out->head.size > sizeof *out)
    memset(out + 1, 0, out->head.size - sizeof *out);
  return status;
}

const rgs_about *rgs_method_about(const rgs_method *m) {
  return m->integrator != NULL ? &m->integrator->about : &m->scheme->about;
}

void rgs_method_destroy(rgs_method *m) {
  if (m == NULL) return;
  const rgs_allocator *a = &m->context->allocator;
  rgs_free(a, m->stages, m->stages_size);
  rgs_free(a, m, m->size);
}
