/* SPDX-License-Identifier: BSD-3-Clause
 *
 * list.c - `rigidstep list` and `rigidstep describe`: what the methods say of themselves.
 */
#include "command.h"
#include "list.h"

#include <inttypes.h>
#include <string.h>

/* The names of the bits that are set, with blanks between them, or "none". */
enum { WORDS = 120 };
static void words_of(uint32_t bits, const bit_name *list, size_t n, char room[WORDS]) {
  size_t used = 0;
  for (size_t i = 0; i < n && used < WORDS; i++)
    if (bits & list[i].bit)
      used += (size_t)snprintf(room + used, WORDS - used, "%s%s", used ? " " : "", list[i].text);
  if (used == 0) snprintf(room, WORDS, "none");
}
#define WORDS_OF(bits, list, room) words_of(bits, list, sizeof list / sizeof *list, room)

/* The claims concern motion by forces, so a thermostat or a barostat seldom has one; without, `room` is
 * empty. */
static void claims_of(const rgs_about *about, uint32_t kind, char room[WORDS]) {
  WORDS_OF(about->claims, CLAIMS, room);
  if (!about->claims && (kind == RGS_KIND_THERMOSTAT || kind == RGS_KIND_BAROSTAT)) *room = '\0';
}

static const char *order_of(uint32_t order, char room[16]) {
  if (order == RGS_EXACT) return "exact";
  snprintf(room, 16, "%" PRIu32, order);
  return room;
}

/* A scheme that places the thermostat and a barostat that moves by noise are refused without one, and are
 * described with the thermostat `drag`, which requires no parameters. */
static rgs_status make_alone(rgs_context *context, const rgs_method_spec *spec, rgs_method **method,
                             bool *has_thermostat, rgs_error *error) {
  rgs_method_spec drag = *spec;
  const rgs_status status = rgs_method_create(context, spec, method, error);
  drag.thermostat = "drag";
  *has_thermostat = status != RGS_OK && spec->scheme != NULL && spec->thermostat == NULL &&
                    rgs_method_create(context, &drag, method, NULL) == RGS_OK;
  return *has_thermostat ? RGS_OK : status;
}

/* ---- list ------------------------------------------------------------------------------------ */
/* Evaluations of forces and of gradients in a step of `scheme` with an exact rotor. */
enum { COST = 32 };
static void cost_of(rgs_context *context, const char *scheme, char room[COST]) {
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = scheme };
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  rgs_method *method = NULL;
  bool has_thermostat;
  if (make_alone(context, &spec, &method, &has_thermostat, NULL) == RGS_OK &&
      rgs_method_describe(method, &info, NULL) == RGS_OK)
    snprintf(room, COST, "%6" PRIu32 "  %9" PRIu32, info.evals, info.gradients);
  else
    snprintf(room, COST, "%6s  %9s", "-", "-");
  rgs_method_destroy(method);
}

static void list_kind(rgs_context *context, size_t k) {
  const uint32_t kind = KINDS[k].kind;
  const bool schemes = kind == RGS_KIND_SCHEME;
  char order[16], claims[WORDS], cost[COST];
  int width = 0;
  for (int64_t i = 0; i < rgs_about_count(context, kind); i++) {
    claims_of(rgs_about_at(context, kind, i), kind, claims);
    if ((int)strlen(claims) > width) width = (int)strlen(claims);
  }
  const char *gap = width ? "  " : "";
  printf("%-22s %-5s  %s%-*s%sfrom\n", KINDS[k].many, "order", schemes ? "forces  gradients  " : "",
         width, width ? "claims" : "", gap);
  for (int64_t i = 0; i < rgs_about_count(context, kind); i++) {
    const rgs_about *about = rgs_about_at(context, kind, i);
    claims_of(about, kind, claims);
    if (schemes) cost_of(context, about->name, cost);
    printf("  %-20s %-5s  %s%s%-*s%s%s\n", about->name, order_of(about->order, order),
           schemes ? cost : "", schemes ? "  " : "", width, claims, gap, plain(about->cite));
  }
}

int command_list(const options *o) {
  rgs_context *context;
  size_t only = N_KINDS;
  if (o->n_names > 1)
    return say(BAD_INPUT, "list takes one kind at most; see 'rigidstep help list'");
  if (o->n_names == 1) {
    only = 0;
    while (only < N_KINDS && strcmp(o->names[0], KINDS[only].many) != 0) only++;
    if (only == N_KINDS)
      return say(BAD_INPUT,
                 "kind is '%s'; must be rotors, schemes, integrators, thermostats or barostats",
                 o->names[0]);
  }
  const int code = session_open(o, &context);
  if (code != DONE) return code;
  const char *between = "";
  for (size_t k = 0; k < N_KINDS; k++)
    if (only == N_KINDS || only == k) {
      fputs(between, stdout);
      list_kind(context, k);
      between = "\n";
    }
  session_close(context);
  return printed(DONE);
}

/* ---- describe -------------------------------------------------------------------------------- */
/* The range of a parameter, and what it is if it is not given. */
static void describe_values(const rgs_param_info *p) {
  const uint32_t type = p->type, flags = p->flags;
  const char *from = flags & RGS_PARAM_ABOVE_MIN ? "above" : "from";
  if (type == RGS_BOOL)
    printf("0 or 1");
  else
    printf("%s %s %g to %g%s%s", type == RGS_I64 ? "whole" : "number", from, p->min, p->max,
           *p->unit ? " " : "", plain(p->unit));
  if (flags & RGS_PARAM_REQUIRED)
    printf(", required");
  else
    printf(", else %g", p->dflt);
  if (flags & RGS_PARAM_RAMPS) printf(", may ramp");
}

static void describe_params(const rgs_about *about) {
  for (uint32_t i = 0; i < about->n_params; i++) {
    const rgs_param_info *p = param_info_at(about, i);
    printf("  parameter  %s: ", p->key);
    describe_values(p);
    printf("; %s\n", plain(p->doc));
  }
}

static void describe_outputs(const rgs_method *method) {
  for (int64_t i = 0; i < rgs_method_output_count(method); i++) {
    const rgs_output_info *out = rgs_method_output_at(method, i);
    printf("  output     %s: %" PRIu32 " number%s%s", out->key, out->components,
           out->components == 1 ? "" : "s", out->flags & RGS_OUTPUT_PER_BODY ? " per body" : "");
    if (*out->unit) printf(", %s", plain(out->unit));
    if (out->lag) printf(", %" PRIu32 " step%s late", out->lag, out->lag == 1 ? "" : "s");
    printf("; %s\n", plain(out->doc));
  }
}

static void print_about(const rgs_about *about, size_t k) {
  char order[16], claims[WORDS], needs[WORDS];
  const bool doi = strncmp(about->cite, "10.", 3) == 0 && strpbrk(about->cite, " ;") == NULL;
  claims_of(about, KINDS[k].kind, claims);
  WORDS_OF(about->needs, NEEDS, needs);
  printf("%s %s\n  %s\n", KINDS[k].one, about->name, plain(about->doc));
  printf("  order      %s\n", order_of(about->order, order));
  if (*claims) printf("  claims     %s\n", claims);
  printf("  needs      %s\n  from       %s%s\n", needs, doi ? "https://doi.org/" : "",
         plain(about->cite));
  if (about->claims & RGS_PROCESSED)
    puts("  processed  Between steps the bodies are in other variables.  Call rgs_stepper_process "
         "before\n"
         "             you look at them, and rgs_stepper_unprocess before the next step.");
  describe_params(about);
}

/* What a method with gradients is for a host that has none. */
static void describe_without_gradients(rgs_context *context, const rgs_method *method) {
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY };
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  if (rgs_bodies_create(context, 0, &bodies, NULL) == RGS_OK &&
      rgs_stepper_create(bodies, method, &host, &stepper, NULL) == RGS_OK &&
      rgs_stepper_describe(stepper, &info, NULL) == RGS_OK)
    printf("             (a host without gradients: %" PRIu32 " of forces, order %" PRIu32
           ", not symplectic, carries %" PRIu32 ")\n",
           info.evals, info.order, info.aux);
  rgs_stepper_destroy(stepper);
  rgs_bodies_destroy(bodies);
}

/* What is known of a whole method only: evaluations, memory, outputs. */
static void print_method(rgs_context *context, rgs_method *method, const rgs_method_spec *spec,
                         const rgs_method_info *about, bool pair, bool has_thermostat) {
  const rgs_method_info info = *about;
  if (has_thermostat)
    printf("  thermostat       must be given; what follows is with the thermostat '%s'\n",
           spec->thermostat ? spec->thermostat : "drag");
  if (pair) {
    char order[16], claims[WORDS];
    WORDS_OF(info.claims, CLAIMS, claims);
    printf("method %s/%s\n  order      %s\n  claims     %s\n", spec->rotor, spec->scheme,
           order_of(info.order, order), claims);
  }
  if (!spec->integrator) {
    const bool levels = (info.needs & RGS_DRAFT_EVAL_SLOW) != 0;
    printf("  a step     %" PRIu32 " evaluation%s of %sforces", info.evals,
           info.evals == 1 ? "" : "s", levels ? "fast forces, and some of slow " : "");
    if (info.gradients) printf(", %" PRIu32 " of gradients", info.gradients);
    putchar('\n');
    if (info.gradients) describe_without_gradients(context, method);
  }
  if (info.aux)
    printf("  carries    %" PRIu32
           " numbers per body from step to step: in the column aux if the host "
           "has it, otherwise in the library\n",
           info.aux);
  if (info.reductions)
    printf("  sums       %" PRIu32 " of up to %" PRIu32 " numbers over the ranks in a step\n",
           info.reductions, info.sums);
  describe_outputs(method);
}

static const describer TEXT = { print_about, print_method };

static int describe_method(rgs_context *context, const describer *write,
                           const rgs_method_spec *spec, bool pair) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  rgs_method *method = NULL;
  bool has_thermostat;
  if (make_alone(context, spec, &method, &has_thermostat, &error) != RGS_OK)
    return say(FAILED, "%s", error.text);
  int code = DONE;
  has_thermostat |= spec->barostat && spec->thermostat;
  if (rgs_method_describe(method, &info, &error) == RGS_OK)
    write->method(context, method, spec, &info, pair, has_thermostat);
  else
    code = say(FAILED, "%s", error.text);
  rgs_method_destroy(method);
  return code;
}

/* An integrator, or a thermostat or a barostat with exact/strang.  What it requires is set to what its table
 * states, which no program may rely on and outputs do not depend on. */
static int describe_with_defaults(rgs_context *context, const describer *write,
                                  const rgs_about *about, uint32_t kind) {
  enum { MOST = 64 };
  rgs_param params[MOST];
  rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec), .param_size = sizeof *params };
  if (kind == RGS_KIND_INTEGRATOR)
    spec.integrator = about->name;
  else
    spec.rotor = "exact", spec.scheme = "strang";
  if (kind == RGS_KIND_THERMOSTAT) spec.thermostat = about->name;
  if (kind == RGS_KIND_BAROSTAT) spec.barostat = about->name;
  for (uint32_t i = 0; i < about->n_params && spec.n_params < MOST - 2; i++) {
    const rgs_param_info *p = param_info_at(about, i);
    if (p->flags & RGS_PARAM_REQUIRED)
      params[spec.n_params++] = (rgs_param){ .key = p->key, .value = p->dflt };
  }
  if (kind == RGS_KIND_BAROSTAT && !(about->needs & RGS_EVAL_VIRIAL)) { /* it tries volumes */
    spec.thermostat = "metropolis";
    params[spec.n_params++] = (rgs_param){ .key = "kt", .value = 1 };
    params[spec.n_params++] = (rgs_param){ .key = "seed", .value = 1 };
  }
  if (spec.n_params > 0) spec.params = params;
  return describe_method(context, write, &spec, false);
}

/* only: the kind in which the name is looked for; N_KINDS: in all. */
static int describe(rgs_context *context, const describer *write, const char *name, size_t only) {
  char room[METHOD_ROOM], flaw[FLAW_ROOM];
  rgs_method_spec spec;
  if (strchr(name, '/')) {
    if (!method_spec(context, name, room, &spec, flaw)) return say(BAD_INPUT, "%s", flaw);
    write->about(rgs_about_find(context, RGS_KIND_ROTOR, spec.rotor), 0);
    write->about(rgs_about_find(context, RGS_KIND_SCHEME, spec.scheme), 1);
    return describe_method(context, write, &spec, true);
  }
  const size_t from = only < N_KINDS ? only : 0, to = only < N_KINDS ? only + 1 : N_KINDS;
  bool found = false;
  int code = DONE;
  for (size_t k = from; k < to && code == DONE; k++) {
    const rgs_about *about = rgs_about_find(context, KINDS[k].kind, name);
    if (about == NULL) continue;
    found = true;
    write->about(about, k);
    spec = (rgs_method_spec){ .head = RGS_HEAD(rgs_method_spec), .rotor = "exact", .scheme = name };
    if (KINDS[k].kind == RGS_KIND_SCHEME)
      code = describe_method(context, write, &spec, false);
    else if (KINDS[k].kind != RGS_KIND_ROTOR)
      code = describe_with_defaults(context, write, about, KINDS[k].kind);
  }
  if (found) return code;
  bool nearest = false;
  for (size_t k = from; k < to; k++) {
    explain_name(context, KINDS[k].kind, name, flaw);
    /* Without a name that is near, the text lists the names of the kind. */
    const bool near = strstr(flaw, "that are known") == NULL;
    if (near || k == only) say(BAD_INPUT, "%s", flaw);
    nearest = nearest || near;
  }
  if (nearest || only < N_KINDS) return BAD_INPUT;
  return say(BAD_INPUT, "no method '%s'; see 'rigidstep list'", name);
}

static bool is_known(rgs_context *context, const char *name, size_t only) {
  for (size_t k = 0; k < N_KINDS; k++)
    if ((only == N_KINDS || only == k) && rgs_about_find(context, KINDS[k].kind, name)) return true;
  return false;
}

/* The kind that a word names, as in `describe thermostat langevin`; N_KINDS: none. */
static size_t kind_named(const char *word) {
  size_t k = 0;
  while (k < N_KINDS && strcmp(word, KINDS[k].one) != 0) k++;
  return k;
}

int command_describe(const options *o) {
  rgs_context *context;
  if (o->n_names == 0 && !o->json)
    return say(BAD_INPUT, "describe needs a METHOD; see 'rigidstep list'");
  int code = session_open(o, &context);
  if (code != DONE) return code;
  rgs_context *const drafts = session_drafts();
  for (size_t k = 0; k < N_KINDS && o->n_names == 0; k++)
    for (int64_t i = 0; i < rgs_about_count(context, KINDS[k].kind) && code == DONE; i++)
      code = describe(context, &JSON, rgs_about_at(context, KINDS[k].kind, i)->name, k);
  for (int i = 0; i < o->n_names && code == DONE; i++) {
    if (i && !o->json) putchar('\n');
    const size_t kind = kind_named(o->names[i]);
    if (kind < N_KINDS && ++i == o->n_names) {
      code = say(BAD_INPUT, "describe %s needs a name; see 'rigidstep list %s'", KINDS[kind].one,
                 KINDS[kind].many);
      break;
    }
    const bool draft = !is_known(context, o->names[i], kind) && is_known(drafts, o->names[i], kind);
    code = describe(draft ? drafts : context, o->json ? &JSON : &TEXT, o->names[i], kind);
    if (draft && o->json)
      fputs(", \"draft\": true", stdout);
    else if (draft)
      puts(
          "  draft      may change or go with any version; programs ask for it by rgs_draft_allow");
  }
  if (o->json) json_end();
  rgs_context_destroy(drafts);
  session_close(context);
  return printed(code);
}
