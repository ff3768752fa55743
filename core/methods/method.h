/* SPDX-License-Identifier: BSD-3-Clause
 *
 * method.h - a rotor with a scheme, or an integrator, and their parameters.
 */
#ifndef RGS_METHODS_METHOD_H
#define RGS_METHODS_METHOD_H
#include "base/context.h"
#include "methods/entry.h"

struct rgs_method {
  rgs_context *context;
  uint64_t number;
  size_t size; /* of this struct with the parameter blocks behind it */
  const rgs_entry *rotor, *scheme, *integrator;
  void *rotor_params, *scheme_params, *integrator_params;
  bool refined; /* energies of past steps are kept, for refined_energy */
  bool shadow;  /* states of past steps are kept too, for shadow_energy */
  rgs_method_info info;
};

/* What a body carries between ranks: how many doubles for which purpose. */
#define RGS_CARRY_DISPLACED 13  /* x q f tau of the point it was displaced from, later gf gtau */
#define RGS_CARRY_PROPAGATED 19 /* x p q l f tau, while output is shown */
#define RGS_CARRY_STATE 13      /* x p q l of a past step */
#define RGS_PAST_STATES 4       /* of each body, for shadow_energy */

const rgs_about *rgs_method_about(const rgs_method *m); /* of its integrator or its scheme */
rgs_status rgs_write_info(const rgs_method_info *info, rgs_method_info *out, rgs_error *error);

/* What a method is on a host that serves these evaluations (RGS_EVAL_*). */
void rgs_method_on_host(const rgs_method *m, uint32_t provides, rgs_method_info *out);

#endif /* RGS_METHODS_METHOD_H */
