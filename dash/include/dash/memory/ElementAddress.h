#pragma once

/// \file
/// The address of one element of global memory: either mapped into this process, or a global
/// pointer.

#include <dash/detail/memory/GlobalPointer.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <type_traits>

namespace dash {

/// Address of one element of global memory, of which references and pointers are made. Local.
template <class T>
class ElementAddress {
 public:
  /// \param mapped  valid in this process, whichever unit owns it
  constexpr explicit ElementAddress(T* mapped) noexcept : mapped_(mapped), gptr_(DART_GPTR_NULL) {}

  explicit ElementAddress(dart_gptr_t gptr) noexcept
      : mapped_(static_cast<T*>(detail::mapped_address(gptr))),
        gptr_(gptr)
  {}

  /// The address of an element that is known not to be mapped in this process.
  static constexpr ElementAddress unmapped(dart_gptr_t gptr) noexcept
  {
    ElementAddress address(static_cast<T*>(nullptr));
    address.gptr_ = gptr;
    return address;
  }

  template <class U>
  ElementAddress(const ElementAddress<U>& other) noexcept
      : mapped_(const_cast<T*>(other.mapped_)),
        gptr_(other.gptr_)
  {}

  /// The mapped address; nullptr if the element is not mapped.
  constexpr T* mapped() const noexcept { return mapped_; }

  dart_gptr_t gptr() const
  {
    return mapped_ != nullptr && DART_GPTR_ISNULL(gptr_) ? detail::gptr_of_mapped(mapped_) : gptr_;
  }

  /// A number that identifies the element; see place_of.
  const void* place() const { return mapped_ != nullptr ? mapped_ : detail::place_of(gptr_); }

  bool is_local() const { return detail::local_address(gptr()) != nullptr; }

  /// The address \c offset bytes further, as that of an object of type \c M.
  template <class M>
  ElementAddress<M> member(std::size_t offset) const
  {
    if (mapped_ == nullptr) {
      auto gptr = gptr_;
      gptr.addr_or_offs.offset += offset;
      return ElementAddress<M>(gptr);
    }
    using byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
    return ElementAddress<M>(reinterpret_cast<M*>(reinterpret_cast<byte*>(mapped_) + offset));
  }

 private:
  template <class>
  friend class ElementAddress;

  T* mapped_;
  /// Null if the mapped address suffices.
  dart_gptr_t gptr_;
};

}  // namespace dash
