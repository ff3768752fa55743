/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h - how the plugin refuses something.
 */
#pragma once
#include <openmm/OpenMMException.h>
#include <sstream>
#include <string>

namespace RigidstepPlugin {

inline void write(std::ostream &) {}
template <class T, class... More>
void write(std::ostream &stream, const T &part, const More &...more) {
  stream << part;
  write(stream, more...);
}

/* Throws the parts, one after the other, as one text. */
template <class... Parts> [[noreturn]] void refuse(const Parts &...parts) {
  std::ostringstream text;
  text.precision(10);
  write(text, "RigidIntegrator: ", parts...);
  throw OpenMM::OpenMMException(text.str());
}

/* body: below 0 for none. */
inline std::string where(int body) {
  return body < 0 ? std::string(" in no body") : " in body " + std::to_string(body);
}

} // namespace RigidstepPlugin
