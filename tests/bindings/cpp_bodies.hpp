/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpp_bodies.hpp - what the tests of rigidstep.hpp have in common.  Include rigidstep.hpp first, with
 * what it is to be: linked or loaded.
 */
#ifndef TEST_CPP_BODIES_HPP
#define TEST_CPP_BODIES_HPP
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

/* Of a struct with all that a body has. */
template <typename Body> static view view_of(std::vector<Body> &list) {
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
