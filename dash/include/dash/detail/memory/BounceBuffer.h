#pragma once

/// \file
/// Device memory through which elements pass on their way between units.

#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/Scratch.h>

#include <cstddef>
#include <memory>

namespace dash::detail {

/// Device memory in which kernels gather elements of short runs, or from which they distribute
/// them. GPU units take it from their heap; CPU units borrow it from a GPU of their host.
class DASH_API BounceBuffer {
 public:
  /// No memory.
  BounceBuffer() = default;
  /// Takes \c nbytes or what there is; none on a CPU unit whose GPU has none left.
  /// \throws exception::RuntimeError if the heap of a GPU unit is exhausted
  explicit BounceBuffer(std::size_t nbytes);

  /// nullptr without memory.
  void* address() const noexcept { return is_gpu_unit() ? own_.address() : borrowed_.get(); }
  std::size_t size() const noexcept { return size_; }

 private:
  struct Release {
    void operator()(void* address) const noexcept;
  };

  Scratch own_;
  std::unique_ptr<void, Release> borrowed_;
  std::size_t size_ = 0;
};

}  // namespace dash::detail
