/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draft_batch.h - a draft: many systems that one stepper moves together.
 *
 * The bodies of a view may belong to many systems that do not know of each other, such as a
 * thousand boxes under one learned potential.  They share the method and the time step.  Each
 * system has its own thermostat and barostat, with a temperature, a pressure, a seed, a number of
 * steps, a cell and, of `nhc`, chains.  Each system moves bit for bit as it does alone in a
 * stepper, whatever other systems are in the batch.
 *
 * A host binds the bodies, system after system, and calls rgs_draft_batch_set.  Between steps
 * systems may come and go: bind the new bodies and call it again.  All other calls of a stepper
 * serve a batch as well: rgs_stepper_set_param, _set_step_count and _swap are done to each system,
 * rgs_stepper_output writes the numbers of the first system, then of the next, in ascending order
 * of their names, and a save holds all systems.
 *
 * On a device (draft_device.h) the columns lie there; what the calls below take and give is the
 * host's.
 *
 * In a batch a body without a tag is named by its place in its system, as it is alone; tags need to
 * differ within a system only.
 */
#ifndef RIGIDSTEP_DRAFT_BATCH_H
#define RIGIDSTEP_DRAFT_BATCH_H
#include "draft.h"
#include "ensemble.h"

#define RGS_DRAFT_BATCH 16u /* see draft.h */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rgs_draft_batch {
  rgs_head head; /* RGS_DRAFT_HEAD(rgs_draft_batch, RGS_DRAFT_BATCH) */
  int64_t n;     /* number of bodies, which is view.n */
  /* The system of each body: n numbers, ascending, equal for the bodies of one system.  The number
   * names the system: one that was in the batch before keeps its thermostat and its cell.  The
   * library keeps no pointer. */
  const int64_t *system;
  /* With a barostat: 9 numbers of each system, ascending by their names, in the order of
   * rgs_eval.cell and rgs_eval.virial.  They take the place of these: before each request the
   * library writes `cell`, and where RGS_EVAL_VIRIAL is asked, the host writes `virial`, in its
   * unit of force times length.  It comes in as NaN.  In a request of a batch the numbers in
   * rgs_eval are 0.  Both arrays are the host's, in its own memory also where the bodies lie on a
   * device, and must stay until the next rgs_draft_batch_set or rgs_stepper_destroy.  Null without
   * a barostat; `mc` asks no virial, and after its trials rgs_draft_batch_cell has the cell. */
  double *cell, *virial;
  /* A number of each system, ascending by their names, or null.  It takes the place of
   * rgs_eval.energy: where RGS_EVAL_ENERGY is asked, it comes in as NaN, and the host writes the
   * potential energy of each system, in its unit of energy.  rgs_eval.energy comes in as 0 then,
   * and is not read.  A number that is not finite is refused (RGS_E_HOST, which names the system).
   * `metropolis` accepts the trial of each system by it, where +INFINITY refuses that trial alone,
   * and the output conserved_energy needs it.
   * Null: rgs_eval.energy is asked, of all systems together.  Memory as of `cell`. */
  double *energy;
} rgs_draft_batch;

/* [setup & between steps] The bodies that are bound belong to these systems from now on.  A new
 * system begins with step 0 and the parameters of the method; with a barostat, give it a cell.  All
 * forces are evaluated anew.
 * Given:    batch  the system of each body; with a barostat also where cells and virials lie
 * Status:   RGS_E_ARG    a number is out of range, or the systems are not ascending
 *           RGS_E_ABI    the head is of other drafts
 *           RGS_E_NEEDS  batches do not have: an integrator, a method with an aux that is not of
 *                        levels or trials (processed schemes, gradients by displacement, shadow
 *                        energies, strang_momentum and its like), a rotor of a module, a thermostat
 *                        of a module that acts, a thermostat that scales beside a rotor that may
 *                        fail, ranks; or the method has a barostat, and batch.cell or (but for mc)
 *                        batch.virial is null, or it makes trials (metropolis), and batch.energy is
 *                        null (rgs_stepper_swap refuses it, too)
 *           RGS_E_ORDER  inside a step, or no view is bound
 *           RGS_E_NOMEM  no memory
 * Notes:    rgs_stepper_param refuses where systems have different values (RGS_E_NEEDS).
 *           rgs_stepper_output refuses outputs of past steps, and conserved_energy where batch.energy
 *           is null (RGS_E_NAME).  A save is loaded where the same systems were set, with their
 *           seeds.  rgs_draft_check_forces knows no systems: it reads rgs_eval.energy.
 *             Of trials each system decides for itself.  At a request the systems are in the same
 *           stage of the step, so the costly energy is asked of all together. */
RGS_API rgs_status rgs_draft_batch_set(rgs_stepper *stepper, const rgs_draft_batch *batch,
                                       rgs_error *error);

/* [step & between steps] Sets a parameter of each system, of its thermostat and of its barostat.
 * Given:    key     one with RGS_PARAM_RAMPS, such as kt or pressure; or seed
 *           values  one for each system, ascending by their names
 *           n       number of systems
 * Status:   RGS_E_ARG    key or values is null, or n is another number; without a batch it is 1
 *           RGS_E_PARAM  neither has such a parameter, it does not ramp, or a value is out of range
 *           RGS_E_ORDER  inside a step */
RGS_API rgs_status rgs_draft_batch_set_param(rgs_stepper *stepper, const char *key,
                                             const double *values, int64_t n, rgs_error *error);

/* [setup & between steps] Sets the cell of one system, as rgs_stepper_set_cell does.  That call and
 * rgs_stepper_cell are refused in a batch (RGS_E_NEEDS).
 * Given:    system  the name of the system
 *           cell    as for rgs_stepper_set_cell
 * Status:   as of rgs_stepper_set_cell; RGS_E_ARG, RGS_E_ORDER: no such system, or no batch
 * Notes:    If the cell changes, the forces of all systems are evaluated anew. */
RGS_API rgs_status rgs_draft_batch_set_cell(rgs_stepper *stepper, int64_t system,
                                            const rgs_cell *cell, rgs_error *error);
/* [step & between steps] The cell of one system now, as rgs_stepper_cell has it.
 * Given:    system  the name of the system
 * Returned: out     as of rgs_stepper_cell
 * Status:   as of rgs_stepper_cell; RGS_E_ARG, RGS_E_ORDER: no such system, or no batch */
RGS_API rgs_status rgs_draft_batch_cell(const rgs_stepper *stepper, int64_t system, rgs_cell *out,
                                        rgs_error *error);

/* [step & between steps] Saves what thermostat and barostat of one system keep, as
 * rgs_stepper_save_ensemble does.
 * Given:    system  the name of the system
 *           buffer, size  as for rgs_stepper_save_ensemble
 * Status:   as of rgs_stepper_save_ensemble; RGS_E_ARG, RGS_E_ORDER: no such system, or no batch
 * Notes:    The block may go to another batch of this method.  The seed is not in it. */
RGS_API rgs_status rgs_draft_batch_save(rgs_stepper *stepper, int64_t system, void *buffer,
                                        size_t *size, rgs_error *error);
/* [step & between steps] Continues thermostat and barostat of one system from such a block.
 * Given:    system  the name of the system
 *           buffer, size  what rgs_draft_batch_save wrote
 * Status:   as of rgs_stepper_load_ensemble; RGS_E_ARG, RGS_E_ORDER: no such system, or no batch */
RGS_API rgs_status rgs_draft_batch_load(rgs_stepper *stepper, int64_t system, const void *buffer,
                                        size_t size, rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_DRAFT_BATCH_H */
