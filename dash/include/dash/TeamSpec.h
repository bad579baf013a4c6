#pragma once

/// \file
/// Cartesian arrangements of the units of a team.

#include <dash/Cartesian.h>
#include <dash/Dimensional.h>
#include <dash/Exception.h>
#include <dash/Math.h>
#include <dash/Team.h>
#include <dash/Types.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace dash {

/// Arranges units in an N-dimensional grid, numbered in row-major order. The grid of a pattern may
/// have a different size than its team.
template <dim_t NumDimensions, class IndexType = default_index_t>
class TeamSpec : public CartesianIndexSpace<NumDimensions, ROW_MAJOR, IndexType> {
  using base_t = CartesianIndexSpace<NumDimensions, ROW_MAJOR, IndexType>;

 public:
  typedef IndexType index_type;
  typedef typename base_t::size_type size_type;
  typedef typename base_t::extents_type extents_type;

  /// Arranges all units of the team in dimension 0.
  explicit(false) TeamSpec(Team& team = Team::All()) : base_t(extents_along(0, team)), team_(&team)
  {}

  /// Copies the extents of \c other, whatever the distribution.
  TeamSpec(const TeamSpec& other, const DistributionSpec<NumDimensions>&, Team& team = Team::All())
      : base_t(other.extents()),
        team_(&team)
  {}

  /// Arranges all units of the team in the only distributed dimension; for tiles, in the first
  /// tiled one.
  /// \throws exception::InvalidArgument  if several dimensions are distributed but not tiled
  explicit(false)
      TeamSpec(const DistributionSpec<NumDimensions>& distribution, Team& team = Team::All())
      : base_t(extents_along(dimension_of_units(distribution), team)),
        team_(&team)
  {}

  template <class... Types>
    requires(sizeof...(Types) + 1 == NumDimensions &&
             (std::convertible_to<Types, size_type> && ...))
  explicit(false) TeamSpec(size_type first, Types... others)
      : base_t(first, others...),
        team_(&Team::All())
  {}

  template <std::integral OtherSize>
  explicit(false)
      TeamSpec(const std::array<OtherSize, NumDimensions>& extents, Team& team = Team::All())
      : team_(&team)
  {
    this->resize(extents);
  }

  /// The same arrangement with another index type.
  template <class OtherIndex>
    requires(!std::same_as<OtherIndex, IndexType>)
  explicit(false) TeamSpec(const TeamSpec<NumDimensions, OtherIndex>& other)
      : TeamSpec(other.extents(), other.team())
  {}

  /// The team in which the caller's position is determined.
  Team& team() const { return *team_; }

  /// Distributes the units as evenly as possible over all dimensions.
  void balance_extents() { this->extents_ = math::balance_extents(this->extents_); }

  /// Number of units in a dimension.
  size_type num_units(dim_t dimension) const { return this->extent(dimension); }

  /// Number of dimensions with more than one unit; at least 1.
  dim_t rank() const
  {
    const auto spread = std::count_if(
        this->extents_.begin(), this->extents_.end(), [](size_type n) { return n > 1; });
    return std::max<dim_t>(1, static_cast<dim_t>(spread));
  }

  /// Changes all extents.
  template <class... Types>
    requires(
        sizeof...(Types) + 1 == NumDimensions && (std::convertible_to<Types, size_type> && ...))
  void resize(size_type first, Types... others)
  {
    this->extents_ = {{first, static_cast<size_type>(others)...}};
  }

  template <std::integral OtherSize>
  void resize(const std::array<OtherSize, NumDimensions>& extents)
  {
    base_t::resize(extents);
  }

  void resize_dim(dim_t dimension, size_type extent)
  {
    this->extents_[static_cast<std::size_t>(dimension)] = extent;
  }

  /// Unit at an offset from the caller; \c UNDEFINED_TEAM_UNIT_ID outside of the grid. Local call.
  team_unit_t neighbor(const std::array<int, NumDimensions>& offsets) const
  {
    auto position = this->coords(team_->myid());
    for (std::size_t d = 0; d < position.size(); ++d) {
      position[d] += offsets[d];
      if (position[d] < 0 || position[d] >= extent_of(d)) return UNDEFINED_TEAM_UNIT_ID;
    }
    return team_unit_t(static_cast<dart_unit_t>(this->at(position)));
  }

  team_unit_t neighbor(std::initializer_list<int> offsets) const
  {
    return neighbor(to_array(offsets));
  }

  /// Unit at an offset from the caller in a periodic grid. Local call.
  team_unit_t periodic_neighbor(const std::array<int, NumDimensions>& offsets) const
  {
    auto position = this->coords(team_->myid());
    for (std::size_t d = 0; d < position.size(); ++d) {
      position[d] = (position[d] + offsets[d]) % extent_of(d);
      if (position[d] < 0) position[d] += extent_of(d);
    }
    return team_unit_t(static_cast<dart_unit_t>(this->at(position)));
  }

  team_unit_t periodic_neighbor(std::initializer_list<int> offsets) const
  {
    return periodic_neighbor(to_array(offsets));
  }

  /// Makes a team of each line of units along a dimension: with rows and columns as dimensions 0
  /// and 1, along 1 of each row and along 0 of each column. In it a unit's id is its coordinate in
  /// the dimension; position() numbers the lines in row-major order of their other coordinates. The
  /// teams are children of team(), and each call makes new ones. Collective over team().
  ///
  /// \return the team of the caller's line; Team::Null() for units outside of the grid
  /// \throws exception::InvalidArgument if there is no such dimension, or if the team has fewer
  ///   units than the grid
  Team& team_along(dim_t dimension) const
  {
    const auto units = static_cast<size_type>(this->size());
    if (dimension < 0 || dimension >= NumDimensions || units > team_->size()) {
      DASH_THROW(
          exception::InvalidArgument, "teams along dimension "
                                          << dimension << " of a grid of " << units << " units in "
                                          << NumDimensions << " dimensions, made in a team of "
                                          << team_->size());
    }
    const auto me = static_cast<IndexType>(team_->myid().id);
    if (static_cast<size_type>(me) >= units) return team_->split(Team::no_color, 0);
    auto coords = this->coords(me);
    const auto key = std::exchange(coords[static_cast<std::size_t>(dimension)], IndexType(0));
    return team_->split(static_cast<int>(this->at(coords)), static_cast<int>(key));
  }

  friend bool operator==(const TeamSpec& lhs, const TeamSpec& rhs)
  {
    return lhs.extents() == rhs.extents();
  }

 private:
  static extents_type extents_along(dim_t dimension, const Team& team)
  {
    extents_type extents;
    extents.fill(1);
    if (dimension < NumDimensions) {
      extents[static_cast<std::size_t>(dimension)] = static_cast<size_type>(team.size());
    }
    return extents;
  }

  /// The dimension in which the units are arranged; NumDimensions if nothing is distributed.
  static dim_t dimension_of_units(const DistributionSpec<NumDimensions>& distribution)
  {
    const auto& dists = distribution.values();
    const auto is_tile = [](const Distribution& d) { return d.type == DIST_TILE; };
    const auto is_spread = [](const Distribution& d) { return d.type != DIST_NONE; };
    // A tile in dimension 0 alone does not permit several distributed dimensions.
    const bool tiled = std::any_of(dists.begin() + 1, dists.end(), is_tile);
    if (!tiled && std::count_if(dists.begin(), dists.end(), is_spread) > 1) {
      DASH_THROW(
          exception::InvalidArgument,
          "Cannot arrange units for " << distribution
                                      << ": several dimensions are distributed; pass a TeamSpec");
    }
    const auto found = tiled ? std::find_if(dists.begin(), dists.end(), is_tile)
                             : std::find_if(dists.begin(), dists.end(), is_spread);
    return static_cast<dim_t>(found - dists.begin());
  }

  static std::array<int, NumDimensions> to_array(std::initializer_list<int> offsets)
  {
    std::array<int, NumDimensions> result{};
    DASH_ASSERT_EQ(offsets.size(), result.size(), "one offset a dimension");
    std::copy_n(offsets.begin(), (std::min)(offsets.size(), result.size()), result.begin());
    return result;
  }

  IndexType extent_of(std::size_t dimension) const
  {
    return static_cast<IndexType>(this->extents_[dimension]);
  }

  Team* team_;
};

template <dim_t NumDimensions, class IndexType>
std::ostream& operator<<(std::ostream& os, const TeamSpec<NumDimensions, IndexType>& spec)
{
  return detail::print_dimensions(os, "dash::TeamSpec", spec.extents());
}

}  // namespace dash
