#pragma once

/// \file
/// How a unit reaches the others, as a line of text.

#include <string>
#include <vector>

#include "job/hosts.h"

namespace dart {

/// Formats ascending numbers as "0-3,8".
inline std::string ranges_text(const std::vector<dart_unit_t>& numbers)
{
  std::string text;
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[first]);
    if (last > first) text += '-' + std::to_string(numbers[last]);
    first = last + 1;
  }
  return text;
}

/// A line such as "on host 1 of 3 (node7): units 4-7 by shared memory, all others by verbs (mlx5_0
/// port 1)".
/// \param name       name of this host
/// \param transport  transport to other hosts, with properties of this unit's adapter; unused on
///   one host
inline std::string transport_report(
    const Hosts& hosts, const std::string& name, const std::string& transport)
{
  const auto& here = hosts.units_here();
  std::string text = "on host " + std::to_string(hosts.here()) + " of " +
                     std::to_string(hosts.count()) + " (" + name + "): ";
  text += (here.size() == 1 ? "unit " : "units ") + ranges_text(here) + " by shared memory";
  if (!hosts.is_one()) text += ", all others by " + transport;
  return text;
}

}  // namespace dart
