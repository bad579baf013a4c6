#pragma once

/// \file
/// A Kronecker graph, as in Graph500, whose vertices are shared by the units.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/BinarySearch.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Sort.h>
#include <dash/pattern/CSRPattern.h>
#include <dash/util/Random.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "warp_sets.h"

namespace bfs {

using Vertex = std::uint32_t;
constexpr Vertex nobody = ~Vertex{0};
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

/// Takes the neighbours of vertices from edges, which are sorted and continue behind the last one
/// that is taken.
struct TakeNeighbours {
  const std::uint64_t* edges;
  std::uint64_t taken;  ///< before these edges
  std::uint64_t first;  ///< the unit's first vertex
  Vertex* neighbours;
  std::uint64_t* ends;

  DASH_HOST_DEVICE void operator()(std::uint64_t i) const
  {
    neighbours[taken + i] = static_cast<Vertex>(edges[i]);
    const std::uint64_t next = edges[i + 1] >> 32;
    for (std::uint64_t v = edges[i] >> 32; v < next; ++v) ends[v - first] = taken + i + 1;
  }
};

/// The first element of an array in the unit's memory, for its kernels.
template <class Array>
auto* own_part(Array& array)
{
  return array.device_view().local.begin();
}

/// Each edge is in it twice, at both of its vertices. Units own equal numbers of vertices, whole
/// words of a bitmap.
class Graph {
 public:
  /// Makes a graph of 2^scale vertices. Collective.
  explicit Graph(unsigned scale)
      : size_(std::size_t{1} << scale),
        block_((size_ + dash::size() * word_bits - 1) / (dash::size() * word_bits) * word_bits),
        ends_(size_, by_blocks())
  {
    dash::Array<std::uint64_t> edges(2 * edges_per_vertex * size_);
    dash::generate_with_index(edges, KroneckerEdge{scale});
    dash::sort(edges);
    std::vector<dash::default_size_t> counts;
    std::size_t begin = 0, mine = 0;
    for (std::size_t unit = 0; unit < dash::size(); ++unit) {
      const std::uint64_t last = std::min((unit + 1) * block_, size_);
      const auto end =
          static_cast<std::size_t>(dash::lower_bound(edges, last << 32) - edges.begin());
      if (static_cast<int>(unit) == dash::myid()) mine = begin;
      counts.push_back(end - begin);
      begin = end;
    }
    neighbours_.allocate(dash::CSRPattern<1>(counts));
    take_neighbours(edges.begin() + static_cast<dash::default_index_t>(mine));
    ends_.barrier();
  }

  std::size_t size() const { return size_; }
  std::size_t block() const { return block_; }  ///< vertices of each unit but the last ones
  std::size_t own_words() const { return block_ / word_bits; }  ///< size of a bitmap of them
  dash::Distribution by_blocks() const { return dash::BLOCKCYCLIC(static_cast<int>(block_)); }

  /// The unit's neighbours of its vertex v end at \c ends[v], where those of v + 1 begin.
  const auto& ends() const { return ends_; }
  const auto& neighbours() const { return neighbours_; }

 private:
  /// Edges pass through a buffer that is small beside the graph. \param from  the unit's first edge
  template <class Iterator>
  void take_neighbours(Iterator from)
  {
    const std::size_t count = neighbours_.lsize(), most = std::min(count, buffered_edges);
    const std::uint64_t first = static_cast<std::size_t>(dash::myid()) * block_;
    const std::uint64_t behind = (first + ends_.lsize()) << 32;
    dash::Array<std::uint64_t> buffer((buffered_edges + 1) * dash::size());
    dash::fill(ends_, std::uint64_t{0});
    for (std::size_t taken = 0; taken < count;) {
      const std::size_t n = std::min(count - taken, most);
      const bool is_last = taken + n == count;
      dash::copy(
          from, from + static_cast<dash::default_index_t>(is_last ? n : n + 1), buffer.lbegin());
      if (is_last) dash::copy(&behind, &behind + 1, buffer.lbegin() + n);
      dash::for_each_index(
          std::uint64_t{n},
          TakeNeighbours{own_part(buffer), taken, first, own_part(neighbours_), own_part(ends_)});
      from += static_cast<dash::default_index_t>(n);
      taken += n;
    }
  }

  static constexpr std::size_t buffered_edges = std::size_t{1} << 22;

  std::size_t size_, block_;
  dash::Array<std::uint64_t> ends_;
  dash::Array<Vertex, dash::default_index_t, dash::CSRPattern<1>> neighbours_;
};

}  // namespace bfs
