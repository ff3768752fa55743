/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_water_cluster.c - rigid bodies with forces of their own: the water of examples/water_model.h
 * against its own energy, against a reference trajectory known to 30 digits, and through both ways
 * of driving and both memory layouts.
 *
 * Reference: data/water2.csv, two SPC/E molecules; columns t, then for each molecule x v (space), y
 * (angular momentum, body frame), q (not normalised), then cond verr ierr.  data/water2_params.csv
 * holds the model's constants.
 */
#include "check.h"
#include "random_numbers.h"
#include "rotations.h"
#include "water_model.h"
#include "plain_body.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { PAIR = 2, MOLECULE = 13, COLUMNS = 1 + PAIR * MOLECULE + 3, MANY = 9 };
static double start[COLUMNS], at10[COLUMNS], at100[COLUMNS];

/* ---- bodies in two layouts ------------------------------------------------------------------- */
enum { ARRAYS, STRUCTS };

typedef struct bodies {
  double memory[PLAIN_BODY * MANY];
  rgs_view view;
} bodies;

static void lay_out(bodies *b, int64_t n, int layout) {
  const water_model m = water_spce();
  memset(b, 0, sizeof *b);
  b->view =
      layout == STRUCTS ? view_of_plain(b->memory, n, PLAIN_BODY, 0) : view_of_arrays(b->memory, n);
  for (int64_t i = 0; i < n; ++i) {
    RGS_AT(b->view.mass, i, 0) = m.mass;
    for (int k = 0; k < 3; ++k) RGS_AT(b->view.inertia, i, k) = m.inertia[k];
  }
}

/* Two molecules as in a row of the reference. */
static void place_pair(bodies *b, int layout, const double *row) {
  lay_out(b, PAIR, layout);
  for (int i = 0; i < PAIR; ++i) {
    const double *x = row + 1 + MOLECULE * i, *v = x + 3, *y = x + 6, *q = x + 9;
    const double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double unit[4], l[3];
    for (int k = 0; k < 4; ++k) RGS_AT(b->view.q, i, k) = unit[k] = q[k] / norm;
    turn_vector(unit, 0, y, l);
    for (int k = 0; k < 3; ++k) {
      RGS_AT(b->view.x, i, k) = x[k];
      RGS_AT(b->view.p, i, k) = v[k] * RGS_AT(b->view.mass, i, 0);
      RGS_AT(b->view.l, i, k) = l[k];
    }
  }
}

/* A cluster in general position, with the wall at work. */
static void place_many(bodies *b, int layout) {
  seed = 12345;
  lay_out(b, MANY, layout);
  for (int64_t i = 0; i < MANY; ++i) {
    double r[10], norm = 0;
    for (int k = 0; k < 10; ++k) r[k] = random_between(&seed, -1, 1);
    for (int k = 0; k < 4; ++k) norm += r[k] * r[k];
    for (int k = 0; k < 4; ++k) RGS_AT(b->view.q, i, k) = r[k] / sqrt(norm);
    for (int k = 0; k < 3; ++k) {
      const int64_t cell[3] = { i % 3, i / 3, 0 };
      RGS_AT(b->view.x, i, k) = 3.2 * (double)cell[k] + 0.2 * r[4 + k];
      RGS_AT(b->view.p, i, k) = 0.1 * r[7 + k];
      RGS_AT(b->view.l, i, k) = 0.03 * r[k];
    }
  }
}

static water_model walled(void) {
  water_model m = water_spce();
  m.wall_energy = 6e-4;
  m.wall_radius = 4.0;
  return m;
}

/* ---- runs ------------------------------------------------------------------------------------ */
enum { CALLBACK, HOST_DRIVES };

static void run(bodies *b, water_host *host, const char *rotor, const char *scheme, double h,
                int64_t steps, int drive) {
  const rgs_host serves =
      WITH_HEAD(rgs_host, .self = host, .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY,
                .eval = drive == CALLBACK ? water_eval : NULL);
  const rgs_method_spec spec =
      WITH_HEAD(rgs_method_spec, .rotor = rotor, .scheme = scheme, .param_size = sizeof(rgs_param));
  rgs_context *context;
  rgs_bodies *handle;
  rgs_method *method;
  rgs_stepper *stepper;
  OK(rgs_context_create(NULL, &context, &err));
  OK(rgs_bodies_create(context, b->view.n, &handle, &err));
  OK(rgs_bodies_bind(handle, &b->view, &err));
  OK(rgs_method_create(context, &spec, &method, &err));
  OK(rgs_stepper_create(handle, method, &serves, &stepper, &err));
  if (drive == CALLBACK)
    OK(rgs_step(stepper, h, steps, &err));
  else
    for (int64_t i = 0; i < steps; ++i) {
      rgs_eval request = RGS_EVAL_INIT;
      rgs_status status;
      forget_error();
      while ((status = rgs_advance(stepper, h, &request, &err)) == RGS_NEED_EVAL)
        TRUE(water_eval(host, &request, &b->view) == 0);
      check_status(RGS_OK, status, "rgs_advance", __FILE__, __LINE__);
    }
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  rgs_bodies_destroy(handle);
  rgs_context_destroy(context);
}

/* ---- the data -------------------------------------------------------------------------------- */
static FILE *open_data(const char *name) {
  char path[1200];
  snprintf(path, sizeof path, "%s/%s", RIGIDSTEP_TEST_DATA, name);
  FILE *file = fopen(path, "r");
  if (!file) fail_msg("cannot read %s", path);
  return file;
}

static int read_data(void **state) {
  (void)state;
  char line[4096];
  double *const rows[] = { start, at10, at100 };
  FILE *file = open_data("water2.csv");
  size_t row = 0;
  TRUE(fgets(line, sizeof line, file) != NULL);
  while (fgets(line, sizeof line, file)) {
    TRUE(row < COUNT(rows));
    char *at = line;
    for (int c = 0; c < COLUMNS; ++c) {
      rows[row][c] = strtod(at, &at);
      TRUE(c + 1 < COLUMNS ? *at == ',' : *at == '\r' || *at == '\n');
      ++at;
    }
    ++row;
  }
  fclose(file);
  return row == COUNT(rows) && start[0] == 0.0 && at10[0] == 10.0 && at100[0] == 100.0 ? 0 : -1;
}

TEST(constants_are_those_of_the_reference) {
  const water_model m = water_spce();
  const struct {
    const char *name;
    double value;
  } have[] = { { "M", m.mass },          { "I1", m.inertia[0] },   { "I2", m.inertia[1] },
               { "I3", m.inertia[2] },   { "ke", m.coulomb },      { "eps", m.epsilon },
               { "sigma", m.sigma },     { "O_x", m.site[0][0] },  { "O_y", m.site[0][1] },
               { "O_z", m.site[0][2] },  { "H1_x", m.site[1][0] }, { "H1_y", m.site[1][1] },
               { "H1_z", m.site[1][2] }, { "H2_x", m.site[2][0] }, { "H2_y", m.site[2][1] },
               { "H2_z", m.site[2][2] }, { "q_O", m.charge[0] },   { "q_H1", m.charge[1] },
               { "q_H2", m.charge[2] } };
  char line[256];
  size_t row = 0;
  FILE *file = open_data("water2_params.csv");
  TRUE(fgets(line, sizeof line, file) != NULL);
  while (fgets(line, sizeof line, file)) {
    char *name = strtok(line, ","), *decimal = strtok(NULL, ","), *hex = strtok(NULL, "\n");
    TRUE(row < COUNT(have) && hex != NULL && decimal != NULL);
    TRUE(strcmp(name, have[row].name) == 0);
    const double want = strtod(hex, NULL);
    SAME_BITS(&want, &have[row].value, 1);
    ++row;
  }
  fclose(file);
  SAME_INT((long long)COUNT(have), (long long)row);
}

/* ---- forces ---------------------------------------------------------------------------------- */
/* Moves molecule i by e along axis k, or turns it by e about the space axis k. */
static double energy_moved(water_host *host, const bodies *b, int64_t i, int k, int rotate,
                           double e) {
  bodies moved = *b;
  moved.view.x.data = moved.memory + (b->view.x.data - b->memory);
  moved.view.q.data = moved.memory + (b->view.q.data - b->memory);
  if (!rotate) {
    RGS_AT(moved.view.x, i, k) += e;
  } else {
    const double c = cos(0.5 * e), s = sin(0.5 * e);
    double q[4], u[4] = { c, 0, 0, 0 };
    u[1 + k] = s;
    for (int j = 0; j < 4; ++j) q[j] = RGS_AT(moved.view.q, i, j);
    RGS_AT(moved.view.q, i, 0) = u[0] * q[0] - u[1] * q[1] - u[2] * q[2] - u[3] * q[3];
    RGS_AT(moved.view.q, i, 1) = u[0] * q[1] + u[1] * q[0] + u[2] * q[3] - u[3] * q[2];
    RGS_AT(moved.view.q, i, 2) = u[0] * q[2] - u[1] * q[3] + u[2] * q[0] + u[3] * q[1];
    RGS_AT(moved.view.q, i, 3) = u[0] * q[3] + u[1] * q[2] - u[2] * q[1] + u[3] * q[0];
  }
  return water_energy(host, &moved.view, 0);
}

/* Fourth-order central difference: (8 (U+ - U-) - (U++ - U--))/(12 e). */
static double slope(water_host *host, const bodies *b, int64_t i, int k, int rotate) {
  const double e = 2e-3;
  return (8 * (energy_moved(host, b, i, k, rotate, e) - energy_moved(host, b, i, k, rotate, -e)) -
          (energy_moved(host, b, i, k, rotate, 2 * e) -
           energy_moved(host, b, i, k, rotate, -2 * e))) /
         (12 * e);
}

TEST(forces_are_the_energy_s) {
  const water_model models[2] = { water_spce(), walled() };
  for (int w = 0; w < 2; ++w) {
    water_host host;
    bodies b;
    double worst = 0, total[3] = { 0, 0, 0 }, twist[3] = { 0, 0, 0 }, size = 0;
    TRUE(water_host_create(&host, &models[w], MANY) == 0);
    place_many(&b, STRUCTS);
    const double energy = water_energy(&host, &b.view, 1);
    /* Asking for the energy alone gives the same number and leaves the forces alone. */
    bodies copy = b;
    const double again = water_energy(&host, &b.view, 0);
    SAME_BITS(&energy, &again, 1);
    SAME_BITS(copy.memory, b.memory, PLAIN_BODY * MANY);
    for (int64_t i = 0; i < MANY; ++i)
      for (int k = 0; k < 3; ++k) size = fmax(size, fabs(RGS_AT(b.view.f, i, k)));
    for (int64_t i = 0; i < MANY; ++i)
      for (int k = 0; k < 3; ++k) {
        const int u = (k + 1) % 3, v = (k + 2) % 3;
        worst = fmax(worst, fabs(RGS_AT(b.view.f, i, k) + slope(&host, &b, i, k, 0)));
        worst = fmax(worst, fabs(RGS_AT(b.view.tau, i, k) + slope(&host, &b, i, k, 1)));
        total[k] += RGS_AT(b.view.f, i, k);
        twist[k] += RGS_AT(b.view.tau, i, k) + RGS_AT(b.view.x, i, u) * RGS_AT(b.view.f, i, v) -
                    RGS_AT(b.view.x, i, v) * RGS_AT(b.view.f, i, u);
      }
    print_message("%s: energy %.6f kJ/mol, largest force component %.3g, worst difference %.2e\n",
                  w ? "with wall" : "no wall", energy * WATER_KJ_PER_MOL, size, worst);
    NEAR(0.0, worst / size, 1e-9);
    for (int k = 0; k < 3; ++k) {
      NEAR(0.0, total[k] / size, 1e-13);
      NEAR(0.0, twist[k] / size, 1e-12);
    }
    water_host_destroy(&host);
  }
}

TEST(eval_refuses_what_it_cannot) {
  const water_model m = water_spce();
  water_host host;
  bodies b;
  rgs_eval request = RGS_EVAL_INIT;
  place_many(&b, ARRAYS);
  TRUE(water_host_create(&host, &m, MANY - 1) == 0);
  request.what = RGS_EVAL_FORCE;
  TRUE(water_eval(&host, &request, &b.view) != 0);
  b.view.n = 2;
  TRUE(water_eval(&host, &request, &b.view) == 0);
  request.what |= RGS_EVAL_GRADIENT;
  TRUE(water_eval(&host, &request, &b.view) != 0);
  SAME_INT(1, host.evaluations);
  water_host_destroy(&host);
}

/* ---- against the reference ------------------------------------------------------------------- */
static double distance(const double *a, const double *b) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
              (a[2] - b[2]) * (a[2] - b[2]));
}

/* Largest over both molecules of: relative error of v, of y, of x, and the angle between the
 * attitudes. */
static double error_of(const bodies *b, const double *row) {
  static const double zero[3] = { 0, 0, 0 };
  double worst = 0;
  for (int i = 0; i < PAIR; ++i) {
    const double *x = row + 1 + MOLECULE * i, *v = x + 3, *y = x + 6, *q = x + 9;
    double have_x[3], have_v[3], l[3], have_y[3], have_q[4], dot = 0, off2 = 0;
    for (int k = 0; k < 3; ++k) {
      have_x[k] = RGS_AT(b->view.x, i, k);
      have_v[k] = RGS_AT(b->view.p, i, k) / RGS_AT(b->view.mass, i, 0);
      l[k] = RGS_AT(b->view.l, i, k);
    }
    for (int k = 0; k < 4; ++k) {
      have_q[k] = RGS_AT(b->view.q, i, k);
      dot += have_q[k] * q[k];
    }
    turn_vector(have_q, 1, l, have_y);
    /* The half angle through its sine: the cosine would lose half the digits. */
    for (int k = 0; k < 4; ++k)
      off2 += (have_q[k] - copysign(1.0, dot) * q[k]) * (have_q[k] - copysign(1.0, dot) * q[k]);
    worst = fmax(worst, distance(have_x, x) / distance(x, zero));
    worst = fmax(worst, distance(have_v, v) / distance(v, zero));
    worst = fmax(worst, distance(have_y, y) / distance(y, zero));
    worst = fmax(worst, 4.0 * asin(0.5 * sqrt(off2)));
  }
  return worst;
}

static double error_at(const char *scheme, double h, const double *row) {
  const water_model model = water_spce();
  const int64_t steps = llround(row[0] / h);
  water_host host;
  bodies b;
  TRUE(fabs((double)steps * h - row[0]) < 1e-9);
  TRUE(water_host_create(&host, &model, PAIR) == 0);
  place_pair(&b, ARRAYS, start);
  run(&b, &host, "exact", scheme, h, steps, CALLBACK);
  water_host_destroy(&host);
  return error_of(&b, row);
}

/* With an exact rotor nothing but the splitting errs: halving the step quarters the error, from
 * steps far above any in use down to where 1e-7 is reached.  first: the largest step. */
static void second_order(const char *scheme, const double *row, double first, int halvings) {
  double h = first, before = 0, error = 0;
  print_message("exact x %s, t = %g fs\n      h/fs      error  slope\n", scheme, row[0]);
  for (int i = 0; i <= halvings; ++i, h *= 0.5) {
    error = error_at(scheme, h, row);
    const double order = i ? log2(before / error) : NAN;
    print_message("  %8.5f  %9.3e  %.3f\n", h, error, order);
    if (i) NEAR(2.0, order, 0.1);
    before = error;
  }
  /* One more step size, off the halvings: the law C h^2 found there predicts it. */
  const double fine = 0.05, predicted = error * (fine / (2 * h)) * (fine / (2 * h));
  const double found = error_at(scheme, fine, row);
  print_message("  %8.5f  %9.3e  predicted %.3e\n", fine, found, predicted);
  NEAR(1.0, found / predicted, 0.02);
}

TEST(strang_100) { second_order("strang", at100, 4.0, 6); }
TEST(strang_dkd_100) { second_order("strang_dkd", at100, 4.0, 6); }
TEST(strang_10) { second_order("strang", at10, 2.0, 5); }
TEST(strang_dkd_10) { second_order("strang_dkd", at10, 2.0, 5); }

/* ---- the same bits, whoever drives and however memory is laid out ---------------------------- */
static const char *const pairs[][2] = { { "exact", "strang" },
                                        { "exact", "strang_dkd" },
                                        { "dmv2", "strang" },
                                        { "nosquish", "strang_dkd" },
                                        { "symrot", "strang" } };

static void final_state(const bodies *b, double *out) {
  static const int components[] = { 3, 3, 4, 3 };
  const rgs_column *const columns[] = { &b->view.x, &b->view.p, &b->view.q, &b->view.l };
  for (int64_t i = 0; i < b->view.n; ++i)
    for (int c = 0; c < 4; ++c)
      for (int k = 0; k < components[c]; ++k) *out++ = RGS_AT(*columns[c], i, k);
}

static void run_many(int pair, int layout, int drive, double *out) {
  const water_model model = walled();
  water_host host;
  bodies b;
  TRUE(water_host_create(&host, &model, MANY) == 0);
  place_many(&b, layout);
  run(&b, &host, pairs[pair][0], pairs[pair][1], 1.0, 200, drive);
  final_state(&b, out);
  water_host_destroy(&host);
}

TEST(same_bits_both_ways) {
  for (int p = 0; p < (int)COUNT(pairs); ++p) {
    double a[MOLECULE * MANY], b[MOLECULE * MANY], c[MOLECULE * MANY], d[MOLECULE * MANY];
    print_message("%s x %s\n", pairs[p][0], pairs[p][1]);
    run_many(p, ARRAYS, CALLBACK, a);
    run_many(p, ARRAYS, HOST_DRIVES, b);
    run_many(p, STRUCTS, CALLBACK, c);
    run_many(p, STRUCTS, HOST_DRIVES, d);
    SAME_BITS(a, b, COUNT(a));
    SAME_BITS(a, c, COUNT(a));
    SAME_BITS(a, d, COUNT(a));
  }
}

TEST_MAIN(read_data, NULL)
