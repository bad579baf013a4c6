/**
 * \file GlobalAccess.h
 * Byte-level access to global memory: the out-of-line counterpart of inlined loads and stores.
 */
#ifndef DASH__INTERNAL__GLOBAL_ACCESS_H__INCLUDED
#define DASH__INTERNAL__GLOBAL_ACCESS_H__INCLUDED

#include <dash/internal/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

/** Prints unit, segment, team and offset. */
DASH_API std::ostream& operator<<(std::ostream& os, const dart_gptr_t& gptr);

inline bool operator==(const dart_gptr_t& lhs, const dart_gptr_t& rhs) noexcept
{
  return DART_GPTR_EQUAL(lhs, rhs);
}

inline bool operator!=(const dart_gptr_t& lhs, const dart_gptr_t& rhs) noexcept
{
  return !DART_GPTR_EQUAL(lhs, rhs);
}

namespace dash::internal {

/** "gptr(unit …, segment …, team …, offset …)", or "gptr(null)". */
DASH_API std::string to_string(const dart_gptr_t& gptr);

/** Throws unless \c ret is DART_OK; the message names the operation, the pointer and the cause. */
[[noreturn]] DASH_API void throw_access_error(
    dart_ret_t ret, const char* operation, dart_gptr_t gptr);

inline void check_access(dart_ret_t ret, const char* operation, dart_gptr_t gptr)
{
  if (ret != DART_OK) [[unlikely]] throw_access_error(ret, operation, gptr);
}

/** Address of \c gptr in this process whichever unit owns it, nullptr where it has none. */
DASH_API void* mapped_address(dart_gptr_t gptr) noexcept;

/** Inverse of mapped_address. \throws exception::InvalidArgument if it is no global memory */
DASH_API dart_gptr_t gptr_of_mapped(const void* addr);

/** Native address if the calling unit owns the memory of \c gptr, else nullptr. */
DASH_API void* local_address(dart_gptr_t gptr) noexcept;

/** Blocking copies. \throws exception::InvalidArgument on null and foreign pointers */
DASH_API void read_bytes(void* dst, dart_gptr_t src, std::size_t nbytes);
DASH_API void write_bytes(dart_gptr_t dst, const void* src, std::size_t nbytes);
/** As above, complete with the next flush. */
DASH_API void start_read(void* dst, dart_gptr_t src, std::size_t nbytes);
DASH_API void start_write(dart_gptr_t dst, const void* src, std::size_t nbytes);

/** Atomic counterparts for memory that is not mapped here; blocking. */
DASH_API void remote_fetch_op(
    dart_gptr_t target, const void* value, void* old, dart_datatype_t type, dart_operation_t op);
DASH_API void remote_compare_exchange(
    dart_gptr_t target, const void* desired, const void* expected, void* old,
    dart_datatype_t type);

/** Local and remote completion of the caller's operations at the pointer's unit. */
DASH_API void flush(dart_gptr_t gptr);
DASH_API void flush_local(dart_gptr_t gptr);
/** … and at all units of the segment's team. */
DASH_API void flush_all(dart_gptr_t gptr);
DASH_API void flush_local_all(dart_gptr_t gptr);

// One value, out of line and by value: variables whose address is taken live in memory.
template <class T>
[[gnu::noinline]] std::remove_const_t<T> read_value(dart_gptr_t src)
{
  std::remove_const_t<T> value;
  read_bytes(&value, src, sizeof(T));
  return value;
}

template <class T>
[[gnu::noinline]] void write_value(dart_gptr_t dst, T value)
{
  write_bytes(dst, &value, sizeof(T));
}

/** Transfers under way to and from memory that is not mapped here. Destruction waits. */
class DASH_API PendingTransfers {
 public:
  PendingTransfers() = default;
  PendingTransfers(PendingTransfers&&) noexcept = default;
  PendingTransfers& operator=(PendingTransfers&& other) noexcept;
  ~PendingTransfers();

  void read(void* dst, dart_gptr_t src, std::size_t nbytes);
  void write(dart_gptr_t dst, const void* src, std::size_t nbytes);

  bool empty() const noexcept { return _handles.empty(); }
  /** True when all transfers are complete at both ends. */
  bool test();
  void wait();

 private:
  std::vector<dart_handle_t> _handles;
};

/** Address of one element of global memory. */
template <class T>
class ElementAddress {
 public:
  /** \param mapped usable in this process, whichever unit owns it */
  constexpr explicit ElementAddress(T* mapped) noexcept : _mapped(mapped), _gptr(DART_GPTR_NULL) {}

  explicit ElementAddress(dart_gptr_t gptr) noexcept
    : _mapped(static_cast<T*>(mapped_address(gptr))), _gptr(gptr)
  {}

  /** An element that is known to be mapped nowhere in this process. */
  static constexpr ElementAddress unmapped(dart_gptr_t gptr) noexcept
  {
    ElementAddress address(static_cast<T*>(nullptr));
    address._gptr = gptr;
    return address;
  }

  template <class U>
  ElementAddress(const ElementAddress<U>& other) noexcept
    : _mapped(const_cast<T*>(other._mapped)), _gptr(other._gptr)
  {}

  /** nullptr where the element is not mapped. */
  constexpr T* mapped() const noexcept { return _mapped; }

  dart_gptr_t gptr() const
  {
    return _mapped != nullptr && DART_GPTR_ISNULL(_gptr) ? gptr_of_mapped(_mapped) : _gptr;
  }

  bool is_local() const { return local_address(gptr()) != nullptr; }

  /** The address \c offset bytes further, as that of a \c M. */
  template <class M>
  ElementAddress<M> member(std::size_t offset) const
  {
    if (_mapped == nullptr) {
      auto gptr = _gptr;
      gptr.addr_or_offs.offset += offset;
      return ElementAddress<M>(gptr);
    }
    using byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
    return ElementAddress<M>(reinterpret_cast<M*>(reinterpret_cast<byte*>(_mapped) + offset));
  }

 private:
  template <class>
  friend class ElementAddress;

  T* _mapped;
  /** Null while the mapped address says all. */
  dart_gptr_t _gptr;
};

/** Byte offset of a data member. */
template <class T, class M>
std::size_t offset_of(M T::*member) noexcept
{
  alignas(T) static constexpr std::byte object[sizeof(T)] = {};
  const auto* base = reinterpret_cast<const T*>(object);
  return static_cast<std::size_t>(
      reinterpret_cast<const std::byte*>(&(base->*member)) - object);
}

}  // namespace dash::internal

#endif  // DASH__INTERNAL__GLOBAL_ACCESS_H__INCLUDED
