#pragma once

/// \file
/// Copies between two ranges of global memory.

#include <dash/Types.h>
#include <dash/detail/base/HostCopy.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/memory/BounceBuffer.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/plan/CopyPlan.h>
#include <dash/detail/plan/Limits.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/BlockSizes.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/range/Transfer.h>

#include <algorithm>
#include <cstddef>

namespace dash::detail {

/// Buffer for elements that pass through memory of this unit, which is device memory on GPU units,
/// and on CPU units if the elements should pass through a GPU. It is large if there may be memory
/// that is not mapped, where each transfer takes long.
template <class T>
class StagingBuffer {
 public:
  explicit StagingBuffer(std::ptrdiff_t n, bool by_gpu = false)
  {
    if (by_gpu) bounce_ = BounceBuffer(static_cast<std::size_t>(n) * sizeof(T));
    if (bounce_.address() != nullptr) {
      size_ = elements_in<T>(static_cast<std::ptrdiff_t>(bounce_.size()));
    } else if (run_has_unmapped_memory && n > size_) {
      size_ = std::min<Position>(n, copied_together<T>());
    }
  }

  /// The memory; allocates host memory, and that of GPU units, on first use, because most transfers
  /// need none.
  T* data()
  {
    if (bounce_.address() != nullptr) return static_cast<T*>(bounce_.address());
    if (size_ <= few) return reinterpret_cast<T*>(few_);
    if (many_.address() == nullptr) {
      many_ = Scratch(memory_of_unit(), static_cast<std::size_t>(size_) * sizeof(T));
    }
    return static_cast<T*>(many_.address());
  }
  std::ptrdiff_t size() const { return size_; }

 private:
  static constexpr std::ptrdiff_t few = elements_in<T>(limits::staged_without_allocation);

  std::ptrdiff_t size_ = few;
  alignas(T) std::byte few_[static_cast<std::size_t>(few) * sizeof(T)];
  Scratch many_;
  BounceBuffer bounce_;
};

/// Copies short runs directly from or to a long run of the other side, or between short runs by way
/// of the buffer. \return number of elements
template <class In, class Out>
std::ptrdiff_t copy_short_runs(
    const In& first, std::ptrdiff_t n, const Out& out, StagingBuffer<element_of<In>>& buffer)
{
  // Within a segment, elements that follow in the input might be overwritten. GPU units do not copy
  // by host code.
  if (!is_gpu_unit() && first.dart_gptr().segid != out.dart_gptr().segid) {
    constexpr bool in_many = has_several_dimensions<In> || has_several_dimensions<Out>;
    const auto least = least_direct_run(n, run_has_unmapped_memory ? buffer.size() : 0, in_many);
    const auto most = run_has_unmapped_memory ? buffer.size() : n;
    const auto from = first.contiguous();
    const auto to = out.contiguous();
    if (to.first != nullptr && to.size >= least) {
      const auto count = (std::min)({n, most, std::ptrdiff_t{to.size}});
      copy_blocking<Read>(first, count, to.first);
      return count;
    }
    if (from.first != nullptr && from.size >= least) {
      const auto count = (std::min)({n, most, std::ptrdiff_t{from.size}});
      copy_blocking<Write>(out, count, from.first);
      return count;
    }
  }
  const auto count = (std::min)(n, buffer.size());
  copy_blocking<Read>(first, count, buffer.data());
  copy_blocking<Write>(out, count, buffer.data());
  return count;
}

/// Copies \c n elements from one place of global memory to another one that does not overlap with
/// it.
template <class T>
void copy_contiguous(
    dart_gptr_t to, dart_gptr_t from, std::ptrdiff_t n, StagingBuffer<T>& buffer,
    PendingTransfers& pending)
{
  if (pending.copy(to, from, static_cast<std::size_t>(n) * sizeof(T))) return;
  while (n > 0) {
    const auto count = (std::min)(n, buffer.size());
    Read::transfer(buffer.data(), from, count);
    Write::transfer(static_cast<const T*>(buffer.data()), to, count);
    const auto nbytes = static_cast<std::size_t>(count) * sizeof(T);
    from.addr_or_offs.offset += nbytes;
    to.addr_or_offs.offset += nbytes;
    n -= count;
  }
}

/// Copies the elements of each unit as a whole, of ranges that have equal blocks and do not
/// overlap.
template <OverDealtBlocks In, OverDealtBlocks Out>
void copy_equal_blocks(const In& first, std::ptrdiff_t n, const Out& out, PendingTransfers& pending)
{
  using T = element_of<In>;
  const auto& from = first.pattern();
  const DealtBlocks blocks = dealt_blocks(first), blocks_of_out = dealt_blocks(out);
  StagingBuffer<T> buffer(n);
  for (team_unit_t unit{0}; unit < static_cast<dart_unit_t>(blocks.units); ++unit) {
    const auto part = from.local_interval(
        unit, first.pos(), first.pos() + static_cast<typename In::index_type>(n));
    if (part.empty()) continue;
    const auto [receiver, shift] = counterparts(blocks, blocks_of_out, unit.id);
    copy_contiguous(
        out.globmem().gptr(
            team_unit_t(static_cast<dart_unit_t>(receiver)),
            static_cast<std::size_t>(part.begin + shift) * sizeof(T)),
        first.globmem().gptr(unit, static_cast<std::size_t>(part.begin) * sizeof(T)),
        static_cast<std::ptrdiff_t>(part.size()), buffer, pending);
  }
}

/// Copies as if in ascending order: transfers within one segment wait for each other.
/// \return end of the output
template <class In, class Out>
Out copy_global(In first, std::ptrdiff_t n, Out out, PendingTransfers& pending)
{
  using element_type = element_of<In>;
  static_assert(
      is_dash_copyable<element_type, element_of<Out>>::value,
      "dash::copy needs elements of one representation");
  if constexpr (OverDealtBlocks<In> && OverDealtBlocks<Out>) {
    if (n > first.contiguous().size && first.dart_gptr().segid != out.dart_gptr().segid &&
        have_equal_blocks(dealt_blocks(first), dealt_blocks(out))) {
      copy_equal_blocks(first, n, out, pending);
      return out + static_cast<typename Out::difference_type>(n);
    }
  }
  const bool by_gpu =
      !is_gpu_unit() && (passes_through_gpu(first, n) || passes_through_gpu(out, n));
  StagingBuffer<element_type> buffer(n, by_gpu);
  const auto limit = short_run_limit<element_type>(false, run_has_unmapped_memory);
  while (n > 0) {
    const auto from = first.contiguous();
    const auto to = out.contiguous();
    auto count = (std::min)({n, std::ptrdiff_t{from.size}, std::ptrdiff_t{to.size}});
    const auto nbytes = static_cast<std::size_t>(count) * sizeof(element_type);
    const bool is_mapped = from.first != nullptr && to.first != nullptr;
    const GlobalCopy plan = plan_of_common_run(n, count, is_mapped, limit);
    if (plan == GlobalCopy::host) {
      copy_host_bytes(to.first, from.first, nbytes);
    } else if (
        plan == GlobalCopy::transfer && pending.copy(out.dart_gptr(), first.dart_gptr(), nbytes)) {
      if (out.dart_gptr().segid == first.dart_gptr().segid) pending.wait();
    } else {
      count = copy_short_runs(first, n, out, buffer);
    }
    n -= count;
    first += static_cast<typename In::difference_type>(count);
    out += static_cast<typename Out::difference_type>(count);
  }
  return out;
}

}  // namespace dash::detail
