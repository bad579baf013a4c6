#pragma once

/// \file
/// The calling unit's part of a matrix, and parts of it.

#include <dash/Exception.h>
#include <dash/MdSpan.h>
#include <dash/matrix/MatrixView.h>

#include <array>
#include <cstddef>
#include <utility>

namespace dash {

/// A box of the calling unit's elements, with local coordinates and native references.
///
/// On GPU units the elements are in device memory, unless the matrix is in \c HostSpace; they can
/// then be used by kernels, transfers and algorithms only. It is a small value that refers to the
/// matrix, which must exist as long.
///
/// \tparam N  number of dimensions of the matrix
/// \tparam K  number of dimensions that remain
template <class T, dim_t N, dim_t K, class PatternT, class LocalMemSpaceT>
class LocalMatrixRef : public MatrixView<
                           LocalMatrixRef<T, N, K, PatternT, LocalMemSpaceT>, IndexSpace::local, T,
                           N, K, PatternT, LocalMemSpaceT> {
  using Base = MatrixView<LocalMatrixRef, IndexSpace::local, T, N, K, PatternT, LocalMemSpaceT>;

 public:
  using typename Base::index_type;
  using typename Base::section_type;
  using typename Base::size_type;
  using local_type = LocalMatrixRef;
  using mdspan_type = MdSpan<T, K, index_type>;
  using const_mdspan_type = MdSpan<const T, K, index_type>;

  using Base::Base;

  size_type local_size() const { return this->size(); }

  /// Addresses of the first element and behind the last one. All elements of the box are in
  /// between, and no others if the box is contiguous: a row of row-major memory, a tile, or the
  /// whole part.
  T* lbegin() { return address_of_first(); }
  T* lend() { return address_of_first() + span(); }
  const T* lbegin() const { return address_of_first(); }
  const T* lend() const { return address_of_first() + span(); }

  /// The element with a local index. \throws exception::OutOfRange (a std::out_of_range)
  T& local_at(size_type index) { return memory()[checked(index)]; }
  const T& local_at(size_type index) const { return memory()[checked(index)]; }

  /// A block of the calling unit, by its number or by its coordinates among the unit's blocks.
  LocalMatrixRef block(index_type index)
    requires(K == N)
  {
    return LocalMatrixRef(this->globmem(), section_of_block(index), this->dimensions());
  }
  auto block(index_type index) const
    requires(K == N)
  {
    using View = typename Base::template const_view_type<K>;
    return View(this->globmem(), section_of_block(index), this->dimensions());
  }
  auto block(const std::array<index_type, N>& coords)
    requires(K == N)
  {
    return block(this->pattern().local_blockspec().at(coords));
  }
  auto block(const std::array<index_type, N>& coords) const
    requires(K == N)
  {
    return block(this->pattern().local_blockspec().at(coords));
  }

  /// The matrix as a view of all its elements.
  auto global() const
  {
    return MatrixRef<T, N, N, PatternT, LocalMemSpaceT>(
        this->globmem(), Section<PatternT>(this->pattern()), detail::all_dimensions<N>());
  }

  /// Whether the calling unit owns the element with a global index.
  bool is_local(index_type gidx) const { return this->pattern().is_local(gidx); }

  /// The elements as an array with constant strides, for host code and kernels. Any box of
  /// canonical memory is such an array; if memory is stored tile by tile, a box inside a tile is.
  ///
  /// \throws exception::InvalidArgument  if the elements belong to several tiles: use single blocks
  mdspan_type mdspan() { return span_of<T>(); }
  const_mdspan_type mdspan() const { return span_of<const T>(); }

 private:
  T* memory() const { return reinterpret_cast<T*>(this->globmem().local_base()); }

  T* address_of_first() const
  {
    if (this->elements_.is_strided()) return this->elements_.first();
    return memory() + this->section().locate(index_type{0}).index;
  }

  index_type span() const
  {
    const auto n = static_cast<index_type>(this->size());
    if (n == 0) return 0;
    if (this->elements_.is_strided()) {
      return span_over(std::make_index_sequence<static_cast<std::size_t>(K)>());
    }
    return this->section().locate(n - 1).index - this->section().locate(index_type{0}).index + 1;
  }

  size_type checked(size_type index) const
  {
    if (index >= this->pattern().local_size()) {
      DASH_THROW(
          exception::OutOfRange,
          "local index " << index << " of " << this->pattern().local_size() << " own elements");
    }
    return index;
  }

  auto section_of_block(index_type index) const
  {
    return section_type(this->pattern(), this->pattern().local_block_local(index));
  }

  template <class Element>
  MdSpan<Element, K, index_type> span_of() const
  {
    if (!this->elements_.is_strided()) {
      DASH_THROW(
          exception::InvalidArgument,
          "mdspan of several tiles, which lie at no constant strides; take single blocks");
    }
    return mdspan_over<Element>(std::make_index_sequence<static_cast<std::size_t>(K)>());
  }

  /// Distance from the first element to the one behind the last, at constant distances.
  template <std::size_t... k>
  index_type span_over(std::index_sequence<k...>) const
  {
    const auto last = [this](dim_t dimension) {
      return static_cast<index_type>(this->extent(dimension)) - 1;
    };
    return ((last(this->dimensions()[k]) * this->elements_.template stride<k>()) + ...) + 1;
  }

  template <class Element, std::size_t... k>
  MdSpan<Element, K, index_type> mdspan_over(std::index_sequence<k...>) const
  {
    return MdSpan<Element, K, index_type>(
        this->elements_.first(), {{this->section().box().extent(this->dimensions()[k])...}},
        {{this->elements_.template stride<k>()...}});
  }
};

}  // namespace dash
