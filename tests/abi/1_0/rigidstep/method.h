/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RIGIDSTEP_METHOD_H
#define RIGIDSTEP_METHOD_H
#include "bodies.h"
#ifdef __cplusplus
extern "C" {
#endif
enum { RGS_F64 = 1, RGS_I64 = 2, RGS_BOOL = 3 };
typedef struct rgs_param_info {
  const char *key, *unit, *doc;
  uint32_t type;
  uint32_t offset;
  double min, max, dflt;
} rgs_param_info;
enum {
  RGS_SYMPLECTIC = 1u << 0,
  RGS_SYMMETRIC = 1u << 1,
  RGS_KEEPS_ENERGY = 1u << 2,
  RGS_KEEPS_MOMENTUM = 1u << 3,
  RGS_BACKWARD = 1u << 4,
  RGS_COMPOSED = 1u << 5,
  RGS_NEVER_FAILS = 1u << 6
};
enum { RGS_EVAL_FORCE = 1u << 0, RGS_EVAL_ENERGY = 1u << 1, RGS_EVAL_GRADIENT = 1u << 2 };
#define RGS_EXACT 0xffffu
typedef struct rgs_about {
  rgs_head head;
  const char *name;
  const char *doc;
  const char *cite;
  uint32_t order;
  uint32_t claims, needs;
  uint32_t n_params;
  const rgs_param_info *params;
  uint32_t param_info_size;
  uint32_t params_size;
} rgs_about;
enum {
  RGS_OUTPUT_PER_BODY = 1u << 0,
  RGS_OUTPUT_SUM = 1u << 1
};
typedef struct rgs_output_info {
  const char *key, *unit, *doc;
  uint32_t components;
  uint32_t flags;
  uint32_t lag;
  uint32_t size;
} rgs_output_info;
typedef struct rgs_flow {
  rgs_head head;
  int64_t n;
  double h;
  const void *params;
  const double *prepared;
  rgs_column inertia, l;
  rgs_column q;
} rgs_flow;
typedef struct rgs_rotor {
  rgs_head head;
  const rgs_about *about;
  rgs_status (*flow)(const rgs_flow *call, int64_t *bad);
  void (*prepare)(const void *params, int64_t n, const rgs_column *inertia,
                            double *prepared);
  uint32_t prepared;
  uint32_t reserved0;
  uint32_t (*order)(const void *params);
} rgs_rotor;
enum {
  RGS_DRIFT = 1,
  RGS_KICK = 2,
  RGS_KICK_GRADIENT = 3
};
typedef struct rgs_stage {
  uint32_t op, reserved0;
  double a, c;
} rgs_stage;
typedef struct rgs_scheme {
  rgs_head head;
  const rgs_about *about;
  const rgs_stage *stages;
  uint32_t n_stages;
  uint32_t stage_size;
  const rgs_stage *pre;
  uint32_t n_pre;
  uint32_t reserved0;
} rgs_scheme;
typedef struct rgs_turn {
  rgs_head head;
  double h;
  double time;
  double energy;
  const void *params;
  void *cursor;
  const rgs_view *bodies;
  double force_scale;
  uint32_t fresh;
  uint32_t want;
  double want_time;
} rgs_turn;
typedef struct rgs_flaw {
  rgs_head head;
  int64_t body;
  const char *what;
  double value, most;
} rgs_flaw;
typedef struct rgs_integrator {
  rgs_head head;
  const rgs_about *about;
  rgs_status (*advance)(rgs_turn *turn, int64_t *bad);
  uint32_t carry;
  uint32_t cursor_size;
  rgs_status (*check)(const rgs_turn *turn, rgs_flaw *flaw);
  rgs_status (*project)(const rgs_turn *turn, double *moved, rgs_flaw *flaw);
  rgs_status (*output)(const rgs_turn *turn, uint32_t index, double *values);
  const rgs_output_info *outputs;
  uint32_t n_outputs;
  uint32_t output_info_size;
} rgs_integrator;
#ifdef __cplusplus
}
#endif
#endif
