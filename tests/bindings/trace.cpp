/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace.cpp - plays trace.txt from standard input by rigidstep.hpp.  Without an argument the stepper drives and calls
 * answer(), in one thread; with one the player drives, in two threads.  With LOAD_MODULE the argument is the module
 * that is opened.
 */
#ifdef LOAD_MODULE
#define RGS_LOAD_DEFINE_CALLS
#include "rigidstep_load.h"
#endif
#include "rigidstep.hpp"
#include "cpp_bodies.hpp"
#include <cstring>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>

static std::vector<Body> list = many(1500), kept;
static std::vector<std::int64_t> tag(list.size());
static std::vector<double> thermostatted(list.size());
using numbers = std::vector<double>;
using words = std::vector<std::string>;

static view start(std::size_t ghosts) {
  const std::vector<Body> fresh = many(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::size_t of = i < list.size() - ghosts ? i : i + 200 - list.size();
    list[i] = fresh[of];
    tag[i] = static_cast<std::int64_t>(7 * of % 1500) - 3;
    thermostatted[i] = of % 5 != 3;
  }
  view all = view_of(list);
  all.tag = tag.data();
  all.thermostatted = column(thermostatted.data(), 1);
  all.n_ghosts = static_cast<std::int64_t>(ghosts);
  return all;
}

static bool breaks;

static void answer(rgs_eval &request) {
  if (breaks) throw 0;
  for (std::uint32_t k = 0; k < request.n_sum; ++k) request.sum[k] *= 2;
  if (request.n_sum > 0) return;
  for (Body &b : list)
    for (int k = 0; k < 3; ++k) {
      b.f[k] = -b.x[k];
      b.tau[k] = 0.125 * b.x[k];
    }
  list[0].tau[0] = request.time;
  request.energy = list[1].x[0];
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) request.virial[3 * a + b] = request.cell[3 * b + a] * list[1].x[a];
}

static numbers state() {
  numbers all;
  for (const Body &b : list) {
    const double *const begin = reinterpret_cast<const double *>(&b);
    all.insert(all.end(), begin, begin + 13); /* x, p, q and l */
  }
  return all;
}

/* The bits of each number, or one word of many numbers' bits. */
static void print(const numbers &told) {
  std::uint64_t bits, hash = 0;
  for (const double number : told) {
    std::memcpy(&bits, &number, sizeof bits);
    if (told.size() < 10) std::printf(" %016llX", static_cast<unsigned long long>(bits));
    hash = (hash << 7 | hash >> 57) ^ bits;
  }
  if (told.size() >= 10) std::printf(" %016llX", static_cast<unsigned long long>(hash));
}

static numbers numbers_of(const rgs_cell &cell) {
  numbers all(cell.vectors, cell.vectors + 9);
  all.insert(all.end(), cell.origin, cell.origin + 3);
  all.insert(all.end(), cell.reference, cell.reference + 9);
  return all;
}

static const context &library() {
  static const context one;
  return one;
}
static std::unique_ptr<bodies> all;
static std::unique_ptr<stepper> s;
static bool drives;

/* From the names of a line, and the parameters that begin with its word `first`. */
static method method_of(const words &word, std::size_t first) {
  std::vector<parameter> p;
  for (std::size_t k = first; k < word.size(); ++k) {
    const std::size_t equals = word[k].find('=');
    p.push_back({ word[k].substr(0, equals), std::stod(word[k].substr(equals + 1)) });
  }
  const auto name = [&](std::size_t k) { return word[k] == "-" ? "" : word[k]; };
  const auto make = [&](std::initializer_list<parameter> given) {
    if (word[2] == "-") return method::integrator(library(), word[1], given);
    if (word[3] == "-" && word[4] == "-") return method(library(), word[1], word[2], given);
    return method::ensemble(library(), word[1], word[2], name(3), name(4), given);
  };
  switch (p.size()) {
  case 0: return make({});
  case 1: return make({ p[0] });
  case 2: return make({ p[0], p[1] });
  case 3: return make({ p[0], p[1], p[2] });
  case 4: return make({ p[0], p[1], p[2], p[3] });
  default: return make({ p[0], p[1], p[2], p[3], p[4] });
  }
}

static numbers described() {
  const rgs_method_info info = s->describe();
  return { double(info.order), double(info.evals), double(info.claims & RGS_PROCESSED) };
}

static numbers open(const words &word) {
  s.reset();
  const std::uint32_t ranks = static_cast<std::uint32_t>(std::stoul(word[5]));
  all.reset(new bodies(library(), start(ranks > 1 ? 100 : 0)));
  if (drives) all->share_out(threads(2));
  const method used = method_of(word, 6);
  const std::uint32_t provides =
      RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL | (ranks > 1 ? +RGS_EVAL_REDUCTION : 0);
  s.reset(drives ? new stepper(*all, used, provides, ranks, RGS_HOST_REWINDS)
                 : new stepper(*all, used, answer, provides, ranks, 1, RGS_HOST_REWINDS));
  return described();
}

static void step(double h, int n) {
  if (!drives) return s->step(h, n);
  for (int i = 0; i < n; ++i)
    while (s->advance(h)) answer(s->request());
}

/* A step that is made, taken back, broken off, taken back and made again. */
static numbers again(double h) {
  step(h, 1);
  const numbers first = state();
  s->rewind();
  if (drives) s->advance(h);
  try {
    breaks = !drives;
    if (breaks) s->step(h);
  } catch (int) {
  }
  breaks = false;
  CHECK(state() != first);
  s->rewind();
  step(h, 1);
  CHECK(state() == first);
  return first;
}

static numbers shown() {
  numbers told;
  if (!drives) {
    s->shown([&] { told = state(); });
  } else {
    while (s->process()) answer(s->request());
    told = state();
    s->unprocess();
  }
  return told;
}

static numbers run_script(const words &word) {
  static std::vector<unsigned char> block, ensemble;
  const auto number = [&](std::size_t k) { return std::stod(word[k]); };
  const auto set_cell = [&] {
    vectors now, reference;
    triple origin;
    for (std::size_t k = 0; k < 9; ++k) now[k] = number(1 + k), reference[k] = number(13 + k);
    for (std::size_t k = 0; k < 3; ++k) origin[k] = number(10 + k);
    s->set_cell(now, origin, reference);
  };
  const auto kind = [&] { return static_cast<std::uint32_t>(number(1)); };
  const auto done = [](void) { return numbers(); };
  const std::map<std::string, std::function<numbers()>> verbs = {
    { "open", [&] { return open(word); } },
    { "swap", [&] { return s->swap(method_of(word, 5)), described(); } },
    { "step", [&] { return step(number(1), std::stoi(word[2])), done(); } },
    { "again", [&] { return again(number(1)); } },
    { "state", state },
    { "shown", shown },
    { "energy",
      [&] {
        return numbers{ all->energy().first, all->energy().second };
      } },
    { "output", [&] { return s->output(word[1]); } },
    { "time", [&] { return numbers{ s->time() }; } },
    { "set_time", [&] { return s->set_time(number(1)), done(); } },
    { "set_valid", [&] { return s->set_valid(kind() ? +RGS_EVAL_FORCE : 0), done(); } },
    { "reset", [&] { return s->reset(), done(); } },
    { "steps", [&] { return numbers{ double(s->steps()) }; } },
    { "set_steps", [&] { return s->set_steps(std::stoull(word[1])), done(); } },
    { "set_param", [&] { return s->set_param(word[2], number(3), kind()), done(); } },
    { "param", [&] { return numbers{ s->param(word[2], kind()) }; } },
    { "set_cell", [&] { return set_cell(), done(); } },
    { "cell", [&] { return numbers_of(s->cell()); } },
    { "save", [&] { return numbers{ double((block = s->save()).size()) }; } },
    { "load", [&] { return s->load(block), done(); } },
    { "save_ensemble", [&] { return numbers{ double((ensemble = s->save_ensemble()).size()) }; } },
    { "load_ensemble", [&] { return s->load_ensemble(ensemble), done(); } },
    { "damage", [&] { return block.back() ^= 1, ensemble.back() ^= 1, done(); } },
    { "keep", [&] { return kept = list, done(); } },
    { "put",
      [&] { return std::copy(kept.begin(), kept.end(), list.begin()), s->set_valid(0), done(); } },
  };
  return verbs.at(word[0])();
}

int main(int argc, char **argv) {
#ifdef LOAD_MODULE
  static rgs_library opened; /* handles that are static end after main */
  rgs_error error = RGS_ERROR_INIT;
  if (argc < 2 || rgs_library_open(&opened, argv[1], &error)) return std::puts(error.text), 2;
  rgs_library_use(&opened);
#else
  (void)argv;
  drives = argc > 1;
#endif
  std::string line;
  int number = 1;
  for (; std::getline(std::cin, line); ++number) {
    std::istringstream text(line);
    const words word{ std::istream_iterator<std::string>(text), {} };
    if (word.empty() || word[0][0] == '#') continue;
    std::printf("%d %s:", number, word[0].c_str());
    try {
      print(run_script(word));
    } catch (const refused &why) {
      std::printf(" refused %d %s", why.status(), why.what());
    }
    std::printf("\n");
  }
  CHECK(number > 100);
  return failed;
}
