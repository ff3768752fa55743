/* SPDX-License-Identifier: GPL-2.0-only */
#include "method/method_choice.h"

#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "lammps.h"

#include <rigidstep/draft.h>

#include <mpi.h>

#include <cstdlib>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

void stop_all(LAMMPS *lmp, const std::string &text) {
  int me = lmp->comm->me, ranks = lmp->comm->nprocs;
  int mine = text.empty() ? ranks : me, first;
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, lmp->world);
  if (first == ranks) return;
  int size = (int)text.size();
  MPI_Bcast(&size, 1, MPI_INT, first, lmp->world);
  std::string common = text;
  common.resize(size);
  MPI_Bcast(&common[0], size, MPI_CHAR, first, lmp->world);
  lmp->error->all(FLERR, common);
}

std::string name_of(const Fix *fix) {
  return std::string("fix ") + fix->style + " (ID " + fix->id + ")";
}

bool is_processed(const rgs_context *context, const std::string &scheme) {
  const rgs_about *about = rgs_about_find(context, RGS_KIND_SCHEME, scheme.c_str());
  return about && (about->claims & RGS_PROCESSED);
}

rgs_method_spec no_method() {
  rgs_method_spec spec = rgs_method_spec();
  spec.head = RGS_HEAD(rgs_method_spec);
  return spec;
}

MethodPtr make_method(LAMMPS *lmp, const std::string &prefix, const ContextPtr &context,
                      rgs_method_spec spec, const std::vector<rgs_param> &params) {
  spec.params = params.data();
  spec.n_params = (uint32_t)params.size();
  spec.param_size = sizeof(rgs_param);
  rgs_error e = NO_ERROR;
  rgs_method *m = nullptr;
  const rgs_status status = rgs_method_create(context.get(), &spec, &m, &e);
  MethodPtr method(m);
  stop_all(lmp, status < 0 ? prefix + e.text : "");
  return method;
}

EnsembleUnits ensemble_units(const LAMMPS *lmp) {
  const Force *force = lmp->force;
  return { force->boltz / force->mvv2e, force->ftm2v / force->nktv2p };
}

MethodChoice::MethodChoice(LAMMPS *l, const std::string &s) : lmp(l), prefix(s) {
  chosen.rotor = "exact";
  chosen.scheme = "strang";
  rgs_error e = NO_ERROR;
  rgs_context *c = nullptr;
  rgs_context_spec spec = rgs_context_spec();
  spec.head = RGS_HEAD(rgs_context_spec);
  spec.self = lmp->error;
  spec.log = [](void *of, const char *text) {
    static_cast<Error *>(of)->warning(FLERR, std::string("rigidstep: ") + text);
  };
  rgs_status status = rgs_context_create(&spec, &c, &e);
  owned.reset(c, rgs_context_destroy);
  stop_all(lmp, status < 0 ? prefix + e.text : "");
}

void MethodChoice::load(const std::string &file) {
  rgs_error e = NO_ERROR;
  std::string text;
  if (rgs_module_load(owned.get(), file.c_str(), &e) < 0)
    text = prefix + (strncmp(e.text, "module ", 7) == 0 ? "cannot load " : "cannot load module ") +
           e.text;
  stop_all(lmp, text);
}

/* The library knows names that are near, and what some methods are called here.  Where it has neither to offer, all names are listed. */
void MethodChoice::check_name(uint32_t kind, const char *what, const std::string &name) const {
  if (rgs_about_find(owned.get(), kind, name.c_str())) return stop_all(lmp, "");
  rgs_method_spec spec = no_method();
  spec.rotor = kind == RGS_KIND_ROTOR ? name.c_str() : "exact";
  spec.scheme = kind == RGS_KIND_SCHEME ? name.c_str() : "strang";
  if (kind == RGS_KIND_THERMOSTAT) spec.thermostat = name.c_str();
  if (kind == RGS_KIND_BAROSTAT) spec.barostat = name.c_str();
  rgs_error e = NO_ERROR;
  rgs_method *none = nullptr;
  rgs_method_create(owned.get(), &spec, &none, &e);
  std::string text = e.text;
  if (text.find("that are known") != std::string::npos) {
    text = "unknown " + std::string(what) + " " + name + "; known:";
    for (int64_t i = 0; i < rgs_about_count(owned.get(), kind); i++)
      text += std::string(" ") + rgs_about_at(owned.get(), kind, i)->name;
  }
  stop_all(lmp, prefix + text);
}

std::vector<std::string> MethodChoice::keys(uint32_t kind, const std::string &name) const {
  std::vector<std::string> all;
  const rgs_about *about = rgs_about_find(owned.get(), kind, name.c_str());
  for (uint32_t i = 0; about && i < about->n_params; i++) all.push_back(about->params[i].key);
  return all;
}

const rgs_param_info *MethodChoice::row(uint32_t kind, const std::string &name,
                                        const std::string &key) const {
  const rgs_about *about = rgs_about_find(owned.get(), kind, name.c_str());
  for (uint32_t i = 0; about && i < about->n_params; i++)
    if (key == about->params[i].key) return about->params + i;
  return nullptr;
}

bool MethodChoice::declares(const std::string &key) const {
  return (around.has_thermostat() && row(RGS_KIND_THERMOSTAT, around.thermostat(), key)) ||
         (around.has_barostat() && row(RGS_KIND_BAROSTAT, around.barostat(), key));
}

/* The style promises a temperature, which not every thermostat keeps. */
void MethodChoice::check_thermostat() const {
  if (!around.has_thermostat()) return;
  check_name(RGS_KIND_THERMOSTAT, "thermostat", around.thermostat());
  std::string text;
  for (const char *key : { "kt", "relaxation" })
    if (text.empty() && !row(RGS_KIND_THERMOSTAT, around.thermostat(), key))
      text = prefix + "thermostat " + around.thermostat() + " has no parameter " + key +
             ", so that it keeps no temperature; use csvr, nhc or langevin";
  stop_all(lmp, text);
}

/* What the table of the barostat has no parameter for must stay as it is.  One that changes angles has no
   use where nothing does. */
void MethodChoice::check_barostat() const {
  if (!around.has_barostat()) return;
  const std::string name = around.barostat();
  check_name(RGS_KIND_BAROSTAT, "barostat", name);
  static const char *const CANNOT[][2] = {
    { "shear_", "changes no angles of the box; use barostat flexible or crescale_flexible, or "
                "leave tri, xy, xz and yz out" },
    { "barostat_rate", "sets its friction itself; leave barostat_friction out" },
  };
  std::string text;
  if (!around.shears() && row(RGS_KIND_BAROSTAT, name, "shear_xy"))
    text = "changes angles of the box; use tri, xy, xz or yz, or barostat andersen";
  const rgs_param_info *seed = row(RGS_KIND_BAROSTAT, name, "seed");
  if (!around.has_thermostat() && seed && (seed->flags & RGS_PARAM_REQUIRED))
    text = "draws noise and needs a thermostat; use " + around.style_of(Ensemble::NPT) +
           ", or keyword langevin";
  for (const auto &p : around.params(ensemble_units(lmp)))
    for (const auto &cannot : CANNOT) {
      if (!text.empty() || p.first.compare(0, strlen(cannot[0]), cannot[0]) != 0) continue;
      const rgs_param_info *its = row(RGS_KIND_BAROSTAT, name, p.first);
      if (its ? p.second > its->max : p.second != 0) text = cannot[1];
    }
  stop_all(lmp, text.empty() ? text : prefix + "barostat " + name + " " + text);
}

/* A scheme that places a thermostat is nothing without one. */
void MethodChoice::check_placed_thermostat(const Words &words) const {
  const rgs_about *scheme = rgs_about_find(owned.get(), RGS_KIND_SCHEME, words.scheme.c_str());
  if (!scheme || !(scheme->claims & RGS_PLACES_THERMOSTAT)) return;
  if (around.ends >= 0)
    lmp->error->all(FLERR, prefix + "scheme " + words.scheme +
                               " places the thermostat itself; leave place out");
  if (!around.has_thermostat())
    lmp->error->all(FLERR,
                    prefix + "scheme " + words.scheme + " needs a thermostat; use " +
                        around.style_of(Ensemble::NVT) +
                        "/rgs with temp Tstart Tstop Tdamp thermostat langevin, or another scheme");
}

static std::string list(const std::vector<std::string> &names) {
  std::string text = names.empty() ? " none" : ":";
  for (const auto &name : names) text += " " + name;
  return text;
}

void MethodChoice::check_params(const Words &words) const {
  std::string text;
  for (const auto &p : words.params) {
    for (const auto &its : around.params(ensemble_units(lmp)))
      if (its.first == p.first && declares(p.first))
        text = prefix + "param " + p.first +
               " is set by a keyword of the style already; leave the param out";
    if (!text.empty()) break;
    if (row(RGS_KIND_ROTOR, words.rotor, p.first) || row(RGS_KIND_SCHEME, words.scheme, p.first) ||
        declares(p.first))
      continue;
    text = prefix + "unknown param " + p.first + "; rotor " + words.rotor + " has" +
           list(keys(RGS_KIND_ROTOR, words.rotor)) + "; scheme " + words.scheme + " has" +
           list(keys(RGS_KIND_SCHEME, words.scheme));
    if (around.has_thermostat())
      text += "; thermostat " + around.thermostat() + " has" +
              list(keys(RGS_KIND_THERMOSTAT, around.thermostat()));
    if (around.has_barostat())
      text += std::string("; barostat ") + around.barostat() + " has" +
              list(keys(RGS_KIND_BAROSTAT, around.barostat()));
  }
  stop_all(lmp, text);
}

MethodChoice::Words MethodChoice::with(const Words &words) const {
  Words merged;
  merged.rotor = words.rotor.empty() ? chosen.rotor : words.rotor;
  merged.scheme = words.scheme.empty() ? chosen.scheme : words.scheme;
  merged.inertia = words.inertia.empty() ? chosen.inertia : words.inertia;
  for (const auto &p : chosen.params)
    if ((words.rotor.empty() && row(RGS_KIND_ROTOR, chosen.rotor, p.first)) ||
        (words.scheme.empty() && row(RGS_KIND_SCHEME, chosen.scheme, p.first)) || declares(p.first))
      merged.params.push_back(p);
  for (const auto &p : words.params) {
    size_t k = 0;
    while (k < merged.params.size() && merged.params[k].first != p.first) k++;
    if (k < merged.params.size())
      merged.params[k] = p;
    else
      merged.params.push_back(p);
  }
  return merged;
}

/* How many force evaluations the scheme takes is checked against run_style later. */
void MethodChoice::check_needs(const rgs_method *method, const Words &words,
                               uint32_t offers) const {
  rgs_error e = NO_ERROR;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  std::string name = prefix + "rotor " + words.rotor + " with scheme " + words.scheme;
  if (rgs_method_describe(method, &info, &e) < 0) lmp->error->all(FLERR, prefix + e.text);
  const rgs_about *scheme = rgs_about_find(owned.get(), RGS_KIND_SCHEME, words.scheme.c_str());
  if (around.has_thermostat() && around.ends == 0 && scheme->order > 2 && lmp->comm->me == 0)
    lmp->error->warning(FLERR, prefix + "place middle with scheme " + words.scheme +
                                   " samples positions to order 2 only; leave place out");
  if (info.needs & ~offers)
    lmp->error->all(FLERR, name + " needs more than forces and torques, and LAMMPS provides only "
                                  "these; choose another scheme");
}

/* The ensemble's parameters that thermostat or barostat declare, and the parameters of the words.  The texts
   must outlive the list. */
std::vector<rgs_param> MethodChoice::params(const Words &words,
                                            const Ensemble::Params &of_ensemble) const {
  std::vector<rgs_param> list;
  for (const auto &p : of_ensemble)
    if (declares(p.first)) list.push_back({ p.first.c_str(), nullptr, p.second, 0, 0 });
  for (const auto &p : words.params) {
    const rgs_param_info *its =
        around.has_barostat() ? row(RGS_KIND_BAROSTAT, around.barostat(), p.first) : nullptr;
    char *end;
    const double value = strtod(p.second.c_str(), &end) / ensemble_units(lmp).pressure;
    const bool per_pressure = its && !*end && strcmp(its->unit, "1/pressure") == 0;
    list.push_back({ p.first.c_str(), per_pressure ? nullptr : p.second.c_str(), value, 0, 0 });
  }
  return list;
}

/* From then on a script may name drafts in fix_modify: those with a slow force are refused for what they need, those
   with forces by momenta because of the thermostat or barostat. */
void MethodChoice::allow_levels() const {
  rgs_error e = NO_ERROR;
  if (rgs_draft_allow(owned.get(), RGS_DRAFT_ABI, &e) < 0) lmp->error->all(FLERR, prefix + e.text);
}

MethodPtr MethodChoice::make(const Words &words, int inner) {
  if (inner > 0) allow_levels();
  if (words.scheme == "respa")
    lmp->error->all(FLERR, prefix + "scheme respa is what run_style respa makes of scheme strang "
                                    "beside a thermostat or barostat; leave scheme respa out");
  for (const auto &file : words.modules) load(file);
  Words merged = with(words);
  check_name(RGS_KIND_ROTOR, "rotor", merged.rotor);
  check_name(RGS_KIND_SCHEME, "scheme", merged.scheme);
  check_thermostat();
  check_barostat();
  check_placed_thermostat(merged);
  check_params(merged);

  const Ensemble::Params its = around.params(ensemble_units(lmp));
  rgs_method_spec spec = no_method();
  spec.rotor = merged.rotor.c_str();
  spec.scheme = merged.scheme.c_str();
  spec.thermostat = around.has_thermostat() ? around.thermostat().c_str() : nullptr;
  spec.barostat = around.barostat();
  spec.inertia = merged.factor();
  if (around.has_thermostat() && around.ends >= 0)
    spec.placement = around.ends ? RGS_PLACEMENT_OBABO : RGS_PLACEMENT_BAOAB;
  std::vector<rgs_param> all = params(merged, its);
  if (inner > 0) {
    spec.scheme = "respa";
    all.push_back({ "inner", nullptr, (double)inner, 0, 0 });
  }
  MethodPtr method = make_method(lmp, prefix, owned, spec, all);
  check_needs(method.get(), merged,
              RGS_EVAL_FORCE | RGS_EVAL_GRADIENT | RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL |
                  (inner > 0 ? RGS_DRAFT_EVAL_SLOW : 0));
  made = merged;
  return method;
}

bool MethodChoice::acts_in_middle() const {
  const rgs_about *scheme = rgs_about_find(owned.get(), RGS_KIND_SCHEME, chosen.scheme.c_str());
  return around.has_thermostat() && (around.ends < 0 ? scheme->order <= 2 : !around.ends);
}

std::string MethodChoice::describe() const {
  std::string text = "rotor " + chosen.rotor + " scheme " + chosen.scheme;
  if (around.has_thermostat()) text += " thermostat " + around.thermostat();
  if (!around.barostat_name.empty()) text += " barostat " + around.barostat_name;
  for (const auto &p : chosen.params) text += " param " + p.first + " " + p.second;
  if (!chosen.inertia.empty()) text += " inertia " + chosen.inertia;
  return text;
}

} // namespace rigidstep_lammps
