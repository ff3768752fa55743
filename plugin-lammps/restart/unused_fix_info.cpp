/* SPDX-License-Identifier: GPL-2.0-only */
#include "restart/unused_fix_info.h"

#include "comm.h"
#include "error.h"
#include "fix.h"
#include "modify.h"
#include "utils.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* What LAMMPS has read from the file; only a derived class can open it. */
class OpenModify : public Modify {
public:
  typedef char **Modify::*Names;
  static Names ids() { return &OpenModify::id_restart_global; }
  static Names styles() { return &OpenModify::style_restart_global; }
};

static bool is_ours(const char *style) { return utils::strmatch(style, "/rgs$"); }

UnusedFixInfo::UnusedFixInfo(LAMMPS *lmp, const std::string &who) : Pointers(lmp), prefix(who) {
  for (int i = 0; i < modify->nfix_restart_global; i++) {
    const char *style = (modify->*OpenModify::styles())[i];
    if (is_ours(style)) written.push_back({ (modify->*OpenModify::ids())[i], style });
  }
}

bool UnusedFixInfo::is_first(const Fix *fix) const {
  int k = 0;
  while (k < modify->nfix && !is_ours(modify->fix[k]->style)) k++;
  return k < modify->nfix && modify->fix[k] == fix;
}

bool UnusedFixInfo::goes_on(const std::string &id, const std::string &style) const {
  const int found = modify->find_fix(id);
  return found >= 0 && style == modify->fix[found]->style;
}

void UnusedFixInfo::warn(const Fix *fix) {
  if (is_first(fix) && comm->me == 0)
    for (const auto &w : written) {
      const std::string &id = w.first, &style = w.second;
      if (goes_on(id, style)) continue;
      std::string what = "its bodies and its count of steps";
      if (utils::strmatch(style, "/nph")) what += ", and its barostat";
      if (utils::strmatch(style, "/nvt")) what += ", and its thermostat";
      if (utils::strmatch(style, "/npt")) what += ", and its thermostat and its barostat";
      error->warning(FLERR, prefix + "the restart file has fix " + style + " (ID " + id + "), " +
                                what +
                                ", and no fix has that ID and that style; all this is lost, and "
                                "bodies are made from the atoms: to keep it, define a fix " +
                                id + " of style " + style + " before the first run");
    }
  written.clear();
}

} // namespace rigidstep_lammps
