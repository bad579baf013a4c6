#pragma once

/// \file
/// Atomic operations on global references as functions.

#include <dash/atomic/GlobAtomicRef.h>

#include <concepts>
#include <type_traits>

/// Atomic operations as functions; see \c GlobRef<Atomic<T>>. All of them are blocking, local
/// calls.
namespace dash::atomic {

/// Returns the value.
template <class T>
T load(const GlobRef<Atomic<T>>& ref)
{
  return ref.load();
}

/// Replaces the value.
template <class T>
void store(const GlobRef<Atomic<T>>& ref, const std::type_identity_t<T>& value)
{
  ref.store(value);
}

/// Returns the old value.
template <class T>
T exchange(const GlobRef<Atomic<T>>& ref, const std::type_identity_t<T>& value)
{
  return ref.exchange(value);
}

/// Replaces the element by \c desired if it equals \c expected. \return whether it did
template <class T>
bool compare_exchange(
    const GlobRef<Atomic<T>>& ref, const std::type_identity_t<T>& expected,
    const std::type_identity_t<T>& desired)
{
  return ref.compare_exchange(expected, desired);
}

/// Replaces the value x by binary_op(x, value), for an operation of namespace dash.
template <class T, class BinaryOp>
void op(const GlobRef<Atomic<T>>& ref, BinaryOp binary_op, const std::type_identity_t<T>& value)
{
  ref.op(binary_op, value);
}

/// Returns the old value.
template <class T, class BinaryOp>
T fetch_op(const GlobRef<Atomic<T>>& ref, BinaryOp binary_op, const std::type_identity_t<T>& value)
{
  return ref.fetch_op(binary_op, value);
}

/// Adds to the value.
template <std::integral T>
void add(const GlobRef<Atomic<T>>& ref, const std::type_identity_t<T>& value)
{
  ref.add(value);
}

/// Subtracts from the value.
template <std::integral T>
void sub(const GlobRef<Atomic<T>>& ref, const std::type_identity_t<T>& value)
{
  ref.sub(value);
}

/// Multiplies the value.
template <std::integral T>
void multiply(const GlobRef<Atomic<T>>& ref, const std::type_identity_t<T>& value)
{
  ref.multiply(value);
}

/// Returns the old value.
template <std::integral T>
T fetch_add(const GlobRef<Atomic<T>>& ref, const std::type_identity_t<T>& value)
{
  return ref.fetch_add(value);
}

/// Returns the old value.
template <std::integral T>
T fetch_sub(const GlobRef<Atomic<T>>& ref, const std::type_identity_t<T>& value)
{
  return ref.fetch_sub(value);
}

}  // namespace dash::atomic
