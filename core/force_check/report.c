/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.c - what was found, as text.
 */
#include "force_check/force_check.h"
#include <math.h>

enum { MOST_ROWS = 8 };

/* Factors between units of energy or force that programs mix. */
static const struct {
  double factor;
  const char *what;
} UNITS[] = { { 2, "pairs counted twice, or half" },
              { 4.184, "kcal and kJ" },
              { 96.4853321, "eV and kJ/mol" },
              { 23.0605478, "eV and kcal/mol" },
              { 27.2113862, "Hartree and eV" },
              { 51.4220675, "Hartree/Bohr and eV/Angstrom" },
              { 1.88972612, "Bohr and Angstrom" },
              { 627.509474, "Hartree and kcal/mol" },
              { 4.184e-4, "kcal/mol and u Angstrom^2/fs^2" },
              { 0.00964853321, "eV and u Angstrom^2/fs^2" },
              { 10, "nm and Angstrom" },
              { 57.2957795, "degrees and radians" } };

static void say(const rgs_force_work *w, uint32_t found) {
#define SENTENCE(name, bit, words)                                                                 \
  if (found & RGS_DRAFT_FORCE_##name)                                                              \
    rgs_append(w->check->text, w->check->text_size, ": %s", words);
  RGS_DRAFT_FORCE_LIST(SENTENCE)
#undef SENTENCE
  rgs_append(w->check->text, w->check->text_size, "\n");
}

static void say_factor(const rgs_force_work *w, int part) {
  rgs_draft_force_check *c = w->check;
  const double factor = w->factor[part], f = fabs(factor);
  if (w->wrong[part] & RGS_DRAFT_FORCE_DISTANCE)
    rgs_append(c->text, c->text_size, "  given = |x|^%g times what the energy says\n", factor);
  if (!(w->wrong[part] & RGS_DRAFT_FORCE_FACTOR)) return;
  const char *units = "see force_scale";
  for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
    if (fabs(log(f / UNITS[i].factor)) < 0.002 || fabs(log(f * UNITS[i].factor)) < 0.002)
      units = UNITS[i].what;
  rgs_append(
      c->text, c->text_size,
      "  given = %.6g times what the energy says (%s); f, tau, energy and virial must have one "
      "unit of force\n",
      factor, units);
}

static void say_row(const rgs_force_work *w, const rgs_draft_force_row *row) {
  static const char *const NAMES[] = { "f", "tau" };
  for (int part = 0; part < 2; part++) {
    const double *g = row->given + 3 * part, *e = row->energy + 3 * part;
    rgs_append(w->check->text, w->check->text_size,
               "body %-8lld %-3s given % .5e % .5e % .5e  energy % .5e % .5e % .5e\n",
               (long long)row->body, NAMES[part], g[0], g[1], g[2], e[0], e[1], e[2]);
  }
}

static void say_virial(const rgs_force_work *w) {
  static const char *const NAMES[] = { "xx", "yy", "zz", "xy", "xz", "yz" };
  static const int AT[6] = { 0, 4, 8, 1, 2, 5 };
  rgs_draft_force_check *c = w->check;
  for (int k = 0; k < 6 && (w->what & RGS_EVAL_VIRIAL); k++)
    rgs_append(c->text, c->text_size, "virial %-9s given % .5e  energy % .5e\n", NAMES[k],
               c->virial[AT[k]], c->by_cell[AT[k]]);
}

void rgs_fc_report(const rgs_force_work *w) {
  static const char *const PARTS[] = { "forces", "torques", "virial" };
  rgs_draft_force_check *c = w->check;
  if (c->text == NULL || c->text_size == 0) return;
  c->text[0] = '\0';
  const uint32_t mistakes = c->found & ~RGS_DRAFT_FORCE_REMARKS;
  rgs_append(c->text, c->text_size, "%lld of %lld bodies, %lld evaluations: %s\n",
             (long long)w->n_rows, (long long)w->n, (long long)c->evaluations,
             mistakes                           ? "WRONG"
             : c->found & RGS_DRAFT_FORCE_NOISE ? "not decided"
                                                : "right");
  for (int part = 0; part < 3; part++) {
    if (w->wrong[part] == 0) continue;
    rgs_append(c->text, c->text_size, "%s", PARTS[part]);
    say(w, w->wrong[part]);
    say_factor(w, part);
  }
  const uint32_t others = c->found & ~(w->wrong[0] | w->wrong[1] | w->wrong[2]);
  for (uint32_t bit = 0; bit < 32; bit++)
    if (others >> bit & 1) {
      rgs_append(c->text, c->text_size, "%s",
                 1u << bit & RGS_DRAFT_FORCE_REMARKS ? "remark" : "also");
      say(w, 1u << bit);
    }
  if (w->jump > 0) rgs_append(c->text, c->text_size, "  the jump is %.3g\n", w->jump);
  for (int64_t i = 0; i < w->n_rows && i < MOST_ROWS; i++) say_row(w, &w->rows[i]);
  say_virial(w);
  rgs_append(
      c->text, c->text_size,
      "largest deviation %.1e of the rms force, %.1e of the rms torque; noise of the energy %.1e\n",
      w->far_off[0], w->far_off[1], c->noise);
}
