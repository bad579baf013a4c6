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
#include <dash/detail/halo/BorderExchange.h>
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
  using Exchange = BorderExchange<order, T, N>;

 public:
  /// \param exchange  with neighbours, if they give the elements at their borders
  /// \param number    of the preceding step
  __device__ StencilTile(
      const Field& field, const Coords& at, Function& function, const Measure& measure,
      const Exchange* exchange = nullptr, StepNumber number = {})
      : field_(field),
        at_(at),
        function_(function),
        measure_(measure),
        exchange_(exchange),
        number_(number)
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

  /// The same; exchanges the elements that units share.
  __device__ double compute_and_give_one()
  {
    TileValues<T, N, 1, 1> around;
    exchange_->load_around(field_, at_, number_, around);
    const TileNeighborhood<T, N, order, 1, 1> cell(around, 0, 0);
    const T result = static_cast<T>(function_(cell));
    exchange_->give(at_, result, number_.next());
    *target() = result;
    add(around.center(0, 0), result);
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
    reads == TileReads::any_distance ? compute_from_memory(count) : compute_from_registers(count);
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
        if (is_given(depth)) continue;
        load_row(around.at[depth][row], address(row_at(depth, existing_row(row, count))));
      }
    }
    if (is_given(0)) await_layer<0>(around, count);
    if (is_given(2)) await_layer<2>(around, count);
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
    if (reads == TileReads::beyond_block) give(results, count);
  }

  /// The row to load in place of one that a tile with fewer rows does not have.
  __device__ static int existing_row(int row, int count)
  {
    return row < count + 2 ? row : count + 1;
  }

  /// The beginning of a row around the tile, without the element before it.
  __device__ Coords row_at(int depth, int row) const
  {
    Coords at = at_;
    if (N > 1) at[next] += row - 1;
#pragma unroll
    for (int pace = static_cast<int>(N) - 3; pace >= 0; --pace) {
      at[dash::detail::dimension_at_pace<order, N>(pace)] += depth % 3 - 1;
      depth /= 3;
    }
    return at;
  }

  /// Whether a neighbour gives the layer of the values around the tile that is before it (0) or
  /// behind it (2).
  __device__ bool is_given(int depth) const
  {
    if (reads != TileReads::beyond_block || depth == 1) return false;
    const default_index_t at_side = depth == 0 ? 0 : field_.from.extents[slowest] - 1;
    return at_[slowest] == at_side && exchange_->is_given(static_cast<std::size_t>(depth));
  }

  /// The address of an element, which may be beyond the block in its slowest dimension.
  const __device__ T* address(const Coords& at) const
  {
    if (reads != TileReads::beyond_block) return source(at);
    const auto& parts = field_.from.parts;
    if (at[slowest] < 0) return parts[Surroundings<T, N>::beside(slowest, 0)].address(at);
    if (at[slowest] < field_.from.extents[slowest]) return source(at);
    return parts[Surroundings<T, N>::beside(slowest, 2)].address(at);
  }

  /// Gets the values of a layer that a neighbour gives, all at the same time.
  template <int depth>
  __device__ void await_layer(TileValues<T, N, rows, width>& around, int count) const
  {
    using Values = TileValues<T, N, rows, width>;
    if constexpr (depth < Values::depth) {
      Coords first = at_;
      --first[next];
      --first[fastest];
      const auto words = exchange_->here(depth, first, number_);
      bool arrived;
      do {
        arrived = true;
#pragma unroll
        for (int row = 0; row < Values::height; ++row) {
          const int existing = existing_row(row, count);
#pragma unroll
          for (int column = 0; column < width + 2; ++column) {
            T& value = around.at[depth][row][column];
            arrived &= exchange_->get(words.at(existing, column), number_, value);
          }
        }
      } while (!arrived);
    }
  }

  /// Gives the results at sides of the slowest dimension.
  __device__ void give(const T (&results)[rows][width], int count) const
  {
#pragma unroll 1
    for (std::size_t side = 0; side <= 2; side += 2) {
      const default_index_t at_side = side == 0 ? 0 : field_.from.extents[slowest] - 1;
      if (at_[slowest] != at_side || !exchange_->is_read(side)) continue;
      const auto words = exchange_->there(side, at_, number_.next());
#pragma unroll
      for (int row = 0; row < rows; ++row) {
        if (row >= count) break;
#pragma unroll
        for (int column = 0; column < width; ++column) {
          Exchange::put(words.at(row, column), results[row][column], number_.next());
        }
      }
    }
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
  const Exchange* exchange_;
  StepNumber number_;
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
