// Tier: suite n3 c2g2; sanitized c2g2

/// When global memory comes and goes, the same for all that owns some: moves, Team::free, finalize,
/// a second allocation, on all units and on a part of them.

#include <dash/Array.h>
#include <dash/Cartesian.h>
#include <dash/Coarray.h>
#include <dash/Coevent.h>
#include <dash/Comutex.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/List.h>
#include <dash/Matrix.h>
#include <dash/Mutex.h>
#include <dash/Shared.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/UnitId.h>
#include <dash/UnorderedMap.h>
#include <dash/algorithm/Fill.h>
#include <dash/dart/if/dart.h>
#include <dash/memory/GlobHeapMem.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using dash::test::teams;

/// How the tests make and use an owner; a row of the table for each class.
///
/// without_memory(): what is constructed before dash::init. make(): with memory.
/// allocate(): gives memory to one without. is_there(): whether it has memory.
/// store() and holds(): the value in the memory of all units. All but is_there() are collective.
template <class Owner>
struct Row;

/// Containers of elements that algorithms fill and references read.
template <class Container>
struct RowOfElements {
  static bool is_there(const Container& container) { return container.size() != 0; }
  static void store(Container& container, int value)
  {
    dash::fill(container.begin(), container.end(), value);
    container.barrier();
  }
  static bool holds(Container& container, int value)
  {
    bool result = container.size() != 0;
    for (auto it = container.begin(); it != container.end(); ++it) {
      result = result && static_cast<int>(*it) == value;
    }
    container.barrier();
    return result;
  }
};

template <>
struct Row<dash::Array<int>> : RowOfElements<dash::Array<int>> {
  using Array = dash::Array<int>;
  static Array without_memory() { return Array(); }
  static Array make(dash::Team& team) { return Array(3 * team.size(), team); }
  static void allocate(Array& array, dash::Team& team) { array.allocate(5 * team.size(), team); }
};

template <>
struct Row<dash::Matrix<int, 2>> : RowOfElements<dash::Matrix<int, 2>> {
  using Matrix = dash::Matrix<int, 2>;
  static Matrix without_memory() { return Matrix(); }
  static Matrix make(dash::Team& team) { return Matrix(pattern(3, team)); }
  static void allocate(Matrix& matrix, dash::Team& team) { matrix.allocate(pattern(5, team)); }
  static Matrix::pattern_type pattern(std::size_t columns, dash::Team& team)
  {
    return Matrix::pattern_type(
        dash::SizeSpec<2>(2 * team.size(), columns),
        dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE), dash::TeamSpec<2>(team), team);
  }
};

template <>
struct Row<dash::Coarray<int[2]>> : RowOfElements<dash::Coarray<int[2]>> {
  using Coarray = dash::Coarray<int[2]>;
  static Coarray without_memory() { return Coarray(); }
  static Coarray make(dash::Team& team) { return Coarray(team); }
  static void allocate(Coarray& coarray, dash::Team& team) { coarray.allocate(team); }
};

template <>
struct Row<dash::List<int>> {
  using List = dash::List<int>;
  static List without_memory() { return List(); }
  static List make(dash::Team& team) { return List(0, team); }
  static void allocate(List& list, dash::Team& team) { list.allocate(0, team); }
  static bool is_there(const List& list) { return list.capacity() != 0; }
  static void store(List& list, int value)
  {
    while (!list.local.empty()) list.local.pop_back();
    list.local.push_back(value);
    list.barrier();
  }
  static bool holds(List& list, int value)
  {
    bool result = list.size() == list.team().size();
    for (const auto& node : list) {
      result = result && static_cast<int>(node.member(&List::node_type::value)) == value;
    }
    list.team().barrier();
    return result;
  }
};

template <>
struct Row<dash::UnorderedMap<int, int>> {
  using Map = dash::UnorderedMap<int, int>;
  static Map without_memory() { return Map(); }
  static Map make(dash::Team& team) { return Map(0, team); }
  static void allocate(Map& map, dash::Team& team) { map.allocate(0, team); }
  static bool is_there(const Map& map) { return map.capacity() != 0; }
  static void store(Map& map, int value)
  {
    map[map.team().myid().id] = value;
    map.barrier();
  }
  static bool holds(Map& map, int value)
  {
    bool result = map.size() == map.team().size();
    for (const int key : map.team()) result = result && static_cast<int>(map.at(key)) == value;
    map.team().barrier();
    return result;
  }
};

template <>
struct Row<dash::GlobHeapMem<int>> {
  using Heap = dash::GlobHeapMem<int>;
  static Heap without_memory() { return Heap::unallocated(dash::Team::All()); }
  static Heap make(dash::Team& team) { return Heap(2, team); }
  static void allocate(Heap& heap, dash::Team& team) { heap.allocate(3, team); }
  static bool is_there(const Heap& heap) { return heap.is_allocated(); }
  static void store(Heap& heap, int value)
  {
    for (auto it = heap.lbegin(); it != heap.lend(); ++it) *it = value;
    heap.barrier();
  }
  static bool holds(Heap& heap, int value)
  {
    bool result = heap.size() != 0;
    for (const auto& element : heap) result = result && static_cast<int>(element) == value;
    heap.barrier();
    return result;
  }
};

template <>
struct Row<dash::Shared<int>> {
  using Shared = dash::Shared<int>;
  static Shared without_memory() { return Shared(); }
  static Shared make(dash::Team& team) { return Shared(dash::team_unit_t{0}, team); }
  static void allocate(Shared& shared, dash::Team& /*team*/) { shared.init(); }
  static bool is_there(const Shared& shared) { return !DART_GPTR_ISNULL(shared.dart_gptr()); }
  static void store(Shared& shared, int value)
  {
    if (shared.team().myid() == shared.owner()) shared.set(value);
    shared.barrier();
  }
  static bool holds(Shared& shared, int value)
  {
    const bool result = static_cast<int>(shared.get()) == value;
    shared.barrier();
    return result;
  }
};

/// Each unit has \c value posts pending.
template <>
struct Row<dash::Coevent> {
  static dash::Coevent without_memory() { return dash::Coevent(); }
  static dash::Coevent make(dash::Team& team) { return dash::Coevent(team); }
  static void allocate(dash::Coevent& event, dash::Team& team) { event.initialize(team); }
  static bool is_there(const dash::Coevent& event) { return event.size() != 0; }
  static void store(dash::Coevent& event, int value)
  {
    event.wait(event.test());
    event.team().barrier();
    const int next = (event.team().myid().id + 1) % static_cast<int>(event.size());
    for (int i = 0; i < value; ++i) event(next).post();
    event.team().barrier();
  }
  static bool holds(dash::Coevent& event, int value) { return event.test() == value; }
};

/// Locks hold nothing: they are there if they can be taken.
template <class Lock>
bool can_be_taken(Lock& lock)
{
  try {
    lock.lock();
    lock.unlock();
    return true;
  } catch (const dash::exception::RuntimeError&) {
    return false;
  }
}

template <>
struct Row<dash::Mutex> {
  static dash::Mutex without_memory() { return dash::Mutex(); }
  static dash::Mutex make(dash::Team& team) { return dash::Mutex(team); }
  static void allocate(dash::Mutex& mutex, dash::Team& /*team*/) { mutex.init(); }
  static bool is_there(dash::Mutex& mutex) { return can_be_taken(mutex); }
  static void store(dash::Mutex& /*mutex*/, int /*value*/) {}
  static bool holds(dash::Mutex& mutex, int /*value*/) { return can_be_taken(mutex); }
};

template <>
struct Row<dash::Comutex> {
  static dash::Comutex without_memory() { return dash::Comutex(); }
  static dash::Comutex make(dash::Team& team) { return dash::Comutex(team); }
  static void allocate(dash::Comutex& mutexes, dash::Team& team) { mutexes.initialize(team); }
  static bool is_there(const dash::Comutex& mutexes) { return mutexes.size() != 0; }
  static void store(dash::Comutex& /*mutexes*/, int /*value*/) {}
  static bool holds(dash::Comutex& mutexes, int /*value*/) { return can_be_taken(mutexes(0)); }
};

/// What \c make returns, also if it cannot be moved.
template <class Make>
auto on_heap(Make make)
{
  using Owner = std::invoke_result_t<Make>;
  return std::unique_ptr<Owner>(new Owner(make()));
}

template <class Owner>
class LifeCycleTest : public dash::test::TestBase {
 protected:
  using Table = Row<Owner>;

  /// Has memory in which values can be stored and found.
  static void expect_usable(Owner& owner)
  {
    ASSERT_TRUE(Table::is_there(owner));
    for (const int value : {11, 12}) {
      Table::store(owner, value);
      EXPECT_TRUE(Table::holds(owner, value));
    }
  }
};

using Owners = testing::Types<
    dash::Array<int>, dash::Matrix<int, 2>, dash::Coarray<int[2]>, dash::List<int>,
    dash::UnorderedMap<int, int>, dash::GlobHeapMem<int>, dash::Shared<int>, dash::Coevent,
    dash::Mutex, dash::Comutex>;
TYPED_TEST_SUITE(LifeCycleTest, Owners);

TYPED_TEST(LifeCycleTest, ConstructedBeforeInit)
{
  using Table = Row<TypeParam>;
  dash::finalize();
  auto owner = Table::without_memory();
  const auto unused = on_heap([] { return Table::without_memory(); });
  this->SetUp();
  EXPECT_FALSE(Table::is_there(owner));
  Table::allocate(owner, dash::Team::All());
  this->expect_usable(owner);
}

TYPED_TEST(LifeCycleTest, MovedWithoutMemory)
{
  using Table = Row<TypeParam>;
  if constexpr (std::is_move_constructible_v<TypeParam>) {
    dash::finalize();
    auto first = Table::without_memory();
    TypeParam second(std::move(first));
    auto third = Table::without_memory();
    third = std::move(second);
    this->SetUp();
    // NOLINTNEXTLINE(bugprone-use-after-move)
    for (TypeParam* owner : {&first, &second, &third}) {
      EXPECT_FALSE(Table::is_there(*owner));
      Table::allocate(*owner, dash::Team::All());
      this->expect_usable(*owner);
    }
  }
}

TYPED_TEST(LifeCycleTest, MovedWithMemory)
{
  using Table = Row<TypeParam>;
  if constexpr (std::is_move_constructible_v<TypeParam>) {
    for (dash::Team& team : teams()) {
      auto first = Table::make(team);
      Table::store(first, 7);
      TypeParam second(std::move(first));
      EXPECT_FALSE(Table::is_there(first));  // NOLINT(bugprone-use-after-move)
      EXPECT_TRUE(Table::holds(second, 7));

      auto third = Table::make(team);
      Table::store(third, 8);
      third = std::move(second);
      EXPECT_FALSE(Table::is_there(second));  // NOLINT(bugprone-use-after-move)
      EXPECT_TRUE(Table::holds(third, 7));
      TypeParam& same = third;
      third = std::move(same);
      EXPECT_TRUE(Table::holds(third, 7));

      // What was moved from may have memory again, and may give it to one that has some.
      Table::allocate(first, team);
      Table::store(first, 9);
      std::swap(first, third);
      EXPECT_TRUE(Table::holds(third, 9));
      EXPECT_TRUE(Table::holds(first, 7));

      // The team finds the memory where it went.
      team.free();
      EXPECT_FALSE(Table::is_there(first));
      EXPECT_FALSE(Table::is_there(third));
    }
  }
}

TYPED_TEST(LifeCycleTest, AssignmentOfNothingGivesBack)
{
  using Table = Row<TypeParam>;
  if constexpr (std::is_move_constructible_v<TypeParam>) {
    for (dash::Team& team : teams()) {
      auto source = Table::make(team);
      auto target = Table::make(team);
      const TypeParam memory(std::move(source));
      target = std::move(source);  // NOLINT(bugprone-use-after-move)
      EXPECT_FALSE(Table::is_there(target));
      Table::allocate(target, team);
      this->expect_usable(target);
    }
  }
}

TYPED_TEST(LifeCycleTest, FreedWithItsTeam)
{
  using Table = Row<TypeParam>;
  for (dash::Team& team : teams()) {
    auto owner = Table::make(team);
    auto other = on_heap([&] { return Table::make(team); });
    this->expect_usable(owner);
    team.free();
    EXPECT_FALSE(Table::is_there(owner));
    EXPECT_FALSE(Table::is_there(*other));
    Table::allocate(owner, team);
    this->expect_usable(owner);
    // Nobody waits for a unit that destroys what has no memory.
    if (team.myid().id == 0) other.reset();
    team.barrier();
    this->expect_usable(owner);
  }
}

TYPED_TEST(LifeCycleTest, FreedByFinalize)
{
  using Table = Row<TypeParam>;
  for (const std::size_t which : {0U, 1U}) {
    const auto team = [&]() -> dash::Team& {
      return which == 0 ? teams().front() : teams().back();
    };
    auto again = Table::make(dash::Team::All());
    auto before = on_heap([&] { return Table::make(team()); });
    auto after = on_heap([&] { return Table::make(team()); });
    this->expect_usable(*before);
    dash::finalize();
    EXPECT_FALSE(Table::is_there(again));
    EXPECT_FALSE(Table::is_there(*before));
    before.reset();
    this->SetUp();
    auto others = Table::make(dash::Team::All());
    Table::store(others, 5);
    after.reset();
    Table::allocate(again, dash::Team::All());
    this->expect_usable(again);
    EXPECT_TRUE(Table::holds(others, 5));
  }
}

/// Some allocate anew, as those with elements do; others keep what they have.
TYPED_TEST(LifeCycleTest, AllocatedTwice)
{
  using Table = Row<TypeParam>;
  for (dash::Team& team : teams()) {
    auto owner = Table::make(team);
    this->expect_usable(owner);
    Table::allocate(owner, team);
    this->expect_usable(owner);
    team.free();
    EXPECT_FALSE(Table::is_there(owner)) << "freed, but only once";
  }
}

/// Containers whose team is that of the last allocation.
template <class Owner>
class LifeCycleOnTeamsTest : public LifeCycleTest<Owner> {};
using OwnersOnTeams = testing::Types<
    dash::Matrix<int, 2>, dash::Coarray<int[2]>, dash::List<int>, dash::UnorderedMap<int, int>,
    dash::GlobHeapMem<int>>;
TYPED_TEST_SUITE(LifeCycleOnTeamsTest, OwnersOnTeams);

TYPED_TEST(LifeCycleOnTeamsTest, AllocatedOnAnotherTeam)
{
  using Table = Row<TypeParam>;
  dash::Team& all = dash::Team::All();
  dash::Team& part = teams().back();
  auto owner = Table::make(all);
  Table::store(owner, 3);
  Table::allocate(owner, part);
  EXPECT_EQ(part, owner.team());
  this->expect_usable(owner);
  all.free();
  EXPECT_EQ(part.is_all(), !Table::is_there(owner)) << "freed with a team that it has left";
  Table::allocate(owner, all);
  EXPECT_EQ(all, owner.team());
  this->expect_usable(owner);
  part.free();
  EXPECT_EQ(part.is_all(), !Table::is_there(owner));
  all.barrier();
}

/// The others know nothing of it.
TYPED_TEST(LifeCycleTest, OnTheCallingUnitAlone)
{
  using Table = Row<TypeParam>;
  dash::Team& self = dash::Team::Self();
  auto shared = Table::make(dash::Team::All());
  if (dash::myid().id == 0) {
    for (int round = 0; round < 2; ++round) {
      auto own = Table::make(self);
      const auto until_free = on_heap([&] { return Table::make(self); });
      this->expect_usable(own);
      this->expect_usable(*until_free);
      self.free();
      EXPECT_FALSE(Table::is_there(own));
      Table::allocate(own, self);
      this->expect_usable(own);
    }
  }
  auto until_finalize = on_heap([&] { return Table::make(self); });
  Table::store(*until_finalize, 4);
  this->expect_usable(shared);
  EXPECT_TRUE(Table::holds(*until_finalize, 4));
  dash::finalize();
  EXPECT_FALSE(Table::is_there(*until_finalize));
  this->SetUp();
  Table::allocate(*until_finalize, self);
  this->expect_usable(*until_finalize);
}

}  // namespace
