#pragma once

/// \file
/// Iterators over all units' elements of a global heap.

#include <dash/GlobRef.h>
#include <dash/Types.h>
#include <dash/iterator/RunIterator.h>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <type_traits>

namespace dash {

namespace detail {

/// The bucket that contains element \c index of a part; \c index must be valid.
template <class Part, class Index>
const auto& bucket_at(const Part& part, Index index)
{
  const auto next = std::upper_bound(
      part.begin(), part.end(), index,
      [](Index i, const auto& bucket) { return i < static_cast<Index>(bucket.begin); });
  return *(next - 1);
}

/// Elements of all units' parts, in unit order, of a dynamic memory space, or of a container with
/// elements at the beginning of each part of such memory.
template <class T, class HeapMem>
struct HeapElements {
  using element_type = T;
  using index_type = typename HeapMem::index_type;

  struct Position {
    team_unit_t unit;
    index_type index;
  };

  const HeapMem* heap = nullptr;

  friend bool operator==(const HeapElements& lhs, const HeapElements& rhs) = default;

  index_type size() const { return static_cast<index_type>(heap->size()); }

  /// Owner and index of a position. Behind the last element, the index is one more than that of the
  /// last element, at the last unit.
  Position locate(index_type pos) const
  {
    const team_unit_t last{static_cast<dart_unit_t>(heap->team().size()) - 1};
    team_unit_t unit{0};
    for (; unit < last && pos >= part_size(unit); ++unit) pos -= part_size(unit);
    return {unit, pos};
  }

  /// A part may have memory behind its elements, so a run ends where the bucket or the elements
  /// end.
  MappedRun<T, index_type> run_at(index_type pos) const
  {
    const auto [unit, index] = locate(pos);
    const auto& bucket = bucket_at(heap->buckets(unit), index);
    const auto begin = static_cast<index_type>(bucket.begin);
    const auto end = (std::min)(begin + static_cast<index_type>(bucket.size), part_size(unit));
    return {
        bucket.first != nullptr ? bucket.first + (index - begin) : nullptr, pos - (index - begin),
        pos + (end - index)};
  }

  dart_gptr_t gptr_at(index_type pos) const
  {
    const auto [unit, index] = locate(pos);
    const auto& part = heap->buckets(unit);
    if (part.empty()) return DART_GPTR_NULL;
    const auto& bucket = bucket_at(part, index);
    auto gptr = bucket.gptr;
    gptr.addr_or_offs.offset += (static_cast<std::size_t>(index) - bucket.begin) * sizeof(T);
    return gptr;
  }

 private:
  index_type part_size(team_unit_t unit) const
  {
    return static_cast<index_type>(heap->local_size(unit));
  }
};

}  // namespace detail

/// Random access iterator over the elements of a dynamic memory space or list, unit by unit. When a
/// unit's part grows or shrinks, positions behind the change are shifted, and iterators then refer
/// to other elements. All functions are local calls.
template <class T, class HeapMem>
class GlobHeapPtr
    : public RunIterator<GlobHeapPtr<T, HeapMem>, detail::HeapElements<T, HeapMem>, GlobRef<T>> {
  using Elements = detail::HeapElements<T, HeapMem>;
  using Base = RunIterator<GlobHeapPtr, Elements, GlobRef<T>>;

 public:
  using typename Base::index_type;
  using pointer = GlobHeapPtr;
  using local_type = T*;
  using memory_type = HeapMem;
  using local_index_t = typename Elements::Position;

  GlobHeapPtr() = default;
  GlobHeapPtr(const HeapMem* heap, index_type pos) noexcept : Base(Elements{heap}, pos) {}

  template <class U>
    requires(std::is_const_v<T> && std::is_same_v<const U, T> && !std::is_const_v<U>)
  GlobHeapPtr(const GlobHeapPtr<U, HeapMem>& other) noexcept
      : Base(Elements{other.elements().heap}, other.pos())
  {}

  constexpr index_type gpos() const noexcept { return this->pos(); }
  /// Owner, and index in its part.
  local_index_t lpos() const { return this->elements().locate(this->pos()); }
  bool is_local() const { return lpos().unit == this->elements().heap->team().myid(); }
  /// Native address at the owner; nullptr on other units and behind the last element.
  local_type local() const { return is_local() ? this->contiguous().first : nullptr; }

  explicit operator T*() const { return local(); }

 private:
  template <class, class>
  friend class GlobHeapPtr;
};

/// Number of elements from \c first to \c last.
template <class T, class HeapMem>
typename HeapMem::index_type distance(
    const GlobHeapPtr<T, HeapMem>& first, const GlobHeapPtr<T, HeapMem>& last)
{
  return last - first;
}

template <class T, class HeapMem>
std::ostream& operator<<(std::ostream& os, const GlobHeapPtr<T, HeapMem>& ptr)
{
  return os << "dash::GlobHeapPtr(" << ptr.pos() << ")";
}

}  // namespace dash
