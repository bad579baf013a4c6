#pragma once

/// \file
/// Views and elements of matrices by coordinates: what Matrix, MatrixRef and LocalMatrixRef share.

#include <dash/Dimensional.h>
#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/iterator/GlobViewIter.h>
#include <dash/pattern/Section.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace dash {

template <class T, dim_t N, dim_t K, class PatternT, class LocalMemSpaceT>
class MatrixRef;
template <class T, dim_t N, dim_t K, class PatternT, class LocalMemSpaceT>
class LocalMatrixRef;

/// Functions that return parts of a matrix with mutable or constant elements.
///
/// Dimensions have the same numbers as in the matrix, also in views that have fewer dimensions.
/// Offsets are relative to the first element of the object on which a function is called, also if
/// it was restricted in the same dimension before. \c at checks bounds; the others do so in builds
/// with assertions. Both throw exception::OutOfRange. All functions are local calls.
///
/// \tparam Derived  has \c ref(), which returns a view of all that it refers to, and
///   \c element(coords)
/// \tparam Space    kind of the views: of global elements (MatrixRef) or local ones
/// (LocalMatrixRef)
/// \tparam N        number of dimensions of the matrix
/// \tparam K        number of dimensions that remain
template <
    class Derived, IndexSpace Space, class T, dim_t N, dim_t K, class Pattern, class LocalMemSpace>
class MatrixAccess : public Boxed<Derived, Pattern, K> {
  using Base = Boxed<Derived, Pattern, K>;
  static_assert(0 < K && K <= N && N == Pattern::ndim());

 public:
  using value_type = std::remove_const_t<T>;
  using typename Base::extents_type;
  using typename Base::index_type;
  using typename Base::offsets_type;
  using typename Base::size_type;
  using typename Base::viewspec_type;
  using difference_type = index_type;
  using distribution_spec = DistributionSpec<N>;
  using size_spec = typename Pattern::sizespec_type;
  using team_spec = typename Pattern::teamspec_type;
  using reference = SectionReference<T, Space>;
  using const_reference = SectionReference<const T, Space>;

  template <dim_t Rank>
  using view_type = std::conditional_t<
      Space == IndexSpace::local, LocalMatrixRef<T, N, Rank, Pattern, LocalMemSpace>,
      MatrixRef<T, N, Rank, Pattern, LocalMemSpace>>;
  template <dim_t Rank>
  using const_view_type = std::conditional_t<
      Space == IndexSpace::local, LocalMatrixRef<const T, N, Rank, Pattern, LocalMemSpace>,
      MatrixRef<const T, N, Rank, Pattern, LocalMemSpace>>;

  /// The elements with coordinate \c n in a dimension, which the view does not have any more.
  template <dim_t Dimension>
    requires(K > 1)
  [[gnu::always_inline]] view_type<K - 1> sub(size_type n)
  {
    return derived().ref().fixed(Dimension, static_cast<index_type>(n));
  }
  template <dim_t Dimension>
    requires(K > 1)
  [[gnu::always_inline]] const_view_type<K - 1> sub(size_type n) const
  {
    return derived().ref().fixed(Dimension, static_cast<index_type>(n));
  }

  /// The elements with \c length coordinates from \c offset on in a dimension.
  template <dim_t Dimension>
  view_type<K> sub(size_type offset, size_type length)
  {
    return derived().ref().restricted(Dimension, static_cast<index_type>(offset), length);
  }
  template <dim_t Dimension>
  const_view_type<K> sub(size_type offset, size_type length) const
  {
    return derived().ref().restricted(Dimension, static_cast<index_type>(offset), length);
  }

  /// The elements of a box.
  view_type<K> submatrix(const offsets_type& offsets, const extents_type& extents)
  {
    return derived().ref().box(viewspec_type(offsets, extents));
  }
  const_view_type<K> submatrix(const offsets_type& offsets, const extents_type& extents) const
  {
    return derived().ref().box(viewspec_type(offsets, extents));
  }

  [[gnu::always_inline]] auto row(size_type n) { return this->template sub<0>(n); }
  [[gnu::always_inline]] auto row(size_type n) const { return this->template sub<0>(n); }
  auto col(size_type n) { return this->template sub<1>(n); }
  auto col(size_type n) const { return this->template sub<1>(n); }
  auto rows(size_type offset, size_type length) { return this->template sub<0>(offset, length); }
  auto rows(size_type offset, size_type length) const
  {
    return this->template sub<0>(offset, length);
  }
  auto cols(size_type offset, size_type length) { return this->template sub<1>(offset, length); }
  auto cols(size_type offset, size_type length) const
  {
    return this->template sub<1>(offset, length);
  }

  /// The elements with coordinate \c n in the first remaining dimension; if it is the only one, the
  /// element.
  [[gnu::always_inline]] decltype(auto) operator[](size_type n)
  {
    if constexpr (K == 1) {
      return (*this)(n);
    } else {
      return derived().ref().first_fixed(static_cast<index_type>(n));
    }
  }
  [[gnu::always_inline]] decltype(auto) operator[](size_type n) const
  {
    if constexpr (K == 1) {
      return (*this)(n);
    } else {
      return derived().ref().first_fixed(static_cast<index_type>(n));
    }
  }

  /// The element with these coordinates in the remaining dimensions.
  template <std::convertible_to<index_type>... Coords>
    requires(sizeof...(Coords) == K)
  [[gnu::always_inline]] reference operator()(Coords... coords)
  {
    const std::array<index_type, K> at{{static_cast<index_type>(coords)...}};
    assert_inside(at);
    return derived().element(at);
  }
  template <std::convertible_to<index_type>... Coords>
    requires(sizeof...(Coords) == K)
  [[gnu::always_inline]] const_reference operator()(Coords... coords) const
  {
    const std::array<index_type, K> at{{static_cast<index_type>(coords)...}};
    assert_inside(at);
    return derived().element(at);
  }

  /// The same with a check of bounds. \throws exception::OutOfRange
  template <std::convertible_to<index_type>... Coords>
    requires(sizeof...(Coords) == K)
  reference at(Coords... coords)
  {
    return derived().element(within({{static_cast<index_type>(coords)...}}));
  }
  template <std::convertible_to<index_type>... Coords>
    requires(sizeof...(Coords) == K)
  const_reference at(Coords... coords) const
  {
    return derived().element(within({{static_cast<index_type>(coords)...}}));
  }
  reference at(const std::array<index_type, K>& coords)
  {
    return derived().element(within(coords));
  }
  const_reference at(const std::array<index_type, K>& coords) const
  {
    return derived().element(within(coords));
  }

 private:
  Derived& derived() noexcept { return static_cast<Derived&>(*this); }
  const Derived& derived() const noexcept { return static_cast<const Derived&>(*this); }

  /// Checks bounds in builds with assertions.
  [[gnu::always_inline]] void assert_inside(
      [[maybe_unused]] const std::array<index_type, K>& coords) const
  {
#if defined(DASH_ENABLE_ASSERTIONS)
    within(coords);
#endif
  }

  const std::array<index_type, K>& within(const std::array<index_type, K>& coords) const
  {
    bool is_inside = true;
    for (std::size_t k = 0; k < coords.size(); ++k) {
      is_inside &= static_cast<size_type>(coords[k]) < extent_of(k);
    }
    if (!is_inside) [[unlikely]]
      refuse(coords);
    return coords;
  }

  dim_t dimension_of(std::size_t k) const
  {
    return K == N ? static_cast<dim_t>(k) : derived().dimensions()[k];
  }
  size_type extent_of(std::size_t k) const { return derived().extent(dimension_of(k)); }

  [[noreturn, gnu::noinline]] void refuse(const std::array<index_type, K>& coords) const
  {
    std::size_t k = 0;
    while (static_cast<size_type>(coords[k]) < extent_of(k)) ++k;
    DASH_THROW(
        exception::OutOfRange, (Space == IndexSpace::local ? "local coordinate " : "coordinate ")
                                   << coords[k] << " in dimension " << dimension_of(k)
                                   << ", whose extent is " << extent_of(k));
  }
};

}  // namespace dash
