// SPDX-License-Identifier: BSD-3-Clause
//
// peer_openmm.cpp - RigidBody::exactRotation of the plugin openmm_rigidbody_plugin.  C++, as the
// plugin is; nothing of the library's is.
#include "peers.h"

#include "RigidBody.h"

// It wants the moments in descending order.  Axes 1 and 3 change places, and 2 its direction: the
// frame is turned by a half turn about (1, 0, -1), whose quaternion is (0, s, 0, -s).
static void other_frame(const double q[4], double p[4]) {
  const double s = 0.70710678118654752440;
  p[0] = s * (q[3] - q[1]);
  p[1] = s * (q[0] - q[2]);
  p[2] = s * (q[1] + q[3]);
  p[3] = -s * (q[0] + q[2]);
}

void peer_openmm_turn(double h, const double inertia[3], double y[3], double q[4]) {
  double p[4];
  other_frame(q, p);
  RigidBodyPlugin::RigidBody body;
  for (int k = 0; k < 3; k++) {
    body.I[k] = inertia[2 - k];
    body.invI[k] = 1 / inertia[2 - k];
  }
  body.q = RigidBodyPlugin::Quat(p[0], p[1], p[2], p[3]);
  body.pi = body.q.B(OpenMM::Vec3(-y[2], -y[1], -y[0])) * 2.0;
  body.exactRotation(h);
  const OpenMM::Vec3 m = body.q.Bt(body.pi) * 0.5;
  for (int k = 0; k < 4; k++) p[k] = body.q[k];
  other_frame(p, q); // twice is a full turn: back again, up to the sign
  for (int k = 0; k < 3; k++) y[k] = -m[2 - k];
}
