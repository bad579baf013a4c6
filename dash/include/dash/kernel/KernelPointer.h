#pragma once

/// \file
/// Pointers to global memory for kernels.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart_globmem.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dash {
class KernelTeam;
}  // namespace dash

namespace dash::kernel {

template <class T, class Pattern>
class Elements;

/// What kernels of a unit can do with memory by their own instructions. What they cannot do, the
/// runtime does for them.
enum class Access : std::uint8_t {
  none,        ///< nothing: it is memory of another host, or of a GPU without peer access
  load_store,  ///< loads and stores: host memory, which a GPU cannot update atomically
  atomic       ///< everything
};

/// Points to elements of one unit's global memory. It is trivially copyable, so kernels take it by
/// value; \c KernelTeam::pointer makes it, for kernels of the unit that makes it.
///
/// Arithmetic stays within the unit's memory and is not checked.
template <class T>
class Pointer {
 public:
  using value_type = T;

  Pointer() = default;
  /// Points to the same elements as constants.
  template <class U>
    requires(!std::is_const_v<U> && std::is_same_v<const U, T>)
  DASH_HOST_DEVICE Pointer(const Pointer<U>& other)
      : address_(other.address()),
        gptr_(other.dart_gptr()),
        access_(other.access())
  {}

  /// Whether kernels can load and store the elements.
  DASH_HOST_DEVICE bool is_in_reach() const { return access_ != Access::none; }
  DASH_HOST_DEVICE Access access() const { return access_; }
  /// The address for kernels; null unless the element is in reach.
  DASH_HOST_DEVICE T* address() const { return address_; }
  /// The pointer of the runtime, for memory that is not in reach.
  DASH_HOST_DEVICE dart_gptr_t dart_gptr() const { return gptr_; }

  /// An element that is in reach.
  DASH_HOST_DEVICE T& operator*() const { return *address_; }
  DASH_HOST_DEVICE T* operator->() const { return address_; }
  DASH_HOST_DEVICE T& operator[](std::ptrdiff_t i) const { return address_[i]; }

  DASH_HOST_DEVICE Pointer& operator+=(std::ptrdiff_t n)
  {
    if (is_in_reach()) address_ += n;
    gptr_.addr_or_offs.offset += static_cast<std::uint64_t>(n) * sizeof(T);
    return *this;
  }
  DASH_HOST_DEVICE Pointer& operator-=(std::ptrdiff_t n) { return *this += -n; }
  DASH_HOST_DEVICE friend Pointer operator+(Pointer p, std::ptrdiff_t n) { return p += n; }
  DASH_HOST_DEVICE friend Pointer operator+(std::ptrdiff_t n, Pointer p) { return p += n; }
  DASH_HOST_DEVICE friend Pointer operator-(Pointer p, std::ptrdiff_t n) { return p -= n; }

  /// For atomic operations: \c in_place(address) if kernels can update the element, otherwise \c
  /// by_runtime(pointer).
  template <class InPlace, class ByRuntime>
  DASH_HOST_DEVICE decltype(auto) update(InPlace in_place, ByRuntime by_runtime) const
  {
    if (access_ != Access::atomic) return by_runtime(*this);
    return in_place(address_);
  }

  /// Points to the same byte as an element of another type.
  template <class U>
  DASH_HOST_DEVICE Pointer<U> as() const
  {
    return Pointer<U>(reinterpret_cast<U*>(address_), gptr_, access_);
  }

 private:
  template <class>
  friend class Pointer;
  friend class dash::KernelTeam;
  friend class Team;
  template <class, class>
  friend class Elements;

  DASH_HOST_DEVICE Pointer(T* address, dart_gptr_t gptr, Access access)
      : address_(address),
        gptr_(gptr),
        access_(access)
  {}

  T* address_ = nullptr;
  dart_gptr_t gptr_ = DART_GPTR_NULL;
  Access access_ = Access::none;
};

/// Tells a processor that the calling thread will update an element soon, so that it fetches it.
/// Has no effect on GPUs, where other threads go on meanwhile, and on elements out of reach.
/// \param target  a \c Pointer, or one of \c Elements
template <class Target>
DASH_HOST_DEVICE DASH_ALWAYS_INLINE void prefetch([[maybe_unused]] const Target& target)
{
#if !defined(__CUDA_ARCH__)
  // gcc removes calls of functions that only fetch ahead, unless they are part of their callers.
  using T = typename Target::value_type;
  T* const address = target.update(
      [](T* in_place) { return in_place; }, [](const Pointer<T>&) -> T* { return nullptr; });
  __builtin_prefetch(address, 1);
#endif
}

}  // namespace dash::kernel
