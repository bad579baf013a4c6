#pragma once

/// \file
/// The shape of one unit's copy of a coarray, and of parts of it.

#include <dash/Types.h>

#include <array>
#include <cstddef>

namespace dash::coarray {

/// Extents of one unit's copy, and the strides of its elements in memory.
template <std::size_t Rank, class Index>
struct Shape {
  std::array<Index, Rank> extents{};
  std::array<Index, Rank> strides{};

  static constexpr Shape packed(const std::array<Index, Rank>& extents, MemArrange order)
  {
    Shape shape{extents, {}};
    Index stride = 1;
    for (std::size_t i = 0; i < Rank; ++i) {
      const std::size_t d = order == COL_MAJOR ? i : Rank - 1 - i;
      shape.strides[d] = stride;
      stride *= extents[d];
    }
    return shape;
  }

  friend constexpr bool operator==(const Shape&, const Shape&) = default;

  constexpr Index size() const
  {
    Index product = 1;
    for (const Index extent : extents) product *= extent;
    return product;
  }

  /// Distance in memory from the first element to the one at \c position, where positions count in
  /// the order of memory.
  constexpr Index offset_at(Index position) const
  {
    if constexpr (Rank == 1) {
      return position * strides[0];
    } else {
      const bool is_col_major = strides[0] < strides[Rank - 1];
      Index offset = 0;
      for (std::size_t i = 0; i < Rank; ++i) {
        const std::size_t d = is_col_major ? i : Rank - 1 - i;
        offset += position % extents[d] * strides[d];
        position /= extents[d];
      }
      return offset;
    }
  }

  /// Whether there are no gaps between the elements.
  constexpr bool is_dense() const { return size() == 0 || offset_at(size() - 1) == size() - 1; }

  /// The shape without the first dimension.
  constexpr auto inner() const
    requires(Rank > 0)
  {
    Shape<Rank - 1, Index> shape;
    for (std::size_t d = 1; d < Rank; ++d) {
      shape.extents[d - 1] = extents[d];
      shape.strides[d - 1] = strides[d];
    }
    return shape;
  }
};

}  // namespace dash::coarray
