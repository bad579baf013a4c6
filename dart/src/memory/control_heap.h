#pragma once

/// \file
/// Memory that all units of a host see at the same address.

#include <cstddef>
#include <memory>
#include <mutex>

#include "base/buddy.h"
#include "base/wait.h"
#include "memory/arena.h"
#include "memory/heap.h"

namespace dart {

/// The heap for what the units of a host share: teams, boards, locks, messages, tasks. It lies in
/// shared memory itself.
class ControlHeap {
 public:
  /// \param table zero-filled memory of Buddy::table_bytes
  ControlHeap(std::byte* begin, std::uint64_t bytes, std::uint64_t granule, void* table)
      : buddy_(bytes, granule, table),
        begin_(begin)
  {}

  /// \return nullptr when memory is exhausted
  void* allocate(std::size_t bytes)
  {
    std::lock_guard guard(lock_);
    const auto offset = buddy_.allocate(bytes);
    return offset ? begin_ + *offset : nullptr;
  }

  void free(void* address)
  {
    const std::uint64_t offset = static_cast<std::byte*>(address) - begin_;
    std::lock_guard guard(lock_);
    const std::uint64_t bytes = buddy_.block_size(offset);
    if (bytes >= release_bytes) Arena::release(begin_ + offset, bytes);
    buddy_.free(offset);
  }

  /// An array of value-initialised objects; nullptr when memory is exhausted.
  template <class T>
  T* make_array(std::size_t n)
  {
    auto* array = static_cast<T*>(allocate(n * sizeof(T)));
    if (array != nullptr) std::uninitialized_value_construct_n(array, n);
    return array;
  }

 private:
  Buddy buddy_;
  SpinLock lock_;
  std::byte* begin_;
};

}  // namespace dart
