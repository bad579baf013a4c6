#pragma once

/// \file
/// Byte-level access to global memory: the out-of-line counterpart of inlined loads and stores.

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>

#include <cstddef>
#include <cstring>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Prints unit, segment, team and offset.
DASH_API std::ostream& operator<<(std::ostream& os, const dart_gptr_t& gptr);

inline bool operator==(const dart_gptr_t& lhs, const dart_gptr_t& rhs) noexcept
{
  return DART_GPTR_EQUAL(lhs, rhs);
}

inline bool operator!=(const dart_gptr_t& lhs, const dart_gptr_t& rhs) noexcept
{
  return !DART_GPTR_EQUAL(lhs, rhs);
}

namespace dash::detail {

/// "gptr(unit …, segment …, team …, offset …)", or "gptr(null)".
DASH_API std::string to_string(const dart_gptr_t& gptr);

/// Throws unless \c ret is DART_OK; the message names the operation, the pointer and the cause.
[[noreturn]] DASH_API void throw_access_error(
    dart_ret_t ret, const char* operation, dart_gptr_t gptr);

inline void check_access(dart_ret_t ret, const char* operation, dart_gptr_t gptr)
{
  if (ret != DART_OK) [[unlikely]]
    throw_access_error(ret, operation, gptr);
}

/// Whether there is global memory that is not mapped here: of GPUs, of other hosts.
DASH_API extern constinit bool run_has_unmapped_memory;

/// Whether atomic operations on 64-bit integers are a network adapter's, on mapped memory, too.
DASH_API extern constinit bool atomics_by_adapter;

/// Copies of elements of host or device memory from distances to others.
class DASH_API BoxCopies {
 public:
  /// Strides count elements.
  template <class T, class Strides, class FromStrides, class Extents>
  void add(
      T* to, const Strides& to_strides, const T* from, const FromStrides& from_strides,
      const Extents& extents)
  {
    Copy copy{to, from, sizeof(T), {}};
    for (std::size_t d = 0; d < extents.size(); ++d) {
      copy.dimensions.push_back(
          {static_cast<std::size_t>(extents[d]),
           static_cast<std::size_t>(to_strides[d]) * sizeof(T),
           static_cast<std::size_t>(from_strides[d]) * sizeof(T)});
    }
    copies_.push_back(std::move(copy));
  }

  /// Side by side; complete on return. \throws exception::RuntimeError
  void run() const;

 private:
  struct Copy {
    void* to;
    const void* from;
    std::size_t nbytes;
    std::vector<dart_box_dimension_t> dimensions;
  };

  std::vector<Copy> copies_;
};

/// Address of \c gptr in this process whichever unit owns it, nullptr where host code cannot load
/// and store: elements are then reached by the calls below.
DASH_API void* mapped_address(dart_gptr_t gptr) noexcept;

/// Address of \c nbytes bytes for the calling unit's kernels, which on CPU units and where the GPU
/// is emulated are host code; nullptr where they do not reach it. Maps the memory when first
/// called.
DASH_API void* kernel_address(dart_gptr_t gptr, std::size_t nbytes);

/// A number for the place of \c gptr (dart_gptr_place): to compare, not to access.
DASH_API const void* place_of(dart_gptr_t gptr);

/// Inverse of mapped_address and place_of.
/// \throws exception::InvalidArgument if it is no global memory
DASH_API dart_gptr_t gptr_of_mapped(const void* addr);

/// Native address, maybe of device memory, if the calling unit owns \c gptr, else nullptr.
DASH_API void* local_address(dart_gptr_t gptr) noexcept;

/// Blocking copies. \throws exception::InvalidArgument on null and foreign pointers
DASH_API void read_bytes(void* dst, dart_gptr_t src, std::size_t nbytes);
DASH_API void write_bytes(dart_gptr_t dst, const void* src, std::size_t nbytes);
/// As above, complete with the next flush.
DASH_API void start_read(void* dst, dart_gptr_t src, std::size_t nbytes);
DASH_API void start_write(dart_gptr_t dst, const void* src, std::size_t nbytes);

/// Atomic counterparts for memory that is not mapped here; blocking.
DASH_API void remote_fetch_op(
    dart_gptr_t target, const void* value, void* old, dart_datatype_t type, dart_operation_t op);
DASH_API void remote_compare_exchange(
    dart_gptr_t target, const void* desired, const void* expected, void* old, dart_datatype_t type);

/// Local and remote completion of the caller's operations at the pointer's unit.
DASH_API void flush(dart_gptr_t gptr);
DASH_API void flush_local(dart_gptr_t gptr);
/// … and at all units of the segment's team.
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

/// Equal blocks of bytes, each at some distance behind the one before.
struct StridedBlocks {
  std::size_t count;
  std::size_t nbytes;
  /// Bytes from block to block in local memory and in global memory; \c nbytes without gaps.
  std::size_t local_stride;
  std::size_t global_stride;
};

/// Transfers under way to and from memory that is not mapped here. Destruction waits.
class DASH_API PendingTransfers {
 public:
  PendingTransfers() = default;
  PendingTransfers(PendingTransfers&&) noexcept = default;
  PendingTransfers& operator=(PendingTransfers&& other) noexcept;
  ~PendingTransfers();

  void read(void* dst, dart_gptr_t src, std::size_t nbytes);
  void write(dart_gptr_t dst, const void* src, std::size_t nbytes);
  /// Blocks that are strided in either memory.
  void read(void* dst, const StridedBlocks& blocks, dart_gptr_t src);
  void write(dart_gptr_t dst, const void* src, const StridedBlocks& blocks);

  bool empty() const noexcept { return handles_.empty(); }
  /// True when all transfers are complete at both ends.
  bool test();
  void wait();

 private:
  void start_read(
      void* dst, dart_datatype_t dst_type, dart_gptr_t src, dart_datatype_t src_type,
      std::size_t nbytes);
  void start_write(
      dart_gptr_t dst, dart_datatype_t dst_type, const void* src, dart_datatype_t src_type,
      std::size_t nbytes);

  std::vector<dart_handle_t> handles_;
};

/// Starts a transfer between two places of global memory that are not both mapped. False if there
/// is no direct way, or if they overlap.
DASH_API bool start_between(
    PendingTransfers& pending, dart_gptr_t to, dart_gptr_t from, std::size_t nbytes);

/// Address of one element of global memory.
template <class T>
class ElementAddress {
 public:
  /// \param mapped usable in this process, whichever unit owns it
  constexpr explicit ElementAddress(T* mapped) noexcept : mapped_(mapped), gptr_(DART_GPTR_NULL) {}

  explicit ElementAddress(dart_gptr_t gptr) noexcept
      : mapped_(static_cast<T*>(mapped_address(gptr))),
        gptr_(gptr)
  {}

  /// An element that is known to be mapped nowhere in this process.
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

  /// nullptr where the element is not mapped.
  constexpr T* mapped() const noexcept { return mapped_; }

  dart_gptr_t gptr() const
  {
    return mapped_ != nullptr && DART_GPTR_ISNULL(gptr_) ? gptr_of_mapped(mapped_) : gptr_;
  }

  /// See place_of.
  const void* place() const { return mapped_ != nullptr ? mapped_ : place_of(gptr_); }

  bool is_local() const { return local_address(gptr()) != nullptr; }

  /// The address \c offset bytes further, as that of a \c M.
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
  /// Null while the mapped address says all.
  dart_gptr_t gptr_;
};

/// Byte offset of a data member.
template <class T, class M>
std::size_t offset_of(M T::* member) noexcept
{
  alignas(T) static constexpr std::byte object[sizeof(T)] = {};
  const auto* base = reinterpret_cast<const T*>(object);
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&(base->*member)) - object);
}

}  // namespace dash::detail
