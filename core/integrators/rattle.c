/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rattle.c - RATTLE for the rigid body as a constrained system in matrices.
 *
 * Attitude Q and momentum P = Q' D, D = diag((I2+I3-I1)/2, ..), are 3x3 matrices.  Forces Q A,
 * whose multipliers are a symmetric matrix A, uphold Q^T Q = I (McLachlan and Scovel; Reich;
 * Vilmart's article, equation 11):
 *
 *   P_1/2 = P0 + h/2 F0 - h/2 Q0 A0,    Q1 = Q0 + h P_1/2 D^-1,    Q1^T Q1 = I,
 *   P1    = P_1/2 + h/2 F1 - h/2 Q1 A1,     Q1^T P1 D^-1 + its transpose = 0.
 *
 * The state between the calls is attitude and angular momentum.  The latter is P Q^T - Q P^T, to
 * which no multiplier adds anything: so it changes by the torque alone, and A1 only selects the one
 * P with this momentum whose velocity P D^-1 = Q hat(w) is that of a rigid body.  A0 has to be
 * solved for.
 *
 * A REAL BODY  D has zeros for flat and linear bodies.  In the body's frame, Q0^T Q1 = I + X with
 * X = h hat(w) - N,  N = h^2/2 A0 D^-1.  N D is symmetric, so two numbers N_jk, N_kj are the shares
 * of one, s_l = N_jk + N_kj  (j, k, l cyclic), and these shares are finite for any body:
 *
 *   N_jk = (1/2 - g_l) s_l,  N_kj = (1/2 + g_l) s_l,  g_l = (I_j - I_k) / (2 I_l),  |g_l| <= 1/2,
 *
 * by the triangle inequality.  With N_ll = t_l, orthogonality says that s and t, the scaled
 * multipliers, are the products of the columns of X:
 *
 *   s_l = X_j . X_k,   t_l = X_l . X_l / 2,
 *
 * without any cancellation.  Six equations, solved by Newton's method.
 *
 * They may have several solutions, or none, once the body rotates by about a radian a step.  The
 * right one grows out of 0 as h grows from 0.  So h is reached in stages short enough for Newton's
 * method to stay on that branch; where its matrix loses its positive determinant, the branch ends.
 */
#include "free_motion/free_body.h"
#include "integrators/integrators.h"
#include "integrators/kick_rotate_kick.h"
#include "integrators/real_moments.h"

/* The |h w| that one stage adds.  The g lie in a compact set, so this bound holds for all bodies:
 * up to it the solution exists and Newton's method finds it (t_rattle checks this). */
#define STAGE 0.25
/* The Newton steps that this takes at most; the parameter may not allow fewer. */
#define STAGE_ITERATIONS 4
/* After a change c, Newton's method leaves an error of about c^2; it ends when that is at most this
 * fraction of |h w|. */
#define LEFT 1e-17

typedef struct rattle_params {
  int64_t max_iterations;
} rattle_params;

/* ---- the multipliers ------------------------------------------------------------------------- */
enum { UNKNOWNS = 6 }; /* s1 s2 s3 t1 t2 t3 */

typedef struct multipliers {
  double g[3]; /* of the body */
  double a[3]; /* h w */
  double u[UNKNOWNS];
  double X[3][3];
} multipliers;

static void fill_X(multipliers *m) {
  for (int l = 0; l < 3; l++) {
    const int j = (l + 1) % 3, k = (l + 2) % 3;
    const double half = 0.5 * m->u[l], share = m->g[l] * m->u[l];
    m->X[j][k] = share - half - m->a[l];
    m->X[k][j] = m->a[l] - share - half;
    m->X[l][l] = -m->u[3 + l];
  }
}

static double columns(const double X[3][3], int j, int k) {
  return X[0][j] * X[0][k] + X[1][j] * X[1][k] + X[2][j] * X[2][k];
}

/* s and t as they follow from the present X. */
static void products(const multipliers *m, double v[UNKNOWNS]) {
  for (int l = 0; l < 3; l++) {
    v[l] = columns(m->X, (l + 1) % 3, (l + 2) % 3);
    v[3 + l] = 0.5 * columns(m->X, l, l);
  }
}

/* Solves M x = b in place.  Returns 0 where the determinant of M is not positive. */
static int solve(double M[UNKNOWNS][UNKNOWNS], double b[UNKNOWNS]) {
  int sign = 1;
  for (int c = 0; c < UNKNOWNS; c++) {
    int top = c;
    for (int r = c + 1; r < UNKNOWNS; r++)
      if (fabs(M[r][c]) > fabs(M[top][c])) top = r;
    if (top != c) {
      sign = -sign;
      for (int k = c; k < UNKNOWNS; k++) {
        const double swap = M[c][k];
        M[c][k] = M[top][k];
        M[top][k] = swap;
      }
      const double swap = b[c];
      b[c] = b[top];
      b[top] = swap;
    }
    if (!(fabs(M[c][c]) > 0)) return 0;
    if (M[c][c] < 0) sign = -sign;
    for (int r = c + 1; r < UNKNOWNS; r++) {
      const double factor = M[r][c] / M[c][c];
      for (int k = c + 1; k < UNKNOWNS; k++) M[r][k] -= factor * M[c][k];
      b[r] -= factor * b[c];
    }
  }
  for (int c = UNKNOWNS - 1; c >= 0; c--) {
    for (int k = c + 1; k < UNKNOWNS; k++) b[c] -= M[c][k] * b[k];
    b[c] /= M[c][c];
  }
  return sign > 0;
}

/* One Newton step.  Returns 0 where the branch has ended, else 1 and the square of the change. */
static int newton(multipliers *m, double *change2) {
  const double(*X)[3] = (const double(*)[3])m->X;
  double M[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
  for (int r = 0; r < UNKNOWNS; r++)
    for (int c = 0; c < UNKNOWNS; c++) M[r][c] = r == c;
  for (int l = 0; l < 3; l++) {
    const int j = (l + 1) % 3, k = (l + 2) % 3;
    const double less = 0.5 - m->g[l], more = 0.5 + m->g[l];
    M[l][l] += more * X[k][k] + less * X[j][j]; /* s_l moves X_jk by -less, X_kj by -more */
    M[j][l] += less * X[j][l];
    M[k][l] += more * X[k][l];
    M[3 + j][l] += more * X[k][j];
    M[3 + k][l] += less * X[j][k];
    M[3 + l][3 + l] += X[l][l]; /* t_l moves X_ll by -1 */
    M[k][3 + l] += X[l][j];
    M[j][3 + l] += X[l][k];
  }
  products(m, b);
  for (int r = 0; r < UNKNOWNS; r++) b[r] -= m->u[r];
  if (!solve(M, b)) return 0;
  *change2 = 0;
  for (int r = 0; r < UNKNOWNS; r++) {
    m->u[r] += b[r];
    *change2 += b[r] * b[r];
  }
  fill_X(m);
  return 1;
}

/* Returns 1 with the multipliers that lead to an orthogonal I + X, or 0. */
static int find_multipliers(multipliers *m, int64_t max_iterations) {
  const double full[3] = { m->a[0], m->a[1], m->a[2] };
  const double reach = sqrt(full[0] * full[0] + full[1] * full[1] + full[2] * full[2]);
  if (!(reach < STAGE * (double)max_iterations)) return 0;
  const int stages = 1 + (int)(reach / STAGE);
  for (int r = 0; r < UNKNOWNS; r++) m->u[r] = 0;
  int64_t iterations = 0;
  for (int stage = 1; stage <= stages; stage++) {
    const double part = (double)stage / stages;
    for (int l = 0; l < 3; l++) m->a[l] = stage == stages ? full[l] : part * full[l];
    if (stage == 1) { /* three terms of u in powers of h, one by each round */
      for (int round = 0; round < 3; round++) {
        fill_X(m);
        products(m, m->u);
      }
    } else {
      const double grown = (double)stage / (stage - 1);
      for (int r = 0; r < UNKNOWNS; r++) m->u[r] *= grown * grown;
    }
    fill_X(m);
    double change2;
    do {
      if (iterations++ == max_iterations || !newton(m, &change2)) return 0;
    } while (!(change2 <= LEFT * part * reach));
  }
  return 1;
}

/* ---- a body ---------------------------------------------------------------------------------- */
typedef struct drifting {
  rgs_free_body body;
  multipliers m;
  int moves; /* 0: the body does not move */
} drifting;

static drifting load(const rgs_flow *call, int64_t i) {
  drifting d = { .moves = 0 };
  const rgs_moments moments = rgs_scale_moments(&call->inertia, i);
  d.moves = rgs_free_body_load(call, i, moments.per_largest, &d.body);
  for (int l = 0; l < 3 && d.moves; l++) {
    const double I_j = RGS_AT(call->inertia, i, (l + 1) % 3),
                 I_k = RGS_AT(call->inertia, i, (l + 2) % 3);
    d.m.a[l] = d.body.time * (d.body.y[l] * moments.reciprocal[l]);
    /* Rounded moments may exceed what a real body has by a little. */
    const double g = 0.5 * ((I_j - I_k) / RGS_AT(call->inertia, i, l));
    d.m.g[l] = moments.reciprocal[l] == 0 ? 0 : fmax(-0.5, fmin(0.5, g));
  }
  return d;
}

static int is_short(const multipliers *m) {
  return m->a[0] * m->a[0] + m->a[1] * m->a[1] + m->a[2] * m->a[2] <= STAGE * STAGE;
}

/* Either all attitudes rotate or none does: large rotations are tried before any body moves. */
static rgs_status rotate_all(const rgs_turn *call, int64_t *bad) {
  const rattle_params *params = (const rattle_params *)call->params;
  const rgs_view *v = call->bodies;
  const rgs_flow flow = { .head = RGS_HEAD(rgs_flow),
                          .n = v->n,
                          .h = call->h,
                          .params = call->params,
                          .inertia = v->inertia,
                          .l = v->l,
                          .q = v->q };
  for (int pass = 0; pass < 2; pass++)
    for (int64_t i = 0; i < flow.n; i++) {
      drifting d = load(&flow, i);
      if (pass == 0 && (!d.moves || is_short(&d.m))) continue;
      if (d.moves) {
        if (!find_multipliers(&d.m, params->max_iterations)) {
          *bad = i;
          const double sum = d.m.a[0] + d.m.a[1] + d.m.a[2];
          return isfinite(sum) ? RGS_E_NOCONV : RGS_E_NONFINITE;
        }
        /* I + X as a quaternion (1, e), from its skew part and its trace. */
        const double(*X)[3] = (const double(*)[3])d.m.X;
        const double per_trace = 2 / (4 + X[0][0] + X[1][1] + X[2][2]);
        double e[3];
        for (int l = 0; l < 3; l++) e[l] = per_trace * (d.m.a[l] - d.m.g[l] * d.m.u[l]);
        rgs_rotate_in_body(d.body.q, 1, e[0], e[1], e[2]);
      }
      if (pass == 1 && !(rgs_store_attitude(&flow, i, d.body.q) < RGS_LARGEST_FAULT)) {
        *bad = i;
        return RGS_E_NONFINITE;
      }
    }
  return RGS_OK;
}

/* ---- a step ---------------------------------------------------------------------------------- */
static rgs_status begin(const rgs_turn *call, int64_t *bad) {
  (void)call, (void)bad; /* the bodies carry nothing */
  return RGS_OK;
}

static void kick(const rgs_view *v, int64_t i, const double impulse[3]) {
  for (int k = 0; k < 3; k++) RGS_AT(v->l, i, k) += impulse[k];
}

static const rgs_rotation rotation = { begin, kick, rotate_all };

static rgs_status advance(rgs_turn *call, int64_t *bad) {
  return rgs_kick_rotate_kick(&rotation, call, bad);
}

/* ---- tables ---------------------------------------------------------------------------------- */
static const rgs_param_info params[] = {
  {
      .key = "max_iterations",
      .unit = "",
      .doc = "Newton steps a body may take before the step is refused",
      .type = RGS_I64,
      .offset = offsetof(rattle_params, max_iterations),
      .min = STAGE_ITERATIONS,
      .max = 1000,
      .dflt = 50,
  },
};

static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = "rattle",
  .doc = "RATTLE for the attitude matrix with its multipliers, which moves as dmv2 with strang; "
         "implicit, refuses steps of more than about one radian.",
  .cite = "10.1007/s10208-004-0118-6",
  .order = 2,
  .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM,
  .needs = RGS_EVAL_FORCE,
  .n_params = 1,
  .params = params,
  .param_info_size = sizeof(rgs_param_info),
  .params_size = sizeof(rattle_params),
};

const rgs_integrator rgs_integrator_rattle = {
  .head = RGS_HEAD(rgs_integrator),
  .about = &about,
  .advance = advance,
  .cursor_size = sizeof(rgs_kick_rotate_kick_cursor),
  .check = rgs_check_real_moments,
};
