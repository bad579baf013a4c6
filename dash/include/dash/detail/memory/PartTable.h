#pragma once

/// \file
/// The addresses of the units' parts of a container for kernels of the calling unit.

#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/memory/HeapBlock.h>

#include <cstddef>
#include <vector>

namespace dash::detail {

/// One unit's part.
template <class Index>
struct Part {
  /// nullptr if kernels cannot access it, or if it is empty.
  std::byte* address;
  /// Number of elements of the preceding units.
  Index begin;
  /// Whether kernels update it atomically by themselves; true if it is empty.
  bool is_atomic;
};

/// The parts in the form that kernels need. The table is in memory even if it is short, because
/// each thread makes a copy of kernel arguments that are indexed.
template <class Index>
class Parts {
 public:
  Parts() = default;
  /// The part of one unit.
  explicit Parts(std::byte* address) : num_units_(1), origin_(address) {}
  /// \param device_table  copy of \c parts that kernels can access
  Parts(const std::vector<Part<Index>>& parts, const Part<Index>* device_table)
      : num_units_(static_cast<Index>(parts.size())),
        table_(parts.data()),
        device_table_(device_table)
  {
    find_sequence(parts);
  }

  DASH_HOST_DEVICE constexpr Index num_units() const { return num_units_; }

  DASH_HOST_DEVICE constexpr Index begin(Index unit) const { return table()[unit].begin; }
  DASH_HOST_DEVICE constexpr bool is_atomic(Index unit) const { return table()[unit].is_atomic; }

  /// The first part if the parts have equal distances, and this distance in bytes; otherwise
  /// nullptr.
  std::byte* origin() const { return origin_; }
  std::ptrdiff_t stride() const { return stride_; }

  DASH_HOST_DEVICE constexpr std::byte* address(Index unit) const
  {
    return origin_ != nullptr ? origin_ + unit * stride_ : table()[unit].address;
  }

  /// The first element of a unit's part, which kernels have to reach.
  template <class T>
  DASH_HOST_DEVICE constexpr T* reachable(Index unit) const
  {
    std::byte* const first = address(unit);
    if (first == nullptr) [[unlikely]] {
      DASH_THROW(
          exception::InvalidArgument, "the kernels of this unit cannot access the elements of unit "
                                          << unit
                                          << " of the team: there are none, or they are on another "
                                             "host or on a GPU; ask address() "
                                             "of the view, or transfer them");
    }
    return reinterpret_cast<T*>(first);
  }

 private:
  DASH_HOST_DEVICE constexpr const Part<Index>* table() const
  {
#if defined(__CUDA_ARCH__)
    return device_table_;
#else
    return table_;
#endif
  }

  /// If the parts have equal distances, as on GPU units, no table is needed: address = origin +
  /// unit · stride.
  void find_sequence(const std::vector<Part<Index>>& parts)
  {
    for (const auto& part : parts) {
      if (part.address == nullptr) return;
    }
    const std::ptrdiff_t stride = parts.size() > 1 ? parts[1].address - parts[0].address : 0;
    for (std::size_t unit = 1; unit < parts.size(); ++unit) {
      if (parts[unit].address - parts[unit - 1].address != stride) return;
    }
    origin_ = parts[0].address;
    stride_ = stride;
  }

  Index num_units_ = 0;
  const Part<Index>* table_ = nullptr;         // for the host
  const Part<Index>* device_table_ = nullptr;  // for kernels
  std::byte* origin_ = nullptr;
  std::ptrdiff_t stride_ = 0;
};

/// Looks up the parts of a container once, and owns the memory that \c Parts refers to.
template <class Index>
class PartTable {
 public:
  /// Maps the parts of all units. Local call.
  template <class Pattern, class GlobMem>
  PartTable(const Pattern& pattern, const GlobMem& memory)
  {
    Index begin = 0;
    for (const int id : pattern.team()) {
      const team_unit_t unit(id);
      const auto size = static_cast<Index>(pattern.local_size(unit));
      std::byte* const address = size > 0 ? memory.kernel_base(unit) : nullptr;
      own_.push_back({address, begin, size == 0 || kernels_update(address)});
      begin += size;
    }
    const auto nbytes = own_.size() * sizeof(Part<Index>);
    table_ = HeapBlock(DART_MEMORY_UNIT, nbytes);
    write_bytes(table_.gptr(), own_.data(), nbytes);
    parts_ = Parts<Index>(own_, static_cast<Part<Index>*>(kernel_address(table_.gptr(), nbytes)));
  }
  PartTable(const PartTable&) = delete;
  PartTable& operator=(const PartTable&) = delete;

  const Parts<Index>& parts() const noexcept { return parts_; }

 private:
  std::vector<Part<Index>> own_;
  HeapBlock table_;  // a copy for kernels
  Parts<Index> parts_;
};

}  // namespace dash::detail
