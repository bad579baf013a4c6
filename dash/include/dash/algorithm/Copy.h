#ifndef DASH__ALGORITHM__COPY_H__INCLUDED
#define DASH__ALGORITHM__COPY_H__INCLUDED

#include <dash/Exception.h>
#include <dash/Future.h>
#include <dash/GlobPtr.h>
#include <dash/Types.h>
#include <dash/internal/GlobalAccess.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

namespace dash {

namespace internal {

/** Global iterators and pointers: they know which elements from them on lie side by side. */
template <class It>
concept GlobalPosition = requires(const It& it) {
  typename It::value_type;
  it.contiguous().first;
  it.dart_gptr();
};

template <GlobalPosition It>
using element_of = std::remove_cv_t<typename It::value_type>;

/**
 * memcpy without a call for single elements. Those are assigned where the types agree: bytes might
 * alias anything, so that loops over single elements would reload all their variables.
 */
template <class To, class From>
inline void copy_elements(To* to, const From* from, std::ptrdiff_t n)
{
  static_assert(sizeof(To) == sizeof(From));
  if (n != 1) {
    std::memcpy(to, from, static_cast<std::size_t>(n) * sizeof(To));
  } else if constexpr (std::is_same_v<To, From> && std::is_copy_assignable_v<To>) {
    *to = *from;
  } else {
    std::memcpy(to, from, sizeof(To));
  }
}

/** Local memory is the target. */
struct Read {
  template <class Local, class Global>
  static void transfer(Local* local, const Global* mapped, std::ptrdiff_t n)
  {
    copy_elements(local, mapped, n);
  }
  template <class Local>
  static void start(PendingTransfers& pending, Local* local, dart_gptr_t gptr, std::ptrdiff_t n)
  {
    pending.read(local, gptr, static_cast<std::size_t>(n) * sizeof(Local));
  }
};

/** Local memory is the source. */
struct Write {
  template <class Local, class Global>
  static void transfer(const Local* local, Global* mapped, std::ptrdiff_t n)
  {
    copy_elements(mapped, local, n);
  }
  template <class Local>
  static void start(
      PendingTransfers& pending, const Local* local, dart_gptr_t gptr, std::ptrdiff_t n)
  {
    pending.write(gptr, local, static_cast<std::size_t>(n) * sizeof(Local));
  }
};

/** Runs that are shorter are not worth a look-up and a memcpy each. */
inline constexpr std::ptrdiff_t short_run = 64;

/** Bytes and elements per unit of a stretch of short runs that is copied unit by unit. */
inline constexpr std::ptrdiff_t stretch_bytes = 32 * 1024;
inline constexpr std::ptrdiff_t stretch_elements_per_unit = 32;

template <class It>
concept HasPatternRuns = requires(const It& it) {
  it.pattern().run_at(it.gpos());
  it.globmem().mapped_base(team_unit_t{});
} && !It::has_view::value;

/**
 * Copies a stretch of short runs unit by unit, so that the pattern steps from run to run without
 * looking each up. A stretch fits into the cache, as each unit touches all of its lines.
 */
template <class Direction, class It, class Local>
void copy_stretch(const It& first, std::ptrdiff_t n, Local* local, PendingTransfers& pending)
{
  using index_type = typename It::index_type;
  using element_type = element_of<It>;
  const auto& pattern = first.pattern();
  const auto gfirst = first.gpos();
  const auto glast = static_cast<index_type>(gfirst + n);
  const auto num_units = static_cast<dart_unit_t>(pattern.num_units());
  for (team_unit_t unit{0}; unit < num_units; ++unit) {
    auto* const part = reinterpret_cast<element_type*>(first.globmem().mapped_base(unit));
    if (part != nullptr) {
      pattern.for_each_local_run(
          unit, gfirst, glast, [=](index_type lbegin, index_type size, index_type gbegin) {
            Direction::transfer(local + (gbegin - gfirst), part + lbegin, size);
          });
    } else {
      pattern.for_each_local_run(
          unit, gfirst, glast, [&](index_type lbegin, index_type size, index_type gbegin) {
            const auto offset = static_cast<std::size_t>(lbegin) * sizeof(element_type);
            const auto gptr = first.globmem().gptr(unit, offset);
            Direction::start(pending, local + (gbegin - gfirst), gptr, size);
          });
    }
  }
}

/** Elements of a stretch from \c first on, at most up to the end of the container. */
template <class It>
std::ptrdiff_t stretch_size(const It& first)
{
  const auto elements = stretch_bytes / static_cast<std::ptrdiff_t>(sizeof(element_of<It>));
  const auto num_units = static_cast<std::ptrdiff_t>(first.pattern().num_units());
  const auto rest = static_cast<std::ptrdiff_t>(first.pattern().size() - first.gpos());
  return std::min(rest, std::max(elements, stretch_elements_per_unit * num_units));
}

/** Copies the next run, or stretch of short runs. \return number of elements */
template <class Direction, class It, class Local>
std::ptrdiff_t copy_next(const It& first, std::ptrdiff_t n, Local* local, PendingTransfers& pending)
{
  const auto run = first.contiguous();
  if (run.size <= 0) {
    DASH_THROW(
        dash::exception::OutOfRange,
        "copy: " << n << " elements lie behind the end of the global range");
  }
  if constexpr (HasPatternRuns<It>) {
    if (run.size < short_run && run.size < n) {
      const auto size = std::min(n, stretch_size(first));
      copy_stretch<Direction>(first, size, local, pending);
      return size;
    }
  }
  const auto size = std::min<std::ptrdiff_t>(n, run.size);
  if (run.first != nullptr) {
    Direction::transfer(local, run.first, size);
  } else {
    Direction::start(pending, local, first.dart_gptr(), size);
  }
  return size;
}

/** Copies \c n elements between local memory and global memory from \c first on. */
template <class Direction, class It, class Local>
void copy_runs(It first, std::ptrdiff_t n, Local* local, PendingTransfers& pending)
{
  while (n > 0) {
    const auto copied = copy_next<Direction>(first, n, local, pending);
    n -= copied;
    local += copied;
    first += static_cast<typename It::difference_type>(copied);
  }
}

/** All but one mapped run: out of line to keep the common case small. */
template <class Direction, class It, class Local>
[[gnu::noinline]] void copy_all_runs(It first, std::ptrdiff_t n, Local* local)
{
  PendingTransfers pending;
  copy_runs<Direction>(first, n, local, pending);
  pending.wait();
}

template <class Direction, class It, class Local>
inline void copy_blocking(const It& first, std::ptrdiff_t n, Local* local)
{
  static_assert(
      is_dash_copyable<element_of<It>, std::remove_cv_t<Local>>::value,
      "dash::copy needs elements of one representation: equal types, or both integral or both "
      "floating point of equal size");
  if (n <= 0) return;
  const auto run = first.contiguous();
  if (run.first != nullptr && n <= run.size) [[likely]] {
    Direction::transfer(local, run.first, n);
  } else {
    copy_all_runs<Direction>(first, n, local);
  }
}

template <class Direction, class It, class Local, class Result>
Future<Result> copy_async(const It& first, std::ptrdiff_t n, Local* local, Result result)
{
  static_assert(
      is_dash_copyable<element_of<It>, std::remove_cv_t<Local>>::value,
      "dash::copy_async needs elements of one representation: equal types, or both integral or "
      "both floating point of equal size");
  auto pending = std::make_shared<PendingTransfers>();
  copy_runs<Direction>(first, n, local, *pending);
  if (pending->empty()) return Future<Result>(result);
  return Future<Result>(
      [pending, result] {
        pending->wait();
        return result;
      },
      [pending, result](Result* value) {
        if (!pending->test()) return false;
        *value = result;
        return true;
      });
}

}  // namespace internal

/**
 * Copies global elements [first, last) of any distribution to local memory. Blocking, local call.
 *
 * \tparam UseHandles has no effect: transfers from memory that is not mapped always overlap
 * \return end of the output
 */
template <class V, internal::GlobalPosition GlobIn, bool UseHandles = false>
inline V* copy(GlobIn first, GlobIn last, V* out)
{
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  internal::copy_blocking<internal::Read>(first, n, out);
  return out + n;
}

/**
 * Copies local elements [first, last) to global memory from \c out on. Blocking, remotely complete
 * on return; local call. \return end of the output
 */
template <class V, internal::GlobalPosition GlobOut, bool UseHandles = false>
inline GlobOut copy(V* first, V* last, GlobOut out)
{
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  internal::copy_blocking<internal::Write>(out, n, first);
  return out + static_cast<typename GlobOut::difference_type>(n);
}

/**
 * Copies global elements [first, last) to global memory from \c out on, as if in ascending order.
 * Blocking, remotely complete on return; local call. \return end of the output
 */
template <class V = void, internal::GlobalPosition GlobIn, internal::GlobalPosition GlobOut>
GlobOut copy(GlobIn first, GlobIn last, GlobOut out)
{
  using element_type = internal::element_of<GlobIn>;
  static_assert(
      internal::is_dash_copyable<element_type, internal::element_of<GlobOut>>::value,
      "dash::copy needs elements of one representation");
  constexpr std::ptrdiff_t buffer_size = std::max<std::ptrdiff_t>(1, 8192 / sizeof(element_type));
  alignas(element_type) std::byte bytes[buffer_size * sizeof(element_type)];
  auto* const buffer = reinterpret_cast<element_type*>(bytes);

  for (auto n = static_cast<std::ptrdiff_t>(last - first); n > 0;) {
    const auto from = first.contiguous();
    const auto to = out.contiguous();
    auto count = std::min({n, std::ptrdiff_t{from.size}, std::ptrdiff_t{to.size}});
    const bool is_long = count == n || count >= internal::short_run;
    if (is_long && from.first != nullptr && to.first != nullptr) {
      std::memmove(to.first, from.first, static_cast<std::size_t>(count) * sizeof(element_type));
    } else {
      count = std::min(n, buffer_size);
      internal::copy_blocking<internal::Read>(first, count, buffer);
      internal::copy_blocking<internal::Write>(out, count, buffer);
    }
    n -= count;
    first += static_cast<typename GlobIn::difference_type>(count);
    out += static_cast<typename GlobOut::difference_type>(count);
  }
  return out;
}

/** As \c copy to local memory; the output may be read once the future is ready. Local call. */
template <class V, internal::GlobalPosition GlobIn>
Future<V*> copy_async(GlobIn first, GlobIn last, V* out)
{
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  return internal::copy_async<internal::Read>(first, n, out, out + n);
}

/** As \c copy to global memory; the source must stay as it is until the future is ready. */
template <class V, internal::GlobalPosition GlobOut>
Future<GlobOut> copy_async(V* first, V* last, GlobOut out)
{
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  return internal::copy_async<internal::Write>(
      out, n, first, out + static_cast<typename GlobOut::difference_type>(n));
}

}  // namespace dash

#endif  // DASH__ALGORITHM__COPY_H__INCLUDED
