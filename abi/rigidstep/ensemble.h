/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble.h - what a host sets and reads of a stepper with a bath or a piston, since 1.1.  rigidstep.h
 * includes this header; it says what holds for all calls, and makes such methods with
 * rgs_method_create_with.
 *
 * UNITS  kt, pressure and the energies of baths and pistons are in mass, length and time, not in the
 *   host's unit of force: kt is an energy, mass * length^2 / time^2, and a pressure an energy over
 *   length^3, or over length^2 for bodies in a plane (RGS_VIEW_PLANE).
 */
#ifndef RIGIDSTEP_ENSEMBLE_H
#define RIGIDSTEP_ENSEMBLE_H
#include "host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parameters ------------------------------------------------------------------------------ */
/* [step & between steps] Sets a parameter of the bath or the piston that has RGS_PARAM_RAMPS,
 * such as kt or pressure, from the next step on.  For a ramp call it between steps.
 * Given:    s      the stepper
 *           kind   RGS_KIND_BATH or RGS_KIND_PISTON; 0: both, if both have the key
 *           key    name of the parameter
 *           value  in the unit and the range of rgs_param_info
 * Status:   RGS_E_ARG    s or key is null, value is not finite, or another kind
 *           RGS_E_PARAM  no such parameter, one that does not ramp, or a value out of range
 *           RGS_E_ORDER  inside a step */
RGS_API rgs_status rgs_stepper_set_param(rgs_stepper *s, uint32_t kind, const char *key,
                                         double value, rgs_error *error);

/* [any] The value of a parameter of the bath or the piston as it is now, whether it ramps or
 * not.
 * Given:    s, key  as in rgs_stepper_set_param
 *           kind    as there; 0: the bath's, or the piston's if the bath has no such key
 * Returned: value   the value
 * Status:   RGS_E_ARG    s, key or value is null, or another kind
 *           RGS_E_PARAM  no such parameter */
RGS_API rgs_status rgs_stepper_param(const rgs_stepper *s, uint32_t kind, const char *key,
                                     double *value, rgs_error *error);

/* ---- box ------------------------------------------------------------------------------------- */
/* The box that a piston moves. */
typedef struct rgs_box {
  rgs_head head;
  double lengths[3]; /* > 0; of bodies in a plane (RGS_VIEW_PLANE) the third is 1 */
  double centre[3];  /* the point about which the library scales positions */
  /* The lengths at which strains are 0; deviations of the pressure count with their volume.  All 0:
   * what it was before, and the first time the lengths themselves. */
  double reference[3];
  uint32_t flags, reserved0; /* 0 */
} rgs_box;
#define RGS_BOX_INIT                                                                               \
  { RGS_HEAD(rgs_box), { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, 0, 0 }

/* [step & between steps] Tells the stepper the box.  A method with a piston wants it before the
 * first step, after a swap, and whenever the host changed its box.
 * Given:    s    the stepper
 *           box  copied; lengths, centre and reference in the host's unit of length
 * Status:   RGS_E_ARG    s or box is null; a length or a reference is not above 0 and finite, or
 *                        centre is not finite; flags or reserved0 is not 0; or the lengths of
 *                        axes that change together have other ratios than in the reference, so
 *                        that a new one must be given
 *           RGS_E_ABI
 *           RGS_E_NEEDS  the method has no piston
 *           RGS_E_ORDER  inside a step
 * Notes:    The strain of a group of axes is then ln(length / reference), and momentum and mass
 *           of the piston stay.  If lengths or centre are other numbers than those that the
 *           stepper has, all evaluations are asked for again. */
RGS_API rgs_status rgs_stepper_set_box(rgs_stepper *s, const rgs_box *box, rgs_error *error);

/* [any] The box at the present configuration, inside a step and after a load too.
 * Given:    s    the stepper
 * Returned: out  initialise it with RGS_BOX_INIT
 * Status:   RGS_E_ARG, RGS_E_ABI
 *           RGS_E_NEEDS  the method has no piston
 *           RGS_E_ORDER  no box has been set yet, or not since a swap */
RGS_API rgs_status rgs_stepper_box(const rgs_stepper *s, rgs_box *out, rgs_error *error);

/* ---- number of steps ------------------------------------------------------------------------- */
/* [step & between steps] Sets the number of steps that were begun, on which noise depends.
 * Given:    s     the stepper
 *           step  the number
 * Status:   RGS_E_ARG
 *           RGS_E_ORDER  inside a step
 * Notes:    A host that makes its stepper anew, as at a restart from a file of its own, sets the
 *           number that the stepper before had: otherwise both draw the same noise. */
RGS_API rgs_status rgs_stepper_set_step(rgs_stepper *s, uint64_t step, rgs_error *error);

/* [any] How many steps were begun.
 * Given:    s    the stepper
 * Returned: 0 at first, plus 1 for each step whose h is not 0; 0 if s is null */
RGS_API uint64_t rgs_stepper_step(const rgs_stepper *s);

/* ---- saves ----------------------------------------------------------------------------------- */
/* [step & between steps] Writes what bath, piston and noise keep, without the bodies: the state
 * of the bath; strains, momenta and masses of the piston; the box with its reference; the
 * parameters that ramp; the number of steps.
 * Given:    s       the stepper
 *           buffer  where the block goes; null to ask for the size
 *           size    bytes of the buffer
 * Returned: size    bytes of the block
 * Status:   RGS_E_ARG    s or size is null
 *           RGS_E_ORDER  inside a step
 *           RGS_E_SPACE  buffer is null or too small; *size says what is needed
 * Notes:    It is for hosts that keep the bodies in a file of their own, and may continue on
 *           another number of ranks: the block is the same on all ranks.  It begins with "RGSE",
 *           and is otherwise described at rgs_stepper_save. */
RGS_API rgs_status rgs_stepper_save_ensemble(const rgs_stepper *s, void *buffer, size_t *size,
                                             rgs_error *error);

/* [step & between steps] Continues from a block of rgs_stepper_save_ensemble.
 * Given:    s       a stepper with the same bath and piston; rotor and scheme may differ
 *           buffer  the block
 *           size    its bytes
 * Status:   RGS_E_ARG    s or buffer is null
 *           RGS_E_ABI    it was written by another major version, or by a later one that keeps
 *                        more
 *           RGS_E_DATA   the block is damaged; or the stepper has another bath or piston than
 *                        the one that was saved, or other parameters of them that do not ramp
 *           RGS_E_ORDER  inside a step
 * Notes:    Set the same bodies, and the time, in any order.  All evaluations are asked for
 *           again.  Heat is a rank's share, so it is not in the block: it begins at 0, and a
 *           host adds what it reported before.  The box comes from the block.  If it has one, set
 *           your box to what rgs_stepper_box says, else set the stepper's.  The state of an
 *           integrator is not in it. */
RGS_API rgs_status rgs_stepper_load_ensemble(rgs_stepper *s, const void *buffer, size_t size,
                                             rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_ENSEMBLE_H */
