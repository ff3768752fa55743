/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_kernels.c - the paths of the kernels: sine and cosine, the same bits for a body wherever it lies and
 * whatever lies beside it, and what the paths have in common.
 */
#include "check.h"
#include "random_numbers.h"
#include "rotations.h"

#include "simd/instruction_set.h"
#include "simd/push.h"
#include "rotors/rotors.h"
#include "lanes_of_width.h"

#include <math.h>
#include <stdlib.h>

static const double EPS = 0x1p-52;

static double sign(void) { return uniform() < 0.5 ? -1 : 1; }

/* Those that this processor can run, the best last; returns how many. */
static int find_paths(int found[RGS_ISAS]) {
  int n = 0;
  for (int path = 0; path < RGS_ISAS; path++)
    if (rgs_isa_name(path) != NULL) found[n++] = path;
  return n;
}

/* ---- sine and cosine ------------------------------------------------------------------------- */
enum { ANGLES = 200000 };
static double angle[ANGLES];

static void fill_angles(void) {
  const double half_pi = 1.57079632679489661923;
  for (int i = 0; i < ANGLES; i++) {
    double *x = &angle[i];
    switch (i % 5) {
    case 0: *x = sign() * pow(10, 10 * uniform() - 5); break; /* up to where libm takes over */
    case 1: *x = (2 * uniform() - 1) * 10; break;
    case 2: /* beside a multiple of pi/2, and of pi/4 */
      *x = half_pi * floor(uniform() * 60000) * (uniform() < 0.5 ? 1 : 0.5) * sign();
      for (int steps = (int)(3 * uniform()); steps > 0; steps--) *x = nextafter(*x, sign() * 1e9);
      break;
    case 3: *x = sign() * pow(10, -300 * uniform()); break;
    default: *x = uniform() < 0.1 ? sign() * pow(10, 80 * uniform()) : (2 * uniform() - 1) * 1e5;
    }
  }
  const double special[] = { 0, -0.0, 1e5, -1e5, nextafter(1e5, 1e6), 5e-324, 1e300 };
  memcpy(angle, special, sizeof special);
}

/* The oracle is libm's of long double, where that has more digits. */
static void check_sincos(const lanes_of_width *lanes) {
  static double s[ANGLES], c[ANGLES];
  const int width = lanes->width;
  double worst = 0, worst_small = 0;
  lanes->sincos(ANGLES, angle, s, c);
  for (int i = 0; i < ANGLES; i++) {
    const long double x = angle[i], sine = sinl(x), cosine = cosl(x);
    const double error = (double)fmaxl(fabsl(s[i] - sine), fabsl(c[i] - cosine));
    if (!(error <= EPS)) print_error("width %d: angle %a: error %g\n", width, angle[i], error);
    TRUE(error <= EPS);
    worst = fmax(worst, error);
    if (fabs(angle[i]) < 0.785 && fabs(angle[i]) > 1e-290)
      worst_small = fmax(worst_small, (double)fabsl(s[i] / sine - 1));
  }
  TRUE(worst_small <= EPS);
  print_message(
      "width %d: sine and cosine right to %.2f eps, sine of small angles to %.2f of itself\n",
      width, worst / EPS, worst_small / EPS);
}

TEST(sine_and_cosine) {
  const lanes_of_width *lanes[LANE_WIDTHS];
  const int n = lane_widths(lanes);
  fill_angles();
  for (int k = 0; k < n; k++) check_sincos(lanes[k]);
}

/* ---- bodies ---------------------------------------------------------------------------------- */
enum { CROWD = 61, WORDS = 128, BODY = 50 }; /* doubles a struct */

typedef struct body {
  double inertia[3], l[3], q[4];
} body;

/* Any shape, any units, at rest or not; what is rare among them takes ways of its own. */
static body random_body(void) {
  body b;
  const double kind = uniform();
  const double mass = kind < 0.3 ? pow(10, 600 * uniform() - 300) : 1;
  const double speed = kind > 0.2 && kind < 0.4 ? pow(10, 400 * uniform() - 200) : 1;
  for (int k = 0; k < 3; k++) {
    b.inertia[k] = (1 + uniform()) * mass;
    b.l[k] = (2 * uniform() - 1) * fmin(mass * speed, 1e300);
  }
  if (kind > 0.9) b.inertia[1] = b.inertia[0];
  if (kind > 0.96) b.inertia[2] = b.inertia[0];
  if (kind > 0.5 && kind < 0.55) b.l[0] = b.l[1] = b.l[2] = 0;
  if (kind > 0.55 && kind < 0.6) b.inertia[0] = b.inertia[1] = b.inertia[2] = 0;
  if (kind > 0.6 && kind < 0.65) b.inertia[1] = 0, b.inertia[0] = b.inertia[2];
  random_orientation(b.q);
  for (int k = 0; k < 4 && kind > 0.65 && kind < 0.7; k++) b.q[k] *= 3; /* not yet brought to 1 */
  return b;
}

static void set_defaults(const rgs_rotor *rotor, uint64_t *params) {
  memset(params, 0, WORDS * sizeof *params);
  for (uint32_t p = 0; p < rotor->about->n_params; p++) {
    const rgs_param_info *info = &rotor->about->params[p];
    const int64_t whole = (int64_t)info->dflt;
    char *at = (char *)params + info->offset;
    memcpy(at, info->type == RGS_F64 ? (const void *)&info->dflt : &whole, sizeof whole);
  }
}

typedef struct layout {
  ptrdiff_t body, comp; /* of the columns; comp 0: a component of all bodies, then the next */
} layout;

static const layout LAYOUTS[] = { { 4, 1 },  { 1, 0 },     { 12, 1 }, { BODY, 1 },
                                  { 40, 3 }, { -BODY, 1 }, { 2, 0 } };

static rgs_column column(layout how, int n, double *memory) {
  double *first = how.body < 0 ? memory - how.body * (n - 1) : memory;
  return (rgs_column){ first, how.body, how.comp != 0 ? how.comp : n * how.body };
}

static rgs_status flow_of(const rgs_rotor *rotor, int path, double h, int n, const body *b,
                          layout how, double *q, int64_t *bad) {
  static double prepared[CROWD * WORDS], room[3][CROWD * BODY];
  uint64_t params[WORDS];
  const rgs_column inertia = column(how, n, room[0]), l = column(how, n, room[1]);
  const rgs_column orientation = column(how, n, room[2]);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) RGS_AT(inertia, i, k) = b[i].inertia[k];
    for (int k = 0; k < 3; k++) RGS_AT(l, i, k) = b[i].l[k];
    for (int k = 0; k < 4; k++) RGS_AT(orientation, i, k) = b[i].q[k];
  }
  set_defaults(rotor, params);
  if (rotor->prepare) rotor->prepare(params, n, &inertia, prepared);
  const rgs_flow call = { RGS_HEAD(rgs_flow), n, h, params, prepared, inertia, l, orientation };
  const int before = rgs_isa_in_use();
  rgs_isa_use(path);
  const rgs_status status = rotor->flow(&call, bad);
  rgs_isa_use(before);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++) q[4 * i + k] = RGS_AT(orientation, i, k);
  return status;
}

/* ---- a body's result is its own -------------------------------------------------------------- */
static void check_elementwise(const rgs_rotor *rotor, int path, double h) {
  body b[CROWD];
  double want[4 * CROWD], got[4 * CROWD];
  int n = 0;
  while (n < CROWD) { /* those that the rotor can do */
    int64_t bad;
    b[n] = random_body();
    n += flow_of(rotor, path, h, 1, &b[n], LAYOUTS[0], want + 4 * n, &bad) == RGS_OK;
  }
  for (size_t how = 0; how < COUNT(LAYOUTS); how++)
    for (int first = 0; first < CROWD; first += 1 + first / 3) { /* other neighbours, other ends */
      int64_t bad;
      STATUS(RGS_OK, flow_of(rotor, path, h, CROWD - first, b + first, LAYOUTS[how], got, &bad));
      SAME_BITS(want + 4 * first, got, 4 * (CROWD - first));
    }
}

TEST(bodies_are_alone) {
  const double steps[] = { 1e-3, 0.1, 0.7, 6 };
  print_message("path in use: %s\n", rgs_isa_name(rgs_isa_in_use()));
  for (size_t s = 0; s < COUNT(steps); s++) {
#define ALONE(name) check_elementwise(&rgs_rotor_##name, rgs_isa_in_use(), steps[s]);
    RGS_BUILTIN_ROTORS(ALONE, ALONE)
#undef ALONE
  }
}

/* A flow that fails names the first body it fails at, wherever that lies. */
TEST(first_failure) {
  const rgs_rotor *may_fail[] = { &rgs_rotor_dmv2, &rgs_rotor_dmv6, &rgs_rotor_midpoint };
  for (size_t r = 0; r < COUNT(may_fail); r++)
    for (int at = 0; at < CROWD; at++) {
      body b[CROWD];
      double q[4 * CROWD];
      int64_t bad = -1;
      for (int i = 0; i < CROWD; i++) {
        b[i] = (body){ { 1, 2, 2.5 }, { 0.3, 0.2, 0.1 }, { 1, 0, 0, 0 } };
        if (i == at || i == at + 1 || i == CROWD - 1) b[i].l[0] = 1e5;
      }
      TRUE(flow_of(may_fail[r], rgs_isa_in_use(), 0.1, CROWD, b, LAYOUTS[1], q, &bad) < RGS_OK);
      SAME_INT(at, bad);
    }
}

/* ---- the paths ------------------------------------------------------------------------------- */
#define IN_LANES(X) X(exact) X(threerot) X(nosquish) X(symrot)

static void compare_paths(const rgs_rotor *rotor, int one, int other, bool same_bits) {
  for (int round = 0; round < 100; round++) {
    body b[CROWD];
    double p[4 * CROWD], q[4 * CROWD];
    int64_t bad;
    for (int i = 0; i < CROWD; i++) {
      b[i] = random_body();
      if (!same_bits) /* nothing near a separatrix: what is left is rounding */
        for (int k = 0; k < 3; k++)
          b[i].inertia[k] = 1 + 0.4 * k, b[i].l[k] = (k == 2 ? 2 : 0.3) * (1 + uniform());
    }
    const double h = 0.01 * round;
    OK(flow_of(rotor, one, h, CROWD, b, LAYOUTS[1], p, &bad));
    OK(flow_of(rotor, other, h, CROWD, b, LAYOUTS[1], q, &bad));
    if (same_bits)
      SAME_BITS(p, q, 4 * CROWD);
    else
      for (int i = 0; i < CROWD; i++) NEAR(0, angle_from(p + 4 * i, q + 4 * i), 16 * EPS);
  }
}

/* Those with fused operations agree to the bit, whatever their width; the baseline to rounding. */
TEST(paths_agree) {
  int path[RGS_ISAS];
  const int n = find_paths(path);
  for (int i = 1; i < n; i++) {
#define COMPARE(rotor)                                                                             \
  compare_paths(&rgs_rotor_##rotor, path[i - 1], path[i], i > 1);                                  \
  check_elementwise(&rgs_rotor_##rotor, path[i], 0.3);
    IN_LANES(COMPARE)
#undef COMPARE
  }
}

/* Where vectors lie: as above, or end to end. */
static const layout VECTORS[] = { { 3, 1 },  { 4, 1 },     { 1, 0 }, { BODY, 1 },
                                  { 40, 3 }, { -BODY, 1 }, { -3, 1 } };

/* Kicks and drifts give the same bits with all instruction sets, and find what is not finite. */
TEST(pushes_agree) {
  int path[RGS_ISAS];
  const int n_paths = find_paths(path);
  const int before = rgs_isa_in_use();
  for (int p = 0; p < n_paths; p++) {
    rgs_isa_use(path[p]);
    for (size_t how = 0; how < COUNT(VECTORS) * COUNT(VECTORS); how++)
      for (int n = 0; n <= CROWD; n++) {
        static double to[CROWD * BODY], from[CROWD * BODY], mass[CROWD];
        const rgs_column a = column(VECTORS[how % COUNT(VECTORS)], n, to);
        const rgs_column b = column(VECTORS[how / COUNT(VECTORS)], n, from);
        const rgs_column mass_column = { mass, 1, 1 }, *m = uniform() < 0.5 ? &mass_column : NULL;
        double want[CROWD][3];
        for (int i = 0; i < n; i++) {
          mass[i] = 1 + uniform();
          for (int k = 0; k < 3; k++) {
            RGS_AT(a, i, k) = uniform(), RGS_AT(b, i, k) = uniform();
            const double step = (m ? 0.1 / mass[i] : 0.1) * RGS_AT(b, i, k);
            want[i][k] = RGS_AT(a, i, k) + step;
          }
        }
        TRUE(rgs_push(&a, 0.1, m, &b, n) && rgs_finite(&b, n));
        for (int i = 0; i < n; i++)
          for (int k = 0; k < 3; k++) SAME_BITS(&want[i][k], &RGS_AT(a, i, k), 1);
        if (n == 0) continue;
        RGS_AT(b, (int)(uniform() * n), (int)(uniform() * 3)) = uniform() < 0.5 ? NAN : -INFINITY;
        TRUE(!rgs_finite(&b, n) && !rgs_push(&a, 0.1, NULL, &b, n));
      }
  }
  rgs_isa_use(before);
}

/* The environment names the path, where this processor has it. */
TEST(environment) {
  int path[RGS_ISAS];
  const int n = find_paths(path);
  const char *wanted = getenv("RIGIDSTEP_KERNELS"), *expected = rgs_isa_name(path[n - 1]);
  SAME_INT(0, strcmp(rgs_isa_name(path[0]), "baseline"));
  for (int i = 0; i < n && wanted; i++)
    if (!strcmp(wanted, rgs_isa_name(path[i]))) expected = wanted;
  SAME_INT(0, strcmp(expected, rgs_isa_name(rgs_isa_in_use())));
}

TEST_MAIN(NULL, NULL)
