#pragma once

/// \file
/// How the dimensions of an index domain are divided into blocks.

#include <dash/Types.h>
#include <dash/detail/base/FastDivisor.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

/// A coordinate as the number of its block and the position in the block.
template <class Index>
struct BlockPhase {
  Index block;
  Index phase;
};

/// Blocks of equal size in each dimension; only the last one may be shorter. Block b of a dimension
/// belongs to unit coordinate b mod u, where it is local block b / u.
template <dim_t N, class Index>
class UniformCut {
 public:
  using Sizes = std::array<std::make_unsigned_t<Index>, N>;

  constexpr UniformCut(const Sizes& extents, const Sizes& blocksizes) : extents_(extents)
  {
    for (std::size_t d = 0; d < N; ++d) size_[d] = detail::FastDivisor(blocksizes[d]);
  }

  DASH_HOST_DEVICE constexpr const Sizes& extents() const { return extents_; }

  /// Extent of all blocks but the last one; at least 1.
  DASH_HOST_DEVICE constexpr Index size(std::size_t d) const
  {
    return static_cast<Index>(size_[d].divisor());
  }

  DASH_HOST_DEVICE constexpr const detail::FastDivisor& divisor(std::size_t d) const
  {
    return size_[d];
  }

  /// Number of blocks into which a range of \c extent elements is divided.
  DASH_HOST_DEVICE constexpr Index count(std::size_t d, Index extent) const
  {
    // computed without sums, which could overflow
    const auto [block, phase] = size_[d].divmod(extent);
    return block + (phase > 0 ? 1 : 0);
  }

  /// Number of blocks in a unit's \c extent elements.
  DASH_HOST_DEVICE constexpr Index local_count(std::size_t d, Index extent) const
  {
    return count(d, extent);
  }

  DASH_HOST_DEVICE constexpr BlockPhase<Index> split(std::size_t d, Index coord) const
  {
    const auto [block, phase] = size_[d].divmod(coord);
    return {block, phase};
  }

  /// A unit's first block, and thus all of its elements if BLOCKED, needs no division.
  DASH_HOST_DEVICE constexpr BlockPhase<Index> split_local(std::size_t d, Index coord) const
  {
    return coord < size(d) ? BlockPhase<Index>{0, coord} : split(d, coord);
  }

  DASH_HOST_DEVICE constexpr Index begin(std::size_t d, Index block) const
  {
    return block * size(d);
  }

  DASH_HOST_DEVICE constexpr Index extent(std::size_t d, Index block) const
  {
    const Index rest = static_cast<Index>(extents_[d]) - begin(d, block);
    return rest < size(d) ? rest : size(d);
  }

  /// Number of coordinates below \c end that belong to \c unit_coord.
  DASH_HOST_DEVICE constexpr Index dealt_below(
      std::size_t d, Index end, Index unit_coord, const detail::FastDivisor& units) const
  {
    const auto [block, phase] = split(d, end);
    const auto [rounds, current] = units.divmod(block);
    const Index own = current > unit_coord ? size(d) : current == unit_coord ? phase : 0;
    return rounds * size(d) + own;
  }

  friend constexpr bool operator==(const UniformCut& lhs, const UniformCut& rhs)
  {
    for (std::size_t d = 0; d < N; ++d) {
      if (lhs.size(d) != rhs.size(d)) return false;
    }
    return lhs.extents_ == rhs.extents_;
  }

 private:
  Sizes extents_;
  std::array<detail::FastDivisor, N> size_;
};

/// One block of a given size for each unit, in one dimension.
template <class Index>
class ExplicitCut {
 public:
  using Sizes = std::array<std::make_unsigned_t<Index>, 1>;

  /// \param sizes  size of the block of each unit
  template <class Size>
  explicit ExplicitCut(const std::vector<Size>& sizes)
  {
    begins_.reserve(sizes.size() + 1);
    begins_.push_back(0);
    for (const Size size : sizes) {
      begins_.push_back(begins_.back() + static_cast<Index>(size));
      size_ = (std::max)(size_, static_cast<Index>(size));
    }
    extents_ = {{static_cast<std::make_unsigned_t<Index>>(begins_.back())}};
  }

  constexpr const Sizes& extents() const { return extents_; }

  /// Extent of the largest block.
  constexpr Index size(std::size_t) const { return size_; }

  constexpr Index count(std::size_t, Index) const { return static_cast<Index>(begins_.size()) - 1; }

  constexpr Index local_count(std::size_t, Index) const { return 1; }

  /// The time is O(log number of units).
  constexpr BlockPhase<Index> split(std::size_t, Index coord) const
  {
    const auto next = std::upper_bound(begins_.begin(), begins_.end(), coord);
    return {static_cast<Index>(next - begins_.begin()) - 1, coord - *(next - 1)};
  }

  constexpr BlockPhase<Index> split_local(std::size_t, Index coord) const { return {0, coord}; }

  constexpr Index begin(std::size_t, Index block) const
  {
    return begins_[static_cast<std::size_t>(block)];
  }

  constexpr Index extent(std::size_t d, Index block) const
  {
    return begin(d, block + 1) - begin(d, block);
  }

  constexpr Index dealt_below(
      std::size_t d, Index end, Index unit_coord, const detail::FastDivisor&) const
  {
    return std::clamp<Index>(end - begin(d, unit_coord), 0, extent(d, unit_coord));
  }

  /// Sizes of all blocks.
  std::vector<std::make_unsigned_t<Index>> sizes() const
  {
    std::vector<std::make_unsigned_t<Index>> result;
    for (std::size_t unit = 1; unit < begins_.size(); ++unit) {
      result.push_back(static_cast<std::make_unsigned_t<Index>>(begins_[unit] - begins_[unit - 1]));
    }
    return result;
  }

  friend bool operator==(const ExplicitCut& lhs, const ExplicitCut& rhs)
  {
    return lhs.begins_ == rhs.begins_;
  }

 private:
  std::vector<Index> begins_;
  Sizes extents_;
  Index size_ = 0;
};

}  // namespace dash
