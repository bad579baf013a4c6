#pragma once

/// \file
/// Ranges of global memory that tasks use.

#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Types.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/range/SideBySide.h>

#include <dash/dart/if/dart_tasks.h>

#include <concepts>
#include <cstddef>
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

namespace dash::tasks {

/// Creates ranges that a task accesses in one way: see \c dash::in, \c dash::out and
/// \c dash::inout.
template <dart_tapi_access_t access>
class TaskRangeMaker {
 public:
  /// Elements given by iterators of a container or view, by native pointers, or by global pointers.
  template <detail::PlacedPosition It>
  auto operator()(const It& first, const It& last) const
  {
    const auto size = static_cast<std::size_t>(detail::require_range(name(), first, last));
    auto range = empty_range<typename detail::ElementOf<It>::type>();
    if (size == 0) return range;
    detail::require_side_by_side(name(), "start a task for", first, size);
    range.begin = detail::gptr_of(first);
    range.size = size;
    return range;
  }

  /// All elements of a range.
  template <class R>
    requires requires(R& range) {
      { range.begin() } -> detail::PlacedPosition;
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
