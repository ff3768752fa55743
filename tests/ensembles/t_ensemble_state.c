/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_ensemble_state.c - thermostats and barostats: both ways of driving, saves inside a step, swaps and ramps.
 */
#include "check.h"
#include "ensemble_host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static ensemble a, b;

static const named_method kinds[] = {
  { "exact", "strang", "langevin", NULL, "kt=1.1 relaxation=0.5 seed=3" },
  { "exact", "strang", "csvr", NULL, "kt=1.1 relaxation=0.5 seed=3" },
  { "exact", "srkn6b", "nhc", NULL, "kt=1.1 relaxation=0.5 ends=1" },
  { "exact", "strang_dkd", "drag", NULL, "rate=0.3 rate_1=0.1" },
  { "exact", "strang", NULL, "andersen", "kt=1.1 pressure=1 barostat_relaxation=0.8" },
  { "exact", "srkn6b", "csvr", "andersen",
    "kt=1.1 relaxation=0.5 seed=3 pressure=1 barostat_relaxation=0.8 group_y=2 conserved=1" },
};
enum { RAMPED = COUNT(kinds) - 1, BAROSTAT = RAMPED - 1 };

/* ---- both ways of driving ------------------------------------------------------------------------ */
static int answer(void *self, rgs_eval *request, const rgs_view *view) {
  ensemble *e = self;
  (void)view;
  e->rank[0].request = *request;
  ensemble_answer(e);
  *request = e->rank[0].request;
  return 0;
}

TEST(called_back) {
  for (size_t k = 0; k < COUNT(kinds); k++) {
    ensemble_begin(&a, &kinds[k], 1, false);
    ensemble_begin(&b, &kinds[k], 1, false);
    const rgs_host host =
        WITH_HEAD(rgs_host, .self = &b, .eval = answer,
                  .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL, .ranks = 1);
    rgs_stepper_destroy(b.rank[0].stepper);
    OK(rgs_stepper_create(b.rank[0].bodies, b.method, &host, &b.rank[0].stepper, &err));
    if (kinds[k].barostat != NULL) OK(ensemble_tell_cell(b.rank[0].stepper, b.box.edge, &err));
    ensemble_run_steps(&a, 0.004, 25, false);
    OK(rgs_stepper_run(b.rank[0].stepper, 0.004, 25, &err));
    ensemble_gather(&b);
    TRUE(boxes_same(&a.box, &b.box));
  }
}

/* ---- saves --------------------------------------------------------------------------------------- */
/* A new stepper goes on from a save of before request number `at`, of any kind. */
static bool goes_on(size_t k, int ranks, int at) {
  ensemble_begin(&a, &kinds[k], ranks, ranks > 1);
  ensemble_begin(&b, &kinds[k], ranks, ranks > 1);
  int requests = 0;
  bool found = false;
  for (int r = 0; r < ranks && k == RAMPED; r++) { /* the other begins with the method's own */
    OK(set_param(a.rank[r].stepper, 0, "kt", 2.5, &err));
    OK(set_param(a.rank[r].stepper, 0, "pressure", 0.3, &err));
  }
  for (int step = 0; step < 4; step++) {
    while (ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL) {
      if (requests++ == at) {
        found = true;
        for (int r = 0; r < ranks; r++) {
          memcpy(b.rank[r].data, a.rank[r].data, sizeof b.rank[r].data);
          for (int64_t i = 0; i < b.rank[r].n; i++)
            memset(b.rank[r].data[i], 0, MASS * sizeof(double));
          OK(load(b.rank[r].stepper, saved(a.rank[r].stepper)));
        }
        memcpy(b.box.edge, a.box.edge, sizeof a.box.edge);
        TRUE(ensemble_to_request(&b, 0.004) == RGS_NEED_EVAL);
        SAME_INT(a.rank[0].request.what, b.rank[0].request.what);
        ensemble_answer(&b);
      }
      ensemble_answer(&a);
    }
    if (found)
      while (ensemble_to_request(&b, 0.004) == RGS_NEED_EVAL) ensemble_answer(&b);
  }
  ensemble_gather(&a);
  ensemble_gather(&b);
  if (found) {
    TRUE(boxes_same(&a.box, &b.box));
    TRUE(ensemble_output(&a, "heat", 0) == ensemble_output(&b, "heat", 0));
    TRUE(ensemble_output(&a, "coupling_energy", 0) == ensemble_output(&b, "coupling_energy", 0));
  }
  return found;
}

TEST(saves) {
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (int ranks = 1; ranks <= 2; ranks++) {
      int at = 0;
      while (goes_on(k, ranks, at)) at++;
      TRUE(at >= 4);
    }
}

TEST(saves_of_others) {
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (size_t other = 0; other < COUNT(kinds); other++) {
      if (k == other) continue;
      ensemble_begin(&a, &kinds[k], 1, false);
      ensemble_begin(&b, &kinds[other], 1, false);
      ensemble_run_steps(&a, 0.004, 2, false);
      const box_of_bodies before = b.box;
      REFUSED(RGS_E_DATA, load(b.rank[0].stepper, saved(a.rank[0].stepper)));
      ensemble_gather(&b);
      TRUE(boxes_same(&before, &b.box));
    }
}

/* ---- swaps --------------------------------------------------------------------------------------- */
#define NPT "kt=1.1 relaxation=0.5 pressure=1 barostat_relaxation=0.8"

/* Noise goes on; with another thermostat or barostat the state begins anew. */
TEST(swaps) {
  const named_method nve = { "exact", "strang", NULL, NULL, NULL };
  const named_method nvt = { "exact", "strang", "langevin", NULL, "kt=1 relaxation=1 seed=3" };
  const named_method npt = { "exact", "strang", "langevin", "andersen",
                             "kt=1 relaxation=1 seed=3 pressure=2 barostat_relaxation=0.5" };
  const named_method other = {
    "exact", "strang", "csvr", "andersen",
    "kt=1 relaxation=1 seed=3 pressure=2 barostat_relaxation=0.5 group_x=1 group_y=2 group_z=2"
  };
  ensemble_begin(&a, &kinds[0], 1, false);
  ensemble_swap(&a, &npt);
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_advance(a.rank[0].stepper, 0.004, &a.rank[0].request, &err),
               "rgs_stepper_set_cell");
  OK(ensemble_tell_cell(a.rank[0].stepper, a.box.edge, &err));
  ensemble_run_steps(&a, 0.004, 30, false);
  const double volume = ensemble_output(&a, "volume", 0);
  TRUE(fabs(volume / 130 - 1) > 1e-3);
  double before[3];
  for (int k = 0; k < 3; k++) before[k] = ensemble_output(&a, "box_lengths", k);
  ensemble_swap(&a, &other);
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_advance(a.rank[0].stepper, 0.004, &a.rank[0].request, &err),
               "rgs_stepper_set_cell");
  OK(ensemble_tell_cell(a.rank[0].stepper, before, &err));
  for (int k = 0; k < 3; k++) {
    NEAR(before[k], ensemble_output(&a, "box_lengths", k), 0);
    NEAR(0, ensemble_output(&a, "strain", k), 0);
    NEAR(0, ensemble_output(&a, "barostat_momentum", k), 0);
  }
  ensemble_run_steps(&a, 0.004, 5, false);
  ensemble_swap(&a, &nve);
  const int64_t evaluations = a.evaluations;
  ensemble_run_steps(&a, 0.004, 5, false);
  SAME_INT(evaluations + 5, a.evaluations);
  ensemble_swap(&a, &nvt);
  ensemble_run_steps(&a, 0.004, 5, false);
  REFUSED(RGS_E_NEEDS, ensemble_tell_cell(a.rank[0].stepper, a.box.edge, &err));
  ensemble_swap(&a, &npt);
  rgs_cell cell = RGS_CELL_INIT; /* forgotten, since it may be stale by then */
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_cell(a.rank[0].stepper, &cell, &err),
               "rgs_stepper_set_cell");
  OK(ensemble_tell_cell(a.rank[0].stepper, a.box.edge, &err));
  ensemble_run_steps(&a, 0.004, 5, false);
}

/* A swap to another scheme, seed or place of the thermostat, or to the method in use, keeps what thermostat
 * and barostat keep; so does another seed that is set.  The first kick of the cell has the right virial. */
TEST(state_after_swap) {
  static const named_method others[][2] = {
    { { "exact", "strang", "nhc", "andersen", NPT },
      { "dmv4", "srkn6b", "nhc", "andersen", NPT " ends=1" } },
    { { "exact", "strang", "csvr", "andersen", NPT " seed=3" },
      { "exact", "strang", "csvr", "andersen", NPT " seed=4" } },
  };
  static const char *const kept[] = { "heat", "coupling_energy", "volume", "strain",
                                      "barostat_momentum" };
  for (size_t k = 0; k < COUNT(others); k++) {
    ensemble_begin(&a, &others[k][0], 1, false);
    ensemble_begin(&b, &others[k][0], 1, false);
    ensemble_run_steps(&a, 0.004, 10, false);
    ensemble_run_steps(&b, 0.004, 10, false);
    ensemble_swap(&a, &others[k][1]);
    for (size_t i = 0; i < COUNT(kept); i++) {
      const double before = ensemble_output(&b, kept[i], 0);
      TRUE(before != 0 && ensemble_output(&a, kept[i], 0) == before);
    }
    if (k == 1) OK(set_param(b.rank[0].stepper, 0, "seed", 4, &err));
    if (k == 0) ensemble_swap(&a, &others[k][0]);
    ensemble_run_steps(&a, 0.004, 10, false);
    ensemble_run_steps(&b, 0.004, 10, false);
    TRUE(boxes_same(&a.box, &b.box));
    TRUE(ensemble_output(&a, "coupling_energy", 0) == ensemble_output(&b, "coupling_energy", 0));
    OK(load(a.rank[0].stepper, saved(b.rank[0].stepper))); /* of the seed that it has now */
  }
  REFUSED(RGS_E_PARAM, set_param(a.rank[0].stepper, RGS_KIND_BAROSTAT, "seed", -1, &err));
}

/* The same steps with a swap to the same method in between: noise is not drawn twice. */
TEST(noise_goes_on) {
  ensemble_begin(&a, &kinds[0], 1, false);
  ensemble_begin(&b, &kinds[0], 1, false);
  ensemble_run_steps(&a, 0.004, 20, false);
  ensemble_run_steps(&b, 0.004, 10, false);
  ensemble_swap(&b, &kinds[0]);
  ensemble_run_steps(&b, 0.004, 10, false);
  TRUE(boxes_same(&a.box, &b.box));
}

/* No step of length 0 does anything, and none draws noise. */
TEST(no_step) {
  for (size_t k = 0; k < COUNT(kinds); k++) {
    ensemble_begin(&a, &kinds[k], 1, false);
    ensemble_begin(&b, &kinds[k], 1, false);
    ensemble_run_steps(&a, 0.004, 5, false);
    const box_of_bodies before = a.box;
    ensemble_run_steps(&a, 0, 3, false);
    TRUE(boxes_same(&before, &a.box));
    ensemble_run_steps(&a, 0.004, 5, false);
    ensemble_run_steps(&b, 0.004, 10, false);
    TRUE(boxes_same(&a.box, &b.box));
  }
}

TEST_MAIN(NULL, NULL)
