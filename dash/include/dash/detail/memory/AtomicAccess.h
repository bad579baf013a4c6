#pragma once

/// \file
/// Atomic operations on one element: by the processor if the element is mapped, otherwise by the
/// runtime.

#include <dash/Types.h>
#include <dash/algorithm/Operation.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/memory/ElementAddress.h>

#include <atomic>
#include <concepts>
#include <type_traits>

namespace dash::detail {

/// Types that can be loaded and stored atomically in all ways of access.
template <class T>
inline constexpr bool is_lock_free = std::atomic_ref<T>::is_always_lock_free;

/// The object of atomic operations: the value inside an \c Atomic<T>.
template <class T>
using AtomicAddress = ElementAddress<T>;

/// Stores \c op(old, value) and returns the old value.
template <class T, class Op>
T apply_atomically(std::atomic_ref<T> target, const Op& op, const T& value)
{
  if constexpr (std::same_as<Op, dash::first<T>>) {
    return target.load();
  } else if constexpr (std::same_as<Op, dash::second<T>>) {
    return target.exchange(value);
  } else if constexpr (std::same_as<Op, dash::plus<T>> && !std::same_as<T, bool>) {
    return target.fetch_add(value);
  } else if constexpr (
      std::integral<T> && !std::same_as<T, bool> && std::same_as<Op, dash::bit_and<T>>) {
    return target.fetch_and(value);
  } else if constexpr (
      std::integral<T> && !std::same_as<T, bool> && std::same_as<Op, dash::bit_or<T>>) {
    return target.fetch_or(value);
  } else if constexpr (
      std::integral<T> && !std::same_as<T, bool> && std::same_as<Op, dash::bit_xor<T>>) {
    return target.fetch_xor(value);
  } else {
    T old = target.load(std::memory_order_relaxed);
    while (!target.compare_exchange_weak(old, op(old, value))) {
    }
    return old;
  }
}

/// Atomic operations on memory that is not mapped here; blocking.
DASH_API void remote_fetch_op(
    dart_gptr_t target, const void* value, void* old, dart_datatype_t type, dart_operation_t op);
DASH_API void remote_compare_exchange(
    dart_gptr_t target, const void* desired, const void* expected, void* old, dart_datatype_t type);

// These functions are not inlined and take values: a value whose address is taken would be stored
// before each atomic instruction, and atomic instructions wait for preceding stores.
template <class T>
[[gnu::noinline]] T remote_fetch_op(dart_gptr_t target, T value, dart_operation_t op)
{
  T old;
  remote_fetch_op(target, &value, &old, dart_punned_datatype<T>::value, op);
  return old;
}

/// Compares and swaps. Returns the value found.
template <class T>
[[gnu::noinline]] T remote_compare_exchange(dart_gptr_t target, T expected, T desired)
{
  T found;
  remote_compare_exchange(target, &desired, &expected, &found, dart_punned_datatype<T>::value);
  return found;
}

/// The address at which the processor updates the element; nullptr if dart does it, which is the
/// same on all units.
template <class T>
T* processor_target(const AtomicAddress<T>& address)
{
  if constexpr (std::integral<T> && sizeof(T) == 8) {
    if (atomics_by_adapter) [[unlikely]]
      return nullptr;
  }
  return address.mapped();
}

/// Applies an operation; blocking. Returns the old value.
template <class T, class Op>
T atomic_fetch_op(const AtomicAddress<T>& address, const Op& op, const T& value)
{
  if constexpr (is_lock_free<T>) {
    if (T* const target = processor_target(address)) [[likely]] {
      return apply_atomically(std::atomic_ref<T>(*target), op, value);
    }
  }
  static_assert(
      DartOperation<Op>,
      "atomic operations take dash::plus, min, max, multiply, bit_… of the "
      "element type: other units' hardware must know them, too");
  return remote_fetch_op(address.gptr(), value, Op::dart_operation());
}

template <class T>
T atomic_load(const AtomicAddress<T>& address)
{
  return atomic_fetch_op(address, dash::first<T>(), T());
}

template <class T>
void atomic_store(const AtomicAddress<T>& address, const T& value)
{
  if constexpr (is_lock_free<T>) {
    if (T* const target = processor_target(address)) [[likely]] {
      std::atomic_ref<T>(*target).store(value);
      return;
    }
  }
  remote_fetch_op(address.gptr(), value, dash::second<T>::dart_operation());
}

/// Compares and swaps; blocking. On failure, \c expected receives the value found.
template <class T>
bool atomic_compare_exchange(const AtomicAddress<T>& address, T& expected, const T& desired)
{
  static_assert(std::integral<T>, "compare_exchange needs an integral element type");
  if (T* const target = processor_target(address)) [[likely]] {
    return std::atomic_ref<T>(*target).compare_exchange_strong(expected, desired);
  }
  const T wanted = expected;
  expected = remote_compare_exchange(address.gptr(), wanted, desired);
  return expected == wanted;
}

}  // namespace dash::detail
