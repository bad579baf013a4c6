#pragma once

/// \file
/// Transfers of bytes that are under way.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <vector>

namespace dash::detail {

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

}  // namespace dash::detail
