/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water_model.h - rigid SPC/E water in vacuum: Coulomb between all sites and Lennard-Jones between
 * oxygens, without cutoff, and soft walls that keep a warm cluster together.
 *
 * Berendsen, Grigera, Straatsma, J. Phys. Chem. 91, 6269 (1987), doi:10.1021/j100308a038.
 *
 * UNITS  Angstrom, fs, g/mol, e.  Hence energies in 1e4 kJ/mol (g/mol Angstrom^2/fs^2), forces in
 * 1e4 kJ/mol/Angstrom: no conversion factor, rgs_host.force_scale is 1.
 * FRAMES  As in rigidstep/bodies.h: positions, forces and torques in the space frame, torques about
 * each molecule's centre of mass, sites in the body frame of principal axes.
 */
#ifndef WATER_MODEL_H
#define WATER_MODEL_H
#include <rigidstep/rigidstep.h>

#define WATER_BOLTZMANN 8.31446261815324e-7 /* 1e4 kJ/mol/K                                      */

enum { WATER_O, WATER_H1, WATER_H2, WATER_SITES };

typedef struct water_model {
  double mass;                 /* of a molecule                                               */
  double inertia[3];           /* principal moments; axis 3 is the symmetry axis, axis 2 is   */
                               /* perpendicular to the molecule's plane                       */
  double site[WATER_SITES][3]; /* from the centre of mass, body frame; massless force centres */
  double charge[WATER_SITES];
  double coulomb;        /* 1/(4 pi eps0)                                               */
  double epsilon, sigma; /* of oxygen                                                   */
  /* Each molecule at the distance r from the cluster's centre of mass has the energy
   * wall_energy (r/wall_radius)^8.  As the wall goes with the cluster, total momentum and total
   * angular momentum stay conserved, and both can be checked.  wall_energy 0: no wall. */
  double wall_energy, wall_radius;
  /* Each centre of mass at (x1,x2,x3) has the energy box_energy sum (x_k/box_edge[k])^8.  The box
   * stands in space, so that only energy stays conserved.  box_energy 0: no box. */
  double box_energy, box_edge[3];
} water_model;

/* SPC/E without a wall. */
water_model water_spce(void);

/* Random numbers, the same on every machine: from (-1,1), and a unit quaternion, any orientation being as
 * likely as another.  *state is the seed at first. */
double water_uniform(uint64_t *state);
void water_orientation(uint64_t *state, double q[4]);
/* A vector of the body frame in space. */
void water_rotate(const double q[4], const double body[3], double space[3]);

/* A number of molecules that rigidstep can ask for forces: pass it as rgs_host.self, and
 * water_eval as rgs_host.eval.  One evaluation at a time. */
typedef struct water_host {
  water_model model;
  int64_t n;           /* molecules there is scratch memory for                       */
  double *scratch;     /* owned                                                       */
  double energy;       /* potential energy of the last evaluation                     */
  int64_t evaluations; /* so far                                                      */
  double seconds;      /* spent in them                                               */
} water_host;

/* 0, or -1 if memory is short. */
int water_host_create(water_host *host, const water_model *model, int64_t n);
void water_host_destroy(water_host *host);

/* rgs_host.eval: forces, torques, energy, and the gradient if the view has columns for it.  Refuses
 * gradients without, and too many bodies. */
int water_eval(void *self, rgs_eval *request, const rgs_view *bodies);

#endif /* WATER_MODEL_H */
