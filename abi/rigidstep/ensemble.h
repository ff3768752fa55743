/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble.h - what a host sets and reads of a stepper with a thermostat or a barostat.  rigidstep.h
 * includes this header; it says what holds for all calls.
 *
 * UNITS  kt, pressure and the energies of thermostats and barostats are in mass, length and time, not in the
 *   host's unit of force: kt is an energy, mass * length^2 / time^2, and a pressure an energy over
 *   length^3, or over length^2 for bodies in a plane (RGS_VIEW_PLANAR).
 */
#ifndef RIGIDSTEP_ENSEMBLE_H
#define RIGIDSTEP_ENSEMBLE_H
#include "host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parameters ------------------------------------------------------------------------------ */
/* [step & between steps] Sets a parameter of the thermostat or the barostat that has RGS_PARAM_RAMPS,
 * such as kt or pressure, from the next step on.  For a ramp call it between steps.
 * Given:    s      the stepper
 *           kind   RGS_KIND_THERMOSTAT or RGS_KIND_BAROSTAT; 0: both, if both have the key
 *           key    name of the parameter
 *           value  in the unit and the range of rgs_param_info
 * Status:   RGS_E_ARG    s or key is null, value is not finite, or another kind
 *           RGS_E_PARAM  no such parameter, one that does not ramp, or a value out of range
 *           RGS_E_ORDER  inside a step */
RGS_API rgs_status rgs_stepper_set_param(rgs_stepper *s, uint32_t kind, const char *key,
                                         double value, rgs_error *error);

/* [any] The value of a parameter of the thermostat or the barostat as it is now, whether it ramps or
 * not.
 * Given:    s, key  as in rgs_stepper_set_param
 *           kind    as there; 0: the thermostat's, or the barostat's if the thermostat has no such key
 * Returned: value   the value
 * Status:   RGS_E_ARG    s, key or value is null, or another kind
 *           RGS_E_PARAM  no such parameter */
RGS_API rgs_status rgs_stepper_param(const rgs_stepper *s, uint32_t kind, const char *key,
                                     double *value, rgs_error *error);

/* ---- cell ------------------------------------------------------------------------------------ */
/* The cell that a barostat moves: three vectors a = (ax, 0, 0), b = (bx, by, 0), c = (cx, cy, cz) with
 * ax, by, cz > 0.  A host whose cell lies otherwise rotates cell and bodies.  Angles have no limit.
 *   A strain moves centres of mass and the vectors of the cell by X_a += e X_b, where X begins at
 * `origin`; it leaves orientations alone.  Of bodies in a plane (RGS_VIEW_PLANAR) c is (0, 0, 1). */
typedef struct rgs_cell {
  rgs_head head;
  double vectors[9]; /* a, b, c, one after the other */
  double origin[3];  /* the point that a strain leaves where it is */
  /* The vectors of the cell without strain, to which deviations of the pressure refer.  All 0: what
   * they were before, and the first time the vectors themselves. */
  double reference[9];
  uint32_t flags, reserved0; /* 0 */
} rgs_cell;
#define RGS_CELL_INIT                                                                              \
  { RGS_HEAD(rgs_cell), { 0.0 }, { 0.0, 0.0, 0.0 }, { 0.0 }, 0, 0 }

/* [step & between steps] Tells the stepper the cell.  A method with a barostat wants it before the
 * first step, after a swap, and whenever the host changed its cell.
 * Given:    s     the stepper
 *           cell  copied; in the host's unit of length
 * Status:   RGS_E_ARG    s or cell is null; a number is not finite; the vectors are not of the form
 *                        above, which a left-handed cell cannot have; the cell or the reference
 *                        has no volume; flags or reserved0 is not 0; or lengths of axes that change
 *                        together have other ratios than in the reference, or the cell is sheared
 *                        against the reference as the barostat does not shear it: then give a new one
 *           RGS_E_ABI
 *           RGS_E_NEEDS  the method has no barostat
 *           RGS_E_ORDER  inside a step
 * Notes:    Momentum and mass of the barostat stay.  If vectors or origin are other numbers than
 *           those that the stepper has, all evaluations are asked for again.  Between steps a host
 *           may take other vectors of the same lattice, for example b - a in place of b, and then
 *           gives a new reference with them. */
RGS_API rgs_status rgs_stepper_set_cell(rgs_stepper *s, const rgs_cell *cell, rgs_error *error);

/* [any] The cell at the present configuration, inside a step and after a load too.  Bodies have
 * moved with it.
 * Given:    s    the stepper
 * Returned: out  initialise it with RGS_CELL_INIT
 * Status:   RGS_E_ARG, RGS_E_ABI
 *           RGS_E_NEEDS  the method has no barostat
 *           RGS_E_ORDER  no cell has been set yet, or not since a swap */
RGS_API rgs_status rgs_stepper_cell(const rgs_stepper *s, rgs_cell *out, rgs_error *error);

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
/* [step & between steps] Writes what thermostat, barostat and noise keep, without the bodies: the state
 * of the thermostat; strains, momenta and masses of the barostat; the cell with its reference; the
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
 * Given:    s       a stepper with the same thermostat and barostat; rotor and scheme may differ
 *           buffer  the block
 *           size    its bytes
 * Status:   RGS_E_ARG    s or buffer is null
 *           RGS_E_ABI    it was written by another major version, or by a later one that keeps
 *                        more
 *           RGS_E_DATA   the block is damaged; or the stepper has another thermostat or barostat than
 *                        the one that was saved, or other parameters of them that do not ramp
 *           RGS_E_ORDER  inside a step
 * Notes:    Set the same bodies, and the time, in any order.  All evaluations are asked for
 *           again.  Heat is a rank's share, so it is not in the block: it begins at 0, and a
 *           host adds what it reported before.  The cell comes from the block.  If it has one, set
 *           your cell to what rgs_stepper_cell says, else set the stepper's.  The state of an
 *           integrator is not in it. */
RGS_API rgs_status rgs_stepper_load_ensemble(rgs_stepper *s, const void *buffer, size_t size,
                                             rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_ENSEMBLE_H */
