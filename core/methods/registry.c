/* SPDX-License-Identifier: BSD-3-Clause
 *
 * registry.c - finds methods by name, says what to do where no method has the name that was given, and
 * adds all methods of a module or none.
 */
#include "methods/registry.h"
#include "barostats/builtin_barostats.h"
#include "thermostats/builtin_thermostats.h"
#include "methods/module.h"
#include <string.h>

static bool is_hidden(const rgs_context *c, const rgs_registry_entry *e) {
  return e->draft && !c->drafts;
}

static const rgs_registry_entry *find_any(const rgs_registry_entry *e, uint32_t kind,
                                          const char *name) {
  while (e != NULL && (e->kind != kind || strcmp(e->about.name, name) != 0)) e = e->next;
  return e;
}

const rgs_registry_entry *rgs_registry_find(const rgs_context *c, uint32_t kind, const char *name) {
  const rgs_registry_entry *e = find_any(c->entries, kind, name);
  return e == NULL || is_hidden(c, e) ? NULL : e;
}

bool rgs_registry_hides(const rgs_context *c, uint32_t kind, const char *name) {
  const rgs_registry_entry *e = find_any(c->entries, kind, name);
  return e != NULL && is_hidden(c, e);
}

int64_t rgs_about_count(const rgs_context *c, uint32_t kind) {
  int64_t n = 0;
  if (c != NULL)
    for (const rgs_registry_entry *e = c->entries; e != NULL; e = e->next)
      n += e->kind == kind && !is_hidden(c, e);
  return n;
}

const rgs_about *rgs_about_at(const rgs_context *c, uint32_t kind, int64_t i) {
  if (c != NULL && i >= 0)
    for (const rgs_registry_entry *e = c->entries; e != NULL; e = e->next)
      if (e->kind == kind && !is_hidden(c, e) && i-- == 0) return &e->about;
  return NULL;
}

const rgs_about *rgs_about_find(const rgs_context *c, uint32_t kind, const char *name) {
  if (c == NULL || name == NULL) return NULL;
  const rgs_registry_entry *e = rgs_registry_find(c, kind, name);
  return e == NULL ? NULL : &e->about;
}

/* ---- other people's names -------------------------------------------------------------------- */
typedef struct hint {
  uint32_t kind;
  const char *name, *text;
} hint;

static const char verlet[] = "velocity Verlet is the scheme strang";
static const char leapfrog[] = "leapfrog is the scheme strang (kick, drift, kick) or strang_dkd";
static const char runge_kutta[] =
    "Runge-Kutta methods are not symplectic; of order 4 take blanes_moan4, or nystrom4";
static const char miller[] = "NO_SQUISH is the rotor nosquish; threerot has a smaller error";
static const char moser_veselov[] = "the discrete Moser-Veselov rotors are dmv2 to dmv10";

static const hint hints[] = {
  { RGS_KIND_SCHEME, "verlet", verlet },
  { RGS_KIND_SCHEME, "velocity_verlet", verlet },
  { RGS_KIND_SCHEME, "velocityverlet", verlet },
  { RGS_KIND_SCHEME, "vv", verlet },
  { RGS_KIND_SCHEME, "nve", verlet },
  { RGS_KIND_SCHEME, "kdk", verlet },
  { RGS_KIND_SCHEME, "position_verlet", "position Verlet is the scheme strang_dkd" },
  { RGS_KIND_SCHEME, "dkd", "drift, kick, drift is the scheme strang_dkd" },
  { RGS_KIND_SCHEME, "leapfrog", leapfrog },
  { RGS_KIND_SCHEME, "leap_frog", leapfrog },
  { RGS_KIND_SCHEME, "stormer_verlet", leapfrog },
  { RGS_KIND_SCHEME, "rk4", runge_kutta },
  { RGS_KIND_SCHEME, "runge_kutta", runge_kutta },
  { RGS_KIND_SCHEME, "forest_ruth",
    "Forest and Ruth's scheme is yoshida4; pefrl has a smaller error" },
  { RGS_KIND_ROTOR, "no_squish", miller },
  { RGS_KIND_ROTOR, "miller", miller },
  { RGS_KIND_ROTOR, "moser_veselov", moser_veselov },
  { RGS_KIND_INTEGRATOR, "shake", "SHAKE with velocities is the integrator rattle" },
};

static const char *hint_for(uint32_t kind, const char *name) {
  for (size_t k = 0; k < sizeof hints / sizeof *hints; k++)
    if (hints[k].kind == kind && strcmp(hints[k].name, name) == 0) return hints[k].text;
  return NULL;
}

/* ---- the nearest names ----------------------------------------------------------------------- */
enum { LONGEST = 40, FAR = 1000 };

/* How many letters have to be inserted, left out or replaced; 0 where one name contains the
 * other. */
static int letters_apart(const char *a, const char *b) {
  const size_t m = strlen(a), n = strlen(b);
  if (m > LONGEST || n > LONGEST) return FAR;
  if (m > 1 && (strstr(b, a) != NULL || strstr(a, b) != NULL)) return 0;
  int row[LONGEST + 1];
  for (size_t j = 0; j <= n; j++) row[j] = (int)j;
  for (size_t i = 1; i <= m; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= n; j++) {
      const int replaced = diagonal + (a[i - 1] != b[j - 1]);
      const int one_more = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
      diagonal = row[j];
      row[j] = replaced < one_more ? replaced : one_more;
    }
  }
  return row[n];
}

/* Writes the names no further away than `most`, in full, as many as there is room for. */
static void list_names(const rgs_context *c, uint32_t kind, const char *name, int most, char *text,
                       size_t room) {
  text[0] = '\0';
  for (int away = 0; away <= most; away++)
    for (int64_t i = 0; i < rgs_about_count(c, kind); i++) {
      const char *one = rgs_about_at(c, kind, i)->name;
      if (most != FAR && letters_apart(name, one) != away) continue;
      if (!rgs_append(text, room, "%s%s", text[0] != '\0' ? ", " : "", one)) return;
      if (most == FAR && i + 1 == rgs_about_count(c, kind)) return;
    }
}

rgs_status rgs_set_error_name(const rgs_context *c, uint32_t kind, const char *name,
                              rgs_error *error) {
  const char *what = rgs_kind_name(kind);
  for (uint32_t other = RGS_KIND_ROTOR; other <= RGS_KIND_BAROSTAT; other++)
    if (other != kind && rgs_registry_find(c, other, name) != NULL)
      return rgs_set_error(error, RGS_E_NAME, -1, "no %s is called '%s': that is a name of a%s %s",
                           what, name, other == RGS_KIND_INTEGRATOR ? "n" : "",
                           rgs_kind_name(other));
  if (rgs_registry_hides(c, kind, name))
    return rgs_set_error(error, RGS_E_NAME, -1,
                         "%s '%s' is a draft, which may change with any version; to use it call "
                         "rgs_draft_allow (rigidstep/draft.h) before",
                         what, name);
  const char *better = hint_for(kind, name);
  if (better != NULL)
    return rgs_set_error(error, RGS_E_NAME, -1, "no %s is called '%s'; %s", what, name, better);
  char names[140];
  const size_t length = strlen(name);
  names[0] = '\0';
  if (length <= LONGEST) list_names(c, kind, name, 1 + (int)(length / 4), names, sizeof names);
  if (names[0] != '\0')
    return rgs_set_error(error, RGS_E_NAME, -1, "no %s is called '%s'; nearest: %s", what, name,
                         names);
  list_names(c, kind, name, FAR, names, sizeof names);
  return rgs_set_error(
      error, RGS_E_NAME, -1, "no %s is called '%s'; of %lld that are known (rgs_about_at): %s",
      what, name, (long long)rgs_about_count(c, kind), names[0] != '\0' ? names : "none");
}

/* ---- adds all methods of a module, or none --------------------------------------------------- */

static void give_entries(rgs_context *c, rgs_registry_entry *list) {
  while (list != NULL) {
    rgs_registry_entry *next = list->next;
    rgs_registry_entry_destroy(&c->allocator, list);
    list = next;
  }
}

static const rgs_registry_entry *taken_by(const rgs_context *c, const rgs_registry_entry *pending,
                                          const rgs_registry_entry *e) {
  const rgs_registry_entry *other = find_any(c->entries, e->kind, e->about.name);
  return other != NULL ? other : find_any(pending, e->kind, e->about.name);
}

static rgs_status collect(rgs_context *c, uint32_t kind, const void *const *tables,
                          const char *module, rgs_origin origin, rgs_registry_entry **pending,
                          rgs_error *error) {
  rgs_registry_entry **tail = pending;
  while (*tail != NULL) tail = &(*tail)->next;
  if (tables == NULL) return RGS_OK;
  for (; *tables != NULL; tables++) {
    rgs_registry_entry *e = NULL;
    const bool built_in = origin != RGS_OF_MODULE;
    rgs_status status =
        rgs_registry_entry_create(&c->allocator, kind, *tables, built_in, &e, error);
    if (status != RGS_OK) return status;
    e->draft = origin == RGS_OF_DRAFTS;
    e->module = module;
    const rgs_registry_entry *other = taken_by(c, *pending, e);
    if (other != NULL) {
      status =
          rgs_set_error(error, RGS_E_NAME, -1,
                        "%s '%s' of module '%s': one of this name is registered, of module '%s'",
                        rgs_kind_name(kind), e->about.name, module, other->module);
      rgs_registry_entry_destroy(&c->allocator, e);
      return status;
    }
    *tail = e;
    tail = &e->next;
  }
  return RGS_OK;
}

static rgs_status run_init(rgs_context *c, const rgs_module *m, void **self, rgs_error *error) {
  char why[120] = "";
  rgs_module_call call = {
    RGS_HEAD(rgs_module_call), rgs_version(), c->log, c->log_self, why, sizeof why, NULL
  };
  const rgs_status answer = m->init(&call);
  why[sizeof why - 1] = '\0';
  *self = call.self;
  if (answer == RGS_OK) return RGS_OK;
  return rgs_set_error(error, RGS_E_MODULE, -1, "module '%s': init returned %d (%s)%s%s", m->name,
                       answer, rgs_status_text(answer), why[0] != '\0' ? ": " : "", why);
}

rgs_status rgs_registry_add_module(rgs_context *c, const rgs_module *m, rgs_origin origin,
                                   void **self, rgs_error *error) {
  const struct {
    uint32_t kind;
    const void *const *tables;
  } lists[] = {
    { RGS_KIND_ROTOR, (const void *const *)m->rotors },
    { RGS_KIND_SCHEME, (const void *const *)m->schemes },
    { RGS_KIND_INTEGRATOR, (const void *const *)m->integrators },
    { RGS_KIND_THERMOSTAT, (const void *const *)m->thermostats },
    { RGS_KIND_BAROSTAT, origin == RGS_OF_LIBRARY  ? (const void *const *)rgs_builtin_barostats
                         : origin == RGS_OF_DRAFTS ? (const void *const *)rgs_draft_barostats
                                                   : NULL },
  };
  rgs_registry_entry *pending = NULL;
  rgs_status status = RGS_OK;
  for (size_t k = 0; k < sizeof lists / sizeof *lists && status == RGS_OK; k++)
    status = collect(c, lists[k].kind, lists[k].tables, m->name, origin, &pending, error);
  /* The module's own code runs only after all its tables have passed the checks. */
  if (status == RGS_OK && m->init != NULL) status = run_init(c, m, self, error);
  if (status != RGS_OK) {
    give_entries(c, pending);
    return status;
  }
  rgs_registry_entry **end = &c->entries;
  while (*end != NULL) end = &(*end)->next;
  *end = pending;
  return RGS_OK;
}

void rgs_registry_destroy(rgs_context *c) {
  give_entries(c, c->entries);
  c->entries = NULL;
}
