#pragma once

/// \file
/// References to elements of global memory.

#include <dash/Types.h>
#include <dash/detail/base/MemberOffset.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/memory/ElementAddress.h>

#include <concepts>
#include <cstddef>
#include <iosfwd>
#include <ostream>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dash {

template <class T, class MemSpace>
class GlobPtr;

template <class T>
class GlobAsyncRef;

/// Reference to one element of global memory, whichever unit owns it.
///
/// Reads and writes are one-sided, blocking and complete at both ends when they return, also on
/// device memory. On host memory that is mapped into this process they are one load or store, with
/// the ordering rules of plain C++ memory accesses: to poll for a value that another unit writes,
/// use \c Atomic elements. Assignment writes the referenced element and never rebinds the
/// reference. All operations are local calls.
///
/// \throws exception::InvalidArgument on access through a null or foreign global pointer
template <class T>
class GlobRef {
 public:
  using value_type = T;
  using const_value_type = std::add_const_t<T>;
  using nonconst_value_type = std::remove_const_t<T>;
  using const_type = GlobRef<const T>;

  GlobRef() = delete;
  GlobRef(const GlobRef&) = delete;
  GlobRef(GlobRef&&) = default;
  ~GlobRef() = default;

  explicit GlobRef(dart_gptr_t gptr) noexcept : address_(gptr) {}
  /// \param mapped  address of global memory that this process can load and store
  constexpr explicit GlobRef(T* mapped) noexcept : address_(mapped) {}
  explicit GlobRef(ElementAddress<T> address) noexcept : address_(address) {}

  template <class U>
    requires(!std::same_as<U, T> && std::same_as<std::remove_const_t<U>, nonconst_value_type>)
  explicit(!std::is_const_v<T>) GlobRef(const GlobRef<U>& other) noexcept : address_(other.address_)
  {}

  template <class U>
    requires(std::same_as<std::remove_const_t<U>, nonconst_value_type>)
  explicit(std::is_const_v<U> && !std::is_const_v<T>) GlobRef(const GlobAsyncRef<U>& other) noexcept
      : address_(other.address_)
  {}

  const GlobRef& operator=(const nonconst_value_type& value) const
    requires(!std::is_const_v<T>)
  {
    set(value);
    return *this;
  }

  const GlobRef& operator=(const GlobRef& other) const
    requires(!std::is_const_v<T>)
  {
    set(other.get());
    return *this;
  }

  GlobRef& operator=(GlobRef&& other)  // NOLINT(performance-noexcept-move-constructor)
    requires(!std::is_const_v<T>)
  {
    set(other.get());
    return *this;
  }

  operator nonconst_value_type() const { return get(); }

  nonconst_value_type get() const
  {
    if (const T* element = address_.mapped()) [[likely]]
      return *element;
    return detail::read_value<T>(address_.gptr());
  }
  void get(nonconst_value_type* target) const { *target = get(); }
  void get(nonconst_value_type& target) const { target = get(); }

  void set(const nonconst_value_type& value) const
  {
    if (T* element = address_.mapped()) [[likely]] {
      *element = value;
    } else {
      detail::write_value<nonconst_value_type>(address_.gptr(), value);
    }
  }
  void put(const nonconst_value_type& value) const { set(value); }
  void put(const nonconst_value_type* value) const { set(*value); }

  /// Reads, modifies and writes the element; not atomic.
  const GlobRef& operator+=(const nonconst_value_type& rhs) const { return set_to(get() + rhs); }
  const GlobRef& operator-=(const nonconst_value_type& rhs) const { return set_to(get() - rhs); }
  const GlobRef& operator*=(const nonconst_value_type& rhs) const { return set_to(get() * rhs); }
  const GlobRef& operator/=(const nonconst_value_type& rhs) const { return set_to(get() / rhs); }
  const GlobRef& operator^=(const nonconst_value_type& rhs) const { return set_to(get() ^ rhs); }

  const GlobRef& operator++() const
  {
    auto value = get();
    return set_to(++value);
  }
  const GlobRef& operator--() const
  {
    auto value = get();
    return set_to(--value);
  }
  nonconst_value_type operator++(int) const
  {
    auto value = get();
    auto old = value++;
    set(value);
    return old;
  }
  nonconst_value_type operator--(int) const
  {
    auto value = get();
    auto old = value--;
    set(value);
    return old;
  }

  dart_gptr_t dart_gptr() const { return address_.gptr(); }
  /// Address at which host code can load and store the element; nullptr if there is none.
  constexpr T* mapped() const noexcept { return address_.mapped(); }
  /// A number that identifies the memory location (dart_gptr_place): only for comparisons, not for
  /// access.
  const void* place() const { return address_.place(); }
  /// Whether the calling unit owns the element.
  bool is_local() const { return address_.is_local(); }

  /// Reference to the member of type \c M at an offset of \c offset bytes.
  template <class M>
  GlobRef<M> member(std::size_t offset) const
  {
    return GlobRef<M>(address_.template member<M>(offset));
  }

  template <class M, class U = nonconst_value_type>
  auto member(M U::* member) const
  {
    using member_type = std::conditional_t<std::is_const_v<T>, const M, M>;
    return this->template member<member_type>(detail::offset_of(member));
  }

  /// Exchanges the values; not atomic.
  void swap(const GlobRef& other) const
  {
    const auto mine = get();
    set(other.get());
    other.set(mine);
  }

 private:
  template <class>
  friend class GlobRef;
  template <class>
  friend class GlobAsyncRef;

  template <class V>
  const GlobRef& set_to(const V& value) const
  {
    set(static_cast<nonconst_value_type>(value));
    return *this;
  }

  ElementAddress<T> address_;
};

/// Whether a type is a \c dash::GlobRef.
template <class>
inline constexpr bool is_glob_ref = false;

template <class T>
inline constexpr bool is_glob_ref<GlobRef<T>> = true;

namespace detail {

template <class T>
concept PlainInteger = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
                       !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> &&
                       !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

/// Equality that compares integers by value, also if their signedness differs.
template <class A, class B>
constexpr bool values_equal(const A& a, const B& b)
{
  if constexpr (PlainInteger<A> && PlainInteger<B>) {
    return std::cmp_equal(a, b);
  } else {
    return static_cast<bool>(a == b);
  }
}

}  // namespace detail

/// Types whose values can be compared by ==.
template <class A, class B>
concept ValueComparable = requires(const A& a, const B& b) {
  { a == b } -> std::convertible_to<bool>;
};

/// Compares the values.
template <class T, class U>
bool operator==(const GlobRef<T>& lhs, const GlobRef<U>& rhs)
{
  return detail::values_equal(lhs.get(), rhs.get());
}

/// Compares the value with one that is not in global memory.
template <class T, class V>
  requires(!is_glob_ref<V> && ValueComparable<typename GlobRef<T>::nonconst_value_type, V>)
bool operator==(const GlobRef<T>& lhs, const V& rhs)
{
  return detail::values_equal(lhs.get(), rhs);
}

/// Exchanges the values; \c std::iter_swap finds it, and so do algorithms on global iterators.
template <class T>
void swap(GlobRef<T>&& lhs, GlobRef<T>&& rhs)
{
  lhs.swap(rhs);
}

template <class T>
void swap(GlobRef<T>& lhs, GlobRef<T>& rhs)
{
  lhs.swap(rhs);
}

/// The same for constant references, and for one that has a name with one that has not.
template <class Ref, class Other>
  requires(
      is_glob_ref<std::remove_cvref_t<Ref>> &&
      std::same_as<std::remove_cvref_t<Ref>, std::remove_cvref_t<Other>>)
void swap(Ref&& lhs, Other&& rhs)
{
  lhs.swap(rhs);
}

/// Global pointer to the referenced element.
template <class MemSpace, class T>
GlobPtr<T, MemSpace> addressof(const GlobRef<T>& ref)
{
  return GlobPtr<T, MemSpace>(ref.dart_gptr());
}

/// Prints the address, not the value.
template <class T>
std::ostream& operator<<(std::ostream& os, const GlobRef<T>& ref)
{
  return os << "dash::GlobRef(" << detail::to_string(ref.dart_gptr()) << ")";
}

/// A member of an element that is a pair, a tuple or an array, read through a reference to the
/// element: structured bindings to references hold copies.
template <std::size_t i, class T>
  requires(requires { std::tuple_size<std::remove_const_t<T>>::value; })
auto get(const GlobRef<T>& element)
{
  using std::get;
  return get<i>(element.get());
}

}  // namespace dash

/// \cond
/// The common type of references to global and native elements is the native type.
template <class T, class U, template <class> class TQual, template <class> class UQual>
  requires(std::same_as<typename dash::GlobRef<T>::nonconst_value_type, U>)
struct std::basic_common_reference<dash::GlobRef<T>, U, TQual, UQual> {
  using type = U;
};

template <class T, class U, template <class> class TQual, template <class> class UQual>
  requires(std::same_as<typename dash::GlobRef<T>::nonconst_value_type, U>)
struct std::basic_common_reference<U, dash::GlobRef<T>, UQual, TQual> {
  using type = U;
};

template <class T>
  requires(requires { std::tuple_size<std::remove_const_t<T>>::value; })
struct std::tuple_size<dash::GlobRef<T>> : std::tuple_size<std::remove_const_t<T>> {};
template <std::size_t i, class T>
  requires(requires { std::tuple_size<std::remove_const_t<T>>::value; })
struct std::tuple_element<i, dash::GlobRef<T>>
    : std::remove_const<std::tuple_element_t<i, std::remove_const_t<T>>> {};
/// \endcond
