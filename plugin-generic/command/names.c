/* SPDX-License-Identifier: BSD-3-Clause
 *
 * names.c - names of the kinds of methods, of what they claim, and of what they need; and how texts of other
 * people's modules and names of files are printed.
 */
#include "command.h"
#include "list.h"

#include <rigidstep/draft.h>
#include <string.h>

const kind_name KINDS[N_KINDS] = { { RGS_KIND_ROTOR, "rotor", "rotors" },
                                   { RGS_KIND_SCHEME, "scheme", "schemes" },
                                   { RGS_KIND_INTEGRATOR, "integrator", "integrators" },
                                   { RGS_KIND_THERMOSTAT, "thermostat", "thermostats" },
                                   { RGS_KIND_BAROSTAT, "barostat", "barostats" } };
const bit_name CLAIMS[N_CLAIMS] = {
  { RGS_SYMPLECTIC, "symplectic" }, { RGS_SYMMETRIC, "symmetric" },
  { RGS_KEEPS_ENERGY, "energy" },   { RGS_KEEPS_MOMENTUM, "momentum" },
  { RGS_COMPOSED, "composed" },     { RGS_BACKWARD, "backward" },
  { RGS_PROCESSED, "processed" },   { RGS_RELAXES, "relaxes" },
  { RGS_RANDOM, "random" },         { RGS_PLACES_THERMOSTAT, "places_thermostat" },
};
const bit_name NEEDS[N_NEEDS] = {
  { RGS_EVAL_FORCE, "forces" },       { RGS_EVAL_ENERGY, "energy" },
  { RGS_EVAL_GRADIENT, "gradients" }, { RGS_EVAL_REDUCTION, "sums" },
  { RGS_EVAL_VIRIAL, "virial" },      { RGS_DRAFT_EVAL_SLOW, "slow_forces" },
};

/* The library states the size of the struct, and may be an earlier or a later one. */
const rgs_param_info *param_info_at(const rgs_about *about, uint32_t i) {
  return (const void *)((const char *)about->params + (size_t)i * about->param_info_size);
}

/* ---- texts of others ------------------------------------------------------------------------- */

size_t character(const char *text, uint32_t *code) {
  static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
  const unsigned char *t = (const unsigned char *)text;
  const size_t size = *t < 0x80 ? 1 : *t >= 0xf0 ? 4 : *t >= 0xe0 ? 3 : 2;
  *code = size == 1 ? *t : *t & (0x7fu >> size);
  for (size_t k = 1; k < size; k++) { /* the zero at the end of the text ends this, too */
    if ((t[k] & 0xc0) != 0x80) return 0;
    *code = *code << 6 | (t[k] & 0x3f);
  }
  const bool wrong = (*t >= 0x80 && *t < 0xc0) || *t >= 0xf8 || *code < least[size] ||
                     *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000);
  return wrong ? 0 : size;
}

bool is_control(uint32_t code) { return code < ' ' || (code >= 0x7f && code < 0xa0); }

const char *plain(const char *text) {
  enum { ROOMS = 8, ROOM = 1024 };
  static char rooms[ROOMS][ROOM];
  static int turn;
  uint32_t code;
  size_t size, good = 0;
  while (text[good] && (size = character(text + good, &code)) > 0 && !is_control(code))
    good += size;
  if (text[good] == '\0') return text;
  char *room = rooms[turn++ % ROOMS], *to = room;
  for (; *text && to < room + ROOM - 24; text += size) {
    const bool shown = (size = character(text, &code)) > 0 && !is_control(code);
    if (size == 0) size = 1;
    for (size_t k = 0; k < size; k++)
      to += shown ? (*to = text[k], 1) : sprintf(to, "\\x%02x", (unsigned char)text[k]);
  }
  snprintf(to, sizeof "..", "%s", *text ? ".." : "");
  return room;
}
