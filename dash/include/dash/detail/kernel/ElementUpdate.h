#pragma once

/// \file
/// Atomic operations on elements of global memory by the instructions of the calling processor,
/// with system scope. They order nothing else.

#include <dash/algorithm/Operation.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/SharedWord.h>

#include <concepts>
#include <type_traits>

namespace dash::kernel::detail {

/// Whether an operation is one of the given ones.
template <class Op, class... Others>
inline constexpr bool is_one_of = (std::same_as<Op, Others> || ...);

template <class Op, class T>
inline constexpr bool is_smaller_or_larger = is_one_of<Op, dash::min<T>, dash::max<T>>;

/// Combines an element with a value by comparing and swapping. Stores nothing if it stays the same.
/// \return the old value
template <class T, class Op>
DASH_HOST_DEVICE T fetch_by_comparing(T* address, Op op, T value)
{
  Shared<T> element(*address);
  T old = element.load(order::memory_order_relaxed);
  for (;;) {
    const T combined = op(old, value);
    if (combined == old) return old;
    if (element.compare_exchange_weak(
            old, combined, order::memory_order_relaxed, order::memory_order_relaxed)) {
      return old;
    }
  }
}

#if defined(__CUDA_ARCH__)

/// The numbers of CUDA's functions that have the size and, for comparisons, the order of T.
template <class T>
using Unsigned = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
template <class T>
using Ordered = std::conditional_t<
    std::is_unsigned_v<T>, Unsigned<T>, std::conditional_t<sizeof(T) == 4, int, long long>>;

template <class Op, class T>
inline constexpr bool has_instruction =
    std::integral<T> ? is_one_of<
                           Op, dash::plus<T>, dash::bit_and<T>, dash::bit_or<T>, dash::bit_xor<T>,
                           dash::min<T>, dash::max<T>>
                     : is_one_of<Op, dash::plus<T>>;

/// Elements are never in shared memory, which the compiler has to be told, as pointers may come
/// from tables.
template <class T, class Op>
__device__ T fetch_by_instruction(T* address, Op, T value)
{
  __builtin_assume(__isGlobal(address));
  if constexpr (std::is_floating_point_v<T>) {
    return atomicAdd_system(address, value);
  } else {
    using Number = std::conditional_t<is_smaller_or_larger<Op, T>, Ordered<T>, Unsigned<T>>;
    auto* const element = reinterpret_cast<Number*>(address);
    const auto operand = static_cast<Number>(value);
    if constexpr (std::same_as<Op, dash::plus<T>>) {
      return static_cast<T>(atomicAdd_system(element, operand));
    } else if constexpr (std::same_as<Op, dash::bit_and<T>>) {
      return static_cast<T>(atomicAnd_system(element, operand));
    } else if constexpr (std::same_as<Op, dash::bit_or<T>>) {
      return static_cast<T>(atomicOr_system(element, operand));
    } else if constexpr (std::same_as<Op, dash::bit_xor<T>>) {
      return static_cast<T>(atomicXor_system(element, operand));
    } else if constexpr (std::same_as<Op, dash::min<T>>) {
      return static_cast<T>(atomicMin_system(element, operand));
    } else {
      return static_cast<T>(atomicMax_system(element, operand));
    }
  }
}

// The instruction that has no result. The compiler does not take it for a result that nobody uses
// if the kernel has a fence.
#define DASH_REDUCTION(operation, type, constraint)                        \
  asm volatile("red.relaxed.sys.global." operation "." type " [%0], %1;"   \
               :                                                           \
               : "l"(__cvta_generic_to_global(address)), constraint(value) \
               : "memory")
#define DASH_REDUCTION_OF_WORDS(operation, kind) \
  if constexpr (sizeof(T) == 4) {                \
    DASH_REDUCTION(operation, kind "32", "r");   \
  } else {                                       \
    DASH_REDUCTION(operation, kind "64", "l");   \
  }
#define DASH_REDUCTION_OF_NUMBERS(operation) \
  if constexpr (std::is_unsigned_v<T>) {     \
    DASH_REDUCTION_OF_WORDS(operation, "u")  \
  } else {                                   \
    DASH_REDUCTION_OF_WORDS(operation, "s")  \
  }

template <class T, class Op>
__device__ void update_by_instruction(T* address, Op, T value)
{
  if constexpr (std::same_as<T, float>) {
    DASH_REDUCTION("add", "f32", "f");
  } else if constexpr (std::same_as<T, double>) {
    DASH_REDUCTION("add", "f64", "d");
  } else if constexpr (std::same_as<Op, dash::plus<T>>) {
    DASH_REDUCTION_OF_WORDS("add", "u")
  } else if constexpr (std::same_as<Op, dash::bit_and<T>>) {
    DASH_REDUCTION_OF_WORDS("and", "b")
  } else if constexpr (std::same_as<Op, dash::bit_or<T>>) {
    DASH_REDUCTION_OF_WORDS("or", "b")
  } else if constexpr (std::same_as<Op, dash::bit_xor<T>>) {
    DASH_REDUCTION_OF_WORDS("xor", "b")
  } else if constexpr (std::same_as<Op, dash::min<T>>) {
    DASH_REDUCTION_OF_NUMBERS("min")
  } else {
    DASH_REDUCTION_OF_NUMBERS("max")
  }
}

#undef DASH_REDUCTION
#undef DASH_REDUCTION_OF_NUMBERS
#undef DASH_REDUCTION_OF_WORDS

#else

template <class Op, class T>
inline constexpr bool has_instruction =
    std::integral<T>
        ? is_one_of<Op, dash::plus<T>, dash::bit_and<T>, dash::bit_or<T>, dash::bit_xor<T>>
        : is_one_of<Op, dash::plus<T>>;

template <class T, class Op>
T fetch_by_instruction(T* address, Op, T value)
{
  const std::atomic_ref element(*address);
  if constexpr (std::same_as<Op, dash::plus<T>>) {
    return element.fetch_add(value, std::memory_order_relaxed);
  } else if constexpr (std::same_as<Op, dash::bit_and<T>>) {
    return element.fetch_and(value, std::memory_order_relaxed);
  } else if constexpr (std::same_as<Op, dash::bit_or<T>>) {
    return element.fetch_or(value, std::memory_order_relaxed);
  } else {
    return element.fetch_xor(value, std::memory_order_relaxed);
  }
}

/// For integers, this is one instruction.
template <class T, class Op>
void update_by_instruction(T* address, Op op, T value)
{
  static_cast<void>(fetch_by_instruction(address, op, value));
}

#endif

/// Replaces an element by op(element, value). \return its old value
template <class T, class Op>
DASH_HOST_DEVICE T fetch_op_here(T* address, Op op, T value)
{
  if constexpr (std::same_as<Op, dash::second<T>>) {
    return Shared<T>(*address).exchange(value, order::memory_order_relaxed);
  } else if constexpr (has_instruction<Op, T>) {
    return fetch_by_instruction(address, op, value);
  } else {
    return fetch_by_comparing(address, op, value);
  }
}

/// The same without the old value.
template <class T, class Op>
DASH_HOST_DEVICE void update_here(T* address, Op op, T value)
{
  if constexpr (has_instruction<Op, T>) {
    update_by_instruction(address, op, value);
  } else {
    static_cast<void>(fetch_op_here(address, op, value));
  }
}

}  // namespace dash::kernel::detail
