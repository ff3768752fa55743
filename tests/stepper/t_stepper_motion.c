/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_motion.c - the motion itself: units and flags, energies, reversal.
 */
#include "check.h"
#include "stepper_run.h"

#include <math.h>
#include <stdlib.h>

TEST(motion_moves_bodies) {
  for (int m = 0; m < n_methods; m++) {
    double *still = reference(m, 5, STEP, 0), *moved = reference(m, 5, STEP, 1);
    for (int i = 0; i < 5 * FAKE_STATE; i++)
      if (still[i] == moved[i]) {
        print_error("method %s: entry %d did not move\n", labels[m], i);
        fail();
      }
    free(still);
    free(moved);
  }
}

/* ---- units and flags ------------------------------------------------------------------------- */
TEST(force_scale) {
  static const double scales[] = { 0, 1, 4, 0.0009765625, 418.4 };
  for (int m = 0; m < n_methods; m++) {
    double *want = reference(m, 3, STEP, 10);
    for (size_t i = 0; i < COUNT(scales); i++) {
      run *r = start(m, 3, FAKE_SOA);
      rgs_stepper_destroy(r->stepper);
      r->host.host.force_scale = scales[i];
      OK(rgs_stepper_create(r->bodies, methods[m], &r->host.host, &r->stepper, &err));
      OK(rgs_step(r->stepper, STEP, 10, &err));
      double *got = fake_state(r->world);
      for (int k = 0; k < 3 * FAKE_STATE; k++) NEAR(want[k], got[k], 1e-11);
      free(got);
      finish(r);
    }
    free(want);
  }
}

TEST(velocities_instead_of_momenta) {
  for (int m = 0; m < n_methods; m++) {
    double *want = reference(m, 4, STEP, 10);
    run *r = start(m, 4, FAKE_AOS);
    for (int64_t i = 0; i < 4; i++)
      for (int k = 0; k < 3; k++)
        RGS_AT(r->world->view.p, i, k) /= RGS_AT(r->world->view.mass, i, 0);
    r->world->view.flags = RGS_VIEW_P_IS_VELOCITY;
    r->world->view.stamp = 0;
    OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    OK(rgs_step(r->stepper, STEP, 10, &err));
    double *got = fake_state(r->world);
    for (int64_t i = 0; i < 4; i++)
      for (int k = 0; k < FAKE_STATE; k++) {
        const double scale = k >= 3 && k < 6 ? RGS_AT(r->world->view.mass, i, 0) : 1;
        NEAR(want[i * FAKE_STATE + k], scale * got[i * FAKE_STATE + k], 1e-12);
      }
    double e1, e2;
    OK(rgs_bodies_energy(r->bodies, &e1, &e2, &err));
    NEAR(fake_kinetic_translation(r->world), e1, 1e-13);
    free(got);
    finish(r);
    free(want);
  }
}

/* ---- energy, reversal ------------------------------------------------------------------------ */
TEST(energies) {
  for (int layout = 0; layout < FAKE_LAYOUTS; layout++) {
    run *r = start(strang, 20, layout);
    for (int k = 0; k < 5; k++) {
      double translation = -1, rotation = -1;
      OK(rgs_bodies_energy(r->bodies, &translation, &rotation, &err));
      NEAR(fake_kinetic_translation(r->world), translation, 1e-13 * translation);
      NEAR(fake_kinetic_rotation(r->world), rotation, 1e-13 * rotation);
      TRUE(translation > 0 && rotation > 0);
      OK(rgs_step(r->stepper, STEP, 3, &err));
    }
    /* A linear body's rounding about its axis is no energy. */
    RGS_AT(r->world->view.inertia, 0, 1) = 0;
    double e1, e2;
    OK(rgs_bodies_energy(r->bodies, &e1, &e2, &err));
    TRUE(isfinite(e2));
    finish(r);
  }
}

/* The total energy oscillates with h^2 and does not drift: forces and torques fit the motion. */
TEST(energy_is_kept) {
  for (int m = 0; m < n_methods; m++) {
    if (!(infos[m].claims & RGS_SYMPLECTIC)) continue;
    double worst[2];
    for (int level = 0; level < 2; level++) {
      const double h = 0.02 / (1 << level);
      run *r = start(m, 1, FAKE_SOA);
      const double start_energy = fake_kinetic_translation(r->world) +
                                  fake_kinetic_rotation(r->world) +
                                  fake_potential(&r->host, r->world, 0);
      worst[level] = 0;
      for (int k = 0; k < 200 << level; k++) {
        OK(rgs_step(r->stepper, h, 1, &err));
        const double now = fake_kinetic_translation(r->world) + fake_kinetic_rotation(r->world) +
                           fake_potential(&r->host, r->world, 0);
        worst[level] = fmax(worst[level], fabs(now - start_energy));
      }
      finish(r);
    }
    if (!(worst[0] < 5e-3) || !(worst[1] < worst[0] / 3 || worst[1] < 1e-12))
      print_error("method %s: %g, with half the step %g\n", labels[m], worst[0], worst[1]);
    TRUE(worst[0] < 5e-3);
    TRUE(worst[1] < worst[0] / 3 || worst[1] < 1e-12);
  }
}

TEST(reversed_runs_return) {
  for (int m = 0; m < n_methods; m++) {
    if (!(infos[m].claims & RGS_SYMMETRIC)) continue;
    run *r = start(m, 4, FAKE_SOA);
    double *want = fake_state(r->world);
    OK(rgs_step(r->stepper, STEP, 50, &err));
    OK(rgs_step(r->stepper, -STEP, 50, &err));
    double *got = fake_state(r->world);
    for (int k = 0; k < 4 * FAKE_STATE; k++) {
      if (fabs(got[k] - want[k]) > 1e-10) print_error("method %s:\n", labels[m]);
      NEAR(want[k], got[k], 1e-10);
    }
    NEAR(0, rgs_stepper_time(r->stepper), 1e-15);
    free(want);
    free(got);
    finish(r);
  }
}

/* Moments that no body has: refused, unless the view says they are meant. */
TEST(moments_of_no_body) {
  for (int m = 0; m < n_methods; m++) {
    run *r = start(m, 2, FAKE_SOA);
    for (int k = 0; k < 3; k++) RGS_AT(r->world->view.inertia, 1, k) = k == 2 ? 3.3 : 1.1;
    r->world->view.stamp = 0;
    OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    REFUSED_BODY(RGS_E_BODY, 1, rgs_step(r->stepper, 0.01, 1, &err), "mass distribution",
                 (const char *)NULL);
    r->world->view.flags |= RGS_VIEW_ANY_MOMENTS;
    OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    /* Directors of such bodies would have negative masses. */
    if (strcmp(labels[m], "rattle") == 0 || strcmp(labels[m], "director_em") == 0)
      REFUSED_BODY(RGS_E_BODY, 1, rgs_step(r->stepper, 0.01, 1, &err), labels[m],
                   (const char *)NULL);
    else
      OK(rgs_step(r->stepper, 0.01, 10, &err));
    finish(r);
  }
}

int main(void) { return RUN_TESTS(set_up, tear_down); }
