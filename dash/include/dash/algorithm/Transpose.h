#ifndef DASH__ALGORITHM__TRANSPOSE_H__INCLUDED
#define DASH__ALGORITHM__TRANSPOSE_H__INCLUDED

#include <dash/MdSpan.h>
#include <dash/algorithm/CopyView.h>
#include <dash/internal/BlockReader.h>
#include <dash/internal/Share.h>

#include <array>
#include <cstddef>
#include <type_traits>

namespace dash {

namespace internal {

/** Rows and columns of blocks that are transposed at once: both sides fit into the cache. */
inline constexpr std::ptrdiff_t transposed_block = 64;

/** to(j, i) = from(i, j) */
template <class From, class To>
void transpose_block(const MdSpan<const From, 2>& from, const MdSpan<To, 2>& to)
{
  for (std::ptrdiff_t j = 0; j < static_cast<std::ptrdiff_t>(to.extent(0)); ++j) {
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(to.extent(1)); ++i) {
      to(j, i) = static_cast<To>(from(i, j));
    }
  }
}

}  // namespace internal

/**
 * b(j, i) = a(i, j) for 2-dimensional matrices or views of any patterns.
 *
 * Collective over the team of \c b, whose units compute what they own, block by block; the next
 * block of \c a is on its way meanwhile. Synchronises before and after. The two must not overlap.
 * On GPU units host code transposes copies of the blocks.
 *
 * \throws exception::InvalidArgument  if extents do not fit
 */
template <internal::MatrixLike A, internal::MatrixLike B>
void transpose(const A& a, B&& b)
{
  using View = std::remove_cvref_t<B>;
  static_assert(A::ndim() == 2 && View::ndim() == 2, "dash::transpose: two dimensions");
  const auto [rows, columns] = internal::extents_left(a);
  internal::require_equal_extents(
      std::array<std::size_t, 2>{columns, rows}, internal::extents_left(b));
  const internal::ExchangePhase phase(b.pattern().team());
  const auto pieces = internal::own_pieces(b, internal::transposed_block);
  internal::BlockReader<A> blocks(a);
  const auto start = [&](std::size_t n) {
    const auto [j, i] = pieces[n].offsets;
    blocks.start({{i, j}}, {{pieces[n].span.extent(1), pieces[n].span.extent(0)}});
  };
  if (!pieces.empty()) start(0);
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    if (n + 1 < pieces.size()) start(n + 1);
    const internal::OwnBlock<typename View::value_type> own(pieces[n].span);
    internal::transpose_block(blocks.take(), own.span());
    own.store();
  }
}

}  // namespace dash

#endif  // DASH__ALGORITHM__TRANSPOSE_H__INCLUDED
