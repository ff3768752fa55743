/* SPDX-License-Identifier: BSD-3-Clause
 *
 * thermostat_stages.c - where in a step the thermostat acts: where the table of the scheme says so, else in
 * the middle of the step or at its ends.
 *
 * In the middle of the drift of a Strang step (BAOAB: B. Leimkuhler and C. Matthews, Appl. Math. Res. Express 2013, 34,
 * doi 10.1093/amrx/abs010) positions are sampled best.  "The middle" is the centre of the table, which
 * must be a palindrome: tables with stages back in time have drifted half the step more than once.
 *
 * In the middle of any other scheme averages are of order 2: the first half of a symmetric table is of order 1,
 * so the step from one middle to the next conserves H + O(h^2).  A whole step conserves H + O(h^order), so a
 * thermostat that is exact at the ends leaves averages with the order of the scheme.  That is the default
 * above order 2.
 *
 * In a scheme with levels a thermostat that acts on each body stands in the middle of each drift, so that it damps
 * what the slow force excites; one that scales stands at the ends, where it costs one sum a step.
 *
 * A trial renews momenta, does the whole table n times, each for 1/n of the step, and is decided.  A barostat that
 * changes the cell does so in its middle (barostats/mc.c says why); there a drift in two halves costs no evaluation.
 *
 * A thermostat that only scales costs no second rotation there: l is constant in free flight, and
 * flow_t(c l) = flow_ct(l).  So a drift over t, the scaling and a drift over t rotate the body as a
 * drift over (1 + c) t does, if the rotor has no error.
 */
#include "methods/thermostat_stages.h"
#include "base/params.h"
#include <string.h>

/* Where the host does not say. */
static bool ends_by_default(const rgs_method *m) {
  return m->scheme->about.order > 2 ||
         (m->scheme->facts.has_levels && m->thermostat->thermostat.scale != NULL);
}

uint32_t rgs_thermostat_stages_order(const rgs_method *m) {
  const bool samples = rgs_params_declares(&m->thermostat->about, "kt");
  if (rgs_method_trials(m)) return m->thermostat->about.order;
  return samples && m->at_ends ? m->thermostat->about.order : 2;
}

static const char *name_of(const rgs_registry_entry *e) { return e->about.name; }

/* A trial must be undone by momenta that are reversed, and must keep volumes of positions and momenta. */
static rgs_status check_trial(const rgs_method *m, uint32_t placement, rgs_error *error) {
  const char *its = name_of(m->thermostat);
  const uint32_t needed = RGS_SYMMETRIC | RGS_SYMPLECTIC;
  if (placement != 0)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "thermostat '%s' renews momenta at the beginning of a trial; leave out "
                         "spec.placement ('ends')",
                         its);
  if (rgs_method_flies_cell(m))
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "barostat '%s' moves the cell, whose energy the thermostat '%s' does not "
                         "know; take the barostat mc, or langevin",
                         name_of(m->barostat), its);
  if (m->scheme->facts.has_thermostat || !m->scheme->facts.palindrome)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "scheme '%s' %s, so averages with the thermostat '%s' would be wrong; "
        "take strang",
        name_of(m->scheme),
        m->scheme->facts.has_thermostat ? "has stages RGS_THERMOSTAT" : "is not symmetric", its);
  if ((m->rotor->about.claims & needed) != needed)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "rotor '%s' is not symmetric and symplectic, so averages with the "
                         "thermostat '%s' would be wrong; take exact",
                         name_of(m->rotor), its);
  return RGS_OK;
}

static rgs_status place_thermostat(rgs_method *m, uint32_t placement, rgs_error *error) {
  const rgs_registry_entry *scheme = m->scheme;
  if (m->thermostat != NULL && m->thermostat->check != NULL) {
    const rgs_status status = m->thermostat->check(m->thermostat_params, error);
    if (status != RGS_OK) return status;
  }
  if (m->thermostat == NULL) {
    if (!scheme->facts.has_thermostat) return RGS_OK;
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "scheme '%s' has stages RGS_THERMOSTAT; name a thermostat (rgs_method_spec.thermostat)",
        name_of(scheme));
  }
  if (rgs_method_trials(m)) return check_trial(m, placement, error);
  if (scheme->facts.has_thermostat && placement != 0)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "scheme '%s' places the thermostat itself; leave out spec.placement "
                         "('ends')",
                         name_of(scheme));
  m->at_ends = placement == RGS_PLACEMENT_OBABO ||
               (placement == 0 && !scheme->facts.has_thermostat && ends_by_default(m));
  if (scheme->facts.has_thermostat || m->at_ends) return RGS_OK;
  if (scheme->facts.has_levels && m->thermostat->thermostat.scale != NULL)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "scheme '%s' has two forces, and the thermostat '%s', which scales all "
                         "bodies alike, acts at the ends of its steps; leave out spec.placement "
                         "('ends')",
                         name_of(scheme), name_of(m->thermostat));
  if (scheme->facts.has_levels && scheme->facts.backward)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "scheme '%s' drifts back in time, where the thermostat '%s' cannot act; "
                         "set spec.placement to RGS_PLACEMENT_OBABO ('ends' to 1)",
                         name_of(scheme), name_of(m->thermostat));
  if (scheme->facts.palindrome) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_ARG, -1,
      "scheme '%s' is not symmetric, so it has no middle where the thermostat '%s' could "
      "act; set spec.placement to RGS_PLACEMENT_OBABO ('ends' to 1)",
      name_of(scheme), name_of(m->thermostat));
}

static rgs_status check_barostat(const rgs_method *m, rgs_error *error) {
  if (m->barostat == NULL) return RGS_OK;
  if (rgs_method_jumps(m) && !rgs_method_trials(m))
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "barostat '%s' tries volumes in the trials of the thermostat 'metropolis'; "
        "name that thermostat, or take the barostat crescale",
        name_of(m->barostat));
  if (m->scheme->about.needs & RGS_EVAL_GRADIENT)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "scheme '%s' kicks with gradients, which do not work with the barostat '%s'; "
        "take strang or srkn6b",
        name_of(m->scheme), name_of(m->barostat));
  const rgs_scheme_facts *facts = &m->scheme->facts;
  const uint32_t order = m->scheme->about.order;
  if (m->barostat->barostat->shears && order > 2 &&
      !(facts->composed && facts->order_general >= order))
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "scheme '%s' has order 2 with the barostat '%s', whose free flight is a step of "
        "order 2; take strang, or a composition such as suzuki4 or kahan_li6",
        name_of(m->scheme), name_of(m->barostat));
  /* The number of dimensions is known when bodies are bound. */
  return rgs_barostat_check(m->barostat->barostat, m->barostat_params, m->thermostat != NULL, 3,
                            error);
}

rgs_status rgs_thermostat_stages_place(rgs_method *m, uint32_t placement, rgs_error *error) {
  if (placement > RGS_PLACEMENT_OBABO)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.placement is %u; allowed RGS_PLACEMENT_BAOAB and "
                         "RGS_PLACEMENT_OBABO, or 0",
                         placement);
  if (placement != 0 && m->thermostat == NULL)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.placement ('ends') is given, but there is no thermostat to place; "
                         "leave it out");
  const rgs_registry_entry *component = m->thermostat != NULL ? m->thermostat : m->barostat;
  if (component != NULL && m->scheme == NULL)
    return rgs_set_error(
        error, RGS_E_ARG, -1, "integrator '%s' cannot have the %s '%s'; use a rotor with a scheme",
        name_of(m->integrator), rgs_kind_name(component->kind), name_of(component));
  if (m->scheme == NULL) return RGS_OK;
  if (component != NULL && m->scheme->scheme.n_pre > 0)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "scheme '%s' is processed: between steps its bodies are in transformed "
                         "variables, for which the %s '%s' would be wrong; take strang or srkn6b",
                         name_of(m->scheme), rgs_kind_name(component->kind), name_of(component));
  if (component != NULL && m->scheme->facts.by_momenta)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "scheme '%s' keeps forces that belong to momenta, which the %s '%s' would "
                         "change; write its friction into your forces, or take strang",
                         name_of(m->scheme), rgs_kind_name(component->kind), name_of(component));
  rgs_status status = place_thermostat(m, placement, error);
  return status == RGS_OK ? check_barostat(m, error) : status;
}

/* ---- the list -------------------------------------------------------------------------------- */

static rgs_stage thermostat_for(double a) { return (rgs_stage){ RGS_THERMOSTAT, 0, a, 0 }; }

static uint32_t exact_order(const rgs_method *m) {
  const rgs_rotor *rotor = &m->rotor->rotor;
  return rotor->order != NULL ? rotor->order(m->rotor_params) : m->rotor->about.order;
}

/* The centre of a palindrome, and the thermostat in it. */
static uint32_t put_centre(const rgs_method *m, const rgs_stage *centre, rgs_stage *out) {
  if (centre->op == RGS_DRIFT && m->thermostat->thermostat.scale != NULL && m->barostat == NULL &&
      exact_order(m) == RGS_EXACT) {
    out[0] = (rgs_stage){ RGS_DRIFT_AND_THERMOSTAT, 0, centre->a, 0 };
    return 1;
  }
  out[0] = out[2] = (rgs_stage){ centre->op, 0, centre->a / 2, centre->c / 2 };
  out[1] = thermostat_for(1);
  return 3;
}

/* A thermostat that stands in the middle of each drift. */
static uint32_t put_drift(const rgs_stage *drift, rgs_stage *out) {
  out[0] = out[2] = (rgs_stage){ RGS_DRIFT, 0, drift->a / 2, 0 };
  out[1] = thermostat_for(drift->a);
  return 3;
}

static uint32_t inner_of(const rgs_method *m) {
  return (uint32_t)rgs_params_get(&m->scheme->about, m->scheme_params, "inner", 1);
}

/* The stages of the table; those between the first and the last one are done n times, each for 1/n of its time.
 * Where one ends as the next begins, the two are one. */
static uint32_t put_table(const rgs_method *m, rgs_stage *out) {
  const rgs_scheme *scheme = &m->scheme->scheme;
  const uint32_t inner = inner_of(m), last = scheme->n_stages - 1;
  uint32_t n = 0;
  if (inner == 1) {
    memcpy(out, scheme->stages, scheme->n_stages * sizeof *out);
    return scheme->n_stages;
  }
  out[n++] = scheme->stages[0];
  for (uint32_t k = 0; k < inner; k++)
    for (uint32_t i = 1; i < last; i++) {
      rgs_stage s = scheme->stages[i];
      s.a /= inner;
      if (i == 1 && k > 0 && out[n - 1].op == s.op)
        out[n - 1].a += s.a;
      else
        out[n++] = s;
    }
  out[n++] = scheme->stages[last];
  return n;
}

static uint32_t steps_of_trial(const rgs_method *m) {
  return (uint32_t)rgs_params_get(&m->thermostat->about, m->thermostat_params, "steps", 1);
}

size_t rgs_thermostat_stages_room(const rgs_method *m) {
  const size_t table = (size_t)m->scheme->scheme.n_stages * inner_of(m);
  if (rgs_method_trials(m)) return table * steps_of_trial(m) + 5;
  return (m->scheme->facts.has_levels ? 3 : 1) * table + 2;
}

bool rgs_thermostat_stages_decide(const rgs_method *m, uint32_t i) {
  if (!rgs_method_trials(m)) return false;
  while (i < m->n_stages && m->stages[i].op != RGS_DRIFT && m->stages[i].op != RGS_DECIDE) i++;
  return i < m->n_stages && m->stages[i].op == RGS_DECIDE;
}

/* In the middle of n stages, which are a palindrome. */
static uint32_t put_jump(rgs_stage *stages, uint32_t n) {
  const uint32_t middle = n / 2, odd = n % 2;
  memmove(stages + middle + 1 + odd, stages + middle, (n - middle) * sizeof *stages);
  if (odd) {
    stages[middle + 2].a /= 2;
    stages[middle + 2].c /= 2;
    stages[middle] = stages[middle + 2];
  }
  stages[middle + odd] = (rgs_stage){ RGS_JUMP, 0, 1, 0 };
  return n + 1 + odd;
}

/* Where the table ends as it begins, two stages are one. */
static uint32_t write_trial(const rgs_method *m, rgs_stage *out) {
  const uint32_t steps = steps_of_trial(m);
  uint32_t n = 0;
  out[n++] = thermostat_for(1);
  out[n++] = (rgs_stage){ RGS_REMEMBER, 0, 0, 0 };
  rgs_stage *const table = out + n;
  const uint32_t n_table = put_table(m, table);
  for (uint32_t i = 0; i < n_table; i++) {
    table[i].a /= steps;
    table[i].c /= (double)steps * steps * steps;
  }
  const rgs_stage last = table[n_table - 1];
  n += n_table;
  for (uint32_t k = 1; k < steps; k++)
    for (uint32_t i = 0; i < n_table; i++) {
      const rgs_stage s = i == n_table - 1 ? last : table[i];
      if (i == 0 && out[n - 1].op == s.op) {
        out[n - 1].a += s.a;
        out[n - 1].c += s.c;
      } else {
        out[n++] = s;
      }
    }
  if (rgs_method_jumps(m))
    n = (uint32_t)(table - out) + put_jump(table, n - (uint32_t)(table - out));
  out[n++] = (rgs_stage){ RGS_DECIDE, 0, 0, 0 };
  return n;
}

uint32_t rgs_thermostat_stages_write(const rgs_method *m, rgs_stage *out) {
  if (rgs_method_trials(m)) return write_trial(m, out);
  const bool placed = m->thermostat == NULL || m->scheme->facts.has_thermostat, ends = m->at_ends,
             levels = m->scheme->facts.has_levels;
  /* They are read from the end of the array, and never overtaken. */
  const size_t room = rgs_thermostat_stages_room(m);
  const uint32_t n_table = put_table(m, out);
  rgs_stage *const table = out + room - n_table;
  memmove(table, out, n_table * sizeof *out);
  uint32_t n = 0;
  if (ends) out[n++] = thermostat_for(0.5);
  for (uint32_t i = 0; i < n_table; i++) {
    const rgs_stage stage = table[i];
    const bool middle = !placed && !ends && !levels && i == n_table / 2;
    if (middle && n_table % 2 == 0) out[n++] = thermostat_for(1);
    if (middle && n_table % 2 == 1)
      n += put_centre(m, &stage, out + n);
    else if (!placed && !ends && levels && stage.op == RGS_DRIFT && stage.a != 0)
      n += put_drift(&stage, out + n);
    else
      out[n++] = stage;
  }
  if (ends) out[n++] = thermostat_for(0.5);
  return n;
}
