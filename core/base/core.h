/* SPDX-License-Identifier: BSD-3-Clause
 *
 * core.h - the opaque structs and what the files of the core call of each other.  Rotors do not
 * see it: they work on columns alone.
 */
#ifndef RGS_CORE_H
#define RGS_CORE_H
#include <rigidstep/rigidstep.h>
#include <stdbool.h>

/* What column c holds of body i. */
static inline void rgs_get(const rgs_column *c, int64_t i, int components, double *out) {
  for (int k = 0; k < components; k++) out[k] = RGS_AT(*c, i, k);
}

/* ---- errors (error.c) ------------------------------------------------------------------------
 * Writes the record if the caller gave one, and returns the status, so that a refusal is one
 * statement.  body is -1 where none is at fault. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
rgs_status rgs_refuse(rgs_error *error, rgs_status status, int64_t body, const char *format, ...);

/* ---- structs from across the boundary (abi_struct.c) ----------------------------------------- */
/* Copies src, which begins with an rgs_head, to dst: what src's author did not know becomes zero.
 * `least` is where the last field that zero cannot stand for ends. */
rgs_status rgs_read_struct(void *dst, size_t dst_size, const void *src, size_t least,
                           const char *what, rgs_error *error);
/* Copies the part of src that fits into what dst's head says; dst's head stays. */
rgs_status rgs_write_struct(void *dst, const void *src, size_t src_size, const char *what,
                            rgs_error *error);
rgs_status rgs_check_head(const rgs_head *head, size_t least, const char *what, rgs_error *error);
#define RGS_END_OF(T, field) (offsetof(T, field) + sizeof(((T *)0)->field))

/* ---- memory (allocator.c) -------------------------------------------------------------------- */
rgs_status rgs_allocator_read(rgs_allocator *dst, const rgs_allocator *src, rgs_error *error);
void      *rgs_take(const rgs_allocator *a, size_t size);       /* zeroed; null if there is none  */
void       rgs_give(const rgs_allocator *a, void *memory, size_t size);
rgs_status rgs_refuse_memory(rgs_error *error, size_t size);
#if defined(__clang_analyzer__) /* else it takes a refusal for something that may be RGS_OK */
#define rgs_refuse(error, status, ...) ((void)(__VA_ARGS__), (status))
#define rgs_refuse_memory(error, size) ((void)(size), RGS_E_NOMEM)
#endif

/* ---- registry (registry.c, table_check.c, scheme_check.c, scheme_order.c) -------------------- */
enum { RGS_NO_STRANG, RGS_KICK_FIRST, RGS_DRIFT_FIRST };
typedef struct rgs_scheme_facts { /* what a scheme's table shows, whatever it claims              */
  bool     palindrome;
  uint32_t strang;                /* is it one Strang step, and in which form?                    */
  double   drift_of_pre;          /* fraction of a step the processor flies                       */
  bool     composed;              /* a symmetric composition of Strang steps                      */
  uint32_t order_general;         /* for any two flows; up to the order claimed                   */
  uint32_t order_nystrom;         /* for kinetic energy quadratic in the momenta; up to the same  */
} rgs_scheme_facts;

enum { RGS_STAGES, RGS_PRE, RGS_POST };  /* lists of stages: a scheme's own, its processor, the   */
                                         /* inverse of that                                       */
static inline uint32_t rgs_stages_in(const rgs_scheme *scheme, uint32_t list) {
  return list == RGS_STAGES ? scheme->n_stages : scheme->n_pre;
}
static inline rgs_stage rgs_stage_of(const rgs_scheme *scheme, uint32_t list, uint32_t i) {
  if (list == RGS_STAGES) return scheme->stages[i];
  if (list == RGS_PRE) return scheme->pre[i];
  rgs_stage inverse = scheme->pre[scheme->n_pre - 1 - i];
  inverse.a = -inverse.a;
  inverse.c = -inverse.c;
  return inverse;
}

typedef struct rgs_entry {        /* a method as registered: copied and zero-extended             */
  struct rgs_entry *next;
  const void    *original;        /* the table it came from, to know it again                     */
  size_t         size;            /* of this entry with its arrays                                */
  uint32_t       kind;            /* RGS_KIND_ROTOR, RGS_KIND_SCHEME, RGS_KIND_INTEGRATOR                        */
  rgs_about      about;
  rgs_rotor      rotor;           /* that of its kind is filled                                   */
  rgs_scheme     scheme;
  rgs_integrator integrator;
  rgs_scheme_facts facts;         /* of a scheme                                                  */
} rgs_entry;

typedef struct rgs_loaded {       /* a module in use                                              */
  struct rgs_loaded *next;
  const rgs_module  *original;
  rgs_module         module;
  void              *file;        /* dlopen's handle, or null for a constant that was added       */
} rgs_loaded;

struct rgs_context {
  rgs_allocator allocator;
  rgs_entry    *entries;          /* in the order they were added                                 */
  rgs_loaded   *modules;          /* last added first                                             */
  uint64_t      methods_made;     /* gives each method a number of its own                        */
};

const rgs_entry *rgs_registry_find(const rgs_context *c, uint32_t kind, const char *name);
rgs_status rgs_registry_add_module(rgs_context *c, const rgs_module *m, rgs_error *error);
void       rgs_registry_destroy(rgs_context *c);

/* built_in: names without a vendor are the library's own. */
rgs_status rgs_check_about(const rgs_about *about, const char *kind, bool built_in,
                           rgs_error *error);
rgs_status rgs_check_rotor(const rgs_rotor *rotor, const rgs_about *about, rgs_error *error);
rgs_status rgs_check_integrator(const rgs_integrator *i, const rgs_about *about, bool built_in,
                                rgs_error *error);
rgs_status rgs_check_scheme(const rgs_scheme *scheme, const rgs_about *about,
                            rgs_scheme_facts *facts, rgs_error *error);
#define RGS_HIGHEST_ORDER 10      /* of a scheme that can be verified                             */
/* The order the stages reach, but no more than `highest`.  A scheme that kicks with the gradient
 * has none in general: that kick is made for kinetic energy quadratic in the momenta. */
uint32_t   rgs_scheme_order_general(const rgs_scheme *scheme, uint32_t highest);
uint32_t   rgs_scheme_order_nystrom(const rgs_scheme *scheme, uint32_t highest);

extern const rgs_module rgs_builtin_module;
const rgs_rotor *rgs_builtin_rotor(const char *name);            /* null: there is none          */

/* ---- modules (module.c, module_file.c) ------------------------------------------------------- */
void       rgs_modules_destroy(rgs_context *c);
/* Reads the file without running anything of it: is it whole, and made for this ABI? */
rgs_status rgs_module_file_check(const char *path, rgs_error *error);

/* ---- parameters (params.c) ------------------------------------------------------------------- */
void       rgs_params_default(const rgs_about *about, void *block);
bool       rgs_params_declares(const rgs_about *about, const char *key);
double     rgs_params_get(const rgs_about *about, const void *block, const char *key,
                          double absent);
rgs_status rgs_params_set(const rgs_about *about, void *block, const rgs_param *p,
                          rgs_error *error);

/* ---- method (method.c) ----------------------------------------------------------------------- */
struct rgs_method {
  rgs_context     *context;
  uint64_t         number;
  size_t           size;          /* of this struct with the parameter blocks                     */
  const rgs_entry *rotor, *scheme, *integrator;
  void            *rotor_params, *scheme_params, *integrator_params;
  bool             refined;       /* energies of past steps are kept, for the refined one         */
  bool             shadow;        /* and states, for the one of order 8                           */
  rgs_method_info  info;
};

const rgs_about *rgs_method_about(const rgs_method *m);          /* of its integrator or scheme    */
/* What a method is on a host that serves these evaluations (RGS_EVAL_*). */
rgs_status rgs_write_info(const rgs_method_info *info, rgs_method_info *out, rgs_error *error);
void rgs_method_on_host(const rgs_method *m, uint32_t provides, rgs_method_info *out);

/* ---- outputs (outputs.c) ---------------------------------------------------------------------- */
bool       rgs_output_is_reserved(const char *key);

/* ---- bodies (bodies.c, body_check.c) --------------------------------------------------------- */
struct rgs_bodies {
  rgs_context *context;
  rgs_view     view;
  int64_t      capacity;
  uint64_t     generation;        /* grows when what follows from mass and inertia may be stale   */
  double      *scratch;           /* capacity * scratch_each doubles: prepared, then old attitudes*/
  size_t       scratch_each;
  bool         in_motion;         /* a stepper has moved them; see rgs_check_bodies               */
  uint64_t     prepared_for;      /* number of the method and ..                                  */
  uint64_t     prepared_at;       /* .. generation the prepared constants belong to               */
};

/* Room for what a method needs a body.  [setup] */
rgs_status rgs_bodies_need(rgs_bodies *b, size_t doubles, rgs_error *error);

/* Shares of |l| allowed about an axis without spin: what rounding may leave, and how far a rotor that
 * does not keep the energy may stray in a step that makes sense. */
#define RGS_DEAD_AXIS_ROUNDING 1e-8
#define RGS_DEAD_AXIS_STRAY 0.1
/* Without dead_axes: bodies in mid-run.  Rotors that split the rotation let the momentum of a
 * linear body stray from its plane by the error of their order. */
rgs_status rgs_check_bodies(const rgs_bodies *b, bool dead_axes, rgs_error *error);
rgs_status rgs_check_inertia(int64_t i, const double inertia[3], rgs_error *error);
rgs_status rgs_check_triangle(int64_t i, const double inertia[3], rgs_error *error);
rgs_status rgs_check_attitude(int64_t i, const double q[4], rgs_error *error);
rgs_status rgs_check_finite(int64_t i, const char *name, const double v[3], rgs_error *error);
rgs_status rgs_check_dead_axes(int64_t i, const double inertia[3], const double l[3],
                               const double q[4], double room, rgs_error *error);

/* Where energy is kept, no momentum about an axis without spin comes up on the way. */
static inline double rgs_dead_axis_room(const rgs_rotor *rotor) {
  return rotor->about->claims & RGS_KEEPS_ENERGY ? RGS_DEAD_AXIS_ROUNDING : RGS_DEAD_AXIS_STRAY;
}
/* What the calls without handle have in common: all but the bodies (free_flow.c). */
rgs_status rgs_check_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                               const double *l, const double *attitude,
                               const char *attitude_name, rgs_error *error);

/* What a body carries between ranks, place by place; see rgs_carry_of. */
#define RGS_CARRY_DISPLACED 13    /* x q f tau of where it was displaced from, later gf gtau      */
#define RGS_CARRY_PROPAGATED 19   /* x p q l f tau while output is shown                          */
#define RGS_CARRY_STATE 13        /* x p q l of a past step                                       */
typedef struct rgs_carry_places { uint32_t displaced, propagated, states, all; } rgs_carry_places;

/* Angular momentum along the body's axis k. */
double rgs_along_axis(const double q[4], const double l[3], int k);

/* ---- stepper (stepper.c, stages.c, integrator_call.c, gradient.c, processor.c, record.c, save.c) ------ */
enum { RGS_OUTSIDE, RGS_IN_STEP, RGS_IN_PROCESS };
enum { RGS_PHYSICAL, RGS_PROPAGATED, RGS_SHOWN };  /* whose variables the bodies are in           */
typedef struct rgs_place {        /* where a stepper stands; a save holds it as it is             */
  double   time, time_rest;       /* of the step's start; what rounding took from the sum         */
  double   h;
  double   drifted;               /* fraction of h the bodies have flown in this step             */
  double   energy;                /* the host's last answer                                       */
  double   asked_time;            /* of the configuration forces were asked for                   */
  uint32_t stage;                 /* next stage to do                                             */
  uint32_t fresh;                 /* RGS_EVAL_* that hold at the current x and q                  */
  uint32_t asked;                 /* RGS_EVAL_* asked for and not yet given                       */
  uint32_t inside;                /* RGS_OUTSIDE ..                                               */
  double   processed_h;           /* step of the processor that was applied                       */
  double   last_h;                /* of the step before this state, 0 if the state is of no step  */
  uint32_t list;                  /* RGS_STAGES ..: where `stage` counts                          */
  uint32_t variables;             /* RGS_PHYSICAL ..                                              */
  uint32_t displaced;             /* 1 while the bodies are displaced for a gradient              */
  uint32_t kept_fresh;            /* of what is propagated, while output is shown                 */
} rgs_place;

/* ---- record (record.c): of past steps, for outputs that lag behind ---------------------------- */
#define RGS_RECORD_STATES 4       /* kept of each body                                            */
#define RGS_RECORD_SUMS 9
typedef struct rgs_record {
  int64_t samples;                /* since it began                                               */
  double  h;
  double  kinetic[3], potential[3], force_square[3];  /* sample n at n % 3                        */
  double  virial;                 /* 2 U + sum x.f of the last sample                             */
  double  growth[RGS_RECORD_SUMS]; /* of beta, from the sample before                             */
  double  pairs[RGS_RECORD_STATES][RGS_RECORD_SUMS];  /* of samples n and n + 1 + j, at n % ..    */
} rgs_record;

struct rgs_stepper {
  rgs_bodies       *bodies;
  const rgs_method *method;
  rgs_host          host;
  rgs_place         place;
  bool              failed;       /* only reset and load go on                                    */
  bool              told;         /* rgs_advance has said what is asked for                       */
  uint64_t          checked_at;   /* generation of the bodies last checked, 0: never              */
  void             *cursor;       /* an integrator's place inside the step                        */
  size_t            cursor_room;
  rgs_method_info   info;         /* of the method on this host                                   */
  rgs_carry_places  carry;
  rgs_record        record;
};

bool rgs_stepper_displaces(const rgs_stepper *s);  /* gradients are formed by displacement         */
rgs_status rgs_refuse_inside(const rgs_stepper *s, const char *call, rgs_error *error);
rgs_status rgs_refuse_failed(const rgs_stepper *s, rgs_error *error);
rgs_status rgs_check_view(const rgs_stepper *s, rgs_error *error);
rgs_status rgs_check_bound(rgs_stepper *s, rgs_error *error);
/* To the next evaluation or the end: the host is told what to evaluate, or called. */
rgs_status rgs_go_on_asking(rgs_stepper *s, rgs_eval *request, rgs_error *error);
rgs_status rgs_go_on_calling(rgs_stepper *s, rgs_error *error);

#define RGS_KNOWN_EVALS ((uint32_t)(RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT))
const char *rgs_eval_names(uint32_t evals);

rgs_turn   rgs_turn_of(const rgs_stepper *s);      /* for an integrator's functions                */
rgs_status rgs_integrator_advance(rgs_stepper *s, rgs_error *error);
/* The model's own constraints, after those of any body. */
rgs_status rgs_integrator_check(const rgs_stepper *s, rgs_error *error);

/* Goes on to the next evaluation (place.asked and asked_time say which) or the end of the step. */
rgs_status rgs_split_advance(rgs_stepper *s, rgs_error *error);
void       rgs_split_begin(rgs_stepper *s);
/* What the rotor prepared for the bodies, anew where they or the method are others since. */
const double *rgs_split_prepared(const rgs_stepper *s);

/* Gradient kicks.  The columns gf and gtau, or where the gradient that was formed lies. */
void       rgs_gradient_columns(const rgs_stepper *s, rgs_column *gf, rgs_column *gtau);
rgs_status rgs_gradient_displace(rgs_stepper *s, double reach, rgs_error *error);
rgs_status rgs_gradient_form(rgs_stepper *s, double reach, rgs_error *error);
void       rgs_gradient_put_back(rgs_stepper *s);

void       rgs_record_begin(rgs_stepper *s);
/* The bodies stand where they were kicked; p and l are those of `share` of the step's kick later. */
void       rgs_record_sample(rgs_stepper *s, double share);
double     rgs_record_energy(const rgs_record *r);
double     rgs_record_refined_energy(const rgs_record *r);   /* of the sample before the last     */
double     rgs_record_shadow_energy(const rgs_record *r);    /* of RGS_RECORD_STATES before       */
rgs_status rgs_check_force_columns(const rgs_view *v, const rgs_column *f, const rgs_column *tau,
                                   const char *f_name, const char *tau_name, rgs_error *error);

#endif /* RGS_CORE_H */
