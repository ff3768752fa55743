/* SPDX-License-Identifier: GPL-2.0-only */
#include "method/keywords.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace rigidstep_lammps {

/* A value of a keyword: a number in a range, or a word. */
struct Value {
  const char *name; // of a number
  const char
      *allowed; // a number: its range in words; a word: the words that are allowed, null: any
  double least, most;
  double step; // above 0: only least, least + step, .. are allowed
  bool above;  // least itself is not allowed
};

/* The values of a keyword, and what they are in words. */
struct Values {
  const char *wants;
  std::vector<Value> list;
};

static const double ANY = 1e150;
static const char *const A_TIME = "a time > 0", *const WARM = "a temperature > 0",
                         *const COLD = "a number >= 0";
static const Value WORD = { nullptr, nullptr, 0, 0, 0, false },
                   CHAIN = { "chain", "a whole number from 1 to 32", 1, 32, 1, false };
static const Values
    A_NAME = { "a name", { WORD } },
    A_FILE = { "a file", { WORD } }, A_GROUP = { "the ID of a group", { WORD } },
    A_THERMOSTAT = { "csvr, nhc or langevin", { WORD } },
    KEY_AND_VALUE = { "a key and a value", { WORD, WORD } },
    AXES = { "none, xyz, xy, yz or xz", { { nullptr, " none xyz xy yz xz ", 0, 0, 0, false } } },
    KEEP_OR_THERMOSTAT = { "keep or thermostat",
                           { { nullptr, " keep thermostat ", 0, 0, 0, false } } },
    A_PLACE = { "middle or ends", { { nullptr, " middle ends ", 0, 0, 0, false } } },
    NOISE = { "Tstart Tstop damp seed",
              { { "Tstart", COLD, 0, ANY, 0, false },
                { "Tstop", COLD, 0, ANY, 0, false },
                { "damp", A_TIME, 0, ANY, 0, true },
                { "seed", "a whole number from 1 to 2147483647", 1, 2147483647.0, 1, false } } },
    NOISE_AND_BAROSTAT = { "Tstart Tstop damp seed",
                           { { "Tstart", WARM, 0, ANY, 0, true },
                             { "Tstop", WARM, 0, ANY, 0, true },
                             { "damp", A_TIME, 0, ANY, 0, true },
                             { "seed", "a whole number from 0 to 4294967295", 0, 4294967295.0, 1,
                               false } } },
    TEMPERATURE = { "Tstart Tstop Tdamp",
                    { { "Tstart", WARM, 0, ANY, 0, true },
                      { "Tstop", WARM, 0, ANY, 0, true },
                      { "Tdamp", A_TIME, 0, ANY, 0, true } } },
    PRESSURE = { "Pstart Pstop Pdamp",
                 { { "Pstart", "a pressure", -ANY, ANY, 0, false },
                   { "Pstop", "a pressure", -ANY, ANY, 0, false },
                   { "Pdamp", A_TIME, 0, ANY, 0, true } } },
    CHAINS = { "chain iter order",
               { CHAIN,
                 { "iter", "a whole number from 1 to 1000", 1, 1000, 1, false },
                 { "order", "1, 3, 5 or 7", 1, 7, 2, false } } },
    ANY_LENGTH = { "a number", { { "chain", "a whole number from 0 to 32", 0, 32, 1, false } } },
    A_LENGTH = { "a number", { CHAIN } }, A_SEED = { "a number", { NOISE_AND_BAROSTAT.list[3] } },
    A_RATE = { "a rate", { { "rate", "a number >= 0", 0, ANY, 0, false } } },
    A_TEMPERATURE = { "a temperature", { TEMPERATURE.list[0] } },
    SIX = { "six values fx fy fz tx ty tz, numbers or v_NAME",
            { WORD, WORD, WORD, WORD, WORD, WORD } },
    A_FACTOR = { "a number", { { "the factor", "a number > 0", 0, ANY, 0, true } } },
    PARTS = { "a number", { CHAINS.list[1] } },
    YES_OR_NO = { "yes or no", { { nullptr, " yes no on off true false ", 0, 0, 0, false } } },
    A_POINT = { "x y z",
                { { "x", "a number", -ANY, ANY, 0, false },
                  { "y", "a number", -ANY, ANY, 0, false },
                  { "z", "a number", -ANY, ANY, 0, false } } },
    NO_DRAG = { "a number",
                { { "drag", "0; keyword barostat_friction gives the box friction", 0, 0, 0,
                    false } } },
    NO_RESET = { "a number",
                 { { "nreset",
                     "0; pressures that differ between axes always refer to the volume with "
                     "which the fix began",
                     0, 0, 0, false } } },
    // no values: why the keyword is refused
    NO_ISOCHORE = { "axes without a pressure keep their lengths; leave it out", {} },
    NO_EXTERNAL = { "force and torque of a particle are LAMMPS' arrays f and torque, to which fix "
                    "addforce, fix external and the library's extract_atom give access",
                    {} },
    TWO_TARGETS = { "temp and langevin both set a temperature; write temp Tstart Tstop "
                    "Tdamp thermostat langevin",
                    {} };

/* ---- the keywords ---------------------------------------------------------------------------- */

/* The values of a keyword, which stands before them, as words and, those that are numbers, as numbers; and where they go */
struct Reading {
  char **word;
  const double *v;
  Given &to;
};
typedef const Reading &R;

struct Keyword {
  const char *name;
  unsigned where;
  const Values &values;
  void (*read)(R);
};

enum : unsigned {
  BOTH = 1 + PARTICLES, // of molecules and of single particles
  NVE = Ensemble::NVE * BOTH,
  NPH = Ensemble::NPH * BOTH,
  THERMOSTAT = (Ensemble::NVT | Ensemble::NPT) * BOTH,
  BAROSTAT = (Ensemble::NPT | Ensemble::NPH) * BOTH,
  EITHER = THERMOSTAT | BAROSTAT,
  METHOD = NVE | EITHER | FIX_MODIFY,
  // what LAMMPS' fix nvt/asphere and its like have, and fix rigid/nvt has not
  OF_NH = (Ensemble::NVT | Ensemble::NPT | Ensemble::NPH) * PARTICLES,
  OF_PARTICLES = OF_NH | Ensemble::NVE * PARTICLES,
  NPH_OF_NH = Ensemble::NPH * PARTICLES,
  BAROSTAT_OF_NH = (Ensemble::NPT | Ensemble::NPH) * PARTICLES,
  BAROSTAT_OF_RIGID = Ensemble::NPT | Ensemble::NPH,
  NO_BAROSTAT = Ensemble::NVE | Ensemble::NVT,
  OF_RIGID = NO_BAROSTAT | BAROSTAT_OF_RIGID
};

/* As in fix rigid/nph: constant temperature beside constant pressure, by friction and noise. */
static void add_langevin(R r) {
  r.to.ensemble.thermostat_name = "langevin";
  r.to.ensemble.keep_temperature(r.v);
  r.to.ensemble.choose_seed(r.v[3]);
}

static void ignore(R r) {
  r.to.ensemble.notes.push_back(
      std::string("keyword ") + r.word[-1] +
      " has no effect: the barostat has no chains; keyword barostat_friction sets its "
      "friction and noise");
}

template <int strain> static void keep_shear(R r) { r.to.ensemble.keep_strain(strain, r.v); }

static bool says_no(R r) {
  const std::string word = r.word[0];
  return word == "no" || word == "off" || word == "false";
}

static void note_mtk(R r) {
  if (says_no(r))
    r.to.ensemble.notes.push_back(
        "keyword mtk has no effect: the motion of the barostat always has these terms");
}

static void note_tilt(R r) {
  (says_no(r) ? r.to.ensemble.keeps_tilt : r.to.ensemble.scales_tilt) = true;
}

static void note_point(R r) {
  r.to.ensemble.notes.push_back(
      "keyword fixedpoint has no effect: the box changes about its centre");
}

// of a keyword whose only allowed value is what is done anyway, or which asks for less than that
static void nothing(R) {}

static const Keyword KEYWORDS[] = {
  { "rotor", METHOD, A_NAME, [](R r) { r.to.method.rotor = r.word[0]; } },
  { "scheme", METHOD, A_NAME, [](R r) { r.to.method.scheme = r.word[0]; } },
  { "param", METHOD, KEY_AND_VALUE, [](R r) { r.to.method.add_param(r.word[0], r.word[1]); } },
  { "module", METHOD, A_FILE, [](R r) { r.to.method.modules.push_back(r.word[0]); } },
  { "inertia", METHOD, A_FACTOR, [](R r) { r.to.method.inertia = r.word[0]; } },
  { "external", OF_RIGID, SIX, [](R r) { r.to.external.assign(r.word, r.word + 6); } },
  { "external", OF_PARTICLES, NO_EXTERNAL, nullptr },
  { "external_counts", NO_BAROSTAT, YES_OR_NO, [](R r) { r.to.external_counts = !says_no(r); } },
  { "langevin", NVE, NOISE, [](R r) { r.to.langevin.choose(r.v); } },
  { "langevin", NPH, NOISE_AND_BAROSTAT, add_langevin },
  { "langevin", THERMOSTAT, TWO_TARGETS, nullptr },
  { "temp", THERMOSTAT, TEMPERATURE, [](R r) { r.to.ensemble.keep_temperature(r.v); } },
  { "iso", BAROSTAT, PRESSURE, [](R r) { r.to.ensemble.keep_pressure("xyz", r.v, "xyz"); } },
  { "aniso", BAROSTAT, PRESSURE, [](R r) { r.to.ensemble.keep_pressure("xyz", r.v); } },
  { "x", BAROSTAT, PRESSURE, [](R r) { r.to.ensemble.keep_pressure("x", r.v); } },
  { "y", BAROSTAT, PRESSURE, [](R r) { r.to.ensemble.keep_pressure("y", r.v); } },
  { "z", BAROSTAT, PRESSURE, [](R r) { r.to.ensemble.keep_pressure("z", r.v); } },
  { "couple", BAROSTAT, AXES, [](R r) { r.to.ensemble.coupled = r.word[0]; } },
  { "tparam", THERMOSTAT, CHAINS,
    [](R r) { r.to.ensemble.choose_chain(r.v, 0, Ensemble::CHAIN_NUMBERS); } },
  { "pchain", BAROSTAT_OF_RIGID, A_LENGTH, ignore },
  { "pchain", BAROSTAT_OF_NH, ANY_LENGTH, ignore },
  { "dilate", BAROSTAT, A_GROUP, [](R r) { r.to.ensemble.dilated_group = r.word[0]; } },
  { "atoms", EITHER, A_GROUP, [](R r) { r.to.ensemble.atoms_group = r.word[0]; } },
  { "thermostat", THERMOSTAT, A_THERMOSTAT,
    [](R r) { r.to.ensemble.choose_thermostat(r.word[0]); } },
  { "place", EITHER, A_PLACE, [](R r) { r.to.ensemble.ends = r.word[0][0] == 'e'; } },
  { "momentum", THERMOSTAT, KEEP_OR_THERMOSTAT,
    [](R r) { r.to.ensemble.thermostat_momentum = r.word[0][0] != 'k'; } },
  { "seed", EITHER, A_SEED, [](R r) { r.to.ensemble.choose_seed(r.v[0]); } },
  { "barostat", BAROSTAT, A_NAME, [](R r) { r.to.ensemble.barostat_name = r.word[0]; } },
  { "barostat_friction", BAROSTAT, A_RATE, [](R r) { r.to.ensemble.barostat_rate = r.v[0]; } },
  { "tchain", OF_NH, A_LENGTH, [](R r) { r.to.ensemble.choose_chain(r.v, Ensemble::LINKS, 1); } },
  { "tloop", OF_NH, PARTS, [](R r) { r.to.ensemble.choose_chain(r.v, Ensemble::CHAIN_PARTS, 1); } },
  { "ploop", OF_NH, PARTS, ignore },
  { "ptemp", NPH_OF_NH, A_TEMPERATURE, [](R r) { r.to.ensemble.give_temperature(r.v[0]); } },
  { "mtk", OF_NH, YES_OR_NO, note_mtk },
  { "drag", OF_NH, NO_DRAG, nothing },
  { "nreset", OF_NH, NO_RESET, nothing },
  { "flip", BAROSTAT | OF_NH, YES_OR_NO, [](R r) { r.to.ensemble.flips = !says_no(r); } },
  { "scalexy", BAROSTAT | OF_NH, YES_OR_NO, note_tilt },
  { "scalexz", BAROSTAT | OF_NH, YES_OR_NO, note_tilt },
  { "scaleyz", BAROSTAT | OF_NH, YES_OR_NO, note_tilt },
  { "tri", BAROSTAT, PRESSURE, [](R r) { r.to.ensemble.keep_tension(r.v); } },
  { "xy", BAROSTAT, PRESSURE, keep_shear<Ensemble::XY> },
  { "xz", BAROSTAT, PRESSURE, keep_shear<Ensemble::XZ> },
  { "yz", BAROSTAT, PRESSURE, keep_shear<Ensemble::YZ> },
  { "isochoric", OF_NH, NO_ISOCHORE, nullptr },
  { "fixedpoint", OF_NH, A_POINT, note_point },
};

/* ---- reading them ---------------------------------------------------------------------------- */

static bool is_in_range(const char *text, const Value &v, double &number) {
  char *end;
  number = strtod(text, &end);
  return end != text && *end == '\0' && std::isfinite(number) && number >= v.least &&
         number <= v.most && !(v.above && number == v.least) &&
         !(v.step > 0.0 && std::fmod(number - v.least, v.step) != 0.0);
}

/* What is wrong with the values, or nothing */
static std::string read_values(const Keyword &keyword, char **word, double *number) {
  const std::string start = std::string("keyword ") + keyword.name;
  for (size_t k = 0; k < keyword.values.list.size(); k++) {
    const Value &v = keyword.values.list[k];
    if (v.name && !is_in_range(word[k], v, number[k]))
      return start + ": " + v.name + " is " + word[k] + "; must be " + v.allowed;
    if (!v.name && v.allowed && !strstr(v.allowed, (' ' + std::string(word[k]) + ' ').c_str()))
      return start + " has the value " + word[k] + "; must be " + keyword.values.wants;
  }
  return std::string();
}

unsigned place_of(const Ensemble &of) {
  return of.moves_particles() ? of.kind() * PARTICLES : of.kind();
}

int read_keyword(unsigned where, int narg, char **arg, Given &given, std::string &wrong) {
  const std::string word = narg < 1 ? "" : arg[0];
  for (const Keyword &k : KEYWORDS) {
    if (!(k.where & where) || word != k.name) continue;
    const int n = (int)k.values.list.size();
    double v[6];
    if (!k.read)
      wrong = std::string("keyword ") + k.name + " is not taken: " + k.values.wants;
    else if (narg <= n)
      wrong =
          std::string("keyword ") + k.name + " needs " + k.values.wants + " after it" +
          (n == 1 ? "" : ", but has " + std::to_string(narg - 1) + " of the " + std::to_string(n));
    else
      wrong = read_values(k, arg + 1, v);
    if (wrong.empty()) k.read({ arg + 1, v, given });
    return 1 + n;
  }
  return 0;
}

std::string keywords_of(unsigned where) {
  std::string names;
  for (const Keyword &k : KEYWORDS)
    if (k.read && (k.where & where)) names += (names.empty() ? "" : ", ") + std::string(k.name);
  return names;
}

std::string styles_with(const std::string &keyword, const Ensemble &of) {
  std::string names;
  for (const Ensemble::Kind kind : { Ensemble::NVE, Ensemble::NVT, Ensemble::NPT, Ensemble::NPH })
    for (const Keyword &k : KEYWORDS)
      if (k.read && (k.where & (of.moves_particles() ? kind * PARTICLES : kind)) &&
          keyword == k.name)
        names += (names.empty() ? "" : " and ") + of.style_of(kind);
  return names;
}

} // namespace rigidstep_lammps
