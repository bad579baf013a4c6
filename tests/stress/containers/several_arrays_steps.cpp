#include <dash/Algorithm.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Gather.h>
#include <dash/algorithm/SwapRanges.h>

#include <numeric>

#include "containers/model_array.h"
#include "containers/steps.h"

namespace dash::stress {
namespace {

/// Two ranges of the same length.
struct TwoPositions {
  TwoPositions(Random& random, std::size_t size_a, std::size_t size_b) : a(random, size_a)
  {
    a.count = std::min(a.count, static_cast<std::ptrdiff_t>(size_b));
    b = static_cast<std::ptrdiff_t>(random.below(size_b - static_cast<std::size_t>(a.count) + 1));
  }
  Positions a;
  std::ptrdiff_t b;
};

template <class A, class B>
const char* step(Random& random, ModelArray<A>& a, ModelArray<B>& b)
{
  const TwoPositions at(random, a.model.size(), b.model.size());
  begin_step(
      "positions " + std::to_string(at.a.first) + " to " + std::to_string(at.a.last()) + " of " +
      a.describe() + ", and from " + std::to_string(at.b) + " of " + b.describe());
  const auto first = a.array.begin() + at.a.first, last = a.array.begin() + at.a.last();
  const auto other = b.array.begin() + at.b;
  const auto model_first = a.model.begin() + at.a.first, model_last = a.model.begin() + at.a.last();
  const auto model_other = b.model.begin() + at.b;
  switch (random.below(8)) {
    case 0:
      dash::transform(first, last, other, std::negate<int>{});
      std::transform(model_first, model_last, model_other, std::negate<int>{});
      return "transform";
    case 1:
      dash::transform(first, last, other, other, std::plus<int>{});
      std::transform(model_first, model_last, model_other, model_other, std::plus<int>{});
      return "transform of two ranges";
    case 2:
      dash::swap_ranges(first, last, other);
      std::swap_ranges(model_first, model_last, model_other);
      return "swap_ranges";
    case 3: {
      const auto is_odd = [](int value) { return value % 2 != 0; };
      const auto end = dash::copy_if(first, last, other, is_odd);
      const auto model_end = std::copy_if(model_first, model_last, model_other, is_odd);
      require(end - other == model_end - model_other, "copy_if ends at another position");
      return "copy_if";
    }
    case 4:
      dash::inclusive_scan(first, last, other);
      std::inclusive_scan(model_first, model_last, model_other);
      return "inclusive_scan";
    case 5: {
      const auto [found_a, found_b] = dash::mismatch(first, last, other);
      const auto model = std::mismatch(model_first, model_last, model_other);
      require(
          found_a - first == model.first - model_first &&
              found_b - other == model.second - model_other,
          "mismatch on ", a.describe(), " and ", b.describe(), " finds another position");
      return "mismatch";
    }
    case 6: {
      // The sum of the products of large arrays exceeds the range of int.
      const auto product = dash::inner_product(first, last, other, std::int64_t{3});
      require(
          product == std::inner_product(model_first, model_last, model_other, std::int64_t{3}),
          "inner_product on ", a.describe(), " and ", b.describe(), " is wrong");
      return "inner_product";
    }
    default: {
      // One unit copies by itself.
      const std::size_t unit = random.below(a.array.team().size());
      a.array.barrier();
      if (static_cast<std::size_t>(a.array.team().myid().id) == unit) {
        if (random.one_in(2)) {
          dash::copy(first, last, other);
        } else {
          dash::copy_async(first, last, other).wait();
        }
      } else {
        random.below(2);
      }
      std::copy(model_first, model_last, model_other);
      return "copy";
    }
  }
}

/// Elements move by an array of positions, and back.
void permute(Random& random, dash::Team& team)
{
  const std::size_t size = random.size(300);
  begin_step("gather and scatter " + std::to_string(size) + " elements");
  ModelArray<dash::Array<int>> map(random, size, team), from(random, size, team),
      to(random, size, team);
  std::iota(map.model.begin(), map.model.end(), 0);
  for (std::size_t i = size; i > 1; --i) std::swap(map.model[i - 1], map.model[random.below(i)]);
  map.write_model();
  dash::gather(map.array.begin(), map.array.end(), from.array.begin(), to.array.begin());
  for (std::size_t i = 0; i < size; ++i) {
    to.model[i] = from.model[static_cast<std::size_t>(map.model[i])];
  }
  to.check("gather");
  dash::scatter(from.array.begin(), from.array.end(), map.array.begin(), to.array.begin());
  for (std::size_t i = 0; i < size; ++i) {
    to.model[static_cast<std::size_t>(map.model[i])] = from.model[i];
  }
  to.check("scatter");
}

template <class A, class B>
void steps_on(Random& random, dash::Team& team)
{
  const std::size_t most = random.one_in(6) ? 20'000 : 400;
  const std::size_t size_a = random.size(most);
  const std::size_t size_b = random.size(most);
  begin_step("arrays of " + std::to_string(size_a) + " and " + std::to_string(size_b));
  ModelArray<A> a(random, size_a, team);
  ModelArray<B> b(random, size_b, team);
  for (std::size_t k = random.below(8); k > 0; --k) {
    const char* const name = step(random, a, b);
    a.check(name);
    b.check(name);
    for (auto& value : b.model) value %= 1000;
    b.write_model();
  }
}

}  // namespace

void several_arrays_steps(Random& random, dash::Team& team)
{
  switch (random.below(4)) {
    case 0:
      return steps_on<CsrArray<int>, dash::Array<int>>(random, team);
    case 1:
      return permute(random, team);
    default:
      return steps_on<dash::Array<int>, dash::Array<int>>(random, team);
  }
}

}  // namespace dash::stress
