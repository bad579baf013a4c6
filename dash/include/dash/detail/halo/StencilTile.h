#pragma once

/// \file
/// The computation of one thread in a step of a stencil, for files that nvcc compiles.
///
/// A thread computes a tile: some adjacent elements of the fastest dimension, in some rows of the
/// next one. It loads all elements that they read before it stores the first result, and loads each
/// element once. Such a small number of wide loads, many of them in progress at the same time,
/// comes near the bandwidth of the memory. In the frame around the tiles, where other units'
/// elements are read, each thread computes one element, so that loads do not wait for each other.

#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/execution/DeviceFunctions.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/StencilTiling.h>
#include <dash/halo/Measure.h>
#include <dash/halo/Neighborhood.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dash::halo::detail {

constexpr unsigned stencil_threads = dash::detail::device::threads_per_block;
/// Least number of thread blocks that a multiprocessor has to hold. For bodies with few values the
/// compiler then uses as many registers as this leaves to them, and can have more loads in
/// progress; other bodies use as many registers as they need.
template <class T, dim_t N>
constexpr unsigned blocks_per_processor = N <= 2 && sizeof(T) <= 4 ? 5 : 2;

/// The shape of a thread's tile: number of elements in the fastest dimension, and of rows.
template <class T, dim_t N>
struct TileShape {
  static constexpr int width = sizeof(T) >= 8 ? 1 : sizeof(T) == 4 ? 2 : 4;
  static constexpr int most_rows = N == 1 ? 1 : N == 2 ? 8 : 4;
  static constexpr int fitting_rows = static_cast<int>(32 / sizeof(T));
  static constexpr int rows = fitting_rows < 1           ? 1
                              : fitting_rows < most_rows ? fitting_rows
                                                         : most_rows;
};

/// Values around a tile, in registers.
template <class T, dim_t N, int rows, int width>
struct TileValues {
  static constexpr int depth = NumRegionsMax<(N > 2 ? N - 2 : 0)>;
  static constexpr int height = N > 1 ? rows + 2 : 1;

  T at[depth][height][width + 2];
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

template <class T, int n>
struct alignas(n * sizeof(T)) Pack {
  T values[n];
};

/// The type of a thread's sum. Float is not converted to double, because that would cost as much as
/// the rest.
template <class T, class Measure>
struct TileSum {
  using type = double;
};
template <class T, class Measure>
  requires std::is_same_v<std::invoke_result_t<const Measure&, const T&, const T&>, float>
struct TileSum<T, Measure> {
  using type = float;
};

/// The computation of one thread.
/// \tparam near  whether no distance in the stencil is larger than 1
template <
    MemArrange order, class T, dim_t N, int rows, int width, bool near, class Function,
    class Measure>
class StencilTile {
  static constexpr std::size_t fastest = fastest_dimension<order, N>;
  static constexpr std::size_t next = row_dimension<order, N>;
  using Coords = std::array<default_index_t, N>;
  using Field = InPlaceField<T, N>;
  using Sum = typename TileSum<T, Measure>::type;

 public:
  __device__ StencilTile(
      const Field& field, const Coords& at, Function& function, const Measure& measure)
      : field_(field),
        at_(at),
        function_(function),
        measure_(measure)
  {}

  /// Computes the tile, or only its first rows where the range of all tiles ends.
  /// \return the sum of measures
  __device__ double compute(int first_rows)
  {
    // Where the compiler knows the number of rows, it leaves out all conditions on it.
    first_rows == rows ? compute_rows(rows) : compute_rows(first_rows);
    return static_cast<double>(sum_);
  }

  /// Computes the first element only, which may be anywhere in the block.
  __device__ double compute_one()
  {
    const T result = static_cast<T>(function_(BorderNeighborhood<T, N>(field_.from, at_)));
    add(*source(at_), result);  // before the store, so that its load need not wait
    *target() = result;
    return static_cast<double>(sum_);
  }

 private:
  const __device__ Coords& strides() const { return field_.from.parts[center].strides(); }
  const __device__ T* source(const Coords& at) const
  {
    return field_.from.parts[center].address(at);
  }

  __device__ T* target() const
  {
    default_index_t offset = 0;
    for (std::size_t d = 0; d < N; ++d) offset += at_[d] * strides()[d];
    return field_.to + offset;
  }

  __device__ __forceinline__ void compute_rows(int count)
  {
    near ? compute_from_registers(count) : compute_from_memory(count);
  }

  __device__ __forceinline__ void compute_from_registers(int count)
  {
    using Values = TileValues<T, N, rows, width>;
    Values around;
#pragma unroll
    for (int depth = 0; depth < Values::depth; ++depth) {
#pragma unroll
      for (int row = 0; row < Values::height; ++row) {
        // A tile with fewer rows computes all of them, too, and drops the results: with conditions,
        // loads would wait for each other.
        const int existing = row < count + 2 ? row : count + 1;
        load_row(around.at[depth][row], row_at(depth, existing));
      }
    }
    T results[rows][width];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
#pragma unroll
      for (int column = 0; column < width; ++column) {
        const TileNeighborhood<T, N, order, rows, width> cell(around, row, column);
        results[row][column] = static_cast<T>(function_(cell));
        const T& before = around.at[Values::depth / 2][N > 1 ? row + 1 : 0][column + 1];
        add(before, results[row][column], row < count);
      }
    }
    store(results, count);
  }

  /// The beginning of a row around the tile, without the element before it.
  const __device__ T* row_at(int depth, int row) const
  {
    Coords at = at_;
    if (N > 1) at[next] += row - 1;
#pragma unroll
    for (int pace = static_cast<int>(N) - 3; pace >= 0; --pace) {
      at[dash::detail::dimension_at_pace<order, N>(pace)] += depth % 3 - 1;
      depth /= 3;
    }
    return source(at);
  }

  __device__ static void load_row(T (&values)[width + 2], const T* row)
  {
    const auto pack = *reinterpret_cast<const Pack<T, width>*>(row);
#pragma unroll
    for (int i = 0; i < width; ++i) values[i + 1] = pack.values[i];
    values[0] = row[-1];
    values[width + 1] = row[width];
  }

  __device__ __forceinline__ void compute_from_memory(int count)
  {
    const T* const __restrict__ first = source(at_);
    T results[rows][width];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const int existing = row < count ? row : count - 1;
#pragma unroll
      for (int column = 0; column < width; ++column) {
        const T* const place = first + existing * strides()[next] * (N > 1) + column;
        results[row][column] =
            static_cast<T>(function_(Neighborhood<T, N, order>(place, strides())));
        add(*place, results[row][column], row < count);
      }
    }
    store(results, count);
  }

  __device__ __forceinline__ void store(const T (&results)[rows][width], int count) const
  {
    T* const first = target();
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      if (row >= count) break;
      Pack<T, width> pack;
#pragma unroll
      for (int i = 0; i < width; ++i) pack.values[i] = results[row][i];
      *reinterpret_cast<Pack<T, width>*>(first + row * strides()[next] * (N > 1)) = pack;
    }
  }

  __device__ void add(
      [[maybe_unused]] const T& before, [[maybe_unused]] const T& after,
      [[maybe_unused]] bool exists = true)
  {
    if constexpr (is_measured<Measure>) {
      const auto value = static_cast<Sum>(measure_(before, after));
      sum_ += exists ? value : Sum(0);
    }
  }

  static constexpr std::size_t center = Surroundings<T, N>::center;

  const Field& field_;
  Coords at_;
  Function& function_;
  const Measure& measure_;
  Sum sum_ = 0;
};

/// Whether tiles begin at multiples of their width.
template <class T, dim_t N>
bool is_aligned_for(const InPlaceField<T, N>& field, std::size_t fastest, int width)
{
  const auto& block = field.from.parts[field.from.center];
  const auto step = static_cast<std::size_t>(width);
  bool result = reinterpret_cast<std::uintptr_t>(block.address({})) % (step * sizeof(T)) == 0 &&
                reinterpret_cast<std::uintptr_t>(field.to) % (step * sizeof(T)) == 0;
  for (std::size_t d = 0; d < N; ++d) {
    result = result && (d == fastest || static_cast<std::size_t>(block.strides()[d]) % step == 0);
  }
  return result;
}

}  // namespace dash::halo::detail
