/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel_sites.h - the sites of one body on a device, from the source of the processor's lanes.
 */
#pragma once
#include "backends/kernel.h"
#include "sites/runs_simd.c"

/* Sites of body i.  sum: nine numbers for rgs_device_sum_of_sites, body after body `each` apart. */
RGS_INLINE void rgs_device_do_sites(const rgs_device_sites *sites, int64_t i, double *sum,
                                    int64_t each) {
  rgs_sites lists;
  rgs_site_call call;
  double own[9 * RGS_BLOCK] = { 0 };
  memset(&call, 0, sizeof call);
  lists.first = sites->first;
  lists.block = sites->block;
  lists.site = sites->site;
  lists.number = sites->number;
  call.s = &lists;
  call.view.n = sites->n;
  call.view.n_ghosts = sites->n - sites->own;
  call.view.flags = sites->flags;
  call.view.x = sites->x;
  call.view.p = sites->p;
  call.view.q = sites->q;
  call.view.l = sites->l;
  call.view.f = sites->f;
  call.view.tau = sites->tau;
  call.x = sites->site_x;
  call.v = sites->site_v;
  call.force = sites->force;
  call.want_x = sites->wants_x;
  call.want_v = sites->wants_v;
  call.want_intramolecular = sites->wants_sums;
  if (!sites->gathers) {
    (void)rgs_place_run_device(&call, i, 1, 0);
    return;
  }
  (void)rgs_gather_run_device(&call, i, 1, 0, own);
  for (int k = 0; k < 9 && sites->wants_sums; k++)
    sum[k * each] = own[k * RGS_BLOCK + i % RGS_BLOCK];
}

/* A sum over 64 bodies as the processor makes it: each lane of a block of eight has one. */
RGS_INLINE double rgs_device_sum_of_sites(const double *of_body) {
  double total = 0;
  for (int lane = 0; lane < RGS_BLOCK; lane++) {
    double sum = 0;
    for (int i = lane; i < RGS_SUM_BATCH; i += RGS_BLOCK) sum += of_body[i];
    total += sum;
  }
  return total;
}
