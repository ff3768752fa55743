/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_rewind.c - a step that is broken off, that fails or that is done begins again from the same bits,
 * and its end is bitwise identical to the end without going back.
 */
#include "contract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int64_t KEYS[IN_ORDER] = { 5, 3, 8, 1, 9, 2, 7, 4, 0, 11, 6, 10 };

/* One rank, two, and gradients that the library forms. */
enum { ALONE, TWO_RANKS, FORMED, ALL = 1000 };

/* With two ranks the other has the same bodies, so each sum is twice this one's. */
static rig *open_rig(rgs_context *context, const rgs_method *method, const start *bodies, int64_t n,
                     int variant, uint32_t flags) {
  rig *r = rig_open(context, method, bodies, n, BY_BODY,
                    variant == FORMED ? PAIR_FORCES_ALONE : PAIR_FORCES);
  r->host.ranks = variant == TWO_RANKS ? 2 : 1;
  r->host.flags = flags;
  r->host.provides |= RGS_EVAL_REDUCTION;
  if (variant == TWO_RANKS) r->view.tag = KEYS;
  rig_restart(r, method);
  return r;
}

static void answer(rig *r, rgs_eval *request) {
  for (uint32_t k = 0; request->what == RGS_EVAL_REDUCTION && k < request->n_sum; k++)
    request->sum[k] *= 2;
  if (request->what != RGS_EVAL_REDUCTION) (void)r->host.eval(r, request, &r->view);
}

/* Answers so many requests of a step, and then either stops or writes a force that is not finite. */
static rgs_status step(rig *r, double h, int requests, bool spoils) {
  rgs_eval request = RGS_EVAL_INIT;
  rgs_status status = RGS_OK;
  for (int k = 0;; k++) {
    status = rgs_stepper_advance(r->stepper, h, &request, &r->error);
    if (status != RGS_NEED_EVAL || (k >= requests && !spoils)) return status;
    answer(r, &request);
    if (k >= requests) RGS_AT(r->view.f, 0, 1) = NAN;
  }
}

typedef struct block {
  char *bytes;
  size_t size;
} block;

static block saved(rig *r) {
  block b = { NULL, 0 };
  (void)rgs_stepper_save(r->stepper, NULL, &b.size, &r->error);
  b.bytes = calloc(1, b.size);
  must(rgs_stepper_save(r->stepper, b.bytes, &b.size, &r->error), "rgs_stepper_save", &r->error);
  return b;
}

static bool is_at(rig *r, block want) {
  const block got = saved(r);
  const bool same = got.size == want.size && memcmp(got.bytes, want.bytes, got.size) == 0;
  free(got.bytes);
  return same;
}

static bool goes_back(rig *r, block begin) {
  must(rgs_stepper_rewind(r->stepper, &r->error), "rgs_stepper_rewind", &r->error);
  return is_at(r, begin);
}

typedef struct found {
  int places;
  bool same, fails;
} found;

static void go_back(found *out, rgs_context *context, const rgs_method *method, const start *bodies,
                    int64_t n, double h, int variant) {
  rig *plain = open_rig(context, method, bodies, n, variant, 0);
  rig *r = open_rig(context, method, bodies, n, variant, RGS_HOST_REWINDS);
  must(step(plain, h, ALL, false), "a step", &plain->error);
  must(step(r, h, ALL, false), "a step", &r->error);
  const block begin = saved(plain);
  must(step(plain, h, ALL, false), "a step", &plain->error);
  const block end = saved(plain);
  bool same = is_at(r, begin);
  for (int k = 0; step(r, h, k, false) == RGS_NEED_EVAL; k++, out->places++) {
    same = goes_back(r, begin) && same;
    (void)step(r, 0.5 * h, k, false); /* another step may be tried */
    same = goes_back(r, begin) && same;
  }
  same = is_at(r, end) && goes_back(r, begin) && same;
  (void)step(r, h, 0, true); /* fire looks at it in the next step only */
  out->fails = goes_back(r, begin) && out->fails;
  must(step(r, h, ALL, false), "a step", &r->error);
  /* One that is refused before it begins takes nothing back. */
  same = is_at(r, end) && rig_run(r, h, -1) == RGS_E_ARG && goes_back(r, end) && same;
  out->same = same && out->same;
  free(begin.bytes), free(end.bytes);
  rig_close(plain), rig_close(r);
}

void report_rewind(rgs_context *context, const rgs_method *method, const char *name,
                   const start *bodies, int64_t n, double h) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  must(rgs_method_describe(method, &info, &error), "rgs_method_describe", &error);
  found f = { 0, true, true };
  go_back(&f, context, method, bodies, n, h, ALONE);
  if (info.needs & RGS_EVAL_REDUCTION) go_back(&f, context, method, bodies, n, h, TWO_RANKS);
  if (info.needs & RGS_EVAL_GRADIENT) go_back(&f, context, method, bodies, n, h, FORMED);
  char remark[80];
  snprintf(remark, sizeof remark, "same bits from the beginning again, at each of %d requests",
           f.places);
  report_fact(name, "goes back in a step", f.same && f.places > 0, remark);
  report_fact(name, "goes back after a fault", f.fails, "a force that is nan");
}
