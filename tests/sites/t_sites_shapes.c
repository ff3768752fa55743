/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_sites_shapes.c - shapes of molecules as they come from files: lines, planes, equal moments, axes that
 * rounding does not choose; molecules that lie across the faces of a cell; full inertia tensors.
 */
#include "molecules.h"
#include "random_numbers.h"
#include "rotations.h"

#include <float.h>
#include <math.h>

static const double UPRIGHT[4] = { 1 }, ORIGIN[3];

static void random_place(double x[3], double length) {
  for (int k = 0; k < 3; k++) x[k] = length * uniform();
}

/* The places of the sites in v, seen from site 0, are those in f. */
static void places_from_site_0(const world *w, double tolerance) {
  for (int64_t s = 0; s < w->n_sites; s++)
    for (int k = 0; k < 3; k++) NEAR(w->f[s][k] - w->f[0][k], w->v[s][k] - w->v[0][k], tolerance);
}

static rgs_sites_info described(const world *w) {
  rgs_sites_info info = { .head = RGS_HEAD(rgs_sites_info) };
  OK(rgs_sites_describe(w->sites, &info, &err));
  return info;
}

/* n molecules with positions that are multiples of 1/per. */
static world *as_in_a_file(const molecule *m, int n, double per) {
  world *w = world_empty();
  for (int i = 0; i < n; i++) {
    double q[4], x[3];
    random_orientation(q);
    random_place(x, 20);
    world_add(w, m, 1, q, x);
  }
  for (int64_t s = 0; s < w->n_sites; s++)
    for (int k = 0; k < 3; k++) w->x[s][k] = rint(w->x[s][k] * per) / per;
  return w;
}

TEST(equal_molecules_have_equal_rotations) {
  for (int shared = 0; shared < 2; shared++)
    for (int k = 0; k < LINEAR_MOLECULES; k++)
      for (double per = 1000; per > 90; per /= 10) { /* PDB: 0.001 A; .gro: 0.001 nm */
        world *w = as_in_a_file(&molecules[k], 200, per);
        w->spec.flags = shared ? RGS_SITES_ONE_SHAPE : 0;
        OK(world_make(w, context, &err));
        const rgs_sites_info info = described(w);
        SAME_INT(200, info.linear);
        SAME_INT(1, info.kinds);
        SAME_INT(1000, info.freedom);
        for (int i = 0; i < 200; i++) {
          NEAR(0, w->inertia[i][0], 0);
          SAME_BITS(&w->inertia[i][1], &w->inertia[i][2], 1);
          if (shared) SAME_BITS(w->inertia[0], w->inertia[i], 3);
        }
        close_now(w);
      }
}

TEST(bends_and_tubes_are_no_lines) {
  const struct {
    double degrees;
    int lines;
  } bends[] = { { 0, 1 }, { 0.02, 1 }, { 0.5, 1 }, { 2, 0 }, { 10, 0 } };
  for (size_t b = 0; b < COUNT(bends); b++) {
    molecule bent = { "beads", 3, { 1, 1, 1 }, { { -1, 0, 0 }, { 0, 0, 0 }, { 1, 0, 0 } } };
    bent.x[1][1] = tan(bends[b].degrees * acos(-1) / 360);
    world *w = world_of(&bent);
    OK(world_make(w, context, &err));
    SAME_INT(bends[b].lines, described(w).linear);
    w->spec.flags |= RGS_SITES_NEVER_LINEAR;
    OK(world_make(w, context, &err));
    SAME_INT(0, described(w).linear);
    w->spec.flags = 0;
    w->spec.linear_tolerance = 1e-4; /* by the ratio of moments, as in LAMMPS */
    OK(world_make(w, context, &err));
    SAME_INT(bends[b].degrees < 1, described(w).linear);
    close_now(w);
  }
  world *w = world_of_sites(4000);
  for (int64_t s = 0; s < 4000; s++) {
    w->mass[s] = 12;
    w->x[s][0] = 4 * cos(0.7 * (double)s), w->x[s][1] = 4 * sin(0.7 * (double)s);
    w->x[s][2] = 0.5 * (double)s;
  }
  OK(world_make(w, context, &err));
  SAME_INT(0, described(w).linear);
  TRUE(w->inertia[0][0] > 0);
}

/* What a perturbation may be multiplied by: the largest moment over the smallest difference of two that
 * are not equal. */
static double condition(const double inertia[3]) {
  double least = inertia[2];
  for (int k = 0; k < 2; k++)
    if (inertia[k + 1] - inertia[k] > 1e-6 * inertia[2])
      least = fmin(least, inertia[k + 1] - inertia[k]);
  return inertia[2] / least;
}

TEST(rounding_chooses_no_axis) {
  static const double sizes[] = { 1, 1e3, 1e-10 };
  for (int m = 0; m < MOLECULES; m++)
    for (size_t size = 0; size < COUNT(sizes); size++)
      for (int far = 0; far < 2; far++) {
        double q[4], centre[3], first[4];
        random_orientation(q);
        for (int k = 0; k < 3; k++)
          centre[k] = far * 1e6 * sizes[size] * random_between(&seed, -1, 1);
        world *w = world_empty();
        world_add(w, &molecules[m], sizes[size], q, centre);
        OK(world_make(w, context, &err));
        memcpy(first, w->q[0], sizeof first);
        const double cond = condition(w->inertia[0]);
        double before[MOST_ATOMS][3];
        memcpy(before, w->x, sizeof before);
        for (int again = 0; again < 20; again++) {
          const double step = (far ? 1e-9 : 1e-15) * sizes[size];
          for (int s = 0; s < molecules[m].n; s++)
            for (int k = 0; k < 3; k++)
              w->x[s][k] = before[s][k] + random_between(&seed, -step, step);
          OK(world_make(w, context, &err));
          NEAR(0, (double)angle_from(first, w->q[0]), 100 * cond * (far ? 1e-9 : 1e-15));
        }
        close_now(w);
      }
}

/* ---- accuracy -------------------------------------------------------------------------------- */

/* Bodies of 1 to 1e5 sites at random: moments and centres in long double. */
TEST(right_to_rounding) {
  static const int numbers[] = { 1, 2, 3, 4, 5, 7, 30, 1000, 100000 };
  for (size_t which = 0; which < COUNT(numbers); which++) {
    const int n = numbers[which];
    world *w = world_of_sites(n);
    long double mass = 0, centre[3] = { 0 }, J[3][3] = { { 0 } }, R[3][3], of_size[3] = { 0 };
    for (int s = 0; s < n; s++) {
      w->site[s] = n - 1 - s;
      w->mass[s] = random_between(&seed, 0.1, 3);
      for (int k = 0; k < 3; k++) w->x[s][k] = (k + 1) * random_between(&seed, -1, 1);
      mass += w->mass[s];
      for (int k = 0; k < 3; k++) {
        centre[k] += (long double)w->mass[s] * w->x[s][k];
        of_size[k] += (long double)w->mass[s] * fabs(w->x[s][k]);
      }
    }
    OK(world_make(w, context, &err));
    NEAR((double)mass, w->m[0], 4 * DBL_EPSILON * (double)mass);
    for (int k = 0; k < 3; k++)
      NEAR((double)(centre[k] / mass), w->at[0][k], 4 * DBL_EPSILON * (double)(of_size[k] / mass));
    for (int s = 0; s < n; s++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
          const long double a = w->x[s][i] - centre[i] / mass, b = w->x[s][j] - centre[j] / mass;
          J[i][j] -= w->mass[s] * a * b;
          if (i == j)
            for (int k = 0; k < 3; k++) J[k][k] += w->mass[s] * a * a;
        }
    double q[3][3];
    rotation_matrix(w->q[0], q);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) R[i][j] = q[i][j];
    /* J in the frame that was found is the diagonal of the moments. */
    const double cond = n < 3 ? 1 : condition(w->inertia[0]);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        long double it = 0;
        for (int a = 0; a < 3; a++)
          for (int b = 0; b < 3; b++) it += R[a][i] * J[a][b] * R[b][j];
        NEAR(i == j ? w->inertia[0][i] : 0, (double)it,
             (i == j ? 4 : 4 * cond) * DBL_EPSILON * w->inertia[0][2]);
      }
    close_now(w);
  }
}

/* The largest error of a distance between the sites of body 0, whose places come back in x. */
static double bent(const world *w, const molecule *m) {
  double worst = 0;
  for (int i = 0; i < m->n; i++)
    for (int j = 0; j < i; j++) {
      double want = 0, got = 0;
      for (int k = 0; k < 3; k++) {
        want += (m->x[i][k] - m->x[j][k]) * (m->x[i][k] - m->x[j][k]);
        got += (w->v[i][k] - w->v[j][k]) * (w->v[i][k] - w->v[j][k]);
      }
      worst = fmax(worst, fabs(sqrt(want) - sqrt(got)));
    }
  return worst;
}

/* Orthogonal and skewed cells, wider than half of them in some; each site in an image of its own. */
TEST(wrapped_molecules_are_made_whole) {
  static const double cells[][9] = { { 13, 0, 0, 0, 13, 0, 0, 0, 13 },
                                     { 10.224, 0, 0, 5.112, 8.854, 0, 0, 0, 20 },
                                     { 7.668, 0, 0, 3.834, 6.641, 0, 0, 0, 20 },
                                     { 9, 0, 0, 4, 8.5, 0, -3, 4, 8.5 } };
  for (size_t c = 0; c < COUNT(cells); c++)
    for (uint32_t periodic = 1; periodic < 8; periodic++)
      for (int again = 0; again < 40; again++) {
        const molecule *m = &molecules[c == 0 && again % 2 ? MOLECULES - 1 : again % MOLECULES];
        if (c > 0 && m == &molecules[MOLECULES - 1]) continue; /* C60 has no room there */
        double q[4], x[3];
        random_orientation(q);
        random_place(x, 10);
        world *w = world_empty();
        world_add(w, m, 1, q, x);
        world_wrap(w, cells[c], periodic); /* whole: the positions are taken as they are */
        near_vectors(w->x, w->v, m->n, 1e-13);
        for (int s = 0; s < m->n; s++)
          for (int v = 0; v < 3; v++) {
            const double shift = periodic >> v & 1 ? floor(random_between(&seed, -2, 3)) : 0;
            for (int k = 0; k < 3; k++) w->x[s][k] += shift * cells[c][3 * v + k];
          }
        world_wrap(w, cells[c], periodic);
        NEAR(0, bent(w, m), 1e-12);
        close_now(w);
      }
}

/* Rounding of coordinates does not find the nearest image in a skewed cell: such pairs were torn. */
TEST(pairs_in_skewed_cells_stay) {
  static const double cells[][9] = { { 0, 10, 10, 10, 0, 10, 10, 10, 0 },
                                     { 10, 0, 0, 5, 8.66, 0, 0, 0, 20 },
                                     { 10, 0, 0, 9, 3, 0, 0, 0, 20 } };
  static const double apart[][3] = { { 4, -1, -1 }, { -3, 3.5, 0 }, { -0.4, 1.3, 0 } };
  for (size_t c = 0; c < COUNT(cells); c++) {
    world *w = world_of_sites(2);
    w->mass[0] = w->mass[1] = 1;
    memcpy(w->x[1], apart[c], sizeof apart[c]);
    world_wrap(w, cells[c], 7);
    for (int k = 0; k < 3; k++) NEAR(apart[c][k], w->v[1][k] - w->v[0][k], 1e-13);
  }
}

/* Volumes of cells leave the range of numbers. */
TEST(cells_of_any_size) {
  static const double sizes[] = { 1e-130, 1e-107, 1e-10, 1, 1e100, 1e130 };
  for (size_t size = 0; size < COUNT(sizes); size++)
    for (uint32_t periodic = 1; periodic < 8; periodic++) {
      const double S = sizes[size], cell[9] = { 10 * S, 0, 0, 9 * S, 3 * S, 0, 0, 0, 20 * S };
      world *w = world_of_sites(2);
      w->mass[0] = w->mass[1] = size < 2 ? 1e30 : 1;
      w->x[1][0] = 1.2 * S, w->x[1][1] = 0.1 * S;
      for (int k = 0; k < 9; k++) w->x[0][k % 3] += periodic >> (k / 3) & 1 ? 7 * cell[k] : 0;
      world_wrap(w, cell, periodic);
      NEAR(1.2, (w->v[1][0] - w->v[0][0]) / S, 1e-12);
      NEAR(0.1, (w->v[1][1] - w->v[0][1]) / S, 1e-12);
      close_now(w);
    }
}

/* A block of 30056 sites, wider than half of the cell, and a site ten spacings away from it, the first or the
 * last of the list.  (Comparing each site with each one took 20 s.) */
TEST(a_site_far_from_a_wide_body) {
  enum { A = 34, C = 26, BLOCK = A * A * C };
  static const double cell[9] = { 60, 0, 0, 0, 60, 0, 0, 0, 60 };
  for (int last = 0; last < 2; last++) {
    world *w = world_of_sites(BLOCK + 1);
    for (int s = 0; s <= BLOCK; s++) {
      const int in = last ? s : s - 1; /* of the block */
      const double given[3] = { in / C / A, in / C % A, in % C }, away[3] = { A + 9, 3, 3 };
      memcpy(w->x[s], in < 0 || in == BLOCK ? away : given, sizeof given);
      w->mass[s] = 1;
    }
    const double moved[3] = { -60, 120, 60 };
    for (int s = 0; s <= BLOCK; s++)
      for (int k = 0; k < 3; k++) {
        w->f[s][k] = w->x[s][k];
        w->x[s][k] += (s + k) % 3 == 0 ? moved[k] : 0;
      }
    world_wrap(w, cell, 7);
    places_from_site_0(w, 1e-11);
    close_now(w);
  }
}

/* Fibres of 1e5 sites, across the faces of a cell or along a direction in which it does not repeat.  (Boxes that were
 * as wide along the fibre as across it had thousands of sites each, which took 50 s.) */
TEST(long_thin_bodies) {
  static const double cell[9] = { 1500, 0, 0, 0.3, 20, 0, 0, 0, 20 };
  for (uint32_t periodic = 6; periodic < 8; periodic++) {
    world *w = world_of_sites(MOST_SITES);
    for (int s = 0; s < MOST_SITES; s++) {
      w->mass[s] = 1;
      w->f[s][0] = 0.01 * s;
      w->f[s][1] = 0.001 * (s % 7);
      for (int k = 0; k < 3; k++)
        w->x[s][k] = w->f[s][k] + (s % 3) * cell[3 + k] + (periodic & 1) * (s % 5) * cell[k];
    }
    world_wrap(w, cell, periodic);
    places_from_site_0(w, 1e-9);
    close_now(w);
  }
}

/* Bodies whose distances from a few sites are nearly equal, and which are not. */
TEST(what_is_no_kind) {
  molecule thin = {
    "thin",
    4,
    { 1, 2, 3, 4 },
    { { -1, 0.08, 0 }, { -0.5, -0.08, 0.02 }, { 0.5, -0.03, -0.08 }, { 1, 0.03, 0.1 } }
  };
  molecule image = thin, ring = { .name = "ring", .n = 8 }, puckered, bent = molecules[0];
  for (int s = 0; s < 4; s++) image.x[s][2] *= -1;
  for (int s = 0; s < 8; s++) ring.mass[s] = 1;
  for (int s = 0; s < 6; s++)
    ring.x[s][0] = cos(s * acos(-1) / 3), ring.x[s][1] = sin(s * acos(-1) / 3);
  ring.x[6][0] = 0.05, ring.x[7][0] = -0.05;
  puckered = ring;
  puckered.x[6][2] = 0.15, puckered.x[7][2] = -0.15;
  bent.x[1][0] = 0.2;
  const molecule *const pairs[][2] = { { &thin, &image },
                                       { &ring, &puckered },
                                       { &molecules[0], &bent } };
  for (size_t p = 0; p < COUNT(pairs); p++) {
    world *w = world_empty();
    for (int i = 0; i < 100; i++) world_add(w, pairs[p][0], 1, UPRIGHT, ORIGIN);
    world_add(w, pairs[p][1], 1, UPRIGHT, ORIGIN);
    w->spec.flags = RGS_SITES_ONE_SHAPE;
    OK(world_make(w, context, &err));
    SAME_INT(2, described(w).kinds);
    SAME_INT(p == 2 ? 100 : 0, described(w).linear);
    close_now(w);
  }
}

/* Twenty conformers in turn are twenty kinds. */
TEST(many_kinds_of_the_same_masses) {
  world *w = world_empty();
  for (int i = 0; i < 200; i++) {
    molecule m = molecules[5];
    m.x[1][0] += 0.1 * (i % 20);
    world_add(w, &m, 1, UPRIGHT, (double[]){ i, 0, 0 });
  }
  OK(world_make(w, context, &err));
  SAME_INT(20, described(w).kinds);
}

/* Two light sites move apart, each by a part of the extent: 2 % of it is the limit. */
TEST(nearly_another_kind) {
  for (int apart = 0; apart < 2; apart++) {
    molecule m = molecules[7];
    m.mass[0] = 1e6;
    world *w = world_of(&m);
    const double move = (apart ? 0.0205 : 0.0195) * 0.63 * sqrt(1.5);
    for (int k = 0; k < 3; k += 2) m.x[1][k] += move, m.x[2][k] -= move;
    world_add(w, &m, 1, UPRIGHT, (double[]){ 5, 0, 0 });
    OK(world_make(w, context, &err));
    SAME_INT(1 + apart, described(w).kinds);
    close_now(w);
  }
}

/* A disc of equal moments without a site near one of its axes, which was nan. */
TEST(axes_that_no_site_points_to) {
  const molecule disc = { "disc",
                          4,
                          { 1 / (0.009 * 0.009), 1 / (0.009 * 0.009), 1, 1 },
                          { { 0.009, 0, 0 }, { -0.009, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 } } };
  world *w = world_of(&disc);
  w->spec.flags |= RGS_SITES_NEVER_LINEAR;
  OK(world_make(w, context, &err));
  for (int k = 0; k < 3; k++) TRUE(isfinite(w->inertia[0][k]) && isfinite(w->q[0][k]));
  NEAR(4, w->inertia[0][2], 1e-12);
}

TEST(shapes_of_kinds) {
  molecule other = molecules[5], mirrored = molecules[6];
  other.x[1][0] *= 1.5;
  mirrored.mass[1] = 2, mirrored.mass[2] = 3;
  molecule chiral = mirrored;
  for (int s = 0; s < chiral.n; s++) chiral.x[s][2] *= -1;
  world *w = as_in_a_file(&molecules[5], 100, 1000);
  world_add(w, &other, 1, UPRIGHT, ORIGIN);
  world_add(w, &mirrored, 1, UPRIGHT, ORIGIN);
  world_add(w, &chiral, 1, UPRIGHT, ORIGIN);
  const molecule ion = { "ion", 1, { 23 }, { { 0 } } };
  for (int i = 0; i < 2; i++) world_add(w, &ion, 1, UPRIGHT, (double[]){ i, 2, 3 });
  w->spec.flags = RGS_SITES_ONE_SHAPE;
  OK(world_make(w, context, &err));
  const rgs_sites_info info = described(w);
  SAME_INT(5, info.kinds);
  SAME_INT(101, info.planar);
  int64_t kind[105];
  OK(rgs_sites_kinds(w->sites, kind, &err));
  for (int i = 0; i < 105; i++) SAME_INT(i < 100 ? 0 : i < 104 ? i - 99 : 4, kind[i]);
  for (int i = 103; i < 105; i++) NEAR(1, w->q[i][0], 0);
  TRUE(info.worst > 0 && info.worst < 100 && info.misfit > 0 && info.misfit < 0.003);
  for (int i = 1; i < 100; i++) {
    SAME_BITS(w->inertia[0], w->inertia[i], 3);
    SAME_BITS(w->local[0], w->local[3 * i], 9);
  }
  OK(rgs_sites_place(w->sites, &w->view, SITES(w->v), NULL, &err));
  near_vectors(w->x, w->v, w->n_sites, 0.003);
}

/* Squares of moments leave the range of numbers: fits gave NaN, or orientations that were off. */
TEST(moments_of_any_size) {
  static const double ranges[][2] = { { 1e-135, 1e30 }, { 1e-100, 1 }, { 1e-85, 1e-26 },
                                      { 1e-10, 1e-26 }, { 1e80, 1 },   { 1e145, 1 },
                                      { 1e152, 1e-26 } };
  for (size_t r = 0; r < COUNT(ranges); r++)
    for (int m = 0; m < MOLECULES; m++) {
      world *w = world_empty();
      const double size = ranges[r][0];
      for (int i = 0; i < 3; i++) {
        double q[4];
        random_orientation(q);
        world_add(w, &molecules[m], size, q, (double[]){ 3 * i * size, 0, 0 });
      }
      for (int64_t s = 0; s < w->n_sites; s++) w->mass[s] *= ranges[r][1];
      w->spec.flags = RGS_SITES_ONE_SHAPE;
      OK(world_make(w, context, &err));
      SAME_INT(m < LINEAR_MOLECULES ? 3 : 0, described(w).linear);
      for (int again = 0; again < 2; again++) {
        OK(rgs_sites_place(w->sites, &w->view, SITES(w->v), NULL, &err));
        near_vectors(w->x, w->v, w->n_sites, 1e-13 * size);
        OK(rgs_sites_fit(w->sites, &w->view, SITES(w->x), NULL, &err));
      }
      close_now(w);
    }
}

/* ---- full tensors ---------------------------------------------------------------------------- */

TEST(principal_moments_of_full_tensors) {
  static const struct {
    double size, moments[3];
  } bodies[] = { { 1, { 1, 2, 3 } },        { 1, { 1, 1, 2 } },       { 1, { 2, 2, 2 } },
                 { 1, { 0, 1, 1 } },        { 1e-20, { 1, 2, 2.5 } }, { 1, { 1, 1 + 1e-9, 1.5 } },
                 { 1e-300, { 1, 2, 2.5 } }, { 1e300, { 1, 2, 2.5 } } };
  for (size_t which = 0; which < COUNT(bodies); which++)
    for (int again = 0; again < 200; again++) {
      double I[3];
      for (int k = 0; k < 3; k++) I[k] = bodies[which].size * bodies[which].moments[k];
      double frame[4], q[4], inertia[3], T[3][3], before[3][3], after[3][3];
      double given[3][3] = { { I[0] }, { 0, I[1] }, { 0, 0, I[2] } };
      random_orientation(frame);
      tensor_in_space(frame, given, T);
      const double J[6] = { T[0][0], T[1][1], T[2][2], T[0][1], T[0][2], T[1][2] };
      random_orientation(frame);
      memcpy(q, frame, sizeof q);
      OK(rgs_principal(1, J, inertia, q, &err));
      for (int k = 0; k < 3; k++) NEAR(I[k], inertia[k], (which == 5 ? 1e-9 : 1e-15) * 4 * I[2]);
      /* The tensor of these moments in the new frame is that which was given in the old one. */
      double found[3][3] = { { inertia[0] }, { 0, inertia[1] }, { 0, 0, inertia[2] } };
      tensor_in_space(frame, T, before);
      tensor_in_space(q, found, after);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
          NEAR(before[i][j], after[i][j], (which == 5 ? 2e-9 : 8e-15) * I[2]);
    }
  /* The frame's own axes choose among equal ones. */
  double J[6] = { 2, 2, 2, 0, 0, 0 }, q[4] = { 0.5, 0.5, -0.5, 0.5 }, inertia[3];
  const double same[4] = { 0.5, 0.5, -0.5, 0.5 };
  OK(rgs_principal(1, J, inertia, q, &err));
  NEAR(0, (double)angle_from(same, q), 1e-15);
  J[5] = 3;
  REFUSED_BODY(RGS_E_BODY, 0, rgs_principal(1, J, inertia, q, &err), "-1", ">= 0");
  J[5] = nan("");
  REFUSED_BODY(RGS_E_BODY, 0, rgs_principal(1, J, inertia, q, &err), "J[5]");
  J[5] = 0, q[0] = 1;
  REFUSED_BODY(RGS_E_BODY, 0, rgs_principal(1, J, inertia, q, &err), "|q|^2");
  REFUSED_TEXT(RGS_E_ARG, rgs_principal(-1, J, inertia, q, &err), "-1");
  REFUSED_TEXT(RGS_E_ARG, rgs_principal(1, NULL, inertia, q, &err), "J is null");
}

/* ---- chains of equal moments ------------------------------------------------------------------ */

/* Moments of methane with six decimals differ by up to about the limit of equal ones, so that two may be equal to the
 * third and not to each other.  Whatever the orientation, all bodies have the axes that the sites point out.
 * (The moments of 1 in 1000 differ by more than the limit.) */
TEST(moments_that_are_equal_in_a_chain) {
  const int n = (int)molecules[7].n;
  int others = 0;
  for (int again = 0; again < 8; again++) {
    world *w = as_in_a_file(&molecules[7], 500, 1e6);
    OK(world_make(w, context, &err));
    for (int i = 0; i < 500; i++) {
      const double *moment = w->inertia[i];
      const bool equal = moment[0] == moment[1] && moment[1] == moment[2];
      others += !equal;
      for (int s = 0; s < n && equal; s++)
        for (int k = 0; k < 3; k++) NEAR(w->local[s][k], w->local[i * n + s][k], 1e-5);
    }
    close_now(w);
  }
  TRUE(others < 40);
}

TEST_MAIN(sites_set_up, sites_tear_down)
