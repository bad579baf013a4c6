#pragma once

/// \file
/// Plans of copies: how bytes of ranges travel between global and local memory, and between two
/// places of global memory.
///
/// The functions decide from sizes alone and are called for each run, so they are inlined; the
/// sizes are in Limits.h. What a transfer of rows becomes below, the runtime decides
/// (dart/src/transfer).

#include <dash/detail/base/Position.h>
#include <dash/detail/plan/Limits.h>

#include <algorithm>

namespace dash::detail {

/// What copies of runs depend on. Sizes are bytes.
struct CopyFacts {
  Position size;           ///< of all elements
  Position run;            ///< of the first run
  bool is_mapped = false;  ///< whether host code can access that run
};

/// Whether a copy that has to be started is worth it.
constexpr bool is_worth(const limits::PassThroughGpu& limit, const CopyFacts& copy)
{
  return copy.size >= limit.from && copy.run < copy.size && copy.run < limit.long_run;
}

/// Whether elements should pass through memory of the unit's GPU.
constexpr bool passes_through_own_gpu(const CopyFacts& copy)
{
  return is_worth(limits::through_own_gpu, copy) && !copy.is_mapped;
}

/// Whether they should pass through the memory of another unit's GPU: a bounce buffer.
constexpr bool passes_through_other_gpu(const CopyFacts& copy)
{
  return is_worth(limits::through_other_gpu, copy);
}

/// Whether a kernel should copy elements of a matrix between their places and device memory. In one
/// dimension, transfers are as good.
/// \param next_run  size of the second run; the first one may be the end of a block
constexpr bool moves_by_own_kernel(const CopyFacts& copy, Position next_run)
{
  return is_worth(limits::by_own_kernel, copy) && next_run < limits::by_own_kernel.long_run;
}

/// How the next elements of a range are copied to or from local memory.
enum class RunCopy {
  host,      ///< the run, by host code
  transfer,  ///< the run, by a transfer
  batch      ///< many runs: as rows, or by host code where it can access them
};

/// \param n              number of elements
/// \param run            number of elements of the first run
/// \param is_accessible  whether host code can access it and the local memory
/// \param has_batches    whether the pattern gives all runs of a unit
constexpr RunCopy plan_of_run(Position n, Position run, bool is_accessible, bool has_batches)
{
  if (has_batches && run < n && (run < limits::short_run_elements || !is_accessible))
    return RunCopy::batch;
  return is_accessible ? RunCopy::host : RunCopy::transfer;
}

/// The number of elements of a batch.
/// \param is_accessible  whether host code can access the elements of all units
constexpr Position batch_of(Position element_size, Position units, bool is_accessible)
{
  const Position bytes = is_accessible ? limits::batch_in_cache : limits::batch_of_transfers;
  return (std::max)(bytes / element_size, limits::batch_elements_of_unit * units);
}

/// How the next elements are copied between two places of global memory.
enum class GlobalCopy {
  host,       ///< what is one run in both ranges, by host code
  transfer,   ///< the same, by the runtime, if there is a way
  short_runs  ///< many runs of either range
};

/// \param n           number of elements
/// \param common      number of those that are one run in both ranges
/// \param is_mapped   whether host code can access both
/// \param least       fewer elements than these are not worth a transfer
constexpr GlobalCopy plan_of_common_run(Position n, Position common, bool is_mapped, Position least)
{
  if (is_mapped && (common == n || common >= limits::short_run_elements)) return GlobalCopy::host;
  return common == n || common >= least ? GlobalCopy::transfer : GlobalCopy::short_runs;
}

/// The least size of a run into which, or from which, short runs are copied directly.
/// \param staged  number of elements that the buffer between two ranges of short runs takes: where
///   there is memory that is not mapped, transfers should be about as large, so that they stay in
///   the cache until those of all units have come; 0 if all memory is mapped
/// \param has_several_dimensions  where the search for the first runs of all units takes longer
constexpr Position least_direct_run(Position n, Position staged, bool has_several_dimensions)
{
  if (staged > 0) return (std::min)(n, staged) / 4;
  return has_several_dimensions ? limits::short_copy_elements : limits::short_run_elements;
}

}  // namespace dash::detail
