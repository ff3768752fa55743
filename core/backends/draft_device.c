/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draft_device.c - finds and opens devices (rigidstep/draft_device.h).
 */
#include "backends/backend.h"
#include "base/system.h"
#include <string.h>

enum { PATH_ROOM = 4096, CHECK_EVERY = 64 };

static rgs_status read_spec(const rgs_draft_device_spec *given, rgs_draft_device_spec *spec,
                            rgs_error *error) {
  *spec = (rgs_draft_device_spec)RGS_DRAFT_DEVICE_SPEC_INIT;
  if (given == NULL) return RGS_OK;
  if (given->head.abi != RGS_DRAFT_ABI_OF(RGS_DRAFT_DEVICE) || given->head.size != sizeof *given)
    return rgs_set_error(error, RGS_E_ABI, -1,
                         "spec belongs to draft 0x%x with %u bytes; this library has draft 0x%x "
                         "with %zu bytes (RGS_DRAFT_DEVICE_SPEC_INIT)",
                         given->head.abi, given->head.size, RGS_DRAFT_ABI_OF(RGS_DRAFT_DEVICE),
                         sizeof *given);
  *spec = *given;
  return RGS_OK;
}

/* The path of a device's file. */
static rgs_status find_file(const rgs_context *context, const char *name, char path[PATH_ROOM],
                            rgs_error *error) {
  const char *folder = rgs_variable(context, "RIGIDSTEP_DEVICES");
  char beside[PATH_ROOM];
  *path = '\0';
  bool fits;
  if (strchr(name, '/') != NULL) {
    fits = rgs_append(path, PATH_ROOM, "%s", name);
  } else {
    if (folder == NULL && rgs_code_folder(beside, sizeof beside)) folder = beside;
    fits = folder != NULL && rgs_append(path, PATH_ROOM, "%s/rigidstep_device_%s.so", folder, name);
  }
  if (fits) return RGS_OK;
  return rgs_set_error(error, RGS_E_DEVICE, -1,
                       "device '%s': its folder is not known; set RIGIDSTEP_DEVICES to the folder "
                       "with rigidstep_device_%s.so",
                       name, name);
}

static rgs_status load(rgs_draft_device *d, const char *name, rgs_error *error) {
  char path[PATH_ROOM];
  rgs_status status = find_file(d->context, name, path, error);
  if (status != RGS_OK) return status;
  rgs_error why = RGS_ERROR_INIT;
  status = rgs_code_open(path, &d->code, &why);
  if (status != RGS_OK) /* the loader's reason comes last, where it may be cut off */
    return rgs_set_error(error, RGS_E_DEVICE, -1,
                         "device '%s' has no usable file rigidstep_device_%s.so in the folder "
                         "RIGIDSTEP_DEVICES or beside the library; build it where its compiler "
                         "is: %s",
                         name, name, why.text);
  rgs_device_functions_getter *getter;
  const void *symbol = rgs_code_symbol(d->code, RGS_DEVICE_SYMBOL);
  memcpy(&getter, &symbol, sizeof getter);
  if (getter == NULL)
    return rgs_set_error(error, RGS_E_DEVICE, -1, "%s: it is no device: it lacks %s", path,
                         RGS_DEVICE_SYMBOL);
  d->functions = getter();
  if (d->functions->version == RGS_DEVICE_VERSION &&
      d->functions->list_size == sizeof(rgs_device_list))
    return RGS_OK;
  return rgs_set_error(error, RGS_E_ABI, -1,
                       "%s: it belongs to another version of the library; build both together",
                       path);
}

rgs_status rgs_draft_device_open(rgs_context *context, const char *name,
                                 const rgs_draft_device_spec *spec, rgs_draft_device **out,
                                 rgs_error *error) {
  char why[160] = "";
  rgs_draft_device_spec read;
  if (context == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "context is null");
  if (name == NULL || *name == '\0')
    return rgs_set_error(error, RGS_E_ARG, -1, "name is %s; give the name of a device, as 'cuda'",
                         name == NULL ? "null" : "empty");
  if (out == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "out is null");
  rgs_status status = read_spec(spec, &read, error);
  if (status != RGS_OK) return status;
  rgs_draft_device *d = rgs_alloc(&context->allocator, sizeof *d);
  if (d == NULL) return rgs_set_error_memory(error, sizeof *d);
  d->context = context;
  d->users = 1;
  d->check_every = read.check_every > 0 ? read.check_every : CHECK_EVERY;
  const char *last = strrchr(name, '/');
  memcpy(d->name, last != NULL ? last + 1 : name,
         strnlen(last != NULL ? last + 1 : name, sizeof d->name - 1));
  status = load(d, name, error);
  if (status == RGS_OK) {
    d->queue = d->functions->open(read.ordinal, read.stream, why, sizeof why);
    if (d->queue == NULL)
      status = rgs_set_error(error, RGS_E_DEVICE, -1, "device '%s', ordinal %u: %s", d->name,
                             read.ordinal, *why != '\0' ? why : "there is no memory");
  }
  if (status == RGS_OK)
    *out = d;
  else
    rgs_draft_device_close(d);
  return status;
}

rgs_status rgs_draft_bodies_on(rgs_bodies *b, rgs_draft_device *device, rgs_error *error) {
  if (b == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "bodies is null");
  if (device != NULL && device->context != b->context)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "bodies and device belong to different contexts; make both with the same one");
  if (b->steppers > 0)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "these bodies have %lld stepper%s; call rgs_draft_bodies_on before "
                         "rgs_stepper_create, or after rgs_stepper_destroy",
                         (long long)b->steppers, b->steppers == 1 ? "" : "s");
  if (device != NULL && b->wheels.data != NULL)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "these bodies have wheels (rgs_draft_bodies_wheels), which move on the "
                         "host only; take the wheels away first");
  return rgs_put_on_device(b, device, error);
}

/* ---- memory ---------------------------------------------------------------------------------- */

void *rgs_draft_device_allocate(rgs_draft_device *d, size_t size) {
  return d == NULL ? NULL : d->functions->allocate(d->queue, size);
}

void rgs_draft_device_release(rgs_draft_device *d, void *memory) {
  if (d != NULL && memory != NULL) d->functions->release(d->queue, memory);
}

rgs_status rgs_draft_device_copy(rgs_draft_device *d, void *to, const void *from, size_t size,
                                 uint32_t way, rgs_error *error) {
  if (d == NULL || to == NULL || from == NULL)
    return rgs_set_error(error, RGS_E_ARG, -1, "%s is null",
                         d == NULL    ? "device"
                         : to == NULL ? "to"
                                      : "from");
  if (way > RGS_DRAFT_WITHIN_DEVICE)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "way is %u; must be RGS_DRAFT_FROM_DEVICE, RGS_DRAFT_TO_DEVICE or "
                         "RGS_DRAFT_WITHIN_DEVICE",
                         way);
  if (size % sizeof(double) != 0)
    return rgs_set_error(error, RGS_E_ARG, -1, "size is %zu; must be a multiple of %zu", size,
                         sizeof(double));
  const void *there = way == RGS_DRAFT_FROM_DEVICE ? from : to;
  const bool has_to = way == RGS_DRAFT_FROM_DEVICE || d->functions->has(d->queue, to);
  const bool has_from = way == RGS_DRAFT_TO_DEVICE || d->functions->has(d->queue, from);
  if (!has_to || !has_from)
    return rgs_set_error(error, RGS_E_ARG, -1, "%s is not an address on device '%s'",
                         has_to ? "from" : "to", d->name);
  if (way == RGS_DRAFT_WITHIN_DEVICE) {
    d->functions->copy(d->queue, to, from, size);
    return RGS_OK;
  }
  const rgs_column column = { (double *)(uintptr_t)there, 1, 1 };
  const int64_t n = (int64_t)(size / sizeof(double));
  if (way == RGS_DRAFT_TO_DEVICE) {
    d->functions->write(d->queue, &column, 1, n, from);
    return RGS_OK;
  }
  d->functions->read(d->queue, &column, 1, n, to);
  const char *broken = d->functions->wait(d->queue);
  if (broken == NULL) return RGS_OK;
  return rgs_set_error(error, RGS_E_DEVICE, -1, "device '%s' failed: %s", d->name, broken);
}
