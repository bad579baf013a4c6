#pragma once

/// \file
/// The cores on which a unit runs.

#include <sched.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dart::launcher {

/// The processors to which a unit is bound.
enum class Bind {
  none,  ///< no binding: the system chooses
  core,  ///< unit k runs on the k-th allowed core, modulo their number
  numa,  ///< the cores of one NUMA node; consecutive units share a node
};

const char* to_string(Bind bind);

/// Numbers of processors, in ascending order.
using Cpus = std::vector<int>;

/// A set of processors in the form that the kernel takes, for up to 8192 processors.
struct CpuMask {
  std::array<cpu_set_t, 8> bits{};

  CpuMask() = default;
  explicit CpuMask(const Cpus& cpus)
  {
    for (int cpu : cpus) CPU_SET_S(cpu, sizeof bits, bits.data());
  }
};

/// Processors that dartrun itself may run on.
Cpus allowed_cpus();

/// Allowed processors by physical core.
std::vector<Cpus> allowed_cores();

/// The processors of each of \c units units.
std::vector<Cpus> bind_units(Bind bind, std::uint32_t units);

/// Parses a list of processors in the kernel's notation, such as "0-3,8".
Cpus parse_cpus(std::string_view text);

/// Formats a list of processors in the kernel's notation.
std::string to_string(const Cpus& cpus);

}  // namespace dart::launcher
