#pragma once

/// \file
/// Elements that are contiguous in the memory of one unit.

#include <dash/GlobPtr.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/range/RequireRange.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>

namespace dash::detail {

/// Iterators that know the owner and the run of their element.
template <class It>
concept KnowsOwner = requires(const It& it) {
  it.dart_gptr();
  it.owned_run().size;
};

/// Iterators and pointers to elements whose place in global memory can be told; native ones refer
/// to the calling unit's memory.
template <class It>
concept PlacedPosition = KnowsOwner<It> || is_glob_ptr<It> || std::contiguous_iterator<It>;

template <class It>
concept Dereferenceable = requires { typename std::iter_reference_t<It>; };

/// Has the type of the elements of iterators and pointers, and none for other types.
template <class It>
struct ElementOf {};
template <Dereferenceable It>
struct ElementOf<It> {
  using type = std::remove_reference_t<std::iter_reference_t<It>>;
};
template <Dereferenceable It>
  requires KnowsOwner<It>
struct ElementOf<It> {
  using type = typename It::element_type;
};
template <class T, class MemSpace>
struct ElementOf<GlobPtr<T, MemSpace>> {
  using type = T;
};

template <PlacedPosition It>
dart_gptr_t gptr_of(const It& it)
{
  if constexpr (requires { it.dart_gptr(); }) {
    return it.dart_gptr();
  } else {
    return gptr_of_mapped(std::to_address(it));
  }
}

/// How many of \c n > 0 elements, from the first one on, are contiguous in the memory of one unit.
template <PlacedPosition It>
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
    return (std::min)(n, bytes_to_end_of_part(begin) / element);
  }
}

/// \throws exception::InvalidArgument
[[noreturn]] DASH_API void throw_not_side_by_side(
    const char* function, const char* remedy, std::size_t size, std::size_t side_by_side);

/// Checks that \c n elements are contiguous in the memory of one unit.
/// \param remedy  what to do with each part that is: "start a task for"
/// \throws exception::InvalidArgument  otherwise
template <PlacedPosition It>
void require_side_by_side(const char* function, const char* remedy, const It& first, std::size_t n)
{
  const std::size_t here = count_side_by_side(first, n);
  if (here < n) [[unlikely]]
    throw_not_side_by_side(function, remedy, n, here);
}

}  // namespace dash::detail
