/* SPDX-License-Identifier: BSD-3-Clause */
#include "water_runs.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int water_wrong;

void water_check(int good, const char *format, ...) {
  va_list list;
  printf("  %-6s", good ? "ok" : "WRONG");
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
  putchar('\n');
  fflush(stdout);
  water_wrong += !good;
}

static int evaluate(void *self, rgs_eval *request, const rgs_view *bodies) {
  water_forces *forces = self;
  (void)bodies; /* they are the arrays of forces->water */
  rigid_water_place(forces->water);
  if (forces->evaluate(forces->self, forces->water->atom, forces->water->force, &forces->energy))
    return -1;
  rigid_water_gather(forces->water);
  forces->evaluations++;
  request->energy = forces->energy;
  return 0;
}

void water_run(water_forces *forces, const char *rotor, const char *scheme, double h, long steps,
               double *told) {
  rigid_water *w = forces->water;
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = rotor,
                                 .scheme = scheme };
  const rgs_view view = rigid_water_view(w);
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .self = forces,
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY,
                          .force_scale = forces->force_scale,
                          .eval = evaluate };
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context = NULL;
  rgs_bodies *bodies = NULL;
  rgs_method *method = NULL;
  rgs_stepper *stepper = NULL;
  int bad = rgs_context_create(NULL, &context, &error) ||
            rgs_bodies_create(context, w->n, &bodies, &error) ||
            rgs_bodies_bind(bodies, &view, &error) ||
            rgs_method_create(context, &spec, &method, &error) ||
            rgs_method_describe(method, &info, &error) ||
            rgs_stepper_create(bodies, method, &host, &stepper, &error);
  for (long i = 0; i < steps && !bad; ++i) {
    rgs_eval now = RGS_EVAL_INIT;
    bad = rgs_step(stepper, h, 1, &error) ||
          (told && !info.ends_fresh && evaluate(forces, &now, &view));
    if (told) told[i] = forces->energy + rigid_water_kinetic(w) / forces->force_scale;
  }
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  rgs_bodies_destroy(bodies);
  rgs_context_destroy(context);
  if (bad) {
    fprintf(stderr, "%s %s: %s\n", rotor, scheme, error.text);
    exit(1);
  }
}

void water_settle(water_forces *forces, double kT, double h, long steps) {
  const long part = 20;
  for (long done = 0; done < steps; done += part) {
    rigid_water_heat(forces->water, kT * forces->force_scale);
    water_run(forces, "exact", "strang", h, part, NULL);
  }
}

water_energy_noise water_noise(const double *told, long steps, int64_t n, double kT) {
  const double unit = 6 * (double)n * kT, middle = 0.5 * (double)(steps - 1);
  double mean = 0, slope = 0, spread = 0, sum = 0;
  for (long i = 0; i < steps; ++i) mean += (told[i] - told[0]) / (double)steps;
  for (long i = 0; i < steps; ++i) {
    slope += ((double)i - middle) * (told[i] - told[0] - mean);
    spread += ((double)i - middle) * ((double)i - middle);
  }
  slope /= spread;
  for (long i = 0; i < steps; ++i) {
    const double off = told[i] - told[0] - mean - slope * ((double)i - middle);
    sum += off * off;
  }
  const water_energy_noise noise = { sqrt(sum / (double)steps) / unit,
                                     slope * (double)steps / unit };
  return noise;
}

static rigid_water copy_of(const water_forces *start) {
  rigid_water copy;
  if (rigid_water_copy(&copy, start->water)) {
    fputs("out of memory\n", stderr);
    exit(1);
  }
  return copy;
}

double water_apart(const water_forces *start, const char *rotor, double h, long steps,
                   const double *atoms) {
  rigid_water copy = copy_of(start);
  water_forces forces = *start;
  double most = 0;
  forces.water = &copy;
  if (steps) water_run(&forces, rotor, "strang", h, steps, NULL);
  rigid_water_place(&copy);
  for (int64_t i = 0; i < 9 * copy.n; ++i) {
    const double off = copy.atom[i] - atoms[i];
    most = fmax(most, fabs(off - copy.edge * rint(off / copy.edge)));
  }
  rigid_water_destroy(&copy);
  return most;
}

void water_table(const water_forces *start, water_row *rows, size_t n_rows, double femtosecond,
                 double picoseconds, double kT, water_host_run run, void *self) {
  printf("\n  total energy in %g ps, over kT for every degree of freedom\n"
         "  %-28s %3s %9s %9s %9s\n",
         picoseconds, "", "fs", "forces", "RMS", "drift");
  for (size_t r = 0; r < n_rows; ++r)
    for (int s = 0; s < 3; ++s) {
      const double h = (1 << s) * femtosecond;
      const long steps = lround(1000 * picoseconds / (1 << s));
      double *told = malloc(sizeof(double) * (size_t)steps);
      water_row *row = rows + r;
      water_forces forces = *start;
      char name[40];
      if (!told) exit(1);
      forces.evaluations = 0;
      if (row->host) {
        run(self, start, row->host, h, steps, told);
        forces.evaluations = steps;
        snprintf(name, sizeof name, "%s", row->host);
      } else {
        rigid_water copy = copy_of(start);
        forces.water = &copy;
        water_run(&forces, row->rotor, row->scheme, h, steps, told);
        rigid_water_destroy(&copy);
        snprintf(name, sizeof name, "%s %s", row->rotor, row->scheme);
      }
      const water_energy_noise noise = water_noise(told, steps, start->water->n, kT);
      row->rms[s] = noise.rms;
      printf("  %-28s %3d %9.2f %9.1e %9.1e\n", name, 1 << s,
             (double)forces.evaluations / (double)steps, noise.rms, noise.drift);
      fflush(stdout);
      free(told);
    }
}

void water_check_rows(const water_row *host, const water_row *same, const water_row *second,
                      const water_row *fourth) {
  water_check(fabs(same->rms[0] / host->rms[0] - 1) < 1e-3 &&
                  fabs(same->rms[2] / host->rms[2] - 1) < 1e-3,
              "%s %s errs as %s", same->rotor, same->scheme, host->host);
  const double ratio = second->rms[1] / second->rms[0];
  water_check(second->rms[0] < 1e-3 && ratio > 2.5 && ratio < 6,
              "%s %s: second order, %.1f times the error at twice the step", second->rotor,
              second->scheme, ratio);
  water_check(fourth->rms[1] < second->rms[0] / 10, "%s at 2 fs: %.0f times less than %s at 1 fs",
              fourth->scheme, second->rms[0] / fourth->rms[1], second->scheme);
}
