/* SPDX-License-Identifier: BSD-3-Clause
 *
 * posix_on_windows.h - included before every test on Windows: what they call of POSIX and MinGW lacks.
 */
#pragma once
#include <stdlib.h>

static inline int setenv(const char *name, const char *value, int replace) {
  (void)replace;
  return _putenv_s(name, value);
}
static inline int unsetenv(const char *name) { return _putenv_s(name, ""); }
static inline unsigned alarm(unsigned seconds) { return 0 * seconds; } /* CTest has a limit, too */
