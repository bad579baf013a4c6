#pragma once

/// \file
/// Checks of the ranges and outputs that algorithms get. A range is two numbers, so they are always
/// active.

#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/pattern/Box.h>
#include <dash/iterator/PositionIterator.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

class Team;
template <class T, class MemSpace>
class GlobPtr;
template <std::random_access_iterator... Iterators>
class ZipIterator;

namespace detail {

/// Positions [begin, end) of a sequence of \c size elements; \c size is negative if it is unknown.
struct Positions {
  std::ptrdiff_t begin;
  std::ptrdiff_t end;
  std::ptrdiff_t size;
};

/// Why positions are not a range.
/// \throws exception::InvalidArgument if the end lies in front of the beginning, otherwise
///   exception::OutOfRange
[[noreturn]] DASH_API void throw_no_range(const char* algorithm, const Positions& range);
/// \throws exception::InvalidArgument
[[noreturn]] DASH_API void throw_two_sequences(
    const char* algorithm, std::ptrdiff_t first_size, std::ptrdiff_t last_size);
/// \param needed  number of elements that the algorithm accesses from \c there.begin to the end
/// \throws exception::OutOfRange
[[noreturn]] DASH_API void throw_too_short(
    const char* algorithm, std::ptrdiff_t needed, const Positions& there);
/// The same, called by all units of a team at the same place (ThrownTogether).
[[noreturn]] DASH_API void throw_too_short_together(
    const Team& team, const char* algorithm, std::ptrdiff_t needed, const Positions& there);

/// \throws exception::InvalidArgument
[[noreturn]] DASH_API void throw_overlap(
    const char* algorithm, const Positions& range, const Positions& output);
/// The same for ranges of different views of a container.
[[noreturn]] DASH_API void throw_views_overlap(const char* algorithm);
/// The same for indices that lead from the elements to be read to those to be written, or back.
[[noreturn]] DASH_API void throw_indices_into_output(const char* algorithm);

/// The position of an iterator in its sequence of elements, and the elements from there on.
template <class It>
  requires requires(const It& it) {
    it.is_same_sequence(it);
    it.remaining();
  }
Positions positions_from(const It& it)
{
  std::ptrdiff_t pos = 0;
  if constexpr (requires { it.rpos(); }) {
    pos = static_cast<std::ptrdiff_t>(it.rpos());
  } else {
    pos = static_cast<std::ptrdiff_t>(it.pos());
  }
  const auto size = pos + static_cast<std::ptrdiff_t>(it.remaining());
  return {pos, size, size};
}

template <class Sequence>
  requires requires(const Sequence& sequence) { sequence.section(); }
Positions positions_from(const PositionIterator<Sequence>& it)
{
  const auto size = static_cast<std::ptrdiff_t>(it.sequence().section().size());
  return {static_cast<std::ptrdiff_t>(it.pos()), size, size};
}

template <class It>
bool is_same_sequence(const It& a, const It& b)
{
  return a.is_same_sequence(b);
}

template <class Sequence>
bool is_same_sequence(const PositionIterator<Sequence>& a, const PositionIterator<Sequence>& b)
{
  return a.sequence().section() == b.sequence().section();
}

/// Iterators that know all elements of their sequence.
template <class It>
concept KnowsSequence = requires(const It& it) { positions_from(it); };

template <class It>
inline constexpr bool is_zip_iterator = false;
template <class... It>
inline constexpr bool is_zip_iterator<ZipIterator<It...>> = true;

template <class It>
inline constexpr bool is_glob_ptr = false;
template <class T, class MemSpace>
inline constexpr bool is_glob_ptr<GlobPtr<T, MemSpace>> = true;

/// Iterators of views that have one of another range below.
template <class It>
concept HasBase = !KnowsSequence<It> && !is_zip_iterator<It> && requires(const It& it) {
  requires std::random_access_iterator<std::remove_cvref_t<decltype(it.base())>>;
};

/// Checks a range: both iterators are of the same container or view, the end does not lie in front
/// of the beginning, and there are elements at all positions. Notes their number and type for
/// messages. Local call, of constant cost.
/// \return number of elements
/// \throws exception::InvalidArgument, exception::OutOfRange otherwise
template <class It>
std::ptrdiff_t require_range(const char* algorithm, const It& first, const It& last)
{
  if constexpr (KnowsSequence<It>) {
    const auto n = static_cast<std::ptrdiff_t>(last - first);
    const bool is_same = is_same_sequence(first, last);
    if (is_same && n == 0) return 0;
    const Positions from = positions_from(first);
    if (!is_same) [[unlikely]] {
      throw_two_sequences(algorithm, from.size, positions_from(last).size);
    }
    const Positions range{from.begin, from.begin + n, from.size};
    if (range.begin < 0 || n < 0 || range.end > range.size) [[unlikely]] {
      throw_no_range(algorithm, range);
    }
    note_elements<std::iter_value_t<It>>(n);
    return n;
  } else {
    if constexpr (is_glob_ptr<It>) {
      const dart_gptr_t a = first.dart_gptr(), b = last.dart_gptr();
      if (a.segid != b.segid || a.teamid != b.teamid) [[unlikely]] {
        throw_two_sequences(algorithm, -1, -1);
      }
    }
    const auto n = static_cast<std::ptrdiff_t>(last - first);
    if (n < 0) [[unlikely]] {
      throw_no_range(algorithm, {0, n, -1});
    }
    if constexpr (is_zip_iterator<It>) {
      [&]<std::size_t... i>(std::index_sequence<i...>) {
        (require_range(algorithm, std::get<i>(first.iterators()), std::get<i>(last.iterators())),
         ...);
      }(std::make_index_sequence<std::tuple_size_v<typename It::tuple_type>>{});
    } else if constexpr (HasBase<It>) {
      const auto a = first.base();
      const auto b = last.base();
      // views may run backwards
      if (b < a) {
        require_range(algorithm, b, a);
      } else {
        require_range(algorithm, a, b);
      }
    }
    return n;
  }
}

/// Checks that there are \c n elements from \c first on, for iterators that know their sequence: a
/// second range, or an output. Local call, of constant cost.
/// \param refuse  has the parameters of throw_too_short
/// \throws exception::OutOfRange otherwise
template <class It, class Refuse = decltype(throw_too_short)&>
void require_room(
    const char* algorithm, std::ptrdiff_t n, [[maybe_unused]] const It& first,
    [[maybe_unused]] const Refuse& refuse = throw_too_short)
{
  if (n == 0) return;
  if constexpr (KnowsSequence<It>) {
    const Positions there = positions_from(first);
    if (there.begin < 0 || n > there.end - there.begin) [[unlikely]] {
      refuse(algorithm, n, there);
    }
  } else if constexpr (is_zip_iterator<It>) {
    std::apply(
        [&](const auto&... it) { (require_room(algorithm, n, it, refuse), ...); },
        first.iterators());
  } else if constexpr (requires { typename It::iterator_type; } && HasBase<It>) {
    // std::reverse_iterator runs to the beginning of its base
    if constexpr (std::is_same_v<It, std::reverse_iterator<typename It::iterator_type>>) {
      if constexpr (KnowsSequence<typename It::iterator_type>) {
        const Positions there = positions_from(first.base());
        if (n > there.begin || there.begin > there.size) [[unlikely]] {
          refuse(algorithm, n, Positions{there.size - there.begin, there.size, there.size});
        }
      }
    }
  }
}

/// The same in a collective call, where all units of \c team know the sizes.
/// \throws exception::OutOfRange on all units otherwise
template <class It>
void require_room_together(
    const Team& team, const char* algorithm, std::ptrdiff_t n, const It& first)
{
  require_room(algorithm, n, first, [&team](auto... parameters) {
    throw_too_short_together(team, parameters...);
  });
}

/// Outputs that an algorithm takes though they overlap its input: none, one that is the input, one
/// that begins there or in front of it.
enum class Overlapping { none, in_place, leftwards };

/// Iterators over a box of elements of an array or a matrix, in row- or column-major order. Those
/// over all of a matrix of tiles go tile by tile.
template <class It>
concept InBox = requires(const It& it) {
  typename It::pattern_type::viewspec_type;
  it.globmem();
  it.pattern().extents();
  it.pos();
  requires !requires { requires std::remove_cvref_t<decltype(it.section())>::is_local; };
  requires requires { it.section(); } || It::pattern_type::ndim() == 1 ||
               !It::pattern_type::is_tiled;
};

/// The boxes of which \c n elements from an iterator on consist, in their order.
template <InBox It>
auto boxes_from(const It& it, std::ptrdiff_t n)
{
  using Pattern = typename It::pattern_type;
  using Box = typename Pattern::viewspec_type;
  std::vector<Box> boxes;
  const auto add = [&](const Box& box, auto begin) {
    for_each_box<Pattern::memory_order()>(
        box, begin, begin + static_cast<decltype(begin)>(n),
        [&](const Box& part) { boxes.push_back(part); });
  };
  if constexpr (requires { it.section(); }) {
    add(it.section().box(), it.rpos());
  } else {
    add(Box(it.pattern().extents()), it.pos());
  }
  return boxes;
}

/// Whether boxes are others that were moved to the front, all by the same distance.
template <MemArrange Arr, class Box>
bool are_moved_to_front(const std::vector<Box>& from, const std::vector<Box>& to)
{
  if (from.size() != to.size()) return false;
  const auto distance = [](const Box& a, const Box& b) { return relative_to(a, b).offsets(); };
  const auto moved = distance(from.front(), to.front());
  for (std::size_t k = 0; k < from.size(); ++k) {
    if (from[k].extents() != to[k].extents() || distance(from[k], to[k]) != moved) return false;
  }
  for (std::size_t pace = 0; pace < moved.size(); ++pace) {
    const auto by = moved[dimension_at_pace<Arr, Box::ndim()>(pace)];
    if (by != 0) return by < 0;
  }
  return true;
}

/// Whether the elements of an input and those of an output have some in common, in another way than
/// \c taken.
template <Overlapping taken, MemArrange Arr, class Box>
bool overlap(const std::vector<Box>& input, const std::vector<Box>& output)
{
  if (taken != Overlapping::none && input == output) return false;
  if (taken == Overlapping::leftwards && are_moved_to_front<Arr>(input, output)) return false;
  return std::ranges::any_of(input, [&](const Box& a) {
    return std::ranges::any_of(output, [&](const Box& b) { return intersection(a, b).size() > 0; });
  });
}

/// Checks that ranges of different sequences do not overlap, as require_apart does.
template <Overlapping taken, class In, class Out>
void require_views_apart(
    const char* algorithm, const In& in, std::ptrdiff_t n, const Out& out, std::ptrdiff_t n_out)
{
  if constexpr (InBox<In> && InBox<Out>) {
    using Pattern = typename In::pattern_type;
    if constexpr (std::is_same_v<Pattern, typename Out::pattern_type>) {
      const void *const from = &in.globmem(), *const to = &out.globmem();
      if (from != to) return;
      const auto input = boxes_from(in, n), output = boxes_from(out, n_out);
      if (overlap<taken, Pattern::memory_order()>(input, output)) throw_views_overlap(algorithm);
    }
  }
}

/// Checks that an input of \c n elements and an output of \c n_out do not overlap in another way.
/// Units read and write at the same time, so the result would differ from run to run. Local call,
/// of constant cost. Views of one container are compared, too, if they are boxes of elements.
/// \throws exception::InvalidArgument otherwise
template <Overlapping taken, class In, class Out>
void require_apart(
    const char* algorithm, const In& in, std::ptrdiff_t n, const Out& out, std::ptrdiff_t n_out)
{
  if (n == 0 || n_out == 0) return;
  if constexpr (KnowsSequence<In> && std::is_convertible_v<const Out&, In>) {
    const In& to = out;
    if (is_same_sequence(in, to)) {
      Positions range = positions_from(in), output = positions_from(to);
      range.end = range.begin + n;
      output.end = output.begin + n_out;
      if (range.end <= output.begin || output.end <= range.begin) return;
      if (taken != Overlapping::none && range.begin == output.begin) return;
      if (taken == Overlapping::leftwards && output.begin < range.begin) return;
      throw_overlap(algorithm, range, output);
    }
  }
  require_views_apart<taken>(algorithm, in, n, out, n_out);
}

/// Checks that a second range has as many elements as the first.
/// \throws exception::OutOfRange otherwise
template <class Range, class Other>
void require_as_long(const char* algorithm, Range& range, Other& other)
{
  const auto needed = static_cast<std::ptrdiff_t>(range.end() - range.begin());
  const auto available = static_cast<std::ptrdiff_t>(other.end() - other.begin());
  if (available < needed) [[unlikely]] {
    throw_too_short(algorithm, needed, {0, available, available});
  }
}

}  // namespace detail
}  // namespace dash
