#pragma once

/// \file
/// The values that a thread needs for some elements of a stencil, for files that nvcc compiles.

#include <dash/Types.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/halo/HaloTypes.h>

#include <concepts>

namespace dash::halo::detail {

/// Values around a tile, in registers.
template <class T, dim_t N, int rows, int width>
struct TileValues {
  static constexpr int depth = NumRegionsMax<(N > 2 ? N - 2 : 0)>;
  static constexpr int height = N > 1 ? rows + 2 : 1;

  T at[depth][height][width + 2];

  /// The value of an element of the tile.
  const __device__ T& center(int row, int column) const
  {
    return at[depth / 2][N > 1 ? row + 1 : 0][column + 1];
  }
};

/// A Neighborhood of an element of a tile, with distances up to 1.
template <class T, dim_t N, MemArrange order, int rows, int width>
class TileNeighborhood {
 public:
  using value_type = T;
  using Values = TileValues<T, N, rows, width>;

  __device__ TileNeighborhood(const Values& values, int row, int column)
      : values_(&values),
        row_(row),
        column_(column)
  {}

  static constexpr dim_t ndim() { return N; }

  template <std::convertible_to<default_index_t>... Offsets>
    requires(sizeof...(Offsets) == N)
  __device__ T operator()(Offsets... offsets) const
  {
    const int distances[] = {static_cast<int>(offsets)...};
    int depth = 0;
    int row = N > 1 ? row_ + 1 : 0;
    int column = column_ + 1;
#pragma unroll
    for (int pace = 0; pace < static_cast<int>(N); ++pace) {
      const int distance = distances[dash::detail::dimension_at_pace<order, N>(pace)];
      if (pace + 1 == static_cast<int>(N)) {
        column += distance;
      } else if (pace + 2 == static_cast<int>(N)) {
        row += distance;
      } else {
        depth = 3 * depth + distance + 1;
      }
    }
    return values_->at[depth][row][column];
  }

 private:
  const Values* values_;
  int row_;
  int column_;
};

}  // namespace dash::halo::detail
