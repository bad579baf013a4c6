#pragma once

/// \file
/// Copies of host memory.

#include <dash/dart/if/dart_gpu.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <memory>
#include <type_traits>

namespace dash::detail {

/// Copies like memmove, and fast also where that is slow. Short copies need no call of the runtime.
inline void copy_host_bytes(void* to, const void* from, std::size_t nbytes)
{
  constexpr std::size_t most_in_place = 2048;  // memmove copies up to so many by vectors
  if (nbytes > most_in_place) {
    dart_host_copy(to, from, nbytes);
  } else if (nbytes > 0) {
    std::memmove(to, from, nbytes);
  }
}

/// Whether to copy elements is to copy their bytes.
template <class In, class Out>
inline constexpr bool are_copied_as_bytes = false;
template <std::contiguous_iterator In, std::contiguous_iterator Out>
inline constexpr bool are_copied_as_bytes<In, Out> =
    std::is_same_v<std::iter_reference_t<Out>, std::iter_value_t<In>&> &&
    std::is_same_v<
        std::remove_const_t<std::remove_reference_t<std::iter_reference_t<In>>>,
        std::iter_value_t<In>> &&
    std::is_copy_assignable_v<std::iter_value_t<In>> &&
    std::is_trivially_copyable_v<std::iter_value_t<In>>;

/// Copies elements like std::copy.
template <class In, class Out>
Out copy_on_host(In first, In last, Out out)
{
  if constexpr (are_copied_as_bytes<In, Out>) {
    const auto n = last - first;
    constexpr std::size_t size = sizeof(std::iter_value_t<In>);
    copy_host_bytes(
        std::to_address(out), std::to_address(first), static_cast<std::size_t>(n) * size);
    return out + n;
  } else {
    return std::copy(first, last, out);
  }
}

}  // namespace dash::detail
