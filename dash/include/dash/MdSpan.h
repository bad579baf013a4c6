/**
 * \file dash/MdSpan.h
 * Native memory as an N-dimensional array.
 */
#ifndef DASH__MD_SPAN_H__INCLUDED
#define DASH__MD_SPAN_H__INCLUDED

#include <dash/Types.h>
#include <dash/internal/LinearOrder.h>
#include <dash/internal/Macro.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace dash {

/**
 * N-dimensional view of native memory at constant strides: of a block, or of the calling unit's
 * part of a matrix. Owns nothing; trivially copyable, so kernels take it by value. Bounds are not
 * checked.
 *
 * A type of our own, as C++20 has no std::mdspan; names and meaning follow it.
 */
template <class T, dim_t N, class Index = default_index_t>
class MdSpan {
  static_assert(N > 0);

 public:
  using element_type = T;
  using value_type = std::remove_const_t<T>;
  using index_type = Index;
  using size_type = std::make_unsigned_t<Index>;
  using reference = T&;
  using coords_type = std::array<Index, N>;
  using extents_type = std::array<size_type, N>;

  /** Of no elements. */
  MdSpan() = default;

  /** \param strides distance between neighbours in each dimension, in elements */
  DASH_HOST_DEVICE constexpr MdSpan(
      T* data, const extents_type& extents, const coords_type& strides)
    : _data(data), _extents(extents), _strides(strides)
  {}

  /** Row-major memory without gaps. */
  DASH_HOST_DEVICE constexpr MdSpan(T* data, const extents_type& extents)
    : _data(data), _extents(extents)
  {
    Index stride = 1;
    for (std::size_t d = N; d-- > 0;) {
      _strides[d] = stride;
      stride *= static_cast<Index>(extents[d]);
    }
  }

  template <class U>
  requires(std::same_as<const U, T> && !std::is_const_v<U>) DASH_HOST_DEVICE
      constexpr MdSpan(const MdSpan<U, N, Index>& other)
    : MdSpan(other.data(), other.extents(), other.strides())
  {}

  static constexpr dim_t rank() { return N; }

  DASH_HOST_DEVICE constexpr T* data() const { return _data; }
  DASH_HOST_DEVICE constexpr const extents_type& extents() const { return _extents; }
  DASH_HOST_DEVICE constexpr size_type extent(dim_t dimension) const
  {
    return _extents[static_cast<std::size_t>(dimension)];
  }
  DASH_HOST_DEVICE constexpr const coords_type& strides() const { return _strides; }
  DASH_HOST_DEVICE constexpr Index stride(dim_t dimension) const
  {
    return _strides[static_cast<std::size_t>(dimension)];
  }
  DASH_HOST_DEVICE constexpr size_type size() const { return internal::product(_extents); }
  DASH_HOST_DEVICE constexpr bool empty() const { return size() == 0; }

  template <std::convertible_to<Index>... Coords>
  requires(sizeof...(Coords) == N) DASH_HOST_DEVICE constexpr T& operator()(Coords... coords) const
  {
    return (*this)(coords_type{{static_cast<Index>(coords)...}});
  }

  DASH_HOST_DEVICE constexpr T& operator()(const coords_type& coords) const
  {
    return _data[offset(coords)];
  }

  /** The element, or the elements with this coordinate in the first dimension. */
  DASH_HOST_DEVICE constexpr decltype(auto) operator[](Index i) const
  {
    if constexpr (N == 1) {
      return static_cast<T&>(_data[i * _strides[0]]);
    } else {
      typename MdSpan<T, N - 1, Index>::extents_type extents{};
      typename MdSpan<T, N - 1, Index>::coords_type strides{};
      for (std::size_t d = 0; d + 1 < N; ++d) {
        extents[d] = _extents[d + 1];
        strides[d] = _strides[d + 1];
      }
      return MdSpan<T, N - 1, Index>(_data + i * _strides[0], extents, strides);
    }
  }

  /** The elements of a box. */
  DASH_HOST_DEVICE constexpr MdSpan sub(
      const coords_type& offsets, const extents_type& extents) const
  {
    return MdSpan(_data + offset(offsets), extents, _strides);
  }

 private:
  DASH_HOST_DEVICE constexpr Index offset(const coords_type& coords) const
  {
    Index result = 0;
    for (std::size_t d = 0; d < N; ++d) result += coords[d] * _strides[d];
    return result;
  }

  T* _data = nullptr;
  extents_type _extents{};
  coords_type _strides{};
};

}  // namespace dash

#endif  // DASH__MD_SPAN_H__INCLUDED
