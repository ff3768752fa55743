/* SPDX-License-Identifier: BSD-3-Clause
 *
 * method.h - what a module supplies: rotors (free rotation), schemes (how free flight and kicks
 * alternate) and integrators (anything that is not rotor x scheme).  All are constants.
 */
#ifndef RIGIDSTEP_METHOD_H
#define RIGIDSTEP_METHOD_H
#include "bodies.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parameters: declared as data, so that they enumerate, check and print themselves ------- */
enum { RGS_F64 = 1, RGS_I64 = 2, RGS_BOOL = 3 };
typedef struct rgs_param_info {
  const char *key, *unit, *doc;   /* key [a-z0-9_]+; unit "" when dimensionless                  */
  uint32_t    type;               /* RGS_F64: double, RGS_I64 and RGS_BOOL: int64_t              */
  uint32_t    offset;             /* of that double or int64_t in the method's block             */
  double      min, max, dflt;     /* min <= dflt <= max, all finite                              */
} rgs_param_info;

/* ---- claims (each is tested; unknown bits are ignored) and needs (unknown bits are refused) - */
enum {
  RGS_SYMPLECTIC     = 1u << 0,
  RGS_SYMMETRIC      = 1u << 1,   /* a step of h, then of -h, is the identity                    */
  RGS_KEEPS_ENERGY   = 1u << 2,   /* of free flight, to rounding                                 */
  RGS_KEEPS_MOMENTUM = 1u << 3,   /* angular momentum in space of free flight                    */
  RGS_BACKWARD       = 1u << 4,   /* some stage goes back in time                                */
  RGS_COMPOSED       = 1u << 5,   /* scheme: a symmetric composition of Strang steps             */
  RGS_NEVER_FAILS    = 1u << 6    /* rotor: flow succeeds for all finite input, so the caller    */
                                  /* need not keep a copy of the attitudes                       */
};
enum { RGS_EVAL_FORCE = 1u << 0, RGS_EVAL_ENERGY = 1u << 1, RGS_EVAL_GRADIENT = 1u << 2 };
#define RGS_EXACT 0xffffu         /* order of a rotor without any time-step error                */

/* What every method says of itself. */
typedef struct rgs_about {
  rgs_head    head;
  const char *name;               /* [a-z0-9_]+, the literature's; third parties "vendor.name"   */
  const char *doc;                /* one sentence                                                */
  const char *cite;               /* DOI, or where there is none the reference                   */
  uint32_t    order;              /* >= 1, or RGS_EXACT                                          */
  uint32_t    claims, needs;      /* RGS_SYMPLECTIC.., RGS_EVAL_*                                */
  uint32_t    n_params;
  const rgs_param_info *params;
  uint32_t    param_info_size;    /* sizeof(rgs_param_info)                                      */
  uint32_t    params_size;        /* bytes of the block the parameters lie in                    */
} rgs_about;

/* ---- outputs: numbers a method tells beyond the state it moves; declared as data as well ------ */
enum {
  RGS_OUTPUT_PER_BODY = 1u << 0,  /* components for every body, body after body; else one set    */
  RGS_OUTPUT_SUM      = 1u << 1   /* a sum over bodies: add up what several ranks tell           */
};
typedef struct rgs_output_info {
  const char *key, *unit, *doc;   /* key [a-z0-9_]+, of third parties "vendor.key"; unit in the  */
                                  /* host's, such as "energy"                                    */
  uint32_t    components;         /* 1 .. 16                                                     */
  uint32_t    flags;              /* RGS_OUTPUT_*                                                */
  uint32_t    lag;                /* the value belongs to the state this many steps ago; of an   */
                                  /* integrator's output that is for the integrator to see to    */
  uint32_t    size;               /* of the struct, where the library hands one out; 0 elsewhere */
} rgs_output_info;

/* ---- rotor: the free rotation.  Body i's result depends on body i alone, bit for bit: not on
 * n, the order, addresses, strides, or its neighbours. -------------------------------------- */
typedef struct rgs_flow {         /* one call: n bodies turn freely for the time h               */
  rgs_head      head;
  int64_t       n;
  double        h;                /* any finite value                                            */
  const void   *params;           /* the block described by rgs_about                            */
  const double *prepared;         /* rgs_rotor.prepared doubles a body, body after body          */
  rgs_column    inertia, l;       /* 3 3, read only; inertia > 0, or 0 for an axis without spin  */
  rgs_column    q;                /* 4, in and out; comes in with |q| = 1 to 1e-6                */
} rgs_flow;

typedef struct rgs_rotor {
  rgs_head         head;
  const rgs_about *about;
  rgs_status     (*flow)(const rgs_flow *call, int64_t *bad);                        /* [step] */
                                  /* on failure *bad is the body's index; the caller puts the    */
                                  /* attitudes back                                              */
  void           (*prepare)(const void *params, int64_t n, const rgs_column *inertia,
                            double *prepared);      /* [step] or null; from the inertia alone    */
  uint32_t         prepared;      /* doubles a body that prepare writes                          */
  uint32_t         reserved0;
  uint32_t       (*order)(const void *params);  /* [any] or null: of a rotor whose order depends */
                                  /* on a parameter; about->order is that of the defaults        */
} rgs_rotor;

/* ---- scheme: pure data.  A scheme has no code, so that only the library can give a parameter of it
 * a meaning.  It knows `s` (below) and, of a single Strang step, the switches `refined` and `shadow`
 * (RGS_BOOL, 0 if not set) for the outputs refined_energy and shadow_energy; others are refused.
 * A kick uses forces at the current x and q; where they are stale the
 * stepper asks for them, so a kick that ends a step shares its forces with the next one.
 * A table is refused unless it meets the order conditions of about->order; those that suffice for
 * kinetic energy quadratic in the momenta and forces free of these (Nystroem's) will do. -------- */
enum {
  RGS_DRIFT = 1,                  /* free flight for a*h                                         */
  RGS_KICK = 2,                   /* p += a h f, l += a h tau                                    */
  RGS_KICK_GRADIENT = 3           /* p += a h f - 2 c h^3 gf, l alike: kick by a U + c h^2 V,    */
                                  /* V = sum f.f/m + tau.J^-1 tau.  Where the host has no        */
                                  /* gradient it is formed from forces at a displaced point; the */
                                  /* parameter "s" (0 < s <= 1), which a table with such kicks   */
                                  /* may declare, tells how far out: s times the full way; 1/16  */
                                  /* if it declares none                                         */
};
typedef struct rgs_stage {
  uint32_t op, reserved0;
  double   a, c;
} rgs_stage;
typedef struct rgs_scheme {
  rgs_head         head;
  const rgs_about *about;
  const rgs_stage *stages;
  uint32_t         n_stages;
  uint32_t         stage_size;    /* sizeof(rgs_stage)                                           */
  const rgs_stage *pre;           /* or null: processor.  Done once before the first step; its   */
  uint32_t         n_pre;         /* inverse (the rows backwards with opposite signs) wherever   */
  uint32_t         reserved0;     /* output is wanted.  Then order is that of pre, stages,       */
                                  /* inverse of pre.                                             */
} rgs_scheme;

/* ---- integrator: anything else (implicit, multi-rate, other models) ------------------------- */
typedef struct rgs_turn {         /* one call: go on until forces are needed or the step ends    */
  rgs_head        head;
  double          h;
  double          time;           /* at the start of the step                                    */
  double          energy;         /* potential energy, if it was asked for; mass*length^2/time^2 */
  const void     *params;
  void           *cursor;         /* place inside the step, aligned for any type; all zero at    */
                                  /* the start of a step; null if cursor_size is 0               */
  const rgs_view *bodies;
  double          force_scale;    /* multiply f and tau with it                                  */
  uint32_t        fresh;          /* in: RGS_EVAL_* that hold at the current x and q; out: what  */
                                  /* still holds                                                 */
  uint32_t        want;           /* out, with RGS_NEED_EVAL: RGS_EVAL_* to evaluate             */
  double          want_time;      /* out, with RGS_NEED_EVAL: time of that configuration         */
} rgs_turn;
typedef struct rgs_flaw {         /* why a state is none of the model's                          */
  rgs_head    head;
  int64_t     body;
  const char *what;               /* static text, such as "|w.d3| / |w|"                         */
  double      value, most;        /* found and allowed                                           */
} rgs_flaw;
typedef struct rgs_integrator {
  rgs_head         head;
  const rgs_about *about;
  rgs_status     (*advance)(rgs_turn *turn, int64_t *bad);                           /* [step] */
                                  /* RGS_NEED_EVAL, RGS_OK at the end of the step, or a failure  */
                                  /* with *bad the body's index; forces and torques that are not */
                                  /* finite it refuses itself (RGS_E_NONFINITE).  A failure is   */
                                  /* that, RGS_E_NOCONV or RGS_E_BODY.  Number and order of      */
                                  /* requests must not depend on the bodies: other ranks follow  */
                                  /* them too                                                    */
  uint32_t         carry;         /* doubles per body that travel with the body                  */
  uint32_t         cursor_size;   /* bytes; plain old data                                       */
  rgs_status     (*check)(const rgs_turn *turn, rgs_flaw *flaw);             /* [step] or null */
                                  /* does the state obey the model's constraints?  RGS_E_BODY    */
                                  /* and *flaw if not; asked when a host bound new bodies        */
  rgs_status     (*project)(const rgs_turn *turn, double *moved, rgs_flaw *flaw);
                                  /* [step] or null.  Puts the state on the constraints; *moved: */
                                  /* the largest change of any body, relative to its momentum    */
  rgs_status     (*output)(const rgs_turn *turn, uint32_t index, double *values); /* [step] */
                                  /* output number index of the list, at the current state, all  */
                                  /* components, of all bodies if per body; or null if the list  */
                                  /* is empty.  RGS_E_ORDER: not known at this moment            */
  const rgs_output_info *outputs;
  uint32_t         n_outputs;
  uint32_t         output_info_size; /* sizeof(rgs_output_info)                                  */
} rgs_integrator;

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_METHOD_H */
