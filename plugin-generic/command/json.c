/* SPDX-License-Identifier: BSD-3-Clause
 *
 * json.c - `rigidstep describe --json`: a list of objects, one per method, for programs.
 */
#include "command.h"
#include "list.h"

#include <inttypes.h>
#include <math.h>

static bool is_open;

static void string(const char *before, const char *text) {
  uint32_t code;
  printf("%s\"", before);
  for (size_t size; *text; text += size > 0 ? size : 1) {
    size = character(text, &code);
    if (size == 0 || is_control(code))
      printf("\\u%04x", size == 0 ? 0xfffdu : code);
    else
      printf(*text == '"' || *text == '\\' ? "\\%.*s" : "%.*s", (int)size, text);
  }
  putchar('"');
}

static void number(const char *before, double value) {
  if (isfinite(value))
    printf("%s%.17g", before, value);
  else
    printf("%snull", before);
}

static void truth(const char *before, bool value) {
  printf("%s%s", before, value ? "true" : "false");
}

static void bits(const char *before, uint32_t set, const bit_name *names, size_t n) {
  const char *between = "";
  printf("%s[", before);
  for (size_t i = 0; i < n; i++)
    if (set & names[i].bit) string(between, names[i].text), between = ", ";
  putchar(']');
}

static void open_object(const char *kind, uint32_t order, uint32_t claims) {
  string(is_open ? "},\n {\"kind\": " : "[{\"kind\": ", kind);
  is_open = true;
  if (order == RGS_EXACT)
    string(", \"order\": ", "exact");
  else
    printf(", \"order\": %" PRIu32, order);
  bits(", \"claims\": ", claims, CLAIMS, N_CLAIMS);
}

static void parameter(const char *before, const rgs_param_info *p) {
  static const char *const types[] = {
    [RGS_F64] = "number", [RGS_I64] = "whole", [RGS_BOOL] = "bool"
  };
  string(before, p->key);
  string(", \"type\": ", types[p->type]);
  number(", \"min\": ", p->min);
  truth(", \"above_min\": ", p->flags & RGS_PARAM_ABOVE_MIN);
  number(", \"max\": ", p->max);
  number(", \"default\": ", p->flags & RGS_PARAM_REQUIRED ? (double)NAN : p->dflt);
  truth(", \"required\": ", p->flags & RGS_PARAM_REQUIRED);
  truth(", \"ramps\": ", p->flags & RGS_PARAM_RAMPS);
  string(", \"unit\": ", p->unit);
  string(", \"doc\": ", p->doc);
  putchar('}');
}

static void write_about(const rgs_about *about, size_t k) {
  open_object(KINDS[k].one, about->order, about->claims);
  string(", \"name\": ", about->name);
  string(", \"doc\": ", about->doc);
  string(", \"from\": ", about->cite);
  bits(", \"needs\": ", about->needs, NEEDS, N_NEEDS);
  printf(", \"parameters\": [");
  for (uint32_t i = 0; i < about->n_params; i++)
    parameter(i ? ", {\"key\": " : "{\"key\": ", param_info_at(about, i));
  putchar(']');
}

static void write_method(rgs_context *context, rgs_method *method, const rgs_method_spec *spec,
                         const rgs_method_info *info, bool pair, bool has_thermostat) {
  (void)context;
  if (pair) {
    open_object("method", info->order, info->claims);
    string(", \"rotor\": ", spec->rotor);
    string(", \"scheme\": ", spec->scheme);
  }
  truth(", \"thermostat_required\": ", has_thermostat);
  if (!spec->integrator)
    printf(", \"forces\": %" PRIu32 ", \"gradients\": %" PRIu32, info->evals, info->gradients);
  printf(", \"carries\": %" PRIu32 ", \"reductions\": %" PRIu32 ", \"sums\": %" PRIu32
         ", \"outputs\": [",
         info->aux, info->reductions, info->sums);
  for (int64_t i = 0; i < rgs_method_output_count(method); i++) {
    const rgs_output_info *out = rgs_method_output_at(method, i);
    string(i ? ", {\"key\": " : "{\"key\": ", out->key);
    printf(", \"components\": %" PRIu32 ", \"lag\": %" PRIu32, out->components, out->lag);
    truth(", \"per_body\": ", out->flags & RGS_OUTPUT_PER_BODY);
    string(", \"unit\": ", out->unit);
    string(", \"doc\": ", out->doc);
    putchar('}');
  }
  putchar(']');
}

const describer JSON = { write_about, write_method };

void json_end(void) {
  puts(is_open ? "}]" : "[]");
  is_open = false;
}
