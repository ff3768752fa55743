/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ase_host.c - a host in C for t_ase_motion.py: molecules whose atoms repel those of others by
 * c c' exp(-r^2/2).
 *
 *   ase_host ROTOR SCHEME H STEPS < STATE
 *
 * STATE: the numbers of bodies and of atoms in each; of each body mass, moments, x, p, q, l; of each
 * atom its place in its body and c.  Prints the atoms' positions and momenta over mass of the bodies.
 */
#include <math.h>
#include <rigidstep/rigidstep.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4096 };
static double mass[MOST], inertia[3 * MOST], x[3 * MOST], p[3 * MOST], q[4 * MOST], l[3 * MOST];
static double f[3 * MOST], tau[3 * MOST], site[3 * MOST], strength[MOST], arm[3 * MOST];
static int bodies, atoms;

static void read_numbers(double *to, int n) {
  for (int i = 0; i < n; i++)
    if (scanf("%lf", to + i) != 1) exit(2);
}

/* v + 2 w (u x v) + 2 u x (u x v) */
static void turn(const double a[4], const double v[3], double out[3]) {
  const double *u = a + 1;
  double once[3], twice[3];
  for (int k = 0; k < 3; k++)
    once[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
  for (int k = 0; k < 3; k++)
    twice[k] = u[(k + 1) % 3] * once[(k + 2) % 3] - u[(k + 2) % 3] * once[(k + 1) % 3];
  for (int k = 0; k < 3; k++) out[k] = v[k] + 2 * a[0] * once[k] + 2 * twice[k];
}

static void forces(void) {
  for (int i = 0; i < atoms * bodies; i++) turn(q + i / atoms * 4, site + 3 * i, arm + 3 * i);
  for (int i = 0; i < 3 * bodies; i++) f[i] = tau[i] = 0;
  for (int i = 0; i < atoms * bodies; i++)
    for (int j = 0; j < atoms * bodies; j++) {
      const int a = i / atoms, b = j / atoms;
      double apart[3], push[3], r2 = 0;
      if (a == b) continue;
      for (int k = 0; k < 3; k++) {
        apart[k] = x[3 * a + k] + arm[3 * i + k] - x[3 * b + k] - arm[3 * j + k];
        r2 += apart[k] * apart[k];
      }
      for (int k = 0; k < 3; k++)
        f[3 * a + k] += push[k] = strength[i] * strength[j] * exp(-0.5 * r2) * apart[k];
      for (int k = 0; k < 3; k++)
        tau[3 * a + k] += arm[3 * i + (k + 1) % 3] * push[(k + 2) % 3] -
                          arm[3 * i + (k + 2) % 3] * push[(k + 1) % 3];
    }
}

#define TRY(call)                                                                                  \
  if ((call) < 0) return fprintf(stderr, "%s\n", error.text), 1

int main(int argc, char **argv) {
  rgs_view view = { .head = RGS_HEAD(rgs_view),
                    .x = { x, 3, 1 },
                    .p = { p, 3, 1 },
                    .q = { q, 4, 1 },
                    .l = { l, 3, 1 },
                    .mass = { mass, 1, 1 },
                    .inertia = { inertia, 3, 1 },
                    .f = { f, 3, 1 },
                    .tau = { tau, 3, 1 } };
  rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec) };
  rgs_error error = RGS_ERROR_INIT;
  rgs_eval want = RGS_EVAL_INIT;
  rgs_context *context;
  rgs_bodies *handle;
  rgs_method *method;
  rgs_stepper *stepper;
  rgs_status status;

  if (argc != 5 || scanf("%d%d", &bodies, &atoms) != 2 || bodies * atoms > MOST) return 2;
  spec.rotor = argv[1], spec.scheme = argv[2];
  read_numbers(mass, bodies), read_numbers(inertia, 3 * bodies);
  read_numbers(x, 3 * bodies), read_numbers(p, 3 * bodies);
  read_numbers(q, 4 * bodies), read_numbers(l, 3 * bodies);
  read_numbers(site, 3 * atoms * bodies), read_numbers(strength, atoms * bodies);
  view.n = bodies;
  TRY(rgs_context_create(NULL, &context, &error));
  TRY(rgs_bodies_create(context, bodies, &handle, &error));
  TRY(rgs_bodies_bind(handle, &view, &error));
  TRY(rgs_method_create(context, &spec, &method, &error));
  TRY(rgs_stepper_create(handle, method, NULL, &stepper, &error));
  for (int i = 0; i < atoi(argv[4]); i++) {
    while ((status = rgs_advance(stepper, atof(argv[3]), &want, &error)) == RGS_NEED_EVAL) forces();
    TRY(status);
  }
  for (int i = 0; i < 3 * atoms * bodies; i++) {
    turn(q + i / 3 / atoms * 4, site + i / 3 * 3, arm + i / 3 * 3);
    printf("%.17g\n", x[i / 3 / atoms * 3 + i % 3] + arm[i]);
  }
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  rgs_bodies_destroy(handle);
  rgs_context_destroy(context);
  return 0;
}
