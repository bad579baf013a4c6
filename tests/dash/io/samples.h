#pragma once

/// \file
/// Elements of files in tests: numbers in ascending order, and a record.

#include <dash/io/ElementType.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace dash::test {

/// A record of numbers of several sizes.
struct Sample {
  float x;
  double charge;
  std::int16_t kind;

  friend bool operator==(const Sample&, const Sample&) = default;
};

/// The numbers first, first + 1, first + 2, …
inline std::vector<int> ascending(std::size_t n, int first = 1)
{
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// A record with fields that are called like the entries of NumPy's headers.
struct Figure {
  std::int32_t shape;
  float descr;

  friend bool operator==(const Figure&, const Figure&) = default;
};

}  // namespace dash::test

template <>
struct dash::io::Record<dash::test::Figure> {
  static std::vector<Field> fields()
  {
    using dash::test::Figure;
    return {DASH_IO_FIELD(Figure, shape), DASH_IO_FIELD(Figure, descr)};
  }
};

template <>
struct dash::io::Record<dash::test::Sample> {
  static std::vector<Field> fields()
  {
    using dash::test::Sample;
    return {DASH_IO_FIELD(Sample, x), DASH_IO_FIELD(Sample, charge), DASH_IO_FIELD(Sample, kind)};
  }
};
