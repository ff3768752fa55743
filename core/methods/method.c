/* SPDX-License-Identifier: BSD-3-Clause
 *
 * method.c - a rotor and a scheme, or an integrator, with their parameters, become a method; and
 * what can be said of the pair.
 */
#include "methods/method.h"
#include "base/layout.h"
#include "base/params.h"
#include "methods/placement.h"
#include "methods/registry.h"
#include <string.h>

#define MOST_PARAMS 1024u

/* ---- what follows from the parts ------------------------------------------------------------- */

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* An approximate rotor limits a genuine splitting, but not a composition of whole Strang steps:
 * each of those is a symmetric step of order 2 itself, whatever the rotor's error.  What it is the
 * step of is quadratic in the momenta no longer, though. */
static uint32_t order_of_pair(const rgs_entry *rotor, const void *params, const rgs_entry *scheme) {
  uint32_t (*order)(const void *) = rotor->rotor.order;
  uint32_t of_rotor = order != NULL ? order(params) : rotor->about.order;
  uint32_t of_scheme = scheme->about.order;
  if (of_rotor >= of_scheme) return of_scheme;
  if (!scheme->facts.composed || !(rotor->about.claims & RGS_SYMMETRIC)) return of_rotor;
  uint32_t composed = smaller(of_scheme, scheme->facts.order_general);
  return composed > of_rotor ? composed : of_rotor;
}

static uint32_t claims_of_pair(const rgs_entry *rotor, const rgs_entry *scheme) {
  const uint32_t of_flow = RGS_SYMPLECTIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS;
  uint32_t claims = rotor->about.claims & of_flow;
  if (scheme->facts.palindrome) claims |= rotor->about.claims & RGS_SYMMETRIC;
  if (scheme->facts.composed) claims |= RGS_COMPOSED;
  if (scheme->scheme.n_pre > 0) claims |= RGS_PROCESSED;
  for (uint32_t i = 0; i < scheme->scheme.n_stages; i++)
    if (scheme->scheme.stages[i].op == RGS_DRIFT && scheme->scheme.stages[i].a < 0)
      claims |= RGS_BACKWARD;
  return claims;
}

/* Counts the evaluations of the second of two steps: the first leaves what it leaves fresh. */
static void count_evaluations(const rgs_method *m, rgs_method_info *info) {
  bool force = false, gradient = false;
  for (int step = 0; step < 2; step++) {
    info->evals = info->gradients = 0;
    for (uint32_t i = 0; i < m->n_stages; i++) {
      const rgs_stage *s = &m->stages[i];
      if (s->op == RGS_BATH) continue;
      if (s->op == RGS_DRIFT || s->op == RGS_DRIFT_AND_BATH) {
        if (s->a != 0) force = gradient = false;
        continue;
      }
      info->evals += !force;
      force = true;
      if (s->op == RGS_KICK_GRADIENT) {
        info->gradients += !gradient;
        gradient = true;
      }
    }
  }
  info->ends_fresh = force;
}

/* Counts the sums of the second of two steps, as stages.c and ensemble.c ask for them. */
static void count_sums(const rgs_method *m, rgs_method_info *info) {
  bool virial = false, kinetic = false; /* of the present configuration they are known */
  for (int step = 0; step < 2; step++) {
    info->reductions = 0;
    kinetic = false;
    for (uint32_t i = 0; i < m->n_stages; i++) {
      const rgs_stage *s = &m->stages[i];
      const bool drifts = s->op == RGS_DRIFT, bathes = !drifts && s->op != RGS_KICK;
      if (bathes) info->reductions += m->bath->bath.scale != NULL;
      if (drifts && m->piston != NULL) info->reductions += !kinetic;
      if (s->op == RGS_KICK && m->piston != NULL) info->reductions += !virial;
      kinetic = drifts || (s->op == RGS_KICK && !virial);
      if (s->op == RGS_KICK) virial = true;
      if (drifts) virial = false;
    }
  }
}

static void describe_ensemble(rgs_method *m) {
  rgs_method_info *info = &m->info;
  if (m->bath != NULL) {
    info->order = smaller(info->order, 2);
    info->claims &= ~(uint32_t)(RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY);
  }
  if (m->piston != NULL) info->needs |= RGS_EVAL_VIRIAL;
  if (m->conserved) info->needs |= RGS_EVAL_ENERGY;
  if (!rgs_method_sums(m)) return;
  info->needs |= RGS_EVAL_SUM;
  const bool scales = m->bath != NULL && m->bath->bath.scale != NULL;
  info->sums = scales ? RGS_SUMS_OF_BATH : RGS_SUMS_OF_PISTON;
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
    info->carry = m->integrator->integrator.carry;
    return;
  }
  info->order = order_of_pair(m->rotor, m->rotor_params, m->scheme);
  info->claims = claims_of_pair(m->rotor, m->scheme);
  info->needs = m->rotor->about.needs | m->scheme->about.needs | RGS_EVAL_FORCE;
  if (m->refined) info->needs |= RGS_EVAL_ENERGY;
  if (m->scheme->scheme.n_pre > 0) info->carry += RGS_CARRY_PROPAGATED;
  if (m->shadow) info->carry += RGS_CARRY_STATE * RGS_PAST_STATES;
  count_evaluations(m, info);
  describe_ensemble(m);
}

/* Where the host has no gradient it is formed from forces at a displaced point.  The kick is a
 * gradient's no longer, and has an error of order 5 in the step. */
void rgs_method_on_host(const rgs_method *m, const rgs_host *host, rgs_method_info *out) {
  *out = m->info;
  if (host->ranks == 1) {
    out->needs &= ~(uint32_t)RGS_EVAL_SUM;
    out->sums = out->reductions = 0;
  }
  if (m->scheme == NULL || !(out->needs & ~host->provides & (uint32_t)RGS_EVAL_GRADIENT)) return;
  out->needs &= ~(uint32_t)RGS_EVAL_GRADIENT;
  out->order = smaller(out->order, 4);
  out->claims &= ~(uint32_t)RGS_SYMPLECTIC;
  out->evals += out->gradients;
  out->gradients = 0;
  out->carry += RGS_CARRY_DISPLACED;
}

/* Only a table that is a Strang step has what it takes. */
static void read_refinement(rgs_method *m) {
  if (m->scheme == NULL || m->scheme->facts.strang == RGS_NO_STRANG) return;
  const rgs_about *about = &m->scheme->about;
  m->shadow = rgs_params_get(about, m->scheme_params, "shadow", 0) != 0;
  m->refined = m->shadow || rgs_params_get(about, m->scheme_params, "refined", 0) != 0;
}

/* ---- making one ------------------------------------------------------------------------------ */

static rgs_status look_up(const rgs_context *c, uint32_t kind, const char *what, const char *name,
                          const rgs_entry **out, rgs_error *error) {
  *out = rgs_registry_find(c, kind, name);
  if (*out != NULL) return RGS_OK;
  char known[160] = "";
  for (int64_t i = 0; i < rgs_about_count(c, kind); i++) {
    const char *one = rgs_about_at(c, kind, i)->name;
    char *end = known + strlen(known);
    if (strlen(known) + strlen(one) + sizeof ", , .." > sizeof known) {
      memcpy(end, ", ..", sizeof ", ..");
      break;
    }
    if (i > 0) {
      memcpy(end, ", ", 2);
      end += 2;
    }
    memcpy(end, one, strlen(one) + 1);
  }
  return rgs_refuse(error, RGS_E_NAME, -1, "no %s is called '%s'; known: %s", what, name,
                    *known ? known : "none");
}

static rgs_status read_spec(const rgs_context *c, const rgs_method_spec *src, rgs_method_spec *spec,
                            rgs_method *m, rgs_error *error) {
  rgs_status status = rgs_read_struct(spec, &rgs_method_spec_layout, src, error);
  if (status != RGS_OK) return status;
  if (spec->integrator != NULL) {
    if (spec->rotor != NULL || spec->scheme != NULL)
      return rgs_refuse(error, RGS_E_ARG, -1,
                        "spec names the integrator '%s' and a %s '%s'; give rotor and scheme, or "
                        "an integrator",
                        spec->integrator, spec->rotor ? "rotor" : "scheme",
                        spec->rotor ? spec->rotor : spec->scheme);
    return look_up(c, RGS_KIND_INTEGRATOR, "integrator", spec->integrator, &m->integrator, error);
  }
  if (spec->rotor == NULL || spec->scheme == NULL)
    return rgs_refuse(error, RGS_E_ARG, -1,
                      "spec.%s is null; give rotor and scheme, or an integrator",
                      spec->rotor == NULL ? "rotor" : "scheme");
  status = look_up(c, RGS_KIND_ROTOR, "rotor", spec->rotor, &m->rotor, error);
  if (status != RGS_OK) return status;
  return look_up(c, RGS_KIND_SCHEME, "scheme", spec->scheme, &m->scheme, error);
}

void rgs_method_parts(const rgs_method *m, rgs_part parts[RGS_PARTS]) {
  parts[0] = (rgs_part){ m->rotor, m->rotor_params };
  parts[1] = (rgs_part){ m->scheme, m->scheme_params };
  parts[2] = (rgs_part){ m->integrator, m->integrator_params };
  parts[3] = (rgs_part){ m->bath, m->bath_params };
  parts[4] = (rgs_part){ m->piston, m->piston_params };
}

static rgs_status read_ensemble(const rgs_context *c, const rgs_ensemble_spec *src, rgs_method *m,
                                rgs_error *error) {
  rgs_ensemble_spec spec = { .bath = NULL };
  rgs_status status = RGS_OK;
  if (src != NULL)
    status = rgs_read_struct(&spec, &rgs_ensemble_spec_layout, src, error);
  if (status == RGS_OK && spec.bath != NULL)
    status = look_up(c, RGS_KIND_BATH, "bath", spec.bath, &m->bath, error);
  if (status == RGS_OK && spec.piston != NULL)
    status = look_up(c, RGS_KIND_PISTON, "piston", spec.piston, &m->piston, error);
  return status;
}

/* ---- parameters ------------------------------------------------------------------------------ */

static rgs_param param_at(const rgs_method_spec *spec, uint32_t i) {
  rgs_param p = { 0 };
  memcpy(&p, (const char *)spec->params + (size_t)i * spec->param_size,
         spec->param_size < sizeof p ? spec->param_size : sizeof p);
  return p;
}

static rgs_status check_param_list(const rgs_method_spec *spec, rgs_error *error) {
  if (spec->n_params == 0 && spec->params == NULL) return RGS_OK;
  if (spec->n_params == 0 || spec->n_params > MOST_PARAMS || spec->params == NULL)
    return rgs_refuse(error, RGS_E_ARG, -1,
                      "spec.n_params is %u and spec.params is %s; allowed 0 "
                      "and null, or 1 to %u and an array",
                      spec->n_params, spec->params ? "given" : "null", MOST_PARAMS);
  if (spec->param_size < RGS_END_OF(rgs_param, value) || spec->param_size > 4096 ||
      spec->param_size % sizeof(double) != 0)
    return rgs_refuse(error, RGS_E_ABI, -1,
                      "spec.param_size is %u; allowed %zu to 4096 in "
                      "multiples of %zu",
                      spec->param_size, sizeof(rgs_param), sizeof(double));
  return RGS_OK;
}

static rgs_status refuse_unknown(const rgs_method *m, const char *key, rgs_error *error) {
  if (m->integrator != NULL)
    return rgs_refuse(error, RGS_E_PARAM, -1, "integrator '%s' has no parameter '%s'",
                      m->integrator->about.name, key);
  if (m->bath == NULL && m->piston == NULL)
    return rgs_refuse(error, RGS_E_PARAM, -1,
                      "neither rotor '%s' nor scheme '%s' has a parameter '%s'",
                      m->rotor->about.name, m->scheme->about.name, key);
  return rgs_refuse(error, RGS_E_PARAM, -1,
                    "none of rotor '%s', scheme '%s'%s%s%s%s%s%s has a parameter '%s'",
                    m->rotor->about.name, m->scheme->about.name, m->bath ? ", bath '" : "",
                    m->bath ? m->bath->about.name : "", m->bath ? "'" : "",
                    m->piston ? ", piston '" : "", m->piston ? m->piston->about.name : "",
                    m->piston ? "'" : "", key);
}

static rgs_status set_param(const rgs_method *m, const rgs_part parts[RGS_PARTS],
                            const rgs_param *p, rgs_error *error) {
  bool declared = false;
  for (int k = 0; k < RGS_PARTS; k++) {
    if (parts[k].entry == NULL || !rgs_params_declares(&parts[k].entry->about, p->key)) continue;
    declared = true;
    rgs_status status = rgs_params_set(&parts[k].entry->about, parts[k].params, p, error);
    if (status != RGS_OK) return status;
  }
  return declared ? RGS_OK : refuse_unknown(m, p->key, error);
}

static rgs_status check_required(const rgs_about *about, const rgs_method_spec *spec,
                                 rgs_error *error) {
  for (uint32_t i = 0; i < about->n_params; i++) {
    const rgs_param_info *info = &about->params[i];
    bool given = !(info->flags & RGS_PARAM_REQUIRED);
    for (uint32_t k = 0; k < spec->n_params && !given; k++)
      given = strcmp(param_at(spec, k).key, info->key) == 0;
    if (!given)
      return rgs_refuse(error, RGS_E_PARAM, -1,
                        "%s: the parameter '%s' is missing; it has no default, and is %s %g up to "
                        "%g: %s",
                        about->name, info->key,
                        info->flags & RGS_PARAM_ABOVE_MIN ? "above" : "from", info->min, info->max,
                        info->doc);
  }
  return RGS_OK;
}

static rgs_status set_params(rgs_method *m, const rgs_method_spec *spec, rgs_error *error) {
  rgs_part parts[RGS_PARTS];
  rgs_method_parts(m, parts);
  for (int k = 0; k < RGS_PARTS; k++)
    if (parts[k].entry != NULL) rgs_params_default(&parts[k].entry->about, parts[k].params);
  rgs_status status = check_param_list(spec, error);
  for (uint32_t i = 0; i < spec->n_params && status == RGS_OK; i++) {
    const rgs_param p = param_at(spec, i);
    if (p.key == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "spec.params[%u].key is null", i);
    status = set_param(m, parts, &p, error);
  }
  for (int k = 0; k < RGS_PARTS && status == RGS_OK; k++)
    if (parts[k].entry != NULL) status = check_required(&parts[k].entry->about, spec, error);
  return status;
}

/* ---- making one ------------------------------------------------------------------------------ */

static size_t padded(size_t size) { return (size + 15u) / 16u * 16u; }

static size_t block_size(const rgs_entry *e) {
  return e == NULL ? 0 : padded(e->about.params_size);
}

static size_t stages_size(const rgs_entry *scheme) {
  if (scheme == NULL) return 0;
  return padded((scheme->scheme.n_stages + RGS_PLACEMENT_MOST) * sizeof(rgs_stage));
}

/* Takes memory for the method, its parameters and its stages. */
static rgs_method *take_method(const rgs_context *c, rgs_method *bare) {
  const size_t before = padded(sizeof *bare);
  bare->size = before + block_size(bare->rotor) + block_size(bare->scheme) +
               block_size(bare->integrator) + block_size(bare->bath) + block_size(bare->piston) +
               stages_size(bare->scheme);
  rgs_method *m = rgs_take(&c->allocator, bare->size);
  if (m == NULL) return NULL;
  *m = *bare;
  m->rotor_params = (char *)m + before;
  m->scheme_params = (char *)m->rotor_params + block_size(m->rotor);
  m->integrator_params = (char *)m->scheme_params + block_size(m->scheme);
  m->bath_params = (char *)m->integrator_params + block_size(m->integrator);
  m->piston_params = (char *)m->bath_params + block_size(m->bath);
  m->stages = (rgs_stage *)((char *)m->piston_params + block_size(m->piston));
  return m;
}

static bool conserves(const rgs_entry *part, const void *params) {
  return part != NULL && rgs_params_get(&part->about, params, "conserved", 0) != 0;
}

rgs_status rgs_method_create_with(rgs_context *c, const rgs_method_spec *spec,
                                  const rgs_ensemble_spec *ensemble, rgs_method **out,
                                  rgs_error *error) {
  if (c == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "context is null");
  if (out == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "out is null");
  rgs_method bare = { .context = c };
  rgs_method_spec read;
  rgs_status status = read_spec(c, spec, &read, &bare, error);
  if (status == RGS_OK) status = read_ensemble(c, ensemble, &bare, error);
  if (status != RGS_OK) return status;
  rgs_method *m = take_method(c, &bare);
  if (m == NULL) return rgs_refuse_memory(error, bare.size);
  status = set_params(m, &read, error);
  read_refinement(m);
  if (status == RGS_OK) status = rgs_placement_check(m, error);
  if (status != RGS_OK) {
    rgs_method_destroy(m);
    return status;
  }
  m->number = ++c->methods_made;
  m->conserved = conserves(m->bath, m->bath_params) || conserves(m->piston, m->piston_params);
  if (m->scheme != NULL) m->n_stages = rgs_placement_stages(m, m->stages);
  describe(m);
  *out = m;
  return RGS_OK;
}

rgs_status rgs_method_create(rgs_context *c, const rgs_method_spec *spec, rgs_method **out,
                             rgs_error *error) {
  return rgs_method_create_with(c, spec, NULL, out, error);
}

rgs_status rgs_method_describe(const rgs_method *m, rgs_method_info *out, rgs_error *error) {
  if (m == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "method is null");
  return rgs_write_info(&m->info, out, error);
}

rgs_status rgs_write_info(const rgs_method_info *info, rgs_method_info *out, rgs_error *error) {
  rgs_status status = rgs_write_struct(out, &rgs_method_info_layout, info, error);
  /* Of fields that a later version appended nothing is known here: zero, the default. */
  if (status == RGS_OK && out->head.size > sizeof *out)
    memset(out + 1, 0, out->head.size - sizeof *out);
  return status;
}

const rgs_about *rgs_method_about(const rgs_method *m) {
  return m->integrator != NULL ? &m->integrator->about : &m->scheme->about;
}

void rgs_method_destroy(rgs_method *m) {
  if (m != NULL) rgs_give(&m->context->allocator, m, m->size);
}
