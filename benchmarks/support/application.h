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

/// Host memory that the unit occupies, in bytes: its share of pages that several units use, and its
/// own ones.
double resident_bytes();

/// Reports the host memory that all units occupy for an object, against its data, which nobody can
/// do without. Does nothing in a run with GPU units, whose data are in device memory. Collective.
/// \param before  of the unit, before it made the object
/// \param data    bytes of the data of all units
void report_memory(Bench& bench, double before, double data);

/// Ends the run if a result is wrong. All units call it with the same value.
/// \param claim  what has to hold, for the message
/// \throws std::runtime_error if it does not
void require(bool holds, const std::string& claim);

}  // namespace bench
