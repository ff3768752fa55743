/* SPDX-License-Identifier: BSD-3-Clause
 *
 * names.c - what to say where no method has the name that was given.
 */
#include "methods/names.h"
#include <string.h>

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
static int distance(const char *a, const char *b) {
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
      if (most != FAR && distance(name, one) != away) continue;
      if (!rgs_append(text, room, "%s%s", text[0] != '\0' ? ", " : "", one)) return;
      if (most == FAR && i + 1 == rgs_about_count(c, kind)) return;
    }
}

rgs_status rgs_refuse_name(const rgs_context *c, uint32_t kind, const char *name,
                           rgs_error *error) {
  const char *what = rgs_kind_name(kind);
  for (uint32_t other = RGS_KIND_ROTOR; other <= RGS_KIND_PISTON; other++)
    if (other != kind && rgs_registry_find(c, other, name) != NULL)
      return rgs_refuse(error, RGS_E_NAME, -1, "no %s is called '%s': that is a name of a%s %s",
                        what, name, other == RGS_KIND_INTEGRATOR ? "n" : "", rgs_kind_name(other));
  if (rgs_registry_hides(c, kind, name))
    return rgs_refuse(error, RGS_E_NAME, -1,
                      "%s '%s' is a draft, which may change with any version; to use it call "
                      "rgs_draft_allow (rigidstep/draft.h) before",
                      what, name);
  const char *better = hint_for(kind, name);
  if (better != NULL)
    return rgs_refuse(error, RGS_E_NAME, -1, "no %s is called '%s'; %s", what, name, better);
  char names[140];
  list_names(c, kind, name, 1 + (int)(strlen(name) / 4), names, sizeof names);
  if (names[0] != '\0')
    return rgs_refuse(error, RGS_E_NAME, -1, "no %s is called '%s'; nearest: %s", what, name,
                      names);
  list_names(c, kind, name, FAR, names, sizeof names);
  return rgs_refuse(error, RGS_E_NAME, -1,
                    "no %s is called '%s'; of %lld that are known (rgs_about_at): %s", what, name,
                    (long long)rgs_about_count(c, kind), names[0] != '\0' ? names : "none");
}
