/* SPDX-License-Identifier: GPL-2.0-only */
#include "ensemble/ensemble.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace rigidstep_lammps {

/* The same number on every machine, so that a script without a seed gives the same noise. */
static double seed_of(const std::string &id) {
  uint32_t sum = 2166136261u;
  for (const char c : id) sum = (sum ^ (unsigned char)c) * 16777619u;
  return (double)(sum >> 1);
}

Ensemble::Ensemble(const std::string &style) : its_kind(NVE) {
  if (style.find("nvt/") != std::string::npos) its_kind = NVT;
  if (style.find("npt/") != std::string::npos) its_kind = NPT;
  if (style.find("nph/") != std::string::npos) its_kind = NPH;
  if (style.find("langevin/") != std::string::npos) its_kind = NVT;
  if (style.compare(0, 5, "rigid") != 0)
    for (const char *name : { "asphere", "sphere", "body" }) // the first stands for all others
      if (particles.empty() || style.compare(4, strlen(name), name) == 0) particles = name;
  if (its_kind == NVT || its_kind == NPT) thermostat_name = "csvr";
}

void Ensemble::make_seed(const std::string &name, std::set<double> &made, bool shares) {
  const double own = seed_of(name);
  made.insert(own);
  if (chose_seed) return;
  seed = own;
  if (shares) own_seeds = &made;
}

bool Ensemble::may_take(double other) const {
  return !chose_seed && (!own_seeds || own_seeds->count(other) > 0);
}

std::string Ensemble::style_of(Kind kind) const {
  const std::string name = kind == NVT ? "nvt" : kind == NPT ? "npt" : kind == NPH ? "nph" : "nve";
  if (moves_particles()) return name + "/" + particles;
  return kind == NVE ? "rigid" : "rigid/" + name;
}

/* ---- words ----------------------------------------------------------------------------------- */

void EnsembleWords::choose_seed(double number) {
  seed = number;
  chose_seed = true;
}

void EnsembleWords::keep_temperature(const double values[3]) {
  temperature = { values[0], values[1] };
  relaxation = values[2];
  has_target = true;
}

void EnsembleWords::keep_pressure(const char *names, const double values[3], const char *joined) {
  for (const char *name = names; *name; name++) keep_strain(*name - 'x', values);
  if (*joined) coupled = joined;
}

void EnsembleWords::keep_strain(int strain, const double values[3]) {
  moving[strain] = true;
  pressure[strain] = { values[0], values[1] };
  period[strain] = values[2];
}

void EnsembleWords::keep_tension(const double values[3]) {
  const double none[3] = { 0.0, 0.0, values[2] };
  keep_pressure("xyz", values, "none");
  for (int k = XY; k < STRAINS; k++) keep_strain(k, none);
}

void EnsembleWords::choose_thermostat(const char *name) {
  thermostat_name = name;
  chose_thermostat = true;
}

void EnsembleWords::choose_chain(const double *values, int first, int n) {
  std::copy(values, values + n, chain + first);
  chose_chain = true;
}

void EnsembleWords::give_temperature(double t) {
  temperature = { t, t };
  has_target = true;
}

/* ---- all together ---------------------------------------------------------------------------- */

static const char *const NAMES[Ensemble::STRAINS] = { "x", "y", "z", "xy", "xz", "yz" };

/* Numbers of groups of axes, 1 and on, 0 for an axis that keeps its length.  Returns how many there are. */
int Ensemble::group_axes(int group[3]) const {
  int n = 0, joined = 0;
  for (int k = 0; k < 3; k++) {
    const bool joins = coupled != "none" && coupled.find("xyz"[k]) != std::string::npos;
    group[k] = !moves(k) ? 0 : joins && joined ? joined : ++n;
    if (joins) joined = group[k];
  }
  return n;
}

std::string Ensemble::check_axes(int dimension, const int periodic[3]) const {
  if (!moving[X] && !moving[Y] && !moving[Z] && !shears())
    return "a pressure is missing; give iso, aniso, x, y or z with Pstart Pstop Pdamp";
  if (dimension == 2 && (moving[Z] || coupled == "yz" || coupled == "xz"))
    return "in two dimensions keyword z and couple yz or xz are not allowed; use x and y, or "
           "couple "
           "xy";
  int first = -1;
  for (int k = 0; k < 3; k++) {
    const std::string axis(NAMES[k]);
    if (moving[k] && !periodic[k])
      return "the box is not periodic along " + axis + "; a pressure can be kept along periodic " +
             "dimensions only: use boundary p, or x, y and z for the others";
    if (coupled == "none" || coupled.find(axis) == std::string::npos) continue;
    if (dimension == 2 && k == Z) continue;
    if (!moving[k])
      return "keyword couple joins " + coupled + ", but " + axis +
             " has no pressure; give keyword " + axis + " with Pstart Pstop Pdamp";
    if (first >= 0 && (pressure[k].start != pressure[first].start ||
                       pressure[k].stop != pressure[first].stop || period[k] != period[first]))
      return "keyword couple joins " + coupled + ", but Pstart, Pstop or Pdamp of " + axis +
             " and of " + NAMES[first] + " differ; give coupled axes the same values";
    if (first < 0) first = k;
  }
  return std::string();
}

std::string Ensemble::check_shears(int dimension, bool triclinic, const int periodic[3]) const {
  if (dimension == 2)
    return "keywords tri, xy, xz and yz are for three dimensions; in two use iso, aniso, x or y";
  if (!triclinic)
    return "keywords tri, xy, xz and yz need a box with tilt factors, and this one is orthogonal; "
           "use change_box all triclinic before this fix";
  for (int k = XY; k < STRAINS; k++)
    for (const char *axis = NAMES[k]; moving[k] && *axis; axis++)
      if (!periodic[*axis - 'x'])
        return std::string("the box is not periodic along ") + *axis + ", and keyword " + NAMES[k] +
               " needs both of its axes periodic; use boundary p, or leave it out";
  if (moving[XY] && moving[YZ] && !moving[XZ])
    return "keywords xy and yz need xz, because these two shears together also shear xz; give "
           "keyword xz, or tri in place of all six";
  if (scales_tilt)
    return "keyword scalexy, scalexz or scaleyz has the value yes, so tilt factors would follow "
           "the lengths of the box, but with tri, xy, xz or yz a pressure changes them; drop one "
           "of both";
  if (dilated_group != "all")
    return "keyword dilate names the group " + dilated_group +
           ", and with tri, xy, xz or yz all atoms must follow the box; leave dilate out, or use "
           "iso, aniso, x, y or z";
  return std::string();
}

std::string Ensemble::times(bool has_friction) const {
  char text[160] = "";
  int n = has_thermostat() ? snprintf(text, sizeof text, ", Tdamp %g", relaxation) : 0;
  if (has_barostat()) {
    const double rate = barostat_rate >= 0 ? barostat_rate
                        : has_thermostat() ? 2.0 / longest_period()
                                           : 0.0;
    n += snprintf(text + n, sizeof text - n, ", Pdamp %g", longest_period());
    if (has_friction) n += snprintf(text + n, sizeof text - n, ", friction of the box %g", rate);
  }
  if (has_thermostat() && (thermostat_name != "nhc" || has_barostat()))
    snprintf(text + n, sizeof text - n, ", seed %.0f", seed);
  std::string all = text;
  if (on() && moves_particles()) {
    all += ", econserve needs thermo_modify temp";
    /* a user's own temperature may count all */
    if (has_thermostat() && thermostat_name != "langevin")
      all += ", axes that do not turn are no degrees of freedom";
  }
  return all;
}

double Ensemble::longest_period() const { return *std::max_element(period, period + STRAINS); }

/* Of all that changes, and how far it may go */
void Ensemble::note_shape() {
  for (int k = 0; k < STRAINS; k++)
    if (!moving[k]) period[k] = 0.0;
  for (int k = 0; k < STRAINS; k++)
    if (moving[k] && period[k] != longest_period())
      notes.push_back(std::string("Pdamp of ") + NAMES[k] +
                      " is shorter than Pdamp of another axis; the longest holds for all");
  int group[3];
  if (group_axes(group) > 1 || shears())
    notes.push_back(std::string(shears() ? "lengths and angles" : "lengths") +
                    " of the box change independently of each other, so the box of a fluid may "
                    "become arbitrarily flat; for a fluid use couple, or iso");
}

std::string Ensemble::complete(int dimension, const int periodic[3], bool triclinic) {
  if (!on()) return std::string();
  if ((its_kind == NVT || its_kind == NPT) && !has_target)
    return "a temperature is missing; give temp Tstart Tstop Tdamp";
  if (has_barostat()) {
    std::string wrong = shears() ? check_shears(dimension, triclinic, periodic) : "";
    if (dimension == 2 && moving[Z] && moving[X] && moving[Y])
      moving[Z] = false; // of iso and aniso
    if (wrong.empty()) wrong = check_axes(dimension, periodic);
    if (!wrong.empty()) return wrong;
    note_shape();
  }
  if (!has_thermostat() && ends == 1)
    return "keyword place says where in a step the thermostat acts, but this fix has no "
           "thermostat; leave it "
           "out, or use " +
           style_of(NPT) + ", or keyword langevin";
  if (!has_thermostat() && barostat_rate > 0)
    return "keyword barostat_friction gives the barostat friction and noise, which need a "
           "temperature; use " +
           style_of(NPT) + ", or keyword langevin";
  if (chose_chain && !chose_thermostat) thermostat_name = "nhc";
  if (chose_chain && thermostat_name != "nhc")
    notes.push_back("keywords of chains have no effect with thermostat " + thermostat_name +
                    "; only thermostat nhc has chains");
  if (thermostat_momentum && !scales())
    notes.push_back("keyword momentum has no effect: thermostat " + thermostat_name +
                    " acts on the total momentum anyway");
  return std::string();
}

/* ---- parameters of the library --------------------------------------------------------------- */

Ensemble::Params Ensemble::targets(double part, const EnsembleUnits &units) const {
  Params list;
  if (!on()) return list;
  list.push_back({ "kt", units.boltz * temperature.at(part) });
  if (!has_barostat()) return list;
  // (by differences, so that targets that are equal deviate by 0 to the last bit)
  const int first = (int)(std::find(moving, moving + 3, true) - moving) % 3;
  double mean = moving[first] ? pressure[first].at(part) : 0.0, beyond = 0.0;
  for (int k = 0; k < 3; k++) beyond += moving[k] ? pressure[k].at(part) - mean : 0.0;
  mean += beyond / std::max<double>(1, std::count(moving, moving + 3, true));
  list.push_back({ "pressure", units.pressure * mean });
  for (int k = 0; k < STRAINS; k++)
    if (moving[k])
      list.push_back({ std::string("deviation_") + NAMES[k] + (shears() && k < XY ? NAMES[k] : ""),
                       units.pressure * (pressure[k].at(part) - (k < XY ? mean : 0.0)) });
  return list;
}

Ensemble::Params Ensemble::params(const EnsembleUnits &units) const {
  Params list = targets(0.0, units);
  if (has_thermostat()) {
    list.push_back({ "relaxation", relaxation });
    list.push_back({ "seed", seed });
  }
  if (scales()) list.push_back({ "momentum", thermostat_momentum });
  if (thermostat_name == "nhc") {
    const char *const names[3] = { "chain", "steps", "order" };
    for (int k = 0; k < 3; k++) list.push_back({ names[k], chain[k] });
  }
  if (has_barostat()) {
    int group[3];
    group_axes(group);
    for (int k = 0; k < 3; k++)
      list.push_back({ std::string("group_") + NAMES[k], (double)group[k] });
    for (int k = XY; k < STRAINS; k++)
      list.push_back({ std::string("shear_") + NAMES[k], moving[k] ? 1.0 : 0.0 });
    list.push_back({ "barostat_relaxation", longest_period() });
    if (barostat_rate >= 0) list.push_back({ "barostat_rate", barostat_rate });
  }
  return list;
}

} // namespace rigidstep_lammps
