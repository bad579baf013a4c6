#include "algorithms/several_ranges.h"

#include <dash/Array.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Gather.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "algorithms/steps.h"

namespace dash::stress {
namespace {

using several_ranges::any_step;

/// One unit copies by itself.
template <class A, class B>
void copy_by_one(Random& random, ModelArray<A>& from, ModelArray<B>& to)
{
  const Positions at(random, std::min(from.model.size(), to.model.size()));
  const Positions at_to = elsewhere(random, at, to);
  begin_step(
      "copy from " + describe(at) + " of " + from.describe() + ", to " + describe(at_to) + " of " +
      to.describe());
  const auto in = range_of(from, at);
  const auto out = range_of(to, at_to);
  const std::size_t unit = random.below(from.array.team().size());
  const bool is_later = random.one_in(2);
  from.array.barrier();
  if (static_cast<std::size_t>(from.array.team().myid().id) == unit) {
    if (is_later) {
      dash::copy_async(in.first, in.last, out.first).wait();
    } else {
      dash::copy(in.first, in.last, out.first);
    }
  }
  std::copy(in.model_first, in.model_last, out.model_first);
  to.check("copy");
}

template <class A, class B>
void steps_on(Random& random, dash::Team& team)
{
  const std::size_t size = any_size(random);
  ModelArray<A> a(random, size, team);
  ModelArray<B> b(random, size + random.size(100), team), c(random, size + random.size(100), team);
  for (std::size_t k = random.below(8); k > 0; --k) {
    if (random.one_in(8)) copy_by_one(random, a, b);
    const Positions at(random, size);
    const Positions at_b = elsewhere(random, at, b), at_c = elsewhere(random, at, c);
    // In both directions if the arrays have one type: each pair of types takes long to compile.
    const bool goes_back = std::is_same_v<A, B> && random.one_in(3);
    const std::string text = describe(at) + (goes_back ? ", backwards, of " : " of ") +
                             a.describe() + ", " + describe(at_b) + " of " + b.describe() +
                             ", to " + describe(at_c) + " of " + c.describe();
    const auto in = range_of(a, at);
    const auto other = range_of(b, at_b), out = range_of(c, at_c);
    const char* name = nullptr;
    if constexpr (std::is_same_v<A, B>) {
      if (goes_back) name = any_step(random, backwards(in), other, out, text);
    }
    if (name == nullptr) name = any_step(random, in, other, out, text);
    a.check(name);
    for (auto* data : {&b, &c}) {
      data->check(name);
      for (auto& value : data->model) value %= 1000;
      data->write_model();
    }
  }
}

/// Elements move by an array of positions, and back.
void permute(Random& random, dash::Team& team)
{
  const std::size_t size = any_size(random);
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

}  // namespace

void several_ranges_steps(Random& random, dash::Team& team)
{
  using Csr = CsrArray<int>;
  using Dealt = dash::Array<int>;
  switch (random.below(4)) {
    case 0:
      return permute(random, team);
    case 1:
      return steps_on<Csr, Dealt>(random, team);
    default:
      return steps_on<Dealt, Dealt>(random, team);
  }
}

}  // namespace dash::stress
