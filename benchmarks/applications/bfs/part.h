#pragma once

/// \file
/// A unit's part of the graph and of a search, and what kernels do with it on each level.

#include <dash/Array.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/kernel/AtomicUpdate.h>
#include <dash/kernel/KernelPointer.h>
#include <dash/kernel/Scope.h>
#include <dash/kernel/TeamView.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "graph.h"
#include "warp_sets.h"

namespace bfs {

/// Some neighbours of a vertex that has many. Most vertices have few neighbours and some have very
/// many, so warps share them in pieces.
struct Piece {
  static constexpr std::uint32_t most_neighbours = 256;

  std::uint32_t vertex, number;
};

/// Kernels take it by value. Vertices without a global number are the unit's own.
struct Part {
  kernel::Team team;
  std::uint64_t first;  ///< the unit's first vertex
  std::size_t words;    ///< size of a bitmap of its vertices; some bits may stand for no vertex
  const std::uint64_t* ends;  ///< neighbours of vertex v end here, where those of v + 1 begin
  const Vertex* neighbours;
  const Piece* pieces;
  std::size_t num_pieces;
  const std::uint32_t* connected;  ///< which vertices have neighbours
  std::uint32_t* unreached;        ///< which of these have no parent yet
  dash::Array<Vertex>::device_view_type parents;
  /// Each unit has a bitmap of all vertices for the front of even levels, and one for odd levels.
  dash::Array<std::uint32_t>::device_view_type fronts;
  std::size_t first_unit, behind_unit;  ///< whose fronts this unit's kernels write
  /// At each unit: ends of edges at all vertices that it has ever reached, from even levels and
  /// from odd ones.
  dash::Array<std::uint64_t>::device_view_type counts;
  kernel::Pointer<std::uint64_t> own_counts;

  /// Prepares the first level, whose front is \p root.
  DASH_HOST_DEVICE void begin(const kernel::Grid& grid, Vertex root) const
  {
    const auto word = [&](std::size_t w) {
      return w == root / word_bits ? std::uint32_t{1} << root % word_bits : 0;
    };
    grid.for_each(parents.local.size(), [&](std::size_t v) {
      parents.local.data()[v] = first + v == root ? root : nobody;
    });
    grid.for_each(all_words(), [&](std::size_t w) { fronts.local.data()[w] = word(w); });
    for_each_word(
        grid, words, [&](std::size_t w) { unreached[w] = connected[w] & ~word(first_word() + w); });
  }

  /// Vertices of the front become parents of their neighbours, whichever units own these. If
  /// several do at the same time, any one of them remains.
  DASH_HOST_DEVICE void adopt_neighbours(const kernel::Grid& grid, unsigned level) const
  {
    const Bitmap front = this->front(level);
    const auto has_few = [&](std::size_t v) {
      return ends[v] - begin_of(v) <= Piece::most_neighbours;
    };
    for_each_word(grid, words, [&](std::size_t w) {
      const std::uint32_t set = select(w, front.words[first_word() + w], has_few);
      for_each_together(w, set, [&](std::size_t v) { adopt(v, begin_of(v), ends[v]); });
    });
    const auto is_in_front = [&](std::size_t p) {
      return p < num_pieces && front.has(first + pieces[p].vertex);
    };
    for_each_word(grid, (num_pieces + word_bits - 1) / word_bits, [&](std::size_t w) {
      for_each_together(w, select(w, ~std::uint32_t{0}, is_in_front), [&](std::size_t p) {
        const std::uint32_t v = pieces[p].vertex;
        const std::uint64_t begin =
            begin_of(v) + std::uint64_t{pieces[p].number} * Piece::most_neighbours;
        adopt(v, begin, least(begin + Piece::most_neighbours, ends[v]));
      });
    });
  }

  /// Vertices make the next front which have been adopted on this level if it is \p from_top, and
  /// which find a parent in the front otherwise. A word is only written where it changes: in most
  /// levels nobody is reached in most of them.
  DASH_HOST_DEVICE void advance(const kernel::Grid& grid, unsigned level, bool from_top) const
  {
    const auto is_adopted = [&](std::size_t v) { return parents.local.data()[v] != nobody; };
    const Bitmap now = front(level), next = front(level + 1);
    std::uint64_t reached = 0;
    for_each_word(grid, words, [&](std::size_t w) {
      const std::uint32_t candidates = unreached[w], before = next.words[first_word() + w];
      std::uint32_t found = 0;
      if (candidates != 0)
        found = from_top ? select(w, candidates, is_adopted) : find_parents(w, candidates, now);
      for_each_apart(w, found, [&](std::size_t v) { reached += ends[v] - begin_of(v); });
      if (kernel::Warp::rank() != 0) return;
      if (found != 0) unreached[w] = candidates & ~found;
      if (found != before) write_front(level + 1, first_word() + w, found);
    });
    reached = kernel::Block::sum(reached);
    if (kernel::Block::rank() == 0 && reached > 0)
      kernel::fetch_add(team, own_counts + level % 2, reached);
  }

  /// What all units have counted for levels of the same parity, for all threads of a block.
  DASH_HOST_DEVICE std::uint64_t count(unsigned level) const
  {
    std::uint64_t sum = 0;
    for (std::size_t u = kernel::Block::rank(); u < team.size(); u += kernel::Block::size())
      sum += counts.at(dash::team_unit_t(static_cast<int>(u)), level % 2);
    return kernel::Block::sum(sum);
  }

 private:
  DASH_HOST_DEVICE static std::uint64_t least(std::uint64_t a, std::uint64_t b)
  {
    return a < b ? a : b;
  }
  DASH_HOST_DEVICE std::uint64_t begin_of(std::size_t v) const { return v == 0 ? 0 : ends[v - 1]; }
  DASH_HOST_DEVICE std::size_t first_word() const { return first / word_bits; }
  DASH_HOST_DEVICE std::size_t all_words() const { return fronts.local.size() / 2; }
  DASH_HOST_DEVICE Bitmap front(unsigned level) const
  {
    return {fronts.local.data() + level % 2 * all_words()};
  }

  /// All threads of a warp call it.
  DASH_HOST_DEVICE void adopt(std::size_t v, std::uint64_t begin, std::uint64_t end) const
  {
    const auto parent = static_cast<Vertex>(first + v);
    for (std::uint64_t i = begin + kernel::Warp::rank(); i < end; i += kernel::Warp::size()) {
#if defined(__CUDA_ARCH__)
      volatile Vertex& child = parents[neighbours[i]];
      if (child == nobody) child = parent;
#else
      const std::atomic_ref child(parents[neighbours[i]]);
      if (child.load(std::memory_order_relaxed) == nobody)
        child.store(parent, std::memory_order_relaxed);
#endif
    }
  }

  /// Most vertices that have a neighbour in the front find one soon, in a thread of their own; then
  /// all threads of the warp look for the others.
  DASH_HOST_DEVICE std::uint32_t find_parents(
      std::size_t w, std::uint32_t candidates, const Bitmap& front) const
  {
    const bool is_alone = kernel::Warp::size() == 1;  // on the host, where it looks at all
    const std::uint64_t soon = is_alone ? ~std::uint32_t{0} : 16;
    const std::uint64_t stride = at_once() * kernel::Warp::size();
    std::uint32_t found = select(w, candidates, [&](std::size_t v) {
      const std::uint64_t begin = begin_of(v);
      return finds_parent(v, begin, least(begin + soon, ends[v]), front);
    });
    const std::uint32_t others =
        select(w, candidates & ~found, [&](std::size_t v) { return ends[v] - begin_of(v) > soon; });
    for_each_together(w, others, [&](std::size_t v) {
      bool finds = false;
      for (std::uint64_t i = begin_of(v) + soon; i < ends[v] && !finds; i += stride) {
        const std::uint64_t own = i + kernel::Warp::rank() * at_once();
        finds = kernel::Warp::any(finds_parent(v, own, least(own + at_once(), ends[v]), front));
      }
      if (finds) found |= std::uint32_t{1} << v % word_bits;
    });
    return found;
  }

  /// Number of neighbours that a thread of a GPU looks at without waiting for the first one.
  DASH_HOST_DEVICE static std::uint64_t at_once() { return kernel::Warp::size() > 1 ? 4 : 1; }

  DASH_HOST_DEVICE bool finds_parent(
      std::size_t v, std::uint64_t begin, std::uint64_t end, const Bitmap& front) const
  {
    for (std::uint64_t i = begin; i < end; i += at_once()) {
      Vertex parent = nobody;
      for (std::uint64_t k = 0; k < at_once(); ++k) {
        const Vertex neighbour = neighbours[least(i + k, end - 1)];
        if (front.has(neighbour)) parent = neighbour;
      }
      if (parent == nobody) continue;
      parents.local.data()[v] = parent;
      return true;
    }
    return false;
  }

  DASH_HOST_DEVICE void write_front(unsigned level, std::size_t w, std::uint32_t set) const
  {
    const auto i = static_cast<dash::default_index_t>(level % 2 * all_words() + w);
    for (std::size_t u = first_unit; u < behind_unit; ++u)
      fronts.at(dash::team_unit_t(static_cast<int>(u)), i) = set;
  }
};

}  // namespace bfs
