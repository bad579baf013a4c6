#pragma once

/// \file
/// Views of distributed arrays for kernels.

#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/memory/PartTable.h>

#include <cstddef>
#include <type_traits>

namespace dash {

namespace kernel {
template <class T, class Pattern>
class Elements;
}  // namespace kernel

/// The calling unit's elements for its kernels.
template <class T, class Index>
class DeviceLocalView {
 public:
  using value_type = std::remove_const_t<T>;
  using size_type = std::make_unsigned_t<Index>;

  DeviceLocalView() = default;
  DeviceLocalView(T* begin, Index size) : begin_(begin), size_(size) {}

  DASH_HOST_DEVICE constexpr T* begin() const { return begin_; }
  DASH_HOST_DEVICE constexpr T* end() const { return begin_ + size_; }
  DASH_HOST_DEVICE constexpr T* data() const { return begin_; }
  DASH_HOST_DEVICE constexpr size_type size() const { return static_cast<size_type>(size_); }
  DASH_HOST_DEVICE constexpr T& operator[](Index local) const
  {
    DASH_ASSERT_RANGE(Index{0}, local, size_ - 1, "local index is outside of the unit's part");
    return begin_[local];
  }

 private:
  T* begin_ = nullptr;
  Index size_ = 0;
};

/// A view of an array for kernels: plain references to all elements, whichever unit owns them, by
/// global or by local index.
///
/// It is made by \c Array::device_view and trivially copyable, so kernels take it by value. It is
/// for the kernels of the unit that made it, on its GPU, and valid until the array is deallocated
/// or moved. On CPU units, and with emulated GPUs, kernels are host functions. Kernels can only
/// access memory of their host, and those of a CPU unit cannot access memory of GPUs: use \c
/// address to find out. Access to another element throws exception::InvalidArgument; kernels trap.
///
/// Loads and stores follow the rules of plain memory accesses; a barrier between the units' kernels
/// separates writing from reading. Builds with assertions check indices and throw
/// exception::OutOfRange; kernels trap.
template <class T, class Pattern>
class DeviceView {
  static_assert(Pattern::ndim() == 1, "device views are of one-dimensional containers");

 public:
  using value_type = std::remove_const_t<T>;
  using index_type = typename Pattern::index_type;
  using size_type = typename Pattern::size_type;
  using pattern_type = Pattern;

  /// The calling unit's elements by local index.
  DeviceLocalView<T, index_type> local;

  /// A view without elements.
  DeviceView() = default;

  DASH_HOST_DEVICE constexpr size_type size() const { return static_cast<size_type>(size_); }

  /// The element with a global index. Elements of the unit's own first block are found without a
  /// look-up.
  DASH_HOST_DEVICE constexpr T& operator[](index_type index) const
  {
    DASH_ASSERT_RANGE(index_type{0}, index, size_ - 1, "index is outside of the array");
    const auto offset = static_cast<size_type>(index - own_begin_);
    if (offset < block_size_) return local[static_cast<index_type>(offset)];
    const auto at = map_.locate(index, parts_);
    return parts_.template reachable<T>(at.unit)[at.local];
  }

  /// An element of any unit by local index.
  DASH_HOST_DEVICE constexpr T& at(team_unit_t unit, index_type local_index) const
  {
    return parts_.template reachable<T>(unit.id)[local_index];
  }

  /// Address of the element with a global index; nullptr if kernels of this unit cannot access it.
  DASH_HOST_DEVICE constexpr T* address(index_type index) const
  {
    const auto at = map_.locate(index, parts_);
    T* const first = part(at.unit);
    return first != nullptr ? first + at.local : nullptr;
  }

  /// Owner of an element.
  DASH_HOST_DEVICE constexpr team_unit_t unit_at(index_type index) const
  {
    return team_unit_t(static_cast<dart_unit_t>(map_.locate(index, parts_).unit));
  }

  /// Global index of the calling unit's element with a local index.
  DASH_HOST_DEVICE constexpr index_type global(index_type local_index) const
  {
    return map_.global({unit_, local_index}, parts_);
  }

  /// Global indices of the calling unit's first element, and behind its last one.
  DASH_HOST_DEVICE constexpr index_type local_begin() const { return own_begin_; }
  DASH_HOST_DEVICE constexpr index_type local_end() const { return own_end_; }

 private:
  template <class, class, class, class>
  friend class Array;
  friend class kernel::Elements<T, Pattern>;

  DeviceView(const Pattern& pattern, const detail::Parts<index_type>& parts)
      : size_(static_cast<index_type>(pattern.size())),
        unit_(pattern.team().myid().id),
        own_begin_(pattern.lbegin()),
        own_end_(pattern.lend()),
        map_(pattern),
        parts_(parts)
  {
    const auto own_size = static_cast<index_type>(pattern.local_size());
    if (own_size == 0) return;
    local = {part(unit_), own_size};
    block_size_ = static_cast<size_type>(pattern.run_at(own_begin_).size());
  }

  DASH_HOST_DEVICE constexpr T* part(index_type unit) const
  {
    return reinterpret_cast<T*>(parts_.address(unit));
  }

  index_type size_ = 0;
  index_type unit_ = 0;
  index_type own_begin_ = 0;
  index_type own_end_ = 0;
  size_type block_size_ = 0;
  detail::IndexMap<Pattern> map_;
  detail::Parts<index_type> parts_;
};

}  // namespace dash
