#pragma once

/// \file
/// Elements of three sizes on which the sweep calls algorithms, and functions of them.

#include <dash/Types.h>

#include <cstdint>

namespace sweep {

/// An element of 16 bytes with an order of its own.
struct Record {
  double key = 0;
  std::int64_t number = 0;

  DASH_HOST_DEVICE friend bool operator==(const Record& a, const Record& b)
  {
    return a.key == b.key;
  }
  DASH_HOST_DEVICE friend bool operator<(const Record& a, const Record& b) { return a.key < b.key; }
  DASH_HOST_DEVICE friend Record operator+(const Record& a, const Record& b)
  {
    return {a.key + b.key, a.number + b.number};
  }
  DASH_HOST_DEVICE friend Record operator-(const Record& a, const Record& b)
  {
    return {a.key - b.key, a.number - b.number};
  }
  DASH_HOST_DEVICE friend Record operator*(const Record& a, const Record& b)
  {
    return {a.key * b.key, a.number};  // products of numbers would overflow
  }
};

template <class T>
DASH_HOST_DEVICE T element(std::int64_t value)
{
  return static_cast<T>(value);
}
template <>
DASH_HOST_DEVICE inline Record element<Record>(std::int64_t value)
{
  return {static_cast<double>(value), value};
}

struct Twice {
  template <class T>
  DASH_HOST_DEVICE T operator()(const T& x) const
  {
    return x + x;
  }
};

struct Sum {
  template <class T>
  DASH_HOST_DEVICE T operator()(const T& a, const T& b) const
  {
    return a + b;
  }
};

struct Product {
  template <class T>
  DASH_HOST_DEVICE T operator()(const T& a, const T& b) const
  {
    return a * b;
  }
};

struct Larger {
  template <class T>
  DASH_HOST_DEVICE T operator()(const T& a, const T& b) const
  {
    return a < b ? b : a;
  }
};

/// Whether an element is below another one.
template <class T>
struct IsBelow {
  T bound;

  DASH_HOST_DEVICE bool operator()(const T& x) const { return x < bound; }
};

/// Whether an element is another one or above it.
template <class T>
struct IsFrom {
  T bound;

  DASH_HOST_DEVICE bool operator()(const T& x) const { return !(x < bound); }
};

/// Adds an element to its argument in place.
template <class T>
struct Add {
  T operand;

  DASH_HOST_DEVICE void operator()(T& x) const { x = x + operand; }
};

/// The same element at each index.
template <class T>
struct FromIndex {
  template <class Index>
  DASH_HOST_DEVICE T operator()(Index i) const
  {
    return element<T>(static_cast<std::int64_t>(i % 127));
  }
};

}  // namespace sweep
