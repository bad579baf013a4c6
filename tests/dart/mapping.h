#pragma once

/// \file
/// What the system tells of a mapping of this process.

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

namespace dart::test {

/// A line of smaps (proc(5)) about the mapping that contains an address, from its name on.
inline std::string mapping_line(const void* address, const std::string& name)
{
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  bool is_found = false;
  std::ifstream maps("/proc/self/smaps");
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) {
      is_found = begin <= wanted && wanted < end;
    } else if (is_found && line.starts_with(name + ":")) {
      return line;
    }
  }
  return "";
}

}  // namespace dart::test
