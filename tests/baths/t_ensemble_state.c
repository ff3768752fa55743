/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_ensemble_state.c - baths and pistons: both ways of driving, saves inside a step, swaps, ramps, and
 * what is refused.
 */
#include "check.h"
#include "ensemble_host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static ensemble a, b;

static const struct {
  const char *scheme, *bath, *piston, *params;
} kinds[] = {
  { "strang", "langevin", NULL, "kt=1.1 relaxation=0.5 seed=3" },
  { "strang", "csvr", NULL, "kt=1.1 relaxation=0.5 seed=3" },
  { "srkn6b", "nhc", NULL, "kt=1.1 relaxation=0.5 ends=1" },
  { "strang_dkd", "drag", NULL, "rate=0.3 rate_1=0.1" },
  { "strang", NULL, "andersen", "kt=1.1 pressure=1 piston_relaxation=0.8" },
  { "srkn6b", "csvr", "andersen",
    "kt=1.1 relaxation=0.5 seed=3 pressure=1 piston_relaxation=0.8 group_y=2 conserved=1" },
};

static void begin(ensemble *e, size_t k, int ranks) {
  const ensemble_method m = { "exact", kinds[k].scheme, kinds[k].bath, kinds[k].piston,
                              kinds[k].params };
  memset(e, 0, sizeof *e);
  set_up(&e->box, WCA, 27, 130, 1.1, 0, 9);
  ensemble_open(e, &m, ranks, ranks > 1);
}

static bool same_bits(const box_of_bodies *one, const box_of_bodies *other) {
  const size_t three = 3 * sizeof(double) * (size_t)one->n;
  return memcmp(one->x, other->x, three) == 0 && memcmp(one->p, other->p, three) == 0 &&
         memcmp(one->l, other->l, three) == 0 &&
         memcmp(one->edge, other->edge, sizeof one->edge) == 0 &&
         memcmp(one->q, other->q, 4 * sizeof(double) * (size_t)one->n) == 0;
}

/* ---- both ways of driving ------------------------------------------------------------------------ */
static int answer(void *self, rgs_eval *request, const rgs_view *view) {
  ensemble *e = self;
  (void)view;
  e->rank[0].request = *request;
  ensemble_answer(e);
  *request = e->rank[0].request;
  return 0;
}

static void called_back(void **state) {
  (void)state;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    begin(&a, k, 1);
    begin(&b, k, 1);
    const rgs_host host = { .head = RGS_HEAD(rgs_host),
                            .self = &b,
                            .eval = answer,
                            .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL,
                            .ranks = 1 };
    rgs_stepper_destroy(b.rank[0].stepper);
    OK(rgs_stepper_create(b.rank[0].bodies, b.method, &host, &b.rank[0].stepper, &err));
    if (kinds[k].piston != NULL) OK(ensemble_tell_box(b.rank[0].stepper, b.box.edge, &err));
    ensemble_run_steps(&a, 0.004, 25, false);
    OK(rgs_step(b.rank[0].stepper, 0.004, 25, &err));
    ensemble_gather(&b);
    TRUE(same_bits(&a.box, &b.box));
    ensemble_close(&a);
    ensemble_close(&b);
  }
}

/* ---- saves --------------------------------------------------------------------------------------- */
static char *saved(ensemble_rank *r, size_t *size) {
  *size = 0;
  REFUSED(RGS_E_SPACE, rgs_stepper_save(r->stepper, NULL, size, &err));
  char *block = malloc(*size);
  OK(rgs_stepper_save(r->stepper, block, size, &err));
  return block;
}

/* A new stepper goes on from a save that was made before request number `at`, of any kind. */
static bool goes_on(size_t k, int ranks, int at) {
  begin(&a, k, ranks);
  begin(&b, k, ranks);
  int requests = 0;
  bool found = false;
  for (int step = 0; step < 4; step++) {
    while (ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL) {
      if (requests++ == at) {
        found = true;
        for (int r = 0; r < ranks; r++) {
          size_t size;
          char *block = saved(&a.rank[r], &size);
          memset(b.rank[r].data, 0, sizeof b.rank[r].data);
          memcpy(b.rank[r].data, a.rank[r].data, sizeof b.rank[r].data);
          for (int64_t i = 0; i < b.rank[r].n; i++)
            for (int d = 0; d < 13; d++) b.rank[r].data[i][d] = 0;
          OK(rgs_stepper_load(b.rank[r].stepper, block, size, &err));
          free(block);
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
    TRUE(same_bits(&a.box, &b.box));
    SAME_INT(0, memcmp(&(double){ ensemble_output(&a, "heat", 0) },
                       &(double){ ensemble_output(&b, "heat", 0) }, sizeof(double)));
    SAME_INT(0, memcmp(&(double){ ensemble_output(&a, "coupling_energy", 0) },
                       &(double){ ensemble_output(&b, "coupling_energy", 0) }, sizeof(double)));
  }
  ensemble_close(&a);
  ensemble_close(&b);
  return found;
}

static void saves(void **state) {
  (void)state;
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (int ranks = 1; ranks <= 2; ranks++) {
      int at = 0;
      while (goes_on(k, ranks, at)) at++;
      TRUE(at >= 4);
    }
}

static void saves_of_others(void **state) {
  (void)state;
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (size_t other = 0; other < COUNT(kinds); other++) {
      if (k == other) continue;
      begin(&a, k, 1);
      begin(&b, other, 1);
      ensemble_run_steps(&a, 0.004, 2, false);
      const box_of_bodies before = b.box;
      size_t size;
      char *block = saved(&a.rank[0], &size);
      REFUSED(RGS_E_DATA, rgs_stepper_load(b.rank[0].stepper, block, size, &err));
      ensemble_gather(&b);
      TRUE(same_bits(&before, &b.box));
      free(block);
      ensemble_close(&a);
      ensemble_close(&b);
    }
}

/* A ramped temperature is state: a stepper whose method began with another one goes on with it. */
static void saves_hold_ramps(void **state) {
  (void)state;
  begin(&a, 5, 1);
  ensemble_run_steps(&a, 0.004, 3, false);
  OK(rgs_stepper_set_param(a.rank[0].stepper, 0, "kt", 2.5, &err));
  OK(rgs_stepper_set_param(a.rank[0].stepper, 0, "pressure", 0.3, &err));
  size_t size;
  char *block = saved(&a.rank[0], &size);
  begin(&b, 5, 1);
  OK(rgs_stepper_load(b.rank[0].stepper, block, size, &err));
  memcpy(b.box.edge, a.box.edge, sizeof a.box.edge);
  ensemble_run_steps(&a, 0.004, 20, false);
  ensemble_run_steps(&b, 0.004, 20, false);
  TRUE(same_bits(&a.box, &b.box));
  ensemble_close(&b);
  begin(&b, 5, 1); /* and without the ramp the path is another */
  ensemble_run_steps(&b, 0.004, 23, false);
  TRUE(!same_bits(&a.box, &b.box));
  free(block);
  ensemble_close(&a);
  ensemble_close(&b);
}

/* ---- swaps --------------------------------------------------------------------------------------- */
/* Noise goes on, the box stays as it is. */
static void swaps(void **state) {
  (void)state;
  const ensemble_method nve = { "exact", "strang", NULL, NULL, NULL };
  const ensemble_method nvt = { "exact", "strang", "langevin", NULL, "kt=1 relaxation=1 seed=3" };
  const ensemble_method npt = { "exact", "strang", "langevin", "andersen",
                                "kt=1 relaxation=1 seed=3 pressure=2 piston_relaxation=0.5" };
  const ensemble_method other = {
    "exact", "strang", "csvr", "andersen",
    "kt=1 relaxation=1 seed=3 pressure=2 piston_relaxation=0.5 group_x=1 group_y=2 group_z=2"
  };
  begin(&a, 0, 1);
  ensemble_swap(&a, &npt);
  REFUSED_TEXT(RGS_E_ORDER, rgs_advance(a.rank[0].stepper, 0.004, &a.rank[0].request, &err),
               "rgs_stepper_set_box");
  OK(ensemble_tell_box(a.rank[0].stepper, a.box.edge, &err));
  ensemble_run_steps(&a, 0.004, 30, false);
  const double volume = ensemble_output(&a, "volume", 0);
  TRUE(fabs(volume / 130 - 1) > 1e-3);
  double before[3];
  for (int k = 0; k < 3; k++) before[k] = ensemble_output(&a, "box_lengths", k);
  ensemble_swap(&a, &other);
  REFUSED_TEXT(RGS_E_ORDER, rgs_advance(a.rank[0].stepper, 0.004, &a.rank[0].request, &err),
               "rgs_stepper_set_box");
  OK(ensemble_tell_box(a.rank[0].stepper, before, &err));
  for (int k = 0; k < 3; k++) {
    NEAR(before[k], ensemble_output(&a, "box_lengths", k), 0);
    NEAR(0, ensemble_output(&a, "strain", k), 0);
    NEAR(0, ensemble_output(&a, "piston_momentum", k), 0);
  }
  ensemble_run_steps(&a, 0.004, 5, false);
  ensemble_swap(&a, &nve);
  const int64_t evaluations = a.evaluations;
  ensemble_run_steps(&a, 0.004, 5, false);
  SAME_INT(evaluations + 5, a.evaluations);
  ensemble_swap(&a, &nvt);
  ensemble_run_steps(&a, 0.004, 5, false);
  REFUSED(RGS_E_NEEDS, ensemble_tell_box(a.rank[0].stepper, a.box.edge, &err));
  ensemble_swap(&a, &npt);
  OK(ensemble_tell_box(a.rank[0].stepper, a.box.edge, &err));
  ensemble_run_steps(&a, 0.004, 5, false);
  ensemble_close(&a);
}

/* Between pistons the virial is asked for again: the first kick of the box has the right one. */
static void virial_after_swap(void **state) {
  (void)state;
  const ensemble_method m = { "exact", "strang", NULL, "andersen",
                              "kt=1.1 pressure=1 piston_relaxation=0.8" };
  begin(&a, 4, 1);
  ensemble_run_steps(&a, 0.004, 10, false);
  memset(&b, 0, sizeof b);
  b.box = a.box;
  ensemble_swap(&a, &m);
  OK(ensemble_tell_box(a.rank[0].stepper, a.box.edge, &err));
  ensemble_open(&b, &m, 1, false);
  ensemble_run_steps(&a, 0.004, 10, false);
  ensemble_run_steps(&b, 0.004, 10, false);
  NEAR(ensemble_output(&b, "piston_momentum", 0), ensemble_output(&a, "piston_momentum", 0), 1e-9);
  NEAR(ensemble_output(&b, "volume", 0), ensemble_output(&a, "volume", 0), 1e-9);
  ensemble_close(&a);
  ensemble_close(&b);
}

/* The same steps with a swap to the same method in between: noise is not drawn twice. */
static void noise_goes_on(void **state) {
  (void)state;
  const ensemble_method m = { "exact", "strang", "langevin", NULL, "kt=1.1 relaxation=0.5 seed=3" };
  begin(&a, 0, 1);
  begin(&b, 0, 1);
  ensemble_run_steps(&a, 0.004, 20, false);
  ensemble_run_steps(&b, 0.004, 10, false);
  ensemble_swap(&b, &m);
  ensemble_run_steps(&b, 0.004, 10, false);
  TRUE(same_bits(&a.box, &b.box));
  ensemble_close(&a);
  ensemble_close(&b);
}

/* ---- what is refused ----------------------------------------------------------------------------- */
static void refuse_method(rgs_context *c, rgs_status want, const char *scheme, const char *bath,
                          const char *piston, const char *params, const char *word) {
  const ensemble_method m = { "exact", scheme, bath, piston, params };
  rgs_method *made = NULL;
  REFUSED_TEXT(want, ensemble_method_try(c, &m, &made, &err), word);
  TRUE(made == NULL);
}

static void refused_methods(void **state) {
  (void)state;
  rgs_context *c = NULL;
  OK(rgs_context_create(NULL, &c, &err));
  const char *box = "kt=1 pressure=1 piston_relaxation=1";
  refuse_method(c, RGS_E_PARAM, "strang", "langevin", NULL, "kt=0 relaxation=1 seed=1", "above 0");
  refuse_method(c, RGS_E_PARAM, "strang", "langevin", NULL, "kt=-1 relaxation=1 seed=1", "kt");
  refuse_method(c, RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=0 seed=1",
                "relaxation");
  refuse_method(c, RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=1",
                "'seed' is missing");
  refuse_method(c, RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=1 seed=-1", "seed");
  refuse_method(c, RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=1 seed=4294967296",
                "seed");
  refuse_method(c, RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=1 seed=1 damping=2",
                "damping");
  refuse_method(c, RGS_E_PARAM, "strang", "csvr", NULL, "kt=1 relaxation=0 seed=1", "relaxation");
  refuse_method(c, RGS_E_PARAM, "strang", "csvr", NULL, "relaxation=1 seed=1", "'kt' is missing");
  refuse_method(c, RGS_E_PARAM, "strang", "nhc", NULL, "kt=1 relaxation=0", "relaxation");
  refuse_method(c, RGS_E_PARAM, "strang", "nhc", NULL, "kt=1 relaxation=1 chain=33", "chain");
  refuse_method(c, RGS_E_PARAM, "strang", "nhc", NULL, "kt=1 relaxation=1 order=2",
                "order is 2; must be 1, 3, 5 or 7");
  refuse_method(c, RGS_E_PARAM, "strang", "nhc", NULL, "kt=1 relaxation=1 order=9", "order");
  refuse_method(c, RGS_E_PARAM, "strang", "drag", NULL, "rate=-1", "rate");
  refuse_method(c, RGS_E_NAME, "strang", "berendsen", NULL, "", "langevin");
  refuse_method(c, RGS_E_NAME, "strang", NULL, "barostat", "", "andersen");
  refuse_method(c, RGS_E_ARG, "takahashi_imada4", "langevin", NULL, "kt=1 relaxation=1 seed=1",
                "srkn6b");
  refuse_method(c, RGS_E_ARG, "takahashi_imada4", NULL, "andersen", box, "srkn6b");
  refuse_method(c, RGS_E_ARG, "nystrom4", NULL, "andersen", box, "gradients");
  refuse_method(c, RGS_E_PARAM, "strang", NULL, "andersen", "kt=1 piston_relaxation=1",
                "'pressure' is missing");
  refuse_method(c, RGS_E_PARAM, "strang", NULL, "andersen", "kt=1 pressure=1 piston_relaxation=0",
                "piston_relaxation");
  refuse_method(c, RGS_E_PARAM, "strang", NULL, "andersen", "kt=0 pressure=1 piston_relaxation=1",
                "kt");
  refuse_method(c, RGS_E_PARAM, "strang", NULL, "andersen",
                "kt=1 pressure=1 piston_relaxation=1 group_x=0 group_y=0 group_z=0",
                "group_x, group_y and group_z");
  refuse_method(c, RGS_E_PARAM, "strang", NULL, "andersen",
                "kt=1 pressure=1 piston_relaxation=1 piston_rate=1 seed=1", "bath");
  refuse_method(c, RGS_E_PARAM, "strang", "nhc", "andersen",
                "kt=1 relaxation=1 pressure=1 piston_relaxation=1 piston_rate=1", "seed");
  refuse_method(c, RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=1 seed=1 refined=1",
                "refined");
  const rgs_method_spec rattle = { .head = RGS_HEAD(rgs_method_spec), .integrator = "rattle" };
  const rgs_ensemble_spec drag = { .head = RGS_HEAD(rgs_ensemble_spec), .bath = "drag" },
                          none = { .head = RGS_HEAD(rgs_ensemble_spec) };
  rgs_method *m = NULL;
  REFUSED_TEXT(RGS_E_ARG, rgs_method_create_with(c, &rattle, &drag, &m, &err), "rattle");
  OK(rgs_method_create_with(c, &rattle, &none, &m, &err));
  rgs_method_destroy(m);
  OK(rgs_method_create_with(c, &rattle, NULL, &m, &err));
  rgs_method_destroy(m);
  rgs_context_destroy(c);
}

static rgs_status try_host(size_t k, uint32_t provides, uint32_t ranks, bool keys) {
  begin(&a, k, 1);
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .provides = provides, .ranks = ranks };
  rgs_stepper *s = NULL;
  if (!keys) a.rank[0].view.key = NULL;
  OK(rgs_bodies_bind(a.rank[0].bodies, &a.rank[0].view, &err));
  forget_error();
  rgs_status status = rgs_stepper_create(a.rank[0].bodies, a.method, &host, &s, &err);
  if (status == RGS_OK) {
    if (kinds[k].piston != NULL) OK(ensemble_tell_box(s, a.box.edge, &err));
    forget_error();
    status = rgs_advance(s, 0.01, &a.rank[0].request, &err);
  }
  rgs_stepper_destroy(s);
  ensemble_close(&a);
  return status;
}

static void refused_hosts(void **state) {
  (void)state;
  const uint32_t sum = RGS_EVAL_SUM, force = RGS_EVAL_FORCE, virial = RGS_EVAL_VIRIAL;
  SAME_INT(RGS_NEED_EVAL, try_host(0, force, 1, false)); /* langevin */
  SAME_INT(RGS_E_NEEDS, try_host(0, force, 0, false));
  TRUE(strstr(err.text, "key") != NULL);
  SAME_INT(RGS_E_NEEDS, try_host(0, force, 2, false));
  SAME_INT(RGS_NEED_EVAL, try_host(0, force, 2, true));
  SAME_INT(RGS_E_NEEDS, try_host(0, force, 0, true)); /* ranks that are not stated */
  TRUE(strstr(err.text, "rgs_host.ranks is 0") != NULL);
  SAME_INT(RGS_NEED_EVAL, try_host(1, force, 1, false)); /* csvr */
  SAME_INT(RGS_E_NEEDS, try_host(1, force, 0, true));
  TRUE(strstr(err.text, "ranks") != NULL);
  SAME_INT(RGS_E_NEEDS, try_host(1, force, 2, true));
  SAME_INT(RGS_E_NEEDS, try_host(1, force | sum, 0, false));
  SAME_INT(RGS_NEED_EVAL, try_host(1, force | sum, 2, false));
  SAME_INT(RGS_E_NEEDS, try_host(4, force, 1, false)); /* a piston */
  TRUE(strstr(err.text, "virial") != NULL);
  SAME_INT(RGS_E_NEEDS, try_host(4, force | virial, 0, false));
  SAME_INT(RGS_E_NEEDS, try_host(4, force | virial | sum, 0, false));
  SAME_INT(RGS_NEED_EVAL, try_host(4, force | virial, 1, false));
}

static void refused_steps(void **state) {
  (void)state;
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .ranks = 2 }; /* the other has no bodies */
  begin(&a, 0, 1);
  rgs_stepper_destroy(a.rank[0].stepper);
  OK(rgs_stepper_create(a.rank[0].bodies, a.method, &host, &a.rank[0].stepper, &err));
  rgs_stepper *s = a.rank[0].stepper;
  rgs_eval *request = &a.rank[0].request;
  REFUSED_TEXT(RGS_E_ARG, rgs_advance(s, -0.01, request, &err), "langevin");
  REFUSED_TEXT(RGS_E_PARAM, rgs_stepper_set_param(s, 0, "relaxation", 2, &err), "rgs_stepper_swap");
  REFUSED_TEXT(RGS_E_PARAM, rgs_stepper_set_param(s, 0, "kT", 2, &err), "kT");
  REFUSED_TEXT(RGS_E_PARAM, rgs_stepper_set_param(s, 0, "kt", 0, &err), "above 0");
  REFUSED(RGS_E_ARG, rgs_stepper_set_param(s, 0, "kt", NAN, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_set_param(s, 0, NULL, 1, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_set_param(NULL, 0, "kt", 1, &err));
  a.rank[0].key[5] = a.rank[0].key[11];
  a.rank[0].view.stamp++;
  OK(rgs_bodies_bind(a.rank[0].bodies, &a.rank[0].view, &err));
  REFUSED_BODY(RGS_E_BODY, 11, rgs_advance(s, 0.01, request, &err), "same key", (const char *)NULL);
  a.rank[0].view.n_copies = a.rank[0].n - 11; /* that of a copy may be that of another body */
  a.rank[0].view.flags = RGS_VIEW_COPIES;
  a.rank[0].view.stamp++;
  OK(rgs_bodies_bind(a.rank[0].bodies, &a.rank[0].view, &err));
  TRUE(rgs_advance(s, 0.01, request, &err) == RGS_NEED_EVAL);
  REFUSED(RGS_E_ORDER, rgs_stepper_set_param(s, 0, "kt", 1, &err));
  a.rank[0].view.n_copies = a.rank[0].n + 1;
  REFUSED_TEXT(RGS_E_ARG, rgs_bodies_bind(a.rank[0].bodies, &a.rank[0].view, &err), "n_copies");
  ensemble_close(&a);
}

static void refused_answers(void **state) {
  (void)state;
  begin(&a, 4, 1); /* alone, a virial is refused where it is given */
  TRUE(ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL);
  ensemble_answer(&a);
  a.rank[0].request.virial[1] = INFINITY;
  REFUSED_TEXT(RGS_E_HOST, rgs_advance(a.rank[0].stepper, 0.004, &a.rank[0].request, &err),
               "virial[1]");
  TRUE(ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL); /* it asks again, and goes on from there */
  TRUE(a.rank[0].request.what & RGS_EVAL_VIRIAL);
  ensemble_answer(&a);
  while (ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL) ensemble_answer(&a);
  ensemble_close(&a);

  begin(&a, 4, 2);
  rgs_stepper *s = a.rank[0].stepper;
  rgs_eval *request = &a.rank[0].request, older = RGS_EVAL_INIT;
  older.head.size = offsetof(rgs_eval, sum);
  REFUSED_TEXT(RGS_E_ABI, rgs_advance(s, 0.004, &older, &err), "head.size");
  REFUSED(RGS_E_ARG, rgs_advance(s, 0.004, NULL, &err));
  REFUSED_TEXT(RGS_E_ARG, ensemble_tell_box(s, (double[3]){ 1, 0, 1 }, &err), "lengths[1]");
  TRUE(ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL);
  ensemble_answer(&a);
  TRUE(rgs_advance(s, 0.004, request, &err) == RGS_NEED_EVAL);
  SAME_INT(RGS_EVAL_SUM, request->what);
  const double share = request->sum[4];
  request->sum[2] = NAN;
  REFUSED_TEXT(RGS_E_HOST, rgs_advance(s, 0.004, request, &err), "number 2");
  TRUE(rgs_advance(s, 0.004, request, &err) == RGS_NEED_EVAL);
  TRUE(request->sum[4] == share && isfinite(request->sum[2]));
  /* A host that forgets to add up. */
  REFUSED_TEXT(RGS_E_HOST, rgs_advance(s, 0.004, request, &err), "rgs_host.ranks");
  ensemble_close(&a);
}

/* No step of length 0 does anything, and none draws noise. */
static void no_step(void **state) {
  (void)state;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    begin(&a, k, 1);
    begin(&b, k, 1);
    ensemble_run_steps(&a, 0.004, 5, false);
    const box_of_bodies before = a.box;
    ensemble_run_steps(&a, 0, 3, false);
    TRUE(same_bits(&before, &a.box));
    ensemble_run_steps(&a, 0.004, 5, false);
    ensemble_run_steps(&b, 0.004, 10, false);
    TRUE(same_bits(&a.box, &b.box));
    ensemble_close(&a);
    ensemble_close(&b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(called_back),     cmocka_unit_test(saves),
    cmocka_unit_test(saves_of_others), cmocka_unit_test(saves_hold_ramps),
    cmocka_unit_test(swaps),           cmocka_unit_test(virial_after_swap),
    cmocka_unit_test(noise_goes_on),   cmocka_unit_test(refused_methods),
    cmocka_unit_test(refused_hosts),   cmocka_unit_test(refused_steps),
    cmocka_unit_test(refused_answers), cmocka_unit_test(no_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
