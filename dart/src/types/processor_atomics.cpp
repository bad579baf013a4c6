#include "types/processor_atomics.h"

#include <atomic>
#include <mutex>

#include "types/exclusive_update.h"

namespace dart {
namespace {

template <class T>
T fetch_and_update(std::atomic_ref<T> target, const AtomicRequest& request, T operand)
{
  switch (request.operation) {
    case DART_OP_NO_OP:
      return target.load();
    case DART_OP_REPLACE:
      return target.exchange(operand);
    case DART_OP_SUM:
      if constexpr (std::is_integral_v<T>) return target.fetch_add(operand);
      [[fallthrough]];
    default: {
      T old = target.load();
      while (!target.compare_exchange_weak(old, updated(request.operation, old, operand, T{}))) {
      }
      return old;
    }
  }
}

template <class T>
void apply_by_instructions(T* target, const AtomicRequest& request)
{
  for (std::size_t i = 0; i < request.elements; ++i) {
    std::atomic_ref<T> word(target[i]);
    const T operand = element<T>(request.operand, i);
    if (request.operation == DART_OP_UNDEFINED) {
      T expected = element<T>(request.compare, i);
      word.compare_exchange_strong(expected, operand);
      store_result(request, i, expected);
    } else {
      store_result(request, i, fetch_and_update(word, request, operand));
    }
  }
}

}  // namespace

void apply_atomically(void* target, const AtomicRequest& request, AtomicLocks& locks)
{
  const auto address = reinterpret_cast<std::uintptr_t>(target);
  with_basic_type(request.type, [&]<class T>(T) {
    if constexpr (std::atomic_ref<T>::is_always_lock_free) {
      if (address % std::atomic_ref<T>::required_alignment == 0) {
        apply_by_instructions(static_cast<T*>(target), request);
        return;
      }
    }
    T* elements = static_cast<T*>(target);
    for (std::size_t i = 0; i < request.elements; ++i) {
      std::lock_guard guard(locks.of(elements + i));
      apply_one<T>(elements + i, i, request);
    }
  });
}

}  // namespace dart
