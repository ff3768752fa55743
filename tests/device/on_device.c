/* SPDX-License-Identifier: BSD-3-Clause
 *
 * on_device.c - puts the bodies of any program on a device: LD_PRELOAD=rigidstep_on_device.so PROGRAM.
 *
 * The program keeps its arrays.  Before each call that may read bodies they are copied to the device, and
 * after it back; so is what host.eval sees and writes.  Methods without kernels stay on the host.
 *
 *   RIGIDSTEP_ON_DEVICE     name of the device; emulated if it is not set
 *   RIGIDSTEP_CHECK_EVERY   rgs_draft_device_spec.check_every
 *   RIGIDSTEP_ON_DEVICE_COUNT  if it is set, the number of steppers on the device is printed at the end
 */
#define _GNU_SOURCE /* for RTLD_NEXT */
#include <dlfcn.h>
#include <rigidstep/draft_device.h>
#include <rigidstep/ensemble.h>
#include <rigidstep/rigidstep.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  COLUMNS = 12,
  CHANGED = 9,
  AUX = 8,
  MOST_AUX = 128
}; /* the library changes the first ones */
static const size_t offset[COLUMNS] = {
  offsetof(rgs_view, x),    offsetof(rgs_view, p),       offsetof(rgs_view, q),
  offsetof(rgs_view, l),    offsetof(rgs_view, f),       offsetof(rgs_view, tau),
  offsetof(rgs_view, gf),   offsetof(rgs_view, gtau),    offsetof(rgs_view, aux),
  offsetof(rgs_view, mass), offsetof(rgs_view, inertia), offsetof(rgs_view, thermostatted)
};
static const int components[COLUMNS] = { 3, 3, 4, 3, 3, 3, 3, 3, MOST_AUX, 1, 3, 1 };

typedef struct mirror { /* of bodies */
  struct mirror *next;
  rgs_bodies *bodies;
  rgs_draft_device *device;
  rgs_view host, there;
  int bound, on_host, aux;
  double *memory, *packed; /* all columns and tags, one after the other; the same on the host */
  size_t size;
} mirror;
typedef struct driver { /* a stepper */
  struct driver *next;
  rgs_stepper *stepper;
  mirror *of;
  rgs_host host;
} driver;
static mirror *mirrors;
static driver *drivers;
static int on_device, on_host;

/* The library's own function of this name. */
#define REAL(name)                                                                                 \
  static __typeof__(name) *real;                                                                   \
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, #name)

static mirror *mirror_of(const rgs_bodies *b) {
  mirror *m = mirrors;
  while (m != NULL && m->bodies != b) m = m->next;
  return m;
}
static driver *driver_of(const rgs_stepper *s) {
  driver *d = drivers;
  while (d != NULL && d->stepper != s) d = d->next;
  return d;
}
static rgs_column *column(rgs_view *v, int c) { return (rgs_column *)((char *)v + offset[c]); }

/* ---- copies ---------------------------------------------------------------------------------- */

static void move(mirror *m, int c, int to_device) {
  const rgs_column *here = column(&m->host, c), *there = column(&m->there, c);
  const int each = c == AUX ? m->aux : components[c];
  if (here->data == NULL) return;
  double *packed = m->packed + (there->data - m->memory);
  for (int64_t i = 0; i < m->host.n; i++)
    for (int k = 0; k < each; k++) {
      double *a = &packed[i * there->body + k * there->comp], *b = &RGS_AT(*here, i, k);
      memcpy(to_device ? a : b, to_device ? b : a, sizeof *a);
    }
}

static void push(mirror *m) {
  if (m == NULL || !m->bound || m->on_host || m->host.n == 0) return;
  for (int c = 0; c < COLUMNS; c++) move(m, c, 1);
  if (m->host.tag != NULL)
    memcpy(m->packed + ((const double *)(const void *)m->there.tag - m->memory), m->host.tag,
           (size_t)m->host.n * sizeof(int64_t));
  rgs_draft_device_copy(m->device, m->memory, m->packed, m->size, 1, NULL);
}

static void pop(mirror *m) {
  if (m == NULL || !m->bound || m->on_host || m->host.n == 0) return;
  rgs_draft_device_copy(m->device, m->packed, m->memory, m->size, 0, NULL);
  for (int c = 0; c < CHANGED; c++) move(m, c, 0);
}

/* Columns of the device: body after body where the host has them so, else component after component. */
static void make_columns(mirror *m, const rgs_view *view) {
  const size_t n = (size_t)view->n;
  size_t doubles = n, at = n; /* the tags come first */
  m->host = m->there = *view;
  for (int c = 0; c < COLUMNS; c++)
    if (column(&m->host, c)->data != NULL) doubles += n * (size_t)components[c];
  if (doubles * sizeof(double) != m->size) {
    rgs_draft_device_release(m->device, m->memory);
    free(m->packed);
    m->size = doubles * sizeof(double);
    m->memory = rgs_draft_device_allocate(m->device, m->size);
    m->packed = calloc(1, m->size);
  }
  for (int c = 0; c < COLUMNS && n > 0; c++) {
    rgs_column *there = column(&m->there, c);
    if (there->data == NULL) continue;
    const int rows = labs((long)there->body) >= labs((long)there->comp);
    there->data = m->memory + at;
    there->body = rows ? components[c] : 1;
    there->comp = rows ? 1 : view->n;
    at += n * (size_t)components[c];
  }
  if (view->tag != NULL && n > 0) m->there.tag = (const int64_t *)(const void *)m->memory;
}

/* ---- bodies ---------------------------------------------------------------------------------- */

rgs_status rgs_bodies_create(rgs_context *c, int64_t capacity, rgs_bodies **out, rgs_error *error) {
  REAL(rgs_bodies_create);
  const rgs_status status = real(c, capacity, out, error);
  if (status != RGS_OK) return status;
  const char *name = getenv("RIGIDSTEP_ON_DEVICE"), *every = getenv("RIGIDSTEP_CHECK_EVERY");
  rgs_draft_device_spec spec = RGS_DRAFT_DEVICE_SPEC_INIT;
  rgs_error why = RGS_ERROR_INIT;
  mirror *m = calloc(1, sizeof *m);
  if (every != NULL) spec.check_every = (uint32_t)atoi(every);
  m->bodies = *out;
  if (rgs_draft_device_open(c, name != NULL ? name : "emulated", &spec, &m->device, &why) !=
          RGS_OK ||
      rgs_draft_bodies_on(*out, m->device, &why) != RGS_OK) {
    fprintf(stderr, "on_device: %s\n", why.text);
    exit(1);
  }
  m->next = mirrors;
  mirrors = m;
  return RGS_OK;
}

rgs_status rgs_bodies_bind(rgs_bodies *b, const rgs_view *view, rgs_error *error) {
  REAL(rgs_bodies_bind);
  rgs_error room = RGS_ERROR_INIT;
  mirror *m = mirror_of(b);
  /* All other checks come before the check of addresses. */
  rgs_status status = real(b, view, &room);
  if (status != RGS_OK && strstr(room.text, "not on device") == NULL) return real(b, view, error);
  rgs_view whole = { .n = 0 };
  memcpy(&whole, view, view->head.size < sizeof whole ? view->head.size : sizeof whole);
  if (m->on_host) {
    m->host = whole;
    m->bound = 1;
    return RGS_OK;
  }
  make_columns(m, &whole);
  status = real(b, &m->there, error);
  if (status == RGS_OK) m->bound = 1;
  push(m);
  return status;
}

#define AROUND(mirror_here, call)                                                                  \
  mirror *m_ = mirror_here;                                                                        \
  push(m_);                                                                                        \
  const rgs_status status_ = call;                                                                 \
  pop(m_);                                                                                         \
  return status_

rgs_status rgs_bodies_check(rgs_bodies *b, rgs_error *error) {
  REAL(rgs_bodies_check);
  AROUND(mirror_of(b), real(b, error));
}

rgs_status rgs_bodies_energy(rgs_bodies *b, double *t, double *r, rgs_error *error) {
  REAL(rgs_bodies_energy);
  AROUND(mirror_of(b), real(b, t, r, error));
}

void rgs_bodies_destroy(rgs_bodies *b) {
  REAL(rgs_bodies_destroy);
  mirror **at = &mirrors;
  while (*at != NULL && (*at)->bodies != b) at = &(*at)->next;
  real(b);
  mirror *m = *at;
  if (m == NULL) return;
  *at = m->next;
  rgs_draft_device_release(m->device, m->memory);
  free(m->packed);
  rgs_draft_device_close(m->device);
  free(m);
}

/* ---- steppers -------------------------------------------------------------------------------- */

static int eval(void *self, rgs_eval *request, const rgs_view *view) {
  driver *d = self;
  (void)view;
  pop(d->of);
  const int answer = d->host.eval(d->host.self, request, d->of->on_host ? view : &d->of->host);
  push(d->of);
  return answer;
}

static void take_aux(driver *d) {
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  if (rgs_stepper_describe(d->stepper, &info, NULL) == RGS_OK && (int)info.aux > d->of->aux)
    d->of->aux = (int)info.aux;
}

rgs_status rgs_stepper_create(rgs_bodies *b, const rgs_method *method, const rgs_host *host,
                              rgs_stepper **out, rgs_error *error) {
  REAL(rgs_stepper_create);
  mirror *m = b != NULL ? mirror_of(b) : NULL;
  rgs_error why = RGS_ERROR_INIT;
  rgs_host with = { .provides = 0 };
  if (m == NULL || out == NULL) return real(b, method, host, out, error);
  driver *d = calloc(1, sizeof *d);
  if (host != NULL)
    memcpy(&with, host, host->head.size < sizeof with ? host->head.size : sizeof with);
  d->host = with;
  d->of = m;
  if (with.eval != NULL) {
    with.eval = eval;
    with.self = d;
  }
  rgs_status status = real(b, method, host != NULL ? &with : NULL, out, &why);
  if (status == RGS_E_NEEDS && strstr(why.text, "no kernel") != NULL &&
      rgs_draft_bodies_on(b, NULL, NULL) == RGS_OK) {
    m->on_host = 1;
    if (m->bound) (void)rgs_bodies_bind(b, &m->host, NULL);
    status = real(b, method, host != NULL ? &with : NULL, out, error);
  } else if (status != RGS_OK) {
    status = real(b, method, host, out, error);
  }
  if (status != RGS_OK) return status;
  if (m->on_host)
    on_host++;
  else
    on_device++;
  d->stepper = *out;
  d->next = drivers;
  drivers = d;
  take_aux(d);
  return RGS_OK;
}

void rgs_stepper_destroy(rgs_stepper *s) {
  REAL(rgs_stepper_destroy);
  driver **at = &drivers;
  while (*at != NULL && (*at)->stepper != s) at = &(*at)->next;
  real(s);
  driver *d = *at;
  if (d == NULL) return;
  *at = d->next;
  free(d);
}

static mirror *of(const rgs_stepper *s) {
  const driver *d = s != NULL ? driver_of(s) : NULL;
  return d != NULL ? d->of : NULL;
}

rgs_status rgs_stepper_swap(rgs_stepper *s, const rgs_method *m, rgs_error *error) {
  REAL(rgs_stepper_swap);
  const rgs_status status = real(s, m, error);
  if (status == RGS_OK && driver_of(s) != NULL) take_aux(driver_of(s));
  return status;
}

#define CALL(name, parameters, arguments)                                                          \
  rgs_status name parameters {                                                                     \
    REAL(name);                                                                                    \
    AROUND(of(s), real arguments);                                                                 \
  }
CALL(rgs_stepper_advance, (rgs_stepper * s, double h, rgs_eval *request, rgs_error *error),
     (s, h, request, error))
CALL(rgs_stepper_run, (rgs_stepper * s, double h, int64_t n, rgs_error *error), (s, h, n, error))
CALL(rgs_stepper_check, (rgs_stepper * s, rgs_error *error), (s, error))
CALL(rgs_stepper_reset, (rgs_stepper * s, rgs_error *error), (s, error))
CALL(rgs_stepper_rewind, (rgs_stepper * s, rgs_error *error), (s, error))
CALL(rgs_stepper_save, (rgs_stepper * s, void *buffer, size_t *size, rgs_error *error),
     (s, buffer, size, error))
CALL(rgs_stepper_load, (rgs_stepper * s, const void *buffer, size_t size, rgs_error *error),
     (s, buffer, size, error))
CALL(rgs_stepper_output,
     (rgs_stepper * s, const char *key, double *values, int64_t room, rgs_error *error),
     (s, key, values, room, error))
CALL(rgs_stepper_process, (rgs_stepper * s, rgs_eval *request, rgs_error *error),
     (s, request, error))
CALL(rgs_stepper_unprocess, (rgs_stepper * s, rgs_error *error), (s, error))
CALL(rgs_stepper_project, (rgs_stepper * s, double *moved, rgs_error *error), (s, moved, error))

__attribute__((destructor)) static void tell(void) {
  if (getenv("RIGIDSTEP_ON_DEVICE_COUNT") == NULL) return;
  fprintf(stderr, "on_device: %d steppers on the device, %d on the host\n", on_device, on_host);
}
