#pragma once

/// \file
/// Atomic operations by plain loads and stores, for callers that exclude all other accesses.

#include <cstddef>
#include <cstring>

#include "types/arithmetic.h"
#include "types/atomic_request.h"

namespace dart {

/// Elements of a request, which are read and written by memcpy because user buffers may be
/// misaligned. Their addresses are no pointers to T, which compilers expect to be aligned even
/// there.
template <class T>
T element(const void* buffer, std::size_t i)
{
  T value{};
  if (buffer == nullptr) return value;
  std::memcpy(&value, static_cast<const std::byte*>(buffer) + i * sizeof value, sizeof value);
  return value;
}

template <class T>
void store_result(const AtomicRequest& request, std::size_t i, T value)
{
  if (request.result == nullptr) return;
  std::memcpy(static_cast<std::byte*>(request.result) + i * sizeof value, &value, sizeof value);
}

/// Executes the request on element i.
template <class T>
void apply_one(void* target, std::size_t i, const AtomicRequest& request)
{
  const T old = element<T>(target, 0);
  const T next = updated(
      request.operation, old, element<T>(request.operand, i), element<T>(request.compare, i));
  std::memcpy(target, &next, sizeof next);
  store_result(request, i, old);
}

/// Executes the request on all elements.
inline void apply_exclusively(void* target, const AtomicRequest& request)
{
  with_basic_type(request.type, [&]<class T>(T) {
    auto* const elements = static_cast<std::byte*>(target);
    for (std::size_t i = 0; i < request.elements; ++i)
      apply_one<T>(elements + i * sizeof(T), i, request);
  });
}

}  // namespace dart
