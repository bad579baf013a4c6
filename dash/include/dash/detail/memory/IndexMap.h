#pragma once

/// \file
/// One-dimensional patterns reduced to what kernels need: the mapping of global indices to units
/// and local indices, and back, without division.

#include <dash/Types.h>
#include <dash/detail/base/FastDivisor.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/PartTable.h>
#include <dash/pattern/ExplicitSizesPattern.h>

#include <type_traits>

namespace dash::detail {

/// Index of an element in its unit's part.
template <class Index>
struct UnitIndex {
  Index unit;
  Index local;
};

/// Blocks of equal size, which the units take in turn.
template <class Index>
class UniformIndexMap {
 public:
  UniformIndexMap() = default;
  template <class Pattern>
  explicit UniformIndexMap(const Pattern& pattern)
      : blocksize_(pattern.blocksize(0)),
        units_(pattern.num_units())
  {}

  DASH_HOST_DEVICE constexpr UnitIndex<Index> locate(Index index, const Parts<Index>&) const
  {
    const auto [block, phase] = blocksize_.divmod(index);
    if (block < static_cast<Index>(units_.divisor())) return {block, phase};
    const auto [round, unit] = units_.divmod(block);
    return {unit, round * blocksize() + phase};
  }

  DASH_HOST_DEVICE constexpr Index global(const UnitIndex<Index>& at, const Parts<Index>&) const
  {
    return global(at);
  }

  DASH_HOST_DEVICE constexpr Index global(const UnitIndex<Index>& at) const
  {
    const auto [round, phase] = blocksize_.divmod(at.local);
    return (round * static_cast<Index>(units_.divisor()) + at.unit) * blocksize() + phase;
  }

 private:
  DASH_HOST_DEVICE constexpr Index blocksize() const
  {
    return static_cast<Index>(blocksize_.divisor());
  }

  FastDivisor blocksize_;
  FastDivisor units_;
};

/// Global indices of a unit's elements that begin at a local index, in one-dimensional patterns.
template <class Index>
struct DealtIndices {
  UniformIndexMap<Index> map;
  UnitIndex<Index> first;

  DASH_HOST_DEVICE constexpr Index operator[](Index n) const
  {
    return map.global({first.unit, first.local + n});
  }
};

/// Those of a unit's elements from a local index on.
template <class Index, class Pattern>
DealtIndices<Index> dealt_indices(const Pattern& pattern, team_unit_t unit, Index local)
{
  return {UniformIndexMap<Index>(pattern), {static_cast<Index>(unit.id), local}};
}

/// One block of any size for each unit, which is found in time O(log units).
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

}  // namespace dash::detail
