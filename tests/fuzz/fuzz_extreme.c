/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz_extreme.c - free flows of legal bodies far from ordinary units: numbers of every exponent a
 * double has, so that any product inside a rotor may over- or underflow.  Every rotor must come back
 * within the time limit, with RGS_OK only where the orientation is a unit quaternion, and must not
 * report input that the check has accepted as non-finite.
 *
 * The kernels of the environment variable RIGIDSTEP_KERNELS are tried; the counts are printed at the end.
 */
#include "fuzz.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct flow_input {
  double h, inertia[3], l[3], q[4];
} flow_input;

static rgs_context *context;
static struct { long flows, refused, unsolved, not_numbers, off_sphere, wrong_status; } counts;

/* ---- numbers from bytes ---------------------------------------------------------------------- */
typedef struct bytes {
  const uint8_t *data;
  size_t size;
} bytes;

static unsigned byte_of(bytes *b) {
  if (b->size == 0) return 0;
  b->size--;
  return *b->data++;
}

/* A power of two times 1 to 2, whose exponent lies `around` 0 at most as far as that, with a sign. */
static double number_of(bytes *b, int around) {
  const unsigned high = byte_of(b), low = byte_of(b), fraction = byte_of(b);
  const int exponent = (int)((high & 127) << 8 | low) % (2 * around + 1) - around;
  const double x = ldexp(1 + fraction / 256.0, exponent);
  return high & 128 ? -x : x;
}

/* All three alike, or spread over a range of exponents, or some of them 0. */
static void three_of(bytes *b, double scale, double out[3]) {
  for (int k = 0; k < 3; k++) {
    const unsigned how = byte_of(b);
    const double part = how % 8 < 3   ? number_of(b, 1)
                        : how % 8 < 5 ? number_of(b, 60)
                        : how % 8 < 6 ? number_of(b, 300)
                        : how % 8 < 7 ? 1 + how * 0x1p-52
                                      : 0;
    out[k] = scale * part;
  }
}

static int whole_range(bytes *b) {
  static const int around[] = { 1070, 700, 465, 440, 300, 100, 30, 3 };
  return around[byte_of(b) % 8];
}

/* The step belongs to the other numbers half of the time, so that the turn is one that can be told. */
static flow_input input_of(bytes *b) {
  flow_input in;
  const double moment = fabs(number_of(b, whole_range(b)));
  const double momentum = number_of(b, whole_range(b));
  three_of(b, moment, in.inertia);
  three_of(b, momentum, in.l);
  for (int k = 0; k < 3; k++) {
    in.inertia[k] = fmin(fabs(in.inertia[k]), 1.7976931348623157e308);
    in.l[k] = fmax(-1.7976931348623157e308, fmin(1.7976931348623157e308, in.l[k]));
  }
  const unsigned how = byte_of(b);
  in.h = number_of(b, how % 2 ? 20 : whole_range(b));
  if (how % 2) in.h = how % 4 == 1 ? in.h * moment / momentum : in.h * (moment / momentum);
  if (!isfinite(in.h)) in.h = 1e300;
  double norm = 0;
  for (int k = 0; k < 4; k++) {
    in.q[k] = how & 4 ? number_of(b, 1) : number_of(b, 300);
    norm = fmax(norm, fabs(in.q[k]));
  }
  double square = 0;
  for (int k = 0; k < 4; k++) square += in.q[k] / norm * (in.q[k] / norm);
  for (int k = 0; k < 4; k++) in.q[k] = in.q[k] / norm / sqrt(square);
  return in;
}

/* ---- a flow ---------------------------------------------------------------------------------- */
static void tell(const char *what, const char *rotor, const flow_input *in) {
  fprintf(stderr, "%s: %s h %a inertia %a %a %a l %a %a %a q %a %a %a %a\n", what, rotor, in->h,
          in->inertia[0], in->inertia[1], in->inertia[2], in->l[0], in->l[1], in->l[2], in->q[0],
          in->q[1], in->q[2], in->q[3]);
}

/* The flow that runs. */
static flow_input given;
#if !defined(RGS_LIBFUZZER) /* which has a time limit of its own */
enum { LIMIT = 5 };         /* seconds; a flow takes microseconds */
static const char *running;
static void too_long(int signal_number) {
  (void)signal_number;
  tell("no end in sight", running, &given);
  _Exit(1);
}
#endif

static void flow(const rgs_about *about, const flow_input *in) {
  double q[4];
  memcpy(q, in->q, sizeof q);
  const rgs_status got = rgs_free_flow(about->name, 1, in->h, in->inertia, in->l, q, NULL);
  counts.flows++;
  if (got == RGS_E_BODY) {
    counts.refused++;
  } else if (got == RGS_E_NOCONV && !(about->claims & RGS_NEVER_FAILS)) {
    counts.unsolved++;
  } else if (got != RGS_OK) {
    counts.wrong_status++;
    tell("a status that makes no sense", about->name, in);
  } else {
    const double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (isnan(length2)) {
      counts.not_numbers++;
      tell("nan with RGS_OK", about->name, in);
    } else if (!(fabs(length2 - 1) < 1e-14)) {
      counts.off_sphere++;
      tell("no unit quaternion with RGS_OK", about->name, in);
    }
  }
}

void fuzz_one(const uint8_t *data, size_t size) {
  if (!context) {
    fuzz_need(rgs_context_create(NULL, &context, NULL) == RGS_OK, "context");
#if !defined(RGS_LIBFUZZER)
    signal(SIGALRM, too_long);
#endif
  }
  bytes b = { data, size };
  given = input_of(&b);
  for (int64_t r = 0; r < rgs_about_count(context, RGS_KIND_ROTOR); r++) {
    const rgs_about *about = rgs_about_at(context, RGS_KIND_ROTOR, r);
#if !defined(RGS_LIBFUZZER)
    running = about->name;
    alarm(LIMIT);
#endif
    flow(about, &given);
  }
#if defined(RGS_LIBFUZZER)
  fuzz_need(counts.not_numbers + counts.off_sphere + counts.wrong_status == 0, "sound results");
#endif
}

size_t fuzz_make(uint64_t *random, long i, uint8_t *piece, size_t room) {
  (void)i;
  size_t size = 0;
  while (size + 8 <= room && size < 64) {
    const uint64_t mixed = fuzz_next(random), more = mixed ^ mixed >> 32;
    memcpy(piece + size, &more, 8);
    size += 8;
  }
  return size;
}

void fuzz_end(void) {
  printf("counted: %ld extreme free flows, of which %ld bodies refused, %ld without a solution\n",
         counts.flows, counts.refused, counts.unsolved);
  alarm(0);
  printf("%ld nan, %ld off the sphere, %ld wrong statuses\n", counts.not_numbers, counts.off_sphere,
         counts.wrong_status);
  fuzz_need(counts.not_numbers + counts.off_sphere + counts.wrong_status == 0,
            "every flow ended, with a unit quaternion or a reason");
  rgs_context_destroy(context);
}
