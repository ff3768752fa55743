/* SPDX-License-Identifier: BSD-3-Clause
 *
 * my_scheme.c - a module of somebody else's: one scheme, which is a table and no code.  It links
 * nothing; the library checks the table when it loads it.
 *
 *   cc -shared -fPIC -I include my_scheme.c -o my_scheme.so
 *   examples/studies/run.sh water_cluster --add ./my_scheme.so --methods exact/strang exact/example.suzuki4@4
 */
#include <rigidstep/module.h>

/* Five Strang steps, the middle one backward: p p 1-4p p p with p = 1/(4 - 4^(1/3)). */
#define P 0.41449077179437574
#define M (1 - 4 * P)
#define KICK(a)                                                                                    \
  { RGS_KICK, 0, a, 0 }
#define DRIFT(a)                                                                                   \
  { RGS_DRIFT, 0, a, 0 }
static const rgs_stage stages[] = { KICK(P / 2),       DRIFT(P), KICK(P),           DRIFT(P),
                                    KICK((P + M) / 2), DRIFT(M), KICK((P + M) / 2), DRIFT(P),
                                    KICK(P),           DRIFT(P), KICK(P / 2) };

static const rgs_about about = { .head = RGS_HEAD(rgs_about),
                                 .name = "example.suzuki4",
                                 .doc = "Suzuki's fourth-order composition of five Strang steps.",
                                 .cite = "10.1016/0375-9601(90)90962-N",
                                 .order = 4,
                                 .needs = RGS_EVAL_FORCE,
                                 .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM |
                                           RGS_BACKWARD | RGS_COMPOSED,
                                 .param_info_size = sizeof(rgs_param_info) };
static const rgs_scheme suzuki4 = { .head = RGS_HEAD(rgs_scheme),
                                    .about = &about,
                                    .stages = stages,
                                    .n_stages = sizeof stages / sizeof *stages,
                                    .stage_size = sizeof *stages };
static const rgs_scheme *const schemes[] = { &suzuki4, NULL };

RGS_MODULE = { .head = RGS_HEAD(rgs_module),
               .name = "example",
               .version = "1.0",
               .license = "BSD-3-Clause",
               .schemes = schemes };
