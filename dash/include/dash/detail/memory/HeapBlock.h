#pragma once

/// \file
/// Memory that one unit allocates in its part of global memory.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>

#include <cstddef>

namespace dash::detail {

/// Owns a block of a heap of the calling unit, which all units can access. The block belongs to
/// this unit alone, while \c GlobalMemory belongs to the units of a team together; before it is
/// freed, its user makes sure that no other unit uses it any more. dash::finalize frees the blocks
/// that are left. All functions are local.
class DASH_API HeapBlock {
 public:
  /// No block.
  HeapBlock() = default;
  /// Allocates uninitialised bytes. \throws std::bad_alloc if the heap is exhausted
  HeapBlock(dart_memory_t memory, std::size_t nbytes);
  /// The same. \param user  the function that needs the block, for messages
  /// \throws exception::RuntimeError if the heap is exhausted
  HeapBlock(dart_memory_t memory, std::size_t nbytes, const char* user);
  HeapBlock(HeapBlock&& other) noexcept;
  HeapBlock& operator=(HeapBlock&& other) noexcept;
  ~HeapBlock() { deallocate(); }

  /// Frees the block. Has no effect without a block; after dash::finalize, it only forgets it.
  void deallocate() noexcept;

  bool is_allocated() const noexcept { return !DART_GPTR_ISNULL(gptr_); }
  /// Null without a block.
  dart_gptr_t gptr() const noexcept { return gptr_; }
  /// Native address, maybe of device memory; nullptr without a block.
  void* address() const noexcept;

 private:
  dart_gptr_t gptr_ = DART_GPTR_NULL;
};

}  // namespace dash::detail
