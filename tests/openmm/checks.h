/* SPDX-License-Identifier: BSD-3-Clause
 *
 * checks.h - tests whose failures are exceptions.
 */
#pragma once
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

/* TEST(name) { .. } is a test that lists itself, TEST_IN(group, name) one of a group that is run apart. */
struct Test {
  std::string group, name;
  void (*run)();
};
inline std::vector<Test> &allTests() {
  static std::vector<Test> all;
  return all;
}
struct Listed {
  explicit Listed(const Test &test) { allTests().push_back(test); }
};
#define TEST_IN(group, name)                                                                       \
  static void name();                                                                              \
  static const Listed name##Listed({ #group, #name, name });                                       \
  static void name()
#define TEST(name) TEST_IN(others, name)

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

/* Runs the tests of a group, and returns 1 if one failed. */
inline int runTests(const std::string &group) {
  int failed = 0, count = 0;
  for (const Test &test : allTests()) {
    if (test.group != group) continue;
    count++;
    std::printf("%s\n", test.name.c_str());
    std::fflush(stdout);
    try {
      test.run();
    } catch (const std::exception &error) {
      std::printf("  FAILED %s\n", error.what());
      failed++;
    }
  }
  std::printf("%d of %d tests failed\n", failed, count);
  return failed != 0 || count == 0;
}
