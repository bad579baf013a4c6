#pragma once

/// \file
/// Which function objects kernels can call.

#include <dash/algorithm/Operation.h>

#include <functional>
#include <string_view>
#include <type_traits>

namespace dash {

namespace detail {

/// Function objects of this library and of std on arithmetic operands.
template <class F>
struct IsLibraryFunction : std::is_same<F, std::identity> {};

template <class F, class... Others>
inline constexpr bool is_one_of = (std::is_same_v<F, Others> || ...);

template <template <class> class F, class T>
  requires(std::is_arithmetic_v<std::remove_cvref_t<T>> || std::is_void_v<T>)
struct IsLibraryFunction<F<T>>
    : std::bool_constant<
          DartOperation<F<T>> ||
          is_one_of<
              F<T>, std::plus<T>, std::minus<T>, std::multiplies<T>, std::divides<T>,
              std::modulus<T>, std::negate<T>> ||
          is_one_of<
              F<T>, std::equal_to<T>, std::not_equal_to<T>, std::less<T>, std::greater<T>,
              std::less_equal<T>, std::greater_equal<T>> ||
          is_one_of<
              F<T>, std::logical_and<T>, std::logical_or<T>, std::logical_not<T>, std::bit_and<T>,
              std::bit_or<T>, std::bit_xor<T>, std::bit_not<T>>> {};

#if defined(__CUDACC__)

template <class T>
constexpr bool is_text_of_closure()
{
  return std::string_view(__PRETTY_FUNCTION__).find("lambda") != std::string_view::npos;
}

template <class F>
constexpr bool is_extended_closure()
{
#if defined(__CUDACC_EXTENDED_LAMBDA__)
  return __nv_is_extended_device_lambda_closure_type(F) ||
         __nv_is_extended_host_device_lambda_closure_type(F);
#else
  return false;
#endif
}

/// Whether a type is a lambda that is marked for kernels, or an instance of a template for one.
template <class F>
struct HasMarkedClosure : std::bool_constant<is_extended_closure<F>()> {};

template <template <class...> class F, class... Args>
  requires(!is_extended_closure<F<Args...>>())
struct HasMarkedClosure<F<Args...>> : std::disjunction<HasMarkedClosure<Args>...> {};

template <class F>
constexpr bool is_closure_for_device_alone()
{
#if defined(__CUDACC_EXTENDED_LAMBDA__)
  return __nv_is_extended_device_lambda_closure_type(F);
#else
  return false;
#endif
}

/// Whether a type is a lambda that only kernels can call, or an instance of a template for one.
template <class F>
struct IsForDeviceAlone : std::bool_constant<is_closure_for_device_alone<F>()> {};

template <template <class...> class F, class... Args>
  requires(!is_closure_for_device_alone<F<Args...>>())
struct IsForDeviceAlone<F<Args...>> : std::disjunction<IsForDeviceAlone<Args>...> {};

/// Whether a type is a lambda that is not marked, or an instance of a template for one. All passes
/// of nvcc have to give the same answer: the name of an unmarked lambda's type contains the same
/// word in all of them, while the names of marked ones differ and are not examined.
template <class F>
struct HasHostClosure
    : std::bool_constant<
          std::is_class_v<F> && !is_extended_closure<F>() && is_text_of_closure<F>()> {};

template <template <class...> class F, class... Args>
  requires(!is_extended_closure<F<Args...>>())
struct HasHostClosure<F<Args...>> : std::disjunction<HasHostClosure<Args>...> {};

/// Whether a type is a reference or pointer to a function, which leads to host code.
template <class F>
struct RefersToHost : std::bool_constant<!std::is_class_v<F>> {};

template <class F>
struct RefersToHost<std::reference_wrapper<F>> : std::true_type {};

template <class F>
struct RefersToHost<std::function<F>> : std::true_type {};

// Marked lambdas are wrapped on the host, where they are not trivially copyable.
template <class F>
concept DeviceCallable = !RefersToHost<F>::value && !HasHostClosure<F>::value &&
                         (HasMarkedClosure<F>::value || std::is_trivially_copyable_v<F>);

#else

template <class F>
concept DeviceCallable = IsLibraryFunction<F>::value;

template <class F>
struct IsForDeviceAlone : std::false_type {};

#endif

}  // namespace detail

/// Whether kernels can call function objects of type \c F, so that algorithms with them run on GPU
/// units where the data are.
///
/// In files compiled by nvcc, these are lambdas marked <tt>__host__ __device__</tt>, and trivially
/// copyable classes, whose call operator must be marked in the same way or constexpr. In other
/// files, these are the function objects of std and of this library on arithmetic operands.
/// Specialise it for a class to which this rule does not apply.
template <class F>
struct is_device_callable : std::bool_constant<detail::DeviceCallable<F>> {};

template <class F>
struct is_device_callable<const F> : is_device_callable<F> {};

template <class F>
inline constexpr bool is_device_callable_v = is_device_callable<F>::value;

}  // namespace dash
