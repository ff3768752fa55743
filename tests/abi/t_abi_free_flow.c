/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_free_flow.c - rgs_free_flow: what it refuses, and that a refusal changes nothing.
 */
#include "check.h"

#include <math.h>
#include <unistd.h>

typedef struct flow_input {
  double inertia[9], l[9], q[12];
} flow_input;

static const flow_input sound = { { 1.0, 1.5, 2.0, 0.9, 1.2, 1.4, 0, 1.3, 1.3 },
                                  { 0.3, -0.5, 0.7, -0.2, 0.6, 0.4, 0, 0.8, -0.6 },
                                  { 0.5, 0.5, 0.5, 0.5, 1, 0, 0, 0, 1, 0, 0, 0 } };

/* The call must give this status and blame this body; a refusal changes nothing. */
static void it_says(rgs_status want, int64_t blame, const char *rotor, int64_t n, double h,
                    const flow_input *in, const char *word) {
  flow_input copy = *in;
  forget_error();
  const rgs_status flow = rgs_free_flow(rotor, n, h, copy.inertia, copy.l, copy.q, &err);
  if (flow != want)
    print_error("rotor %s n %lld h %g: want %s, got %s\n  text: %s\n", rotor ? rotor : "null",
                (long long)n, h, status_name(want), status_name(flow), err.text);
  SAME_INT(want, flow);
  if (want == RGS_OK) return;
  SAME_INT(want, err.status);
  SAME_INT(blame, err.body);
  TRUE(err.text[0] != 0 && strstr(err.text, word) != NULL);
  TRUE(memcmp(&copy, in, sizeof copy) == 0);
  SAME_INT(want, rgs_free_flow(rotor, n, h, copy.inertia, copy.l, copy.q, NULL));
  TRUE(memcmp(&copy, in, sizeof copy) == 0);
}

/* Number k of an array becomes x: the body is blamed. */
static void blames(const char *rotor, int64_t body, size_t offset, int k, double x,
                   const char *word) {
  flow_input in = sound;
  double *array = (double *)(void *)((char *)&in + offset);
  array[k] = x;
  it_says(RGS_E_BODY, body, rotor, 3, 0.1, &in, word);
}
#define BLAMES(body, array, k, x) blames(rotor, body, offsetof(flow_input, array), (k), (x), #array)

TEST(free_flow_refusals) {
  const rgs_context *c = opened();
  const int64_t rotors = rgs_about_count(c, RGS_KIND_ROTOR);
  TRUE(rotors >= 1);
  static const double not_finite[] = { NAN, INFINITY, -INFINITY };
  for (int64_t r = 0; r < rotors; r++) {
    const char *rotor = rgs_about_at(c, RGS_KIND_ROTOR, r)->name;
    it_says(RGS_OK, -1, rotor, 3, 0.1, &sound, "");
    it_says(RGS_OK, -1, rotor, 3, -0.1, &sound, "");
    it_says(RGS_OK, -1, rotor, 3, 0, &sound, "");
    it_says(RGS_OK, -1, rotor, 0, 0.1, &sound, "");
    it_says(RGS_E_ARG, -1, rotor, -1, 0.1, &sound, "n");
    it_says(RGS_E_ARG, -1, rotor, INT64_MIN, 0.1, &sound, "n");
    for (size_t k = 0; k < COUNT(not_finite); k++) {
      it_says(RGS_E_ARG, -1, rotor, 3, not_finite[k], &sound, "h");
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++) BLAMES(i, inertia, 3 * i + j, not_finite[k]);
        for (int j = 0; j < 3; j++) BLAMES(i, l, 3 * i + j, not_finite[k]);
        for (int j = 0; j < 4; j++) BLAMES(i, q, 4 * i + j, not_finite[k]);
      }
    }
    flow_input in = sound;
    for (int j = 0; j < 3; j++) {
      BLAMES(1, inertia, 3 + j, -1e-30);
      in = sound;
      in.inertia[3 + j] = in.inertia[6 + j] = -1; /* the first is named */
      it_says(RGS_E_BODY, 1, rotor, 3, 0.1, &in, "inertia");
    }
    BLAMES(1, q, 4, 1 + 1e-6);
    BLAMES(1, q, 4, 0);
    in = sound;
    in.q[4] = 1 + 0.4e-6;
    it_says(RGS_OK, -1, rotor, 3, 0.1, &in, "");
    /* Momentum about the axis without spin, in the third body. */
    in = sound;
    in.l[6] = 0.5e-8;
    it_says(RGS_OK, -1, rotor, 3, 0.1, &in, "");
    /* A rotor that does not keep the energy lets it stray, and must go on with what it left. */
    const bool keeps = rgs_about_at(c, RGS_KIND_ROTOR, r)->claims & RGS_KEEPS_ENERGY;
    in.l[6] = 2e-8;
    it_says(keeps ? RGS_E_BODY : RGS_OK, keeps ? 2 : -1, rotor, 3, 0.1, &in, "");
    in.l[6] = -1;
    it_says(RGS_E_BODY, 2, rotor, 3, 0.1, &in, "");
    /* No triangle inequality here: any positive inertia. */
    in = sound;
    in.inertia[0] = 10;
    it_says(RGS_OK, -1, rotor, 3, 0.01, &in, "");
    /* Null arrays. */
    in = sound;
    static const char *const arrays[] = { "inertia", "l", "q" };
    for (int k = 0; k < 3; k++) {
      double *inertia = k == 0 ? NULL : in.inertia, *l = k == 1 ? NULL : in.l;
      double *q = k == 2 ? NULL : in.q;
      REFUSED_BODY(RGS_E_ARG, -1, rgs_free_flow(rotor, 3, 0.1, inertia, l, q, &err), arrays[k]);
    }
    TRUE(memcmp(&in, &sound, sizeof in) == 0);
    STATUS(RGS_OK, rgs_free_flow(rotor, 0, 0.1, NULL, NULL, NULL, NULL));
  }
  it_says(RGS_E_NAME, -1, "nosuch", 3, 0.1, &sound, "nosuch");
  it_says(RGS_E_NAME, -1, "", 3, 0.1, &sound, "");
  it_says(RGS_E_ARG, -1, NULL, 3, 0.1, &sound, "rotor");
}

/* A rotor that cannot solve its equations for one body leaves its block of 64 and all later ones as they were. */
TEST(free_flow_of_blocks) {
  const rgs_context *c = opened();
  enum { N = 200 };
  int tried = 0;
  for (int64_t r = 0; r < rgs_about_count(c, RGS_KIND_ROTOR); r++) {
    const rgs_about *about = rgs_about_at(c, RGS_KIND_ROTOR, r);
    double inertia[3 * N], l[3 * N], q[4 * N], before[4 * N];
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 3; k++) {
        inertia[3 * i + k] = 0.7 + 0.2 * k;
        l[3 * i + k] = 0.1 * (k + 1);
      }
      for (int k = 0; k < 4; k++) q[4 * i + k] = k == 0;
    }
    for (int k = 0; k < 3; k++) l[3 * 150 + k] *= 1e9; /* far beyond any convergence */
    memcpy(before, q, sizeof q);
    const rgs_status got = rgs_free_flow(about->name, N, 0.5, inertia, l, q, &err);
    if (about->claims & RGS_NEVER_FAILS) {
      STATUS(RGS_OK, got);
    } else if (got != RGS_OK) {
      SAME_INT(RGS_E_NOCONV, got);
      SAME_INT(150, err.body);
      TRUE(strstr(err.text, "body 150") != NULL && strstr(err.text, about->name) != NULL);
      for (int i = 0; i < 128; i++) TRUE(q[4 * i] != 1);
      SAME_BITS(before + 4 * 128, q + 4 * 128, 4 * (N - 128));
      tried++;
    }
  }
  if (rgs_about_find(c, RGS_KIND_ROTOR, "dmv2")) TRUE(tried > 0);
}

/* Legal bodies whose numbers multiply to more than a double can hold: `exact` once did not come back from
 * the first, and said RGS_OK to nan for the others. */
TEST(free_flow_far_from_one) {
  static const struct {
    double h, inertia[3], l[3], half_turn; /* about axis `axis`, at a constant rate */
    int axis;
  } flows[] = {
    { 1e132, { 1, 1, 1e-27 }, { 1e-136, 0, 0 }, 5e-5, 0 },
    { 1e180, { 1, 1.5, 2 }, { 0, 1e-100, 0 }, 0, -1 },
    { -1e150, { 2, 2, 1e-20 }, { 0, 4e-150, 0 }, -1, 1 },
    { 1e-130, { 2, 2, 1 }, { 0, 4e130, 0 }, 1, 1 },
  };
  for (size_t k = 0; k < COUNT(flows); k++) {
    double q[4] = { 1, 0, 0, 0 }, length2 = 0;
    alarm(20);
    STATUS(RGS_OK, rgs_free_flow("exact", 1, flows[k].h, flows[k].inertia, flows[k].l, q, NULL));
    alarm(0);
    for (int j = 0; j < 4; j++) length2 += q[j] * q[j];
    NEAR(1, length2, 1e-15);
    for (int j = 0; j < 3 && flows[k].axis >= 0; j++)
      NEAR(j == flows[k].axis ? sin(flows[k].half_turn) : 0, q[1 + j], 1e-15);
  }
  /* All momentum about an axis whose moment is too small to count: midpoint's numbers overflow. */
  const double inertia[3] = { 1, 1, 1e-70 }, l[3] = { 0.01, 0, 1e100 };
  double q[4] = { 1, 0, 0, 0 };
  STATUS(RGS_E_NOCONV, rgs_free_flow("midpoint", 1, 1, inertia, l, q, NULL));
  NEAR(1, q[0], 0);
}

TEST_MAIN(NULL, NULL)
