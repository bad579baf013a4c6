/// Measures dash::UnorderedMap: unit 0 inserts, finds and erases keys that it owns, and keys of
/// another unit, in maps of few and of many elements, in comparison with std::unordered_map on one
/// core.

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/UnorderedMap.h>
#include <dash/dart/if/dart.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "support/bench.h"

namespace {

using bench::at_most;
using bench::Who;
using Key = std::uint64_t;
using Keys = std::vector<Key>;

/// Distributes keys over the units.
class OwnerOf {
 public:
  explicit OwnerOf(dash::Team& team) : units_(team.size()) {}
  dash::team_unit_t operator()(Key key) const
  {
    return dash::team_unit_t{static_cast<dart_unit_t>(key % units_)};
  }

 private:
  Key units_;
};

using Map = dash::UnorderedMap<Key, Key, OwnerOf>;
using RawMap = std::unordered_map<Key, Key>;

/// The keys that \p unit owns, with numbers from \p first on, in random order.
Keys keys_of(Key unit, Key first, std::size_t count)
{
  Keys keys;
  for (Key i = first; i < first + count; ++i) keys.push_back(i * dash::size() + unit);
  std::shuffle(keys.begin(), keys.end(), std::mt19937(1));
  return keys;
}

/// The operations for either kind of map.

template <class AnyMap>
void insert(AnyMap& map, const Keys& keys)
{
  for (const Key key : keys) map.insert({key, key});
}

template <class AnyMap>
void find(AnyMap& map, const Keys& keys)
{
  Key sum = 0;
  for (const Key key : keys) {
    const typename AnyMap::value_type element = *map.find(key);
    sum += element.second;
  }
  bench::do_not_optimize(sum);
}

template <class AnyMap>
void erase(AnyMap& map, const Keys& keys)
{
  for (const Key key : keys) map.erase(key);
}

template <class AnyMap>
using Operation = void (*)(AnyMap&, const Keys&);

/// Before each batch of \p run, unit 0 calls \p prepare.
bench::Body by_unit_0(Map& map, const Keys& keys, Operation<Map> prepare, Operation<Map> run)
{
  return {
      Who::one, [&, run] { run(map, keys); },
      [&, prepare] {
        if (dash::myid() == 0) prepare(map, keys);
        map.barrier();
      }};
}

bench::Body by_unit_0(
    RawMap& map, const Keys& keys, Operation<RawMap> prepare, Operation<RawMap> run)
{
  return {Who::one, [&, run] { run(map, keys); }, [&, prepare] { prepare(map, keys); }};
}

/// Measures operations on keys of \p unit, in a map with \p elements elements on each unit.
void measure_keys_of(bench::Bench& bench, Key unit, std::size_t elements)
{
  const std::size_t calls = bench.sized(1 << 14, 64);
  const Keys keys = keys_of(unit, elements, calls);
  Map map(elements * dash::size());
  RawMap raw;
  insert(map, keys_of(static_cast<Key>(dash::myid()), 0, elements));
  insert(raw, keys_of(unit, 0, elements));
  map.barrier();

  const auto report = [&](const std::string& operation, Operation<Map> prepare, Operation<Map> run,
                          Operation<RawMap> prepare_raw, Operation<RawMap> run_raw) {
    const auto seconds =
        bench.duel(by_unit_0(map, keys, prepare, run), by_unit_0(raw, keys, prepare_raw, run_raw));
    bench.report(
        operation + (unit == 0 ? ", own key" : ", key of another unit"), {{"elements", elements}},
        seconds.time(static_cast<double>(calls), bench::nano), "ns", "std::unordered_map",
        at_most(unit == 0 ? 500 : 2000, "ns"));
  };
  report("insert", erase, insert, erase, insert);
  report("find", insert, find, insert, find);
  report("erase", insert, erase, insert, erase);
}

void measure(bench::Bench& bench)
{
  for (const std::size_t elements : {bench.sized(1 << 10, 64), bench.sized(1 << 19, 128)}) {
    for (const Key unit : {0, 1}) measure_keys_of(bench, unit, elements);
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("map", argc, argv, measure);
}
