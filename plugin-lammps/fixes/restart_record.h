/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What our fixes leave in binary restart files: a global part that says what to expect, and of each
 * atom a record that begins alike; and whether what is found there is what the fix holds now.
 */
#ifndef RIGIDSTEP_RESTART_RECORD_H
#define RIGIDSTEP_RESTART_RECORD_H

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
  char magic[8];            // of the fix; the last character is the version of the format
  uint64_t check;           // hash of what follows
  int64_t bodies, atoms;    // atoms that are in bodies
  uint64_t sum;             // over those, of hashes of their and their body's ID
  uint64_t make_up;         // what else bodies are made of
  int32_t dimension, extended, orient, dorient;
  int64_t method_size;      // characters that follow: the method in words; then the fix's own numbers
  int64_t steps;            // that langevin has counted; files of the version before do not have it

  // values of `bodies` in a file that has none
  enum : int64_t { BEFORE_FIRST_RUN = -1, MADE_EVERY_RUN = -2 };
};

// an atom's record; of an atom in no body these are all
enum { RECORD_SIZE, RECORD_KEY, RECORD_TAG, RECORD_BODY, RECORD_MOLECULE, RECORD_BEGIN };

uint64_t hash_of_pair(LAMMPS_NS::tagint a, LAMMPS_NS::tagint b);
// Of the fix of this ID; a whole number, so that no copy can change it.
double restart_key(const char *id);
// Among what the fixes of the file left with atom i; null if it is not there.
const double *restart_record(LAMMPS_NS::LAMMPS *, const char *id, int i);
void write_restart_header(FILE *, RestartHeader, const std::string &words, const std::vector<double> &own);

/* What write_restart_header wrote, in this version or the one before. */
struct ReadHeader {
  RestartHeader h;
  size_t size;          // of the header in the file
  std::string wrong;    // why it cannot be used; empty if it can
};
ReadHeader read_restart_header(const char *global, const char magic[8]);

/* Why the bodies of the file cannot be taken for those of the fix; empty if they can. */
struct RestartCounts {
  enum { BODIES, ATOMS, SUM, LOST, OTHERS, COUNTS };
  uint64_t mine[COUNTS] = {0, 0, 0, 0, 0};
  std::string unfit(const RestartHeader &, int64_t bodies_here, MPI_Comm) const;    // same on all ranks
};
std::string unfit_header(const ReadHeader &, int dimension);

/* Whether bodies are taken from a file that is unfit for the reason `why`; rank 0 says so if not, or
   if another method wrote them than `method`.  If they are, `own` is where the fix's own numbers are. */
bool take_from_restart(LAMMPS_NS::LAMMPS *, const std::string &speaker, const std::string &why,
                       const std::string &method, const char *global, const ReadHeader &, const char *&own);

}    // namespace rigidstep_lammps

#endif
