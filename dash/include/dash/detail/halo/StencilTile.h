#pragma once

/// \file
/// The computation of one thread in a step of a stencil, for files that nvcc compiles.
///
/// A thread computes a tile: some adjacent elements of the fastest dimension, in some rows of the
/// next one. It loads all elements that they read before it stores the first result, and loads each
/// element once. Such a small number of wide loads, many of them in progress at the same time,
/// comes near the bandwidth of the memory. In the frame around the tiles, where other units'
/// elements are read, each thread computes one element, so that loads do not wait for each other.

#include <dash/detail/execution/DeviceFunctions.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/StencilTiling.h>
#include <dash/detail/halo/TileValues.h>
#include <dash/halo/Measure.h>
#include <dash/halo/Neighborhood.h>

#include <array>
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

/// What a tile reads.
enum class TileReads {
  any_distance,  ///< elements of the block
  adjacent,      ///< elements of the block in distances up to 1
  beyond_block,  ///< the same, and those beyond the block in its slowest dimension
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
template <
    MemArrange order, class T, dim_t N, int rows, int width, TileReads reads, class Function,
    class Measure>
class StencilTile {
  static constexpr std::size_t slowest = slowest_dimension<order, N>;
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
  /// \param give  what to do with the results: give(coordinates of the first one, results, number
  ///   of rows)
  /// \return the sum of measures
  template <class Give>
  __device__ double compute(int first_rows, Give give)
  {
    // Where the compiler knows the number of rows, it leaves out all conditions on it.
    first_rows == rows ? compute_rows(rows, give) : compute_rows(first_rows, give);
    return static_cast<double>(sum_);
  }

  /// Computes the first element only, which may be anywhere in the block.
  /// \param give  what to do with the result: give(coordinates, result)
  template <class Give>
  __device__ double compute_one(Give give)
  {
    const T result = static_cast<T>(function_(BorderNeighborhood<T, N>(field_.from, at_)));
    give(at_, result);
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

  template <class Give>
  __device__ __forceinline__ void compute_rows(int count, Give give)
  {
    if (reads == TileReads::any_distance) {
      compute_from_memory(count);
    } else {
      compute_from_registers(count, give);
    }
  }

  template <class Give>
  __device__ __forceinline__ void compute_from_registers(int count, Give give)
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
        add(around.center(row, column), results[row][column], row < count);
      }
    }
    store(results, count);
    give(at_, results, count);
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
    return reads == TileReads::beyond_block ? address(at) : source(at);
  }

  /// The address of an element that may be beyond the block in its slowest dimension.
  const __device__ T* address(const Coords& at) const
  {
    const auto& parts = field_.from.parts;
    if (at[slowest] < 0) return parts[Surroundings<T, N>::beside(slowest, 0)].address(at);
    if (at[slowest] < field_.from.extents[slowest]) return source(at);
    return parts[Surroundings<T, N>::beside(slowest, 2)].address(at);
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

/// Whether rows of tiles can be accessed as packs of elements.
template <class T, dim_t N>
bool is_aligned_for(const StridedElements<T, N>& elements, std::size_t fastest, int width)
{
  const auto step = static_cast<std::size_t>(width);
  bool result = reinterpret_cast<std::uintptr_t>(elements.address({})) % (step * sizeof(T)) == 0;
  for (std::size_t d = 0; d < N; ++d) {
    result =
        result && (d == fastest || static_cast<std::size_t>(elements.strides()[d]) % step == 0);
  }
  return result;
}

/// Whether tiles begin at multiples of their width.
template <class T, dim_t N>
bool is_aligned_for(const InPlaceField<T, N>& field, std::size_t fastest, int width)
{
  const auto nbytes = static_cast<std::size_t>(width) * sizeof(T);
  return is_aligned_for(field.from.parts[field.from.center], fastest, width) &&
         reinterpret_cast<std::uintptr_t>(field.to) % nbytes == 0;
}

}  // namespace dash::halo::detail
