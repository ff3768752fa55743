/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draft.h - what is new and not promised yet.  rigidstep.h does not include it.
 *
 * Every addition begins here: a call or a struct named rgs_draft_*, or a method that contexts do
 * not list until a host asks for drafts.  A draft may change or go with any version.  After a
 * program or a plugin outside core/ and tests/ has used it for a whole version, it may be frozen.
 * It then gets its name without "draft".  A draft adds nothing to the structs that are published.
 */
#ifndef RIGIDSTEP_DRAFT_H
#define RIGIDSTEP_DRAFT_H
#include "bodies.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each header of drafts has a number, which is raised whenever one of its drafts changes.  It is
 * part of the name of the symbols' version (RIGIDSTEP_DRAFT_BATCH_16), so a program that is linked
 * to other drafts does not start, and of the heads of draft structs.  No ABI has their major
 * version, so a call that reads a published struct refuses a draft struct. */
#define RGS_DRAFT_ABI_OF(number) ((0xd4afu << 16) | (number))
#define RGS_DRAFT_HEAD(T, number)                                                                  \
  { (uint32_t)sizeof(T), RGS_DRAFT_ABI_OF(number) }
/* Of this header, and of the draft methods. */
#define RGS_DRAFT 15u
#define RGS_DRAFT_ABI RGS_DRAFT_ABI_OF(RGS_DRAFT)

/* Forces and torques that depend on momenta: friction, magnetic fields, control loops with a rate.
 * Schemes with stages RGS_DRAFT_KICK_MOMENTUM keep their order with them (strang_momentum); all
 * other methods have order 1, because at an evaluation the momenta are half a step old. */
enum {
  /* A bit of rgs_host.provides: the host's forces depend on momenta.  Then rgs_stepper_describe
   * reports the order that is left.  If that is 1, rgs_stepper_create and rgs_stepper_swap write a
   * line to the context's log. */
  RGS_DRAFT_EVAL_MOMENTUM = 1u << 17
};
/* Op of a stage: the momenta y = (p, l) get y' = y + a h F(y'), and then y' + c h F(y'), with the
 * force and torque F(y') at the current x and q.  For this F is evaluated with predicted momenta
 * as often as the scheme's parameter "evaluations" says (RGS_I64, 1 to 8): in each of these
 * evaluations the columns p and l have other numbers, of the time that the request states.  In the
 * first step, and every "slopes" steps (RGS_I64; 0: never again), six more evaluations show how F
 * depends on y.  Bodies keep 55 doubles of rgs_view.aux.  The table must be a symmetric composition
 * of Strang steps that kick first; thermostats, barostats and batches are refused with it. */
#define RGS_DRAFT_KICK_MOMENTUM (RGS_DRAFT_ABI | 0x8000u)

/* [setup] Adds the draft methods to those that the context lists and can create.
 * Given:    context  the context
 *           draft    RGS_DRAFT_ABI of the header that the host was compiled with
 * Status:   RGS_E_ARG  context is null
 *           RGS_E_ABI  the library has other drafts than the host was compiled for */
RGS_API rgs_status rgs_draft_allow(rgs_context *context, uint32_t draft, rgs_error *error);

/* [setup] The folders in which rgs_module_load looks for a name: those of
 * rgs_context_spec.module_path, then the library's own.  That is rigidstep/modules in the folder
 * of the library's file.  If this folder is rigidstep/ or lies in rigidstep/, it is modules there.
 * On Windows the library has none.
 * Given:    context  the context
 *           i        0, 1, ..
 *           room     bytes of folder
 * Returned: 1   module_path names this folder
 *           2   the library's own, which need not exist
 *           0   there is no such folder, or no room for the library's own
 *           -1  module_path names it, and room is too little.  rgs_module_load skips folders of
 *               4096 bytes or more */
RGS_API int32_t rgs_draft_module_folder(const rgs_context *context, int64_t i, char *folder,
                                        size_t room);

/* [step] The derivative of the free flow: how the orientations q' that rgs_free_flow("exact", ..)
 * returns depend on its input.  The momenta l in space do not change; in the body they are Q'^T l.
 * It stays a draft until it is known whether other rotors need a derivative, too.
 * Given:    n, h, inertia, l, q  as in rgs_free_flow; q is not changed, and jacobian overlaps none
 *                                of them
 * Returned: jacobian  44n: for each body 4 rows, one per component of q', of 11 columns: by l (3),
 *                     q (4), inertia (3) and h.  q counts by its direction: along q the derivative
 *                     is 0.  By a moment of 0 it is 0
 * Status:   as in rgs_free_flow; RGS_E_ARG also if jacobian is null
 *           RGS_E_NONFINITE  within h the derivative grows beyond 1e30: the body rotates about its
 *                            unstable axis.  error->body is its index, and what jacobian holds does
 *                            not count
 * Notes:    One matrix serves both directions: J v is the tangent of q', and J^T g takes a gradient
 *           by q' back to the input (plugin-generic/PYTHON.md has both, for JAX and PyTorch). */
RGS_API rgs_status rgs_draft_free_flow_jacobian(int64_t n, double h, const double *inertia,
                                                const double *l, const double *q, double *jacobian,
                                                rgs_error *error);

/* [step] Wheels, gyroscopes or rotors inside of bodies (gyrostats).  From then on l is the angular
 * momentum of a body together with its wheels, along axes of space, and the moments of inertia are
 * those with wheels that are locked.  With w, the momentum of the wheels relative to the body, the
 * body's angular velocity is J^-1 (Q^T l - w) along its axes.  Free flight keeps l bit for bit, and
 * every scheme keeps its order.  Of the rotation rgs_bodies_energy counts the energy
 * (Q^T l - w) J^-1 (Q^T l - w) / 2, which is constant in free flight.
 * Given:    n       number of rows: all bodies of the view
 *           wheels  3 numbers for each body: w along its principal axes.  The numbers stay the
 *                   host's, and are read in each free flight; null: no body has wheels any more
 * Status:   RGS_E_ARG    bodies is null, n < 0, or the column is not of n rows
 *           RGS_E_NEEDS  the bodies are on a device
 * Notes:    Motors exchange momentum between body and wheels: write w, and leave l.  Write the mean
 *           of w over the flight that comes next, before the step or in host.eval, for order 2.
 *             Steps refuse integrators, thermostats, barostats, RGS_WANTS_REFINED and _SHADOW,
 *           spec.inertia and RGS_VIEW_PLANAR (RGS_E_NEEDS); another number of bodies (RGS_E_ORDER);
 *           a w that is not finite (RGS_E_NONFINITE), or not 0 about an axis whose moment is 0
 *           (RGS_E_BODY).  rgs_stepper_output refuses all keys (RGS_E_NEEDS).  Neither
 *           a save nor rgs_stepper_rewind has w: it is the host's, as masses are.
 * Source:   The two exact flows in core/jobs/gyrostat.c; gyrostats: J. Wittenburg, Dynamics of
 *           Multibody Systems, doi 10.1007/978-3-540-73914-2 */
RGS_API rgs_status rgs_draft_bodies_wheels(rgs_bodies *bodies, int64_t n, const rgs_column *wheels,
                                           rgs_error *error);

/* ---- levels: a costly force, seldom ---------------------------------------------------------- */
/* The forces of a simulation may be the sum of a fast one, which changes quickly and costs little,
 * and a slow one, which costs much: with a cheap model of a costly potential, the slow force is
 * the difference of the two.  A scheme with stages RGS_DRAFT_KICK_SLOW kicks with the slow force
 * seldom, and with the fast one often (M. Tuckerman, B. J. Berne and G. J. Martyna, J. Chem. Phys.
 * 97, 1990 (1992), doi 10.1063/1.463137).  The draft scheme `respa` is
 *
 *   K_slow(h/2)  [ K_fast(h/2n)  drift(h/n)  K_fast(h/2n) ]^n  K_slow(h/2)
 *
 * with n the parameter `inner`.  A host that has both forces sets RGS_DRAFT_EVAL_SLOW in
 * rgs_host.provides; without it, such a method is refused (RGS_E_NEEDS).
 *
 * REQUESTS  Where rgs_method_info.needs has RGS_DRAFT_EVAL_SLOW, a request asks for one of the two:
 *     RGS_EVAL_FORCE       write the fast force into f and tau
 *     RGS_DRAFT_EVAL_SLOW  write the slow force into f and tau, without the fast one
 *   Never both.  RGS_EVAL_ENERGY and RGS_EVAL_VIRIAL come together with the slow force, and mean
 *   energy and virial of the sum (trials, below, may ask for the energy alone).  Where needs does
 *   not have the bit, RGS_EVAL_FORCE means the whole force, also of a host that provides both.
 *   After a swap from one kind of method to the other all is asked anew.
 * WHEN  Where both are wanted at one configuration, the slow force is asked first.  So a step of
 *   respa asks n - 1 times for the fast force, and at its end for the slow and the fast one.  The
 *   next step uses both again; the first step of all asks for both at its beginning, too.
 * f AND tau  Between steps they hold the fast force at the present x and q, and the host may read
 *   it.  Inside a step they hold what was asked last.  The library keeps the slow force itself: 6
 *   doubles a body of rgs_view.aux, in the host's units, which travel with the body, and are saved
 *   and taken back with a step.
 * SET_VALID  rgs_stepper_set_valid with RGS_EVAL_FORCE says that f and tau hold the fast force.
 *   The slow force is asked anew after each call of it.
 * ENSEMBLES  A thermostat that acts on each body (langevin, drag) stands in the middle of each
 *   drift, unless the host wants it at the ends of the step.  One that scales (csvr, nhc) stands at
 *   the ends.  A barostat flies with each drift, and is kicked by the virial of the sum with the
 *   slow force; with it a step is symmetric and of order 2, but not symplectic.
 * LIMITS  The slow kick resonates with motion whose period is about 2 h (core/METHODS.md has
 *   numbers): h cannot be as long as one likes, however good the fast force is. */
#define RGS_DRAFT_EVAL_SLOW (1u << 5)

/* Operation of a stage: p += a h f_slow, l += a h tau_slow.  Its number contains RGS_DRAFT, so a
 * module that was compiled for other drafts is refused.  The table needs RGS_DRAFT_EVAL_SLOW and
 * has order 2 at most; its kicks of either kind add up to 1.  Not with RGS_KICK_GRADIENT, nor with
 * a processor.
 *   If the first and the last stage are the only ones of this kind, the table may declare the
 * parameter `inner` (RGS_I64, from 1, to 64 at most): a step then does the stages between them n
 * times, each for 1/n of its a. */
#define RGS_DRAFT_KICK_SLOW RGS_DRAFT_ABI

/* ---- trials: exact averages for any step ----------------------------------------------------- */
/* With the draft thermostat `metropolis` a step h is a trial: momenta are drawn anew from Maxwell's
 * distribution, the scheme does n steps of h/n at constant energy, and the end is accepted with the
 * probability min(1, exp(-dH/kt)), where H is kinetic and potential energy.  Otherwise the bodies
 * go back to where the trial began, with momenta reversed.  Averages of what bodies show between
 * steps then have no error of the step, nor of the force that moves them: hybrid Monte Carlo
 * (S. Duane, A. D. Kennedy, B. J. Pendleton and D. Roweth, Phys. Lett. B 195, 216 (1987), doi
 * 10.1016/0370-2693(87)91197-X).  Times mean nothing: trials follow no motion.
 *   Parameters: kt, seed, n (`steps`), and `relaxation`: after this time 1/e of a momentum is left
 * from trial to trial; 0: nothing (A. M. Horowitz, Phys. Lett. B 268, 247 (1991), doi
 * 10.1016/0370-2693(91)90812-5).
 *
 * A STEP IS A TRIAL, so all that the host can read between steps is a sample.  What it reads at a
 *   request inside a step is none.
 * AFTER A STEP bodies may be where the step began.  Take x, q, p and l anew after each step: sites,
 *   neighbour lists and images that belong to the last request are stale.  f and tau, and the slow
 *   force that the library keeps, belong to the bodies as they are, and so does the output
 *   potential_energy; `trials` and `accepted` count.
 * REQUESTS  Forces as the scheme wants them, and RGS_EVAL_ENERGY with those of the trial's end (or
 *   alone, where that has no forces).  The first trial, and one after rgs_stepper_set_valid, also
 *   ask for the energy at its beginning.  Bodies that overlap may have the energy +INFINITY at the
 *   trial's end: it is refused.  Forces in that answer must be written and need not be numbers, on
 *   ranks that write +INFINITY.  Elsewhere, and for NaN, this is RGS_E_HOST.  Change a potential
 *   between trials: the trial under way compares energies of both.
 * A COSTLY ENERGY, ONCE A TRIAL  On a host that provides RGS_DRAFT_EVAL_SLOW, a scheme without slow
 *   kicks moves by the fast force alone, and trials are accepted on the energy of the sum.  Then
 *   needs of rgs_stepper_describe has RGS_DRAFT_EVAL_SLOW, RGS_EVAL_FORCE asks for the fast force,
 *   and RGS_EVAL_ENERGY is asked alone, once a trial: write the energy of the sum, and leave f and
 *   tau as they are.  Only rgs_draft_check_forces asks for RGS_DRAFT_EVAL_SLOW then.  With a scheme
 *   that has slow kicks the trial moves by both.
 * RANKS  dH is summed (RGS_EVAL_REDUCTION), so all ranks decide alike.  Noise depends on seed,
 *   trial and tag; the decision and the volume on seed and trial.
 * AUX  The beginning of the trial, 19 doubles a body, which travels with the body.  With slow kicks
 *   it is 25, beside the 6 of the slow force.  From a save inside a trial the run continues bit for
 *   bit.
 * REWIND AND RESET  rgs_stepper_rewind takes a trial back; it may be made again.  After
 *   rgs_stepper_reset inside a trial bodies and cell stay as they are, which is no sample.  If an
 *   answer fails, the trial is still under way.
 * PRESSURE  With the draft barostat `mc`, each trial also tries a volume: in its middle the
 *   logarithm of the volume grows by a uniform random number in +-`volume_step`, and the centres
 *   of bodies are scaled with the cell.  Then dH is that of K + U + P V, less (N + 1) kt times this
 *   number, for N bodies: averages are those of constant pressure, also with a fast force that is
 *   wrong (W. W. Wood, J. Chem. Phys. 48, 415 (1968), doi 10.1063/1.1667938; core/METHODS.md has
 *   the proof).  Its parameters are `pressure`, `volume_step`, and groups and deviations of axes
 *   as of `andersen`; of several groups one is drawn for each trial, and its length or area takes
 *   the place of the volume in +-`volume_step`.  A cell that would collapse or explode stops the
 *   trial (RGS_E_NONFINITE).  Call rgs_stepper_set_cell before the first step, write forces and
 *   energies of rgs_eval.cell, and read the cell anew after each step (rgs_stepper_cell): that of
 *   the last request may have been refused.  No virial is asked.  With an even number of steps of
 *   `strang` the trial has one more evaluation of the force.  `mc` is refused without `metropolis`,
 *   and with schemes that kick with gradients.
 * OUTPUTS  trials; accepted; trial_error: mean and variance of dH/kt, of about the last 1000
 *   trials, where a value beyond 40 counts as 40; expected_acceptance: erfc(sqrt(variance/8)),
 *   which holds for many bodies, where dH is normal, and is too low where volumes are tried;
 *   step_for_65: the h with which 65 % would be accepted, for hosts with one force and without a
 *   barostat (others: RGS_E_ORDER); potential_energy.
 * REFUSED  schemes that are not symmetric, that are processed, place a thermostat or kick by
 *   momenta; rotors that are not symmetric and symplectic; integrators; barostats but `mc`; hosts
 *   with RGS_DRAFT_EVAL_MOMENTUM.  In a batch (draft_batch.h) each system decides for itself. */

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_DRAFT_H */
