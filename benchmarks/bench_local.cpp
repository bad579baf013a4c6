/// Local work: loops over a unit's own elements, and algorithms over a whole array, against the
/// same loop over a std::vector. All units work at once.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "support/bench.h"

namespace {

using bench::at_least_ratio;
using bench::by_all;

/// The loops as one writes them, for anything with elements: array.local and std::vector.
namespace by_range {

template <class Elements, class T>
void fill(Elements& to, T value)
{
  for (auto& x : to) x = value;
}

template <class Elements, class F>
void transform(const Elements& from, Elements& to, F f)
{
  std::transform(from.begin(), from.end(), to.begin(), f);
}

template <class Elements>
auto accumulate(const Elements& elements)
{
  std::decay_t<decltype(*elements.begin())> sum{};
  for (const auto& x : elements) sum += x;
  return sum;
}

template <class Elements>
auto min_element(const Elements& elements)
{
  return std::min_element(elements.begin(), elements.end());
}

}  // namespace by_range

namespace by_index {

template <class Elements, class T>
void fill(Elements& to, T value)
{
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = value;
}

template <class Elements, class F>
void transform(const Elements& from, Elements& to, F f)
{
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = f(from[i]);
}

template <class Elements>
auto accumulate(const Elements& elements)
{
  std::decay_t<decltype(elements[0])> sum{};
  for (std::size_t i = 0; i < elements.size(); ++i) sum += elements[i];
  return sum;
}

template <class Elements>
auto min_element(const Elements& elements)
{
  std::size_t best = 0;
  for (std::size_t i = 1; i < elements.size(); ++i) {
    if (elements[i] < elements[best]) best = i;
  }
  return best;
}

}  // namespace by_index

template <class T>
class LocalWork {
 public:
  LocalWork(bench::Bench& bench, std::string type, std::size_t elements)
      : _bench(bench),
        _type(std::move(type)),
        _elements(elements),
        _repeats(std::max<std::size_t>(1, bench.sized(1 << 20, 1) / elements)),
        _in(elements * dash::size()),
        _out(elements * dash::size()),
        _raw_in(elements),
        _raw_out(elements)
  {
    for (std::size_t i = 0; i < elements; ++i) {
      _in.local[i] = _raw_in[i] = static_cast<T>((i * 2654435761U) % 65521);
    }
    dash::barrier();
  }

  void loops_by_range()
  {
    compare(
        "fill, for (x : local)", [&] { by_range::fill(_out.local, T{3}); }, fill_raw());
    compare(
        "transform, local", [&] { by_range::transform(_in.local, _out.local, scale); },
        transform_raw());
    compare("accumulate, local", keep([&] { return by_range::accumulate(_in.local); }), sum_raw());
    compare(
        "min_element, local", keep([&] { return by_range::min_element(_in.local); }), min_raw());
  }

  void loops_by_index()
  {
    compare(
        "fill, local[i]", [&] { by_index::fill(_out.local, T{3}); },
        [&] { by_index::fill(_raw_out, T{3}); });
    compare(
        "transform, local[i]", [&] { by_index::transform(_in.local, _out.local, scale); },
        [&] { by_index::transform(_raw_in, _raw_out, scale); });
    compare(
        "accumulate, local[i]", keep([&] { return by_index::accumulate(_in.local); }),
        keep([&] { return by_index::accumulate(_raw_in); }));
    compare(
        "min_element, local[i]", keep([&] { return by_index::min_element(_in.local); }),
        keep([&] { return by_index::min_element(_raw_in); }));
  }

  void algorithms()
  {
    compare(
        "dash::fill", [&] { dash::fill(_out.begin(), _out.end(), T{3}); }, fill_raw());
    compare(
        "dash::transform", [&] { dash::transform(_in.begin(), _in.end(), _out.begin(), scale); },
        transform_raw());
    compare(
        "dash::accumulate", keep([&] { return dash::accumulate(_in.begin(), _in.end(), T{}); }),
        sum_raw());
    compare(
        "dash::min_element", keep([&] { return dash::min_element(_in.begin(), _in.end()).gpos(); }),
        min_raw());
  }

 private:
  using Run = std::function<void()>;

  static constexpr auto scale = [](T x) { return static_cast<T>(x * 3 + 1); };

  /// Lets the compiler not remove a computation.
  template <class F>
  static Run keep(F f)
  {
    return [f] {
      const auto result = f();
      dash::prevent_opt_elimination(result);
    };
  }

  Run fill_raw()
  {
    return [&] { by_range::fill(_raw_out, T{3}); };
  }
  Run transform_raw()
  {
    return [&] { by_range::transform(_raw_in, _raw_out, scale); };
  }
  Run sum_raw()
  {
    return keep([&] { return by_range::accumulate(_raw_in); });
  }
  Run min_raw()
  {
    return keep([&] { return by_range::min_element(_raw_in); });
  }

  bench::Body repeated(Run run) const
  {
    return by_all([run = std::move(run), repeats = _repeats] {
      for (std::size_t i = 0; i < repeats; ++i) {
        run();
        dash::prevent_opt_elimination();
      }
    });
  }

  void compare(const std::string& name, Run dash, Run raw)
  {
    const auto seconds = _bench.duel(repeated(std::move(dash)), repeated(std::move(raw)));
    const double elements = static_cast<double>(_elements * _repeats * dash::size());
    _bench.report(
        name, {{"type", _type}, {"per unit", _elements}}, seconds.rate(elements, bench::giga),
        "G/s", "std::vector", at_least_ratio(0.95));
  }

  bench::Bench& _bench;
  std::string _type;
  std::size_t _elements;
  std::size_t _repeats;  // of short loops in a batch
  dash::Array<T> _in;
  dash::Array<T> _out;
  std::vector<T> _raw_in;
  std::vector<T> _raw_out;
};

template <class T>
void measure_type(bench::Bench& bench, const std::string& type)
{
  LocalWork<T> large(bench, type, bench.sized(1 << 20, 1 << 10));
  large.loops_by_range();
  large.loops_by_index();
  large.algorithms();
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("local", argc, argv, [](bench::Bench& bench) {
    measure_type<double>(bench, "double");
    measure_type<std::int32_t>(bench, "int32");
    LocalWork<double> in_cache(bench, "double", bench.sized(1 << 13, 1 << 8));
    in_cache.loops_by_range();
    in_cache.loops_by_index();
  });
}
