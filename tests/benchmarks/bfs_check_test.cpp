// Tier: suite n3 h2n1.messages

// The check of a breadth-first search accepts exactly the right parents.

#include "applications/bfs/check.h"

#include <dash/Array.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/util/Random.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "applications/bfs/bfs.h"
#include "dash_test_base.h"

namespace dash::test {
namespace {

using bfs::nobody;
using bfs::Vertex;
using Parents = std::vector<Vertex>;
using Neighbours = std::vector<std::vector<Vertex>>;

template <class Array>
auto whole(const Array& array)
{
  std::vector<typename Array::value_type> copy(array.size());
  dash::copy(array.begin(), array.end(), copy.data());
  return copy;
}

Neighbours neighbours_in(const bfs::Graph& graph)
{
  const auto ends = whole(graph.ends());
  const auto all = whole(graph.neighbours());
  Neighbours neighbours(graph.size());
  std::size_t before = 0;  // neighbours of the units before
  for (std::size_t v = 0; v < ends.size(); ++v) {
    const bool is_first = v % graph.block() == 0;
    if (is_first && v > 0) before += ends[v - 1];
    const std::size_t begin = before + (is_first ? 0 : ends[v - 1]);
    for (std::size_t i = begin; i < before + ends[v]; ++i) neighbours[v].push_back(all[i]);
  }
  return neighbours;
}

/// The vertices in the order in which a queue reaches them, and how far from the root they are.
struct SerialSearch {
  static constexpr std::size_t unreached = ~std::size_t{0};

  SerialSearch(const Neighbours& neighbours, Vertex root) : levels(neighbours.size(), unreached)
  {
    levels[root] = 0;
    order.push_back(root);
    for (std::size_t k = 0; k < order.size(); ++k) {
      const Vertex v = order[k];
      edges += neighbours[v].size();
      for (const Vertex neighbour : neighbours[v]) {
        if (levels[neighbour] != unreached) continue;
        levels[neighbour] = levels[v] + 1;
        order.push_back(neighbour);
      }
    }
    edges /= 2;
  }

  std::vector<std::size_t> levels;
  std::vector<Vertex> order;
  std::size_t edges = 0;  ///< that the search passes
};

bool are_neighbours(const Neighbours& neighbours, Vertex a, Vertex b)
{
  return std::find(neighbours[a].begin(), neighbours[a].end(), b) != neighbours[a].end();
}

/// A graph, one of its roots, and right parents.
class BfsCheckTest : public TestBase, public testing::WithParamInterface<unsigned> {
 protected:
  void SetUp() override
  {
    TestBase::SetUp();
    graph_ = std::make_unique<bfs::Graph>(GetParam());
    neighbours_ = neighbours_in(*graph_);
    check_ = std::make_unique<bfs::Check>(*graph_);
    // The vertex that has most neighbours, so that there are some levels.
    const auto most = std::max_element(
        neighbours_.begin(), neighbours_.end(),
        [](const auto& a, const auto& b) { return a.size() < b.size(); });
    choose_root(static_cast<Vertex>(most - neighbours_.begin()));
  }

  void TearDown() override
  {
    check_.reset();
    graph_.reset();
    TestBase::TearDown();
  }

  void choose_root(Vertex root)
  {
    root_ = root;
    serial_ = std::make_unique<SerialSearch>(neighbours_, root);
    bfs::Search search(*graph_);
    search.run(root);
    search.parents().barrier();
    right_ = whole(search.parents());
  }

  bfs::Check::Result check(const Parents& parents)
  {
    dash::Array<Vertex> array(graph_->size(), graph_->by_blocks());
    if (array.lsize() > 0) {
      const auto first = static_cast<std::size_t>(array.pattern().lbegin());
      const Vertex* const own = parents.data() + first;
      dash::copy(own, own + array.lsize(), array.lbegin());
    }
    array.barrier();
    return check_->run(array, root_);
  }

  /// The same by distances from the root.
  bool are_right(const Parents& parents) const
  {
    for (std::size_t v = 0; v < parents.size(); ++v) {
      const auto self = static_cast<Vertex>(v);
      const Vertex parent = parents[v];
      const bool is_right = serial_->levels[v] == SerialSearch::unreached ? parent == nobody
                            : self == root_                               ? parent == root_
                                            : parent < parents.size() &&
                                                  are_neighbours(neighbours_, self, parent) &&
                                                  serial_->levels[parent] + 1 == serial_->levels[v];
      if (!is_right) return false;
    }
    return true;
  }

  /// Expects that these parents are found to be wrong.
  void expect_wrong(const char* fault, const Parents& parents)
  {
    ASSERT_FALSE(are_right(parents)) << fault;
    EXPECT_GT(check(parents).wrong, 0U) << fault;
  }

  /// A reached vertex, not the root, for which \p f(v) holds; the root if there is none.
  template <class F>
  Vertex last_with(F f) const
  {
    const auto found = std::find_if(serial_->order.rbegin(), serial_->order.rend() - 1, f);
    return *found;
  }

  std::size_t level(Vertex v) const { return serial_->levels[v]; }

  std::unique_ptr<bfs::Graph> graph_;
  std::unique_ptr<bfs::Check> check_;
  Neighbours neighbours_;
  Vertex root_ = 0;
  std::unique_ptr<SerialSearch> serial_;
  Parents right_;
};

TEST_P(BfsCheckTest, AcceptsRightParents)
{
  const bfs::Check::Result found = check(right_);
  EXPECT_TRUE(are_right(right_));
  EXPECT_EQ(0U, found.wrong);
  EXPECT_EQ(serial_->edges, found.edges);
}

TEST_P(BfsCheckTest, FindsWrongRoots)
{
  Parents parents = right_;
  parents[root_] = nobody;
  expect_wrong("the root is not reached", parents);
  parents[root_] = serial_->order[1];
  expect_wrong("the root has a parent", parents);

  const Vertex other = root_;
  choose_root(serial_->order[1]);
  const Parents from_another = right_;
  choose_root(other);
  expect_wrong("the search began elsewhere", from_another);
}

TEST_P(BfsCheckTest, FindsNobodyReached)
{
  expect_wrong("nobody is reached", Parents(right_.size(), nobody));
  Parents parents(right_.size(), nobody);
  parents[root_] = root_;
  expect_wrong("the search ended at its root", parents);
}

TEST_P(BfsCheckTest, FindsUnreachedNeighbours)
{
  Parents parents = right_;
  parents[serial_->order.back()] = nobody;  // which is nobody's parent
  expect_wrong("a leaf is not reached", parents);
}

TEST_P(BfsCheckTest, FindsParentsThatAreNoNeighbours)
{
  const auto stranger = [&](Vertex v) {  // on the level of v's parent
    return std::find_if(serial_->order.begin(), serial_->order.end(), [&](Vertex other) {
      return level(other) + 1 == level(v) && !are_neighbours(neighbours_, v, other);
    });
  };
  const Vertex v = last_with([&](Vertex w) { return stranger(w) != serial_->order.end(); });
  ASSERT_NE(root_, v);
  Parents parents = right_;
  parents[v] = *stranger(v);
  expect_wrong("the parent is no neighbour", parents);
  parents[v] = static_cast<Vertex>(right_.size());
  expect_wrong("the parent is no vertex", parents);
  parents[v] = nobody - 1;
  expect_wrong("the parent is far from any vertex", parents);
}

TEST_P(BfsCheckTest, FindsDetours)
{
  const auto beside = [&](Vertex v) {  // a neighbour on the same level
    return std::find_if(neighbours_[v].begin(), neighbours_[v].end(), [&](Vertex other) {
      return other != v && level(other) == level(v) && right_[other] != v;
    });
  };
  const Vertex v = last_with([&](Vertex w) { return beside(w) != neighbours_[w].end(); });
  ASSERT_NE(root_, v);
  Parents parents = right_;
  parents[v] = *beside(v);
  expect_wrong("the parent is on the same level", parents);
}

TEST_P(BfsCheckTest, FindsCircles)
{
  const auto has_partner = [&](Vertex v) {
    return std::any_of(neighbours_[v].begin(), neighbours_[v].end(), [&](Vertex other) {
      return other != v && level(other) == level(v);
    });
  };
  const Vertex v = last_with(has_partner);
  ASSERT_NE(root_, v);
  Parents parents = right_;
  parents[v] = v;
  expect_wrong("a vertex is its own parent", parents);
  for (const Vertex other : neighbours_[v]) {
    if (other == v || level(other) != level(v)) continue;
    parents[v] = other;
    parents[other] = v;
  }
  expect_wrong("two neighbours are each other's parents", parents);
}

TEST_P(BfsCheckTest, FindsCirclesElsewhere)
{
  const auto lonely = std::find_if(
      neighbours_.begin(), neighbours_.end(), [](const auto& others) { return others.empty(); });
  if (lonely == neighbours_.end()) GTEST_SKIP() << "all vertices have neighbours";
  // All have parents among their neighbours where the new root does not lead.
  Parents parents = right_;
  parents[root_] = serial_->order[1];
  choose_root(static_cast<Vertex>(lonely - neighbours_.begin()));
  parents[root_] = root_;
  expect_wrong("vertices are reached that the root does not lead to", parents);
}

TEST_P(BfsCheckTest, AgreesWithDistances)
{
  const dash::Random random{GetParam()};
  std::size_t right = 0;
  constexpr std::uint64_t changes = 60;
  for (std::uint64_t i = 0; i < changes; ++i) {
    Parents parents = right_;
    const std::uint64_t v = random.below(3 * i, parents.size());
    const auto& others = neighbours_[v];
    const bool to_neighbour = !others.empty() && i % 4 != 0;
    parents[v] = to_neighbour ? others[random.below(3 * i + 1, others.size())]
                              : static_cast<Vertex>(random.below(3 * i + 2, parents.size()));
    const bool are_right_now = are_right(parents);
    right += are_right_now ? 1 : 0;
    EXPECT_EQ(are_right_now, check(parents).wrong == 0) << "change " << i;
  }
  EXPECT_GT(right, 0U);
  EXPECT_LT(right, changes);
}

INSTANTIATE_TEST_SUITE_P(Scales, BfsCheckTest, testing::Values(5U, 8U, 11U));

}  // namespace
}  // namespace dash::test
