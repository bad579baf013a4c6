#pragma once

/// \file
/// Sorts native elements: by digits if the order permits it, otherwise by comparisons.

#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/RadixOrder.h>

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

template <class T>
using bits_of = std::conditional_t<
    sizeof(T) == 8, std::uint64_t,
    std::conditional_t<
        sizeof(T) == 4, std::uint32_t,
        std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;

/// An unsigned number with the same order as the value.
template <class T>
constexpr bits_of<T> radix_key(T value)
{
  return ordered_bits(std::bit_cast<bits_of<T>>(value), number_kind<T>);
}

/// Number of bits that one pass sorts by.
inline constexpr unsigned radix_bits = 8;
/// Fewer elements than these are sorted by comparisons.
inline constexpr std::size_t radix_sort_from = 4096;

/// Sorts by digits, the least significant one first; digits that are the same in all elements need
/// no pass. The elements move back and forth between \c elements and \c other. \return where they
/// are finally
template <RadixSortable T>
T* radix_sort(T* elements, T* other, std::size_t size)
{
  constexpr std::size_t digits = sizeof(T) * CHAR_BIT / radix_bits;
  constexpr std::size_t buckets = std::size_t(1) << radix_bits;
  std::array<std::array<std::size_t, buckets>, digits> counts{};
  const auto digit = [](bits_of<T> key, std::size_t d) {
    return static_cast<std::size_t>(key >> (d * radix_bits)) & (buckets - 1);
  };
  for (std::size_t i = 0; i < size; ++i) {
    const auto key = radix_key(elements[i]);
    for (std::size_t d = 0; d < digits; ++d) ++counts[d][digit(key, d)];
  }
  for (std::size_t d = 0; d < digits; ++d) {
    auto& begins = counts[d];
    if (begins[digit(radix_key(elements[0]), d)] == size) continue;
    std::size_t begin = 0;
    for (auto& count : begins) begin += std::exchange(count, begin);
    for (std::size_t i = 0; i < size; ++i) {
      other[begins[digit(radix_key(elements[i]), d)]++] = elements[i];
    }
    std::swap(elements, other);
  }
  return elements;
}

/// Sorts native elements to \c out; their own order is unspecified afterwards.
template <RadixOrder order, class T, class Less>
void sort_to(T* first, T* last, T* out, Less&& less)
{
  const auto size = static_cast<std::size_t>(last - first);
  if constexpr (order == RadixOrder::ascending) {
    if (size >= radix_sort_from) {
      T* const sorted = radix_sort(first, out, size);
      if (sorted != out) std::copy(sorted, sorted + size, out);
      return;
    }
  }
  std::copy(first, last, out);
  std::sort(out, out + size, by_reference(less));
}

/// Sorts native elements.
template <RadixOrder order, class T, class Less>
void sort_in_place(T* first, T* last, Less&& less)
{
  const auto size = static_cast<std::size_t>(last - first);
  if constexpr (order == RadixOrder::ascending) {
    if (size >= radix_sort_from) {
      std::vector<T> other(size);
      if (radix_sort(first, other.data(), size) != first) {
        std::copy(other.begin(), other.end(), first);
      }
      return;
    }
  }
  std::sort(first, last, by_reference(less));
}

}  // namespace dash::detail
