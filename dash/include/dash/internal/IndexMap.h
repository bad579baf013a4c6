/**
 * \file dash/internal/IndexMap.h
 * One-dimensional patterns reduced to what kernels need: global index to unit and local index, and
 * back, without division.
 */
#ifndef DASH__INTERNAL__INDEX_MAP_H__INCLUDED
#define DASH__INTERNAL__INDEX_MAP_H__INCLUDED

#include <dash/internal/FastDivisor.h>
#include <dash/internal/Macro.h>
#include <dash/internal/PartTable.h>
#include <dash/pattern/internal/ExplicitSizesPattern.h>

#include <type_traits>

namespace dash::internal {

/** Index of an element in its unit's part. */
template <class Index>
struct UnitIndex {
  Index unit;
  Index local;
};

/** Blocks of equal size, dealt to the units in turn. */
template <class Index>
class UniformIndexMap {
 public:
  UniformIndexMap() = default;
  template <class Pattern>
  explicit UniformIndexMap(const Pattern& pattern)
    : _blocksize(pattern.blocksize(0)), _units(pattern.num_units())
  {}

  DASH_HOST_DEVICE constexpr UnitIndex<Index> locate(Index index, const Parts<Index>&) const
  {
    const auto [block, phase] = _blocksize.divmod(index);
    if (block < static_cast<Index>(_units.divisor())) return {block, phase};
    const auto [round, unit] = _units.divmod(block);
    return {unit, round * blocksize() + phase};
  }

  DASH_HOST_DEVICE constexpr Index global(const UnitIndex<Index>& at, const Parts<Index>&) const
  {
    return global(at);
  }

  DASH_HOST_DEVICE constexpr Index global(const UnitIndex<Index>& at) const
  {
    const auto [round, phase] = _blocksize.divmod(at.local);
    return (round * static_cast<Index>(_units.divisor()) + at.unit) * blocksize() + phase;
  }

 private:
  DASH_HOST_DEVICE constexpr Index blocksize() const
  {
    return static_cast<Index>(_blocksize.divisor());
  }

  FastDivisor _blocksize;
  FastDivisor _units;
};

/** One block of any size for each unit: found in O(log units). */
template <class Index>
class ExplicitIndexMap {
 public:
  ExplicitIndexMap() = default;
  template <class Pattern>
  explicit ExplicitIndexMap(const Pattern&)
  {}

  DASH_HOST_DEVICE constexpr UnitIndex<Index> locate(Index index, const Parts<Index>& parts) const
  {
    Index unit = 0;
    for (Index end = parts.num_units(); end - unit > 1;) {
      const Index middle = unit + (end - unit) / 2;
      (parts.begin(middle) <= index ? unit : end) = middle;
    }
    return {unit, index - parts.begin(unit)};
  }

  DASH_HOST_DEVICE constexpr Index global(
      const UnitIndex<Index>& at, const Parts<Index>& parts) const
  {
    return parts.begin(at.unit) + at.local;
  }
};

template <MemArrange Arr, class Index>
std::true_type has_explicit_sizes(const ExplicitSizesPattern<Arr, Index>*);
std::false_type has_explicit_sizes(const void*);

template <class Pattern, class Index = typename Pattern::index_type>
using IndexMap = std::conditional_t<
    decltype(has_explicit_sizes(static_cast<const Pattern*>(nullptr)))::value,
    ExplicitIndexMap<Index>, UniformIndexMap<Index>>;

}  // namespace dash::internal

#endif  // DASH__INTERNAL__INDEX_MAP_H__INCLUDED
