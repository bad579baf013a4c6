/// 08-matrix: two-dimensional containers and views of them.
///
/// Shows a matrix over all units, its rows, columns and blocks, algorithms on any of them, the
/// unit's own part as a strided array, redistribution from one pattern to another, transposition
/// and multiplication. Use dash::NArray if a unit works on its part as one array, and dash::Matrix
/// if blocks are to be contiguous.
///
///     dartrun -n 4 08-matrix
///     dartrun --cpu 2 --gpu 2 --gpu-backend emulated 08-matrix

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Init.h>
#include <dash/Matrix.h>
#include <dash/MdSpan.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/View.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/SUMMA.h>
#include <dash/algorithm/Transpose.h>
#include <dash/memory/HostSpace.h>
#include <dash/pattern/BlockPattern.h>

#include <array>
#include <cstddef>
#include <iostream>
#include <vector>

namespace {

using Index = dash::default_index_t;

const std::size_t rows = 6;
const std::size_t columns = 8;

/// A number whose digits are those of the row and the column.
double digits(Index row, Index column)
{
  return static_cast<double>(10 * (row + 1) + column + 1);
}

/// Each CPU sets its unit's elements.
template <class Matrix>
void number(Matrix& matrix)
{
  const auto pattern = matrix.pattern();
  dash::generate_with_index(matrix, [pattern](Index index) {
    const auto at = pattern.coords(index);
    return digits(at[0], at[1]);
  });
  matrix.barrier();
}

template <class Range>
void print(const char* what, const Range& range)
{
  if (dash::myid() != 0) return;
  std::cout << what;
  for (const auto& element : range) std::cout << ' ' << static_cast<double>(element);
  std::cout << std::endl;
}

/// Any part of a matrix is a range of elements on many units, in row-major order.
void parts(dash::NArray<double, 2>& matrix)
{
  print("row 1:", matrix.row(1));
  print("column 2:", matrix.col(2));
  print("a box:", matrix.submatrix({{3, 4}}, {{2, 3}}));
  print("by expressions:", matrix | dash::views::rows(3, 5) | dash::views::cols(4, 7));

  const auto row = matrix.row(1);
  const double sum = dash::reduce(row.begin(), row.end(), 0.0);
  auto box = matrix.rows(0, 2).cols(0, 2);
  dash::fill(box.begin(), box.end(), 0.0);
  matrix.barrier();
  const double all = dash::reduce(matrix);
  if (dash::myid() == 0) {
    std::cout << "sum of row 1: " << sum << ", of all without the corner: " << all << std::endl;
  }
  matrix.barrier();
  number(matrix);
}

/// The unit's own part as an array, which kernels take by value; host code can use it in host
/// memory only.
void own_part()
{
  using Pattern = dash::BlockPattern<2>;
  dash::Matrix<double, 2, Index, Pattern, dash::HostSpace> matrix(rows * dash::size(), columns);
  const auto own = matrix.local.mdspan();
  for (std::size_t i = 0; i < own.extent(0); ++i) {
    for (std::size_t j = 0; j < own.extent(1); ++j) own(i, j) = i == j ? 1 : 0;
  }
  matrix.barrier();
  const double ones = dash::reduce(matrix) / static_cast<double>(dash::size());
  if (dash::myid() == 0) std::cout << "ones on the diagonal of each part: " << ones << std::endl;
  matrix.barrier();
}

/// Copies go by coordinates and work between any two patterns: here from blocks of rows to tiles.
void redistribute(dash::NArray<double, 2>& matrix)
{
  const dash::DistributionSpec<2> tiles(dash::TILE(2), dash::TILE(4));
  dash::Matrix<double, 2> tiled(
      dash::SizeSpec<2>(rows, columns), tiles, dash::Team::All(),
      dash::TeamSpec<2>(1, dash::size()));
  dash::copy(matrix, tiled);
  print("the first tile:", tiled.block(0));

  std::vector<double> corner(4);
  dash::copy(tiled.rows(4, 2).cols(6, 2), dash::MdSpan<double, 2>(corner.data(), {{2, 2}}));
  print("the last corner:", corner);
  tiled.barrier();
}

void multiply(dash::NArray<double, 2>& matrix)
{
  dash::NArray<double, 2> transposed(columns, rows);
  dash::NArray<double, 2> product(rows, rows);
  dash::transpose(matrix, transposed);
  dash::fill(product, 0.0);
  dash::summa(matrix, transposed, product);
  print("first row of the product with the transposed:", product.row(0));
  product.barrier();
}

}  // namespace

int main(int argc, char** argv)
{
  dash::init(&argc, &argv);
  {
    dash::NArray<double, 2> matrix(rows, columns);
    number(matrix);
    parts(matrix);
    own_part();
    redistribute(matrix);
    multiply(matrix);
  }
  dash::finalize();
  return 0;
}
