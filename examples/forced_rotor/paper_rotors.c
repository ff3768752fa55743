/* SPDX-License-Identifier: BSD-3-Clause */
#include "paper_rotors.h"

#include <stddef.h>

const double paper_inertia[3] = { 1, 1.0126869887825154, 3.3062374224730378 };

static rgs_status turn(const char *rotor, const rgs_flow *call, int64_t *bad) {
  for (int64_t i = 0; i < call->n; i++) {
    double l[3], q[4];
    for (int k = 0; k < 3; k++) l[k] = RGS_AT(call->l, i, k);
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(call->q, i, k);
    const rgs_status status = rgs_free_flow(rotor, 1, call->h, paper_inertia, l, q, NULL);
    if (status != RGS_OK) return *bad = i, status;
    for (int k = 0; k < 4; k++) RGS_AT(call->q, i, k) = q[k];
  }
  return RGS_OK;
}

#define ROTOR(inner, its_order, its_claims)                                                        \
  static rgs_status flow_##inner(const rgs_flow *call, int64_t *bad) {                             \
    return turn(#inner, call, bad);                                                                \
  }                                                                                                \
  static const rgs_about about_##inner = { .head = RGS_HEAD(rgs_about),                            \
                                           .name = "paper." #inner,                                \
                                           .doc = "Rotor " #inner " with the paper's moments.",    \
                                           .cite = "10.1145/1731022.1731036",                      \
                                           .order = its_order,                                     \
                                           .claims = its_claims,                                   \
                                           .param_info_size = sizeof(rgs_param_info) };            \
  static const rgs_rotor rotor_##inner = {                                                         \
    RGS_HEAD(rgs_rotor), &about_##inner, flow_##inner, NULL, 0, 0, NULL                            \
  };

#define KEEPS (RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM)
ROTOR(exact, RGS_EXACT, RGS_SYMPLECTIC | KEEPS)
ROTOR(jacobi, RGS_EXACT, RGS_SYMPLECTIC | KEEPS)
ROTOR(dmv2, 2, RGS_SYMPLECTIC | KEEPS)
ROTOR(dmv4, 4, KEEPS)
ROTOR(dmv6, 6, KEEPS)
ROTOR(dmv8, 8, KEEPS)
ROTOR(dmv10, 10, KEEPS)
ROTOR(nosquish, 2, RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM)

static const rgs_rotor *const rotors[] = { &rotor_exact, &rotor_jacobi,   &rotor_dmv2,
                                           &rotor_dmv4,  &rotor_dmv6,     &rotor_dmv8,
                                           &rotor_dmv10, &rotor_nosquish, NULL };

const rgs_module paper_rotors = {
  RGS_HEAD(rgs_module), "paper", "1.0", "BSD-3-Clause", rotors, NULL, NULL, NULL, NULL
};
