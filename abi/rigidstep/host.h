/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host.h - what a host supplies: memory, threads and a log for a context, forces for a stepper.
 */
#ifndef RIGIDSTEP_HOST_H
#define RIGIDSTEP_HOST_H
#include "bodies.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a context gets its memory.  Set both functions, or pass a null allocator for malloc. */
typedef struct rgs_allocator {
  rgs_head head;
  void *self; /* handed back to both functions */

  /* [setup] Returns `size` bytes aligned for any type, or null. */
  void *(*alloc)(void *self, size_t size);
  /* [setup] Frees what alloc returned for the same size. */
  void (*release)(void *self, void *memory, size_t size);
} rgs_allocator;
#define RGS_ALLOCATOR_INIT                                                                         \
  { RGS_HEAD(rgs_allocator), NULL, NULL, NULL }

/* Distributes work over threads of the host: an OpenMP loop, a task library, a pool.  The library
 * starts no thread.
 *   parallel_for(self, n, run, work)
 *   self  the field below
 *   n     number of parts of the work, above 1
 *   run   run(work, begin, end) does the parts begin, begin + 1, .. end - 1
 *   work  the first argument of run
 * [step] parallel_for calls run so that each of the parts 0, 1, .. n - 1 is done once.  Ranges may
 * have any length, also 0.  They may run in any order, at the same time, and in any threads; the
 * calling thread may run some, too.  When all parts are done parallel_for returns 0.  After its
 * return run must not be called or still be running.
 *   If a part is left out, done twice, or does not exist, or if parallel_for returns another number
 * than 0, the call of the library ends with RGS_E_EXECUTOR.  Some bodies have then been moved and
 * others not: call rgs_stepper_rewind, or load a save.
 *   A part must see what was written before the call, and the caller must see what the parts wrote;
 * joining threads and the barriers of a pool do that.  All threads need the floating-point settings
 * of the caller.  run allocates no memory, takes no lock, and calls nothing of the host;
 * parallel_for itself may wait and lock.
 *   The thread that called the library calls parallel_for several times per step, and in
 * rgs_stepper_process.  It never calls it inside run, nor twice at a time for one stepper.  If
 * several steppers step at the same time, the pool that they share must allow that.  Except run,
 * parallel_for calls nothing of the library on this stepper and these bodies.  No exception and no
 * longjmp may leave it.
 *   Results have the same bits without an executor, and with it for any number of threads and any
 * ranges.  These are split: checks of forces, kicks, free flight, and the library's own thermostats
 * and barostats with their sums.  A rotor or a thermostat of a module still gets all bodies in one
 * call.  About a thousand bodies and fewer are not split. */
typedef struct rgs_executor {
  rgs_head head;
  void *self; /* handed to parallel_for */
  int (*parallel_for)(void *self, int64_t n, void (*run)(void *work, int64_t begin, int64_t end),
                      void *work); /* null: the calling thread does all the work */
} rgs_executor;
#define RGS_EXECUTOR_INIT                                                                          \
  { RGS_HEAD(rgs_executor), NULL, NULL }

/* Flags of a context. */
enum {
  /* Bindings, forces, threads and calls of a host are checked as far as the library can see them:
   * a NaN stands in f and tau until the host writes them, and so on (README.md).  For tests; steps
   * take longer. */
  RGS_CONTEXT_CHECKS = 1u << 0,
  /* The library reads no environment variable. */
  RGS_CONTEXT_NO_ENVIRONMENT = 1u << 1
};

/* How a context is created.  Set all fields that are not needed to zero. */
typedef struct rgs_context_spec {
  rgs_head head;
  uint32_t flags, reserved0; /* RGS_CONTEXT_*; 0 */
  /* All memory of the context and its handles comes from it.  Copied; its functions must work until
   * rgs_context_destroy returns.  Null: malloc. */
  const rgs_allocator *allocator;
  /* For steppers and sites whose host gives none.  Copied. */
  const rgs_executor *executor;
  /* The processor's instructions: "baseline", "neon", "avx2" or "avx512".  A process has one
   * choice, which its first context makes, or rgs_free_flow.  Null: the environment variable
   * RIGIDSTEP_KERNELS, or the largest set that the machine has. */
  const char *kernels;
  /* Folders of modules, as PATH lists folders; null: the environment variable
   * RIGIDSTEP_MODULE_PATH.  The library's own folder comes after them.  Copied. */
  const char *module_path;
  /* [any] Shows a sentence to the user, who would otherwise not know: a warning, never an error.
   * It is called seldom, by the thread that made a call, and calls nothing of the library.  Null:
   * nobody is told. */
  void (*log)(void *self, const char *text);
  void *self; /* handed to log */
} rgs_context_spec;
#define RGS_CONTEXT_SPEC_INIT                                                                      \
  { RGS_HEAD(rgs_context_spec), 0, 0, NULL, NULL, NULL, NULL, NULL, NULL }

/* A request: what the stepper wants evaluated, and the part of the answer that is not in columns.
 * For each bit of `what` (method.h declares the bits) the host writes:
 *   RGS_EVAL_FORCE      the columns f and tau
 *   RGS_EVAL_ENERGY     rgs_eval.energy
 *   RGS_EVAL_GRADIENT   the columns gf and gtau
 *   RGS_EVAL_REDUCTION  rgs_eval.sum; asked alone, and never if rgs_host.ranks is 1
 *   RGS_EVAL_VIRIAL     rgs_eval.virial; asked together with forces */
typedef struct rgs_eval {
  rgs_head head;
  uint32_t what;  /* RGS_EVAL_* bits to evaluate at the current x and q */
  uint32_t n_sum; /* numbers in `sum`, RGS_MOST_SUMS at most */
  double time;    /* of this configuration; torques may depend on it */
  /* If RGS_EVAL_ENERGY is asked, write the potential energy here, in your unit of force times
   * length.  If bodies are distributed over ranks, write the rank's share.  Energy and virial come
   * in as NaN if they are asked, so a number that you did not write is refused (RGS_E_HOST).  On a
   * rank without bodies that are not ghosts they come in as 0, unless rgs_host.ranks is 1. */
  double energy;

  /* If RGS_EVAL_REDUCTION is asked, replace each of the n_sum numbers by its sum over all ranks of
   * the host.  The sums must be the same on all ranks, bit for bit.  The numbers are in memory of
   * the library, which is valid until the next call on this stepper.  Nothing has moved since the
   * last request, and no column has to be written.  Bodies may change rank during this request, but
   * none may be inserted or deleted. */
  double *sum;

  /* If RGS_EVAL_VIRIAL is asked, write the molecular virial here, in your unit of force times
   * length: virial[3 a + b] = -dU/de, with U the potential energy and e a strain.  The strain moves
   * every centre of mass and every vector of the cell by X_a += e X_b, with X measured from
   * rgs_cell.origin; orientations stay.  For forces between pairs of bodies virial[3 a + b] is the
   * sum over pairs of F_a (X_i - X_j)_b, with F the force on i, and X_i its centre of mass.
   *   Add long-range corrections; leave out kinetic energies and forces of constraint.  Torques
   * make the tensor unsymmetric.  If bodies are distributed over ranks, write the rank's share.
   *   A barostat that changes lengths only reads the diagonal (0, 4, 8).  One that shears the cell
   * also reads xy, xz and yz (1, 2, 5). */
  double virial[9];

  /* With a barostat every request states here the vectors of the cell at this configuration, in the
   * order of rgs_cell.vectors; without one, 0.  Set your cell to exactly these before you evaluate:
   * the library has moved the bodies with it already.  They are the same on all ranks, bit for bit.
   * You may fold x by whole vectors of this cell.  If a step ends with a drift (as strang_dkd
   * does), the cell has changed after the last request: call rgs_stepper_cell. */
  double cell[9];
} rgs_eval;
#define RGS_EVAL_INIT                                                                              \
  {                                                                                                \
    RGS_HEAD(rgs_eval), 0, 0, 0.0, 0.0, NULL, { 0.0 }, { 0.0 }                                     \
  }

/* Flags of a host. */
enum {
  /* The host may call rgs_stepper_rewind.  Each step then begins with a copy of the state, which
   * takes as much memory as the columns of the state.  Forces excluded, a step of 2000 bodies takes
   * a third longer, and a step of 1e5 bodies twice as long. */
  RGS_HOST_REWINDS = 1u << 0
};

/* What a host can do for a stepper. */
typedef struct rgs_host {
  rgs_head head;
  void *self; /* handed back to eval */
  /* RGS_EVAL_* bits that the host can evaluate: the stepper asks for no others, and ignores bits
   * that it does not know.  0 means RGS_EVAL_FORCE. */
  uint32_t provides;
  /* 1: this stepper has all bodies of the simulation.  Above 1: that many ranks share the bodies,
   * and RGS_EVAL_REDUCTION is asked if a method needs sums.  0: not stated; a method that needs
   * sums, the virial, or noise by tags is then refused (RGS_E_NEEDS), whatever the host
   * provides. */
  uint32_t ranks;
  /* f, tau, gf, gtau, energy and virial, times force_scale, are in the units of mass, length and
   * time.  >= 0; 0 means 1. */
  double force_scale;

  /* [step] Evaluates request->what at the current x and q and at request->time.
   *   request  valid during the call; write its energy, virial and sum if they are asked
   *   bodies   the view that is bound; valid during the call
   * p and l are half a step old: a force that depends on them makes a scheme order 1.  The draft
   * schemes strang_momentum and suzuki4_momentum keep their order with it (draft.h).
   * Writes f and tau (and gf and gtau) into the columns.  Returns 0, or any other number to stop:
   * the step then returns RGS_E_HOST.  It may call rgs_bodies_bind for these bodies, but no other
   * call on this stepper and these bodies.  No exception and no longjmp may leave it.
   * Null if the host calls rgs_stepper_advance instead of rgs_stepper_run. */
  int (*eval)(void *self, rgs_eval *request, const rgs_view *bodies);

  const rgs_executor *executor; /* copied; null: the context's, or else the calling thread alone */
  uint32_t flags, reserved0;    /* RGS_HOST_*; 0 */
} rgs_host;
#define RGS_HOST_INIT                                                                              \
  { RGS_HEAD(rgs_host), NULL, 0, 0, 0.0, NULL, NULL, 0, 0 }

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_HOST_H */
