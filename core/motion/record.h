/* SPDX-License-Identifier: BSD-3-Clause
 *
 * record.h - samples of past steps, and the energies that are computed from them.
 */
#pragma once
#include "jobs/motion.h"

/* What outputs about past steps need.  A save holds this struct as it is. */
#define RGS_RECORD_SUMS 9
typedef struct rgs_record {
  int64_t samples; /* since it began */
  double h;
  double kinetic[3], potential[3], force_square[3]; /* of sample n at n % 3 */
  double virial;                                    /* 2 U + sum x.f of the last sample */
  double growth[RGS_RECORD_SUMS];                   /* of beta, since the sample before */
  double pairs[RGS_PAST_STATES][RGS_RECORD_SUMS];   /* of samples n and n + 1 + j, at n % .. */
} rgs_record;

/* Begins anew, for steps of h. */
void rgs_record_begin(rgs_record *r, double h);
/* Takes a sample.  The bodies are where they were kicked last, and `energy` is their potential energy there.
 * The sample's p and l are those after another kick over share h. */
void rgs_record_sample(rgs_record *r, const rgs_motion *m, double h, double energy, double share);

double rgs_record_energy(const rgs_record *r);
double rgs_record_refined_energy(const rgs_record *r); /* of the sample before the last */
double rgs_record_shadow_energy(const rgs_record *r);  /* of RGS_PAST_STATES samples before */
