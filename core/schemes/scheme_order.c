/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scheme_order.c - the order of a scheme, from its order conditions.
 *
 * In general, a step is a product of exponentials of the drift A and the kick B.  Expanded, it is a
 * sum over words in the letters A and B.  It has order p exactly when every word of n <= p letters
 * has the same coefficient as in exp(A + B), which is 1/n!.
 *
 * With an exact free flight fewer conditions are needed: the kinetic energy is quadratic in the
 * momenta and the potential does not depend on them, so [B,[B,[B,A]]] = 0, with all that follows
 * from it. Nystroem schemes rely on that.  Their conditions belong to the equation y'' = f(y): a
 * step has order p exactly when the series of y and y' in Nystroem trees agree with the series of the
 * exact solution up to h^p.  (For n <= 10 the brackets of A and B satisfy no identities for y'' =
 * f(y) beyond the identities of any quadratic kinetic energy, so rigid bodies have no further conditions.)
 *
 * With levels there are two kicks, B and C, which commute.  Up to order 2 no condition has both: a step has this
 * order exactly when it has it without B, and without C.
 */
#include "schemes/scheme_stages.h"
#include "schemes/scheme_check.h"
#include <float.h>
#include <math.h>

/* Equal up to the rounding of a sum whose terms have this total size, and of the coefficients in
 * them. The size is bounded, or huge coefficients would make everything agree. */
static double tolerance(double wanted, double size) {
  return fmin(64 * DBL_EPSILON * (size + wanted), 1e-8);
}

static bool agree(double got, double wanted, double size) {
  return fabs(got - wanted) <= tolerance(wanted, size);
}

/* The stages whose product must be of the order: the processor, the step, the inverse processor. */
static uint32_t count(const rgs_scheme *scheme) { return scheme->n_stages + 2 * scheme->n_pre; }

static rgs_stage stage_at(const rgs_scheme *scheme, uint32_t i) {
  if (i < scheme->n_pre) return rgs_stage_of(scheme, RGS_PRE, i);
  i -= scheme->n_pre;
  if (i < scheme->n_stages) return rgs_stage_plain(rgs_stage_of(scheme, RGS_STAGES, i));
  return rgs_stage_of(scheme, RGS_POST, i - scheme->n_stages);
}

/* ---- in general: words ----------------------------------------------------------------------- */

#define WORDS (2u << RGS_HIGHEST_ORDER)

/* A word of n letters has the number 2^n + bits, with its last letter in the lowest bit and B as 1.
 * This is product <- product * exp(a letter): a word that ends with k times the letter gains a^k/k!
 * times the coefficient of the word without them.  Long words come first, because they need the old
 * coefficients of the short ones. */
static void multiply(double *product, uint32_t order, uint32_t letter, double a) {
  for (uint32_t w = (2u << order) - 1; w > 1; w--) {
    double factor = 1;
    uint32_t rest = w;
    for (uint32_t k = 1; rest > 1 && (rest & 1u) == letter; k++) {
      rest >>= 1;
      factor *= a / k;
      product[w] += factor * product[rest];
    }
  }
}

/* The order belongs to the motion without a thermostat. */
static bool counts(const rgs_stage *s, uint32_t left_out) {
  return s->op != RGS_THERMOSTAT && s->op != left_out;
}

uint32_t rgs_scheme_order_general(const rgs_scheme *scheme, uint32_t highest, uint32_t left_out) {
  double word[WORDS] = { 0 }, size[WORDS] = { 0 }; /* size: the same with absolute values */
  word[1] = size[1] = 1;
  for (uint32_t i = 0; i < count(scheme); i++) {
    const rgs_stage s = stage_at(scheme, i);
    if (s.op == RGS_KICK_GRADIENT) return 0;
    if (!counts(&s, left_out)) continue;
    multiply(word, highest, s.op != RGS_DRIFT, s.a);
    multiply(size, highest, s.op != RGS_DRIFT, fabs(s.a));
  }
  double wanted = 1;
  for (uint32_t n = 1; n <= highest; n++) {
    wanted /= n;
    for (uint32_t w = 1u << n; w < 2u << n; w++)
      if (!agree(word[w], wanted, size[w])) return n - 1;
  }
  return highest;
}

/* ---- Nystroem: trees ------------------------------------------------------------------------- */

#define TREES 512u          /* there are 288 of up to 10 vertices and edges */
#define VELOCITY UINT32_MAX /* the branch y0' */
#define ROOT 0u             /* the tree f */

/* Tree t stands for a derivative of f that is applied to branches.  It consists of another tree,
 * its `stem`, and one more branch.  A branch is y0' or a tree.  Tree t comes with h^order in the
 * series of y', and with h^(order + 1) in the series of y. */
typedef struct trees {
  uint32_t n;
  uint32_t stem[TREES], branch[TREES], order[TREES];
  double exact[TREES]; /* the weight of f for the exact solution at time 1 */
} trees;

static void add_tree(trees *all, uint32_t stem, uint32_t branch) {
  /* Branches come in descending order, y0' first, so that no tree comes twice. */
  if (stem != ROOT && branch > all->branch[stem]) return;
  bool plain = branch == VELOCITY;
  uint32_t t = all->n++;
  all->stem[t] = stem;
  all->branch[t] = branch;
  all->order[t] = all->order[stem] + (plain ? 1 : all->order[branch] + 1);
  double of_y = plain ? 1 : all->exact[branch] / all->order[branch] / (all->order[branch] + 1);
  all->exact[t] = all->exact[stem] * of_y;
}

static void grow_trees(trees *all, uint32_t highest) {
  all->n = 1;
  all->order[ROOT] = 1;
  all->exact[ROOT] = 1;
  for (uint32_t order = 2; order <= highest; order++) {
    uint32_t smaller = all->n;
    for (uint32_t stem = 0; stem < smaller; stem++) {
      if (all->order[stem] + 1 == order) add_tree(all, stem, VELOCITY);
      for (uint32_t branch = 0; branch < smaller; branch++)
        if (all->order[stem] + all->order[branch] + 1 == order) add_tree(all, stem, branch);
    }
  }
}

/* The weights of the trees in y and y', and of y0' in y. */
typedef struct series {
  double y[TREES], dy[TREES], time;
} series;

static void drift(const trees *all, series *s, double a) {
  for (uint32_t t = 0; t < all->n; t++) s->y[t] += a * s->dy[t];
  s->time += a;
}

/* y' += a f(y) + b f'(y) f(y).  The weight of a tree in f(y) is the product of the weights of its
 * branches in y; in f' f one of these factors is the weight of the branch in f. */
static void kick(const trees *all, series *s, double a, double b) {
  double f[TREES], df[TREES];
  f[ROOT] = 1;
  df[ROOT] = 0;
  for (uint32_t t = 1; t < all->n; t++) {
    uint32_t stem = all->stem[t], branch = all->branch[t];
    bool plain = branch == VELOCITY;
    double of_y = plain ? s->time : s->y[branch], of_f = plain ? 0 : f[branch];
    f[t] = f[stem] * of_y;
    df[t] = df[stem] * of_y + f[stem] * of_f;
  }
  for (uint32_t t = 0; t < all->n; t++) s->dy[t] += a * f[t] + b * df[t];
}

/* Notes the condition that ends the orders at `order`, unless it holds or one of a lower order, or of
 * the same and worse, is noted already. */
static void note(double got, double wanted, double size, uint32_t order, uint32_t *reached,
                 rgs_missed *missed) {
  if (agree(got, wanted, size) || order > *reached) return;
  if (order == *reached && fabs(got - wanted) <= fabs(missed->got - missed->wanted)) return;
  *reached = order;
  *missed = (rgs_missed){ got, wanted, tolerance(wanted, size) };
}

uint32_t rgs_scheme_order_nystrom(const rgs_scheme *scheme, uint32_t highest, uint32_t left_out,
                                  rgs_missed *missed) {
  trees all;
  grow_trees(&all, highest);
  series sum = { .time = 0 }, size = { .time = 0 };
  for (uint32_t i = 0; i < count(scheme); i++) {
    const rgs_stage s = stage_at(scheme, i);
    if (!counts(&s, left_out)) continue;
    if (s.op == RGS_DRIFT) {
      drift(&all, &sum, s.a);
      drift(&all, &size, fabs(s.a));
    } else {
      kick(&all, &sum, s.a, -2 * s.c);
      kick(&all, &size, fabs(s.a), 2 * fabs(s.c));
    }
  }
  uint32_t reached = highest;
  *missed = (rgs_missed){ 0 };
  note(sum.time, 1, size.time, 0, &reached, missed);
  for (uint32_t t = 0; t < all.n; t++) {
    uint32_t order = all.order[t];
    double of_dy = all.exact[t] / order, of_y = of_dy / (order + 1);
    note(sum.dy[t], of_dy, size.dy[t], order - 1, &reached, missed);
    if (order < highest) note(sum.y[t], of_y, size.y[t], order, &reached, missed);
  }
  return reached;
}
