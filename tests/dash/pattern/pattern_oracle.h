#pragma once

#include <dash/Pattern.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace dash::test {

enum class Owners { grid, shifted, sequential };

/// A pattern by its definition: a list of all elements, sorted by their global index.
template <std::size_t N>
struct Oracle {
  using Coords = std::array<long, N>;

  struct Element {
    Coords coords;
    Coords block;
    Coords phase;
    int unit = 0;
    long lidx = 0;
    Coords local{};
  };

  std::vector<Element> elements;          // elements in the order of global indices
  std::vector<std::vector<long>> locals;  // unit, local index -> global index
  std::map<Coords, long> index;           // coordinates -> global index

  Oracle(
      const Coords& extents, const Coords& blocksizes, const Coords& grid, MemArrange order,
      bool tiled, Owners owners)
  {
    Coords blocks;
    long units = 1;
    for (std::size_t d = 0; d < N; ++d) {
      blocks[d] = (extents[d] + blocksizes[d] - 1) / blocksizes[d];
      units *= grid[d];
    }
    enumerate(extents, [&](const Coords& coords) {
      Element e;
      e.coords = coords;
      for (std::size_t d = 0; d < N; ++d) {
        e.block[d] = coords[d] / blocksizes[d];
        e.phase[d] = coords[d] % blocksizes[d];
      }
      e.unit = static_cast<int>(owner(e.block, blocks, grid, units, order, owners));
      elements.push_back(e);
    });
    std::sort(elements.begin(), elements.end(), [&](const Element& a, const Element& b) {
      if (!tiled) return key(a.coords, order) < key(b.coords, order);
      return std::pair(key(a.block, order), key(a.phase, order)) <
             std::pair(key(b.block, order), key(b.phase, order));
    });
    locals.resize(static_cast<std::size_t>(units));
    for (std::size_t g = 0; g < elements.size(); ++g) {
      Element& e = elements[g];
      auto& mine = locals[static_cast<std::size_t>(e.unit)];
      e.lidx = static_cast<long>(mine.size());
      mine.push_back(static_cast<long>(g));
      index[e.coords] = static_cast<long>(g);
    }
    const std::size_t fastest = order == COL_MAJOR ? 0 : N - 1;
    for (Element& e : elements) {
      if (owners == Owners::sequential) {
        e.local = stacked(e, blocksizes, order);
      } else {
        for (std::size_t d = 0; d < N; ++d) {
          const bool spread = owners == Owners::grid || d == fastest;
          e.local[d] = spread ? rank_in_line(e, d) : e.coords[d];
        }
      }
    }
  }

  static std::array<long, N> key(Coords coords, MemArrange order)
  {
    if (order == COL_MAJOR) std::reverse(coords.begin(), coords.end());
    return coords;
  }

  static long number(const Coords& coords, const Coords& extents, MemArrange order)
  {
    const Coords c = key(coords, order);
    const Coords e = key(extents, order);
    long result = 0;
    for (std::size_t d = 0; d < N; ++d) result = result * e[d] + c[d];
    return result;
  }

 private:
  template <class F>
  static void enumerate(const Coords& extents, F f)
  {
    long total = 1;
    for (const long extent : extents) total *= extent;
    for (long i = 0; i < total; ++i) {
      Coords coords;
      long rest = i;
      for (std::size_t d = 0; d < N; ++d) {
        coords[d] = rest % extents[d];
        rest /= extents[d];
      }
      f(coords);
    }
  }

  static long owner(
      const Coords& block, const Coords& blocks, const Coords& grid, long units, MemArrange order,
      Owners owners)
  {
    long sum = 0;
    long unit = 0;
    for (std::size_t d = 0; d < N; ++d) {
      sum += block[d];
      unit = unit * grid[d] + block[d] % grid[d];
    }
    switch (owners) {
      case Owners::shifted:
        return sum % units;
      case Owners::sequential:
        return number(block, blocks, order) % units;
      default:
        return unit;
    }
  }

  /// Number of preceding elements of the same owner in the line along dimension d.
  long rank_in_line(const Element& e, std::size_t d) const
  {
    long rank = 0;
    Coords other = e.coords;
    for (other[d] = 0; other[d] < e.coords[d]; ++other[d]) {
      rank += elements[static_cast<std::size_t>(index.at(other))].unit == e.unit;
    }
    return rank;
  }

  /// Coordinates of an element if the owner's blocks are stacked.
  Coords stacked(const Element& e, const Coords& blocksizes, MemArrange order) const
  {
    std::set<Coords> below;
    for (const Element& other : elements) {
      if (other.unit == e.unit && key(other.block, order) < key(e.block, order)) {
        below.insert(other.block);
      }
    }
    Coords result = e.phase;
    const std::size_t slowest = order == COL_MAJOR ? N - 1 : 0;
    result[slowest] += static_cast<long>(below.size()) * blocksizes[slowest];
    return result;
  }
};

/// Expects that all ways to identify an element give the same unit and position.
template <class Pattern, std::size_t N>
void expect_elements(const Pattern& p, const Oracle<N>& oracle)
{
  using index_t = typename Pattern::index_type;
  ASSERT_EQ(p.size(), static_cast<index_t>(oracle.elements.size()));
  for (std::size_t i = 0; i < oracle.elements.size(); ++i) {
    const auto& e = oracle.elements[i];
    const auto g = static_cast<index_t>(i);
    const auto l = static_cast<index_t>(e.lidx);
    const team_unit_t unit(e.unit);
    typename Pattern::coords_type coords;
    typename Pattern::coords_type local;
    std::copy(e.coords.begin(), e.coords.end(), coords.begin());
    std::copy(e.local.begin(), e.local.end(), local.begin());
    EXPECT_EQ(p.coords(g), coords);
    EXPECT_EQ(p.global_at(coords), g);
    EXPECT_EQ(p.unit_at(g), unit);
    EXPECT_EQ(p.unit_at(coords), unit);
    EXPECT_TRUE(p.is_local(g, unit));
    EXPECT_FALSE(p.is_local(g, team_unit_t(e.unit + 1)));
    EXPECT_EQ(p.is_local(g), unit == p.team().myid());
    EXPECT_EQ(p.at(coords), l);
    EXPECT_EQ(p.local(g), (typename Pattern::local_index_t{unit, l}));
    EXPECT_EQ(p.local_index(coords), (typename Pattern::local_index_t{unit, l}));
    EXPECT_EQ(p.local(coords), (typename Pattern::local_coords_t{unit, local}));
    EXPECT_EQ(p.local_coords(coords), local);
    EXPECT_EQ(p.global(unit, l), g);
    EXPECT_EQ(p.global(unit, local), coords);
    EXPECT_EQ(p.global_index(unit, local), g);
    if (unit == p.team().myid()) {
      EXPECT_EQ(p.global(l), g);
      EXPECT_EQ(p.global(local), coords);
      EXPECT_EQ(p.local_at(local), l);
    }
  }
}

/// Expects the sizes and boundaries of the parts of all units.
template <class Pattern, std::size_t N>
void expect_local_sizes(const Pattern& p, const Oracle<N>& oracle)
{
  using index_t = typename Pattern::index_type;
  std::size_t total = 0;
  for (std::size_t u = 0; u < oracle.locals.size(); ++u) {
    const auto& mine = oracle.locals[u];
    const team_unit_t unit(static_cast<int>(u));
    EXPECT_EQ(p.local_size(unit), mine.size());
    EXPECT_LE(mine.size(), p.local_capacity());
    std::size_t box = 1;
    for (const auto extent : p.local_extents(unit)) box *= extent;
    EXPECT_EQ(box, mine.size());
    total += p.local_size(unit);
    if (unit != p.team().myid()) continue;
    EXPECT_EQ(p.local_size(), mine.size());
    EXPECT_EQ(p.local_extents(), p.local_extents(unit));
    EXPECT_EQ(p.lbegin(), mine.empty() ? p.size() : static_cast<index_t>(mine.front()));
    EXPECT_EQ(p.lend(), mine.empty() ? p.size() : static_cast<index_t>(mine.back() + 1));
  }
  EXPECT_EQ(total, oracle.elements.size());
  EXPECT_EQ(p.num_units(), static_cast<index_t>(oracle.locals.size()));
  const team_unit_t outside(static_cast<int>(oracle.locals.size()));
  EXPECT_EQ(p.local_size(outside), 0u);
  EXPECT_EQ(p.local_interval(outside, 0, p.size()), (LocalInterval<index_t>{0, 0}));
}

/// Expects that blocks partition the domain, and that local blocks are the same blocks.
template <class Pattern, std::size_t N>
void expect_blocks(const Pattern& p, const Oracle<N>& oracle)
{
  using index_t = typename Pattern::index_type;
  std::map<index_t, std::size_t> elements_of_block;
  for (const auto& e : oracle.elements) {
    typename Pattern::coords_type coords;
    std::copy(e.coords.begin(), e.coords.end(), coords.begin());
    const index_t block = p.block_at(coords);
    ++elements_of_block[block];
    const auto view = p.block(block);
    const auto [unit, local_block] = p.local_block_at(coords);
    EXPECT_EQ(unit, e.unit);
    ASSERT_LT(static_cast<std::size_t>(local_block), p.local_blockspec(unit).size());
    EXPECT_EQ(p.local_block(unit, local_block), view);
    for (std::size_t d = 0; d < N; ++d) {
      EXPECT_EQ(view.offsets()[d], static_cast<index_t>(e.coords[d] - e.phase[d]));
    }
    if (unit != p.team().myid()) continue;
    EXPECT_EQ(p.local_block(local_block), view);
    const auto local_view = p.local_block_local(local_block);
    EXPECT_EQ(local_view.extents(), view.extents());
    for (std::size_t d = 0; d < N; ++d) {
      EXPECT_EQ(local_view.offsets()[d], static_cast<index_t>(e.local[d] - e.phase[d]));
    }
  }
  for (const auto& [block, n] : elements_of_block) EXPECT_EQ(p.block(block).size(), n);
  if (!oracle.elements.empty()) {
    const auto last = p.block(static_cast<index_t>(p.blockspec().size()) - 1);
    for (dim_t d = 0; d < static_cast<dim_t>(N); ++d) {
      EXPECT_EQ(last.extent(d) + p.underfilled_blocksize(d), p.blocksize(d));
    }
  }
}

/// Expects that runs partition the domain and are contiguous on their unit.
template <class Pattern, std::size_t N>
void expect_runs(const Pattern& p, const Oracle<N>& oracle)
{
  using index_t = typename Pattern::index_type;
  for (index_t g = 0; g < p.size();) {
    const auto run = p.run_at(g);
    ASSERT_EQ(run.gbegin, g);
    ASSERT_GT(run.gend, g);
    ASSERT_LE(run.gend, p.size());
    for (index_t i = run.gbegin; i < run.gend; ++i) {
      const auto& e = oracle.elements[static_cast<std::size_t>(i)];
      EXPECT_EQ(run.unit, e.unit);
      EXPECT_EQ(run.local(i), static_cast<index_t>(e.lidx));
      EXPECT_EQ(p.run_at(i).gbegin, run.gbegin);
      EXPECT_EQ(p.run_at(i).gend, run.gend);
    }
    // In one dimension, adjacent runs are on different units.
    if (N == 1 && run.gend < p.size()) {
      EXPECT_NE(p.unit_at(run.gend), run.unit);
    }
    g = run.gend;
  }
}

/// Lines have the same runs: in one dimension all of them, in several dimensions those of a line of
/// memory, if units take turns along it.
template <class Pattern>
void expect_local_lines(
    const Pattern& p, team_unit_t unit, typename Pattern::index_type gfirst,
    typename Pattern::index_type glast)
{
  using index_t = typename Pattern::index_type;
  using Runs = std::vector<std::array<index_t, 3>>;
  Runs expected, found;
  p.for_each_local_run(unit, gfirst, glast, [&](index_t lbegin, index_t n, index_t gbegin) {
    expected.push_back({lbegin, n, gbegin});
  });
  index_t lines = 0;
  p.for_each_local_line(unit, gfirst, glast, [&](const auto& line) {
    ++lines;
    line.for_each_run(
        [&](index_t lbegin, index_t n, index_t gbegin) { found.push_back({lbegin, n, gbegin}); });
  });
  EXPECT_EQ(expected, found);
  const auto interval = p.local_interval(unit, gfirst, glast);
  if (Pattern::ndim() == 1 || interval.empty()) {
    EXPECT_EQ(lines, interval.empty() ? 0 : 1);
  } else if (p.deals_lines()) {
    // A part may begin and end inside a line.
    constexpr auto fastest = Pattern::memory_order() == dash::ROW_MAJOR ? Pattern::ndim() - 1 : 0;
    EXPECT_LE(lines, interval.size() / static_cast<index_t>(p.local_extents(unit)[fastest]) + 2);
  }
}

/// Expects the parts of ranges that start and end at multiples of \c step, and near them.
template <class Pattern, std::size_t N>
void expect_local_runs(const Pattern& p, const Oracle<N>& oracle, long step)
{
  using index_t = typename Pattern::index_type;
  const auto size = static_cast<long>(oracle.elements.size());
  for (long first = 0; first <= size; first += step) {
    for (long last = first; last <= size;
         last = last == size ? size + 1 : std::min(last + step, size)) {
      for (std::size_t u = 0; u < oracle.locals.size(); ++u) {
        const auto& mine = oracle.locals[u];
        const auto begin = std::lower_bound(mine.begin(), mine.end(), first) - mine.begin();
        const auto end = std::lower_bound(mine.begin(), mine.end(), last) - mine.begin();
        const team_unit_t unit(static_cast<int>(u));
        const auto gfirst = static_cast<index_t>(first);
        const auto glast = static_cast<index_t>(last);
        const auto part = p.local_interval(unit, gfirst, glast);
        ASSERT_EQ(part.begin, static_cast<index_t>(begin));
        ASSERT_EQ(part.end, static_cast<index_t>(end));
        index_t next = part.begin;
        p.for_each_local_run(unit, gfirst, glast, [&](index_t lbegin, index_t n, index_t gbegin) {
          ASSERT_EQ(lbegin, next);
          ASSERT_GT(n, 0);
          ASSERT_LE(lbegin + n, part.end);
          for (index_t i = 0; i < n; ++i) {
            EXPECT_EQ(mine[static_cast<std::size_t>(lbegin + i)], static_cast<long>(gbegin + i));
          }
          next += n;
        });
        EXPECT_EQ(next, part.end);
        expect_local_lines(p, unit, gfirst, glast);
      }
    }
  }
}

template <class Pattern, std::size_t N>
void expect_pattern(const Pattern& p, const Oracle<N>& oracle, long step = 1)
{
  expect_elements(p, oracle);
  expect_local_sizes(p, oracle);
  expect_blocks(p, oracle);
  expect_runs(p, oracle);
  expect_local_runs(p, oracle, step);
  ASSERT_FALSE(testing::Test::HasFailure()) << "the pattern is " << p;
}

}  // namespace dash::test
