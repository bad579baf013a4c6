#pragma once

#include "gpu/gpu.h"

namespace bench {

/// A call of CUB, f(storage, bytes), with temporary memory that is allocated beforehand.
template <class F>
class CubCall {
 public:
  CubCall(int gpu, F f) : f_(std::move(f))
  {
    require(f_(nullptr, bytes_));
    storage_ = RawMemory<std::byte>::on_gpu(gpu, bytes_);
  }

  void operator()() { require(f_(storage_.data(), bytes_)); }

 private:
  F f_;
  std::size_t bytes_ = 0;
  RawMemory<std::byte> storage_;
};

/// Provides Thrust with temporary memory that is allocated beforehand, one block at a time.
class ThrustMemory {
 public:
  using value_type = char;

  ThrustMemory(int gpu, std::size_t bytes)
      : bytes_(bytes),
        storage_(RawMemory<char>::on_gpu(gpu, bytes))
  {}

  char* allocate(std::ptrdiff_t bytes)
  {
    if (static_cast<std::size_t>(bytes) > bytes_) {
      throw std::runtime_error("Thrust wants " + std::to_string(bytes) + " bytes at once");
    }
    return storage_.data();
  }
  void deallocate(char*, std::size_t) {}

 private:
  std::size_t bytes_;
  RawMemory<char> storage_;
};

}  // namespace bench
