/* SPDX-License-Identifier: BSD-3-Clause
 *
 * checks.h - tests whose failures are exceptions.
 */
#ifndef OPENMM_CHECKS_H
#define OPENMM_CHECKS_H
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

struct Test {
  const char *name;
  void (*run)();
};
#define TEST(function)                                                                             \
  { #function, function }

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition))                                                                              \
      throw std::runtime_error(__FILE__ ":" + std::to_string(__LINE__) + ": " #condition);         \
  } while (0)

/* Runs work, which must throw a text that contains `part`. */
template <class Work> void refuses(const std::string &part, Work work) {
  std::string text = "nothing was refused";
  try {
    work();
  } catch (const std::exception &error) {
    text = error.what();
  }
  if (text.find(part) == std::string::npos)
    throw std::runtime_error("want \"" + part + "\", got: " + text);
}

/* Returns 1 if a test failed. */
inline int runTests(const Test *tests, size_t n) {
  int failed = 0;
  for (size_t i = 0; i < n; i++) {
    std::printf("%s\n", tests[i].name);
    std::fflush(stdout);
    try {
      tests[i].run();
    } catch (const std::exception &error) {
      std::printf("  FAILED %s\n", error.what());
      failed++;
    }
  }
  std::printf("%d of %d tests failed\n", failed, static_cast<int>(n));
  return failed != 0;
}

#endif /* OPENMM_CHECKS_H */
