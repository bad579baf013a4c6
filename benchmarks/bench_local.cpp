/// Measures local work: loops over a unit's own elements, and algorithms over a whole array, in
/// comparison with the same loop over a std::vector. All units work at the same time. Another
/// number of elements is measured by --size.

#include <dash/Array.h>
#include <dash/Init.h>
#include <dash/Matrix.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Transform.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/bench.h"

namespace {

using bench::at_least_ratio;
using bench::by_all;

/// The loops as a program writes them, for anything with elements: array.local and std::vector.
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
      : bench_(bench),
        type_(std::move(type)),
        elements_(elements),
        repeats_(std::max<std::size_t>(1, bench.sized(1 << 20, 1) / elements)),
        in_(elements * dash::size()),
        out_(elements * dash::size()),
        raw_in_(elements),
        raw_out_(elements)
  {
    for (std::size_t i = 0; i < elements; ++i) {
      in_.local[i] = raw_in_[i] = static_cast<T>((i * 2654435761U) % 65521);
    }
    dash::barrier();
  }

  void loops_by_range()
  {
    compare("fill, for (x : local)", [&] { by_range::fill(out_.local, T{3}); }, fill_raw());
    compare(
        "transform, local", [&] { by_range::transform(in_.local, out_.local, scale); },
        transform_raw());
    compare("accumulate, local", keep([&] { return by_range::accumulate(in_.local); }), sum_raw());
    compare(
        "min_element, local", keep([&] { return by_range::min_element(in_.local); }), min_raw());
  }

  void loops_by_index()
  {
    compare(
        "fill, local[i]", [&] { by_index::fill(out_.local, T{3}); },
        [&] { by_index::fill(raw_out_, T{3}); });
    compare(
        "transform, local[i]", [&] { by_index::transform(in_.local, out_.local, scale); },
        [&] { by_index::transform(raw_in_, raw_out_, scale); });
    compare(
        "accumulate, local[i]", keep([&] { return by_index::accumulate(in_.local); }),
        keep([&] { return by_index::accumulate(raw_in_); }));
    compare(
        "min_element, local[i]", keep([&] { return by_index::min_element(in_.local); }),
        keep([&] { return by_index::min_element(raw_in_); }));
  }

  void algorithms()
  {
    compare("dash::fill", [&] { dash::fill(out_.begin(), out_.end(), T{3}); }, fill_raw());
    compare(
        "dash::transform", [&] { dash::transform(in_.begin(), in_.end(), out_.begin(), scale); },
        transform_raw());
    compare(
        "dash::accumulate", keep([&] { return dash::accumulate(in_.begin(), in_.end(), T{}); }),
        sum_raw());
    compare(
        "dash::min_element", keep([&] { return dash::min_element(in_.begin(), in_.end()).gpos(); }),
        min_raw());
  }

 private:
  using Run = std::function<void()>;

  static constexpr auto scale = [](T x) { return static_cast<T>(x * 3 + 1); };

  /// Keeps the compiler from removing a computation.
  template <class F>
  static Run keep(F f)
  {
    return [f] {
      const auto result = f();
      bench::do_not_optimize(result);
    };
  }

  Run fill_raw()
  {
    return [&] { by_range::fill(raw_out_, T{3}); };
  }
  Run transform_raw()
  {
    return [&] { by_range::transform(raw_in_, raw_out_, scale); };
  }
  Run sum_raw()
  {
    return keep([&] { return by_range::accumulate(raw_in_); });
  }
  Run min_raw()
  {
    return keep([&] { return by_range::min_element(raw_in_); });
  }

  bench::Body repeated(Run run) const
  {
    return by_all([run = std::move(run), repeats = repeats_] {
      for (std::size_t i = 0; i < repeats; ++i) {
        run();
        bench::clobber_memory();
      }
    });
  }

  void compare(const std::string& name, Run dash, Run raw)
  {
    const auto seconds = bench_.duel(repeated(std::move(dash)), repeated(std::move(raw)));
    const double elements = static_cast<double>(elements_ * repeats_ * dash::size());
    bench_.report(
        name, {{"type", type_}, {"per unit", elements_}}, seconds.rate(elements, bench::giga),
        "G/s", "std::vector", at_least_ratio(0.95));
  }

  bench::Bench& bench_;
  std::string type_;
  std::size_t elements_;
  std::size_t repeats_;  // number of times that a batch repeats short loops
  dash::Array<T> in_;
  dash::Array<T> out_;
  std::vector<T> raw_in_;
  std::vector<T> raw_out_;
};

/// Loops over the own elements of a matrix by coordinates, in all forms that programs use, and the
/// same loop over rows of native memory. Rows are short, so what a row costs shows.
template <template <class, dash::dim_t> class MatrixOf>
class LocalMatrixWork {
  using Flat = MatrixOf<double, 2>;
  using Deep = MatrixOf<double, 3>;

 public:
  LocalMatrixWork(bench::Bench& bench, std::string type)
      : bench_(bench),
        type_(std::move(type)),
        repeats_(bench.sized(64, 1)),
        flat_(rows * dash::size(), columns),
        deep_(rows * dash::size(), columns / depth, depth),
        raw_(rows * columns)
  {
    std::fill(flat_.lbegin(), flat_.lend(), 1.0);
    std::fill(deep_.lbegin(), deep_.lend(), 1.0);
    dash::barrier();
  }

  void loops()
  {
    auto& local = flat_.local;
    compare("local[i][j]", [&] { each2([&](long i, long j) { local[i][j] += 1; }); });
    compare("local(i, j)", [&] { each2([&](long i, long j) { local(i, j) += 1; }); });
    compare("row = local[i], row[j]", [&] {
      for (long i = 0; i < rows; ++i) {
        auto row = local[i];
        for (long j = 0; j < columns; ++j) row[j] += 1;
      }
    });
    compare("view = local.rows(…), view[i][j]", [&] {
      auto view = local.rows(0, rows);
      each2([&](long i, long j) { view[i][j] += 1; });
    });
    compare("block = local.block(0), block(i, j)", [&] {
      auto block = local.block(0);
      each2([&](long i, long j) { block(i, j) += 1; });
    });
    compare("local.mdspan()(i, j)", [&] {
      const auto span = local.mdspan();
      each2([&](long i, long j) { span(i, j) += 1; });
    });
    compare("lbegin() to lend()", [&] {
      for (double* x = flat_.lbegin(); x != flat_.lend(); ++x) *x += 1;
    });
    compare("local[i][j][k]", [&] {
      each3([&](long i, long j, long k) { deep_.local[i][j][k] += 1; });
    });
    compare("local(i, j, k)", [&] {
      each3([&](long i, long j, long k) { deep_.local(i, j, k) += 1; });
    });
  }

 private:
  static constexpr long rows = 256;
  static constexpr long columns = 256;
  static constexpr long depth = 64;

  template <class F>
  static void each2(F f)
  {
    for (long i = 0; i < rows; ++i) {
      for (long j = 0; j < columns; ++j) f(i, j);
    }
  }
  template <class F>
  static void each3(F f)
  {
    for (long i = 0; i < rows; ++i) {
      for (long j = 0; j < columns / depth; ++j) {
        for (long k = 0; k < depth; ++k) f(i, j, k);
      }
    }
  }

  template <class Loop>
  bench::Body repeated(Loop loop) const
  {
    return by_all([loop, repeats = repeats_] {
      for (std::size_t i = 0; i < repeats; ++i) {
        loop();
        bench::clobber_memory();
      }
    });
  }

  template <class Loop>
  void compare(const std::string& form, Loop loop)
  {
    const auto raw = [data = raw_.data()] {
      each2([data](long i, long j) { data[i * columns + j] += 1; });
    };
    const auto seconds = bench_.duel(repeated(loop), repeated(raw));
    const double elements =
        static_cast<double>(rows * columns) * static_cast<double>(repeats_ * dash::size());
    bench_.report(
        form, {{"type", type_}, {"per unit", static_cast<std::size_t>(rows * columns)}},
        seconds.rate(elements, bench::giga), "G/s", "T* with row stride", at_least_ratio(0.95));
  }

  bench::Bench& bench_;
  std::string type_;
  std::size_t repeats_;
  Flat flat_;
  Deep deep_;
  std::vector<double> raw_;
};

template <class T, dash::dim_t N>
using Canonical = dash::NArray<T, N>;
template <class T, dash::dim_t N>
using Tiled = dash::Matrix<T, N>;

template <class T>
void measure_type(bench::Bench& bench, const std::string& type)
{
  for (const std::size_t elements : bench.sizes({1 << 20}, 1 << 10)) {
    LocalWork<T> large(bench, type, elements);
    large.loops_by_range();
    large.loops_by_index();
    large.algorithms();
  }
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
    LocalMatrixWork<Canonical>(bench, "NArray").loops();
    LocalMatrixWork<Tiled>(bench, "Matrix").loops();
  });
}
