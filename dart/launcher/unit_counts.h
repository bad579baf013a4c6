#pragma once

/// \file
/// How many units a run has, of which kinds, and which GPUs its GPU units stand for.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "given.h"

namespace dart::launcher {

struct UnitCounts {
  std::uint32_t cpu = 0;
  std::uint32_t gpu = 0;  ///< the last units of the run

  std::uint32_t all() const { return cpu + gpu; }
  bool is_gpu_unit(std::uint32_t unit) const { return unit >= cpu; }
};

/// The counts as given. Those of one kind that are not given are the rest of all, or none.
struct GivenCounts {
  std::optional<Given> all, cpu, gpu;

  bool any() const { return all || cpu || gpu; }
};

/// A number of units from \c least to \c most. \throws UsageError if it is malformed
std::optional<std::uint32_t> parse_count(
    const std::optional<Given>& given, std::uint32_t least, std::uint32_t most);

/// \param otherwise number of CPU units where no count is given
/// \throws UsageError for malformed counts, and for those that contradict each other
UnitCounts parse_counts(const GivenCounts& given, std::uint32_t otherwise);

/// GPU of each GPU unit, "0,1,1", starting over after the last; empty: all GPUs in turn.
/// \throws UsageError if it is malformed or names more GPUs than there are GPU units
std::vector<int> parse_gpu_map(const std::optional<Given>& given, std::uint32_t gpu_units);

/// Writes what parse_gpu_map reads.
std::string to_list(const std::vector<int>& gpu_map);

/// "2 CPU units and 1 GPU unit"
std::string to_string(const UnitCounts& counts);

}  // namespace dart::launcher
