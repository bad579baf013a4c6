#pragma once

/// \file
/// What the programs of benchmarks/applications have in common.

#include <functional>
#include <string>
#include <vector>

#include "support/bench.h"

namespace bench {

/// Body of main of an application, which measures on any number of units. \return exit code
int run_application(
    const std::string& name, int argc, char** argv, const std::function<void(Bench&)>& measure);

/// Number of GPU units of the run. Collective.
int num_gpu_units();

/// Numbers of units, of GPU units among them, and of hosts: parameters of each figure.
std::vector<Param> where();

/// Ends the run if a result is wrong. All units call it with the same value.
/// \param claim  what has to hold, for the message
/// \throws std::runtime_error if it does not
void require(bool holds, const std::string& claim);

}  // namespace bench
