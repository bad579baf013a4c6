#pragma once

/// \file
/// Breadth-first search in a Kronecker graph, as in Graph500: from the top down while few vertices
/// are in the front, and from the bottom up otherwise.

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/BinarySearch.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Sort.h>
#include <dash/pattern/CSRPattern.h>
#include <dash/util/Random.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bfs {

using Vertex = std::uint32_t;
using Level = std::uint8_t;
constexpr Vertex nobody = ~Vertex{0};
constexpr Level not_reached = 255;
constexpr std::size_t edges_per_vertex = 16;

/// Edge i / 2 of the graph, in the one or the other direction: the first vertex in the upper half.
struct KroneckerEdge {
  unsigned scale;
  dash::Random random{500};

  DASH_HOST_DEVICE std::uint64_t operator()(std::uint64_t i) const
  {
    std::uint64_t from = 0, to = 0;
    for (unsigned bit = 0; bit < scale; ++bit) {  // probabilities 0.57, 0.19, 0.19, 0.05
      const double quarter = random.uniform(i / 2 * scale + bit);
      from = from << 1 | (quarter >= 0.76 ? 1 : 0);
      to = to << 1 | ((quarter >= 0.57 && quarter < 0.76) || quarter >= 0.95 ? 1 : 0);
    }
    from = shuffled(from);
    to = shuffled(to);
    return i % 2 == 0 ? from << 32 | to : to << 32 | from;
  }

 private:
  /// Another label for each vertex, so that labels say nothing about degrees.
  DASH_HOST_DEVICE std::uint64_t shuffled(std::uint64_t vertex) const
  {
    const std::uint64_t mask = (std::uint64_t{1} << scale) - 1;
    for (int round = 0; round < 2; ++round) {
      vertex = (vertex * 0x9E3779B97F4A7C15 + 0x7F4A7C15) & mask;
      vertex ^= vertex >> (scale / 2);
    }
    return vertex;
  }
};

/// What kernels need of the unit's vertices.
struct Rows {
  std::uint64_t first;        ///< the unit's first vertex
  const std::uint64_t* ends;  ///< neighbours of vertex v end here, where those of v + 1 begin
  const Vertex* neighbours;
  Level* levels;
  Level current;

  DASH_HOST_DEVICE std::uint64_t begin(std::uint32_t v) const { return v == 0 ? 0 : ends[v - 1]; }
};

/// Vertices of the front become parents of their neighbours, whichever units own these. If several
/// do at the same time, any one of them remains.
struct TopDown {
  Rows rows;
  dash::Array<Vertex>::device_view_type parents;

  DASH_HOST_DEVICE void operator()(std::uint32_t v) const
  {
    if (rows.levels[v] != rows.current) return;
    for (std::uint64_t i = rows.begin(v); i < rows.ends[v]; ++i) {
      Vertex& parent = parents[rows.neighbours[i]];
#if defined(__CUDA_ARCH__)
      volatile Vertex& word = parent;
      if (word == nobody) word = static_cast<Vertex>(rows.first + v);
#else
      const std::atomic_ref word(parent);
      if (word.load(std::memory_order_relaxed) == nobody)
        word.store(static_cast<Vertex>(rows.first + v), std::memory_order_relaxed);
#endif
    }
  }
};

/// Vertices that got a parent belong to the next front.
struct Claim {
  Rows rows;
  const Vertex* parents;

  DASH_HOST_DEVICE void operator()(std::uint32_t v) const
  {
    if (rows.levels[v] == not_reached && parents[v] != nobody) rows.levels[v] = rows.current + 1;
  }
};

/// Vertices without a parent look for one in the front.
struct BottomUp {
  Rows rows;
  Vertex* parents;
  const Level* all_levels;  ///< of all vertices

  DASH_HOST_DEVICE void operator()(std::uint32_t v) const
  {
    if (rows.levels[v] != not_reached) return;
    for (std::uint64_t i = rows.begin(v); i < rows.ends[v]; ++i) {
      if (all_levels[rows.neighbours[i]] != rows.current) continue;
      parents[v] = rows.neighbours[i];
      rows.levels[v] = rows.current + 1;
      return;
    }
  }
};

class Graph {
 public:
  /// Makes a graph of 2^scale vertices. Collective.
  explicit Graph(unsigned scale)
      : size_(std::size_t{1} << scale),
        levels_(size_),
        parents_(size_),
        ends_(size_),
        all_levels_(size_ * dash::size())
  {
    dash::Array<std::uint64_t> edges(2 * edges_per_vertex * size_);
    dash::generate_with_index(edges, KroneckerEdge{scale});
    dash::sort(edges);
    std::vector<dash::default_size_t> counts;
    std::size_t begin = 0, mine = 0;
    for (std::size_t unit = 0, vertex = 0; unit < dash::size(); ++unit) {
      vertex += levels_.pattern().local_size(dash::team_unit_t(static_cast<int>(unit)));
      const auto end = static_cast<std::size_t>(
          dash::lower_bound(edges, std::uint64_t{vertex} << 32) - edges.begin());
      if (static_cast<int>(unit) == dash::myid()) mine = begin;
      counts.push_back(end - begin);
      begin = end;
    }
    neighbours_.allocate(dash::CSRPattern<1>(counts));
    std::vector<std::uint64_t> own(neighbours_.lsize());
    const auto from = edges.begin() + static_cast<dash::default_index_t>(mine);
    dash::copy(from, from + static_cast<dash::default_index_t>(own.size()), own.data());
    take_rows(own);
    ends_.barrier();
  }

  std::size_t size() const { return size_; }
  const dash::Array<Vertex>& parents() const { return parents_; }
  const dash::Array<Level>& levels() const { return levels_; }
  const dash::Array<std::uint64_t>& ends() const { return ends_; }
  const auto& neighbours() const { return neighbours_; }

  /// Searches from \p root. Collective.
  void search(Vertex root)
  {
    dash::fill(levels_, not_reached);
    dash::fill(parents_, nobody);
    parents_.barrier();
    if (levels_[root].is_local()) {
      levels_[root] = 0;
      parents_[root] = root;
    }
    parents_.barrier();
    const bool reaches_all = can_store_to_all();
    std::size_t front = 1;
    for (Level level = 0; front > 0; ++level) {
      step(level, reaches_all && front < size_ / 32);
      front = static_cast<std::size_t>(dash::count(levels_, static_cast<Level>(level + 1)));
    }
  }

 private:
  template <class Array>
  static auto* own_part(Array& array)
  {
    return array.device_view().local.begin();
  }

  /// \param own  the unit's edges, sorted
  void take_rows(const std::vector<std::uint64_t>& own)
  {
    std::vector<Vertex> neighbours(own.size());
    std::vector<std::uint64_t> ends(ends_.lsize());
    const auto first = static_cast<std::uint64_t>(ends_.pattern().lbegin());
    for (std::size_t i = 0; i < own.size(); ++i) {
      neighbours[i] = static_cast<Vertex>(own[i]);
      ends[(own[i] >> 32) - first] = i + 1;
    }
    for (std::size_t v = 1; v < ends.size(); ++v) {
      if (ends[v] == 0) ends[v] = ends[v - 1];
    }
    dash::copy(neighbours.data(), neighbours.data() + neighbours.size(), neighbours_.lbegin());
    dash::copy(ends.data(), ends.data() + ends.size(), ends_.lbegin());
  }

  void step(Level level, bool top_down)
  {
    const auto count = static_cast<std::uint32_t>(ends_.lsize());
    const Rows rows{
        static_cast<std::uint64_t>(ends_.pattern().lbegin()), own_part(ends_),
        own_part(neighbours_), own_part(levels_), level};
    if (top_down) {
      dash::for_each_index(count, TopDown{rows, parents_.device_view()});
      parents_.barrier();
      dash::for_each_index(count, Claim{rows, own_part(parents_)});
    } else {
      levels_.barrier();
      dash::copy(levels_.begin(), levels_.end(), all_levels_.lbegin());
      levels_.barrier();
      dash::for_each_index(count, BottomUp{rows, own_part(parents_), own_part(all_levels_)});
    }
  }

  /// Whether each unit can store to the memory of all units. Collective.
  bool can_store_to_all() const
  {
    const auto view = parents_.device_view();
    int misses = 0;
    for (std::size_t v = 0; v < size_; v += parents_.pattern().blocksize(0)) {
      if (view.address(static_cast<dash::default_index_t>(v)) == nullptr) ++misses;
    }
    return dash::reduce(&misses, &misses + 1, 0) == 0;
  }

  std::size_t size_;
  dash::Array<Level> levels_;
  dash::Array<Vertex> parents_;
  dash::Array<std::uint64_t> ends_;
  dash::Array<Vertex, dash::default_index_t, dash::CSRPattern<1>> neighbours_;
  dash::Array<Level> all_levels_;  ///< room on each unit for those of all vertices
};

}  // namespace bfs
