#pragma once

/// \file
/// The order of the elements of a box that is divided into blocks, both for the global index domain
/// and for a unit's memory.

#include <dash/Types.h>
#include <dash/detail/base/FastDivisor.h>
#include <dash/detail/base/LinearOrder.h>

#include <array>
#include <cstddef>
#include <type_traits>

namespace dash {

/// A part of a box in which elements have constant strides.
template <class Index, std::size_t N>
struct StridedPart {
  std::array<Index, N> begin;
  std::array<std::make_unsigned_t<Index>, N> extents;
  std::array<Index, N> strides;
};

namespace detail {

/// Divides by multiplication if the precomputed divisor \c expected is the right one.
template <class Index>
DASH_HOST_DEVICE constexpr Index divide(Index n, Index divisor, const FastDivisor& expected)
{
  return expected.divisor() == static_cast<std::uint64_t>(divisor) ? expected.quotient(n)
                                                                   : n / divisor;
}

/// Distance between adjacent elements in the dimension of each pace, in a canonical box.
template <MemArrange Arr, class Index, class Size, std::size_t N>
DASH_HOST_DEVICE constexpr std::array<Index, N> strides(const std::array<Size, N>& extents)
{
  std::array<Index, N> result{};
  Index stride = 1;
  for (std::size_t pace = N; pace-- > 0;) {
    result[pace] = stride;
    stride *= static_cast<Index>(extents[dimension_at_pace<Arr, N>(pace)]);
  }
  return result;
}

/// The whole of a canonical box that begins at \c begin.
template <MemArrange Arr, class Index, class Size, std::size_t N>
DASH_HOST_DEVICE constexpr StridedPart<Index, N> canonical_part(
    const std::array<Index, N>& begin, const std::array<Size, N>& extents)
{
  StridedPart<Index, N> part{begin, extents, {}};
  const auto stride = strides<Arr, Index>(extents);
  for (std::size_t pace = 0; pace < N; ++pace) {
    part.strides[dimension_at_pace<Arr, N>(pace)] = stride[pace];
  }
  return part;
}

}  // namespace detail

/// All elements of the box in row- or column-major order, independent of blocks.
template <dim_t N, MemArrange Arr, class Index>
class CanonicalOrder {
 public:
  using Coords = std::array<Index, N>;
  using Sizes = std::array<std::make_unsigned_t<Index>, N>;
  /// Precomputed divisors for one box; for other boxes the division is executed.
  using Divisors = std::array<detail::FastDivisor, N - 1>;

  static constexpr bool tiled = false;

  template <class Cut>
  static constexpr Divisors divisors(const Sizes& extents, const Cut&)
  {
    const auto stride = detail::strides<Arr, Index>(extents);
    Divisors result{};
    for (std::size_t pace = 0; pace + 1 < N; ++pace)
      result[pace] = detail::FastDivisor(stride[pace]);
    return result;
  }

  template <class Cut>
  DASH_HOST_DEVICE static constexpr Index index(
      const Coords& coords, const Sizes& extents, const Cut&)
  {
    return detail::linear_index<Arr, Index>(coords, extents);
  }

  template <class Cut>
  DASH_HOST_DEVICE static constexpr Coords coords(
      Index index, const Sizes& extents, const Cut&, const Divisors& divisors)
  {
    const auto stride = detail::strides<Arr, Index>(extents);
    Coords result{};
    for (std::size_t pace = 0; pace + 1 < N; ++pace) {
      const Index coord = detail::divide(index, stride[pace], divisors[pace]);
      result[detail::dimension_at_pace<Arr, N>(pace)] = coord;
      index -= coord * stride[pace];
    }
    result[detail::dimension_at_pace<Arr, N>(N - 1)] = index;
    return result;
  }

  /// The largest strided part of the box that contains an element: the whole box.
  template <class Cut>
  DASH_HOST_DEVICE static constexpr StridedPart<Index, N> strided_part(
      const Coords&, const Sizes& extents, const Cut&)
  {
    return detail::canonical_part<Arr>(Coords{}, extents);
  }
};

/// The elements of one block after those of another; both the blocks and the elements of each block
/// are in row- or column-major order. The last block of a dimension may be shorter; there are no
/// gaps.
template <dim_t N, MemArrange Arr, class Index>
class TiledOrder {
 public:
  using Coords = std::array<Index, N>;
  using Sizes = std::array<std::make_unsigned_t<Index>, N>;
  using Divisors = std::array<detail::FastDivisor, N == 1 ? 0 : N>;

  static constexpr bool tiled = true;

  template <class Cut>
  static constexpr Divisors divisors(const Sizes& extents, const Cut& cut)
  {
    const auto stride = detail::strides<Arr, Index>(extents);
    Divisors result{};
    Index thickness = 1;
    for (std::size_t pace = 0; pace < result.size(); ++pace) {
      thickness *= cut.size(detail::dimension_at_pace<Arr, N>(pace));
      result[pace] = detail::FastDivisor(thickness * stride[pace]);
    }
    return result;
  }

  template <class Cut>
  DASH_HOST_DEVICE static constexpr Index index(
      const Coords& coords, const Sizes& extents, const Cut& cut)
  {
    if constexpr (N == 1) {
      return coords[0];
    } else {
      const auto stride = detail::strides<Arr, Index>(extents);
      Index before = 0;     // number of elements in preceding blocks
      Index inside = 0;     // number of preceding elements in the same block
      Index thickness = 1;  // product of the block's extents in slower dimensions
      for (std::size_t pace = 0; pace < N; ++pace) {
        const std::size_t d = detail::dimension_at_pace<Arr, N>(pace);
        const auto [block, phase] = cut.split_local(d, coords[d]);
        const Index begin = block * cut.size(d);
        const Index height = clipped(cut.size(d), extents[d], begin);
        before += begin * thickness * stride[pace];
        inside = inside * height + phase;
        thickness *= height;
      }
      return before + inside;
    }
  }

  template <class Cut>
  DASH_HOST_DEVICE static constexpr Coords coords(
      Index index, const Sizes& extents, const Cut& cut, const Divisors& divisors)
  {
    if constexpr (N == 1) {
      return {{index}};
    } else {
      const auto stride = detail::strides<Arr, Index>(extents);
      Coords result{};
      Coords height{};
      Index thickness = 1;
      for (std::size_t pace = 0; pace < N; ++pace) {
        const std::size_t d = detail::dimension_at_pace<Arr, N>(pace);
        if (static_cast<Index>(extents[d]) > cut.size(d)) {
          const Index slab = thickness * cut.size(d) * stride[pace];
          const Index block = detail::divide(index, slab, divisors[pace]);
          index -= block * slab;
          result[d] = block * cut.size(d);
        }
        height[d] = clipped(cut.size(d), extents[d], result[d]);
        thickness *= height[d];
      }
      for (std::size_t pace = N - 1; pace > 0; --pace) {
        const std::size_t d = detail::dimension_at_pace<Arr, N>(pace);
        const Index rows = detail::divide(index, height[d], cut.divisor(d));
        result[d] += index - rows * height[d];
        index = rows;
      }
      result[detail::dimension_at_pace<Arr, N>(0)] += index;
      return result;
    }
  }

  /// The largest strided part of the box that contains an element: its block.
  template <class Cut>
  DASH_HOST_DEVICE static constexpr StridedPart<Index, N> strided_part(
      const Coords& coords, const Sizes& extents, const Cut& cut)
  {
    if constexpr (N == 1) {
      return detail::canonical_part<Arr>(Coords{}, extents);
    } else {
      Coords begin = coords;
      Sizes block{};
      for (std::size_t d = 0; d < N; ++d) {
        begin[d] -= cut.split_local(d, coords[d]).phase;
        const Index height = clipped(cut.size(d), extents[d], begin[d]);
        block[d] = static_cast<std::make_unsigned_t<Index>>(height);
      }
      return detail::canonical_part<Arr>(begin, block);
    }
  }

 private:
  template <class Size>
  DASH_HOST_DEVICE static constexpr Index clipped(Index size, Size extent, Index begin)
  {
    const Index rest = static_cast<Index>(extent) - begin;
    return rest < size ? rest : size;
  }
};

}  // namespace dash
