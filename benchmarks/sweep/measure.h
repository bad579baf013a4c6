#pragma once

/// \file
/// Measures all algorithms on elements of one type.

#include <dash/Exception.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "support/bench.h"
#include "sweep/cases.h"

namespace sweep {

/// Measures the algorithms of the table whose names were asked for, and reports them.
/// \param type  name of the elements
template <class T>
void measure(bench::Bench& bench, const std::string& type);

namespace detail {

/// On one unit. A call costs at most half a time more, or a microsecond, where that is most of it.
inline bench::Reach reach_beside(double raw, std::size_t elements)
{
  if (dash::size() > 1) return {};
  if (elements < 90'000) return bench::at_most_ratio(std::max(1.5, 1 + bench::micro / raw));
  return bench::at_most_ratio(1.1);
}

template <class T>
void require_same_results(const Case<T>& test, Ours<T>& ours, Theirs<T>& theirs)
{
  const double answer = test.ours(ours), expected = test.theirs(theirs);
  const auto is_same = [](const auto& a, const auto& b) { return contents(a) == contents(b); };
  bool is_right = std::abs(answer - expected) <= 1e-9 * std::abs(expected);
  if (test.effect != Effect::permutes) {
    is_right = is_right && is_same(ours.in, theirs.in) && is_same(ours.other, theirs.other) &&
               is_same(ours.out, theirs.out) && is_same(ours.keys, theirs.keys);
  }
  if (!is_right) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "dash::" << test.name << " has another result than the standard library");
  }
}

template <class T>
void measure_case(
    bench::Bench& bench, const Case<T>& test, const std::string& type, Ours<T>& ours,
    Theirs<T>& theirs)
{
  ours.reset();
  theirs.reset();
  require_same_results(test, ours, theirs);
  const auto n = static_cast<std::size_t>(ours.n);
  const bool changes = test.effect != Effect::reads;
  const std::size_t calls = changes ? 1 : std::max<std::size_t>(1, 20'000 / n);
  const auto body_of = [&](bench::Who who, const auto& call, auto& operands) {
    bench::Body body = bench::repeated(who, calls, [&] {
      bench::clobber_memory();
      bench::do_not_optimize(call(operands));
    });
    if (changes) body.prepare = [&] { operands.refill(); };
    return body;
  };
  const bench::Duel duel = bench
                               .duel(
                                   body_of(bench::Who::all, test.ours, ours),
                                   body_of(bench::Who::one, test.theirs, theirs))
                               .time(static_cast<double>(calls), bench::micro);
  bench.report(
      test.name, {{"type", type}, {"elements", n}}, duel, "us", "std",
      reach_beside(duel.raw * bench::micro, n));
}

}  // namespace detail

template <class T>
void measure(bench::Bench& bench, const std::string& type)
{
  for (const std::size_t n : bench.sizes({1'003, 100'003, 10'000'003}, 1'003)) {
    Ours<T> ours(n);
    Theirs<T> theirs(n);
    for (const Case<T>& test : all_cases<T>()) {
      if (bench.measures_case(test.name)) detail::measure_case(bench, test, type, ours, theirs);
    }
  }
}

extern template void measure<std::uint32_t>(bench::Bench&, const std::string&);
extern template void measure<double>(bench::Bench&, const std::string&);
extern template void measure<Record>(bench::Bench&, const std::string&);

}  // namespace sweep
