#pragma once

/// \file
/// Iterators over the calling unit's elements of a global heap.

#include <dash/iterator/RunIterator.h>
#include <dash/memory/GlobHeapPtr.h>

#include <cstddef>
#include <ostream>
#include <type_traits>

namespace dash {

namespace detail {

/// Elements of the calling unit's part of a dynamic memory space.
template <class T, class HeapMem>
struct LocalHeapElements {
  using element_type = T;
  using index_type = typename HeapMem::index_type;

  const HeapMem* heap = nullptr;

  friend bool operator==(const LocalHeapElements& lhs, const LocalHeapElements& rhs) = default;

  index_type size() const { return static_cast<index_type>(heap->local_size()); }

  MappedRun<T, index_type> run_at(index_type pos) const
  {
    const auto& bucket = bucket_at(heap->local_buckets(), pos);
    const auto begin = static_cast<index_type>(bucket.begin);
    return {bucket.first + (pos - begin), begin, begin + static_cast<index_type>(bucket.size)};
  }

  dart_gptr_t gptr_at(index_type pos) const
  {
    if (heap->local_buckets().empty()) return DART_GPTR_NULL;
    const auto& bucket = bucket_at(heap->local_buckets(), pos);
    auto gptr = bucket.gptr;
    gptr.addr_or_offs.offset += (static_cast<std::size_t>(pos) - bucket.begin) * sizeof(T);
    return gptr;
  }
};

}  // namespace detail

/// Random access iterator over the calling unit's elements of a dynamic memory space.
template <class T, class HeapMem>
class GlobHeapLocalPtr
    : public RunIterator<GlobHeapLocalPtr<T, HeapMem>, detail::LocalHeapElements<T, HeapMem>, T&> {
  using Elements = detail::LocalHeapElements<T, HeapMem>;
  using Base = RunIterator<GlobHeapLocalPtr, Elements, T&>;

 public:
  using typename Base::index_type;
  using pointer = T*;

  GlobHeapLocalPtr() = default;
  GlobHeapLocalPtr(const HeapMem* heap, index_type pos) noexcept : Base(Elements{heap}, pos) {}

  template <class U>
    requires(std::is_const_v<T> && std::is_same_v<const U, T> && !std::is_const_v<U>)
  GlobHeapLocalPtr(const GlobHeapLocalPtr<U, HeapMem>& other) noexcept
      : Base(Elements{other.elements().heap}, other.pos())
  {}

  T* operator->() const { return &**this; }
  /// Address of the element; nullptr behind the last one.
  operator T*() const { return this->contiguous().first; }

 private:
  template <class, class>
  friend class GlobHeapLocalPtr;
};

template <class T, class HeapMem>
std::ostream& operator<<(std::ostream& os, const GlobHeapLocalPtr<T, HeapMem>& ptr)
{
  return os << "dash::GlobHeapLocalPtr(" << ptr.pos() << ")";
}

}  // namespace dash
