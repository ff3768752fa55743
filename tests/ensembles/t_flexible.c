/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_flexible.c - the barostat `flexible`: its motion beside Hamilton's equations, the ensemble of an ideal
 * gas beside closed forms, saves inside a step, and input that is refused.  (rigidstep-contract measures its
 * orders, its volumes and its ranks; flexible_shows compares a crystal with Monte Carlo.)
 */
#include "check.h"

#include "cell_systems.h"
#include "ensemble_host.h"
#include "estimates.h"
#include "runge_kutta.h"

#include <math.h>

static ensemble h;

/* One method after the other moves what h.box has. */
static void open_cell(const named_method *m) { ensemble_open(&h, m, 1, false); }
static rgs_stepper *stepper(void) { return h.rank[0].stepper; }
static void steps(double size, int n) {
  ensemble_run_steps(&h, size, n, false);
  ensemble_take_cell(&h);
}

/* ---- Hamilton's equations ------------------------------------------------------------------------ */

/* H' of three points with springs as a function of canonical variables alone: the six numbers of the cell, the
 * scaled positions, and their momenta.  The slopes are differences of it, so no formula of flexible.c is used. */
enum { N = 3, HALF = 6 + 3 * N };
static const long double TENSION[3][3] = { { 0.3L, 0.1L, -0.2L },
                                           { 0.1L, -0.2L, 0.15L },
                                           { -0.2L, 0.15L, 0.25L } };
static const char NPH[] =
    "kt=0.8 pressure=0.7 barostat_relaxation=1 barostat_mass=6 deviation_xx=0.3 "
    "deviation_yy=-0.2 deviation_zz=0.25 deviation_xy=0.1 deviation_xz=-0.2 "
    "deviation_yz=0.15";
static const long double ONE_MASS = 2, KT = 0.8L, PRESSURE = 0.7L;
static long double mass_of(int i) { return 1 + 0.5L * i; }

typedef long double matrix[3][3];

/* Where these six numbers are in the vectors of a cell: xx, xy, yy, xz, yz, zz. */
static const int PLACES[] = { 0, 3, 4, 6, 7, 8 };
static void upper(const long double *six, matrix m) {
  memset(m, 0, sizeof(matrix));
  for (int c = 0, at = 0; c < 3; c++)
    for (int r = 0; r <= c; r++) m[r][c] = six[at++];
}

/* y with transposed(h) y = v, and y with h y = v. */
static void solve_transposed(matrix h, const long double *v, long double y[3]) {
  for (int k = 0; k < 3; k++) {
    y[k] = v[k];
    for (int j = 0; j < k; j++) y[k] -= h[j][k] * y[j];
    y[k] /= h[k][k];
  }
}

static void solve(matrix h, const long double *v, long double y[3]) {
  for (int k = 2; k >= 0; k--) {
    y[k] = v[k];
    for (int j = k + 1; j < 3; j++) y[k] -= h[k][j] * y[j];
    y[k] /= h[k][k];
  }
}

static matrix reference;

static long double hamiltonian(const long double *z) {
  static const long double a[3][3] = { { 3, 0.5L, -0.8L },
                                       { 0.5L, 1.5L, 0.4L },
                                       { -0.8L, 0.4L, 2 } };
  matrix h, p, f = { { 0 } };
  long double energy = 0, x[N][3];
  upper(z, h), upper(z + HALF, p);
  /* The momentum of the strain ab is the derivative of h along it, in h's momenta. */
  for (int r = 0; r < 3; r++)
    for (int c = r; c < 3; c++) {
      long double j = 0;
      for (int k = c; k < 3; k++) j += p[r][k] * h[c][k];
      energy += j * j / (2 * ONE_MASS);
    }
  for (int i = 0; i < N; i++) {
    long double momentum[3];
    solve_transposed(h, z + HALF + 6 + 3 * i, momentum);
    for (int k = 0; k < 3; k++) {
      energy += momentum[k] * momentum[k] / (2 * mass_of(i));
      x[i][k] = 0;
      for (int m = 0; m < 3; m++) x[i][k] += h[k][m] * z[6 + 3 * i + m];
    }
    for (int j = 0; j < i; j++)
      for (int k = 0; k < 3; k++)
        for (int m = 0; m < 3; m++)
          energy += a[k][m] * (x[i][k] - x[j][k]) * (x[i][m] - x[j][m]) / 2;
  }
  const long double volume = h[0][0] * h[1][1] * h[2][2];
  const long double v0 = reference[0][0] * reference[1][1] * reference[2][2];
  for (int r = 0; r < 3; r++) /* F h0 = h */
    solve_transposed(reference, h[r], f[r]);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      long double strain = r == c ? -0.5L : 0;
      for (int k = 0; k < 3; k++) strain += f[k][r] * f[k][c] / 2;
      energy += v0 * TENSION[r][c] * strain;
    }
  return energy + PRESSURE * volume - KT * logl(volume / v0);
}

static void slopes(const void *self, const long double *z, long double *dz) {
  (void)self;
  const long double d = 1e-3L;
  long double at[2 * HALF];
  memcpy(at, z, sizeof at);
  for (int k = 0; k < 2 * HALF; k++) {
    long double value[6], slope;
    for (int s = 0; s < 6; s++) {
      at[k] = z[k] + d * (s < 3 ? s - 3 : s - 2);
      value[s] = hamiltonian(at);
    }
    at[k] = z[k];
    slope =
        (45 * (value[3] - value[2]) - 9 * (value[4] - value[1]) + value[5] - value[0]) / (60 * d);
    if (k < HALF)
      dz[HALF + k] = -slope;
    else
      dz[k - HALF] = slope;
  }
}

/* Canonical variables of the host's bodies and cell; the cell is at rest. */
static void canonical(const box_of_bodies *h, long double *z) {
  matrix cell;
  memset(z, 0, 2 * HALF * sizeof *z);
  for (int k = 0; k < 6; k++) z[k] = h->vectors[PLACES[k]];
  upper(z, cell);
  for (int i = 0; i < N; i++) {
    long double x[3];
    for (int k = 0; k < 3; k++) x[k] = (long double)h->body[i].x[k] - h->origin[k];
    solve(cell, x, z + 6 + 3 * i);
    for (int k = 0; k < 3; k++)
      for (int m = 0; m < 3; m++) z[HALF + 6 + 3 * i + k] += cell[m][k] * h->body[i].p[m];
  }
}

TEST(hamiltons_equations) {
  cell_of_points(&h.box, true, N, 0.8, 5);
  memcpy(h.box.origin, (double[3]){ 0.2, -0.1, 0.3 }, sizeof h.box.origin);
  memcpy(h.box.reference, (double[9]){ 1.9, 0, 0, -0.2, 2.1, 0, 0.3, 0.2, 2 },
         sizeof h.box.reference);
  long double six[6], z[2 * HALF], off = 0;
  for (int k = 0; k < 6; k++) six[k] = h.box.reference[PLACES[k]];
  upper(six, reference);
  canonical(&h.box, z);
  open_cell(&(named_method){ "exact", "sofroniou_spaletta8", NULL, "flexible", NPH });
  steps(0.02, 30);
  runge_kutta(z, 2 * HALF, 0.6L, 1200, slopes, NULL);
  matrix cell;
  upper(z, cell);
  for (int k = 0; k < 6; k++) off = fmaxl(off, fabsl(z[k] - h.box.vectors[PLACES[k]]));
  for (int i = 0; i < N; i++) {
    long double p[3];
    solve_transposed(cell, z + HALF + 6 + 3 * i, p);
    for (int k = 0; k < 3; k++) {
      long double x = h.box.origin[k];
      for (int m = 0; m < 3; m++) x += cell[k][m] * z[6 + 3 * i + m];
      off = fmaxl(off, fabsl(x - h.box.body[i].x[k]));
      off = fmaxl(off, fabsl(p[k] - h.box.body[i].p[k]));
    }
  }
  print_message("from Hamilton's equations: %.2Lg; the cell's first vector has grown by %g\n", off,
                h.box.vectors[0] / 2);
  TRUE(off < 3e-10L);
  TRUE(fabs(h.box.vectors[0] / 2 - 1) > 0.05 && fabs(h.box.vectors[3] - 0.3) > 0.05);
}

/* ---- an ideal gas under tension ------------------------------------------------------------------ */

/* Without pressure and with a positive tension D, the density of h = Y inverse(c), D = c transposed(c)
 * (c upper triangular, in the reference cell h0 = 1 as well as in any other), is that of independent numbers: Y_xx,
 * Y_yy and Y_zz have squares with the law chi-square of N + 1, N and N - 1 degrees of freedom, and Y_xy, Y_xz
 * and Y_yz are normal; all times kT/V0.  So any other power of a length in the measure of cells is seen.  Without the
 * shears xz and yz the first three are N + 1, N and N + 1.  If x and y change together, the sum of their squares has
 * 2 N + 1. */
static void sample_gas(const char *barostat, const double c[3][3], const char *strains,
                       const double known[6], int samples) {
  enum { GAS = 4 };
  const double kt = 1.3;
  double d[3][3] = { { 0 } };
  for (int r = 0; r < 3; r++)
    for (int k = 0; k < 3; k++)
      for (int m = 0; m < 3; m++) d[r][k] += c[r][m] * c[k][m];
  char words[500];
  snprintf(words, sizeof words,
           "kt=1.3 seed=7 relaxation=0.5 pressure=0 barostat_relaxation=0.5 deviation_xx=%.17g "
           "deviation_yy=%.17g deviation_zz=%.17g deviation_xy=%.17g deviation_xz=%.17g "
           "deviation_yz=%.17g %s",
           d[0][0], d[1][1], d[2][2], d[0][1], d[0][2], d[1][2], strains);
  static blocks b;
  cell_of_points(&h.box, false, GAS, kt, 6);
  const double *v = h.box.reference, v0 = v[0] * v[4] * v[8];
  open_cell(&(named_method){ "exact", "strang", "langevin", barostat, words });
  steps(0.05, 2000);
  blocks_begin(&b, 6, samples);
  for (int s = 0; s < samples; s++) {
    steps(0.05, 5);
    double f[3][3] = { { 0 } }, squares[6];
    for (int r = 0; r < 3; r++) /* h inverse(h0); rows of h are h.box.vectors[3 k + r] */
      for (int k = 0; k < 3; k++) {
        f[r][k] = h.box.vectors[3 * k + r];
        for (int m = 0; m < k; m++) f[r][k] -= f[r][m] * v[3 * k + m];
        f[r][k] /= v[4 * k];
      }
    for (int r = 0, at = 0; r < 3; r++)
      for (int k = r; k < 3; k++) {
        double y = 0;
        for (int m = 0; m < 3; m++) y += f[r][m] * c[m][k];
        squares[at++] = y * y * v0 / kt;
      }
    blocks_add(&b, squares);
  }
  static const char *const names[] = { "xx", "xy", "xz", "yy", "yz", "zz" };
  print_message("%s %s\n", barostat, strains);
  for (int k = 0; k < 6; k++)
    if (known[k] != 0) compare(names[k], blocks_mean(&b, k), known[k], 0);
}

TEST(gas_under_tension) {
  static const double all[3][3] = { { 1.1, 0.3, -0.2 }, { 0, 0.9, 0.25 }, { 0, 0, 1.2 } },
                      plane[3][3] = { { 1.1, 0.3, 0 }, { 0, 0.9, 0 }, { 0, 0, 1.2 } };
  const double x = 1.1 * 1.1 / (1.1 * 1.1 + 0.9 * 0.9);
  const int samples = short_run() ? 60000 : 600000;
  sample_gas("flexible", all, "", (double[]){ 5, 1, 1, 4, 1, 3 }, samples);
  sample_gas("crescale_flexible", all, "", (double[]){ 5, 1, 1, 4, 1, 3 }, samples / 2);
  sample_gas("flexible", plane, "shear_xz=0 shear_yz=0", (double[]){ 5, 1, 0, 4, 0, 5 },
             samples / 4);
  sample_gas("crescale_flexible", plane, "shear_xz=0 shear_yz=0", (double[]){ 5, 1, 0, 4, 0, 5 },
             samples / 4);
  sample_gas("flexible", all, "group_y=1", (double[]){ 9 * x, 1, 1, 9 * (1 - x), 1, 3 },
             samples / 4);
  SAME_INT(0, verdict(0.001));
}

/* Under a pressure the volume of an ideal gas has the law Gamma(N + 1) kT/P, also where the group that moves is not
 * the first. */
TEST(volume_of_rescaled_gas) {
  static blocks b;
  const int samples = short_run() ? 20000 : 100000;
  cell_of_points(&h.box, false, 4, 1.3, 6);
  open_cell(&(named_method){ "exact", "strang", "langevin", "crescale",
                             "kt=1.3 pressure=1.3 seed=9 relaxation=0.5 barostat_relaxation=0.5 "
                             "group_x=3 group_y=0 group_z=3" });
  steps(0.05, 2000);
  blocks_begin(&b, 2, samples);
  for (int s = 0; s < samples; s++) {
    steps(0.05, 10);
    const double *v = h.box.vectors, volume = v[0] * v[4] * v[8];
    blocks_add(&b, (double[]){ volume, volume * volume });
  }
  compare("volume", blocks_mean(&b, 0), 5, 0);
  compare("its square", blocks_mean(&b, 1), 30, 0);
  SAME_INT(0, verdict(0.001));
}

/* ---- saves --------------------------------------------------------------------------------------- */

static void run_on(int n, double *trace) {
  steps(0.03, n);
  memcpy(trace, h.box.vectors, sizeof h.box.vectors);
  memcpy(trace + 9, &h.box.body[7], sizeof h.box.body[7]);
}

/* Saved at the request inside a step, and between steps with the ensemble's block alone. */
TEST(continues_bit_for_bit) {
  static const char *const thermostats[] = { NULL, "langevin", "csvr", "nhc" };
  for (size_t k = 0; k < COUNT(thermostats); k++) {
    char words[200];
    double want[40], got[40];
    snprintf(words, sizeof words, "kt=0.1 pressure=0.3 barostat_relaxation=1 deviation_xy=0.05%s%s",
             k == 0 ? "" : " relaxation=0.5", k == 1 || k == 2 ? " seed=3" : "");
    const named_method m = { "exact", "suzuki4", thermostats[k], "flexible", words };
    cell_of_dimers(&h.box);
    heat(&h.box, 0.1, true, 8);
    open_cell(&m);
    steps(0.03, 3);
    STATUS(RGS_NEED_EVAL, ensemble_to_request(&h, 0.03));
    ensemble_answer(&h);
    STATUS(RGS_NEED_EVAL, ensemble_to_request(&h, 0.03));
    const block whole = saved(stepper());
    ensemble_answer(&h);
    run_on(1, want), run_on(4, want);
    open_cell(&m);
    OK(load(stepper(), whole));
    run_on(1, got), run_on(4, got);
    SAME_BITS(want, got, 9 + PLAIN_BODY);
    const box_of_bodies at = h.box;
    const block part = saved_by(rgs_stepper_save_ensemble, stepper());
    run_on(4, want);
    h.box = at;
    open_cell(&m);
    OK(rgs_stepper_load_ensemble(stepper(), part.bytes, part.size, &err));
    run_on(4, got);
    SAME_BITS(want, got, 9 + PLAIN_BODY);
  }
}

/* ---- what is refused ----------------------------------------------------------------------------- */

TEST(cells_that_are_none) {
  cell_of_points(&h.box, true, 3, 1, 1);
  open_cell(&(named_method){ "exact", "strang", NULL, "flexible", NPH });
  static const struct {
    int at;
    double value;
    const char *word;
  } bad[] = { { 0, 0, "no volume" },     { 4, -1, "no volume" }, { 8, NAN, "finite" },
              { 3, INFINITY, "finite" }, { 1, 0.1, "rotate" },   { 2, 1e-30, "rotate" },
              { 5, -0.1, "rotate" },     { 4, 1e308, "volume" } };
  rgs_cell before = RGS_CELL_INIT, cell, after = before;
  OK(rgs_stepper_cell(stepper(), &before, &err));
  for (size_t k = 0; k < COUNT(bad); k++)
    for (int of_reference = 0; of_reference < 2; of_reference++) {
      cell = before;
      (of_reference ? cell.reference : cell.vectors)[bad[k].at] = bad[k].value;
      REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_cell(stepper(), &cell, &err),
                   of_reference ? "cell.reference" : "cell.vectors", bad[k].word);
    }
  cell = before, cell.origin[1] = NAN;
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_cell(stepper(), &cell, &err), "cell.origin[1]");
  cell = before, cell.flags = 2;
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_cell(stepper(), &cell, &err), "cell.flags");
  cell = before, cell.head.abi = RGS_ABI - (1u << 16);
  REFUSED_TEXT(RGS_E_ABI, rgs_stepper_set_cell(stepper(), &cell, &err), "cell: made for ABI 1.0");
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_cell(stepper(), NULL, &err), "cell is null");
  OK(rgs_stepper_cell(stepper(), &after, &err));
  SAME_BITS(before.vectors, after.vectors, 21);
}

TEST(calls_out_of_place) {
  cell_of_points(&h.box, true, 4, 1, 1);
  open_cell(&(named_method){ "exact", "strang", NULL, "flexible", NPH });
  rgs_cell cell = RGS_CELL_INIT;
  OK(rgs_stepper_cell(stepper(), &cell, &err));
  rgs_eval request = RGS_EVAL_INIT;
  STATUS(RGS_NEED_EVAL, rgs_stepper_advance(stepper(), 0.1, &request, &err));
  SAME_BITS(cell.vectors, request.cell, 9);
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_set_cell(stepper(), &cell, &err), "step");
  for (int k = 0; k < 9; k += 4) request.virial[k] = 1;
  REFUSED_TEXT(RGS_E_HOST, rgs_stepper_advance(stepper(), 0.1, &request, &err), "virial[1] is nan",
               "write rgs_eval.virial");
  OK(rgs_stepper_reset(stepper(), &err));
}

/* Of another rank, which gives no virial of shears: the sums show it to all, as this host's show its own. */
static int gives_no_shear(void *self, rgs_eval *request, const rgs_view *view) {
  (void)self, (void)view;
  for (int k = 0; k < 9 && request->what != RGS_EVAL_REDUCTION; k += 4) request->virial[k] = 1;
  return 0;
}

TEST(ranks_without_shears) {
  cell_of_points(&h.box, true, 4, 1, 1);
  open_cell(&(named_method){ "exact", "strang", NULL, "flexible", NPH });
  const rgs_host host =
      WITH_HEAD(rgs_host, .provides = RGS_EVAL_FORCE | RGS_EVAL_VIRIAL | RGS_EVAL_REDUCTION,
                .eval = gives_no_shear, .ranks = 2);
  rgs_cell cell = RGS_CELL_INIT;
  rgs_stepper *silent;
  OK(rgs_stepper_cell(stepper(), &cell, &err));
  OK(rgs_stepper_create(h.rank[0].bodies, h.method, &host, &silent, &err));
  OK(rgs_stepper_set_cell(silent, &cell, &err));
  REFUSED_TEXT(RGS_E_HOST, rgs_stepper_run(silent, 0.1, 1, &err), "virial xy", "summed over ranks");
  rgs_stepper_destroy(silent);
}

/* A barostat that only changes lengths keeps the shape of a tilted cell, and reads nothing of the shears'
 * virial: it is this one without shears.  A cell that it cannot have made of the reference is refused. */
TEST(lengths_alone_in_a_tilted_cell) {
  static const char *const barostats[] = { "andersen", "flexible" };
  double end[2][9 + PLAIN_BODY];
  for (int k = 0; k < 2; k++) {
    char words[200];
    snprintf(words, sizeof words, "kt=0.8 pressure=0.7 barostat_relaxation=1 barostat_mass=6 %s",
             k == 0 ? "group_y=2" : "group_y=2 group_z=1 shear_xy=0 shear_xz=0 shear_yz=0");
    cell_of_points(&h.box, true, 4, 1, 1);
    open_cell(&(named_method){ "exact", "strang", NULL, barostats[k], words });
    steps(0.02, 50);
    const double *v = h.box.vectors, *v0 = h.box.reference;
    TRUE(fabs(v[0] / v0[0] - 1) > 0.01 && fabs(v[4] / v0[4] - v[0] / v0[0]) > 0.01);
    NEAR(v0[3] / v0[0], v[3] / v[0], 1e-13);
    NEAR(v0[6] / v0[0], v[6] / v[0], 1e-13);
    NEAR(v0[7] / v0[4], v[7] / v[4], 1e-13);
    memcpy(end[k], v, sizeof h.box.vectors);
    memcpy(end[k] + 9, &h.box.body[3], sizeof h.box.body[3]);
    rgs_cell cell = RGS_CELL_INIT;
    OK(rgs_stepper_cell(stepper(), &cell, &err));
    cell.vectors[3] += 0.1;
    REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_cell(stepper(), &cell, &err), "sheared by xy",
                 "give reference");
    memcpy(cell.reference, cell.vectors, sizeof cell.reference);
    OK(rgs_stepper_set_cell(stepper(), &cell, &err));
  }
  for (int k = 0; k < 9 + PLAIN_BODY; k++) NEAR(end[0][k], end[1][k], 1e-12);
}

TEST(methods_that_are_none) {
  rgs_context *context = opened();
  rgs_method *method = NULL;
  named_method m = { "exact", "strang", NULL, "flexible", NPH };
  static const char *const nystrom[] = { "srkn6b", "okunbor_skeel6", "rkn8", "blanes_moan4" };
  for (size_t k = 0; k < COUNT(nystrom); k++) {
    m.scheme = nystrom[k];
    REFUSED_TEXT(RGS_E_ARG, method_from_names(context, &m, &method, &err), nystrom[k], "'flexible'",
                 "order 2", "kahan_li6");
  }
  m.scheme = "strang", m.params = "kt=1 pressure=1 barostat_relaxation=1 shear_xz=0";
  REFUSED_TEXT(RGS_E_PARAM, method_from_names(context, &m, &method, &err), "shear_xz to 1");
  m.params =
      "kt=1 pressure=1 barostat_relaxation=1 group_x=0 group_y=0 group_z=0 shear_xy=0 shear_xz=0 "
      "shear_yz=0";
  REFUSED_TEXT(RGS_E_PARAM, method_from_names(context, &m, &method, &err), "nothing may change");
  m.params = "kt=1 pressure=1 barostat_relaxation=1 barostat_rate=1";
  REFUSED_TEXT(RGS_E_PARAM, method_from_names(context, &m, &method, &err), "barostat 'flexible'",
               "thermostat");
}

TEST_MAIN(NULL, NULL)
