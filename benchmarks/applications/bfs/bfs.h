#pragma once

/// \file
/// Breadth-first search: from the top down while few vertices are in the front, and from the bottom
/// up otherwise.

#include <dash/Array.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/TeamCollectives.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "graph.h"

namespace bfs {

using Level = std::uint8_t;
constexpr Vertex nobody = ~Vertex{0};
constexpr Level not_reached = 255;

/// What kernels need of the unit's vertices.
struct Rows {
  std::uint64_t first;        ///< the unit's first vertex
  const std::uint64_t* ends;  ///< neighbours of vertex v end here, where those of v + 1 begin
  const Vertex* neighbours;
  Level* levels;
  Level current;

  DASH_HOST_DEVICE std::uint64_t begin(std::uint32_t v) const { return v == 0 ? 0 : ends[v - 1]; }
};

/// Some neighbours of a vertex in the front. Most vertices have few neighbours and some have very
/// many, so threads share them in pieces.
struct Piece {
  static constexpr std::uint32_t most_neighbours = 256;

  std::uint32_t vertex, number;
};

/// Divides the front into pieces. Calls on processors follow each other.
struct Divide {
  Rows rows;
  Piece* pieces;
  std::uint32_t* count;

  DASH_HOST_DEVICE void operator()(std::uint32_t v) const
  {
    if (rows.levels[v] != rows.current) return;
    const std::uint64_t degree = rows.ends[v] - rows.begin(v);
    const auto needed =
        static_cast<std::uint32_t>((degree + Piece::most_neighbours - 1) / Piece::most_neighbours);
#if defined(__CUDA_ARCH__)
    const std::uint32_t at = atomicAdd(count, needed);
#else
    const std::uint32_t at = *count;
    *count += needed;
#endif
    for (std::uint32_t i = 0; i < needed; ++i) pieces[at + i] = {v, i};
  }
};

/// Vertices of the front become parents of their neighbours, whichever units own these. If several
/// do at the same time, any one of them remains.
struct TopDown {
  Rows rows;
  const Piece* pieces;
  std::uint32_t threads;  ///< that share a piece
  dash::Array<Vertex>::device_view_type parents;

  DASH_HOST_DEVICE void operator()(std::uint32_t call) const
  {
    const Piece piece = pieces[call / threads];
    const auto parent = static_cast<Vertex>(rows.first + piece.vertex);
    const std::uint64_t begin =
        rows.begin(piece.vertex) + std::uint64_t{piece.number} * Piece::most_neighbours;
    const std::uint64_t most = begin + Piece::most_neighbours, last = rows.ends[piece.vertex];
    for (std::uint64_t i = begin + call % threads; i < most && i < last; i += threads)
      adopt(parents[rows.neighbours[i]], parent);
  }

  DASH_HOST_DEVICE static void adopt(Vertex& child, Vertex parent)
  {
#if defined(__CUDA_ARCH__)
    volatile Vertex& word = child;
    if (word == nobody) word = parent;
#else
    const std::atomic_ref word(child);
    if (word.load(std::memory_order_relaxed) == nobody)
      word.store(parent, std::memory_order_relaxed);
#endif
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

/// Makes a word of the unit's bitmap, which says of each vertex whether it is in the front.
struct MapFront {
  Rows rows;
  std::uint32_t* words;

  DASH_HOST_DEVICE void operator()(std::uint32_t i) const
  {
    const Level* const levels = rows.levels + std::size_t{i} * word_bits;
    std::uint32_t word = 0;
    for (std::uint32_t bit = 0; bit < word_bits; ++bit)
      word |= static_cast<std::uint32_t>(levels[bit] == rows.current) << bit;
    words[i] = word;
  }
};

/// Vertices without a parent look for one in the front.
struct BottomUp {
  Rows rows;
  Vertex* parents;
  const std::uint32_t* front;  ///< bitmap of all vertices

  DASH_HOST_DEVICE void operator()(std::uint32_t v) const
  {
    if (rows.levels[v] != not_reached) return;
    for (std::uint64_t i = rows.begin(v); i < rows.ends[v]; ++i) {
      const Vertex neighbour = rows.neighbours[i];
      if ((front[neighbour / word_bits] >> neighbour % word_bits & 1) == 0) continue;
      parents[v] = neighbour;
      rows.levels[v] = rows.current + 1;
      return;
    }
  }
};

class Search {
 public:
  /// Collective. \param graph  exists as long as the search
  explicit Search(const Graph& graph)
      : graph_(graph),
        levels_(graph.block() * dash::size(), graph.by_blocks()),
        parents_(graph.size(), graph.by_blocks()),
        front_(dash::size() * dash::size() * own_words()),
        piece_count_(dash::size()),
        pieces_(dash::size() * most_pieces()),
        reaches_all_(can_store_to_all())
  {}

  const dash::Array<Vertex>& parents() const { return parents_; }
  const dash::Array<Level>& levels() const { return levels_; }

  /// Searches from \p root. Collective.
  void run(Vertex root)
  {
    dash::fill(levels_, not_reached);
    dash::fill(parents_, nobody);
    if (levels_[root].is_local()) {
      levels_[root] = 0;
      parents_[root] = root;
    }
    parents_.barrier();
    std::size_t front = 1;
    for (Level level = 0; front > 0; ++level) {
      if (reaches_all_ && front < most_vertices_from_top()) {
        from_top(rows(level));
      } else {
        from_bottom(rows(level));
      }
      front = static_cast<std::size_t>(dash::count(levels_, static_cast<Level>(level + 1)));
    }
  }

 private:
  void from_top(const Rows& rows)
  {
    std::uint32_t pieces = 0;
    dash::copy(&pieces, &pieces + 1, piece_count_.lbegin());
    dash::for_each_index(own_vertices(), Divide{rows, own_part(pieces_), own_part(piece_count_)});
    dash::copy(piece_count_.lbegin(), piece_count_.lend(), &pieces);
    const std::uint32_t threads = dash::is_gpu_unit() ? 32 : 1;
    dash::for_each_index(
        pieces * threads, TopDown{rows, own_part(pieces_), threads, parents_.device_view()});
    parents_.barrier();
    dash::for_each_index(own_vertices(), Claim{rows, own_part(parents_)});
  }

  void from_bottom(const Rows& rows)
  {
    const std::span<std::uint32_t> front(own_part(front_), front_.lsize());
    const auto own =
        front.subspan(static_cast<std::size_t>(dash::myid()) * own_words(), own_words());
    dash::for_each_index(static_cast<std::uint32_t>(own.size()), MapFront{rows, own.data()});
    dash::all_gather(own, front);
    dash::for_each_index(own_vertices(), BottomUp{rows, own_part(parents_), front.data()});
  }

  Rows rows(Level level)
  {
    return {
        static_cast<std::size_t>(dash::myid()) * graph_.block(), own_part(graph_.ends()),
        own_part(graph_.neighbours()), own_part(levels_), level};
  }
  std::uint32_t own_vertices() const { return static_cast<std::uint32_t>(parents_.lsize()); }
  std::size_t own_words() const { return graph_.block() / word_bits; }

  /// With more vertices in the front, the search from the bottom up has less to do.
  std::size_t most_vertices_from_top() const { return graph_.size() / 64; }
  std::size_t most_pieces() const
  {
    std::size_t most = 0;
    for (std::size_t unit = 0; unit < dash::size(); ++unit) {
      most = std::max(
          most,
          graph_.neighbours().pattern().local_size(dash::team_unit_t(static_cast<int>(unit))));
    }
    return most_vertices_from_top() + most / Piece::most_neighbours;
  }

  /// Whether each unit can store to the memory of all units. Collective.
  bool can_store_to_all() const
  {
    const auto view = parents_.device_view();
    int misses = 0;
    for (std::size_t v = 0; v < graph_.size(); v += graph_.block()) {
      if (view.address(static_cast<dash::default_index_t>(v)) == nullptr) ++misses;
    }
    return dash::all_reduce(misses, dash::plus<int>{}) == 0;
  }

  const Graph& graph_;
  dash::Array<Level> levels_;  ///< of whole words, so some are of no vertex and never reached
  dash::Array<Vertex> parents_;
  dash::Array<std::uint32_t> front_;  ///< a bitmap of all vertices at each unit
  dash::Array<std::uint32_t> piece_count_;
  dash::Array<Piece> pieces_;
  bool reaches_all_;
};

}  // namespace bfs
