/* SPDX-License-Identifier: BSD-3-Clause
 *
 * error.c - status texts, error records, and structs from the other side of the ABI.  This is the
 * only file that formats text.
 */
#include "base/error.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- error records --------------------------------------------------------------------------- */

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

#undef rgs_set_error
rgs_status rgs_set_error(rgs_error *error, rgs_status status, int64_t body, const char *format,
                         ...) {
  if (error == NULL) return status;
  rgs_head head = error->head;
  if (rgs_check_head(&head, offsetof(rgs_error, text), "error", NULL) != RGS_OK) return status;
  error->status = status;
  error->body = body;
  size_t room = error->head.size - offsetof(rgs_error, text);
  if (room > sizeof error->text)
    room = sizeof error->text; /* only a later version has fields after the text */
  if (room == 0) return status;
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(error->text, room, format, arguments);
  va_end(arguments);
  return status;
}

bool rgs_append(char *text, size_t room, const char *format, ...) {
  const size_t length = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  const int more = vsnprintf(text + length, room - length, format, arguments);
  va_end(arguments);
  const bool fits = more >= 0 && (size_t)more < room - length;
  if (!fits) text[length] = '\0';
  return fits;
}

const char *rgs_eval_names(uint32_t evals) {
#define WITH(names) names, names ", sum", names ", virial", names ", sum, virial"
#define LIST(slow, nothing)                                                                        \
  nothing, slow "sum", slow "virial", slow "sum, virial", WITH(slow "force"), WITH(slow "energy"), \
      WITH(slow "force, energy"), WITH(slow "gradient"), WITH(slow "force, gradient"),             \
      WITH(slow "energy, gradient"), WITH(slow "force, energy, gradient")
  static const char *const names[] = { LIST("", "nothing"), LIST("slow force, ", "slow force") };
#undef LIST
#undef WITH
  return names[(evals >> 5 & 1u) * 32 + (evals & 7u) * 4 + (evals >> 3 & 3u)];
}

/* ---- structs from the other side of the ABI -------------------------------------------------- */
/* No struct of the ABI comes near this size; a head that was never initialised usually exceeds
 * it. */
#define LARGEST_STRUCT 65536u

rgs_status rgs_check_head(const rgs_head *head, size_t least, const char *what, rgs_error *error) {
  if (head->abi == 0 && head->size == 0)
    return rgs_set_error(error, RGS_E_ABI, -1, "%s: head is 0; set it with RGS_HEAD", what);
  if (head->abi >> 16 != RGS_ABI_MAJOR)
    return rgs_set_error(
        error, RGS_E_ABI, -1,
        "%s: made for ABI %u.%u; this library has ABI %u.%u; compile with its headers, "
        "or use a library of ABI %u",
        what, head->abi >> 16, head->abi & 0xffffu, RGS_ABI_MAJOR, RGS_ABI_MINOR, head->abi >> 16);
  if (head->size < least || head->size > LARGEST_STRUCT)
    return rgs_set_error(error, RGS_E_ABI, -1,
                         "%s: head.size is %u; allowed %zu to %u (RGS_HEAD gives it)", what,
                         head->size, least, LARGEST_STRUCT);
  return RGS_OK;
}
