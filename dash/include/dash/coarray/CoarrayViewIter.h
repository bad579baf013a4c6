#pragma once

/// \file
/// Iterators over the elements of one unit's copy of a coarray.

#include <dash/Types.h>
#include <dash/coarray/CoarrayShape.h>
#include <dash/iterator/RunIterator.h>
#include <dash/memory/ElementAddress.h>

#include <cstddef>

namespace dash::coarray {

/// The elements of a copy, or of a part of it, as a sequence in the order of memory.
template <class T, std::size_t Rank, class Index>
class CoarrayElements {
 public:
  using element_type = T;
  using index_type = Index;

  CoarrayElements() = default;
  CoarrayElements(ElementAddress<T> first, const Shape<Rank, Index>& shape) noexcept
      : first_(first),
        shape_(shape)
  {}

  Index size() const { return shape_.size(); }

  MappedRun<T, Index> run_at(Index position) const
  {
    T* const element = address_of(position).mapped();
    if (shape_.is_dense()) return {element, 0, size()};
    return {element, position, position + 1};
  }

  dart_gptr_t gptr_at(Index position) const { return address_of(position).gptr(); }

  friend bool operator==(const CoarrayElements& lhs, const CoarrayElements& rhs)
  {
    return lhs.first_.place() == rhs.first_.place() && lhs.shape_ == rhs.shape_;
  }

 private:
  ElementAddress<T> address_of(Index position) const
  {
    const auto nbytes = static_cast<std::size_t>(shape_.offset_at(position)) * sizeof(T);
    return first_.template member<T>(nbytes);
  }

  ElementAddress<T> first_{static_cast<T*>(nullptr)};
  Shape<Rank, Index> shape_{};
};

/// Random access iterator over them.
template <class T, std::size_t Rank, class Reference, class Index>
class CoarrayViewIter
    : public RunIterator<
          CoarrayViewIter<T, Rank, Reference, Index>, CoarrayElements<T, Rank, Index>, Reference> {
  using Base = RunIterator<CoarrayViewIter, CoarrayElements<T, Rank, Index>, Reference>;

 public:
  using pointer = void;

  CoarrayViewIter() = default;
  using Base::Base;
};

}  // namespace dash::coarray
