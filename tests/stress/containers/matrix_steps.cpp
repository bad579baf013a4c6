#include <dash/Algorithm.h>
#include <dash/algorithm/Transpose.h>

#include <numeric>

#include "containers/model_matrix.h"
#include "containers/steps.h"

namespace dash::stress {
namespace {

template <class Pattern>
const char* change_box(Random& random, ModelMatrix<Pattern>& data)
{
  const AnyBox box(random, data.extents);
  begin_step(
      "box at " + std::to_string(box.offsets[0]) + "," + std::to_string(box.offsets[1]) + " of " +
      std::to_string(box.sizes[0]) + "x" + std::to_string(box.sizes[1]) + " of " + data.describe());
  auto view = data.matrix.submatrix(box.offsets, box.sizes);
  const auto model = [&](Index i, Index j) -> int& {
    return data.at_model(box.offsets[0] + i, box.offsets[1] + j);
  };
  const int value = static_cast<int>(random.below(100));
  const std::size_t unit = random.below(data.matrix.team().size());
  const bool is_unit = static_cast<std::size_t>(data.matrix.team().myid().id) == unit;
  switch (random.below(6)) {
    case 0:
      dash::fill(view, value);
      box.for_each([&](Index i, Index j) { model(i, j) = value; });
      return "fill";
    case 1:
      dash::transform(view.begin(), view.end(), view.begin(), std::negate<int>{});
      box.for_each([&](Index i, Index j) { model(i, j) = -model(i, j); });
      return "transform";
    case 2: {
      std::vector<int> local(box.size());
      std::iota(local.begin(), local.end(), value);
      box.for_each([&](Index i, Index j) {
        model(i, j) =
            local[static_cast<std::size_t>(i) * box.sizes[1] + static_cast<std::size_t>(j)];
      });
      if (is_unit) dash::copy(dash::MdSpan<int, 2>(local.data(), box.sizes), view);
      return "copy from local memory";
    }
    case 3: {
      int sum = 0;
      box.for_each([&](Index i, Index j) { sum += model(i, j); });
      const int found = dash::reduce(view.begin(), view.end(), 0);
      require(found == sum, "reduce of a box of ", data.describe(), " is wrong");
      return "reduce";
    }
    case 4: {
      const Index row = static_cast<Index>(random.below(data.extents[0]));
      std::vector<int> sorted(data.extents[1]);
      for (std::size_t j = 0; j < sorted.size(); ++j) {
        sorted[j] = data.at_model(row, static_cast<Index>(j));
      }
      std::sort(sorted.begin(), sorted.end());
      for (std::size_t j = 0; j < sorted.size(); ++j) {
        data.at_model(row, static_cast<Index>(j)) = sorted[j];
      }
      auto elements = data.matrix.row(row);
      dash::sort(elements.begin(), elements.end());
      return "sort of a row";
    }
    default:
      if (is_unit) {
        for (std::size_t k = 0; k < box.sizes[0]; ++k) {
          data.matrix.at(box.offsets[0] + static_cast<Index>(k), box.offsets[1]) = value;
        }
      }
      for (std::size_t k = 0; k < box.sizes[0]; ++k) model(static_cast<Index>(k), 0) = value;
      return "assignment";
  }
}

template <class Pattern>
void boxes_of(Random& random, const Extents& extents, dash::Team& team)
{
  ModelMatrix<Pattern> data(random, extents, team);
  for (std::size_t k = random.below(8); k > 0; --k) {
    const char* const name = change_box(random, data);
    data.check(random, name);
  }
}

/// A box of a matrix becomes a box of another, and a matrix is transposed.
template <class From, class To>
void move_between(Random& random, const Extents& extents, dash::Team& team)
{
  ModelMatrix<From> from(random, extents, team);
  const Extents other{extents[1], extents[0]};
  ModelMatrix<To> to(random, other, team);
  begin_step("transpose from " + from.describe() + " to " + to.describe());
  dash::transpose(from.matrix, to.matrix);
  for (std::size_t i = 0; i < extents[0]; ++i) {
    for (std::size_t j = 0; j < extents[1]; ++j) {
      const auto row = static_cast<Index>(i), col = static_cast<Index>(j);
      to.at_model(col, row) = from.at_model(row, col);
    }
  }
  to.check(random, "transpose");
  const Extents most{std::min(extents[0], extents[1]), std::min(extents[0], extents[1])};
  AnyBox source(random, most), target(random, most);
  for (std::size_t d = 0; d < 2; ++d) {
    source.sizes[d] = target.sizes[d] = std::min(source.sizes[d], target.sizes[d]);
  }
  begin_step("copy between boxes, from " + from.describe() + " to " + to.describe());
  dash::copy(
      from.matrix.submatrix(source.offsets, source.sizes),
      to.matrix.submatrix(target.offsets, target.sizes));
  source.for_each([&](Index i, Index j) {
    to.at_model(target.offsets[0] + i, target.offsets[1] + j) =
        from.at_model(source.offsets[0] + i, source.offsets[1] + j);
  });
  to.check(random, "copy");
  from.check(random, "copy (source)");
}

}  // namespace

void matrix_steps(Random& random, dash::Team& team)
{
  const std::size_t most = random.one_in(6) ? 200 : 30;
  const std::size_t rows = 1 + random.size(most);
  const std::size_t cols = 1 + random.size(most);
  const Extents extents{rows, cols};
  begin_step("matrix of " + std::to_string(rows) + "x" + std::to_string(cols));
  using Blocks = dash::BlockPattern<2>;
  using Columns = dash::BlockPattern<2, dash::COL_MAJOR>;
  using Tiles = dash::TilePattern<2>;
  using Diagonals = dash::ShiftTilePattern<2>;
  switch (random.below(6)) {
    case 0:
      return boxes_of<Blocks>(random, extents, team);
    case 1:
      return boxes_of<Columns>(random, extents, team);
    case 2:
      return boxes_of<Tiles>(random, extents, team);
    case 3: {
      const std::size_t unit = 6 * team.size();
      const std::size_t down = random.between(1, 3), across = random.between(1, 3);
      return boxes_of<Diagonals>(random, {unit * down, unit * across}, team);
    }
    case 4:
      return move_between<Blocks, Tiles>(random, extents, team);
    default:
      return move_between<Tiles, Columns>(random, extents, team);
  }
}

}  // namespace dash::stress
