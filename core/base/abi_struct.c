/* SPDX-License-Identifier: BSD-3-Clause
 *
 * abi_struct.c - reads and writes structs whose author may have compiled another minor version.
 */
#include "base/core.h"
#include <string.h>

/* No struct of ours comes near it; memory that was never initialised usually does. */
#define LARGEST_STRUCT 65536u

rgs_status rgs_check_head(const rgs_head *head, size_t least, const char *what, rgs_error *error) {
  if (head->abi >> 16 != RGS_ABI_MAJOR)
    return rgs_refuse(error, RGS_E_ABI, -1, "%s: made for ABI %u.%u; this library has %u.%u", what,
                      head->abi >> 16, head->abi & 0xffffu, RGS_ABI_MAJOR, RGS_ABI_MINOR);
  if (head->size < least || head->size > LARGEST_STRUCT)
    return rgs_refuse(error, RGS_E_ABI, -1,
                      "%s: head.size is %u; allowed %zu to %u (RGS_HEAD gives it)", what,
                      head->size, least, LARGEST_STRUCT);
  return RGS_OK;
}

rgs_status rgs_read_struct(void *dst, size_t dst_size, const void *src, size_t least,
                           const char *what, rgs_error *error) {
  if (src == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "%s is null", what);
  rgs_head head;
  memcpy(&head, src, sizeof head);
  rgs_status status = rgs_check_head(&head, least, what, error);
  if (status != RGS_OK) return status;
  size_t known = head.size < dst_size ? head.size : dst_size;
  memcpy(dst, src, known);
  memset((char *)dst + known, 0, dst_size - known);
  head.size = (uint32_t)dst_size;
  memcpy(dst, &head, sizeof head);
  return RGS_OK;
}

rgs_status rgs_write_struct(void *dst, const void *src, size_t src_size, const char *what,
                            rgs_error *error) {
  if (dst == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "%s is null", what);
  rgs_head head;
  memcpy(&head, dst, sizeof head);
  rgs_status status = rgs_check_head(&head, sizeof head, what, error);
  if (status != RGS_OK) return status;
  size_t known = head.size < src_size ? head.size : src_size;
  memcpy((char *)dst + sizeof head, (const char *)src + sizeof head, known - sizeof head);
  return RGS_OK;
}
