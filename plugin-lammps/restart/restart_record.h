/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What our fixes write to binary restart files: a global part that describes the bodies, and a
 * record for each atom, which begins in the same way for all fixes.  Here is also the check that
 * the bodies of a file are those the fix has.
 */
#pragma once

#include "lmptype.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mpi.h>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace rigidstep_lammps {

struct RestartHeader {
  char magic[8];         // of the fix; the last character is the version of the format
  uint64_t check;        // hash of what follows
  int64_t bodies, atoms; // atoms that are in bodies
  uint64_t sum;          // over these atoms, of hashes of their ID and the ID of their body
  uint64_t composition;  // composition_of() them
  int32_t dimension, extended, orient, dorient;
  int64_t method_size; // characters after the header: the method in words; then numbers of the fix
  int64_t steps; // that langevin has counted, or else the seed of thermostat and barostat; -1: none

  // values of `bodies` in a file that has none
  enum : int64_t { BEFORE_FIRST_RUN = -1, MADE_EVERY_RUN = -2 };
};
// Of a file without bodies; all else is 0.
RestartHeader restart_header(const char magic[8], int64_t steps);

// The record of an atom.  For an atom in no body it ends at RECORD_BEGIN.
enum { RECORD_SIZE, RECORD_KEY, RECORD_TAG, RECORD_BODY, RECORD_MOLECULE, RECORD_BEGIN };

uint64_t hash_of_pair(LAMMPS_NS::tagint a, LAMMPS_NS::tagint b);
// A hash of the ID of a fix, as a whole number: the bits of any other double may change when it is
// copied.
double restart_key(const char *id);
// The record of the fix with this ID for atom i; null if the file has none.
const double *restart_record(LAMMPS_NS::LAMMPS *, const char *id, int i);
// `ensemble`: what thermostat and barostat keep, in bytes; empty for styles without them, which write nothing
// of it.
void write_restart_header(FILE *, RestartHeader, const std::string &words,
                          const std::string &ensemble, const std::vector<double> &own);

/* What write_restart_header wrote, in this version or an older one. */
struct ReadHeader {
  RestartHeader h;
  size_t size;       // of the header in the file, with what comes before it
  std::string wrong; // why it cannot be used; empty if it can
  std::string method(const char *global) const {
    return std::string(global + size, (size_t)h.method_size);
  }
  // What follows the method in words
  const char *after_words(const char *global) const { return global + size + h.method_size; }
};
ReadHeader read_restart_header(const char *global, const char magic[8]);
/* For a style with thermostat or barostat: what they kept, from `place`, which then points behind it.  False:
   the lengths in the file contradict each other. */
bool read_restart_ensemble(const char *&place, std::string &kept);

/* Why the bodies of the file cannot be the bodies of the fix; empty if they can. */
struct RestartCounts {
  enum { BODIES, ATOMS, SUM, LOST, OTHERS, COUNTS };
  uint64_t mine[COUNTS] = { 0, 0, 0, 0, 0 };
  std::string unfit(const RestartHeader &, int64_t bodies_here,
                    MPI_Comm) const; // same on all ranks
};
std::string unfit_header(const ReadHeader &, int dimension);

/* False if the file is unfit for the reason `why`; a warning says so.  Otherwise a warning says if
   the file was written with another method. */
bool take_from_restart(LAMMPS_NS::LAMMPS *, const std::string &prefix, const std::string &why,
                       const std::string &method, const char *global, const ReadHeader &);

} // namespace rigidstep_lammps
