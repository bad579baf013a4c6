#pragma once

/// \file
/// The variadic constructor arguments of patterns.

#include <dash/Cartesian.h>
#include <dash/Dimensional.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace dash::detail {

enum class PatternArgument { extent, size_spec, distribution, distribution_spec, team_spec, team };

template <class T>
struct pattern_argument_of {
  static_assert(
      std::is_convertible_v<T, default_size_t>,
      "a pattern is made of extents, SizeSpec, Distribution, DistributionSpec, TeamSpec and Team, "
      "whose numbers of dimensions are that of the pattern");
  static constexpr PatternArgument value = PatternArgument::extent;
};

template <PatternArgument Kind>
using pattern_argument_constant = std::integral_constant<PatternArgument, Kind>;

// clang-format off
template <dim_t N, class S> struct pattern_argument_of<SizeSpec<N, S>>
  : pattern_argument_constant<PatternArgument::size_spec> {};
template <> struct pattern_argument_of<Distribution>
  : pattern_argument_constant<PatternArgument::distribution> {};
template <dim_t N> struct pattern_argument_of<DistributionSpec<N>>
  : pattern_argument_constant<PatternArgument::distribution_spec> {};
template <dim_t N, class I> struct pattern_argument_of<TeamSpec<N, I>>
  : pattern_argument_constant<PatternArgument::team_spec> {};
template <> struct pattern_argument_of<Team>
  : pattern_argument_constant<PatternArgument::team> {};
// clang-format on

/// Sorts constructor arguments by type: N extents or a SizeSpec, at most N distributions or a
/// DistributionSpec, at most one TeamSpec and one Team, in any order.
///
/// \throws exception::InvalidArgument   if only some dimensions are tiled
/// \throws exception::AssertionFailed   if an extent of several is no multiple of the tile size, or
///                                      if it is unclear how to arrange the units
template <dim_t N, class Index>
class PatternArguments {
 public:
  using SizeSpecT = SizeSpec<N, std::make_unsigned_t<Index>>;
  using TeamSpecT = TeamSpec<N, Index>;

  template <class... Args>
  explicit PatternArguments(Args&&... args)
  {
    constexpr int extents = count<Args...>(PatternArgument::extent);
    constexpr int size_specs = count<Args...>(PatternArgument::size_spec);
    constexpr int dists = count<Args...>(PatternArgument::distribution);
    constexpr int dist_specs = count<Args...>(PatternArgument::distribution_spec);
    constexpr int team_specs = count<Args...>(PatternArgument::team_spec);
    static_assert(
        extents == (size_specs > 0 ? 0 : N) && size_specs <= 1,
        "a pattern needs as many extents as it has dimensions");
    static_assert(
        dists == 0 || (dists == N && dist_specs == 0),
        "a pattern needs as many distributions as it has dimensions, or none");
    static_assert(dist_specs <= 1, "a pattern takes a single DistributionSpec");
    static_assert(team_specs <= 1, "a pattern takes a single TeamSpec");
    static_assert(count<Args...>(PatternArgument::team) <= 1, "a pattern takes a single Team");
    (take(args), ...);
    check_tiles();
    if (team_specs == 0) teamspec_ = arrange_units();
  }

  const SizeSpecT& sizespec() const { return sizespec_; }
  const DistributionSpec<N>& distspec() const { return distspec_; }
  const TeamSpecT& teamspec() const { return teamspec_; }
  Team& team() const { return *team_; }

 private:
  template <class... Args>
  static constexpr int count(PatternArgument kind)
  {
    return ((pattern_argument_of<std::remove_cvref_t<Args>>::value == kind ? 1 : 0) + ... + 0);
  }

  template <std::convertible_to<std::make_unsigned_t<Index>> Extent>
  void take(const Extent& extent)
  {
    auto extents = sizespec_.extents();
    extents[num_extents_++] = static_cast<std::make_unsigned_t<Index>>(extent);
    sizespec_ = SizeSpecT(extents);
  }

  template <class S>
  void take(const SizeSpec<N, S>& spec)
  {
    sizespec_.resize(spec.extents());
  }

  void take(const Distribution& dist) { distspec_[num_distributions_++] = dist; }
  void take(const DistributionSpec<N>& spec) { distspec_ = spec; }
  void take(Team& team) { team_ = &team; }

  template <class I>
  void take(const TeamSpec<N, I>& spec)
  {
    teamspec_ = TeamSpecT(spec);
  }

  void check_tiles() const
  {
    // In one dimension, the last tile may be smaller: it is the last one of its unit, too.
    if (N == 1 || !distspec_.is_tiled()) return;
    for (std::size_t d = 0; d < N; ++d) {
      if (distspec_[d].type != DIST_TILE) {
        DASH_THROW(
            exception::InvalidArgument, "Cannot mix TILE with other distributions in "
                                            << distspec_ << ": tile every dimension");
      }
      const auto tile = static_cast<std::size_t>(distspec_[d].blocksz);
      DASH_ASSERT_MSG_ALWAYS(
          tile > 0 && sizespec_.extents()[d] % tile == 0,
          "extent " << sizespec_.extents()[d] << " of dimension " << d
                    << " must be a multiple of the tile size " << distspec_[d].blocksz);
    }
  }

  /// The arrangement is a balanced grid if all dimensions are distributed.
  TeamSpecT arrange_units() const
  {
    const auto& dists = distspec_.values();
    const auto distributed = std::count_if(
        dists.begin(), dists.end(), [](const Distribution& d) { return d.type != DIST_NONE; });
    if (distributed <= 1) return TeamSpecT(distspec_, *team_);
    DASH_ASSERT_MSG_ALWAYS(
        distributed == N, "units can be arranged for one or for all dimensions being distributed, "
                              << "not for " << distspec_ << ": pass a TeamSpec");
    TeamSpecT grid(*team_);
    grid.balance_extents();
    return grid;
  }

  std::size_t num_extents_ = 0;
  std::size_t num_distributions_ = 0;
  SizeSpecT sizespec_;
  DistributionSpec<N> distspec_;
  Team* team_ = &Team::All();
  TeamSpecT teamspec_{Team::Null()};
};

}  // namespace dash::detail
