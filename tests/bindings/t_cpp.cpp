/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_cpp.cpp - rigidstep.hpp: with LOAD_MODULE defined it opens the module argv[1] instead of linking.
 */
#ifdef LOAD_MODULE
#define RGS_LOAD_DEFINE_CALLS
#include "rigidstep_load.h"
#endif
#ifndef LOAD_MODULE
#include <rigidstep/draft.h>
#endif
#include "rigidstep.hpp"
#include "cpp_bodies.hpp"
#include "rigidstep_threads.h"
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>

enum { N = 3 };

static double springs(std::vector<Body> &list) {
  double energy = 0;
  for (Body &b : list)
    for (int k = 0; k < 3; ++k) {
      b.f[k] = -b.x[k];
      b.tau[k] = 0.1 * b.x[k];
      energy += 0.5 * b.x[k] * b.x[k];
    }
  return energy;
}

static void refusals() {
  const context c;
  CHECK(refusal([&] { context().load("nosuch.so"); }).status() == RGS_E_MODULE);
  std::vector<Body> list = many(N);
  list[1].mass = -1;
  const refused bad = refusal([&] {
    stepper(bodies(c, view_of(list)), { c, "exact", "strang" }, [&](double, unsigned) {
      return 0.0;
    }).step(0.1);
  });
  CHECK(bad.status() == RGS_E_BODY && bad.body() == 1 && std::strstr(bad.what(), "mass"));
  double q[8] = { 1, 0, 0, 0, 3, 0, 0, 0 };
  const double l[6] = { 1, 1, 1, 1, 1, 1 };
  const refused flow = refusal([&] { free_flow("exact", 2, 0.1, l, l, q); });
  CHECK(flow.status() == RGS_E_BODY && flow.body() == 1 && q[0] == 1);
  free_flow("exact", 1, 0.1, l, l, q);
  CHECK(q[0] < 1 && q[4] == 3);
#ifdef RIGIDSTEP_DRAFT_H
  double jacobian[88] = { 0 };
  CHECK(refusal([&] { free_flow_jacobian(2, 0.1, l, l, q, jacobian); }).body() == 1);
  free_flow_jacobian(1, 0, l, l, q, jacobian); /* by q: 1 but for its length; by h: (0, w) q / 2 */
  CHECK(std::fabs(jacobian[3] - (1 - q[0] * q[0])) < 1e-15 && jacobian[0] == 0);
  CHECK(std::fabs(jacobian[10] + (q[1] + q[2] + q[3]) / 2) < 1e-15 && jacobian[44] == 0);
#endif
  /* Forces alone: all bodies are here, which a thermostat wants to know. */
  list = many(N);
  const method csvr = method::ensemble(c, "exact", "strang", "csvr", "",
                                       { { "kt", 1 }, { "seed", 1 }, { "relaxation", 1 } });
  stepper(bodies(c, view_of(list)), csvr, [&](double, unsigned) {
    return springs(list);
  }).step(0.1);
  std::size_t exact = 0;
  for (const rgs_about *about : c.methods(RGS_KIND_ROTOR))
    exact += std::string(about->name) == "exact";
  CHECK(exact == 1 && c.methods(RGS_KIND_THERMOSTAT).size() >= 4 && c.methods(99).empty());
}

/* The order in which handles go does not matter, and what is no column stays. */
static void lifetimes() {
  std::vector<Body> list = many(N);
  std::unique_ptr<stepper> one;
  {
    const context c;
    one.reset(new stepper(bodies(c, view_of(list)), method(c, "exact", "yoshida4"),
                          [&](double, unsigned) { return springs(list); }));
  }
  one->step(0.1, 20);
  stepper moved = std::move(*one);
  moved.step(0.1);
  CHECK(list[2].x[0] != many(N)[2].x[0] && list[2].colour == 7);
  /* What is assigned takes the place of a handle whose context nobody else holds. */
  bodies b(context(), N);
  b = bodies(context(), view_of(list));
  CHECK(b.energy().first > 0);
  method m(context(), "exact", "yoshida4");
  m = method(context(), "exact", "strang");
  CHECK(m.describe().order == 2);
}

struct a_bug {
  int number;
};

static void exceptions() {
  std::vector<Body> list = many(N);
  const context c;
  int calls = 0, caught = 0;
  stepper s(bodies(c, view_of(list)), { c, "dmv4", "strang" }, [&](double, unsigned) {
    if (++calls == 3) throw a_bug{ 5 };
    return springs(list);
  });
  try {
    s.step(0.1, 10);
  } catch (const a_bug &bug) {
    caught = bug.number;
  }
  CHECK(caught == 5 && calls == 3);
  s.step(0.1, 10); /* goes on where it was */
  CHECK(calls == 3 + 10);
  s.set_time(4);
  s.set_valid(0);
  s.reset();
  CHECK(s.time() == 4);
}

/* Forces that call the stepper they belong to: step() would not end after reset(). */
static void called_back() {
  std::vector<Body> list = many(N);
  const context c;
  stepper *self = nullptr;
  void (*const calls[])(stepper &) = {
    [](stepper &s) { s.reset(); },      [](stepper &s) { s.step(0.1); },
    [](stepper &s) { s.set_time(1); },  [](stepper &s) { s.load(s.save()); },
    [](stepper &s) { s.shown([] {}); },
  };
  for (const auto call : calls) {
    int evaluations = 0;
    stepper s(bodies(c, view_of(list)), { c, "exact", "pmlf6" }, [&](double, unsigned) {
      if (++evaluations > 100) throw a_bug{ 8 };
      call(*self);
      return springs(list);
    });
    self = &s;
    const refused why = refusal([&] { s.step(0.1); });
    CHECK(why.status() == RGS_E_ORDER && why.body() == -1 && std::strstr(why.what(), "running"));
    CHECK(evaluations == 1);
  }
}

#ifdef RIGIDSTEP_DRAFT_H
/* A part of the springs is slow: with one inner step that is a Strang step, and the slow part is asked once a step. */
static void levels() {
  std::vector<Body> list = many(N), plain = list;
  const context c;
  int slow = 0;
  const auto part = [&](double share) {
    const double energy = springs(list);
    for (Body &b : list)
      for (int k = 0; k < 3; ++k) b.f[k] *= share, b.tau[k] *= share;
    return energy;
  };
  const auto respa = [&] { return method(c, "exact", "respa", { { "inner", 1 } }); };
  CHECK(std::strstr(refusal([&] { respa(); }).what(), "draft"));
  c.allow_drafts();
  stepper s(
      bodies(c, view_of(list)), respa(), [&](double, unsigned) { return part(0.25); },
      [&](double, unsigned) { return ++slow, part(0.75); });
  stepper one(bodies(c, view_of(plain)), { c, "exact", "strang" },
              [&](double, unsigned) { return springs(plain); });
  s.step(0.1, 10);
  one.step(0.1, 10);
  CHECK(slow == 11 && s.describe().needs & RGS_DRAFT_EVAL_SLOW);
  for (std::size_t i = 0; i < N; ++i)
    for (int k = 0; k < 3; ++k) CHECK(std::fabs(list[i].x[k] - plain[i].x[k]) < 1e-13);
  CHECK(std::strstr(refusal([&] { s.swap({ c, "exact", "strang" }); }).what(), "one force"));
  const refused why = refusal([&] {
    stepper(bodies(c, view_of(list)), respa(), [&](double, unsigned) { return springs(list); });
  });
  CHECK(why.status() == RGS_E_NEEDS && std::strstr(why.what(), "RGS_DRAFT_EVAL_SLOW"));
  /* Trials: of what slow writes only the energy is used. */
  const method trials = method::ensemble(c, "exact", "strang", "metropolis", "",
                                         { { "kt", 1 }, { "seed", 1 }, { "steps", 3 } });
  int energies = 0;
  s = stepper(
      bodies(c, view_of(list)), trials, [&](double, unsigned) { return part(1); },
      [&](double, unsigned) { return ++energies, part(7); });
  one = stepper(bodies(c, view_of(plain = list)), trials,
                [&](double, unsigned) { return springs(plain); });
  s.step(0.8, 20);
  one.step(0.8, 20);
  CHECK(energies == 21 && s.describe().needs & RGS_DRAFT_EVAL_SLOW);
  for (std::size_t i = 0; i < N; ++i)
    for (int k = 0; k < 3; ++k) CHECK(list[i].x[k] == plain[i].x[k]);
}

#else
static void levels() {}
#endif

/* This file is compiled without OpenMP. */
static void one_thread() {
  std::vector<std::int64_t> parts;
  const auto note = [](void *work, std::int64_t begin, std::int64_t end) {
    for (; begin < end; ++begin) static_cast<std::vector<std::int64_t> *>(work)->push_back(begin);
  };
  CHECK(rgs_openmp(nullptr, 3, note, &parts) == 0);
  CHECK((parts == std::vector<std::int64_t>{ 0, 1, 2 }));
}

/* What throws while the state is shown, or is being made, leaves what is propagated. */
static void shown() {
  std::vector<Body> list = many(N);
  const context c;
  bool loud = false;
  stepper s(bodies(c, view_of(list)), { c, "exact", "pmlf6" }, [&](double, unsigned) {
    if (loud) throw a_bug{ 7 };
    return springs(list);
  });
  s.step(0.1);
  const std::vector<Body> before = list;
  const auto caught = [&] {
    try {
      s.shown([] { throw a_bug{ 6 }; });
    } catch (const a_bug &bug) {
      for (std::size_t i = 0; i < N; ++i)
        CHECK(std::memcmp(&list[i], &before[i], offsetof(Body, f)) == 0);
      return bug.number;
    }
    return 0;
  };
  CHECK(caught() == 6);
  loud = true;
  CHECK(caught() == 7);
  loud = false;
  s.step(0.1);
  CHECK(refusal([&] { s.output("nosuch"); }).status() == RGS_E_NAME);
}

#ifndef LOAD_MODULE /* a loaded library has no drafts here */
static void drafts() {
  double q[4] = { 1, 0, 0, 0 }, zero[12] = {}, l[3] = { 0.3, -0.2, 0.5 }, wheels[3] = { 0, 0.4, 0 };
  double inertia[3] = { 1, 1.5, 2 }, mass = 1;
  context c;
  CHECK(refusal([&] { method(c, "exact", "strang_momentum"); }).status() == RGS_E_NAME);
  c.allow_drafts();
  rigidstep::view v(1);
  v.x = column(zero, 3), v.p = column(zero + 3, 3), v.f = column(zero + 6, 3);
  v.tau = column(zero + 9, 3), v.q = column(q, 4), v.l = column(l, 3);
  v.inertia = column(inertia, 3), v.mass = column(&mass, 1);
  bodies b(c, v);
  const rgs_column rows = column(wheels, 3);
  b.wheels(1, &rows);
  stepper s(b, method(c, "exact", "strang_momentum"), +RGS_EVAL_FORCE | +RGS_DRAFT_EVAL_MOMENTUM,
            1);
  const double energy = b.energy().second;
  for (int i = 0; i < 10; ++i)
    while (s.advance(0.1)) continue;
  CHECK(std::fabs(b.energy().second / energy - 1) < 1e-13 && l[0] == 0.3 && l[1] == -0.2);
  CHECK(refusal([&] { b.wheels(-1, &rows); }).status() == RGS_E_ARG);
}
#endif

int main(int argc, char **argv) {
#ifdef LOAD_MODULE
  rgs_library library;
  rgs_error error = RGS_ERROR_INIT;
  if (argc < 2 || rgs_library_open(&library, argv[1], &error)) return std::puts(error.text), 2;
  CHECK(refusal([] { context(); }).status() == RGS_E_ABI); /* nothing is open to be used yet */
  rgs_library_use(&library);
#else
  (void)argc;
  (void)argv;
#endif
  refusals();
  lifetimes();
  exceptions();
  called_back();
  levels();
  one_thread();
  shown();
#ifndef LOAD_MODULE
  drafts();
#endif
#ifdef LOAD_MODULE
  rgs_library_use(nullptr);
  rgs_library_close(&library);
#endif
  return failed != 0;
}
