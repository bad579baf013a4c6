#pragma once

/// \file
/// Elements that each unit of a team sends to each other unit.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/HostCopy.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/memory/HeapBlock.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/team/Combine.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace dash::detail {

/// Elements for each unit of a team, or from each of them, in unit order.
template <class T>
using Buckets = std::vector<std::vector<T>>;

/// Sends the elements of each bucket to the unit of its number, in one transfer for each pair of
/// units. Collective; each unit needs host memory for a copy of what it sends, and for one position
/// for each pair of units.
/// \return the elements that each unit has sent to the calling one
/// \throws exception::RuntimeError if the heap is exhausted
template <class T>
Buckets<T> exchanged(const char* algorithm, Team& team, const Buckets<T>& buckets)
{
  static_assert(
      is_bytewise_copyable_v<T>, "elements that units exchange must be trivially copyable");
  if (team.size() == 1) return buckets;
  // Positions at which the buckets begin in the memory where others read them, and the end.
  std::vector<std::ptrdiff_t> begins{0};
  for (const auto& bucket : buckets) begins.push_back(begins.back() + std::ssize(bucket));
  const HeapBlock sent(
      DART_MEMORY_HOST, static_cast<std::size_t>(begins.back()) * sizeof(T), algorithm);
  auto* to = static_cast<T*>(mapped_address(sent.gptr()));
  for (const auto& bucket : buckets) to = copy_on_host(bucket.begin(), bucket.end(), to);
  const auto gptrs = gather_from_all(team, sent.gptr());
  const auto all = gather_equal_parts(team, std::span<const std::ptrdiff_t>(begins));
  const auto me = static_cast<std::size_t>(team.myid().id);
  Buckets<T> received(buckets.size());
  PendingTransfers transfers;
  for (std::size_t unit = 0; unit < received.size(); ++unit) {
    const auto* const range = all.data() + unit * begins.size() + me;
    const auto size = static_cast<std::size_t>(range[1] - range[0]);
    if (size == 0) continue;
    received[unit].resize(size);
    dart_gptr_t from = gptrs[unit];
    from.addr_or_offs.offset += static_cast<std::size_t>(range[0]) * sizeof(T);
    transfers.read(received[unit].data(), from, size * sizeof(T));
  }
  transfers.wait();
  team.barrier();  // others have read what this unit has sent
  return received;
}

}  // namespace dash::detail
