#pragma once

/// \file
/// dash::summa, the product of two distributed matrices.

#include <dash/Exception.h>
#include <dash/MdSpan.h>
#include <dash/algorithm/CopyView.h>
#include <dash/detail/algorithm/BlockReader.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/memory/WorkBuffer.h>
#include <dash/pattern/PatternProperties.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

namespace dash {

/// Properties of the patterns that suit summa best, for make_pattern and make_team_spec: tiles of
/// equal size, each contiguous in memory. Unlike in DASH 0.4, summa takes any pattern.
typedef pattern_partitioning_properties<
    pattern_partitioning_tag::rectangular, pattern_partitioning_tag::balanced>
    summa_pattern_partitioning_constraints;
typedef pattern_mapping_properties<pattern_mapping_tag::unbalanced>
    summa_pattern_mapping_constraints;
typedef pattern_layout_properties<pattern_layout_tag::blocked, pattern_layout_tag::linear>
    summa_pattern_layout_constraints;

/// Checks the pattern of a matrix against these properties.
template <class MatrixType>
using summa_pattern_constraints = pattern_constraints<
    summa_pattern_partitioning_constraints, summa_pattern_mapping_constraints,
    summa_pattern_layout_constraints, typename MatrixType::pattern_type>;

namespace detail {

/// Number of rows and columns of the blocks that are multiplied at a time: three blocks fit into
/// the cache.
inline constexpr std::ptrdiff_t multiplied_block = 128;

/// Computes c += a·b by groups of rows: each row of b is loaded once for all rows of a group.
template <class A, class B, class C>
void multiply_add(const MdSpan<const A, 2>& a, const MdSpan<const B, 2>& b, const MdSpan<C, 2>& c)
{
  constexpr std::size_t group = 4;
  const std::size_t columns = b.extent(1);
  const WorkBuffer<C> buffer(MemoryKind::host, group * columns);
  C* const sums = buffer.data();
  for (std::size_t first = 0; first < a.extent(0); first += group) {
    const std::size_t rows = (std::min)(group, a.extent(0) - first);
    std::fill_n(sums, group * columns, C{});
    for (std::size_t k = 0; k < a.extent(1); ++k) {
      const B* const factors = &b(k, 0);
      for (std::size_t row = 0; row < rows; ++row) {
        const C factor = static_cast<C>(a(first + row, k));
        C* const sum = sums + row * columns;
        for (std::size_t j = 0; j < columns; ++j) sum[j] += factor * static_cast<C>(factors[j]);
      }
    }
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t j = 0; j < columns; ++j) c(first + row, j) += sums[row * columns + j];
    }
  }
}

/// The panels that one block of a product needs, which are read ahead. Each unit begins with a
/// different one.
template <class A, class B>
class PanelReader {
 public:
  PanelReader(const A& a, const B& b)
      : a_(a),
        b_(b),
        depth_(static_cast<std::ptrdiff_t>(extents_left(a)[1])),
        panels_((depth_ + multiplied_block - 1) / multiplied_block),
        first_(panels_ == 0 ? 0 : static_cast<std::ptrdiff_t>(dash::myid().id) % panels_)
  {}

  /// Computes c += a·b for a block of c.
  template <class C>
  void multiply(const std::array<std::ptrdiff_t, 2>& offsets, const MdSpan<C, 2>& c)
  {
    if (panels_ > 0) start(0, offsets, c.extents());
    for (std::ptrdiff_t n = 0; n < panels_; ++n) {
      if (n + 1 < panels_) start(n + 1, offsets, c.extents());
      const auto left = a_.take();
      multiply_add(left, b_.take(), c);
    }
  }

 private:
  void start(
      std::ptrdiff_t n, const std::array<std::ptrdiff_t, 2>& offsets,
      const std::array<std::size_t, 2>& extents)
  {
    const std::ptrdiff_t begin = (first_ + n) % panels_ * multiplied_block;
    const auto width = static_cast<std::size_t>((std::min)(multiplied_block, depth_ - begin));
    a_.start({{offsets[0], begin}}, {{extents[0], width}});
    b_.start({{begin, offsets[1]}}, {{width, extents[1]}});
  }

  BlockReader<A> a_;
  BlockReader<B> b_;
  std::ptrdiff_t depth_;
  std::ptrdiff_t panels_;
  std::ptrdiff_t first_;
};

}  // namespace detail

/// Computes c += a·b for 2-dimensional matrices or views of arithmetic elements, with any patterns.
///
/// Collective over the team of \c c. Its units compute the elements that they own, block by block,
/// from panels of \c a and \c b; the next panels are transferred meanwhile. Synchronises before and
/// after. \c c must not overlap the others. On GPU units, host code multiplies copies of the
/// blocks.
///
/// The algorithm is that of R. van de Geijn, J. Watts, "SUMMA: scalable universal matrix
/// multiplication algorithm", Concurrency: Practice and Experience 9 (1997), except that each unit
/// reads the panels instead of receiving them by broadcasts.
///
/// \throws exception::InvalidArgument  if the extents do not match, or if \c c overlaps one of the
/// others
template <MatrixLike A, MatrixLike B, MatrixLike C>
void summa(const A& a, const B& b, C&& c)
{
  using View = std::remove_cvref_t<C>;
  using T = typename View::value_type;
  static_assert(
      A::ndim() == 2 && B::ndim() == 2 && View::ndim() == 2, "dash::summa: two dimensions");
  static_assert(std::is_arithmetic_v<T>, "dash::summa: arithmetic elements");
  const auto [rows, depth] = detail::extents_left(a);
  const auto [height, columns] = detail::extents_left(b);
  detail::require_equal_extents(
      std::array<std::size_t, 3>{rows, depth, columns},
      std::array<std::size_t, 3>{detail::extents_left(c)[0], height, detail::extents_left(c)[1]});
  const detail::CurrentCall call("dash::summa");
  detail::require_apart<detail::Overlapping::none>("dash::summa", a, c);
  detail::require_apart<detail::Overlapping::none>("dash::summa", b, c);
  const detail::ExchangePhase phase(c.pattern().team());
  detail::PanelReader<A, B> panels(a, b);
  for (const auto& tile : detail::own_tiles(c, detail::multiplied_block)) {
    const detail::OwnBlock<T> own(tile.span);
    own.load();
    panels.multiply(tile.offsets, own.span());
    own.store();
  }
}

/// Computes c += a·b. Collective; see summa.
template <MatrixLike A, MatrixLike B, MatrixLike C>
void mmult(const A& a, const B& b, C&& c)
{
  dash::summa(a, b, c);
}

}  // namespace dash
