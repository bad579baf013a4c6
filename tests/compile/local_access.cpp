// Loops over own elements of a matrix in canonical memory: compiled, none of them may call anything
// (local_access.sh). The elements are integers of the index type, so that the compiler has to know
// that assignments to them do not change the matrix.

#include <dash/Matrix.h>

using Index = dash::default_index_t;

void by_subscripts(dash::NArray<Index, 2>& m, Index rows, Index columns)
{
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) m.local[i][j] += 1;
  }
}

void by_coordinates(dash::NArray<Index, 2>& m, Index rows, Index columns)
{
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) m.local(i, j) += 1;
  }
}

void by_row(dash::NArray<Index, 2>& m, Index i, Index columns)
{
  auto row = m.local.row(i);
  for (Index j = 0; j < columns; ++j) row[j] += 1;
}

void in_a_view(dash::NArray<Index, 2>& m, Index i, Index columns)
{
  auto view = m.local[i];
  for (Index j = 0; j < columns; ++j) view(j) += 1;
}

Index of_constants(const dash::NArray<Index, 2>& m, Index i, Index columns)
{
  Index sum = 0;
  for (Index j = 0; j < columns; ++j) sum += m.local[i][j];
  return sum;
}

void in_three_dimensions(dash::NArray<Index, 3>& m, Index i, Index j, Index n)
{
  for (Index k = 0; k < n; ++k) m.local[i][j][k] += m.local(j, i, k);
}

void by_mdspan(dash::MdSpan<Index, 2>& span, Index i, Index columns)
{
  for (Index j = 0; j < columns; ++j) span[i][j] += span(j, i);
}
