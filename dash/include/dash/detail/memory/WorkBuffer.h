#pragma once

/// \file
/// Temporary memory with the address for the code that works on it.

#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/Scratch.h>

#include <cstddef>

namespace dash::detail {

/// Uninitialised elements for host code, or for kernels of the calling GPU unit.
template <class T>
class WorkBuffer {
 public:
  WorkBuffer() = default;
  WorkBuffer(MemoryKind memory, std::size_t size)
      : scratch_(memory, size * sizeof(T)),
        data_(size == 0 ? nullptr : reach_from(memory, scratch_.address(), size * sizeof(T)))
  {}

  T* data() const noexcept { return static_cast<T*>(data_); }

 private:
  Scratch scratch_;
  void* data_ = nullptr;
};

}  // namespace dash::detail
