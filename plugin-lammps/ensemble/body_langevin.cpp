/* SPDX-License-Identifier: GPL-2.0-only */
#include "ensemble/body_langevin.h"

#include <rigidstep/device/langevin.h>
#include <rigidstep/device/noise.h>

namespace rigidstep_lammps {

void BodyLangevin::choose(const double values[4]) {
  temperature = { values[0], values[1] };
  damp = values[2];
  seed = (uint32_t)values[3];
  active = true;
}

int64_t BodyLangevin::next_step(int64_t timestep) {
  counted = counted == NONE ? timestep : counted + 1;
  return counted;
}

static double rotation_energy(const rgs_view &b, int64_t i, double row[3][3]) {
  double energy = 0.0;
  for (int k = 0; k < 3; k++) {
    const double moment = RGS_AT(b.inertia, i, k);
    if (moment <= 0.0) continue;
    const double y = row[0][k] * RGS_AT(b.l, i, 0) + row[1][k] * RGS_AT(b.l, i, 1) +
                     row[2][k] * RGS_AT(b.l, i, 2);
    energy += 0.5 * y * y / moment;
  }
  return energy;
}

/* What all bodies have in common in a step. */
struct BodyLangevin::Application {
  double keep, spread;
  bool flat; // two dimensions
  rgs_noise_keys noise;
};

/* Returns the kinetic energy that body i has gained. */
double BodyLangevin::apply(const Application &now, const rgs_view &b, int64_t i, uint64_t tag,
                           const double *moves) {
  double q[4], row[3][3], xi[RGS_NORMALS], moment[3], widths[3], torque[3], squares = 0.0;
  rgs_words word[8];
  rgs_floats normal[RGS_NORMALS];
  rgs_noise_words(&now.noise, &tag, word);
  rgs_normals_of(word, normal);
  for (int k = 0; k < RGS_NORMALS; k++) xi[k] = normal[k];
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(b.q, i, k);
  for (int k = 0; k < 3; k++) moment[k] = RGS_AT(b.inertia, i, k);
  rgs_rotation_of(q, row);
  const double before = rotation_energy(b, i, row), mass = RGS_AT(b.mass, i, 0),
               width = rgs_sqrt(now.spread / mass);
  for (int k = 0; k < (now.flat ? 2 : 3); k++) {
    if (moves && moves[k] == 0.0) continue;
    const double v = RGS_AT(b.p, i, k), w = rgs_langevin_now(now.keep, v, width, xi[k]);
    RGS_AT(b.p, i, k) = w;
    squares += (w - v) * (w + v);
  }
  rgs_langevin_widths(now.spread, moment, widths);
  rgs_langevin_torque(now.spread, now.flat, row, moment, widths, xi + 3, torque);
  for (int j = now.flat ? 2 : 0; j < 3; j++)
    if (!moves || moves[3 + j] != 0.0)
      RGS_AT(b.l, i, j) = rgs_langevin_turned(now.keep, RGS_AT(b.l, i, j), row, torque, j);
  return 0.5 * mass * squares + rotation_energy(b, i, row) - before;
}

void BodyLangevin::apply(const Threads &threads, const rgs_view &b, const int64_t *tag, int64_t own,
                         const double *moves, const Step &step) {
  enum { BODIES_A_THREAD = 512 };
  const rgs_noise from = { seed, 0, (uint64_t)step.number - 1 }; // the library counts from 0
  Application now = { 0.0, 0.0, step.dimension == 2, rgs_noise_keys_of(&from) };
  rgs_langevin_over(step.h, damp, step.kt, &now.keep, &now.spread);
  threads.sum(b.n, BODIES_A_THREAD, 1, &given, [&](int64_t begin, int64_t end, double *sum) {
    for (int64_t i = begin; i < end; i++) {
      const double gained = apply(now, b, i, (uint64_t)tag[i], moves ? moves + 6 * i : nullptr);
      if (i < own) *sum += gained;
    }
  });
}

} // namespace rigidstep_lammps
