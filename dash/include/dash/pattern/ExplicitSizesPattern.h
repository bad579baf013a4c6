#pragma once

/// \file
/// Patterns with one block of any size for each unit.

#include <dash/Exception.h>
#include <dash/pattern/CartesianPattern.h>
#include <dash/pattern/PatternProperties.h>
#include <dash/pattern/PatternTraits.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace dash {

/// The common part of patterns with one block of any size for each unit.
template <MemArrange Arr, class IndexType>
using ExplicitSizesBase = CartesianPattern<
    1, Arr, IndexType, ExplicitCut<IndexType>, GridMapping<1, Arr, IndexType>,
    CanonicalOrder<1, Arr, IndexType>>;

/// Gives each unit one contiguous range of global indices, whose sizes are given. The owner of an
/// index is found in time O(log units).
template <MemArrange Arr, class IndexType>
class ExplicitSizesPattern : public ExplicitSizesBase<Arr, IndexType> {
  using base_t = ExplicitSizesBase<Arr, IndexType>;

 public:
  typedef typename base_t::size_type size_type;
  typedef typename base_t::sizespec_type sizespec_type;
  typedef typename base_t::distribution_spec distribution_spec;
  typedef typename base_t::teamspec_type teamspec_type;

  typedef pattern_mapping_properties<pattern_mapping_tag::unbalanced> mapping_properties;
  typedef pattern_layout_properties<pattern_layout_tag::blocked, pattern_layout_tag::linear>
      layout_properties;

  /// \param local_sizes  number of elements of each unit
  /// \throws exception::InvalidArgument  unless there is one size for each unit
  ExplicitSizesPattern(const std::vector<size_type>& local_sizes, Team& team = Team::All())
      : ExplicitSizesPattern(local_sizes, teamspec_type(team), team)
  {}

  ExplicitSizesPattern(
      const std::vector<size_type>& local_sizes, const teamspec_type& teamspec,
      Team& team = Team::All())
      : ExplicitSizesPattern(local_sizes, distribution_spec(), teamspec, team)
  {}

  /// \param size  number of elements, which must be the sum of the local sizes
  /// \param args  any of DistributionSpec, TeamSpec and Team
  template <class... Args>
  ExplicitSizesPattern(const std::vector<size_type>& local_sizes, size_type size, Args&&... args)
      : ExplicitSizesPattern(
            local_sizes, detail::PatternArguments<1, IndexType>(size, std::forward<Args>(args)...))
  {}

  /// Gives each unit the same number of elements, with differences of at most one, whatever the
  /// distribution.
  ExplicitSizesPattern(
      const sizespec_type& sizespec, const distribution_spec& distspec,
      const teamspec_type& teamspec, Team& team = Team::All())
      : ExplicitSizesPattern(
            proportional_sizes(sizespec.size(), std::vector<double>(teamspec.size(), 1)), distspec,
            teamspec, team)
  {}

  ExplicitSizesPattern(
      const sizespec_type& sizespec, const distribution_spec& distspec = distribution_spec(),
      Team& team = Team::All())
      : ExplicitSizesPattern(sizespec, distspec, teamspec_type(team), team)
  {}

  /// Number of elements of each unit.
  std::vector<size_type> local_sizes() const { return this->cut().sizes(); }

 protected:
  /// Divides \c size elements into shares in proportion to weights. The sum is exact: elements that
  /// are left after rounding down go to the shares that lose most by it.
  /// \throws exception::InvalidArgument  if a weight is negative or if all are 0
  static std::vector<size_type> proportional_sizes(
      size_type size, const std::vector<double>& weights)
  {
    if (weights.empty()) return {};
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double least = *std::min_element(weights.begin(), weights.end());
    if (!(least >= 0 && total > 0 && std::isfinite(total))) {
      DASH_THROW(
          exception::InvalidArgument,
          "Weights of units must be finite and not negative, and one of them must be positive");
    }
    std::vector<size_type> sizes;
    std::vector<double> losses;
    for (const double weight : weights) {
      const double share = static_cast<double>(size) * (weight / total);
      sizes.push_back(static_cast<size_type>(share));
      losses.push_back(share - std::floor(share));
    }
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&losses](std::size_t a, std::size_t b) {
      return losses[a] > losses[b];
    });
    // With rounding errors, large shares may be wrong by more than one element, in either
    // direction.
    auto given = std::accumulate(sizes.begin(), sizes.end(), size_type{0});
    for (std::size_t i = 0; given != size; i = (i + 1) % order.size()) {
      size_type& share = sizes[order[i]];
      if (given < size && weights[order[i]] > 0) {
        ++share;
        ++given;
      } else if (given > size && share > 0) {
        --share;
        --given;
      }
    }
    return sizes;
  }

 private:
  ExplicitSizesPattern(
      const std::vector<size_type>& local_sizes, const detail::PatternArguments<1, IndexType>& args)
      : ExplicitSizesPattern(local_sizes, args.distspec(), args.teamspec(), args.team())
  {
    if (static_cast<size_type>(this->size()) != args.sizespec().size()) {
      DASH_THROW(
          exception::InvalidArgument,
          "Local sizes have a sum of " << this->size() << " instead of " << args.sizespec().size());
    }
  }

  ExplicitSizesPattern(
      const std::vector<size_type>& local_sizes, const distribution_spec& distspec,
      const teamspec_type& teamspec, Team& team)
      : base_t(ExplicitCut<IndexType>(checked(local_sizes, teamspec)), distspec, teamspec, team)
  {}

  static const std::vector<size_type>& checked(
      const std::vector<size_type>& local_sizes, const teamspec_type& teamspec)
  {
    if (local_sizes.size() != teamspec.size()) {
      DASH_THROW(
          exception::InvalidArgument,
          "There are " << local_sizes.size() << " local sizes for " << teamspec.size() << " units");
    }
    return local_sizes;
  }
};

}  // namespace dash
