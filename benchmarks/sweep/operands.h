#pragma once

/// \file
/// What the algorithms of the sweep work on: arrays of DASH and vectors with the same elements.

#include <dash/Array.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Generate.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sweep/elements.h"

namespace sweep {

/// Sets all elements of a container by their indices.
template <class T, class F>
void set(dash::Array<T>& array, F f)
{
  dash::generate_with_index(array.begin(), array.end(), f);
}
template <class T, class F>
void set(std::vector<T>& vector, F f)
{
  for (std::size_t i = 0; i < vector.size(); ++i) vector[i] = f(static_cast<std::ptrdiff_t>(i));
}

template <class T>
std::vector<T> contents(const dash::Array<T>& array)
{
  std::vector<T> all(array.size());
  dash::copy(array.begin(), array.end(), all.data());
  return all;
}
template <class T>
const std::vector<T>& contents(const std::vector<T>& vector)
{
  return vector;
}

/// The operands of a library whose container is \p Container.
template <class T, template <class> class Container>
struct Operands {
  using Element = T;

  explicit Operands(std::size_t elements)
      : n(static_cast<std::ptrdiff_t>(elements)),
        in(elements),
        other(elements),
        sorted(elements),
        even(elements),
        out(2 * elements),
        groups(elements),
        keys(elements),
        places(elements)
  {
    set(sorted, [](std::ptrdiff_t i) { return element<T>(i); });
    set(even, [](std::ptrdiff_t i) { return element<T>(2 * i); });
    set(groups, [](std::ptrdiff_t i) { return static_cast<std::int32_t>(i / 10); });
    // The multiplier is a prime that divides no size of the sweep.
    set(places, [n = n](std::ptrdiff_t i) { return std::int64_t{i} * 7919 % n; });
    reset();
  }

  /// Restores all that an algorithm changes or writes.
  void reset()
  {
    refill();
    set(out, [](std::ptrdiff_t) { return T{}; });
  }

  /// Restores what algorithms change.
  void refill()
  {
    const auto value = [values = n / 10 + 1](std::ptrdiff_t i) {
      return (std::int64_t{i} * 7919 + i / 3) % values;
    };
    set(in, [value](std::ptrdiff_t i) { return element<T>(value(i)); });
    set(other, [value](std::ptrdiff_t i) { return element<T>(value(i)); });
    set(keys, [value](std::ptrdiff_t i) { return static_cast<std::int32_t>(value(i)); });
  }

  /// An element that is in the middle of those that are sorted.
  T middle() const { return element<T>(n / 2); }
  /// An element below which are some ten in a hundred of the elements without an order.
  T small() const { return element<T>(n / 100); }

  std::ptrdiff_t n;
  Container<T> in, other;          ///< without an order, each value some ten times
  Container<T> sorted, even;       ///< in ascending order
  Container<T> out;                ///< twice as long as the others
  Container<std::int32_t> groups;  ///< ten equal ones after each other
  Container<std::int32_t> keys;    ///< without an order
  Container<std::int64_t> places;  ///< each position once
};

template <class T>
using Array = dash::Array<T>;
template <class T>
using Vector = std::vector<T>;

template <class T>
using Ours = Operands<T, Array>;
template <class T>
using Theirs = Operands<T, Vector>;

}  // namespace sweep
