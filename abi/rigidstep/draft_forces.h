/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draft_forces.h - a draft: do a host's forces, torques and virial belong to its energy?
 *
 * A wrong sign, frame or factor of a torque shows as an energy that drifts, or does not show at
 * all.  rgs_draft_check_forces compares what the host gives with differences of the host's energy,
 * and names the likely mistake.
 */
#ifndef RIGIDSTEP_DRAFT_FORCES_H
#define RIGIDSTEP_DRAFT_FORCES_H
#include "draft.h"
#include "host.h"

#define RGS_DRAFT_FORCES 14u /* see draft.h */

#ifdef __cplusplus
extern "C" {
#endif

/* What may be found: name, bit, the sentence of the report. */
/* clang-format off */
#define RGS_DRAFT_FORCE_LIST(X)                                                                    \
  X(WRONG_FORCE,        0, "forces differ from what the energy says")                              \
  X(WRONG_TORQUE,       1, "torques differ from what the energy says")                             \
  X(WRONG_VIRIAL,       2, "the virial differs from what the energy says")                         \
  X(SIGN,               3, "the sign is wrong")                                                    \
  X(FACTOR,             4, "there is a wrong factor")                                              \
  X(BODY_FRAME,         5, "vectors are in the body frame; rotate them into space with q")         \
  X(ROTATED_TWICE,      6, "vectors are rotated once too often; they were in the space frame")     \
  X(QUATERNION_ORDER,   7, "q is read as (x, y, z, w); its order is (w, x, y, z)")                 \
  X(QUATERNION_INVERSE, 8, "q is read as the inverse rotation; it rotates body vectors to space")  \
  X(ABOUT_ORIGIN,       9, "torques are about the origin; they must be about the centre of mass")  \
  X(MISSING,           10, "one of the two is 0: it is not computed")                              \
  X(STALE,             11, "forces or energy belong to the call before")                           \
  X(VARYING,           12, "the same bodies get other forces from call to call")                   \
  X(UNWRITTEN,         13, "some of f or tau is not written; write all components at each call")   \
  X(ADDED,             14, "forces are added to the columns; write them, because f and tau come "  \
                           "as they were")                                                         \
  X(ONE_SIDED,         15, "forces do not add up to 0, though the energy has no field: does a "    \
                           "pair's force act on one body only?")                                   \
  X(JUMP,              16, "the energy jumps: shift the pair energy to 0 at its cutoff")           \
  X(NO_IMAGES,         17, "the energy changes if a body moves by a vector of the cell: use the "  \
                           "nearest images")                                                       \
  X(NO_LONG_RANGE,     18, "the virial differs by the same amount along each axis: it lacks the "  \
                           "long-range part, or the energy does")                                  \
  X(WITH_KINETIC,      19, "the virial contains the kinetic energy; leave it out")                 \
  X(FIXED_CELL,        20, "the energy does not depend on request->cell; use that cell")           \
  X(FIELD,             21, "the energy changes if all bodies move together: right in an external " \
                           "field, otherwise it depends on the origin")                            \
  X(NOISE,             22, "the energy is too noisy to judge some bodies")                         \
  X(FOR_LENGTHS,       23, "the virial serves barostats that keep the angles: xx, yy and zz are "  \
                           "right, but in tilted cells xy, xz or yz is not")                       \
  X(FOR_ONE_FACTOR,    24, "the virial serves barostats that change all lengths by one factor: "   \
                           "xx + yy + zz is right, but not for each length alone")                 \
  X(ATOMIC,            25, "it is symmetric though torques are not 0, as a virial of atoms is: "   \
                           "subtract intramolecular of rgs_sites_gather")                          \
  X(DISTANCE,          26, "the factor is a power of the distance from the origin: is a unit "     \
                           "vector left out, or a power wrong?")                                   \
  X(UNTURNED,          27, "q is not used: torques are as with q = (1, 0, 0, 0); rotate inertia "  \
                           "and sites with it")
/* clang-format on */
#define RGS_DRAFT_FORCE_ENUM(name, bit, text) RGS_DRAFT_FORCE_##name = 1u << (bit),
enum { RGS_DRAFT_FORCE_LIST(RGS_DRAFT_FORCE_ENUM) };
#undef RGS_DRAFT_FORCE_ENUM
/* Remarks: they do not make forces wrong. */
#define RGS_DRAFT_FORCE_REMARKS                                                                    \
  ((uint32_t)(RGS_DRAFT_FORCE_FIELD | RGS_DRAFT_FORCE_NOISE | RGS_DRAFT_FORCE_UNWRITTEN |          \
              RGS_DRAFT_FORCE_FOR_LENGTHS | RGS_DRAFT_FORCE_FOR_ONE_FACTOR))

/* One body: force and torque in the space frame, in the host's units. */
typedef struct rgs_draft_force_row {
  int64_t body;
  double given[6];  /* f and tau as the host gave them */
  double energy[6]; /* minus the differences of its energy */
  double error[6];  /* of these differences */
  double off;       /* the deviation of f or tau, in parts of what is allowed; above 1: wrong */
} rgs_draft_force_row;

enum { RGS_DRAFT_FORCE_TEXT = 6144 }; /* bytes that hold any report of 8 rows */

typedef struct rgs_draft_force_check {
  rgs_head head; /* RGS_DRAFT_HEAD(rgs_draft_force_check, RGS_DRAFT_FORCES) */
  /* Given.  0 means the default. */
  int64_t sample;   /* bodies that are checked, evenly spread; 0: 8 */
  double tolerance; /* relative deviation that is allowed; 0: 1e-3 */
  double length;    /* how far a body may move; 0: the radius of gyration of each body */
  /* Bodies are checked where they are, moved and turned at random by this part of their length and
   * of a radian: where all q are (1, 0, 0, 0), a wrong frame would not show.  0: 0.05; below 0:
   * none. */
  double stir;
  double time; /* rgs_eval.time */
  /* The cell of your bodies; if it is not 0 and the host provides RGS_EVAL_VIRIAL, the virial is
   * checked.  As in rgs_cell. */
  double cell[9], origin[3];
  rgs_draft_force_row *rows; /* null, or room for n_rows */
  int64_t n_rows;            /* given: room; returned: rows written, the worst first */
  size_t row_size;           /* sizeof(rgs_draft_force_row); read only if rows is not null */
  char *text;                /* null, or room for the report */
  size_t text_size;
  /* Returned. */
  uint32_t found, reserved0; /* RGS_DRAFT_FORCE_* */
  int64_t evaluations;
  double energy, noise;         /* of the bodies that were checked; the noise of one energy */
  double virial[9], by_cell[9]; /* as the host gave it, and by differences (xx yy zz xy xz yz) */
  double virial_off;            /* of what it serves, as `off` of a row; above 1: of xx + yy + zz */
} rgs_draft_force_check;

/* [setup & bound] Compares forces, torques and virial with differences of the host's energy.
 * Given:    bodies  with a view; x, q, f and tau are changed meanwhile, and are the same bits again
 *                   when the call returns
 *           host    eval, self, provides (RGS_EVAL_FORCE | RGS_EVAL_ENERGY at least) and ranks are
 *                   used.  A host that calls rgs_stepper_advance gives a function here that does
 *                   what the host does at RGS_NEED_EVAL, and writes request->energy.  If provides
 *                   has RGS_DRAFT_EVAL_SLOW, the sum of the slow and the fast force is checked
 *           check   see rgs_draft_force_check
 * Returned: check   what was found; 0 in `found` but for the remarks: all is right
 * Status:   RGS_E_ARG    a null or a number out of range
 *           RGS_E_ABI    check is of other drafts
 *           RGS_E_ORDER  no view is bound
 *           RGS_E_NEEDS  the host has no eval or no energy, several ranks, or ghosts
 *           RGS_E_HOST   eval did not return 0, or wrote a number that is not finite
 *           RGS_E_BODY, RGS_E_NOMEM
 * Notes:    Takes about 50 + 24 sample evaluations, twice as many if the energy is noisy or stiff.
 *           The last one is at the bodies as they are. */
RGS_API rgs_status rgs_draft_check_forces(rgs_bodies *bodies, const rgs_host *host,
                                          rgs_draft_force_check *check, rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_DRAFT_FORCES_H */
