#pragma once

/// \file
/// Creates patterns that have given properties.

#include <dash/Cartesian.h>
#include <dash/Dimensional.h>
#include <dash/Math.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/PatternProperties.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>

namespace dash {

/// Distributes every dimension that has several units. In blocked layouts, tiles are as large as
/// possible: each unit gets one or, for diagonal mappings, one in every line of tiles.
template <
    class PartitioningTags = pattern_partitioning_default_properties,
    class MappingTags = pattern_mapping_default_properties,
    class LayoutTags = pattern_layout_default_properties, class SizeSpecType, class TeamSpecType>
DistributionSpec<SizeSpecType::ndim::value> make_distribution_spec(
    const SizeSpecType& sizespec, const TeamSpecType& teamspec)
{
  DistributionSpec<SizeSpecType::ndim::value> result;
  for (dim_t d = 0; d < SizeSpecType::ndim::value; ++d) {
    Distribution& dist = result[static_cast<std::size_t>(d)];
    if constexpr (LayoutTags::blocked) {
      const auto tiles = MappingTags::diagonal ? teamspec.size() : teamspec.extent(d);
      const auto tilesize = tiles > 0 ? math::div_ceil(sizespec.extent(d), tiles) : 0;
      dist = TILE(std::max(1, static_cast<int>(tilesize)));
    } else {
      dist = teamspec.extent(d) > 1 ? BLOCKED : NONE;
    }
  }
  return result;
}

namespace detail {

/// Number of units in each dimension: a 2-dimensional grid whose rows do not extend over several
/// nodes or NUMA domains.
template <class SizeSpecType>
std::array<typename SizeSpecType::size_type, SizeSpecType::ndim::value> arrange_units(
    std::size_t num_units, std::size_t num_nodes, std::size_t num_numa_domains)
{
  constexpr std::size_t N = SizeSpecType::ndim::value;
  std::array<typename SizeSpecType::size_type, N> extents;
  extents.fill(1);
  extents[0] = num_units;
  if constexpr (N > 1) {
    const std::size_t domains = num_nodes > 1 ? num_nodes : num_numa_domains;
    const std::set<std::size_t> blocking =
        domains > 1 ? std::set<std::size_t>{domains} : std::set<std::size_t>{};
    const auto grid = math::balance_extents(std::array<std::size_t, 2>{num_units, 1}, blocking);
    std::copy(grid.begin(), grid.end(), extents.begin());
  }
  return extents;
}

}  // namespace detail

/// Arranges units in a grid of at most two dimensions, with extents as equal as possible. If the
/// number of nodes (on one node, the number of NUMA domains) divides the number of units, the grid
/// has one row for each of them.
///
/// \param num_units         number of units
/// \param num_nodes         number of nodes on which they run; 0 if unknown
/// \param num_numa_domains  number of NUMA domains of a node; 0 if unknown
template <
    class PartitioningTags = pattern_partitioning_default_properties,
    class MappingTags = pattern_mapping_default_properties,
    class LayoutTags = pattern_layout_default_properties, class SizeSpecType>
TeamSpec<SizeSpecType::ndim::value, typename SizeSpecType::index_type> make_team_spec(
    const SizeSpecType&, int num_units, std::size_t num_nodes = 0, std::size_t num_numa_domains = 0,
    [[maybe_unused]] std::size_t num_cores = 0)
{
  return detail::arrange_units<SizeSpecType>(
      static_cast<std::size_t>(num_units), num_nodes, num_numa_domains);
}

/// Arranges all units of a team in the same way.
template <
    class PartitioningTags = pattern_partitioning_default_properties,
    class MappingTags = pattern_mapping_default_properties,
    class LayoutTags = pattern_layout_default_properties, class SizeSpecType>
TeamSpec<SizeSpecType::ndim::value, typename SizeSpecType::index_type> make_team_spec(
    const SizeSpecType&, Team& team = Team::All(), std::size_t num_nodes = 0,
    std::size_t num_numa_domains = 0, [[maybe_unused]] std::size_t num_cores = 0)
{
  return {detail::arrange_units<SizeSpecType>(team.size(), num_nodes, num_numa_domains), team};
}

/// Creates a pattern with the required properties: ShiftTilePattern for diagonal mapping in blocked
/// layout, TilePattern for other blocked layouts, otherwise BlockPattern.
template <
    class PartitioningTags = pattern_partitioning_default_properties,
    class MappingTags = pattern_mapping_default_properties,
    class LayoutTags = pattern_layout_default_properties, class SizeSpecType, class TeamSpecType>
auto make_pattern(const SizeSpecType& sizespec, const TeamSpecType& teamspec)
{
  constexpr dim_t N = SizeSpecType::ndim::value;
  using index_t = typename SizeSpecType::index_type;
  constexpr bool diagonal = MappingTags::diagonal || (N == 1 && MappingTags::balanced);
  const auto distspec =
      make_distribution_spec<PartitioningTags, MappingTags, LayoutTags>(sizespec, teamspec);
  const TeamSpec<N, index_t> units(teamspec);
  if constexpr (!LayoutTags::blocked) {
    return BlockPattern<N, ROW_MAJOR, index_t>(sizespec, distspec, units, units.team());
  } else if constexpr (diagonal) {
    return ShiftTilePattern<N, ROW_MAJOR, index_t>(sizespec, distspec, units, units.team());
  } else {
    static_assert(
        PartitioningTags::rectangular && PartitioningTags::balanced &&
            !PartitioningTags::unbalanced,
        "there is no pattern with these properties: blocked layouts need rectangular and balanced "
        "partitioning or diagonal mapping");
    return TilePattern<N, ROW_MAJOR, index_t>(sizespec, distspec, units, units.team());
  }
}

}  // namespace dash
