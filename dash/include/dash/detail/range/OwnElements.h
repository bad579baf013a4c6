#pragma once

/// \file
/// The elements below a view that correspond to those of the calling unit, for host code: in place
/// or as copies.

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/HostCopy.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/memory/PendingTransfers.h>
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
      if (!copy_through_gpu<Read>(there, size, to)) copy_runs<Read>(there, size, to, pending);
      to += size;
    });
    pending.wait();
    return;
  }
  if (run_there < (std::min)(n, limit)) {
    // What lies between own elements is copied, too, in place of many short runs.
    const Scratch all(MemoryKind::host, static_cast<std::size_t>(n) * sizeof(T));
    auto* const elements = static_cast<T*>(all.address());
    copy_blocking<Read>(it, n, elements);
    for_each_own(0, n, [&](Position offset, Position size) {
      to = copy_on_host(elements + offset, elements + offset + size, to);
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
        to = copy_on_host(elements + offset, elements + offset + size, to);
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
    copy_on_host(elements + (n - offset - size), elements + (n - offset), end);
  };
  own.for_each_run_at(own.team().myid(), static_cast<typename Own::index_type>(n), copy_run);
}

/// The elements below a view that correspond to those of the calling unit in its first range, which
/// is an interval of the container, or one in reverse order. They are numbered in the order of the
/// view.
template <class Iterator>
class OwnElements {
  static constexpr bool backwards = goes_backwards<Iterator>();
  using Base = decltype(container_iterator(std::declval<const Iterator&>()));
  using Index = typename Base::index_type;

 public:
  /// \param part  the local indices of the own elements
  OwnElements(const Iterator& first, const Iterator& last, const LocalInterval<Index>& part)
      : first_(first),
        base_(container_iterator(backwards ? last : first)),
        behind_(last - first),
        part_(part)
  {}

  /// The number of own elements.
  Position count() const { return part_.size(); }

  /// The container's iterator at the lowest of its elements in the view.
  const Base& base() const { return base_; }

  /// The position in the view of an own element.
  Position position_of(Position number) const
  {
    const Position in_base = position_of_local(base_, local_index(number));
    return backwards ? behind_ - 1 - in_base : in_base;
  }

  /// The view's iterator at an own element.
  Iterator iterator_at(Position number) const
  {
    return first_ + static_cast<std::iter_difference_t<Iterator>>(position_of(number));
  }

  /// Makes the elements for \c n own ones, from a number on, available to host code.
  void read(Position number, Position n)
  {
    begin_ = position_of(number);
    end_ = position_of(number + n - 1) + 1;
    size_ = n;
    const Index lowest = local_index(backwards ? number + n - 1 : number);
    std::size_t count = 0;
    Iterator it = iterator_at(number);
    for_each_inner(
        [&](const auto& inner) {
          if (count == sources_.size()) sources_.emplace_back();
          Source& source = sources_[count++];
          if constexpr (backwards) {
            using Inner = std::remove_cvref_t<decltype(inner)>;
            const auto behind = inner + static_cast<std::iter_difference_t<Inner>>(end_ - begin_);
            source.elements = elements_for(source, turned(behind), lowest);
          } else {
            source.elements = elements_for(source, inner, lowest);
          }
        },
        it);
  }

  /// Calls \c f(iterator, n, offset) for the own elements that were read, in as few calls as
  /// possible; the offset is the number of the first one among them.
  template <class F>
  void for_each_part(F f) const
  {
    if constexpr (FromElements<Iterator, backwards>::value) {
      f(at(begin_, 0, size_), size_, Position(0));
    } else {
      Position done = 0;
      const auto call = [&](auto, auto size, auto offset) {
        const Position position = backwards ? end_ - offset - size : begin_ + offset;
        const Position number = backwards ? size_ - done - size : done;
        f(at(position, number, size), Position(size), number);
        done += size;
      };
      base_at_read().for_each_run_at(base_.team().myid(), static_cast<Index>(end_ - begin_), call);
    }
  }

 private:
  struct Source {
    const void* elements = nullptr;
    std::size_t nbytes = 0;
    Scratch memory;
  };

  Index local_index(Position number) const
  {
    const auto offset = static_cast<Index>(number);
    return backwards ? part_.end - 1 - offset : part_.begin + offset;
  }

  /// The container's iterator at the lowest of the positions that were read.
  Base base_at_read() const
  {
    return base_ + static_cast<Index>(backwards ? behind_ - end_ : begin_);
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

  /// The elements at the own ones of what is read: in place or copied.
  /// \param along   iterator of a container, or reverse iterator, that goes with the first range
  /// \param lowest  the lowest local index of the own elements
  template <class Inner>
  const void* elements_for(Source& source, const Inner& along, Index lowest) const
  {
    using T = std::iter_value_t<Inner>;
    const Base base = base_at_read();
    const std::size_t nbytes = static_cast<std::size_t>(size_) * sizeof(T);
    const T* own = nullptr;
    if (const auto shift = shift_of_aligned(base, along)) {
      if constexpr (GlobalIterator<Inner>) own = local_elements(along) + lowest + *shift;
    }
    if (own != nullptr && !is_device_memory(own)) return own;
    if (source.nbytes < nbytes) source.memory = Scratch(MemoryKind::host, source.nbytes = nbytes);
    auto* const copy = static_cast<T*>(source.memory.address());
    if (own != nullptr) {
      copy_bytes(copy, own, nbytes);
    } else if constexpr (GlobalIterator<Inner>) {
      copy_at_own_positions(base, along, end_ - begin_, copy);
    } else {
      copy_at_own_positions(base, along, end_ - begin_, copy + size_);
    }
    return copy;
  }

  Iterator first_;
  Base base_;
  Position behind_;  // the position behind the view's last element
  LocalInterval<Index> part_;
  std::vector<Source> sources_;
  // what was read: positions in the view, and the number of own elements there
  Position begin_ = 0, end_ = 0, size_ = 0;
};

}  // namespace dash::detail
