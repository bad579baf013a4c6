#pragma once

/// \file
/// Steps that move elements between places and memory in which they follow each other.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/Places.h>

namespace dash::detail {

template <class T>
struct LoadFromPlace {
  Places places;

  DASH_HOST_DEVICE T operator()(default_index_t n) const { return places.element<T>(n); }
};

template <class T>
struct StoreToPlace {
  Places places;

  DASH_HOST_DEVICE void operator()(const T& value, default_index_t n) const
  {
    places.element<T>(n) = value;
  }
};

/// Reads the elements at places.
template <class T>
struct ReadPlacesStep {
  static constexpr auto name = "dash::copy";
  using functions = Functions<>;
  Places places;

  template <class Execution, class Out>
  void operator()(const Execution& exec, const Out& out) const
  {
    exec.generate_with_index(out.begin(), out.end(), default_index_t{0}, LoadFromPlace<T>{places});
  }
};

/// Writes the elements at places.
template <class T>
struct WritePlacesStep {
  static constexpr auto name = "dash::copy";
  using functions = Functions<>;
  Places places;

  template <class Execution, class In>
  void operator()(const Execution& exec, const In& in) const
  {
    exec.for_each_with_index(in.begin(), in.end(), default_index_t{0}, StoreToPlace<T>{places});
  }
};

}  // namespace dash::detail
