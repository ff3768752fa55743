/* SPDX-License-Identifier: GPL-2.0-only */
#include "method/citations.h"

#include "citeme.h"
#include "lammps.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* The first line is what LAMMPS prints on the screen; the rest is for BibTeX. */
static const char RIGIDSTEP[] =
    "rigidstep " RIGIDSTEP_VERSION ", which moves the bodies of fixes with the suffix /rgs\n\n"
    "@Misc{rigidstep,\n"
    " author = {{The rigidstep developers}},\n"
    " title = {rigidstep: structure-preserving integrators for rigid bodies behind a stable C "
    "ABI},\n"
    " note = {version " RIGIDSTEP_VERSION "}\n"
    "}\n\n";

static bool is_doi(const std::string &source) {
  return source.compare(0, 3, "10.") == 0 && source.find(' ') == std::string::npos;
}

static std::string entry(const char *kind, const rgs_about &about) {
  const std::string what = std::string(kind) + " " + about.name, source = about.cite,
                    key = std::string("rigidstep:") + kind + ":" + about.name;
  return what + " of rigidstep: " + (is_doi(source) ? "doi:" : "") + source + "\n\n@Misc{" + key +
         ",\n title = {The " + what + " of rigidstep},\n " + (is_doi(source) ? "doi" : "note") +
         " = {" + source + "}\n}\n\n";
}

void cite_methods(LAMMPS *lmp, const MethodChoice &choice) {
  if (!lmp->citeme) return;
  lmp->citeme->add(RIGIDSTEP);
  const Ensemble &ensemble = choice.ensemble();
  const struct {
    uint32_t kind;
    const char *word;
    std::string name;
  } methods[] = {
    { RGS_KIND_ROTOR, "rotor", choice.words().rotor },
    { RGS_KIND_SCHEME, "scheme", choice.words().scheme },
    { RGS_KIND_THERMOSTAT, "thermostat", ensemble.has_thermostat() ? ensemble.thermostat() : "" },
    { RGS_KIND_BAROSTAT, "barostat", ensemble.has_barostat() ? ensemble.barostat() : "" },
  };
  for (const auto &m : methods) {
    const rgs_about *about = rgs_about_find(choice.context().get(), m.kind, m.name.c_str());
    if (about && about->cite && *about->cite) lmp->citeme->add(entry(m.word, *about));
  }
}

} // namespace rigidstep_lammps
