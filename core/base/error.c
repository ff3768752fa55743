/* SPDX-License-Identifier: BSD-3-Clause
 *
 * error.c - status texts and error records.  The only file that formats text.
 */
#include "base/core.h"
#include <stdarg.h>
#include <stdio.h>

uint32_t rgs_abi(void) { return RGS_ABI; }

const char *rgs_status_text(rgs_status status) {
  switch (status) {
#define RGS_CASE(name, value, text)                                                                \
  case name: return text;
    RGS_STATUS_LIST(RGS_CASE)
#undef RGS_CASE
  }
  return "not a status of this version";
}

#undef rgs_refuse
rgs_status rgs_refuse(rgs_error *error, rgs_status status, int64_t body, const char *format, ...) {
  if (error == NULL ||
      rgs_check_head(&error->head, offsetof(rgs_error, text), "error", NULL) != RGS_OK)
    return status;
  error->status = status;
  error->body = body;
  size_t room = error->head.size - offsetof(rgs_error, text);
  if (room > sizeof error->text)
    room = sizeof error->text; /* what follows belongs to a later version */
  if (room == 0) return status;
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(error->text, room, format, arguments);
  va_end(arguments);
  return status;
}
