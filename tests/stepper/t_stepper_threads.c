/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_threads.c - steppers in two threads share methods and a context.
 */
#include "check.h"
#include "play.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct job {
  run *r;
  rgs_status status;
} job;

static void *work(void *data) {
  job *j = data;
  rgs_error mine = RGS_ERROR_INIT;
  for (int k = 0; k < 200; k++) {
    j->status = rgs_step(j->r->stepper, STEP, 1, &mine);
    if (j->status != RGS_OK) break;
  }
  return NULL;
}

TEST(two_threads) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    double *want = reference(v, 8, STEP, 200);
    job jobs[2] = { { start(v, 8, FAKE_SOA), RGS_OK }, { start(v, 8, FAKE_AOS), RGS_OK } };
    pthread_t threads[2];
    for (int k = 0; k < 2; k++) SAME_INT(0, pthread_create(&threads[k], NULL, work, &jobs[k]));
    for (int k = 0; k < 2; k++) SAME_INT(0, pthread_join(threads[k], NULL));
    for (int k = 0; k < 2; k++) {
      STATUS(RGS_OK, jobs[k].status);
      same_state(v, want, jobs[k].r->world);
      finish(jobs[k].r);
    }
    free(want);
  }
  counted(n_variants, "methods stepped in two threads");
}

TEST_MAIN(set_up, tear_down)
