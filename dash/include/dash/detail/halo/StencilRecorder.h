#pragma once

/// \file
/// Determines which neighbours a body reads.

#include <dash/detail/base/Macro.h>
#include <dash/halo/HaloSpec.h>
#include <dash/halo/StencilPoint.h>

#include <concepts>
#include <type_traits>
#include <vector>

namespace dash::halo::detail {

/// Used in place of a Neighborhood: all elements have the value 1, or that of T{} if they are no
/// numbers, and it records which ones are read.
template <class T, dim_t N>
class StencilRecorder {
 public:
  using value_type = T;

  explicit StencilRecorder(std::vector<StencilPoint<N>>& points) : points_(&points) {}

  static constexpr dim_t ndim() { return N; }

  template <std::convertible_to<default_index_t>... Offsets>
    requires(sizeof...(Offsets) == N)
  DASH_HOST_DEVICE T operator()([[maybe_unused]] Offsets... offsets) const
  {
// bodies for kernels are compiled for both, and are called on the host here
#if !defined(__CUDA_ARCH__)
    points_->push_back(StencilPoint<N>(offsets...));
#endif
    if constexpr (std::convertible_to<int, T> || std::is_enum_v<T>) {
      return static_cast<T>(1);
    } else {
      return T{};
    }
  }

 private:
  std::vector<StencilPoint<N>>* points_;
};

/// Determines the halo that a body needs by calling it once.
template <class T, dim_t N, class Body>
HaloSpec<N> recorded_halo(Body& body)
{
  static_assert(
      std::invocable<Body&, StencilRecorder<T, N>>,
      "to find out what it reads, the library calls the body on the host with a parameter of "
      "another "
      "type: make it generic, [](auto c) { ... }, or give the width of the halo");
  std::vector<StencilPoint<N>> points;
  static_cast<void>(body(StencilRecorder<T, N>(points)));
  HaloSpec<N> halo;
  halo.add(points);
  return halo;
}

}  // namespace dash::halo::detail
