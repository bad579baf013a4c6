#pragma once

/// \file
/// Measures how evenly a pattern distributes blocks over units.

#include <dash/Types.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace dash::util {

/// Counts the blocks of every unit on construction. Local call.
template <class PatternType>
class PatternMetrics {
 public:
  explicit PatternMetrics(const PatternType& pattern)
      : block_size_(static_cast<std::size_t>(pattern.max_blocksize())),
        unit_blocks_(static_cast<std::size_t>(pattern.num_units()), 0)
  {
    const auto& blocks = pattern.blockspec();
    num_blocks_ = static_cast<std::size_t>(blocks.size());
    for (std::size_t i = 0; i < num_blocks_; ++i) {
      const auto view = pattern.block(static_cast<typename PatternType::index_type>(i));
      if (view.size() > 0) ++unit_blocks_[index(pattern.unit_at(view.offsets()))];
    }
    if (unit_blocks_.empty()) unit_blocks_.push_back(0);
  }

  std::size_t num_blocks() const { return num_blocks_; }

  /// Largest number of elements of a unit divided by the smallest; 1 is optimal.
  double imbalance_factor() const
  {
    return min_blocks_per_unit() == 0 ? static_cast<double>(max_blocks_per_unit())
                                      : static_cast<double>(max_blocks_per_unit()) /
                                            static_cast<double>(min_blocks_per_unit());
  }

  std::size_t min_blocks_per_unit() const
  {
    return *std::min_element(unit_blocks_.begin(), unit_blocks_.end());
  }

  std::size_t max_blocks_per_unit() const
  {
    return *std::max_element(unit_blocks_.begin(), unit_blocks_.end());
  }

  /// Number of elements, with full blocks, of a unit with the fewest blocks.
  std::size_t min_elements_per_unit() const { return min_blocks_per_unit() * block_size_; }
  std::size_t max_elements_per_unit() const { return max_blocks_per_unit() * block_size_; }

  /// Number of units with the smallest number of blocks.
  std::size_t num_balanced_units() const
  {
    return static_cast<std::size_t>(
        std::count(unit_blocks_.begin(), unit_blocks_.end(), min_blocks_per_unit()));
  }

  /// Number of units with more blocks than that.
  std::size_t num_imbalanced_units() const { return unit_blocks_.size() - num_balanced_units(); }

  std::size_t unit_local_blocks(team_unit_t unit) const { return unit_blocks_[index(unit)]; }

 private:
  static std::size_t index(team_unit_t unit) { return static_cast<std::size_t>(unit.id); }

  std::size_t block_size_;
  std::size_t num_blocks_ = 0;
  std::vector<std::size_t> unit_blocks_;
};

}  // namespace dash::util
