#pragma once

/// \file
/// Copies of the elements around a block which other units give, in the memory of its unit.

#include <dash/Types.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/halo/BorderWords.h>
#include <dash/detail/halo/InPlaceField.h>
#include <dash/detail/halo/Surroundings.h>

#include <array>
#include <cstddef>

namespace dash::halo::detail {

/// Kernels load them as those of the block: rows begin at the same multiples of some elements.
template <MemArrange order, class T, dim_t N>
class BorderCopies {
  using Coords = std::array<default_index_t, N>;
  using Region = SharedRegion<N>;

 public:
  /// \param extents  of the block
  BorderCopies(const BorderWords<T, N>& words, const Coords& extents)
      : words_(words),
        extents_(extents)
  {}

  /// Bytes of a copy of all regions.
  std::size_t nbytes() const
  {
    std::size_t size = 0;
    for (std::uint32_t i = 0; i < words_.count; ++i) size += room(words_.regions[i]);
    return size * sizeof(T);
  }

  /// Lets a field read the copies at an address instead of other units' elements.
  void replace_parts(InPlaceField<T, N>& field, T* copies) const
  {
    for (std::uint32_t i = 0; i < words_.count; ++i) {
      const Region& region = words_.regions[i];
      Coords at{};
      for (std::size_t d = 0; d < N; ++d) {
        at[d] = region.sides[d] == 0 ? -1 : region.sides[d] == 1 ? 0 : extents_[d];
      }
      field.from.parts[region.index] = StridedElements<T, N>(copies, at, strides(region));
      copies += room(region);
    }
  }

 private:
  /// What the beginning of a row is a multiple of, in elements.
  static constexpr default_index_t row_step = 16;

  static default_index_t rounded_up(default_index_t n)
  {
    return (n + row_step - 1) / row_step * row_step;
  }

  Coords strides(const Region& region) const
  {
    Coords strides{};
    default_index_t stride = 1;
    for (std::size_t pace = N; pace-- > 0;) {
      const std::size_t d = dash::detail::dimension_at_pace<order, N>(pace);
      if (region.sides[d] != 1) continue;
      strides[d] = stride;
      stride = rounded_up(stride * extents_[d]);
    }
    return strides;
  }

  /// Number of elements between the copies of a region and those of the next one.
  std::size_t room(const Region& region) const
  {
    const Coords of_region = strides(region);
    default_index_t size = row_step;
    for (std::size_t d = 0; d < N; ++d) size += of_region[d] * extents_[d];
    return static_cast<std::size_t>(rounded_up(size));
  }

  const BorderWords<T, N>& words_;
  Coords extents_;
};

}  // namespace dash::halo::detail
