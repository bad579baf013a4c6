#include <dash/List.h>
#include <dash/UnorderedMap.h>

#include <list>
#include <map>
#include <utility>
#include <vector>

#include "containers/steps.h"

namespace dash::stress {
namespace {

/// Spreads keys over the units.
class Owner {
 public:
  explicit Owner(dash::Team& team) : units_(static_cast<int>(team.size())) {}
  dash::team_unit_t operator()(int key) const { return dash::team_unit_t{key % units_}; }

 private:
  int units_;
};

using Map = dash::UnorderedMap<int, long, Owner>;

void check_map(Map& map, const std::map<int, long>& model, int keys)
{
  map.barrier();
  require(map.size() == model.size(), "a map has ", map.size(), " elements, not ", model.size());
  std::map<int, long> found;
  std::size_t visited = 0;
  for (auto it = map.begin(); it != map.end(); ++it, ++visited) {
    found.insert(static_cast<Map::value_type>(*it));
  }
  require(visited == found.size(), "a map has a key twice");
  require(found == model, "a map has wrong elements");
  for (int key = 0; key < keys; ++key) {
    require(map.count(key) == model.count(key), "a map does not find key ", key);
  }
  map.barrier();
}

std::vector<int> list_elements(dash::List<int>& list)
{
  std::vector<int> values;
  for (auto it = list.begin(); it != list.end(); ++it) {
    values.push_back(static_cast<dash::ListNode<int>>(*it).value);
  }
  return values;
}

/// Collective changes go to a unit that has elements already: which ones, the sizes tell.
void follow_parts(dash::List<int>& list, std::vector<std::list<int>>& model, dash::Team& team)
{
  std::list<int> all;
  for (std::list<int>& part : model) all.splice(all.end(), part);
  const std::size_t mine = list.lsize();
  std::vector<std::size_t> sizes(team.size());
  dart_allgather(&mine, sizes.data(), 1, DART_TYPE_SIZET, team.dart_id());
  for (std::size_t unit = 0; unit < sizes.size(); ++unit) {
    const auto end =
        std::next(all.begin(), static_cast<std::ptrdiff_t>(std::min(sizes[unit], all.size())));
    model[unit].splice(model[unit].end(), all, all.begin(), end);
  }
  model.back().splice(model.back().end(), all);
}

}  // namespace

void map_steps(Random& random, dash::Team& team)
{
  const std::size_t me = static_cast<std::size_t>(team.myid().id);
  const bool is_fast = dart_team_is_on_one_host(team.dart_id());
  const int keys = static_cast<int>(random.between(1, is_fast ? 200 : 30));
  begin_step("a map with " + std::to_string(keys) + " keys");
  Map map(random.below(50), team);
  std::map<int, long> model;
  for (std::size_t rounds = random.below(6); rounds > 0; --rounds) {
    const RandomOfUnits seeds(random);
    const bool erases = random.one_in(3);
    begin_step(erases ? "erase from a map" : "insert into a map");
    const std::map<int, long> before = model;
    for (std::size_t unit = 0; unit < team.size(); ++unit) {
      Random own = seeds.of(unit);
      for (std::size_t n = own.below(is_fast ? 60 : 10); n > 0; --n) {
        const int key = static_cast<int>(own.below(static_cast<std::size_t>(keys)));
        // The value depends on the key alone, because several units may insert it.
        const long value = 1000L * static_cast<long>(rounds) + key;
        if (erases) {
          model.erase(key);
          if (unit == me) map.erase(key);
        } else {
          model[key] = value;
          if (unit == me) map[key] = value;
        }
      }
    }
    if (before != model && model_forgets()) model = before;
    check_map(map, model, keys);
  }
}

void list_steps(Random& random, dash::Team& team)
{
  const std::size_t me = static_cast<std::size_t>(team.myid().id);
  const std::size_t initial = random.below(10), granule = random.between(1, 8);
  begin_step("a list");
  dash::List<int> list(initial * team.size(), granule, team);
  std::vector<std::list<int>> model(team.size());
  for (std::size_t rounds = random.below(6); rounds > 0; --rounds) {
    const RandomOfUnits seeds(random);
    begin_step("local changes of a list");
    for (std::size_t unit = 0; unit < team.size(); ++unit) {
      Random own = seeds.of(unit);
      std::list<int>& part = model[unit];
      const bool is_me = unit == me;
      for (std::size_t n = own.below(15); n > 0; --n) {
        const int value = static_cast<int>(own.below(1000));
        switch (own.below(6)) {
          case 0:
            if (part.empty()) break;
            part.pop_back();
            if (is_me) list.local.pop_back();
            break;
          case 1:
            part.push_front(value);
            if (is_me) list.local.push_front(value);
            break;
          case 2: {
            const auto at = static_cast<std::ptrdiff_t>(own.below(part.size() + 1));
            part.insert(std::next(part.begin(), at), value);
            if (is_me) list.local.insert(list.local.begin() + at, value);
            break;
          }
          default:
            part.push_back(value);
            if (is_me) list.local.push_back(value);
            break;
        }
      }
    }
    list.barrier();
    if (random.one_in(2)) {
      begin_step("common changes of a list");
      const int value = static_cast<int>(random.below(1000));
      list.push_back(value);
      model.back().push_back(value);
      list.push_front(value + 1);
      model.front().push_front(value + 1);
      follow_parts(list, model, team);
    }
    std::vector<int> expected;
    for (const auto& part : model) expected.insert(expected.end(), part.begin(), part.end());
    require(list.size() == expected.size(), "a list has a wrong size");
    require(list_elements(list) == expected, "a list has wrong elements");
    list.barrier();
  }
}

}  // namespace dash::stress
