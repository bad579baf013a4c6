#pragma once

/// \file
/// Rectangular sections of a matrix: the common part of MatrixRef and LocalMatrixRef.

#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/detail/pattern/Box.h>
#include <dash/detail/pattern/LocalElements.h>
#include <dash/iterator/GlobViewIter.h>
#include <dash/matrix/MatrixAccess.h>
#include <dash/memory/ElementAddress.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/pattern/Section.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

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
  /// Where the elements are, if they are the calling unit's.
  template <dim_t Rank>
  using Elements = std::conditional_t<
      Space == IndexSpace::local, detail::LocalElements<T, static_cast<std::size_t>(Rank), Pattern>,
      detail::NoLocalElements>;

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
      : MatrixView(memory, section, dimensions, elements_of(memory, section, dimensions))
  {}
  /// The same, if it is known where the elements are.
  [[gnu::always_inline]] MatrixView(
      const memory_type& memory, const section_type& section, const dimensions_type& dimensions,
      const Elements<K>& elements)
      : memory_(&memory),
        section_(section),
        dimensions_(dimensions),
        elements_(elements)
  {}

  /// A view of the same elements as constants.
  operator Const<K>() const
    requires(!std::is_const_v<T>)
  {
    return Const<K>(*memory_, section_, dimensions_, elements_);
  }

  /// All elements in canonical order.
  iterator begin() { return iterator_at<iterator>(0); }
  iterator end() { return iterator_at<iterator>(section_.size()); }
  const_iterator begin() const { return iterator_at<const_iterator>(0); }
  const_iterator end() const { return iterator_at<const_iterator>(section_.size()); }

  /// Number of elements.
  size_type size() const { return section_.box().size(); }
  bool empty() const { return size() == 0; }
  /// Extents in all dimensions of the matrix; 1 where a view has one coordinate only.
  typename Access::extents_type extents() const { return section_.box().extents(); }
  /// \throws exception::OutOfRange  if there is no such dimension
  size_type extent(dim_t dimension) const
  {
    return section_.box().extents()[Access::checked(dimension)];
  }
  template <dim_t Dimension>
  size_type extent() const
  {
    return extent(Dimension);
  }

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
  template <class, IndexSpace, class, dim_t, dim_t, class, class>
  friend class MatrixView;

  static Elements<K> elements_of(
      const memory_type& memory, const section_type& section, const dimensions_type& dimensions)
  {
    if constexpr (Space == IndexSpace::local) {
      auto* const own = reinterpret_cast<T*>(memory.local_base());
      return Elements<K>(own, section.pattern(), section.box(), dimensions);
    } else {
      return Elements<K>();
    }
  }

  [[gnu::always_inline]] Derived& ref() noexcept { return static_cast<Derived&>(*this); }
  [[gnu::always_inline]] Const<K> ref() const
  {
    return Const<K>(*memory_, section_, dimensions_, elements_);
  }

  [[gnu::always_inline]] reference element(const std::array<index_type, K>& coords)
  {
    return access<T>(coords);
  }
  [[gnu::always_inline]] const_reference element(const std::array<index_type, K>& coords) const
  {
    return access<const T>(coords);
  }

  template <class Element>
  [[gnu::always_inline]] SectionReference<Element, Space> access(
      const std::array<index_type, K>& coords) const
  {
    if constexpr (Space == IndexSpace::local) {
      if constexpr (K > 1 && !Elements<K>::always_strided) {
        // gcc finds that the condition below is the same for all elements of a loop only if rows
        // and elements are accessed one after the other.
        return access_in_row<Element>(
            coords, std::make_index_sequence<static_cast<std::size_t>(K - 1)>());
      } else {
        if (elements_.is_strided()) [[likely]]
          return elements_(coords);
        auto* const own = reinterpret_cast<Element*>(memory_->local_base());
        return own[local_index(pattern(), absolute(coords))];
      }
    } else {
      return detail::element_at<Element, Space>(*memory_, section_.locate(absolute(coords)));
    }
  }

  template <class Element, std::size_t... k>
  [[gnu::always_inline]] SectionReference<Element, Space> access_in_row(
      const std::array<index_type, K>& coords, std::index_sequence<k...>) const
  {
    return first_fixed(coords[0]).template access<Element>({{coords[k + 1]...}});
  }

  /// Declared pure and not inlined, so that loops over elements at constant distances do not become
  /// slower by this case.
  [[gnu::pure, gnu::noinline]] static index_type local_index(
      const Pattern& pattern, coords_type coords)
  {
    return pattern.local_at(coords);
  }

  /// The dimension of the matrix that is the first to remain.
  [[gnu::always_inline]] dim_t first_dimension() const { return K == N ? 0 : dimensions_[0]; }

  [[gnu::always_inline]] Mutable<K - 1> first_fixed(index_type n) const
  {
    const dim_t dimension = first_dimension();
    check(dimension, n, 1);
    viewspec_type box = section_.box();
    box.resize_dim(dimension, box.offset(dimension) + n, 1);
    return Mutable<K - 1>(
        *memory_, section_type(pattern(), box),
        other_dimensions(std::make_index_sequence<static_cast<std::size_t>(K - 1)>()),
        elements_.first_fixed(n));
  }

  template <std::size_t... k>
  [[gnu::always_inline]] std::array<dim_t, K - 1> other_dimensions(std::index_sequence<k...>) const
  {
    return {{(K == N ? static_cast<dim_t>(k + 1) : dimensions_[k + 1])...}};
  }

  [[gnu::always_inline]] Mutable<K - 1> fixed(dim_t dimension, index_type n) const
  {
    if (dimension == first_dimension()) return first_fixed(n);
    return later_fixed(dimension, n);
  }

  Mutable<K - 1> later_fixed(dim_t dimension, index_type n) const
  {
    const auto found = std::find(dimensions_.begin(), dimensions_.end(), dimension);
    if (found == dimensions_.end()) {
      DASH_THROW(
          exception::InvalidArgument,
          "the view has one coordinate in dimension " << dimension << " already");
    }
    std::array<dim_t, K - 1> others{};
    std::copy(found + 1, dimensions_.end(), std::copy(dimensions_.begin(), found, others.begin()));
    return Mutable<K - 1>(
        *memory_, between(dimension, n, 1), others,
        elements_.fixed(static_cast<std::size_t>(found - dimensions_.begin()), n));
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
  [[gnu::always_inline]] coords_type absolute(const std::array<index_type, K>& coords) const
  {
    return absolute(coords, std::make_index_sequence<static_cast<std::size_t>(K)>());
  }
  template <std::size_t... k>
  [[gnu::always_inline]] coords_type absolute(
      const std::array<index_type, K>& coords, std::index_sequence<k...>) const
  {
    coords_type result = section_.box().offsets();
    ((result[K == N ? k : static_cast<std::size_t>(dimensions_[k])] += coords[k]), ...);
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

 protected:
  [[no_unique_address]] Elements<K> elements_{};
};

}  // namespace dash
