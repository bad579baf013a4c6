#pragma once

/// \file
/// The elements of arrays as targets of operations in kernels, by global index.

#include <dash/DeviceView.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/memory/PartTable.h>
#include <dash/kernel/KernelPointer.h>

#include <dash/dart/if/dart_globmem.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dash::kernel {

/// One of \c Elements. It finds its address when it is updated: a pointer, which also leads to
/// memory out of reach, would cost more.
template <class T, class Pattern>
class Element {
 public:
  using value_type = T;

  DASH_HOST_DEVICE Element(const Elements<T, Pattern>& all, typename Pattern::index_type index)
      : all_(all),
        index_(index)
  {}

  DASH_HOST_DEVICE Pointer<T> pointer() const { return all_.pointer(index_); }

  /// As that of a pointer.
  template <class InPlace, class ByRuntime>
  DASH_HOST_DEVICE decltype(auto) update(InPlace in_place, ByRuntime by_runtime) const
  {
    if (all_.are_even_) return in_place(all_.even_address(index_));
    if (all_.are_in_place_) return in_place(all_.address(index_));
    return pointer().update(in_place, by_runtime);
  }

 private:
  const Elements<T, Pattern>& all_;
  typename Pattern::index_type index_;
};

/// The elements of an array as the kernels of one unit see them, wherever they are. It is trivially
/// copyable, so kernels take it by value; \c KernelTeam::elements makes it, for kernels of the unit
/// that makes it.
///
/// A \c DeviceView gives references to elements in reach, and is quicker for those of the unit.
/// This is for indices in any order: whether an element is the unit's own makes no difference, and
/// where all parts have a power of two of elements, they are found by shifts.
template <class T, class Pattern>
class Elements {
  using Index = typename Pattern::index_type;

 public:
  using value_type = std::remove_const_t<T>;
  using index_type = Index;
  using size_type = typename Pattern::size_type;

  /// No elements.
  Elements() = default;

  DASH_HOST_DEVICE constexpr size_type size() const { return static_cast<size_type>(size_); }

  /// The element with a global index, as a target of atomic operations. It exists as long as this
  /// object.
  DASH_HOST_DEVICE Element<T, Pattern> operator[](Index index) const
  {
    DASH_ASSERT_RANGE(Index{0}, index, size_ - 1, "index is outside of the array");
    return Element<T, Pattern>(*this, index);
  }

  /// A pointer to the element with a global index, for all operations.
  DASH_HOST_DEVICE Pointer<T> pointer(Index index) const
  {
    DASH_ASSERT_RANGE(Index{0}, index, size_ - 1, "index is outside of the array");
    const auto at = map_.locate(index, parts_);
    dart_gptr_t gptr = first_;
    gptr.unitid = static_cast<dart_unit_t>(at.unit);
    gptr.addr_or_offs.offset += static_cast<std::uint64_t>(at.local) * sizeof(T);
    auto* const part = reinterpret_cast<T*>(parts_.address(at.unit));
    if (part == nullptr || is_left_to_runtime_) return Pointer<T>(nullptr, gptr, Access::none);
    const Access access = parts_.is_atomic(at.unit) ? Access::atomic : Access::load_store;
    return Pointer<T>(part + at.local, gptr, access);
  }

  /// Whether kernels of this unit update all elements by their own instructions.
  bool is_updated_in_place() const { return are_in_place_; }

 private:
  friend class dash::KernelTeam;
  friend class Element<T, Pattern>;

  Elements(const DeviceView<T, Pattern>& view, const Pattern& pattern, dart_gptr_t first)
      : size_(view.size_),
        map_(pattern),
        parts_(view.parts_),
        first_(first)
  {
    for (Index unit = 0; unit < parts_.num_units(); ++unit) {
      if (!parts_.is_atomic(unit)) return;
    }
    are_in_place_ = true;
    if (size_ == 0) return;
    const auto part_size = static_cast<size_type>(pattern.local_size(team_unit_t{0}));
    const auto block_size = static_cast<size_type>(pattern.run_at(0).size());
    are_even_ =
        parts_.origin() != nullptr && std::has_single_bit(part_size) && block_size == part_size;
    for (Index unit = 0; unit < parts_.num_units(); ++unit) {
      const team_unit_t id(static_cast<dart_unit_t>(unit));
      are_even_ = are_even_ && pattern.local_size(id) == part_size;
    }
    origin_ = parts_.origin();
    stride_ = parts_.stride();
    part_bits_ = std::countr_zero(part_size);
    last_of_part_ = static_cast<Index>(part_size) - 1;
  }

  Elements by_runtime() const
  {
    Elements same = *this;
    same.are_even_ = same.are_in_place_ = false;
    same.is_left_to_runtime_ = true;
    return same;
  }

  /// The address of an element that kernels update by themselves.
  DASH_HOST_DEVICE T* address(Index index) const
  {
    const auto at = map_.locate(index, parts_);
    return reinterpret_cast<T*>(parts_.address(at.unit)) + at.local;
  }

  /// The same if the parts are even.
  DASH_HOST_DEVICE T* even_address(Index index) const
  {
    T* const part = reinterpret_cast<T*>(origin_ + (index >> part_bits_) * stride_);
    return part + (index & last_of_part_);
  }

  Index size_ = 0;
  /// Whether kernels update all elements by themselves …
  bool are_in_place_ = false;
  /// … and all units have one block of a power of two of them, at equal distances.
  bool are_even_ = false;
  int part_bits_ = 0;
  Index last_of_part_ = 0;
  std::byte* origin_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  dash::detail::IndexMap<Pattern> map_;
  dash::detail::Parts<Index> parts_;
  dart_gptr_t first_ = DART_GPTR_NULL;
  bool is_left_to_runtime_ = false;
};

}  // namespace dash::kernel
