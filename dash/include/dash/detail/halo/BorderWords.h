#pragma once

/// \file
/// Words by which the GPUs of adjacent blocks give each other the elements at their borders in each
/// step of a kernel of many steps.
///
/// A word holds a part of an element and the number of the step after which the element has this
/// value. So one store, which is as fast as the link, both transfers the value and tells that it is
/// there; the reader polls the word in its own memory. NCCL's protocol for low latency (LL) works
/// in the same way.
///
/// There are two words in turn for each part, which is enough: a thread block waits for the words
/// of all elements beside its own ones before it gives the next values of these, and the halo is
/// symmetric. So an element is at most one step ahead of those beside it, and the word that it
/// overwrites, of the step before the last one, has been read.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/halo/HaloTypes.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

/// The number of a step in words. Elements that never change have a number of their own, by which
/// they need not be given in each step.
class StepNumber {
 public:
  StepNumber() = default;
  /// \param step  counts all steps of a stencil
  DASH_HOST_DEVICE explicit StepNumber(std::uint64_t step)
      : number_(static_cast<std::uint32_t>(step) & ~constant_bit)
  {}

  /// The number of elements that do not change in the steps after this one.
  DASH_HOST_DEVICE StepNumber constant() const
  {
    StepNumber result;
    result.number_ = number_ | constant_bit;
    return result;
  }

  DASH_HOST_DEVICE StepNumber next() const { return StepNumber(number_ + std::uint64_t{1}); }

  DASH_HOST_DEVICE std::uint32_t value() const { return number_; }
  DASH_HOST_DEVICE bool is_odd() const { return number_ % 2 != 0; }

 private:
  static constexpr std::uint32_t constant_bit = std::uint32_t{1} << 31;

  std::uint32_t number_ = 0;
};

/// A region around the block of a unit whose elements another unit has.
template <dim_t N>
struct SharedRegion {
  using Word = std::uint64_t;

  std::size_t index;         ///< number of the region
  std::array<int, N> sides;  ///< digits of this number
  Word* here;                ///< words for the region's elements, which the other unit sets
  Word* there;               ///< words at the other unit for the elements beside the region
};

/// Where the words of a unit and those of its neighbours are.
template <class T, dim_t N>
struct BorderWords {
  using Region = SharedRegion<N>;
  using Coords = std::array<default_index_t, N>;

  /// Words of an element.
  static constexpr std::size_t of_element = (sizeof(T) + 3) / 4;
  static constexpr std::size_t in_turn = 2;

  std::array<Region, NumRegionsMax<N>> regions{};
  std::uint32_t count = 0;  ///< number of regions

  /// Whether another unit has the elements of a region.
  bool has(std::size_t index) const
  {
    return std::any_of(regions.begin(), regions.begin() + count, [&](const Region& region) {
      return region.index == index;
    });
  }

  /// Number of elements of a region, or at the side of the block that is next to it.
  /// \param extents  of the block
  DASH_HOST_DEVICE static std::size_t elements(
      const std::array<int, N>& sides, const Coords& extents)
  {
    std::size_t count = 1;
    for (std::size_t d = 0; d < N; ++d) count *= sides[d] == 1 ? index(extents[d]) : 1;
    return count;
  }

  /// The position of an element's words among those of a region.
  DASH_HOST_DEVICE static std::size_t position(
      const std::array<int, N>& sides, const Coords& at, const Coords& extents, StepNumber number)
  {
    std::size_t position = number.is_odd() ? elements(sides, extents) : 0;
    for (std::size_t d = 0; d < N; ++d) {
      if (sides[d] == 1) position += index(at[d]) * pace(d, sides, extents);
    }
    return position * of_element;
  }

  /// How far apart the words of adjacent elements in a dimension are.
  DASH_HOST_DEVICE static std::size_t distance(
      std::size_t dimension, const std::array<int, N>& sides, const Coords& extents)
  {
    return pace(dimension, sides, extents) * of_element;
  }

 private:
  DASH_HOST_DEVICE static std::size_t pace(
      std::size_t dimension, const std::array<int, N>& sides, const Coords& extents)
  {
    std::size_t pace = 1;
    for (std::size_t d = dimension + 1; d < N; ++d) pace *= sides[d] == 1 ? index(extents[d]) : 1;
    return pace;
  }

  DASH_HOST_DEVICE static std::size_t index(default_index_t i)
  {
    return static_cast<std::size_t>(i);
  }
};

}  // namespace dash::halo::detail
