#pragma once

/// \file
/// Copies of elements that steps cannot access, or of many short runs, which exist while a step
/// works on them.

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/StepCall.h>
#include <dash/detail/range/Backwards.h>
#include <dash/detail/range/ReversedWords.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/range/Transfer.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace dash::detail {

/// Copies elements of a container on any units.
template <CopiedElements It>
struct CopiesOfElements {
  using T = std::iter_value_t<It>;
  static constexpr bool are_on_host = false;

  static void read(const void* first, std::ptrdiff_t n, void* to)
  {
    copy_blocking<Read>(*static_cast<const It*>(first), n, static_cast<T*>(to));
  }

  static void write(const void* first, std::ptrdiff_t n, const void* from)
  {
    copy_blocking<Write>(*static_cast<const It*>(first), n, static_cast<const T*>(from));
  }
};

/// Copies elements in reverse order, so that the copies run forwards. Those that are like words
/// stay in device memory.
template <CopiedBackwards It>
struct CopiesBackwards {
  using T = std::iter_value_t<It>;
  using Original = reversed_iterator<It>;
  static constexpr bool are_on_host = !is_like_word<T>;

  static void read(const void* first, std::ptrdiff_t n, void* to)
  {
    T* const copies = static_cast<T*>(to);
    const Original original = last_of(first, n);
    if constexpr (is_native && !are_on_host) {
      copy_reversed_words(original, n, sizeof(T), copies);
    } else if constexpr (is_native) {
      copy_bytes(copies, original, static_cast<std::size_t>(n) * sizeof(T));
      reverse(copies, n);
    } else {
      copy_blocking<Read>(original, n, copies);
      reverse(copies, n);
    }
  }

  /// The order of the copies is lost.
  static void write(const void* first, std::ptrdiff_t n, const void* from)
  {
    T* const copies = static_cast<T*>(const_cast<void*>(from));
    const Original original = last_of(first, n);
    if constexpr (is_native && !are_on_host) {
      copy_reversed_words(copies, n, sizeof(T), original);
    } else if constexpr (is_native) {
      reverse(copies, n);
      copy_bytes(original, copies, static_cast<std::size_t>(n) * sizeof(T));
    } else {
      reverse(copies, n);
      copy_blocking<Write>(original, n, copies);
    }
  }

 private:
  static constexpr bool is_native = std::is_pointer_v<Original>;

  /// Where the element that comes last is.
  static Original last_of(const void* first, std::ptrdiff_t n)
  {
    const auto end = static_cast<const It*>(first)->base();
    return end - static_cast<std::iter_difference_t<Original>>(n);
  }

  static void reverse(T* copies, std::ptrdiff_t n)
  {
    if constexpr (are_on_host) {
      std::reverse(copies, copies + n);
    } else {
      reverse_words(copies, n, sizeof(T));
    }
  }
};

/// What copies the elements of a copied operand.
template <class It>
struct CopierOf;
template <CopiedElements It>
struct CopierOf<It> {
  using type = CopiesOfElements<It>;
};
template <CopiedBackwards It>
struct CopierOf<It> {
  using type = CopiesBackwards<It>;
};
template <HasCopier It>
struct CopierOf<It> {
  using type = typename It::DashCopier;
};

template <class It, Access access>
constexpr ElementCopies make_element_copies()
{
  using Copier = typename CopierOf<It>::type;
  ElementCopies copies{sizeof(std::iter_value_t<It>), Copier::are_on_host, nullptr, nullptr};
  if constexpr (access != Access::write) copies.read = &Copier::read;
  if constexpr (access != Access::read) copies.write = &Copier::write;
  return copies;
}

template <class It, Access access>
inline constexpr ElementCopies element_copies = make_element_copies<It, access>();

/// The iterator by which steps get an operand's elements: a native pointer to copies, or the
/// operand's own one.
template <class It, Access access>
struct NativeType {
  using type = It;
};
template <CopiedOperand It, Access access>
struct NativeType<It, access> {
  using Value = std::iter_value_t<It>;
  using type = std::conditional_t<access == Access::read, const Value*, Value*>;
};
template <class It, Access access>
using native_type = typename NativeType<It, access>::type;

/// An operand in the form that does not depend on its type; refers to \c operand.
template <class It, Access access>
AnyOperand any_operand(const Operand<It, access>& operand)
{
  AnyOperand any{access, Operand<It, access>::is_native, {}, &operand.elements, 0, nullptr};
  if constexpr (Operand<It, access>::is_native) {
    const auto address = [](auto* element) {
      return const_cast<void*>(static_cast<const void*>(element));
    };
    any.native = {address(operand.elements.first), address(operand.elements.last)};
  } else if constexpr (CopiedOperand<It>) {
    any.size = operand.elements.size();
    any.copies = &element_copies<It, access>;
  }
  return any;
}

}  // namespace dash::detail
