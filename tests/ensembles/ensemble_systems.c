/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_systems.c - see ensemble_systems.h.
 */
#include "ensemble_systems.h"
#include "rotations.h"

#include "thermostats/draws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 2^(1/6), where the potential of two beads has its minimum, and is cut. */
#define WCA_REACH 1.122462048309373

/* ---- bodies -------------------------------------------------------------------------------------- */
static int beads = 3;
static double place[MOST_BEADS][3] = { { 0, 0, 0 }, { 0.6, 0, 0 }, { -0.2, 0.5, 0 } };
static double bead_mass[MOST_BEADS] = { 1, 1, 1 };

/* Of the beads about the centre of mass, along the principal axes. */
static double site[MOST_BEADS][3];

int choose_body(const char *text) {
  int n = 0;
  for (const char *c = text; *c != '\0' && n < MOST_BEADS; n++) {
    double value[4] = { 0, 0, 0, 1 };
    for (int k = 0; k < 4; k++) {
      char *end;
      value[k] = strtod(c, &end);
      if (end == c) return 0;
      c = end;
      if (*c != ',') break;
      c++;
    }
    if (*c != '/' && *c != '\0') return 0;
    if (*c == '/') c++;
    memcpy(place[n], value, sizeof place[n]);
    bead_mass[n] = value[3];
  }
  beads = n;
  return n > 0;
}

/* Rotates the axes k and m of the tensor and the sites so that tensor[k][m] vanishes (Jacobi). */
static void turn_axes(double tensor[3][3], int k, int m) {
  if (tensor[k][m] == 0) return;
  const double angle = 0.5 * atan2(2 * tensor[k][m], tensor[k][k] - tensor[m][m]);
  const double c = cos(angle), s = sin(angle);
  for (int j = 0; j < 3; j++) {
    const double x = tensor[k][j], y = tensor[m][j];
    tensor[k][j] = c * x + s * y, tensor[m][j] = -s * x + c * y;
  }
  for (int j = 0; j < 3; j++) {
    const double x = tensor[j][k], y = tensor[j][m];
    tensor[j][k] = c * x + s * y, tensor[j][m] = -s * x + c * y;
  }
  for (int a = 0; a < beads; a++) {
    const double x = site[a][k], y = site[a][m];
    site[a][k] = c * x + s * y, site[a][m] = -s * x + c * y;
  }
}

/* Returns the mass. */
static double make_sites(double inertia[3]) {
  double mass = 0, centre[3] = { 0 }, tensor[3][3] = { { 0 } };
  for (int a = 0; a < beads; a++) {
    mass += bead_mass[a];
    for (int k = 0; k < 3; k++) centre[k] += bead_mass[a] * place[a][k];
  }
  for (int a = 0; a < beads; a++)
    for (int k = 0; k < 3; k++) {
      site[a][k] = place[a][k] - centre[k] / mass;
      for (int m = 0; m <= k; m++)
        tensor[k][m] = tensor[m][k] += bead_mass[a] * site[a][k] * site[a][m];
    }
  for (int sweep = 0; sweep < 30; sweep++)
    turn_axes(tensor, 0, 1), turn_axes(tensor, 0, 2), turn_axes(tensor, 1, 2);
  const double trace = tensor[0][0] + tensor[1][1] + tensor[2][2];
  for (int k = 0; k < 3; k++) {
    inertia[k] = trace - tensor[k][k];
    if (inertia[k] < 1e-12 * trace) inertia[k] = 0;
  }
  return mass;
}

static double farthest_site(void) {
  double most = 0;
  for (int a = 0; a < beads; a++) {
    const double *r = site[a];
    most = fmax(most, r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  }
  return sqrt(most);
}

static int side_of_grid(int n) {
  int side = 1;
  while (side * side * side < n) side++;
  return side;
}

double volume_without_contacts(int n) {
  double inertia[3];
  (void)make_sites(inertia);
  return pow(side_of_grid(n) * (2 * farthest_site() + WCA_REACH), 3);
}

/* Momenta of the temperature kt, which an orientation has. */
static void draw_momenta(plain_body *b, double kt, rgs_draws *draws) {
  double y[3];
  for (int k = 0; k < 3; k++) b->p[k] = sqrt(kt * b->mass) * rgs_draw_normal(draws);
  for (int k = 0; k < 3; k++) y[k] = sqrt(kt * b->inertia[k]) * rgs_draw_normal(draws);
  turn_vector(b->q, 0, y, b->l);
}

static void hold_centre(box_of_bodies *b) {
  double total[3] = { 0 };
  for (int i = 0; i < b->n; i++)
    for (int k = 0; k < 3; k++) total[k] += b->body[i].p[k];
  for (int i = 0; i < b->n; i++)
    for (int k = 0; k < 3; k++) b->body[i].p[k] -= total[k] / b->n;
}

void heat(box_of_bodies *b, double kt, int still, unsigned seed) {
  rgs_draws draws = { seed, 77, 0, 0 };
  for (int i = 0; i < b->n; i++) draw_momenta(&b->body[i], kt, &draws);
  if (still) hold_centre(b);
}

void set_up(box_of_bodies *b, potential potential, int n, double volume, double kt, int still,
            unsigned seed) {
  rgs_draws draws = { seed, 77, 0, 0 };
  double inertia[3];
  const int side = side_of_grid(n);
  const double mass = make_sites(inertia);
  b->potential = potential, b->n = n, b->forces = NULL;
  for (int k = 0; k < 3; k++) b->edge[k] = cbrt(volume);
  for (int i = 0; i < n; i++) {
    const int cell[3] = { i % side, i / side % side, i / side / side };
    double norm = 0;
    b->body[i].mass = mass;
    for (int k = 0; k < 4; k++) norm += pow(b->body[i].q[k] = rgs_draw_normal(&draws), 2);
    for (int k = 0; k < 4; k++) b->body[i].q[k] /= sqrt(norm);
    for (int k = 0; k < 3; k++) {
      b->body[i].inertia[k] = inertia[k];
      b->body[i].x[k] = ((cell[k] + 0.5) / side - 0.5) * b->edge[k];
    }
    draw_momenta(&b->body[i], kt, &draws);
  }
  if (still) hold_centre(b);
}

double volume_of(const box_of_bodies *b) { return b->edge[0] * b->edge[1] * b->edge[2]; }

void kinetic_energies(const box_of_bodies *b, double *translation, double *rotation) {
  *translation = *rotation = 0;
  for (int i = 0; i < b->n; i++) {
    double y[3];
    turn_vector(b->body[i].q, 1, b->body[i].l, y);
    for (int k = 0; k < 3; k++) {
      *translation += 0.5 * b->body[i].p[k] * b->body[i].p[k] / b->body[i].mass;
      if (b->body[i].inertia[k] > 0) *rotation += 0.5 * y[k] * y[k] / b->body[i].inertia[k];
    }
  }
}

/* ---- forces -------------------------------------------------------------------------------------- */
static double arm[MOST_BODIES][MOST_BEADS][3];

static void place_beads(const box_of_bodies *b) {
  for (int i = 0; i < b->n; i++) {
    double row[3][3];
    rotation_matrix(b->body[i].q, row);
    for (int a = 0; a < beads; a++)
      for (int k = 0; k < 3; k++)
        arm[i][a][k] = row[k][0] * site[a][0] + row[k][1] * site[a][1] + row[k][2] * site[a][2];
  }
}

static void push_apart(box_of_bodies *b, int i, int j, int a, int c, const double force[3]) {
  for (int k = 0; k < 3; k++) {
    const int m = (k + 1) % 3, o = (k + 2) % 3;
    b->body[i].f[k] += force[k], b->body[j].f[k] -= force[k];
    b->body[i].tau[k] += arm[i][a][m] * force[o] - arm[i][a][o] * force[m];
    b->body[j].tau[k] -= arm[j][c][m] * force[o] - arm[j][c][o] * force[m];
  }
}

static void wca_pair(box_of_bodies *b, int i, int j, const double d[3]) {
  for (int a = 0; a < beads; a++)
    for (int c = 0; c < beads; c++) {
      double r[3], square = 0, force[3];
      for (int k = 0; k < 3; k++) {
        r[k] = d[k] + arm[i][a][k] - arm[j][c][k];
        square += r[k] * r[k];
      }
      if (square >= 1.2599210498948732) continue;
      const double inverse = 1 / square, six = inverse * inverse * inverse;
      b->energy += 4 * six * (six - 1) + 1;
      for (int k = 0; k < 3; k++) {
        force[k] = 24 * six * (2 * six - 1) * inverse * r[k];
        b->virial[4 * k] += force[k] * d[k];
      }
      push_apart(b, i, j, a, c, force);
    }
}

/* exp(-sum_k w_k/s^2), w_k = (L/2pi)^2 (1 - cos(2pi r_k/L)): like r^2/2 nearby. */
static void smooth_pair(box_of_bodies *b, int i, int j, const double d[3]) {
  const double width = 0.36, full = 6.283185307179586477;
  for (int a = 0; a < beads; a++)
    for (int c = 0; c < beads; c++) {
      double sum = 0, slope[3], w[3], r[3], force[3];
      for (int k = 0; k < 3; k++) {
        const double wave = b->edge[k] / full;
        r[k] = d[k] + arm[i][a][k] - arm[j][c][k];
        w[k] = wave * wave * (1 - cos(r[k] / wave));
        slope[k] = wave * sin(r[k] / wave);
        sum += w[k];
      }
      const double u = 3 * exp(-sum / width);
      b->energy += u;
      for (int k = 0; k < 3; k++) {
        force[k] = u / width * slope[k];
        b->virial[4 * k] += force[k] * d[k] + u / width * (2 * w[k] - slope[k] * r[k]);
      }
      push_apart(b, i, j, a, c, force);
    }
}

static void hold(box_of_bodies *b) {
  for (int i = 0; i < b->n; i++) {
    double row[3][3];
    rotation_matrix(b->body[i].q, row);
    const double strength[3] = { 2 * b->field[1] * row[2][0], 0, b->field[0] };
    b->energy -= b->field[0] * row[2][2] + b->field[1] * row[2][0] * row[2][0];
    for (int k = 0; k < 3; k++) {
      const double x = b->body[i].x[k];
      b->energy += 0.5 * b->spring * x * x;
      b->body[i].f[k] = -b->spring * x;
      /* The torque on the body's axis d in a field along z is d x z. */
      b->body[i].tau[0] += strength[k] * row[1][k];
      b->body[i].tau[1] -= strength[k] * row[0][k];
    }
  }
}

/* ---- pairs ---------------------------------------------------------------------------------------- */
static double folded[3][MOST_BODIES];

static void fold(const box_of_bodies *b) {
  for (int i = 0; i < b->n; i++)
    for (int k = 0; k < 3; k++)
      folded[k][i] = b->body[i].x[k] - b->edge[k] * rint(b->body[i].x[k] / b->edge[k]);
}

/* Of the images of a difference of folded positions, the shortest. */
static double nearest(double d, double edge) {
  const double shift = d > 0.5 * edge ? edge : 0, back = d < -0.5 * edge ? edge : 0;
  return d - shift + back;
}

/* From body i to those before it; without choices, so that compilers take several at a time. */
static void square_distances(const box_of_bodies *b, int i, double *restrict square) {
  for (int j = 0; j < i; j++) square[j] = 0;
  for (int k = 0; k < 3; k++) {
    const double edge = b->edge[k], here = folded[k][i], *restrict x = folded[k];
    for (int j = 0; j < i; j++) {
      const double twice = edge - fabs(2 * fabs(here - x[j]) - edge); /* the shorter way, doubled */
      square[j] += 0.25 * twice * twice;
    }
  }
}

static double reach_of_wca(const box_of_bodies *b) {
  const double reach = 2 * farthest_site() + WCA_REACH;
  for (int k = 0; k < 3; k++)
    if (b->edge[k] < 1.999999 * reach) {
      fprintf(stderr,
              "an edge of the box is %g: a body would see two images of another; take more bodies "
              "or a lower pressure\n",
              b->edge[k]);
      exit(2);
    }
  return reach;
}

void evaluate(box_of_bodies *b) {
  for (int i = 0; i < b->n; i++) memset(b->body[i].f, 0, 6 * sizeof(double)); /* f and tau */
  memset(b->virial, 0, sizeof b->virial);
  b->energy = 0;
  if (b->forces != NULL) {
    b->forces(b);
    return;
  }
  if (b->potential == GAS) return;
  if (b->potential == HELD) {
    hold(b);
    return;
  }
  place_beads(b);
  fold(b);
  const double reach = b->potential == WCA ? reach_of_wca(b) : HUGE_VAL;
  for (int i = 0; i < b->n; i++) {
    static double square[MOST_BODIES];
    square_distances(b, i, square);
    for (int j = 0; j < i; j++) {
      double d[3];
      if (square[j] >= reach * reach) continue;
      for (int k = 0; k < 3; k++) d[k] = nearest(folded[k][i] - folded[k][j], b->edge[k]);
      if (b->potential == SMOOTH)
        smooth_pair(b, i, j, d);
      else
        wca_pair(b, i, j, d);
    }
  }
}

/* ---- comparing ----------------------------------------------------------------------------------- */
static double furthest(const double *one, const double *other, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) {
    const double off = fabs(one[i] - other[i]);
    if (!(off <= most)) most = isnan(off) ? INFINITY : off;
  }
  return most;
}

double boxes_apart(const box_of_bodies *one, const box_of_bodies *other) {
  double most = furthest(one->edge, other->edge, 3);
  for (int i = 0; i < one->n; i++) /* x, p, q and l */
    most = fmax(most, furthest(one->body[i].x, other->body[i].x, MASS));
  return most;
}

bool boxes_same(const box_of_bodies *one, const box_of_bodies *other) {
  bool same = memcmp(one->edge, other->edge, sizeof one->edge) == 0;
  for (int i = 0; i < one->n; i++)
    same = same && memcmp(one->body[i].x, other->body[i].x, MASS * sizeof(double)) == 0;
  return same;
}
