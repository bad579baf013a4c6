#pragma once

/// \file
/// How many units of each kind a run has, and which GPUs its GPU units use.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "given.h"

namespace dart::launcher {

struct UnitCounts {
  std::uint32_t cpu = 0;
  std::uint32_t gpu = 0;  ///< number of GPU units, which are the last units of the run

  std::uint32_t all() const { return cpu + gpu; }
  bool is_gpu_unit(std::uint32_t unit) const { return unit >= cpu; }
};

/// The counts that the user gives. If the count of one kind is missing, it is the rest of all
/// units, or 0.
struct GivenCounts {
  std::optional<Given> all, cpu, gpu;

  bool any() const { return all || cpu || gpu; }
};

/// Parses a number of units from \c least to \c most. \throws UsageError if it is malformed
std::optional<std::uint32_t> parse_count(
    const std::optional<Given>& given, std::uint32_t least, std::uint32_t most);

/// \param otherwise  number of CPU units if no count is given
/// \throws UsageError for malformed counts, and for those that contradict each other
UnitCounts parse_counts(const GivenCounts& given, std::uint32_t otherwise);

/// Parses the GPUs that GPU units use in turn, such as "0,1,1"; empty for all GPUs.
/// \throws UsageError if the list is malformed or names more GPUs than there are GPU units
std::vector<int> parse_gpu_map(const std::optional<Given>& given, std::uint32_t gpu_units);

/// Formats a list in the form that parse_gpu_map reads.
std::string to_list(const std::vector<int>& gpu_map);

/// The counts as text, such as "2 CPU units and 1 GPU unit".
std::string to_string(const UnitCounts& counts);

}  // namespace dart::launcher
