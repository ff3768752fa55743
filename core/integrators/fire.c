/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fire.c - FIRE, the fast inertial relaxation engine, for rigid bodies: E. Bitzek, P. Koskinen,
 * F. Gaehler, M. Moseler and P. Gumbsch, Phys. Rev. Lett. 97, 170201 (2006), as corrected by
 * J. Guenole, W. G. Noehring, A. Vaid, F. Houlle, Z. Xie, A. Prakash and E. Bitzek, Comput. Mater.
 * Sci. 175, 109584 (2020): the semi-implicit Euler method, mixing before positions change, half a
 * step back where the path went uphill, no smaller step before `delay` steps were made.
 *
 * The bodies slide downhill with their inertia.  While the power of the forces is positive, the
 * velocities turn towards the forces, and after `delay` such steps the step grows; where it is not,
 * the bodies stop, half a step back, and the step shrinks.
 *
 * THE METRIC  Translation and rotation have different units, so lengths of velocities and forces
 * need a metric.  It is the kinetic energy's: p.p/m + l.J^-1 l for velocities, and for forces
 * the same of f and tau.  In it one point of unit mass moves in
 * coordinates in which Newton's equations hold, so mixing turns each body's velocity towards what
 * its force would have made of it, and the step means the same as in molecular dynamics.
 *
 * A body that rotates takes its angular momentum with it: l turns by the same rotation.  So the
 * kinetic energy stays the same in a drift, and an axis without inertia never gets a momentum.
 *
 * THE LARGEST STEP  A step that is too long for the stiffest vibration makes it grow until the path goes
 * uphill, and then the soft motions, which have farthest to go, stop as well.  Where `step_max` h is too
 * long this happens again and again, and convergence takes ten times as long.  So the curvature of the
 * energy along the path is measured, which costs one number more in the sums, and the step stays below
 * what the largest one met lately bears.  This is not in the papers.
 *
 * HOW FAR A BODY MOVES  Two bodies that overlap may push each other with forces 1e12 times the usual.
 * So velocities are cut where a body would move farther than `reach` in a step, each body by itself:
 * no maximum over ranks is needed, and its power stays positive.
 */
#include "integrators/integrators.h"
#include "integrators/spin.h"

/* The mixing falls by this factor with every step that the time step grows. */
#define MIXING_FALLS 0.99
/* The largest angle of a step; and the largest displacement where the host gives none, in radii of
 * gyration of the mean body.  That is 0.1 Angstrom for water. */
#define LARGEST_ANGLE 0.3
/* In a step the stiffest vibration proceeds by this angle at most.  The semi-implicit Euler method is
 * unstable from 2 on. */
#define LARGEST_PHASE 0.85
/* Molecular dynamics takes about a twentieth of the shortest period. */
#define PHASE_FOR_DYNAMICS 0.3
/* A curvature that bounds the step is forgotten by this factor in a step, if it is not met again; by
 * the second one where it keeps the step below h, as in the first steps after an overlap. */
#define FORGETS 0.9999
#define FORGETS_OVERLAP 0.98
/* Of a move that is shorter than this, in radii of gyration, rounding hides the curvature. */
#define LEAST_MOVE 1e-8

typedef struct fire_params {
  double step_max, step_min, grow, shrink, mixing, reach;
  int64_t delay;
} fire_params;

typedef struct fire_state {
  int64_t steps;            /* 0: nothing has begun */
  int64_t downhill, uphill; /* steps in succession */
  double step;              /* in units of h .. */
  double time;              /* .. and of the last move, as a time */
  double mixing;
  double slope;     /* this rank's power just before the bodies moved last */
  double curvature; /* the largest along the path lately: the square of a frequency */
} fire_state;

/* What one step does to the momenta. */
typedef struct fire_move {
  double h;               /* of this step */
  double back;            /* before it, so much of the last one is taken back, as a time */
  double keep, push;      /* p becomes keep p + push f */
  double reach;           /* of a body's centre */
  double reach_of_mantle; /* of the points at the radius of gyration; the angle has its own bound */
} fire_move;

enum { BEGINS, HAS_ASKED, HAS_MOVED };
typedef struct fire_cursor {
  uint32_t phase, reserved0;
} fire_cursor;

/* ---- a body ---------------------------------------------------------------------------------- */
typedef struct moving {
  rgs_spin spin;
  double mass, p[3], f[3]; /* momentum and force */
  double y[3], t[3];       /* angular momentum and torque, as a spin */
} moving;

static moving load(const rgs_step_call *call, int64_t i) {
  const rgs_view *v = call->bodies;
  moving b = { .spin = rgs_spin_of(v, i), .mass = RGS_AT(v->mass, i, 0) };
  const double unit = v->flags & RGS_VIEW_P_IS_VELOCITY ? b.mass : 1;
  double l[3], tau[3];
  for (int k = 0; k < 3; k++) {
    const double free = b.spin.flat && k == 2 ? 0 : 1;
    b.p[k] = free * unit * RGS_AT(v->p, i, k);
    b.f[k] = free * call->force_scale * RGS_AT(v->f, i, k);
    l[k] = RGS_AT(v->l, i, k);
    tau[k] = call->force_scale * RGS_AT(v->tau, i, k);
  }
  rgs_into_spin(&b.spin, l, b.y);
  rgs_into_spin(&b.spin, tau, b.t);
  return b;
}

static void store_momenta(const rgs_view *v, int64_t i, moving *b) {
  const double unit = v->flags & RGS_VIEW_P_IS_VELOCITY ? b->mass : 1;
  double l[3];
  rgs_out_of_spin(&b->spin, b->y, l);
  for (int k = 0; k < 3; k++) {
    RGS_AT(v->p, i, k) = b->p[k] / unit;
    RGS_AT(v->l, i, k) = l[k];
  }
}

static void displace(const rgs_view *v, int64_t i, moving *b, double time) {
  double turn[3];
  for (int k = 0; k < 3; k++) {
    RGS_AT(v->x, i, k) += time / b->mass * b->p[k];
    turn[k] = time * b->spin.mobility[k] * b->y[k];
  }
  rgs_rotate_body(&b->spin, &v->q, i, turn);
}

static double length_of(const double v[3]) { return hypot(hypot(v[0], v[1]), v[2]); }

/* The factor that brings `length` down to `most`; most may be infinite. */
static double cut(double length, double most) { return length > most ? most / length : 1; }

static double largest_moment(const rgs_view *v, int64_t i) {
  return fmax(RGS_AT(v->inertia, i, 0), fmax(RGS_AT(v->inertia, i, 1), RGS_AT(v->inertia, i, 2)));
}

static void cut_momenta(const rgs_view *v, int64_t i, const fire_move *move, moving *b) {
  double w[3];
  for (int k = 0; k < 3; k++) w[k] = b->spin.mobility[k] * b->y[k];
  const double radius = sqrt(largest_moment(v, i) / b->mass);
  const double angle =
      radius > 0 ? fmin(LARGEST_ANGLE, move->reach_of_mantle / radius) : LARGEST_ANGLE;
  const double of_p = cut(move->h * length_of(b->p) / b->mass, move->reach);
  const double of_l = cut(move->h * length_of(w), angle);
  for (int k = 0; k < 3; k++) {
    b->p[k] *= of_p;
    b->y[k] *= of_l;
  }
}

/* Returns the power with which the force before the move drives it. */
static double move_body(const rgs_step_call *call, int64_t i, const fire_move *move) {
  moving b = load(call, i);
  double power = 0;
  if (move->back > 0) displace(call->bodies, i, &b, -move->back);
  for (int k = 0; k < 3; k++) {
    b.p[k] = move->keep * b.p[k] + move->push * b.f[k];
    b.y[k] = move->keep * b.y[k] + move->push * b.t[k];
  }
  cut_momenta(call->bodies, i, move, &b);
  for (int k = 0; k < 3; k++)
    power += b.p[k] * (b.f[k] / b.mass) + b.y[k] * (b.t[k] * b.spin.mobility[k]);
  displace(call->bodies, i, &b, move->h);
  store_momenta(call->bodies, i, &b);
  return power;
}

/* ---- a step ---------------------------------------------------------------------------------- */
enum {
  POWER,
  SPEED,
  STRENGTH,
  SLOPE,
  MASS,
  MOMENT,
  SUMS
}; /* speed, strength: squares in the metric */

static void begin(const rgs_step_call *call) {
  const fire_params *p = (const fire_params *)call->params;
  fire_state *s = (fire_state *)call->state;
  if (s->steps > 0) return;
  *s = (fire_state){ .step = 1, .mixing = p->mixing };
  for (int64_t i = 0; i < call->bodies->n; i++)
    for (int k = 0; k < 3; k++) RGS_AT(call->bodies->p, i, k) = RGS_AT(call->bodies->l, i, k) = 0;
}

static rgs_status ask_for_sums(rgs_step_call *call) {
  const rgs_view *v = call->bodies;
  double *sum = call->sum;
  for (int k = 0; k < SUMS; k++) sum[k] = 0;
  for (int64_t i = 0; i < v->n - v->n_ghosts; i++) {
    const moving b = load(call, i);
    for (int k = 0; k < 3; k++) {
      sum[POWER] += b.p[k] * (b.f[k] / b.mass) + b.y[k] * (b.t[k] * b.spin.mobility[k]);
      sum[SPEED] += b.p[k] * (b.p[k] / b.mass) + b.y[k] * (b.y[k] * b.spin.mobility[k]);
      sum[STRENGTH] += b.f[k] * (b.f[k] / b.mass) + b.t[k] * (b.t[k] * b.spin.mobility[k]);
    }
    sum[MASS] += b.mass;
    sum[MOMENT] += largest_moment(v, i);
  }
  sum[SLOPE] = ((const fire_state *)call->state)->slope;
  call->n_sum = SUMS;
  call->want = RGS_EVAL_REDUCTION;
  call->want_time = call->time;
  return RGS_NEED_EVAL;
}

/* The largest second derivative of the energy along the path lately.  Along the velocity v it is the
 * fall of the power over the last move, over time and v.v.  A move that began with half a step back
 * does not tell. */
static void note_curvature(const rgs_step_call *call) {
  fire_state *s = (fire_state *)call->state;
  const double *sum = call->sum;
  /* The square of how far the mean body moved, and of the least that rounding leaves a curvature of. */
  const double moved2 = s->time * s->time * (sum[SPEED] / sum[MASS]);
  const double least2 = LEAST_MOVE * LEAST_MOVE * (sum[MOMENT] / sum[MASS]);
  const double now = s->downhill > 0 && moved2 > least2
                         ? (sum[SLOPE] - sum[POWER]) / (s->time * sum[SPEED])
                         : s->curvature;
  const int binds = s->time * sqrt(s->curvature) > 0.99 * LARGEST_PHASE;
  const double left = !binds ? 1 : s->step < 1 ? FORGETS_OVERLAP : FORGETS;
  s->curvature = fmax(left * s->curvature, isfinite(now) ? now : 0);
}

/* The step in units of h: it grows or shrinks, and stays where the stiffest vibration is followed. */
static void adapt_step(const rgs_step_call *call, int downhill) {
  const fire_params *p = (const fire_params *)call->params;
  fire_state *s = (fire_state *)call->state;
  const double least = fmin(p->step_min, s->step), most = fmax(p->step_max, s->step);
  s->downhill = downhill ? s->downhill + 1 : 0;
  s->uphill = downhill || !(call->sum[SPEED] > 0) ? 0 : s->uphill + 1;
  if (s->downhill > p->delay) {
    s->step = fmin(s->step * p->grow, most);
    s->mixing *= MIXING_FALLS;
  }
  if (s->uphill > 0) {
    if (s->steps >= p->delay) s->step *= p->shrink;
    s->mixing = p->mixing;
  }
  const double of_least = LARGEST_PHASE / (least * call->h);
  s->curvature = fmin(s->curvature, of_least * of_least); /* what is larger changes nothing */
  if (s->curvature > 0) s->step = fmin(s->step, LARGEST_PHASE / (sqrt(s->curvature) * call->h));
  s->step = fmax(s->step, least);
  s->steps++;
}

/* Which way the path goes, and how far. */
static fire_move decide(const rgs_step_call *call) {
  const fire_params *p = (const fire_params *)call->params;
  fire_state *s = (fire_state *)call->state;
  const double *sum = call->sum, last = s->time;
  const int downhill = sum[POWER] > 0;
  note_curvature(call);
  adapt_step(call, downhill);
  s->time = s->step * call->h;
  const double radius = sqrt(sum[MOMENT] / sum[MASS]);
  const double free = radius > 0 ? LARGEST_ANGLE * radius : HUGE_VAL;
  fire_move move = { .h = s->time,
                     .back = downhill ? 0 : 0.5 * last,
                     .push = s->time, /* from rest */
                     .reach = p->reach > 0 ? p->reach : free,
                     .reach_of_mantle = p->reach > 0 ? p->reach : HUGE_VAL };
  if (downhill) { /* so neither velocities nor forces are all 0 */
    move.keep = 1 - s->mixing;
    move.push = move.keep * move.h + s->mixing * sqrt(sum[SPEED] / sum[STRENGTH]);
  }
  return move;
}

static rgs_status move_all(rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  const fire_move move = decide(call);
  double slope = 0;
  call->valid = 0;
  for (int64_t i = 0; i < v->n; i++) {
    const double power = move_body(call, i, &move);
    if (i < v->n - v->n_ghosts) slope += power;
    *bad = i;
    if (!rgs_finite3(&v->x, i) || !rgs_finite3(&v->p, i) || !rgs_finite3(&v->l, i))
      return RGS_E_NONFINITE;
  }
  ((fire_state *)call->state)->slope = slope;
  return RGS_OK;
}

static rgs_status advance(rgs_step_call *call, int64_t *bad) {
  fire_cursor *cursor = (fire_cursor *)call->cursor;
  if (call->h == 0) return RGS_OK;
  if (cursor->phase == HAS_ASKED) {
    const rgs_status status = move_all(call, bad);
    if (status != RGS_OK) return status;
    cursor->phase = HAS_MOVED;
  }
  if (!(call->valid & RGS_EVAL_FORCE)) {
    call->want = RGS_EVAL_FORCE;
    call->want_time = cursor->phase == HAS_MOVED ? call->time + call->h : call->time;
    return RGS_NEED_EVAL;
  }
  if (cursor->phase == HAS_MOVED) return RGS_OK;
  begin(call);
  cursor->phase = HAS_ASKED;
  return ask_for_sums(call);
}

/* ---- outputs --------------------------------------------------------------------------------- */
static double largest(const rgs_view *v, const rgs_column *column) {
  double most = 0;
  for (int64_t i = 0; i < v->n - v->n_ghosts; i++) {
    double a[3];
    rgs_get3(column, i, a);
    most = fmax(most, length_of(a));
  }
  return most;
}

static rgs_status output(const rgs_step_call *call, uint32_t index, double *values) {
  const fire_state *s = (const fire_state *)call->state;
  if (index < 2) {
    if (!(call->valid & RGS_EVAL_FORCE)) return RGS_E_ORDER;
    values[0] = largest(call->bodies, index == 0 ? &call->bodies->f : &call->bodies->tau);
    return RGS_OK;
  }
  if (s->steps == 0) return RGS_E_ORDER;
  if (index == 2) values[0] = s->step * call->h;
  if (index == 3 && !(s->curvature > 0)) return RGS_E_ORDER;
  if (index == 3) values[0] = PHASE_FOR_DYNAMICS / sqrt(s->curvature);
  if (index == 4) values[0] = (double)s->uphill;
  return RGS_OK;
}

/* ---- tables ---------------------------------------------------------------------------------- */
#define OUTPUT(key, unit, doc)                                                                     \
  { RGS_HEAD(rgs_output_info), RGS_VENDOR key, unit, doc, 1, 0, 0, 0 }
static const rgs_output_info outputs[] = {
  OUTPUT(
      "largest_force", "force",
      "The largest force on a body of this rank, in the host's unit; take the largest over ranks."),
  OUTPUT("largest_torque", "force*length",
         "The largest torque on a body of this rank, in the host's unit; take the largest over "
         "ranks."),
  OUTPUT("fire_step", "time", "The step that the descent took last."),
  OUTPUT("suggested_step", "time",
         "A time step for molecular dynamics: a twentieth of the shortest period met lately."),
  OUTPUT("uphill_steps", "",
         "Steps that went uphill in succession; thousands mean that the path is stuck."),
};

#define ROW(name, unit, text, type, least, most, usual)                                            \
  RGS_PARAM_ROW(fire_params, name, type, unit, text, least, most, usual, 0)
static const rgs_param_info params[] = {
  ROW(step_max, "", "The step grows up to this many time steps h.", RGS_F64, 1, 1e6, 10),
  ROW(step_min, "", "It shrinks down to this many.", RGS_F64, 1e-9, 1, 0.02),
  ROW(grow, "", "Factor of the step after `delay` steps downhill.", RGS_F64, 1, 10, 1.1),
  ROW(shrink, "", "Factor of the step after a step uphill.", RGS_F64, 0.01, 1, 0.5),
  ROW(mixing, "", "How far velocities turn towards the forces in a step, at first.", RGS_F64, 0, 1,
      0.25),
  ROW(reach, "length",
      "The farthest that a body may move in a step; 0: 0.3 of the bodies' mean radius of gyration.",
      RGS_F64, 0, 1e150, 0),
  ROW(delay, "", "Steps downhill before the step grows, and steps made before it may shrink.",
      RGS_I64, 0, 1000000, 20),
};

static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = RGS_VENDOR "fire",
  .doc = "Minimises the potential energy: a descent with inertia whose step adapts itself; sets "
         "momenta to 0 when it begins.",
  .cite = "10.1016/j.commatsci.2020.109584",
  .order = 1,
  .claims = RGS_RELAXES,
  .needs = RGS_EVAL_FORCE | RGS_EVAL_REDUCTION,
  RGS_PARAMS(fire_params, params),
};

const rgs_integrator rgs_integrator_fire = {
  .head = RGS_HEAD(rgs_integrator),
  .about = &about,
  .advance = advance,
  .cursor_size = sizeof(fire_cursor),
  .output = output,
  .outputs = outputs,
  .n_outputs = sizeof outputs / sizeof *outputs,
  .output_info_size = sizeof(rgs_output_info),
  .state_size = sizeof(fire_state),
};
