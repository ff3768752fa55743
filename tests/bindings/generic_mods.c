/* SPDX-License-Identifier: BSD-3-Clause
 *
 * generic_mods.c - files that are nearly, or not at all, what rigidstep_load.h expects.  One file a
 * definition:
 *   MOD_OTHER_MAJOR   the right symbol, but its head names another major version
 *   MOD_OTHER_SYMBOL  the symbol of version 1.2
 *   MOD_NO_TABLE      a shared object that has nothing to do with rigidstep
 *   MOD_EMPTY         a head that leaves no room for a single call
 *   MOD_OLDER         an older minor version: its table ends in the middle
 *   MOD_HOLE          a table with a null in it
 *   MOD_NEWER         a newer minor version: its table goes on after the last call known here
 */
#include "rigidstep_load.h"

#if defined(MOD_NO_TABLE)
RGS_EXPORT extern const int something_else;
const int something_else = 1;
#else

static uint32_t abi(void) { return 0x0000beefu; }
static const char *version(void) { return "1.0 fake"; }
static const char *status_text(rgs_status s) { return s == 0 ? "fake" : "other"; }
static rgs_status free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                            const double *l, double *q, rgs_error *error) {
  (void)rotor;
  (void)n;
  (void)h;
  (void)inertia;
  (void)l;
  (void)q;
  (void)error;
  return 42;
}
#if !defined(MOD_OLDER)
static rgs_status step(rgs_stepper *s, double h, int64_t n, rgs_error *error) {
  (void)s;
  (void)h;
  (void)error;
  return (rgs_status)(n + 1000);
}
#endif

#if defined(MOD_OLDER)
/* Its memory ends where its size says: reading on would be reading something else. */
typedef struct older {
  rgs_head head;
  uint32_t (*abi)(void);
  const char *(*version)(void);
  const char *(*status_text)(rgs_status);
  rgs_status (*free_flow)(const char *, int64_t, double, const double *, const double *, double *,
                          rgs_error *);
} older;
RGS_EXPORT extern const older rgs_generic_v2;
const older rgs_generic_v2 = { RGS_HEAD(older), abi, version, status_text, free_flow };

#else
typedef struct newer {
  rgs_generic known;
  void (*unknown)(void);
} newer;
#if defined(MOD_OTHER_MAJOR)
#define HEAD sizeof(rgs_generic), ((RGS_ABI_MAJOR + 1) << 16) | 2u
#elif defined(MOD_OTHER_SYMBOL)
#define rgs_generic_v2 rgs_generic_v1
#define HEAD sizeof(rgs_generic), (1u << 16) | 2u
#elif defined(MOD_EMPTY)
#define HEAD sizeof(rgs_head), RGS_ABI
#elif defined(MOD_HOLE)
#define HEAD sizeof(rgs_generic), RGS_ABI
#elif defined(MOD_NEWER)
#define HEAD sizeof(newer), RGS_ABI + 1
#endif
RGS_EXPORT extern const newer rgs_generic_v2;
const newer rgs_generic_v2 = { .known = { { HEAD },
                                          .rgs_abi = abi,
                                          .rgs_version = version,
                                          .rgs_status_text = status_text,
                                          .rgs_free_flow = free_flow,
                                          .rgs_stepper_run = step } };
#endif
#endif /* MOD_NO_TABLE */
