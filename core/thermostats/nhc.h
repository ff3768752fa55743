/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nhc.h - chains of Nose and Hoover: G. J. Martyna, M. L. Klein and M. Tuckerman, J. Chem. Phys.
 * 97, 2635 (1992), doi 10.1063/1.463940; stepped as in G. J. Martyna, M. E. Tuckerman,
 * D. J. Tobias and M. L. Klein, Mol. Phys. 87, 1117 (1996), doi 10.1080/00268979600100761.
 */
#pragma once
#include <stdint.h>

#define RGS_NHC_MOST 32           /* links of a chain */
#define RGS_NHC_MOST_STRIDES 4096 /* into which a part of a step is divided */

typedef struct rgs_nhc {
  int links;         /* 1 .. RGS_NHC_MOST */
  int order;         /* nodes of Suzuki and Yoshida: 1, 3, 5 or 7 */
  int parts;         /* a step is divided into, >= 1 */
  int64_t n;         /* degrees of freedom */
  double kt, period; /* masses: Q_1 = n kT period^2, the others kT period^2 */
} rgs_nhc;

typedef struct rgs_nhc_state {
  double velocity[RGS_NHC_MOST], position[RGS_NHC_MOST]; /* xi and eta */
} rgs_nhc_state;

/* The factor of all momenta after a time h; the chain moves.  kinetic: before. */
double rgs_nhc_factor(const rgs_nhc *chain, rgs_nhc_state *state, double kinetic, double h);

/* The energy of the chain; its sum with the energy of the bodies is conserved. */
double rgs_nhc_energy(const rgs_nhc *chain, const rgs_nhc_state *state);
