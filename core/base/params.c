/* SPDX-License-Identifier: BSD-3-Clause
 *
 * params.c - stores named values in the memory that a table lays out.
 */
#include "base/params.h"
#include "base/system.h"
#include <math.h>
#include <string.h>

static void store(const rgs_param_info *p, void *values, double value) {
  char *field = (char *)values + p->offset;
  if (p->type == RGS_F64) {
    memcpy(field, &value, sizeof value);
  } else {
    int64_t whole = (int64_t)value;
    memcpy(field, &whole, sizeof whole);
  }
}

static const rgs_param_info *find(const rgs_about *about, const char *key) {
  for (uint32_t i = 0; i < about->n_params; i++)
    if (strcmp(about->params[i].key, key) == 0) return &about->params[i];
  return NULL;
}

void rgs_params_default(const rgs_about *about, void *values) {
  for (uint32_t i = 0; i < about->n_params; i++)
    store(&about->params[i], values, about->params[i].dflt);
}

bool rgs_params_declares(const rgs_about *about, const char *key) {
  return find(about, key) != NULL;
}

bool rgs_params_ramps(const rgs_about *about, const char *key) {
  const rgs_param_info *p = find(about, key);
  return p != NULL && ((p->flags & RGS_PARAM_RAMPS) || strcmp(key, "seed") == 0);
}

double rgs_params_get(const rgs_about *about, const void *values, const char *key, double absent) {
  const rgs_param_info *p = find(about, key);
  if (p == NULL) return absent;
  const char *field = (const char *)values + p->offset;
  double value;
  int64_t whole;
  memcpy(&value, field, sizeof value);
  memcpy(&whole, field, sizeof whole);
  return p->type == RGS_F64 ? value : (double)whole;
}

/* All of the text must be one number; a bool may be a word. */
static bool parse(const char *text, uint32_t type, double *value) {
  static const char *const words[2][3] = { { "no", "off", "false" }, { "yes", "on", "true" } };
  if (type == RGS_BOOL)
    for (int k = 0; k < 6; k++)
      if (strcmp(text, words[k / 3][k % 3]) == 0) {
        *value = k >= 3;
        return true;
      }
  return rgs_read_number(text, value);
}

static rgs_status read_value(const rgs_about *about, const rgs_param_info *info, const rgs_param *p,
                             double *out, rgs_error *error) {
  double value = p->value;
  if (p->text != NULL && !parse(p->text, info->type, &value))
    return rgs_set_error(error, RGS_E_PARAM, -1,
                         "%s: parameter '%s' is '%s'; allowed a number from %g to %g", about->name,
                         p->key, p->text, info->min, info->max);
  const bool above = (info->flags & RGS_PARAM_ABOVE_MIN) != 0;
  if (above && !(value > info->min && value <= info->max))
    return rgs_set_error(error, RGS_E_PARAM, -1,
                         "%s: parameter '%s' is %g; allowed above %g up to %g", about->name, p->key,
                         value, info->min, info->max);
  if (!(value >= info->min && value <= info->max))
    return rgs_set_error(error, RGS_E_PARAM, -1, "%s: parameter '%s' is %g; allowed %g to %g%s%s",
                         about->name, p->key, value, info->min, info->max, *info->unit ? " " : "",
                         info->unit);
  if (info->type != RGS_F64 && floor(value) != value)
    return rgs_set_error(error, RGS_E_PARAM, -1,
                         "%s: parameter '%s' is %g; allowed whole numbers from %g to %g",
                         about->name, p->key, value, info->min, info->max);
  *out = value;
  return RGS_OK;
}

rgs_status rgs_params_read(const rgs_about *about, const rgs_param *p, double *value,
                           rgs_error *error) {
  return read_value(about, find(about, p->key), p, value, error);
}

rgs_status rgs_params_set(const rgs_about *about, void *values, const rgs_param *p,
                          rgs_error *error) {
  const rgs_param_info *info = find(about, p->key);
  double value;
  rgs_status status = read_value(about, info, p, &value, error);
  if (status == RGS_OK) store(info, values, value);
  return status;
}
