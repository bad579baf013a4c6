#pragma once

/// \file
/// Checks parents of a breadth-first search by Graph500's rules, on the units' processors and where
/// the data are. It shares no code with the search.

#include <dash/Array.h>
#include <dash/Types.h>
#include <dash/algorithm/AllOf.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Transform.h>

#include <cstddef>
#include <cstdint>
#include <functional>

#include "graph.h"

namespace bfs {

/// An ancestor of a vertex that is so many generations older. It is the root where the vertex has
/// been traced back to it, and nobody where it turned out not to be reached.
struct Ancestor {
  Vertex vertex;
  std::uint32_t generations;

  DASH_HOST_DEVICE bool is_last(Vertex root) const { return vertex == root || vertex == nobody; }
};

/// Begins with the parent; the root has no other ancestor than itself.
struct BeginWithParent {
  dash::Array<Vertex>::const_device_view_type parents;
  Vertex root;

  DASH_HOST_DEVICE void operator()(Ancestor& ancestor, dash::default_index_t v) const
  {
    const Vertex parent = parents[v];
    ancestor = {parent < parents.size() ? parent : nobody, 1};
    if (static_cast<Vertex>(v) == root) ancestor = {parent == root ? root : nobody, 0};
  }
};

/// Goes on to the ancestor that an ancestor knows.
struct SkipGenerations {
  const Ancestor* ancestors;  ///< one for each vertex
  Vertex root;

  DASH_HOST_DEVICE Ancestor operator()(const Ancestor& known) const
  {
    if (known.is_last(root)) return known;
    const Ancestor next = ancestors[known.vertex];
    return {next.vertex, known.generations + next.generations};
  }
};

struct IsTraced {
  Vertex root;

  DASH_HOST_DEVICE bool operator()(const Ancestor& ancestor) const
  {
    return ancestor.is_last(root);
  }
};

/// The level of a vertex: the number of its ancestors, whose last one is the root. Vertices whose
/// ancestors form a circle have no level, like those that are not reached.
using Level = std::uint32_t;
constexpr Level no_level = ~Level{0};

struct StoreLevel {
  const Ancestor* ancestors;
  Vertex root;
  Level* levels;

  DASH_HOST_DEVICE void operator()(std::uint64_t v) const
  {
    levels[v] = ancestors[v].vertex == root ? ancestors[v].generations : no_level;
  }
};

/// What is found out about a vertex.
struct Finding {
  std::uint32_t edges;  ///< number of edges to its neighbours if it is reached
  bool has_parent;      ///< one of its neighbours is its parent
  bool is_wrong;
};

struct IsWrong {
  DASH_HOST_DEVICE bool operator()(const Finding& finding) const { return finding.is_wrong; }
};

/// Looks at some of a unit's neighbours, which may be those of many vertices or some of one. The
/// first vertex is found once for all of them.
struct LookAtNeighbours {
  static constexpr std::uint64_t at_once = 32;

  const Level* levels;        ///< the levels of all vertices
  std::uint64_t first;        ///< the unit's first vertex
  const std::uint64_t* ends;  ///< where the neighbours of each of the unit's vertices end
  std::uint64_t own;          ///< number of the unit's vertices
  const Vertex* neighbours;
  std::uint64_t num_neighbours;
  const Vertex* parents;
  Finding* findings;

  DASH_HOST_DEVICE void operator()(std::uint64_t piece) const
  {
    const std::uint64_t begin = piece * at_once;
    const std::uint64_t end = begin + at_once < num_neighbours ? begin + at_once : num_neighbours;
    std::uint64_t v = vertex_at(begin);
    for (std::uint64_t i = begin; i < end; ++v) {
      const std::uint64_t end_of_v = ends[v] < end ? ends[v] : end;
      look(v, i, end_of_v);
      i = end_of_v;
    }
  }

 private:
  /// The vertex to which a neighbour belongs.
  DASH_HOST_DEVICE std::uint64_t vertex_at(std::uint64_t neighbour) const
  {
    std::uint64_t begin = 0, count = own;
    while (count > 0) {
      const std::uint64_t half = count / 2;
      if (ends[begin + half] <= neighbour) {
        begin += half + 1;
        count -= half + 1;
      } else {
        count = half;
      }
    }
    return begin;
  }

  /// Neighbours are at most one level apart, so both are reached or none of them.
  DASH_HOST_DEVICE void look(std::uint64_t v, std::uint64_t begin, std::uint64_t end) const
  {
    const Level level = levels[first + v];
    const Vertex parent = parents[v];
    bool has_parent = false, is_wrong = false;
    for (std::uint64_t i = begin; i < end; ++i) {
      const Level other = levels[neighbours[i]];
      has_parent |= neighbours[i] == parent;
      is_wrong |= (level > other ? level - other : other - level) > 1;
    }
    // Other threads may look at other neighbours of the vertex.
    if (has_parent) findings[v].has_parent = true;
    if (is_wrong) findings[v].is_wrong = true;
  }
};

/// Looks at a unit's vertex when all of its neighbours have been looked at.
struct LookAtVertex {
  const Level* levels;
  std::uint64_t first;
  Vertex root;
  const std::uint64_t* ends;
  const Vertex* parents;

  DASH_HOST_DEVICE void operator()(Finding& finding, dash::default_index_t index) const
  {
    const auto self = static_cast<std::uint64_t>(index), v = self - first;
    const bool is_root = self == root, is_reached = parents[v] != nobody;
    const bool has_level = levels[self] != no_level;
    if (is_reached != has_level || (is_root && !is_reached)) finding.is_wrong = true;
    if (is_reached && !is_root && !finding.has_parent) finding.is_wrong = true;
    if (is_reached)
      finding.edges = static_cast<std::uint32_t>(ends[v] - (v == 0 ? 0 : ends[v - 1]));
  }
};

/// What a check needs beside the graph and the parents: twelve bytes for each vertex at each unit,
/// because the neighbours of a unit's vertices are anywhere, and sixteen at its owner.
class Check {
 public:
  struct Result {
    std::size_t wrong;  ///< number of vertices that break a rule
    std::size_t edges;  ///< in the part of the graph that is reached
  };

  /// Collective. \param graph  exists as long as the check
  explicit Check(const Graph& graph)
      : graph_(graph),
        own_(graph.size(), graph.by_blocks()),
        all_(graph.size() * dash::size()),
        levels_(graph.size() * dash::size()),
        findings_(graph.size(), graph.by_blocks())
  {}

  /// Checks the parents of a search from \p root, which are distributed as the graph. Collective.
  Result run(const dash::Array<Vertex>& parents, Vertex root)
  {
    find_levels(parents, root);
    const Level* const levels = own_part(levels_);
    const auto first = static_cast<std::uint64_t>(graph_.ends().pattern().lbegin());
    const std::uint64_t count = graph_.neighbours().lsize();
    dash::fill(findings_, Finding{});
    dash::for_each_index(
        (count + LookAtNeighbours::at_once - 1) / LookAtNeighbours::at_once,
        LookAtNeighbours{
            levels, first, own_part(graph_.ends()), graph_.ends().lsize(),
            own_part(graph_.neighbours()), count, own_part(parents), own_part(findings_)});
    dash::for_each_with_index(
        findings_, LookAtVertex{levels, first, root, own_part(graph_.ends()), own_part(parents)});
    return {
        static_cast<std::size_t>(dash::count_if(findings_, IsWrong{})),
        dash::transform_reduce(
            findings_, std::size_t{0}, std::plus<std::size_t>{}, &Finding::edges) /
            2};
  }

 private:
  /// Each step doubles the generations that are known. A path has at most all vertices.
  void find_levels(const dash::Array<Vertex>& parents, Vertex root)
  {
    dash::for_each_with_index(own_, BeginWithParent{parents.device_view(), root});
    tell_all();
    for (std::size_t known = 1; known < graph_.size() && !dash::all_of(own_, IsTraced{root});
         known *= 2) {
      dash::transform(own_, own_, SkipGenerations{own_part(all_), root});
      tell_all();
    }
    dash::for_each_index(graph_.size(), StoreLevel{own_part(all_), root, own_part(levels_)});
  }

  void tell_all()
  {
    own_.barrier();
    dash::copy(own_.begin(), own_.end(), all_.lbegin());
    own_.barrier();
  }

  const Graph& graph_;
  dash::Array<Ancestor> own_, all_;  ///< all: of all vertices, at each unit
  dash::Array<Level> levels_;        ///< the levels of all vertices, at each unit
  dash::Array<Finding> findings_;
};

}  // namespace bfs
