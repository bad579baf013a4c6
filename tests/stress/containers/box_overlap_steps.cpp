#include <dash/Exception.h>
#include <dash/algorithm/CopyView.h>
#include <dash/algorithm/SUMMA.h>
#include <dash/algorithm/Transpose.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "containers/model_matrix.h"
#include "containers/steps.h"

namespace dash::stress {
namespace {

bool has_common(const AnyBox& a, const AnyBox& b)
{
  for (std::size_t d = 0; d < 2; ++d) {
    const Index begin = std::max(a.offsets[d], b.offsets[d]);
    const Index end = std::min(
        a.offsets[d] + static_cast<Index>(a.sizes[d]),
        b.offsets[d] + static_cast<Index>(b.sizes[d]));
    if (begin >= end) return false;
  }
  return true;
}

std::string describe(const AnyBox& box)
{
  std::string text;
  for (std::size_t d = 0; d < 2; ++d)
    text += (d == 0 ? "" : ", ") + std::to_string(box.sizes[d]) + " from " +
            std::to_string(box.offsets[d]);
  return text;
}

/// A place for a box of these extents, often near another box.
AnyBox place_beside(Random& random, const AnyBox& box, const Extents& sizes, const Extents& extents)
{
  AnyBox place = any_place(random, sizes, extents);
  if (random.one_in(3)) return place;
  for (std::size_t d = 0; d < 2; ++d) {
    const Index last = static_cast<Index>(extents[d] - sizes[d]);
    const Index shift = static_cast<Index>(random.below(5)) - 2;
    place.offsets[d] = std::clamp<Index>(box.offsets[d] + shift, 0, last);
  }
  return place;
}

/// A box of a matrix becomes another one of it, as a copy or transposed. It is refused exactly if
/// both have elements in common, unless a box is copied to itself.
template <class Pattern>
const char* move_within(Random& random, ModelMatrix<Pattern>& data)
{
  const bool transposes = random.one_in(2);
  const char* const name = transposes ? "transpose" : "copy";
  AnyBox from(random, data.extents);
  for (std::size_t& size : from.sizes)
    size = std::min(size, 1 + std::min(data.extents[0], data.extents[1]) / 2);
  Extents sizes = from.sizes;
  if (transposes) std::swap(sizes[0], sizes[1]);
  const AnyBox to = place_beside(random, from, sizes, data.extents);
  begin_step(
      std::string(name) + " of the box of " + describe(from) + " to that of " + describe(to) +
      " of " + data.describe());
  const auto source = data.matrix.submatrix(from.offsets, from.sizes);
  auto target = data.matrix.submatrix(to.offsets, to.sizes);
  const bool is_refused = refuses<dash::exception::InvalidArgument>(
      [&] { transposes ? dash::transpose(source, target) : dash::copy(source, target); });
  const bool is_same = !transposes && from.offsets == to.offsets;
  require(
      is_refused == (has_common(from, to) && !is_same), name,
      is_refused ? " is refused" : " is not refused");
  if (is_refused) return name;
  from.for_each([&](Index i, Index j) {
    const Index row = to.offsets[0] + (transposes ? j : i);
    const Index col = to.offsets[1] + (transposes ? i : j);
    data.at_model(row, col) = data.at_model(from.offsets[0] + i, from.offsets[1] + j);
  });
  return name;
}

/// The product of two boxes of a matrix is added to a third one of it, which is refused exactly if
/// that has elements of a factor.
template <class Pattern>
const char* multiply_within(Random& random, ModelMatrix<Pattern>& data)
{
  const std::size_t most = 1 + std::min({data.extents[0], data.extents[1], std::size_t{20}}) / 2;
  const std::size_t rows = random.between(1, most), depth = random.between(1, most);
  const std::size_t columns = random.between(1, most);
  const AnyBox a = any_place(random, {rows, depth}, data.extents);
  const AnyBox b = any_place(random, {depth, columns}, data.extents);
  const AnyBox c = any_place(random, {rows, columns}, data.extents);
  begin_step(
      "summa of the boxes of " + describe(a) + " and " + describe(b) + " to that of " +
      describe(c) + " of " + data.describe());
  const auto view = [&](const AnyBox& box) {
    return data.matrix.submatrix(box.offsets, box.sizes);
  };
  const bool is_refused =
      refuses<dash::exception::InvalidArgument>([&] { dash::summa(view(a), view(b), view(c)); });
  require(
      is_refused == (has_common(a, c) || has_common(b, c)), "summa",
      is_refused ? " is refused" : " is not refused");
  if (is_refused) return "summa";
  const auto element = [&](const AnyBox& box, Index i, Index j) -> int& {
    return data.at_model(box.offsets[0] + i, box.offsets[1] + j);
  };
  c.for_each([&](Index i, Index j) {
    for (Index k = 0; k < static_cast<Index>(depth); ++k)
      element(c, i, j) += element(a, i, k) * element(b, k, j);
  });
  return "summa";
}

template <class Pattern>
void steps_on(Random& random, dash::Team& team)
{
  const std::size_t most = random.one_in(6) ? 200 : 30;
  ModelMatrix<Pattern> data(random, {1 + random.size(most), 1 + random.size(most)}, team);
  for (std::size_t k = random.below(10); k > 0; --k) {
    const char* const name =
        random.one_in(3) ? multiply_within(random, data) : move_within(random, data);
    data.check(random, name);
    // Products stay exact.
    for (int& element : data.model) element %= 1000;
    data.write_model();
  }
}

}  // namespace

void box_overlap_steps(Random& random, dash::Team& team)
{
  random.one_in(2) ? steps_on<dash::BlockPattern<2>>(random, team)
                   : steps_on<dash::TilePattern<2>>(random, team);
}

}  // namespace dash::stress
