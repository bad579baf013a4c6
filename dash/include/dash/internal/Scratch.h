/**
 * \file dash/internal/Scratch.h
 * Memory that algorithms need for a while.
 */
#ifndef DASH__INTERNAL__SCRATCH_H__INCLUDED
#define DASH__INTERNAL__SCRATCH_H__INCLUDED

#include <dash/Init.h>
#include <dash/internal/GlobalAccess.h>
#include <dash/internal/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace dash::internal {

enum class Memory { host, device };

/** Where the calling unit's part of the global memory lies. */
inline Memory memory_of_unit() noexcept
{
  return run_has_gpu_units && is_gpu_unit() ? Memory::device : Memory::host;
}

/** Uninitialised bytes of the calling unit; device memory comes from its heap. */
class DASH_API Scratch {
 public:
  Scratch() = default;
  /** \throws exception::RuntimeError when device memory is short, std::bad_alloc for host memory */
  Scratch(Memory memory, std::size_t nbytes);
  ~Scratch();
  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&& other) noexcept;

  void* address() const noexcept { return _address; }

 private:
  void* _address = nullptr;
  dart_gptr_t _device = DART_GPTR_NULL;
};

/** Values for which a unit has room where its part of the global memory lies. */
template <class T>
class UnitBuffer {
  // Kernels see trivially copyable values only, and those come to life by being copied.
  static constexpr bool is_trivial = std::is_trivially_copyable_v<T>;

 public:
  explicit UnitBuffer(std::ptrdiff_t size)
    : _scratch(
          is_trivial ? memory_of_unit() : Memory::host, static_cast<std::size_t>(size) * sizeof(T))
    , _size(size)
  {
    if constexpr (!is_trivial) std::uninitialized_default_construct_n(data(), _size);
  }
  ~UnitBuffer()
  {
    if constexpr (!is_trivial) std::destroy_n(data(), _size);
  }
  UnitBuffer(UnitBuffer&& other) noexcept
    : _scratch(std::move(other._scratch)), _size(std::exchange(other._size, 0))
  {}
  UnitBuffer& operator=(UnitBuffer&&) = delete;

  /** Native, possibly of device memory: for steps and copies. */
  T* data() const noexcept { return static_cast<T*>(_scratch.address()); }
  T* begin() const noexcept { return data(); }
  T* end() const noexcept { return data() + _size; }
  std::ptrdiff_t size() const noexcept { return _size; }

 private:
  Scratch _scratch;
  std::ptrdiff_t _size;
};

}  // namespace dash::internal

#endif  // DASH__INTERNAL__SCRATCH_H__INCLUDED
