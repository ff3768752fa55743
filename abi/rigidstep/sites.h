/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sites.h - bodies made of sites: the bridge between a program that has atoms and the columns of
 * bodies.h.
 *
 * A site is a place in a body at which the host computes a force: an atom, a bead, a virtual site.
 * rgs_sites_shape computes mass, moments, centre and orientation of each body from masses and positions of
 * its sites.  In each step .._place returns the positions of the sites, and .._gather takes the forces on
 * them.  .._momenta takes velocities, .._fit positions.  The extent of a body is the largest distance of a
 * site from its centre of mass.
 *
 *   kind   Two bodies are of one kind if their sites have the same masses in the same order, and a rotation puts one
 *          onto the other, each site off by at most 2 % of the extent of the sites with mass.  Mirror images differ.  All bodies
 *          of a kind have the same number of rotations, unless spec.linear is above 0.  With more than 64
 *          kinds of the same masses, a kind may be found more than once.
 *   linear A body with two sites that have mass is linear.  Other kinds are linear if the sites with mass
 *          lie on a line to 1 % of their mean spacing (root mean square over the bodies of the kind).  All
 *          sites are then put on the line; sites without mass may be off by 2 % of the extent before.  The
 *          moment about the line is 0, and the other two are equal bit for bit.
 *   planar If all sites lie in a plane to 1e-9 of the extent, the largest moment is the sum of the others,
 *          bit for bit.
 *   axes   Moments ascend.  Moments that differ from the next one by less than 1e-6 of the largest are made equal,
 *          in a chain all three.  Their axes follow the sites, so that rounding of positions chooses no axis.  Each
 *          of the first two axes points to the first site that lies more than 1 % of the extent along it.  The third
 *          is their cross product.  The second axis of a line is normal to a fixed direction in space.  If the
 *          positions have a coarser rounding than 1e-9 or 1e-6, it replaces these two limits.
 *   whole  In a periodic cell a body may lie across faces, wrapped in any way, and may be wider than half of the
 *          cell.  Each site is joined to another one that is nearer than half of the cell's least width.  If that
 *          fails, the body is taken as it is.  It is refused if an image of a site is nearer to the first site
 *          than the site itself.
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

/* Which sites make which body: a handle, which keeps copies of all lists. */
typedef struct rgs_sites rgs_sites;

/* Flags of rgs_sites_spec. */
enum {
  /* All bodies of a kind get the shape of its first body, and the place and orientation that fit best. */
  RGS_SITES_ONE_SHAPE = 1u << 0,
  /* The host knows the shapes, and calls rgs_sites_set_shape before any other call.  spec.x, cell, linear and
   * rounding are not read.  A body may have no site, or only the sites of this process: .._gather and .._momenta
   * then return the sums over these.  .._fit needs as many sites with mass as determine place and
   * orientation, and `lost` of .._momenta all of them.  Without masses .._momenta and .._fit are refused. */
  RGS_SITES_KNOWN = 1u << 1
};

/* What rgs_sites_create is given.  Set all fields that are not needed to zero. */
typedef struct rgs_sites_spec {
  rgs_head head;    /* RGS_HEAD(rgs_sites_spec) */
  int64_t n_sites;  /* the host's sites have the indices 0 .. n_sites - 1; below 2^31 */
  int64_t n_bodies; /* >= 0 */
  const int64_t *
      first; /* n_bodies + 1 ascending numbers from 0 on: body i has site[first[i]] .. site[first[i+1] - 1] */
  const int64_t *site; /* indices of sites; null: 0, 1, 2, .. */
  rgs_column mass;     /* 1 component; >= 0, and each body needs a site with mass above 0 */
  rgs_column x;        /* 3 components: positions                                  length */
  const double
      *cell;         /* 9 numbers: three vectors of a periodic cell, one after the other; or null */
  uint32_t periodic; /* bits 0, 1, 2: the cell repeats along its first, second, third vector */
  uint32_t flags;    /* RGS_SITES_* */
  /* The rule for lines.  0: as described above.  Below 0: no body of more than two sites with mass is a
   * line.  Above 0, and below 1: a body is a line if its smallest moment is at most this part of its largest. */
  double linear;
  /* Relative rounding of the positions, if it is above the rounding of a double: 6e-8 for floats. */
  double rounding;
  /* As in rgs_host; null: the calling thread does all the work. */
  int (*parallel_for)(void *pool, int64_t n, void (*run)(void *work, int64_t begin, int64_t end),
                      void *work);
  void *pool;
} rgs_sites_spec;

/* What rgs_sites_describe writes. */
typedef struct rgs_sites_info {
  rgs_head head;
  int64_t n_bodies, n_sites; /* n_sites: those that belong to bodies */
  int64_t kinds;             /* 0 with RGS_SITES_KNOWN, and `worst` is -1 */
  int64_t points, linear,
      planar;      /* bodies without rotation, with two, and those whose sites lie in a plane */
  int64_t freedom; /* degrees of freedom of all bodies: three of translation, 0 to 3 of rotation */
  int64_t worst;   /* the body that is farthest from the first of its kind, or -1 */
  double misfit;   /* by how much a site of it is off at most, in parts of the extent */
} rgs_sites_info;

/* [setup] Makes bodies from sites where they are.  Positions and masses are read now, and not kept.
 * Given:    context  gives the memory; must outlive the handle
 *           spec     see above
 * Returned: out      the handle, for rgs_sites_destroy
 * Status:   RGS_E_ARG   a null pointer, an index out of range, a site in two bodies, a list that is not
 *                       ascending, a cell without volume
 *           RGS_E_ABI   its head does not fit
 *           RGS_E_BODY  error.body says which.  It has no site or no mass; positions or masses are not finite;
 *                       all sites with mass are at one point; a site without mass is off the line or the point
 *                       of the others; in this cell the sites are too far apart, or joined to their own images
 *           RGS_E_NOMEM */
RGS_API rgs_status rgs_sites_create(rgs_context *context, const rgs_sites_spec *spec,
                                    rgs_sites **out, rgs_error *error);
/* [setup] Gives the memory back.
 * Given:    sites  the handle, or null */
RGS_API void rgs_sites_destroy(rgs_sites *sites);

/* [any] What was made.
 * Given:    sites  the handle
 * Returned: out    its head is set by the caller, RGS_HEAD(rgs_sites_info)
 * Status:   RGS_E_ARG  sites or out is null
 *           RGS_E_ABI  its head does not fit */
RGS_API rgs_status rgs_sites_describe(const rgs_sites *sites, rgs_sites_info *out,
                                      rgs_error *error);

/* The calls below take the view that the host binds (rgs_bodies_bind) and use the columns that they name.  Its n
 * must be the number of bodies, and q must hold unit quaternions.  One handle takes one call at a time.  Calls of
 * a step refuse bodies without an orientation (RGS_E_BODY).  A view that is null or of another ABI is refused
 * (RGS_E_ARG, RGS_E_ABI).  Columns of sites have n_sites rows; only rows of sites in bodies are read or written. */

/* [any] The bodies where the sites were at rgs_sites_create.
 * Given:    sites   the handle
 * Returned: bodies  its columns mass, inertia, x and q are written
 *           local   null, or 3 components: the place of each site in its body's principal frame.  Rows are in
 *                   the order of the bodies' lists
 * Status:   RGS_E_ARG  a column is null or its elements overlap, or view.n is another number; or the host knew the
 *                      shapes */
RGS_API rgs_status rgs_sites_shape(const rgs_sites *sites, const rgs_view *bodies,
                                   const rgs_column *local, rgs_error *error);

/* [any] Which bodies are of one kind.
 * Given:    sites  the handle
 * Returned: kind   n_bodies numbers from 0 on, in the order in which kinds come first
 * Status:   RGS_E_ARG  sites or kind is null, or the host knew the shapes */
RGS_API rgs_status rgs_sites_kinds(const rgs_sites *sites, int64_t *kind, rgs_error *error);

/* [setup] Gives bodies other shapes: places of their sites, masses and moments, for example from a save.  Masses of
 * sites, kinds, and what rgs_sites_describe returns stay.
 * Given:    sites   the handle, made without RGS_SITES_ONE_SHAPE
 *           bodies  its columns mass and inertia are read
 *           local   as rgs_sites_shape wrote it
 * Status:   RGS_E_ARG  as for rgs_sites_shape; or bodies share their shapes
 *           RGS_E_BODY  a mass, a moment or a place is not finite, a mass is not above 0, or a moment is below
 *                       0; nothing changed */
RGS_API rgs_status rgs_sites_set_shape(rgs_sites *sites, const rgs_view *bodies,
                                       const rgs_column *local, rgs_error *error);

/* [step] Computes positions and velocities of the sites.
 * Given:    sites   the handle
 *           bodies  its columns x and q are read, and p and l where v is not null
 * Returned: x, v    positions and velocities of the sites; each may be null
 * Status:   RGS_E_ARG, RGS_E_EXECUTOR */
RGS_API rgs_status rgs_sites_place(rgs_sites *sites, const rgs_view *bodies, const rgs_column *x,
                                   const rgs_column *v, rgs_error *error);

/* [step] Forces on sites become forces and torques of bodies.
 * Given:    sites   the handle
 *           force   on the sites
 * Returned: bodies  its column q is read; f and tau are written
 *           intramolecular  null, or nine sums of F_a times arm_b in the order of rgs_eval.virial, over the
 *                   sites of bodies that are no ghosts; an arm begins at the centre of mass.  The molecular
 *                   virial (rgs_eval.virial) is the virial of the sites minus these
 * Status:   RGS_E_ARG, RGS_E_EXECUTOR */
RGS_API rgs_status rgs_sites_gather(rgs_sites *sites, const rgs_view *bodies,
                                    const rgs_column *force, double intramolecular[9],
                                    rgs_error *error);

/* [step] Velocities of sites become momenta of bodies.
 * Given:    sites   the handle
 *           v       of the sites
 * Returned: bodies  its column q is read; p and l are written; with RGS_VIEW_PLANAR p_z, l_x and l_y are 0
 *           lost    for each body, the kinetic energy of all but its rigid motion; or null
 * Status:   RGS_E_ARG, RGS_E_EXECUTOR */
RGS_API rgs_status rgs_sites_momenta(rgs_sites *sites, const rgs_view *bodies, const rgs_column *v,
                                     double *lost, rgs_error *error);

/* [step] The place and orientation for which the sites come closest to these positions, weighted by mass
 * (B. K. P. Horn, J. Opt. Soc. Am. A 4, 629 (1987), doi 10.1364/JOSAA.4.000629).
 * Given:    sites   the handle
 *           x       positions of the sites, whole: no cell is used
 * Returned: bodies  its columns x and q are written
 *           misfit  for each body, the largest distance of a site from its position; or null
 * Status:   RGS_E_ARG, RGS_E_EXECUTOR
 *           RGS_E_BODY  a position is not finite, or too far away; the sites here do not determine the body; nothing
 *                       was written */
RGS_API rgs_status rgs_sites_fit(rgs_sites *sites, const rgs_view *bodies, const rgs_column *x,
                                 double *misfit, rgs_error *error);

/* [any] Principal moments and axes of n inertia tensors.
 * Given:    J  n times six: Jxx, Jyy, Jzz, Jxy, Jxz, Jyz.  These are elements of the tensor, so that Jxy
 *              is the sum of -m x y
 *           q  n orientations of the frames in which J is given, (w, x, y, z)
 * Returned: inertia  n times three, ascending
 *           q        the orientations of the principal frames.  Where moments are equal to 1e-6 of the
 *                    largest, the frame's own axes choose, the first one first.  A moment may be above the
 *                    sum of the others, which rgs_bodies_bind allows with RGS_VIEW_ANY_MOMENTS alone
 * Status:   RGS_E_ARG, RGS_E_BODY (not finite, a moment below 0, |q| is not 1); nothing was written */
RGS_API rgs_status rgs_principal(int64_t n, const double *J, double *inertia, double *q,
                                 rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_SITES_H */
