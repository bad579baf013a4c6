/**
 * \file dash/internal/WorkBuffer.h
 * Scratch memory under the address by which the code that works on it reaches it.
 */
#ifndef DASH__INTERNAL__WORK_BUFFER_H__INCLUDED
#define DASH__INTERNAL__WORK_BUFFER_H__INCLUDED

#include <dash/internal/HostCopy.h>
#include <dash/internal/Scratch.h>

#include <cstddef>

namespace dash::internal {

/** Uninitialised elements for code of the host, or for kernels of the calling GPU unit. */
template <class T>
class WorkBuffer {
 public:
  WorkBuffer() = default;
  WorkBuffer(Memory memory, std::size_t size)
    : _scratch(memory, size * sizeof(T))
    , _data(size == 0 ? nullptr : reach_from(memory, _scratch.address(), size * sizeof(T)))
  {}

  T* data() const noexcept { return static_cast<T*>(_data); }

 private:
  Scratch _scratch;
  void* _data = nullptr;
};

}  // namespace dash::internal

#endif  // DASH__INTERNAL__WORK_BUFFER_H__INCLUDED
