/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_sites_refused.c - what no bodies can be made of is refused with a message that names the body and the
 * site, and nothing changes; memory that runs out is reported, and nothing leaks.
 */
#include "molecules.h"
#include "host_fake.h"

#include <math.h>

static const double no_turn[4] = { 1, 0, 0, 0 };

/* Three waters. */
static world *waters(void) {
  world *w = world_empty();
  for (int i = 0; i < 3; i++) world_add(w, &molecules[5], 1, no_turn, (double[]){ 4.0 * i, 1, 2 });
  return w;
}

#define BAD_BODY(i, ...) REFUSED_BODY(RGS_E_BODY, i, world_make(w, context, &err), __VA_ARGS__)
#define BAD_LIST(i, ...) REFUSED_BODY(RGS_E_ARG, i, world_make(w, context, &err), __VA_ARGS__)
#define IN(its_cell, directions) (w->spec.cell = (its_cell), w->spec.periodic = (directions))
/* w as it was, with one thing wrong. */
#define WITH(change, refusal)                                                                      \
  do {                                                                                             \
    world *w = waters();                                                                           \
    change;                                                                                        \
    refusal;                                                                                       \
    TRUE(w->sites == NULL && w->m[0] == 0);                                                        \
    close_now(w);                                                                                  \
  } while (0)

TEST(lists_that_are_wrong) {
  WITH(w->site[4] = 9, BAD_LIST(1, "body 1", "site 9", "0 to 8"));
  WITH(w->site[4] = -1, BAD_LIST(1, "body 1", "site -1"));
  WITH(w->site[4] = 0, BAD_LIST(1, "site 0", "in body 0 already"));
  WITH(w->first[2] = w->first[1],
       BAD_LIST(1, "body 1 has no site", "first[1] is 3 and spec.first[2] 3"));
  WITH(w->first[0] = 1, BAD_LIST(-1, "first[0] is 1"));
  WITH(w->first[3] = 12, BAD_LIST(2, "first[3] is 12", "9"));
  WITH(w->spec.first = NULL, BAD_LIST(-1, "spec.first is null"));
  WITH(w->spec.x.data = NULL, BAD_LIST(-1, "spec.x.data is null"));
  WITH(w->spec.mass.body = 0, BAD_LIST(-1, "spec.mass.body is 0"));
  WITH(w->spec.flags = 3, BAD_LIST(-1, "spec.flags is 0x3", "RGS_SITES_KNOWN"));
  WITH(w->spec.flags = 8, BAD_LIST(-1, "spec.flags is 0x8", "RGS_SITES_KNOWN"));
  WITH(w->spec.linear_tolerance = 1, BAD_LIST(-1, "spec.linear_tolerance is 1", "below 1"));
  WITH(w->spec.rounding = -1, BAD_LIST(-1, "spec.rounding is -1"));
  WITH(w->spec.head.abi = 1u << 16 | 2,
       REFUSED_TEXT(RGS_E_ABI, world_make(w, context, &err), "spec: made for ABI 1.2"));
  WITH((w->spec.linear_tolerance = 0.1, w->spec.flags = RGS_SITES_ONE_SHAPE),
       BAD_LIST(-1, "spec.linear_tolerance is 0.1", "ONE_SHAPE"));
  WITH((w->spec.linear_tolerance = 0.1, w->spec.flags = RGS_SITES_NEVER_LINEAR),
       BAD_LIST(-1, "spec.linear_tolerance is 0.1", "NEVER_LINEAR"));
  world *w = waters();
  w->spec.n_sites = INT64_MAX / 8;
  w->spec.n_bodies = 3;
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_create(context, &w->spec, &w->sites, &err), "spec.n_sites is",
               "at most");
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_create(NULL, &w->spec, &w->sites, &err), "context is null");
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_create(context, NULL, &w->sites, &err), "spec is null");
  w->spec.n_bodies = -1;
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_create(context, &w->spec, &w->sites, &err), "-1", ">= 0");
}

TEST(sites_that_are_no_body) {
  WITH(w->mass[4] = -1, BAD_BODY(1, "body 1", "mass of site 4 is -1"));
  WITH(w->mass[4] = INFINITY, BAD_BODY(1, "mass of site 4 is inf"));
  WITH(memset(w->mass + 3, 0, 3 * sizeof(double)), BAD_BODY(1, "body 1", "mass 0"));
  WITH(w->x[7][1] = NAN, BAD_BODY(2, "x[1] of site 7", "finite"));
  WITH(w->x[7][1] = 1e300, BAD_BODY(2, "body 2", "too large"));
  WITH(for (int s = 4; s < 6; s++) memcpy(w->x[s], w->x[3], sizeof w->x[3]),
       BAD_BODY(1, "body 1", "3 sites", "at one point"));
  for (int large = 0; large < 2; large++) /* squares that leave the range of numbers */
    WITH(
        for (int s = 3; s < 6; s++) for (int k = 0; k < 3; k++) {
          w->x[s][k] = (large ? 1e150 : 1e-150) * (w->x[s - 3][k] - 1);
          w->mass[s] = large ? 1e30 : 1e-30;
        },
        BAD_BODY(1, "body 1", "largest moment", "units"));
  for (int small = 0; small < 2;
       small++) /* lengths whose squares do, and moments without all their digits */
    WITH(
        for (int s = 3; s < 6; s++) for (int k = 0; k < 3; k++) {
          w->x[s][k] = (small ? 1e-170 : 1e-140) * (w->x[s - 3][k] - 1);
          w->mass[s] = w->mass[s - 3] * (small ? 1e100 : 1e-41);
        },
        BAD_BODY(1, "body 1", "largest moment", "too small", "units"));
  WITH(w->mass[4] = w->mass[5] = 0, BAD_BODY(1, "body 1", "one site with mass", "inertia"));
  WITH(w->mass[4] = 0, BAD_BODY(1, "body 1", "without mass", "off the line"));
}

TEST(cells_that_are_wrong) {
  static const double flat[9] = { 10, 0, 0, 0, 10, 0, 10, 10, 0 },
                      bad[9] = { 10, NAN, 0, 0, 10, 0, 0, 0, 10 };
  static const double cube[9] = { 10, 0, 0, 0, 10, 0, 0, 0, 10 };
  WITH((IN(flat, 7)), BAD_LIST(-1, "spec.cell", "plane"));
  WITH((IN(bad, 7)), BAD_LIST(-1, "spec.cell[1]", "nan"));
  WITH(w->spec.periodic = 7, BAD_LIST(-1, "spec.cell is null"));
  WITH((IN(cube, 8)), BAD_LIST(-1, "spec.periodic is 0x8"));
  WITH((IN(cube, 7), w->x[0][0] += 5, w->x[0][1] += 5),
       BAD_BODY(0, "body 0", "site 0", "half of the cell"));
  /* Rounding hides which image of a site is meant, or there is no distance. */
  static const double tilted[9] = { 10, 0, 0, 3, 10, 0, 0, 0, 10 };
  static const struct {
    uint32_t periodic;
    double at;
  } far[] = { { 7, 1e308 }, { 7, 1e300 }, { 7, 1e14 }, { 1, 1e14 }, { 6, 1e308 }, { 0, 1e308 } };
  for (size_t f = 0; f < COUNT(far); f++)
    WITH((IN(tilted, far[f].periodic), w->x[4][0] = far[f].at, w->x[3][0] = -far[f].at),
         BAD_BODY(1, "body 1", "site 4 is at (1e+", "too far from its site 3"));
  WITH((IN(tilted, 6), w->x[4][0] = 1e308, w->x[5][0] = -1e308),
       BAD_BODY(1, "body 1", "site 4 is at (1e+308", "too far from its site 3"));
  /* The nearest image of this pair, 1.7 apart, is not the one that rounding of coordinates finds. */
  static const double skewed[9] = { 10, 0, 0, 9, 3, 0, 0, 0, 20 };
  const molecule pair = { "pair", 2, { 1, 1 }, { { 0 }, { 8.55, 1.35, 0 } } };
  world *apart = world_empty();
  world_add(apart, &pair, 1, no_turn, (double[]){ 5, 5, 5 });
  apart->spec.cell = skewed;
  apart->spec.periodic = 7;
  REFUSED_BODY(RGS_E_BODY, 0, world_make(apart, context, &err), "farther than 1.5",
               "half of the cell");
  /* A chain that is bonded to its own image; in a larger cell it is a body. */
  molecule chain = { .name = "chain", .n = 8 };
  for (int s = 0; s < 8; s++) {
    chain.mass[s] = 1;
    chain.x[s][0] = 1.5 * s;
    chain.x[s][1] = 0.3 * (s % 2);
  }
  for (int large = 0; large < 2; large++) {
    double cell[9] = { large ? 16 : 12, 0, 0, 0, 30, 0, 0, 0, 30 };
    world *w = world_empty();
    world_add(w, &chain, 1, no_turn, (double[]){ 5, 5, 5 });
    for (int s = 0; s < 8; s++) w->x[s][0] -= cell[0] * floor(w->x[s][0] / cell[0]);
    IN(cell, 7);
    if (large)
      OK(world_make(w, context, &err));
    else
      BAD_BODY(0, "own image", "cell vector a");
    close_now(w);
  }
}

TEST(views_that_do_not_fit) {
  world *w = waters();
  const rgs_column sites = { &w->f[0][0], 3, 1 }, null = { NULL, 3, 1 },
                   flat = { &w->f[0][0], 3, 0 };
  OK(world_make(w, context, &err));
  w->q[0][0] = w->q[0][1] = w->q[0][2] = w->q[0][3] = 0; /* as if the shapes had been forgotten */
  const double x_before = w->x[0][0];
  REFUSED_BODY(RGS_E_BODY, 0, rgs_sites_place(w->sites, &w->view, SITES(w->x), NULL, &err),
               "q is (0, 0, 0, 0)", "rgs_sites_shape");
  TRUE(w->x[0][0] == x_before);
  OK(rgs_sites_shape(w->sites, &w->view, NULL, &err));
#define GATHER(column) rgs_sites_gather(w->sites, &w->view, column, NULL, &err)
  REFUSED_TEXT(RGS_E_ARG, GATHER(NULL), "force is null");
  REFUSED_TEXT(RGS_E_ARG, GATHER(&null), "force.data is null");
  REFUSED_TEXT(RGS_E_ARG, GATHER(&flat), "force.comp is 0");
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_gather(NULL, &w->view, &sites, NULL, &err), "sites is null");
  w->view.n = 2;
  REFUSED_TEXT(RGS_E_ARG, GATHER(&sites), "view.n is 2", "3");
  w->view.n = 3;
  w->view.n_ghosts = 4;
  REFUSED_TEXT(RGS_E_ARG, GATHER(&sites), "view.n_ghosts 4");
  w->view.n_ghosts = 0;
  w->view.tau.data = NULL;
  REFUSED_TEXT(RGS_E_ARG, GATHER(&sites), "view.tau.data is null");
  w->f[4][1] = NAN;
  REFUSED_BODY(RGS_E_BODY, 1, rgs_sites_fit(w->sites, &w->view, &sites, NULL, &err), "body 1",
               "x[1] of site 4");
  w->f[4][1] = 1e308, w->f[3][1] = -1e308;
  REFUSED_BODY(RGS_E_BODY, 1, rgs_sites_fit(w->sites, &w->view, &sites, NULL, &err), "body 1",
               "site 4", "1e+308", "so far");
  rgs_sites_info info = { .head = { sizeof info, 1u << 16 | 2 } };
  REFUSED_TEXT(RGS_E_ABI, rgs_sites_describe(w->sites, &info, &err), "out: made for ABI 1.2");
  REFUSED_TEXT(RGS_E_ARG, rgs_sites_describe(w->sites, NULL, &err), "out is null");
  /* No bodies at all. */
  world *none = world_empty();
  OK(world_make(none, context, &err));
  OK(rgs_sites_gather(none->sites, &none->view, &sites, NULL, &err));
}

TEST(memory_that_runs_out) {
  world *w = waters();
  /* Wide: the waters need a grid, too. */
  static const double cell[9] = { 3, 0, 0, 0, 3, 0, 0, 0, 3 };
  IN(cell, 7);
  w->spec.flags = RGS_SITES_ONE_SHAPE;
  bool failed = true;
  int times = 0;
  for (int64_t allow = 0; failed; allow++, times += failed) {
    fake_memory memory;
    fake_memory_init(&memory);
    rgs_context *c;
    OK(rgs_context_create(SPEC_WITH(allocator, &memory.allocator), &c, &err));
    memory.fail_at = memory.allocations + 1 + allow;
    const rgs_status status = world_make(w, c, &err);
    failed = status == RGS_E_NOMEM;
    if (!failed) check_status(RGS_OK, status, "world_make", __FILE__, __LINE__);
    rgs_sites_destroy(w->sites);
    w->sites = NULL;
    rgs_context_destroy(c);
    SAME_INT(0, memory.live);
  }
  TRUE(times > 5);
}

TEST_MAIN(sites_set_up, sites_tear_down)
