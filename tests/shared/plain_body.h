/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plain_body.h - bodies in memory as hosts of tests lay them out.
 */
#pragma once
#include "with_head.h"

typedef struct plain_body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3];
} plain_body;

/* Where these are in a body, and what may follow them. */
enum { X = 0, P = 3, Q = 6, L = 10, MASS = 13, INERTIA = 14, F = 17, TAU = 20 };
enum { PLAIN_BODY = 23, GF = PLAIN_BODY, GTAU = 26, AUX = 29 };

/* n bodies with so many of these numbers each: number k of body i lies at first[each k + body i] where a
 * column begins, and `comp` further for the next of its components. */
static inline rgs_view view_laid_out(double *first, int64_t n, ptrdiff_t each, ptrdiff_t body,
                                     ptrdiff_t comp, int numbers) {
  static const int places[] = { X, P, Q, L, MASS, INERTIA, F, TAU, GF, GTAU, AUX };
  rgs_view v = { .head = RGS_HEAD(rgs_view), .n = n, .revision = 1 };
  rgs_column *columns[] = { &v.x, &v.p,   &v.q,  &v.l,    &v.mass, &v.inertia,
                            &v.f, &v.tau, &v.gf, &v.gtau, &v.aux };
  for (int k = 0; k < 11 && places[k] < numbers; k++)
    *columns[k] = (rgs_column){ first + places[k] * each, body, comp };
  return v;
}

/* One body after the other, `width` doubles from one to the next.  more: gf and gtau follow, and the aux
 * if there is room. */
static inline rgs_view view_of_plain(double *first, int64_t n, ptrdiff_t width, int more) {
  return view_laid_out(first, n, 1, width, 1, more ? (int)width : PLAIN_BODY);
}
