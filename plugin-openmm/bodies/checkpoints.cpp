/* SPDX-License-Identifier: BSD-3-Clause
 *
 * checkpoints.cpp - the bytes of a checkpoint: shapes and state of all bodies.
 */
#include "bodies/RigidBodies.h"
#include "bodies/words.h"
#include <algorithm>
#include <cmath>
#include <istream>
#include <ostream>

using OpenMM::Vec3;
using std::vector;

namespace RigidstepPlugin {

template <class T> static void put(std::ostream &stream, const T *data, size_t n) {
  stream.write(reinterpret_cast<const char *>(data),
               static_cast<std::streamsize>(n * sizeof *data));
}
template <class T> static void get(std::istream &stream, T *data, size_t n) {
  stream.read(reinterpret_cast<char *>(data), static_cast<std::streamsize>(n * sizeof *data));
  if (!stream)
    refuse("the checkpoint is cut short; make another one, or set positions and velocities");
}

static const int64_t CHECKPOINT = 0x31706d6d2e736772; /* "rgs.mmp1" */

void RigidBodies::save(std::ostream &stream) const {
  const int64_t groups = static_cast<uint32_t>(slowOf);
  const int64_t head[] = { CHECKPOINT, sites.numBodies(),
                           static_cast<int64_t>(sites.particle.size()),
                           static_cast<int64_t>(known.kind.size()), valid + 2 * groups };
  put(stream, head, 5);
  put(stream, known.kindOf.data(), known.kindOf.size());
  for (const RigidKind &kind : known.kind) {
    const int64_t n = static_cast<int64_t>(kind.site.size());
    put(stream, &n, 1);
    put(stream, &kind.mass, 1);
    put(stream, kind.moment, 3);
    put(stream, &kind.extent, 1);
    put(stream, kind.site.data(), kind.site.size());
    put(stream, kind.siteMass.data(), kind.siteMass.size());
  }
  for (const vector<double> *column : { &x, &p, &q, &l, &f, &tau })
    put(stream, column->data(), column->size());
  if (slowOf != 0) put(stream, slow.data(), slow.size());
}

void refuseDamaged() {
  refuse("the checkpoint is damaged; make another one, or set positions and velocities");
}

/* What a kind says of its sites must be so. */
static void checkKind(const RigidKind &kind) {
  double mass = 0, extent = 0, square[3] = { 0, 0, 0 };
  for (size_t s = 0; s < kind.site.size(); s++) {
    const Vec3 &r = kind.site[s];
    if (!(kind.siteMass[s] >= 0)) refuseDamaged();
    mass += kind.siteMass[s];
    extent = std::max(extent, std::sqrt(r.dot(r)));
    for (int k = 0; k < 3; k++) square[k] += kind.siteMass[s] * r[k] * r[k];
    if (!std::isfinite(std::sqrt(r.dot(r)))) refuseDamaged();
  }
  const double largest = square[0] + square[1] + square[2];
  bool right = std::fabs(kind.mass - mass) <= 1e-12 * mass && mass > 0 &&
               std::fabs(kind.extent - extent) <= 1e-6 * extent;
  for (int k = 0; k < 3; k++)
    right = right && std::fabs(kind.moment[k] - (largest - square[k])) <= 1e-5 * largest;
  if (!right) refuseDamaged();
}

/* Nothing changes where the checkpoint is refused. */
void RigidBodies::load(std::istream &stream) {
  int64_t head[5];
  get(stream, head, 5);
  if (head[0] != CHECKPOINT || head[1] != sites.numBodies() ||
      head[2] != static_cast<int64_t>(sites.particle.size()) || head[3] < 0 || head[3] > head[1])
    refuse("the checkpoint is of other bodies, or of another version of the plugin; load it with "
           "the System and the version that wrote it, or set positions and velocities");
  const int64_t isValid = head[4] % 2, groups = head[4] / 2;
  if (head[4] < 0 || groups > UINT32_MAX || isValid > (head[3] > 0)) refuseDamaged();
  RigidShapes loaded;
  loaded.kind.resize(static_cast<size_t>(head[3]));
  loaded.kindOf.resize(head[3] > 0 ? static_cast<size_t>(head[1]) : 0);
  get(stream, loaded.kindOf.data(), loaded.kindOf.size());
  for (RigidKind &kind : loaded.kind) {
    int64_t n;
    get(stream, &n, 1);
    if (n < 1 || n > head[2]) refuseDamaged();
    get(stream, &kind.mass, 1);
    get(stream, kind.moment, 3);
    get(stream, &kind.extent, 1);
    kind.site.resize(static_cast<size_t>(n));
    kind.siteMass.resize(static_cast<size_t>(n));
    get(stream, kind.site.data(), kind.site.size());
    get(stream, kind.siteMass.data(), kind.siteMass.size());
    checkKind(kind);
  }
  for (size_t body = 0; body < loaded.kindOf.size(); body++) {
    const int its = loaded.kindOf[body];
    if (its < 0 || its >= head[3] ||
        static_cast<int>(loaded.kind[its].site.size()) != sites.numSites(static_cast<int>(body)))
      refuseDamaged();
    if (!std::equal(loaded.kind[its].siteMass.begin(), loaded.kind[its].siteMass.end(),
                    sites.mass.begin() + sites.first[body]))
      refuse("body ", body,
             " has other masses in the checkpoint; call Context::reinitialize() "
             "without keeping the state, and set positions and velocities");
  }
  vector<double> *const columns[] = { &x, &p, &q, &l, &f, &tau, &slow };
  vector<double> read[7];
  for (int c = 0; c < 7; c++) {
    read[c].resize(columns[c]->size());
    if (columns[c] == &slow && groups == 0) continue;
    get(stream, read[c].data(), read[c].size());
    for (double number : read[c]) /* before there are shapes, all are 0 */
      if (head[3] == 0 ? number != 0 : !std::isfinite(number)) refuseDamaged();
  }
  for (size_t b = 0; b < loaded.kindOf.size(); b++) {
    const double *its = &read[2][4 * b];
    const double norm2 = its[0] * its[0] + its[1] * its[1] + its[2] * its[2] + its[3] * its[3];
    if (!(std::fabs(norm2 - 1) <= 1e-6)) refuseDamaged();
  }
  for (int c = 0; c < 7; c++) columns[c]->swap(read[c]);
  known = loaded;
  valid = isValid != 0;
  slowOf = static_cast<int>(static_cast<uint32_t>(groups));
  std::fill(turned.begin(), turned.end(), false);
  if (hasShapes()) bind();
}

} // namespace RigidstepPlugin
