#pragma once

/// \file
/// Parts of a matrix, with elements on all units.

#include <dash/matrix/LocalMatrixRef.h>
#include <dash/matrix/MatrixView.h>

namespace dash {

/// A rectangular part of a matrix, with coordinates relative to its first element.
///
/// Its iterators traverse it in canonical order, independent of the pattern's blocks; algorithms
/// work on it like on any range. It is a small value that refers to the matrix, which must exist as
/// long and must be neither moved nor deallocated. A constant view has constant elements.
///
/// \tparam N  number of dimensions of the matrix
/// \tparam K  number of dimensions that remain
template <class T, dim_t N, dim_t K, class PatternT, class LocalMemSpaceT>
class MatrixRef : public MatrixView<
                      MatrixRef<T, N, K, PatternT, LocalMemSpaceT>, IndexSpace::global, T, N, K,
                      PatternT, LocalMemSpaceT> {
  using Base = MatrixView<MatrixRef, IndexSpace::global, T, N, K, PatternT, LocalMemSpaceT>;

 public:
  using typename Base::const_pointer;
  using typename Base::index_type;
  using typename Base::size_type;
  using local_type = LocalMatrixRef<T, N, K, PatternT, LocalMemSpaceT>;
  using const_local_type = LocalMatrixRef<const T, N, K, PatternT, LocalMemSpaceT>;

  using Base::Base;

  /// Number of the calling unit's elements.
  size_type local_size() const { return static_cast<size_type>(this->section().local().size()); }
  /// Largest number of elements of a unit.
  size_type local_capacity() const { return this->pattern().local_capacity(); }

  /// The calling unit's elements.
  /// \throws exception::InvalidArgument  for views of several blocks that are distributed on
  ///   diagonals or in sequence, because a unit's elements then do not form a box
  local_type local() { return local_part<local_type>(); }
  const_local_type local() const { return local_part<const_local_type>(); }
  local_type sub_local() { return local(); }
  const_local_type sub_local() const { return local(); }

  /// Addresses that enclose the calling unit's elements; see LocalMatrixRef::lbegin.
  T* lbegin() { return local().lbegin(); }
  T* lend() { return local().lend(); }
  const T* lbegin() const { return local().lbegin(); }
  const T* lend() const { return local().lend(); }

  /// Global pointer to the first element.
  const_pointer data() const { return const_pointer(this->begin().dart_gptr()); }

  /// Whether the calling unit owns the element at a position of the view.
  bool is_local(index_type position) const { return this->section().is_own(position); }
  /// Whether the calling unit owns elements with a coordinate of the view in a dimension.
  template <dim_t Dimension>
  bool is_local(index_type coord) const
  {
    return this->pattern().has_local_elements(
        Dimension, coord, this->team().myid(), this->viewspec());
  }

 private:
  template <class Local>
  Local local_part() const
  {
    return Local(this->globmem(), this->section().local(), this->dimensions());
  }
};

}  // namespace dash
