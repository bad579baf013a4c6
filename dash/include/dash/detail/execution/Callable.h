#pragma once

/// \file
/// Function objects of callers as members of steps.

#include <dash/detail/execution/DeviceCallable.h>

#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// The types of the function objects that a step calls.
template <class... F>
struct Functions {
  static_assert(
      !(IsForDeviceAlone<F>::value || ...),
      "host code calls the function object, too: on CPU units, and for results of several units; "
      "mark the lambda __host__ __device__");

  static constexpr bool are_device_callable = (is_device_callable_v<F> && ...);
};

/// Function object of an algorithm's caller: on the host it keeps its state from operand to
/// operand; kernels get copies.
template <class F>
class Callable {
 public:
  Callable(F& function) noexcept : function_(&function) {}

  F& get() const noexcept { return *function_; }

 private:
  F* function_;
};

/// A callable during a loop on the host: the function object itself or, if that makes no
/// difference, a copy that is written back afterwards. Because the copy's address is not known
/// elsewhere, compilers keep what it has captured in registers.
template <class F>
class HostFunction {
  static constexpr bool is_copied = std::is_trivially_copyable_v<F> &&
                                    std::is_copy_constructible_v<F> && !std::is_const_v<F> &&
                                    sizeof(F) <= 64;  // size that fits into registers

 public:
  explicit HostFunction(F& function) : original_(function), used_(function) {}
  ~HostFunction()
  {
    if constexpr (is_copied && !std::is_empty_v<F>) {
      std::memcpy(static_cast<void*>(&original_), &used_, sizeof(F));
    }
  }
  HostFunction(const HostFunction&) = delete;
  HostFunction& operator=(const HostFunction&) = delete;

  // Function objects are called directly: std::invoke is four functions to compile.
  template <class... Args>
  decltype(auto) operator()(Args&&... args)
  {
    if constexpr (std::is_member_pointer_v<F>) {
      return std::invoke(used_, std::forward<Args>(args)...);
    } else {
      return used_(std::forward<Args>(args)...);
    }
  }

  const F& get() const noexcept { return used_; }

 private:
  F& original_;
  std::conditional_t<is_copied, F, F&> used_;
};

/// Stands for a function object in calls of the standard library, which copies its arguments.
/// Programs that contain many algorithms compile faster than with std::reference_wrapper, which can
/// be called in more ways.
template <class F>
struct FunctionReference {
  F* function;

  template <class... Args>
  decltype(auto) operator()(Args&&... args) const
  {
    return (*function)(std::forward<Args>(args)...);
  }
};

template <class F>
FunctionReference<F> by_reference(F& function) noexcept
{
  return {&function};
}

}  // namespace dash::detail
