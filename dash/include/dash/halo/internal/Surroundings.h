/**
 * \file dash/halo/internal/Surroundings.h
 * A block and what is around it, where it lies: in the memories of several units.
 */
#ifndef DASH__HALO__INTERNAL__SURROUNDINGS_H__INCLUDED
#define DASH__HALO__INTERNAL__SURROUNDINGS_H__INCLUDED

#include <dash/Types.h>
#include <dash/halo/Types.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace dash::halo::internal {

/** Elements at constant distances, by coordinates of which not all have one. */
template <class T, dim_t N>
class Part {
 public:
  using Coords = std::array<default_index_t, N>;

  Part() = default;
  /** \param first  the element at the coordinates \c at */
  Part(const T* first, const Coords& at, const Coords& strides) : _strides(strides)
  {
    default_index_t offset = 0;
    for (std::size_t d = 0; d < N; ++d) offset -= at[d] * strides[d];
    _origin = reinterpret_cast<std::uintptr_t>(first) + static_cast<std::size_t>(offset) * sizeof(T);
  }

  DASH_HOST_DEVICE const T* address(const Coords& at) const
  {
    default_index_t offset = 0;
    for (std::size_t d = 0; d < N; ++d) offset += at[d] * _strides[d];
    return reinterpret_cast<const T*>(_origin + static_cast<std::size_t>(offset) * sizeof(T));
  }

  DASH_HOST_DEVICE const Coords& strides() const { return _strides; }

 private:
  std::uintptr_t _origin = 0;  // of coordinates 0, where no element may be
  Coords _strides{};
};

/** The block, halo regions and neighbours' elements by coordinates of the block. */
template <class T, dim_t N>
struct Surroundings {
  using Coords = typename Part<T, N>::Coords;

  Coords extents{};  // of the block
  std::array<Part<T, N>, NumRegionsMax<N>> parts{};

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

/** A Neighborhood at the border of a block. */
template <class T, dim_t N>
class BorderNeighborhood {
 public:
  using value_type = T;

  DASH_HOST_DEVICE BorderNeighborhood(
      const Surroundings<T, N>& around, const std::array<default_index_t, N>& at)
      : _around(&around), _at(at)
  {
  }

  static constexpr dim_t ndim() { return N; }

  template <std::convertible_to<default_index_t>... Offsets>
  requires(sizeof...(Offsets) == N) DASH_HOST_DEVICE T operator()(Offsets... offsets) const
  {
    std::array<default_index_t, N> at{{static_cast<default_index_t>(offsets)...}};
    for (std::size_t d = 0; d < N; ++d) at[d] += _at[d];
    return *_around->address(at);
  }

 private:
  const Surroundings<T, N>* _around;
  std::array<default_index_t, N> _at;
};

}  // namespace dash::halo::internal

#endif  // DASH__HALO__INTERNAL__SURROUNDINGS_H__INCLUDED
