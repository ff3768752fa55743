/* SPDX-License-Identifier: GPL-2.0-only */
#include "motion/motion_restart.h"

#include "comm.h"
#include "utils.h"

#include <sstream>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

MotionRestart::MotionRestart(LAMMPS *lmp, IntegratedBodies &b)
    : Pointers(lmp), its(b), first_method(method_now()) {}

static const std::string INSTEAD = " instead of ";

/* The method, and the fix command's if fix_modify has changed it. */
std::string MotionRestart::method() const {
  return method_now() == first_method ? method_now() : method_now() + INSTEAD + first_method;
}

/* What fix_modify changed before the file was written stays changed, if the fix command names the
   method that it named then. */
void MotionRestart::restore_swap(const std::string &written) {
  const size_t end = written.find(INSTEAD);
  if (end == std::string::npos || written.substr(end + INSTEAD.size()) != first_method) return;
  std::istringstream text(written.substr(0, end));
  std::vector<std::string> words;
  for (std::string word, value; text >> word;) {
    if (word == "thermostat" || word == "barostat") {
      text >> word; // fix_modify does not change it
      continue;
    }
    words.push_back(word);
    if ((word == "rotor" || word == "scheme") && text >> value) {
      const uint32_t kind = word == "rotor" ? RGS_KIND_ROTOR : RGS_KIND_SCHEME;
      if (!rgs_about_find(its.stepper.scheme().context.get(), kind, value.c_str()))
        return; // of a module
      words.push_back(value);
    }
  }
  std::vector<char *> arg;
  for (std::string &word : words) arg.push_back(&word[0]);
  its.stepper.modify((int)arg.size(), arg.data());
  if (comm->me == 0)
    utils::logmesg(lmp,
                   its.prefix + "continues with " + method_now() + ", as fix_modify left it\n");
}

std::string MotionRestart::save_ensemble() {
  if (!its.ensemble.on()) return std::string();
  if (!its.ensemble.has_begun()) return EnsembleHost::save_unbegun();
  return its.ensemble.save(its.sum_of("heat"), its.coupling_without_thermostat());
}

const char *MotionRestart::read(const char *global, ReadHeader &file) {
  if (!file.wrong.empty()) return global;
  const char *place = file.after_words(global);
  std::string kept;
  if (its.ensemble.on() && !read_restart_ensemble(place, kept)) {
    file.wrong = "they are damaged";
    return global;
  }
  if (!its.ensemble.on()) its.langevin.go_on_after(file.h.steps);
  restore_swap(file.method(global));
  if (its.ensemble.on()) its.ensemble.load(kept, file.h.steps);
  return place;
}

} // namespace rigidstep_lammps
