#pragma once

/// \file
/// What a test can know of its run before the runtime is initialised.

namespace dash::test {

/// Id of this unit, as the launcher (dartrun or mpirun) gave it; 0 without a launcher.
int unit();

/// Number of units that the launcher started; 1 without a launcher.
int units();

/// Arguments of the test program that GoogleTest left over, for dash::init and dart_init.
struct Arguments {
  int count;
  char** values;
};
Arguments& arguments();

}  // namespace dash::test
