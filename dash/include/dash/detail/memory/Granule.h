#pragma once

/// \file
/// The step by which the parts of growing containers grow.

#include <dash/Math.h>

#include <algorithm>
#include <cstddef>

namespace dash::detail {

/// A number of elements, at least one, by which the calling unit's part of a container grows.
class Granule {
 public:
  explicit constexpr Granule(std::size_t elements) noexcept
      : elements_(std::max<std::size_t>(elements, 1))
  {}

  /// The number of elements that fill about one page.
  template <class Element>
  static constexpr std::size_t default_size() noexcept
  {
    return std::max<std::size_t>(4096 / sizeof(Element), 1);
  }

  constexpr std::size_t size() const noexcept { return elements_; }

  /// The number of elements that each unit reserves memory for, if all units together reserve
  /// memory for \c total elements.
  constexpr std::size_t first_capacity(std::size_t total, std::size_t units) const
  {
    return (std::max)(math::div_ceil(total, units), elements_);
  }

  /// The capacity of a part of \c size elements that started with \c capacity.
  constexpr std::size_t grown_capacity(std::size_t capacity, std::size_t size) const
  {
    if (size <= capacity) return capacity;
    return capacity + math::div_ceil(size - capacity, elements_) * elements_;
  }

 private:
  std::size_t elements_;
};

}  // namespace dash::detail
