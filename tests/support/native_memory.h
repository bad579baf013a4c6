#pragma once

/// \file
/// Copies of the calling unit's own elements. On GPU units their native addresses are in device
/// memory, which host code must not load and store; these copies work on all units.

#include <dash/dart/if/dart_gpu.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace dart::test {

template <class T>
std::vector<T> read_at(const T* address, std::size_t n)
{
  std::vector<T> values(n);
  EXPECT_EQ(DART_OK, dart_memory_copy(values.data(), address, n * sizeof(T)));
  return values;
}

template <class T>
T read_at(const T* address)
{
  return read_at(address, 1).front();
}

template <class T>
void write_at(T* address, const std::vector<T>& values)
{
  EXPECT_EQ(DART_OK, dart_memory_copy(address, values.data(), values.size() * sizeof(T)));
}

template <class T>
void write_at(T* address, const T& value)
{
  EXPECT_EQ(DART_OK, dart_memory_copy(address, &value, sizeof(T)));
}

}  // namespace dart::test

namespace dash::test {

using dart::test::read_at;
using dart::test::write_at;

/// The calling unit's elements of a container, in local order.
template <class Container>
auto local_values(const Container& container)
{
  return read_at(container.lbegin(), container.lsize());
}

template <class Container>
void set_local_values(
    Container& container, const std::vector<typename Container::value_type>& values)
{
  ASSERT_EQ(container.lsize(), values.size());
  write_at(container.lbegin(), values);
}

/// Assigns \c value to the calling unit's elements, without an algorithm of the library.
template <class Container>
void fill_local_values(Container& container, const typename Container::value_type& value)
{
  for (std::size_t n = 0; n < container.lsize(); ++n) write_at(container.lbegin() + n, value);
}

}  // namespace dash::test
