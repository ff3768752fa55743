/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draft_device.h - bodies whose columns lie on a device, such as a GPU.  A draft: see draft.h.
 *
 * The stepper runs on the host and decides what is to be done; the device does it, in a queue.
 * rgs_stepper_advance puts its work into the queue and returns RGS_NEED_EVAL at once, and the host
 * puts its force kernels into the same queue.  Nothing is copied.  core/backends/README.md says
 * which methods have kernels, what waits, and how fast it is.
 *
 *   rgs_draft_device_open(context, "cuda", &spec, &device, &error);
 *   rgs_bodies_create(context, n, &bodies, &error);
 *   rgs_draft_bodies_on(bodies, device, &error);
 *   view.x.data = (an address of the device) ..     all columns, tag and thermostatted too
 *   rgs_bodies_bind(bodies, &view, &error);         and from here on as with bodies of the host
 */
#ifndef RIGIDSTEP_DRAFT_DEVICE_H
#define RIGIDSTEP_DRAFT_DEVICE_H
#include "draft.h"
#include "host.h"
#include "sites.h"

#define RGS_DRAFT_DEVICE 13u /* see draft.h */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rgs_draft_device rgs_draft_device;

typedef struct rgs_draft_device_spec {
  rgs_head head;
  /* Number of the device, from 0. */
  uint32_t ordinal;
  /* After so many steps the stepper waits for the device and looks for bodies that are not finite;
   * 0: 64.
   * 1: it looks before each kick and after it, as on the host, and waits each time. */
  uint32_t check_every;
  /* The host's queue: a cudaStream_t or hipStream_t, which outlives the device.  Null: the default
   * stream. */
  void *stream;
} rgs_draft_device_spec;
#define RGS_DRAFT_DEVICE_SPEC_INIT                                                                 \
  { RGS_DRAFT_HEAD(rgs_draft_device_spec, RGS_DRAFT_DEVICE), 0, 0, 0 }

/* [setup] Opens a device.
 * Given:    context  the context
 *           name     "cuda", "hip": the file rigidstep_device_NAME.so in the folder that the
 *                    environment variable RIGIDSTEP_DEVICES names, or beside the library.  A name
 *                    with a slash is the path of such a file.
 *           spec     see above; null: device 0, its default stream, check_every 64
 * Returned: out      the device
 * Status:   RGS_E_DEVICE  there is no such file, no driver, or no such device; error.text says
 *                         which
 *           RGS_E_ABI     the file or spec belongs to another version
 *           RGS_E_NOMEM   the host has no memory for it */
RGS_API rgs_status rgs_draft_device_open(rgs_context *context, const char *name,
                                         const rgs_draft_device_spec *spec, rgs_draft_device **out,
                                         rgs_error *error);
/* [setup] The device is closed once its bodies and sites are destroyed as well.
 * Given:    device  the device, or null */
RGS_API void rgs_draft_device_close(rgs_draft_device *device);

/* [setup] From now on all columns of these bodies are addresses of the device.
 * Given:    bodies  without a stepper; a view that was bound is forgotten
 *           device  null: the bodies are on the host again
 * Status:   RGS_E_ORDER  these bodies have a stepper
 *           RGS_E_ARG    bodies and device belong to different contexts
 *           RGS_E_NOMEM  the device has no memory for them; they stay where they were */
RGS_API rgs_status rgs_draft_bodies_on(rgs_bodies *bodies, rgs_draft_device *device,
                                       rgs_error *error);

/* [step & not failed] Waits until the device has done all that the stepper has asked for.
 * Given:    stepper  of bodies on a device; of others nothing happens
 * Status:   RGS_E_NONFINITE, RGS_E_NOCONV: as from the step that failed.  error.text names body and
 *           step.  Bodies and rgs_stepper_time are as in that step.  rgs_stepper_advance and
 *           rgs_stepper_run return the same up to check_every steps later; outputs and saves before
 *           they read a number.  rgs_bodies_bind waits and returns it as well, and the view stays;
 *           so does rgs_bodies_reserve for more bodies. */
RGS_API rgs_status rgs_draft_device_wait(rgs_stepper *stepper, rgs_error *error);

/* [setup] From now on rgs_sites_place and rgs_sites_gather take addresses of the device, and return
 * once their work is in its queue; with `intramolecular` they wait.  The other calls take the
 * host's addresses as before.
 * Given:    sites   the handle; one device thread computes one body, so bodies of thousands of
 *                   sites are slow
 *           device  null: both are on the host again
 * Status:   RGS_E_ARG    sites is null, or belongs to another context than the device
 *           RGS_E_NOMEM  the device has no memory for lists and shapes; the sites are on the
 *                        host */
RGS_API rgs_status rgs_draft_sites_on(rgs_sites *sites, rgs_draft_device *device, rgs_error *error);

/* [setup] Memory of the device, for hosts without another way to it.
 * Given:    device  the device
 *           size    bytes
 * Returned: its address, zeroed; null: there is no memory */
RGS_API void *rgs_draft_device_allocate(rgs_draft_device *device, size_t size);
/* [setup] Gives it back; waits.
 * Given:    device  the device
 *           memory  from rgs_draft_device_allocate, or null */
RGS_API void rgs_draft_device_release(rgs_draft_device *device, void *memory);
/* How rgs_draft_device_copy copies. */
enum { RGS_DRAFT_FROM_DEVICE, RGS_DRAFT_TO_DEVICE, RGS_DRAFT_WITHIN_DEVICE };
/* [setup] Copies in the order of the queue; from the device, it waits.
 * Given:    device     the device
 *           to, from   one of them on the device, or both
 *           size       bytes, a multiple of 8
 *           way        RGS_DRAFT_TO_DEVICE ..
 * Status:   RGS_E_ARG     an address is not on the device, or null; size is no multiple of 8
 *           RGS_E_DEVICE  something has failed on the device; error.text says what */
RGS_API rgs_status rgs_draft_device_copy(rgs_draft_device *device, void *to, const void *from,
                                         size_t size, uint32_t way, rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_DRAFT_DEVICE_H */
