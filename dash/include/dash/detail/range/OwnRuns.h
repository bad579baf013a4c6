#pragma once

/// \file
/// The calling unit's elements of a range as one operand of steps, if they are many runs of its
/// memory, like those of a part of a matrix.

#include <dash/detail/base/CurrentStream.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/GoesOn.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/PendingTransfers.h>
#include <dash/detail/range/BlockSizes.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/Places.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/range/Transfer.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace dash::detail {

template <CopiedElements It>
struct CopiesOfOwnRuns;

/// Parts of matrices whose places in the unit's memory kernels compute.
template <class It>
concept MovedByKernels =
    MovedAsWords<It> && !LinearIterator<It> && HasBoxMap<typename It::pattern_type>;

/// Iterator over the calling unit's elements of [first, last), in ascending order. Steps get copies
/// of them: kernels take longer to start than to copy a million elements.
template <CopiedElements It>
class OwnRuns {
  using Index = typename It::index_type;

 public:
  using DashCopier = CopiesOfOwnRuns<It>;
  using value_type = std::iter_value_t<It>;
  using reference = std::iter_reference_t<It>;
  using difference_type = std::ptrdiff_t;
  /// Whether steps may not change the elements.
  static constexpr bool is_constant =
      std::is_const_v<std::remove_pointer_t<typename It::local_type>>;

  /// \param number  of the element among the own ones
  OwnRuns(const It& first, const It& last, Position number = 0)
      : first_(first),
        last_(last),
        number_(number)
  {}

  reference operator*() const { return first_[static_cast<Index>(position())]; }
  OwnRuns operator+(difference_type n) const { return {first_, last_, number_ + n}; }
  DASH_HOST_DEVICE friend difference_type operator-(const OwnRuns& a, const OwnRuns& b)
  {
    return a.number_ - b.number_;
  }
  DASH_HOST_DEVICE friend bool operator==(const OwnRuns& a, const OwnRuns& b)
  {
    return a.number_ == b.number_;
  }

  const It& first() const { return first_; }
  /// Number of elements of the range, of all units.
  Index size() const { return static_cast<Index>(last_ - first_); }
  Position number() const { return number_; }

  /// The position of the element in the range.
  Position position() const
  {
    Position result = last_ - first_, before = number_;
    for_each_line([&](const DealtLine<Index>& line) {
      const bool is_here = before < line.n;
      if (is_here) result = line.index_at(line.lbegin + static_cast<Index>(before));
      before -= line.n;
      return !is_here;
    });
    return result;
  }

  /// Number of all own elements.
  Position count() const
  {
    Position count = 0;
    for_each_line([&](const DealtLine<Index>& line) { count += line.n; });
    return count;
  }

  /// The places of the elements from this one on.
  Places places() const
    requires MovedByKernels<It>
  {
    const auto number = static_cast<default_index_t>(number_in_section());
    return Places(first_.section(), number, first_.globmem().kernel_base(first_.team().myid()));
  }

  /// The number of the element among those that the unit has in the section.
  Index number_in_section() const
  {
    Index before = first_.rpos();
    if constexpr (!LocalViewIterator<It>) {
      before = first_.section().own_numbers(first_.team().myid(), before, last_.rpos()).begin;
    }
    return before + static_cast<Index>(number_);
  }

  /// Calls \c f for the lines of the unit's memory that consist of the own elements, until it
  /// returns false.
  template <class F>
  void for_each_line(F f) const
  {
    first_.for_each_line_at(first_.team().myid(), size(), f);
  }

 private:
  It first_, last_;
  Position number_;
};

/// Copies own elements by a kernel, or by transfers between two places of the unit's memory.
template <CopiedElements It>
struct CopiesOfOwnRuns {
  using T = std::iter_value_t<It>;
  static constexpr bool are_on_host = false;

  static void read(const void* first, std::ptrdiff_t n, void* to)
  {
    copy<Read>(*static_cast<const OwnRuns<It>*>(first), n, static_cast<T*>(to));
  }
  static void write(const void* first, std::ptrdiff_t n, const void* from)
  {
    copy<Write>(*static_cast<const OwnRuns<It>*>(first), n, static_cast<const T*>(from));
  }

 private:
  template <class Direction, class Local>
  static void copy(const OwnRuns<It>& own, std::ptrdiff_t n, Local* copies)
  {
    if constexpr (MovedByKernels<It>) {
      if (has_small_extents(own.first().pattern()) && have_moves_by_kernels(sizeof(T)))
        return Direction::transfer(copies, own.places(), n);
    }
    copy_by_lines<Direction>(own, n, copies);
  }

  template <class Direction, class Local>
  static void copy_by_lines(const OwnRuns<It>& own, std::ptrdiff_t n, Local* copies)
  {
    const It& first = own.first();
    PendingTransfers pending;
    TransferGroup<Direction, Local> group(pending, first.globmem().gptr(first.team().myid()));
    Position next = -own.number();  // number of the line's first element among the copies
    own.for_each_line([&](const auto& line) {
      const Position begin = std::max<Position>(0, -next);
      const Position end = std::min<Position>(line.n, n - next);
      if (begin < end) group.add(copies + (next + begin), line.lbegin + begin, end - begin);
      next += line.n;
      return next < n;
    });
    group.start();
    pending.wait();
  }
};

/// Whether the calling unit should work on copies of its elements, which are not one run, and not
/// run by run. On a stream, where nothing waits for copies, it should not.
template <GlobalIterator It>
bool should_copy_own_runs(const It& first, const It& last)
{
  if constexpr (CopiedElements<It>) {
    return run_has_gpu_units && is_gpu_unit() && current_stream() == nullptr && first != last &&
           !own_interval(first, last) && has_short_runs(first, last);
  } else {
    return false;
  }
}

/// Calls \c f(begin, end) for OwnRuns, some elements at a time, until it returns false.
template <CopiedElements It, class F>
void for_each_of_own_runs(const It& first, const It& last, F f)
{
  const OwnRuns<It> own(first, last);
  const Position together = copied_together<std::iter_value_t<It>>();
  for_each_block<FirstBlocks::full>(0, own.count(), together, [&](Position begin, Position n) {
    return goes_on(f, own + begin, own + (begin + n));
  });
}

}  // namespace dash::detail
