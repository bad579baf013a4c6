#include <dash/Algorithm.h>
#include <dash/algorithm/NthElement.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Rotate.h>
#include <dash/algorithm/Unique.h>

#include <numeric>
#include <ranges>

#include "containers/model_array.h"
#include "containers/steps.h"

namespace dash::stress {
namespace {

/// Ranges of an array and of its model, and the numbers to choose parameters from.
template <class Array>
struct Operation {
  using T = typename Array::value_type;

  Random& random;
  ModelArray<Array>& data;
  Positions at;

  auto begin() const { return data.array.begin() + at.first; }
  auto end() const { return data.array.begin() + at.last(); }
  auto model_begin() const { return data.model.begin() + at.first; }
  auto model_end() const { return data.model.begin() + at.last(); }

  template <class Iterator>
  void expect_position(const char* name, Iterator found, typename std::vector<T>::iterator model)
  {
    const auto position = static_cast<std::ptrdiff_t>(found - data.array.begin());
    require(
        position == model - data.model.begin(), name, " on ", data.describe(), ": position ",
        position, " in place of ", model - data.model.begin());
  }
  template <class Value>
  void expect_value(const char* name, const Value& found, const Value& model)
  {
    require(found == model, name, " on ", data.describe(), ": ", found, " in place of ", model);
  }
};

struct IsOdd {
  template <class T>
  bool operator()(const T& value) const
  {
    return static_cast<long>(value) % 2 != 0;
  }
};

/// The name of the last operation, for reports.
template <class Array>
const char* change(Operation<Array>& op)
{
  using T = typename Array::value_type;
  Random& random = op.random;
  const T value = static_cast<T>(random.below(7));
  switch (random.below(14)) {
    case 0:
      dash::fill(op.begin(), op.end(), value);
      std::fill(op.model_begin(), op.model_end(), value);
      return "fill";
    case 1: {
      const auto from_index = [value](std::ptrdiff_t i) { return static_cast<T>(i % 50) + value; };
      dash::generate_with_index(op.begin(), op.end(), from_index);
      for (std::ptrdiff_t i = op.at.first; i < op.at.last(); ++i) {
        op.data.model[static_cast<std::size_t>(i)] = from_index(i);
      }
      return "generate_with_index";
    }
    case 2:
      dash::iota(op.begin(), op.end(), value);
      std::iota(op.model_begin(), op.model_end(), value);
      return "iota";
    case 3:
      dash::replace_if(op.begin(), op.end(), IsOdd{}, value);
      std::replace_if(op.model_begin(), op.model_end(), IsOdd{}, value);
      return "replace_if";
    case 4:
      dash::transform(op.begin(), op.end(), op.begin(), std::negate<T>{});
      std::transform(op.model_begin(), op.model_end(), op.model_begin(), std::negate<T>{});
      return "transform";
    case 5:
      dash::sort(op.begin(), op.end());
      std::sort(op.model_begin(), op.model_end());
      return "sort";
    case 6:
      dash::sort(op.begin(), op.end(), std::greater<T>{});
      std::sort(op.model_begin(), op.model_end(), std::greater<T>{});
      return "sort, descending";
    case 7:
      dash::reverse(op.begin(), op.end());
      std::reverse(op.model_begin(), op.model_end());
      return "reverse";
    case 8: {
      const auto by =
          static_cast<std::ptrdiff_t>(random.below(static_cast<std::size_t>(op.at.count) + 1));
      const auto found = dash::rotate(op.begin(), op.begin() + by, op.end());
      const auto model = std::rotate(op.model_begin(), op.model_begin() + by, op.model_end());
      op.expect_position("rotate", found, model);
      return "rotate";
    }
    case 9: {
      const auto found = dash::partition(op.begin(), op.end(), IsOdd{});
      const auto model = std::stable_partition(op.model_begin(), op.model_end(), IsOdd{});
      op.expect_position("partition", found, model);
      return "partition";
    }
    case 10: {
      const auto found = dash::unique(op.begin(), op.end());
      const auto model = std::unique(op.model_begin(), op.model_end());
      op.expect_position("unique", found, model);
      // What lies behind the end is unspecified.
      dash::fill(found, op.end(), T{});
      std::fill(model, op.model_end(), T{});
      return "unique";
    }
    case 11:
      dash::inclusive_scan(op.begin(), op.end(), op.begin());
      std::inclusive_scan(op.model_begin(), op.model_end(), op.model_begin());
      return "inclusive_scan";
    case 12:
      dash::exclusive_scan(op.begin(), op.end(), op.begin(), value);
      std::exclusive_scan(op.model_begin(), op.model_end(), op.model_begin(), value);
      return "exclusive_scan";
    default:
      dash::adjacent_difference(op.begin(), op.end(), op.begin());
      std::adjacent_difference(op.model_begin(), op.model_end(), op.model_begin());
      return "adjacent_difference";
  }
}

template <class Array>
void ask(Operation<Array>& op)
{
  using T = typename Array::value_type;
  const T value = static_cast<T>(op.random.below(7));
  const auto begin = op.begin(), end = op.end();
  const auto model_begin = op.model_begin(), model_end = op.model_end();
  switch (op.random.below(10)) {
    case 0:
      return op.expect_value(
          "reduce", dash::reduce(begin, end, value),
          std::accumulate(model_begin, model_end, value));
    case 1:
      return op.expect_value(
          "count_if", dash::count_if(begin, end, IsOdd{}),
          static_cast<std::ptrdiff_t>(std::count_if(model_begin, model_end, IsOdd{})));
    case 2:
      return op.expect_position(
          "find", dash::find(begin, end, value), std::find(model_begin, model_end, value));
    case 3:
      return op.expect_position(
          "min_element", dash::min_element(begin, end), std::min_element(model_begin, model_end));
    case 4:
      return op.expect_position(
          "max_element", dash::max_element(begin, end), std::max_element(model_begin, model_end));
    case 5:
      return op.expect_value(
          "any_of", dash::any_of(begin, end, IsOdd{}),
          std::any_of(model_begin, model_end, IsOdd{}));
    case 6:
      return op.expect_position(
          "is_sorted_until", dash::is_sorted_until(begin, end),
          std::is_sorted_until(model_begin, model_end));
    case 7: {
      // The sum of the squares of a large array exceeds the range of int.
      using Wide = std::common_type_t<T, std::int64_t>;
      const auto square = [](const T& x) { return Wide{x} * Wide{x}; };
      return op.expect_value(
          "transform_reduce",
          dash::transform_reduce(begin, end, Wide{value}, std::plus<>{}, square),
          std::transform_reduce(model_begin, model_end, Wide{value}, std::plus<>{}, square));
    }
    case 8: {
      const auto twice = [](const T& x) { return x + x; };
      const auto some = std::views::drop(op.at.first) | std::views::take(op.at.count);
      const T found = dash::reduce(op.data.array | some | std::views::transform(twice), T{});
      return op.expect_value(
          "reduce of a view", found, 2 * std::accumulate(model_begin, model_end, T{}));
    }
    default: {
      const auto some = std::views::reverse | std::views::drop(op.at.first);
      const auto found = dash::count(op.data.array | some, value);
      const auto model =
          std::count(op.data.model.begin(), op.data.model.end() - op.at.first, value);
      return op.expect_value("count in a view", found, static_cast<std::ptrdiff_t>(model));
    }
  }
}

template <class Array>
void steps_on(Random& random, dash::Team& team)
{
  using T = typename Array::value_type;
  const std::size_t most = random.one_in(6) ? 30'000 : 500;
  const std::size_t size = random.size(most);
  begin_step("an array of " + std::to_string(size) + " elements");
  ModelArray<Array> data(random, size, team);
  for (std::size_t k = random.below(12); k > 0; --k) {
    Operation<Array> op{random, data, Positions(random, size)};
    begin_step(
        "positions " + std::to_string(op.at.first) + " to " + std::to_string(op.at.last()) +
        " of " + data.describe());
    if (random.one_in(2)) {
      ask(op);
      continue;
    }
    const std::vector<T> before = data.model;
    const char* const name = change(op);
    if (before != data.model && model_forgets()) data.model = before;
    data.check(name);
    // Sums stay exact.
    for (auto& value : data.model) value = static_cast<int>(value) % 1000;
    data.write_model();
  }
}

}  // namespace

void array_steps(Random& random, dash::Team& team)
{
  switch (random.below(3)) {
    case 0:
      return steps_on<dash::Array<int>>(random, team);
    case 1:
      return steps_on<dash::Array<double>>(random, team);
    default:
      return steps_on<CsrArray<int>>(random, team);
  }
}

}  // namespace dash::stress
