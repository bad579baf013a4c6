#pragma once

/// \file
/// Rectangular sections of a matrix: the common part of MatrixRef and LocalMatrixRef.

#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/detail/pattern/Box.h>
#include <dash/iterator/GlobViewIter.h>
#include <dash/matrix/MatrixAccess.h>
#include <dash/memory/ElementAddress.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/pattern/Section.h>

#include <array>
#include <cstddef>
#include <type_traits>

namespace dash {

namespace detail {

/// The element at an owner's local index.
template <class T, IndexSpace Space, class GlobMem, class Position>
inline SectionReference<T, Space> element_at(const GlobMem& memory, const Position& position)
{
  if constexpr (Space == IndexSpace::local) {
    return reinterpret_cast<T*>(memory.local_base())[position.index];
  } else {
    if (auto* const part = memory.mapped_base(position.unit)) [[likely]] {
      return GlobRef<T>(reinterpret_cast<T*>(part) + position.index);
    }
    const auto offset = static_cast<std::size_t>(position.index) * sizeof(T);
    return GlobRef<T>(ElementAddress<T>::unmapped(memory.gptr(position.unit, offset)));
  }
}

/// The dimensions 0, 1, … N-1.
template <dim_t N>
constexpr std::array<dim_t, N> all_dimensions()
{
  std::array<dim_t, N> dimensions{};
  for (std::size_t d = 0; d < N; ++d) dimensions[d] = static_cast<dim_t>(d);
  return dimensions;
}

}  // namespace detail

/// A section of a matrix with the dimensions that remain: the common part of MatrixRef and
/// LocalMatrixRef. See MatrixAccess for the template parameters.
template <
    class Derived, IndexSpace Space, class T, dim_t N, dim_t K, class Pattern, class LocalMemSpace>
class MatrixView : public MatrixAccess<Derived, Space, T, N, K, Pattern, LocalMemSpace> {
  using Access = MatrixAccess<Derived, Space, T, N, K, Pattern, LocalMemSpace>;

  template <dim_t Rank>
  using Mutable = typename Access::template view_type<Rank>;
  template <dim_t Rank>
  using Const = typename Access::template const_view_type<Rank>;

 public:
  using typename Access::const_reference;
  using typename Access::index_type;
  using typename Access::reference;
  using typename Access::size_type;
  using typename Access::viewspec_type;
  using section_type = Section<Pattern, Space>;
  using coords_type = typename Pattern::coords_type;
  using dimensions_type = std::array<dim_t, K>;
  using memory_type = GlobStaticMem<LocalMemSpace>;
  using GlobMem_t = memory_type;
  using iterator = SectionIterator<T, Pattern, memory_type, Space>;
  using const_iterator = SectionIterator<const T, Pattern, memory_type, Space>;
  using pointer = typename iterator::pointer;
  using const_pointer = typename const_iterator::pointer;
  using local_pointer = T*;
  using const_local_pointer = const T*;

  /// A view that refers to no matrix.
  MatrixView() = default;
  /// \param dimensions  dimensions that remain, in ascending order
  MatrixView(
      const memory_type& memory, const section_type& section, const dimensions_type& dimensions)
      : memory_(&memory),
        section_(section),
        dimensions_(dimensions)
  {}

  /// A view of the same elements as constants.
  operator Const<K>() const
    requires(!std::is_const_v<T>)
  {
    return Const<K>(*memory_, section_, dimensions_);
  }

  /// All elements in canonical order.
  iterator begin() { return iterator_at<iterator>(0); }
  iterator end() { return iterator_at<iterator>(section_.size()); }
  const_iterator begin() const { return iterator_at<const_iterator>(0); }
  const_iterator end() const { return iterator_at<const_iterator>(section_.size()); }

  /// Extents, and the global coordinates of the first element as offsets.
  viewspec_type viewspec() const { return section_.global_box(); }
  /// The elements of the view; for local views, in the calling unit's memory.
  const section_type& section() const noexcept { return section_; }
  /// The dimensions of the matrix that remain.
  const dimensions_type& dimensions() const noexcept { return dimensions_; }

  const Pattern& pattern() const noexcept { return section_.pattern(); }
  Team& team() const { return pattern().team(); }
  const memory_type& globmem() const noexcept { return *memory_; }

  /// Completes the calling unit's operations on the matrix, then waits for all units. Collective.
  void barrier() const
  {
    memory_->flush(memory_->begin());
    team().barrier();
  }

 private:
  friend Access;
  template <class, IndexSpace, class, dim_t, dim_t, class, class>
  friend class MatrixAccess;

  Derived& ref() noexcept { return static_cast<Derived&>(*this); }
  Const<K> ref() const { return Const<K>(*memory_, section_, dimensions_); }

  reference element(const std::array<index_type, K>& coords)
  {
    return detail::element_at<T, Space>(*memory_, section_.locate(absolute(coords)));
  }
  const_reference element(const std::array<index_type, K>& coords) const
  {
    return detail::element_at<const T, Space>(*memory_, section_.locate(absolute(coords)));
  }

  Mutable<K - 1> first_fixed(index_type n) const { return fixed(dimensions_[0], n); }

  Mutable<K - 1> fixed(dim_t dimension, index_type n) const
  {
    std::array<dim_t, K - 1> others{};
    std::size_t count = 0;
    for (const dim_t d : dimensions_) {
      if (d != dimension && count < others.size()) others[count++] = d;
    }
    if (dimensions_[K - 1] != dimension && others[K - 2] == dimensions_[K - 2]) {
      DASH_THROW(
          exception::InvalidArgument,
          "the view has one coordinate in dimension " << dimension << " already");
    }
    return Mutable<K - 1>(*memory_, between(dimension, n, 1), others);
  }

  Mutable<K> restricted(dim_t dimension, index_type offset, size_type length) const
  {
    return Mutable<K>(*memory_, between(dimension, offset, length), dimensions_);
  }

  Mutable<K> box(const viewspec_type& box) const
  {
    for (dim_t d = 0; d < N; ++d) check(d, box.offset(d), box.extent(d));
    const section_type part(pattern(), detail::absolute_in(section_.box(), box));
    return Mutable<K>(*memory_, part, dimensions_);
  }

  section_type between(dim_t dimension, index_type offset, size_type length) const
  {
    check(dimension, offset, length);
    return section_.between(dimension, offset, offset + static_cast<index_type>(length));
  }

  void check(
      [[maybe_unused]] dim_t dimension, [[maybe_unused]] index_type offset,
      [[maybe_unused]] size_type length) const
  {
#if defined(DASH_ENABLE_ASSERTIONS)
    const auto extent = static_cast<index_type>(section_.box().extent(dimension));
    const bool is_inside =
        0 <= offset && offset <= extent && length <= static_cast<size_type>(extent - offset);
    if (is_inside) return;
    DASH_THROW(
        exception::OutOfRange, "coordinates from " << offset << " on, " << length
                                                   << " in number, in dimension " << dimension
                                                   << ", whose extent is " << extent);
#endif
  }

  /// Coordinates in the domain of the section: global ones, or local ones for local views.
  coords_type absolute(const std::array<index_type, K>& coords) const
  {
    coords_type result = section_.box().offsets();
    for (std::size_t k = 0; k < K; ++k) {
      result[static_cast<std::size_t>(dimensions_[k])] += coords[k];
    }
    return result;
  }

  template <class Iterator>
  Iterator iterator_at(index_type position) const
  {
    return Iterator(memory_, section_, position);
  }

  const memory_type* memory_ = nullptr;
  section_type section_{};
  dimensions_type dimensions_ = {};
};

}  // namespace dash
