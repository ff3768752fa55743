/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peers.c - how codes for granular matter turn their bodies, to be measured beside the library, and a body
 * made of spheres that bounces on a floor, as theirs do.  forced_rotor.py loads it.
 *
 * The peers are leapfrogs with one evaluation of the forces a step: momenta belong to the middles of the
 * steps, positions and attitudes to their ends.  Positions move as in all such codes, p += h f, x += h p/m.
 * Columns of the view are contiguous; l holds what the peer keeps from step to step: SPIRAL the angular
 * velocity in the body's frame, the others the angular momentum in space.
 */
#include <math.h>
#include <rigidstep/rigidstep.h>

typedef enum peer { SPIRAL, YADE_FINCHAM, FINCHAM } peer;
typedef int evaluate(void *self, rgs_eval *request, const rgs_view *bodies);

int peer_steps(peer kind, evaluate *eval, void *self, const rgs_view *bodies, double first_kick,
               double h, int64_t steps);
void peer_kick(peer kind, const rgs_view *bodies, double h);
int contact_eval(void *self, rgs_eval *request, const rgs_view *bodies);

/* ---- vectors and quaternions ------------------------------------------------------------------ */
static void cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Turns v from space into the body's frame. */
static void into_body(const double q[4], const double v[3], double out[3]) {
  double once[3], twice[3];
  cross(q + 1, v, once);
  cross(q + 1, once, twice);
  for (int k = 0; k < 3; k++) out[k] = v[k] + 2 * (twice[k] - q[0] * once[k]);
}

/* q (s, v) */
static void times(const double q[4], double s, const double v[3], double out[4]) {
  double sum[3];
  cross(q + 1, v, sum);
  out[0] = q[0] * s - q[1] * v[0] - q[2] * v[1] - q[3] * v[2];
  for (int k = 0; k < 3; k++) out[1 + k] = sum[k] + q[0] * v[k] + s * q[1 + k];
}

static void normalise(double q[4]) {
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++) q[k] /= length;
}

/* ---- SPIRAL ------------------------------------------------------------------------------------
 * C. A. del Valle, V. Angelidakis, S. Roy, J. D. Munoz, T. Poeschel, Comput. Phys. Commun. 297 (2024) 109077, its form for
 * leapfrogs, which is what Yade has under the name delValle2023 and JaxDEM under verletspiral.
 *
 * With w' = (tau - w x I w)/I in the body's frame, the torque being that at the middle of the kick,
 *   k1 = h w'(w),  k2 = h w'(w + k1),  k3 = h w'(w + (k1 + k2)/4),  w += (k1 + k2 + 4 k3)/6,
 * which is the Runge-Kutta method SSPRK(3,3), and then q <- q exp(h w/2). */
static void slope(const double w[3], const double tau[3], const double inertia[3], double h,
                  double out[3]) {
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    out[a] = h * (tau[a] + (inertia[b] - inertia[c]) * w[b] * w[c]) / inertia[a];
  }
}

static void spiral_kick(const double q[4], const double inertia[3], const double tau[3], double h,
                        double w[3]) {
  double torque[3], k1[3], k2[3], k3[3], at[3];
  into_body(q, tau, torque);
  slope(w, torque, inertia, h, k1);
  for (int k = 0; k < 3; k++) at[k] = w[k] + k1[k];
  slope(at, torque, inertia, h, k2);
  for (int k = 0; k < 3; k++) at[k] = w[k] + 0.25 * (k1[k] + k2[k]);
  slope(at, torque, inertia, h, k3);
  for (int k = 0; k < 3; k++) w[k] += (k1[k] + k2[k] + 4 * k3[k]) / 6;
}

static void spiral_turn(const double w[3], double h, double q[4]) {
  const double rate = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  if (rate == 0) return;
  const double s = sin(0.5 * h * rate) / rate, axis[3] = { s * w[0], s * w[1], s * w[2] };
  double turned[4];
  times(q, cos(0.5 * h * rate), axis, turned);
  for (int k = 0; k < 4; k++) q[k] = turned[k];
}

/* ---- Fincham -----------------------------------------------------------------------------------
 * The explicit leapfrog of Mol. Simul. 8 (1992) 165.  With A(q) from space into the body's frame and
 * q' = q (0, w)/2, from l at the time -h/2:
 *   l0 = l + h tau/2,   w0 = A(q) l0/I,   q1 = q + h q'(q, w0)/2,
 *   l <- l + h tau,     w1 = A(q1) l/I,   q <- q + h q'(q1, w1), made of length 1.
 * Yade (Fincham1992) takes A(q) in place of A(q1). */
static void fincham_turn(const double inertia[3], const double tau[3], const double l[3], double h,
                         double q[4], int yade) {
  double l0[3], w[3], half[4], rate[4];
  for (int k = 0; k < 3; k++) l0[k] = l[k] - 0.5 * h * tau[k];
  into_body(q, l0, w);
  for (int k = 0; k < 3; k++) w[k] /= inertia[k];
  times(q, 0, w, rate);
  for (int k = 0; k < 4; k++) half[k] = q[k] + 0.25 * h * rate[k];
  if (!yade) normalise(half);
  into_body(yade ? q : half, l, w);
  for (int k = 0; k < 3; k++) w[k] /= inertia[k];
  times(half, 0, w, rate);
  for (int k = 0; k < 4; k++) q[k] += 0.5 * h * rate[k];
  normalise(q);
}

/* ---- runs ------------------------------------------------------------------------------------- */
/* Momenta and spins go on by h, with f and tau of the time that they have reached with half of it. */
void peer_kick(peer kind, const rgs_view *v, double h) {
  for (int64_t i = 0; i < v->n; i++) {
    double *spin = v->l.data + 3 * i;
    const double *tau = v->tau.data + 3 * i;
    for (int k = 0; k < 3; k++) v->p.data[3 * i + k] += h * v->f.data[3 * i + k];
    if (kind == SPIRAL)
      spiral_kick(v->q.data + 4 * i, v->inertia.data + 3 * i, tau, h, spin);
    else
      for (int k = 0; k < 3; k++) spin[k] += h * tau[k];
  }
}

/* first_kick: h, or h/2 where the momenta are those at the time of the positions.  0, or what eval answers
 * if it fails. */
int peer_steps(peer kind, evaluate *eval, void *self, const rgs_view *v, double first_kick,
               double h, int64_t steps) {
  for (int64_t s = 0; s < steps; s++) {
    rgs_eval request = RGS_EVAL_INIT;
    request.what = RGS_EVAL_FORCE;
    const int failed = eval(self, &request, v);
    if (failed != 0) return failed;
    peer_kick(kind, v, s == 0 ? first_kick : h);
    for (int64_t i = 0; i < v->n; i++) {
      double *q = v->q.data + 4 * i;
      const double *spin = v->l.data + 3 * i;
      for (int k = 0; k < 3; k++)
        v->x.data[3 * i + k] += h * v->p.data[3 * i + k] / v->mass.data[i];
      if (kind == SPIRAL)
        spiral_turn(spin, h, q);
      else
        fincham_turn(v->inertia.data + 3 * i, v->tau.data + 3 * i, spin, h, q,
                     kind == YADE_FINCHAM);
    }
  }
  return 0;
}

/* ---- a floor ----------------------------------------------------------------------------------
 * The plane z = 0.  A sphere that overlaps it by d is pushed up by stiffness d^(3/2) (Hertz), at the place
 * where it is, so that the body is turned too.  There is no friction and nothing is lost: energy, l_z and
 * the horizontal momentum are conserved. */
enum { SPHERES = 4 };
typedef struct contact_floor {
  double place[SPHERES][3]; /* of the spheres, from the centre of mass, body frame */
  double radius, stiffness, gravity;
} contact_floor;

int contact_eval(void *self, rgs_eval *request, const rgs_view *v) {
  const contact_floor *ground = self;
  request->energy = 0;
  for (int64_t i = 0; i < v->n; i++) {
    const double mass = RGS_AT(v->mass, i, 0), height = RGS_AT(v->x, i, 2);
    const double a = RGS_AT(v->q, i, 0), b = RGS_AT(v->q, i, 1), c = RGS_AT(v->q, i, 2),
                 d = RGS_AT(v->q, i, 3);
    const double matrix[3][3] = {
      { a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c) },
      { 2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b) },
      { 2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d }
    };
    double up = -mass * ground->gravity, tau[3] = { 0, 0, 0 };
    request->energy += mass * ground->gravity * height;
    for (int s = 0; s < SPHERES; s++) {
      double at[3];
      for (int k = 0; k < 3; k++) {
        const double *row = matrix[k], *place = ground->place[s];
        at[k] = row[0] * place[0] + row[1] * place[1] + row[2] * place[2];
      }
      const double overlap = ground->radius - height - at[2];
      if (!(overlap > 0)) continue;
      const double push = ground->stiffness * overlap * sqrt(overlap);
      request->energy += 0.4 * push * overlap;
      up += push;
      tau[0] += push * at[1];
      tau[1] -= push * at[0];
    }
    for (int k = 0; k < 3; k++) {
      RGS_AT(v->f, i, k) = k == 2 ? up : 0;
      RGS_AT(v->tau, i, k) = tau[k];
    }
  }
  return 0;
}
