/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel.h - the list of jobs for one body on a device.  Every device compiles this file, as C or as CUDA;
 * what it does to a body comes from the files that the processor's lanes are made of, with one lane that
 * fuses.
 *
 * A body's numbers are read once, changed by all jobs of the list, and written once.  What it adds to the
 * sums goes to `term`, one number for each sum; rgs_device_sum_of_batch then adds 64 bodies in the
 * processor's order.
 */
#pragma once
#define RGS_ON_DEVICE
#define RGS_WIDTH 1
#define RGS_FUSED
#define RGS_EXACT_GROUPS 1
#define RGS_ROTATING 1
#include "base/device.h"
#include "rotors/rotors.h"
#include "simd/push.h"
#include "thermostats/builtin_thermostats.h"

/* One body, whose columns lie in the thread's own registers. */
typedef struct rgs_device_numbers {
  double x[3], p[3], q[4], l[3], f[3], tau[3], gf[3], gtau[3], mass[1], inertia[3], chosen[1];
} rgs_device_numbers;

RGS_INLINE void rgs_device_get(const rgs_column *c, int64_t i, int components, double *to) {
  RGS_UNROLL
  for (int k = 0; k < components; k++) to[k] = RGS_AT(*c, i, k);
}
RGS_INLINE void rgs_device_put(const rgs_column *c, int64_t i, int components, const double *from) {
  RGS_UNROLL
  for (int k = 0; k < components; k++) RGS_AT(*c, i, k) = from[k];
}
RGS_INLINE rgs_column rgs_device_own(double *numbers) {
  rgs_column c;
  c.data = numbers;
  c.body = 0;
  c.comp = 1;
  return c;
}

RGS_INLINE void rgs_device_load_body(const rgs_device_list *list, int64_t i,
                                     rgs_device_numbers *b) {
  const uint32_t reads = list->reads;
  if (reads & RGS_USES_X) rgs_device_get(&list->x, i, 3, b->x);
  if (reads & RGS_USES_P) rgs_device_get(&list->p, i, 3, b->p);
  if (reads & RGS_USES_Q) rgs_device_get(&list->q, i, 4, b->q);
  if (reads & RGS_USES_L) rgs_device_get(&list->l, i, 3, b->l);
  if (reads & RGS_USES_F) {
    rgs_device_get(&list->f, i, 3, b->f);
    rgs_device_get(&list->tau, i, 3, b->tau);
  }
  if (reads & RGS_USES_GRADIENT) {
    rgs_device_get(&list->gf, i, 3, b->gf);
    rgs_device_get(&list->gtau, i, 3, b->gtau);
  }
  if (reads & RGS_USES_MASS) b->mass[0] = RGS_AT(list->mass, i, 0);
  if (reads & RGS_USES_INERTIA) rgs_device_get(&list->inertia, i, 3, b->inertia);
  if (reads & RGS_USES_CHOSEN) b->chosen[0] = RGS_AT(list->chosen, i, 0);
}

RGS_INLINE void rgs_device_store_body(const rgs_device_list *list, int64_t i,
                                      const rgs_device_numbers *b) {
  const uint32_t writes = list->writes;
  if (writes & RGS_USES_X) rgs_device_put(&list->x, i, 3, b->x);
  if (writes & RGS_USES_P) rgs_device_put(&list->p, i, 3, b->p);
  if (writes & RGS_USES_Q) rgs_device_put(&list->q, i, 4, b->q);
  if (writes & RGS_USES_L) rgs_device_put(&list->l, i, 3, b->l);
  if (writes & RGS_USES_GRADIENT) {
    rgs_device_put(&list->gf, i, 3, b->gf);
    rgs_device_put(&list->gtau, i, 3, b->gtau);
  }
}

/* ---- jobs ------------------------------------------------------------------------------------
 * Each returns 0, or what is wrong with the body plus 1. */

/* 1 to 6: the first component of force or torque that is not finite. */
RGS_INLINE uint32_t rgs_device_check(const double f[3], const double tau[3]) {
  RGS_UNROLL
  for (uint32_t k = 0; k < 3; k++)
    if (!(f[k] - f[k] == 0)) return 1 + k;
  RGS_UNROLL
  for (uint32_t k = 0; k < 3; k++)
    if (!(tau[k] - tau[k] == 0)) return 4 + k;
  return 0;
}

RGS_INLINE uint32_t rgs_device_do_kick(const rgs_device_list *list, const rgs_job *job,
                                       rgs_device_numbers *b) {
  const int gradient = job->kind == RGS_JOB_GRADIENT;
  double f[3], tau[3];
  RGS_UNROLL
  for (int k = 0; k < 3; k++) {
    f[k] = gradient ? b->gf[k] : b->f[k];
    tau[k] = gradient ? b->gtau[k] : b->tau[k];
  }
  const rgs_column p = rgs_device_own(b->p), l = rgs_device_own(b->l);
  const rgs_column own_f = rgs_device_own(f), own_tau = rgs_device_own(tau);
  const rgs_column mass = rgs_device_own(b->mass);
  if (job->flags & RGS_JOB_CHECKS) {
    const uint32_t bad = rgs_device_check(f, tau);
    if (bad != 0) return bad;
  }
  int fine;
  if (list->flags & RGS_VIEW_P_IS_VELOCITY)
    fine = rgs_push_one(&p, job->by, &mass, &own_f, 0);
  else
    fine = rgs_push_one(&p, job->by, NULL, &own_f, 0);
  return rgs_push_one(&l, job->step[0], NULL, &own_tau, 0) && fine ? 0 : 7;
}

RGS_INLINE uint32_t rgs_device_do_keep(const rgs_job *job, rgs_device_numbers *b) {
  const uint32_t bad = job->flags & RGS_JOB_CHECKS ? rgs_device_check(b->f, b->tau) : 0;
  RGS_UNROLL
  for (int k = 0; k < 3; k++) {
    b->gf[k] = b->f[k];
    b->gtau[k] = b->tau[k];
  }
  return bad;
}

RGS_INLINE rgs_status rgs_device_flow(int rotor, const rgs_flow *call, int64_t *bad) {
#define RGS_TURN(name)                                                                             \
  case RGS_ROTOR_##name: return rgs_##name##_turn(call, bad);
  switch (rotor) {
    RGS_BUILTIN_ROTORS(RGS_TURN, RGS_NOTHING)
  default: return RGS_OK; /* a kernel for lists without rotations */
  }
#undef RGS_TURN
}

RGS_INLINE uint32_t rgs_device_do_rotation(const rgs_device_list *list, const rgs_job *job,
                                           double by, int rotor, int64_t i, rgs_device_numbers *b) {
  rgs_flow call;
  int64_t bad = 0;
  call.n = 1;
  call.h = by;
  call.params = list->rotor_params;
  call.prepared = list->prepared + i * list->prepared_each;
  call.inertia.data = list->inertia.data + i * list->inertia.body; /* rarely read */
  call.inertia.body = 0;
  call.inertia.comp = list->inertia.comp;
  call.l = rgs_device_own(b->l);
  call.q = rgs_device_own(b->q);
  if (job->flags & RGS_JOB_KEEPS_Q) RGS_UNROLL
  for (int k = 0; k < 4; k++) list->room[4 * i + k] = b->q[k];
  if (by == 0) return 0; /* in a batch, as in backends/host.c */
  const rgs_status status = rgs_device_flow(rotor, &call, &bad);
  return status == RGS_OK ? 0 : status == RGS_E_NONFINITE ? 7 : 6;
}

/* The body as the kernels of thermostats see it.  name: without tags. */
RGS_INLINE rgs_thermostat_bodies rgs_device_batch_of(const rgs_device_list *list, int64_t i,
                                                     int64_t name, rgs_device_numbers *b) {
  rgs_thermostat_bodies one;
  one.n = 1;
  one.own = i < list->own;
  one.x = rgs_device_own(b->x);
  one.p = rgs_device_own(b->p);
  one.l = rgs_device_own(b->l);
  one.q = rgs_device_own(b->q);
  one.mass = rgs_device_own(b->mass);
  one.inertia = rgs_device_own(b->inertia);
  one.chosen = rgs_device_own(list->chosen.data != NULL ? b->chosen : NULL);
  one.tag = list->tag != NULL ? list->tag + i : NULL;
  one.first = name;
  one.p_is_velocity = (list->flags & RGS_VIEW_P_IS_VELOCITY) != 0;
  one.plane = (list->flags & RGS_VIEW_PLANAR) != 0;
  return one;
}

RGS_INLINE int rgs_device_batch(const rgs_device_list *list, const rgs_job *job, const void *step,
                                int64_t i, int64_t name, rgs_device_numbers *b, double *term) {
  const rgs_thermostat_bodies one = rgs_device_batch_of(list, i, name, b);
#define RGS_ON_BODY(name)                                                                          \
  case RGS_KERNEL_##name: return rgs_##name##_on_body(&one, step, term);
  switch (job->kernel) {
    RGS_KERNELS(RGS_ON_BODY)
  default: return 1;
  }
#undef RGS_ON_BODY
}

/* What a list has beside kicks and free flight: nothing, RGS_JOB_BATCH, also RGS_JOB_OF_SYSTEM. */
enum { RGS_DEVICE_PLAIN, RGS_DEVICE_BATCH, RGS_DEVICE_SYSTEMS };
RGS_INLINE int rgs_device_kind_of_list(const rgs_device_list *list) {
  if (list->systems.piece != NULL) return RGS_DEVICE_SYSTEMS;
  for (int k = 0; k < list->n_jobs; k++)
    if (list->jobs[k].kind == RGS_JOB_BATCH) return RGS_DEVICE_BATCH;
  return RGS_DEVICE_PLAIN;
}

/* The constants of a job: the list's, or the ones of the body's system.  name: see rgs_device_batch_of. */
typedef struct rgs_device_constants {
  const double *by;
  const void *step;
  int64_t name;
} rgs_device_constants;

/* rotor: list->rotor, as a constant in a kernel for one rotor; kind likewise. */
RGS_INLINE uint32_t rgs_device_do_job(const rgs_device_list *list, const rgs_job *job,
                                      rgs_device_constants own, int rotor, int kind, int64_t i,
                                      rgs_device_numbers *b, double *term) {
  const rgs_column x = rgs_device_own(b->x), p = rgs_device_own(b->p);
  const rgs_column mass = rgs_device_own(b->mass);
  switch (job->kind) {
  case RGS_JOB_KICK:
  case RGS_JOB_GRADIENT: return rgs_device_do_kick(list, job, b);
  case RGS_JOB_ROTATE: return rgs_device_do_rotation(list, job, *own.by, rotor, i, b);
  case RGS_JOB_DISPLACE:
    if (list->flags & RGS_VIEW_P_IS_VELOCITY) return rgs_push_one(&x, *own.by, NULL, &p, 0) ? 0 : 7;
    return rgs_push_one(&x, *own.by, &mass, &p, 0) ? 0 : 7;
  case RGS_JOB_BATCH:
    return kind == RGS_DEVICE_PLAIN ||
                   rgs_device_batch(list, job, own.step, i, own.name, b, term) ||
                   !(job->flags & RGS_JOB_MAY_FAIL)
               ? 0
               : 7;
  case RGS_JOB_KEEP: return rgs_device_do_keep(job, b);
  case RGS_JOB_CHECK: return rgs_device_check(b->f, b->tau);
  case RGS_JOB_CHECK_GRADIENT: return rgs_device_check(b->gf, b->gtau);
  case RGS_JOB_PUT_BACK_Q:
    RGS_UNROLL
    for (int k = 0; k < 4; k++) b->q[k] = list->room[4 * i + k];
    return 0;
  default: return 0;
  }
}

/* What a block of threads does: the bodies from `first` on, below `end`, and the pieces that it sums up. */
typedef struct rgs_device_block {
  int64_t first, end, piece, end_piece;
} rgs_device_block;
RGS_INLINE rgs_device_block rgs_device_block_of(const rgs_device_list *list, int kind,
                                                int64_t number) {
  rgs_device_block block;
  const rgs_device_systems *all = &list->systems;
  const int whole = kind != RGS_DEVICE_SYSTEMS;
  block.piece = whole ? number : all->block[number];
  block.end_piece = whole ? number + 1 : all->block[number + 1];
  block.first = whole ? number * RGS_SUM_BATCH : all->piece[block.piece].first;
  block.end = whole ? list->n : all->piece[block.end_piece].first;
  return block;
}

RGS_INLINE int64_t rgs_device_blocks(const rgs_device_list *list, int kind) {
  if (kind == RGS_DEVICE_SYSTEMS) return list->systems.n_blocks;
  return (list->n + RGS_SUM_BATCH - 1) / RGS_SUM_BATCH;
}

/* All jobs for body i of a block.  Returns its fault, or RGS_NO_FAULT; later jobs are then left out for this
 * body. */
RGS_INLINE uint64_t rgs_device_do_body(const rgs_device_list *list, int rotor, int kind,
                                       rgs_device_block block, int64_t i, double *term,
                                       int64_t each) {
  double terms[RGS_THERMOSTAT_SUMS] = { 0 };
  const rgs_device_systems *all = &list->systems;
  const rgs_own_job *of_system = NULL;
  rgs_device_constants own;
  own.name = i;
  if (kind == RGS_DEVICE_SYSTEMS) {
    int64_t piece = block.piece;
    while (all->piece[piece + 1].first <= i) piece++;
    of_system = all->jobs + all->piece[piece].system;
    own.name -= all->first[all->piece[piece].system];
  }
  rgs_device_numbers b;
  memset(&b, 0, sizeof b);
  rgs_device_load_body(list, i, &b);
  uint64_t fault = RGS_NO_FAULT;
  for (int k = 0; k < list->n_jobs && fault == RGS_NO_FAULT; k++) {
    const rgs_job *job = &list->jobs[k];
    const int is_own = kind == RGS_DEVICE_SYSTEMS && (job->flags & RGS_JOB_OF_SYSTEM);
    own.by = is_own ? &of_system[k * all->n].by : &job->by;
    own.step = is_own ? of_system[k * all->n].step : job->step;
    const uint32_t bad = rgs_device_do_job(list, job, own, rotor, kind, i, &b, terms);
    for (int j = 0; j < RGS_THERMOSTAT_SUMS;
         j++) /* a constant, so that `terms` stay in registers */
      if (j < job->n_sums) term[j * each] = terms[j];
    term += job->n_sums * each;
    if (bad != 0)
      fault = list->sequence << RGS_FAULT_AT_LIST | (uint64_t)k << RGS_FAULT_AT_JOB |
              (uint64_t)i << RGS_FAULT_WHAT | bad;
  }
  rgs_device_store_body(list, i, &b);
  return fault;
}

/* ---- sums ------------------------------------------------------------------------------------ */
enum { RGS_DEVICE_BLOCK = RGS_SUM_BATCH };

/* A sum over at most 64 bodies as rgs_sum_up makes it: eight partial sums, added in one order. */
RGS_INLINE double rgs_device_sum_of_batch(const double *term, int n) {
  double part[RGS_SUM_LANES];
  for (int j = 0; j < RGS_SUM_LANES; j++) {
    part[j] = 0;
    for (int i = j; i < n; i += RGS_SUM_LANES) part[j] += term[i];
  }
  return ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
}

/* The share of one thread in the sums of a block; term: of all its bodies, sum after sum. */
RGS_INLINE void rgs_device_sum_block(const rgs_device_list *list, int kind, rgs_device_block block,
                                     const double *term, int thread) {
  const int n_sums = list->n_sums, pieces = (int)(block.end_piece - block.piece);
  for (int t = thread; t < pieces * n_sums; t += RGS_DEVICE_BLOCK) {
    const int64_t piece = block.piece + t / n_sums;
    int first = 0, end = RGS_DEVICE_BLOCK; /* beyond the last body terms are 0 */
    if (kind == RGS_DEVICE_SYSTEMS) {
      first = (int)(list->systems.piece[piece].first - block.first);
      end = (int)(list->systems.piece[piece + 1].first - block.first);
    }
    list->batch_sums[piece * n_sums + t % n_sums] =
        rgs_device_sum_of_batch(term + t % n_sums * RGS_DEVICE_BLOCK + first, end - first);
  }
}

/* Sum number k over all batches, in their order. */
RGS_INLINE double rgs_device_total(const rgs_device_list *list, int k) {
  double total = 0;
  const int64_t batches = (list->n + RGS_DEVICE_BLOCK - 1) / RGS_DEVICE_BLOCK;
  for (int64_t i = 0; i < batches; i++) total += list->batch_sums[i * list->n_sums + k];
  return total;
}

/* Has a list before this one met a fault? */
RGS_INLINE int rgs_device_stopped(const rgs_device_list *list, uint64_t fault) {
  return !list->is_dry && fault >> RGS_FAULT_AT_LIST < list->sequence;
}
