/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host_load.c - opens the library when it runs.
 */
#include <rigidstep/rigidstep_load.h>

int main(int argc, char **argv) {
  rgs_library rgs;
  rgs_error error = RGS_ERROR_INIT;
  if (argc != 2 || rgs_library_open(&rgs, argv[1], &error) != RGS_OK) return puts(error.text), 1;
  rgs_context *context = NULL;
  const rgs_status status = rgs.rgs_context_create(NULL, &context, &error);
  const int64_t rotors = rgs.rgs_about_count(context, RGS_KIND_ROTOR);
  rgs.rgs_context_destroy(context);
  rgs_library_close(&rgs);
  return !(status == RGS_OK && rotors > 5);
}
