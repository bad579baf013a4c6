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

/// The memory that the units occupy at a time, of the kind in which their data are: host memory in
/// a run without GPU units, as the system tells; in a run with GPU units only, what they have
/// allocated on their GPUs, as the runtime tells. Their drivers only see how often the runtime
/// takes another 64 MiB, which may have room already. In other runs it is not known.
class Memory {
 public:
  /// Measures it. Collective.
  Memory();

  bool is_known() const { return known_; }
  double bytes() const { return bytes_; }  ///< memory of all units

 private:
  bool known_;
  double bytes_ = 0;
};

/// Reports the memory that all units occupy for an object, against its data, which nobody can do
/// without. Does nothing if it is not known. Collective.
/// \param before  taken before the units made the object
/// \param data    bytes of the data of all units
void report_memory(Bench& bench, const Memory& before, double data);

/// Ends the run if a result is wrong. All units call it with the same value.
/// \param claim  what has to hold, for the message
/// \throws std::runtime_error if it does not
void require(bool holds, const std::string& claim);

}  // namespace bench
