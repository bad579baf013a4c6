#pragma once

/// \file
/// Copies between boxes of memory with constant strides.

#include <dash/MdSpan.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/memory/BoxCopies.h>

#include <array>
#include <cstddef>
#include <optional>
#include <type_traits>

namespace dash::halo::detail {

/// An array without gaps, in canonical order.
template <MemArrange order, class T, class View>
auto dense_span(T* data, const View& view)
{
  using Index = typename View::index_type;
  return MdSpan<T, View::ndim(), Index>(
      data, view.extents(), dash::detail::dense_strides<order, Index>(view.extents()));
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
  const auto dense = dash::detail::dense_strides<order, Index>(span.extents());
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

  /// Copies as many boxes of this shape as there are addresses.
  template <class T, std::size_t boxes>
  void run(std::array<T*, boxes> out, std::array<const T*, boxes> in) const
  {
    run_from<N - 1>(out, in);
  }

  bool operator==(const CopyLoops&) const = default;

 private:
  struct Loop {
    Index size, to, from;  // number of elements, and distances between them

    template <class T, std::size_t boxes>
    void advance(std::array<T*, boxes>& out, std::array<const T*, boxes>& in) const
    {
      for (T*& address : out) address += to;
      for (const T*& address : in) address += from;
    }

    bool operator==(const Loop&) const = default;
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

  template <std::size_t level, class T, std::size_t boxes>
  void run_from(std::array<T*, boxes> out, std::array<const T*, boxes> in) const
  {
    const Loop loop = loops_[level];
    if constexpr (level == 0) {
      const bool is_row = loop.to == 1 && loop.from == 1 && loop.size > 8;
      const auto nbytes = static_cast<std::size_t>(loop.size) * sizeof(T);
      for (std::size_t k = 0; is_row && k < boxes; ++k) {
        dash::detail::copy_bytes(out[k], in[k], nbytes);
      }
      if (is_row) return;
    }
    for (Index i = 0; i < loop.size; ++i, loop.advance(out, in)) {
      if constexpr (level == 0) {
        for (std::size_t k = 0; k < boxes; ++k) *out[k] = *in[k];
      } else {
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
  using Loops = CopyLoops<static_cast<std::size_t>(N), Index>;
  Loops::template over<order>(to, from).template run<T, 1>({to.data()}, {from.data()});
}

/// Copies boxes, and two that follow each other and have the same shape in one loop. The columns at
/// both sides of a block are such a pair: where a row ends in memory, the next one begins, so
/// caches and address translation serve both.
template <MemArrange order, class T, dim_t N, class Index>
class PairedBoxCopies {
  using Loops = CopyLoops<static_cast<std::size_t>(N), Index>;

 public:
  /// Adds a copy like \c copy_box; it may be done at once or by \c finish.
  void add(const MdSpan<T, N, Index>& to, const MdSpan<const T, N, Index>& from)
  {
    if (from.empty()) return;
    if (is_contiguous<order>(from) || dash::detail::is_device_memory(to.data()) ||
        dash::detail::is_device_memory(from.data())) {
      return copy_box<order>(to, from);
    }
    const Copy copy{Loops::template over<order>(to, from), to.data(), from.data()};
    if (waiting_ && waiting_->loops == copy.loops) {
      copy.loops.template run<T, 2>({waiting_->to, copy.to}, {waiting_->from, copy.from});
      waiting_.reset();
    } else {
      finish();
      waiting_ = copy;
    }
  }

  /// Completes all copies.
  void finish()
  {
    if (waiting_) waiting_->loops.template run<T, 1>({waiting_->to}, {waiting_->from});
    waiting_.reset();
  }

 private:
  struct Copy {
    Loops loops;
    T* to;
    const T* from;
  };

  std::optional<Copy> waiting_;
};

}  // namespace dash::halo::detail
