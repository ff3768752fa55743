/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_check.c - rgs_draft_check_forces: looks at how the host answers repeated calls, at its noise, at the
 * slopes of its energy, at jumps and at the cell, and has it judged.
 */
#include "force_check/force_check.h"
#include "base/layout.h"
#include "base/bodies.h"
#include <math.h>
#include <string.h>

static const rgs_move HERE = { .kind = RGS_MOVE_NONE };
static const int AT[6] = { 0, 4, 8, 1, 2, 5 };

/* ---- repeated calls -------------------------------------------------------------------------- */
/* The largest component by which f or tau differs from what was noted, in parts of the largest one. */
static double changed(rgs_force_work *w, const double *noted) {
  const rgs_view *v = &w->bodies->view;
  double far[2] = { 0 };
  for (int64_t i = 0; i < w->n; i++)
    for (int k = 0; k < 6; k++) {
      const double now = RGS_AT(k < 3 ? v->f : v->tau, i, k % 3);
      far[k / 3] = fmax(far[k / 3], fabs(now - noted[6 * i + k]));
      w->largest[k / 3] = fmax(w->largest[k / 3], fabs(now));
    }
  return fmax(w->largest[0] > 0 ? far[0] / w->largest[0] : 0,
              w->largest[1] > 0 ? far[1] / w->largest[1] : 0);
}

enum { CALLS = 6 };
static double most_of(double a, double b, double c) { return fmax(a, fmax(b, c)); }

/* Of energies or forces of calls at A A B B A A, by their changes: does each belong to the call before? */
static bool is_stale(const double from_last[CALLS], const double from_first[CALLS]) {
  const double settled = from_first[3];
  return settled > 0 && from_first[2] <= 0.05 * settled && from_last[3] >= 0.5 * settled &&
         from_last[4] <= 0.05 * settled && from_first[5] <= 0.05 * settled;
}

static const rgs_move THERE = { .kind = RGS_MOVE_ALL, .by = 0.05 };

/* A host that computes anew only where bodies moved, as ASE's do: at A B A B A each gets what belongs to the
 * one before, and all changes but the first are equal. */
static rgs_status look_at_kept(rgs_force_work *w, double change) {
  w->kept = change > 0;
  for (int call = 0; call < 2 && w->kept; call++) {
    const rgs_status status = rgs_fc_evaluate(w, call == 1 ? HERE : THERE, NULL);
    if (status != RGS_OK) return status;
    w->kept = fabs(changed(w, w->fb) - change) <= 1e-9 * change;
    rgs_fc_get_forces(w, w->fb);
  }
  return RGS_OK;
}

static rgs_status look_at_calls(rgs_force_work *w) {
  const rgs_move moves[CALLS] = { HERE, HERE, THERE, THERE, HERE, HERE };
  double energy[CALLS], of_last[CALLS], of_first[CALLS], forces[CALLS], from_first[CALLS];
  for (int call = 0; call < CALLS; call++) {
    const rgs_status status = rgs_fc_evaluate(w, moves[call], NULL);
    if (status != RGS_OK) return status;
    energy[call] = w->energy;
    forces[call] = changed(w, w->fb);
    from_first[call] = changed(w, w->fa);
    rgs_fc_get_forces(w, call == 1 ? w->fa : w->fb);
    if (call == 1) memcpy(w->fb, w->fa, RGS_FORCE_DOUBLES * (size_t)w->n * sizeof *w->fb);
    of_last[call] = call > 0 ? fabs(energy[call] - energy[call - 1]) : 0;
    of_first[call] = call > 1 ? fabs(energy[call] - energy[1]) : 0;
  }
  w->check->energy = energy[1];
  memcpy(w->check->virial, w->virial, sizeof w->virial);
  w->twice = is_stale(of_last, of_first);
  bool stale = is_stale(forces, from_first);
  if (!stale && forces[3] == 0 && forces[5] == 0 && from_first[5] > w->check->tolerance) {
    const rgs_status status = look_at_kept(w, forces[4]);
    if (status != RGS_OK) return status;
    stale = w->kept;
  }
  const double of_forces = stale ? 0 : most_of(forces[3], forces[5], from_first[5]);
  const double of_energy = w->twice ? 0 : most_of(of_last[3], of_last[5], of_first[5]);
  if (stale || w->twice) w->check->found |= RGS_DRAFT_FORCE_STALE;
  if (of_forces > w->check->tolerance ||
      of_energy > 0.1 * (w->largest[0] * w->size + w->largest[1]))
    w->check->found |= RGS_DRAFT_FORCE_VARYING;
  for (int part = 0; part < 2; part++) w->force_noise[part] = of_forces * w->largest[part];
  w->check->noise = of_energy;
  return RGS_OK;
}

/* f and tau come in with a mark: do they keep it, or contain it? */
static rgs_status look_at_mark(rgs_force_work *w) {
  const rgs_view *v = &w->bodies->view;
  bool added = w->n > 0;
  double mark[6];
  for (int k = 0; k < 6; k++)
    mark[k] = (1.25 + 0.1 * k) * (w->largest[k / 3] > 0 ? w->largest[k / 3] : 1);
  const rgs_status status = rgs_fc_evaluate(w, HERE, mark);
  const bool kept = w->unwritten;
  for (int64_t i = 0; i < w->n && status == RGS_OK; i++)
    for (int k = 0; k < 6; k++) {
      if (w->planar && k > 1 && k < 5) continue;
      const double now = RGS_AT(k < 3 ? v->f : v->tau, i, k % 3);
      const double more = mark[k] - w->as_bound[RGS_BOUND_DOUBLES * i + 7 + k];
      const double rest = now - w->fa[6 * i + k] - more; /* `more` again: both forces do it */
      added &= fmin(fabs(rest), fabs(rest - more)) <= 1e-6 * fabs(more);
    }
  if (kept || added)
    w->check->found |= added && !kept ? RGS_DRAFT_FORCE_ADDED : RGS_DRAFT_FORCE_UNWRITTEN;
  return status;
}

/* ---- slopes ---------------------------------------------------------------------------------- */
static rgs_status look_at_row(rgs_force_work *w, rgs_draft_force_row *row) {
  const rgs_view *v = &w->bodies->view;
  const bool point = RGS_AT(v->inertia, row->body, 0) == 0 &&
                     RGS_AT(v->inertia, row->body, 1) == 0 && RGS_AT(v->inertia, row->body, 2) == 0;
  memcpy(row->given, w->fa + RGS_FORCE_DOUBLES * row->body, sizeof row->given);
  for (int axis = 0; axis < 6; axis++) {
    if ((w->planar && axis > 1 && axis < 5) || (point && axis > 2)) {
      row->energy[axis] = point && axis > 2 ? row->given[axis] : 0;
      continue;
    }
    rgs_slope slope;
    const double size = rgs_fc_size(w, row->body), scale = axis < 3 ? size : 1;
    const double expected = axis < 3 ? fmax(w->largest[0], 1e-3 * w->largest[1] / size)
                                     : fmax(w->largest[1], 1e-3 * w->largest[0] * size);
    const rgs_status status =
        rgs_fc_slope(w, (rgs_move){ RGS_MOVE_BODY, row->body, axis, 0 }, scale, expected, &slope);
    if (status != RGS_OK) return status;
    row->energy[axis] = -slope.value;
    row->error[axis] = slope.error;
  }
  return RGS_OK;
}

/* All bodies together: is there a field, and do forces add up to what it says? */
static rgs_status look_together(rgs_force_work *w) {
  double along[3], about[3], sum = 0;
  rgs_slope slope;
  const double force = w->rms[0] * w->size;
  rgs_status status = rgs_fc_slope(w, (rgs_move){ .kind = RGS_MOVE_TOGETHER }, 1, force, &slope);
  if (status != RGS_OK) return status;
  rgs_fc_direction(w, 0, along, about);
  for (int64_t i = 0; i < w->n; i++)
    for (int k = 0; k < 3; k++) sum += w->fa[6 * i + k] * along[k];
  const bool field = fabs(slope.value) > 3 * slope.error + w->check->tolerance * force;
  if (field) w->check->found |= RGS_DRAFT_FORCE_FIELD;
  if (!field && w->wrong[0] == RGS_DRAFT_FORCE_WRONG_FORCE && fabs(sum) > 0.01 * force)
    w->wrong[0] |= RGS_DRAFT_FORCE_ONE_SIDED;
  /* Of bodies that were not checked, too: a thousand right forces on a mesh leave a rest, but less. */
  const double rest = sqrt((double)w->n) * w->size * (0.01 * w->largest[0] + 5 * w->force_noise[0]);
  if (!field && w->wrong[0] == 0 && fabs(sum) > 3 * slope.error + rest)
    w->check->found |= RGS_DRAFT_FORCE_ONE_SIDED;
  return RGS_OK;
}

/* Torques alone may be of another reading of q than the energy: do they belong to its slopes there? */
static rgs_status look_at_misread(rgs_force_work *w) {
  static const uint32_t MISTAKES[] = { RGS_DRAFT_FORCE_QUATERNION_INVERSE, RGS_DRAFT_FORCE_UNTURNED,
                                       RGS_DRAFT_FORCE_QUATERNION_ORDER };
  rgs_status status = RGS_OK;
  for (int m = 0;
       m < (w->planar ? 2 : 3) && w->wrong[1] == RGS_DRAFT_FORCE_WRONG_TORQUE && status == RGS_OK;
       m++) {
    bool explained = true;
    rgs_fc_misread(w, MISTAKES[m]);
    for (int64_t i = 0; i < w->n_rows && explained && status == RGS_OK; i++) {
      rgs_slope tau[3] = { { 0, 0 } };
      for (int k = w->planar ? 2 : 0; k < 3 && status == RGS_OK; k++)
        status = rgs_fc_slope(w, (rgs_move){ RGS_MOVE_BODY, w->rows[i].body, k + 3, 0 }, 1,
                              w->largest[1], &tau[k]);
      explained = status == RGS_OK && rgs_fc_explains(w, &w->rows[i], tau);
      if (status == RGS_E_HOST) status = RGS_OK; /* bodies may overlap there */
    }
    if (explained) w->wrong[1] |= MISTAKES[m];
  }
  rgs_fc_stir(w, w->check->stir);
  return status;
}

/* In a larger cell a body may move by its vectors, unless the host uses another cell. */
static rgs_status look_at_larger_cell(rgs_force_work *w, double room) {
  rgs_move larger = { RGS_MOVE_CELL, -1, 0, 0.02 };
  rgs_status status = rgs_fc_evaluate(w, larger, NULL);
  const double energy = w->energy;
  larger.body = w->rows[0].body;
  for (; larger.axis < (w->planar ? 2 : 3) && status == RGS_OK; larger.axis++) {
    status = rgs_fc_evaluate(w, larger, NULL);
    if (fabs(w->energy - energy) > room && !(w->check->found & RGS_DRAFT_FORCE_NO_IMAGES))
      w->wrong[2] |= RGS_DRAFT_FORCE_FIXED_CELL;
  }
  return status;
}

static rgs_status look_at_cell(rgs_force_work *w) {
  double error[6] = { 0 };
  rgs_slope all;
  rgs_status status = RGS_OK;
  const double force = w->largest[0] * w->size + w->largest[1];
  const double room = 10 * w->check->noise + w->check->tolerance * force;
  for (int axis = 0; axis < (w->planar ? 2 : 3); axis++) {
    status = rgs_fc_evaluate(w, (rgs_move){ RGS_MOVE_IMAGE, w->rows[0].body, axis, 1 }, NULL);
    if (status != RGS_OK) return status;
    if (fabs(w->energy - w->check->energy) > room) w->check->found |= RGS_DRAFT_FORCE_NO_IMAGES;
  }
  if (!(w->what & RGS_EVAL_VIRIAL)) return RGS_OK;
  for (int axis = 0; axis < 6; axis++) {
    rgs_slope slope = { 0, 0 };
    if (!w->planar || axis < 2 || axis == 3)
      status = rgs_fc_slope(w, (rgs_move){ RGS_MOVE_STRAIN, 0, axis, 0 }, 1, force, &slope);
    /* A host whose box keeps its shape may refuse this cell. */
    if (status == RGS_E_HOST) slope = (rgs_slope){ 0, INFINITY };
    if (status != RGS_OK && status != RGS_E_HOST) return status;
    w->check->by_cell[AT[axis]] = -slope.value;
    error[axis] = slope.error;
  }
  status = rgs_fc_slope(w, (rgs_move){ RGS_MOVE_STRAIN, 0, 6, 0 }, 1, force, &all);
  if (status != RGS_OK) return status;
  rgs_fc_judge_virial(w, error, all);
  if (w->wrong[2] != RGS_DRAFT_FORCE_WRONG_VIRIAL) return RGS_OK; /* right, or explained */
  return look_at_larger_cell(w, room);
}

static rgs_status look(rgs_force_work *w) {
  rgs_status status = look_at_calls(w);
  if (status == RGS_OK) status = look_at_mark(w);
  if (status == RGS_OK) status = rgs_fc_noise(w);
  if (status == RGS_OK) status = rgs_fc_jump(w);
  for (int64_t i = 0; i < w->n_rows && status == RGS_OK; i++) status = look_at_row(w, &w->rows[i]);
  if (status != RGS_OK) return status;
  rgs_fc_judge_rows(w);
  status = look_at_misread(w);
  if (status == RGS_OK) status = look_together(w);
  if (status == RGS_OK && w->has_cell) status = look_at_cell(w);
  /* Has the host changed by being called? */
  if (status == RGS_OK) status = rgs_fc_evaluate(w, HERE, NULL);
  if (status == RGS_OK && !(w->check->found & RGS_DRAFT_FORCE_STALE) &&
      changed(w, w->fa) > w->check->tolerance)
    w->check->found |= RGS_DRAFT_FORCE_VARYING;
  if (w->jump > 20 * w->check->noise &&
      w->jump > w->check->tolerance * (w->rms[0] * w->size + w->rms[1]))
    w->check->found |= RGS_DRAFT_FORCE_JUMP;
  else
    w->jump = 0;
  if (status != RGS_OK) return status;
  if (w->kept) memset(w->wrong, 0, sizeof w->wrong); /* they are of another place */
  w->check->found |= w->wrong[0] | w->wrong[1] | w->wrong[2];
  rgs_fc_stir(w, 0); /* what the host keeps belongs to the bodies as they are */
  return rgs_fc_evaluate(w, HERE, NULL);
}

/* ---- the call -------------------------------------------------------------------------------- */
static rgs_status check_arguments(const rgs_bodies *b, rgs_force_work *w, const rgs_host *host,
                                  const rgs_draft_force_check *c, rgs_error *error) {
  if (b == NULL || host == NULL || c == NULL)
    return rgs_set_error(error, RGS_E_ARG, -1, "%s is null",
                         b == NULL      ? "bodies"
                         : host == NULL ? "host"
                                        : "check");
  if (c->head.abi != RGS_DRAFT_ABI_OF(RGS_DRAFT_FORCES) || c->head.size != sizeof *c)
    return rgs_set_error(error, RGS_E_ABI, -1,
                         "check.head is (%u, 0x%x); this library has drafts %u: set it with "
                         "RGS_DRAFT_HEAD, and compile with its header",
                         c->head.size, c->head.abi, RGS_DRAFT_FORCES);
  const rgs_status status = rgs_read_struct(&w->host, &rgs_host_layout, host, error);
  if (status != RGS_OK) return status;
  if (b->view.head.size == 0)
    return rgs_set_error(error, RGS_E_ORDER, -1, "no view is bound; call rgs_bodies_bind first");
  if (b->memory != &rgs_host_memory)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "the bodies are on a device; check the forces with bodies on the host");
  if (b->awaits_forces)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "these bodies are in a step that waits for forces; call "
                         "rgs_draft_check_forces between steps");
  const double numbers[] = { c->tolerance, c->length, c->stir, c->time };
  static const char *const names[] = { "tolerance", "length", "stir", "time" };
  for (int k = 0; k < 4; k++)
    if (!isfinite(numbers[k]) || (k < 2 && numbers[k] < 0))
      return rgs_set_error(error, RGS_E_ARG, -1, "check.%s is %g; must be finite%s", names[k],
                           numbers[k], k < 2 ? " and >= 0" : "");
  for (int k = 0; k < 12; k++) {
    const double given = k < 9 ? c->cell[k] : c->origin[k - 9];
    if (!isfinite(given))
      return rgs_set_error(error, RGS_E_ARG, -1, "check.%s[%d] is %g; must be finite",
                           k < 9 ? "cell" : "origin", k < 9 ? k : k - 9, given);
  }
  if (c->sample < 0 || c->n_rows < 0)
    return rgs_set_error(error, RGS_E_ARG, -1, "check.%s is %lld; must be >= 0",
                         c->sample < 0 ? "sample" : "n_rows",
                         (long long)(c->sample < 0 ? c->sample : c->n_rows));
  if (c->rows != NULL && c->row_size < sizeof *c->rows)
    return rgs_set_error(error, RGS_E_ARG, -1, "check.row_size is %zu; must be sizeof(*check.rows)",
                         c->row_size);
  const uint32_t needs = RGS_EVAL_FORCE | RGS_EVAL_ENERGY;
  if (w->host.eval == NULL || (needs & ~w->host.provides))
    return rgs_set_error(
        error, RGS_E_NEEDS, -1,
        "host.%s; forces are compared with the energy, so give a function eval that "
        "writes both, and provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY",
        w->host.eval == NULL ? "eval is null" : "provides has no energy");
  if (w->host.ranks > 1 || b->view.n_ghosts > 0)
    return rgs_set_error(
        error, RGS_E_NEEDS, -1,
        "host.ranks is %u, and the view has %lld ghosts; check forces with all bodies "
        "on one rank",
        w->host.ranks, (long long)b->view.n_ghosts);
  return RGS_OK;
}

/* A length for bodies that have none of their own: the mean of the others, or a part of how far bodies are
 * from each other. */
static double mean_size(const rgs_force_work *w) {
  const rgs_view *v = &w->bodies->view;
  double sum = 0, middle[3] = { 0 }, squares = 0;
  int64_t sized = 0;
  for (int64_t i = 0; i < w->n; i++) {
    const double size = rgs_fc_size(w, i);
    sum += size;
    sized += size > 0;
    for (int k = 0; k < 3; k++) middle[k] += RGS_AT(v->x, i, k) / (double)w->n;
  }
  if (sum > 0) return sum / (double)sized;
  for (int64_t i = 0; i < w->n; i++)
    for (int k = 0; k < 3; k++)
      squares += (RGS_AT(v->x, i, k) - middle[k]) * (RGS_AT(v->x, i, k) - middle[k]);
  const double apart = 0.1 * sqrt(squares / (double)w->n) / cbrt((double)w->n);
  if (apart > 0) return apart;
  const double far =
      0.01 * sqrt(middle[0] * middle[0] + middle[1] * middle[1] + middle[2] * middle[2]);
  return far > 0 ? far : 1;
}

static void begin(rgs_force_work *w, double *memory) {
  rgs_draft_force_check *c = w->check;
  const rgs_view *v = &w->bodies->view;
  w->as_bound = memory;
  w->base = w->as_bound + RGS_BOUND_DOUBLES * w->n;
  w->fa = w->base + RGS_BASE_DOUBLES * w->n;
  w->fb = w->fa + RGS_FORCE_DOUBLES * w->n;
  const bool levels = (w->host.provides & RGS_DRAFT_EVAL_SLOW) != 0;
  w->slow = levels ? w->fb + RGS_FORCE_DOUBLES * w->n : NULL;
  w->rows = (rgs_draft_force_row *)(void *)(w->fb + 2 * RGS_FORCE_DOUBLES * w->n);
  for (int64_t i = 0; i < w->n_rows; i++) w->rows[i].body = i * w->n / w->n_rows;
  for (int64_t i = 0; i < w->n; i++) {
    double *to = w->as_bound + RGS_BOUND_DOUBLES * i;
    rgs_get(&v->x, i, 3, to);
    rgs_get(&v->q, i, 4, to + 3);
    rgs_get(&v->f, i, 3, to + 7);
    rgs_get(&v->tau, i, 3, to + 10);
  }
  for (int k = 0; k < 9; k++) w->has_cell |= c->cell[k] != 0;
  w->planar = (v->flags & RGS_VIEW_PLANAR) != 0;
  w->what = RGS_EVAL_FORCE | RGS_EVAL_ENERGY;
  if (w->has_cell) w->what |= w->host.provides & (uint32_t)RGS_EVAL_VIRIAL;
  if (c->tolerance == 0) c->tolerance = 1e-3;
  if (c->stir == 0) c->stir = 0.05;
  w->size = c->length > 0 ? c->length : mean_size(w);
  rgs_fc_stir(w, c->stir);
  c->found = 0;
  c->virial_off = 0;
  memset(c->by_cell, 0, sizeof c->by_cell);
  c->evaluations = 0;
}

rgs_status rgs_draft_check_forces(rgs_bodies *b, const rgs_host *host, rgs_draft_force_check *c,
                                  rgs_error *error) {
  rgs_force_work w = { .bodies = b, .check = c, .error = error };
  rgs_status status = check_arguments(b, &w, host, c, error);
  if (status == RGS_OK) status = rgs_check_all_bodies(&b->view, false, error);
  if (status != RGS_OK) return status;
  const rgs_draft_force_check given = *c;
  w.n = b->view.n;
  w.n_rows = c->sample > 0 ? c->sample : 8;
  if (w.n_rows > w.n) w.n_rows = w.n;
  if (w.n == 0) return rgs_set_error(error, RGS_E_ARG, -1, "the view has no bodies to check");
  const size_t each =
      (RGS_BOUND_DOUBLES + RGS_BASE_DOUBLES + 3 * RGS_FORCE_DOUBLES) * sizeof(double);
  const size_t size = (size_t)w.n * each + (size_t)w.n_rows * sizeof *w.rows;
  double *memory = rgs_alloc(&b->context->allocator, size);
  if (memory == NULL) return rgs_set_error_memory(error, size);
  begin(&w, memory);
  status = look(&w);
  rgs_fc_put_back(&w);
  if (status == RGS_OK) {
    rgs_fc_report(&w);
    if (w.n_rows > c->n_rows || c->rows == NULL) w.n_rows = c->rows == NULL ? 0 : c->n_rows;
    for (int64_t i = 0; i < w.n_rows; i++)
      memcpy((char *)c->rows + (size_t)i * c->row_size, &w.rows[i], sizeof *w.rows);
    c->n_rows = w.n_rows;
  } else {
    *c = given;
  }
  rgs_free(&b->context->allocator, memory, size);
  return status;
}
