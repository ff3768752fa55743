/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz_main.c - what drives a fuzz target.  With -fsanitize=fuzzer (RGS_LIBFUZZER) clang's fuzzer
 * makes the inputs; else
 *
 *   target COUNT           makes COUNT inputs by a fixed rule; with RIGIDSTEP_TEST_SHORT in the
 *                          environment a quarter of them
 *   target FOLDER ...      reads the inputs kept in these folders
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

void fuzz_need(int condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "not so: %s\n", what);
  abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_one(data, size);
  return 0;
}

#if !defined(RGS_LIBFUZZER)
static long read_folder(const char *name) {
  static uint8_t bytes[1 << 20];
  DIR *folder = opendir(name);
  long count = 0;
  for (const struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
    FILE *file = fopen(path, "rb");
    if (!file) continue;
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    /* Of its own size, so that reading beyond it is seen. */
    uint8_t *exact = malloc(size ? size : 1);
    memcpy(exact, bytes, size);
    fuzz_one(exact, size);
    free(exact);
    count++;
  }
  if (folder) closedir(folder);
  return count;
}

int main(int argc, char **argv) {
  long done = 0;
  for (int k = 1; k < argc; k++) {
    char *end;
    const long whole = strtol(argv[k], &end, 10);
    const long count = getenv("RIGIDSTEP_TEST_SHORT") != NULL ? (whole + 3) / 4 : whole;
    if (*end) {
      const long found = read_folder(argv[k]);
      if (found == 0) {
        fprintf(stderr, "%s: no inputs there\n", argv[k]);
        return 2;
      }
      done += found;
      continue;
    }
    uint64_t random = 42;
    uint8_t piece[512];
    for (long i = 0; i < count; i++) fuzz_one(piece, fuzz_make(&random, i, piece, sizeof piece));
    done += count;
  }
  fuzz_end();
  printf("counted: %ld inputs of rubbish\n", done);
  return done == 0;
}
#endif
