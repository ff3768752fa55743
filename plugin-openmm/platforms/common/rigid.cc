/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigid.cc - the kernels, in OpenMM's common language of OpenCL and CUDA.  core/for_devices/ comes before
 * this file: it has every formula, and the processor's lanes are made of it too.  Here are loads, stores,
 * and what OpenMM's arrays ask for: forces in fixed point, positions in two floats, folds into the box,
 * constraints.
 *
 * The lists of jobs of core/backends/kernel.h, which would bring all schemes and thermostats, are no OpenCL C
 * 1.2.  A column there points to memory or to registers, which are pointers of different types here.  Its
 * headers have 33 pointers to functions and 20 tables of them, and OpenCL C has neither.
 *
 * The state is in double precision on all precision models, component after component: component k of
 * body i is a[k * numBodies + i].  Sizes are arguments, so that one compiled program serves all Contexts.
 *   kinds  of each kind a rgs_device_kind
 *   arms   three numbers a site of a kind, in the body frame
 *   bodies of each body {kind, first site, number of sites, first arm of its kind}
 *   sites  of each site {slot of its atom on the device, its folds into the periodic box}
 *   bad    becomes 1 + a body whose force or orientation is not finite, 1 + a constraint that is not kept, and the
 *          turn in which it was
 *   turn   counts the steps since the host read bad, from 1
 *   ends   bodies of one site that constraints hold
 *   pairs  of each constraint its two ends
 *   h      the time of a drift; kick: that of a kick, 0: none
 *   turns  the factor of times for rotations and torques, below 1 where `inertia` is above 1
 */
typedef struct {
  int kind, first, count, arm;
} RigidBody;
typedef struct {
  int slot, fold[3];
} RigidSite;

DEVICE void rigidLoad(int i, int numBodies, int components, GLOBAL const double *RESTRICT from,
                      double *to) {
  for (int k = 0; k < components; k++) to[k] = from[k * numBodies + i];
}
DEVICE void rigidStore(int i, int numBodies, int components, const double *from,
                       GLOBAL double *RESTRICT to) {
  for (int k = 0; k < components; k++) to[k * numBodies + i] = from[k];
}
DEVICE void rigidArm(int arm, GLOBAL const double *RESTRICT arms, double row[3][3], double to[3]) {
  const double site[3] = { arms[3 * arm], arms[3 * arm + 1], arms[3 * arm + 2] };
  rgs_site_arm(row, site, to);
}

/* After a step with a fault the state stays, for the host to go back to the one before it. */
DEVICE bool rigidStopped(GLOBAL const int *RESTRICT bad, int turn) {
  return bad[2] != 0 && bad[2] != turn;
}
DEVICE void rigidFault(GLOBAL int *RESTRICT bad, int turn, int which, int what) {
  bad[which] = what + 1;
  bad[2] = turn;
}

/* ---- OpenMM's positions and velocities --------------------------------------------------------- */
#ifdef USE_MIXED_PRECISION
#define POSITIONS GLOBAL real4 *RESTRICT posq, GLOBAL real4 *RESTRICT posqCorrection
#define POSITIONS_HERE posq, posqCorrection
#else
#define POSITIONS GLOBAL real4 *RESTRICT posq
#define POSITIONS_HERE posq
#endif

DEVICE void rigidPlaceAt(RigidSite site, const double at[3], double4 boxA, double4 boxB,
                         double4 boxC, POSITIONS) {
  double place[3] = { at[0], at[1], at[2] };
  place[0] += site.fold[0] * boxA.x + site.fold[1] * boxB.x + site.fold[2] * boxC.x;
  place[1] += site.fold[1] * boxB.y + site.fold[2] * boxC.y;
  place[2] += site.fold[2] * boxC.z;
  const real px = (real)place[0], py = (real)place[1], pz = (real)place[2];
  posq[site.slot].x = px;
  posq[site.slot].y = py;
  posq[site.slot].z = pz;
#ifdef USE_MIXED_PRECISION
  posqCorrection[site.slot].x = (real)(place[0] - px);
  posqCorrection[site.slot].y = (real)(place[1] - py);
  posqCorrection[site.slot].z = (real)(place[2] - pz);
#endif
}

DEVICE void rigidPlaceSite(RigidSite site, int arm, GLOBAL const double *RESTRICT arms,
                           const double x[3], double row[3][3], double4 boxA, double4 boxB,
                           double4 boxC, POSITIONS) {
  double place[3];
  rigidArm(arm, arms, row, place);
  for (int k = 0; k < 3; k++) place[k] = x[k] + place[k];
  rigidPlaceAt(site, place, boxA, boxB, boxC, POSITIONS_HERE);
}

/* The velocities of sites begin to end - 1 of a body. */
DEVICE void rigidMoveSites(RigidBody body, int begin, int end, GLOBAL const rgs_device_kind *RESTRICT kinds,
                           GLOBAL const double *RESTRICT arms,
                           GLOBAL const RigidSite *RESTRICT sites, double row[3][3],
                           const double p[3], const double l[3], GLOBAL mixed4 *RESTRICT velm) {
  const rgs_device_kind kind = kinds[body.kind];
  const double drift[3] = { p[0] / kind.mass, p[1] / kind.mass, p[2] / kind.mass };
  double w[3];
  rgs_angular_velocity(row, kind.moment, l, w);
  for (int s = begin; s < end; s++) {
    const int slot = sites[body.first + s].slot;
    double arm[3], velocity[3] = { drift[0], drift[1], drift[2] };
    rigidArm(body.arm + s, arms, row, arm);
    rgs_site_velocity(w, arm, velocity);
    velm[slot].x = (mixed)velocity[0];
    velm[slot].y = (mixed)velocity[1];
    velm[slot].z = (mixed)velocity[2];
  }
}

KERNEL void rigidPlace(int numBodies, int numSites, GLOBAL const int *RESTRICT bodyOf,
                       GLOBAL const RigidBody *RESTRICT bodies, GLOBAL const double *RESTRICT arms,
                       GLOBAL const RigidSite *RESTRICT sites, GLOBAL const double *RESTRICT x,
                       GLOBAL const double *RESTRICT q, double4 boxA, double4 boxB, double4 boxC,
                       POSITIONS) {
  for (int s = GLOBAL_ID; s < numSites; s += GLOBAL_SIZE) {
    const int i = bodyOf[s];
    const RigidBody body = bodies[i];
    double orientation[4], row[3][3], centre[3];
    rigidLoad(i, numBodies, 4, q, orientation);
    rigidLoad(i, numBodies, 3, x, centre);
    rgs_rotation_of(orientation, row);
    rigidPlaceSite(sites[s], body.arm + s - body.first, arms, centre, row, boxA, boxB, boxC,
                   POSITIONS_HERE);
  }
}

KERNEL void rigidPlaceVelocities(int numBodies, int numSites, GLOBAL const int *RESTRICT bodyOf,
                                 GLOBAL const RigidBody *RESTRICT bodies,
                                 GLOBAL const rgs_device_kind *RESTRICT kinds,
                                 GLOBAL const double *RESTRICT arms,
                                 GLOBAL const RigidSite *RESTRICT sites,
                                 GLOBAL mixed4 *RESTRICT velm, GLOBAL const double *RESTRICT q,
                                 GLOBAL const double *RESTRICT p, GLOBAL const double *RESTRICT l) {
  for (int s = GLOBAL_ID; s < numSites; s += GLOBAL_SIZE) {
    const int i = bodyOf[s];
    const RigidBody body = bodies[i];
    double orientation[4], row[3][3], momentum[3], angular[3];
    rigidLoad(i, numBodies, 4, q, orientation);
    rigidLoad(i, numBodies, 3, p, momentum);
    rigidLoad(i, numBodies, 3, l, angular);
    rgs_rotation_of(orientation, row);
    rigidMoveSites(body, s - body.first, s - body.first + 1, kinds, arms, sites, row, momentum,
                   angular, velm);
  }
}

/* ---- forces ------------------------------------------------------------------------------------ */
/* OpenMM keeps forces in fixed point, where nan and overflow become the least number on processors. */
#define LEAST_FORCE -2147483648.0

/* Adds the forces on sites begin, begin + stride, .. to sum: force, then torque. */
DEVICE void rigidSum(RigidBody body, int paddedAtoms, int begin, int stride, double row[3][3],
                     GLOBAL const double *RESTRICT arms, GLOBAL const RigidSite *RESTRICT sites,
                     GLOBAL const mm_long *RESTRICT force, double sum[6]) {
  for (int s = begin; s < body.count; s += stride) {
    const int slot = sites[body.first + s].slot;
    double on[3], arm[3];
    for (int k = 0; k < 3; k++) {
      on[k] = (double)force[slot + k * paddedAtoms] / (double)0x100000000;
      if (on[k] <= LEAST_FORCE) on[k] *= 1e308; /* is infinite */
      sum[k] += on[k];
    }
    if (body.count == 1) return;
    rigidArm(body.arm + s, arms, row, arm);
    rgs_site_moment(arm, on, sum + 3);
  }
}

DEVICE void rigidKick(rgs_device_body *body, double kick, double turns, const double force[3],
                      const double torque[3]) {
  rgs_device_push(body->p, kick, force);
  rgs_device_push(body->l, kick * turns, torque);
}

/* Keeps the force, and kicks with it. */
DEVICE void rigidTell(int i, int numBodies, double kick, double turns, const double sum[6], rgs_device_body *body,
                      GLOBAL int *RESTRICT bad, int turn, GLOBAL double *RESTRICT f,
                      GLOBAL double *RESTRICT tau, GLOBAL double *RESTRICT p,
                      GLOBAL double *RESTRICT l) {
  rigidStore(i, numBodies, 3, sum, f);
  rigidStore(i, numBodies, 3, sum + 3, tau);
  for (int k = 0; k < 6; k++)
    if (!(sum[k] - sum[k] == 0)) rigidFault(bad, turn, 0, i);
  if (kick == 0) return;
  rigidLoad(i, numBodies, 3, p, body->p);
  rigidLoad(i, numBodies, 3, l, body->l);
  rigidKick(body, kick, turns, sum, sum + 3);
  rigidStore(i, numBodies, 3, body->p, p);
  rigidStore(i, numBodies, 3, body->l, l);
}

/* One thread a body, but big ones. */
KERNEL void rigidGather(int numBodies, int paddedAtoms, double kick, double turns,
                        GLOBAL const RigidBody *RESTRICT bodies,
                        GLOBAL const double *RESTRICT arms, GLOBAL const RigidSite *RESTRICT sites,
                        GLOBAL const mm_long *RESTRICT force, GLOBAL int *RESTRICT bad, int turn,
                        GLOBAL double *RESTRICT f, GLOBAL double *RESTRICT tau,
                        GLOBAL const double *RESTRICT q, GLOBAL double *RESTRICT p,
                        GLOBAL double *RESTRICT l, GLOBAL const rgs_device_kind *RESTRICT kinds,
                        GLOBAL mixed4 *RESTRICT velm) {
  if (rigidStopped(bad, turn)) return;
  for (int i = GLOBAL_ID; i < numBodies; i += GLOBAL_SIZE) {
    const RigidBody body = bodies[i];
    rgs_device_body now;
    double row[3][3], sum[6] = { 0, 0, 0, 0, 0, 0 };
    if (body.count > MOST_OF_ONE_THREAD) continue;
    rigidLoad(i, numBodies, 4, q, now.q);
    rgs_rotation_of(now.q, row);
    rigidSum(body, paddedAtoms, 0, 1, row, arms, sites, force, sum);
    rigidTell(i, numBodies, kick, turns, sum, &now, bad, turn, f, tau, p, l);
    if (kick != 0)
      rigidMoveSites(body, 0, body.count, kinds, arms, sites, row, now.p, now.l, velm);
  }
}

/* A group of threads a big body; the shares are added in one order.  Velocities of its sites are left to
 * rigidPlaceVelocities. */
KERNEL void rigidGatherBig(int numBodies, int paddedAtoms, int numBig, double kick, double turns,
                           GLOBAL const int *RESTRICT big, GLOBAL const RigidBody *RESTRICT bodies,
                           GLOBAL const double *RESTRICT arms,
                           GLOBAL const RigidSite *RESTRICT sites,
                           GLOBAL const mm_long *RESTRICT force, GLOBAL int *RESTRICT bad, int turn,
                           GLOBAL double *RESTRICT f, GLOBAL double *RESTRICT tau,
                           GLOBAL const double *RESTRICT q, GLOBAL double *RESTRICT p,
                           GLOBAL double *RESTRICT l) {
  LOCAL double share[6 * GROUP];
  if (rigidStopped(bad, turn)) return;
  for (int b = GROUP_ID; b < numBig; b += NUM_GROUPS) {
    const RigidBody body = bodies[big[b]];
    rgs_device_body now;
    double row[3][3], sum[6] = { 0, 0, 0, 0, 0, 0 };
    rigidLoad(big[b], numBodies, 4, q, now.q);
    rgs_rotation_of(now.q, row);
    rigidSum(body, paddedAtoms, LOCAL_ID, GROUP, row, arms, sites, force, sum);
    for (int k = 0; k < 6; k++) share[6 * LOCAL_ID + k] = sum[k];
    SYNC_THREADS;
    if (LOCAL_ID == 0) {
      for (int thread = 1; thread < GROUP; thread++)
        for (int k = 0; k < 6; k++) sum[k] += share[6 * thread + k];
      rigidTell(big[b], numBodies, kick, turns, sum, &now, bad, turn, f, tau, p, l);
    }
    SYNC_THREADS;
  }
}

/* ---- motion ------------------------------------------------------------------------------------ */
DEVICE void rigidDrift(const rgs_device_kind *kind, rgs_device_body *body, double h, double turns, int i,
                       GLOBAL int *RESTRICT bad, int turn) {
  if (kind->moment[0] + kind->moment[1] + kind->moment[2] != 0 &&
      !rgs_device_rotate(kind, h * turns, body->l, body->q))
    rigidFault(bad, turn, 0, i);
  rgs_device_push(body->x, h / kind->mass, body->p);
}

/* Kicks with slow and other forces, and the drift, with the thermostat in its middle if there is one.  The state is read
 * from x, p, q, l and written to their successors.  Sites of big bodies are left to rigidPlace. */
KERNEL void rigidAdvance(int numBodies, double h, double turns, double kick, double slowKick,
                         int has_thermostat, double keep, double spread, int seed, int stream,
                         mm_long step, GLOBAL const RigidBody *RESTRICT bodies,
                         GLOBAL const rgs_device_kind *RESTRICT kinds,
                         GLOBAL const mm_long *RESTRICT tags, GLOBAL int *RESTRICT bad, int turn,
                         GLOBAL const double *RESTRICT slowF, GLOBAL const double *RESTRICT slowTau,
                         GLOBAL const double *RESTRICT f, GLOBAL const double *RESTRICT tau,
                         GLOBAL const double *RESTRICT x, GLOBAL const double *RESTRICT p,
                         GLOBAL const double *RESTRICT q, GLOBAL const double *RESTRICT l,
                         GLOBAL double *RESTRICT nextX, GLOBAL double *RESTRICT nextP,
                         GLOBAL double *RESTRICT nextQ, GLOBAL double *RESTRICT nextL,
                         GLOBAL const double *RESTRICT arms, GLOBAL const RigidSite *RESTRICT sites,
                         double4 boxA, double4 boxB, double4 boxC, POSITIONS) {
  if (rigidStopped(bad, turn)) return;
  const rgs_device_langevin thermostat = {
    keep, keep, spread, spread, (uint32_t)seed, (uint32_t)stream, (uint64_t)step
  };
  for (int i = GLOBAL_ID; i < numBodies; i += GLOBAL_SIZE) {
    const RigidBody its = bodies[i];
    const rgs_device_kind kind = kinds[its.kind];
    rgs_device_body body;
    double force[3], torque[3], row[3][3];
    rigidLoad(i, numBodies, 3, x, body.x);
    rigidLoad(i, numBodies, 3, p, body.p);
    rigidLoad(i, numBodies, 4, q, body.q);
    rigidLoad(i, numBodies, 3, l, body.l);
    if (slowKick != 0) {
      rigidLoad(i, numBodies, 3, slowF, force);
      rigidLoad(i, numBodies, 3, slowTau, torque);
      rigidKick(&body, slowKick, turns, force, torque);
    }
    if (kick != 0) {
      rigidLoad(i, numBodies, 3, f, force);
      rigidLoad(i, numBodies, 3, tau, torque);
      rigidKick(&body, kick, turns, force, torque);
    }
    const double part = has_thermostat ? 0.5 : 1;
    rigidDrift(&kind, &body, part * h, turns, i, bad, turn);
    if (has_thermostat) {
      rgs_device_apply_thermostat(&thermostat, &kind, (uint64_t)tags[i], &body);
      rigidDrift(&kind, &body, part * h, turns, i, bad, turn);
    }
    rigidStore(i, numBodies, 3, body.x, nextX);
    rigidStore(i, numBodies, 3, body.p, nextP);
    rigidStore(i, numBodies, 4, body.q, nextQ);
    rigidStore(i, numBodies, 3, body.l, nextL);
    if (its.count > MOST_OF_ONE_THREAD) continue;
    rgs_rotation_of(body.q, row);
    for (int s = 0; s < its.count; s++)
      rigidPlaceSite(sites[its.first + s], its.arm + s, arms, body.x, row, boxA, boxB, boxC,
                     POSITIONS_HERE);
  }
}

/* ---- constraints ------------------------------------------------------------------------------- */
typedef struct {
  int first, second;
} RigidPair;

/* OpenMM's algorithms take the old positions, and the way to the new ones. */
KERNEL void rigidLendPositions(int numBodies, int numEnds, GLOBAL const int *RESTRICT ends,
                               GLOBAL const RigidBody *RESTRICT bodies,
                               GLOBAL const RigidSite *RESTRICT sites,
                               GLOBAL const double *RESTRICT x, GLOBAL const double *RESTRICT nextX,
                               GLOBAL mixed4 *RESTRICT delta, double4 boxA, double4 boxB,
                               double4 boxC, POSITIONS) {
  for (int e = GLOBAL_ID; e < numEnds; e += GLOBAL_SIZE) {
    const RigidSite site = sites[bodies[ends[e]].first];
    double from[3], to[3];
    rigidLoad(ends[e], numBodies, 3, x, from);
    rigidLoad(ends[e], numBodies, 3, nextX, to);
    delta[site.slot].x = (mixed)(to[0] - from[0]);
    delta[site.slot].y = (mixed)(to[1] - from[1]);
    delta[site.slot].z = (mixed)(to[2] - from[2]);
    rigidPlaceAt(site, from, boxA, boxB, boxC, POSITIONS_HERE);
  }
}

/* What they added to the way. */
KERNEL void rigidTakePositions(int numBodies, int numEnds, double h, GLOBAL const int *RESTRICT ends,
                               GLOBAL const RigidBody *RESTRICT bodies,
                               GLOBAL const rgs_device_kind *RESTRICT kinds,
                               GLOBAL const RigidSite *RESTRICT sites,
                               GLOBAL const int *RESTRICT bad, int turn,
                               GLOBAL const double *RESTRICT x, GLOBAL double *RESTRICT nextX,
                               GLOBAL double *RESTRICT nextP, GLOBAL const mixed4 *RESTRICT delta,
                               double4 boxA, double4 boxB, double4 boxC, POSITIONS) {
  if (rigidStopped(bad, turn)) return;
  for (int e = GLOBAL_ID; e < numEnds; e += GLOBAL_SIZE) {
    const RigidBody body = bodies[ends[e]];
    const RigidSite site = sites[body.first];
    const mixed way[3] = { delta[site.slot].x, delta[site.slot].y, delta[site.slot].z };
    double from[3], to[3], p[3];
    rigidLoad(ends[e], numBodies, 3, x, from);
    rigidLoad(ends[e], numBodies, 3, nextX, to);
    rigidLoad(ends[e], numBodies, 3, nextP, p);
    for (int k = 0; k < 3; k++) {
      const double by = way[k] - (mixed)(to[k] - from[k]);
      to[k] += by;
      if (h != 0) p[k] += kinds[body.kind].mass * by / h;
    }
    rigidStore(ends[e], numBodies, 3, to, nextX);
    rigidStore(ends[e], numBodies, 3, p, nextP);
    rigidPlaceAt(site, to, boxA, boxB, boxC, POSITIONS_HERE);
  }
}

/* rounding: of OpenMM's positions, from which the distances were formed. */
KERNEL void rigidCheckPairs(int numBodies, int numPairs, double room, double rounding,
                            GLOBAL const RigidPair *RESTRICT pairs,
                            GLOBAL const double *RESTRICT distances,
                            GLOBAL const double *RESTRICT x, GLOBAL int *RESTRICT bad, int turn) {
  if (rigidStopped(bad, turn)) return;
  for (int c = GLOBAL_ID; c < numPairs; c += GLOBAL_SIZE) {
    double a[3], b[3], square = 0, far = 0;
    rigidLoad(pairs[c].first, numBodies, 3, x, a);
    rigidLoad(pairs[c].second, numBodies, 3, x, b);
    for (int k = 0; k < 3; k++) {
      square += (a[k] - b[k]) * (a[k] - b[k]);
      far += fabs(a[k]) + fabs(b[k]);
    }
    const double part = square / (distances[c] * distances[c]) - 1;
    const double most = 2 * (room + rounding * far / distances[c]);
    if (!(part <= most && part >= -most)) rigidFault(bad, turn, 1, c);
  }
}

/* scale: what makes momenta of the column. */
KERNEL void rigidLendMomenta(int numBodies, int numEnds, double scale,
                             GLOBAL const int *RESTRICT ends,
                             GLOBAL const RigidBody *RESTRICT bodies,
                             GLOBAL const rgs_device_kind *RESTRICT kinds,
                             GLOBAL const RigidSite *RESTRICT sites,
                             GLOBAL const double *RESTRICT column, GLOBAL mixed4 *RESTRICT velm) {
  for (int e = GLOBAL_ID; e < numEnds; e += GLOBAL_SIZE) {
    const RigidBody body = bodies[ends[e]];
    const int slot = sites[body.first].slot;
    const double by = scale / kinds[body.kind].mass;
    double its[3];
    rigidLoad(ends[e], numBodies, 3, column, its);
    velm[slot].x = (mixed)(by * its[0]);
    velm[slot].y = (mixed)(by * its[1]);
    velm[slot].z = (mixed)(by * its[2]);
  }
}

KERNEL void rigidTakeMomenta(int numBodies, int numEnds, double scale,
                             GLOBAL const int *RESTRICT ends,
                             GLOBAL const RigidBody *RESTRICT bodies,
                             GLOBAL const rgs_device_kind *RESTRICT kinds,
                             GLOBAL const RigidSite *RESTRICT sites,
                             GLOBAL const int *RESTRICT bad, int turn,
                             GLOBAL double *RESTRICT column, GLOBAL const mixed4 *RESTRICT velm) {
  if (rigidStopped(bad, turn)) return;
  for (int e = GLOBAL_ID; e < numEnds; e += GLOBAL_SIZE) {
    const RigidBody body = bodies[ends[e]];
    const mixed4 now = velm[sites[body.first].slot];
    const mixed held[3] = { now.x, now.y, now.z };
    const double by = scale / kinds[body.kind].mass;
    double its[3];
    rigidLoad(ends[e], numBodies, 3, column, its);
    for (int k = 0; k < 3; k++) its[k] += (held[k] - (mixed)(by * its[k])) / by;
    rigidStore(ends[e], numBodies, 3, its, column);
  }
}
