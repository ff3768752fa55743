/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract.h - what the parts of the contract program share.  See contract.c for what it is.
 */
#pragma once
#include <rigidstep/draft.h>
#include <rigidstep/rigidstep.h>

#include <stdbool.h>
#include <stdio.h>

#define EPS 0x1p-52

/* ---- report ---------------------------------------------------------------------------------- */
enum { CONTRACT_KEPT, CONTRACT_BROKEN, CONTRACT_CANNOT_RUN }; /* exit codes */
typedef struct report_state {
  const char *program; /* as it was called; `rigidstep check` runs it, too */
  const char *method;  /* under test; null: none is yet */
  FILE *lines;         /* where the report goes; what a method prints goes elsewhere */
  long passed, failed;
} report_state;
extern report_state so_far;
/* Runs the tests of a method up to the first call that has to succeed and does not. */
void report_on(const char *method, void (*test)(const void *), const void *what);
/* Begins a line, and counts it; the caller writes the rest. */
void report_begin(bool pass, const char *method, const char *contract);
/* One line: PASS or FAIL, method, contract, the number measured and its bar. */
void report(const char *method, const char *contract, double measured, double bar);
/* The same where the number has to be at least the bar. */
void report_at_least(const char *method, const char *contract, double measured, double bar);
void report_fact(const char *method, const char *contract, bool kept, const char *remark);
/* Where a call that has to succeed did not, nothing more can be tested: of this method, or, before
 * the first method, at all. */
void must(rgs_status status, const char *call, const rgs_error *error);
int64_t allocations(void);     /* of this process so far */
bool counts_allocations(void); /* false under sanitizers */

/* ---- bodies ---------------------------------------------------------------------------------- */
typedef struct start { /* a body at the beginning */
  double mass, inertia[3], x[3], p[3], l[3], q[4];
} start;
start asymmetric_body(uint64_t seed); /* general position, angular velocity about 1 */
void normalise(double *v, int n, double length);

enum { BY_COMPONENT, BY_BODY, BACKWARD, LAYOUTS }; /* how a crowd lies in memory */
enum { NO_FORCES, PAIR_FORCES, PAIR_FORCES_ALONE, WELL_FORCES, MOMENTUM_FORCES };

/* ---- oracle ---------------------------------------------------------------------------------- */
typedef long double real;
typedef struct exact_body {
  real x[3], p[3], l[3], q[4];
} exact_body;
exact_body exact_start(const start *s);
real exact_angle(const real p[4], const real q[4]);
double orientation_distance(const double p[4], const double q[4]);
/* Of the two bodies of a pair. */
real pair_potential(const exact_body b[2]);
void pair_force(const exact_body b[2], real f[2][3], real tau[2][3]);
/* The same of so much of the two terms of the potential. */
void pair_share(const exact_body b[2], real of_distance, real of_arms, real f[2][3],
                real tau[2][3]);
/* Adds friction and a magnetic field, for MOMENTUM_FORCES. */
void momentum_force(const exact_body b[2], real f[2][3], real tau[2][3]);
/* Derivative of force and torque along the displacement f/m, J^-1 tau. */
void pair_gradient(const start s[2], const exact_body b[2], real gf[2][3], real gtau[2][3]);
void exact_body_momentum(const exact_body *b, real y[3]); /* in the body's frame */
/* Extrapolated midpoint rule; shares no formula with any method. */
void oracle(const start *bodies, int n, int forces, double time, exact_body *end);

/* ---- bodies with a stepper ------------------------------------------------------------------- */
/* PAIR_FORCES, or the same without gradients, or with forces that depend on momenta: bodies 2i and
 * 2i+1 attract each other by
 *   U = r.r/2 + c r.(d1 - d2),  r = x1 - x2,  d = Q b,  b fixed in the body,
 * which conserves the sums of momentum and angular momentum.  A method with levels gets a part of each term as
 * the slow force. */
typedef struct rig {
  int64_t n;
  double *memory;
  rgs_view view;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  rgs_host host;
  rgs_error error;
  int64_t aux;
  int64_t forces, gradients; /* evaluations so far */
  int64_t slow_forces;
  bool has_levels;              /* of the method at rig_open */
  real slow[2];                 /* how much of the first and of the second term is slow */
  int64_t spoil_at, spoil_body; /* at that evaluation, from 1, a torque of that body is nan */
} rig;
rig *rig_open(rgs_context *context, const rgs_method *method, const start *bodies, int64_t n,
              int layout, int forces);
void rig_close(rig *r);
rgs_status rig_run(rig *r, double h, int64_t steps);
rgs_status rig_show(rig *r); /* the bodies as the method means them */
start rig_body(const rig *r, int64_t i);
/* Every column of a body, as when it changes rank. */
void rig_move(const rig *from, int64_t i, const rig *to, int64_t j);
void rig_bind(rig *r); /* after a change of the view */
/* A new stepper, after a change of the host or of the view's flags. */
void rig_restart(rig *r, const rgs_method *method);
bool same_bits(const start *a, const start *b); /* x p q l */
double larger(double a, double b);              /* NaN wins, so that it is never overlooked */
double apart(const start *a, const start *b);   /* the largest difference */
double rig_output(rig *r, const char *key);
double rig_energy(rig *r); /* with what thermostat and barostat took: it stands still */
void rig_continue(rig *from, rig *to);

double farthest(const rig *a, const rig *b); /* of all bodies */
/* Evaluations of forces and of gradients in a step; the first steps may ask for more. */
void cost_of_step(rig *r, double h, double cost[2]);
/* Bodies go on, and others from their save; the output is the same, too. */
void report_save(rgs_context *context, const rgs_method *method, const char *name,
                 const start *bodies, int64_t n, double h, int64_t steps, const char *output);
/* A step that is broken off at any request, fails or is done is taken back (rgs_stepper_rewind). */
void report_rewind(rgs_context *context, const rgs_method *method, const char *name,
                   const start *bodies, int64_t n, double h);
/* Runs steps in which a method may not allocate memory.  Says nothing under sanitizers. */
void report_allocations(const char *method, const char *contract, rig *r, double h, int64_t steps);
/* Free bodies in one order and layout, and with the same tags in the opposite order and another layout. */
enum { IN_ORDER = 12 };
typedef struct two_orders {
  rig *one, *other; /* which the caller closes */
  int64_t tags[2][IN_ORDER];
  double apart; /* after these steps */
  bool same_bits, moved;
} two_orders;
void run_two_orders(two_orders *t, rgs_context *context, const rgs_method *method,
                    const start bodies[IN_ORDER], double h, int64_t steps);

/* Largest error of bodies first .. first+n-1, relative to lengths of about 1. */
double distance(const rig *r, int64_t first, int n, const exact_body *want);

/* ---- measurements ---------------------------------------------------------------------------- */
/* Rotor and scheme are null, or the integrator is.  Parameters that are required have their
 * defaults. */
rgs_method *make_method(rgs_context *context, const char *rotor, const char *scheme,
                        const char *integrator);
const rgs_param_info *param_of(const rgs_about *about, const char *key); /* null: there is none */
bool places_thermostat(rgs_context *context, const char *scheme); /* has it a stage for one? */
/* Of the rotor exact; thermostat or barostat may be null. */
rgs_method *make_ensemble(rgs_context *context, const char *scheme, const rgs_about *thermostat,
                          const rgs_about *barostat);
/* Divides the step by `ratio` again and again until the error after `time` is below `smallest`; the
 * order is the slope between the last two errors above. */
double measured_order(rgs_context *context, const rgs_method *method, const start *given, int n,
                      int forces, double time, double first_step, double ratio, double smallest);
/* Largest entry of J^T Omega J - Omega of one step from each of the systems of `n` bodies. */
double symplectic_defect(rgs_context *context, const rgs_method *method, const start *bodies, int n,
                         int forces, double h);
void pair_of_bodies(start pair[2]); /* that attract each other */
/* Puts bodies on the constraints of the method's model.  True if it has some that they did not obey:
 * then it is another model than the oracle's. */
bool settle(rgs_context *context, const rgs_method *method, start *bodies, int64_t n);
/* Of two bodies that attract each other. */
void report_pair_order(rgs_context *context, const rgs_method *method, const char *name,
                       const char *contract, int forces, uint32_t order);
void test_pair_claims(rgs_context *context, const rgs_method *method, const rgs_about *about,
                      const char *name);

/* ---- the tests ------------------------------------------------------------------------------- */
typedef struct subject { /* a rotor or an integrator under test */
  rgs_context *context;
  const rgs_about *about;
  const rgs_method *method;
  bool is_rotor, own_model; /* own: another than the oracle's */
} subject;
void fact(const subject *s, const char *contract, bool kept, const char *remark);
void test_flight(const subject *s);
void test_summing(const subject *s); /* over ranks */
void test_relaxes(const subject *s);
void test_random(const subject *s);

void test_rotor(rgs_context *context, const rgs_about *about);
void test_scheme(rgs_context *context, const rgs_about *about);
void test_integrator(rgs_context *context, const rgs_about *about);
void test_thermostat(rgs_context *context, const rgs_about *about);
/* A scheme with a fast and a slow force. */
void test_levels(rgs_context *context, const rgs_about *scheme);
/* A scheme that places the thermostat itself. */
void test_placed_thermostat(rgs_context *context, const rgs_about *scheme);
/* The order of averages where a thermostat acts on a scheme. */
void test_averages(rgs_context *context, const rgs_about *scheme);
void test_barostat(rgs_context *context, const rgs_about *about);
/* The same path, whether the n bodies lie on one rank, two or four. */
void test_ranks(rgs_context *context, const rgs_method *method, const char *name,
                const start *bodies, int64_t n, int forces, double h, int64_t steps);
/* What one rank has in its force, the sums show to all. */
void test_spoilt_rank(const subject *s, const start *bodies, int64_t n, int forces, double h);
/* The claims written in a module's schemes; only: the name of the one to test, or null. */
void test_written_claims(const rgs_context *context, const char *path, const char *only);
/* The order described for a rotor together with a scheme. */
void test_pair(rgs_context *context, const rgs_about *rotor, const rgs_about *scheme);
