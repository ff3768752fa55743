/* SPDX-License-Identifier: BSD-3-Clause */
#include "host_fake.h"
#include "kept.h"
#include "plain_body.h"
#include "rotations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- bodies ---------------------------------------------------------------------------------- */
#define COLUMN(name, components)                                                                   \
  { offsetof(rgs_view, name), components }
static const struct {
  size_t offset;
  int components;
} columns[] = { COLUMN(x, 3),    COLUMN(p, 3),       COLUMN(q, 4),  COLUMN(l, 3),
                COLUMN(mass, 1), COLUMN(inertia, 3), COLUMN(f, 3),  COLUMN(tau, 3),
                COLUMN(gf, 3),   COLUMN(gtau, 3),    COLUMN(aux, 0) };
enum { N_COLUMNS = sizeof columns / sizeof columns[0] };

static rgs_column *column(const rgs_view *view, int k) {
  return (rgs_column *)(void *)((char *)(uintptr_t)view + columns[k].offset);
}
static int components(const fake_bodies *b, int k) {
  return k == N_COLUMNS - 1 ? (int)b->aux : columns[k].components;
}

static void *must(void *memory) {
  if (!memory) {
    fprintf(stderr, "the test itself is out of memory\n");
    exit(2);
  }
  return memory;
}

static void free_bodies(void *bodies) {
  fake_bodies *b = bodies;
  free(b->id);
  free(b->memory);
  free(b);
}

fake_bodies *fake_bodies_new(int64_t n, int layout, uint32_t aux) {
  static uint64_t revision = 0;
  fake_bodies *b = must(calloc(1, sizeof *b));
  const ptrdiff_t width = FAKE_ALL + (ptrdiff_t)aux;
  b->n = n;
  b->aux = aux;
  b->id = must(calloc((size_t)n + 1, sizeof *b->id));
  b->doubles = (size_t)(layout == FAKE_STRIDED ? n * (2 * width + 3) : n * width);
  b->memory = must(calloc(b->doubles + 1, sizeof(double)));
  /* Gaps hold a value of their own, so that a write into them shows. */
  for (size_t i = 0; i < b->doubles; i++) b->memory[i] = 12345.0;
  double *first = b->memory, *last = first + (n > 0 ? (n - 1) * width : 0);
  const int numbers = n > 0 ? (int)width : 0;
  switch (layout) {
  case FAKE_SOA: b->view = view_laid_out(first, n, n, 1, n, numbers); break;
  case FAKE_AOS: b->view = view_laid_out(first, n, 1, width, 1, numbers); break;
  case FAKE_STRIDED: b->view = view_laid_out(first + 1, n, 2, 2 * width + 3, 2, numbers); break;
  default: b->view = view_laid_out(last, n, 1, -width, 1, numbers);
  }
  b->view.revision = ++revision;
  for (int64_t i = 0; i < n; i++) b->id[i] = i;
  return keep(b, free_bodies);
}

/* A number in [-1,1) that depends on its arguments only. */
static double noise(uint64_t id, uint64_t k) {
  uint64_t z = id * 0x9e3779b97f4a7c15u + (k + 1) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (double)(int64_t)(z >> 11) * 0x1p-52 - 1;
}

void fake_body_fill(fake_bodies *b, int64_t i, int64_t id) {
  const rgs_view *v = &b->view;
  const uint64_t u = (uint64_t)id;
  b->id[i] = id;
  RGS_AT(v->mass, i, 0) = 1.5 + noise(u, 20);
  /* Point masses on three axes: obeys the triangle inequality by construction. */
  const double e[3] = { 1.2 + noise(u, 21), 1.3 + noise(u, 22), 1.4 + noise(u, 23) };
  double q[4], norm = 0;
  for (int k = 0; k < 3; k++) {
    RGS_AT(v->x, i, k) = noise(u, k);
    RGS_AT(v->p, i, k) = noise(u, 3 + k);
    RGS_AT(v->l, i, k) = 1.5 * noise(u, 6 + k);
    RGS_AT(v->inertia, i, k) = e[(k + 1) % 3] + e[(k + 2) % 3];
    RGS_AT(v->f, i, k) = RGS_AT(v->tau, i, k) = 0;
    RGS_AT(v->gf, i, k) = RGS_AT(v->gtau, i, k) = 0;
  }
  for (int k = 0; k < 4; k++) {
    q[k] = noise(u, 9 + k) + (k == 0);
    norm += q[k] * q[k];
  }
  for (int k = 0; k < 4; k++) RGS_AT(v->q, i, k) = q[k] / sqrt(norm);
  for (uint32_t k = 0; k < b->aux; k++) RGS_AT(v->aux, i, k) = 0;
}

fake_bodies *fake_bodies_filled(int64_t n, int layout, uint32_t aux) {
  fake_bodies *b = fake_bodies_new(n, layout, aux);
  for (int64_t i = 0; i < n; i++) fake_body_fill(b, i, i);
  return b;
}

void fake_body_copy(fake_bodies *to, int64_t j, const fake_bodies *from, int64_t i) {
  to->id[j] = from->id[i];
  for (int k = 0; k < N_COLUMNS; k++) {
    const rgs_column *d = column(&to->view, k), *s = column(&from->view, k);
    for (int c = 0; c < components(to, k); c++) RGS_AT(*d, j, c) = RGS_AT(*s, i, c);
  }
}

void fake_set_state(fake_bodies *to, const fake_bodies *from) {
  for (int64_t i = 0; i < to->n; i++)
    for (int k = 0; k < 4; k++)
      for (int c = 0; c < columns[k].components; c++)
        RGS_AT(*column(&to->view, k), i, c) = RGS_AT(*column(&from->view, k), i, c);
}

double *fake_state(const fake_bodies *b) {
  double *state = must(calloc((size_t)b->n * FAKE_STATE + 1, sizeof(double)));
  for (int64_t i = 0; i < b->n; i++) {
    double *at = state;
    for (int64_t j = 0; j < b->n; j++) at += b->id[j] < b->id[i] ? FAKE_STATE : 0;
    for (int k = 0; k < 4; k++)
      for (int c = 0; c < columns[k].components; c++) *at++ = RGS_AT(*column(&b->view, k), i, c);
  }
  return keep(state, free);
}

double *fake_snapshot(const fake_bodies *b) {
  double *copy = must(malloc((b->doubles + 1) * sizeof(double)));
  memcpy(copy, b->memory, b->doubles * sizeof(double));
  return keep(copy, free);
}

bool fake_unchanged(const fake_bodies *b, const double *snapshot) {
  return memcmp(b->memory, snapshot, b->doubles * sizeof(double)) == 0;
}

static const double along[3] = { 0.48, -0.6, 0.64 },
                    arms[2][3] = { { 0.3, -0.5, 0.7 }, { 0, 0, 0.9 } };

typedef struct one_body {
  double x[3], m[3][3], d[3], k, a, c;
} one_body;

static one_body place(const fake_host *h, const rgs_view *v, int64_t i, int64_t id, double time) {
  one_body o;
  double q[4];
  const double *arm = arms[h->rods];
  const double s = h->strength * (h->driven ? 1 + 0.5 * sin(time) : 1);
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, i, k);
  rotation_matrix(q, o.m);
  for (int k = 0; k < 3; k++) {
    o.x[k] = RGS_AT(v->x, i, k);
    o.d[k] = o.m[k][0] * arm[0] + o.m[k][1] * arm[1] + o.m[k][2] * arm[2];
  }
  o.k = s * (1 + 0.125 * (double)(id % 7));
  o.a = s * (0.8 - 0.0625 * (double)(id % 5));
  o.c = s * 0.25;
  return o;
}

/* f = -k x - c d,  tau = d x (-dU/dd),  -dU/dd = -a u - c x. */
static void forces(const one_body *o, double f[3], double tau[3]) {
  double g[3];
  for (int k = 0; k < 3; k++) {
    f[k] = -o->k * o->x[k] - o->c * o->d[k];
    g[k] = -o->a * along[k] - o->c * o->x[k];
  }
  cross(o->d, g, tau);
}

/* What is asked for of the three terms. */
static one_body level_of(const one_body *o, const fake_host *h, uint32_t what) {
  static const double slow[3] = { 0.25, 0.625, 0.5 };
  one_body part = *o;
  double *const terms[] = { &part.k, &part.a, &part.c };
  for (int k = 0; k < 3 && (h->host.provides & RGS_DRAFT_EVAL_SLOW); k++)
    *terms[k] *= what & RGS_DRAFT_EVAL_SLOW ? slow[k] : 1 - slow[k];
  return part;
}

/* The same two along the displacement x' = f/m, d' = w x d with w = J^-1 tau. */
static void gradients(const one_body *o, const rgs_view *v, int64_t i, const double f[3],
                      const double tau[3], double gf[3], double gtau[3]) {
  double w[3] = { 0, 0, 0 }, dd[3], g[3], dg[3], dx[3], one[3], two[3];
  for (int k = 0; k < 3; k++) {
    const double body = o->m[0][k] * tau[0] + o->m[1][k] * tau[1] + o->m[2][k] * tau[2];
    const double inertia = RGS_AT(v->inertia, i, k);
    const double turn = inertia > 0 ? body / inertia : 0;
    for (int j = 0; j < 3; j++) w[j] += o->m[j][k] * turn;
    dx[k] = f[k] / RGS_AT(v->mass, i, 0);
  }
  cross(w, o->d, dd);
  for (int k = 0; k < 3; k++) {
    gf[k] = -o->k * dx[k] - o->c * dd[k];
    g[k] = -o->a * along[k] - o->c * o->x[k];
    dg[k] = -o->c * dx[k];
  }
  cross(dd, g, one);
  cross(o->d, dg, two);
  for (int k = 0; k < 3; k++) gtau[k] = one[k] + two[k];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

int fake_eval(void *self, rgs_eval *request, const rgs_view *view) {
  fake_host *h = self;
  h->calls++;
  if (h->before && h->before(h)) return 9;
  if (h->fail_at == h->calls) return 7;
  /* After a rebind inside the callback the view handed in may be the old one. */
  const rgs_view *v = h->before ? &h->bodies->view : view;
  const double scale = h->host.force_scale ? h->host.force_scale : 1;
  double energy = 0, virial[9] = { 0 };
  int64_t system = -1;
  if (h->calls <= (int64_t)(sizeof h->times / sizeof h->times[0]))
    h->times[h->calls - 1] = request->time;
  for (uint32_t k = 0; k < request->n_sum; k++) request->sum[k] *= h->host.ranks;
  if (request->what == RGS_EVAL_REDUCTION) return 0;
  h->last_time = request->time;
  h->last_what = request->what;
  h->forces += (request->what & RGS_EVAL_FORCE) != 0;
  h->slow_forces += (request->what & RGS_DRAFT_EVAL_SLOW) != 0;
  h->energies += (request->what & RGS_EVAL_ENERGY) != 0;
  h->gradients += (request->what & RGS_EVAL_GRADIENT) != 0;
  for (int64_t i = 0; i < v->n; i++) {
    const one_body o = place(h, v, i, h->bodies->id[i], request->time);
    double f[3], tau[3], gf[3], gtau[3];
    const one_body level = level_of(&o, h, request->what);
    forces(&o, f, tau);
    for (int k = 0; k < 9; k++) virial[k] += f[k / 3] * o.x[k % 3] / scale;
    forces(&level, f, tau);
    for (int k = 0; k < 3 && request->what != RGS_EVAL_ENERGY; k++) {
      RGS_AT(v->f, i, k) = f[k] / scale;
      RGS_AT(v->tau, i, k) = tau[k] / scale;
    }
    if (request->what & RGS_EVAL_GRADIENT) {
      gradients(&o, v, i, f, tau, gf, gtau);
      for (int k = 0; k < 3; k++) {
        RGS_AT(v->gf, i, k) = gf[k] / scale;
        RGS_AT(v->gtau, i, k) = gtau[k] / scale;
      }
    }
    const double own = o.k / 2 * dot(o.x, o.x) + o.a * dot(along, o.d) + o.c * dot(o.x, o.d);
    energy += own;
    if (h->energy_of == NULL || !(request->what & RGS_EVAL_ENERGY)) continue;
    if (i == 0 || h->system[i] != h->system[i - 1]) h->energy_of[++system] = 0;
    h->energy_of[system] += own;
  }
  if (request->what & RGS_EVAL_VIRIAL) memcpy(request->virial, virial, sizeof virial);
  if (request->what & RGS_EVAL_ENERGY && h->energy_of == NULL) request->energy = energy / scale;
  h->last_energy = energy;
  const int spoilt = h->spoil_component;
  if (h->spoil_at == h->calls)
    RGS_AT(spoilt < 3 ? v->f : v->tau, h->spoil_body, spoilt % 3) = h->spoil_value;
  return h->after ? h->after(h, request) : 0;
}

void fake_host_init(fake_host *h, fake_bodies *b) {
  memset(h, 0, sizeof *h);
  h->host = (rgs_host){
    .head = RGS_HEAD(rgs_host), .self = h, .provides = RGS_EVAL_FORCE, .eval = fake_eval, .ranks = 1
  };
  h->bodies = b;
  h->strength = 1;
}

double fake_kinetic_translation(const fake_bodies *b) {
  double sum = 0;
  for (int64_t i = 0; i < b->n; i++) {
    const double m = RGS_AT(b->view.mass, i, 0);
    double pp = 0;
    for (int k = 0; k < 3; k++) pp += RGS_AT(b->view.p, i, k) * RGS_AT(b->view.p, i, k);
    sum += b->view.flags & RGS_VIEW_P_IS_VELOCITY ? m * pp / 2 : pp / (2 * m);
  }
  return sum;
}

void fake_kinetic_axes(const fake_bodies *b, double energy[3], double freedom[3]) {
  for (int k = 0; k < 3; k++) energy[k] = freedom[k] = 0;
  for (int64_t i = 0; i < b->n; i++) {
    double q[4], l[3], m[3];
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(b->view.q, i, k);
    for (int k = 0; k < 3; k++) l[k] = RGS_AT(b->view.l, i, k);
    turn_vector(q, 1, l, m);
    for (int k = 0; k < 3; k++) {
      const double inertia = RGS_AT(b->view.inertia, i, k);
      if (inertia > 0) energy[k] += m[k] * m[k] / (2 * inertia);
      freedom[k] += inertia > 0;
    }
  }
}

double fake_kinetic_rotation(const fake_bodies *b) {
  double axes[3], freedom[3];
  fake_kinetic_axes(b, axes, freedom);
  return axes[0] + axes[1] + axes[2];
}

/* ---- memory ---------------------------------------------------------------------------------- */
/* A block remembers its size in front, so that a release with another size shows. */
enum { FRONT = 32 };

static void *counting_alloc(void *self, size_t size) {
  fake_memory *m = self;
  m->allocations++;
  if (m->fail_at && (m->allocations == m->fail_at || (m->for_good && m->allocations > m->fail_at)))
    return NULL;
  char *block = must(malloc(size + FRONT));
  memcpy(block, &size, sizeof size);
  memset(block + FRONT, 0xa5, size); /* nobody may count on zeros */
  m->live++;
  m->live_bytes += (int64_t)size;
  return block + FRONT;
}

static void counting_release(void *self, void *memory, size_t size) {
  fake_memory *m = self;
  if (!memory) return;
  char *block = (char *)memory - FRONT;
  size_t was;
  memcpy(&was, block, sizeof was);
  m->wrong_size += was != size;
  m->live--;
  m->live_bytes -= (int64_t)was;
  memset(memory, 0x5a, was);
  free(block);
}

void fake_memory_init(fake_memory *m) {
  memset(m, 0, sizeof *m);
  m->allocator = (rgs_allocator){ RGS_HEAD(rgs_allocator), m, counting_alloc, counting_release };
}

/* ---- bits ------------------------------------------------------------------------------------ */
uint64_t fake_hash(const void *data, size_t size) {
  const unsigned char *p = data;
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size; i++) hash = (hash ^ p[i]) * 0x100000001b3u;
  return hash;
}
