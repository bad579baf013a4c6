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
#include <bit>
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
  static constexpr bool is_packed = std::has_single_bit(sizeof(T));
  static constexpr int width = sizeof(T) >= 8 || !is_packed ? 1 : sizeof(T) == 4 ? 2 : 4;
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

/// Adjacent elements that are accessed at once, if their size is one that a load can have.
template <class T, int n>
struct alignas(std::has_single_bit(n * sizeof(T)) ? n * sizeof(T) : alignof(T)) Pack {
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
  using Place = TilePlace<N>;
  using Sum = typename TileSum<T, Measure>::type;
  static constexpr bool may_lack_columns =
      columns_of_tiles<N> == Columns::some && reads != TileReads::any_distance;

 public:
  __device__ StencilTile(const Field& field, Function& function, const Measure& measure)
      : field_(field),
        function_(function),
        measure_(measure)
  {}

  /// Computes the tile at a place, or a part of it where the range of all tiles ends.
  /// \param give  what to do with the results: give(place, results)
  /// \return the sum of measures
  template <class Give>
  __device__ double compute(Place place, Give give)
  {
    if (!may_lack_columns) {
      place.columns_begin = 0;
      place.columns_end = width;
    }
    // Where the compiler knows the number of rows, it leaves out all conditions on it.
    const Place with_all_rows{place.at, rows, place.columns_begin, place.columns_end};
    place.rows == rows ? compute_part(with_all_rows, give) : compute_part(place, give);
    return static_cast<double>(sum_);
  }

  /// Computes one element only, which may be anywhere in the block.
  /// \param give  what to do with the result: give(coordinates, result)
  template <class Give>
  __device__ double compute_one(const Coords& at, Give give)
  {
    const T result = static_cast<T>(function_(BorderNeighborhood<T, N>(field_.from, at)));
    give(at, result);
    add(*source(at), result);  // before the store, so that its load need not wait
    *target(at) = result;
    return static_cast<double>(sum_);
  }

 private:
  const __device__ Coords& strides() const { return field_.from.parts[center].strides(); }
  const __device__ T* source(const Coords& at) const
  {
    return field_.from.parts[center].address(at);
  }

  __device__ T* target(const Coords& at) const
  {
    default_index_t offset = 0;
    for (std::size_t d = 0; d < N; ++d) offset += at[d] * strides()[d];
    return field_.to + offset;
  }

  /// What exists of the elements before and behind the tile's columns in a row of the block. No
  /// element of the range reads the others.
  struct RowEnds {
    bool has_before;
    bool has_behind;
  };

  __device__ RowEnds row_ends(default_index_t column) const
  {
    if (!may_lack_columns || width == 1) return {true, true};
    return {column > 0, column + width < field_.from.extents[fastest]};
  }

  template <class Give>
  __device__ __forceinline__ void compute_part(const Place& place, Give give)
  {
    if (reads == TileReads::any_distance) {
      compute_from_memory(place);
    } else {
      compute_from_registers(place, give);
    }
  }

  template <class Give>
  __device__ __forceinline__ void compute_from_registers(const Place& place, Give give)
  {
    using Values = TileValues<T, N, rows, width>;
    Values around;
    const RowEnds ends = row_ends(place.at[fastest]);
#pragma unroll
    for (int depth = 0; depth < Values::depth; ++depth) {
      const Rows layer = rows_around(place.at, depth);
#pragma unroll
      for (int row = 0; row < Values::height; ++row) {
        // A tile with fewer rows computes all of them, too, and drops the results: with conditions,
        // loads would wait for each other.
        const int existing = row < place.rows + 2 ? row : place.rows + 1;
        load_row(around.at[depth][row], layer.first + existing * layer.stride, ends);
      }
    }
    T results[rows][width];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
#pragma unroll
      for (int column = 0; column < width; ++column) {
        const TileNeighborhood<T, N, order, rows, width> cell(around, row, column);
        results[row][column] = static_cast<T>(function_(cell));
        add(around.center(row, column), results[row][column], place.has(row, column));
      }
    }
    store(results, place);
    give(place, results);
  }

  /// Rows around a tile in a layer: the beginning of the first one, without the element before it.
  struct Rows {
    const T* first;
    default_index_t stride;
  };

  __device__ Rows rows_around(Coords at, int depth) const
  {
    if (N > 1) at[next] -= 1;
#pragma unroll
    for (int pace = static_cast<int>(N) - 3; pace >= 0; --pace) {
      at[dash::detail::dimension_at_pace<order, N>(pace)] += depth % 3 - 1;
      depth /= 3;
    }
    const auto& part = field_.from.parts[part_of(at)];
    return {part.address(at), N > 1 ? part.strides()[next] : 0};
  }

  /// The part that has a layer, which may be beyond the block in its slowest dimension.
  __device__ std::size_t part_of(const Coords& at) const
  {
    const bool is_inside = at[slowest] >= 0 && at[slowest] < field_.from.extents[slowest];
    if (reads != TileReads::beyond_block || is_inside) return center;
    return Surroundings<T, N>::beside(slowest, at[slowest] < 0 ? 0 : 2);
  }

  __device__ static void load_row(T (&values)[width + 2], const T* row, RowEnds ends)
  {
    const auto pack = *reinterpret_cast<const Pack<T, width>*>(row);
#pragma unroll
    for (int i = 0; i < width; ++i) values[i + 1] = pack.values[i];
    values[0] = values[width + 1] = T{};
    if (ends.has_before) values[0] = row[-1];
    if (ends.has_behind) values[width + 1] = row[width];
  }

  __device__ __forceinline__ void compute_from_memory(const Place& place)
  {
    const T* const __restrict__ first = source(place.at);
    T results[rows][width];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const int existing = row < place.rows ? row : place.rows - 1;
#pragma unroll
      for (int column = 0; column < width; ++column) {
        const T* const element = first + existing * strides()[next] * (N > 1) + column;
        results[row][column] =
            static_cast<T>(function_(Neighborhood<T, N, order>(element, strides())));
        add(*element, results[row][column], place.has(row, column));
      }
    }
    store(results, place);
  }

  __device__ __forceinline__ void store(const T (&results)[rows][width], const Place& place) const
  {
    T* const first = target(place.at);
    const bool has_all_columns = place.columns_begin == 0 && place.columns_end == width;
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      if (row >= place.rows) break;
      T* const to = first + row * strides()[next] * (N > 1);
      Pack<T, width> pack;
#pragma unroll
      for (int i = 0; i < width; ++i) pack.values[i] = results[row][i];
      if (has_all_columns) {
        *reinterpret_cast<Pack<T, width>*>(to) = pack;
      } else {
#pragma unroll
        for (int i = 0; i < width; ++i)
          if (place.has(row, i)) to[i] = pack.values[i];
      }
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
