/* SPDX-License-Identifier: BSD-3-Clause
 *
 * method.c - makes a method of a rotor and a scheme, or of an integrator, with their parameters,
 * and derives its order, claims and costs.
 */
#include "methods/method.h"
#include "base/layout.h"
#include "base/params.h"
#include "methods/names.h"
#include <string.h>

#define MOST_PARAMS 1024u

/* ---- order, claims and costs ----------------------------------------------------------------- */

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* An approximate rotor limits the order of a splitting, but not that of a composition of whole
 * Strang steps: each Strang step is a symmetric step of order 2, whatever the rotor's error.  But
 * the kinetic energy that it then belongs to is no longer quadratic in the momenta. */
static uint32_t order_of_pair(const rgs_entry *rotor, const void *params, const rgs_entry *scheme) {
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

static uint32_t claims_of_pair(const rgs_entry *rotor, const rgs_entry *scheme) {
  const uint32_t of_flow = RGS_SYMPLECTIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS;
  uint32_t claims = rotor->about.claims & of_flow;
  if (scheme->facts.palindrome) claims |= rotor->about.claims & RGS_SYMMETRIC;
  if (scheme->facts.composed) claims |= RGS_COMPOSED;
  if (scheme->facts.backward) claims |= RGS_BACKWARD;
  return claims;
}

/* Counts the evaluations of the second of two steps, which starts with those that the first step
 * left valid. */
static void count_evaluations(const rgs_scheme *scheme, rgs_method_info *info) {
  bool force = false, gradient = false;
  for (int step = 0; step < 2; step++) {
    info->evals = info->gradients = 0;
    for (uint32_t i = 0; i < scheme->n_stages; i++) {
      const rgs_stage *s = &scheme->stages[i];
      if (s->op == RGS_DRIFT) {
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
  count_evaluations(&m->scheme->scheme, info);
}

/* Where the host has no gradient, it is formed from forces at a displaced point.  Such a kick is
 * not the gradient of anything, so it is not symplectic, and it has an error of order 5 in the
 * step. */
void rgs_method_on_host(const rgs_method *m, uint32_t provides, rgs_method_info *out) {
  *out = m->info;
  if (m->scheme == NULL || !(out->needs & ~provides & (uint32_t)RGS_EVAL_GRADIENT)) return;
  out->needs &= ~(uint32_t)RGS_EVAL_GRADIENT;
  out->order = smaller(out->order, 4);
  out->claims &= ~(uint32_t)RGS_SYMPLECTIC;
  out->evals += out->gradients;
  out->gradients = 0;
  out->carry += RGS_CARRY_DISPLACED;
}

/* Only schemes of one Strang step have refined values. */
static void read_refinement(rgs_method *m) {
  if (m->scheme == NULL || m->scheme->facts.strang == RGS_NO_STRANG) return;
  const rgs_about *about = &m->scheme->about;
  m->shadow = rgs_params_get(about, m->scheme_params, "shadow", 0) != 0;
  m->refined = m->shadow || rgs_params_get(about, m->scheme_params, "refined", 0) != 0;
}

/* ---- life ------------------------------------------------------------------------------------ */

static rgs_status look_up(const rgs_context *c, uint32_t kind, const char *name,
                          const rgs_entry **out, rgs_error *error) {
  *out = rgs_registry_find(c, kind, name);
  return *out != NULL ? RGS_OK : rgs_refuse_name(c, kind, name, error);
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
    return look_up(c, RGS_KIND_INTEGRATOR, spec->integrator, &m->integrator, error);
  }
  if (spec->rotor == NULL || spec->scheme == NULL)
    return rgs_refuse(error, RGS_E_ARG, -1,
                      "spec.%s is null; give rotor and scheme, or an integrator",
                      spec->rotor == NULL ? "rotor" : "scheme");
  status = look_up(c, RGS_KIND_ROTOR, spec->rotor, &m->rotor, error);
  if (status != RGS_OK) return status;
  return look_up(c, RGS_KIND_SCHEME, spec->scheme, &m->scheme, error);
}

static size_t block_size(const rgs_entry *e) {
  return e == NULL ? 0 : (e->about.params_size + 15u) / 16u * 16u;
}

/* Adds "key of NAME from MIN to MAX" for each parameter, as far as there is room. */
static void list_params(const rgs_entry *e, char *text, size_t room) {
  if (e == NULL) return;
  for (uint32_t i = 0; i < e->about.n_params; i++) {
    const rgs_param_info *p = &e->about.params[i];
    if (!rgs_append(text, room, "%s%s (%s, %g to %g)", *text ? ", " : "", p->key, e->about.name,
                    p->min, p->max))
      return;
  }
}

static rgs_status refuse_parameter(const rgs_method *m, const char *key, rgs_error *error) {
  char known[130] = "";
  list_params(m->rotor, known, sizeof known);
  list_params(m->scheme, known, sizeof known);
  list_params(m->integrator, known, sizeof known);
  if (known[0] == '\0') memcpy(known, "none", sizeof "none");
  if (m->integrator != NULL)
    return rgs_refuse(error, RGS_E_PARAM, -1, "integrator '%s' has no parameter '%s'; it has: %s",
                      m->integrator->about.name, key, known);
  return rgs_refuse(error, RGS_E_PARAM, -1,
                    "neither rotor '%s' nor scheme '%s' has a parameter '%s'; they have: %s",
                    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): both are there */
                    m->rotor->about.name, m->scheme->about.name, key, known);
}

static rgs_status set_params(rgs_method *m, const rgs_method_spec *spec, rgs_error *error) {
  const struct {
    const rgs_entry *entry;
    void *block;
  } parts[] = {
    { m->rotor, m->rotor_params },
    { m->scheme, m->scheme_params },
    { m->integrator, m->integrator_params },
  };
  const size_t n_parts = sizeof parts / sizeof *parts;
  for (size_t k = 0; k < n_parts; k++)
    if (parts[k].entry != NULL) rgs_params_default(&parts[k].entry->about, parts[k].block);

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
  for (uint32_t i = 0; i < spec->n_params; i++) {
    rgs_param p = { 0 };
    memcpy(&p, (const char *)spec->params + (size_t)i * spec->param_size,
           spec->param_size < sizeof p ? spec->param_size : sizeof p);
    if (p.key == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "spec.params[%u].key is null", i);
    bool declared = false;
    for (size_t k = 0; k < n_parts; k++) {
      if (parts[k].entry == NULL || !rgs_params_declares(&parts[k].entry->about, p.key)) continue;
      declared = true;
      rgs_status status = rgs_params_set(&parts[k].entry->about, parts[k].block, &p, error);
      if (status != RGS_OK) return status;
    }
    if (!declared) return refuse_parameter(m, p.key, error);
  }
  return RGS_OK;
}

rgs_status rgs_method_create(rgs_context *c, const rgs_method_spec *spec, rgs_method **out,
                             rgs_error *error) {
  if (c == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "context is null");
  if (out == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "out is null");
  rgs_method bare = { .context = c };
  rgs_method_spec read;
  rgs_status status = read_spec(c, spec, &read, &bare, error);
  if (status != RGS_OK) return status;

  size_t before = (sizeof bare + 15u) / 16u * 16u;
  bare.size =
      before + block_size(bare.rotor) + block_size(bare.scheme) + block_size(bare.integrator);
  rgs_method *m = rgs_take(&c->allocator, bare.size);
  if (m == NULL) return rgs_refuse_memory(error, bare.size);
  *m = bare;
  m->rotor_params = (char *)m + before;
  m->scheme_params = (char *)m->rotor_params + block_size(m->rotor);
  m->integrator_params = (char *)m->scheme_params + block_size(m->scheme);
  status = set_params(m, &read, error);
  if (status != RGS_OK) {
    rgs_method_destroy(m);
    return status;
  }
  m->number = ++c->methods_made;
  read_refinement(m);
  describe(m);
  *out = m;
  return RGS_OK;
}

rgs_status rgs_method_describe(const rgs_method *m, rgs_method_info *out, rgs_error *error) {
  if (m == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "method is null");
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
  if (m != NULL) rgs_give(&m->context->allocator, m, m->size);
}
