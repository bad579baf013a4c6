#pragma once

/// \file
/// Registration of the steps of algorithms that this module contains in compiled form.

#include <dash/detail/base/WordOfSize.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/ShippedSteps.h>

#include <cstdint>
#include <type_traits>
#include <typeinfo>

namespace dash::detail {

/// Registers a step, so that the module's entry point finds it.
void ship(const char* call, StepLauncher launcher);

/// Compiles a step for operands of these types, and registers it. It serves all equivalent calls,
/// such as those with other types of the same representation.
template <class Step, class... It>
void ship()
{
  static_assert(
      std::is_same_v<ShippedCall<Step, It...>, Call<Step, It...>>,
      "nobody would look for it: another call stands for this one (ShippedCall.h)");
  ship(typeid(Call<Step, It...>).name(), &launch_step<DeviceExecution, Step, It...>);
}

/// Registers a call with the compiled form of another one, which does the same with the same bits.
/// Nvcc takes about a second to compile a step.
template <class Step, class... It, class Other, class... OtherIt>
void ship_as(Call<Step, It...>, Call<Other, OtherIt...>)
{
  static_assert(
      sizeof(Step) == sizeof(Other) && alignof(Step) == alignof(Other) &&
      sizeof...(It) == sizeof...(OtherIt));
  static_assert(std::is_same_v<ShippedCall<Step, It...>, Call<Step, It...>>, "see ship()");
  ship(typeid(Call<Step, It...>).name(), &launch_step<DeviceExecution, Other, OtherIt...>);
}

template <class... T>
struct Types {};

/// There is one type of each size.
using Words = Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
using SmallNumbers = Types<bool, signed char, unsigned char, std::int16_t, std::uint16_t>;
using Numbers = Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;

/// The number that stands for T in steps that only move elements: all of its size are the same.
template <class T>
using Bits = word_of_size<sizeof(T)>;

/// The number that stands for T where elements are compared for equality: integers are equal if
/// their bits are.
template <class T>
using Equatable = std::conditional_t<std::is_integral_v<T>, Bits<T>, T>;

/// The number that stands for T where elements are added, subtracted and multiplied, which gives
/// the same bits for signed and unsigned integers.
template <class T>
using Modular = std::conditional_t<std::is_same_v<T, bool>, T, Equatable<T>>;

/// Registers Steps<T> for each type. It is used as a constant at file scope, so that this happens
/// when the module is loaded.
template <template <class> class Steps, class... T>
bool ship_for(Types<T...>)
{
  (Steps<T>::ship(), ...);
  return true;
}

}  // namespace dash::detail
