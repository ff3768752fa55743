/* SPDX-License-Identifier: BSD-3-Clause */
#include "other_engines.h"
#include <btBulletDynamicsCommon.h>

static const struct {
  const char *name;
  int flags;
} ways[] = { { "no gyroscopic", 0 },
             { "explicit", BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT },
             { "implicit world", BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD },
             { "implicit body", BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY } };

const char *bullet_way(int way) { return way < 4 ? ways[way].name : nullptr; }

void bullet_run(free_brick *brick, int way, double h, long steps) {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  btSphereShape shape(1);
  const btVector3 inertia(btScalar(brick->inertia[0]), btScalar(brick->inertia[1]),
                          btScalar(brick->inertia[2]));
  btRigidBody body(
      btRigidBody::btRigidBodyConstructionInfo(btScalar(brick->mass), nullptr, &shape, inertia));
  world.setGravity(btVector3(0, 0, 0));
  body.setFlags(ways[way].flags);
  body.setDamping(0, 0);
  body.setActivationState(DISABLE_DEACTIVATION);
  body.setAngularVelocity(
      btVector3(btScalar(brick->rate[0]), btScalar(brick->rate[1]), btScalar(brick->rate[2])));
  world.addRigidBody(&body);
  for (long i = 0; i < steps; ++i) world.stepSimulation(btScalar(h), 0);
  const btQuaternion q = body.getOrientation();
  const btVector3 rate =
      body.getWorldTransform().getBasis().transpose() * body.getAngularVelocity();
  brick->q[0] = q.w();
  for (int k = 0; k < 3; ++k) {
    brick->q[k + 1] = q[k];
    brick->rate[k] = rate[k];
  }
  world.removeRigidBody(&body);
}
