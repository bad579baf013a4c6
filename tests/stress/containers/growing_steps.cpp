#include <dash/Array.h>
#include <dash/List.h>
#include <dash/UnorderedMap.h>
#include <dash/iterator/ReadAhead.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "containers/model_array.h"
#include "containers/steps.h"

namespace dash::stress {
namespace {

/// Each unit reads some elements, others than the other units do, without waiting for them.
template <class Array>
void read_some(const RandomOfUnits& seeds, ModelArray<Array>& data, const char* after)
{
  Random own = seeds.of(static_cast<std::size_t>(data.array.team().myid().id));
  const Positions at(own, data.model.size());
  const auto first = data.array.begin() + at.first;
  std::size_t i = static_cast<std::size_t>(at.first);
  for (const int element : dash::read_ahead(first, first + at.count)) {
    require(element == data.model[i], "after ", after, ", element ", i, " reads as ", element);
    ++i;
  }
  if (data.model.empty()) return;
  const std::size_t any = own.below(data.model.size());
  const int element = data.array[static_cast<dash::default_index_t>(any)];
  require(element == data.model[any], "after ", after, ", element ", any, " reads as ", element);
}

/// The units assign elements, each of them others.
template <class Array>
void assign_some(Random& random, ModelArray<Array>& data)
{
  if (data.model.empty()) return;
  const std::size_t units = data.array.team().size();
  const auto me = static_cast<std::size_t>(data.array.team().myid().id);
  for (std::size_t k = random.below(30); k > 0; --k) {
    const std::size_t i = random.below(data.model.size());
    data.model[i] = static_cast<int>(random.below(1000));
    if (i % units == me) data.array[static_cast<dash::default_index_t>(i)] = data.model[i];
  }
}

template <class Array>
void grow_array(Random& random, dash::Team& team)
{
  const std::size_t most = random.one_in(6) ? 30'000 : 300;
  ModelArray<Array> data(random, random.size(most), team);
  for (std::size_t rounds = random.below(6); rounds > 0; --rounds) {
    begin_step("assignments to " + data.describe());
    assign_some(random, data);
    // What units have assigned, resize sees without a barrier.
    const RandomOfUnits seeds(random);
    const int value = static_cast<int>(random.below(1000));
    if (random.one_in(2)) {
      const std::size_t size = random.size(most);
      begin_step("resize of " + data.describe() + " to " + std::to_string(size));
      data.array.resize(size, value);
      data.model.resize(size, value);
    } else {
      begin_step("push_back to " + data.describe());
      for (std::size_t k = random.between(1, 4); k > 0; --k) {
        data.array.push_back(value);
        data.model.push_back(value);
      }
    }
    read_some(seeds, data, "growth");
    data.check("growth");
  }
}

using Map = dash::UnorderedMap<long, long>;

long value_of(long key)
{
  return 3 * key + 1;
}

/// Looks for keys while other units insert: those of earlier rounds are there, those of this round
/// perhaps, and later ones are not.
void look_up(Random& own, Map& map, std::size_t old_keys, std::size_t keys)
{
  const auto key = static_cast<long>(own.below(keys + 10));
  const auto found = map.find(key);
  const bool is_there = found != map.end();
  if (is_there) {
    const long value = static_cast<Map::value_type>(*found).second;
    require(value == value_of(key), "key ", key, " has the value ", value);
  }
  const auto number = static_cast<std::size_t>(key);
  require(is_there || number >= old_keys, "key ", key, " has vanished");
  require(!is_there || number < keys, "key ", key, " is there, which nobody has inserted");
}

/// Inserts this unit's keys, one by one or all together, among look-ups.
void insert_and_look_up(
    Random& own, Map& map, const std::vector<Map::value_type>& mine, std::size_t old_keys,
    std::size_t keys)
{
  const auto look_up_some = [&] {
    for (std::size_t k = own.below(4); k > 0; --k) look_up(own, map, old_keys, keys);
  };
  if (own.one_in(2)) {
    map.insert(mine.begin(), mine.end());
    return look_up_some();
  }
  for (const Map::value_type& element : mine) {
    require(map.insert(element).second, "key ", element.first, " is there before it is inserted");
    look_up_some();
  }
}

/// Each new key is inserted by one unit. The map has little room in the beginning.
void grow_map(Random& random, dash::Team& team)
{
  const bool is_fast = dart_team_is_on_one_host(team.dart_id());
  begin_step("a map that grows");
  Map map(random.below(3), random.between(1, 8), team);
  std::size_t old_keys = 0;
  for (std::size_t rounds = random.below(5); rounds > 0; --rounds) {
    const std::size_t keys = old_keys + random.size(is_fast ? 1000 : 40);
    begin_step("growth of a map from " + std::to_string(old_keys) + " to " + std::to_string(keys));
    const RandomOfUnits seeds(random);
    std::vector<Map::value_type> mine;
    for (std::size_t key = old_keys; key < keys; ++key) {
      const auto number = static_cast<long>(key);
      if (random.below(team.size()) == static_cast<std::size_t>(team.myid().id))
        mine.emplace_back(number, value_of(number));
    }
    Random own = seeds.of(static_cast<std::size_t>(team.myid().id));
    insert_and_look_up(own, map, mine, old_keys, keys);
    map.barrier();
    const std::size_t expected = model_forgets() ? keys + 1 : keys;
    require(map.size() == expected, "a map has ", map.size(), " elements, not ", expected);
    old_keys = keys;
    for (std::size_t k = own.below(20); k > 0; --k) look_up(own, map, keys, keys);
    map.barrier();
  }
}

/// The elements of a list that a unit knows: its own ones, and those that the others had at the
/// last barrier.
using Parts = std::vector<std::vector<int>>;

std::vector<int> joined(const Parts& parts)
{
  std::vector<int> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Reads from some element on, while other units append.
void read_list(Random& own, dash::List<int>& list, const Parts& parts)
{
  const std::vector<int> all = joined(parts);
  require(list.size() == all.size(), "a list has ", list.size(), " elements, not ", all.size());
  const std::size_t begin = own.below(all.size() + 1);
  const std::size_t end = std::min(all.size(), begin + own.below(10));
  for (std::size_t i = begin; i < end; ++i) {
    const auto node =
        static_cast<dash::ListNode<int>>(*(list.begin() + static_cast<std::ptrdiff_t>(i)));
    require(node.value == all[i], "element ", i, " of a list reads as ", node.value);
  }
}

/// What a unit appends in a round.
std::vector<int> appended_by(Random& unit)
{
  const std::size_t count = unit.below(60);
  return random_values<int>(unit, count);
}

void grow_list(Random& random, dash::Team& team)
{
  const auto me = static_cast<std::size_t>(team.myid().id);
  begin_step("a list that grows");
  dash::List<int> list(random.below(4), random.between(1, 8), team);
  Parts parts(team.size());
  for (std::size_t rounds = random.below(6); rounds > 0; --rounds) {
    const RandomOfUnits seeds(random);
    begin_step("push_back to a list of " + std::to_string(list.size()) + " elements");
    Random own = seeds.of(me);
    for (const int value : appended_by(own)) {
      list.local.push_back(value);
      parts[me].push_back(value);
      if (own.one_in(4)) read_list(own, list, parts);
    }
    list.barrier();
    for (std::size_t unit = 0; unit < team.size(); ++unit) {
      Random other = seeds.of(unit);
      const std::vector<int> values = appended_by(other);
      if (unit != me) parts[unit].insert(parts[unit].end(), values.begin(), values.end());
    }
    if (!parts[0].empty() && model_forgets()) parts[0].pop_back();
    read_list(own, list, parts);
    list.barrier();
  }
}

}  // namespace

void growing_steps(Random& random, dash::Team& team)
{
  switch (random.below(4)) {
    case 0:
      return grow_array<dash::Array<int>>(random, team);
    case 1:
      return grow_array<CsrArray<int>>(random, team);
    case 2:
      return grow_map(random, team);
    default:
      return grow_list(random, team);
  }
}

}  // namespace dash::stress
