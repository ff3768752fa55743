/* SPDX-License-Identifier: BSD-3-Clause */
#include "other_engines.h"
#include <ode/ode.h>

const char *ode_way(int way) {
  return way == 0 ? "gyroscopic off" : way == 1 ? "gyroscopic on" : NULL;
}

void ode_run(free_brick *brick, int way, double h, long steps) {
  dMass mass;
  dVector3 rate;
  dInitODE2(0);
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dMassSetParameters(&mass, brick->mass, 0, 0, 0, brick->inertia[0], brick->inertia[1],
                     brick->inertia[2], 0, 0, 0);
  dBodySetMass(body, &mass);
  dBodySetGyroscopicMode(body, way);
  dBodySetAutoDisableFlag(body, 0);
  dBodySetAngularVel(body, brick->rate[0], brick->rate[1], brick->rate[2]);
  for (long i = 0; i < steps; ++i) dWorldStep(world, h);
  const dReal *q = dBodyGetQuaternion(body), *w = dBodyGetAngularVel(body);
  dBodyVectorFromWorld(body, w[0], w[1], w[2], rate);
  for (int k = 0; k < 4; ++k) brick->q[k] = q[k];
  for (int k = 0; k < 3; ++k) brick->rate[k] = rate[k];
  dWorldDestroy(world);
  dCloseODE();
}
