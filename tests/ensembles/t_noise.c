/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_noise.c - random bits and normal deviates: known answers, the same bits on all widths, and the
 * distribution they are meant to have.
 */
#include "check.h"

#include "thermostats/draws.h"
#include "simd/noise.h"
#include "simd/unfused.h"
#include "simd/instruction_set.h"
#include "distributions.h"
#include "lanes_of_width.h"

#include <math.h>

static const lanes_of_width *widths[LANE_WIDTHS];
static int n_widths;

/* ---- random bits ------------------------------------------------------------------------------ */
/* The vectors that the authors of Philox publish beside their code, for ten rounds. */
TEST(known_answers) {
  static const uint32_t VECTORS[][10] = {
    { 0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 },
    { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x408f276d,
      0x41c83b0e, 0xa20bc7c6, 0x6d5451fd },
    { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09,
      0x94fdcceb, 0x5001e420, 0x24126ea1 },
  };
  for (int w = 0; w < n_widths; w++)
    for (size_t v = 0; v < COUNT(VECTORS); v++) {
      uint32_t out[4];
      widths[w]->philox(VECTORS[v] + 4, VECTORS[v], out);
      for (int k = 0; k < 4; k++) SAME_INT(VECTORS[v][6 + k], out[k]);
    }
}

/* ---- the same on all widths ------------------------------------------------------------------- */
enum { BODIES = 4096 };

static void all_normals(const lanes_of_width *noise, const rgs_noise *from, double *out) {
  for (int i = 0; i < BODIES; i += noise->bodies) {
    uint64_t tag[16];
    for (int j = 0; j < noise->bodies; j++) tag[j] = (uint64_t)(i + j) * 0x100000001u;
    noise->normals(from, tag, out + RGS_NORMALS * i);
  }
}

static void hash_bits(double x, uint64_t *hash) {
  const float rounded = (float)x;
  uint32_t bits;
  memcpy(&bits, &rounded, sizeof rounded);
  *hash = (*hash ^ bits) * 1099511628211u;
}

TEST(widths_agree) {
  static double want[RGS_NORMALS * BODIES], got[RGS_NORMALS * BODIES];
  uint64_t hash = 14695981039346656037u;
  for (uint64_t step = 0; step < 300; step++) {
    const rgs_noise from = { 20, (uint32_t)(step % 5), step * 0x10000001u };
    all_normals(widths[0], &from, want);
    for (int w = 1; w < n_widths; w++) {
      all_normals(widths[w], &from, got);
      TRUE(memcmp(want, got, sizeof want) == 0);
    }
    for (int i = 0; i < RGS_NORMALS * BODIES; i++) hash_bits(want[i], &hash);
  }
  /* Noise never changes: runs of years ago can be repeated, and machines of all kinds mixed. */
  print_message("hash of the noise: %016llx\n", (unsigned long long)hash);
  TRUE(hash == 0xb155c2cf137dd257u);
}

/* ---- the transformation ------------------------------------------------------------------------ */
/* From the same words, in long double and with libm.  What counts is the error of the squares: a
 * float of the radius' bits next to 1 has few digits of the difference. */
TEST(against_box_and_muller) {
  const lanes_of_width *noise = widths[0];
  const rgs_noise from = { 7, 3, 5 };
  const long double quarter = 0.785398163397448309616L;
  double worst = 0;
  for (uint64_t tag = 0; tag < 200000; tag++) {
    uint32_t w[8];
    double normal[RGS_NORMALS];
    noise->words(&from, &tag, w);
    noise->normals(&from, &tag, normal);
    const uint32_t fine[3] = { w[3] >> 11, w[7] >> 11, (w[3] << 21) >> 11 | (w[7] << 22) >> 22 };
    for (int k = 0; k < 3; k++) {
      const long double u = ((w[k] >> 1) + (fine[k] + 0.5L) * 0x1p-21L) * 0x1p-31L;
      const long double radius = sqrtl(-2 * logl(u));
      const long double angle = quarter * (1 + (int32_t)(w[4 + k] << 2) * 0x1p-31L);
      const long double x = radius * cosl(angle), y = radius * sinl(angle);
      const long double want[2] = { w[4 + k] >> 31 ? -x : x, w[4 + k] >> 30 & 1 ? -y : y };
      for (int j = 0; j < 2; j++)
        worst = fmax(worst,
                     (double)(fabsl(normal[2 * k + j] - want[j]) * radius / (1 + radius * radius)));
    }
  }
  print_message("squares of deviates right to %.2g\n", 2 * worst);
  TRUE(worst < 3e-7);
}

/* ---- the distribution -------------------------------------------------------------------------- */
/* Moments x^1 .. x^8 of a normal deviate, and their variances. */
static const double MOMENT[] = { 0, 1, 0, 3, 0, 15, 0, 105 };
static const double SPREAD[] = { 1, 2, 15, 96, 945, 10170, 135135, 2016000 };

/* A thousand million deviates: moments, counts beyond some points on either side, and products of
 * deviates of a body, of the next body and of the next step, each within 4.5 of its standard errors.  For
 * counts of a few the limits follow Poisson's law with the same probability.  One run in 3000 would
 * fail by chance. */
enum { CROWD = 240, TAILS = 13, PAIRS = 15 };
typedef struct many {
  double power[8], beyond[TAILS][2], pair[PAIRS], squares[PAIRS], neighbour[2];
  int64_t n;
} many;

static void take_crowd(many *m, const double *now, const double *before) {
  double power[8] = { 0 }, next[2] = { 0 };
  for (int i = 0; i < RGS_NORMALS * CROWD; i++) {
    const double x = now[i], xx = x * x, x4 = xx * xx;
    power[0] += x, power[1] += xx, power[2] += x * xx, power[3] += x4;
    power[4] += x * x4, power[5] += xx * x4, power[6] += x * xx * x4, power[7] += x4 * x4;
    if (xx >= 1)
      for (int k = 0; k < TAILS && fabs(x) > 1 + 0.5 * k; k++) m->beyond[k][x > 0]++;
    next[0] += x * now[(i + RGS_NORMALS) % (RGS_NORMALS * CROWD)];
    next[1] += x * before[i];
  }
  for (int k = 0; k < 8; k++) m->power[k] += power[k];
  for (int k = 0; k < 2; k++) m->neighbour[k] += next[k];
  for (int i = 0; i < CROWD; i++) {
    const double *x = now + RGS_NORMALS * i;
    for (int a = 0, pair = 0; a < RGS_NORMALS; a++)
      for (int b = 0; b < a; b++, pair++) {
        m->pair[pair] += x[a] * x[b];
        m->squares[pair] += (x[a] * x[a] - 1) * (x[b] * x[b] - 1);
      }
  }
  m->n += RGS_NORMALS * CROWD;
}

static void check_many(const many *m) {
  const double n = (double)m->n, bodies = n / RGS_NORMALS;
  for (int k = 0; k < 8; k++) {
    const double error = sqrt(SPREAD[k] / n);
    print_message("mean of x^%d %.7g, %+.1f errors\n", k + 1, m->power[k] / n,
                  (m->power[k] / n - MOMENT[k]) / error);
    NEAR(MOMENT[k], m->power[k] / n, 4.5 * error);
  }
  for (int k = 0; k < TAILS; k++) {
    const double expected = n * normal_below(-(1 + 0.5 * k));
    print_message("beyond %.1f: %.0f and %.0f, expected %.4g each\n", 1 + 0.5 * k, m->beyond[k][0],
                  m->beyond[k][1], expected);
    for (int side = 0; side < 2; side++)
      NEAR(expected, m->beyond[k][side], 4.5 * sqrt(expected) + 4);
  }
  double worst = 0;
  for (int k = 0; k < PAIRS; k++)
    worst = fmax(worst, fmax(fabs(m->pair[k]), fabs(m->squares[k]) / 2) / sqrt(bodies));
  for (int k = 0; k < 2; k++) worst = fmax(worst, fabs(m->neighbour[k]) / sqrt(n));
  print_message("largest of %d correlations %.1f errors\n", 2 * PAIRS + 2, worst);
  TRUE(worst < 4.5);
}

TEST(very_many) {
  static double room[2][RGS_NORMALS * CROWD];
  const lanes_of_width *noise = widths[n_widths - 1];
  const int64_t want = short_run() ? 3000000 : 1000000000;
  many m = { .n = 0 };
  for (uint64_t step = 0; m.n < want; step++) {
    const rgs_noise from = { 77, 0, step };
    for (int i = 0; i < CROWD; i += noise->bodies) {
      uint64_t tag[16];
      for (int j = 0; j < noise->bodies; j++) tag[j] = (uint64_t)(i + j);
      noise->normals(&from, tag, room[step % 2] + RGS_NORMALS * i);
    }
    take_crowd(&m, room[step % 2], room[1 - step % 2]);
  }
  check_many(&m);
}

/* The bits of the radius run out beyond 8.5: the longest there is, and the shortest. */
TEST(reach) {
  const rgs_words none = 0, all = 0xffffffffu, most = 0x1fffffu, angle = 0;
  rgs_floats pair[2];
  rgs_normal_pair(&none, &none, &angle, pair);
  NEAR(8.57, sqrt(pair[0] * pair[0] + pair[1] * pair[1]), 0.01);
  rgs_normal_pair(&all, &most, &angle, pair);
  NEAR(0, sqrt(pair[0] * pair[0] + pair[1] * pair[1]), 1e-3);
}

/* Seeds, streams and steps beside each other. */
TEST(names_apart) {
  const rgs_noise base = { 1, 1, 1 };
  const rgs_noise other[] = {
    { 2, 1, 1 }, { 1, 2, 1 }, { 1, 1, 2 }, { 1, 0, 1 }, { 1, 1, 0x100000001u }
  };
  for (size_t o = 0; o < COUNT(other); o++) {
    double sum = 0;
    for (uint64_t tag = 0; tag < 100000; tag++) {
      double a[RGS_NORMALS], b[RGS_NORMALS];
      widths[0]->normals(&base, &tag, a);
      widths[0]->normals(&other[o], &tag, b);
      for (int k = 0; k < RGS_NORMALS; k++) sum += a[k] * b[k];
    }
    NEAR(0, sum / sqrt(100000 * RGS_NORMALS), 4.5);
  }
}

/* ---- draws ------------------------------------------------------------------------------------- */
TEST(gamma_variates) {
  enum { MOST = 200000 };
  static double below[MOST];
  const double shapes[] = { 1, 1.5, 2, 7.5, 100, 12345.5 };
  const int n_draws = short_run() ? 30000 : MOST;
  for (size_t s = 0; s < COUNT(shapes); s++) {
    rgs_draws draws = { 5, 2, s, 0 };
    for (int i = 0; i < n_draws; i++)
      below[i] = gamma_below(shapes[s], rgs_draw_gamma(&draws, shapes[s]));
    const double p = kolmogorov_smirnov(below, n_draws);
    print_message("Gamma(%g): p %.3f, %.3f draws each\n", shapes[s], p,
                  (double)draws.next / n_draws);
    TRUE(p > 0.001);
  }
  for (int n = 0; n < 6; n++) {
    double sum = 0;
    for (uint64_t step = 0; step < (uint64_t)n_draws; step++) {
      rgs_draws draws = { 9, 1, step, 0 };
      sum += rgs_draw_squares(&draws, n);
    }
    NEAR(n, sum / n_draws, 4 * sqrt(2.0 * n / n_draws));
  }
}

/* ---- functions of one number ------------------------------------------------------------------- */
TEST(functions) {
  double worst[5] = { 0 };
  for (int i = 0; i < 400000; i++) {
    const double t = (i + 0.37) / 400000, x = (2 * t - 1) * pow(10, -12 * (i % 7) / 6.0) * 30;
    const double positive = exp(600 * (2 * t - 1)), near_1 = 1 + x / 31;
    const double found[] = { rgs_log(i % 2 ? positive : near_1), rgs_expm1(x), rgs_sinh_over(x),
                             rgs_cosh_minus_1(x), rgs_log_of_1_plus(x / 31) };
    const long double half = sinhl(x / 2.0L);
    const long double want[] = { logl(i % 2 ? positive : near_1), expm1l(x), sinhl(x) / x,
                                 2 * half * half, log1pl(x / 31) };
    for (int k = 0; k < 5; k++)
      worst[k] = fmax(worst[k], (double)fabsl((found[k] - want[k]) / want[k]));
  }
  const char *const names[] = { "log", "expm1", "sinh(x)/x", "cosh - 1", "log(1 + x)" };
  for (int k = 0; k < 5; k++) {
    print_message("%s right to %.2f eps\n", names[k], worst[k] * 0x1p52);
    TRUE(worst[k] < 4 * 0x1p-52);
  }
  SAME_INT(1, rgs_exp(0) == 1 && rgs_exp(-1e9) == 0 && rgs_expm1(-1e9) == -1);
  SAME_INT(1, isnan(rgs_exp(NAN)) && isnan(rgs_expm1(-NAN))); /* without a detour by an int */
  SAME_INT(1, rgs_sinh_over(0) == 1 && rgs_cosh_minus_1(0) == 0);
}

int main(int argc, char **argv) {
  choose_tests(argc > 1 ? argv[1] : NULL);
  n_widths = lane_widths(widths);
  return RUN_TESTS(NULL, NULL);
}
