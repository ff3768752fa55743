/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table.c - the outputs that every method has, the method's own, and the lines of the table.
 */
#include "table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what every method can show -------------------------------------------------------------- */
static void position(const rgs_view *v, int64_t i, double *out) {
  for (int k = 0; k < 3; k++) out[k] = RGS_AT(v->x, i, k);
}
static void momentum(const rgs_view *v, int64_t i, double *out) {
  for (int k = 0; k < 3; k++) out[k] = RGS_AT(v->p, i, k);
}
static void velocity(const rgs_view *v, int64_t i, double *out) {
  for (int k = 0; k < 3; k++) out[k] = RGS_AT(v->p, i, k) / RGS_AT(v->mass, i, 0);
}
static void orientation(const rgs_view *v, int64_t i, double *out) {
  for (int k = 0; k < 4; k++) out[k] = RGS_AT(v->q, i, k);
}
static void angular_momentum(const rgs_view *v, int64_t i, double *out) {
  for (int k = 0; k < 3; k++) out[k] = RGS_AT(v->l, i, k);
}
/* Into the body frame: v - 2 w (e x v) + 2 e x (e x v). */
static void body_momentum(const rgs_view *v, int64_t i, double *out) {
  const double w = RGS_AT(v->q, i, 0);
  double l[3], e[3], once[3];
  angular_momentum(v, i, l);
  for (int k = 0; k < 3; k++) e[k] = RGS_AT(v->q, i, 1 + k);
  for (int k = 0; k < 3; k++)
    once[k] = e[(k + 1) % 3] * l[(k + 2) % 3] - e[(k + 2) % 3] * l[(k + 1) % 3];
  for (int k = 0; k < 3; k++)
    out[k] = l[k] - 2 * w * once[k] +
             2 * (e[(k + 1) % 3] * once[(k + 2) % 3] - e[(k + 2) % 3] * once[(k + 1) % 3]);
}
/* An axis without inertia does not spin. */
static void angular_velocity(const rgs_view *v, int64_t i, double *out) {
  body_momentum(v, i, out);
  for (int k = 0; k < 3; k++) {
    const double moment = RGS_AT(v->inertia, i, k);
    if (v->aux.data != NULL) out[k] -= RGS_AT(v->aux, i, k);
    out[k] = moment > 0 ? out[k] / moment : 0;
  }
}
static void third_axis(const rgs_view *v, int64_t i, double *out) {
  const double w = RGS_AT(v->q, i, 0), x = RGS_AT(v->q, i, 1);
  const double y = RGS_AT(v->q, i, 2), z = RGS_AT(v->q, i, 3);
  out[0] = 2 * (x * z + w * y);
  out[1] = 2 * (y * z - w * x);
  out[2] = w * w - x * x - y * y + z * z;
}

static const struct {
  const char *name;
  int n;
  const char *column[4];
  void (*get)(const rgs_view *view, int64_t i, double *out);
} BODY_OUTPUTS[] = {
  { "position", 3, { "x", "y", "z" }, position },
  { "velocity", 3, { "vx", "vy", "vz" }, velocity },
  { "momentum", 3, { "px", "py", "pz" }, momentum },
  { "orientation", 4, { "qw", "qx", "qy", "qz" }, orientation },
  { "angular_velocity", 3, { "w1", "w2", "w3" }, angular_velocity },
  { "angular_momentum", 3, { "lx", "ly", "lz" }, angular_momentum },
  { "body_momentum", 3, { "l1", "l2", "l3" }, body_momentum },
  { "third_axis", 3, { "ax", "ay", "az" }, third_axis },
};
enum { N_BODY_OUTPUTS = sizeof BODY_OUTPUTS / sizeof *BODY_OUTPUTS, MOST_COMPONENTS = 4 };
static const char *const ENERGIES[] = { "energy", "kinetic", "potential" };

static const char *const DEFAULTS[] = { "time", "position", "orientation", "angular_momentum",
                                        "energy" };

static int n_outputs(const problem *p) {
  return p->n_outputs ? p->n_outputs : (int)(sizeof DEFAULTS / sizeof *DEFAULTS);
}
static const char *output(const problem *p, int i) {
  return p->n_outputs ? p->output[i] : DEFAULTS[i];
}

static int body_output(const char *name) {
  int k = 0;
  while (k < N_BODY_OUTPUTS && strcmp(BODY_OUTPUTS[k].name, name) != 0) k++;
  return k;
}
static bool is_energy(const char *name) {
  for (size_t k = 0; k < sizeof ENERGIES / sizeof *ENERGIES; k++)
    if (strcmp(ENERGIES[k], name) == 0) return true;
  return false;
}
static const rgs_output_info *method_output(const table *t, const char *name) {
  for (int64_t i = 0; i < rgs_method_output_count(t->method); i++) {
    const rgs_output_info *info = rgs_method_output_at(t->method, i);
    if (strcmp(info->key, name) == 0) return info;
  }
  return NULL;
}
static int64_t numbers_of(const table *t, const rgs_output_info *info) {
  return info->components * (info->flags & RGS_OUTPUT_PER_BODY ? t->view.n : 1);
}

/* ---- opening --------------------------------------------------------------------------------- */
/* The potential energy is evaluated with columns of its own, because the stepper relies on the
 * forces in the view. */
static bool own_columns(table *t) {
  const size_t n = (size_t)t->view.n;
  rgs_column *const columns[] = { &t->view.f, &t->view.tau, &t->view.gf, &t->view.gtau };
  t->room = calloc(12 * n + (size_t)t->room_size, sizeof *t->room);
  for (size_t k = 0; t->room && k < 4; k++) *columns[k] = (rgs_column){ t->room + 3 * n * k, 3, 1 };
  return t->room != NULL;
}

bool table_open(table *t, char *flaw, size_t size) {
  for (int i = 0; i < n_outputs(t->problem); i++) {
    const char *name = output(t->problem, i);
    const rgs_output_info *info = method_output(t, name);
    if (is_energy(name))
      t->wants_potential |= strcmp(name, "kinetic") != 0;
    else if (info && numbers_of(t, info) > t->room_size)
      t->room_size = numbers_of(t, info);
    else if (!info && strcmp(name, "time") != 0 && body_output(name) == N_BODY_OUTPUTS) {
      size_t used = (size_t)snprintf(flaw, size, "no output '%s'; one of time", name);
      for (int k = 0; k < N_BODY_OUTPUTS && used < size; k++)
        used += (size_t)snprintf(flaw + used, size - used, " %s", BODY_OUTPUTS[k].name);
      for (size_t k = 0; k < sizeof ENERGIES / sizeof *ENERGIES && used < size; k++)
        used += (size_t)snprintf(flaw + used, size - used, " %s", ENERGIES[k]);
      for (int64_t k = 0; k < rgs_method_output_count(t->method) && used < size; k++)
        used += (size_t)snprintf(flaw + used, size - used, " %s",
                                 rgs_method_output_at(t->method, k)->key);
      return false;
    }
  }
  if (own_columns(t)) return true;
  snprintf(flaw, size, "out of memory");
  return false;
}

void table_close(table *t) { free(t->room); }

/* ---- lines ----------------------------------------------------------------------------------- */
static void begin(table *t) {
  if (t->columns++) putc(',', t->file);
}
static void end(table *t) {
  putc('\n', t->file);
  t->columns = 0;
}

/* Of several bodies, and of several components without names, columns carry numbers from 1 on. */
static void name_column(table *t, const char *name, int64_t component, int64_t body) {
  begin(t);
  fputs(name, t->file);
  if (component > 0) fprintf(t->file, "_%" PRId64, component);
  if (body >= 0 && t->view.n > 1) fprintf(t->file, ".%" PRId64, body + 1);
}

static void name_columns(table *t, const char *name) {
  const int own = body_output(name);
  const rgs_output_info *info = method_output(t, name);
  if (own < N_BODY_OUTPUTS) {
    for (int64_t i = 0; i < t->view.n; i++)
      for (int k = 0; k < BODY_OUTPUTS[own].n; k++)
        name_column(t, BODY_OUTPUTS[own].column[k], 0, i);
  } else if (info) {
    const bool each = info->flags & RGS_OUTPUT_PER_BODY;
    for (int64_t i = 0; i < (each ? t->view.n : 1); i++)
      for (int64_t k = 0; k < info->components; k++)
        name_column(t, name, info->components > 1 ? k + 1 : 0, each ? i : -1);
  } else {
    name_column(t, name, 0, -1);
  }
}

void table_names(table *t) {
  for (int i = 0; i < n_outputs(t->problem); i++) name_columns(t, output(t->problem, i));
  end(t);
}

static void put(table *t, double value) {
  begin(t);
  fprintf(t->file, "%.17g", value);
}

static rgs_status put_method_output(table *t, const rgs_output_info *info, rgs_error *error) {
  const int64_t n = numbers_of(t, info);
  double *values = t->room + 12 * t->view.n;
  const rgs_status status = rgs_stepper_output(t->stepper, info->key, values, n, error);
  if (status < 0 && status != RGS_E_ORDER) return status;
  for (int64_t i = 0; i < n; i++)
    put(t, status == RGS_OK ? values[i] : (double)NAN); /* not known yet */
  return RGS_OK;
}

static rgs_status energies(table *t, double *kinetic, double *potential, rgs_error *error) {
  double translation, rotation;
  rgs_eval request = { .head = RGS_HEAD(rgs_eval),
                       .what = RGS_EVAL_ENERGY,
                       .time = rgs_stepper_time(t->stepper) };
  const rgs_status status = rgs_bodies_energy(t->bodies, &translation, &rotation, error);
  if (status != RGS_OK) return status;
  *kinetic = translation + rotation;
  if (t->wants_potential && forces_eval(t->forces, &request, &t->view) != 0) return RGS_E_HOST;
  *potential = request.energy;
  return RGS_OK;
}

rgs_status table_row(table *t, rgs_error *error) {
  double kinetic = 0, potential = 0;
  rgs_status status = energies(t, &kinetic, &potential, error);
  for (int i = 0; i < n_outputs(t->problem) && status == RGS_OK; i++) {
    const char *name = output(t->problem, i);
    const int own = body_output(name);
    const rgs_output_info *info = method_output(t, name);
    if (own < N_BODY_OUTPUTS)
      for (int64_t b = 0; b < t->view.n; b++) {
        double values[MOST_COMPONENTS];
        BODY_OUTPUTS[own].get(&t->view, b, values);
        for (int k = 0; k < BODY_OUTPUTS[own].n; k++) put(t, values[k]);
      }
    else if (info)
      status = put_method_output(t, info, error);
    else if (strcmp(name, "time") == 0)
      put(t, rgs_stepper_time(t->stepper));
    else
      put(t, *name == 'k' ? kinetic : *name == 'p' ? potential : kinetic + potential);
  }
  if (status == RGS_OK) end(t);
  return status;
}
