/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpp_bodies.hpp - what the tests of rigidstep.hpp have in common.  Include rigidstep.hpp first, with
 * what it is to be: linked or loaded.
 */
#ifndef TEST_CPP_BODIES_HPP
#define TEST_CPP_BODIES_HPP
#include <array>
#include <cstdio>
#include <vector>

static int failed;
#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      std::printf("line %d: %s\n", __LINE__, #condition);                                          \
      ++failed;                                                                                    \
    }                                                                                              \
  } while (0)

using namespace rigidstep;

struct Body {
  double x[3], p[3];
  std::array<double, 4> q;
  std::array<double, 3> l;
  double mass, inertia[3], f[3], tau[3], colour; /* the last is of no concern to rigidstep */
};

/* Bodies of which no two neighbours are alike. */
static inline std::vector<Body> many(std::size_t n) {
  std::vector<Body> list;
  for (unsigned i = 0; i < n; ++i)
    list.push_back(Body{ { 0.25 * (i % 7), -0.5, 0.75 },
                         { 0.5, 0.25 * (i % 5), 0 },
                         { { 0.6, 0, 0.8, 0 } },
                         { { 0.25, -0.25 * (i % 3), 1 } },
                         1. + i % 4,
                         { 1, 1.5, 2 },
                         { 0.25, 0.25, 0.25 },
                         { -0.5, -0.5, -0.5 },
                         7 });
  return list;
}

static inline view view_of(std::vector<Body> &list) {
  view all(list.size());
  all.x = column(list.data(), &Body::x);
  all.p = column(list.data(), &Body::p);
  all.q = column(list.data(), &Body::q);
  all.l = column(list.data(), &Body::l);
  all.mass = column(list.data(), &Body::mass);
  all.inertia = column(list.data(), &Body::inertia);
  all.f = column(list.data(), &Body::f);
  all.tau = column(list.data(), &Body::tau);
  return all;
}

/* The refusal of what work does. */
template <typename Work> static refused refusal(Work work) {
  try {
    work();
  } catch (const refused &error) {
    return error;
  }
  return refused("nothing was refused", RGS_OK, -2);
}

#endif
