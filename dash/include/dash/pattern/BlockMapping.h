#pragma once

/// \file
/// Which unit owns a block, and where the block is among the blocks of its unit.
///
/// In all mappings, the local order of a unit's elements is their order by global index.

#include <dash/Exception.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/detail/base/FastDivisor.h>
#include <dash/detail/base/LinearOrder.h>

#include <array>
#include <cstddef>
#include <type_traits>

namespace dash {

/// The owner of a block, and the block's coordinates among the owner's blocks.
template <dim_t N, class Index>
struct BlockOwner {
  Index unit;
  std::array<Index, N> local_block;
};

/// In each dimension, the unit coordinate is the block's coordinate modulo the number of units in
/// that dimension.
template <dim_t N, MemArrange Arr, class Index>
class GridMapping {
 public:
  /// A unit's elements of a box form a box in its memory.
  static constexpr bool keeps_boxes = true;

  using Coords = std::array<Index, N>;
  using Sizes = std::array<std::make_unsigned_t<Index>, N>;

  template <class Cut>
  GridMapping(const Cut&, const Sizes&, const TeamSpec<N, Index>& teamspec)
  {
    for (std::size_t d = 0; d < N; ++d) units_[d] = detail::FastDivisor(teamspec.extents()[d]);
  }

  DASH_HOST_DEVICE constexpr BlockOwner<N, Index> owner(const Coords& block) const
  {
    BlockOwner<N, Index> result{0, {}};
    for (std::size_t d = 0; d < N; ++d) {
      // Blocks of the first round, and thus all blocks of BLOCKED, need no division.
      const auto [round, unit_coord] = block[d] < num_units(d)
                                           ? detail::FastDivisor::Result<Index>{0, block[d]}
                                           : units_[d].divmod(block[d]);
      result.local_block[d] = round;
      result.unit = result.unit * num_units(d) + unit_coord;
    }
    return result;
  }

  DASH_HOST_DEVICE constexpr Coords global_block(Index unit, const Coords& local_block) const
  {
    Coords block = unit_coords(unit);
    for (std::size_t d = 0; d < N; ++d) block[d] += local_block[d] * num_units(d);
    return block;
  }

  template <class Cut>
  DASH_HOST_DEVICE constexpr Sizes local_extents(Index unit, const Cut& cut) const
  {
    const Coords coords = unit_coords(unit);
    Sizes result{};
    for (std::size_t d = 0; d < N; ++d) {
      const auto extent = static_cast<Index>(cut.extents()[d]);
      result[d] = static_cast<std::make_unsigned_t<Index>>(
          cut.dealt_below(d, extent, coords[d], units_[d]));
    }
    return result;
  }

  /// Largest number of blocks that a unit has.
  Index max_local_blocks(const Sizes& blocks) const
  {
    Index result = 1;
    for (std::size_t d = 0; d < N; ++d) {
      result *= math::div_ceil(static_cast<Index>(blocks[d]), num_units(d));
    }
    return result;
  }

  /// Position of a unit in the grid, in row-major order like in TeamSpec.
  DASH_HOST_DEVICE constexpr Coords unit_coords(Index unit) const
  {
    Coords coords{};
    for (std::size_t d = N - 1; d > 0; --d) {
      const auto [rest, coord] = units_[d].divmod(unit);
      coords[d] = coord;
      unit = rest;
    }
    coords[0] = unit;
    return coords;
  }

  /// Number of unit coordinates to which blocks are distributed along a dimension.
  DASH_HOST_DEVICE constexpr const detail::FastDivisor& units(std::size_t d) const
  {
    return units_[d];
  }

 private:
  DASH_HOST_DEVICE constexpr Index num_units(std::size_t d) const
  {
    return static_cast<Index>(units_[d].divisor());
  }

  std::array<detail::FastDivisor, N> units_;
};

/// The unit is the sum of the block's coordinates modulo the number of units, so units lie on
/// diagonals. Along the fastest dimension, each group of consecutive blocks contains one block of
/// each unit.
template <dim_t N, MemArrange Arr, class Index>
class ShiftedMapping {
 public:
  static constexpr bool keeps_boxes = N == 1;

  using Coords = std::array<Index, N>;
  using Sizes = std::array<std::make_unsigned_t<Index>, N>;

  template <class Cut>
  ShiftedMapping(const Cut& cut, const Sizes&, const TeamSpec<N, Index>& teamspec)
      : units_(teamspec.size())
  {
    const auto group = static_cast<Index>(units_.divisor()) * cut.size(dealt);
    if (N > 1 && static_cast<Index>(cut.extents()[dealt]) % group != 0) {
      DASH_THROW(
          exception::InvalidArgument, "Cannot shift tiles: extent "
                                          << cut.extents()[dealt] << " of dimension " << dealt
                                          << " must be a multiple of tile size times units, "
                                          << cut.size(dealt) << " * " << units_.divisor());
    }
  }

  DASH_HOST_DEVICE constexpr BlockOwner<N, Index> owner(const Coords& block) const
  {
    BlockOwner<N, Index> result{units_.remainder(sum(block)), block};
    result.local_block[dealt] = units_.quotient(block[dealt]);
    return result;
  }

  DASH_HOST_DEVICE constexpr Coords global_block(Index unit, const Coords& local_block) const
  {
    const auto n = static_cast<Index>(units_.divisor());
    const Index shift = units_.remainder(sum(local_block) - local_block[dealt]);
    Coords block = local_block;
    block[dealt] = local_block[dealt] * n + (unit >= shift ? unit - shift : unit - shift + n);
    return block;
  }

  template <class Cut>
  DASH_HOST_DEVICE constexpr Sizes local_extents(Index unit, const Cut& cut) const
  {
    Sizes result = cut.extents();
    const auto extent = static_cast<Index>(result[dealt]);
    result[dealt] =
        static_cast<std::make_unsigned_t<Index>>(cut.dealt_below(dealt, extent, unit, units_));
    return result;
  }

  Index max_local_blocks(Sizes blocks) const
  {
    blocks[dealt] = math::div_ceil(blocks[dealt], units_.divisor());
    return static_cast<Index>(detail::product(blocks));
  }

  DASH_HOST_DEVICE constexpr const detail::FastDivisor& units(std::size_t) const { return units_; }

 private:
  static constexpr std::size_t dealt = detail::dimension_at_pace<Arr, N>(N - 1);

  DASH_HOST_DEVICE static constexpr Index sum(const Coords& block)
  {
    Index result = 0;
    for (std::size_t d = 0; d < N; ++d) result += block[d];
    return result;
  }

  detail::FastDivisor units_;
};

/// The unit is the number of the block modulo the number of units. A unit's blocks are stacked
/// along the slowest dimension.
template <dim_t N, MemArrange Arr, class Index>
class SequentialMapping {
 public:
  static constexpr bool keeps_boxes = N == 1;

  using Coords = std::array<Index, N>;
  using Sizes = std::array<std::make_unsigned_t<Index>, N>;

  template <class Cut>
  SequentialMapping(const Cut& cut, const Sizes& blocks, const TeamSpec<N, Index>& teamspec)
      : blocks_(blocks),
        units_(teamspec.size())
  {
    for (std::size_t d = 0; N > 1 && d < N; ++d) {
      if (static_cast<Index>(cut.extents()[d]) % cut.size(d) == 0) continue;
      DASH_THROW(
          exception::InvalidArgument, "Cannot stack tiles: extent "
                                          << cut.extents()[d] << " of dimension " << d
                                          << " must be a multiple of tile size " << cut.size(d));
    }
  }

  DASH_HOST_DEVICE constexpr BlockOwner<N, Index> owner(const Coords& block) const
  {
    const auto [round, unit] = units_.divmod(detail::linear_index<Arr, Index>(block, blocks_));
    BlockOwner<N, Index> result{unit, {}};
    result.local_block[stacked] = round;
    return result;
  }

  DASH_HOST_DEVICE constexpr Coords global_block(Index unit, const Coords& local_block) const
  {
    const Index first = local_block[stacked] * static_cast<Index>(units_.divisor());
    return detail::linear_coords<Arr>(first + unit, blocks_);
  }

  template <class Cut>
  DASH_HOST_DEVICE constexpr Sizes local_extents(Index unit, const Cut& cut) const
  {
    Sizes result{};
    for (std::size_t d = 0; d < N; ++d) {
      result[d] = static_cast<std::make_unsigned_t<Index>>(cut.size(d));
    }
    const auto extent = N == 1 ? static_cast<Index>(cut.extents()[0])
                               : static_cast<Index>(detail::product(blocks_)) * cut.size(stacked);
    result[stacked] =
        static_cast<std::make_unsigned_t<Index>>(cut.dealt_below(stacked, extent, unit, units_));
    return result;
  }

  Index max_local_blocks(const Sizes& blocks) const
  {
    return static_cast<Index>(math::div_ceil(detail::product(blocks), units_.divisor()));
  }

  DASH_HOST_DEVICE constexpr const detail::FastDivisor& units(std::size_t) const { return units_; }

 private:
  static constexpr std::size_t stacked = detail::dimension_at_pace<Arr, N>(0);

  Sizes blocks_;
  detail::FastDivisor units_;
};

}  // namespace dash
