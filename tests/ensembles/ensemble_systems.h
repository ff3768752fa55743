/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_systems.h - rigid bodies in a periodic box whose edges may change.
 */
#pragma once
#include "plain_body.h"

#include <stdbool.h>

enum { MOST_BODIES = 512, MOST_BEADS = 8 };

/* gas: bodies that do not see each other.  wca: the beads of different bodies repel each other by a
 * Lennard-Jones potential cut at its minimum.  smooth: the same beads, with a potential that is an
 * entire function of positions and box.  held: a spring holds each body at the origin, and a field
 * turns it; see box_of_bodies. */
typedef enum { GAS, WCA, SMOOTH, HELD } potential;

typedef struct box_of_bodies {
  potential potential;
  int n;
  plain_body body[MOST_BODIES];
  double edge[3];
  double energy;    /* potential */
  double virial[9]; /* of whole bodies, with what the edges do to the potential itself */
  /* held: U = spring x^2/2 - field[0] Q33 - field[1] Q31^2 of each body, Q its orientation. */
  double spring, field[2];
  /* Not null: forces in a cell that has these vectors in place of edges (cell_systems.h). */
  void (*forces)(struct box_of_bodies *b);
  double vectors[9], reference[9], origin[3];
} box_of_bodies;

/* What all bodies are made of from now on: "x,y,z,mass/x,y,z,mass/..", a bead each; without a mass it
 * is 1.  Without this call, a bent trimer.  Returns 0 if the text cannot be understood. */
int choose_body(const char *text);

/* On a grid, momenta at the temperature kt; total momentum zero if asked. */
void set_up(box_of_bodies *b, potential potential, int n, double volume, double kt, int still,
            unsigned seed);
/* New momenta, for bodies of one mass if their sum is to be zero. */
void heat(box_of_bodies *b, double kt, int still, unsigned seed);
/* A volume in which no two bodies of the grid that set_up makes can touch. */
double volume_without_contacts(int n);
void evaluate(box_of_bodies *b);
double volume_of(const box_of_bodies *b);
/* The largest difference of positions, momenta, orientations and edges; infinite where one is NaN.  And: are
 * all bits the same? */
double boxes_apart(const box_of_bodies *one, const box_of_bodies *other);
bool boxes_same(const box_of_bodies *one, const box_of_bodies *other);
/* The kinetic energies of translation and of rotation, from the momenta. */
void kinetic_energies(const box_of_bodies *b, double *translation, double *rotation);
