/// Measures one unit that walks over all elements, half of them another unit's, by global
/// iterators, in comparison with raw pointers into the same shared memory.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Init.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "support/bench.h"

namespace {

using bench::at_most_ratio;
using bench::by_one;

template <class T>
class Walk {
 public:
  Walk(bench::Bench& bench, std::string type, std::size_t elements_per_unit)
      : bench_(bench),
        type_(std::move(type)),
        per_unit_(elements_per_unit)
  {}

  void blocked()
  {
    dash::Array<T> array(size(), dash::BLOCKED);
    std::fill(array.lbegin(), array.lend(), T{1});
    array.barrier();
    const auto parts = parts_of(array);
    const auto raw = [&] {
      T sum{};
      for (const T* part : parts) {
        for (const T *p = part, *end = part + per_unit_; p != end; ++p) sum += *p;
      }
      bench::do_not_optimize(sum);
    };
    compare("it != end, s += *it", "BLOCKED", [&] { loop(array); }, raw, at_most_ratio(2));
    compare(
        "range-based for", "BLOCKED",
        [&] {
          T sum{};
          for (const T x : array) sum += x;
          bench::do_not_optimize(sum);
        },
        raw, at_most_ratio(2));
    compare(
        "std::accumulate", "BLOCKED",
        [&] {
          const T sum = std::accumulate(array.begin(), array.end(), T{});
          bench::do_not_optimize(sum);
        },
        raw, at_most_ratio(2));
    compare("s += a[i]", "BLOCKED", [&] { index_loop(array); }, raw, {});
  }

  void cyclic()
  {
    dash::Array<T> array(size(), dash::CYCLIC);
    std::fill(array.lbegin(), array.lend(), T{1});
    array.barrier();
    const auto parts = parts_of(array);
    const auto raw = [&] {
      T sum{};
      for (std::size_t i = 0; i < per_unit_; ++i) {
        for (const T* part : parts) sum += part[i];
      }
      bench::do_not_optimize(sum);
    };
    compare("it != end, s += *it", "CYCLIC", [&] { loop(array); }, raw, {});
  }

 private:
  std::size_t size() const { return per_unit_ * dash::size(); }

  static std::vector<const T*> parts_of(const dash::Array<T>& array)
  {
    std::vector<const T*> parts;
    for (std::size_t unit = 0; unit < dash::size(); ++unit) {
      parts.push_back(bench::raw_part(array, static_cast<int>(unit)));
    }
    return parts;
  }

  static void loop(const dash::Array<T>& a)
  {
    T s{};
    for (auto it = a.begin(); it != a.end(); ++it) s += *it;
    bench::do_not_optimize(s);
  }

  static void index_loop(const dash::Array<T>& a)
  {
    T s{};
    for (std::size_t i = 0; i < a.size(); ++i) s += a[i];
    bench::do_not_optimize(s);
  }

  void compare(
      const std::string& name, const std::string& distribution, std::function<void()> dash,
      std::function<void()> raw, bench::Reach reach)
  {
    const auto seconds = bench_.duel(by_one(std::move(dash)), by_one(std::move(raw)));
    bench_.report(
        name, {{"type", type_}, {"elements", size()}, {"distribution", distribution}},
        seconds.time(static_cast<double>(size()), bench::nano), "ns", "raw pointers",
        std::move(reach));
  }

  bench::Bench& bench_;
  std::string type_;
  std::size_t per_unit_;
};

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("iteration", argc, argv, [](bench::Bench& bench) {
    const std::size_t elements = bench.sized(1 << 20, 1 << 10);
    Walk<double> doubles(bench, "double", elements);
    doubles.blocked();
    doubles.cyclic();
    Walk<std::int32_t> integers(bench, "int32", elements);
    integers.blocked();
    integers.cyclic();
  });
}
