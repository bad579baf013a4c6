#pragma once

#include "gpu/gpu.h"

namespace bench {

/// A call of CUB, f(storage, bytes), with temporary memory that is allocated beforehand.
template <class F>
class CubCall {
 public:
  CubCall(int gpu, F f) : _f(std::move(f))
  {
    require(_f(nullptr, _bytes));
    _storage = RawMemory<std::byte>::on_gpu(gpu, _bytes);
  }

  void operator()() { require(_f(_storage.data(), _bytes)); }

 private:
  F _f;
  std::size_t _bytes = 0;
  RawMemory<std::byte> _storage;
};

/// Gives Thrust temporary memory that is allocated beforehand: one block at a time.
class ThrustMemory {
 public:
  using value_type = char;

  ThrustMemory(int gpu, std::size_t bytes)
      : _bytes(bytes), _storage(RawMemory<char>::on_gpu(gpu, bytes))
  {
  }

  char* allocate(std::ptrdiff_t bytes)
  {
    if (static_cast<std::size_t>(bytes) > _bytes) {
      throw std::runtime_error("Thrust wants " + std::to_string(bytes) + " bytes at once");
    }
    return _storage.data();
  }
  void deallocate(char*, std::size_t) {}

 private:
  std::size_t _bytes;
  RawMemory<char> _storage;
};

}  // namespace bench
