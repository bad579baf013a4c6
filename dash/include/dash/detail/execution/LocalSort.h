#pragma once

/// \file
/// Sorts native elements: by digits if the order permits it, otherwise by comparisons.

#include <dash/detail/base/HostCopy.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/NumberOrder.h>
#include <dash/detail/execution/RadixOrder.h>
#include <dash/detail/memory/HostScratch.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// Number of bits that one pass sorts by.
inline constexpr unsigned radix_bits = 8;
/// Fewer elements than these are sorted by comparisons.
inline constexpr std::size_t radix_sort_from = 4096;

/// Sorts by digits, the least significant one first; digits that are the same in all elements need
/// no pass. Elements with the same number keep their order. They move back and forth between
/// \c elements and \c other.
/// \param number_of  gives the unsigned number by whose digits an element is sorted
/// \return where the elements are finally
template <class T, class NumberOf>
T* radix_sort(T* elements, T* other, std::size_t size, const NumberOf& number_of)
{
  using Number = std::remove_cvref_t<decltype(number_of(*elements))>;
  constexpr std::size_t digits = sizeof(Number) * CHAR_BIT / radix_bits;
  constexpr std::size_t buckets = std::size_t(1) << radix_bits;
  std::array<std::array<std::size_t, buckets>, digits> counts{};
  const auto digit = [](Number number, std::size_t d) {
    return static_cast<std::size_t>(number >> (d * radix_bits)) & (buckets - 1);
  };
  for (std::size_t i = 0; i < size; ++i) {
    const Number number = number_of(elements[i]);
    for (std::size_t d = 0; d < digits; ++d) ++counts[d][digit(number, d)];
  }
  for (std::size_t d = 0; d < digits; ++d) {
    auto& begins = counts[d];
    if (begins[digit(number_of(elements[0]), d)] == size) continue;
    std::size_t begin = 0;
    for (auto& count : begins) begin += std::exchange(count, begin);
    for (std::size_t i = 0; i < size; ++i) {
      other[begins[digit(number_of(elements[i]), d)]++] = elements[i];
    }
    std::swap(elements, other);
  }
  return elements;
}

/// Whether elements of a type can be sorted by digits to obtain an order.
template <RadixOrder order, class T, class Less>
inline constexpr bool sorts_by_digits =
    order != RadixOrder::none || OrderOfDigits<std::remove_cvref_t<Less>, T>;

/// A function that gives the unsigned number by whose digits an element is sorted.
template <RadixOrder order, class T, class Less>
auto number_by_digits(const Less& less)
{
  if constexpr (order == RadixOrder::none) {
    return [&less](const T& element) { return less.digits(element); };
  } else {
    return [](const T& element) { return digits_in<order>(element); };
  }
}

/// Sorts native elements by comparisons. Where digits could sort them, it keeps the order of
/// equivalent elements like these, unless nobody can tell them apart.
template <RadixOrder order, class T, class Less>
void sort_by_comparisons(T* first, T* last, Less&& less)
{
  if constexpr (sorts_by_digits<order, T, Less> && !std::is_integral_v<T>) {
    std::stable_sort(first, last, in_sorted_order<T>(by_reference(less)));
  } else {
    std::sort(first, last, by_reference(less));
  }
}

/// Sorts native elements to \c out; their own order is unspecified afterwards.
template <RadixOrder order, class T, class Less>
void sort_to(T* first, T* last, T* out, Less&& less)
{
  const auto size = static_cast<std::size_t>(last - first);
  if constexpr (sorts_by_digits<order, T, Less>) {
    if (size >= radix_sort_from) {
      T* const sorted = radix_sort(first, out, size, number_by_digits<order, T>(less));
      if (sorted != out) copy_on_host(sorted, sorted + size, out);
      return;
    }
  }
  copy_on_host(first, last, out);
  sort_by_comparisons<order>(out, out + size, less);
}

/// Sorts native elements.
template <RadixOrder order, class T, class Less>
void sort_in_place(T* first, T* last, Less&& less)
{
  const auto size = static_cast<std::size_t>(last - first);
  if constexpr (sorts_by_digits<order, T, Less>) {
    if (size >= radix_sort_from) {
      ScratchVector<T> other(size);
      if (radix_sort(first, other.data(), size, number_by_digits<order, T>(less)) != first) {
        copy_on_host(other.begin(), other.end(), first);
      }
      return;
    }
  }
  sort_by_comparisons<order>(first, last, less);
}

}  // namespace dash::detail
