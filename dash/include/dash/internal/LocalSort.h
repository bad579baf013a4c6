/**
 * \file dash/internal/LocalSort.h
 * Sorting of native elements: by digits where the order allows it, else by comparisons.
 */
#ifndef DASH__INTERNAL__LOCAL_SORT_H__INCLUDED
#define DASH__INTERNAL__LOCAL_SORT_H__INCLUDED

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::internal {

template <class T>
using bits_of = std::conditional_t<
    sizeof(T) == 8, std::uint64_t,
    std::conditional_t<
        sizeof(T) == 4, std::uint32_t,
        std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;

/** Unsigned number that orders as the value does: the sign is turned, negative floats inverted. */
template <class T>
constexpr bits_of<T> radix_key(T value)
{
  using Bits = bits_of<T>;
  constexpr Bits sign = Bits(Bits(1) << (sizeof(T) * CHAR_BIT - 1));
  const auto bits = std::bit_cast<Bits>(value);
  if constexpr (std::floating_point<T>) {
    return static_cast<Bits>(bits & sign ? ~bits : bits | sign);
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<Bits>(bits ^ sign);
  } else {
    return bits;
  }
}

/** Bits that one pass sorts by. */
inline constexpr unsigned radix_bits = 8;
/** Fewer elements are sorted by comparisons. */
inline constexpr std::size_t radix_sort_from = 4096;

template <class T>
concept RadixSortable = std::is_arithmetic_v<T> && sizeof(T) <= 8;

/** Sort by digits, the least significant first; digits that all elements share cost no pass. */
template <RadixSortable T>
void radix_sort(std::vector<T>& elements)
{
  constexpr std::size_t digits = sizeof(T) * CHAR_BIT / radix_bits;
  constexpr std::size_t buckets = std::size_t(1) << radix_bits;
  std::array<std::array<std::size_t, buckets>, digits> counts{};
  const auto digit = [](bits_of<T> key, std::size_t d) {
    return static_cast<std::size_t>(key >> (d * radix_bits)) & (buckets - 1);
  };
  for (const T& element : elements) {
    const auto key = radix_key(element);
    for (std::size_t d = 0; d < digits; ++d) ++counts[d][digit(key, d)];
  }
  std::vector<T> sorted(elements.size());
  for (std::size_t d = 0; d < digits; ++d) {
    auto& begins = counts[d];
    if (begins[digit(radix_key(elements[0]), d)] == elements.size()) continue;
    std::size_t begin = 0;
    for (auto& count : begins) begin += std::exchange(count, begin);
    for (const T& element : elements) sorted[begins[digit(radix_key(element), d)]++] = element;
    std::swap(elements, sorted);
  }
}

template <class T, class Compare>
void sort_local(std::vector<T>& elements, Compare& less)
{
  if constexpr (RadixSortable<T> && std::same_as<Compare, std::less<>>) {
    if (elements.size() >= radix_sort_from) {
      radix_sort(elements);
      return;
    }
  }
  std::sort(elements.begin(), elements.end(), std::ref(less));
}

}  // namespace dash::internal

#endif  // DASH__INTERNAL__LOCAL_SORT_H__INCLUDED
