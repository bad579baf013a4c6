#include <dash/Array.h>
#include <dash/algorithm/BinarySearch.h>
#include <dash/algorithm/Includes.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/SetOperations.h>
#include <dash/algorithm/Sort.h>

#include <algorithm>

#include "algorithms/operations.h"
#include "algorithms/ranges.h"
#include "algorithms/steps.h"

namespace dash::stress {
namespace {

/// What sorts the ranges.
template <class Less, class A, class B, class Out>
struct Sorted {
  Random& random;
  const std::string& text;  ///< what describes the ranges
  Less less;
  A a;
  B b;
  Out out;
};

/// Calls an algorithm that writes what two ranges give together.
template <class S, class Global, class Serial>
const char* joins(const char* name, const S& s, Global global, Serial serial)
{
  begin_step(name + (" on " + s.text));
  same_result(
      name, s.out,
      [&] { return global(s.a.first, s.a.last, s.b.first, s.b.last, s.out.first, s.less); },
      [&] {
        return serial(
            s.a.model_first, s.a.model_last, s.b.model_first, s.b.model_last, s.out.model_first,
            s.less);
      });
  return name;
}

/// Calls an algorithm that answers for one value.
template <class S, class Global, class Serial>
const char* answers(const char* name, const S& s, Global global, Serial serial)
{
  begin_step(name + (" on " + s.text));
  const int value = static_cast<int>(s.random.below(2000)) - 1000;
  same_result(
      name, s.a, [&] { return global(s.a.first, s.a.last, value, s.less); },
      [&] { return serial(s.a.model_first, s.a.model_last, value, s.less); });
  return name;
}

/// Calls an algorithm that answers for each key, which need not be sorted, with a number.
template <class S, class Global, class Serial>
const char* answers_all(const char* name, const S& s, Global global, Serial serial)
{
  begin_step(name + (" on " + s.text));
  const auto keys = s.b;
  const auto end = global(s.a.first, s.a.last, keys.first, keys.last, s.out.first, s.less);
  require(end - s.out.first == keys.size(), name, " ends at another position");
  std::transform(keys.model_first, keys.model_last, s.out.model_first, [&](int key) {
    return static_cast<int>(
        meaning(s.a.model_first, serial(s.a.model_first, s.a.model_last, key, s.less)));
  });
  return name;
}

// Compares an algorithm of dash with that of std in one of these ways.
#define COMPARE(algorithm, how)                                           \
  how(                                                                    \
      #algorithm, s, [](auto... all) { return dash::algorithm(all...); }, \
      [](auto... all) { return std::algorithm(all...); })

template <class S>
const char* any_step(const S& s)
{
  switch (s.random.below(13)) {
    case 0:
      return COMPARE(set_union, joins);
    case 1:
      return COMPARE(set_intersection, joins);
    case 2:
      return COMPARE(set_difference, joins);
    case 3:
      return COMPARE(set_symmetric_difference, joins);
    case 4: {
      begin_step("includes on " + s.text);
      same_result(
          "includes", s.a,
          [&] { return dash::includes(s.a.first, s.a.last, s.b.first, s.b.last, s.less); },
          [&] {
            return std::includes(
                s.a.model_first, s.a.model_last, s.b.model_first, s.b.model_last, s.less);
          });
      return "includes";
    }
    case 5:
      return COMPARE(lower_bound, answers);
    case 6:
      return COMPARE(upper_bound, answers);
    case 7:
      return COMPARE(equal_range, answers);
    case 8:
      return COMPARE(binary_search, answers);
    case 9:
      return COMPARE(lower_bound, answers_all);
    case 10:
      return COMPARE(upper_bound, answers_all);
    case 11:
      return COMPARE(binary_search, answers_all);
    default:
      return COMPARE(merge, joins);
  }
}

/// Sorts a range of a model by the order, and assigns it to the array.
template <class Less, class Array>
void sort_model(ModelArray<Array>& data, const Positions& at, Less less)
{
  std::stable_sort(data.model.begin() + at.first, data.model.begin() + at.last(), less);
  data.write_model();
}

template <class Less, class A, class B, class Out>
void steps_in_order(
    Random& random, Less less, ModelArray<A>& a, ModelArray<B>& b, ModelArray<Out>& out)
{
  const Positions at_a(random, a.model.size()), at_b(random, b.model.size());
  Positions at_out(random, 1);
  at_out.count = at_a.count + at_b.count;
  at_out.first = any_position(random, static_cast<std::ptrdiff_t>(out.model.size()) - at_out.count);
  sort_model(a, at_a, less);
  sort_model(b, at_b, less);
  const std::string text = describe(at_a) + " of " + a.describe() + ", " + describe(at_b) + " of " +
                           b.describe() + ", to " + describe(at_out) + " of " + out.describe();
  const Sorted s{random, text, less, range_of(a, at_a), range_of(b, at_b), range_of(out, at_out)};
  const char* const name = any_step(s);
  a.check(name);
  b.check(name);
  out.check(name);
}

template <class A, class B>
void steps_on(Random& random, dash::Team& team)
{
  const std::size_t size_a = any_size(random), size_b = any_size(random);
  ModelArray<A> a(random, size_a, team);
  ModelArray<B> b(random, size_b, team), out(random, size_a + size_b + random.size(100), team);
  for (std::size_t k = random.below(8); k > 0; --k) {
    if (random.one_in(3)) {
      steps_in_order(random, LessRemainder{1 + static_cast<int>(random.below(50))}, a, b, out);
    } else {
      steps_in_order(random, std::less<int>{}, a, b, out);
    }
  }
}

}  // namespace

void sorted_ranges_steps(Random& random, dash::Team& team)
{
  using Csr = CsrArray<int>;
  using Dealt = dash::Array<int>;
  random.one_in(4) ? steps_on<Csr, Dealt>(random, team) : steps_on<Dealt, Dealt>(random, team);
}

}  // namespace dash::stress
