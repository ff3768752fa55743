/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sites.h - bodies made of sites: the bridge between a program that has atoms and the columns of
 * bodies.h.
 *
 * A site is a point of a body at which the host computes a force: an atom, a bead, a virtual site.
 * rgs_sites_create finds the shapes, and rgs_sites_shape writes mass, moments, centre and
 * orientation of each body.  In each step .._place computes the positions of the sites, and
 * .._gather the forces and torques on bodies.  If the host has set velocities or positions of
 * sites, .._momenta and .._fit compute the state of the bodies from them.
 *   The extent of a body is the largest distance of a site from its centre of mass.
 *
 *   kind   Two bodies are of one kind if their sites have the same masses in the same order, and a
 *          rotation puts one onto the other.  Each site may be off by 2 % of the extent of the
 *          sites with mass.  Mirror images are different kinds.  All bodies of a kind rotate about
 *          the same number of axes, unless spec.linear_tolerance is above 0.  If more than 64 kinds
 *          have the same masses, a kind may be counted more than once.
 *   linear A body with two sites that have mass is linear.  Another kind is linear if its sites
 *          with mass lie on a line to 1 % of their mean spacing (rms over the bodies of the kind).
 *          Then all its sites are put on the line.  A site without mass may be off by 2 % of the
 *          extent before.  The moment about the line is 0, and the other two are equal bit for bit.
 *   planar If all sites lie in a plane to 1e-9 of the extent, the largest moment is the sum of the
 *          others, bit for bit.
 *   axes   Moments ascend.  If two neighbours differ by less than 1e-6 of the largest, they are
 *          made equal; if both pairs do, all three.  The axes of equal moments follow the sites:
 *          rounding of positions chooses no axis.  Each of the first two axes points to the first
 *          site that lies more than 1 % of the extent along it.  The third is their cross product.
 *          In a linear body the second axis is normal to a fixed direction in space.  If positions
 *          are rounded more coarsely than 1e-9 or 1e-6 of the extent, that rounding replaces the
 *          limit.
 *   whole  In a periodic cell a body may lie across faces, wrapped in any way.  It may be wider
 *          than half of the cell.  Each site is joined to another one that is nearer than half of
 *          the cell's least width.  If some cannot be joined, positions are used as they are.  Then
 *          the body is refused if an image of a site is nearer to the first site than the site
 *          itself.
 *
 * The same positions give the same shapes, bit for bit, on every machine.
 */
#ifndef RIGIDSTEP_SITES_H
#define RIGIDSTEP_SITES_H
#include "base.h"
#include "host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A handle for bodies made of sites.  It keeps copies of all lists. */
typedef struct rgs_sites rgs_sites;

/* Flags of rgs_sites_spec. */
enum {
  /* All bodies of a kind get the shape of its first body, and the position and orientation that fit
   * best. */
  RGS_SITES_ONE_SHAPE = 1u << 0,
  /* The host knows the shapes, and gives them by rgs_sites_set_shape before any call of a step.
   * spec.x, cell and rounding are not used.  A body may have only the sites of this process, or
   * none: .._gather and .._momenta then compute the sums over these.  .._fit needs enough sites
   * with mass to determine position and orientation.  `lost` of .._momenta needs all sites.  If
   * spec.mass is null, .._momenta and .._fit are refused.  Not with RGS_SITES_ONE_SHAPE. */
  RGS_SITES_KNOWN = 1u << 1,
  /* No body with more than two sites that have mass is linear. */
  RGS_SITES_NEVER_LINEAR = 1u << 2
};

/* What rgs_sites_create reads.  Set all fields that are not needed to zero. */
typedef struct rgs_sites_spec {
  rgs_head head;    /* RGS_HEAD(rgs_sites_spec) */
  int64_t n_sites;  /* the host's sites have the indices 0 .. n_sites - 1; below 2^31 */
  int64_t n_bodies; /* >= 0 */
  /* n_bodies + 1 ascending numbers from 0 on: body i has site[first[i]] .. site[first[i+1] - 1]. */
  const int64_t *first;
  const int64_t *site; /* indices of sites; null: 0, 1, 2, .. */
  rgs_column mass;     /* 1 component; >= 0, and each body needs a site with mass above 0 */
  rgs_column x;        /* 3 components: positions                                  length */
  const double *cell;  /* null, or 9 numbers: the three vectors of a periodic cell */
  uint32_t periodic;   /* bits 0, 1, 2: the cell repeats along its first, second, third vector */
  uint32_t flags;      /* RGS_SITES_* */
  /* 0: bodies are linear as described above.  Above 0 and below 1: those whose smallest moment is
   * at most this fraction of their largest; not with RGS_SITES_ONE_SHAPE or
   * RGS_SITES_NEVER_LINEAR. */
  double linear_tolerance;
  /* Relative rounding of the positions, from 0 to below 1: 0 for doubles, 6e-8 for floats. */
  double rounding;
  const rgs_executor *executor; /* as in rgs_host */
} rgs_sites_spec;
#define RGS_SITES_SPEC_INIT                                                                        \
  {                                                                                                \
    RGS_HEAD(rgs_sites_spec), 0, 0, NULL, NULL, RGS_NO_COLUMN_, RGS_NO_COLUMN_, NULL, 0, 0, 0.0,   \
        0.0, NULL                                                                                  \
  }

/* What rgs_sites_describe writes. */
typedef struct rgs_sites_info {
  rgs_head head;
  int64_t n_bodies, n_sites; /* n_sites: sites that belong to bodies */
  int64_t kinds;             /* 0 with RGS_SITES_KNOWN */
  /* Bodies that do not rotate, linear ones, and others whose sites lie in a plane. */
  int64_t points, linear, planar;
  int64_t freedom; /* degrees of freedom of all bodies: three of translation, 0 to 3 of rotation */
  int64_t worst;   /* the body that differs most from the first of its kind; -1 if there is none */
  double misfit;   /* how far its worst site is off, as a fraction of the extent */
} rgs_sites_info;
#define RGS_SITES_INFO_INIT                                                                        \
  { RGS_HEAD(rgs_sites_info), 0, 0, 0, 0, 0, 0, 0, 0, 0.0 }

/* [setup] Finds the bodies that the sites form at their present positions.
 * Given:    context  its allocator gives the memory; it must outlive the handle
 *           spec     lists, masses and positions are read now, and may change afterwards
 * Returned: out      the handle; destroy it with rgs_sites_destroy
 * Status:   RGS_E_ARG   a pointer that is needed is null; an index or a number is out of range; a
 *                       body has no site, or two bodies have the same one; `first` does not ascend;
 *                       flags or periodic have an unknown bit, or flags do not go together (above);
 *                       the cell has no volume
 *           RGS_E_ABI   the head of spec does not fit
 *           RGS_E_BODY  error->body is its index.  A mass or a position is not finite, or a mass is
 *                       below 0; all masses are 0; all sites with mass are at one point; a site
 *                       without mass is not on the line, or at the point, of the others; lengths or
 *                       moments overflow; in this cell the sites are too far apart to be joined, or
 *                       are joined to their own images
 *           RGS_E_NOMEM */
RGS_API rgs_status rgs_sites_create(rgs_context *context, const rgs_sites_spec *spec,
                                    rgs_sites **out, rgs_error *error);
/* [setup] Destroys the handle.
 * Given:    sites  the handle; null does nothing */
RGS_API void rgs_sites_destroy(rgs_sites *sites);

/* [any] Counts the bodies and their kinds.
 * Given:    sites  the handle
 * Returned: out    initialise it with RGS_SITES_INFO_INIT
 * Status:   RGS_E_ARG, RGS_E_ABI */
RGS_API rgs_status rgs_sites_describe(const rgs_sites *sites, rgs_sites_info *out,
                                      rgs_error *error);

/* The calls below take the view that the host binds (rgs_bodies_bind), and use only the columns
 * that they name.  Its n must be the number of bodies.  Columns of sites have n_sites rows; only
 * rows of sites in bodies are read or written.  One handle takes one [step] call at a time.
 *   Each of them returns RGS_E_ARG if n differs, if a pointer or a column that it needs is null, or
 * if elements of a column overlap.  It returns RGS_E_ABI if the head of the view does not fit.
 * .._place, .._gather and .._momenta rely on unit quaternions in q.  If all of q is 0 in body 0,
 * nobody has set orientations, and they return RGS_E_BODY.  With RGS_SITES_KNOWN, [step] calls
 * return RGS_E_ARG before rgs_sites_set_shape. */

/* [any] Writes the bodies as rgs_sites_create found them.
 * Given:    sites   the handle
 * Returned: bodies  its columns mass, inertia, x and q are written
 *           local   null, or 3 components: the position of each site in its body's principal frame,
 *                   in the order of spec.site
 * Status:   RGS_E_ARG  as above, or RGS_SITES_KNOWN
 *           RGS_E_ABI */
RGS_API rgs_status rgs_sites_shape(const rgs_sites *sites, const rgs_view *bodies,
                                   const rgs_column *local, rgs_error *error);

/* [any] Returns the kind of each body.
 * Given:    sites  the handle
 * Returned: kind   n_bodies numbers; kinds are numbered 0, 1, .. in the order of their first bodies
 * Status:   RGS_E_ARG  sites or kind is null, or RGS_SITES_KNOWN */
RGS_API rgs_status rgs_sites_kinds(const rgs_sites *sites, int64_t *kind, rgs_error *error);

/* [setup] Sets the shapes of bodies, for example from a save: positions of their sites, masses and
 * moments.
 * Given:    sites   the handle, created without RGS_SITES_ONE_SHAPE
 *           bodies  its columns mass and inertia are read
 *           local   as rgs_sites_shape writes it
 * Status:   RGS_E_ARG   as above, or RGS_SITES_ONE_SHAPE
 *           RGS_E_ABI
 *           RGS_E_BODY  a mass, a moment or a position is not finite, a mass is not above 0, or a
 *                       moment is below 0
 * Notes:    Masses of sites and kinds stay.  points and freedom of rgs_sites_describe follow the
 *           new moments; with RGS_SITES_KNOWN linear and planar do, too. */
RGS_API rgs_status rgs_sites_set_shape(rgs_sites *sites, const rgs_view *bodies,
                                       const rgs_column *local, rgs_error *error);

/* [step] Computes positions and velocities of the sites.
 * Given:    sites   the handle
 *           bodies  its columns x and q are read, and p and l if v is not null
 * Returned: x, v    positions and velocities of the sites; each may be null
 * Status:   RGS_E_ARG, RGS_E_ABI, RGS_E_BODY as above
 *           RGS_E_EXECUTOR  the executor failed or left a part out: results are incomplete */
RGS_API rgs_status rgs_sites_place(rgs_sites *sites, const rgs_view *bodies, const rgs_column *x,
                                   const rgs_column *v, rgs_error *error);

/* [step] Computes forces and torques on bodies from forces on sites.
 * Given:    sites   the handle
 *           bodies  its column q is read
 *           force   on the sites
 * Returned: bodies  its columns f and tau are written
 *           intramolecular  null, or nine sums of F_a times arm_b, in the order of rgs_eval.virial,
 *                   over the sites of bodies that are not ghosts.  An arm goes from the centre of
 *                   mass to the site.  The virial of the sites minus these is the molecular virial
 *                   (rgs_eval.virial)
 * Status:   RGS_E_ARG, RGS_E_ABI, RGS_E_BODY as above
 *           RGS_E_EXECUTOR  as in rgs_sites_place */
RGS_API rgs_status rgs_sites_gather(rgs_sites *sites, const rgs_view *bodies,
                                    const rgs_column *force, double intramolecular[9],
                                    rgs_error *error);

/* [step] Computes momenta of bodies from velocities of sites.
 * Given:    sites   the handle
 *           bodies  its column q is read
 *           v       velocities of the sites
 * Returned: bodies  its columns p and l are written; with RGS_VIEW_PLANAR p_z, l_x and l_y are 0
 *           lost    null, or for each body the kinetic energy of the part of v that is not a rigid
 *                   motion
 * Status:   RGS_E_ARG   as above; or RGS_SITES_KNOWN without spec.mass
 *           RGS_E_ABI
 *           RGS_E_BODY  as above; or `lost` is wanted, and not all sites of a body are here
 *           RGS_E_EXECUTOR  as in rgs_sites_place */
RGS_API rgs_status rgs_sites_momenta(rgs_sites *sites, const rgs_view *bodies, const rgs_column *v,
                                     double *lost, rgs_error *error);

/* [step] Computes position and orientation of bodies from positions of sites: the least squares
 * fit, weighted by mass (B. K. P. Horn, J. Opt. Soc. Am. A 4, 629 (1987),
 * doi 10.1364/JOSAA.4.000629).
 * Given:    sites   the handle
 *           x       positions of the sites; a body must not be cut by faces of the cell
 * Returned: bodies  its columns x and q are written
 *           misfit  null, or for each body the largest distance of a site from its position in x
 * Status:   RGS_E_ARG   as above; or RGS_SITES_KNOWN without spec.mass
 *           RGS_E_ABI
 *           RGS_E_BODY  a position is not finite, or so far away that numbers overflow; or the
 *                       sites with mass that are here do not determine position and orientation
 *           RGS_E_EXECUTOR  as in rgs_sites_place */
RGS_API rgs_status rgs_sites_fit(rgs_sites *sites, const rgs_view *bodies, const rgs_column *x,
                                 double *misfit, rgs_error *error);

/* [any] Computes principal moments and axes of n inertia tensors.
 * Given:    n        number of tensors, >= 0; the arrays may be null if it is 0
 *           J        6n: Jxx, Jyy, Jzz, Jxy, Jxz, Jyz.  These are elements of the tensor: Jxy is
 *                    the sum of -m x y
 *           q        4n: orientations (w, x, y, z) of the frames to which J refers
 * Returned: inertia  3n: principal moments, ascending
 *           q        4n: orientations of the principal frames.  If moments are equal to 1e-6 of the
 *                    largest, their axes follow the axes x and y of the given frame
 * Status:   RGS_E_ARG   an array is null, or n < 0
 *           RGS_E_BODY  J or q is not finite, a principal moment is below 0, or |q| is not 1;
 *                       error->body is its index
 * Notes:    A moment may be above the sum of the others.  A step accepts it only with the flag
 *           RGS_VIEW_ANY_MOMENTS. */
RGS_API rgs_status rgs_principal(int64_t n, const double *J, double *inertia, double *q,
                                 rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_SITES_H */
