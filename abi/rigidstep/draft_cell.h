/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draft_cell.h - cells that change their lengths and angles: the box of the draft piston `flexible`, and the
 * virial of its shears.  core/METHODS.md states the ensemble.  A draft: see draft.h.
 *
 * A host sets the cell before the first step.  At each request it changes its own cell to what
 * rgs_draft_stepper_cell returns, evaluates, and gives rgs_draft_stepper_shear_virial beside rgs_eval.virial.
 *
 * The vectors of a cell are a = (ax, 0, 0), b = (bx, by, 0), c = (cx, cy, cz) with ax, by, cz > 0.  If the cell
 * of a host lies otherwise, the host rotates cell and bodies.  Angles have no limit.  Between steps a host may
 * take other vectors of the same lattice, for example b - a in place of b.  It then sets the new cell with a
 * new reference.
 *
 * A strain moves centres of mass and the vectors of the cell, and leaves attitudes alone.  The shears by e are
 * xy: X_x += e X_y,  xz: X_x += e X_z,  yz: X_y += e X_z, where X begins at the centre of the cell.
 */
#ifndef RIGIDSTEP_DRAFT_CELL_H
#define RIGIDSTEP_DRAFT_CELL_H
#include "draft.h"
#include "method.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rgs_draft_cell {
  rgs_head head;     /* RGS_DRAFT_HEAD(rgs_draft_cell) */
  double vectors[9]; /* a, b, c, one after the other */
  double centre[3];  /* the point about which the library strains positions */
  /* The vectors of the cell without strain, to which the parameters deviation_* refer.  All 0: the reference
   * stays as it is; the first time it is the cell itself. */
  double reference[9];
  uint32_t flags, reserved0; /* 0 */
} rgs_draft_cell;

/* [step & between steps] Sets the cell; other pistons need rgs_stepper_set_box instead.  Call it before the first
 * step, after a swap, and whenever the host changed its cell.
 * Given:    s     a stepper whose method has the piston `flexible`
 *           cell  copied
 * Status:   RGS_E_ARG    s or cell is null; a vector is not finite or not of the form above, the cell or the
 *                        reference has no volume, flags or reserved0 is not 0
 *           RGS_E_ABI    the host was compiled with other drafts
 *           RGS_E_NEEDS  the method has another piston, or none
 *           RGS_E_ORDER  inside a step
 * Notes:    The momenta and the mass of the piston stay.  If vectors or centre differ from the stepper's, all
 *           evaluations are requested again. */
RGS_API rgs_status rgs_draft_stepper_set_cell(rgs_stepper *s, const rgs_draft_cell *cell,
                                              rgs_error *error);

/* [any] The cell at the present configuration, also within rgs_host.eval.  Bodies have moved with it.
 * Given:    s    the stepper
 * Returned: out  its head is set by the caller
 * Status:   RGS_E_ARG, RGS_E_ABI
 *           RGS_E_NEEDS  the method has another piston, or none
 *           RGS_E_ORDER  no cell has been set yet, or not since a swap */
RGS_API rgs_status rgs_draft_stepper_cell(const rgs_stepper *s, rgs_draft_cell *out,
                                          rgs_error *error);

/* [step] Answers RGS_EVAL_VIRIAL for the shears, beside rgs_eval.virial: after a request, also within
 * rgs_host.eval.
 * Given:    s      the stepper
 *           shear  minus the derivative of the potential energy along the shears xy, xz, yz, in the unit of
 *                  rgs_eval.virial.  For forces F on i between pairs of bodies, sum over pairs
 *                  F_x (X_i - X_j)_y, F_x (X_i - X_j)_z and F_y (X_i - X_j)_z.  The order of indices matters:
 *                  attitudes stay, so torques make the tensor unsymmetric.
 * Status:   RGS_E_ARG    s or shear is null
 *           RGS_E_NEEDS  the method has another piston, or none
 *           RGS_E_ORDER  no virial has been asked for
 * Notes:    If a number is missing or not finite, the step is refused when it continues (RGS_E_HOST). */
RGS_API rgs_status rgs_draft_stepper_shear_virial(rgs_stepper *s, const double shear[3],
                                                  rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_DRAFT_CELL_H */
