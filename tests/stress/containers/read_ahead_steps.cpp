#include <dash/Array.h>
#include <dash/iterator/ReadAhead.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "containers/model_array.h"
#include "containers/model_matrix.h"
#include "containers/steps.h"

namespace dash::stress {
namespace {

/// Some loops over a range, each of which may end early, against the elements that it has.
template <class Range, class T>
void loops(Random& random, Range&& range, const std::vector<T>& expected, const std::string& text)
{
  begin_step("read ahead of " + text);
  require(range.size() == expected.size(), "a range to read ahead has a wrong size");
  for (std::size_t k = random.between(1, 3); k > 0; --k) {
    const std::size_t most = random.one_in(2) ? expected.size() : random.below(expected.size() + 1);
    std::size_t i = 0;
    for (const T& element : range) {
      require(i < expected.size(), "a loop has more than ", i, " elements");
      require(element == expected[i], "element ", i, " reads as ", element);
      if (++i >= most) break;
    }
    require(i >= most, "a loop ends behind ", i, " elements");
  }
}

/// The units read parts of their own at the same time, and nobody writes.
template <class Array>
void read_array(Random& random, dash::Team& team)
{
  using T = typename Array::value_type;
  const std::size_t most = random.one_in(10) ? 300'000 : random.one_in(3) ? 30'000 : 500;
  ModelArray<Array> data(random, random.size(most), team);
  const RandomOfUnits seeds(random);
  Random own = seeds.of(static_cast<std::size_t>(team.myid().id));
  for (std::size_t k = random.between(1, 3); k > 0; --k) {
    const Positions at(own, data.model.size());
    const auto model = data.model.begin();
    const auto first = data.array.begin();
    loops(
        own, dash::read_ahead(first + at.first, first + at.last()),
        std::vector<T>(model + at.first, model + at.last()),
        "positions " + std::to_string(at.first) + " to " + std::to_string(at.last()) + " of " +
            data.describe());
  }
  data.check("read_ahead");
}

/// The same with boxes of a matrix, whose elements are in row-major order.
template <class Pattern>
void read_matrix(Random& random, dash::Team& team)
{
  const std::size_t most = random.one_in(6) ? 300 : 30;
  const Extents extents{1 + random.size(most), 1 + random.size(most)};
  ModelMatrix<Pattern> data(random, extents, team);
  const RandomOfUnits seeds(random);
  Random own = seeds.of(static_cast<std::size_t>(team.myid().id));
  for (std::size_t k = random.between(1, 3); k > 0; --k) {
    const AnyBox box(own, extents);
    std::vector<int> expected;
    box.for_each([&](Index i, Index j) {
      expected.push_back(data.at_model(box.offsets[0] + i, box.offsets[1] + j));
    });
    const auto view = data.matrix.submatrix(box.offsets, box.sizes);
    loops(
        own, dash::read_ahead(view.begin(), view.end()), expected,
        std::to_string(box.sizes[0]) + "x" + std::to_string(box.sizes[1]) + " elements of " +
            data.describe());
  }
  data.check(random, "read_ahead");
}

}  // namespace

void read_ahead_steps(Random& random, dash::Team& team)
{
  switch (random.below(5)) {
    case 0:
      return read_array<CsrArray<int>>(random, team);
    case 1:
      return read_matrix<dash::BlockPattern<2>>(random, team);
    case 2:
      return read_matrix<dash::TilePattern<2>>(random, team);
    case 3:
      return read_array<dash::Array<long double>>(random, team);
    default:
      return read_array<dash::Array<int>>(random, team);
  }
}

}  // namespace dash::stress
