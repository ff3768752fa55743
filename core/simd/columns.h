/* SPDX-License-Identifier: BSD-3-Clause
 *
 * columns.h - loads bodies i, i + 1, .. of a column into lanes, and stores them, for any strides.
 *
 * At the end of a column there may be fewer bodies than lanes: the remaining lanes hold the last
 * body again, and are not stored.
 */
#pragma once
#include "simd/lanes.h"
#include <rigidstep/bodies.h>

/* ---- one component --------------------------------------------------------------------------- */
#if RGS_WIDTH == 1
RGS_INLINE rgs_lanes rgs_load(const rgs_column *c, int64_t n, int64_t i, int k) {
  (void)n;
  return RGS_AT(*c, i, k);
}
RGS_INLINE void rgs_store(const rgs_column *c, int64_t n, int64_t i, int k, rgs_lanes a) {
  (void)n;
  RGS_AT(*c, i, k) = a;
}
#else
RGS_INLINE rgs_lanes rgs_load(const rgs_column *c, int64_t n, int64_t i, int k) {
  if (n - i >= RGS_WIDTH) {
    const double *p = &RGS_AT(*c, i, k);
    const ptrdiff_t b = c->body;
    if (b == 1) return rgs_from_memory(p);
#if RGS_WIDTH == 2
    return (rgs_lanes){ p[0], p[b] };
#elif RGS_WIDTH == 4
    return _mm256_set_pd(p[3 * b], p[2 * b], p[b], p[0]);
#else
    return _mm512_set_pd(p[7 * b], p[6 * b], p[5 * b], p[4 * b], p[3 * b], p[2 * b], p[b], p[0]);
#endif
  }
  double a[RGS_WIDTH];
  for (int lane = 0; lane < RGS_WIDTH; lane++)
    a[lane] = RGS_AT(*c, i + lane < n ? i + lane : n - 1, k);
  return rgs_from_memory(a);
}

RGS_INLINE void rgs_store(const rgs_column *c, int64_t n, int64_t i, int k, rgs_lanes a) {
  if (n - i >= RGS_WIDTH && c->body == 1) {
    rgs_to_memory(&RGS_AT(*c, i, k), a);
    return;
  }
  double each[RGS_WIDTH];
  rgs_to_memory(each, a);
  for (int lane = 0; lane < RGS_WIDTH && i + lane < n; lane++) RGS_AT(*c, i + lane, k) = each[lane];
}
#endif

/* Vectors of one body after the vectors of the other. */
RGS_INLINE int rgs_end_to_end(const rgs_column *c) { return c->comp == 1 && c->body == 3; }

/* ---- three or four, which lie side by side where the host has a struct for each body --------- */
#if RGS_WIDTH == 1
RGS_INLINE int rgs_side_by_side(const rgs_column *c, int64_t n, int64_t i) {
  (void)c, (void)n, (void)i;
  return 0;
}
RGS_INLINE void rgs_load_rows(const double *p, ptrdiff_t body, const int32_t *at, int components,
                              rgs_lanes *a) {
  for (int k = 0; k < components; k++) a[k] = p[(at != NULL ? at[0] * body : 0) + k];
}
RGS_INLINE void rgs_store_rows(double *p, ptrdiff_t body, int components, const rgs_lanes *a) {
  (void)p, (void)body, (void)components, (void)a;
}
#else
RGS_INLINE int rgs_side_by_side(const rgs_column *c, int64_t n, int64_t i) {
  return c->comp == 1 && c->body != 1 && n - i >= RGS_WIDTH;
}

/* Where row at[j] begins in the column p, or row j without `at`. */
RGS_INLINE ptrdiff_t rgs_row(ptrdiff_t body, const int32_t *at, int j) {
  return (ptrdiff_t)(at != NULL ? at[j] : j) * body;
}

/* Nothing beyond the components is read or written, because it may belong to another thread. */
#if RGS_WIDTH == 2
RGS_INLINE void rgs_load_rows(const double *p, ptrdiff_t body, const int32_t *at, int components,
                              rgs_lanes *a) {
  const double *first = p + rgs_row(body, at, 0), *second = p + rgs_row(body, at, 1);
  const rgs_lanes one = rgs_from_memory(first), other = rgs_from_memory(second);
  a[0] = (rgs_lanes){ one[0], other[0] };
  a[1] = (rgs_lanes){ one[1], other[1] };
  if (components == 4) {
    const rgs_lanes rest = rgs_from_memory(first + 2), of_other = rgs_from_memory(second + 2);
    a[2] = (rgs_lanes){ rest[0], of_other[0] };
    a[3] = (rgs_lanes){ rest[1], of_other[1] };
  } else {
    a[2] = (rgs_lanes){ first[2], second[2] };
  }
}
RGS_INLINE void rgs_store_rows(double *p, ptrdiff_t body, int components, const rgs_lanes *a) {
  for (int j = 0; j < 2; j++, p += body) {
    rgs_to_memory(p, (rgs_lanes){ a[0][j], a[1][j] });
    if (components == 4)
      rgs_to_memory(p + 2, (rgs_lanes){ a[2][j], a[3][j] });
    else
      p[2] = a[2][j];
  }
}
#else
RGS_INLINE __m256d rgs_load_row(const double *p, int components) {
  if (components == 4) return _mm256_loadu_pd(p);
  return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p)), _mm_load_sd(p + 2), 1);
}
RGS_INLINE void rgs_store_row(double *p, int components, __m256d row) {
  if (components == 4) {
    _mm256_storeu_pd(p, row);
  } else {
    _mm_storeu_pd(p, _mm256_castpd256_pd128(row));
    _mm_store_sd(p + 2, _mm256_extractf128_pd(row, 1));
  }
}

#if RGS_WIDTH == 4
/* Rows to columns, or back. */
RGS_INLINE void rgs_transpose(__m256d a[4]) {
  const __m256d even01 = _mm256_unpacklo_pd(a[0], a[1]), odd01 = _mm256_unpackhi_pd(a[0], a[1]);
  const __m256d even23 = _mm256_unpacklo_pd(a[2], a[3]), odd23 = _mm256_unpackhi_pd(a[2], a[3]);
  a[0] = _mm256_permute2f128_pd(even01, even23, 0x20);
  a[1] = _mm256_permute2f128_pd(odd01, odd23, 0x20);
  a[2] = _mm256_permute2f128_pd(even01, even23, 0x31);
  a[3] = _mm256_permute2f128_pd(odd01, odd23, 0x31);
}
/* Three components of bodies that lie end to end: b, c and d are the twelve numbers in their order. */
RGS_INLINE void rgs_load_triples(const double *p, __m256d a[3]) {
  const __m256d b = _mm256_loadu_pd(p), c = _mm256_loadu_pd(p + 4), d = _mm256_loadu_pd(p + 8);
  const __m256d xy = _mm256_blend_pd(b, c, 0xc), yz = _mm256_blend_pd(c, d, 0xc);
  const __m256d zx = _mm256_permute2f128_pd(b, d, 0x21);
  a[0] = _mm256_shuffle_pd(xy, zx, 0xa);
  a[1] = _mm256_shuffle_pd(xy, yz, 0x5);
  a[2] = _mm256_shuffle_pd(zx, yz, 0xa);
}
RGS_INLINE void rgs_store_triples(double *p, const __m256d a[3]) {
  const __m256d xy = _mm256_unpacklo_pd(a[0], a[1]), yz = _mm256_unpackhi_pd(a[1], a[2]);
  const __m256d zx = _mm256_shuffle_pd(a[2], a[0], 0xa);
  _mm256_storeu_pd(p, _mm256_permute2f128_pd(xy, zx, 0x20));
  _mm256_storeu_pd(p + 4, _mm256_blend_pd(yz, xy, 0xc));
  _mm256_storeu_pd(p + 8, _mm256_permute2f128_pd(zx, yz, 0x31));
}
RGS_INLINE void rgs_load_rows(const double *p, ptrdiff_t body, const int32_t *at, int components,
                              rgs_lanes *a) {
  __m256d row[4];
  for (int j = 0; j < 4; j++) row[j] = rgs_load_row(p + rgs_row(body, at, j), components);
  rgs_transpose(row);
  for (int k = 0; k < components; k++) a[k] = row[k];
}
RGS_INLINE void rgs_store_rows(double *p, ptrdiff_t body, int components, const rgs_lanes *a) {
  __m256d row[4] = { a[0], a[1], a[2], components == 4 ? a[3] : a[2] };
  rgs_transpose(row);
  for (int j = 0; j < 4; j++) rgs_store_row(p + j * body, components, row[j]);
}
#else
/* The rows of bodies j and j + 4 share a register. */
RGS_INLINE void rgs_transpose(__m512d a[4]) {
  const __m512i low = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
  const __m512i high = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
  const __m512d even01 = _mm512_unpacklo_pd(a[0], a[1]), odd01 = _mm512_unpackhi_pd(a[0], a[1]);
  const __m512d even23 = _mm512_unpacklo_pd(a[2], a[3]), odd23 = _mm512_unpackhi_pd(a[2], a[3]);
  a[0] = _mm512_permutex2var_pd(even01, low, even23);
  a[1] = _mm512_permutex2var_pd(odd01, low, odd23);
  a[2] = _mm512_permutex2var_pd(even01, high, even23);
  a[3] = _mm512_permutex2var_pd(odd01, high, odd23);
}
/* Three components of bodies that lie end to end: b, c and d are the 24 numbers in their order.  An index
 * of 8 or more takes from the last argument. */
RGS_INLINE __m512d rgs_pick(__m512d a, __m512i index, __m512d b) {
  return _mm512_permutex2var_pd(a, index, b);
}
RGS_INLINE void rgs_load_triples(const double *p, __m512d a[3]) {
  const __m512d b = _mm512_loadu_pd(p), c = _mm512_loadu_pd(p + 8), d = _mm512_loadu_pd(p + 16);
  const __m512d x = rgs_pick(b, _mm512_setr_epi64(0, 3, 6, 9, 12, 15, 0, 0), c);
  const __m512d y = rgs_pick(b, _mm512_setr_epi64(1, 4, 7, 10, 13, 0, 0, 0), c);
  const __m512d z = rgs_pick(b, _mm512_setr_epi64(2, 5, 8, 11, 14, 0, 0, 0), c);
  a[0] = rgs_pick(x, _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 10, 13), d);
  a[1] = rgs_pick(y, _mm512_setr_epi64(0, 1, 2, 3, 4, 8, 11, 14), d);
  a[2] = rgs_pick(z, _mm512_setr_epi64(0, 1, 2, 3, 4, 9, 12, 15), d);
}
RGS_INLINE void rgs_store_triples(double *p, const __m512d a[3]) {
  const __m512d b = rgs_pick(a[0], _mm512_setr_epi64(0, 8, 0, 1, 9, 0, 2, 10), a[1]);
  const __m512d c = rgs_pick(a[0], _mm512_setr_epi64(0, 3, 11, 0, 4, 12, 0, 5), a[1]);
  const __m512d d = rgs_pick(a[0], _mm512_setr_epi64(13, 0, 6, 14, 0, 7, 15, 0), a[1]);
  _mm512_storeu_pd(p, rgs_pick(b, _mm512_setr_epi64(0, 1, 8, 3, 4, 9, 6, 7), a[2]));
  _mm512_storeu_pd(p + 8, rgs_pick(c, _mm512_setr_epi64(10, 1, 2, 11, 4, 5, 12, 7), a[2]));
  _mm512_storeu_pd(p + 16, rgs_pick(d, _mm512_setr_epi64(0, 13, 2, 3, 14, 5, 6, 15), a[2]));
}
RGS_INLINE void rgs_load_rows(const double *p, ptrdiff_t body, const int32_t *at, int components,
                              rgs_lanes *a) {
  __m512d row[4];
  for (int j = 0; j < 4; j++)
    row[j] = _mm512_insertf64x4(
        _mm512_castpd256_pd512(rgs_load_row(p + rgs_row(body, at, j), components)),
        rgs_load_row(p + rgs_row(body, at, j + 4), components), 1);
  rgs_transpose(row);
  for (int k = 0; k < components; k++) a[k] = row[k];
}
RGS_INLINE void rgs_store_rows(double *p, ptrdiff_t body, int components, const rgs_lanes *a) {
  __m512d row[4] = { a[0], a[1], a[2], components == 4 ? a[3] : a[2] };
  rgs_transpose(row);
  for (int j = 0; j < 4; j++) {
    rgs_store_row(p + j * body, components, _mm512_castpd512_pd256(row[j]));
    rgs_store_row(p + (j + 4) * body, components, _mm512_extractf64x4_pd(row[j], 1));
  }
}
#endif
#endif
#endif

/* components: 3 or 4, a constant at every call. */
RGS_INLINE void rgs_load_all(const rgs_column *c, int64_t n, int64_t i, int components,
                             rgs_lanes *a) {
#if RGS_WIDTH > 2
  if (components == 3 && rgs_end_to_end(c) && n - i >= RGS_WIDTH) {
    rgs_load_triples(c->data + 3 * i, a);
    return;
  }
#endif
  if (rgs_side_by_side(c, n, i))
    rgs_load_rows(&RGS_AT(*c, i, 0), c->body, NULL, components, a);
  else
    RGS_UNROLL
  for (int k = 0; k < components; k++) a[k] = rgs_load(c, n, i, k);
}

RGS_INLINE void rgs_store_all(const rgs_column *c, int64_t n, int64_t i, int components,
                              const rgs_lanes *a) {
#if RGS_WIDTH > 2
  if (components == 3 && rgs_end_to_end(c) && n - i >= RGS_WIDTH) {
    rgs_store_triples(c->data + 3 * i, a);
    return;
  }
#endif
  if (rgs_side_by_side(c, n, i))
    rgs_store_rows(&RGS_AT(*c, i, 0), c->body, components, a);
  else
    RGS_UNROLL
  for (int k = 0; k < components; k++) rgs_store(c, n, i, k, a[k]);
}

/* ---- constants that a rotor prepared --------------------------------------------------------- */
/* `count` doubles a body, body after body.  Always inline: left to itself GCC calls it, and then a step
 * of dmv6 to dmv10 takes a third longer. */
__attribute__((always_inline)) RGS_INLINE void
rgs_load_prepared(const double *prepared, int64_t n, int64_t i, int count, rgs_lanes *a) {
  RGS_UNROLL
  for (int k = 0; k < count; k += 4) {
    const rgs_column c = { (double *)(uintptr_t)(prepared + k), count, 1 };
    if (count - k >= 3) {
      rgs_load_all(&c, n, i, count - k >= 4 ? 4 : 3, a + k);
    } else {
      a[k] = rgs_load(&c, n, i, 0);
      if (count - k == 2) a[k + 1] = rgs_load(&c, n, i, 1);
    }
  }
}
