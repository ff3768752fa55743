/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host.h - what a host supplies: memory for a context, forces and threads for a stepper.
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

/* What the stepper wants evaluated, and the numbers of the answer that are no columns.  The bits of
 * `what` and of rgs_host.provides (method.h declares them), and what the host writes for each:
 *   RGS_EVAL_FORCE     the columns f and tau
 *   RGS_EVAL_ENERGY    rgs_eval.energy
 *   RGS_EVAL_GRADIENT  the columns gf and gtau
 *   RGS_EVAL_SUM       rgs_eval.sum; asked alone, and not where ranks is 1
 *   RGS_EVAL_VIRIAL    rgs_eval.virial; asked together with forces */
typedef struct rgs_eval {
  rgs_head head;
  uint32_t what;  /* RGS_EVAL_* bits to evaluate at the current x and q */
  uint32_t n_sum; /* numbers in `sum`, RGS_MOST_SUMS at most */
  double time;    /* of this configuration; torques may depend on it */
  /* The host writes the potential energy here if RGS_EVAL_ENERGY is asked, in its unit of force
   * times length.  Where bodies are distributed over ranks this is the rank's share.  Energy and
   * virial come in as NaN where they are asked, so that a number that was not written is refused
   * (RGS_E_HOST); a rank without bodies of its own, where rgs_host.ranks is not 1, gets 0. */
  double energy;

  /* RGS_EVAL_SUM, which is asked alone: replace each of the n_sum numbers by its sum over all ranks
   * of the host.  The sums must be the same on all ranks, bit for bit.  They lie in memory of the
   * library, which is valid until the next call on this stepper.  Nothing has moved since the last
   * request, and no column has to be written.  Bodies may change rank during this request, but none
   * may be inserted or deleted. */
  double *sum;

  /* The host writes the molecular virial here if RGS_EVAL_VIRIAL is asked, together with forces, in
   * its unit of force times length: virial[3 a + b] = - dU / de where every centre of mass and every
   * vector of the cell is moved by X_a += e X_b (X from rgs_cell.origin on), and orientations stay.
   * U is the potential energy.  For forces between pairs of bodies it is the sum over pairs of
   * F_a (X_i - X_j)_b, with F the force on i and X the centres of mass; long-range corrections
   * count too.  Since orientations stay, torques make it unsymmetric.  It has no kinetic part and no
   * part of constraints.  Where bodies are distributed over ranks this is the rank's share.
   *   A barostat that only changes lengths reads the diagonal (0, 4, 8), one that shears the cell
   * reads xy, xz and yz (1, 2, 5) too. */
  double virial[9];

  /* With a barostat the library writes the vectors of the cell at this configuration here, at every
   * request, as rgs_cell has them; without one, 0.  Set your cell to exactly these before you
   * evaluate: the bodies have been moved with it already.  They are the same on all ranks, bit for
   * bit.  x may be folded by whole vectors of this cell.  A step may end with a drift (strang_dkd
   * does), and the cell is then later than at the last request: ask rgs_stepper_cell. */
  double cell[9];
} rgs_eval;
#define RGS_EVAL_INIT                                                                              \
  {                                                                                                \
    RGS_HEAD(rgs_eval), 0, 0, 0.0, 0.0, NULL, { 0.0 }, { 0.0 }                                     \
  }

/* Flags of a host. */
enum {
  /* It may call rgs_stepper_rewind.  Each step then begins with a copy of the state.  This needs memory
   * for as many doubles as the columns have, and time: forces excluded, a step of 2000 bodies takes a
   * third longer, a step of 1e5 bodies twice as long. */
  RGS_HOST_REWINDS = 1u << 0
};

/* What a stepper may ask of its host. */
typedef struct rgs_host {
  rgs_head head;
  void *self; /* handed back to eval */
  /* RGS_EVAL_* bits that the host can evaluate.  It is asked for no others.  0 means
   * RGS_EVAL_FORCE. */
  uint32_t provides;
  /* 1: this stepper has all bodies of the simulation.  More: they are distributed over so many
   * ranks, and RGS_EVAL_SUM is asked where a method needs sums.  0: not stated; methods that need
   * sums, tags or the virial are then refused (RGS_E_NEEDS), whatever the host provides. */
  uint32_t ranks;
  /* f, tau, gf, gtau, the energy and the virial times force_scale are in the units of mass, length and time.
   * 0 means 1. */
  double force_scale;

  /* [step] Evaluates request->what at the current x and q and at request->time.
   *   request  valid during the call; write request->energy if it is asked
   *   bodies   the view that is bound; valid during the call
   * Writes f and tau (and gf and gtau) into the columns.  Returns 0, or any other number to stop:
   * the step then returns RGS_E_HOST.  It may call rgs_bodies_bind for these bodies, but no other
   * call on the same stepper and bodies.  No exception and no longjmp may leave it.
   * Null if the host drives with rgs_advance. */
  int (*eval)(void *self, rgs_eval *request, const rgs_view *bodies);

  /* Shares out the work of a step to threads of the host: an OpenMP loop, a task library, a pool.
   * The library starts no thread.  Null: the calling thread does all the work.
   *   pool  the field `pool` below
   *   n     number of parts that the work has, above 1
   *   run   run(work, begin, end) does the parts begin, begin + 1, .. end - 1
   *   work  the first argument of run
   * The function calls run so that each of the parts 0, 1, .. n - 1 is done once.  The ranges may have
   * any length, 0 too, and may run in any order, at the same time, and in any threads, the calling one
   * among them.  It returns 0, or another number to stop; after the return no part may still be
   * running, and run must not be called again.  If a part was left out or done twice, if a range had
   * parts that do not exist, or if another number than 0 was returned, the step ends with
   * RGS_E_EXECUTOR.  The bodies are then in the middle of the step; rgs_stepper_load takes them back
   * to a saved state.
   *   A part must see what was written before the call, and the caller must see what the parts wrote;
   * joining threads and the barriers of a pool do that.  All threads need the floating-point settings
   * of the caller.  run allocates no memory, takes no lock, and calls nothing of the host; the
   * function itself may wait and lock.
   *   It is called by the thread that called the library, several times a step (and where a state is
   * processed or unprocessed), never inside run, and never twice at a time for one stepper.  Steppers
   * that step at the same time may share a pool that can bear it.  It must not call the library for
   * the same stepper and bodies, except run.  No exception and no longjmp may leave it.
   *   Results have the same bits for any number of threads and any grouping, and as without
   * parallel_for.  What is split: checks of forces, kicks, free flight, and the thermostats and barostats of
   * the library with their sums.  Rotors and thermostats of modules get one call as ever.  About a thousand
   * bodies and fewer are not split. */
  int (*parallel_for)(void *pool, int64_t n, void (*run)(void *work, int64_t begin, int64_t end),
                      void *work);
  void *pool;                /* handed to parallel_for */
  uint32_t flags, reserved0; /* RGS_HOST_*; 0 */
} rgs_host;

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_HOST_H */
