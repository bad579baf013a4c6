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
      dist = TILE((std::max)(1, static_cast<int>(tilesize)));
    } else {
      dist = teamspec.extent(d) > 1 ? BLOCKED : NONE;
    }
  }
  return result;
}

namespace detail {

/// Number of rows of a grid of units with num_domains rows for each NUMA domain's share. The grid
/// is a square if that is possible; otherwise both its extents are multiples of the number of rows.
constexpr std::size_t rows_by_numa_domains(std::size_t num_units, std::size_t num_domains)
{
  std::size_t root = num_domains;
  while (root * root < num_units) root += num_domains;
  if (root * root == num_units) return root;
  std::size_t rows = num_domains;
  while (num_units % (rows * rows * num_domains * num_domains) == 0) rows *= num_domains;
  return rows;
}

/// Length of the rows of a grid of units, which is a multiple of the number of cores of a node, so
/// that the units of a node are in one row: the multiple that gives the most even grid.
constexpr std::size_t row_of_nodes(std::size_t num_units, std::size_t num_cores)
{
  std::size_t best = num_cores;
  for (std::size_t row = num_cores; row <= num_units; row += num_cores) {
    const bool is_more_even = row + num_units / row < best + num_units / best;
    if (num_units % row == 0 && is_more_even) best = row;
  }
  return best;
}

/// Rows and columns of a grid of units.
inline std::array<std::size_t, 2> grid_of_units(
    std::size_t num_units, std::size_t num_nodes, std::size_t num_numa_domains,
    std::size_t num_cores)
{
  const auto divides = [num_units](std::size_t n) { return n > 1 && num_units % n == 0; };
  if (num_units > 0 && num_nodes > 1 && divides(num_cores)) {
    const std::size_t columns = row_of_nodes(num_units, num_cores);
    return {num_units / columns, columns};
  }
  if (num_units > 0 && num_nodes > 1 && divides(num_nodes)) {
    return {num_nodes, num_units / num_nodes};
  }
  if (num_units > 0 && num_nodes <= 1 && divides(num_numa_domains)) {
    const std::size_t rows = rows_by_numa_domains(num_units, num_numa_domains);
    return {rows, num_units / rows};
  }
  return math::balance_extents(std::array<std::size_t, 2>{num_units, 1});
}

/// Number of units in each dimension: a grid in the first two dimensions.
template <class SizeSpecType>
std::array<typename SizeSpecType::size_type, SizeSpecType::ndim::value> arrange_units(
    std::size_t num_units, std::size_t num_nodes, std::size_t num_numa_domains,
    std::size_t num_cores)
{
  constexpr std::size_t N = SizeSpecType::ndim::value;
  using size_type = typename SizeSpecType::size_type;
  std::array<size_type, N> extents;
  extents.fill(1);
  extents[0] = static_cast<size_type>(num_units);
  if constexpr (N > 1) {
    const auto grid = grid_of_units(num_units, num_nodes, num_numa_domains, num_cores);
    std::copy(grid.begin(), grid.end(), extents.begin());
  }
  return extents;
}

}  // namespace detail

/// Arranges units in a grid of at most two dimensions, with extents as equal as the hardware
/// allows:
///
/// - on several nodes, rows consist of all units of one or more nodes, if the number of cores
///   divides the number of units; otherwise there is a row for each node, if that is possible;
/// - on one node, the units of each NUMA domain share one or more rows, unless a square is
/// possible;
/// - where nothing is known or fits, the extents are as equal as possible.
///
/// \param num_units         number of units
/// \param num_nodes         number of nodes on which they run; 0 if unknown
/// \param num_numa_domains  number of NUMA domains of a node; 0 if unknown
/// \param num_cores         number of cores of a node, with one unit each; 0 if unknown
template <
    class PartitioningTags = pattern_partitioning_default_properties,
    class MappingTags = pattern_mapping_default_properties,
    class LayoutTags = pattern_layout_default_properties, class SizeSpecType>
TeamSpec<SizeSpecType::ndim::value, typename SizeSpecType::index_type> make_team_spec(
    const SizeSpecType&, int num_units, std::size_t num_nodes = 0, std::size_t num_numa_domains = 0,
    std::size_t num_cores = 0)
{
  return detail::arrange_units<SizeSpecType>(
      static_cast<std::size_t>(num_units), num_nodes, num_numa_domains, num_cores);
}

/// Arranges all units of a team in the same way.
template <
    class PartitioningTags = pattern_partitioning_default_properties,
    class MappingTags = pattern_mapping_default_properties,
    class LayoutTags = pattern_layout_default_properties, class SizeSpecType>
TeamSpec<SizeSpecType::ndim::value, typename SizeSpecType::index_type> make_team_spec(
    const SizeSpecType&, Team& team = Team::All(), std::size_t num_nodes = 0,
    std::size_t num_numa_domains = 0, std::size_t num_cores = 0)
{
  return {
      detail::arrange_units<SizeSpecType>(team.size(), num_nodes, num_numa_domains, num_cores),
      team};
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
