#pragma once

/// \file
/// Executes steps of algorithms on memory that host code loads and stores.

#include <dash/detail/base/Accumulation.h>
#include <dash/detail/base/HostCopy.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/Candidate.h>
#include <dash/detail/execution/LocalSort.h>
#include <dash/detail/execution/NumberOrder.h>
#include <dash/detail/execution/ScanKind.h>
#include <dash/detail/execution/SetOperation.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// The standard library's algorithms. Execution objects of other processors have the same members
/// with the same meaning.
///
/// Steps pass function objects of the caller as \c function(callable), and others directly.
struct HostExecution {
  HostExecution() = default;
  /// Host code needs no name of the algorithm for messages.
  explicit HostExecution(const char* /*algorithm*/) {}

  template <class F>
  static HostFunction<F> function(const Callable<F>& callable)
  {
    return HostFunction<F>(callable.get());
  }

  /// Folds at least one term, which the calls of \c next return one after the other.
  template <class T, class Op, class Next>
  static T fold_terms(std::ptrdiff_t n, Op& op, const Next& next)
  {
    T total = next();
    --n;
    // Compilers use vectors for integers. For other types, the results of one operation after the
    // other would have to be waited for.
    if constexpr (!std::is_integral_v<T>) {
      for (; n >= 8; n -= 8) {
        const T front = fold_of_four<T>(op, next), back = fold_of_four<T>(op, next);
        total = static_cast<T>(op(total, static_cast<T>(op(front, back))));
      }
    }
    for (; n > 0; --n) total = static_cast<T>(op(total, next()));
    return total;
  }

  template <class T, class Op, class Next>
  static T fold_of_four(Op& op, const Next& next)
  {
    const T first = next(), second = next(), third = next(), fourth = next();
    return static_cast<T>(op(static_cast<T>(op(first, second)), static_cast<T>(op(third, fourth))));
  }

  /// The value of one element.
  template <class It>
  static std::iter_value_t<It> value(It it)
  {
    return static_cast<std::iter_value_t<It>>(*it);
  }

  template <class It, class T>
  static void fill(It first, It last, const T& value)
  {
    std::fill(first, last, value);
  }

  /// Assigns value, value + 1, ….
  template <class It, class T>
  static void iota(It first, It last, T value)
  {
    std::iota(first, last, value);
  }

  template <class It, class G>
  static void generate(It first, It last, G&& gen)
  {
    std::generate(first, last, by_reference(gen));
  }

  /// Assigns gen(index), gen(index + 1), ….
  template <class It, class Index, class G>
  static void generate_with_index(It first, It last, Index index, G&& gen)
  {
    for (; first != last; ++first) *first = gen(index++);
  }

  template <class It, class F>
  static void for_each(It first, It last, F&& f)
  {
    std::for_each(first, last, by_reference(f));
  }

  /// Calls f(*first, index), f(*(first + 1), index + 1), ….
  template <class It, class Index, class F>
  static void for_each_with_index(It first, It last, Index index, F&& f)
  {
    for (; first != last; ++first) f(*first, index++);
  }

  /// Calls f(0), …, f(n - 1).
  template <class Index, class F>
  static void for_each_index(Index n, F&& f)
  {
    for (Index i = 0; i < n; ++i) f(i);
  }

  template <class It, class Out>
  static void copy(It first, It last, Out out)
  {
    copy_on_host(first, last, out);
  }

  template <class It, class Out>
  static void reverse_copy(It first, It last, Out out)
  {
    std::reverse_copy(first, last, out);
  }

  /// Assigns f(element); the output may be the input.
  template <class It, class Out, class F>
  static void transform(It first, It last, Out out, F&& f)
  {
    std::transform(first, last, out, by_reference(f));
  }

  /// Assigns f(a, b); the output may be one of the inputs.
  template <class A, class B, class Out, class F>
  static void transform(A first, A last, B other, Out out, F&& f)
  {
    std::transform(first, last, other, out, by_reference(f));
  }

  /// Exchanges elements. Unlike std::swap_ranges, this also works between native elements and
  /// proxies.
  template <class A, class B>
  static void swap_ranges(A first, A last, B other)
  {
    for (; first != last; ++first, ++other) std::ranges::iter_swap(first, other);
  }

  /// The same for elements that are bytes, which pass through a block in the cache: one by one,
  /// processors would take loads for those that are just being stored where the lowest bits of the
  /// addresses agree, and wait for these.
  template <class T>
    requires std::is_trivially_copyable_v<T>
  static void swap_ranges(T* first, T* last, T* other)
  {
    constexpr auto together = std::max<std::ptrdiff_t>(1, 2048 / std::ptrdiff_t{sizeof(T)});
    alignas(T) std::byte block[static_cast<std::size_t>(together) * sizeof(T)];
    while (first != last) {
      const auto n = (std::min)(last - first, together);
      const std::size_t nbytes = static_cast<std::size_t>(n) * sizeof(T);
      copy_host_bytes(block, first, nbytes);
      copy_host_bytes(first, other, nbytes);
      copy_host_bytes(other, block, nbytes);
      first += n;
      other += n;
    }
  }

  template <class It, class Predicate, class T>
  static void replace_if(It first, It last, Predicate&& pred, const T& value)
  {
    std::replace_if(first, last, by_reference(pred), value);
  }

  /// Computes f(*first) o f(*(first + 1)) o … of at least one element; \c op need not commute. All
  /// operands have the type T, so the result does not depend on how a fold is divided.
  template <class T, class It, class Op, class F>
  static T fold(It first, It last, Op&& op, F&& f)
  {
    return fold_terms<T>(std::distance(first, last), op, [&] {
      const T term = static_cast<T>(f(*first));
      ++first;
      return term;
    });
  }

  /// Computes f(*first, *other) o f(*(first + 1), *(other + 1)) o … in the same way.
  template <class T, class A, class B, class Op, class F>
  static T fold(A first, A last, B other, Op&& op, F&& f)
  {
    return fold_terms<T>(std::distance(first, last), op, [&] {
      const T term = static_cast<T>(f(*first, *other));
      ++first, ++other;
      return term;
    });
  }

  /// Computes total o f(*first) o f(*(first + 1)) o … in this order, where f returns none of the
  /// values that accumulate. Other processors begin partial results with the neutral value, and
  /// combine them in the order of the elements.
  template <class T, class It, class Op, class F>
  static T accumulate(It first, It last, T total, const T& /*neutral*/, Op&& op, F&& f)
  {
    for (; first != last; ++first) combine_into(total, op, f(*first));
    return total;
  }

  /// Assigns to element \c i the fold of the terms terms_at(i)[0], terms_at(i)[1], …, of which
  /// there are terms_at(i).size(), at least one. So many \c lanes, a power of two, fold them
  /// together on processors that have them, in any order.
  template <class It, class TermsAt, class Op>
  static void fold_each(It first, It last, const TermsAt& terms_at, unsigned /*lanes*/, Op&& op)
  {
    using T = std::iter_value_t<It>;
    for (It it = first; it != last; ++it) {
      const auto terms = terms_at(it - first);
      T total = terms[0];
      for (std::ptrdiff_t j = 1; j < terms.size(); ++j) total = static_cast<T>(op(total, terms[j]));
      *it = total;
    }
  }

  /// Computes out[i] = op(in[i], in[i - 1]), with \c previous before the first element; the output
  /// may be the input.
  template <class It, class Out, class T, class Op>
  static void adjacent_difference(It first, It last, Out out, std::optional<T> previous, Op&& op)
  {
    for (; first != last; ++first, ++out) {
      using Value = std::iter_value_t<Out>;
      const T element = static_cast<T>(*first);
      *out = previous ? static_cast<Value>(op(element, *previous)) : static_cast<Value>(element);
      previous = element;
    }
  }

  template <class It, class Predicate>
  static std::ptrdiff_t count_if(It first, It last, Predicate&& pred)
  {
    return std::count_if(first, last, by_reference(pred));
  }

  template <class It, class Predicate>
  static It find_if(It first, It last, Predicate&& pred)
  {
    return std::find_if(first, last, by_reference(pred));
  }

  template <class A, class B, class Predicate>
  static std::pair<A, B> mismatch(A first, A last, B other, Predicate&& equal)
  {
    return std::mismatch(first, last, other, by_reference(equal));
  }

  /// The first smallest of at least one element; it is a number if there are numbers.
  template <class It, class Compare>
  static Candidate<std::iter_value_t<It>> min_element(It first, It last, Compare&& less)
  {
    using T = std::iter_value_t<It>;
    It smallest = first;
    if constexpr (number_order<T, std::remove_cvref_t<Compare>> != RadixOrder::none) {
      const auto is_number = [&](const T& element) { return !compares_nan(less, element); };
      smallest = std::find_if(first, last, is_number);
      if (smallest == last) return {*first, 0};
    }
    // Behind a number, the comparison passes over those that are none.
    smallest = std::min_element(smallest, last, by_reference(less));
    return {*smallest, smallest - first};
  }

  template <class It, class Compare>
  static It is_sorted_until(It first, It last, Compare&& less)
  {
    return std::is_sorted_until(first, last, by_reference(less));
  }

  /// Copies the elements that satisfy a predicate in their order.
  template <class It, class Out, class Predicate>
  static Out copy_if(It first, It last, Out out, Predicate&& pred)
  {
    return std::copy_if(first, last, out, by_reference(pred));
  }

  /// Copies the elements to two outputs; both keep the order.
  template <class It, class A, class B, class Predicate>
  static std::pair<A, B> stable_partition_copy(
      It first, It last, A chosen, B others, Predicate&& pred)
  {
    return std::partition_copy(first, last, chosen, others, by_reference(pred));
  }

  /// Keeps the first element of each group.
  template <class It, class Predicate>
  static It unique(It first, It last, Predicate&& equal)
  {
    return std::unique(first, last, by_reference(equal));
  }

  /// Folds the values of each group of neighbours with equal keys in their order, and stores the
  /// first key of each group and the result. \return number of groups
  template <class Keys, class Values, class KeysOut, class Out, class Predicate, class Op>
  static std::ptrdiff_t reduce_by_key(
      Keys first, Keys last, Values values, KeysOut keys_out, Out out, Predicate&& equal, Op&& op)
  {
    using T = std::iter_value_t<Out>;
    std::ptrdiff_t groups = 0;
    for (std::ptrdiff_t i = 0; i < last - first;) {
      keys_out[groups] = first[i];
      T fold = static_cast<T>(values[i]);
      while (++i < last - first && equal(first[i - 1], first[i])) {
        fold = static_cast<T>(op(fold, values[i]));
      }
      out[groups++] = fold;
    }
    return groups;
  }

  /// Stores the first key of each group of neighbours with equal keys, and its value. \return
  /// number of groups
  template <class Keys, class Values, class KeysOut, class Out, class Predicate>
  static std::ptrdiff_t unique_by_key(
      Keys first, Keys last, Values values, KeysOut keys_out, Out out, Predicate&& equal)
  {
    std::ptrdiff_t groups = 0;
    for (std::ptrdiff_t i = 0; i < last - first; ++i) {
      if (i > 0 && equal(first[i - 1], first[i])) continue;
      keys_out[groups] = first[i];
      out[groups++] = values[i];
    }
    return groups;
  }

  /// Start of the last group of neighbours with equal keys.
  template <class Keys, class Predicate>
  static Keys last_group(Keys first, Keys last, Predicate&& equal)
  {
    while (last - first > 1 && equal(last[-2], last[-1])) --last;
    return (std::max)(first, last - 1);
  }

  /// Computes the results of a scan of each group of neighbours with equal keys.
  /// \param init    value in front of each group of an exclusive scan
  /// \param before  fold of the values in front of the first key that belong to its group
  template <ScanKind kind, class T, class Keys, class Values, class Out, class Predicate, class Op>
  static void scan_by_key(
      Keys first, Keys last, Values values, Out out, const T& init, const std::optional<T>& before,
      Predicate&& equal, Op&& op)
  {
    std::optional<T> total = before;
    for (std::ptrdiff_t i = 0; i < last - first; ++i) {
      if (i > 0 && !equal(first[i - 1], first[i])) total.reset();
      const T value = static_cast<T>(values[i]);
      if constexpr (kind == ScanKind::exclusive) {
        out[i] = total ? static_cast<T>(op(init, *total)) : init;
      }
      total = total ? static_cast<T>(op(*total, value)) : value;
      if constexpr (kind == ScanKind::inclusive) out[i] = *total;
    }
  }

  /// Computes the results for [first, last) from the fold of everything before; the output may be
  /// the input.
  /// \param continues  whether the fold up to the end, which is the return value, is needed
  template <ScanKind kind, class T, class It, class Out, class Op, class F>
  static std::optional<T> scan(
      It first, It last, Out out, std::optional<T> total, bool /*continues*/, Op&& op, F&& f)
  {
    for (; first != last; ++first, ++out) {
      const T element = static_cast<T>(f(*first));
      if constexpr (kind == ScanKind::exclusive) *out = *total;
      total = total ? static_cast<T>(op(*total, element)) : element;
      if constexpr (kind == ScanKind::inclusive) *out = *total;
    }
    return total;
  }

  /// Sorts; not stable. Sorts by digits unless \c order is none.
  template <RadixOrder order, class It, class Compare>
  static void sort(It first, It last, Compare&& less)
  {
    sort_in_place<order>(first, last, less);
  }

  /// Sorts to \c out; the order of the input is unspecified afterwards.
  template <RadixOrder order, class It, class Out, class Compare>
  static void sort_copy(It first, It last, Out out, Compare&& less)
  {
    sort_to<order>(first, last, out, less);
  }

  template <class A, class B, class Out, class Compare>
  static void merge(A first, A last, B other, B other_last, Out out, Compare&& less)
  {
    std::merge(
        first, last, other, other_last, out,
        in_sorted_order<common_number<A, B>>(by_reference(less)));
  }

  /// Copies the elements of two sorted ranges that an operation keeps.
  template <SetOperation operation, class A, class B, class Out, class Compare>
  static Out set_operation(A first, A last, B other, B other_last, Out out, Compare&& less)
  {
    const auto before = in_sorted_order<common_number<A, B>>(by_reference(less));
    if constexpr (operation == SetOperation::all) {
      return std::set_union(first, last, other, other_last, out, before);
    } else if constexpr (operation == SetOperation::in_both) {
      return std::set_intersection(first, last, other, other_last, out, before);
    } else if constexpr (operation == SetOperation::in_first_only) {
      return std::set_difference(first, last, other, other_last, out, before);
    } else {
      return std::set_symmetric_difference(first, last, other, other_last, out, before);
    }
  }

  /// Whether the first sorted range has all elements of the other one.
  template <class A, class B, class Compare>
  static bool includes(A first, A last, B other, B other_last, Compare&& less)
  {
    return std::includes(
        first, last, other, other_last, in_sorted_order<common_number<A, B>>(by_reference(less)));
  }
};

}  // namespace dash::detail
