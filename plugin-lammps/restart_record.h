/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What our fixes leave in binary restart files: a global part that says what to expect, and of each
 * atom a record that begins alike; and whether what is found there is what the fix holds now.
 */
#ifndef RIGIDSTEP_RESTART_RECORD_H
#define RIGIDSTEP_RESTART_RECORD_H

#include "lmptype.h"

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
  char magic[8];
  uint64_t check;           // hash of what follows
  int64_t bodies, atoms;    // atoms that are in bodies; bodies is -1 before the first run
  uint64_t sum;             // over those, of hashes of their and their body's ID
  uint64_t make_up;         // what else bodies are made of
  int32_t dimension, extended, orient, dorient;
  int64_t method_size;      // characters that follow: the method in words; then the fix's own numbers
};

// an atom's record; of an atom in no body these are all
enum { RECORD_SIZE, RECORD_KEY, RECORD_TAG, RECORD_BODY, RECORD_MOLECULE, RECORD_BEGIN };

uint64_t hash_of_pair(LAMMPS_NS::tagint a, LAMMPS_NS::tagint b);
// Of the fix of this ID; a whole number, so that no copy can change it.
double restart_key(const char *id);
// Among what the fixes of the file left with atom i; null if it is not there.
const double *restart_record(LAMMPS_NS::LAMMPS *, const char *id, int i);
void write_restart_header(FILE *, RestartHeader, const std::string &words, const std::vector<double> &own);

/* Why the bodies of the file cannot be taken for those of the fix; empty if they can. */
struct RestartCounts {
  enum { BODIES, ATOMS, SUM, LOST, OTHERS, COUNTS };
  uint64_t mine[COUNTS] = {0, 0, 0, 0, 0};
  std::string unfit(const RestartHeader &, int64_t bodies_here, MPI_Comm) const;    // same on all ranks
};
std::string unfit_header(const RestartHeader &, const char magic[8], int dimension);

/* Whether bodies are taken from a file that is unfit for the reason `why`; rank 0 says so if not, or
   if another method wrote them than `method`.  If they are, `header` is what the global part begins
   with, `own` where the fix's own numbers are. */
bool take_from_restart(LAMMPS_NS::LAMMPS *, const std::string &speaker, const std::string &why,
                       const std::string &method, const char *global, RestartHeader &header, const char *&own);

}    // namespace rigidstep_lammps

#endif
