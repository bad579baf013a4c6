#pragma once

/// \file
/// What a test knows about its run before the runtime is initialised.

namespace dash::test {

/// Id of this unit according to the launcher (dartrun or mpirun); 0 without a launcher.
int unit();

/// Number of units that the launcher started; 1 without a launcher.
int units();

/// Arguments of the test program that GoogleTest has left, for dash::init and dart_init.
struct Arguments {
  int count;
  char** values;
};
Arguments& arguments();

}  // namespace dash::test
