/* SPDX-License-Identifier: BSD-3-Clause
 *
 * push_simd.c - kicks and drifts: a column of vectors grows along another one.  No operation is
 * fused here, so that the bits are the same with all instruction sets.
 *
 * All components are treated alike.  So vectors that lie end to end, three numbers a body, are read
 * in their order in memory, and vectors in structs body by body; neither has to be transposed into
 * lanes.
 */
#include "simd/push.h"
#include "simd/columns.h"
#include "simd/instruction_set.h"

/* x - x is 0 for all numbers but infinities and nan. */
static inline rgs_lanes rgs_not_finite(const rgs_lanes a[3]) {
  /* cppcheck-suppress ctuArrayIndex; rgs_load_three and rgs_load_all fill all of a */
  return (a[0] - a[0]) + (a[1] - a[1]) + (a[2] - a[2]);
}

/* Three times as many numbers as lanes. */
static inline void rgs_load_three(const double *p, rgs_lanes a[3]) {
  for (int k = 0; k < 3; k++) a[k] = rgs_from_memory(p + k * RGS_WIDTH);
}

/* each[j] is the factor of body j; `spread` has it for the three components of each body, end to
 * end. */
static inline void rgs_spread(rgs_lanes each, rgs_lanes spread[3]) {
#if RGS_WIDTH == 2
  spread[0] = (rgs_lanes){ each[0], each[0] };
  spread[1] = each;
  spread[2] = (rgs_lanes){ each[1], each[1] };
#elif RGS_WIDTH == 4
  spread[0] = _mm256_permute4x64_pd(each, 0x40);
  spread[1] = _mm256_permute4x64_pd(each, 0xa5);
  spread[2] = _mm256_permute4x64_pd(each, 0xfe);
#elif RGS_WIDTH == 8
  spread[0] = _mm512_permutexvar_pd(_mm512_set_epi64(2, 2, 1, 1, 1, 0, 0, 0), each);
  spread[1] = _mm512_permutexvar_pd(_mm512_set_epi64(5, 4, 4, 4, 3, 3, 3, 2), each);
  spread[2] = _mm512_permutexvar_pd(_mm512_set_epi64(7, 7, 7, 6, 6, 6, 5, 5), each);
#else
  for (int k = 0; k < 3; k++) spread[k] = each;
#endif
}

/* ---- body by body ---------------------------------------------------------------------------- */
typedef double rgs_pair __attribute__((vector_size(16)));

static inline rgs_pair rgs_pair_from(const double *p) {
  rgs_pair a;
  memcpy(&a, p, sizeof a);
  return a;
}

static inline int rgs_finite_rows(const rgs_column *c, int64_t n, int64_t i) {
  const ptrdiff_t body = c->body;
  const double *p = c->data + i * body;
  rgs_pair sum = { 0, 0 };
  double sum_last = 0;
  for (; i < n; i++, p += body) {
    const rgs_pair a = rgs_pair_from(p);
    sum += a - a; /* NOLINT(misc-redundant-expression): not 0 for nan and infinity */
    sum_last += p[2] - p[2];
  }
  return sum[0] + sum[1] + sum_last == 0;
}

static inline int rgs_push_rows(const rgs_column *to, double factor, const rgs_column *mass,
                                const rgs_column *from, int64_t n, int64_t i) {
  /* Copies, so that stores cannot change them: pointers and strides stay in registers. */
  const rgs_column t_column = *to, f_column = *from, *m = mass != NULL ? mass : to;
  const ptrdiff_t t_body = t_column.body, f_body = f_column.body, m_body = m->body;
  const double *f = f_column.data + i * f_body, *of_mass = m->data + i * m_body;
  double *t = t_column.data + i * t_body;
  rgs_pair sum = { 0, 0 };
  double sum_last = 0;
  for (; i < n; i++, t += t_body, f += f_body, of_mass += m_body) {
    const double each = mass != NULL ? factor / *of_mass : factor;
    const rgs_pair a = rgs_pair_from(t) + each * rgs_pair_from(f);
    const double last = t[2] + each * f[2];
    memcpy(t, &a, sizeof a);
    t[2] = last;
    sum += a - a; /* NOLINT(misc-redundant-expression): not 0 for nan and infinity */
    sum_last += last - last;
  }
  return sum[0] + sum[1] + sum_last == 0;
}

/* ---- all ------------------------------------------------------------------------------------- */
RGS_LANE_FUNCTION(int, rgs_finite, (const rgs_column *c, int64_t n), (c, n)) {
  rgs_lanes sum = rgs_same(0);
  int64_t i = 0;
  if (rgs_end_to_end(c))
    for (; n - i >= RGS_WIDTH; i += RGS_WIDTH) {
      rgs_lanes a[3];
      rgs_load_three(c->data + 3 * i, a);
      sum += rgs_not_finite(a);
    }
  if (c->comp == 1) return rgs_finite_rows(c, n, i) & rgs_all(rgs_equal(sum, rgs_same(0)));
  for (; i < n; i += RGS_WIDTH) {
    rgs_lanes a[3];
    rgs_load_all(c, n, i, 3, a);
    sum += rgs_not_finite(a);
  }
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}

RGS_LANE_FUNCTION(int, rgs_push,
                  (const rgs_column *to, double factor, const rgs_column *mass,
                   const rgs_column *from, int64_t n),
                  (to, factor, mass, from, n)) {
  rgs_lanes sum = rgs_same(0), each = rgs_same(factor);
  int64_t i = 0;
  if (rgs_end_to_end(to) && rgs_end_to_end(from))
    for (; n - i >= RGS_WIDTH; i += RGS_WIDTH) {
      rgs_lanes a[3], b[3], factors[3] = { each, each, each };
      if (mass != NULL) rgs_spread(factor / rgs_load(mass, n, i, 0), factors);
      rgs_load_three(to->data + 3 * i, a);
      rgs_load_three(from->data + 3 * i, b);
      for (int k = 0; k < 3; k++) {
        a[k] += factors[k] * b[k];
        rgs_to_memory(to->data + 3 * i + k * RGS_WIDTH, a[k]);
      }
      sum += rgs_not_finite(a);
    }
  if (to->comp == 1 && from->comp == 1)
    return rgs_push_rows(to, factor, mass, from, n, i) & rgs_all(rgs_equal(sum, rgs_same(0)));
  for (; i < n; i += RGS_WIDTH) {
    rgs_lanes a[3], b[3];
    if (mass != NULL) each = factor / rgs_load(mass, n, i, 0);
    rgs_load_all(to, n, i, 3, a);
    rgs_load_all(from, n, i, 3, b);
    for (int k = 0; k < 3; k++) a[k] += each * b[k];
    rgs_store_all(to, n, i, 3, a);
    sum += rgs_not_finite(a);
  }
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}
