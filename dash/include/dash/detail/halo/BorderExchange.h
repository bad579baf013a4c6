#pragma once

/// \file
/// Gives the elements at borders to neighbours and gets theirs, in kernels (BorderWords.h). For
/// files that nvcc compiles.

#include <dash/detail/halo/BorderWords.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/KernelSignals.h>
#include <dash/detail/halo/StencilTiling.h>
#include <dash/detail/halo/TileValues.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dash::halo::detail {

/// What a thread block needs to exchange elements.
template <MemArrange order, class T, dim_t N>
class BorderExchange {
  using Words = BorderWords<T, N>;
  using Word = typename Words::Word;
  using Sides = typename Words::Sides;
  using Coords = std::array<default_index_t, N>;
  using Field = InPlaceField<T, N>;
  static constexpr std::size_t slowest = slowest_dimension<order, N>;

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
    for_each_region([&](std::size_t region, const Sides& sides) {
      if (words_.there[region] == nullptr) return;
      const std::size_t count = Words::elements(sides, extents_);
      const std::size_t threads = std::size_t(gridDim.x) * blockDim.x;
      for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads) {
        const Coords at = element(sides, i);
        const T value = *field.from.parts[center].address(at);
        const bool changes = is_updated(field, at);
        give_to(region, sides, at, value, changes ? before : constant_, before);
        if (!changes) give_to(region, sides, at, value, constant_, before.next());
      }
    });
  }

  /// Gives the value of an element after a step to all units that read it.
  __device__ void give(const Coords& at, const T& value, StepNumber number) const
  {
    Sides sides{};
    for_each_side(at, sides, [&] {
      const std::uint32_t region = region_of(sides);
      if (words_.there[region] != nullptr) give_to(region, sides, at, value, number, number);
    });
  }

  /// Loads an element and those around it, with the values after a step.
  __device__ void load_around(
      const Field& field, const Coords& at, StepNumber number, TileValues<T, N, 1, 1>& around) const
  {
    const SidesAround sides(at, extents_);
    for_each_offset(
        [&](const Coords& offset, T& value) {
          const auto& part = field.from.parts[region_of(sides.of(offset))];
          const bool is_here = words_.here[region_of(sides.of(offset))] == nullptr;
          if (is_here && part.exists()) value = *part.address(moved(at, offset));
        },
        around);
    bool arrived;
    do {
      arrived = true;
      for_each_offset(
          [&](const Coords& offset, T& value) {
            const Sides there = sides.of(offset);
            if (words_.here[region_of(there)] == nullptr) return;
            const std::size_t first = Words::position(there, moved(at, offset), extents_, number);
            arrived &= get(words_.here[region_of(there)] + first, number, value);
          },
          around);
    } while (!arrived);
  }

  /// The words of elements of a layer at a side of the slowest dimension.
  struct Layer {
    Word* first;
    std::size_t of_row, of_column;  ///< how far apart words of adjacent elements are

    __device__ Word* at(int row, int column) const
    {
      return first + row * of_row + column * of_column;
    }
  };

  /// \{ Whether another unit gives the elements beside the block in the slowest dimension, and
  /// whether it reads those at this side of the block.
  /// \param side  0: before the block, 2: behind it
  __device__ bool is_given(std::size_t side) const { return words_.here[beside(side)] != nullptr; }
  __device__ bool is_read(std::size_t side) const { return words_.there[beside(side)] != nullptr; }
  /// \}

  /// \{ The words here and there for these elements, from one of them on, after a step.
  __device__ Layer here(std::size_t side, const Coords& at, StepNumber number) const
  {
    return layer(words_.here[beside(side)], side, at, number);
  }
  __device__ Layer there(std::size_t side, const Coords& at, StepNumber number) const
  {
    return layer(words_.there[beside(side)], side, at, number);
  }
  /// \}

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

 private:
  static constexpr std::size_t center = Surroundings<T, N>::center;

  __device__ static constexpr std::size_t beside(std::size_t side)
  {
    return Surroundings<T, N>::beside(slowest, side);
  }

  __device__ Layer layer(Word* words, std::size_t side, const Coords& at, StepNumber number) const
  {
    Sides sides{};
    for (std::size_t d = 0; d < N; ++d) sides[d] = d == slowest ? static_cast<int>(side) : 1;
    return {
        words + Words::position(sides, at, extents_, number),
        Words::distance(row_dimension<order, N>, sides, extents_),
        Words::distance(fastest_dimension<order, N>, sides, extents_)};
  }

  /// On which sides of the block the elements around an element are.
  class SidesAround {
   public:
    __device__ SidesAround(const Coords& at, const Coords& extents)
    {
      for (std::size_t d = 0; d < N; ++d) {
        before_[d] = at[d] == 0 ? 0 : 1;
        behind_[d] = at[d] + 1 == extents[d] ? 2 : 1;
      }
    }

    __device__ Sides of(const Coords& offset) const
    {
      Sides sides{};
      for (std::size_t d = 0; d < N; ++d) {
        sides[d] = offset[d] < 0 ? before_[d] : offset[d] > 0 ? behind_[d] : 1;
      }
      return sides;
    }

   private:
    Sides before_, behind_;
  };

  /// Calls f(region, digits of its number) for the regions around the block.
  template <class F>
  __device__ static void for_each_region(F f)
  {
#pragma unroll(N < 3 ? NumRegionsMax<N> : 1)
    for (std::size_t region = 0; region < NumRegionsMax<N>; ++region) {
      if (region == center) continue;
      Sides sides{};
      std::size_t rest = region;
#pragma unroll
      for (std::size_t d = N; d-- > 0; rest /= 3) sides[d] = static_cast<int>(rest % 3);
      f(region, sides);
    }
  }

  /// Calls f(offset, value) for each of the values around one element.
  template <class F>
  __device__ static void for_each_offset(F f, TileValues<T, N, 1, 1>& around)
  {
    using Values = TileValues<T, N, 1, 1>;
#pragma unroll
    for (int depth = 0; depth < Values::depth; ++depth) {
#pragma unroll
      for (int row = 0; row < Values::height; ++row) {
#pragma unroll
        for (int column = 0; column < 3; ++column) {
          Coords offset{};
          if (N > 2) offset[slowest] = depth - 1;
          if (N > 1) offset[row_dimension<order, N>] = row - 1;
          offset[fastest_dimension<order, N>] = column - 1;
          f(offset, around.at[depth][row][column]);
        }
      }
    }
  }

  __device__ static Coords moved(Coords at, const Coords& offset)
  {
    for (std::size_t d = 0; d < N; ++d) at[d] += offset[d];
    return at;
  }

  __device__ static std::uint32_t region_of(const Sides& sides)
  {
    std::uint32_t region = 0;
    for (const int side : sides) region = 3 * region + static_cast<std::uint32_t>(side);
    return region;
  }

  /// Calls f for all regions that an element of the block is beside, with the digits of their
  /// numbers in \c sides.
  template <std::size_t d = 0, class F>
  __device__ void for_each_side(const Coords& at, Sides& sides, F f) const
  {
    if constexpr (d == N) {
      f();
    } else {
#pragma unroll 1
      for (int side = 0; side < 3; ++side) {
        const bool is_beside = side == 1 || at[d] == (side == 0 ? 0 : extents_[d] - 1);
        if (!is_beside) continue;
        sides[d] = side;
        for_each_side<d + 1>(at, sides, f);
      }
    }
  }

  /// An element of the block beside a region.
  __device__ Coords element(const Sides& sides, std::size_t index) const
  {
    Coords at{};
    for (std::size_t d = N; d-- > 0;) {
      if (sides[d] != 1) {
        at[d] = sides[d] == 0 ? 0 : extents_[d] - 1;
      } else {
        const auto extent = static_cast<std::size_t>(extents_[d]);
        at[d] = static_cast<default_index_t>(index % extent);
        index /= extent;
      }
    }
    return at;
  }

  __device__ static bool is_updated(const Field& field, const Coords& at)
  {
    bool result = true;
    for (std::size_t d = 0; d < N; ++d) {
      result &= at[d] >= field.updated.first[d] && at[d] < field.updated.last[d];
    }
    return result;
  }

  /// \param number  the number to give
  /// \param turn    the step that decides which of the words are overwritten
  __device__ void give_to(
      std::size_t region, const Sides& sides, const Coords& at, const T& value, StepNumber number,
      StepNumber turn) const
  {
    put(words_.there[region] + Words::position(sides, at, extents_, turn), value, number);
  }

  const Words& words_;
  const Coords& extents_;
  StepNumber constant_;
};

}  // namespace dash::halo::detail
