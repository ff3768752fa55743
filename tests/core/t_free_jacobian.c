/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_free_jacobian.c - the derivative of the free flow beside differences of a Taylor series in quadruple
 * precision (reference.c), which shares no code with the library.
 */
#include "check.h"
#include "reference.h"
#include "rotations.h"

#include <rigidstep/draft.h>

enum { INPUTS = 11, GROUPS = 4 }; /* columns: l, q, moments, h */
static const int FIRST[GROUPS + 1] = { 0, 3, 7, 10, 11 };
#define BAR                                                                                        \
  1e-13 /* times max(1, cond), of the largest number in a group; the differences leave 3e-14 */

static double *input_of(free_motion *m, int input) {
  double *const groups[GROUPS] = { m->l, m->q, m->inertia, &m->h };
  int g = 0;
  while (input >= FIRST[g + 1]) g++;
  return groups[g] + input - FIRST[g];
}

static int jacobian_of(const free_motion *m, double J[4][INPUTS]) {
  return rgs_draft_free_flow_jacobian(1, m->h, m->inertia, m->l, m->q, J[0], &err);
}

/* The change of each input that counts as 1. */
static void scales_of(const free_motion *m, double scale[INPUTS]) {
  double length = sqrt(m->l[0] * m->l[0] + m->l[1] * m->l[1] + m->l[2] * m->l[2]);
  if (length == 0) length = (m->inertia[0] + m->inertia[1] + m->inertia[2]) / fabs(m->h);
  for (int i = 0; i < INPUTS; i++)
    scale[i] = i < 3 ? length : i < 7 ? 1 : i < 10 ? m->inertia[i - 7] : fabs(m->h);
}

/* Every number becomes a multiple of 2^-48 of its scale: so steps of 2^-44 are exact. */
static void make_room(free_motion *m) {
  double scale[INPUTS];
  scales_of(m, scale);
  for (int i = 0; i < INPUTS; i++) {
    int e;
    (void)frexp(scale[i], &e);
    *input_of(m, i) = ldexp(nearbyint(ldexp(*input_of(m, i), 48 - e)), e - 48);
  }
}

/* By an input times its scale.  What is left out is of the order of 2^-88. */
static void difference(const free_motion *m, int input, double scale, wide column[4]) {
  free_motion up = *m, down = *m;
  free_end high, low;
  int e;
  (void)frexp(scale, &e);
  *input_of(&up, input) += ldexp(1, e - 44);
  *input_of(&down, input) -= ldexp(1, e - 44);
  reference_flow(&up, false, &high);
  reference_flow(&down, false, &low);
  const wide per = (wide)scale / ((wide)*input_of(&up, input) - (wide)*input_of(&down, input));
  for (int k = 0; k < 4; k++) column[k] = per * (high.q[k] - low.q[k]);
}

/* By how much a group changes, relative to its largest number and to a relative change of the input. */
static void conditions_of(const free_motion *m, double J[4][INPUTS], const double *scale,
                          double cond[GROUPS]) {
  for (int i = 0; i < INPUTS; i++) {
    free_motion near = *m;
    double other[4][INPUTS];
    *input_of(&near, i) += scale[i] * 0x1p-40;
    if (scale[i] == 0 || jacobian_of(&near, other) != RGS_OK) continue;
    for (int g = 0; g < GROUPS; g++) {
      double change = 0, largest = 0;
      for (int k = 0; k < 4; k++)
        for (int c = FIRST[g]; c < FIRST[g + 1]; c++) {
          change = fmax(change, fabs(other[k][c] - J[k][c]) * scale[c]);
          largest = fmax(largest, fabs(J[k][c]) * scale[c]);
        }
      if (largest > 0) cond[g] = fmax(cond[g], change / largest * 0x1p40);
    }
  }
}

static double worst;
static void check_motion(const char *name, const free_motion *motion) {
  free_motion m = *motion;
  double J[4][INPUTS], scale[INPUTS], cond[GROUPS] = { 1, 1, 1, 1 };
  wide D[4][INPUTS] = { { 0 } };
  make_room(&m);
  scales_of(&m, scale);
  OK(jacobian_of(&m, J));
  conditions_of(&m, J, scale, cond);
  for (int c = 0; c < INPUTS; c++) {
    wide column[4] = { 0 };
    if (scale[c] > 0) difference(&m, c, scale[c], column);
    for (int k = 0; k < 4; k++) D[k][c] = column[k];
  }
  for (int g = 0; g < GROUPS; g++) {
    double error = 0, largest = 0;
    for (int k = 0; k < 4; k++)
      for (int c = FIRST[g]; c < FIRST[g + 1]; c++) {
        const double off = fabs((double)((wide)J[k][c] * (wide)scale[c] - D[k][c]));
        if (!(off <= error)) error = off;
        largest = fmax(largest, fabs((double)D[k][c]));
        if (scale[c] == 0) NEAR(0, J[k][c], 0);
      }
    const double bars = error > 0 ? error / largest / cond[g] / BAR : 0;
    if (!(bars <= 1))
      print_error("%s, h %g, group %d: error %g of %g, cond %g\n", name, m.h, g, error, largest,
                  cond[g]);
    TRUE(bars <= 1);
    worst = fmax(worst, bars);
  }
}

TEST(beside_differences) {
  static const struct {
    const char *name;
    double inertia[3], y[3];
  } rows[] = {
    { "general", { 1, 1.5, 2 }, { 0.5, 0.6, -0.4 } },
    { "other order", { 2, 0.9, 1.3 }, { 0.5, 0.6, -0.4 } },
    { "about the largest", { 1, 1.5, 2 }, { 0.02, 0.03, 1 } },
    { "symmetric", { 1, 1, 1.7 }, { 0.3, 0.5, 0.6 } },
    { "nearly symmetric", { 1.3, 0.9, 1.3 + 1e-9 }, { 0.3, 0.5, 0.6 } },
    { "spherical", { 1.1, 1.1, 1.1 }, { 0.3, -0.5, 0.6 } },
    { "nearly spherical", { 1.1, 1.1 + 1e-10, 1.1 - 1e-12 }, { 0.3, -0.5, 0.6 } },
    { "flat", { 0.7, 1.2, 1.9 }, { 0.3, 0.5, 0.6 } },
    { "needle", { 1, 1.0001, 1e-3 }, { 0.3, 0.9, 1e-3 } },
    { "any moments", { 5, 0.1, 0.3 }, { 0.9, 0.1, 0.2 } },
    { "separatrix", { 1, 1.5, 2 }, { 0.5, 0.7, 0.5 } },
    { "unstable axis", { 1, 1.5, 2 }, { 0, 1, 0 } },
    { "near the unstable axis", { 1, 1.5, 2 }, { 1e-9, 1, 1e-12 } },
    { "stable axis", { 1, 1.5, 2 }, { 1, 0, 0 } },
    { "linear", { 1.2, 0, 1.2 }, { 0.7, 0, 0.4 } },
    { "one axis", { 0, 0, 1.2 }, { 0, 0, 0.4 } },
    { "at rest", { 1, 1.5, 2 }, { 0, 0, 0 } },
    { "a point", { 0, 0, 0 }, { 0, 0, 0 } },
  };
  static const double times[] = { 1e-7, 0.02, -0.4, 3, 12 };
  for (size_t i = 0; i < COUNT(rows); i++)
    for (size_t t = 0; t < COUNT(times); t++) {
      free_motion m = { .q = { 0.6, 0.48, -0.6, 0.22271057451320089 }, .h = times[t] };
      memcpy(m.inertia, rows[i].inertia, sizeof m.inertia);
      double y[3] = { rows[i].y[0], rows[i].y[1], rows[i].y[2] };
      turn_vector(m.q, 0, y, m.l);
      if (strcmp(rows[i].name, "linear") == 0)
        m.q[0] = 1, m.q[1] = m.q[2] = m.q[3] = 0, memcpy(m.l, y, sizeof y);
      if (m.inertia[1] == 0) { /* no rounding along an axis without inertia */
        m.q[0] = 1, m.q[1] = m.q[2] = m.q[3] = 0;
        memcpy(m.l, y, sizeof y);
      }
      check_motion(rows[i].name, &m);
      if (t != 2) continue;
      for (int k = 0; k < 3; k++) m.inertia[k] *= 0x1p-90, m.l[k] *= 0x1p-70; /* a molecule */
      m.h *= 0x1p-20;
      check_motion(rows[i].name, &m);
    }
  print_message("worst: %.2g of %g max(1, cond)\n", worst, BAR);
}

/* What holds at any time, however long: the scales of l and moments, a turn of space, the length of q. */
TEST(identities) {
  for (double h = 1e-9; h < 1e7; h *= 7) {
    free_motion m = { { 1, 1.5, 2 }, { 0.3, 0.7, -0.2 }, { 0.5, -0.5, 0.5, 0.5 }, h };
    double J[4][INPUTS], q[4];
    OK(jacobian_of(&m, J));
    memcpy(q, m.q, sizeof q);
    OK(rgs_free_flow("exact", 1, h, m.inertia, m.l, q, NULL));
    const double room = 4e-15 * fmax(1, h * h);
    const double turned[4][4] = {
      { 0, -0.5, -0.3, -0.7 }, { 0.5, 0, -0.7, 0.3 }, { 0.3, 0.7, 0, -0.5 }, { 0.7, -0.3, 0.5, 0 }
    };
    for (int k = 0; k < 4; k++) {
      double scale = -m.h * J[k][10], along = 0, length = 0, moments = m.h * J[k][10], space = 0,
             end = 0;
      for (int i = 0; i < 3; i++) scale += J[k][i] * m.l[i], moments += J[k][7 + i] * m.inertia[i];
      for (int i = 0; i < 4; i++) along += J[k][3 + i] * m.q[i];
      for (int i = 0; i < 4; i++) length += q[i] * J[i][k];
      /* Space turns about u = (0.5, 0.3, 0.7): dq = u q / 2, dl = u x l, and dq' = u q' / 2. */
      for (int i = 0; i < 4; i++) {
        end += turned[k][i] * q[i];
        for (int j = 0; j < 4; j++) space += J[k][3 + i] * turned[i][j] * m.q[j];
      }
      const double u[3] = { 0.5, 0.3, 0.7 };
      double ul[3];
      cross(u, m.l, ul);
      for (int i = 0; i < 3; i++) space += 2 * J[k][i] * ul[i];
      NEAR(0, scale, room);
      NEAR(0, moments, room);
      NEAR(0, along, room);
      NEAR(0, length, room);
      NEAR(end, space, room);
    }
  }
}

/* Beyond 1e30 it is refused, with the body's index. */
TEST(refusals) {
  double inertia[6] = { 1, 1.5, 2, 1, 1.5, 2 }, l[6] = { 1, 1, 1, 0, 1, 0 },
         q[8] = { 1, 0, 0, 0, 1, 0, 0, 0 }, J[88];
  OK(rgs_draft_free_flow_jacobian(2, 100, inertia, l, q, J, &err));
  OK(rgs_draft_free_flow_jacobian(0, 100, NULL, NULL, NULL, NULL, &err));
  REFUSED_BODY(RGS_E_NONFINITE, 1, rgs_draft_free_flow_jacobian(2, 1e4, inertia, l, q, J, &err),
               "unstable", "divide h");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_free_flow_jacobian(2, 1, inertia, l, q, NULL, &err),
               "jacobian is null");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_free_flow_jacobian(2, NAN, inertia, l, q, J, &err), "h is nan");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_free_flow_jacobian(2, 1, inertia, NULL, q, J, &err),
               "l is null");
  double shared[44 * 65], many[3 * 65];
  for (int i = 0; i < 3 * 65; i++) many[i] = 1 + i % 3;
  for (int i = 0; i < 4 * 65; i++) shared[i] = i % 4 == 0;
  REFUSED_BODY(RGS_E_BODY, 64,
               rgs_draft_free_flow_jacobian(65, 1, many, many, shared, shared, &err),
               "inertia, l or q changed during the call, from body 64 on", "must not overlap");
  q[4] = 2;
  REFUSED_BODY(RGS_E_BODY, 1, rgs_draft_free_flow_jacobian(2, 1, inertia, l, q, J, &err), "q");
}

TEST_MAIN(NULL, NULL)
