/* SPDX-License-Identifier: GPL-2.0-only */
#include "ensemble/ensemble.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace rigidstep_lammps {

/* The same number on every machine, so that a script without a seed gives the same noise. */
static double seed_of(const std::string &id) {
  uint32_t sum = 2166136261u;
  for (const char c : id) sum = (sum ^ (unsigned char)c) * 16777619u;
  return (double)(sum >> 1);
}

Ensemble::Ensemble(const std::string &style, const std::string &id) : kind(NONE) {
  if (style.compare(0, 9, "rigid/nvt") == 0) kind = NVT;
  if (style.compare(0, 9, "rigid/npt") == 0) kind = NPT;
  if (style.compare(0, 9, "rigid/nph") == 0) kind = NPH;
  if (kind == NVT || kind == NPT) bath_name = "csvr";
  seed = seed_of(id);
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool number(const char *text, double &value) {
  char *end;
  value = strtod(text, &end);
  return end != text && *end == '\0' && std::isfinite(value);
}

struct Range {
  const char *name, *words;
  double least;
  bool above, whole;
  double most;
};

/* Reads n numbers.  Returns what is wrong with the first that is not in its range. */
static std::string read_numbers(const std::string &keyword, char **arg, int n, const Range *ranges,
                                double *values) {
  for (int k = 0; k < n; k++) {
    const Range &r = ranges[k];
    double &v = values[k];
    if (number(arg[k], v) && v >= r.least && !(r.above && v == r.least) && v <= r.most &&
        !(r.whole && v != std::floor(v)))
      continue;
    return "keyword " + keyword + ": " + r.name + " is " + arg[k] + "; must be " + r.words;
  }
  return std::string();
}

static const double HUGE_NUMBER = 1e150;
static const Range T_START = { "Tstart", "a temperature > 0", 0, true, false, HUGE_NUMBER },
                   T_STOP = { "Tstop", "a temperature > 0", 0, true, false, HUGE_NUMBER },
                   T_DAMP = { "Tdamp", "a time > 0", 0, true, false, HUGE_NUMBER },
                   DAMP = { "damp", "a time > 0", 0, true, false, HUGE_NUMBER },
                   P_START = { "Pstart", "a pressure", -HUGE_NUMBER, false, false, HUGE_NUMBER },
                   P_STOP = { "Pstop", "a pressure", -HUGE_NUMBER, false, false, HUGE_NUMBER },
                   P_DAMP = { "Pdamp", "a time > 0", 0, true, false, HUGE_NUMBER },
                   CHAIN = { "chain", "a whole number from 1 to 32", 1, false, true, 32 },
                   ITER = { "iter", "a whole number from 1 to 1000", 1, false, true, 1000 },
                   ORDER = { "order", "1, 3, 5 or 7", 1, false, true, 7 },
                   SEED = { "seed",      "a whole number from 0 to 4294967295", 0, false, true,
                            4294967295.0 },
                   RATE = { "rate", "a number >= 0", 0, false, false, HUGE_NUMBER };

struct EnsembleKeyword {
  const char *name;
  int values;
  const char *wants;
  bool of_bath, of_piston; // only where the style keeps the temperature, or the pressure
};
static const EnsembleKeyword KEYWORDS[] = {
  { "temp", 3, "Tstart Tstop Tdamp", true, false },
  { "iso", 3, "Pstart Pstop Pdamp", false, true },
  { "aniso", 3, "Pstart Pstop Pdamp", false, true },
  { "x", 3, "Pstart Pstop Pdamp", false, true },
  { "y", 3, "Pstart Pstop Pdamp", false, true },
  { "z", 3, "Pstart Pstop Pdamp", false, true },
  { "couple", 1, "none, xyz, xy, yz or xz", false, true },
  { "tparam", 3, "chain iter order", true, false },
  { "pchain", 1, "a number", false, true },
  { "dilate", 1, "the ID of a group", false, true },
  { "atoms", 1, "the ID of a group", false, false },
  { "langevin", 4, "Tstart Tstop damp seed", false, false },
  { "bath", 1, "csvr, nhc or langevin", true, false },
  { "place", 1, "middle or ends", false, false },
  { "seed", 1, "a number", false, false },
  { "piston", 1, "a rate", false, true },
};

static bool is_of_style(const EnsembleKeyword &k, bool bath, bool piston) {
  return (bath || !k.of_bath) && (piston || !k.of_piston);
}

std::vector<std::string> Ensemble::keywords() const {
  std::vector<std::string> names;
  for (const auto &k : KEYWORDS)
    if (on() && is_of_style(k, kind != NPH, has_piston()) && k.name != std::string("langevin"))
      names.push_back(k.name);
  return names;
}

bool Ensemble::has_keyword(const char *word) {
  return std::any_of(std::begin(KEYWORDS), std::end(KEYWORDS),
                     [word](const EnsembleKeyword &k) { return strcmp(k.name, word) == 0; });
}

int Ensemble::take(int narg, char **arg, std::string &wrong) {
  const bool bath = kind == NVT || kind == NPT;
  for (const auto &k : KEYWORDS) {
    if (!on() || narg < 1 || strcmp(arg[0], k.name) != 0) continue;
    const std::string name = k.name;
    if (!is_of_style(k, bath, has_piston())) {
      wrong = "keyword " + name + " is for styles that keep the " +
              (k.of_bath ? "temperature, rigid/nvt and rigid/npt"
                         : "pressure, rigid/npt and rigid/nph");
      return 1;
    }
    if (narg <= k.values) {
      wrong = "keyword " + name + " needs " + k.wants + " after it";
      return narg;
    }
    char **values = arg + 1;
    if (name == "temp")
      wrong = read_temp(values);
    else if (k.values == 3 && k.of_piston)
      wrong = read_pressure(name, values);
    else if (name == "tparam")
      wrong = read_chain(values);
    else if (name == "langevin")
      wrong = read_langevin(values);
    else
      wrong = read_word(name, values[0]);
    return 1 + k.values;
  }
  return 0;
}

std::string Ensemble::read_temp(char **arg) {
  const Range ranges[3] = { T_START, T_STOP, T_DAMP };
  double v[3];
  const std::string wrong = read_numbers("temp", arg, 3, ranges, v);
  if (!wrong.empty()) return wrong;
  temperature = { v[0], v[1] };
  relaxation = v[2];
  has_target = true;
  return wrong;
}

std::string Ensemble::read_pressure(const std::string &keyword, char **arg) {
  const Range ranges[3] = { P_START, P_STOP, P_DAMP };
  double v[3];
  const std::string wrong = read_numbers(keyword, arg, 3, ranges, v);
  if (!wrong.empty()) return wrong;
  const bool all = keyword.size() > 1;
  for (int k = 0; k < 3; k++) {
    if (!all && keyword[0] != "xyz"[k]) continue;
    axes[k] = true;
    pressure[k] = { v[0], v[1] };
    period[k] = v[2];
  }
  if (keyword == "iso") coupled = "xyz";
  return wrong;
}

std::string Ensemble::read_chain(char **arg) {
  const Range ranges[3] = { CHAIN, ITER, ORDER };
  const std::string wrong = read_numbers("tparam", arg, 3, ranges, chain);
  if (wrong.empty() && std::fmod(chain[2], 2.0) == 0.0)
    return std::string("keyword tparam: order is ") + arg[2] + "; must be " + ORDER.words;
  chose_chain = true;
  return wrong;
}

/* As in fix rigid/nph: constant temperature beside constant pressure, by friction and noise. */
std::string Ensemble::read_langevin(char **arg) {
  if (kind != NPH)
    return "keywords temp and langevin both set a temperature; write temp Tstart Tstop Tdamp bath "
           "langevin";
  const Range ranges[4] = { T_START, T_STOP, DAMP, SEED };
  double v[4];
  const std::string wrong = read_numbers("langevin", arg, 4, ranges, v);
  if (!wrong.empty()) return wrong;
  temperature = { v[0], v[1] };
  relaxation = v[2];
  seed = v[3];
  has_target = true;
  bath_name = "langevin";
  return wrong;
}

std::string Ensemble::read_word(const std::string &keyword, const char *value) {
  auto is_one_of = [value](std::initializer_list<const char *> words) {
    return std::any_of(words.begin(), words.end(),
                       [value](const char *w) { return strcmp(w, value) == 0; });
  };
  const std::string given = "keyword " + keyword + " has the value " + value;
  double unused;
  if (keyword == "couple") {
    if (!is_one_of({ "none", "xyz", "xy", "yz", "xz" }))
      return given + "; must be none, xyz, xy, yz or xz";
    coupled = value;
  } else if (keyword == "dilate") {
    dilated_group = value;
  } else if (keyword == "atoms") {
    atoms_group = value;
  } else if (keyword == "place") {
    if (!is_one_of({ "middle", "ends" })) return given + "; must be middle or ends";
    ends = strcmp(value, "ends") == 0;
  } else if (keyword == "bath") {
    bath_name = value;
    chose_bath = true;
  } else if (keyword == "pchain") {
    notes.push_back("keyword pchain has no effect: the piston has friction and noise in place of a "
                    "chain (keyword piston)");
    return read_numbers(keyword, const_cast<char **>(&value), 1, &CHAIN, &unused);
  } else if (keyword == "seed") {
    return read_numbers(keyword, const_cast<char **>(&value), 1, &SEED, &seed);
  } else {
    return read_numbers(keyword, const_cast<char **>(&value), 1, &RATE, &piston_rate);
  }
  return std::string();
}

/* ---- all together ---------------------------------------------------------------------------- */

/* Numbers of groups of axes, 0 for an axis that keeps its length. */
void Ensemble::group_axes(int group[3]) const {
  for (int k = 0; k < 3; k++) {
    const bool joined = coupled.find("xyz"[k]) != std::string::npos && coupled != "none";
    const int first = coupled == "none" ? k : (int)(strchr("xyz", coupled[0]) - "xyz");
    group[k] = !moves_axis(k) ? 0 : 1 + (joined ? first : k);
  }
}

int Ensemble::groups() const {
  int group[3], n = 0;
  group_axes(group);
  for (int g = 1; g <= 3; g++) n += std::count(group, group + 3, g) > 0;
  return n;
}

std::string Ensemble::check_axes(int dimension, const int periodic[3]) const {
  if (!axes[X] && !axes[Y] && !axes[Z])
    return "a pressure is missing; give iso, aniso, x, y or z with Pstart Pstop Pdamp";
  if (dimension == 2 && (axes[Z] || coupled == "yz" || coupled == "xz"))
    return "in two dimensions keyword z and couple yz or xz are not allowed; use x and y, or "
           "couple "
           "xy";
  int first = -1;
  for (int k = 0; k < 3; k++) {
    const std::string axis(1, "xyz"[k]);
    if (axes[k] && !periodic[k])
      return "the box is not periodic along " + axis + "; a pressure can be kept along periodic " +
             "dimensions only: use boundary p, or x, y and z for the others";
    if (coupled == "none" || coupled.find(axis) == std::string::npos) continue;
    if (dimension == 2 && k == Z) continue;
    if (!axes[k])
      return "keyword couple joins " + coupled + ", but " + axis +
             " has no pressure; give keyword " + axis;
    if (first >= 0 && (pressure[k].start != pressure[first].start ||
                       pressure[k].stop != pressure[first].stop || period[k] != period[first]))
      return "keyword couple joins " + coupled + ", but Pstart, Pstop or Pdamp of " + axis +
             " and of " + "xyz"[first] + " differ; axes that are coupled have the same";
    if (first < 0) first = k;
  }
  return std::string();
}

double Ensemble::longest_period() const { return *std::max_element(period, period + 3); }

std::string Ensemble::complete(int dimension, const int periodic[3]) {
  if (!on()) return std::string();
  if ((kind == NVT || kind == NPT) && !has_target)
    return "a temperature is missing; give temp Tstart Tstop Tdamp";
  if (dimension == 2 && axes[Z] && axes[X] && axes[Y]) axes[Z] = false; // of iso and aniso
  if (has_piston()) {
    const std::string wrong = check_axes(dimension, periodic);
    if (!wrong.empty()) return wrong;
    for (int k = 0; k < 3; k++)
      if (!axes[k]) period[k] = 0.0;
    for (int k = 0; k < 3; k++)
      if (axes[k] && period[k] != longest_period())
        notes.push_back(std::string("Pdamp of ") + "xyz"[k] +
                        " is shorter than that of another axis; the longest holds for all");
    if (groups() > 1)
      notes.push_back(
          "lengths of the box change independently of each other: the shape of a box of "
          "fluid has no bounds then; use couple, or iso");
  }
  if (!has_bath() && ends)
    return "keyword place says where in a step the bath acts, but there is none";
  if (!has_bath() && piston_rate > 0)
    return "keyword piston gives the piston friction and noise, which need a temperature; use "
           "rigid/npt, or keyword langevin";
  if (chose_chain && !chose_bath) bath_name = "nhc";
  if (chose_chain && bath_name != "nhc")
    notes.push_back("keyword tparam has no effect with bath " + bath_name +
                    "; it describes the chains of nhc");
  return std::string();
}

/* ---- parameters of the library --------------------------------------------------------------- */

Ensemble::Params Ensemble::targets(double part, const EnsembleUnits &units) const {
  Params list;
  if (!on()) return list;
  list.push_back({ "kt", units.boltz * temperature.at(part) });
  if (!has_piston()) return list;
  double mean = 0.0;
  int moving = 0;
  for (int k = 0; k < 3; k++)
    if (axes[k]) {
      mean += pressure[k].at(part);
      moving++;
    }
  mean /= moving;
  list.push_back({ "pressure", units.pressure * mean });
  for (int k = 0; k < 3; k++)
    if (axes[k])
      list.push_back(
          { std::string("deviation_") + "xyz"[k], units.pressure * (pressure[k].at(part) - mean) });
  return list;
}

Ensemble::Params Ensemble::params(const EnsembleUnits &units) const {
  Params list = targets(0.0, units);
  if (has_bath()) {
    list.push_back({ "relaxation", relaxation });
    list.push_back({ "ends", ends });
    list.push_back({ "seed", seed });
  }
  if (bath_name == "nhc") {
    const char *const names[3] = { "chain", "steps", "order" };
    for (int k = 0; k < 3; k++) list.push_back({ names[k], chain[k] });
  }
  if (has_piston()) {
    int group[3];
    group_axes(group);
    for (int k = 0; k < 3; k++)
      list.push_back({ std::string("group_") + "xyz"[k], (double)group[k] });
    list.push_back({ "piston_relaxation", longest_period() });
    if (piston_rate >= 0) list.push_back({ "piston_rate", piston_rate });
  }
  return list;
}

} // namespace rigidstep_lammps
