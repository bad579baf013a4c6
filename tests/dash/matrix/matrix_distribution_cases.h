#pragma once

/// \file
/// Algorithms on matrices of any two distributions, and on parts of them, for the test and the
/// benchmark that sweep them.

#include <dash/Algorithm.h>
#include <dash/Matrix.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace dash::test {

using SweptPattern = dash::BlockPattern<2>;
using SweptMatrix = dash::Matrix<int, 2, SweptPattern::index_type, SweptPattern>;

/// Which dimensions are divided among the units.
enum class Divided { rows, columns, both };

struct MatrixDistribution {
  const char* name;
  dash::DistributionSpec<2> spec;
  Divided divided = Divided::rows;
};

/// The first one is the one with which the others are compared.
inline const std::vector<MatrixDistribution>& matrix_distributions()
{
  static const std::vector<MatrixDistribution> all{
      {"(BLOCKED, NONE)", {dash::BLOCKED, dash::NONE}},
      {"(NONE, BLOCKED)", {dash::NONE, dash::BLOCKED}, Divided::columns},
      {"(CYCLIC, NONE)", {dash::CYCLIC, dash::NONE}},
      {"(NONE, CYCLIC)", {dash::NONE, dash::CYCLIC}, Divided::columns},
      {"(TILE(13), TILE(7))", {dash::TILE(13), dash::TILE(7)}, Divided::both},
      {"(BLOCKCYCLIC(5), BLOCKCYCLIC(100))",
       {dash::BLOCKCYCLIC(5), dash::BLOCKCYCLIC(100)},
       Divided::columns}};
  return all;
}

/// Square matrices of two distributions.
struct DistributedMatrices {
  DistributedMatrices(
      std::size_t extent, const MatrixDistribution& from, const MatrixDistribution& to)
      : in(pattern(extent, from)),
        out(pattern(extent, to)),
        host(in.size())
  {
    refill();
  }

  static SweptPattern pattern(std::size_t extent, const MatrixDistribution& distribution)
  {
    const std::size_t units = dash::size();
    dash::TeamSpec<2> grid(units, 1);
    if (distribution.divided == Divided::columns) grid = dash::TeamSpec<2>(1, units);
    if (distribution.divided == Divided::both && units % 2 == 0)
      grid = dash::TeamSpec<2>(units / 2, 2);
    return SweptPattern(dash::SizeSpec<2>(extent, extent), distribution.spec, grid);
  }

  void refill()
  {
    const auto value = [](std::int64_t i) { return static_cast<int>((i * 7919 + i / 3) % 1009); };
    dash::generate_with_index(in.begin(), in.end(), value);
    dash::generate_with_index(out.begin(), out.end(), value);
    out.barrier();
  }

  SweptMatrix in, out;
  std::vector<int> host;
};

/// A call of an algorithm. The answer is a value or a position that it returns.
struct MatrixCase {
  const char* name;
  std::function<std::int64_t(DistributedMatrices&)> call;
  bool uses_out = false;  ///< the distribution of the other matrix matters, too
  bool is_by_one = false;
  bool changes_input = false;  ///< each call needs a new input
};

/// The elements that are not at the border.
inline auto inner(SweptMatrix& matrix)
{
  const std::size_t rows = matrix.extent(0), columns = matrix.extent(1);
  return matrix.sub<0>(3, rows - 7).sub<1>(5, columns - 11);
}

inline std::vector<MatrixCase> matrix_cases()
{
  using Data = DistributedMatrices;
  return {
      {"copy to a vector",
       [](Data& d) { return dash::copy(d.in.begin(), d.in.end(), d.host.data()) - d.host.data(); },
       false, true},
      {"copy of a part to a vector",
       [](Data& d) {
         auto part = inner(d.in);
         return dash::copy(part.begin(), part.end(), d.host.data()) - d.host.data();
       },
       false, true},
      {"copy",
       [](Data& d) { return dash::copy(d.in.begin(), d.in.end(), d.out.begin()) - d.out.begin(); },
       true, true},
      {"fill of a part",
       [](Data& d) {
         auto part = inner(d.in);
         dash::fill(part.begin(), part.end(), 7);
         return std::int64_t{0};
       }},
      {"generate_with_index of a part",
       [](Data& d) {
         auto part = inner(d.in);
         dash::generate_with_index(
             part.begin(), part.end(), [](std::int64_t i) { return static_cast<int>(i); });
         return std::int64_t{0};
       }},
      {"generate_with_index between two elements of a part",
       [](Data& d) {
         auto part = inner(d.in);
         dash::generate_with_index(
             part.begin() + 8, part.end() - 3, [](std::int64_t i) { return static_cast<int>(i); });
         return std::int64_t{0};
       }},
      {"reduce of a part",
       [](Data& d) {
         auto part = inner(d.in);
         return std::int64_t{dash::reduce(part.begin(), part.end(), 0)};
       }},
      {"min_element of a part",
       [](Data& d) {
         auto part = inner(d.in);
         return std::int64_t{dash::min_element(part.begin(), part.end()) - part.begin()};
       }},
      {"find in a part",
       [](Data& d) {
         auto part = inner(d.in);
         return std::int64_t{dash::find(part.begin(), part.end(), -1) - part.begin()};
       }},
      {"transform",
       [](Data& d) {
         return dash::transform(d.in.begin(), d.in.end(), d.out.begin(), std::negate<int>()) -
                d.out.begin();
       },
       true},
      {"transform of a part",
       [](Data& d) {
         auto from = inner(d.in);
         auto to = inner(d.out);
         return dash::transform(from.begin(), from.end(), to.begin(), std::negate<int>()) -
                to.begin();
       },
       true},
      {"transform of a part to a matrix",
       [](Data& d) {
         auto from = inner(d.in);
         return dash::transform(from.begin(), from.end(), d.out.begin(), std::negate<int>()) -
                d.out.begin();
       },
       true},
      {"transform of a part in place",
       [](Data& d) {
         auto part = inner(d.in);
         return dash::transform(part.begin(), part.end(), part.begin(), std::negate<int>()) -
                part.begin();
       }},
      {"swap_ranges",
       [](Data& d) {
         return dash::swap_ranges(d.in.begin(), d.in.end(), d.out.begin()) - d.out.begin();
       },
       true},
      {"equal",
       [](Data& d) { return std::int64_t{dash::equal(d.in.begin(), d.in.end(), d.out.begin())}; },
       true},
      {"inclusive_scan",
       [](Data& d) {
         return dash::inclusive_scan(d.in.begin(), d.in.end(), d.out.begin()) - d.out.begin();
       },
       true},
      {"adjacent_difference",
       [](Data& d) {
         return dash::adjacent_difference(d.in.begin(), d.in.end(), d.out.begin()) - d.out.begin();
       },
       true},
      {"reverse",
       [](Data& d) {
         dash::reverse(d.in.begin(), d.in.end());
         return std::int64_t{0};
       },
       false, false, true},
      {"sort",
       [](Data& d) {
         dash::sort(d.in.begin(), d.in.end());
         return std::int64_t{0};
       },
       false, false, true},
  };
}

}  // namespace dash::test
