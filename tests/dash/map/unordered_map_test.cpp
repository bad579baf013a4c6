// Tier: suite n3 c2g2; also h2n2.namespaces; sanitized c2g2

#include <dash/Atomic.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/UnorderedMap.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/team/Combine.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using dash::test::Particle;

int me()
{
  return dash::Team::All().myid();
}

int units()
{
  return static_cast<int>(dash::size());
}

/// The amount of work, which is small if each access is a message between hosts.
int amount(int much, int little)
{
  return dart_team_is_on_one_host(DART_TEAM_ALL) ? much : little;
}

/// Distributes keys over the units.
template <class Key>
class HashCyclic {
 public:
  explicit HashCyclic(dash::Team& team) : units_(static_cast<int>(team.size())) {}
  dash::team_unit_t operator()(const Key& key)
  {
    return dash::team_unit_t{static_cast<int>(static_cast<long>(key) % units_)};
  }

 private:
  int units_;
};

template <class Mapped>
using CyclicMap = dash::UnorderedMap<int, Mapped, HashCyclic<int>>;
using LocalMap = dash::UnorderedMap<int, double, dash::HashLocal<int>>;

dash::UnorderedMap<int, int, HashCyclic<int>> static_map;

/// All elements, found by iteration.
template <class Map>
auto contents(Map& map)
{
  std::map<typename Map::key_type, typename Map::mapped_type> found;
  std::size_t n = 0;
  for (auto it = map.begin(); it != map.end(); ++it, ++n) {
    found.insert(static_cast<typename Map::value_type>(*it));
  }
  EXPECT_EQ(n, found.size()) << "a key occurs twice";
  return found;
}

template <class Map, class Oracle>
void expect_contents(Map& map, const Oracle& oracle)
{
  EXPECT_EQ(oracle.size(), map.size());
  EXPECT_EQ(oracle, contents(map));
  for (const auto& [key, value] : oracle) {
    const auto it = map.find(key);
    ASSERT_TRUE(it != map.end()) << key;
    EXPECT_EQ((typename Map::value_type(key, value)), static_cast<typename Map::value_type>(*it));
    EXPECT_EQ(static_cast<std::size_t>(it.lpos().unit.id), map.bucket(key));
  }
}

class UnorderedMapTest : public dash::test::TestBase {};

TEST_F(UnorderedMapTest, EmptyMap)
{
  LocalMap map;
  EXPECT_TRUE(map.empty());
  EXPECT_EQ(0u, map.size());
  EXPECT_EQ(0u, map.lsize());
  EXPECT_TRUE(map.begin() == map.end());
  EXPECT_TRUE(map.lbegin() == map.lend());
  EXPECT_TRUE(map.find(1) == map.end());
  EXPECT_EQ(0u, map.count(1));
  EXPECT_EQ(0u, map.erase(1));
  map.barrier();
  EXPECT_TRUE(map.empty());
  EXPECT_THROW(map.at(1), dash::exception::InvalidArgument);
  EXPECT_THROW(*map.begin(), dash::exception::OutOfRange);
  EXPECT_THROW(map.bucket_size(dash::size()), dash::exception::OutOfRange);
}

TEST_F(UnorderedMapTest, InsertedAtTheCallerAndCommitted)
{
  constexpr int n = 8;
  LocalMap map(static_cast<std::size_t>(units()), 2);
  EXPECT_EQ(2u, map.lcapacity());
  EXPECT_EQ(2u * dash::size(), map.capacity());
  map.barrier();
  for (int i = 0; i < n; ++i) {
    const auto [it, inserted] = map.insert({me() * n + i, i / 2.0});
    EXPECT_TRUE(inserted);
    EXPECT_TRUE(it.is_local());
    EXPECT_EQ(i, it.lpos().index);
    EXPECT_EQ(static_cast<std::size_t>(i + 1), map.lsize());
    EXPECT_EQ(static_cast<std::size_t>(i + 1), map.size());
    EXPECT_EQ(i / 2.0, static_cast<double>(map[me() * n + i]));
    const auto again = map.insert({me() * n + i, -1.0});
    EXPECT_FALSE(again.second);
    EXPECT_TRUE(it == again.first);
  }
  EXPECT_EQ(8u, map.lcapacity());
  map.barrier();
  EXPECT_EQ(static_cast<std::size_t>(n * units()), map.size());
  EXPECT_EQ(8u * dash::size(), map.capacity());
  // Iteration is unit by unit, in the order of insertion.
  int position = 0;
  for (auto it = map.begin(); it != map.end(); ++it, ++position) {
    const std::pair<const int, double> element = *it;
    EXPECT_EQ(position, element.first);
    EXPECT_EQ(position % n / 2.0, element.second);
    EXPECT_EQ(position, it.pos());
    EXPECT_EQ(position / n, it.lpos().unit.id);
    EXPECT_TRUE(it == map.begin() + position);
    EXPECT_TRUE(it == map.end() - (n * units() - position));
    EXPECT_EQ(position / n == me(), it.local() != nullptr);
    EXPECT_TRUE(map.find(position) == it);
  }
  EXPECT_EQ(n * units(), position);
  EXPECT_EQ(n * units(), map.end() - map.begin());
  for (auto it = map.end(); it != map.begin();) {
    --it;
    --position;
    EXPECT_TRUE(it == map.find(position));
  }
  EXPECT_EQ(0, position);
  EXPECT_FALSE(map.insert({(me() * n + n) % (n * units()), 3.0}).second);
  map.barrier();
}

TEST_F(UnorderedMapTest, LocalElements)
{
  LocalMap map;
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(map.local.insert({10 * me() + i, 0.5 * i}).second);
    EXPECT_FALSE(map.local.insert({10 * me() + i, 0}).second);
  }
  EXPECT_EQ(10u, map.local.size());
  EXPECT_LE(10u, map.local.capacity());
  EXPECT_FALSE(map.local.empty());
  map.barrier();
  int i = 0;
  for (auto& [key, value] : map.local) {
    EXPECT_EQ(10 * me() + i, key);
    EXPECT_EQ(0.5 * i, value);
    value = 2.0 * i;
    ++i;
  }
  EXPECT_EQ(10, i);
  EXPECT_EQ(10, map.lend() - map.lbegin());
  const int next = (me() + 1) % units();
  EXPECT_EQ(2.0 * 3, map.local.find(10 * me() + 3)->second);
  EXPECT_EQ(units() == 1 ? 1u : 0u, map.local.count(10 * next));
  map.local.at(10 * me() + 4) = 17;
  map.local[10 * me() + 5] += 1;
  EXPECT_EQ(17.0, map.local.at(10 * me() + 4));
  EXPECT_THROW(map.local.at(-1), dash::exception::InvalidArgument);
  map.barrier();
  EXPECT_EQ(17.0, static_cast<double>(map.at(10 * next + 4)));
  EXPECT_EQ(11.0, static_cast<double>(map[10 * next + 5]));
  map.barrier();
}

TEST_F(UnorderedMapTest, AnyUnitInsertsIntoAny)
{
  for (dash::Team& team : dash::test::teams()) {
    const int size = static_cast<int>(team.size());
    const int my = team.myid();
    const int share = amount(40, 5);
    const int n = share * size;
    CyclicMap<int> map(0, team);
    for (int key = my; key < n; key += size) {
      // The keys belong to all owners.
      const int shifted = (key + key / size) % size + key / size * size;
      const auto [it, inserted] = map.insert({shifted, shifted * shifted});
      EXPECT_TRUE(inserted);
      EXPECT_EQ(shifted % size, it.lpos().unit.id);
      EXPECT_EQ(shifted * shifted, static_cast<int>(map[shifted]));
      EXPECT_EQ(1u, map.count(shifted));
      EXPECT_EQ((std::pair<const int, int>(shifted, shifted * shifted)), *it);
      EXPECT_LE(static_cast<std::size_t>(key / size + 1), map.size());
    }
    map.barrier();
    EXPECT_EQ(static_cast<std::size_t>(share), map.lsize());
    EXPECT_EQ(
        static_cast<std::size_t>(share),
        map.bucket_size(static_cast<std::size_t>((my + 1) % size)));
    std::map<int, int> oracle;
    for (int key = 0; key < n; ++key) oracle[key] = key * key;
    expect_contents(map, oracle);
    // All own elements are in own memory now.
    std::size_t local = 0;
    for (const auto& [key, value] : map.local) {
      EXPECT_EQ(my, key % size);
      EXPECT_EQ(key * key, value);
      EXPECT_EQ(&value, &map.local.find(key)->second);
      ++local;
    }
    EXPECT_EQ(static_cast<std::size_t>(share), local);
    map.barrier();
  }
}

TEST_F(UnorderedMapTest, OwnersTakeElementsOverWithTheBarrier)
{
  CyclicMap<int> map;
  map.insert({(me() + 1) % units(), me()});
  dash::barrier();
  // Elements in memory of other hosts have no address here yet.
  EXPECT_EQ(1u, map.count(me()));
  EXPECT_EQ(1u, map.lsize());
  EXPECT_EQ(map.lbegin() == map.lend() ? 0u : 1u, map.local.count(me()));
  const auto own = map.find(me());
  const auto other = map.find((me() + 1) % units());
  dash::barrier();
  map.barrier();
  EXPECT_EQ(1, map.lend() - map.lbegin());
  EXPECT_EQ((me() + units() - 1) % units(), map.local.at(me()));
  // Older iterators know the new places.
  EXPECT_EQ(own.local(), &*map.lbegin());
  EXPECT_EQ((std::pair<const int, int>((me() + 1) % units(), me())), *other);
  map.barrier();
}

TEST_F(UnorderedMapTest, OneOfSeveralUnitsInsertsAKey)
{
  const int n = amount(100, 10);
  CyclicMap<int> map;
  std::vector<int> mine;
  for (int key = 0; key < n; ++key) {
    if (map.insert({key, me()}).second) mine.push_back(key);
  }
  for (const int key : mine) EXPECT_EQ(me(), static_cast<int>(map[key]));
  map.barrier();
  EXPECT_EQ(static_cast<std::size_t>(n), map.size());
  EXPECT_EQ(n, dash::detail::sum_over_units(dash::Team::All(), static_cast<int>(mine.size())));
  EXPECT_EQ(static_cast<std::size_t>(n), contents(map).size());
  map.barrier();
}

TEST_F(UnorderedMapTest, UpdatesAreVisibleAtOnce)
{
  CyclicMap<int> map;
  if (me() == 0) {
    for (int key = 0; key < 3 * units(); ++key) map[key] = -1;
  }
  map.barrier();
  EXPECT_EQ(static_cast<std::size_t>(3 * units()), map.size());
  for (int i = 0; i < 3; ++i) map[i * units() + (me() + 1) % units()] = 100 * me() + i;
  dash::barrier();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(100 * ((me() + units() - 1) % units()) + i, map.local.at(i * units() + me()));
  }
  const int& bound = map[me()];
  EXPECT_EQ(map.local.at(me()), bound);
  dash::barrier();
  map.at((me() + 1) % units()) += 5;
  dash::barrier();
  EXPECT_EQ(100 * ((me() + units() - 1) % units()) + 5, map.local.at(me()));
  const auto& constant = map;
  EXPECT_EQ(map.local.at(me()), static_cast<int>(constant.at(me())));
  EXPECT_TRUE(constant.find(me()) == map.find(me()));
  dash::barrier();
}

TEST_F(UnorderedMapTest, AtomicValues)
{
  CyclicMap<dash::Atomic<int>> map;
  constexpr int keys = 3;
  const int rounds = amount(50, 3);
  for (int round = 0; round < rounds; ++round) {
    for (int key = 0; key < keys; ++key) map[key].add(key);
  }
  map.barrier();
  EXPECT_EQ(static_cast<std::size_t>(keys), map.size());
  using Value = std::pair<const int, dash::Atomic<int>>;
  for (int key = 0; key < keys; ++key) {
    EXPECT_EQ(rounds * units() * key, static_cast<int>(map.at(key)));
    EXPECT_TRUE(Value(key, rounds * units() * key) == static_cast<Value>(*map.find(key)));
  }
  for (auto& element : map.local) {
    EXPECT_EQ(rounds * units() * element.first, static_cast<int>(map.local[element.first]));
  }
  map.barrier();
}

TEST_F(UnorderedMapTest, GrowsFarBeyondItsFirstCapacity)
{
  const int n = amount(20000, 40);
  CyclicMap<long> map(8, 1);
  for (int i = 0; i < n; ++i) map.insert({i * units() + me(), i});
  for (int i = 0; i < n / 2; ++i) map.insert({(n + i) * units() + (me() + 1) % units(), -i});
  for (int i = 0; i < n; ++i) ASSERT_EQ(i, map.local.at(i * units() + me()));
  map.barrier();
  const auto size = static_cast<std::size_t>((n + n / 2) * units());
  EXPECT_EQ(size, map.size());
  EXPECT_LE(map.lsize(), map.lcapacity());
  EXPECT_LE(size, map.capacity());
  EXPECT_EQ(static_cast<std::size_t>(n + n / 2), map.lsize());
  EXPECT_EQ(static_cast<std::ptrdiff_t>(size), map.end() - map.begin());
  for (int i = 0; i < n / 2; ++i) ASSERT_EQ(-i, map.local.at((n + i) * units() + me()));
  for (int i = 0; i < n; i += 97) {
    ASSERT_EQ(i, static_cast<long>(map.at(i * units() + (me() + 1) % units())));
  }
  map.barrier();
}

TEST_F(UnorderedMapTest, EraseAndInsertAgain)
{
  const int n = amount(60, 12);
  CyclicMap<int> map;
  for (int key = me(); key < n; key += units()) map[key + 1 < n ? key + 1 : 0] = 1;
  map.barrier();
  EXPECT_EQ(static_cast<std::size_t>(n), map.size());
  dash::barrier();
  // Each unit erases keys of another unit.
  for (int key = me(); key < n; key += 2 * units()) {
    EXPECT_EQ(1u, map.erase(n - 1 - key));
    EXPECT_EQ(0u, map.erase(n - 1 - key));
    EXPECT_EQ(0u, map.count(n - 1 - key));
    EXPECT_THROW(map.at(n - 1 - key), dash::exception::InvalidArgument);
  }
  map.barrier();
  std::map<int, int> oracle;
  for (int key = 0; key < n; ++key) {
    if (key / units() % 2 != 0) oracle[n - 1 - key] = 1;
  }
  expect_contents(map, oracle);
  EXPECT_EQ(static_cast<std::ptrdiff_t>(oracle.size()), map.end() - map.begin());
  map.barrier();
  for (int key = me(); key < n; key += 2 * units()) {
    EXPECT_TRUE(map.insert({n - 1 - key, 2}).second);
    EXPECT_EQ(1u, map.erase(n - 1 - key));
    EXPECT_TRUE(map.insert({n - 1 - key, 3}).second);
  }
  map.barrier();
  for (int key = 0; key < n; ++key) {
    if (key / units() % 2 == 0) oracle[n - 1 - key] = 3;
  }
  expect_contents(map, oracle);
  map.barrier();
}

TEST_F(UnorderedMapTest, EraseByIterator)
{
  LocalMap map;
  for (int i = 0; i < 10; ++i) map.insert({10 * me() + i, i});
  map.barrier();
  const auto first = map.find(10 * me());
  const auto kept = map.find(10 * me() + 1);
  const auto third = map.erase(first + 2);
  EXPECT_EQ(10 * me() + 3, static_cast<LocalMap::value_type>(*third).first);
  EXPECT_TRUE(map.erase(third, third + 4) == first + 7);
  EXPECT_EQ(5u, map.lsize());
  // The places stay empty until the barrier, and iterators skip them.
  EXPECT_THROW(*(first + 4), dash::exception::OutOfRange);
  EXPECT_EQ(nullptr, (first + 4).local());
  EXPECT_EQ(1.0, kept.local()->second);
  std::vector<int> found;
  for (const auto& element : map.local) found.push_back(element.first % 10);
  EXPECT_EQ((std::vector<int>{0, 1, 7, 8, 9}), found);
  auto it = map.lend();
  --it;
  --it;
  --it;
  --it;
  EXPECT_EQ(10 * me() + 1, it->first);
  map.barrier();
  EXPECT_EQ(5, map.lend() - map.lbegin());
  EXPECT_EQ(10 * me() + 7, (map.lbegin() + 2)->first);
  EXPECT_TRUE(map.erase(map.begin(), map.begin()) == map.begin());
  map.barrier();
  if (me() == 0) {
    // Erases the elements of all units.
    EXPECT_TRUE(map.erase(map.begin(), map.end()) == map.end());
    EXPECT_TRUE(map.empty());
  }
  map.barrier();
  EXPECT_TRUE(map.empty());
  EXPECT_TRUE(map.begin() == map.end());
  map.barrier();
}

TEST_F(UnorderedMapTest, ConcurrentChangesAgainstAnOracle)
{
  // Each unit changes a set of keys that all units own; which unit changes a key makes no
  // difference to others.
  const int rounds = amount(8, 2);
  const int steps = amount(1500, 15);
  CyclicMap<int> map;
  std::map<int, int> mine;
  std::mt19937 random(static_cast<unsigned>(me()));
  for (int round = 0; round < rounds; ++round) {
    for (int step = 0; step < steps; ++step) {
      const int key = me() * 1000 + static_cast<int>(random() % 200);
      const int value = static_cast<int>(random() % 1000);
      switch (random() % 4) {
        case 0:
          ASSERT_EQ(mine.insert({key, value}).second, map.insert({key, value}).second);
          break;
        case 1:
          ASSERT_EQ(mine.erase(key), map.erase(key));
          break;
        case 2:
          mine[key] = value;
          map[key] = value;
          break;
        default: {
          const auto it = map.find(key);
          ASSERT_EQ(mine.count(key) == 1, it != map.end());
          if (it != map.end()) {
            const std::pair<const int, int> element = *it;
            ASSERT_EQ(mine.at(key), element.second);
          }
        }
      }
    }
    map.barrier();
    const auto size =
        dash::detail::sum_over_units(dash::Team::All(), static_cast<long>(mine.size()));
    EXPECT_EQ(static_cast<std::size_t>(size), map.size());
    EXPECT_EQ(size, map.end() - map.begin());
    for (const auto& [key, value] : mine) ASSERT_EQ(value, static_cast<int>(map.at(key)));
    for (const auto& element : map.local) EXPECT_EQ(me(), element.first % units());
    map.barrier();
  }
}

TEST_F(UnorderedMapTest, AllUnitsFightForTheSameKeys)
{
  // The number of elements is that of successful insertions minus that of successful erasures.
  const int steps = amount(4000, 60);
  constexpr int keys = 5;
  CyclicMap<int> map;
  std::vector<int> balance(keys, 0);
  std::mt19937 random(static_cast<unsigned>(17 + me()));
  for (int step = 0; step < steps; ++step) {
    const int key = static_cast<int>(random() % keys);
    if (random() % 2 == 0) {
      balance[static_cast<std::size_t>(key)] += map.insert({key, step}).second ? 1 : 0;
    } else {
      balance[static_cast<std::size_t>(key)] -= static_cast<int>(map.erase(key));
    }
  }
  map.barrier();
  std::size_t size = 0;
  for (int key = 0; key < keys; ++key) {
    const int sum =
        dash::detail::sum_over_units(dash::Team::All(), balance[static_cast<std::size_t>(key)]);
    EXPECT_EQ(static_cast<int>(map.count(key)), sum);
    size += map.count(key);
  }
  EXPECT_EQ(size, map.size());
  EXPECT_EQ(size, contents(map).size());
  map.barrier();
}

TEST_F(UnorderedMapTest, InsertsRanges)
{
  const int n = amount(30, 5);
  CyclicMap<int> map;
  std::vector<std::pair<const int, int>> values;
  for (int i = 0; i < n; ++i) values.emplace_back(units() * i + (me() + i) % units(), i);
  values.emplace_back(values.front().first, -1);
  map.insert(values.begin(), values.end());
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ(i, static_cast<int>(map[values[static_cast<std::size_t>(i)].first]));
  }
  map.insert(values.begin(), values.end());
  map.insert(values.begin(), values.begin());
  map.barrier();
  EXPECT_EQ(static_cast<std::size_t>(n * units()), map.size());
  EXPECT_EQ(n * units(), map.end() - map.begin());
  // The elements that one unit has inserted keep their order.
  std::map<int, int> previous;
  for (const auto& element : map.local) {
    const int inserter = (me() - element.second % units() + units()) % units();
    EXPECT_TRUE(previous.count(inserter) == 0 || previous[inserter] < element.second);
    previous[inserter] = element.second;
  }
  const std::map<int, double> sorted{{1000 + 2 * me(), 1.5}, {1001 + 2 * me(), 2.5}};
  LocalMap local;
  local.insert(sorted.begin(), sorted.end());
  local.insert(sorted.begin(), sorted.end());
  EXPECT_EQ(2u, local.lsize());
  EXPECT_EQ(2.5, (local.lbegin() + 1)->second);
  EXPECT_TRUE(local.insert(local.cbegin(), {-1 - me(), 0.0}).is_local());
  map.barrier();
}

struct Place {
  short row;
  short column;
  friend bool operator==(const Place&, const Place&) = default;
  friend auto operator<=>(const Place&, const Place&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Place& place)
  {
    return os << place.row << '/' << place.column;
  }
};

struct RowOwner {
  explicit RowOwner(dash::Team& team) : units(static_cast<int>(team.size())) {}
  dash::team_unit_t operator()(const Place& place) const
  {
    return dash::team_unit_t{place.row % units};
  }
  int units;
};

TEST_F(UnorderedMapTest, StructuresAsKeysAndValues)
{
  dash::UnorderedMap<Place, Particle, RowOwner> map;
  for (short row = 0; row < 6; ++row) {
    map.insert({{row, static_cast<short>(me())}, Particle::from(10 * row + me())});
  }
  map.barrier();
  std::map<Place, Particle> oracle;
  for (short row = 0; row < 6; ++row) {
    for (short column = 0; column < units(); ++column) {
      oracle[{row, column}] = Particle::from(10 * row + column);
    }
  }
  expect_contents(map, oracle);
  map.barrier();
}

/// Keys are equal if their last digits are, so the policy must only use these.
struct LastDigit {
  explicit LastDigit(dash::Team& team) : units(static_cast<int>(team.size())) {}
  dash::team_unit_t operator()(int key) { return dash::team_unit_t{key % 10 % units}; }
  int units;
};
struct HashedLastDigit : LastDigit {
  using LastDigit::LastDigit;
  std::size_t hash(int key) const { return static_cast<std::size_t>(key % 10); }
};
struct SameLastDigit {
  bool operator()(int a, int b) { return a % 10 == b % 10; }
};

template <class Hash>
void expect_one_element_for_each_digit()
{
  dash::UnorderedMap<int, int, Hash, SameLastDigit> map;
  for (int key = 0; key < amount(100, 15); ++key) map.insert({key, key % 10});
  map.barrier();
  EXPECT_EQ(10u, map.size());
  for (int key = 100; key < 120; ++key) EXPECT_EQ(key % 10, static_cast<int>(map.at(key)));
  EXPECT_TRUE(map.key_eq()(3, 13));
  EXPECT_EQ(3 % units(), map.hash_function()(13).id);
  map.barrier();
}

TEST_F(UnorderedMapTest, OwnEquality)
{
  expect_one_element_for_each_digit<LastDigit>();
  expect_one_element_for_each_digit<HashedLastDigit>();
}

struct Nowhere {
  explicit Nowhere(dash::Team& team) : units(static_cast<int>(team.size())) {}
  dash::team_unit_t operator()(int key) const { return dash::team_unit_t{key < 0 ? -1 : units}; }
  int units;
};

TEST_F(UnorderedMapTest, Misuse)
{
  dash::UnorderedMap<int, int, Nowhere> map;
  EXPECT_THROW(map.insert({-1, 0}), dash::exception::InvalidArgument);
  EXPECT_THROW(map.find(1), dash::exception::InvalidArgument);
  EXPECT_THROW(static_map.find(1), dash::exception::RuntimeError);
  EXPECT_THROW(static_map.begin(), dash::exception::RuntimeError);
  EXPECT_EQ(0u, static_map.size());
  EXPECT_EQ(0u, static_map.capacity());
  static_map.barrier();
  EXPECT_THROW(CyclicMap<int>(std::size_t{1} << 50), dash::exception::RuntimeError);
  CyclicMap<int> cyclic;
  cyclic.local[me()] = 1;
  if (units() > 1) {
    EXPECT_THROW(cyclic.local[me() + units() + 1], dash::exception::InvalidArgument);
  }
  dash::barrier();
  EXPECT_EQ(0u, cyclic.count(me() + units() + 1)) << "keys of others are not inserted";
  EXPECT_THROW(cyclic.allocate(0, dash::Team::Null()), dash::exception::InvalidArgument);
  cyclic.barrier();
}

TEST_F(UnorderedMapTest, DelayedAllocationAndMove)
{
  static_map.allocate(10);
  static_map[me()] = me();
  static_map.barrier();
  EXPECT_EQ(dash::size(), static_map.size());
  auto map = std::move(static_map);
  EXPECT_EQ(0u, static_map.size());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(me(), map.local.at(me()));
  EXPECT_EQ((me() + 1) % units(), static_cast<int>(map[(me() + 1) % units()]));
  map.barrier();
  static_map = std::move(map);
  EXPECT_EQ(dash::size(), static_map.size());
  static_map.barrier();
  static_map.allocate();
  EXPECT_TRUE(static_map.empty());
  static_map.deallocate();
  static_map.deallocate();
  static_map.allocate();
  static_map[0] = 1;
  dash::finalize();
  EXPECT_EQ(0u, static_map.size());
  EXPECT_THROW(static_map.allocate(), dash::exception::RuntimeError);
}

TEST_F(UnorderedMapTest, ThreadsOfAUnit)
{
  const int n = amount(300, 5);
  CyclicMap<int> map;
  const auto change = [&map, n](int thread) {
    for (int i = 0; i < n; ++i) {
      const int key = (i * 3 + thread) * units() * units() + me() * units() + i % units();
      map.insert({key, i});
      if (i % 3 == 0) map.erase(key);
      map.find(key);
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) threads.emplace_back(change, t);
  for (auto& thread : threads) thread.join();
  map.barrier();
  EXPECT_EQ(static_cast<std::size_t>((n - (n + 2) / 3) * 3 * units()), map.size());
  EXPECT_EQ(map.size(), contents(map).size());
  map.barrier();
}

TEST_F(UnorderedMapTest, MemoryIsUsedAgain)
{
  // Elements that one unit inserts and another one erases, repeated many times.
  const int rounds = amount(50, 2);
  const int n = amount(20, 4);
  CyclicMap<Particle> map;
  std::size_t capacity = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < n; ++i) {
      map.insert({i * units() + (me() + 1) % units(), Particle::from(round)});
    }
    map.barrier();
    EXPECT_EQ(static_cast<std::size_t>(n * units()), map.size());
    EXPECT_EQ(Particle::from(round), map.local.at(me()));
    capacity = std::max(capacity, map.lcapacity());
    EXPECT_EQ(capacity, map.lcapacity());
    dash::barrier();
    for (int i = 0; i < n; ++i) EXPECT_EQ(1u, map.erase(i * units() + (me() + 2) % units()));
    map.barrier();
    EXPECT_TRUE(map.empty());
    dash::barrier();
  }
}

TEST_F(UnorderedMapTest, OfATeam)
{
  dash::Team& team = dash::test::teams().back();
  LocalMap map(0, team);
  map[team.myid()] = 0.5;
  map.barrier();
  EXPECT_EQ(team.size(), map.size());
  EXPECT_EQ(&team, &map.team());
  EXPECT_EQ(&team, &map.globmem().team());
  for (int unit = 0; unit < static_cast<int>(team.size()); ++unit) {
    EXPECT_EQ(0.5, static_cast<double>(map.at(unit)));
    EXPECT_EQ(static_cast<std::size_t>(unit), map.bucket(unit));
  }
  map.barrier();
}

/// With the default policy, each key has one owner and occurs once, whichever units insert it.
TEST_F(UnorderedMapTest, DefaultPolicyKeepsAKeyOnce)
{
  constexpr int n = 200;
  dash::UnorderedMap<long, dash::Atomic<int>> count;
  for (long key = 0; key < n; ++key) count[(key + 17 * me()) % n].add(1);
  count.barrier();
  EXPECT_EQ(static_cast<std::size_t>(n), count.size());
  EXPECT_EQ(static_cast<std::size_t>(n), contents(count).size());
  for (long key = 0; key < n; ++key) EXPECT_EQ(units(), count[key].load()) << key;
  // The owners differ, and all units agree on them.
  EXPECT_LT(count.local.size(), static_cast<std::size_t>(units() == 1 ? n + 1 : n));
  EXPECT_LT(0u, count.local.size());
  int sum = 0;
  for (const auto& [key, value] : count.local) {
    EXPECT_EQ(static_cast<std::size_t>(me()), count.bucket(key));
    sum += value;
  }
  EXPECT_EQ(units() * static_cast<int>(count.local.size()), sum);
  count.barrier();
}

}  // namespace
