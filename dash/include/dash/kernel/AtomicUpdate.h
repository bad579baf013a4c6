#pragma once

/// \file
/// Atomic operations of kernels on elements of global memory.
///
/// They are atomic with respect to all other atomic operations on the element: of kernels and of
/// the host, as \c dash::Atomic, of all units. The calling thread alone executes them. They order
/// nothing else; \c fence does. Elements are aligned numbers of 4 or 8 bytes.
///
/// On the GPU an element of device memory in reach is updated by its instructions. All others are
/// updated by the runtime, because a GPU and a host do not exclude each other in host memory: the
/// thread waits for its answer.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/Requests.h>
#include <dash/detail/kernel/SharedWord.h>
#include <dash/kernel/KernelPointer.h>
#include <dash/kernel/TeamView.h>

#include <concepts>
#include <cstring>
#include <type_traits>

namespace dash::kernel {

/// Types of elements that kernels update.
template <class T>
concept Updatable = (std::integral<T> || std::same_as<T, float> || std::same_as<T, double>) &&
                    (sizeof(T) == 4 || sizeof(T) == 8);

namespace detail {

/// By the runtime: by a request whose result is the old value.
template <class T>
DASH_HOST_DEVICE T update_by_request(
    const Team& team, const Pointer<T>& target, dart_kernel_operation_t operation, T operand,
    T compare)
{
  Request request{operation, target.dart_gptr(), 0, sizeof(T)};
  request.type = dash::dart_datatype<T>::value;
  std::memcpy(&request.value, &operand, sizeof operand);
  std::memcpy(&request.local, &compare, sizeof compare);
  return await_result<T>(team, submit(team, request, true));
}

}  // namespace detail

/// Adds \c value to an element. \return its old value
template <Updatable T>
DASH_HOST_DEVICE T
fetch_add(const Team& team, const Pointer<T>& target, std::type_identity_t<T> value)
{
  if (target.access() != Access::atomic) {
    return detail::update_by_request(team, target, DART_KERNEL_FETCH_ADD, value, T{});
  }
  return detail::Shared<T>(*target).fetch_add(value, detail::order::memory_order_relaxed);
}

/// Replaces an element by \c value. \return its old value
template <Updatable T>
DASH_HOST_DEVICE T
exchange(const Team& team, const Pointer<T>& target, std::type_identity_t<T> value)
{
  if (target.access() != Access::atomic) {
    return detail::update_by_request(team, target, DART_KERNEL_EXCHANGE, value, T{});
  }
  return detail::Shared<T>(*target).exchange(value, detail::order::memory_order_relaxed);
}

/// Replaces an element by \c desired if it is equal to \c expected.
/// \return its old value, which is \c expected if it was replaced
template <Updatable T>
  requires std::integral<T>
DASH_HOST_DEVICE T compare_exchange(
    const Team& team, const Pointer<T>& target, std::type_identity_t<T> expected,
    std::type_identity_t<T> desired)
{
  if (target.access() != Access::atomic) {
    return detail::update_by_request(team, target, DART_KERNEL_COMPARE_SWAP, desired, expected);
  }
  detail::Shared<T>(*target).compare_exchange_strong(
      expected, desired, detail::order::memory_order_relaxed);
  return expected;  // the value that was there
}

}  // namespace dash::kernel
