#pragma once

/// \file
/// A program with several scenarios; its first argument selects one.

#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Scenario {
  const char* name;
  void (*body)();
};

template <int N>
int run_scenario(const Scenario (&scenarios)[N], int argc, char** argv)
{
  for (const Scenario& scenario : scenarios) {
    if (argc == 2 && std::strcmp(argv[1], scenario.name) == 0) {
      scenario.body();
      return EXIT_SUCCESS;
    }
  }
  std::fprintf(stderr, "no scenario %s\n", argc == 2 ? argv[1] : "given");
  return 99;
}

/// Ends the scenario if a condition does not hold.
#define EXPECT(condition)                                                          \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      std::_Exit(98);                                                              \
    }                                                                              \
  } while (false)
