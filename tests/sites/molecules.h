/* SPDX-License-Identifier: BSD-3-Clause
 *
 * molecules.h - molecules with atoms for the tests of sites, and arrays that hold them.
 */
#pragma once
#include "check.h"
#include <rigidstep/sites.h>

enum { MOST_SITES = 100000, MOST_ATOMS = 64 };

/* The column of a world's array of vectors. */
#define SITES(array)                                                                               \
  &(const rgs_column) { &(array)[0][0], 3, 1 }

typedef struct molecule {
  const char *name;
  int n;
  double mass[MOST_ATOMS], x[MOST_ATOMS][3];
} molecule;

/* Linear ones: CO2, HCN, N2O, C2H2, OCS; others: water, ammonia, methane, benzene, cubane, C60. */
enum { LINEAR_MOLECULES = 5, BENZENE = 8, MOLECULES = 11 };
extern molecule molecules[MOLECULES];

/* Before and after the tests of a program: the molecules, and a context. */
extern rgs_context *context;
int sites_set_up(void **state);
int sites_tear_down(void **state);

/* Sites and the bodies made of them. */
typedef struct world {
  int64_t n_sites, n_bodies, first[1001], site[MOST_SITES];
  double mass[MOST_SITES], x[MOST_SITES][3], v[MOST_SITES][3], f[MOST_SITES][3],
      local[MOST_SITES][3];
  double at[1000][3], p[1000][3], q[1000][4], l[1000][3], m[1000], inertia[1000][3], force[1000][3],
      torque[1000][3];
  rgs_sites_spec spec;
  rgs_view view;
  rgs_sites *sites;
} world;

/* No sites; spec and view point to the arrays.  (Where a case makes many, it closes them in between, by close_now.) */
world *world_empty(void);
/* One body of the sites 0 to n - 1. */
world *world_of_sites(int n);
/* One more body; its sites are placed by the rotation of q at `centre`, and times `size`. */
void world_add(world *w, const molecule *m, double size, const double q[4], const double centre[3]);
/* One body, upright at the origin. */
world *world_of(const molecule *m);
rgs_status world_make(world *w, rgs_context *c,
                      rgs_error *error); /* with the shapes, where all is well */
/* Makes the bodies in a cell that repeats along `periodic`, and puts the places of their sites into v. */
void world_wrap(world *w, const double cell[9], uint32_t periodic);
void near_vectors(double (*want)[3], double (*got)[3], int64_t n, double tolerance);
