/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_cpp_threads.cpp - bodies::share_out with threads of rigidstep.hpp, with OpenMP and with an executor
 * that throws.
 */
#include <rigidstep.hpp>
#include <rigidstep_threads.h>

#include "cpp_bodies.hpp"

#include <cstring>
#include <mutex>
#include <set>
#include <thread>

static method langevin(const context &c) {
  return method::ensemble(c, "exact", "strang", "langevin", "",
                          { { "kt", 1 }, { "relaxation", 0.5 }, { "seed", 3 } });
}

/* The bodies after some steps that `share` shares out; no function: one thread. */
static std::vector<Body> moved(const executor &share) {
  std::vector<Body> list = many(2500);
  const context c;
  bodies all(c, view_of(list));
  if (share) all.share_out(share);
  stepper s(
      all, langevin(c), [](double, unsigned) { return 0.0; }, 1, false, 1);
  s.step(0.05, 5);
  return list;
}

static bool same(const std::vector<Body> &a, const std::vector<Body> &b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(Body)) == 0;
}

static void any_number() {
  const std::vector<Body> want = moved(executor());
  for (unsigned count = 0; count <= 8; count = count == 0 ? 1 : 2 * count)
    CHECK(same(want, moved(threads(count))));
  int calls = 0;
  CHECK(same(want, moved([&](std::int64_t n, const parts &run) {
               ++calls;
               for (std::int64_t k = n; k > 0; --k) run(k - 1, k);
             })));
  CHECK(calls > 5);
  int two = 2;
  const auto by_openmp = [&](int *pool) {
    return [pool](std::int64_t n, const parts &run) {
      const auto one = [](void *work, std::int64_t begin, std::int64_t end) {
        (*static_cast<const parts *>(work))(begin, end);
      };
      rgs_openmp(pool, n, one, const_cast<parts *>(&run));
    };
  };
  CHECK(same(want, moved(by_openmp(&two))));
  CHECK(same(want, moved(by_openmp(nullptr))));
}

/* Two steppers in two threads share one pool. */
static void one_pool_for_two() {
  const std::vector<Body> want = moved(executor());
  const threads pool(2);
  std::vector<Body> got[2];
  std::thread other([&] { got[1] = moved(pool); });
  got[0] = moved(pool);
  other.join();
  CHECK(same(want, got[0]) && same(want, got[1]));
}

/* Both ways of driving throw what the executor throws; a part that it leaves out is found out. */
static void faults() {
  std::vector<Body> list = many(2500);
  const context c;
  bodies all(c, view_of(list));
  bool throws = true;
  all.share_out([&](std::int64_t, const parts &) {
    if (throws) throw std::runtime_error("no thread is left");
  });
  stepper s(all, method(c, "exact", "strang"));
  std::string text;
  while (text.empty()) try {
      if (!s.advance(0.05)) break;
    } catch (const std::runtime_error &error) {
      text = error.what();
    }
  CHECK(text == "no thread is left");
  throws = false;
  s.reset();
  const refused error = refusal([&] {
    while (s.advance(0.05)) {
    }
  });
  CHECK(error.status() == RGS_E_EXECUTOR && std::strstr(error.what(), "parts") != nullptr);
}

int main() {
  any_number();
  one_pool_for_two();
  faults();
  return failed != 0;
}
