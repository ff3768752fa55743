/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draft_cell.h - cells that change their lengths and their angles: the box of the draft piston `flexible`,
 * and the virial of its shears.  A draft: see draft.h.
 *
 * A cell is given by its vectors a, b, c, of which a lies along x and b in the plane of x and y:
 * (ax, 0, 0), (bx, by, 0), (cx, cy, cz) with ax, by, cz > 0.  A host whose cell lies otherwise rotates cell and
 * bodies.  The cell may be as skewed as it likes, and a host may take other vectors of the same lattice between
 * steps, for example b - a in place of b: it then gives the new cell with a new reference.
 *
 * A strain moves centres of mass and vectors of the cell alike, and leaves attitudes as they are: a shear xy
 * is X_x += e X_y, and xz and yz mean X_x += e X_z and X_y += e X_z, where X is counted from the centre.
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
  /* The cell whose strains are 0, to which the parameters deviation_* refer.  All 0: what it was before, and
   * the first time the cell itself. */
  double reference[9];
  uint32_t flags, reserved0; /* 0 */
} rgs_draft_cell;

/* [step & between steps] Tells the stepper the cell, as rgs_stepper_set_box does for other pistons, which take
 * that call alone: before the first step, after a swap, and whenever the host changed its cell.
 * Given:    s     a stepper whose method has the piston `flexible`
 *           cell  copied
 * Status:   RGS_E_ARG    s or cell is null; a vector is not finite or not of the form above, the cell or the
 *                        reference has no volume, flags or reserved0 is not 0
 *           RGS_E_ABI    the host was compiled with other drafts
 *           RGS_E_NEEDS  the method has another piston, or none
 *           RGS_E_ORDER  inside a step
 * Notes:    The momenta and the mass of the piston stay.  If vectors or centre are other numbers than those
 *           that the stepper has, all evaluations are asked for again. */
RGS_API rgs_status rgs_draft_stepper_set_cell(rgs_stepper *s, const rgs_draft_cell *cell,
                                              rgs_error *error);

/* [any] The cell at the present configuration, also within rgs_host.eval.  A host calls it at each request
 * before it evaluates: the bodies have been moved with the cell already.
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
 *                  rgs_eval.virial.  For forces between pairs of bodies: the sums over pairs of
 *                  F_x (X_i - X_j)_y, F_x (X_i - X_j)_z and F_y (X_i - X_j)_z, F the force on i.  Torques make
 *                  this tensor unsymmetric, so the order of indices matters.
 * Status:   RGS_E_ARG    s or shear is null
 *           RGS_E_NEEDS  the method has another piston, or none
 *           RGS_E_ORDER  no virial has been asked for
 * Notes:    Numbers that are not given, or not finite, are refused when the step continues (RGS_E_HOST). */
RGS_API rgs_status rgs_draft_stepper_shear_virial(rgs_stepper *s, const double shear[3],
                                                  rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_DRAFT_CELL_H */
