#pragma once

/// \file
/// Temporary memory of algorithms.

#include <dash/Init.h>
#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/HeapBlock.h>
#include <dash/detail/memory/HostScratch.h>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace dash::detail {

enum class MemoryKind { host, device };

/// Kind of the memory in which the calling unit's part of global memory lies.
inline MemoryKind memory_of_unit() noexcept
{
  return run_has_gpu_units && is_gpu_unit() ? MemoryKind::device : MemoryKind::host;
}

/// Frees so much host memory; device memory goes with its block.
struct FreeIfHost {
  std::size_t host_bytes = 0;
  void operator()(void* address) const noexcept
  {
    if (host_bytes != 0) free_host_scratch(address, host_bytes);
  }
};

/// Uninitialised bytes of the calling unit; device memory is taken from its heap.
class DASH_API Scratch {
 public:
  Scratch() = default;
  /// \throws exception::RuntimeError if there is not enough device memory, std::bad_alloc for host
  ///   memory
  Scratch(MemoryKind memory, std::size_t nbytes);

  void* address() const noexcept { return address_.get(); }

 private:
  HeapBlock device_;
  std::unique_ptr<void, FreeIfHost> address_;
};

/// Values in temporary memory of the same kind as the unit's part of global memory.
template <class T>
class UnitBuffer {
  // Kernels only use trivially copyable values, and these need no construction, because copying
  // creates them.
  static constexpr bool is_trivial = is_bytewise_copyable_v<T>;

 public:
  explicit UnitBuffer(std::ptrdiff_t size)
      : scratch_(
            is_trivial ? memory_of_unit() : MemoryKind::host,
            static_cast<std::size_t>(size) * sizeof(T)),
        size_(size)
  {
    if constexpr (!is_trivial) std::uninitialized_default_construct_n(data(), size_);
  }
  ~UnitBuffer()
  {
    if constexpr (!is_trivial) std::destroy_n(data(), size_);
  }
  UnitBuffer(UnitBuffer&& other) noexcept
      : scratch_(std::move(other.scratch_)),
        size_(std::exchange(other.size_, 0))
  {}
  UnitBuffer& operator=(UnitBuffer&&) = delete;

  /// Native address, possibly of device memory, for steps and copies.
  T* data() const noexcept { return static_cast<T*>(scratch_.address()); }
  T* begin() const noexcept { return data(); }
  T* end() const noexcept { return data() + size_; }
  std::ptrdiff_t size() const noexcept { return size_; }

 private:
  Scratch scratch_;
  std::ptrdiff_t size_;
};

}  // namespace dash::detail
