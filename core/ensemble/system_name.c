/* SPDX-License-Identifier: BSD-3-Clause
 *
 * system_name.c - of a batch, which system an error is about.
 */
#include "ensemble/ensemble.h"
#include <string.h>

rgs_status rgs_ensemble_name(const rgs_ensemble *e, int64_t system, rgs_status status,
                             rgs_error *error) {
  const rgs_systems *all = e->motion->systems;
  char text[sizeof error->text], body[48] = "";
  if (!rgs_ensemble_is_batch(e) || error == NULL || error->head.size < sizeof *error) return status;
  memcpy(text, error->text, sizeof text);
  text[sizeof text - 1] = '\0';
  if ((system < 0 && (error->body < 0 || error->body >= all->n_bodies)) ||
      strncmp(text, "system ", 7) == 0)
    return status;
  for (int64_t s = 0; system < 0; s++)
    if (all->first[s + 1] > error->body) system = s;
  if (error->body >= 0)
    (void)rgs_append(body, sizeof body, ", body %lld of it",
                     (long long)(error->body - all->first[system]));
  return rgs_set_error(error, status, error->body, "system %lld%s, its step %llu: %s",
                       (long long)all->name[system], body,
                       (unsigned long long)e->systems[system].saved.steps, text);
}
