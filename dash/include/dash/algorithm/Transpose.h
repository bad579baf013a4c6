#pragma once

/// \file
/// dash::transpose of a distributed matrix.

#include <dash/MdSpan.h>
#include <dash/algorithm/CopyView.h>
#include <dash/detail/algorithm/BlockReader.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/execution/ExchangePhase.h>

#include <array>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace dash {

namespace detail {

/// Number of rows and columns of the blocks that are transposed at a time: source and target fit
/// into the cache.
inline constexpr std::ptrdiff_t transposed_block = 64;

/// Computes to(j, i) = from(i, j).
template <class From, class To>
void transpose_block(const MdSpan<const From, 2>& from, const MdSpan<To, 2>& to)
{
  for (std::ptrdiff_t j = 0; j < static_cast<std::ptrdiff_t>(to.extent(0)); ++j) {
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(to.extent(1)); ++i) {
      to(j, i) = static_cast<To>(from(i, j));
    }
  }
}

/// Whether the calling unit's GPU has its part of \c b, and its kernels can access all of \c a.
template <class A, class B>
bool is_for_kernels(const A& a, const B& b)
{
  if (!is_gpu_unit() || !is_device_memory(b.globmem().local_base())) return false;
  return std::ranges::all_of(a.pattern().team(), [&a](int id) {
    const team_unit_t unit(id);
    return a.pattern().local_size(unit) == 0 || a.globmem().kernel_base(unit) != nullptr;
  });
}

/// Transposes the calling unit's part of \c b by kernels that read the elements of \c a in place.
template <class A, class B>
void transpose_by_kernels(const A& a, const B& b)
{
  auto transfers = box_transfers<Read, typename B::value_type>(a);
  for (const auto& tile : own_tiles(b, (std::numeric_limits<std::ptrdiff_t>::max)())) {
    const auto [j, i] = tile.offsets;
    const auto& to = tile.span;
    transfers.add(
        box_in(a, {{i, j}}, {{to.extent(1), to.extent(0)}}), to.data(),
        matrix_strides(a, std::array{to.stride(1), to.stride(0)}));
  }
  transfers.wait();
}

/// Transposes block by block on the host.
template <class A, class B>
void transpose_copies(const A& a, const B& b)
{
  const auto tiles = own_tiles(b, transposed_block);
  BlockReader<A> blocks(a);
  const auto start = [&](std::size_t n) {
    const auto [j, i] = tiles[n].offsets;
    blocks.start({{i, j}}, {{tiles[n].span.extent(1), tiles[n].span.extent(0)}});
  };
  if (!tiles.empty()) start(0);
  for (std::size_t n = 0; n < tiles.size(); ++n) {
    if (n + 1 < tiles.size()) start(n + 1);
    const OwnBlock<typename B::value_type> own(tiles[n].span);
    transpose_block(blocks.take(), own.span());
    own.store();
  }
}

}  // namespace detail

/// Computes b(j, i) = a(i, j) for 2-dimensional matrices or views with any patterns.
///
/// Collective over the team of \c b, whose units compute the elements that they own: GPU units that
/// can access the elements of \c a do so by kernels, other units block by block while the next
/// block of \c a is transferred. Synchronises before and after. The two must not overlap.
///
/// \throws exception::InvalidArgument  if the extents do not match, or if the two overlap
template <MatrixLike A, MatrixLike B>
void transpose(const A& a, B&& b)
{
  using View = std::remove_cvref_t<B>;
  static_assert(A::ndim() == 2 && View::ndim() == 2, "dash::transpose: two dimensions");
  const auto [rows, columns] = detail::extents_left(a);
  detail::require_equal_extents(std::array<std::size_t, 2>{columns, rows}, detail::extents_left(b));
  const detail::CurrentCall call("dash::transpose");
  detail::require_apart<detail::Overlapping::none>("dash::transpose", a, b);
  const detail::ExchangePhase phase(b.pattern().team());
  if constexpr (std::is_same_v<typename A::value_type, typename View::value_type>) {
    if (detail::is_for_kernels(a, b)) return detail::transpose_by_kernels(a, b);
  }
  detail::transpose_copies(a, b);
}

}  // namespace dash
