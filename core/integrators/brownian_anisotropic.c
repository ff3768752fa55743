/* SPDX-License-Identifier: BSD-3-Clause
 *
 * brownian_anisotropic.c - overdamped motion of bodies with three frictions of translation, g_k, and
 * three of rotation, g'_k, along and about their principal axes:
 *
 *   dX = sum over k of e_k (f.e_k/g_k dt + sqrt(2 kT/g_k) dW_k),
 *   rotations about the axes e_k by tau.e_k/g'_k dt + sqrt(2 kT/g'_k) dW'_k.
 *
 * THE STEP is a splitting of G. Strang, SIAM J. Numer. Anal. 5, 506 (1968), doi 10.1137/0705041: drift
 * for h/2, diffusion without forces for h, drift for h/2.  The two halves of the drift that meet
 * between two steps are one midpoint rule: a body goes forward by half the drift that the forces of
 * the step before would give, its forces are evaluated there, it goes back, and then the whole way
 * with these forces.  So a step takes one evaluation, and what a host sees is the middle of the drift.
 * The forces of the step before differ from the right ones by order sqrt(h), at random, which leaves
 * the errors of all averages at order h^2.  The aux holds the way forward and its h; without it (at
 * the start, after a swap) the drift begins in its middle.  Of a spring k the method samples the
 * variance (1 - a/2)/((1 + a/2)(1 - a)) kT/k, a = h k/g_k, which is its limit of stability as well.
 *
 * DIFFUSION OF ROTATION  The operator of the density is the sum of D_k L_k^2 (L. D. Favro, Phys. Rev.
 * 119, 53 (1960), doi 10.1103/PhysRev.119.53).  The least of the D_k, times L^2, commutes with the
 * rest, and its law is the heat kernel on the group of rotations, which is drawn exactly.
 * What is left about the two other axes are rotations by normal angles, split as above.  So the law is
 * exact where the two smaller D_k are equal (spheres, rods), and in a plane.  For other bodies the
 * correlations of rank 1 and of products of two different axes are exact, and the others have an
 * error of the square of the part of h that a rotation takes; parts are free of force evaluations.
 *
 * DIFFUSION OF TRANSLATION  With the rotation given, the displacement is normal, and its variance is the
 * integral of Q 2 D Q^T.  The trapezoidal rule takes it from the orientations between the parts, with
 * weights that make its mean exact at the orientation of the start or the end: correlations of rank 2 fall
 * by two exponentials, and the mean of the integral of one, exp(-c t), is the rule's with
 * tanh(c t/2)/(c t/2) in place of 1.  So mean-square displacements are exact at any h.
 *
 * Momenta have no meaning in this limit, and are set to 0.
 */
#include "integrators/integrators.h"
#include "integrators/one_force.h"
#include "integrators/spin.h"
#include "simd/noise.h"

typedef struct anisotropic_params {
  double kt, kt_rotation, friction[3], friction_rotation[3];
  int64_t seed;
} anisotropic_params;

/* How far a body was moved forward, in space and as a rotation in the body, and h of that step. */
enum { FORWARD = 0, ROTATED = 3, STEP = 6, AUX = 7 };

/* Streams of the same seed and step; thermostats use those from 0 on. */
#define STREAM 0x40000000u

/* ---- noise ----------------------------------------------------------------------------------- */
typedef struct deviates {
  rgs_noise noise;
  uint64_t tag;
  int left;
  rgs_floats normal[RGS_NORMALS];
} deviates;

static double draw(deviates *d) {
  if (d->left == 0) {
    const rgs_noise_keys keys = rgs_noise_keys_of(&d->noise);
    rgs_words word[8];
    rgs_noise_words(&keys, &d->tag, word);
    rgs_normals_of(word, d->normal);
    d->noise.stream++;
    d->left = RGS_NORMALS;
  }
  return d->normal[--d->left];
}

/* Every number between 0 and 1 alike; the logarithm of one is -1/2 the square of two deviates. */
static double draw_chance(deviates *d) {
  const double a = draw(d), b = draw(d);
  return exp(-0.5 * (a * a + b * b));
}

/* ---- the parts of a step of diffusion ---------------------------------------------------------- */
typedef struct diffusion {
  int parts;           /* 0: nothing diffuses */
  double shift[3];     /* of half a part's translation: standard deviations along the axes */
  double alike;        /* of the rotation about all axes alike: D times the time of a part */
  int middle, largest; /* axes */
  double rotate_middle,
      rotate_largest; /* standard deviations: of a part about one, half a part about
                                       the other */
} diffusion;

/* A rotation may take this part of 1/(largest - least D), and a decay of rank 2 that part of its time,
 * before the step is divided. */
#define MOST_UNLIKE (1 / 16.0)
#define MOST_DECAY (1 / 4.0)
/* Beyond so many parts every memory of the orientation is lost. */
enum { MOST_PARTS = 64 };

/* Decay of diagonal tensors of trace 0 in the body's axes: (M s)_i = 2 sum of D_k (s_i - s_j). */
static void decay_of(const double d[3], const double s[3], double out[3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = 2 * (d[k] * (s[i] - s[j]) + d[j] * (s[i] - s[k]));
  }
}

static double largest_of(const double v[3]) {
  return fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
}

static double mean_over(double time) { return time > 0 ? tanh(0.5 * time) / (0.5 * time) : 1; }

/* The means of translation: from the constants along the axes, by the trapezoidal rule.  The
 * constants of rotation are divided by the largest, because squares of small and large ones are no
 * doubles. */
static void shrink(const double d[3], double time, const double translation[3], double out[3]) {
  const double largest = largest_of(d), unit = largest > 0 ? largest : 1;
  const double e[3] = { d[0] / unit, d[1] / unit, d[2] / unit };
  const double mean = (e[0] + e[1] + e[2]) / 3;
  const double pairs = (e[0] * e[1] + e[1] * e[2] + e[2] * e[0]) / 3;
  const double root = 6 * sqrt(fmax(mean * mean - pairs, 0));
  const double slow = 6 * mean - root, fast = 6 * mean + root;
  const double of_slow = mean_over(slow * (unit * time)), of_fast = mean_over(fast * (unit * time));
  const double slope = fast > slow ? (of_fast - of_slow) / (fast - slow) : 0;
  const double alike = (translation[0] + translation[1] + translation[2]) / 3;
  double s[3], decay[3];
  for (int k = 0; k < 3; k++) s[k] = translation[k] - alike;
  decay_of(e, s, decay);
  for (int k = 0; k < 3; k++) {
    out[k] = alike + of_slow * s[k] + slope * (decay[k] - slow * s[k]);
    if (out[k] < 0) out[k] = 0; /* not fmax, which takes nan for 0 */
  }
}

static int parts_of(const double d[3], double least, double middle, double largest, double h,
                    const double translation[3]) {
  const double alike = (translation[0] + translation[1] + translation[2]) / 3;
  double s[3], decay[3];
  for (int k = 0; k < 3; k++) s[k] = translation[k] - alike;
  double parts = fmax(1, h * least);
  if (middle > least) parts = fmax(parts, h * (largest - least) / MOST_UNLIKE);
  const double most = largest_of(s);
  if (most > 1e-12 * alike) {
    for (int k = 0; k < 3; k++) s[k] /= most;
    decay_of(d, s, decay);
    parts = fmax(parts, h * largest_of(decay) / MOST_DECAY);
  }
  return parts < MOST_PARTS ? (int)ceil(parts) : MOST_PARTS;
}

/* From the least of the constants to the largest. */
static void sort_axes(const double d[3], int axis[3]) {
  for (int k = 0; k < 3; k++) axis[k] = k;
  for (int k = 0; k < 3; k++) {
    const int first = k % 2, left = axis[first], right = axis[first + 1];
    if (!(d[left] > d[right])) continue;
    axis[first] = right;
    axis[first + 1] = left;
  }
}

/* `only`: the one axis that the bodies may rotate about, or -1. */
static diffusion diffusion_of(const anisotropic_params *p, double h, int only) {
  const double kt_rotation = p->kt_rotation > 0 ? p->kt_rotation : p->kt;
  diffusion all = { .parts = 0 };
  double d[3], translation[3], shrunk[3];
  if (!(p->kt > 0) && !(kt_rotation > 0)) return all;
  for (int k = 0; k < 3; k++) {
    translation[k] = p->kt / p->friction[k];
    d[k] = only < 0 || only == k ? kt_rotation / p->friction_rotation[k] : 0;
  }
  int axis[3];
  sort_axes(d, axis);
  const int least = axis[0];
  all.middle = axis[1];
  all.largest = axis[2];
  all.parts = parts_of(d, d[least], d[all.middle], d[all.largest], h, translation);
  const double time = h / all.parts;
  shrink(d, time, translation, shrunk);
  for (int k = 0; k < 3; k++) all.shift[k] = sqrt(time * shrunk[k]);
  all.alike = fmin(d[least] * time, 1);
  all.rotate_middle = sqrt(2 * time * (d[all.middle] - d[least]));
  all.rotate_largest = sqrt(time * (d[all.largest] - d[least]));
  return all;
}

/* ---- diffusion of a body ------------------------------------------------------------------------ */
/* A body of the view while it moves. */
typedef struct mover {
  const rgs_view *v;
  int64_t i;
  rgs_spin spin;
  deviates noise;
} mover;

static void rotate(mover *m, const double by[3], double share) {
  const double part[3] = { share * by[0], share * by[1], share * by[2] };
  rgs_rotate_body(&m->spin, &m->v->q, m->i, part);
}

static void move(mover *m, const double by[3], double share) {
  for (int k = 0; k < (m->spin.flat ? 2 : 3); k++) RGS_AT(m->v->x, m->i, k) += share * by[k];
}

static void shift(mover *m, const diffusion *d, double share) {
  double along[3], by[3];
  for (int k = 0; k < 3; k++) along[k] = d->shift[k] * draw(&m->noise);
  rgs_into_space(m->spin.axes, along, by);
  move(m, by, share);
}

static void rotate_about(mover *m, int axis, double spread) {
  if (spread == 0) return;
  double by[3] = { 0, 0, 0 };
  by[m->spin.flat ? 2 : axis] = spread * draw(&m->noise);
  rotate(m, by, 1);
}

/* Half the angle, a, of a free rotation of all axes alike has the density sin a sum over n of (a + 2 pi n)
 * exp(-(a + 2 pi n)^2/t), t = D h (the heat kernel on the three-sphere; t <= 1 needs n = -1, 0, 1 only).
 * The density of a normal vector's length, a^2 exp(-a^2/t), times this is the same. */
static double kernel_over_normal(double a, double t) {
  static const double pi = 3.14159265358979323846;
  if (!(a < pi)) return 0;
  if (!(a > 0)) return 1;
  const double before = (a - 2 * pi) / a * exp(-4 * pi * (pi - a) / t);
  const double behind = (a + 2 * pi) / a * exp(-4 * pi * (pi + a) / t);
  return sin(a) / a * (1 + before + behind);
}

static void rotate_alike(mover *m, double t) {
  if (!(t > 0)) return;
  double by[3], a;
  do {
    for (int k = 0; k < 3; k++) by[k] = sqrt(0.5 * t) * draw(&m->noise);
    a = sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
  } while (draw_chance(&m->noise) > kernel_over_normal(a, t));
  rotate(m, by, 2);
}

static void diffuse(mover *m, const diffusion *d) {
  if (d->parts == 0) return;
  shift(m, d, 1);
  for (int part = 1; part <= d->parts; part++) {
    rotate_about(m, d->largest, d->rotate_largest);
    rotate_about(m, d->middle, d->rotate_middle);
    rotate_alike(m, d->alike);
    rotate_about(m, d->largest, d->rotate_largest);
    shift(m, d, part < d->parts ? sqrt(2) : 1); /* the end of a part is the start of the next */
  }
}

/* ---- the step of a body ------------------------------------------------------------------------- */
/* The axis that lies along z. */
static int axis_along_z(const rgs_spin *spin) {
  const double *z = spin->axes[2];
  if (fabs(z[2]) >= fabs(z[0]) && fabs(z[2]) >= fabs(z[1])) return 2;
  return fabs(z[1]) >= fabs(z[0]) ? 1 : 0;
}

/* Velocity in space and rotation of the drift. */
static void drift(const rgs_step_call *call, mover *m, double v[3], double w[3]) {
  const anisotropic_params *p = (const anisotropic_params *)call->params;
  double f[3], tau[3], along[3];
  for (int k = 0; k < 3; k++) {
    f[k] = m->spin.flat && k == 2 ? 0 : call->force_scale * RGS_AT(m->v->f, m->i, k);
    tau[k] = call->force_scale * RGS_AT(m->v->tau, m->i, k);
  }
  rgs_into_body(m->spin.axes, f, along);
  for (int k = 0; k < 3; k++) along[k] /= p->friction[k];
  rgs_into_space(m->spin.axes, along, v);
  rgs_into_spin(&m->spin, tau, w);
  for (int k = 0; k < 3; k++) w[k] *= m->spin.mobility[k];
}

static void move_body(const rgs_step_call *call, const diffusion *by_axis, int64_t i) {
  const anisotropic_params *p = (const anisotropic_params *)call->params;
  const rgs_view *view = call->bodies;
  const uint64_t tag = (uint64_t)(view->tag != NULL ? view->tag[i] : i);
  mover m = { .v = view, .i = i, .spin = rgs_spin_of(view, i) };
  m.noise = (deviates){ .noise = { (uint32_t)p->seed, STREAM, call->step }, .tag = tag };
  const int only = m.spin.flat ? axis_along_z(&m.spin) : 0;
  for (int k = 0; k < 3; k++) {
    m.spin.mobility[k] = m.spin.flat ? 0 : 1 / p->friction_rotation[k];
    RGS_AT(view->p, i, k) = RGS_AT(view->l, i, k) = 0;
  }
  if (m.spin.flat) m.spin.mobility[2] = 1 / p->friction_rotation[only];
  double v[3], w[3], forward[AUX];
  for (int k = 0; k < AUX; k++) forward[k] = RGS_AT(view->aux, i, k);
  drift(call, &m, v, w);
  move(&m, forward + FORWARD, -1);
  rotate(&m, forward + ROTATED, -1);
  const double time = 0.5 * (forward[STEP] + call->h);
  move(&m, v, time);
  rotate(&m, w, time);
  diffuse(&m, &by_axis[only]);
  move(&m, v, 0.5 * call->h);
  rotate(&m, w, 0.5 * call->h);
  for (int k = 0; k < 3; k++) {
    RGS_AT(view->aux, i, FORWARD + k) = 0.5 * call->h * v[k];
    RGS_AT(view->aux, i, ROTATED + k) = 0.5 * call->h * w[k];
  }
  RGS_AT(view->aux, i, STEP) = call->h;
}

/* ---- a step ---------------------------------------------------------------------------------- */
static rgs_status advance(rgs_step_call *call, int64_t *bad) {
  const anisotropic_params *p = (const anisotropic_params *)call->params;
  const rgs_view *v = call->bodies;
  if (call->h == 0) return RGS_OK;
  const rgs_status status = rgs_forces_of_start(call, bad);
  if (status != RGS_OK) return status;
  diffusion by_axis[3];
  const int flat = (v->flags & RGS_VIEW_PLANAR) != 0;
  for (int k = 0; k < (flat ? 3 : 1); k++) by_axis[k] = diffusion_of(p, call->h, flat ? k : -1);
  call->valid = 0;
  for (int64_t i = 0; i < v->n; i++) {
    move_body(call, by_axis, i);
    if (rgs_is_somewhere(v, i)) continue;
    *bad = i;
    return RGS_E_NONFINITE;
  }
  return RGS_OK;
}

/* ---- tables ---------------------------------------------------------------------------------- */
#define ROW(name, field, its_unit, text, its_type, least, most, usual, its_flags)                  \
  {                                                                                                \
    .key = name, .unit = its_unit, .doc = text, .type = its_type,                                  \
    .offset = (uint32_t)offsetof(anisotropic_params, field), .min = least, .max = most,            \
    .dflt = usual, .flags = its_flags                                                              \
  }
#define FRICTION(number, axis)                                                                     \
  ROW("friction_" #number, friction[number - 1], "mass/time",                                      \
      "Force over velocity along the " axis " principal axis.", RGS_F64, 0, 1e150, 1,              \
      RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN)
#define FRICTION_ROTATION(number, axis)                                                            \
  ROW("friction_rotation_" #number, friction_rotation[number - 1], "mass*length^2/time",           \
      "Torque over angular velocity about the " axis " principal axis.", RGS_F64, 0, 1e150, 1,     \
      RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN)
static const rgs_param_info params[] = {
  ROW("kt", kt, "energy", "Boltzmann's constant times the temperature; 0: no noise.", RGS_F64, 0,
      1e150, 1, RGS_PARAM_REQUIRED),
  ROW("kt_rotation", kt_rotation, "energy", "The same of rotation; 0: as kt.", RGS_F64, 0, 1e150, 0,
      0),
  FRICTION(1, "first"),
  FRICTION(2, "second"),
  FRICTION(3, "third"),
  FRICTION_ROTATION(1, "first"),
  FRICTION_ROTATION(2, "second"),
  FRICTION_ROTATION(3, "third"),
  ROW("seed", seed, "", "Another seed gives another noise.", RGS_I64, 0, 4294967295.0, 1,
      RGS_PARAM_REQUIRED),
};

static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = RGS_VENDOR "brownian_anisotropic",
  .doc = "Overdamped motion at constant temperature with frictions along and about each principal "
         "axis; sets momenta to 0.",
  .cite = "10.1103/PhysRev.119.53",
  .order = 2,
  .claims = RGS_RANDOM,
  .needs = RGS_EVAL_FORCE,
  RGS_PARAMS(anisotropic_params, params),
};

const rgs_integrator rgs_integrator_brownian_anisotropic = {
  .head = RGS_HEAD(rgs_integrator),
  .about = &about,
  .advance = advance,
  .aux = AUX,
};
