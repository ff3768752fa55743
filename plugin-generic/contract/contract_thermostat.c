/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_thermostat.c - what a thermostat has to keep.  Parameters that are required have their defaults,
 * and rates are above 0.
 */
#include "contract.h"

#include <math.h>
#include <rigidstep/module.h>

enum { BODIES = IN_ORDER, STEPS = 40 };
static const double H = 0.05;

typedef struct thermostat_subject {
  rgs_context *context;
  const char *name; /* in reports */
  const rgs_about *about;
  rgs_method *method;
  start bodies[BODIES];
} thermostat_subject;

static void run(rig *r, int64_t steps) { must(rig_run(r, H, steps), "steps", &r->error); }

/* Another order and layout: a body goes by its tag.  Sums are rounded in another order. */
static void test_order(const thermostat_subject *s) {
  two_orders t;
  run_two_orders(&t, s->context, s->method, s->bodies, H, STEPS);
  report(s->name, "order and layout", t.apart, 1e-11);
  report_fact(s->name, "bodies move", t.moved, "forty steps");
  const double heat = rig_output(t.one, "heat");
  report_fact(s->name, "the thermostat acts", heat != 0, "there is heat");
  report(s->name, "heat in another order", fabs(heat - rig_output(t.other, "heat")),
         1e-10 * (1 + fabs(heat)));
  rig_close(t.one), rig_close(t.other);
}

/* Bodies that are not thermostatted move as free ones. */
static void test_thermostatted(const thermostat_subject *s) {
  double thermostatted[BODIES];
  for (int i = 0; i < BODIES; i++) thermostatted[i] = i % 3 != 0;
  rgs_method *free_flight = make_method(s->context, "exact", "strang", NULL);
  rig *a = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, NO_FORCES);
  rig *b = rig_open(s->context, free_flight, s->bodies, BODIES, BY_BODY, NO_FORCES);
  a->view.thermostatted = (rgs_column){ thermostatted, 1, 1 };
  rig_bind(a);
  run(a, STEPS), run(b, STEPS);
  double worst = 0;
  for (int i = 0; i < BODIES; i += 3) {
    const start one = rig_body(a, i), other = rig_body(b, i);
    worst = larger(apart(&one, &other), worst);
  }
  report(s->name, "only thermostatted bodies", worst, 1e-12);
  rig_close(a), rig_close(b);
  rgs_method_destroy(free_flight);
}

/* Of the last trial, by what they report: what it has raised the energy by; 0: the method makes none. */
typedef struct trials {
  double n, accepted, raised; /* raised: by all, accepted or not */
} trials;
static double raised_by_trial(const thermostat_subject *s, rig *r, trials *t) {
  const trials before = *t;
  double error[2];
  if (rgs_stepper_output(r->stepper, "trials", &t->n, 1, NULL) != RGS_OK) return 0;
  t->accepted = rig_output(r, "accepted");
  must(rgs_stepper_output(r->stepper, "trial_error", error, 2, &r->error), "errors", &r->error);
  t->raised = t->n * error[0] * param_of(s->about, "kt")->dflt;
  return t->accepted > before.accepted ? t->raised - before.raised : 0;
}

/* Energy with what the thermostat took is constant but for the error of the step, 1e-6 in size here, or for errors of
 * trials, which are known. */
static void test_energy(const thermostat_subject *s) {
  rig *r = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, PAIR_FORCES);
  must(rig_run(r, 1e-3, 2), "two steps", &r->error);
  trials t = { 0 };
  (void)raised_by_trial(s, r, &t);
  double raised = 0, worst = 0;
  const double first = rig_energy(r);
  for (int i = 0; i < 900; i++) {
    must(rig_run(r, 1e-3, 1), "a step", &r->error);
    raised += raised_by_trial(s, r, &t);
    if (i % 20 == 19) worst = fmax(worst, fabs(rig_energy(r) - raised - first));
  }
  report(s->name, "energy less heat", worst, 1e-4);
  rig_close(r);
}

static void test_thermostat_refusals(const thermostat_subject *s) {
  rig *r = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, NO_FORCES);
  report_fact(s->name, "no step back", rig_run(r, -H, 1) == RGS_E_ARG, "RGS_E_ARG");
  report_allocations(s->name, "allocations in steps", r, H, STEPS);
  rig_close(r);
}

/* ---- temperature ----------------------------------------------------------------------------- */
/* Returns the kinetic energy of the motion as a whole. */
static double total_momentum(const rig *r, double sum[3]) {
  double mass = 0;
  for (int k = 0; k < 3; k++) sum[k] = 0;
  for (int64_t i = 0; i < r->n; i++) {
    const start s = rig_body(r, i);
    for (int k = 0; k < 3; k++) sum[k] += s.p[k];
    mass += s.mass;
  }
  return (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / (2 * mass);
}

/* A thermostat with a parameter `kt` claims that this is the temperature which it brings bodies to, and that
 * kinetic energies are distributed as at this temperature: K of n degrees of freedom has the mean n kt/2
 * and the variance n kt^2/2.  Free bodies show it, as nothing else changes their kinetic energies.
 *
 * Of 4000 samples the mean is off by 0.4 % and the variance by 3 % (one standard deviation), by 0.9 % and 7 %
 * where the thermostat takes ten times as long as lies between two samples: a thermostat that keeps its claim
 * does not fail by chance. */
static void test_temperature(const thermostat_subject *s, const rgs_about *thermostat) {
  enum { SAMPLES = 4000, BETWEEN = 40, WARM_UP = 2000 };
  static const char *const outputs[2] = { "kinetic_translation", "kinetic_rotation" };
  static const char *const means[2] = { "kt of translation", "kt of rotation" };
  static const char *const spreads[2] = { "spread of translation", "spread of rotation" };
  const rgs_param_info *kt = param_of(thermostat, "kt");
  if (kt == NULL) return;
  rig *r = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, NO_FORCES);
  double first[3], last[3], sum[2] = { 0 }, square[2] = { 0 };
  const double drift = total_momentum(r, first);
  run(r, WARM_UP);
  for (int i = 0; i < SAMPLES; i++) {
    run(r, BETWEEN);
    for (int k = 0; k < 2; k++) {
      const double kinetic = rig_output(r, outputs[k]);
      sum[k] += kinetic / SAMPLES;
      square[k] += kinetic * kinetic / SAMPLES;
    }
  }
  (void)total_momentum(r, last);
  const bool keeps = fabs(last[0] - first[0]) < 1e-8 && fabs(last[1] - first[1]) < 1e-8;
  for (int k = 0; k < 2; k++) { /* a thermostat may keep the motion as a whole */
    const bool less = keeps && k == 0;
    const double n = 3 * BODIES - (less ? 3 : 0), value = kt->dflt;
    const double mean = sum[k] - (less ? drift : 0);
    report(s->name, means[k], fabs(mean / (0.5 * n * value) - 1), 0.03);
    report(s->name, spreads[k], fabs((square[k] - sum[k] * sum[k]) / (0.5 * n * value * value) - 1),
           0.2);
  }
  rig_close(r);
}

static void test_all(thermostat_subject *s, const rgs_about *thermostat) {
  for (int i = 0; i < BODIES; i++) s->bodies[i] = asymmetric_body(300 + (uint64_t)i);
  test_order(s);
  test_ranks(s->context, s->method, s->name, s->bodies, BODIES, PAIR_FORCES, H, STEPS);
  test_thermostatted(s);
  report_save(s->context, s->method, s->name, s->bodies, BODIES, H, STEPS, "coupling_energy");
  report_rewind(s->context, s->method, s->name, s->bodies, BODIES, H);
  test_energy(s);
  test_thermostat_refusals(s);
  test_temperature(s, thermostat);
  rgs_method_destroy(s->method);
}

void test_thermostat(rgs_context *context, const rgs_about *about) {
  thermostat_subject s = { .context = context,
                           .name = about->name,
                           .about = about,
                           .method = make_ensemble(context, "strang", about, NULL) };
  test_all(&s, about);
}

void test_placed_thermostat(rgs_context *context, const rgs_about *scheme) {
  const rgs_about *thermostat = rgs_about_find(context, RGS_KIND_THERMOSTAT, "langevin");
  thermostat_subject s = { .context = context,
                           .name = scheme->name,
                           .about = thermostat,
                           .method = make_ensemble(context, scheme->name, thermostat, NULL) };
  test_all(&s, thermostat);
}

/* ---- order of averages ------------------------------------------------------------------------- */
/* In a harmonic well a step is a linear map, z' = M z + sum of b_v xi_v with the normal deviates xi_v of the
 * visits v of the thermostat.  The stationary covariance S = M S M^T + sum of b_v b_v^T then follows without
 * sampling.  The probe is a thermostat with the friction and noise of `langevin`, kt = 1, whose deviates are
 * chosen: 1 at the visit v for body 2 + v, else 0.  Bodies 0 and 1 begin with x = 1 and p = 1, and show M. */
enum { VISITS = 8, PROBED = 2 + VISITS };
typedef struct probe_params {
  double kt;
} probe_params;

static rgs_status probe(rgs_thermostat_call *call, int64_t *bad) {
  *bad = -1;
  call->heat = 0;
  if (call->visit >= VISITS) return RGS_E_NONFINITE;
  for (int64_t i = 0; i < call->bodies->n; i++) RGS_AT(call->bodies->p, i, 0) *= exp(-call->h);
  RGS_AT(call->bodies->p, 2 + call->visit, 0) += sqrt(-expm1(-2 * call->h));
  return RGS_OK;
}

static const rgs_param_info probe_rows[] = { { "kt", "energy", "Of the noise.", RGS_F64,
                                               offsetof(probe_params, kt), 1, 1, 1, 0, 0 } };
static const rgs_about probe_about = { .head = RGS_HEAD(rgs_about),
                                       .name = "contract.probe",
                                       .doc = "Friction, and noise that is chosen.",
                                       .cite = "none",
                                       .order = RGS_EXACT,
                                       .n_params = 1,
                                       .params = probe_rows,
                                       .param_info_size = sizeof(rgs_param_info),
                                       .params_size = sizeof(probe_params) };
static const rgs_thermostat probe_thermostat = { .head = RGS_HEAD(rgs_thermostat),
                                                 .about = &probe_about,
                                                 .act = probe };
static const rgs_thermostat *const probe_thermostats[] = { &probe_thermostat, NULL };
static const rgs_module probe_module = { .head = RGS_HEAD(rgs_module),
                                         .name = "contract",
                                         .version = "1",
                                         .license = "BSD-3-Clause",
                                         .thermostats = probe_thermostats };

/* S and M are the rows (xx, xp, pp) and (x from x, x from p, p from x, p from p).  S + M S M^T in place of S, and
 * M^2 in place of M, again and again: the sum of all M^k Q M^kT. */
static void sum_up(double S[3], double M[4]) {
  for (int i = 0; i < 60; i++) {
    const double a = M[0], b = M[1], c = M[2], d = M[3];
    const double xx = S[0], xp = S[1], pp = S[2];
    S[0] += a * a * xx + 2 * a * b * xp + b * b * pp;
    S[1] += a * c * xx + (a * d + b * c) * xp + b * d * pp;
    S[2] += c * c * xx + 2 * c * d * xp + d * d * pp;
    M[0] = a * a + b * c, M[1] = b * (a + d);
    M[2] = c * (a + d), M[3] = d * d + b * c;
  }
}

/* The largest error of <x^2>, <x p> and <p^2>, which are 1, 0 and 1. */
static double error_of_averages(rgs_context *context, const rgs_method *method, double h) {
  start bodies[PROBED] = { { 0 } };
  double S[3] = { 0 }, M[4] = { 0 };
  for (int i = 0; i < PROBED; i++)
    bodies[i] = (start){ 1, { 1, 1, 1 }, { i == 0 }, { i == 1 }, { 0 }, { 1 } };
  rig *r = rig_open(context, method, bodies, PROBED, BY_BODY, WELL_FORCES);
  must(rig_run(r, h, 1), "a step", &r->error);
  for (int i = 0; i < PROBED; i++) {
    const start s = rig_body(r, i);
    if (i < 2)
      M[i] = s.x[0], M[2 + i] = s.p[0];
    else
      S[0] += s.x[0] * s.x[0], S[1] += s.x[0] * s.p[0], S[2] += s.p[0] * s.p[0];
  }
  rig_close(r);
  sum_up(S, M);
  return larger(larger(fabs(S[0] - 1), fabs(S[2] - 1)), fabs(S[1]));
}

/* The order of its averages is the order that it is described with: the slope over steps up to four times as
 * long as the shortest whose error is above rounding or, where higher powers add to that, the slope of the two
 * shortest.  Returns the error at h = 0.4. */
static double order_of_averages(rgs_context *context, const char *name, const rgs_method *method,
                                const char *where) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  must(rgs_method_describe(method, &info, &error), "rgs_method_describe", &error);
  char contract[64], remark[96];
  enum { HALVING = 2, SPAN = 2 * HALVING }; /* how often the step is taken smaller by sqrt(2) */
  enum { STEPS_TAKEN = 13 };
  double off[STEPS_TAKEN], slope = NAN;
  int first = 0, n = 0; /* errors above 2 % are not in the range of the order */
  for (int k = 0; k < STEPS_TAKEN; k++) {
    const double now = error_of_averages(context, method, 1.6 * pow(2, -(double)k / HALVING));
    if (now < 1e-11) break;
    off[n++] = now;
    if (!(now < 0.02)) first = n;
    if (n - first > SPAN) first = n - 1 - SPAN;
  }
  if (n - first > 1)
    slope = HALVING *
            fmax(log2(off[first] / off[n - 1]) / (n - 1 - first), log2(off[n - 2] / off[n - 1]));
  snprintf(contract, sizeof contract, "averages, thermostat %s", where);
  const double usual = error_of_averages(context, method, 0.4);
  snprintf(remark, sizeof remark, "order %.2f, described %u; error %.1e at w h = 0.4", slope,
           info.order, usual);
  report_fact(name, contract, slope >= info.order - 0.3, remark);
  return usual;
}

void test_averages(rgs_context *context, const rgs_about *scheme) {
  static const char *const PLACES[] = { "in the middle", "at the ends" };
  static const uint32_t PLACEMENTS[] = { RGS_PLACEMENT_BAOAB, RGS_PLACEMENT_OBABO, 0 };
  rgs_error error = RGS_ERROR_INIT;
  const char *name = scheme->name;
  if (rgs_about_find(context, RGS_KIND_THERMOSTAT, "contract.probe") == NULL)
    must(rgs_module_add(context, &probe_module, &error), "rgs_module_add", &error);
  double off[3] = { INFINITY, INFINITY, INFINITY };
  const bool placed = places_thermostat(context, name);
  for (int k = placed ? 2 : 0; k < 3; k++) { /* at last where the library places the thermostat */
    const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                   .rotor = "exact",
                                   .scheme = name,
                                   .thermostat = "contract.probe",
                                   .placement = PLACEMENTS[k] };
    rgs_method *method = NULL;
    const rgs_status status = rgs_method_create(context, &spec, &method, &error);
    if (status == RGS_E_ARG && k != 1) continue; /* it is not symmetric */
    must(status, "rgs_method_create", &error);
    off[k] = order_of_averages(context, name, method, k < 2 ? PLACES[k] : "by default");
    rgs_method_destroy(method);
  }
  if (!placed && isfinite(off[2]))
    report_fact(name, "averages, the default", off[2] == off[scheme->order > 2],
                PLACES[scheme->order > 2]);
}
