/* SPDX-License-Identifier: GPL-2.0-only */
#include "restart/restart_record.h"

#include "ensemble/body_langevin.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "modify.h"

#include <cstddef>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static const uint64_t HASH_BEGIN = 14695981039346656037u;

static uint64_t hash(uint64_t sum, uint64_t value) {
  for (int k = 0; k < 8; k++, value >>= 8) sum = (sum ^ (value & 255)) * 1099511628211u;
  return sum;
}

uint64_t hash_of_pair(tagint a, tagint b) {
  return hash(hash(HASH_BEGIN, (uint64_t)a), (uint64_t)b);
}

enum { MOST = 1 << 16 }; // bytes of words, or of what thermostat and barostat keep

RestartHeader restart_header(const char magic[8], int64_t steps) {
  RestartHeader h;
  memset(&h, 0, sizeof h);
  memcpy(h.magic, magic, sizeof h.magic);
  h.bodies = RestartHeader::MADE_EVERY_RUN;
  h.steps = steps;
  return h;
}

static const size_t SIZE_BEFORE = offsetof(RestartHeader, steps); // of the version before

// A record begins with these.  With a suffix LAMMPS writes the names of its own styles, and hands our record to
// them when a run goes on without the suffix.  They begin with two flags: is there a thermostat, is there a
// barostat? (brownian: how many ranks have a state of their noise?)  Older files lack them.
static const double NOTHING[2] = { 0.0, 0.0 };

static uint64_t check_of(const RestartHeader &h, size_t size) {
  const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&h);
  uint64_t sum = HASH_BEGIN;
  for (size_t k = offsetof(RestartHeader, check) + sizeof h.check; k < size; k++)
    sum = hash(sum, bytes[k]);
  return sum;
}

double restart_key(const char *id) {
  uint64_t sum = HASH_BEGIN;
  for (const char *c = id; *c; c++) sum = hash(sum, (uint64_t)*c);
  return (double)(sum >> 12);
}

const double *restart_record(LAMMPS *lmp, const char *id, int i) {
  const Atom *atom = lmp->atom;
  const double *set = atom->extra ? atom->extra[i] : nullptr;
  const double key = restart_key(id);
  for (int n = 0, m = 0; set && n < lmp->modify->nfix_restart_peratom; n++) {
    if (m + RECORD_BEGIN > atom->nextra_store || !(set[m] >= 1.0)) return nullptr;
    if (set[m] >= RECORD_BEGIN && set[m + RECORD_KEY] == key) return set + m;
    m += (int)set[m];
  }
  return nullptr;
}

void write_restart_header(FILE *file, RestartHeader h, const std::string &words,
                          const std::string &ensemble, const std::vector<double> &own) {
  h.method_size = (int64_t)words.size();
  h.check = check_of(h, sizeof h);
  std::string kept;
  if (!ensemble.empty()) {
    const int64_t length = (int64_t)ensemble.size();
    kept.assign(reinterpret_cast<const char *>(&length), sizeof length);
    kept += ensemble;
  }
  int size =
      (int)(sizeof NOTHING + sizeof h + words.size() + kept.size() + own.size() * sizeof(double));
  fwrite(&size, sizeof size, 1, file);
  fwrite(NOTHING, sizeof NOTHING, 1, file);
  fwrite(&h, sizeof h, 1, file);
  fwrite(words.data(), 1, words.size(), file);
  fwrite(kept.data(), 1, kept.size(), file);
  fwrite(own.data(), sizeof(double), own.size(), file);
}

ReadHeader read_restart_header(const char *global, const char magic[8]) {
  ReadHeader file;
  file.h = RestartHeader();
  file.h.steps = BodyLangevin::NONE;
  char before[8];
  memcpy(before, magic, sizeof before);
  before[7]--;
  const size_t begin = memcmp(global, NOTHING, sizeof NOTHING) == 0 ? sizeof NOTHING : 0;
  const char *header = global + begin;
  size_t size = 0;
  if (memcmp(header, magic, sizeof before) == 0)
    size = sizeof file.h;
  else if (memcmp(header, before, sizeof before) == 0)
    size = SIZE_BEFORE;
  file.size = begin + size;
  if (size == 0) {
    file.wrong = memcmp(header, magic, 3) == 0
                     ? "they were written by a version of the plugin that this one cannot read"
                     : "LAMMPS' own fix wrote them, in a run without /rgs; its thermostat or "
                       "barostat begins anew";
    return file;
  }
  memcpy(&file.h, header, size);
  if (file.h.check != check_of(file.h, size) || file.h.method_size < 0 || file.h.method_size > MOST)
    file.wrong = "they are damaged";
  return file;
}

/* LAMMPS does not say how long the record is that it hands over.  So a length is believed only if the sizes inside
   the library's block add up to it (core/saves/BLOCKS.md), and none above MOST, which no thermostat is known
   to keep. What remains: of a file in which all of these are forged to agree, up to MOST bytes behind the
   record are read, and refused by the block's checksum. */
bool read_restart_ensemble(const char *&place, std::string &kept) {
  enum { SUMS = 2 * sizeof(double), STATED = 16, SIZES = 40, SECTION = SIZES + 32 };
  int64_t length, stated;
  uint32_t
      sizes[5]; // of the system, the rank, the parameters of thermostat and barostat, the state
  memcpy(&length, place, sizeof length);
  const char *begin = place + sizeof length, *block = begin + SUMS;
  if (length == SUMS) { // before the first run
    for (size_t k = 0; k < SUMS; k++)
      if (begin[k] != 0) return false;
  } else {
    if (length < SUMS + SECTION || length > MOST || memcmp(block, "RGSE", 4) != 0) return false;
    memcpy(&stated, block + STATED, sizeof stated);
    memcpy(sizes, block + SIZES, sizeof sizes);
    int64_t whole = SECTION;
    for (uint32_t size : sizes) whole += ((int64_t)size + 7) / 8 * 8;
    if (stated != length - SUMS || stated != whole) return false;
  }
  kept.assign(begin, (size_t)length);
  place = begin + length;
  return true;
}

std::string unfit_header(const ReadHeader &file, int dimension) {
  const RestartHeader &h = file.h;
  if (!file.wrong.empty()) return file.wrong;
  if (h.bodies == RestartHeader::MADE_EVERY_RUN) return "it was written with reinit yes";
  if (h.bodies < 0) return "it was written before the first run";
  if (h.dimension != dimension)
    return "it has " + std::to_string(h.dimension) + " dimensions, and this run has " +
           std::to_string(dimension);
  return std::string();
}

std::string RestartCounts::unfit(const RestartHeader &h, int64_t bodies_here,
                                 MPI_Comm world) const {
  uint64_t all[COUNTS];
  MPI_Allreduce(mine, all, COUNTS, MPI_UINT64_T, MPI_SUM, world);
  if (all[LOST]) return "the file has no data of " + std::to_string(all[LOST]) + " atoms";
  if (all[OTHERS])
    return std::to_string(all[OTHERS]) +
           " atoms are in bodies there and not here, or in other bodies; use the group and the "
           "bodies of the run that wrote the file";
  if ((int64_t)all[BODIES] != h.bodies || h.bodies != bodies_here ||
      (int64_t)all[ATOMS] != h.atoms || all[SUM] != h.sum)
    return "there are " + std::to_string(bodies_here) + " bodies here; the file announces " +
           std::to_string(h.bodies) + " bodies with " + std::to_string(h.atoms) +
           " atoms and holds " + std::to_string(all[BODIES]) + " with " +
           std::to_string(all[ATOMS]);
  return std::string();
}

bool take_from_restart(LAMMPS *lmp, const std::string &prefix, const std::string &why,
                       const std::string &method, const char *global, const ReadHeader &file) {
  const bool speaks = lmp->comm->me == 0;
  if (!why.empty()) {
    if (speaks)
      lmp->error->warning(FLERR, prefix + "the bodies of the restart file are not used: " + why +
                                     "; bodies are made from the atoms");
    return false;
  }
  const std::string written = file.method(global),
                    its = written.substr(0, written.find(" instead of "));
  if (its != method && speaks)
    lmp->error->warning(FLERR, prefix + "continues with " + method +
                                   "; the restart file was written with " + its);
  return true;
}

} // namespace rigidstep_lammps
