/* SPDX-License-Identifier: BSD-3-Clause
 *
 * threerot_simd.c - threerot and nosquish: the three-rotation splitting, with the axes in the
 * order that has the least error, and as the host numbers them.
 *
 * R. I. McLachlan, Phys. Rev. Lett. 71 (1993) 3043, doi 10.1103/PhysRevLett.71.3043; J. Touma and
 * J. Wisdom, Astron. J. 107 (1994) 1189, doi 10.1086/116931; S. Reich, Physica D 76 (1994) 375, doi
 * 10.1016/0167-2789(94)90046-9.  The kinetic energy is a sum of three terms y_k^2/(2 I_k), the flow
 * of each is a rotation about axis k at a constant rate, and
 *
 *   R3(h/2) R2(h/2) R1(h) R2(h/2) R3(h/2)
 *
 * is a symmetric, symplectic method of order 2.  With the axes as the host numbers them it is
 * nosquish. But the error depends on their order, and most on the axis of the first and last
 * rotation.  In threerot axis 1 has the largest moment and axis 3 the smallest.  On average over
 * bodies and states this is the best of the six orders, for water 8 times better than the reverse
 * one, and the numbering of the host no longer matters.
 *
 * nosquish: T. F. Miller et al., J. Chem. Phys. 116, 8649 (2002), doi 10.1063/1.1473654.  The paper
 * writes the rotations in quaternion momenta; in the body's momentum y they are the same map.  The
 * order of axes and the omission of axes without inertia are as in LAMMPS.
 */
#include "rotors/axis_rotations.h"
#include "rotors/rotors.h"

RGS_LANE_FLOW(rgs_threerot_flow) {
  const rgs_flow flow = *call;
  rgs_lanes faults = rgs_same(0);
  for (int64_t i = 0; i < flow.n; i += RGS_ROTATING * RGS_WIDTH) {
    rgs_rotating w;
    rgs_rotating_load(&flow, i, &w);
    rgs_rotating_about(&w, 2, 0.5);
    rgs_rotating_about(&w, 1, 0.5);
    rgs_rotating_about(&w, 0, 1);
    rgs_rotating_about(&w, 1, 0.5);
    rgs_rotating_about(&w, 2, 0.5);
    faults += rgs_rotating_store(&flow, i, &w);
  }
  return rgs_orientations_stored(&flow, faults, bad);
}

RGS_ROTOR_KERNEL(threerot, rgs_threerot_flow)
RGS_ROTOR_KERNEL(nosquish, rgs_threerot_flow)

#if RGS_ONCE

/* The rotation about axis 0 is done once, in the middle; that about axis 2 first and last. */
static void set(rgs_axis_rotations *t, const rgs_moments *m, const int axis[3]) {
  t->order = rgs_axes_order(axis[0], axis[1]);
  t->per_largest = m->per_largest;
  for (int k = 0; k < 3; k++) t->a[k] = m->reciprocal[axis[k]];
}

/* By descending moment; axes without inertia come last. */
static void prepare_by_moment(const void *params, int64_t n, const rgs_column *inertia,
                              double *prepared) {
  (void)params;
  rgs_axis_rotations *t = (rgs_axis_rotations *)prepared;
  for (int64_t i = 0; i < n; i++, t++) {
    const rgs_moments m = rgs_scale_moments(inertia, i);
    int axis[3] = { 0, 1, 2 }; /* nan, which a host may write at any time, has no rank */
    for (int k = 0; k < 3; k++) {
      int rank = 0; /* the number of axes before axis k */
      for (int j = 0; j < 3; j++) {
        const double own = RGS_AT(*inertia, i, k), other = RGS_AT(*inertia, i, j);
        rank += other > own || (other == own && j < k);
      }
      axis[rank] = k;
    }
    set(t, &m, axis);
  }
}

static void prepare_as_numbered(const void *params, int64_t n, const rgs_column *inertia,
                                double *prepared) {
  (void)params;
  rgs_axis_rotations *t = (rgs_axis_rotations *)prepared;
  for (int64_t i = 0; i < n; i++, t++) {
    const rgs_moments m = rgs_scale_moments(inertia, i);
    set(t, &m, (const int[3]){ 0, 1, 2 });
  }
}

static const rgs_about about_threerot = {
  .head = RGS_HEAD(rgs_about),
  .name = "threerot",
  .doc = "Three-rotation splitting: nosquish with the axes ordered by their moments, for the least "
         "error.",
  .cite = "10.1103/PhysRevLett.71.3043",
  .order = 2,
  .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS,
};
const rgs_rotor rgs_rotor_threerot = {
  .head = RGS_HEAD(rgs_rotor),
  .about = &about_threerot,
  .flow = rgs_threerot_flow,
  .prepare = prepare_by_moment,
  .prepared = sizeof(rgs_axis_rotations) / sizeof(double),
};

static const rgs_about about_nosquish = {
  .head = RGS_HEAD(rgs_about),
  .name = "nosquish",
  .doc = "NO_SQUISH: rotations about the body axes 3-2-1-2-3, as in LAMMPS.",
  .cite = "10.1063/1.1473654",
  .order = 2,
  .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS,
};
const rgs_rotor rgs_rotor_nosquish = {
  .head = RGS_HEAD(rgs_rotor),
  .about = &about_nosquish,
  .flow = rgs_threerot_flow,
  .prepare = prepare_as_numbered,
  .prepared = sizeof(rgs_axis_rotations) / sizeof(double),
};
#endif /* RGS_ONCE */
