#pragma once

/// \file
/// Breadth-first search: from the top down while few edges leave the front, and from the bottom up
/// otherwise. Units that reach each other's memory search all levels in one kernel.

#include <dash/Array.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/TeamCollectives.h>
#include <dash/kernel/KernelCollectives.h>
#include <dash/kernel/KernelTeam.h>
#include <dash/kernel/Launch.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graph.h"
#include "part.h"

namespace bfs {

/// The kernel of a search, whose units meet after each level and do not need their hosts.
struct AllLevels {
  Part part;
  std::uint64_t unexplored;  ///< ends of all edges
  Vertex root;

  /// What an edge from the top costs, a random access that may be to another unit, in edges from
  /// the bottom, which are read one after the other, and not all of them.
  DASH_HOST_DEVICE static std::uint64_t cost_from_top()
  {
    return kernel::Warp::size() > 1 ? 32 : 4;
  }

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    std::uint64_t counted[] = {part.count(0), part.count(1)}, edges = 1, left = unexplored;
    part.begin(grid, root);
    if (!kernel::barrier(part.team, grid)) return;
    for (unsigned level = 0; edges > 0; ++level) {
      const bool from_top = edges * cost_from_top() < left;
      if (from_top) {
        part.adopt_neighbours(grid, level);
        if (!kernel::barrier(part.team, grid)) return;
      }
      part.advance(grid, level, from_top);
      if (!kernel::barrier(part.team, grid)) return;
      edges = part.count(level) - counted[level % 2];
      counted[level % 2] += edges;
      left -= edges;
    }
  }
};

/// The same step by step, for units that exchange fronts by their hosts.
struct Begin {
  Part part;
  Vertex root;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const { part.begin(grid, root); }
};
struct OneLevel {
  Part part;
  unsigned level;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    part.advance(grid, level, false);
  }
};

class Search {
 public:
  /// Collective. \param graph  exists as long as the search
  explicit Search(const Graph& graph)
      : parents_(graph.size(), graph.by_blocks()),
        connected_(dash::size() * graph.own_words()),
        unreached_(dash::size() * graph.own_words()),
        fronts_(dash::size() * dash::size() * graph.own_words() * 2),
        counts_(dash::size() * 2),
        ends_of_edges_(graph.neighbours().size())
  {
    dash::fill(fronts_, std::uint32_t{0});
    dash::fill(counts_, std::uint64_t{0});
    find_pieces(graph);
    part_ = make_part(graph);
    counts_.barrier();
  }

  const dash::Array<Vertex>& parents() const { return parents_; }

  /// Searches from \p root. Collective.
  void run(Vertex root)
  {
    if (part_.behind_unit - part_.first_unit < dash::size()) return run_by_hosts(root);
    execute(AllLevels{part_, ends_of_edges_, root});
    team_.check();
  }

 private:
  /// Finds out on the host which vertices have neighbours, and which have many.
  void find_pieces(const Graph& graph)
  {
    std::vector<std::uint64_t> ends(graph.ends().lsize());
    dash::copy(graph.ends().lbegin(), graph.ends().lend(), ends.data());
    std::vector<std::uint32_t> connected(graph.own_words());
    std::vector<Piece> pieces;
    for (std::size_t v = 0; v < ends.size(); ++v) {
      const std::uint64_t degree = ends[v] - (v == 0 ? 0 : ends[v - 1]);
      if (degree > 0) connected[v / word_bits] |= std::uint32_t{1} << v % word_bits;
      if (degree <= Piece::most_neighbours) continue;
      for (std::uint32_t i = 0; std::uint64_t{i} * Piece::most_neighbours < degree; ++i)
        pieces.push_back({static_cast<std::uint32_t>(v), i});
    }
    dash::copy(connected.data(), connected.data() + connected.size(), connected_.lbegin());
    num_pieces_ = pieces.size();
    pieces_.allocate(dash::size() * dash::all_reduce(num_pieces_ + 1, dash::max<std::size_t>()));
    dash::copy(pieces.data(), pieces.data() + pieces.size(), pieces_.lbegin());
  }

  Part make_part(const Graph& graph)
  {
    const auto me = static_cast<std::size_t>(dash::myid());
    const bool reaches = reaches_all();
    return {
        .team = team_.view(),
        .first = me * graph.block(),
        .words = graph.own_words(),
        .ends = own_part(graph.ends()),
        .neighbours = own_part(graph.neighbours()),
        .pieces = own_part(pieces_),
        .num_pieces = num_pieces_,
        .connected = own_part(connected_),
        .unreached = own_part(unreached_),
        .parents = parents_.device_view(),
        .fronts = fronts_.device_view(),
        .first_unit = reaches ? 0 : me,
        .behind_unit = reaches ? dash::size() : me + 1,
        .counts = counts_.device_view(),
        .own_counts = team_.pointer(counts_.lbegin())};
  }

  /// Whether the kernels of all units reach the memory of all units. Collective.
  bool reaches_all()
  {
    const auto view = counts_.device_view();
    int reached = 0;
    for (std::size_t i = 0; i < view.size(); ++i) {
      if (view.address(static_cast<dash::default_index_t>(i)) != nullptr) ++reached;
    }
    return dash::all_reduce(reached, dash::min<int>()) == static_cast<int>(view.size());
  }

  /// A GPU runs as many blocks as it holds. A processor calls the kernel: its other cores have
  /// units of their own.
  template <class Body>
  static void execute(const Body& body)
  {
    if (!dash::is_gpu_unit()) return body(kernel::Grid(0, 1));
    constexpr std::size_t threads = 1024;
    static const std::size_t blocks = kernel::most_blocks(threads, body);
    kernel::launch({blocks, threads}, body).wait();
  }

  void run_by_hosts(Vertex root)
  {
    const std::size_t words = fronts_.lsize() / 2, own_words = part_.words;
    const std::span fronts(own_part(fronts_), fronts_.lsize());
    execute(Begin{part_, root});
    std::uint64_t before = 0, reached = dash::reduce(counts_);
    for (unsigned level = 0; level == 0 || reached > before; ++level) {
      execute(OneLevel{part_, level});
      const auto next = fronts.subspan((level + 1) % 2 * words, words);
      dash::all_gather(next.subspan(part_.first / word_bits, own_words), next);
      before = std::exchange(reached, dash::reduce(counts_));
    }
  }

  dash::Array<Vertex> parents_;
  dash::Array<std::uint32_t> connected_, unreached_;
  dash::Array<std::uint32_t> fronts_;
  dash::Array<std::uint64_t> counts_;
  dash::Array<Piece> pieces_;
  std::size_t num_pieces_ = 0;
  dash::KernelTeam team_;
  std::uint64_t ends_of_edges_;
  Part part_;
};

}  // namespace bfs
