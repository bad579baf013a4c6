#pragma once

/// \file
/// Matrices with random patterns, and what they have to contain.

#include <dash/Matrix.h>
#include <dash/MdSpan.h>
#include <dash/algorithm/CopyView.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "containers/model_array.h"
#include "stress.h"

namespace dash::stress {

using Index = dash::default_index_t;
using Extents = std::array<std::size_t, 2>;
using Offsets = std::array<Index, 2>;

template <class Pattern>
using MatrixOf = dash::Matrix<int, 2, Index, Pattern>;

inline dash::Distribution any_distribution(Random& random)
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
    write_model();
  }

  /// Sets the elements to those of the model; each unit sets its own.
  void write_model()
  {
    matrix.barrier();
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
    if (model_forgets()) model.back() += 1;
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

/// A box of these extents somewhere in a matrix.
inline AnyBox any_place(Random& random, const Extents& sizes, const Extents& extents)
{
  AnyBox box(random, extents);
  box.sizes = sizes;
  for (std::size_t d = 0; d < 2; ++d)
    box.offsets[d] = static_cast<Index>(random.below(extents[d] - sizes[d] + 1));
  return box;
}

}  // namespace dash::stress
