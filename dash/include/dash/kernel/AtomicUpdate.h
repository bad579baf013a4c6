#pragma once

/// \file
/// Atomic operations of kernels on elements of global memory.
///
/// They are atomic with respect to all other atomic operations on the element: of kernels and of
/// the host, as \c dash::Atomic, of all units. The calling thread alone executes them. They order
/// nothing else; \c fence does. Elements are aligned numbers of 4 or 8 bytes.
///
/// Those that begin with \c fetch, \c exchange and \c compare_exchange return the old value. Those
/// that begin with \c atomic have no result, so the thread goes on at once: they are complete
/// everywhere after \c quiet.
///
/// On the GPU an element of device memory in reach is updated by its instructions. All others are
/// updated by the runtime, because a GPU and a host do not exclude each other in host memory: only
/// for a result, the thread waits for its answer.

#include <dash/Types.h>
#include <dash/algorithm/Operation.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/kernel/ElementUpdate.h>
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

/// What kernels update: an element to which a \c Pointer points, or one of \c Elements.
template <class Target>
concept UpdateTarget = Updatable<typename Target::value_type>;
/// The same with bits.
template <class Target>
concept BitsTarget = UpdateTarget<Target> && std::integral<typename Target::value_type>;

/// Operations with which kernels update elements: those of \c dash that the runtime knows, too.
template <class Op, class T>
concept UpdateOperation =
    Updatable<T> && DartOperation<Op> && std::same_as<T, typename Op::value_type> &&
    (Op::op_kind() != OpKind::BITWISE || std::integral<T>);

namespace detail {

/// The runtime executes a request for an atomic operation, or hands it over. What calls it may be
/// in an inner loop, where elements usually are in reach. So it is not inlined, and takes values,
/// because kernels would copy what they pass by reference to memory.
/// \return the bits of the result, if it has one; zeros if a wait of the team has failed
DASH_HOST_DEVICE DASH_NOINLINE inline Word update_by_request(
    Team team, Request request)  // NOLINT(performance-unnecessary-value-param)
{
#if !defined(__CUDA_ARCH__)
  if (team.calls_runtime()) return update_by_call(request);
#endif
  const bool has_result = request.operation != DART_KERNEL_UPDATE;
  const Word number = submit(team, request, has_result);
  return has_result ? await_result<Word>(team, number) : 0;
}

template <class T>
DASH_HOST_DEVICE Request
update_request(const Pointer<T>& target, dart_kernel_operation_t kind, T operand, Word local)
{
  Request request{kind, target.dart_gptr(), local, sizeof(T)};
  request.type = dash::dart_datatype<T>::value;
  std::memcpy(&request.value, &operand, sizeof operand);
  return request;
}

/// The same for an operand and a result of the element's type.
template <class T>
DASH_HOST_DEVICE T update_by_request(
    const Team& team, const Pointer<T>& target, dart_kernel_operation_t kind, T operand, Word local)
{
  const Word bits = update_by_request(team, update_request(target, kind, operand, local));
  T result{};
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

}  // namespace detail

/// Replaces an element by op(element, value).
/// \param op  an operation that the runtime knows, such as \c dash::max<T>
/// \return the element's old value
template <UpdateTarget Target, UpdateOperation<typename Target::value_type> Op>
DASH_HOST_DEVICE auto fetch_op(
    const Team& team, const Target& target, Op op, typename Target::value_type value)
{
  using T = typename Target::value_type;
  return target.update(
      [&](T* address) { return detail::fetch_op_here(address, op, value); },
      [&](const Pointer<T>& pointer) {
        return detail::update_by_request(
            team, pointer, DART_KERNEL_FETCH_OP, value, Op::dart_operation());
      });
}

/// The same without a result: the thread does not wait.
template <UpdateTarget Target, UpdateOperation<typename Target::value_type> Op>
DASH_HOST_DEVICE void atomic_op(
    const Team& team, const Target& target, Op op, typename Target::value_type value)
{
  using T = typename Target::value_type;
  target.update(
      [&](T* address) { detail::update_here(address, op, value); },
      [&](const Pointer<T>& pointer) {
        detail::update_by_request(
            team, detail::update_request(pointer, DART_KERNEL_UPDATE, value, Op::dart_operation()));
      });
}

/// Adds \c value to an element. \return its old value
template <UpdateTarget Target>
DASH_HOST_DEVICE auto fetch_add(
    const Team& team, const Target& target, typename Target::value_type value)
{
  return fetch_op(team, target, dash::plus<typename Target::value_type>{}, value);
}
/// Adds \c value to an element.
template <UpdateTarget Target>
DASH_HOST_DEVICE void atomic_add(
    const Team& team, const Target& target, typename Target::value_type value)
{
  atomic_op(team, target, dash::plus<typename Target::value_type>{}, value);
}

/// Clears the bits of an element that \c value has not. \return its old value
template <BitsTarget Target>
DASH_HOST_DEVICE auto fetch_and(
    const Team& team, const Target& target, typename Target::value_type value)
{
  return fetch_op(team, target, dash::bit_and<typename Target::value_type>{}, value);
}
/// Clears the bits of an element that \c value has not.
template <BitsTarget Target>
DASH_HOST_DEVICE void atomic_and(
    const Team& team, const Target& target, typename Target::value_type value)
{
  atomic_op(team, target, dash::bit_and<typename Target::value_type>{}, value);
}

/// Sets the bits of an element that \c value has. \return its old value
template <BitsTarget Target>
DASH_HOST_DEVICE auto fetch_or(
    const Team& team, const Target& target, typename Target::value_type value)
{
  return fetch_op(team, target, dash::bit_or<typename Target::value_type>{}, value);
}
/// Sets the bits of an element that \c value has.
template <BitsTarget Target>
DASH_HOST_DEVICE void atomic_or(
    const Team& team, const Target& target, typename Target::value_type value)
{
  atomic_op(team, target, dash::bit_or<typename Target::value_type>{}, value);
}

/// Inverts the bits of an element that \c value has. \return its old value
template <BitsTarget Target>
DASH_HOST_DEVICE auto fetch_xor(
    const Team& team, const Target& target, typename Target::value_type value)
{
  return fetch_op(team, target, dash::bit_xor<typename Target::value_type>{}, value);
}
/// Inverts the bits of an element that \c value has.
template <BitsTarget Target>
DASH_HOST_DEVICE void atomic_xor(
    const Team& team, const Target& target, typename Target::value_type value)
{
  atomic_op(team, target, dash::bit_xor<typename Target::value_type>{}, value);
}

/// Replaces an element by \c value if that is smaller. \return its old value
template <UpdateTarget Target>
DASH_HOST_DEVICE auto fetch_min(
    const Team& team, const Target& target, typename Target::value_type value)
{
  return fetch_op(team, target, dash::min<typename Target::value_type>{}, value);
}
/// Replaces an element by \c value if that is smaller.
template <UpdateTarget Target>
DASH_HOST_DEVICE void atomic_min(
    const Team& team, const Target& target, typename Target::value_type value)
{
  atomic_op(team, target, dash::min<typename Target::value_type>{}, value);
}

/// Replaces an element by \c value if that is larger. \return its old value
template <UpdateTarget Target>
DASH_HOST_DEVICE auto fetch_max(
    const Team& team, const Target& target, typename Target::value_type value)
{
  return fetch_op(team, target, dash::max<typename Target::value_type>{}, value);
}
/// Replaces an element by \c value if that is larger.
template <UpdateTarget Target>
DASH_HOST_DEVICE void atomic_max(
    const Team& team, const Target& target, typename Target::value_type value)
{
  atomic_op(team, target, dash::max<typename Target::value_type>{}, value);
}

/// Replaces an element by \c value. \return its old value
template <UpdateTarget Target>
DASH_HOST_DEVICE auto exchange(
    const Team& team, const Target& target, typename Target::value_type value)
{
  return fetch_op(team, target, dash::second<typename Target::value_type>{}, value);
}

/// Replaces an element by \c desired if it is equal to \c expected.
/// \return its old value, which is \c expected if it was replaced
template <BitsTarget Target>
DASH_HOST_DEVICE auto compare_exchange(
    const Team& team, const Target& target, typename Target::value_type expected,
    typename Target::value_type desired)
{
  using T = typename Target::value_type;
  return target.update(
      [&](T* address) {
        T found = expected;
        detail::Shared<T>(*address).compare_exchange_strong(
            found, desired, detail::order::memory_order_relaxed);
        return found;
      },
      [&](const Pointer<T>& pointer) {
        detail::Word compare = 0;
        std::memcpy(&compare, &expected, sizeof expected);
        return detail::update_by_request(team, pointer, DART_KERNEL_COMPARE_SWAP, desired, compare);
      });
}

}  // namespace dash::kernel
