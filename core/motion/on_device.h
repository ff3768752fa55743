/* SPDX-License-Identifier: BSD-3-Clause
 *
 * on_device.h - the list of jobs on a device (base/device.h).
 *
 * A list is put into the device's queue, and the step continues.  What the stepper has to know of it, faults
 * and sums over bodies, it learns when it waits: rgs_device_settle.  Sums are then handed out in the order
 * of the lists, so they have the bits that they have on the host.
 */
#ifndef RGS_MOTION_ON_DEVICE_H
#define RGS_MOTION_ON_DEVICE_H
#include "base/on_device.h"
#include "motion/motion.h"

/* Bodies on a device: with none of them there is nothing to do there. */
static inline bool rgs_on_device_at_work(const rgs_motion *m) {
  return m->bodies->on != NULL && m->bodies->view.n > 0;
}

/* Refuses a method that has no kernels on the device of these bodies; takes memory for the lists. */
rgs_status rgs_device_fits(const rgs_method *m, rgs_bodies *b, rgs_error *error);

/* Does the jobs on the list, later. */
rgs_status rgs_jobs_on_device(rgs_motion *m, rgs_error *error);
/* The check of forces or of gradients: RGS_JOB_CHECK.. */
rgs_status rgs_device_check(rgs_motion *m, int kind, rgs_error *error);

/* Waits, hands out sums, and reports the first fault: m->fault_mark is then the step in which it happened. */
rgs_status rgs_device_settle(rgs_motion *m, rgs_error *error);
/* The same where nothing else waits: after each of so many steps. */
rgs_status rgs_device_step_begins(rgs_motion *m, rgs_error *error);
/* Another state was set: what is not known yet of the old one does not matter. */
void rgs_device_forget(rgs_motion *m);

#endif /* RGS_MOTION_ON_DEVICE_H */
