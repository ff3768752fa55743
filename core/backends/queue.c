/* SPDX-License-Identifier: BSD-3-Clause
 *
 * queue.c - lists of jobs in the queue of a device, and what becomes of them.
 */
#include "backends/backend.h"
#include "jobs/rotation.h"
#include "jobs/scratch.h"
#include "rotors/rotors.h"
#include "thermostats/builtin_thermostats.h"
#include <math.h>
#include <string.h>

/* A list that was put into the queue, with what its sums and faults mean. */
typedef struct launched {
  rgs_jobs jobs;
  rgs_step_mark mark, last_mark;
} launched;

/* ---- what has kernels ------------------------------------------------------------------------ */

static rgs_status refuse_component(const rgs_registry_entry *e, const char *device,
                                   const char *instead, rgs_error *error) {
  return rgs_set_error(error, RGS_E_NEEDS, -1,
                       "%s '%s' has no kernel on device '%s'; take %s, or bodies on the host",
                       rgs_kind_name(e->kind), e->about.name, device, instead);
}

static rgs_status supports(const rgs_method *m, rgs_bodies *b, rgs_error *error) {
  const char *device = b->on->device->name;
  if (m->integrator != NULL)
    return refuse_component(m->integrator, device, "a rotor with a scheme", error);
  if (m->rotor->rotor_on_devices == RGS_NO_ROTOR)
    return refuse_component(m->rotor, device, "the rotor exact", error);
  if (m->thermostat != NULL && !m->thermostat->built_in)
    return refuse_component(m->thermostat, device, "langevin, csvr, nhc or drag", error);
  return rgs_enlarge(&b->context->allocator, RGS_MOST_LISTS * sizeof(launched), &b->on->log,
                     &b->on->log_size, error);
}

/* ---- a list ---------------------------------------------------------------------------------- */

static void list_columns(const rgs_motion *m, rgs_device_list *list) {
  const rgs_bodies *b = m->bodies;
  const rgs_view *v = &b->view;
  const rgs_rotor *rotor = &m->method->rotor->rotor;
  memset(list, 0, offsetof(rgs_device_list, jobs));
  list->n = v->n;
  list->own = rgs_own_bodies(v);
  list->x = v->x;
  list->p = v->p;
  list->q = v->q;
  list->l = v->l;
  list->mass = v->mass;
  list->inertia = v->inertia;
  list->f = v->f;
  list->tau = v->tau;
  list->chosen = v->thermostatted;
  list->tag = v->tag;
  rgs_gradient_columns(m, &list->gf, &list->gtau);
  list->prepared = m->jobs.prepared;
  list->prepared_each = (int32_t)rotor->prepared;
  list->room = rgs_scratch_room(m);
  list->batch_sums = b->on->batch_sums;
  list->fault = (uint64_t *)(void *)b->on->block;
  list->flags = v->flags;
  list->rotor = m->method->rotor->rotor_on_devices;
  if (m->method->rotor_params != NULL)
    memcpy(list->rotor_params, m->method->rotor_params, m->method->rotor->about.params_size);
}

/* Which numbers of a body the jobs without a kernel of their own read and write. */
static const rgs_kernel uses_of[] = {
  [RGS_JOB_KICK] = { NULL, RGS_USES_F | RGS_USES_MASS_OF_V, RGS_USES_P | RGS_USES_L, 0 },
  [RGS_JOB_GRADIENT] = { NULL, RGS_USES_GRADIENT | RGS_USES_MASS_OF_V, RGS_USES_P | RGS_USES_L, 0 },
  [RGS_JOB_ROTATE] = { NULL, RGS_USES_L, RGS_USES_Q, 0 },
  [RGS_JOB_DISPLACE] = { NULL, RGS_USES_P | RGS_USES_MASS_OF_P, RGS_USES_X, 0 },
  [RGS_JOB_KEEP] = { NULL, RGS_USES_F, RGS_USES_GRADIENT, 0 },
  [RGS_JOB_CHECK] = { NULL, RGS_USES_F, 0, 0 },
  [RGS_JOB_CHECK_GRADIENT] = { NULL, RGS_USES_GRADIENT, 0, 0 },
  [RGS_JOB_PUT_BACK_Q] = { NULL, 0, RGS_USES_Q, 0 },
};

/* Puts a job on the list of a device. */
static void put(rgs_device_list *list, const rgs_job *job) {
  const bool velocity = (list->flags & RGS_VIEW_P_IS_VELOCITY) != 0;
  const bool kernel = job->kind == RGS_JOB_BATCH;
  const rgs_kernel *uses = kernel ? rgs_kernels[job->kernel] : &uses_of[job->kind];
  list->jobs[list->n_jobs++] = *job;
  list->n_sums += job->n_sums;
  list->writes |= uses->writes;
  list->reads |= uses->reads | uses->writes;
  if (kernel && list->chosen.data != NULL) list->reads |= RGS_USES_CHOSEN;
  if (uses->reads & (velocity ? RGS_USES_MASS_OF_V : RGS_USES_MASS_OF_P))
    list->reads |= RGS_USES_MASS;
}

static void put_all(const rgs_motion *m, rgs_device_list *list) {
  for (uint32_t k = 0; k < m->jobs.n; k++) {
    put(list, &m->jobs.list[k]);
    if (!(m->jobs.list[k].flags & RGS_JOB_OF_SYSTEM)) continue;
    list->systems = m->systems->there;
    list->batch_sums = list->systems.sums;
    rgs_systems_send_job(m->systems, m->bodies, k);
  }
}

static bool waits_each_time(const rgs_motion *m) { return m->bodies->on->device->check_every == 1; }

/* The sums of systems are handed out at once: there is room for the pieces of one list. */
static bool sums_systems(const rgs_motion *m, const rgs_jobs *jobs) {
  return m->systems != NULL && jobs->n_sums > 0;
}

static rgs_status settle(rgs_motion *m, rgs_error *error);

/* Puts the list into the queue, and notes what it means. */
static rgs_status launch(rgs_motion *m, rgs_device_list *list, rgs_error *error) {
  rgs_on_device *on = m->bodies->on;
  if (on->owner != m && on->lists > 0) { /* another stepper of these bodies has to know first */
    const rgs_status status = settle(m, error);
    if (status != RGS_OK) return status;
  }
  on->owner = m;
  launched *l = (launched *)on->log + on->lists;
  l->jobs = m->jobs;
  l->mark = m->mark;
  l->last_mark = m->last_mark;
  list->sequence = on->lists;
  list->total = on->block + 1 + (ptrdiff_t)on->lists * RGS_MOST_SUMS_OF_JOBS;
  on->lists++;
  on->functions->run(on->queue, list);
  if (on->lists < RGS_MOST_LISTS && !waits_each_time(m) && !sums_systems(m, &l->jobs))
    return RGS_OK;
  return settle(m, error);
}

static rgs_status run(rgs_motion *m, rgs_error *error) {
  if (m->bodies->view.n == 0) return rgs_host_backend.run(m, error);
  rgs_device_list list;
  list_columns(m, &list);
  put_all(m, &list);
  const rgs_status status = launch(m, &list, error);
  const bool failed = m->jobs.last_step_failed;
  rgs_jobs_begin(&m->jobs);
  m->jobs.last_step_failed = failed;
  return status;
}

/* The jobs that wait on the list come later, with those that follow. */
static rgs_status do_now(rgs_motion *m, int kind, rgs_error *error) {
  rgs_device_list list;
  const rgs_jobs waiting = m->jobs;
  list_columns(m, &list);
  rgs_jobs_begin(&m->jobs);
  put(&list, rgs_jobs_add(&m->jobs, kind, 0));
  const rgs_status status = launch(m, &list, error);
  m->jobs = waiting;
  return status;
}

/* Before any body is kicked, as on the host; or in the kick, body by body, if nobody waits. */
static rgs_status check(rgs_motion *m, int kind, rgs_error *error) {
  return waits_each_time(m) && m->bodies->view.n > 0 ? do_now(m, kind, error) : RGS_OK;
}

/* ---- what became of it ----------------------------------------------------------------------- */

/* Puts back what the rotor's failure has to leave as it was. */
static void put_back_q(rgs_motion *m) {
  rgs_device_list list;
  list_columns(m, &list);
  list.is_dry = 1;
  put(&list, &(rgs_job){ .kind = RGS_JOB_PUT_BACK_Q });
  m->bodies->on->functions->run(m->bodies->on->queue, &list);
}

static rgs_status refuse_force(const rgs_motion *m, bool gradient, int64_t body, int what,
                               rgs_error *error) {
  static const char *const names[2][2] = { { "f", "tau" }, { "gf", "gtau" } };
  rgs_column columns[2] = { m->bodies->view.f, m->bodies->view.tau };
  if (gradient) rgs_gradient_columns(m, &columns[0], &columns[1]);
  const rgs_on_device *on = m->bodies->on;
  const int which = what > 3, k = (what - 1) % 3;
  const rgs_column there = { &RGS_AT(columns[which], body, k), 1, 1 };
  double value = 0;
  on->functions->read(on->queue, &there, 1, 1, &value);
  (void)on->functions->wait(on->queue);
  if (isfinite(value)) /* the host has written the next forces since */
    return rgs_set_error(error, RGS_E_NONFINITE, body, "body %lld: %s[%d] was not finite",
                         (long long)body, names[gradient][which], k);
  return rgs_set_error(error, RGS_E_NONFINITE, body, "body %lld: %s[%d] is %g; must be finite",
                       (long long)body, names[gradient][which], k, value);
}

/* The fault of a list: m->jobs is that list again meanwhile. */
static rgs_status refuse(rgs_motion *m, const launched *l, uint64_t fault, rgs_error *error) {
  rgs_on_device *on = m->bodies->on;
  const uint32_t k = (uint32_t)(fault >> RGS_FAULT_AT_JOB) & ((1u << RGS_FAULT_JOB) - 1);
  const int what = (int)(fault & ((1u << RGS_FAULT_WHAT) - 1));
  const int64_t body = (int64_t)(fault >> RGS_FAULT_WHAT & (((uint64_t)1 << RGS_FAULT_BODY) - 1));
  const rgs_jobs now = m->jobs;
  rgs_status status;
  m->jobs = l->jobs;
  const int kind = m->jobs.list[k].kind;
  const bool of_last = k < m->jobs.of_last_step;
  const bool gradient = kind == RGS_JOB_GRADIENT || kind == RGS_JOB_CHECK_GRADIENT;
  if (kind == RGS_JOB_ROTATE && !(m->method->rotor->about.claims & RGS_NEVER_FAILS)) put_back_q(m);
  if (kind != RGS_JOB_ROTATE && what < 7)
    status = refuse_force(m, gradient, body, what, error);
  else
    status = rgs_jobs_refuse(m, k, body, what == 7 ? RGS_E_NONFINITE : RGS_E_NOCONV, error);
  m->jobs = now;
  m->jobs.last_step_failed = of_last;
  m->fault_mark = of_last ? l->last_mark : l->mark;
  m->has_fault_mark = true;
  if (error != NULL)
    (void)rgs_append(error->text, sizeof error->text, " (step %llu on device '%s')",
                     (unsigned long long)m->fault_mark.step, on->device->name);
  return status;
}

/* Asks for the sums of the pieces of systems, which the last list alone may have. */
static void read_pieces(const rgs_motion *m, const launched *last) {
  const rgs_on_device *on = m->bodies->on;
  if (!sums_systems(m, &last->jobs)) return;
  const rgs_column sums = { m->systems->there.sums, 1, 1 };
  const int64_t n = m->systems->n_pieces * last->jobs.n_sums;
  on->functions->read(on->queue, &sums, 1, n, m->systems->sums);
}

/* Hands out the sums of list number k, of the first so many jobs. */
static void give(rgs_motion *m, uint32_t k, uint32_t n_jobs) {
  const rgs_on_device *on = m->bodies->on;
  const rgs_jobs *jobs = &((const launched *)on->log + k)->jobs;
  if (!sums_systems(m, jobs)) {
    rgs_jobs_give(jobs, on->totals + 1 + (ptrdiff_t)k * RGS_MOST_SUMS_OF_JOBS, n_jobs);
    return;
  }
  /* One copy of each column for all systems, where degrees of freedom have to be counted. */
  if (rgs_mirror_begin(m->bodies, 0, true, NULL) != RGS_OK) return;
  rgs_systems_give(m->systems, jobs, n_jobs);
  (void)rgs_mirror_end(m->bodies, 0, RGS_OK);
}

static rgs_status settle(rgs_motion *m, rgs_error *error) {
  rgs_on_device *on = m->bodies->on;
  if (on->lists == 0) return RGS_OK;
  m = on->owner; /* the lists may be another stepper's */
  const uint32_t lists = on->lists;
  const rgs_column block = { on->block, 1, 1 };
  on->functions->read(on->queue, &block, 1, 1 + (int64_t)lists * RGS_MOST_SUMS_OF_JOBS, on->totals);
  read_pieces(m, (const launched *)on->log + lists - 1);
  const rgs_status status = rgs_device_wait_for(m->bodies, error);
  on->lists = on->steps = 0;
  if (status != RGS_OK) return status;
  uint64_t fault;
  memcpy(&fault, on->totals, sizeof fault);
  const uint64_t bad = fault >> RGS_FAULT_AT_LIST;
  for (uint32_t k = 0; k < lists && k <= bad; k++) {
    const launched *l = (const launched *)on->log + k;
    const uint32_t job = (uint32_t)(fault >> RGS_FAULT_AT_JOB) & ((1u << RGS_FAULT_JOB) - 1);
    give(m, k, k < bad ? l->jobs.n : job);
  }
  if (fault == RGS_NO_FAULT) return RGS_OK;
  const rgs_status refused = refuse(m, (const launched *)on->log + bad, fault, error);
  const uint64_t none = RGS_NO_FAULT;
  on->functions->write(on->queue, &block, 1, 1, &none);
  return refused;
}

static rgs_status step_begins(rgs_motion *m, rgs_error *error) {
  rgs_on_device *on = m->bodies->on;
  if (++on->steps < on->device->check_every) return RGS_OK;
  return settle(m, error);
}

static void forget(rgs_motion *m) {
  rgs_on_device *on = m->bodies->on;
  if (on->lists > 0 && on->owner != m) (void)settle(m, NULL);
  const uint64_t none = RGS_NO_FAULT;
  const rgs_column block = { on->block, 1, 1 };
  on->functions->write(on->queue, &block, 1, 1, &none);
  on->lists = on->steps = 0;
  m->has_fault_mark = false;
}

const rgs_backend *rgs_backend_of(const rgs_bodies *b) {
  static const rgs_backend queue = { true, supports, run, check, settle, step_begins, forget };
  return b->on != NULL ? &queue : &rgs_host_backend;
}
