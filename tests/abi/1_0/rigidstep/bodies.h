/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RIGIDSTEP_BODIES_H
#define RIGIDSTEP_BODIES_H
#include "base.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct rgs_column {
  double *data;
  ptrdiff_t body;
  ptrdiff_t comp;
} rgs_column;
#define RGS_AT(column,i,k) \
  ((column).data[(ptrdiff_t)(i) * (column).body + (ptrdiff_t)(k) * (column).comp])
enum {
  RGS_VIEW_P_IS_VELOCITY = 1u << 0,
  RGS_VIEW_ANY_MOMENTS = 1u << 1
};
typedef struct rgs_view {
  rgs_head head;
  int64_t n;
  uint32_t flags;
  uint32_t reserved0;
  uint64_t stamp;
  rgs_column x, p, q, l;
  rgs_column mass, inertia;
  rgs_column f, tau;
  rgs_column gf, gtau;
  rgs_column carry;
} rgs_view;
#ifdef __cplusplus
}
#endif
#endif
