/* SPDX-License-Identifier: BSD-3-Clause */
#include "free_bodies.h"

/* The body's own frame: of its principal axes turned back, of its centre of mass moved back. */
static void own_frame(const free_bodies *b, int64_t i, double place[3], double turn[4]) {
  const mjModel *m = b->model;
  double back[4], offset[3];
  mju_negQuat(back, m->body_iquat + 4 * b->body[i]);
  mju_mulQuat(turn, b->q[i], back);
  mju_rotVecQuat(offset, m->body_ipos + 3 * b->body[i], turn);
  mju_sub3(place, b->x[i], offset);
}

static const int *joint_of(const free_bodies *b, int64_t i) {
  return b->model->body_jntadr + b->body[i];
}

int free_bodies_read(free_bodies *b, mjModel *model, mjData *data) {
  *b = (free_bodies){ .model = model, .data = data };
  if (model->nbody - 1 > MOST_BODIES || model->njnt != model->nbody - 1) return -1;
  for (int number = 1; number < model->nbody; ++number) {
    const int64_t i = b->n++;
    b->body[i] = number;
    const int joint = *joint_of(b, i);
    if (joint < 0 || model->jnt_type[joint] != mjJNT_FREE) return -1;
    const mjtNum *place = data->qpos + model->jnt_qposadr[joint], *turn = place + 3;
    const mjtNum *velocity = data->qvel + model->jnt_dofadr[joint], *rate = velocity + 3;
    const mjtNum *iquat = model->body_iquat + 4 * number, *ipos = model->body_ipos + 3 * number;
    double unit[4], offset[3], w[3], back[4], y[3], v[3];
    mju_copy4(unit, turn);
    mju_normalize4(unit);
    mju_mulQuat(b->q[i], unit, iquat);
    mju_rotVecQuat(offset, ipos, unit);
    mju_add3(b->x[i], place, offset);
    b->mass[i] = model->body_mass[number];
    mju_copy3(b->inertia[i], model->body_inertia + 3 * number);
    /* velocity of the centre of mass: v + w x offset, all in space */
    mju_rotVecQuat(w, rate, unit);
    mju_cross(v, w, offset);
    mju_addTo3(v, velocity);
    mju_scl3(b->p[i], v, b->mass[i]);
    mju_negQuat(back, iquat);
    mju_rotVecQuat(y, rate, back);
    for (int k = 0; k < 3; ++k) y[k] *= b->inertia[i][k];
    mju_rotVecQuat(b->l[i], y, b->q[i]);
  }
  return 0;
}

void free_bodies_write(const free_bodies *b) {
  for (int64_t i = 0; i < b->n; ++i) {
    const int joint = *joint_of(b, i);
    mjtNum *place = b->data->qpos + b->model->jnt_qposadr[joint], *turn = place + 3;
    mjtNum *velocity = b->data->qvel + b->model->jnt_dofadr[joint], *rate = velocity + 3;
    double back[4], y[3], w[3], arm[3], moving[3];
    own_frame(b, i, place, turn);
    mju_negQuat(back, b->q[i]);
    mju_rotVecQuat(y, b->l[i], back);
    for (int k = 0; k < 3; ++k) y[k] /= b->inertia[i][k];
    mju_rotVecQuat(rate, y, b->model->body_iquat + 4 * b->body[i]);
    mju_rotVecQuat(w, y, b->q[i]);
    mju_sub3(arm, place, b->x[i]);
    mju_cross(moving, w, arm);
    mju_scl3(velocity, b->p[i], 1 / b->mass[i]);
    mju_addTo3(velocity, moving);
  }
}

#define ROWS(field, width)                                                                         \
  { &b->field[0][0], width, 1 }
rgs_view free_bodies_view(free_bodies *b) {
  const rgs_view view = { .head = RGS_HEAD(rgs_view),
                          .n = b->n,
                          .x = ROWS(x, 3),
                          .p = ROWS(p, 3),
                          .q = ROWS(q, 4),
                          .l = ROWS(l, 3),
                          .mass = { b->mass, 1, 1 },
                          .inertia = ROWS(inertia, 3),
                          .f = ROWS(f, 3),
                          .tau = ROWS(tau, 3) };
  return view;
}

/* With all velocities zero MuJoCo's bias is gravity alone, since Coriolis forces and the gyroscopic
 * torque are quadratic in them: those are the rotor's business. */
int free_bodies_eval(void *self, rgs_eval *request, const rgs_view *view) {
  free_bodies *b = self;
  mjData *d = b->data;
  (void)view;
  for (int64_t i = 0; i < b->n; ++i) {
    mjtNum *place = d->qpos + b->model->jnt_qposadr[*joint_of(b, i)];
    own_frame(b, i, place, place + 3);
  }
  mju_zero(d->qvel, b->model->nv);
  d->time = request->time;
  mj_fwdPosition(b->model, d);
  mj_fwdVelocity(b->model, d);
  for (int64_t i = 0; i < b->n; ++i) {
    const int dof = b->model->jnt_dofadr[*joint_of(b, i)];
    double force[6], torque[3], arm[3], lever[3];
    for (int k = 0; k < 6; ++k)
      force[k] = d->qfrc_passive[dof + k] - d->qfrc_bias[dof + k] + d->qfrc_applied[dof + k];
    mju_copy3(b->f[i], force);
    /* the torque is about the origin of the body's own frame, and in that frame */
    const mjtNum *place = d->qpos + b->model->jnt_qposadr[*joint_of(b, i)];
    mju_rotVecQuat(torque, force + 3, place + 3);
    mju_sub3(arm, place, b->x[i]);
    mju_cross(lever, arm, force);
    mju_add3(b->tau[i], torque, lever);
  }
  mj_energyPos(b->model, d);
  request->energy = d->energy[0];
  b->evaluations++;
  return 0;
}
