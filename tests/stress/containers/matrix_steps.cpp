#include <dash/Algorithm.h>
#include <dash/Matrix.h>
#include <dash/MdSpan.h>
#include <dash/algorithm/CopyView.h>
#include <dash/algorithm/Transpose.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>

#include <array>
#include <numeric>
#include <sstream>

#include "containers/model_array.h"
#include "containers/steps.h"

namespace dash::stress {
namespace {

using Index = dash::default_index_t;
using Extents = std::array<std::size_t, 2>;
using Offsets = std::array<Index, 2>;

template <class Pattern>
using MatrixOf = dash::Matrix<int, 2, Index, Pattern>;

dash::Distribution any_distribution(Random& random)
{
  const std::size_t block = random.between(1, 9);
  switch (random.below(4)) {
    case 0:
      return dash::BLOCKED;
    case 1:
      return dash::CYCLIC;
    case 2:
      return dash::BLOCKCYCLIC(block);
    default:
      return dash::TILE(block);
  }
}

template <class Pattern>
Pattern any_pattern(Random& random, const Extents& extents, dash::Team& team)
{
  const dash::SizeSpec<2> size(extents);
  if constexpr (std::is_same_v<Pattern, dash::ShiftTilePattern<2>>) {
    static constexpr std::size_t tiles[] = {1, 2, 3, 6};  // extents are multiples of them
    const std::size_t rows = random.one_of(tiles), cols = random.one_of(tiles);
    return Pattern(
        size, {dash::TILE(rows), dash::TILE(cols)}, dash::TeamSpec<2>(team.size(), 1), team);
  } else {
    std::size_t rows = 1;
    for (std::size_t n = 1; n <= team.size(); ++n) {
      if (team.size() % n == 0 && random.one_in(2)) rows = n;
    }
    const dash::TeamSpec<2> grid(rows, team.size() / rows);
    if constexpr (std::is_same_v<Pattern, dash::TilePattern<2>>) {
      const std::size_t tile = random.between(1, 9), other = random.between(1, 9);
      return Pattern(size, {dash::TILE(tile), dash::TILE(other)}, grid, team);
    } else {
      const dash::Distribution a = any_distribution(random), b = any_distribution(random);
      return Pattern(size, {a, b}, grid, team);
    }
  }
}

/// A matrix with its model in row-major order.
template <class Pattern>
class ModelMatrix {
 public:
  ModelMatrix(Random& random, const Extents& extents_, dash::Team& team)
      : extents(extents_),
        matrix(any_pattern<Pattern>(random, extents, team)),
        model(random_values<int>(random, extents[0] * extents[1]))
  {
    std::vector<int> own;
    for (std::size_t i = 0; i < matrix.local_size(); ++i) {
      const auto at = matrix.pattern().coords(matrix.pattern().global(static_cast<Index>(i)));
      own.push_back(at_model(at[0], at[1]));
    }
    if (!own.empty()) {
      dart_memory_copy(matrix.lbegin(), own.data(), own.size() * sizeof(int));
    }
    matrix.barrier();
  }

  int& at_model(Index i, Index j)
  {
    return model[static_cast<std::size_t>(i) * extents[1] + static_cast<std::size_t>(j)];
  }

  void check(Random& random, const char* algorithm)
  {
    matrix.barrier();
    std::vector<int> all(model.size());
    dash::copy(matrix, dash::MdSpan<int, 2>(all.data(), extents));
    const auto wrong = std::mismatch(all.begin(), all.end(), model.begin()).first;
    require(
        wrong == all.end(), algorithm, " on ", describe(), ": element ", wrong - all.begin(),
        " in row-major order is wrong");
    const auto i = static_cast<Index>(random.below(extents[0]));
    const auto j = static_cast<Index>(random.below(extents[1]));
    const int element = matrix.at(i, j);
    require(element == at_model(i, j), algorithm, " on ", describe(), ": an element is wrong");
    matrix.barrier();
  }

  std::string describe() const
  {
    std::ostringstream text;
    text << matrix.pattern();
    return text.str();
  }

  Extents extents;
  MatrixOf<Pattern> matrix;
  std::vector<int> model;
};

struct AnyBox {
  AnyBox(Random& random, const Extents& extents)
  {
    for (std::size_t d = 0; d < 2; ++d) {
      offsets[d] = static_cast<Index>(random.below(extents[d]));
      sizes[d] = 1 + random.below(extents[d] - static_cast<std::size_t>(offsets[d]));
    }
  }
  std::size_t size() const { return sizes[0] * sizes[1]; }
  template <class F>
  void for_each(F f) const
  {
    for (Index i = 0; i < static_cast<Index>(sizes[0]); ++i) {
      for (Index j = 0; j < static_cast<Index>(sizes[1]); ++j) f(i, j);
    }
  }

  Offsets offsets{};
  Extents sizes{};
};

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
