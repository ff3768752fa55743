/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_systems.h - rigid bodies in a periodic box whose edges may change.
 */
#ifndef TEST_BATHS_ENSEMBLE_SYSTEMS_H
#define TEST_BATHS_ENSEMBLE_SYSTEMS_H

enum { MOST_BODIES = 512, BEADS = 3 };

/* gas: bodies that do not see each other.  wca: bent trimers of three beads, which repel each other
 * by a Lennard-Jones potential cut at its minimum.  smooth: the same trimers, with a potential that
 * is an entire function of positions and box. */
typedef enum { GAS, WCA, SMOOTH } potential;

typedef struct box_of_bodies {
  potential potential;
  int n;
  double x[3 * MOST_BODIES], p[3 * MOST_BODIES], l[3 * MOST_BODIES], q[4 * MOST_BODIES];
  double mass[MOST_BODIES], inertia[3 * MOST_BODIES];
  double f[3 * MOST_BODIES], tau[3 * MOST_BODIES];
  double edge[3];
  double energy;    /* potential */
  double virial[3]; /* of whole bodies, with what the edges do to the potential itself */
} box_of_bodies;

/* On a grid, momenta at the temperature kt; total momentum zero if asked. */
void set_up(box_of_bodies *b, potential potential, int n, double volume, double kt, int still,
            unsigned seed);
void evaluate(box_of_bodies *b);
double volume_of(const box_of_bodies *b);

#endif
