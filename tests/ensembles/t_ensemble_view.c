/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_ensemble_view.c - what a view says for thermostats and barostats: ghosts, bodies in a plane, bodies that
 * have no thermostat; and sums that show all ranks what is wrong on one of them.
 */
#include "check.h"
#include "ensemble_host.h"
#include "module_of.h"

#include <math.h>
#include <string.h>

enum { BODIES = 12 };

static ensemble e;

static const char *const nvt = "kt=1.2 relaxation=0.5 seed=3";
static const char *const npt =
    "kt=1.2 relaxation=0.5 seed=3 pressure=1 barostat_relaxation=0.8 group_z=0";

/* Of a gas. */
static void open_ranks(const char *thermostat, const char *barostat, const char *params, int ranks,
                       bool ghosts) {
  set_up(&e.box, GAS, BODIES, 60, 1.1, 0, 4);
  ensemble_open(&e, &(named_method){ "exact", "strang", thermostat, barostat, params }, ranks,
                ghosts);
}

static rgs_status bind(int rank) {
  ensemble_rank *k = &e.rank[rank];
  k->view.revision += 1000;
  return rgs_bodies_bind(k->bodies, &k->view, &err);
}

static rgs_status advance(int rank) {
  return rgs_stepper_advance(e.rank[rank].stepper, 0.01, &e.rank[rank].request, &err);
}

/* ---- ghosts -------------------------------------------------------------------------------------- */
TEST(flags_that_are_none) {
  open_ranks("langevin", NULL, nvt, 2, false);
  e.rank[0].view.flags = 1u << 3; /* 1.1 to 1.3 wanted it beside n_ghosts */
  REFUSED_TEXT(RGS_E_ARG, bind(0), "view.flags is 0x8");
}

/* One rank has no ghosts of other ranks' bodies. */
TEST(alone_without_ghosts) {
  for (int k = 0; k < 2; k++) {
    open_ranks(k == 0 ? "langevin" : NULL, NULL, k == 0 ? nvt : NULL, 1, false);
    e.rank[0].view.n_ghosts = 1;
    OK(bind(0));
    REFUSED_TEXT(RGS_E_NEEDS, advance(0), "ranks is 1", "n_ghosts is 1");
  }
}

/* ---- a plane ------------------------------------------------------------------------------------- */
/* Bodies that turn about z, each about another of its axes, some of them points. */
static void lay_flat(void) {
  static const double about[3][2] = { { 0.5, -0.5 }, { 0.5, 0.5 }, { 1, 0 } };
  box_of_bodies *b = &e.box;
  for (int i = 0; i < b->n; i++) {
    const double *start = about[i % 3], half = 0.2 * i, c = cos(half), s = sin(half);
    /* Axis i mod 3 lies along z; then the body is turned about z. */
    const double q[4] = { start[0], start[1], start[1], start[1] };
    b->body[i].q[0] = c * q[0] - s * q[3];
    b->body[i].q[1] = c * q[1] - s * q[2];
    b->body[i].q[2] = c * q[2] + s * q[1];
    b->body[i].q[3] = c * q[3] + s * q[0];
    b->body[i].x[2] = b->body[i].p[2] = b->body[i].l[0] = b->body[i].l[1] = 0;
    for (int k = 0; k < 3 && i == 5; k++) b->body[i].inertia[k] = 0;
    if (i == 5) b->body[i].l[2] = 0;
  }
  b->edge[2] = 1;
}

static void open_flat(const char *thermostat, const char *barostat, const char *params, int ranks) {
  set_up(&e.box, GAS, BODIES, 60, 1.1, 0, 4);
  lay_flat();
  ensemble_open(&e, &(named_method){ "exact", "strang", thermostat, barostat, params }, ranks,
                false);
  for (int r = 0; r < ranks; r++) {
    e.rank[r].view.flags |= RGS_VIEW_PLANAR;
    OK(bind(r));
  }
}

TEST(flat_values) {
  open_flat("langevin", NULL, nvt, 1);
  double linear = 0, turning = 0, freedom[3], axes[3];
  const box_of_bodies *b = &e.box;
  for (int i = 0; i < BODIES; i++) {
    const double *p = b->body[i].p, l = b->body[i].l[2];
    linear += (p[0] * p[0] + p[1] * p[1]) / b->body[i].mass;
    if (i != 5) turning += l * l / b->body[i].inertia[i % 3];
  }
  NEAR(linear / (2 * BODIES), ensemble_output(&e, "kt_translation", 0), 1e-14);
  NEAR(turning / (BODIES - 1), ensemble_output(&e, "kt_rotation", 0), 1e-14);
  for (int k = 0; k < 3; k++) {
    freedom[k] = ensemble_output(&e, "freedom_axes", k);
    axes[k] = ensemble_output(&e, "kt_axes", k);
    NEAR(k == 2 ? BODIES - 1 : 0, freedom[k], 0);
    NEAR(k == 2 ? turning / (BODIES - 1) : 0, axes[k], 1e-14);
    NEAR(k == 2 ? turning / 2 : 0, ensemble_output(&e, "kinetic_axes", k), 1e-13);
  }
  ensemble_run_steps(&e, 0.01, 1, false);
  NEAR(2 * BODIES, ensemble_output(&e, "mid_freedom", 0), 0);
  NEAR(BODIES - 1, ensemble_output(&e, "mid_freedom", 1), 0);
  NEAR(2 * ensemble_output(&e, "mid_translation", 0) / (2 * BODIES),
       ensemble_output(&e, "kt_mid_translation", 0), 1e-13);
}

/* ---- bodies that nothing turns, and the total momentum ------------------------------------------- */

/* Of a gas the bodies that begin with l = 0 have no axes: all others, of n axes, have the mean energy n kt/2. */
TEST(bodies_at_rest) {
  static const char *const thermostats[] = { "csvr", "nhc" };
  for (int k = 0; k < 8; k++) {
    const bool csvr = k % 2 == 0, momentum = k & 2;
    const int ranks = k < 4 ? 1 : 2;
    char params[100];
    snprintf(params, sizeof params, "kt=1.2 relaxation=0.1%s momentum=%d", csvr ? " seed=3" : "",
             momentum);
    set_up(&e.box, GAS, BODIES, 60, 1.1, !momentum, 4);
    for (int i = 0; i < BODIES; i += 2) memset(e.box.body[i].l, 0, sizeof e.box.body[i].l);
    ensemble_open(&e, &(named_method){ "exact", "strang", thermostats[k % 2], NULL, params }, ranks,
                  false);
    double sum[2] = { 0, 0 };
    for (int step = 0; step < 8000; step++) {
      ensemble_run_steps(&e, 0.05, 1, false);
      sum[0] += ensemble_output(&e, "kt_mid_translation", 0) / 8000;
      sum[1] += ensemble_output(&e, "kt_mid_rotation", 0) / 8000;
    }
    NEAR(BODIES / 2, ensemble_output(&e, "freedom_axes", 0), 0);
    NEAR(3 * BODIES / 2, ensemble_output(&e, "mid_freedom", 1), 0);
    NEAR(2 * ensemble_output(&e, "mid_translation", 0) / (3 * BODIES - (momentum ? 0 : 3)),
         ensemble_output(&e, "kt_mid_translation", 0), 1e-12);
    if (csvr) NEAR(1.2, sum[0], 0.03);
    if (csvr) NEAR(1.2, sum[1], 0.03);
    RGS_AT(e.rank[0].view.l, 0, 1) = 0.1; /* a torque has turned it */
    ensemble_run_steps(&e, 0.05, 1, false);
    NEAR(3 * BODIES / 2 + 3, ensemble_output(&e, "mid_freedom", 1), 0);
  }
}

/* Every thermostat, and the barostat, leave p_z, l_x and l_y at 0, not nearly so. */
TEST(stays_flat) {
  const struct {
    const char *thermostat, *barostat, *params;
  } kinds[] = { { "langevin", NULL, nvt },
                { "csvr", NULL, nvt },
                { "nhc", NULL, "kt=1.2 relaxation=0.5" },
                { "drag", NULL, "rate=0.1 rate_1=0.2 rate_2=0.1 rate_3=0.3" },
                { "csvr", "andersen", npt } };
  for (size_t k = 0; k < COUNT(kinds); k++) {
    open_flat(kinds[k].thermostat, kinds[k].barostat, kinds[k].params, 1);
    const double before = e.box.body[0].l[2];
    ensemble_run_steps(&e, 0.02, 60, false);
    for (int i = 0; i < BODIES; i++) {
      TRUE(e.box.body[i].p[2] == 0 && e.box.body[i].l[0] == 0 && e.box.body[i].l[1] == 0);
      TRUE(e.box.body[i].x[2] == 0);
    }
    TRUE(e.box.body[0].l[2] != before); /* the thermostat did act */
    OK(bind(0));
    TRUE(advance(0) >= RGS_OK);
  }
}

TEST(flat_bodies_only) {
  const int place[] = { P + 2, L, L + 1 };
  for (int k = 0; k < 3; k++) {
    open_flat("langevin", NULL, nvt, 1);
    e.rank[0].data[7][place[k]] = 1e-10;
    OK(bind(0));
    REFUSED_BODY(RGS_E_BODY, 7, advance(0), "RGS_VIEW_PLANAR");
    REFUSED_BODY(RGS_E_BODY, 7, rgs_bodies_check(e.rank[0].bodies, &err), "1e-10");
    e.rank[0].view.flags = 0; /* in space it is a body like others */
    OK(rgs_bodies_bind(e.rank[0].bodies, &e.rank[0].view, &err));
    TRUE(advance(0) == RGS_NEED_EVAL);
    OK(rgs_stepper_reset(e.rank[0].stepper, &err));
    e.rank[0].view.flags = RGS_VIEW_PLANAR; /* another flag is looked at without another revision */
    OK(rgs_bodies_bind(e.rank[0].bodies, &e.rank[0].view, &err));
    REFUSED_BODY(RGS_E_BODY, 7, advance(0), "RGS_VIEW_PLANAR");
  }
}

TEST(rounding_out_of_the_plane_becomes_0) {
  const int place[] = { P + 2, L, L + 1 };
  open_flat("langevin", NULL, nvt, 1);
  for (int k = 0; k < 3; k++) e.rank[0].data[7][place[k]] = 1e-16 * (k - 1.5);
  OK(bind(0));
  OK(rgs_bodies_check(e.rank[0].bodies, &err));
  for (int k = 0; k < 3; k++) TRUE(e.rank[0].data[7][place[k]] == 0);
}

/* ---- bodies without the thermostat --------------------------------------------------------------------- */
TEST(thermostatted_is_a_number) {
  double thermostatted[BODIES] = { 1, 1, 0, INFINITY, 1, -1 };
  open_ranks("csvr", NULL, nvt, 1, false);
  e.rank[0].view.thermostatted = (rgs_column){ thermostatted, 1, 1 };
  OK(bind(0));
  ensemble_run_steps(&e, 0.01, 2, false);
  thermostatted[8] = 1; /* read whenever the thermostat acts */
  ensemble_run_steps(&e, 0.01, 1, false);
  NEAR(18, ensemble_output(&e, "mid_freedom", 0), 0);
  thermostatted[8] = NAN;
  OK(bind(0));
  REFUSED_BODY(RGS_E_BODY, 8, advance(0), "thermostatted is nan");
}

/* ---- what sums show to all ranks ----------------------------------------------------------------- */
/* Both ranks up to the first request for sums, which is answered; then each goes on. */
static void refused_alike(rgs_status want, const char *word) {
  while (ensemble_to_request(&e, 0.01) == RGS_NEED_EVAL &&
         e.rank[0].request.what != RGS_EVAL_REDUCTION)
    ensemble_answer(&e);
  SAME_INT(RGS_EVAL_REDUCTION, e.rank[0].request.what);
  ensemble_answer(&e);
  char text[2][sizeof err.text];
  for (int r = 0; r < 2; r++) {
    REFUSED_TEXT(want, advance(r), word);
    memcpy(text[r], err.text, sizeof err.text);
  }
  TRUE(strcmp(text[0], text[1]) == 0);
}

/* A method whose step begins with sums, before any kick looks at the momenta. */
static void open_sums_first(bool barostat, int ranks) {
  const named_method thermostat = { "exact", "strang", "csvr", NULL,
                                    "kt=1.2 relaxation=0.5 seed=3 ends=1" };
  const named_method box = { "exact", "strang_dkd", NULL, "andersen",
                             "kt=1.2 pressure=1 barostat_relaxation=0.8" };
  set_up(&e.box, GAS, BODIES, 60, 1.1, 0, 4);
  ensemble_open(&e, barostat ? &box : &thermostat, ranks, ranks > 1);
  ensemble_run_steps(&e, 0.01, 2, false);
}

/* The revision is the same, so no check of the bodies sees it. */
TEST(nan_momenta) {
  static const int place[] = { P + 1, L + 2, Q + 1 };
  for (int k = 0; k < 4; k++)
    for (int ranks = 1; ranks <= 2; ranks++) {
      open_sums_first(k == 3, ranks);
      e.rank[ranks - 1].data[2][place[k % 3]] = NAN;
      if (ranks == 1)
        REFUSED_TEXT(RGS_E_NONFINITE, advance(0), "kinetic energy", "on 1 of 1 ranks");
      else
        refused_alike(RGS_E_NONFINITE, "on 1 of 2 ranks");
      for (int r = 0; r < ranks; r++)
        REFUSED_TEXT(RGS_E_ORDER, advance(r), "rgs_stepper_reset"); /* the step has failed */
    }
}

TEST(nan_virial_on_one_rank) {
  open_ranks("csvr", "andersen", npt, 2, true);
  TRUE(ensemble_to_request(&e, 0.01) == RGS_NEED_EVAL);
  TRUE(e.rank[0].request.what & RGS_EVAL_VIRIAL);
  ensemble_answer(&e);
  e.rank[1].request.virial[4] = NAN;
  refused_alike(RGS_E_HOST, "virial yy, summed over ranks,");
}

TEST(plane_on_one_rank) {
  open_flat("csvr", NULL, nvt, 2);
  e.rank[1].view.flags = 0;
  OK(bind(1));
  refused_alike(RGS_E_ARG, "RGS_VIEW_PLANAR on 1 of 2 ranks");
}

/* ---- two steppers of the same bodies ----------------------------------------------------------- */
/* Comparing tags for one leaves alone what the other one's rotor has prepared. */
TEST(tags_beside_another_rotor) {
  static double alone[MOST_BODIES][PLAIN_BODY];
  const named_method first = { "jacobi", "strang", NULL, NULL,
                               NULL }; /* prepares more than exact */
  for (int beside = 0; beside < 2; beside++) {
    open_ranks(NULL, NULL, NULL, 1, false);
    ensemble_rank *k = &e.rank[0];
    k->view.tag = k->tag;
    OK(bind(0));
    ensemble_swap(&e, &first);
    while (advance(0) == RGS_NEED_EVAL) {
    }
    const named_method noisy = { "exact", "strang", "langevin", NULL, nvt };
    const rgs_host host = { .head = RGS_HEAD(rgs_host), .ranks = 1 };
    rgs_stepper *other = NULL;
    double energy;
    rgs_method *method = made(e.context, &noisy);
    OK(rgs_stepper_create(k->bodies, method, &host, &other, &err));
    if (beside) OK(rgs_stepper_output(other, "kinetic_rotation", &energy, 1, &err));
    while (advance(0) == RGS_NEED_EVAL) {
    }
    if (!beside)
      memcpy(alone, k->data, sizeof alone);
    else
      SAME_BITS(alone[0], k->data[0], BODIES * PLAIN_BODY);
    rgs_stepper_destroy(other);
    close_now(method); /* before its context */
  }
}

TEST_MAIN(NULL, NULL)
