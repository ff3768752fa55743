/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RIGIDSTEP_HOST_H
#define RIGIDSTEP_HOST_H
#include "bodies.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct rgs_allocator {
  rgs_head head;
  void *self;
  void *(*alloc)(void *self, size_t size);
  void (*release)(void *self, void *memory, size_t size);
} rgs_allocator;
typedef struct rgs_eval {
  rgs_head head;
  uint32_t what;
  uint32_t reserved0;
  double time;
  double energy;
} rgs_eval;
#define RGS_EVAL_INIT { RGS_HEAD(rgs_eval), 0, 0, 0.0, 0.0 }
typedef struct rgs_host {
  rgs_head head;
  void *self;
  uint32_t provides;
  uint32_t reserved0;
  double force_scale;
  int (*eval)(void *self, rgs_eval *request, const rgs_view *bodies);
} rgs_host;
#ifdef __cplusplus
}
#endif
#endif
