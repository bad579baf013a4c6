#pragma once

/// \file
/// References to elements of global memory that can also be native references.

#include <dash/GlobRef.h>
#include <dash/detail/memory/GlobalPointer.h>

#include <cstddef>
#include <ostream>
#include <tuple>
#include <type_traits>

namespace dash {

/// Reference to an element that may still be private to the calling unit: it has a native address,
/// a global pointer, or both. The native address takes precedence. All functions are blocking,
/// local calls.
///
/// \tparam Pointer  global pointer or iterator type that converts from and to \c dart_gptr_t
template <class T, class Pointer>
class GlobSharedRef {
 public:
  using value_type = T;
  using nonconst_value_type = std::remove_const_t<T>;
  using const_type = GlobSharedRef<const T, Pointer>;
  using pointer = Pointer;
  using local_pointer = T*;

  GlobSharedRef(dart_gptr_t gptr, T* local) noexcept : gptr_(gptr), local_(local) {}
  explicit GlobSharedRef(dart_gptr_t gptr) noexcept
      : GlobSharedRef(gptr, static_cast<T*>(detail::local_address(gptr)))
  {}
  explicit GlobSharedRef(T* local) noexcept : GlobSharedRef(DART_GPTR_NULL, local) {}

  GlobSharedRef(const GlobSharedRef&) = default;

  template <class U>
    requires(std::is_same_v<const U, T>)
  GlobSharedRef(const GlobSharedRef<U, Pointer>& other) noexcept
      : GlobSharedRef(other.dart_gptr(), other.local())
  {}

  operator nonconst_value_type() const { return get(); }
  nonconst_value_type get() const { return local_ != nullptr ? *local_ : GlobRef<T>(gptr_).get(); }

  void put(const nonconst_value_type& value) const
  {
    if (local_ != nullptr) {
      *local_ = value;
    } else {
      GlobRef<T>(gptr_).put(value);
    }
  }
  const GlobSharedRef& operator=(const nonconst_value_type& value) const
  {
    put(value);
    return *this;
  }
  /// Copies the value.
  const GlobSharedRef& operator=(const GlobSharedRef& other) const  // NOLINT
  {
    put(other.get());
    return *this;
  }

  /// Reads, modifies and writes the element; not atomic.
  const GlobSharedRef& operator+=(const nonconst_value_type& rhs) const
  {
    return *this = get() + rhs;
  }
  const GlobSharedRef& operator-=(const nonconst_value_type& rhs) const
  {
    return *this = get() - rhs;
  }
  const GlobSharedRef& operator*=(const nonconst_value_type& rhs) const
  {
    return *this = get() * rhs;
  }
  const GlobSharedRef& operator/=(const nonconst_value_type& rhs) const
  {
    return *this = get() / rhs;
  }
  const GlobSharedRef& operator^=(const nonconst_value_type& rhs) const
  {
    return *this = get() ^ rhs;
  }
  const GlobSharedRef& operator++() const
  {
    auto value = get();
    return *this = ++value;
  }
  const GlobSharedRef& operator--() const
  {
    auto value = get();
    return *this = --value;
  }
  nonconst_value_type operator++(int) const
  {
    auto value = get();
    auto old = value++;
    put(value);
    return old;
  }
  nonconst_value_type operator--(int) const
  {
    auto value = get();
    auto old = value--;
    put(value);
    return old;
  }

  dart_gptr_t dart_gptr() const
  {
    return DART_GPTR_ISNULL(gptr_) && local_ != nullptr ? detail::gptr_of_mapped(local_) : gptr_;
  }
  /// Native address; nullptr for elements of other units.
  T* local() const noexcept { return local_; }
  bool is_local() const noexcept { return local_ != nullptr; }

 private:
  dart_gptr_t gptr_;
  T* local_;
};

/// Compare the values.
template <class T, class U, class Pointer>
bool operator==(const GlobSharedRef<T, Pointer>& lhs, const GlobSharedRef<U, Pointer>& rhs)
{
  return detail::values_equal(lhs.get(), rhs.get());
}

template <class T, class Pointer, class V>
  requires(!requires(const V& value) {
    value.dart_gptr();
  } && ValueComparable<std::remove_const_t<T>, V>)
bool operator==(const GlobSharedRef<T, Pointer>& lhs, const V& rhs)
{
  return detail::values_equal(lhs.get(), rhs);
}

/// Prints the address, not the value.
template <class T, class Pointer>
std::ostream& operator<<(std::ostream& os, const GlobSharedRef<T, Pointer>& ref)
{
  return os << "dash::GlobSharedRef(" << detail::to_string(ref.dart_gptr()) << ")";
}

/// A member of an element that is a pair, a tuple or an array, read through a reference to the
/// element: structured bindings to references hold copies.
template <std::size_t i, class T, class Pointer>
  requires(requires { std::tuple_size<std::remove_const_t<T>>::value; })
auto get(const GlobSharedRef<T, Pointer>& element)
{
  using std::get;
  return get<i>(element.get());
}

}  // namespace dash

/// \cond
template <class T, class Pointer>
  requires(requires { std::tuple_size<std::remove_const_t<T>>::value; })
struct std::tuple_size<dash::GlobSharedRef<T, Pointer>> : std::tuple_size<std::remove_const_t<T>> {
};
template <std::size_t i, class T, class Pointer>
  requires(requires { std::tuple_size<std::remove_const_t<T>>::value; })
struct std::tuple_element<i, dash::GlobSharedRef<T, Pointer>>
    : std::remove_const<std::tuple_element_t<i, std::remove_const_t<T>>> {};
/// \endcond
