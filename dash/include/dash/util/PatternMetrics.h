/**
 * \file dash/util/PatternMetrics.h
 * How evenly a pattern spreads blocks over units.
 */
#ifndef DASH__UTIL__PATTERN_METRICS_H__INCLUDED
#define DASH__UTIL__PATTERN_METRICS_H__INCLUDED

#include <dash/Types.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace dash::util {

/** Counts the blocks of every unit when constructed. Local. */
template <class PatternType>
class PatternMetrics {
 public:
  explicit PatternMetrics(const PatternType& pattern)
    : _block_size(static_cast<std::size_t>(pattern.max_blocksize())),
      _unit_blocks(static_cast<std::size_t>(pattern.num_units()), 0)
  {
    const auto& blocks = pattern.blockspec();
    _num_blocks = static_cast<std::size_t>(blocks.size());
    for (std::size_t i = 0; i < _num_blocks; ++i) {
      const auto view = pattern.block(static_cast<typename PatternType::index_type>(i));
      if (view.size() > 0) ++_unit_blocks[index(pattern.unit_at(view.offsets()))];
    }
    if (_unit_blocks.empty()) _unit_blocks.push_back(0);
  }

  std::size_t num_blocks() const { return _num_blocks; }

  /** Largest number of elements of a unit in relation to the smallest; 1 is perfect. */
  double imbalance_factor() const
  {
    return min_blocks_per_unit() == 0
               ? static_cast<double>(max_blocks_per_unit())
               : static_cast<double>(max_blocks_per_unit()) /
                     static_cast<double>(min_blocks_per_unit());
  }

  std::size_t min_blocks_per_unit() const
  {
    return *std::min_element(_unit_blocks.begin(), _unit_blocks.end());
  }

  std::size_t max_blocks_per_unit() const
  {
    return *std::max_element(_unit_blocks.begin(), _unit_blocks.end());
  }

  /** Elements of full blocks. */
  std::size_t min_elements_per_unit() const { return min_blocks_per_unit() * _block_size; }
  std::size_t max_elements_per_unit() const { return max_blocks_per_unit() * _block_size; }

  /** Number of units with as few blocks as any other. */
  std::size_t num_balanced_units() const
  {
    return static_cast<std::size_t>(
        std::count(_unit_blocks.begin(), _unit_blocks.end(), min_blocks_per_unit()));
  }

  /** Number of units with more blocks than others have. */
  std::size_t num_imbalanced_units() const { return _unit_blocks.size() - num_balanced_units(); }

  std::size_t unit_local_blocks(team_unit_t unit) const { return _unit_blocks[index(unit)]; }

 private:
  static std::size_t index(team_unit_t unit) { return static_cast<std::size_t>(unit.id); }

  std::size_t _block_size;
  std::size_t _num_blocks = 0;
  std::vector<std::size_t> _unit_blocks;
};

}  // namespace dash::util

#endif  // DASH__UTIL__PATTERN_METRICS_H__INCLUDED
