/* SPDX-License-Identifier: BSD-3-Clause
 *
 * semiexact.c - the free rotation with an exact momentum, and an angle of the orientation by
 * quadrature.
 *
 * E. Celledoni and A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23, doi 10.1145/1731022.1731036,
 * section 3.3: the integral of the third kind is replaced by Gauss-Legendre quadrature with p nodes
 * over the amplitude phi = am u, which needs only sines at the nodes.  The momentum stays exact,
 * and so do the energy and the momentum in space; the orientation has order 2 p.
 *
 * Frame and notation: jacobi_motion.c.  They split the angle into integrals of which one has a pole
 * that comes close to the path for nearly symmetric bodies.  As a whole, psi' has none:
 *
 *   psi = 2 T t + Bm Bc Int dphi / (1 + Ba sqrt(1 - k^2 sin^2 phi)),
 *
 * whose only singularities come from the root.  So fewer nodes are needed, and all bodies need
 * the same, except near the separatrix, where k is close to 1.
 *
 * Under forces a body may cross the separatrix.  There a, the axis that the angle is counted about,
 * becomes the other extreme axis, and the error of the quadrature changes by a jump.  Compositions
 * of steps need errors that are smooth: beyond order 2 they keep their order only while the jump is
 * below their own error.  For that one node is too few.
 */
#include "free_motion/free_body.h"
#include "free_motion/jacobi_motion.h"
#include "rotors/params.h"
#include "rotors/rotors.h"

typedef struct semiexact_params {
  int64_t nodes;
} semiexact_params;

enum { MOST_NODES = 10 };
typedef struct node {
  double x, weight; /* 0 <= x < 1; each but x = 0 stands for -x as well */
} node;
/* The zeros of Legendre's polynomials, and weights; DLMF 3.5(v), computed to 40 digits. */
static const node GAUSS[MOST_NODES][(MOST_NODES + 1) / 2] = {
  { { 0, 2 } },
  { { 0.57735026918962576, 1 } },
  { { 0, 0.88888888888888889 }, { 0.77459666924148338, 0.55555555555555556 } },
  { { 0.33998104358485626, 0.65214515486254614 }, { 0.86113631159405258, 0.34785484513745386 } },
  { { 0, 0.56888888888888889 },
    { 0.53846931010568309, 0.47862867049936647 },
    { 0.90617984593866399, 0.23692688505618909 } },
  { { 0.23861918608319691, 0.46791393457269105 },
    { 0.66120938646626451, 0.36076157304813861 },
    { 0.93246951420315203, 0.17132449237917035 } },
  { { 0, 0.41795918367346939 },
    { 0.40584515137739717, 0.38183005050511894 },
    { 0.74153118559939444, 0.27970539148927667 },
    { 0.94910791234275852, 0.12948496616886969 } },
  { { 0.18343464249564980, 0.36268378337836198 },
    { 0.52553240991632899, 0.31370664587788729 },
    { 0.79666647741362674, 0.22238103445337447 },
    { 0.96028985649753623, 0.10122853629037626 } },
  { { 0, 0.33023935500125976 },
    { 0.32425342340380893, 0.31234707704000284 },
    { 0.61337143270059040, 0.26061069640293546 },
    { 0.83603110732663579, 0.18064816069485740 },
    { 0.96816023950762609, 0.081274388361574412 } },
  { { 0.14887433898163121, 0.29552422471475287 },
    { 0.43339539412924719, 0.26926671930999636 },
    { 0.67940956829902441, 0.21908636251598204 },
    { 0.86506336668898451, 0.14945134915058059 },
    { 0.97390652851717172, 0.066671344308688138 } },
};

static double integrand(const rgs_jacobi_motion *m, double phi) {
  const double s = sin(phi), c = cos(phi);
  return 1 / (1 + m->Ba * sqrt(c * c + m->kckc * (s * s)));
}

/* The growth of the amplitude from u0 to u1. */
static double amplitude_step(const rgs_jacobi_motion *m) {
  const rgs_jacobi *f0 = &m->f0, *f1 = &m->f1;
  const double PI = 3.14159265358979323846;
  double step = atan2(f1->sn * f0->cn - f1->cn * f0->sn, f1->cn * f0->cn + f1->sn * f0->sn);
  if (fabs(step) > 0.5 * PI && (step < 0) != (m->fv.sn < 0))
    step += m->fv.sn < 0 ? -2 * PI : 2 * PI; /* |v| <= K: at most pi, and of its sign */
  return step + m->half_periods * PI;
}

static double angle_by_quadrature(const rgs_jacobi_motion *m, const void *params) {
  const int64_t nodes = ((const semiexact_params *)params)->nodes;
  const double half = 0.5 * amplitude_step(m);
  const double middle = atan2(m->f0.sn, m->f0.cn) + half;
  const node *table = GAUSS[nodes - 1];
  double sum = 0;
  for (int64_t i = (nodes + 1) / 2 - 1; i >= 0; i--) {
    const double x = half * table[i].x;
    double value = integrand(m, middle + x);
    if (table[i].x != 0) value += integrand(m, middle - x);
    sum += table[i].weight * value;
  }
  return m->twice_energy_time + m->Bm * m->Bc * (half * sum);
}

static rgs_status flow(const rgs_flow *call, int64_t *bad) {
  return rgs_jacobi_flow(call, angle_by_quadrature, bad);
}

static const rgs_param_info params[] = {
  RGS_PARAM_ROW(
      semiexact_params, nodes, RGS_I64, "",
      "nodes of Gauss-Legendre quadrature; the order is twice that; with 1, schemes above "
      "order 2 may lose theirs",
      1, MOST_NODES, 5, 0),
};
static uint32_t order(const void *values) {
  return 2 * (uint32_t)((const semiexact_params *)values)->nodes;
}

static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = "semiexact",
  .doc =
      "Exact momentum; orientation by Gauss-Legendre quadrature, of order twice the number of "
      "nodes. "
      "With 1 node, schemes above order 2 may lose their order where bodies cross the separatrix.",
  .cite = "10.1145/1731022.1731036",
  .order = 10,
  .claims = RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS,
  RGS_PARAMS(semiexact_params, params),
};
const rgs_rotor rgs_rotor_semiexact = {
  .head = RGS_HEAD(rgs_rotor),
  .about = &about,
  .flow = flow,
  .prepare = rgs_jacobi_prepare,
  .prepared = sizeof(rgs_jacobi_top) / sizeof(double),
  .order = order,
};
