#pragma once

/// \file
/// Copies between boxes of memory with constant strides.

#include <dash/MdSpan.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/memory/BoxCopies.h>

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

namespace dash::halo::detail {

/// Strides of an array without gaps.
template <MemArrange order, class Index, class Extents>
std::array<Index, std::tuple_size_v<Extents>> dense_strides(const Extents& extents)
{
  constexpr std::size_t N = std::tuple_size_v<Extents>;
  std::array<Index, N> strides{};
  Index stride = 1;
  for (std::size_t pace = N; pace-- > 0;) {
    const std::size_t d = dash::detail::dimension_at_pace<order, N>(pace);
    strides[d] = stride;
    stride *= static_cast<Index>(extents[d]);
  }
  return strides;
}

/// An array without gaps, in canonical order.
template <MemArrange order, class T, class View>
auto dense_span(T* data, const View& view)
{
  using Index = typename View::index_type;
  return MdSpan<T, View::ndim(), Index>(
      data, view.extents(), dense_strides<order, Index>(view.extents()));
}

/// The part of a span that a view of its coordinates selects.
template <class T, dim_t N, class Index, class View>
MdSpan<T, N, Index> part_of(const MdSpan<T, N, Index>& span, const View& view)
{
  return span.sub(view.offsets(), view.extents());
}

/// The address behind the last element, which is the element with the largest address.
template <class T, dim_t N, class Index>
T* end_of(const MdSpan<T, N, Index>& span)
{
  if (span.empty()) return span.data();
  typename MdSpan<T, N, Index>::coords_type last;
  for (std::size_t d = 0; d < N; ++d) last[d] = static_cast<Index>(span.extents()[d]) - 1;
  return &span(last) + 1;
}

/// Whether the elements are contiguous in canonical order.
template <MemArrange order, class T, dim_t N, class Index>
bool is_contiguous(const MdSpan<T, N, Index>& span)
{
  const auto dense = dense_strides<order, Index>(span.extents());
  for (std::size_t d = 0; d < N; ++d) {
    if (span.extents()[d] > 1 && span.strides()[d] != dense[d]) return false;
  }
  return true;
}

/// Copies row by row: calls \c copy_row(to, from) for spans of the fastest dimension.
template <MemArrange order, std::size_t pace = 0, class T, dim_t N, class Index, class CopyRow>
void copy_rows(
    const MdSpan<T, N, Index>& to, const MdSpan<const T, N, Index>& from, T* to_data,
    const T* from_data, const CopyRow& copy_row)
{
  constexpr std::size_t d = dash::detail::dimension_at_pace<order, N>(pace);
  const auto n = static_cast<Index>(from.extents()[d]);
  if constexpr (pace + 1 == N) {
    copy_row(to_data, to.strides()[d], from_data, from.strides()[d], n);
  } else {
    for (Index i = 0; i < n; ++i) {
      copy_rows<order, pace + 1>(
          to, from, to_data + i * to.strides()[d], from_data + i * from.strides()[d], copy_row);
    }
  }
}

/// The loops of a copy between two boxes, from the innermost one: dimensions with one element need
/// none, and dimensions that have no gaps between them in both memories share one.
template <std::size_t N, class Index>
class CopyLoops {
 public:
  template <MemArrange order, class To, class From>
  static CopyLoops over(const To& to, const From& from)
  {
    CopyLoops loops;
    for (std::size_t pace = N; pace-- > 0;) {
      const std::size_t d = dash::detail::dimension_at_pace<order, N>(pace);
      const auto n = static_cast<Index>(from.extents()[d]);
      if (n > 1) loops.add({n, to.strides()[d], from.strides()[d]});
    }
    return loops;
  }

  template <class T>
  void run(T* out, const T* in) const
  {
    run_from<N - 1>(out, in);
  }

 private:
  struct Loop {
    Index size, to, from;  // number of elements, and distances between them
  };

  void add(const Loop& loop)
  {
    if (count_ > 0) {
      Loop& inner = loops_[count_ - 1];
      if (loop.to == inner.to * inner.size && loop.from == inner.from * inner.size) {
        inner.size *= loop.size;
        return;
      }
    }
    loops_[count_++] = loop;
  }

  template <std::size_t level, class T>
  void run_from(T* out, const T* in) const
  {
    const Loop loop = loops_[level];
    if constexpr (level == 0) {
      const bool is_row = loop.to == 1 && loop.from == 1 && loop.size > 8;
      if (is_row) {
        const auto nbytes = static_cast<std::size_t>(loop.size) * sizeof(T);
        return dash::detail::copy_bytes(out, in, nbytes);
      }
      for (Index i = 0; i < loop.size; ++i, out += loop.to, in += loop.from) *out = *in;
    } else {
      for (Index i = 0; i < loop.size; ++i, out += loop.to, in += loop.from) {
        run_from<level - 1>(out, in);
      }
    }
  }

  std::size_t count_ = 0;
  std::array<Loop, N> loops_ = all_once();

  static constexpr std::array<Loop, N> all_once()
  {
    std::array<Loop, N> loops{};
    for (Loop& loop : loops) loop = {1, 0, 0};
    return loops;
  }
};

/// Copies between arrays of equal extents that do not overlap, in host or device memory.
template <MemArrange order, class T, dim_t N, class Index>
void copy_box(
    const MdSpan<T, N, Index>& to, std::type_identity_t<const MdSpan<const T, N, Index>>& from)
{
  if (from.empty()) return;
  if (is_contiguous<order>(to) && is_contiguous<order>(from)) {
    return dash::detail::copy_bytes(to.data(), from.data(), from.size() * sizeof(T));
  }
  using dash::detail::is_device_memory;
  if (is_device_memory(to.data()) || is_device_memory(from.data())) [[unlikely]] {
    dash::detail::BoxCopies copies;
    copies.add(to.data(), to.strides(), from.data(), from.strides(), to.extents());
    return copies.run();
  }
  CopyLoops<static_cast<std::size_t>(N), Index>::template over<order>(to, from).run(
      to.data(), from.data());
}

}  // namespace dash::halo::detail
