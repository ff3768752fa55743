/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_sites_motion.c - places, velocities, forces, momenta and fits of bodies made of atoms, against sums in
 * long double, against each other, with threads, and in every layout of columns.
 */
#include "executors.h"
#include "molecules.h"
#include "random_numbers.h"
#include "rotations.h"

#include <float.h>
#include <math.h>

/* One for each site. */
typedef double vector[3];
static vector *vectors(void) { return keep(calloc(MOST_SITES, sizeof(vector)), free); }
#define COPY_OF(array) memcpy(keep(malloc(sizeof(array)), free), array, sizeof(array))

/* Site s becomes site w->site[s], with its place and mass. */
static void list_again(world *w) {
  const double(*x)[3] = COPY_OF(w->x), *mass = COPY_OF(w->mass);
  for (int64_t s = 0; s < w->n_sites; s++) {
    memcpy(w->x[w->site[s]], x[s], sizeof *x);
    w->mass[w->site[s]] = mass[s];
  }
}

/* Bodies of all kinds, in a mixed order of sites, with velocities and forces at random. */
static world *mixture(int n) {
  world *w = world_empty();
  static const molecule ion = { "ion", 1, { 23 }, { { 0 } } };
  for (int i = 0; i < n; i++) {
    double q[4], x[3];
    random_orientation(q);
    for (int k = 0; k < 3; k++) x[k] = 50 * uniform();
    world_add(w, i % 7 == 0 ? &ion : &molecules[i % MOLECULES], 1, q, x);
  }
  for (int64_t s = w->n_sites - 1; s > 0; s--) { /* a permutation */
    const int64_t other = (int64_t)(uniform() * (double)s), of_list = w->site[s];
    w->site[s] = w->site[other];
    w->site[other] = of_list;
  }
  list_again(w);
  for (int64_t s = 0; s < w->n_sites; s++)
    for (int k = 0; k < 3; k++) {
      w->v[s][k] = random_between(&seed, -1, 1);
      w->f[s][k] = random_between(&seed, -1, 1);
    }
  OK(world_make(w, context, &err));
  return w;
}

/* Moves the bodies to new places and orientations. */
static void scatter(world *w) {
  for (int64_t i = 0; i < w->n_bodies; i++) {
    random_orientation(w->q[i]);
    for (int k = 0; k < 3; k++) w->at[i][k] += random_between(&seed, -10, 10);
  }
}

/* ---- against long double --------------------------------------------------------------------- */

static void arm_of(const world *w, int64_t i, int64_t listed, real arm[3]) {
  const real q[4] = { w->q[i][0], w->q[i][1], w->q[i][2], w->q[i][3] };
  const real local[3] = { w->local[listed][0], w->local[listed][1], w->local[listed][2] };
  rotate(q, local, arm);
}

static void moment(const real a[3], const double b[3], real factor, real sum[3], real size[3]) {
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    sum[k] += factor * (a[i] * b[j] - a[j] * b[i]);
    size[k] += factor * sqrtl(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) *
               sqrtl(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
  }
}

/* Force and torque of body i.  intramolecular: the sums of force times arm, to which its sites add. */
static void right_to_rounding(const world *w, int64_t i, double intramolecular[9]) {
  real f[3] = { 0 }, tau[3] = { 0 }, size[3] = { 0 }, f_size[3] = { 0 };
  for (int64_t s = w->first[i]; s < w->first[i + 1]; s++) {
    const double *force = w->f[w->site[s]];
    real arm[3];
    arm_of(w, i, s, arm);
    moment(arm, force, 1, tau, size);
    for (int k = 0; k < 3; k++) {
      f[k] += force[k];
      f_size[k] += fabs(force[k]);
    }
    for (int k = 0; k < 9; k++) intramolecular[k] += force[k / 3] * (double)arm[k % 3];
  }
  for (int k = 0; k < 3; k++) {
    NEAR((double)f[k], w->force[i][k], 4 * DBL_EPSILON * (double)f_size[k]);
    NEAR((double)tau[k], w->torque[i][k], 4 * DBL_EPSILON * (double)size[k]);
  }
}

TEST(forces_and_torques_are_right_to_rounding) {
  world *w = mixture(300);
  double intramolecular[9], want[9] = { 0 };
  scatter(w);
  OK(rgs_sites_gather(w->sites, &w->view, SITES(w->f), intramolecular, &err));
  for (int64_t i = 0; i < w->n_bodies; i++) right_to_rounding(w, i, want);
  for (int k = 0; k < 9; k++) NEAR(want[k], intramolecular[k], 1e-10);
}

TEST(large_bodies_are_right_to_rounding) {
  world *w = world_of_sites(MOST_SITES);
  double intramolecular[9] = { 0 };
  for (int s = 0; s < MOST_SITES; s++) {
    w->mass[s] = 1 + uniform();
    for (int k = 0; k < 3; k++) {
      w->x[s][k] = (k + 1) * random_between(&seed, -1, 1);
      w->f[s][k] = random_between(&seed, -1, 1);
    }
  }
  OK(world_make(w, context, &err));
  OK(rgs_sites_gather(w->sites, &w->view, SITES(w->f), NULL, &err));
  right_to_rounding(w, 0, intramolecular);
}

/* ---- against each other ---------------------------------------------------------------------- */

TEST(a_fit_finds_the_bodies_again) {
  world *w = mixture(300);
  double misfit[300];
  scatter(w);
  vector *x = vectors(), *again = vectors();
  OK(rgs_sites_place(w->sites, &w->view, SITES(x), NULL, &err));
  scatter(w);
  OK(rgs_sites_fit(w->sites, &w->view, SITES(x), misfit, &err));
  OK(rgs_sites_place(w->sites, &w->view, SITES(again), NULL, &err));
  for (int64_t i = 0; i < w->n_bodies; i++) NEAR(0, misfit[i], 2e-13);
  near_vectors(x, again, w->n_sites, 2e-13);
  x[w->site[5]][0] += 0.1; /* and says how much the body is bent */
  OK(rgs_sites_fit(w->sites, &w->view, SITES(x), misfit, &err));
  int64_t bent = 0;
  while (w->first[bent + 1] <= 5) bent++;
  TRUE(misfit[bent] > 0.01 && misfit[bent] < 0.1);
}

TEST(power_energy_and_uniform_fields) {
  world *w = mixture(300);
  double lost[300], rigid = 0, all = 0, power = 0, of_bodies = 0, lost_sum = 0;
  vector *v = vectors();
  scatter(w);
  OK(rgs_sites_momenta(w->sites, &w->view, SITES(w->v), lost, &err));
  OK(rgs_sites_place(w->sites, &w->view, NULL, SITES(v), &err));
  OK(rgs_sites_gather(w->sites, &w->view, SITES(w->f), NULL, &err));
  for (int64_t s = 0; s < w->n_sites; s++)
    for (int k = 0; k < 3; k++) {
      all += 0.5 * w->mass[s] * w->v[s][k] * w->v[s][k];
      rigid += 0.5 * w->mass[s] * v[s][k] * v[s][k];
      power += w->f[s][k] * v[s][k];
    }
  double translation, rotation;
  rgs_bodies *bodies;
  OK(rgs_bodies_create(context, w->n_bodies, &bodies, &err));
  OK(rgs_bodies_bind(bodies, &w->view, &err));
  OK(rgs_bodies_check(bodies, &err));
  OK(rgs_bodies_energy(bodies, &translation, &rotation, &err));
  rgs_bodies_destroy(bodies);
  for (int64_t i = 0; i < w->n_bodies; i++) {
    double turn[3], l[3], omega[3] = { 0 };
    turn_vector(w->q[i], 1, w->l[i], l);
    turn_vector(w->q[i], 1, w->torque[i], turn);
    for (int k = 0; k < 3; k++) {
      if (w->inertia[i][k] > 0) omega[k] = l[k] / w->inertia[i][k];
      of_bodies += w->force[i][k] * w->p[i][k] / w->m[i] + turn[k] * omega[k];
    }
    lost_sum += lost[i];
  }
  NEAR(rigid, translation + rotation, 1e-12 * rigid);
  NEAR(all, rigid + lost_sum, 1e-12 * all);
  NEAR(power, of_bodies, 1e-11);
  /* The momenta of rigid velocities are the same again, and nothing is lost. */
  vector *p = COPY_OF(w->p), *l = COPY_OF(w->l);
  OK(rgs_sites_momenta(w->sites, &w->view, SITES(v), lost, &err));
  for (int64_t i = 0; i < w->n_bodies; i++) NEAR(0, lost[i], 1e-24);
  near_vectors(p, w->p, w->n_bodies, 1e-11);
  near_vectors(l, w->l, w->n_bodies, 1e-11);
  /* Forces like gravity have no torque. */
  for (int64_t s = 0; s < w->n_sites; s++)
    for (int k = 0; k < 3; k++) w->f[s][k] = (k + 1) * w->mass[s];
  OK(rgs_sites_gather(w->sites, &w->view, SITES(w->f), NULL, &err));
  near_vectors(vectors(), w->torque, w->n_bodies, 1e-11);
}

/* ---- hosts ----------------------------------------------------------------------------------- */

/* 2500 pairs of sites, which are enough to be split; columns by components.  numbers: all that calls wrote. */
enum { N = 5000, COLUMNS = 20 * N };
static void many(rgs_sites_spec *spec, double numbers[COLUMNS + 6 * N + 9]) {
  double *sites = numbers + COLUMNS, *intramolecular = sites + 6 * N;
  const rgs_column force = spec->x, x = { sites, 3, 1 }, v = { sites + 3 * N, 3, 1 };
  rgs_view view = { .head = RGS_HEAD(rgs_view), .n = N / 2, .mass = { numbers, 1, 1 } };
  rgs_column *const three[] = { &view.inertia, &view.x, &view.p, &view.l, &view.f, &view.tau };
  rgs_sites *handle;
  for (int c = 0; c < 6; c++) *three[c] = (rgs_column){ numbers + N * (1 + 3 * c) / 2, 1, N / 2 };
  view.q = (rgs_column){ numbers + 10 * N, 1, N };
  OK(rgs_sites_create(context, spec, &handle, &err));
  OK(rgs_sites_shape(handle, &view, NULL, &err));
  OK(rgs_sites_gather(handle, &view, &force, intramolecular, &err));
  OK(rgs_sites_momenta(handle, &view, &force, NULL, &err));
  OK(rgs_sites_place(handle, &view, &x, &v, &err));
  OK(rgs_sites_fit(handle, &view, &x, NULL, &err));
  rgs_sites_destroy(handle);
}

TEST(threads_give_the_same_bits) {
  enum { ALL = COLUMNS + 6 * N + 9 };
  static double x[N][3], mass[N], alone[ALL], shared[ALL];
  static int64_t first[N + 1];
  for (int i = 0; i < N; i++) {
    mass[i] = 1 + uniform();
    for (int k = 0; k < 3; k++) x[i][k] = uniform();
    if (i <= N / 2) first[i] = 2 * i;
  }
  rgs_sites_spec spec = WITH_HEAD(rgs_sites_spec, .n_sites = N, .n_bodies = N / 2, .first = first,
                                  .mass = { mass, 1, 1 }, .x = { &x[0][0], 3, 1 });
  many(&spec, alone);
  odd_executor odd = { .seed = 5 };
  rgs_executor executor = { RGS_HEAD(rgs_executor), &odd, odd_parallel_for };
  spec.executor = &executor;
  many(&spec, shared);
  TRUE(odd.calls == 4 && odd.parts > 4);
  SAME_BITS(alone, shared, ALL);
  thread_pool *pool = pool_open(3);
  executor = (rgs_executor){ RGS_HEAD(rgs_executor), pool, pool_parallel_for };
  many(&spec, shared);
  SAME_BITS(alone, shared, ALL);
  pool_close(pool);
}

/* Equal molecules lie side by side in blocks (core/sites/blocks.h).  With one of another kind after each they
 * follow each other, or if that has nearly as many sites, the blocks have empty places: their bits are the same.
 * Their sites are listed backwards. */
static world *row_of(int kind, int other) {
  world *w = world_empty();
  seed = 3;
  for (int i = 0; i < 11; i++) {
    const double x[3] = { 50 * uniform(), 50 * uniform(), 50 * uniform() };
    double q[4];
    random_orientation(q);
    world_add(w, &molecules[kind], 1, q, x);
    if (other >= 0) world_add(w, &molecules[other], 1, q, x);
  }
  for (int64_t s = 0; s < w->n_sites; s++) w->site[s] = w->n_sites - 1 - s;
  list_again(w);
  OK(world_make(w, context, &err));
  const int each = other >= 0 ? 2 : 1;
  for (int64_t i = 0; i < w->n_bodies; i++)
    for (int k = 0; k < 3; k++) {
      w->p[i][k] = (double)(i / each + k);
      w->l[i][k] = (double)(i / each - k);
      for (int64_t s = w->first[i]; s < w->first[i + 1]; s++)
        w->f[w->site[s]][k] = sin((double)(i / each + 20 * (s - w->first[i]) + 7 * k));
    }
  OK(rgs_sites_gather(w->sites, &w->view, SITES(w->f), NULL, &err));
  OK(rgs_sites_place(w->sites, &w->view, SITES(w->x), SITES(w->v), &err));
  return w;
}

TEST(neighbours_change_no_bits) {
  for (int pair = 0; pair < 2 * MOLECULES; pair++) {
    const int kind = pair / 2, other = pair % 2 ? BENZENE - 1 : kind == BENZENE ? 0 : BENZENE;
    world *alike = row_of(kind, -1), *apart = row_of(kind, other);
    for (int64_t i = 0; i < alike->n_bodies; i++) {
      SAME_BITS(alike->force[i], apart->force[2 * i], 3);
      SAME_BITS(alike->torque[i], apart->torque[2 * i], 3);
      for (int64_t k = 0; k < molecules[kind].n; k++) {
        const int64_t one = alike->site[alike->first[i] + k];
        const int64_t other = apart->site[apart->first[2 * i] + k];
        SAME_BITS(alike->x[one], apart->x[other], 3);
        SAME_BITS(alike->v[one], apart->v[other], 3);
      }
    }
    close_now(alike), close_now(apart);
  }
}

/* Ghosts of other ranks' bodies are left out of sums; a host may keep velocities; a plane stays one. */
TEST(flags_of_views) {
  world *w = mixture(40);
  double all[9], own[9], ghosts[9] = { 0 }, v[3];
  OK(rgs_sites_gather(w->sites, &w->view, SITES(w->f), all, &err));
  w->view.n_ghosts = 15;
  OK(rgs_sites_gather(w->sites, &w->view, SITES(w->f), own, &err));
  for (int64_t s = w->first[25]; s < w->n_sites; s++) {
    real arm[3];
    int64_t i = 25;
    while (w->first[i + 1] <= s) i++;
    arm_of(w, i, s, arm);
    for (int k = 0; k < 9; k++) ghosts[k] += w->f[w->site[s]][k / 3] * (double)arm[k % 3];
  }
  for (int k = 0; k < 9; k++) NEAR(all[k] - ghosts[k], own[k], 1e-12);
  OK(rgs_sites_momenta(w->sites, &w->view, SITES(w->v), NULL, &err));
  for (int k = 0; k < 3; k++) v[k] = w->p[1][k] / w->m[1];
  w->view.flags = RGS_VIEW_P_IS_VELOCITY | RGS_VIEW_PLANAR;
  w->view.n_ghosts = 0;
  OK(rgs_sites_momenta(w->sites, &w->view, SITES(w->v), NULL, &err));
  for (int k = 0; k < 2; k++) NEAR(v[k], w->p[1][k], 1e-15);
  for (int64_t i = 0; i < w->n_bodies; i++)
    TRUE(w->p[i][2] == 0 && (w->inertia[i][0] == 0 || (w->l[i][0] == 0 && w->l[i][1] == 0)));
}

/* As after a save: another handle, made where the bodies are now, gets the shapes of the first one. */
TEST(shapes_that_are_set) {
  world *w = mixture(100), *other;
  scatter(w);
  vector *x = vectors(), *again = vectors();
  OK(rgs_sites_place(w->sites, &w->view, SITES(x), NULL, &err));
  other = world_empty();
  other->n_sites = w->n_sites;
  other->n_bodies = w->n_bodies;
  memcpy(other->first, w->first, sizeof w->first);
  memcpy(other->site, w->site, sizeof w->site);
  memcpy(other->mass, w->mass, sizeof w->mass);
  memcpy(other->x, x, sizeof w->x);
  OK(world_make(other, context, &err));
  for (int64_t i = 0; i < w->n_bodies; i++) w->inertia[i][2] *= 0.75, w->m[i] *= 2;
  OK(rgs_sites_set_shape(other->sites, &w->view, SITES(w->local), &err));
  OK(rgs_sites_shape(other->sites, &other->view, NULL, &err));
  SAME_BITS(w->inertia[0], other->inertia[0], 3 * w->n_bodies);
  SAME_BITS(w->m, other->m, w->n_bodies);
  OK(rgs_sites_place(other->sites, &w->view, SITES(again), NULL, &err));
  SAME_BITS(x[0], again[0], 3 * w->n_sites);
  w->local[7][1] = NAN;
  const rgs_column *bad = SITES(w->local);
  REFUSED_BODY(RGS_E_BODY, 3, rgs_sites_set_shape(other->sites, &w->view, bad, &err), "local[1]");
  w->m[0] = 0;
  REFUSED_BODY(RGS_E_BODY, 0, rgs_sites_set_shape(other->sites, &w->view, bad, &err), "mass is 0");
  OK(rgs_sites_place(other->sites, &w->view, SITES(again), NULL, &err));
  SAME_BITS(x[0], again[0], 3 * w->n_sites);
  other->spec.flags = RGS_SITES_ONE_SHAPE;
  OK(world_make(other, context, &err));
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_set_shape(other->sites, &other->view, bad, &err), "share");
}

/* Nothing is searched where the host knows the shapes; bits are the same.  Each of two processes may have some of
 * the sites of a body, or none. */
TEST(shapes_that_the_host_knows) {
  world *w = mixture(300);
  rgs_sites *known, *half[2];
  rgs_sites_spec spec = w->spec;
  rgs_sites_info info = { .head = RGS_HEAD(rgs_sites_info) }, found = info;
  const rgs_column none = { 0 };
  vector *x = vectors();
  spec.flags = RGS_SITES_KNOWN;
  spec.x = spec.mass = none;
  OK(rgs_sites_create(context, &spec, &known, &err));
  scatter(w);
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_place(known, &w->view, SITES(x), NULL, &err),
               "rgs_sites_set_shape first");
  OK(rgs_sites_set_shape(known, &w->view, SITES(w->local), &err));
  OK(rgs_sites_describe(known, &info, &err));
  OK(rgs_sites_describe(w->sites, &found, &err));
  TRUE(info.points == found.points && info.linear == found.linear && info.freedom == found.freedom);
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_shape(known, &w->view, NULL, &err), "KNOWN");
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_kinds(known, w->site, &err), "KNOWN");
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_fit(known, &w->view, SITES(x), NULL, &err), "spec.mass");
  OK(rgs_sites_place(known, &w->view, SITES(x), SITES(w->v), &err));
  OK(rgs_sites_place(w->sites, &w->view, SITES(w->x), NULL, &err));
  SAME_BITS(w->x[0], x[0], 3 * w->n_sites);
  OK(rgs_sites_gather(w->sites, &w->view, SITES(w->f), NULL, &err));
  vector *force = COPY_OF(w->force), *torque = COPY_OF(w->torque),
         *nought = vectors(); /* by body */
  OK(rgs_sites_gather(known, &w->view, SITES(w->f), NULL, &err));
  SAME_BITS(force[0], w->force[0], 3 * w->n_bodies);
  SAME_BITS(torque[0], w->torque[0], 3 * w->n_bodies);
  /* The first has every other site, the second the rest. */
  int64_t *first = keep(calloc((size_t)w->n_bodies + 1, sizeof *first), free),
          *site = keep(calloc(MOST_SITES, sizeof *site), free);
  vector *places = vectors();
  for (int part = 0; part < 2; part++) {
    for (int64_t i = 0; i < w->n_bodies; i++) {
      first[i + 1] = first[i];
      for (int64_t k = w->first[i] + part; k < w->first[i + 1]; k += 2) {
        memcpy(places[first[i + 1]], w->local[k], sizeof *places);
        site[first[i + 1]++] = w->site[k];
      }
    }
    TRUE(first[1] == 1 - part); /* body 0 is one site */
    spec.first = first;
    spec.site = site;
    OK(rgs_sites_create(context, &spec, &half[part], &err));
    OK(rgs_sites_set_shape(half[part], &w->view, SITES(places), &err));
    OK(rgs_sites_gather(half[part], &w->view, SITES(w->f), NULL, &err));
    for (int64_t i = 0; i < w->n_bodies; i++)
      for (int k = 0; k < 3; k++) {
        force[i][k] -= w->force[i][k];
        torque[i][k] -= w->torque[i][k];
      }
    rgs_sites_destroy(half[part]);
  }
  near_vectors(nought, force, w->n_bodies, 1e-13);
  near_vectors(nought, torque, w->n_bodies, 1e-12);
  rgs_sites_destroy(known);
}

/* Of a body that several processes share, some sites may be here: with a part of them a fit had another centre, and
 * without mass it was NaN. */
TEST(fits_of_a_part_of_the_sites) {
  static const struct {
    int molecule, n, site[3];
    bool massless; /* all of them */
    const char *refused;
  } rows[] = { { MOLECULES - 1, 3, { 0, 7, 30 }, false, NULL },
               { 5, 2, { 0, 1 }, false, "on one line" },
               { 5, 1, { 1 }, false, "at one point" },
               { 5, 2, { 0, 1 }, true, "no site with mass" },
               { 0, 2, { 0, 1 }, false, NULL },
               { 0, 1, { 1 }, false, "two sites with mass" } };
  for (size_t r = 0; r < COUNT(rows); r++) {
    world *w = world_empty();
    double q[4], want[3], off, place[3][3], x[3][3], mass[3] = { 0 };
    random_orientation(q);
    world_add(w, &molecules[rows[r].molecule], 1, q, (double[]){ 3, 4, 5 });
    OK(world_make(w, context, &err));
    memcpy(want, w->at[0], sizeof want);
    rgs_sites_spec spec = w->spec;
    spec.site = NULL;
    spec.first = (int64_t[]){ 0, rows[r].n };
    spec.n_sites = rows[r].n;
    spec.mass = (rgs_column){ mass, 1, 1 };
    spec.flags = RGS_SITES_KNOWN;
    for (int k = 0; k < rows[r].n; k++) {
      if (!rows[r].massless) mass[k] = w->mass[rows[r].site[k]];
      memcpy(place[k], w->local[rows[r].site[k]], sizeof *place);
      memcpy(x[k], w->x[rows[r].site[k]], sizeof *x);
    }
    rgs_sites *part;
    OK(rgs_sites_create(context, &spec, &part, &err));
    OK(rgs_sites_set_shape(part, &w->view, SITES(place), &err));
    REFUSED_BODY(RGS_E_BODY, 0, rgs_sites_momenta(part, &w->view, SITES(x), &off, &err), "lost",
                 "null");
    OK(rgs_sites_momenta(part, &w->view, SITES(x), NULL, &err));
    memset(w->at, 0, sizeof w->at);
    if (rows[r].refused) {
      REFUSED_BODY(RGS_E_BODY, 0, rgs_sites_fit(part, &w->view, SITES(x), &off, &err),
                   rows[r].refused);
      NEAR(0, w->at[0][0], 0);
    } else {
      OK(rgs_sites_fit(part, &w->view, SITES(x), &off, &err));
      for (int k = 0; k < 3; k++) NEAR(want[k], w->at[0][k], 1e-13);
      NEAR(0, off, 1e-13);
    }
    rgs_sites_destroy(part);
  }
}

TEST_MAIN(sites_set_up, sites_tear_down)
