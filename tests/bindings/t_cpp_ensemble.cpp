/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_cpp_ensemble.cpp - baths and pistons from rigidstep.hpp.
 */
#include "rigidstep.hpp"
#include "cpp_bodies.hpp"
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

struct Body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3];
};

/* Bodies at rest but for the first, so that a bath has to bring them to its temperature. */
static std::vector<Body> rotors(std::size_t n) {
  std::vector<Body> list(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double s = 0.1 * static_cast<double>(i % 7);
    list[i] = Body{ { s, -s, 0.3 },
                    { i % 2 ? 1. : -1., 0, 0 },
                    { 1, 0, 0, 0 },
                    { 0.5, 1, -1 },
                    2,
                    { 1, 1.5, 2 },
                    { 0, 0, 0 },
                    { 0, 0, 0 } };
  }
  return list;
}

static void free_bodies(rgs_eval &request) {
  request.energy = 0;
  for (double &w : request.virial) w = 0;
}

/* The mean kinetic energy, and its distance from the canonical one in standard deviations. */
static void temperature(const std::string &bath, const parameter &time, double left,
                        double freedom) {
  enum { STEPS = 1500 };
  const double kt = 1.7, h = 0.25;
  std::vector<Body> list = rotors(300);
  const context c;
  const bodies all(c, view_of(list));
  stepper s(all,
            method::ensemble(c, "exact", "strang", bath, "", { { "kt", kt }, { "seed", 9 }, time }),
            free_bodies, RGS_EVAL_FORCE | RGS_EVAL_ENERGY, 1);
  s.step(h, 40);
  double sum = 0;
  for (int i = 0; i < STEPS; ++i) {
    s.step(h);
    const std::pair<double, double> kinetic = all.energy();
    sum += kinetic.first + kinetic.second;
  }
  const double sigma = kt * std::sqrt(freedom / 2 / (STEPS * (1 - left) / (1 + left)));
  const double off = (sum / STEPS - freedom * kt / 2) / sigma;
  std::printf("%s: %+.2f sigma\n", bath.c_str(), off);
  CHECK(std::fabs(off) < 4);
  s.set_param("kt", 0.5);
  CHECK(s.param("kt") == 0.5);
  s.step(h, 100);
  CHECK(std::fabs(s.output("kt_mid_rotation")[0] - 0.5) < 0.1);
  CHECK(refusal([&] { s.set_param("kt", 0); }).status() == RGS_E_PARAM);
  CHECK(refusal([&] { s.set_param("seed", 1); }).status() == RGS_E_PARAM);
  CHECK(refusal([&] { s.set_box({ { 1, 1, 1 } }); }).status() == RGS_E_NEEDS);
}

/* An ideal gas at constant pressure, by a host that drives. */
static void volume() {
  enum { N = 16, BLOCKS = 20, STEPS = 1200 };
  std::vector<Body> list = rotors(N);
  const context c;
  const method npt = method::ensemble(c, "exact", "strang", "langevin", "andersen",
                                      { { "kt", 1 },
                                        { "pressure", 1 },
                                        { "seed", 4 },
                                        { "relaxation", 1 },
                                        { "piston_relaxation", 1 } });
  stepper s(bodies(c, view_of(list)), npt, RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL, 1);
  CHECK(refusal([&] { s.advance(0.05); }).status() == RGS_E_ORDER);
  const double edge = std::cbrt(N + 1.);
  s.set_box({ { edge, edge, edge } });
  double sum = 0, squares = 0, length = 0;
  for (int block = -1; block < BLOCKS; ++block) {
    double mean = 0;
    for (int i = 0; i < STEPS; ++i) {
      while (s.advance(0.05)) {
        CHECK((s.request().what & RGS_EVAL_VIRIAL) && !(s.request().what & RGS_EVAL_SUM));
        length = s.request().lengths[0];
        free_bodies(s.request());
      }
      mean += s.output("volume")[0] / STEPS;
    }
    if (block < 0) continue; /* from the start to equilibrium */
    sum += mean;
    squares += mean * mean;
  }
  const double mean = sum / BLOCKS,
               sigma = std::sqrt((squares / BLOCKS - mean * mean) / (BLOCKS - 1));
  std::printf("ideal gas: V = %.2f(%.2f), exact %d\n", mean, sigma, N + 1);
  CHECK(std::fabs(mean - (N + 1)) < 4 * sigma && sigma < 0.4);
  CHECK(s.output("box_lengths").size() == 3 && s.output("box_lengths")[0] == length);
}

/* The box, and a stepper that is made anew and goes on. */
static void goes_on() {
  std::vector<Body> list = rotors(8), other;
  const context c;
  const method npt = method::ensemble(c, "exact", "strang", "langevin", "andersen",
                                      { { "kt", 1 },
                                        { "pressure", 1 },
                                        { "seed", 4 },
                                        { "relaxation", 1 },
                                        { "piston_relaxation", 1 } });
  const std::uint32_t provides = RGS_EVAL_FORCE | RGS_EVAL_VIRIAL;
  stepper s(bodies(c, view_of(list)), npt, free_bodies, provides, 1);
  CHECK(refusal([&] { s.box(); }).status() == RGS_E_ORDER);
  s.set_box({ { 2, 2, 2 } }, { { 1, 1, 1 } }, { { 4, 4, 4 } });
  CHECK(s.box().lengths[1] == 2 && s.box().centre[1] == 1 && s.box().reference[1] == 4);
  CHECK(std::fabs(s.output("strain")[1] + std::log(2.)) < 1e-15);
  s.step(0.05, 10);
  CHECK(s.steps() == 10);
  s.set_param("kt", 1.5, RGS_KIND_PISTON);
  CHECK(s.param("kt") == 1 && s.param("kt", RGS_KIND_PISTON) == 1.5 && s.param("seed") == 4);
  std::vector<unsigned char> block = s.save_ensemble();
  const std::vector<unsigned char> whole = s.save();
  other = list;
  stepper t(bodies(c, view_of(other)), npt, free_bodies, provides, 1);
  t.load_ensemble(block);
  CHECK(t.steps() == 10 && t.box().lengths[2] == s.box().lengths[2]);
  CHECK(t.param("kt", RGS_KIND_PISTON) == 1.5);
  s.step(0.05, 10);
  t.step(0.05, 10);
  CHECK(std::memcmp(list.data(), other.data(), list.size() * sizeof(Body)) == 0);
  t.load(whole);
  t.step(0.05, 10);
  CHECK(std::memcmp(list.data(), other.data(), list.size() * sizeof(Body)) == 0);
  t.set_steps(1000);
  CHECK(t.steps() == 1000);
  block.back() ^= 1;
  CHECK(refusal([&] { t.load_ensemble(block); }).status() == RGS_E_DATA);
}

/* Two ranks that hold the same bodies are one rank that holds all of them twice. */
static void sums() {
  std::vector<Body> half = rotors(6), whole = half;
  whole.insert(whole.end(), half.begin(), half.end());
  const context c;
  const method csvr = method::ensemble(c, "exact", "strang", "csvr", "",
                                       { { "kt", 2 }, { "seed", 1 }, { "relaxation", 0.3 } });
  int asked = 0;
  const answers answer = [&](rgs_eval &request) {
    if (request.what == RGS_EVAL_SUM) {
      ++asked;
      for (std::uint32_t k = 0; k < request.n_sum; ++k) request.sum[k] *= 2;
    }
  };
  const std::uint32_t provides = RGS_EVAL_FORCE | RGS_EVAL_SUM;
  stepper(bodies(c, view_of(half)), csvr, answer, provides, 2).step(0.1, 30);
  stepper(bodies(c, view_of(whole)), csvr, answer, provides, 1).step(0.1, 30);
  CHECK(asked == 30);
  for (std::size_t i = 0; i < half.size(); ++i)
    for (int k = 0; k < 3; ++k)
      CHECK(std::fabs(half[i].p[k] - whole[i].p[k]) < 1e-12 &&
            std::fabs(half[i].l[k] - whole[i].l[k]) < 1e-12);
  CHECK(refusal([&] {
          stepper(bodies(c, view_of(half)), csvr, answer, RGS_EVAL_FORCE, 2);
        }).status() == RGS_E_NEEDS);
}

/* A save goes on with the same noise; keys name bodies. */
static void noise() {
  const context c;
  const method langevin = method::ensemble(c, "exact", "strang", "langevin", "",
                                           { { "kt", 1 }, { "seed", 2 }, { "relaxation", 0.5 } });
  std::vector<Body> a = rotors(3), b = rotors(3), other = rotors(3);
  const std::int64_t keys[] = { 5, -1, 3 }, others[] = { 5, -1, 4 };
  const auto make = [&](std::vector<Body> &list, const std::int64_t *key) {
    view all = view_of(list);
    all.key = key;
    return stepper(bodies(c, all), langevin, free_bodies, RGS_EVAL_FORCE, 1);
  };
  stepper s = make(a, keys), t = make(b, keys);
  s.step(0.1, 5);
  t.load(s.save());
  s.step(0.1, 5);
  t.step(0.1, 5);
  make(other, others).step(0.1, 10);
  CHECK(std::memcmp(a[2].p, b[2].p, sizeof a[2].p) == 0);
  CHECK(std::memcmp(a[1].p, other[1].p, sizeof a[1].p) == 0 && a[2].p[0] != other[2].p[0]);
}

static void refusals() {
  const context c;
  const auto create = [&](const char *bath, std::initializer_list<parameter> params) {
    return refusal([&] { method::ensemble(c, "exact", "strang", bath, "", params); });
  };
  CHECK(create("langevin", { { "kt", 0 }, { "relaxation", 1 }, { "seed", 1 } }).status() ==
        RGS_E_PARAM);
  CHECK(std::strstr(create("langevin", { { "kt", 1 }, { "relaxation", 1 } }).what(), "seed"));
  CHECK(create("nosuch", {}).status() == RGS_E_NAME);
  /* A host that does not state how many ranks there are. */
  std::vector<Body> list = rotors(2);
  const method csvr = method::ensemble(c, "exact", "strang", "csvr", "",
                                       { { "kt", 1 }, { "seed", 1 }, { "relaxation", 1 } });
  const forces none = [](double, unsigned) { return 0.0; };
  CHECK(refusal([&] { stepper(bodies(c, view_of(list)), csvr, none, 1, false, 0); }).status() ==
        RGS_E_NEEDS);
  stepper(bodies(c, view_of(list)), csvr, none).step(0.1);
  CHECK(c.methods(RGS_KIND_BATH).size() >= 4 && c.methods(RGS_KIND_PISTON).size() == 1);
}

int main() {
  temperature("langevin", { "relaxation", 0.5 }, std::exp(-2 * 0.25 / 0.5), 1800);
  temperature("csvr", { "relaxation", 0.5 }, std::exp(-0.25 / 0.5), 1797);
  volume();
  goes_on();
  sums();
  noise();
  refusals();
  return failed != 0;
}
