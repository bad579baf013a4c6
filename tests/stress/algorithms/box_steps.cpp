#include <dash/Array.h>

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/one_range.h"
#include "algorithms/several_ranges.h"
#include "algorithms/steps.h"
#include "containers/model_matrix.h"

namespace dash::stress {
namespace {

/// A box of a matrix as a range, with the same elements of the model in the order of the range.
template <class Pattern>
class ModelBox {
 public:
  using View = decltype(std::declval<MatrixOf<Pattern>&>().submatrix(Offsets{}, Extents{}));

  ModelBox(ModelMatrix<Pattern>& data, const AnyBox& box)
      : data_(data),
        box_(box),
        view_(data.matrix.submatrix(box.offsets, box.sizes))
  {
    for_each_element([this](int& element) { elements_.push_back(element); });
  }

  std::size_t size() const { return elements_.size(); }

  auto range(const Positions& at)
  {
    return Range{
        view_.begin() + at.first, view_.begin() + at.last(), elements_.begin() + at.first,
        elements_.begin() + at.last()};
  }

  /// Compares the matrix with its model, which gets the elements of the box first.
  void check(Random& random, const char* name)
  {
    auto next = elements_.begin();
    for_each_element([&](int& element) { element = *next++; });
    data_.check(random, name);
    // Sums stay exact.
    for (int& element : data_.model) element %= 1000;
    data_.write_model();
  }

  std::string describe() const
  {
    std::string text = "the box at";
    for (const auto offset : box_.offsets) text += " " + std::to_string(offset);
    text += " of extents";
    for (const auto size : box_.sizes) text += " " + std::to_string(size);
    return text + " of " + data_.describe();
  }

 private:
  template <class F>
  void for_each_element(F f)
  {
    constexpr bool by_rows = Pattern::memory_order() == dash::ROW_MAJOR;
    const std::size_t slow = by_rows ? 0 : 1, fast = 1 - slow;
    Offsets at{};
    for (at[slow] = 0; at[slow] < static_cast<Index>(box_.sizes[slow]); ++at[slow]) {
      for (at[fast] = 0; at[fast] < static_cast<Index>(box_.sizes[fast]); ++at[fast])
        f(data_.at_model(box_.offsets[0] + at[0], box_.offsets[1] + at[1]));
    }
  }

  ModelMatrix<Pattern>& data_;
  AnyBox box_;
  View view_;
  std::vector<int> elements_;
};

/// All positions of a range, or some.
Positions any_positions(Random& random, std::size_t size)
{
  Positions at(random, size);
  if (random.one_in(2)) {
    at.first = 0;
    at.count = static_cast<std::ptrdiff_t>(size);
  }
  return at;
}

Extents any_extents(Random& random)
{
  const std::size_t most = random.one_in(6) ? 300 : 30;
  return {1 + random.size(most), 1 + random.size(most)};
}

template <class Pattern>
void steps_on_box(Random& random, dash::Team& team)
{
  const Extents extents = any_extents(random);
  ModelMatrix<Pattern> data(random, extents, team);
  for (std::size_t k = random.below(8); k > 0; --k) {
    ModelBox<Pattern> box(data, AnyBox(random, extents));
    const Positions at = any_positions(random, box.size());
    const char* const name =
        one_range::any_step(random, box.range(at), describe(at) + " of " + box.describe());
    box.check(random, name);
  }
}

/// Boxes of equal extents of three matrices; the last two have the same type.
template <class A, class B>
void steps_on_boxes(Random& random, dash::Team& team)
{
  const Extents extents = any_extents(random);
  ModelMatrix<A> a(random, extents, team);
  ModelMatrix<B> b(random, extents, team), c(random, extents, team);
  for (std::size_t k = random.below(6); k > 0; --k) {
    const AnyBox box(random, extents);
    ModelBox<A> in(a, box);
    ModelBox<B> other(b, any_place(random, box.sizes, extents));
    ModelBox<B> out(c, any_place(random, box.sizes, extents));
    const Positions at = any_positions(random, in.size());
    const std::string text =
        describe(at) + " of " + in.describe() + ", " + other.describe() + ", to " + out.describe();
    const char* const name =
        several_ranges::any_step(random, in.range(at), other.range(at), out.range(at), text);
    in.check(random, name);
    other.check(random, name);
    out.check(random, name);
  }
}

}  // namespace

void box_steps(Random& random, dash::Team& team)
{
  using Blocks = dash::BlockPattern<2>;
  using Columns = dash::BlockPattern<2, dash::COL_MAJOR>;
  using Tiles = dash::TilePattern<2>;
  random.one_in(3) ? steps_on_box<Columns>(random, team)
                   : steps_on_boxes<Blocks, Tiles>(random, team);
}

}  // namespace dash::stress
