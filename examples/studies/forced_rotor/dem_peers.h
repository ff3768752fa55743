/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dem_peers.h - how codes for granular matter turn their bodies, to be measured beside the library.
 *
 * The peers are leapfrogs with one evaluation of the forces a step: velocities belong to the middles
 * of the steps, positions and attitudes to their ends.  Positions move as in all such codes,
 * v += h f/m, x += h v.
 */
#ifndef DEM_PEERS_H
#define DEM_PEERS_H
#include "forced_run.h"

/* Vectors of one body; the moments belong to its frame, tau and positions to space.  `spin` is what
 * the peer keeps from step to step, half a step behind before kick and half a step ahead after it. */
typedef struct peer {
  const char *name;
  int in_body; /* spin is 1: the angular velocity in the body's frame, 0: the momentum in space */
  /* From the time -h/2 to h/2, or from 0 on half as far, with the torque at the time 0. */
  void (*kick)(const double q[4], const double inertia[3], const double tau[3], double h,
               double spin[3]);
  /* The attitude from the time 0 to h; spin and tau are those of the kick before. */
  void (*turn)(const double inertia[3], const double tau[3], const double spin[3], double h,
               double q[4]);
} peer;

/* SPIRAL: C. A. del Valle, V. Angelidakis, S. Roy, J. D. Munoz, T. Poeschel, Comput. Phys. Commun. 297
 * (2024) 109077, its form for leapfrogs, which is what Yade has under the name delValle2023 and JaxDEM
 * under verletspiral. */
extern const peer peer_spiral;

/* Fincham's explicit leapfrog (Mol. Simul. 8 (1992) 165) as Yade has it under the name Fincham1992. */
extern const peer peer_yade_fincham;

/* The same with the momentum at the half step seen from the attitude at the half step. */
extern const peer peer_fincham;

typedef struct peer_run {
  const peer *by;
  forced_model model;
  forced_state state; /* x and q; p and l stay those of the start */
  double v[3 * FORCED_MOST], spin[3 * FORCED_MOST];
  double f[3 * FORCED_MOST], tau[3 * FORCED_MOST];
  double behind; /* the velocities are behind by this much time: 0, then h/2 */
  int64_t forces;
  rgs_view view;
} peer_run;

void peer_run_start(peer_run *run, const peer *by, const forced_model *model,
                    const forced_state *start);
/* h must be the same in every call.  0, or what the model answers if it fails. */
int peer_run_steps(peer_run *run, double h, int64_t steps);
/* All at one time, and the energies; what it takes to find them is not counted.  state may be null. */
int peer_run_look(const peer_run *run, forced_state *state, double *potential, double *kinetic);

#endif
