#pragma once

/// \file
/// Index types, the mapping of C++ types to DART types, and traits of element types.

#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <sys/types.h>

namespace dash {

/// Order of the elements of a multi-dimensional range in memory.
typedef enum MemArrange { MEM_ARRANGE_UNDEFINED = 0, ROW_MAJOR, COL_MAJOR } MemArrange;

/// How a dimension is distributed over units.
typedef enum DistributionType {
  DIST_UNDEFINED = 0,
  DIST_NONE,
  DIST_BLOCKED,
  DIST_CYCLIC,
  DIST_BLOCKCYCLIC,
  DIST_TILE
} DistributionType;

/// Number of a dimension.
typedef int dim_t;

#if defined(DASH_ENABLE_DEFAULT_INDEX_TYPE_LONG)
typedef long default_index_t;
typedef unsigned long default_extent_t;
typedef unsigned long default_size_t;
#elif defined(DASH_ENABLE_DEFAULT_INDEX_TYPE_INT)
typedef int default_index_t;
typedef unsigned int default_extent_t;
typedef unsigned int default_size_t;
#else
/// Index of an element, by default; signed.
typedef ssize_t default_index_t;
/// Extent of a dimension, by default.
typedef size_t default_extent_t;
/// Number of elements, by default.
typedef size_t default_size_t;
#endif

/// Difference of global pointers.
typedef default_index_t gptrdiff_t;

/// The type with the strictest alignment, as in DASH 0.4.
using max_align_t = std::max_align_t;

/// Coordinates in N dimensions.
template <dim_t NumDimensions, class IndexType = default_index_t>
struct Point {
  std::array<IndexType, NumDimensions> coords;
};

/// Extents in N dimensions.
template <dim_t NumDimensions, class SizeType = default_extent_t>
struct Extent {
  std::array<SizeType, NumDimensions> sizes;
};

/* ---- DART types of C++ types -------------------------------------------------------------- */

/// The DART type of \c T; \c DART_TYPE_UNDEFINED for types with which DART cannot compute.
template <typename T>
struct dart_datatype {
  static constexpr const dart_datatype_t value = DART_TYPE_UNDEFINED;
};

template <typename T>
  requires(!std::is_same_v<T, std::remove_cv_t<T>>)
struct dart_datatype<T> : dart_datatype<std::remove_cv_t<T>> {};

// clang-format off
template <> struct dart_datatype<bool>               : std::integral_constant<dart_datatype_t, DART_TYPE_BYTE> {};
template <> struct dart_datatype<char>               : std::integral_constant<dart_datatype_t, DART_TYPE_BYTE> {};
template <> struct dart_datatype<signed char>        : std::integral_constant<dart_datatype_t, DART_TYPE_BYTE> {};
template <> struct dart_datatype<unsigned char>      : std::integral_constant<dart_datatype_t, DART_TYPE_UBYTE> {};
template <> struct dart_datatype<short>              : std::integral_constant<dart_datatype_t, DART_TYPE_SHORT> {};
template <> struct dart_datatype<unsigned short>     : std::integral_constant<dart_datatype_t, DART_TYPE_USHORT> {};
template <> struct dart_datatype<int>                : std::integral_constant<dart_datatype_t, DART_TYPE_INT> {};
template <> struct dart_datatype<unsigned int>       : std::integral_constant<dart_datatype_t, DART_TYPE_UINT> {};
template <> struct dart_datatype<long>               : std::integral_constant<dart_datatype_t, DART_TYPE_LONG> {};
template <> struct dart_datatype<unsigned long>      : std::integral_constant<dart_datatype_t, DART_TYPE_ULONG> {};
template <> struct dart_datatype<long long>          : std::integral_constant<dart_datatype_t, DART_TYPE_LONGLONG> {};
template <> struct dart_datatype<unsigned long long> : std::integral_constant<dart_datatype_t, DART_TYPE_ULONGLONG> {};
template <> struct dart_datatype<float>              : std::integral_constant<dart_datatype_t, DART_TYPE_FLOAT> {};
template <> struct dart_datatype<double>             : std::integral_constant<dart_datatype_t, DART_TYPE_DOUBLE> {};
template <> struct dart_datatype<long double>        : std::integral_constant<dart_datatype_t, DART_TYPE_LONG_DOUBLE> {};
// clang-format on

namespace detail {

constexpr dart_datatype_t dart_type_of_size(std::size_t nbytes)
{
  switch (nbytes) {
    case 1:
      return DART_TYPE_BYTE;
    case 2:
      return DART_TYPE_SHORT;
    case 4:
      return DART_TYPE_INT;
    case 8:
      return DART_TYPE_LONGLONG;
    default:
      return DART_TYPE_UNDEFINED;
  }
}

}  // namespace detail

/// The DART type of \c T, or else the integer type of the same size, for atomic load, store and
/// swap.
template <typename T>
struct dart_punned_datatype {
  static constexpr const dart_datatype_t value = dart_datatype<T>::value != DART_TYPE_UNDEFINED
                                                     ? dart_datatype<T>::value
                                                     : detail::dart_type_of_size(sizeof(T));
};

/// The type and number of elements for the transfer of \c nvalues values of type \c T: the DART
/// type if there is one, otherwise bytes.
template <typename T>
struct dart_storage {
  static constexpr const dart_datatype_t dtype =
      dart_datatype<T>::value != DART_TYPE_UNDEFINED ? dart_datatype<T>::value : DART_TYPE_BYTE;

  const size_t nelem;

  constexpr dart_storage(size_t nvalues) noexcept
      : nelem(dart_datatype<T>::value != DART_TYPE_UNDEFINED ? nvalues : nvalues * sizeof(T))
  {}
};

/* ---- traits ------------------------------------------------------------------------------- */

/// Whether a copy of the bytes of a \c T is a copy of its value. That holds for trivially copyable
/// types, and also for \c std::pair and \c std::tuple of such types: only their assignment keeps
/// them from being trivially copyable, because it works for references, too. Programs may
/// specialise it for structures with such members.
template <typename T>
struct is_bytewise_copyable : std::is_trivially_copyable<T> {};
template <typename T>
struct is_bytewise_copyable<const T> : is_bytewise_copyable<T> {};
template <typename A, typename B>
struct is_bytewise_copyable<std::pair<A, B>>
    : std::conjunction<is_bytewise_copyable<A>, is_bytewise_copyable<B>> {};
template <typename... Ts>
struct is_bytewise_copyable<std::tuple<Ts...>> : std::conjunction<is_bytewise_copyable<Ts>...> {};
template <typename T, std::size_t n>
struct is_bytewise_copyable<std::array<T, n>> : is_bytewise_copyable<T> {};

/// The value of \c is_bytewise_copyable.
template <typename T>
inline constexpr bool is_bytewise_copyable_v = is_bytewise_copyable<T>::value;

/// Whether \c T can be an element of a container, which is copied between units byte by byte.
template <typename T>
struct is_container_compatible
    : std::bool_constant<std::is_standard_layout_v<T> && is_bytewise_copyable_v<T>> {};
template <typename... Ts>
struct is_container_compatible<std::tuple<Ts...>>
    : std::conjunction<is_container_compatible<Ts>...> {};

/// Whether \c T can be the value of a \c dash::Atomic that supports arithmetic.
template <typename T>
struct is_atomic_compatible : std::bool_constant<std::is_arithmetic_v<T>> {};

/// Whether DART computes with \c T in reductions and atomic operations.
template <typename T>
struct is_arithmetic : std::bool_constant<dart_datatype<T>::value != DART_TYPE_UNDEFINED> {};

/// Whether values of \c T and \c U can be compared by ==.
template <typename T, typename U = T>
    struct has_operator_equal : std::bool_constant < requires(const T& t, const U& u) {
  {
    t == u
  } -> std::convertible_to<bool>;
}>{};

template <typename T>
class Atomic;

/// Whether \c T is a \c dash::Atomic.
template <typename T>
struct is_atomic : std::false_type {};

template <typename T>
struct is_atomic<Atomic<T>> : std::true_type {};

/// Value type of a \c dash::Atomic; other types are not changed.
template <typename T>
struct remove_atomic {
  typedef T type;
};

template <typename T>
struct remove_atomic<Atomic<T>> {
  typedef T type;
};

/// Whether elements of type \c From may be copied byte by byte to elements of type \c To.
template <typename From, typename To>
struct is_dash_copyable;

template <typename From, typename To>
  requires(is_atomic<std::remove_cv_t<From>>::value || is_atomic<std::remove_cv_t<To>>::value)
struct is_dash_copyable<From, To> : is_dash_copyable<
                                        typename remove_atomic<std::remove_cv_t<From>>::type,
                                        typename remove_atomic<std::remove_cv_t<To>>::type> {};

template <typename From, typename To>
struct is_dash_copyable
    : std::bool_constant<
          std::is_same_v<std::remove_cv_t<From>, std::remove_cv_t<To>> ||
          (std::is_integral_v<From> && std::is_integral_v<To> && sizeof(From) == sizeof(To)) ||
          (std::is_floating_point_v<From> && std::is_floating_point_v<To> &&
           sizeof(From) == sizeof(To))> {};

}  // namespace dash

// What programs of DASH 0.4 expect of this header.
#include <dash/internal/Macro.h>
