#pragma once

/// \file
/// Which cores a unit runs on.

#include <sched.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dart::launcher {

/// What a unit is kept on.
enum class Bind {
  none,  ///< wherever the system puts it
  core,  ///< unit k on the k-th allowed core, starting over after the last
  numa,  ///< the cores of one NUMA node; neighbouring units share a node
};

const char* to_string(Bind bind);

/// Numbers of processors, ascending.
using Cpus = std::vector<int>;

/// A set in the form that the kernel takes, for up to 8192 processors.
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

/// Processors of each of \c units units.
std::vector<Cpus> bind_units(Bind bind, std::uint32_t units);

/// Reads the kernel's notation: "0-3,8".
Cpus parse_cpus(std::string_view text);

/// Writes the kernel's notation.
std::string to_string(const Cpus& cpus);

}  // namespace dart::launcher
