#pragma once

/// \file
/// Pointers to global memory.

#include <dash/GlobRef.h>
#include <dash/Types.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/memory/MemorySpaceBase.h>

#include <concepts>
#include <cstddef>
#include <ostream>
#include <type_traits>

namespace dash {

template <class T>
class Atomic;

template <class LMem>
class GlobStaticMem;

namespace detail {

/// The pointer \c nbytes bytes behind \c gptr, where the parts of all units follow each other in
/// unit order. The position behind the last byte of the segment belongs to its last unit.
DASH_API dart_gptr_t advance_across_units(dart_gptr_t gptr, std::ptrdiff_t nbytes);
/// Number of bytes from \c first to \c last in the order of advance_across_units.
DASH_API std::ptrdiff_t distance_across_units(dart_gptr_t first, dart_gptr_t last);
/// Number of bytes from \c gptr to the end of its unit's part.
DASH_API std::size_t bytes_to_end_of_part(dart_gptr_t gptr);
/// \throws exception::OutOfRange unless \c nbytes bytes of one unit lie at \c gptr
DASH_API void require_in_part(dart_gptr_t gptr, std::size_t nbytes);

/// Whether pointers into \c MemSpace advance from one unit's part into the next. Also works for
/// incomplete types.
template <class MemSpace>
inline constexpr bool walks_across_units =
    std::is_same_v<typename LayoutTag<MemSpace>::type, memory_space_contiguous>;
template <class LMem>
inline constexpr bool walks_across_units<GlobStaticMem<LMem>> = true;

template <class T>
inline constexpr std::size_t element_size = sizeof(T);
template <>
inline constexpr std::size_t element_size<void> = 1;
template <>
inline constexpr std::size_t element_size<const void> = 1;

template <class T>
struct WithoutAtomic {
  using type = T;
};
template <class T>
struct WithoutAtomic<Atomic<T>> {
  using type = T;
};
template <class T>
struct WithoutAtomic<const Atomic<T>> {
  using type = const T;
};

}  // namespace detail

/// Conversions that pointers permit: to const, to void, and between T and Atomic<T>.
template <class From, class To>
concept PointerConvertible = std::is_convertible_v<
    typename detail::WithoutAtomic<From>::type*, typename detail::WithoutAtomic<To>::type*>;

/// Contiguous elements of one unit that begin at a position; \c first is null if they are not
/// mapped.
template <class T>
struct ContiguousRun {
  T* first;
  std::ptrdiff_t size;
};

/// Pointer into global memory: 16 bytes, trivially copyable, valid on every unit.
///
/// In memory of containers (\c GlobStaticMem), arithmetic advances from one unit's part into the
/// next in unit order; in other spaces it stays within the unit's memory. All operations are local
/// calls. With DASH_ENABLE_ASSERTIONS, access outside of the memory that the pointer walks over,
/// which is the unit's whole heap for \c memalloc, throws exception::OutOfRange.
template <class T, class MemSpace>
class GlobPtr {
 public:
  using value_type = T;
  using const_type = const T;
  using index_type = dash::default_index_t;
  using size_type = dash::default_size_t;
  using gptrdiff_t = dash::gptrdiff_t;
  using difference_type = index_type;
  using local_type = T*;
  using const_local_type = const T*;
  using memory_type = MemSpace;
  using reference = GlobRef<T>;
  using const_reference = GlobRef<const T>;

  template <class U>
  using rebind = GlobPtr<U, MemSpace>;

  GlobPtr() = default;
  explicit constexpr GlobPtr(std::nullptr_t) noexcept {}
  explicit constexpr GlobPtr(dart_gptr_t gptr) noexcept : gptr_(gptr) {}

  template <class From>
    requires(!std::same_as<From, T> && PointerConvertible<From, T>)
  constexpr GlobPtr(const GlobPtr<From, MemSpace>& other) noexcept : gptr_(other.dart_gptr())
  {}

  constexpr GlobPtr& operator=(std::nullptr_t) noexcept
  {
    gptr_ = DART_GPTR_NULL;
    return *this;
  }

  constexpr dart_gptr_t dart_gptr() const noexcept { return gptr_; }
  explicit constexpr operator dart_gptr_t() const noexcept { return gptr_; }
  explicit constexpr operator bool() const noexcept { return !DART_GPTR_ISNULL(gptr_); }
  /// Native address at the owner; nullptr on other units.
  explicit operator T*() const { return local(); }
  T* local() const { return static_cast<T*>(detail::local_address(gptr_)); }
  bool is_local() const { return detail::local_address(gptr_) != nullptr; }

  team_unit_t get_unit() const noexcept { return team_unit_t{gptr_.unitid}; }
  void set_unit(team_unit_t unit) noexcept { gptr_.unitid = unit.id; }

  template <class U = T>
    requires(!std::is_void_v<U>)
  GlobRef<U> operator*()
  {
    return GlobRef<U>(element_at(gptr_));
  }
  template <class U = T>
    requires(!std::is_void_v<U>)
  GlobRef<const U> operator*() const
  {
    return GlobRef<const U>(element_at(gptr_));
  }
  template <class U = T>
    requires(!std::is_void_v<U>)
  GlobRef<U> operator[](index_type n)
  {
    return GlobRef<U>(element_at(moved(n)));
  }
  template <class U = T>
    requires(!std::is_void_v<U>)
  GlobRef<const U> operator[](index_type n) const
  {
    return GlobRef<const U>(element_at(moved(n)));
  }

  GlobPtr& operator+=(index_type n)
  {
    gptr_ = moved(n);
    return *this;
  }
  GlobPtr& operator-=(index_type n) { return *this += -n; }
  GlobPtr& operator++() { return *this += 1; }
  GlobPtr& operator--() { return *this += -1; }
  GlobPtr operator++(int)
  {
    auto old = *this;
    ++*this;
    return old;
  }
  GlobPtr operator--(int)
  {
    auto old = *this;
    --*this;
    return old;
  }

  friend GlobPtr operator+(GlobPtr ptr, index_type n) { return ptr += n; }
  friend GlobPtr operator+(index_type n, GlobPtr ptr) { return ptr += n; }
  friend GlobPtr operator-(GlobPtr ptr, index_type n) { return ptr -= n; }

  friend constexpr bool operator==(const GlobPtr& ptr, std::nullptr_t) noexcept
  {
    return DART_GPTR_ISNULL(ptr.gptr_);
  }

  /// The contiguous elements of one unit from here on.
  ContiguousRun<T> contiguous() const
  {
    return {
        static_cast<T*>(detail::mapped_address(gptr_)),
        static_cast<std::ptrdiff_t>(detail::bytes_to_end_of_part(gptr_) / detail::element_size<T>)};
  }

 private:
  static dart_gptr_t element_at(dart_gptr_t gptr)
  {
#if defined(DASH_ENABLE_ASSERTIONS)
    if (!DART_GPTR_ISNULL(gptr)) detail::require_in_part(gptr, sizeof(T));
#endif
    return gptr;
  }

  dart_gptr_t moved(index_type n) const
  {
    const auto nbytes = n * static_cast<std::ptrdiff_t>(detail::element_size<T>);
    if constexpr (detail::walks_across_units<MemSpace>) {
      return detail::advance_across_units(gptr_, nbytes);
    } else {
      auto gptr = gptr_;
      dart_gptr_incaddr(&gptr, nbytes);
      return gptr;
    }
  }

  dart_gptr_t gptr_ = DART_GPTR_NULL;
};

template <class T, class U, class MemSpace>
constexpr bool operator==(const GlobPtr<T, MemSpace>& lhs, const GlobPtr<U, MemSpace>& rhs) noexcept
{
  return lhs.dart_gptr() == rhs.dart_gptr();
}

/// Number of elements from \c rhs to \c lhs, which point into the same segment.
template <class T, class U, class MemSpace>
dash::gptrdiff_t operator-(const GlobPtr<T, MemSpace>& lhs, const GlobPtr<U, MemSpace>& rhs)
{
  const auto from = rhs.dart_gptr();
  const auto to = lhs.dart_gptr();
  const auto nbytes =
      detail::walks_across_units<MemSpace>
          ? detail::distance_across_units(from, to)
          : static_cast<std::ptrdiff_t>(to.addr_or_offs.offset - from.addr_or_offs.offset);
  return nbytes / static_cast<std::ptrdiff_t>(detail::element_size<T>);
}

/// Pointers are ordered by unit, then by offset.
template <class T, class U, class MemSpace>
constexpr bool operator<(const GlobPtr<T, MemSpace>& lhs, const GlobPtr<U, MemSpace>& rhs) noexcept
{
  const auto a = lhs.dart_gptr();
  const auto b = rhs.dart_gptr();
  return a.unitid != b.unitid ? a.unitid < b.unitid : a.addr_or_offs.offset < b.addr_or_offs.offset;
}
template <class T, class U, class MemSpace>
constexpr bool operator>(const GlobPtr<T, MemSpace>& lhs, const GlobPtr<U, MemSpace>& rhs) noexcept
{
  return rhs < lhs;
}
template <class T, class U, class MemSpace>
constexpr bool operator<=(const GlobPtr<T, MemSpace>& lhs, const GlobPtr<U, MemSpace>& rhs) noexcept
{
  return !(rhs < lhs);
}
template <class T, class U, class MemSpace>
constexpr bool operator>=(const GlobPtr<T, MemSpace>& lhs, const GlobPtr<U, MemSpace>& rhs) noexcept
{
  return !(lhs < rhs);
}

/// Number of elements from \c first to \c last.
template <class T, class MemSpace>
dash::gptrdiff_t distance(GlobPtr<T, MemSpace> first, GlobPtr<T, MemSpace> last)
{
  return last - first;
}

/// Native address of \c unit's first element, for a pointer to the start of a container's memory.
template <class T, class MemSpace>
T* local_begin(GlobPtr<T, MemSpace> global_begin, team_unit_t unit)
{
  auto gptr = global_begin.dart_gptr();
  gptr.unitid = unit.id;
  gptr.addr_or_offs.offset = 0;
  return static_cast<T*>(detail::local_address(gptr));
}

template <class T, class MemSpace>
std::ostream& operator<<(std::ostream& os, const GlobPtr<T, MemSpace>& ptr)
{
  return os << "dash::GlobPtr(" << detail::to_string(ptr.dart_gptr()) << ")";
}

}  // namespace dash
