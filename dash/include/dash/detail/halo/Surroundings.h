#pragma once

/// \file
/// A block and the elements around it, in place in the memories of several units.

#include <dash/Types.h>
#include <dash/halo/HaloTypes.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

/// Elements at constant strides, addressed by coordinates. Not every coordinate has an element.
template <class T, dim_t N>
class StridedElements {
 public:
  using Coords = std::array<default_index_t, N>;

  StridedElements() = default;
  /// \param first  address of the element at the coordinates \c at
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
  /// Whether there are elements at all.
  bool exists() const { return strides_ != Coords{}; }

 private:
  std::uintptr_t origin_ = 0;  // address for coordinates 0, where there need not be an element
  Coords strides_{};
};

/// The block, its halo regions and neighbours' elements, addressed by coordinates of the block.
template <class T, dim_t N>
struct Surroundings {
  using Coords = typename StridedElements<T, N>::Coords;

  Coords extents{};  // extents of the block
  std::array<StridedElements<T, N>, NumRegionsMax<N>> parts{};

  static constexpr std::size_t center = NumRegionsMax<N> / 2;

  /// The region beside the block in one direction of dimension \c d.
  /// \param side  0: before the block, 2: behind it
  static constexpr std::size_t beside(std::size_t d, std::size_t side)
  {
    std::size_t pace = 1;
    for (std::size_t faster = d + 1; faster < N; ++faster) pace *= 3;
    return center - pace + side * pace;
  }

  DASH_HOST_DEVICE const T* address(const Coords& at) const
  {
    std::size_t region = 0;
    for (std::size_t d = 0; d < N; ++d) {
      region = 3 * region + (at[d] < 0 ? 0U : at[d] < extents[d] ? 1U : 2U);
    }
    return parts[region].address(at);
  }
};

/// A Neighborhood of an element at the border of a block.
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
