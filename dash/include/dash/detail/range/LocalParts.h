#pragma once

/// \file
/// The calling unit's elements of a global range, on which algorithms work.

#include <dash/Team.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/memory/RunMemory.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/Backwards.h>
#include <dash/detail/range/Location.h>
#include <dash/detail/range/Transfer.h>
#include <dash/detail/range/ViewValues.h>
#include <dash/iterator/GlobIter.h>
#include <dash/pattern/PatternRun.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// A position relative to the start of a range.
using Position = std::ptrdiff_t;

/// Number of elements of \c nbytes bytes, at least one.
template <class T>
inline constexpr Position elements_in(std::size_t nbytes)
{
  return std::max<Position>(1, static_cast<Position>(nbytes / sizeof(T)));
}

/// Where the part of a unit begins if \c size positions are divided equally among \c units units.
inline Position equal_part(Position unit, Position units, Position size)
{
  return size / units * unit + size % units * unit / units;
}

/// A global iterator in the pattern's linear order: a unit's part of a range is one local interval.
template <class Iterator>
concept LinearIterator = GlobalIterator<Iterator> && !Iterator::has_view::value;

/// An iterator over elements of the calling unit only: no other unit takes part.
template <class Iterator>
concept LocalViewIterator =
    GlobalIterator<Iterator> && requires { requires Iterator::is_local_view::value; };

/// Whether \c base() of a view's iterator, possibly applied repeatedly, gives an iterator of a
/// container.
template <class Iterator>
struct IsOverContainer : std::bool_constant<GlobalIterator<Iterator>> {};

template <class Iterator>
  requires(!GlobalIterator<Iterator> && requires(const Iterator& it) { it.base(); })
struct IsOverContainer<Iterator>
    : IsOverContainer<std::remove_cvref_t<decltype(std::declval<const Iterator&>().base())>> {};

template <class Iterator>
auto container_iterator(const Iterator& it)
{
  if constexpr (GlobalIterator<Iterator>) {
    return it;
  } else {
    return container_iterator(it.base());
  }
}

/// Whether a view's elements correspond one to one to those of an interval of the container.
template <class Iterator>
bool is_interval_of_container(const Iterator& first, const Iterator& last)
{
  return container_iterator(last) - container_iterator(first) == last - first;
}

/// Whether a view's elements correspond one to one to those of an interval of the container, but in
/// reverse order; its iterators then have bases behind their elements.
template <class Iterator>
bool is_reversed_interval(const Iterator& first, const Iterator& last)
{
  return container_iterator(first) - container_iterator(last) == last - first;
}

/// The first native element of the calling unit's part of the container to which a global iterator
/// belongs.
template <GlobalIterator Iterator>
auto local_elements(const Iterator& it)
{
  using T = std::remove_pointer_t<typename Iterator::local_type>;
  return reinterpret_cast<T*>(it.globmem().local_base());
}

/// The team of the units that own the elements of a non-empty range.
template <SegmentedIterator Iterator>
Team& team_of(const Iterator& first)
{
  if constexpr (LocalViewIterator<Iterator>) {
    return Team::Self();
  } else if constexpr (GlobalIterator<Iterator>) {
    return first.team();
  } else if constexpr (IsOverContainer<Iterator>::value) {
    return team_of(container_iterator(first));
  } else {
    return Team::Get(gptr_of_mapped(locate_element(first).address).teamid);
  }
}

/// End of the run of positions that begins at \c pos and whose elements are contiguous in memory.
///
/// A unit's elements have the same order in its memory as in the range. So if two addresses differ
/// by as many elements as the positions, all elements between the positions are between the
/// addresses.
template <class Iterator>
Position end_of_run(const Iterator& first, Position pos, Position end)
{
  if (pos + 1 == end) return end;
  const Location start = locate_element(first + pos);
  const std::ptrdiff_t step = locate_element(first + (pos + 1)).address - start.address;
  if (step != start.bytes && step != -start.bytes) return pos + 1;
  const auto inside = [&](Position other) {
    return locate_element(first + other).address - start.address == (other - pos) * step;
  };
  Position known = pos + 1;  // inside the run
  Position bound = end;      // outside of the run, or the end
  for (Position reach = 2; pos + reach < end; reach *= 2) {
    if (!inside(pos + reach)) {
      bound = pos + reach;
      break;
    }
    known = pos + reach;
  }
  while (known + 1 < bound) {
    const Position middle = known + (bound - known) / 2;
    (inside(middle) ? known : bound) = middle;
  }
  return known + 1;
}

/// Calls \c f(position, size) for the calling unit's runs of the \c n elements in front of \c end,
/// from the last one to the first one; positions count from \c end backwards.
template <GlobalIterator Iterator, class F>
void for_each_local_run_backwards(const Iterator& end, Position n, F f)
{
  struct Run {
    Position begin, size;
  };
  std::vector<Run> runs;
  const auto first = end - static_cast<typename Iterator::index_type>(n);
  // Runs are known in ascending order; many short ones are collected some at a time.
  const Position together = first.owned_run().size < short_run ? Position(1) << 16 : n;
  for (Position rest = n; rest > 0;) {
    const Position begin = std::max<Position>(0, rest - together);
    runs.clear();
    (first + static_cast<typename Iterator::index_type>(begin))
        .for_each_run_at(first.team().myid(), rest - begin, [&](auto, auto size, auto offset) {
          runs.push_back({begin + Position(offset), Position(size)});
        });
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
      f(n - (run->begin + run->size), run->size);
    }
    rest = begin;
  }
}

/// Calls \c f(begin, end, position) for the calling unit's elements of [first, last), in ascending
/// order; each run is contiguous in memory and in the range, where it begins at \c position. Begin
/// and end are native pointers for global iterators, and iterators of the range's own type
/// otherwise. Local call.
template <SegmentedIterator Iterator, class F>
void for_each_local_run(const Iterator& first, const Iterator& last, F f)
{
  if constexpr (GlobalIterator<Iterator>) {
    if (first == last) return;
    auto* elements = local_elements(first);
    first.for_each_run_at(first.team().myid(), last - first, [&](auto lbegin, auto n, auto offset) {
      f(elements + lbegin, elements + (lbegin + n), Position(offset));
    });
  } else {
    if constexpr (IsOverContainer<Iterator>::value) {
      if (is_interval_of_container(first, last)) {
        const auto call = [&](auto begin, auto end, Position position) {
          f(first + position, first + (position + (end - begin)), position);
        };
        for_each_local_run(container_iterator(first), container_iterator(last), call);
        return;
      }
      if (is_reversed_interval(first, last)) {
        const auto call = [&](Position position, Position size) {
          f(first + position, first + (position + size), position);
        };
        for_each_local_run_backwards(container_iterator(first), last - first, call);
        return;
      }
    }
    const Position end = last - first;
    const dart_unit_t me = Team::GlobalUnitID().id;
    for (Position pos = 0; pos < end;) {
      const Position next = end_of_run(first, pos, end);
      if (dart_owner_of_mapped(locate_element(first + pos).address) == me) {
        f(first + pos, first + next, pos);
      }
      pos = next;
    }
  }
}

/// The calling unit's part of a range as one ascending interval of its local indices, if it is one.
template <GlobalIterator Iterator>
std::optional<LocalInterval<typename Iterator::index_type>> own_interval(
    const Iterator& first, const Iterator& last)
{
  if constexpr (LinearIterator<Iterator>) {
    const auto& pattern = first.pattern();
    return pattern.local_interval(pattern.team().myid(), first.pos(), last.pos());
  } else {
    const bool is_whole = first.rpos() == 0 && last.rpos() == first.section().size();
    return is_whole ? first.section().local_interval() : std::nullopt;
  }
}

/// Position, relative to \c first, of the calling unit's element with a local index.
template <GlobalIterator Iterator>
Position position_of_local(const Iterator& first, typename Iterator::index_type lidx)
{
  if constexpr (LinearIterator<Iterator>) {
    return first.pattern().global(lidx) - first.pos();
  } else {
    return first.section().position_of(lidx) - first.rpos();
  }
}

/// Whether two iterators are at the same position of the same view of their patterns.
template <GlobalIterator A, GlobalIterator B>
bool is_same_position(const A& a, const B& b)
{
  if constexpr (LinearIterator<A>) {
    return a.pos() == b.pos();
  } else {
    return a.rpos() == b.rpos() && a.section().box() == b.section().box();
  }
}

/// Iterators in one dimension over blocks of equal size that the units take in turn.
template <class It>
concept OverDealtBlocks = HasPatternRuns<It> && LinearIterator<It> && It::ndim() == 1 &&
                          std::is_same_v<
                              IndexMap<typename It::pattern_type>,
                              UniformIndexMap<typename It::pattern_type::index_type>>;

/// How far the local index of an element of \c b lies behind that of the element at the same
/// position of \c a, if these always belong to the same unit; nullopt otherwise. The same on all
/// units.
template <class A, class B>
std::optional<Position> shift_of_aligned(const A& a, const B& b)
{
  if constexpr (
      GlobalIterator<A> && GlobalIterator<B> && !LocalViewIterator<A> && !LocalViewIterator<B>) {
    if (!(a.team() == b.team())) return std::nullopt;
    if constexpr (
        std::is_same_v<typename A::pattern_type, typename B::pattern_type> &&
        LinearIterator<A> == LinearIterator<B>) {
      const bool is_same = &a.pattern() == &b.pattern() || a.pattern() == b.pattern();
      if (is_same && is_same_position(a, b)) return 0;
    }
    if constexpr (OverDealtBlocks<A> && OverDealtBlocks<B>) {
      const auto size = static_cast<Position>(a.pattern().blocksize(0));
      const auto units = static_cast<Position>(a.pattern().num_units());
      const bool are_equal = size == static_cast<Position>(b.pattern().blocksize(0)) &&
                             units == static_cast<Position>(b.pattern().num_units());
      const Position distance = static_cast<Position>(b.pos()) - static_cast<Position>(a.pos());
      if (are_equal && size > 0 && distance % (size * units) == 0) return distance / units;
    }
  }
  return std::nullopt;
}

/// Whether elements at equal positions of two ranges always belong to the same unit, so that each
/// unit has all elements that it needs. Returns the same on all units.
template <class A, class B>
bool same_distribution(const A& a, const B& b)
{
  return shift_of_aligned(a, b).has_value();
}

/// Number of elements that the calling unit copies together.
template <class T>
Position copied_together()
{
  if (is_gpu_unit()) return elements_in<T>(std::size_t(16) << 20);
  // In one process's reach they should stay in its cache.
  return elements_in<T>(run_has_unmapped_memory ? std::size_t(4) << 20 : std::size_t(256) << 10);
}

/// Calls \c f(begin, end, position_of) for the calling unit's elements of a reversed range, some at
/// a time, by native reverse iterators, which may refer to device memory. \return false if they are
/// not one interval of local indices
template <ReverseGlobalIterator Iterator, class F>
bool for_each_local_part_backwards(const Iterator& first, const Iterator& last, F f)
{
  const auto base = last.base();
  const auto part = own_interval(base, first.base());
  if (!part) return false;
  auto* const elements = local_elements(base);
  const auto position_of = [&](auto it) {
    using Index = typename std::remove_cvref_t<decltype(base)>::index_type;
    const auto lidx = static_cast<Index>(it.base() - elements - 1);
    return (last - first) - 1 - position_of_local(base, lidx);
  };
  const Position together = copied_together<std::iter_value_t<Iterator>>();
  for (Position end = part->end; end > part->begin;) {
    const Position begin = std::max<Position>(part->begin, end - together);
    f(std::reverse_iterator(elements + end), std::reverse_iterator(elements + begin), position_of);
    end = begin;
  }
  return true;
}

/// Whether all iterators of containers in a view's iterator proceed with it, element by element.
template <class Iterator>
bool are_inner_intervals(const Iterator& first, const Iterator& last)
{
  bool all = true;
  for_each_inner(
      [&, n = last - first](const auto& inner, const auto& inner_last) {
        all = all && static_cast<Position>(inner_last - inner) == n;
      },
      first, last);
  return all;
}

/// Whether \c f says so of any iterator of a container in a view's iterator.
template <class Iterator, class F>
bool any_inner(const Iterator& it, F f)
{
  bool any = false;
  for_each_inner([&](const auto& inner) { any = any || f(inner); }, it);
  return any;
}

/// Whether host code might not be able to read the \c n elements in place, or they lie in many
/// short runs.
template <GlobalIterator Iterator>
bool needs_copies(const Iterator& it, Position n)
{
  const auto [element, available] = it.contiguous();
  if (element == nullptr || is_device_memory(element)) return true;
  return available < n && (run_has_unmapped_memory || available < short_run);
}

/// Below this number of elements, to copy a run with its neighbours takes less time than to work on
/// it alone: host code loses a few nanoseconds with each run, a message between hosts takes
/// microseconds, and so do the kernels and copies of a GPU, which meanwhile moves a mebibyte.
template <class T>
Position short_run_limit(bool by_gpu, bool between_hosts)
{
  if (by_gpu) return elements_in<T>(std::size_t(1) << 20);
  return between_hosts ? elements_in<T>(std::size_t(16) << 10) : Position{short_run};
}

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

/// Calls \c f. \return false if it returns that it needs no more elements
template <class F, class... Args>
bool goes_on(F& f, Args&&... args)
{
  if constexpr (std::is_same_v<bool, std::invoke_result_t<F&, Args...>>) {
    return f(std::forward<Args>(args)...);
  } else {
    f(std::forward<Args>(args)...);
    return true;
  }
}

/// Calls \c f(own, number) for blocks of the calling unit's elements, which \c own has read, until
/// it returns false.
template <class Iterator, class Interval, class F>
void for_each_own_block(const Iterator& first, const Interval& part, Position together, F f)
{
  OwnElements<Iterator> own(first, part.begin);
  for (Position number = 0; number < part.size(); number += together) {
    own.read(number, std::min<Position>(together, part.size() - number));
    if (!f(own, number)) return;
  }
}

/// The same for a reversed range.
template <ReverseGlobalIterator Iterator>
bool needs_copies(const Iterator& it, Position n)
{
  return needs_copies(it.base() - static_cast<std::iter_difference_t<Iterator>>(n), n);
}

/// The same as for_each_local_value for a view of which \c is_reversed_interval says so.
template <ComputedValues Iterator, class F>
bool for_each_local_value_backwards(const Iterator& first, const Iterator& last, F f)
{
  const Position n = last - first;
  const auto base = container_iterator(last);
  const bool copies = is_device_memory(local_elements(base)) || base.owned_run().size < short_run ||
                      any_inner(first, [n](const auto& it) { return needs_copies(it, n); });
  if (!copies) return false;
  ValueBlock<std::iter_value_t<Iterator>> values(n);
  InnerCopies elements;
  std::vector<Position> positions;
  for (Position begin = 0; begin < n; begin += values.capacity()) {
    const Position size = std::min<Position>(values.capacity(), n - begin);
    Iterator all = first + begin;
    positions.clear();
    for_each_local_run_backwards(
        container_iterator(all), size, [&](Position position, Position count) {
          if (positions.empty()) elements.read(all, size);
          values.compute(all, position, count, std::ssize(positions));
          for (Position k = 0; k < count; ++k) positions.push_back(begin + position + k);
        });
    if (positions.empty()) continue;
    const auto* const computed = values.data();
    const auto position_of = [&](auto it) {
      return positions[static_cast<std::size_t>(it - computed)];
    };
    if (!goes_on(f, computed, computed + positions.size(), position_of)) return true;
  }
  return true;
}

/// The same for a view whose values are computed first, because elements below them lie in many
/// short runs, or in memory that host code cannot read. \return false if that is not the case
template <ComputedValues Iterator, class F>
bool for_each_local_value(const Iterator& first, const Iterator& last, F f)
{
  if (!are_inner_intervals(first, last)) return false;
  if (!is_interval_of_container(first, last)) {
    return is_reversed_interval(first, last) && for_each_local_value_backwards(first, last, f);
  }
  const auto base = container_iterator(first);
  const auto part = own_interval(base, container_iterator(last));
  if (!part || part->empty()) return false;
  const bool copies = is_device_memory(local_elements(base)) || base.owned_run().size < short_run ||
                      any_inner(
                          first + position_of_local(base, part->begin),
                          [&](const auto& it) { return needs_copies(it, part->size()); });
  if (!copies) return false;
  ValueBlock<std::iter_value_t<Iterator>> values(part->size());
  for_each_own_block(first, *part, values.capacity(), [&](auto& own, Position number) {
    Position size = 0;
    own.for_each_part(number, [&](const Iterator& it, Position n, Position offset) {
      values.compute(it, 0, n, offset);
      size = offset + n;
    });
    const auto* const computed = values.data();
    const auto position_of = [&](auto it) { return own.position_of(number + (it - computed)); };
    return goes_on(f, computed, computed + size, position_of);
  });
  return true;
}

/// The same for references to elements, for a step that only reads.
template <RefersToInner Iterator, class F>
bool for_each_local_reference(const Iterator& first, const Iterator& last, F f)
{
  if (!are_inner_intervals(first, last) || !is_interval_of_container(first, last)) return false;
  const auto part = own_interval(container_iterator(first), container_iterator(last));
  if (!part) return false;
  const Position together = values_together<std::iter_value_t<Iterator>>();
  for_each_own_block(first, *part, together, [&](auto& own, Position number) {
    bool more = true;
    own.for_each_part(number, [&](const Iterator& begin, Position n, Position offset) {
      const auto position_of = [&](const Iterator& it) {
        return own.position_of(number + offset + (it - begin));
      };
      const auto end = begin + static_cast<std::iter_difference_t<Iterator>>(n);
      more = more && goes_on(f, begin, end, position_of);
    });
    return more;
  });
  return true;
}

/// Calls \c f(begin, end, position_of) for the calling unit's elements of [first, last), in
/// ascending order and in as few calls as possible; \c position_of(it) is the position of an
/// element in the range. Local call.
template <SegmentedIterator Iterator, class F>
void for_each_local_part(const Iterator& first, const Iterator& last, F f)
{
  if (first == last) return;
  const auto runs = [&] {
    for_each_local_run(first, last, [&](auto begin, auto end, Position position) {
      f(begin, end, [=](auto it) { return position + (it - begin); });
    });
  };
  if constexpr (GlobalIterator<Iterator>) {
    const auto part = own_interval(first, last);
    if constexpr (!LinearIterator<Iterator>) {
      if (!part) return runs();
    }
    if (part->empty()) return;
    auto* elements = local_elements(first);
    f(elements + part->begin, elements + part->end,
      [&, elements](auto it) { return position_of_local(first, it - elements); });
  } else {
    if constexpr (ComputedValues<Iterator>) {
      if (for_each_local_value(first, last, f)) return;
    } else if constexpr (ReverseGlobalIterator<Iterator> && CopiedBackwards<Iterator>) {
      if (for_each_local_part_backwards(first, last, f)) return;
    }
    runs();
  }
}

/// The same for a step that only reads the elements: it may get references to copies. If \c f
/// returns false, it need not be called again.
template <SegmentedIterator Iterator, class F>
void for_each_part_read(const Iterator& first, const Iterator& last, F f)
{
  if constexpr (RefersToInner<Iterator>) {
    if (first == last || for_each_local_reference(first, last, f)) return;
  }
  for_each_local_part(first, last, f);
}

/// Whether each unit has at most one run of the range, and the runs are in unit order.
template <SegmentedIterator Iterator>
bool units_follow_positions(const Iterator& first, const Iterator& last)
{
  if (first == last) return true;
  if constexpr (GlobalIterator<Iterator>) {
    dart_unit_t previous = -1;
    for (auto it = first; it < last;) {
      const auto run = it.owned_run();
      if (run.unit.id <= previous) return false;
      previous = run.unit.id;
      it += run.size;
    }
    return true;
  } else {
    if constexpr (IsOverContainer<Iterator>::value) {
      if (is_interval_of_container(first, last)) {
        return units_follow_positions(container_iterator(first), container_iterator(last));
      }
    }
    const Position end = last - first;
    const Team& team = team_of(first);
    team_unit_t previous{-1};
    for (Position pos = 0; pos < end; pos = end_of_run(first, pos, end)) {
      const global_unit_t owner(dart_owner_of_mapped(locate_element(first + pos).address));
      const team_unit_t unit = team.relative_id(owner);
      if (unit <= previous) return false;
      previous = unit;
    }
    return true;
  }
}

}  // namespace dash::detail
