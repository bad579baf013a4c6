#pragma once

/// \file
/// Ranges of global memory that tasks use.

#include <dash/Exception.h>
#include <dash/GlobPtr.h>
#include <dash/GlobRef.h>
#include <dash/Types.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/range/RequireRange.h>

#include <dash/dart/if/dart_tasks.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>

namespace dash::tasks {

/// Elements that a task accesses, which are contiguous in the memory of one unit. Created by
/// \c dash::in, \c dash::out and \c dash::inout.
template <class T, dart_tapi_access_t access_>
struct Range {
  static_assert(
      is_bytewise_copyable_v<T>,
      "the elements of a task's range must be trivially copyable: they may be copied to where the "
      "task executes");

  /// Type of the elements in the task's body: constant if the task only reads them.
  using element_type = std::conditional_t<access_ == DART_TAPI_IN, const T, T>;
  static constexpr dart_tapi_access_t access = access_;

  dart_gptr_t begin = DART_GPTR_NULL;
  std::size_t size = 0;
};

}  // namespace dash::tasks

namespace dash::detail {

/// Iterators that know the owner and the run of their element.
template <class It>
concept KnowsOwner = requires(const It& it) {
  it.dart_gptr();
  it.owned_run().size;
};

template <class It>
struct IsGlobPtr : std::false_type {};
template <class T, class MemSpace>
struct IsGlobPtr<GlobPtr<T, MemSpace>> : std::true_type {};

/// Iterators from which ranges of tasks can be made; native ones refer to the calling unit's
/// memory.
template <class It>
concept TaskIterator = KnowsOwner<It> || IsGlobPtr<It>::value || std::contiguous_iterator<It>;

template <class It>
struct ElementOf {
  using type = std::remove_reference_t<std::iter_reference_t<It>>;
};
template <KnowsOwner It>
struct ElementOf<It> {
  using type = typename It::element_type;
};
template <class T, class MemSpace>
struct ElementOf<GlobPtr<T, MemSpace>> {
  using type = T;
};

template <TaskIterator It>
dart_gptr_t gptr_of(const It& it)
{
  if constexpr (requires { it.dart_gptr(); }) {
    return it.dart_gptr();
  } else {
    return gptr_of_mapped(std::to_address(it));
  }
}

/// How many of \c n > 0 elements, from the first one on, are contiguous in the memory of one unit.
template <TaskIterator It>
std::size_t count_side_by_side(const It& first, std::size_t n)
{
  constexpr std::size_t element = sizeof(typename ElementOf<It>::type);
  const dart_gptr_t begin = gptr_of(first);
  if constexpr (KnowsOwner<It>) {
    std::size_t count = 0;
    for (It it = first;;) {
      count += static_cast<std::size_t>(it.owned_run().size);
      if (count >= n) return n;
      it = first + static_cast<typename It::difference_type>(count);
      dart_gptr_t expected = begin;
      expected.addr_or_offs.offset += count * element;
      if (it.dart_gptr() != expected) return count;
    }
  } else {
    return std::min(n, bytes_to_end_of_part(begin) / element);
  }
}

[[noreturn]] DASH_API void throw_not_in_one_run(
    const char* maker, std::size_t size, std::size_t in_first_run);

}  // namespace dash::detail

namespace dash::tasks {

/// Creates ranges that a task accesses in one way: see \c dash::in, \c dash::out and
/// \c dash::inout.
template <dart_tapi_access_t access>
class TaskRangeMaker {
 public:
  /// Elements given by iterators of a container or view, by native pointers, or by global pointers.
  template <detail::TaskIterator It>
  auto operator()(const It& first, const It& last) const
  {
    const auto size = static_cast<std::size_t>(detail::require_range(name(), first, last));
    auto range = empty_range<typename detail::ElementOf<It>::type>();
    if (size == 0) return range;
    const std::size_t here = detail::count_side_by_side(first, size);
    if (here < size) detail::throw_not_in_one_run(name(), size, here);
    range.begin = detail::gptr_of(first);
    range.size = size;
    return range;
  }

  /// All elements of a range.
  template <class R>
    requires requires(R& range) {
      { range.begin() } -> detail::TaskIterator;
      { range.end() } -> std::same_as<decltype(range.begin())>;
    }
  auto operator()(R&& range) const
  {
    return (*this)(range.begin(), range.end());
  }

  /// One element.
  template <class T>
  auto operator()(const GlobRef<T>& element) const
  {
    auto range = empty_range<T>();
    range.begin = element.dart_gptr();
    range.size = 1;
    return range;
  }

 private:
  static constexpr const char* name()
  {
    if (access == DART_TAPI_INOUT) return "dash::inout";
    return access == DART_TAPI_IN ? "dash::in" : "dash::out";
  }

  template <class T>
  static auto empty_range()
  {
    static_assert(
        access == DART_TAPI_IN || !std::is_const_v<T>, "a task cannot write constant elements");
    return Range<std::remove_const_t<T>, access>{};
  }
};

}  // namespace dash::tasks

namespace dash {

/// Declare elements that a task only reads (\c in), completely overwrites without reading them (
/// \c out), or reads and writes (\c inout). The elements are given by two iterators, by a range, or
/// as one element (\c array[i]):
///
/// - of a container or a view, on any unit of any host;
/// - by \c GlobPtr;
/// - by native pointers into the calling unit's part of a container, such as \c array.local.
///
/// The body of the task gets them as a \c tasks::Span. Tasks whose ranges overlap execute in the
/// order in which they were started, except that tasks that only read execute concurrently.
///
/// \throws exception::InvalidArgument unless all elements are contiguous in the memory of one unit
/// \throws exception::OutOfRange if there are not as many elements
inline constexpr tasks::TaskRangeMaker<DART_TAPI_IN> in{};
inline constexpr tasks::TaskRangeMaker<DART_TAPI_OUT> out{};
inline constexpr tasks::TaskRangeMaker<DART_TAPI_INOUT> inout{};

}  // namespace dash
