#pragma once

/// \file
/// References to elements of global memory with non-blocking reads and writes.

#include <dash/GlobRef.h>
#include <dash/detail/base/MemberOffset.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/memory/ElementAddress.h>

#include <concepts>
#include <cstddef>
#include <ostream>
#include <type_traits>

namespace dash {

/// Reference to one element of global memory. Writes, and reads into a target, are non-blocking;
/// \c flush completes them. On memory that is mapped into this process they are complete
/// immediately. All operations are local calls.
template <class T>
class GlobAsyncRef {
 public:
  using value_type = T;
  using const_value_type = std::add_const_t<T>;
  using nonconst_value_type = std::remove_const_t<T>;
  using const_type = GlobAsyncRef<const T>;

  GlobAsyncRef() = delete;
  GlobAsyncRef(const GlobAsyncRef&) = delete;
  GlobAsyncRef(GlobAsyncRef&&) = default;
  GlobAsyncRef& operator=(const GlobAsyncRef&) = delete;
  GlobAsyncRef& operator=(GlobAsyncRef&&) = default;
  ~GlobAsyncRef() = default;

  explicit GlobAsyncRef(dart_gptr_t gptr) noexcept : address_(gptr) {}
  /// \param mapped  address of global memory that this process can load and store
  constexpr explicit GlobAsyncRef(T* mapped) noexcept : address_(mapped) {}
  explicit GlobAsyncRef(ElementAddress<T> address) noexcept : address_(address) {}

  template <class U>
    requires(!std::same_as<U, T> && std::same_as<std::remove_const_t<U>, nonconst_value_type>)
  explicit(!std::is_const_v<T>) GlobAsyncRef(const GlobAsyncRef<U>& other) noexcept
      : address_(other.address_)
  {}

  template <class U>
    requires(std::same_as<std::remove_const_t<U>, nonconst_value_type>)
  explicit(std::is_const_v<U> && !std::is_const_v<T>) GlobAsyncRef(const GlobRef<U>& other) noexcept
      : address_(other.address_)
  {}

  /// Reads the value; blocking.
  nonconst_value_type get() const { return GlobRef<T>(address_).get(); }

  /// Starts to read the value; \c target holds it after \c flush.
  void get(nonconst_value_type* target) const
  {
    if (const T* element = address_.mapped()) {
      *target = *element;
    } else {
      detail::start_read(target, address_.gptr(), sizeof(T));
    }
  }
  void get(nonconst_value_type& target) const { get(&target); }

  /// Starts to write the value of \c *source, which must not change until \c flush.
  void set(const nonconst_value_type* source) const
  {
    if (T* element = address_.mapped()) {
      *element = *source;
    } else {
      detail::start_write(address_.gptr(), source, sizeof(T));
    }
  }

  /// Starts to write a value, which may change immediately; remotely complete after \c flush.
  void set(const nonconst_value_type& value) const
  {
    set(&value);
    if (address_.mapped() == nullptr) detail::flush_local(address_.gptr());
  }

  const GlobAsyncRef& operator=(const nonconst_value_type& value) const
    requires(!std::is_const_v<T>)
  {
    set(value);
    return *this;
  }

  /// Completes the caller's operations on memory of the element's unit, locally and remotely.
  void flush() const { detail::flush(address_.gptr()); }

  dart_gptr_t dart_gptr() const { return address_.gptr(); }
  /// Whether the calling unit owns the element.
  bool is_local() const { return address_.is_local(); }

  /// Reference to the member of type \c M at an offset of \c offset bytes.
  template <class M>
  GlobAsyncRef<M> member(std::size_t offset) const
  {
    return GlobAsyncRef<M>(address_.template member<M>(offset));
  }

  template <class M, class U = nonconst_value_type>
  auto member(M U::* member) const
  {
    using member_type = std::conditional_t<std::is_const_v<T>, const M, M>;
    return this->template member<member_type>(detail::offset_of(member));
  }

  /// The value is not known before a flush: compare the result of \c get.
  template <class V>
  bool operator==(const V&) const = delete;
  template <class V>
  bool operator!=(const V&) const = delete;

 private:
  template <class>
  friend class GlobRef;
  template <class>
  friend class GlobAsyncRef;

  ElementAddress<T> address_;
};

/// Prints the address, not the value.
template <class T>
std::ostream& operator<<(std::ostream& os, const GlobAsyncRef<T>& ref)
{
  return os << "dash::GlobAsyncRef(" << detail::to_string(ref.dart_gptr()) << ")";
}

}  // namespace dash
