// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Exception.h>
#include <dash/List.h>
#include <dash/Team.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <list>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using dash::test::Particle;

dash::List<int> static_list;

int me()
{
  return dash::Team::All().myid();
}

int units()
{
  return static_cast<int>(dash::size());
}

template <class List>
auto elements(const List& list)
{
  std::vector<typename List::value_type> values;
  for (auto it = list.begin(); it != list.end(); ++it) {
    values.push_back(static_cast<typename List::node_type>(*it).value);
  }
  return values;
}

template <class List>
auto local_elements(List& list)
{
  std::vector<typename List::value_type> values;
  for (const auto& node : list.local) values.push_back(node.value);
  return values;
}

class ListTest : public dash::test::TestBase {};

TEST_F(ListTest, LocalPushBack)
{
  const auto initial = static_cast<std::size_t>(4);
  constexpr std::size_t granule = 3;
  dash::List<int> list(initial * dash::size(), granule);
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(initial, list.lcapacity());
  EXPECT_EQ(initial * dash::size(), list.capacity());
  const int n = 9 + me();
  for (int i = 0; i < n; ++i) {
    list.local.push_back(100 * me() + i);
    const auto size = static_cast<std::size_t>(i + 1);
    EXPECT_EQ(size, list.lsize());
    EXPECT_EQ(size, list.local.size());
    EXPECT_EQ(size, list.size());
    const auto extra = size > initial ? size - initial : 0;
    EXPECT_EQ(initial + (extra + granule - 1) / granule * granule, list.lcapacity());
    EXPECT_EQ(100 * me() + i, (*(list.local.begin() + i)).value);
    EXPECT_EQ(100 * me() + i, list.local.back());
  }
  list.barrier();
  std::vector<int> expected;
  for (int unit = 0; unit < units(); ++unit) {
    for (int i = 0; i < 9 + unit; ++i) expected.push_back(100 * unit + i);
  }
  EXPECT_EQ(expected, elements(list));
  EXPECT_EQ(expected.size(), list.size());
  EXPECT_LE(list.size(), list.capacity());
  EXPECT_EQ(static_cast<std::ptrdiff_t>(expected.size()), list.end() - list.begin());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto it = list.begin() + static_cast<std::ptrdiff_t>(i);
    EXPECT_EQ(expected[i], static_cast<dash::ListNode<int>>(*it).value);
    EXPECT_EQ(expected[i] / 100, it.lpos().unit.id);
    EXPECT_EQ(expected[i] % 100, it.lpos().index);
    EXPECT_EQ(it.is_local() ? &*(list.lbegin() + expected[i] % 100) : nullptr, it.local());
  }
  list.barrier();
}

TEST_F(ListTest, NodesKnowTheirNeighbours)
{
  dash::List<int> list(0, 2);
  for (int i = 0; i < 7; ++i) list.local.push_back(i);
  list.local.pop_back();
  int expected = 0;
  const dash::ListNode<int>* previous = nullptr;
  for (const auto* node = &*list.lbegin(); node != nullptr; node = node->lnext) {
    EXPECT_EQ(expected++, node->value);
    EXPECT_EQ(previous, node->lprev);
    previous = node;
  }
  EXPECT_EQ(6, expected);
}

TEST_F(ListTest, LocalChangesAgainstStdList)
{
  dash::List<int> list(0, 2);
  std::list<int> oracle;
  const auto at = [](auto first, int i) { return std::next(first, i); };
  for (int i = 0; i < 12; ++i) {
    list.local.push_front(i);
    oracle.push_front(i);
    const auto it = list.local.insert(list.local.begin() + i / 2, 100 + i);
    EXPECT_EQ(100 + i, it->value);
    oracle.insert(at(oracle.begin(), i / 2), 100 + i);
    if (i % 3 == 0) {
      list.local.pop_back();
      oracle.pop_back();
    }
    if (i % 4 == 0) {
      const auto next = list.local.erase(list.local.begin() + i / 3);
      const auto expected = oracle.erase(at(oracle.begin(), i / 3));
      EXPECT_EQ(expected == oracle.end(), next == list.local.end());
    }
    ASSERT_EQ(std::vector<int>(oracle.begin(), oracle.end()), local_elements(list));
  }
  EXPECT_EQ(oracle.front(), list.local.front());
  EXPECT_EQ(oracle.back(), list.local.back());
  while (!oracle.empty()) {
    list.local.pop_front();
    oracle.pop_front();
    ASSERT_EQ(std::vector<int>(oracle.begin(), oracle.end()), local_elements(list));
  }
  EXPECT_THROW(list.local.pop_front(), dash::exception::OutOfRange);
  EXPECT_THROW(list.local.pop_back(), dash::exception::OutOfRange);
  EXPECT_THROW(list.local.front(), dash::exception::OutOfRange);
  EXPECT_THROW(list.local.back(), dash::exception::OutOfRange);
  EXPECT_THROW(list.local.insert(list.local.begin() + 1, 0), dash::exception::OutOfRange);
}

TEST_F(ListTest, CollectiveChangesAgainstStdList)
{
  for (dash::Team& team : dash::test::teams()) {
    dash::List<int> list(0, 1, team);
    std::list<int> oracle;
    const auto at = [](auto first, std::ptrdiff_t i) { return std::next(first, i); };
    for (int i = 0; i < 8; ++i) {
      list.push_back(i);
      oracle.push_back(i);
      list.push_front(-i);
      oracle.push_front(-i);
      const auto middle = static_cast<std::ptrdiff_t>(oracle.size() / 2);
      const auto it = list.insert(list.begin() + middle, 100 + i);
      oracle.insert(at(oracle.begin(), middle), 100 + i);
      EXPECT_EQ(100 + i, static_cast<dash::ListNode<int>>(*it).value);
      ASSERT_EQ(std::vector<int>(oracle.begin(), oracle.end()), elements(list));
      EXPECT_EQ(oracle.front(), static_cast<int>(list.front()));
      EXPECT_EQ(oracle.back(), static_cast<int>(list.back()));
      team.barrier();
    }
    list.insert(list.end(), 7);
    oracle.push_back(7);
    list.pop_back();
    list.pop_front();
    oracle.pop_back();
    oracle.pop_front();
    const auto next = list.erase(list.begin() + 3);
    const auto expected = oracle.erase(at(oracle.begin(), 3));
    EXPECT_EQ(*expected, static_cast<dash::ListNode<int>>(*next).value);
    ASSERT_EQ(std::vector<int>(oracle.begin(), oracle.end()), elements(list));
    while (!list.empty()) list.pop_front();
    EXPECT_THROW(list.pop_front(), dash::exception::OutOfRange);
    EXPECT_THROW(list.pop_back(), dash::exception::OutOfRange);
    EXPECT_THROW(list.erase(list.end()), dash::exception::OutOfRange);
    EXPECT_THROW(list.insert(list.end() + 1, 0), dash::exception::OutOfRange);
    EXPECT_THROW(list.insert(list.begin() - 1, 0), dash::exception::OutOfRange);
    EXPECT_THROW(list.front(), dash::exception::OutOfRange);
    EXPECT_THROW(list.back(), dash::exception::OutOfRange);
  }
}

TEST_F(ListTest, UnitsHaveToAgreeOnPlaces)
{
  dash::List<int> list;
  list.local.push_back(1);
  list.local.push_back(2);
  list.barrier();
  const auto position = list.begin() + 1;
  if (me() == 0) {
    list.local.pop_back();
    list.local.pop_back();
  }
  if (units() > 1) {
    EXPECT_THROW(list.insert(position, 3), dash::exception::InvalidArgument);
    EXPECT_THROW(list.erase(position), dash::exception::InvalidArgument);
  }
  list.barrier();
  EXPECT_EQ(2 * dash::size() - 2, list.size());
  EXPECT_TRUE(list.insert(list.begin(), 3) == list.begin());
  EXPECT_EQ(3, static_cast<int>(list.front()));
  list.barrier();
}

TEST_F(ListTest, AnyUnitAssignsElements)
{
  dash::List<Particle> list;
  for (int i = 0; i < 5; ++i) list.local.push_back(Particle::from(-1));
  list.barrier();
  const auto first = list.begin() + 5 * ((me() + 1) % units());
  for (int i = 0; i < 5; ++i) {
    (*(first + i)).member(&dash::ListNode<Particle>::value) = Particle::from(10 * me() + i);
  }
  list.barrier();
  const int previous = (me() + units() - 1) % units();
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(Particle::from(10 * previous + i), (list.lbegin() + i)->value);
  }
  dash::barrier();
  list.front() = Particle::from(77);
  list.barrier();
  EXPECT_EQ(Particle::from(77), elements(list).front());
  list.barrier();
}

TEST_F(ListTest, DelayedAllocationAndMove)
{
  EXPECT_THROW(static_list.local.push_back(1), dash::exception::RuntimeError);
  EXPECT_THROW(static_list.push_back(1), dash::exception::RuntimeError);
  EXPECT_TRUE(static_list.empty());
  EXPECT_EQ(0u, static_list.capacity());
  static_list.barrier();
  EXPECT_THROW(static_list.allocate(0, dash::Team::Null()), dash::exception::InvalidArgument);
  static_list.allocate(8);
  static_list.local.push_back(me());
  static_list.barrier();
  auto list = std::move(static_list);
  EXPECT_TRUE(static_list.empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(dash::size(), list.size());
  list.local.push_back(-me());
  list.barrier();
  static_list = std::move(list);
  EXPECT_EQ(2 * dash::size(), static_list.size());
  EXPECT_EQ(-me(), static_list.local.back());
  static_list.barrier();
  static_list.allocate();
  EXPECT_TRUE(static_list.empty());
  static_list.local.push_back(1);
  dash::finalize();
  EXPECT_TRUE(static_list.empty());
  EXPECT_THROW(static_list.allocate(), dash::exception::RuntimeError);
}

}  // namespace
