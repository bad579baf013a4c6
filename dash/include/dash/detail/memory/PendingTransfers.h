#pragma once

/// \file
/// Transfers of bytes that are in progress.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <vector>

namespace dash::detail {

/// Blocks of equal size at constant strides.
struct StridedBlocks {
  std::size_t count;
  std::size_t nbytes;
  /// Strides of the blocks in local memory and in global memory, in bytes; equal to \c nbytes if
  /// there are no gaps.
  std::size_t local_stride;
  std::size_t global_stride;
};

/// Blocks of any sizes at any places, which repeat as a whole. Sizes and distances are in bytes.
struct RepeatedBlocks {
  std::vector<std::size_t> nbytes;
  /// Where blocks begin in local memory and in global memory, in ascending order.
  std::vector<std::size_t> local, global;
  /// From one time to the next.
  std::size_t local_stride = 0, global_stride = 0;
  std::size_t repeats = 1;
};

/// Transfers in progress to and from memory that is not mapped here. The destructor waits for them.
class DASH_API PendingTransfers {
 public:
  PendingTransfers() = default;
  PendingTransfers(PendingTransfers&&) noexcept = default;
  PendingTransfers& operator=(PendingTransfers&& other) noexcept;
  ~PendingTransfers();

  void read(void* dst, dart_gptr_t src, std::size_t nbytes);
  void write(dart_gptr_t dst, const void* src, std::size_t nbytes);
  /// Transfers of blocks that are strided in either memory.
  void read(void* dst, const StridedBlocks& blocks, dart_gptr_t src);
  void write(dart_gptr_t dst, const void* src, const StridedBlocks& blocks);
  void read(void* dst, const RepeatedBlocks& blocks, dart_gptr_t src);
  void write(dart_gptr_t dst, const void* src, const RepeatedBlocks& blocks);

  /// Between two places of global memory. \return false if neither has an address in this process,
  /// or if they overlap
  bool copy(dart_gptr_t to, dart_gptr_t from, std::size_t nbytes);

  bool empty() const noexcept { return handles_.empty(); }
  /// Whether all transfers are complete at both ends.
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

}  // namespace dash::detail
