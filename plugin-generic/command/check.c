/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.c - `rigidstep check`: runs rigidstep-contract, which is installed beside this program.
 */
#include "command.h"
#include "system.h"

#include <errno.h>
#include <string.h>

int command_check(char **arguments) {
  char folder[4096], path[sizeof folder + 32];
  program_folder(folder, sizeof folder);
  snprintf(path, sizeof path, "%srigidstep-contract", folder);
  arguments[0] = "rigidstep check"; /* the name that its help and its errors say */
  become_program(path, "rigidstep-contract", arguments);
  return say(BAD_INPUT, "cannot run %s: %s; it comes with a build that has RIGIDSTEP_TESTS", path,
             strerror(errno));
}
