/* SPDX-License-Identifier: BSD-3-Clause
 *
 * layout.c - the fields of the structs that cross the ABI.
 */
#include "base/layout.h"
#include <string.h>

/* Some fields are pointers, and the size of the pointer is what is wanted. */
/* NOLINTBEGIN(bugprone-sizeof-expression) */
#define FIELD(T, name)                                                                             \
  { #name, offsetof(T, name), RGS_END_OF(T, name) }
/* The label for error texts, the last field for which zero is no value, and the last field. */
#define LAYOUT(T, label, last_needed, last)                                                        \
  _Static_assert(RGS_END_OF(T, last) == sizeof(T), "a field of " #T " is missing here");           \
  const rgs_layout T##_layout = { label, sizeof(T), RGS_END_OF(T, last_needed), T##_fields,        \
                                  sizeof T##_fields / sizeof *T##_fields }

#define F(name) FIELD(rgs_allocator, name)
static const rgs_field rgs_allocator_fields[] = { F(head), F(self), F(alloc), F(release) };
#undef F
LAYOUT(rgs_allocator, "allocator", head, release);

#define F(name) FIELD(rgs_executor, name)
static const rgs_field rgs_executor_fields[] = { F(head), F(self), F(parallel_for) };
#undef F
LAYOUT(rgs_executor, "executor", head, parallel_for);

#define F(name) FIELD(rgs_context_spec, name)
static const rgs_field rgs_context_spec_fields[] = { F(head),        F(flags),    F(reserved0),
                                                     F(allocator),   F(executor), F(kernels),
                                                     F(module_path), F(log),      F(self) };
#undef F
LAYOUT(rgs_context_spec, "spec", head, self);

#define F(name) FIELD(rgs_host, name)
static const rgs_field rgs_host_fields[] = { F(head),     F(self),        F(provides),
                                             F(ranks),    F(force_scale), F(eval),
                                             F(executor), F(flags),       F(reserved0) };
#undef F
LAYOUT(rgs_host, "host", head, reserved0);

#define F(name) FIELD(rgs_eval, name)
static const rgs_field rgs_eval_fields[] = { F(head),   F(what), F(n_sum),  F(time),
                                             F(energy), F(sum),  F(virial), F(cell) };
#undef F
LAYOUT(rgs_eval, "request", cell, cell);

#define F(name) FIELD(rgs_view, name)
static const rgs_field rgs_view_fields[] = {
  F(head), F(flags), F(reserved0), F(n),    F(n_ghosts),     F(revision), F(x),
  F(p),    F(q),     F(l),         F(mass), F(inertia),      F(f),        F(tau),
  F(gf),   F(gtau),  F(aux),       F(tag),  F(thermostatted)
};
#undef F
LAYOUT(rgs_view, "view", tau, thermostatted);

#define F(name) FIELD(rgs_method_spec, name)
static const rgs_field rgs_method_spec_fields[] = { F(head),       F(rotor),      F(scheme),
                                                    F(integrator), F(thermostat), F(barostat),
                                                    F(params),     F(n_params),   F(param_size),
                                                    F(inertia),    F(placement),  F(wants) };
#undef F
LAYOUT(rgs_method_spec, "spec", head, wants);

#define F(name) FIELD(rgs_cell, name)
static const rgs_field rgs_cell_fields[] = { F(head),      F(vectors), F(origin),
                                             F(reference), F(flags),   F(reserved0) };
#undef F
LAYOUT(rgs_cell, "cell", origin, reserved0);

#define F(name) FIELD(rgs_method_info, name)
static const rgs_field rgs_method_info_fields[] = { F(head),  F(order),     F(claims),     F(needs),
                                                    F(evals), F(gradients), F(ends_valid), F(aux),
                                                    F(sums),  F(reductions) };
#undef F
LAYOUT(rgs_method_info, "info", head, reductions);

#define F(name) FIELD(rgs_about, name)
static const rgs_field rgs_about_fields[] = {
  F(head),       F(name),  F(doc),      F(cite),   F(order),
  F(claims),     F(needs), F(n_params), F(params), F(param_info_size),
  F(params_size)
};
#undef F
LAYOUT(rgs_about, "about", order, params_size);

#define F(name) FIELD(rgs_rotor, name)
static const rgs_field rgs_rotor_fields[] = { F(head),     F(about),     F(flow), F(prepare),
                                              F(prepared), F(reserved0), F(order) };
#undef F
LAYOUT(rgs_rotor, "rotor", flow, order);

#define F(name) FIELD(rgs_scheme, name)
static const rgs_field rgs_scheme_fields[] = { F(head),       F(about), F(stages), F(n_stages),
                                               F(stage_size), F(pre),   F(n_pre),  F(reserved0) };
#undef F
LAYOUT(rgs_scheme, "scheme", stage_size, reserved0);

#define F(name) FIELD(rgs_integrator, name)
static const rgs_field rgs_integrator_fields[] = {
  F(head),  F(about),   F(advance), F(aux),     F(cursor_size), F(state_size),      F(flags),
  F(check), F(project), F(output),  F(outputs), F(n_outputs),   F(output_info_size)
};
#undef F
LAYOUT(rgs_integrator, "integrator", advance, output_info_size);

#define F(name) FIELD(rgs_thermostat, name)
static const rgs_field rgs_thermostat_fields[] = { F(head),   F(about),      F(scale), F(act),
                                                   F(energy), F(state_size), F(flags) };
#undef F
LAYOUT(rgs_thermostat, "thermostat", flags, flags);

#define F(name) FIELD(rgs_module, name)
static const rgs_field rgs_module_fields[] = { F(head),        F(name),        F(version),
                                               F(license),     F(rotors),      F(schemes),
                                               F(integrators), F(thermostats), F(init),
                                               F(fini) };
#undef F
LAYOUT(rgs_module, "module", license, fini);

#define F(name) FIELD(rgs_sites_spec, name)
static const rgs_field rgs_sites_spec_fields[] = {
  F(head),     F(n_sites), F(n_bodies),         F(first),    F(site),    F(mass), F(x), F(cell),
  F(periodic), F(flags),   F(linear_tolerance), F(rounding), F(executor)
};
#undef F
LAYOUT(rgs_sites_spec, "spec", first, executor);

#define F(name) FIELD(rgs_sites_info, name)
static const rgs_field rgs_sites_info_fields[] = { F(head),   F(n_bodies), F(n_sites), F(kinds),
                                                   F(points), F(linear),   F(planar),  F(freedom),
                                                   F(worst),  F(misfit) };
#undef F
LAYOUT(rgs_sites_info, "out", head, misfit);
/* NOLINTEND(bugprone-sizeof-expression) */

/* The field that a struct of this size would cut in two, or null. */
static const rgs_field *cut_field(const rgs_layout *layout, size_t size) {
  if (size >= layout->size) return NULL;
  for (size_t k = 0; k < layout->n_fields; k++)
    if (size > layout->fields[k].begin && size < layout->fields[k].end) return &layout->fields[k];
  return NULL;
}

rgs_status rgs_check_other_struct(const rgs_head *head, const rgs_layout *layout, const char *what,
                                  rgs_error *error) {
  rgs_status status = rgs_check_head(head, layout->least, what, error);
  if (status != RGS_OK) return status;
  const rgs_field *cut = cut_field(layout, head->size);
  if (cut == NULL) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_ABI, -1,
      "%s: head.size is %u, which ends inside the field '%s' (bytes %zu to %zu); it must "
      "be the size of the whole struct (RGS_HEAD gives it)",
      what, head->size, cut->name, cut->begin, cut->end);
}

rgs_status rgs_read_struct(void *dst, const rgs_layout *layout, const void *src, rgs_error *error) {
  if (src == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "%s is null", layout->what);
  rgs_head head;
  memcpy(&head, src, sizeof head);
  rgs_status status = rgs_check_struct(&head, layout, layout->what, error);
  if (status != RGS_OK) return status;
  size_t known = head.size < layout->size ? head.size : layout->size;
  memcpy(dst, src, known);
  if (known < layout->size) memset((char *)dst + known, 0, layout->size - known);
  head.size = (uint32_t)layout->size;
  memcpy(dst, &head, sizeof head);
  return RGS_OK;
}

rgs_status rgs_write_struct(void *dst, const rgs_layout *layout, const void *src,
                            rgs_error *error) {
  if (dst == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "%s is null", layout->what);
  rgs_head head;
  memcpy(&head, dst, sizeof head);
  rgs_status status = rgs_check_struct(&head, layout, layout->what, error);
  if (status != RGS_OK) return status;
  size_t known = head.size < layout->size ? head.size : layout->size;
  memcpy((char *)dst + sizeof head, (const char *)src + sizeof head, known - sizeof head);
  return RGS_OK;
}
