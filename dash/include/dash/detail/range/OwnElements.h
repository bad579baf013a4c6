#pragma once

/// \file
/// The elements below a view that correspond to those of the calling unit, for host code: in place
/// or as copies.

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/memory/RunMemory.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/Backwards.h>
#include <dash/detail/range/BlockSizes.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/Transfer.h>
#include <dash/detail/range/ViewValues.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// Copies the elements at the positions of the calling unit's elements among the \c n ones that
/// begin at \c own, in their order, from the range that begins at \c it.
template <GlobalIterator Own, GlobalIterator It, class T>
void copy_at_own_positions(const Own& own, It it, Position n, T* to)
{
  const team_unit_t me = own.team().myid();
  const auto for_each_own = [&](Position begin, Position end, auto f) {
    using Index = typename Own::index_type;
    (own + static_cast<Index>(begin))
        .for_each_run_at(me, static_cast<Index>(end - begin), [&](auto, auto size, auto offset) {
          f(Position(offset), Position(size));
        });
  };
  PendingTransfers pending;
  const Position own_run = own.owned_run().size, run_there = it.contiguous().size;
  const Position limit = short_run_limit<T>(is_gpu_unit(), run_has_unmapped_memory);
  if (run_there < own_run && own_run >= limit) {
    for_each_own(0, n, [&](Position offset, Position size) {
      const auto there = it + static_cast<typename It::index_type>(offset);
      copy_runs<Read>(there, size, to, pending);
      to += size;
    });
    pending.wait();
    return;
  }
  if (run_there < std::min(n, limit)) {
    // What lies between own elements is copied, too, in place of many short runs.
    const Scratch all(MemoryKind::host, static_cast<std::size_t>(n) * sizeof(T));
    auto* const elements = static_cast<T*>(all.address());
    copy_blocking<Read>(it, n, elements);
    for_each_own(0, n, [&](Position offset, Position size) {
      to = std::copy_n(elements + offset, size, to);
    });
    return;
  }
  for (Position begin = 0; begin < n;) {
    const auto run = it.contiguous();
    const Position end = std::min<Position>(n, begin + run.size);
    if (run.first == nullptr) {
      TransferGroup<Read, T> group(pending, it.dart_gptr());
      for_each_own(begin, end, [&](Position offset, Position size) {
        group.add(to, offset, size);
        to += size;
      });
      group.start();
    } else {
      for_each_own(begin, end, [&, elements = run.first](Position offset, Position size) {
        to = std::copy_n(elements + offset, size, to);
      });
    }
    it += static_cast<typename It::index_type>(end - begin);
    begin = end;
  }
  pending.wait();
}

/// The same from a reversed range, whose elements are stored from the end to the beginning.
template <GlobalIterator Own, ReverseGlobalIterator It, class T>
void copy_at_own_positions(const Own& own, const It& it, Position n, T* end)
{
  const Scratch all(MemoryKind::host, static_cast<std::size_t>(n) * sizeof(T));
  auto* const elements = static_cast<T*>(all.address());
  copy_blocking<Read>(it.base() - static_cast<std::iter_difference_t<It>>(n), n, elements);
  const auto copy_run = [&](auto, auto size, auto offset) {
    end -= size;
    std::copy_n(elements + (n - offset - size), size, end);
  };
  own.for_each_run_at(own.team().myid(), static_cast<typename Own::index_type>(n), copy_run);
}

/// The elements below a view that correspond to those of the calling unit in its first range.
template <class Iterator>
class OwnElements {
  using Base = decltype(container_iterator(std::declval<const Iterator&>()));
  using Index = typename Base::index_type;

 public:
  /// \param begin  the local index of the first own element
  OwnElements(const Iterator& first, Index begin)
      : first_(first),
        base_(container_iterator(first)),
        begin_(begin)
  {}

  Position position_of(Position number) const
  {
    return position_of_local(base_, begin_ + static_cast<Index>(number));
  }

  /// Makes the elements for \c n own ones, from a number on, available to host code.
  void read(Position number, Position n)
  {
    const Position begin = position_of(number), end = position_of(number + n - 1) + 1;
    size_ = n;
    std::size_t count = 0;
    Iterator it = first_ + static_cast<std::iter_difference_t<Iterator>>(begin);
    for_each_inner(
        [&](const auto& inner) {
          if (count == sources_.size()) sources_.emplace_back();
          Source& source = sources_[count++];
          source.elements = elements_for(source, inner, number, begin, end);
        },
        it);
  }

  /// The view's iterator at a position, for \c n own elements that follow each other. Its elements
  /// are those from an offset on in what was read.
  Iterator at(Position position, Position offset, Position n) const
  {
    Iterator it = first_ + static_cast<std::iter_difference_t<Iterator>>(position);
    std::size_t count = 0;
    for_each_inner(
        [&](auto& inner) {
          using Inner = std::remove_cvref_t<decltype(inner)>;
          const auto size = static_cast<std::iter_difference_t<Inner>>(n);
          auto* const elements =
              static_cast<std::iter_value_t<Inner>*>(const_cast<void*>(sources_[count++].elements));
          if constexpr (ReverseGlobalIterator<Inner>) {
            auto base = inner.base();
            base.read_backwards_from(elements + (size_ - offset - n), size);
            inner = Inner(base);
          } else {
            inner.read_from(elements + offset, size);
          }
        },
        it);
    return it;
  }

  /// Calls \c f(iterator, n, offset) for the own elements that were read, from a number on, in as
  /// few calls as possible.
  template <class F>
  void for_each_part(Position number, F f) const
  {
    const Position begin = position_of(number);
    if constexpr (FromElements<Iterator>::value) {
      f(at(begin, 0, size_), size_, Position(0));
    } else {
      const Position end = position_of(number + size_ - 1) + 1;
      Position done = 0;
      const auto call = [&](auto, auto size, auto offset) {
        f(at(begin + offset, done, size), Position(size), done);
        done += size;
      };
      (base_ + static_cast<Index>(begin))
          .for_each_run_at(base_.team().myid(), static_cast<Index>(end - begin), call);
    }
  }

 private:
  struct Source {
    const void* elements = nullptr;
    std::size_t nbytes = 0;
    Scratch memory;
  };

  /// The elements at the own ones of positions [begin, end): in place or copied.
  template <class Inner>
  const void* elements_for(
      Source& source, const Inner& inner, Position number, Position begin, Position end) const
  {
    using T = std::iter_value_t<Inner>;
    const auto base = base_ + static_cast<Index>(begin);
    const std::size_t nbytes = static_cast<std::size_t>(size_) * sizeof(T);
    const T* own = nullptr;
    if (const auto shift = shift_of_aligned(base, inner)) {
      if constexpr (GlobalIterator<Inner>) own = local_elements(inner) + begin_ + number + *shift;
    }
    if (own != nullptr && !is_device_memory(own)) return own;
    if (source.nbytes < nbytes) source.memory = Scratch(MemoryKind::host, source.nbytes = nbytes);
    auto* const copy = static_cast<T*>(source.memory.address());
    if (own != nullptr) {
      copy_bytes(copy, own, nbytes);
    } else if constexpr (GlobalIterator<Inner>) {
      copy_at_own_positions(base, inner, end - begin, copy);
    } else {
      copy_at_own_positions(base, inner, end - begin, copy + size_);
    }
    return copy;
  }

  Iterator first_;
  Base base_;
  Index begin_;
  Position size_ = 0;  // of what was read
  std::vector<Source> sources_;
};

}  // namespace dash::detail
