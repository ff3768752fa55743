/* SPDX-License-Identifier: BSD-3-Clause
 *
 * method.h - what a module supplies: rotors (free rotation), schemes (how free flight and kicks
 * alternate), integrators (anything that is not rotor x scheme) and thermostats.  All are
 * constants.
 */
#ifndef RIGIDSTEP_METHOD_H
#define RIGIDSTEP_METHOD_H
#include "bodies.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parameters ------------------------------------------------------------------------------ */
/* Types of a parameter.  RGS_F64 is stored as a double, RGS_I64 and RGS_BOOL as an int64_t. */
enum { RGS_F64 = 1, RGS_I64 = 2, RGS_BOOL = 3 };

/* A parameter is declared as data, so that the library can list, check and print it. */
typedef struct rgs_param_info {
  const char *key;       /* [a-z0-9_]+ */
  const char *unit;      /* "" if it has none */
  const char *doc;       /* one sentence */
  uint32_t type;         /* RGS_F64, RGS_I64 or RGS_BOOL */
  uint32_t offset;       /* of that double or int64_t in the memory of the parameters */
  double min, max, dflt; /* range and default; finite, min <= dflt <= max */
  uint32_t flags;        /* RGS_PARAM_*; 0 for parameters of rotors and schemes */
  uint32_t reserved0;
} rgs_param_info;
enum {
  RGS_PARAM_REQUIRED = 1u << 0, /* there is no default: a method without it is refused */
  RGS_PARAM_RAMPS = 1u << 1,    /* of a thermostat or barostat: rgs_stepper_set_param changes it */
  RGS_PARAM_ABOVE_MIN = 1u << 2 /* the value must be larger than min; min itself is refused */
};

/* Kinds of methods. */
enum {
  RGS_KIND_ROTOR = 1,
  RGS_KIND_SCHEME = 2,
  RGS_KIND_INTEGRATOR = 3,
  RGS_KIND_THERMOSTAT = 4, /* constant temperature, or friction */
  RGS_KIND_BAROSTAT = 5    /* constant pressure; built in only */
};

/* The value of one parameter. */
typedef struct rgs_param {
  const char *key;
  const char *text; /* the value as text; null: `value` counts */
  double value;
  /* RGS_KIND_*: it is meant for this part of the method; 0: for each part that declares the key. */
  uint32_t kind, reserved0; /* reserved0: 0 */
} rgs_param;
#define RGS_PARAM_INIT                                                                             \
  { NULL, NULL, 0.0, 0, 0 }

/* ---- what every method says of itself -------------------------------------------------------- */
/* Claims.  rigidstep-contract tests each of them.  A reader ignores bits that it does not know.
 * For a scheme the library drops RGS_KEEPS_ENERGY and RGS_NEVER_FAILS, which a table cannot
 * promise, and sets RGS_BACKWARD if a drift goes back in time. */
enum {
  RGS_SYMPLECTIC = 1u << 0,
  RGS_SYMMETRIC = 1u << 1,      /* a step of h followed by a step of -h is the identity */
  RGS_KEEPS_ENERGY = 1u << 2,   /* free flight conserves the energy to rounding */
  RGS_KEEPS_MOMENTUM = 1u << 3, /* free flight conserves the angular momentum in space */
  RGS_BACKWARD = 1u << 4,       /* some stage goes back in time */
  RGS_COMPOSED = 1u << 5,       /* scheme: a symmetric composition of Strang steps */
  /* rotor: flow succeeds for all finite input, so the caller need not keep a copy of the
   * orientations */
  RGS_NEVER_FAILS = 1u << 6,
  /* scheme: between steps the columns have transformed variables; call rgs_stepper_process before
   * you read them */
  RGS_PROCESSED = 1u << 7,
  /* integrator: it looks for a minimum of the potential energy.  It follows no motion, so its order
   * has no meaning */
  RGS_RELAXES = 1u << 8,
  /* integrator, method with a thermostat, barostat: its steps draw random numbers, and its order is
   * of averages.  If the numbers depend on tags (a barostat's do not), tags are checked */
  RGS_RANDOM = 1u << 9,
  /* scheme: it has stages RGS_THERMOSTAT and needs a thermostat; the library sets this claim */
  RGS_PLACES_THERMOSTAT = 1u << 10
};

/* What a method needs evaluated.  A reader refuses bits that it does not know. */
enum {
  RGS_EVAL_FORCE = 1u << 0,
  RGS_EVAL_ENERGY = 1u << 1,
  RGS_EVAL_GRADIENT = 1u << 2,
  RGS_EVAL_REDUCTION = 1u << 3, /* sums over all ranks; not asked of a host that says ranks = 1 */
  RGS_EVAL_VIRIAL = 1u << 4     /* the molecular virial of the forces, together with them */
};

/* Order of a rotor, thermostat or barostat without any time-step error. */
#define RGS_EXACT 0xffffu

typedef struct rgs_about {
  rgs_head head;
  const char *name; /* [a-z0-9_]+, as in the literature; a module's are "vendor.name" */
  const char *doc;  /* one sentence */
  const char *cite; /* the DOI, or the reference if it has none */
  uint32_t order;   /* >= 1, or RGS_EXACT */
  uint32_t claims;  /* RGS_SYMPLECTIC ..; 0 for a thermostat */
  uint32_t needs;   /* RGS_EVAL_* */
  uint32_t n_params;
  const rgs_param_info *params;
  uint32_t param_info_size; /* sizeof(rgs_param_info) */
  uint32_t params_size;     /* bytes of the memory that holds the parameters */
} rgs_about;

/* ---- outputs --------------------------------------------------------------------------------- */
/* Numbers that a method reports beyond the state; they are declared as data as well. */
enum {
  RGS_OUTPUT_PER_BODY = 1u << 0, /* `components` numbers for every body, body after body */
  RGS_OUTPUT_SUM = 1u << 1       /* a sum over bodies: add what several ranks report */
};
typedef struct rgs_output_info {
  rgs_head head;       /* the library writes it; in a module's list it may be 0 */
  const char *key;     /* [a-z0-9_]+; a module's are "vendor.key" */
  const char *unit;    /* in the host's units, such as "energy" */
  const char *doc;     /* one sentence */
  uint32_t components; /* 1 to 16 */
  uint32_t flags;      /* RGS_OUTPUT_* */
  uint32_t lag;        /* the value belongs to the state this many steps ago; for its own outputs an
                          integrator computes it so */
  uint32_t reserved0;
} rgs_output_info;

/* ---- rotor: the free rotation ---------------------------------------------------------------- */
/* One call of a rotor: n bodies rotate freely for the time h. */
typedef struct rgs_flow {
  rgs_head head;
  int64_t n;
  double h;               /* any finite value */
  const void *params;     /* the parameters, as rgs_about lays them out */
  const double *prepared; /* rgs_rotor.prepared doubles for each body, body after body */
  rgs_column inertia;     /* 3, read only; > 0, or 0 for an axis without spin */
  rgs_column l;           /* 3, read only; angular momentum in the space frame */
  rgs_column q;           /* 4, in and out; comes in with |q| = 1 to 1e-6 */
} rgs_flow;

/* The result of body i depends on body i alone, bit for bit: not on n, the order, addresses,
 * strides or other bodies. */
typedef struct rgs_rotor {
  rgs_head head;
  const rgs_about *about;

  /* [step] Rotates the bodies of the call.  On failure *bad is the index of the body, and the
   * caller restores the orientations. */
  rgs_status (*flow)(const rgs_flow *call, int64_t *bad);

  /* [step] Or null.  Writes the constants of each body that flow reads.  They depend on the inertia
   * only. */
  void (*prepare)(const void *params, int64_t n, const rgs_column *inertia, double *prepared);
  uint32_t prepared; /* number of doubles per body that prepare writes */
  uint32_t reserved0;

  /* [any] Or null.  Order of a rotor whose order depends on a parameter.  about->order is the order
   * with the default parameters. */
  uint32_t (*order)(const void *params);
} rgs_rotor;

/* ---- scheme: pure data ----------------------------------------------------------------------- */
/* Operations of a stage.  A kick uses the forces at the current x and q.  Where they are out of
 * date the stepper asks for them, so a kick that ends a step shares its forces with the next
 * step. */
enum {
  RGS_DRIFT = 1, /* free flight for the time a h */
  RGS_KICK = 2,  /* p += a h f, l += a h tau */

  /* p += a h f - 2 c h^3 gf, l += a h tau - 2 c h^3 gtau.  This is a kick by the potential
   * a U + c h^2 V with V = sum f.f/m + tau.J^-1 tau, whose force is -grad V = -2 gf.
   *   Mind the sign: c is the coefficient of the potential V.  Papers that write the kick as
   * f + .. grad(f.f) state the coefficient of a force, which has the opposite sign: +1/72 in Chin's
   * scheme 4A is c = -1/72 here.
   *   Where the host has no gradient the library forms it from forces at a displaced point.  The
   * parameter "s" (0 < s <= 1), which a table with such kicks may declare, says how far the point
   * is displaced: s times the full displacement, 1/16 if the table declares no "s". */
  RGS_KICK_GRADIENT = 3,

  /* The thermostat acts for the time a h.  A scheme with such stages places the thermostat itself,
   * and needs one (rgs_method_create).  The numbers a of these stages must add up to 1. */
  RGS_THERMOSTAT = 4
};
typedef struct rgs_stage {
  uint32_t op, reserved0;
  double a, c; /* c must be 0, except for RGS_KICK_GRADIENT */
} rgs_stage;

/* A scheme has no code, so only the library can give a parameter of a scheme a meaning.  It knows
 * `s` (above); others are refused.
 *   A table is refused unless it meets the order conditions of about->order.  Nystroem's conditions
 * suffice: for a kinetic energy quadratic in the momenta, and forces that do not depend on them.
 * Both sides of a condition must agree to 64 * 2.2e-16 times the sum of the sizes of its terms, and
 * never worse than 1e-8.  So write coefficients with 17 digits.  The error names the condition that
 * fails, and by how much. */
typedef struct rgs_scheme {
  rgs_head head;
  const rgs_about *about;
  const rgs_stage *stages;
  uint32_t n_stages;
  uint32_t stage_size; /* sizeof(rgs_stage) */

  /* Processor, or null.  It is applied once before the first step; its inverse (the stages in
   * reverse order with opposite signs) is applied wherever output is wanted (rgs_stepper_process).
   * Then about->order is the order of pre, stages and inverse of pre together. */
  const rgs_stage *pre;
  uint32_t n_pre;
  uint32_t reserved0;
} rgs_scheme;

/* ---- integrator: anything else (implicit, multi-rate, other models) -------------------------- */
/* An integrator may ask for at most RGS_STEP_CALL_SUMS sums over ranks.  The library adds numbers
 * of its own, which show whether the host sums; so the host gets at most RGS_MOST_SUMS. */
enum { RGS_MOST_SUMS = 32, RGS_STEP_CALL_SUMS = 28 };

/* One call of an integrator: continue until forces are needed or the step ends. */
typedef struct rgs_step_call {
  rgs_head head;
  double h;           /* the time step */
  double time;        /* at the start of the step */
  double energy;      /* potential energy, if it was asked for, in mass * length^2 / time^2 */
  const void *params; /* the parameters, as rgs_about lays them out */
  /* The integrator's place inside the step: cursor_size bytes aligned for any type, all zero at the
   * start of a step.  Null if cursor_size is 0. */
  void *cursor;
  const rgs_view *bodies; /* the integrator writes x, p, q, l and aux */
  double force_scale;     /* multiply f and tau by it */
  uint32_t valid;   /* in: RGS_EVAL_* that hold at the current x and q; out: what still holds */
  uint32_t want;    /* out, with RGS_NEED_EVAL: RGS_EVAL_* to evaluate */
  double want_time; /* out, with RGS_NEED_EVAL: time of that configuration */

  /* Sums over the ranks of the host, for an integrator whose table needs RGS_EVAL_REDUCTION.  To
   * ask, write this rank's numbers, without ghosts, into `sum`, and how many into n_sum.  Then
   * return RGS_NEED_EVAL with want = RGS_EVAL_REDUCTION alone.  At the next call n_sum is the same,
   * and `sum` has the sums; at all other calls n_sum is 0.  With one rank the library makes the
   * next call at once.
   *   A number that is not finite ends the step on all ranks with RGS_E_NONFINITE.  So you need not
   * check forces before you ask for sums. */
  double *sum; /* room for RGS_STEP_CALL_SUMS */
  uint32_t n_sum;
  uint32_t reserved0;
  /* The integrator's state from step to step: state_size bytes aligned for any type, all zero at
   * first and after a swap.  A block of rgs_stepper_save has them, one of rgs_stepper_save_ensemble
   * does not.  Null if state_size is 0. */
  void *state;
  uint64_t step; /* number of steps that were begun before this one; noise depends on it */
} rgs_step_call;

/* Which body does not obey the model of an integrator, and why. */
typedef struct rgs_violation {
  rgs_head head;
  int64_t body;
  const char *what;   /* static text, such as "|w.d3| / |w|" */
  double value, most; /* the value found, and the largest that is allowed */
} rgs_violation;

typedef struct rgs_integrator {
  rgs_head head;
  const rgs_about *about;

  /* [step] Returns RGS_NEED_EVAL, or RGS_OK at the end of the step.  If it fails, it returns
   * RGS_E_NOCONV, RGS_E_BODY or RGS_E_NONFINITE, with the index of the body in *bad.  It checks
   * forces and torques itself.  All ranks must make the same requests in the same order, so these
   * must not depend on the rank's bodies. */
  rgs_status (*advance)(rgs_step_call *call, int64_t *bad);
  uint32_t aux;         /* number of doubles per body that travel with the body */
  uint32_t cursor_size; /* bytes; plain old data */
  uint32_t state_size;  /* bytes that outlive a step; plain old data */
  uint32_t flags;       /* 0 */

  /* [step] Or null.  Returns RGS_OK if the state obeys the model's constraints, else RGS_E_BODY and
   * *violation.  It is called after a host bound new bodies. */
  rgs_status (*check)(const rgs_step_call *call, rgs_violation *violation);

  /* [step] Or null.  Moves the state onto the constraints.  *moved is the largest relative change
   * of any body's momentum. */
  rgs_status (*project)(const rgs_step_call *call, double *moved, rgs_violation *violation);

  /* [step] Or null if there are no outputs.  Writes all components of outputs[index] for the
   * present state; with RGS_OUTPUT_PER_BODY, for all bodies.  If they are not known now, it returns
   * RGS_E_ORDER. */
  rgs_status (*output)(const rgs_step_call *call, uint32_t index, double *values);
  const rgs_output_info *outputs;
  uint32_t n_outputs;
  uint32_t output_info_size; /* sizeof(rgs_output_info) */
} rgs_integrator;

/* ---- thermostat: what exchanges heat with the bodies ----------------------------------------- */
/* One call of a thermostat: it acts for the time h. */
typedef struct rgs_thermostat_call {
  rgs_head head;
  double h;       /* >= 0 */
  double time;    /* at which the thermostat acts */
  uint64_t step;  /* number of steps that were begun before this one; noise depends on it */
  uint32_t visit; /* 0, 1, ..: how often it has acted in this step before; noise depends on it */
  uint32_t reserved0;
  const void *params; /* the parameters, as rgs_about lays them out, with the values at this time */
  /* The thermostat's state: state_size bytes, all zero at first and in every save.  It must be the
   * same on all ranks, so keep nothing in it that belongs to a body or a rank. */
  void *state;
  const rgs_view *bodies;

  /* Kinetic energies in mass * length^2 / time^2, and degrees of freedom.
   *   scale  gets the sums over the thermostatted bodies of all ranks.
   *   act    may write the energies of this rank's thermostatted bodies without ghosts, after it
   *          acted.  They come in as NaN; if it leaves them so, the library computes them. */
  double kinetic_translation, kinetic_rotation;
  double freedom_translation, freedom_rotation;

  /* scale writes the factors of the momenta and of the angular momenta. */
  double scale_translation, scale_rotation;
  /* act writes the kinetic energy that this rank's thermostatted bodies gained, without ghosts. */
  double heat;
} rgs_thermostat_call;

/* A thermostat either scales, by the same factors on all ranks, or acts on each body by itself.
 * Its claims are 0.  The library knows one parameter, if the table declares it: `kt`, the
 * temperature that the bodies get, which rigidstep-contract tests.  Later versions give others a
 * meaning only if a flag of rgs_thermostat asks for it. */
typedef struct rgs_thermostat {
  rgs_head head;
  const rgs_about *about;

  /* [step] Exactly one of the two is not null.  They return RGS_OK or RGS_E_NONFINITE.
   *   scale  computes scale_translation and scale_rotation from the kinetic energies.  They must be
   *          the same on all ranks, bit for bit, so noise depends on seed, step and visit alone.
   *   act    changes p and l of the thermostatted bodies, ghosts too.  What body i gets depends on
   *          this body, its tag, seed, step and visit alone, bit for bit.  If it fails, *bad is the
   *          index of the body. */
  rgs_status (*scale)(rgs_thermostat_call *call);
  rgs_status (*act)(rgs_thermostat_call *call, int64_t *bad);

  /* [step] Or null; null with act.  Returns the energy of the thermostat's own variables for the
   * whole system: its sum with the bodies' energy is conserved.  If it is null, the bodies' energy
   * minus the heat is conserved.  The call states time, step (here of all steps that were begun),
   * params, state, bodies and the degrees of freedom; its other fields are 0. */
  double (*energy)(const rgs_thermostat_call *call);

  uint32_t state_size; /* bytes; plain old data */
  uint32_t flags;      /* RGS_THERMOSTAT_* */
} rgs_thermostat;
enum {
  RGS_THERMOSTAT_NOISE = 1u << 0, /* with act only: it draws random numbers that depend on tags */
  /* With scale only: the momentum of the common centre of mass stays, and its kinetic energy and
   * degrees of freedom do not count. */
  RGS_THERMOSTAT_KEEPS_DRIFT = 1u << 1
};

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_METHOD_H */
