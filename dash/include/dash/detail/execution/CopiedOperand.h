#pragma once

/// \file
/// Copies of elements that steps cannot access, or of many short runs, which exist while a step
/// works on them.

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/StepCall.h>
#include <dash/detail/range/Backwards.h>
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

/// Copies elements in reverse order, so that the copies run forwards.
template <CopiedBackwards It>
struct CopiesBackwards {
  using T = std::iter_value_t<It>;
  using Original = reversed_iterator<It>;
  static constexpr bool are_on_host = true;

  static void read(const void* first, std::ptrdiff_t n, void* to)
  {
    T* const copies = static_cast<T*>(to);
    const Original original = last_of(first, n);
    if constexpr (std::is_pointer_v<Original>) {
      copy_bytes(copies, original, static_cast<std::size_t>(n) * sizeof(T));
    } else {
      copy_blocking<Read>(original, n, copies);
    }
    std::reverse(copies, copies + n);
  }

  /// The order of the copies is lost.
  static void write(const void* first, std::ptrdiff_t n, const void* from)
  {
    T* const copies = static_cast<T*>(const_cast<void*>(from));
    const Original original = last_of(first, n);
    std::reverse(copies, copies + n);
    if constexpr (std::is_pointer_v<Original>) {
      copy_bytes(original, copies, static_cast<std::size_t>(n) * sizeof(T));
    } else {
      copy_blocking<Write>(original, n, copies);
    }
  }

 private:
  /// Where the element that comes last is.
  static Original last_of(const void* first, std::ptrdiff_t n)
  {
    const auto end = static_cast<const It*>(first)->base();
    return end - static_cast<std::iter_difference_t<Original>>(n);
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
