#pragma once

/// \file
/// An element and its neighbours, by relative indices.

#include <dash/Types.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/base/Macro.h>

#include <array>
#include <concepts>
#include <cstddef>

namespace dash::halo {

/// The argument of stencil bodies: c(0, 0) is the element, c(-1, 0) the one before it in the first
/// dimension. It only holds an address; elements of the fastest dimension are adjacent.
template <class T, dim_t N, MemArrange order = ROW_MAJOR>
class Neighborhood {
 public:
  using value_type = T;
  using Strides = std::array<default_index_t, N>;

  DASH_HOST_DEVICE constexpr Neighborhood(const T* center, const Strides& strides)
      : center_(center),
        strides_(strides)
  {}

  static constexpr dim_t ndim() { return N; }

  template <std::convertible_to<default_index_t>... Offsets>
    requires(sizeof...(Offsets) == N)
  DASH_HOST_DEVICE constexpr const T& operator()(Offsets... offsets) const
  {
    constexpr std::size_t fastest = dash::detail::dimension_at_pace<order, N>(N - 1);
    const Strides distances{{static_cast<default_index_t>(offsets)...}};
    default_index_t offset = distances[fastest];
    for (std::size_t d = 0; d < N; ++d) {
      if (d != fastest) offset += distances[d] * strides_[d];
    }
    return center_[offset];
  }

 private:
  const T* center_;
  Strides strides_;
};

}  // namespace dash::halo
