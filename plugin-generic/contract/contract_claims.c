/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_claims.c - the claims that a module writes into its schemes, compared with those that the
 * library found true of their tables.  The library drops a claim that a table disproves, so that no host
 * is misled; the module's author has to be told all the same.
 */
#include "contract.h"

#include <dlfcn.h>
#include <rigidstep/module.h>
#include <stdio.h>
#include <string.h>

void test_written_claims(const rgs_context *context, const char *path, const char *only) {
  static const struct {
    uint32_t claim;
    const char *contract;
  } claims[] = { { RGS_KEEPS_ENERGY, "claims RGS_KEEPS_ENERGY" },
                 { RGS_NEVER_FAILS, "claims RGS_NEVER_FAILS" },
                 { RGS_BACKWARD, "claims RGS_BACKWARD" } };
  char here[4096];
  snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
  void *file = dlopen(here, RTLD_NOW | RTLD_LOCAL);
  const rgs_module *m = file ? (const rgs_module *)dlsym(file, RGS_MODULE_SYMBOL) : NULL;
  const bool has_schemes = m && m->head.size >= offsetof(rgs_module, integrators) && m->schemes;
  for (size_t i = 0; has_schemes && m->schemes[i]; i++) {
    const rgs_about *written = m->schemes[i]->about;
    const rgs_about *found = rgs_about_find(context, RGS_KIND_SCHEME, written->name);
    if (!found || (only && strcmp(only, written->name) != 0)) continue;
    const uint32_t stated = written->head.size >= offsetof(rgs_about, needs) ? written->claims : 0;
    for (size_t k = 0; k < sizeof claims / sizeof *claims; k++) {
      const bool wanted = (found->claims & claims[k].claim) != 0;
      if (((stated ^ found->claims) & claims[k].claim) == 0 && !wanted) continue;
      report_fact(written->name, claims[k].contract,
                  ((stated ^ found->claims) & claims[k].claim) == 0,
                  wanted || claims[k].claim == RGS_BACKWARD
                      ? "claimed exactly where a drift has a negative coefficient"
                      : "claimed by rotors and integrators only");
    }
  }
  if (file) dlclose(file);
}
