#pragma once

/// \file
/// Boxes of matrices reduced to what kernels need: the mapping of positions in a box to units and
/// local indices, and of a unit's elements to positions.

#include <dash/Types.h>
#include <dash/detail/base/FastDivisor.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/IndexMap.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace dash::detail {

/// The dimensions of a box. The fastest one is the last element of an array of known size, so that
/// it is known when kernels are compiled: it needs one division less.
template <class Dimension>
class BoxDimensions {
 public:
  static constexpr std::size_t most = 3;

  BoxDimensions() = default;
  /// \param make  makes the dimension \c d
  template <MemArrange Arr, std::size_t N, class Make>
  static BoxDimensions make(const Make& make)
  {
    static_assert(N <= most);
    BoxDimensions result;
    result.slowest_ = most - N;
    for (std::size_t pace = 0; pace < N; ++pace)
      result.dimensions_[result.slowest_ + pace] = make(dimension_at_pace<Arr, N>(pace));
    return result;
  }

  DASH_HOST_DEVICE constexpr bool empty() const { return slowest_ == most; }

  /// Calls \c f(dimension, coordinate) for all dimensions from the slowest to the fastest.
  /// \param number  of an element in the order of the box
  template <class F>
  DASH_HOST_DEVICE constexpr void for_each_coordinate(default_index_t number, F&& f) const
  {
    for (std::size_t i = 0; i + 1 < most; ++i) {
      if (i < slowest_) continue;
      const auto [coordinate, rest] = dimensions_[i].lines.divmod(number);
      f(dimensions_[i], static_cast<std::uint32_t>(coordinate));
      number = rest;
    }
    f(dimensions_[most - 1], static_cast<std::uint32_t>(number));
  }

 private:
  std::array<Dimension, most> dimensions_{};
  std::size_t slowest_ = most;
};

/// Patterns of matrices whose boxes are reduced to this form.
template <class Pattern>
concept HasBoxMap = Pattern::ndim() > 1 &&
                    Pattern::ndim() <= BoxDimensions<int>::most&& Pattern::has_local_boxes &&
                    !Pattern::is_tiled;

/// Whether kernels can count the coordinates and the elements.
template <class Pattern>
bool has_small_extents(const Pattern& pattern)
{
  constexpr auto largest = static_cast<std::size_t>((std::numeric_limits<std::int32_t>::max)());
  constexpr auto most = static_cast<std::size_t>((std::numeric_limits<default_index_t>::max)());
  if (static_cast<std::size_t>(pattern.size()) > most) return false;
  const auto& extents = pattern.extents();
  return std::all_of(extents.begin(), extents.end(), [](auto extent) {
    return static_cast<std::size_t>(extent) <= largest;
  });
}

/// Product of the extents of all faster dimensions.
template <MemArrange Arr, class Size, std::size_t N>
Size size_of_lines(const std::array<Size, N>& extents, std::size_t dimension)
{
  Size size = 1;
  for (std::size_t pace = N; pace-- > 0 && dimension_at_pace<Arr, N>(pace) != dimension;)
    size *= extents[dimension_at_pace<Arr, N>(pace)];
  return size;
}

/// Where the elements of a section are: blocks that a grid of units takes in turn. Those of a local
/// section are where they are in the memory of one unit, whose number is 0.
class BoxMap {
  using Index = default_index_t;

 public:
  BoxMap() = default;
  template <class Section>
  explicit BoxMap(const Section& section)
      : dimensions_(Dimensions::make<Section::order, Section::pattern_type::ndim()>(
            [&](std::size_t d) { return Dimension(section, d); }))
  {}

  DASH_HOST_DEVICE constexpr bool empty() const { return dimensions_.empty(); }

  DASH_HOST_DEVICE constexpr UnitIndex<Index> locate(Index position) const
  {
    UnitIndex<Index> at{0, 0};
    dimensions_.for_each_coordinate(position, [&](const Dimension& d, std::uint32_t coordinate) {
      const auto [block, phase] = d.blocksize.divmod(d.offset + coordinate);
      const auto [round, place] = d.units.divmod(block);
      at.unit += place * d.unit_stride;
      at.local = at.local * d.local_extent(place) + (round * d.blocksize.divisor() + phase);
    });
    return at;
  }

 private:
  struct Dimension {
    Dimension() = default;
    template <class Section>
    Dimension(const Section& section, std::size_t d);

    /// Extent of the elements of the units at a place in the grid.
    DASH_HOST_DEVICE constexpr std::uint32_t local_extent(std::uint32_t place) const
    {
      return whole + (place < last ? blocksize.divisor() : place == last ? rest : 0);
    }

    FastDivisor lines;  ///< elements of the box for each coordinate
    FastDivisor32 blocksize, units;
    std::uint32_t offset = 0;       ///< where the box begins
    std::uint32_t unit_stride = 0;  ///< from a unit to the next one in this dimension
    std::uint32_t whole = 0;        ///< extent that all units have in whole rounds
    std::uint32_t last = 0;         ///< place of the unit whose block in the last round is partial
    std::uint32_t rest = 0;         ///< extent of that block
  };
  using Dimensions = BoxDimensions<Dimension>;

  Dimensions dimensions_;
};

template <class Section>
BoxMap::Dimension::Dimension(const Section& section, std::size_t d)
{
  const auto& pattern = section.pattern();
  const auto word = [](auto number) { return static_cast<std::uint32_t>(number); };
  lines = FastDivisor(size_of_lines<Section::order>(section.box().extents(), d));
  offset = word(section.box().offsets()[d]);
  std::uint32_t extent = 0;
  if constexpr (Section::is_local) {
    extent = word(pattern.local_extents()[d]);
    blocksize = FastDivisor32(extent);
  } else {
    const auto& grid = pattern.teamspec().extents();
    extent = word(pattern.extents()[d]);
    blocksize = FastDivisor32(pattern.blocksize(static_cast<dim_t>(d)));
    units = FastDivisor32(grid[d]);
    unit_stride = word(size_of_lines<ROW_MAJOR>(grid, d));
  }
  const auto [blocks, partial] = blocksize.divmod(extent);
  const auto [rounds, place] = units.divmod(blocks);
  whole = rounds * blocksize.divisor();
  last = place;
  rest = partial;
}

/// The positions in a box of the elements that a unit has in it, in their order.
class OwnBoxPositions {
  using Index = default_index_t;

 public:
  OwnBoxPositions() = default;
  template <class Section>
  OwnBoxPositions(const Section& section, team_unit_t unit)
  {
    const auto& pattern = section.pattern();
    const auto& box = section.box();
    const auto own = pattern.local_box(unit, box);
    const auto first = pattern.global(unit, typename Section::coords_type{});
    const auto word = [](auto number) { return static_cast<std::uint32_t>(number); };
    dimensions_ =
        Dimensions::make<Section::order, Section::pattern_type::ndim()>([&](std::size_t d) {
          const auto blocksize = pattern.blocksize(static_cast<dim_t>(d));
          return Dimension{
              FastDivisor(size_of_lines<Section::order>(own.extents(), d)),
              FastDivisor32(blocksize),
              word(own.offsets()[d]),
              word(first[d] - box.offsets()[d]),
              word(blocksize * pattern.teamspec().extents()[d]),
              word(box.extents()[d])};
        });
  }

  DASH_HOST_DEVICE constexpr Index operator[](Index number) const
  {
    Index position = 0;
    dimensions_.for_each_coordinate(number, [&](const Dimension& d, std::uint32_t coordinate) {
      const auto [round, phase] = d.blocksize.divmod(d.local_offset + coordinate);
      position = position * d.extent + (d.begin + round * d.round + phase);
    });
    return position;
  }

 private:
  struct Dimension {
    FastDivisor lines;  ///< own elements of the box for each coordinate
    FastDivisor32 blocksize;
    std::uint32_t local_offset = 0;  ///< where the own elements begin in the unit's memory
    std::uint32_t begin = 0;   ///< where the unit's first block begins; modulo 2^32 before the box
    std::uint32_t round = 0;   ///< distance of blocks of the unit
    std::uint32_t extent = 0;  ///< extent of the box
  };
  using Dimensions = BoxDimensions<Dimension>;

  Dimensions dimensions_;
};

}  // namespace dash::detail
