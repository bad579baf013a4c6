#pragma once

/// \file
/// Gives the elements at borders to neighbours and gets theirs, in kernels (BorderWords.h). Only
/// files that nvcc compiles include it.

#include <dash/detail/halo/BorderWords.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/KernelSignals.h>
#include <dash/detail/halo/StencilTiling.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dash::halo::detail {

/// What a thread block needs to exchange elements.
template <MemArrange order, class T, dim_t N>
class BorderExchange {
  using Words = BorderWords<T, N>;
  using Region = SharedRegion<N>;
  using Word = typename Region::Word;
  using Coords = std::array<default_index_t, N>;
  using Field = InPlaceField<T, N>;

 public:
  /// \param before  the step before all steps of the run
  __device__ BorderExchange(const Words& words, const Coords& extents, StepNumber before)
      : words_(words),
        extents_(extents),
        constant_(before.constant())
  {}

  /// Gives the values before the first step. All threads of all blocks call it.
  __device__ void give_first(const Field& field, StepNumber before) const
  {
    for_each_region([&](const Region& region) {
      const CoordsBox<N> border = border_beside(region);
      const auto count = static_cast<std::uint32_t>(Words::elements(region.sides, extents_));
      for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
           i += gridDim.x * blockDim.x) {
        const Coords at = element(border, i);
        const T value = *field.from.parts[center].address(at);
        const bool changes = field.updated.contains(at);
        put(there(region, at, before), value, changes ? before : constant_);
        if (!changes) put(there(region, at, before.next()), value, constant_);
      }
    });
  }

  /// Gives the value of an element after a step to all units that read it.
  __device__ void give(const Coords& at, const T& value, StepNumber number) const
  {
    for_each_region([&](const Region& region) {
      if (border_beside(region).contains(at)) put(there(region, at, number), value, number);
    });
  }

  /// The same for the results of a tile, whose elements are at sides of the slowest dimension only.
  template <int rows, int width>
  __device__ void give_tile(
      const TilePlace<N>& place, const T (&results)[rows][width], StepNumber number) const
  {
    for_each_region([&](const Region& region) {
      const bool is_layer = region.index == beside(0) || region.index == beside(2);
      if (!is_layer || !border_beside(region).contains(place.at)) return;
      Word* const words = there(region, place.at, number);
      const auto of_row = Words::distance(row_dimension<order, N>, region.sides, extents_);
      const auto of_column = Words::distance(fastest_dimension<order, N>, region.sides, extents_);
#pragma unroll
      for (int row = 0; row < rows; ++row) {
        if (row >= place.rows) break;
#pragma unroll
        for (int column = 0; column < width; ++column) {
          if (!place.has(row, column)) continue;
          put(words + row * of_row + column * of_column, results[row][column], number);
        }
      }
    });
  }

  /// Gets the elements around a box which other units give, after a step, and copies them to where
  /// the field has them. Some threads of a block call it together.
  /// \param thread   number of the calling thread
  /// \param threads  how many call it
  __device__ void take(
      const Field& field, const CoordsBox<N>& box, StepNumber number, std::uint32_t thread,
      std::uint32_t threads) const
  {
    for_each_region([&](const Region& region) {
      const Part part(*this, region, around_in(region, box), number);
      for (std::uint32_t i = thread; i < part.count; i += at_once * threads) {
        take_some(field, region, part, number, i, threads);
      }
    });
  }

 private:
  static constexpr std::size_t center = Surroundings<T, N>::center;
  /// Number of elements for which a thread waits at the same time: enough for those around a layer
  /// of 2048, whatever its shape, with all warps but one.
  static constexpr std::uint32_t at_once = N > 2 ? 11 : 1;
  using ShortCoords = std::array<std::uint32_t, N>;

  /// Elements of a region, and where their words are.
  struct Part {
    __device__ Part(
        const BorderExchange& exchange, const Region& region, const CoordsBox<N>& box,
        StepNumber number)
        : first(box.first),
          base(static_cast<std::uint32_t>(
              Words::position(region.sides, box.first, exchange.extents_, number)))
    {
      const auto all = box.extents();
      for (std::size_t d = 0; d < N; ++d) {
        extents[d] = static_cast<std::uint32_t>(all[d]);
        distances[d] =
            region.sides[d] == 1
                ? static_cast<std::uint32_t>(Words::distance(d, region.sides, exchange.extents_))
                : 0;
      }
      count = dash::detail::product(extents);
    }

    /// \param at  coordinates in the part
    __device__ std::uint32_t word(const ShortCoords& at) const
    {
      std::uint32_t position = base;
      for (std::size_t d = 0; d < N; ++d) position += at[d] * distances[d];
      return position;
    }
    __device__ Coords in_block(const ShortCoords& at) const
    {
      Coords coords = first;
      for (std::size_t d = 0; d < N; ++d) coords[d] += at[d];
      return coords;
    }

    Coords first;
    std::uint32_t base;
    ShortCoords extents, distances;
    std::uint32_t count;
  };

  /// Calls f(k, coordinates in the part) for each \c threads-th element of a part, from one of them
  /// on, at_once times. Instead of elements behind the last one, the first one comes again.
  template <class F>
  __device__ static void for_each_at_once(
      const Part& part, std::uint32_t first, std::uint32_t threads, F f)
  {
    const auto first_at = dash::detail::linear_coords<order>(first, part.extents);
    const auto distance = dash::detail::linear_coords<order>(threads, part.extents);
    auto at = first_at;
#pragma unroll
    for (std::uint32_t k = 0; k < at_once; ++k) {
      f(k, first + k * threads < part.count ? at : first_at);
      dash::detail::advance_coords<order>(at, distance, part.extents);
    }
  }

  __device__ void take_some(
      const Field& field, const Region& region, const Part& part, StepNumber number,
      std::uint32_t first, std::uint32_t threads) const
  {
    std::uint32_t words[at_once];
    T values[at_once];
    for_each_at_once(part, first, threads, [&](std::uint32_t k, const ShortCoords& at) {
      words[k] = part.word(at);
    });
    bool arrived;
    do {
      arrived = true;
#pragma unroll
      for (std::uint32_t k = 0; k < at_once; ++k) {
        arrived &= get(region.here + words[k], number, values[k]);
      }
    } while (!arrived);
    const auto& copies = field.from.parts[region.index];
    for_each_at_once(part, first, threads, [&](std::uint32_t k, const ShortCoords& at) {
      *const_cast<T*>(copies.address(part.in_block(at))) = values[k];
    });
  }

  /// Gives an element's value.
  __device__ static void put(Word* words, const T& value, StepNumber number)
  {
    std::uint32_t parts[Words::of_element]{};
    std::memcpy(parts, &value, sizeof value);
#pragma unroll
    for (std::size_t i = 0; i < Words::of_element; ++i) {
      const Word word = Word{number.value()} << 32 | parts[i];
      SystemWord(words[i]).store(word, cuda::memory_order_relaxed);
    }
  }

  /// The region beside the block in the slowest dimension.
  __device__ static constexpr std::size_t beside(std::size_t side)
  {
    return Surroundings<T, N>::beside(slowest_dimension<order, N>, side);
  }

  template <class F>
  __device__ void for_each_region(F f) const
  {
#pragma unroll 1
    for (std::uint32_t i = 0; i < words_.count; ++i) f(words_.regions[i]);
  }

  /// The elements of the block beside a region.
  __device__ CoordsBox<N> border_beside(const Region& region) const
  {
    CoordsBox<N> border;
    for (std::size_t d = 0; d < N; ++d) {
      border.first[d] = region.sides[d] == 2 ? extents_[d] - 1 : 0;
      border.last[d] = region.sides[d] == 0 ? 1 : extents_[d];
    }
    return border;
  }

  /// The elements of a region that are beside those of a box.
  __device__ CoordsBox<N> around_in(const Region& region, const CoordsBox<N>& box) const
  {
    CoordsBox<N> around;
    for (std::size_t d = 0; d < N; ++d) {
      const default_index_t before = box.first[d] - 1, behind = box.last[d] + 1;
      const int side = region.sides[d];
      around.first[d] = side == 2 ? extents_[d] : side == 1 && before < 0 ? 0 : before;
      around.last[d] = side == 0 ? 0 : side == 1 && behind > extents_[d] ? extents_[d] : behind;
    }
    return around;
  }

  __device__ static Coords element(const CoordsBox<N>& box, std::uint32_t index)
  {
    const auto in_box = dash::detail::linear_coords<order>(index, box.extents());
    Coords at = box.first;
    for (std::size_t d = 0; d < N; ++d) at[d] += static_cast<default_index_t>(in_box[d]);
    return at;
  }

  __device__ Word* there(const Region& region, const Coords& at, StepNumber number) const
  {
    return region.there + Words::position(region.sides, at, extents_, number);
  }

  /// Looks for the value of another unit's element after a step.
  /// \return whether it has arrived
  __device__ bool get(Word* words, StepNumber number, T& value) const
  {
    std::uint32_t parts[Words::of_element];
    bool arrived = true;
#pragma unroll
    for (std::size_t i = 0; i < Words::of_element; ++i) {
      const Word word = SystemWord(words[i]).load(cuda::memory_order_relaxed);
      const auto found = static_cast<std::uint32_t>(word >> 32);
      arrived &= found == number.value() || found == constant_.value();
      parts[i] = static_cast<std::uint32_t>(word);
    }
    std::memcpy(&value, parts, sizeof value);
    return arrived;
  }

  const Words& words_;
  const Coords& extents_;
  StepNumber constant_;
};

}  // namespace dash::halo::detail
