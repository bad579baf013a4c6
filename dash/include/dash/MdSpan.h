#pragma once

/// \file
/// Native memory as an N-dimensional array.

#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/base/Macro.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace dash {

/// N-dimensional view of native memory with constant strides: of a block, or of the calling unit's
/// part of a matrix. It owns nothing and is trivially copyable, so kernels take it by value. Builds
/// with assertions check bounds and throw exception::OutOfRange; kernels trap.
///
/// C++20 has no std::mdspan; names and meaning of this type follow it.
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

  /// A view without elements.
  MdSpan() = default;

  /// \param strides  distance between adjacent elements in each dimension, in elements
  DASH_HOST_DEVICE constexpr MdSpan(
      T* data, const extents_type& extents, const coords_type& strides)
      : data_(data),
        extents_(extents),
        strides_(strides)
  {}

  /// A view of row-major memory without gaps.
  DASH_HOST_DEVICE constexpr MdSpan(T* data, const extents_type& extents)
      : data_(data),
        extents_(extents)
  {
    Index stride = 1;
    for (std::size_t d = N; d-- > 0;) {
      strides_[d] = stride;
      stride *= static_cast<Index>(extents[d]);
    }
  }

  template <class U>
    requires(std::same_as<const U, T> && !std::is_const_v<U>)
  DASH_HOST_DEVICE constexpr MdSpan(const MdSpan<U, N, Index>& other)
      : MdSpan(other.data(), other.extents(), other.strides())
  {}

  static constexpr dim_t rank() { return N; }

  DASH_HOST_DEVICE constexpr T* data() const { return data_; }
  DASH_HOST_DEVICE constexpr const extents_type& extents() const { return extents_; }
  DASH_HOST_DEVICE constexpr size_type extent(dim_t dimension) const
  {
    return extents_[static_cast<std::size_t>(dimension)];
  }
  DASH_HOST_DEVICE constexpr const coords_type& strides() const { return strides_; }
  DASH_HOST_DEVICE constexpr Index stride(dim_t dimension) const
  {
    return strides_[static_cast<std::size_t>(dimension)];
  }
  DASH_HOST_DEVICE constexpr size_type size() const { return detail::product(extents_); }
  DASH_HOST_DEVICE constexpr bool empty() const { return size() == 0; }

  template <std::convertible_to<Index>... Coords>
    requires(sizeof...(Coords) == N)
  DASH_HOST_DEVICE constexpr T& operator()(Coords... coords) const
  {
    return (*this)(coords_type{{static_cast<Index>(coords)...}});
  }

  DASH_HOST_DEVICE constexpr T& operator()(const coords_type& coords) const
  {
    for (std::size_t d = 0; d < N; ++d) check(d, coords[d]);
    return data_[offset(coords)];
  }

  /// The element, or a view of the elements, with this coordinate in the first dimension.
  DASH_HOST_DEVICE constexpr decltype(auto) operator[](Index i) const
  {
    check(0, i);
    if constexpr (N == 1) {
      return static_cast<T&>(data_[i * strides_[0]]);
    } else {
      typename MdSpan<T, N - 1, Index>::extents_type extents{};
      typename MdSpan<T, N - 1, Index>::coords_type strides{};
      for (std::size_t d = 0; d + 1 < N; ++d) {
        extents[d] = extents_[d + 1];
        strides[d] = strides_[d + 1];
      }
      return MdSpan<T, N - 1, Index>(data_ + i * strides_[0], extents, strides);
    }
  }

  /// View of the elements of a box.
  DASH_HOST_DEVICE constexpr MdSpan sub(
      const coords_type& offsets, const extents_type& extents) const
  {
    for (std::size_t d = 0; d < N; ++d) check(d, offsets[d], extents[d]);
    return MdSpan(data_ + offset(offsets), extents, strides_);
  }

 private:
  /// Checks an interval of coordinates in builds with assertions.
  DASH_HOST_DEVICE constexpr void check(
      [[maybe_unused]] std::size_t d, [[maybe_unused]] Index begin,
      [[maybe_unused]] size_type length = 1) const
  {
#if defined(DASH_ENABLE_ASSERTIONS)
    const auto first = static_cast<size_type>(begin);
    if (first <= extents_[d] && length <= extents_[d] - first) return;
    DASH_THROW(
        exception::OutOfRange, "MdSpan: coordinate " << begin << " in dimension " << d
                                                     << ", whose extent is " << extents_[d]);
#endif
  }

  DASH_HOST_DEVICE constexpr Index offset(const coords_type& coords) const
  {
    Index result = 0;
    for (std::size_t d = 0; d < N; ++d) result += coords[d] * strides_[d];
    return result;
  }

  T* data_ = nullptr;
  extents_type extents_{};
  coords_type strides_{};
};

}  // namespace dash
