/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The method that keywords rotor, scheme, param and module of fix and fix_modify choose.
 */
#pragma once

#include "ensemble/ensemble.h"

#include <rigidstep/rigidstep.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {
class Fix;
class LAMMPS;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

struct MethodDeleter {
  void operator()(rgs_method *m) const { rgs_method_destroy(m); }
};
typedef std::shared_ptr<rgs_context> ContextPtr;
typedef std::unique_ptr<rgs_method, MethodDeleter> MethodPtr;

/* Stops all ranks with the text of the first rank that has one.  All ranks must call it. */
void stop_all(LAMMPS_NS::LAMMPS *, const std::string &text);

std::string name_of(const LAMMPS_NS::Fix *); // with its ID, for messages

// Is this a scheme that propagates variables of its own?
bool is_processed(const rgs_context *, const std::string &scheme);

// Names and params are set by the caller.
rgs_method_spec no_method();
// Makes the method, or stops all ranks with what the library refused.  `prefix` begins the error.
MethodPtr make_method(LAMMPS_NS::LAMMPS *, const std::string &prefix, const ContextPtr &,
                      rgs_method_spec, const std::vector<rgs_param> &);

EnsembleUnits ensemble_units(const LAMMPS_NS::LAMMPS *);

class MethodChoice {
public:
  struct Words {
    std::string rotor, scheme; // empty: the one before
    std::vector<std::pair<std::string, std::string>> params;
    std::vector<std::string> modules;
    std::string inertia; // the number of keyword inertia; empty: the one before, or 1

    double factor() const { return inertia.empty() ? 1.0 : atof(inertia.c_str()); }
    void add_param(const char *key, const char *value) { params.push_back({ key, value }); }
  };

  // `prefix` begins every error
  MethodChoice(LAMMPS_NS::LAMMPS *, const std::string &prefix);

  // To be called before make().
  void set_ensemble(const Ensemble &e) { around = e; }
  Ensemble &ensemble() { return around; }
  const Ensemble &ensemble() const { return around; }

  // Loads the modules, then makes the method.  All ranks stop if that cannot be done.  The choice
  // before stays in force until keep().  A parameter stays as long as the rotor or scheme it was
  // given to.  `inner`: number of inner steps of run_style respa, or 0; the library's scheme respa then
  // stands for strang.
  MethodPtr make(const Words &, int inner = 0);
  void keep() { chosen = made; }

  const ContextPtr &context() const { return owned; }
  const Words &words() const { return chosen; }
  std::string describe() const;
  bool declares(const std::string &key) const; // the thermostat or the barostat
  bool acts_in_middle() const;                 // the thermostat, in the middle of a step

private:
  LAMMPS_NS::LAMMPS *lmp;
  std::string prefix;
  ContextPtr owned;
  Words chosen, made;
  Ensemble around;

  void load(const std::string &file);
  void check_name(uint32_t kind, const char *what, const std::string &name) const;
  std::vector<std::string> keys(uint32_t kind, const std::string &name) const;
  const rgs_param_info *row(uint32_t kind, const std::string &name, const std::string &key) const;
  void check_thermostat() const;
  void check_barostat() const;
  std::vector<rgs_param> params(const Words &, const Ensemble::Params &of_ensemble) const;
  void allow_levels() const;
  Words with(const Words &) const;
  void check_placed_thermostat(const Words &) const;
  void check_params(const Words &) const;
  void check_needs(const rgs_method *, const Words &, uint32_t offers) const;
};

} // namespace rigidstep_lammps
