#pragma once

/// \file
/// A block and what is around it, where it lies: in the memories of several units.

#include <dash/Types.h>
#include <dash/halo/HaloTypes.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

/// Elements at constant distances, by coordinates of which not all have one.
template <class T, dim_t N>
class StridedElements {
 public:
  using Coords = std::array<default_index_t, N>;

  StridedElements() = default;
  /// \param first  the element at the coordinates \c at
  StridedElements(const T* first, const Coords& at, const Coords& strides) : strides_(strides)
  {
    default_index_t offset = 0;
    for (std::size_t d = 0; d < N; ++d) offset -= at[d] * strides[d];
    origin_ =
        reinterpret_cast<std::uintptr_t>(first) + static_cast<std::size_t>(offset) * sizeof(T);
  }

  DASH_HOST_DEVICE const T* address(const Coords& at) const
  {
    default_index_t offset = 0;
    for (std::size_t d = 0; d < N; ++d) offset += at[d] * strides_[d];
    return reinterpret_cast<const T*>(origin_ + static_cast<std::size_t>(offset) * sizeof(T));
  }

  DASH_HOST_DEVICE const Coords& strides() const { return strides_; }

 private:
  std::uintptr_t origin_ = 0;  // of coordinates 0, where no element may be
  Coords strides_{};
};

/// The block, halo regions and neighbours' elements by coordinates of the block.
template <class T, dim_t N>
struct Surroundings {
  using Coords = typename StridedElements<T, N>::Coords;

  Coords extents{};  // of the block
  std::array<StridedElements<T, N>, NumRegionsMax<N>> parts{};

  static constexpr std::size_t center = NumRegionsMax<N> / 2;

  DASH_HOST_DEVICE const T* address(const Coords& at) const
  {
    std::size_t region = 0;
    for (std::size_t d = 0; d < N; ++d) {
      region = 3 * region + (at[d] < 0 ? 0U : at[d] < extents[d] ? 1U : 2U);
    }
    return parts[region].address(at);
  }
};

/// A Neighborhood at the border of a block.
template <class T, dim_t N>
class BorderNeighborhood {
 public:
  using value_type = T;

  DASH_HOST_DEVICE BorderNeighborhood(
      const Surroundings<T, N>& around, const std::array<default_index_t, N>& at)
      : around_(&around),
        at_(at)
  {}

  static constexpr dim_t ndim() { return N; }

  template <std::convertible_to<default_index_t>... Offsets>
    requires(sizeof...(Offsets) == N)
  DASH_HOST_DEVICE T operator()(Offsets... offsets) const
  {
    std::array<default_index_t, N> at{{static_cast<default_index_t>(offsets)...}};
    for (std::size_t d = 0; d < N; ++d) at[d] += at_[d];
    return *around_->address(at);
  }

 private:
  const Surroundings<T, N>* around_;
  std::array<default_index_t, N> at_;
};

}  // namespace dash::halo::detail
