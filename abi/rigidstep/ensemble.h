/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble.h - what a host sets and reads of a stepper with a thermostat or a barostat.
 * rigidstep.h includes this header, and says what holds for all calls.
 *
 * UNITS  kt, pressure and the energies of thermostats and barostats do not have the host's unit of
 *   force.  kt is an energy, mass * length^2 / time^2.  A pressure is an energy over length^3, or
 *   over length^2 for bodies in a plane (RGS_VIEW_PLANAR).
 */
#ifndef RIGIDSTEP_ENSEMBLE_H
#define RIGIDSTEP_ENSEMBLE_H
#include "host.h"
#include "method.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parameters ------------------------------------------------------------------------------ */
/* [step & between steps] Sets a parameter with the flag RGS_PARAM_RAMPS, such as kt or pressure,
 * or the seed of thermostat and barostat, from the next step on.  For a ramp, call it before each
 * step.
 * Given:    s           the stepper
 *           param       key and value, in the unit and the range of rgs_param_info; its kind is
 *                       RGS_KIND_THERMOSTAT, RGS_KIND_BAROSTAT, or 0: whichever has the key, or
 *                       both
 *           param_size  sizeof(rgs_param)
 * Status:   RGS_E_ARG    s, param or its key is null, value is not finite, or kind is another
 *                        number
 *           RGS_E_ABI    param_size
 *           RGS_E_PARAM  no such parameter, or one without RGS_PARAM_RAMPS; a value out of range
 *           RGS_E_ORDER  inside a step */
RGS_API rgs_status rgs_stepper_set_param(rgs_stepper *s, const rgs_param *param, size_t param_size,
                                         rgs_error *error);

/* [any] The present value of a parameter of the thermostat or the barostat, with RGS_PARAM_RAMPS or
 * without.
 * Given:    s     the stepper
 *           kind  RGS_KIND_THERMOSTAT or RGS_KIND_BAROSTAT; 0: the thermostat's value, or the
 *                 barostat's if only that has the key
 *           key   name of the parameter
 * Returned: value  the value
 * Status:   RGS_E_ARG    s, key or value is null, or kind is another number
 *           RGS_E_PARAM  no such parameter */
RGS_API rgs_status rgs_stepper_param(const rgs_stepper *s, uint32_t kind, const char *key,
                                     double *value, rgs_error *error);

/* ---- cell ------------------------------------------------------------------------------------ */
/* The cell that a barostat moves: three vectors a = (ax, 0, 0), b = (bx, by, 0), c = (cx, cy, cz)
 * with ax, by, cz > 0.  If your cell has another orientation, rotate cell and bodies.  Tilts may
 * have any size.  If bodies move in a plane (RGS_VIEW_PLANAR), c must be (0, 0, 1).
 *   A strain moves the vectors of the cell and the centres of mass by X_a += e X_b, with X measured
 * from `origin`.  It does not rotate bodies. */
typedef struct rgs_cell {
  rgs_head head;
  double vectors[9]; /* a, b, c, one after the other */
  double origin[3];  /* the point that a strain leaves where it is */
  /* The vectors of the cell without strain.  Deviations of the pressure refer to them.  If all are
   * 0, the reference stays as it was; the first time it is then `vectors`. */
  double reference[9];
  uint32_t flags, reserved0; /* 0 */
} rgs_cell;
#define RGS_CELL_INIT                                                                              \
  { RGS_HEAD(rgs_cell), { 0.0 }, { 0.0, 0.0, 0.0 }, { 0.0 }, 0, 0 }

/* [step & between steps] Sets the cell.  With a barostat call it before the first step, after a
 * swap to another thermostat or barostat, and whenever the host changed its cell.
 * Given:    s     the stepper
 *           cell  copied; in the host's unit of length
 * Status:   RGS_E_ARG    s or cell is null; a number is not finite; vectors or reference do not
 *                        have the form above (a left-handed cell cannot have it), or no volume;
 *                        flags or reserved0 is not 0.  Or the barostat cannot strain the reference
 *                        into these vectors: lengths that change together have different ratios,
 *                        there is a shear that the barostat does not have, or a ratio is beyond
 *                        1e260.  Then give another reference
 *           RGS_E_ABI
 *           RGS_E_NEEDS  the method has no barostat
 *           RGS_E_ORDER  inside a step
 * Notes:    Momentum and mass of the barostat stay.  If vectors or origin change, all evaluations
 *           are asked for again.  You may choose other vectors of the same lattice, such as b - a
 *           in place of b; then also give their reference. */
RGS_API rgs_status rgs_stepper_set_cell(rgs_stepper *s, const rgs_cell *cell, rgs_error *error);

/* [any] The cell that belongs to the present x of the bodies, also inside a step and after a load.
 * Given:    s    the stepper
 * Returned: out  initialise it with RGS_CELL_INIT
 * Status:   RGS_E_ARG, RGS_E_ABI
 *           RGS_E_NEEDS  the method has no barostat
 *           RGS_E_ORDER  no cell has been set, or none since a swap that began anew */
RGS_API rgs_status rgs_stepper_cell(const rgs_stepper *s, rgs_cell *out, rgs_error *error);

/* ---- number of steps ------------------------------------------------------------------------- */
/* [step & between steps] Sets the number of steps that were begun.  Noise depends on it.
 * Given:    s     the stepper
 *           step  the number
 * Status:   RGS_E_ARG
 *           RGS_E_ORDER  inside a step
 * Notes:    If a new stepper continues the run of another one, for example after a restart, set the
 *           number of the other: otherwise the noise repeats. */
RGS_API rgs_status rgs_stepper_set_step_count(rgs_stepper *s, uint64_t step, rgs_error *error);

/* [any] How many steps were begun.
 * Given:    s    the stepper
 * Returned: 0 at first, plus 1 for each step whose h is not 0; 0 if s is null */
RGS_API uint64_t rgs_stepper_step_count(const rgs_stepper *s);

/* ---- saves ----------------------------------------------------------------------------------- */
/* [step & between steps] Writes the state of thermostat, barostat and noise, without the bodies.
 * This is the thermostat's own state; strains, momenta and masses of the barostat; the cell with
 * its reference; the parameters that ramp; the number of steps.
 * Given:    s       the stepper
 *           buffer  where the block goes; null to ask for the size
 *           size    bytes of the buffer
 * Returned: size    bytes of the block
 * Status:   RGS_E_ARG    s or size is null
 *           RGS_E_ORDER  inside a step
 *           RGS_E_SPACE  buffer is null or too small; *size says what is needed
 * Notes:    Use it if your own file keeps the bodies.  The block is the same on all ranks, so a run
 *           may continue on another number of ranks.  It begins with "RGSE"; the next 20 bytes are
 *           as in a block of rgs_stepper_save. */
RGS_API rgs_status rgs_stepper_save_ensemble(rgs_stepper *s, void *buffer, size_t *size,
                                             rgs_error *error);

/* [step & between steps] Continues from a block of rgs_stepper_save_ensemble.
 * Given:    s       a stepper with the same thermostat and barostat; rotor and scheme may differ
 *           buffer  the block
 *           size    its bytes
 * Status:   RGS_E_ARG    s or buffer is null
 *           RGS_E_ABI    it was written by another major version, or by a later one that keeps
 *                        more
 *           RGS_E_DATA   the block is damaged; or it belongs to another thermostat or barostat, or
 *                        to other values of parameters that do not ramp
 *           RGS_E_ORDER  inside a step
 * Notes:    Also restore the bodies and the time (rgs_stepper_set_time), before or after this call.
 *           All evaluations are asked for again.
 *             If the block has a cell, the stepper has it now: set your cell to what
 *           rgs_stepper_cell returns.  Otherwise call rgs_stepper_set_cell.
 *             Heat is a rank's share, so the block does not have it: the output begins at 0 again,
 *           and you add the earlier heat.  The state of an integrator is not in the block. */
RGS_API rgs_status rgs_stepper_load_ensemble(rgs_stepper *s, const void *buffer, size_t size,
                                             rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_ENSEMBLE_H */
