/* SPDX-License-Identifier: BSD-3-Clause
 *
 * read_module.c - what a reader of module files says of them; compiled with the reader of another system's
 * format.
 *
 *   read_module FILE...    prints "taken", or the text of the refusal, for each
 */
#include "module_files/module_file.h"

#include <stdio.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    rgs_error error = RGS_ERROR_INIT;
    puts(rgs_module_file_check(argv[i], NULL, &error) == RGS_OK ? "taken" : error.text);
  }
  return 0;
}
