#pragma once

/// \file
/// The sizes from which on the library works in another way, in one table. Sizes are bytes, unless
/// a name says otherwise. Each was set where both ways take equally long; what that depends on
/// stands beside it.

#include <cstddef>

namespace dash::detail::limits {

inline constexpr std::ptrdiff_t kibi = 1024, mebi = 1024 * kibi;

// Runs that are so short that their elements are copied together with those of other runs.

/// Host code copies so many elements one by one in the time of a look-up and a call of memcpy.
inline constexpr std::ptrdiff_t short_run_elements = 64;
/// To find the first runs of all units takes host code as long as to work on so many elements.
inline constexpr std::ptrdiff_t short_copy_elements = 1024;
/// A message between hosts takes microseconds, in which a network moves so much.
inline constexpr std::ptrdiff_t short_run_between_hosts = 16 * kibi;
/// A kernel or a copy of a GPU takes microseconds to start, in which its memory moves so much.
inline constexpr std::ptrdiff_t short_run_of_gpu = mebi;
/// To ask where a unit's part is takes as long as to find so many elements one by one.
inline constexpr std::ptrdiff_t least_indices_for_a_part = 16;
/// So many runs at the beginning of a range tell how long its runs are.
inline constexpr std::ptrdiff_t runs_looked_at = 8;

// How much is worked on, or copied, together.

/// It stays in the cache of a core.
inline constexpr std::ptrdiff_t together_in_cache = 256 * kibi;
/// The message to each unit of another host has to be worth its start.
inline constexpr std::ptrdiff_t together_between_hosts = mebi;
/// So has a copy to or from a GPU; more would take memory for nothing.
inline constexpr std::ptrdiff_t together_with_gpus = 4 * mebi;
/// A kernel then takes much longer than its start.
inline constexpr std::ptrdiff_t together_on_gpu = 32 * mebi;
/// The first block of work that may end early is this part of a full block: host code copies some
/// kibibytes of mapped memory in a microsecond; kernels and messages take longer to start.
inline constexpr std::ptrdiff_t first_part_mapped = 64, first_part_unmapped = 8;
/// Copies that host code makes on the way between two ranges; they need no allocation.
inline constexpr std::ptrdiff_t staged_without_allocation = 8 * kibi;
/// The elements of a range that a scan keeps between its two passes, so that short runs are copied
/// once only.
inline constexpr std::ptrdiff_t kept_by_scan = 64 * mebi;

// Short runs that are copied unit by unit: a batch.

/// A batch of mapped elements fits into the cache of a core, since all units' runs touch all lines.
inline constexpr std::ptrdiff_t batch_in_cache = 32 * kibi;
inline constexpr std::ptrdiff_t batch_elements_of_unit = 32;
/// A batch that the runtime transfers is limited by the memory for its descriptions alone.
inline constexpr std::ptrdiff_t batch_of_transfers = 64 * mebi;
/// So many descriptions of rows are worth a transfer.
inline constexpr std::size_t rows_together = 1024;

// Copies through the memory of a GPU, whose kernels gather a million short runs in the time that a
// copy engine needs for some thousands, and host code for a tenth of them.

struct PassThroughGpu {
  std::ptrdiff_t from;      ///< the least size of the copy: two more steps have to be worth it
  std::ptrdiff_t long_run;  ///< runs from here on are copied directly
};
inline constexpr PassThroughGpu through_own_gpu{64 * kibi, 256 * kibi};
/// A CPU unit has some of the elements in its own memory, in which runs are soon long enough.
inline constexpr PassThroughGpu through_other_gpu{256 * kibi, 16 * kibi};
/// Copies of a GPU unit between places of matrices and its memory, by one kernel.
inline constexpr PassThroughGpu by_own_kernel{4 * kibi, mebi};

// Who works on which positions.

/// Units work on their own elements of a range where kernels reach all elements only if none has
/// more than 5/4 of its equal share.
inline constexpr std::ptrdiff_t balanced_numerator = 5, balanced_denominator = 4;
/// Where they copy the others' elements: if none has more than twice its equal share.
inline constexpr std::size_t shared_equally = 2;

}  // namespace dash::detail::limits
