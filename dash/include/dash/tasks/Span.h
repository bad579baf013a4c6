#pragma once

/// \file
/// The elements of a range as the body of a task accesses them.

#include <dash/Exception.h>
#include <dash/RangeKind.h>
#include <dash/detail/base/Macro.h>

#include <cstddef>
#include <type_traits>

namespace dash::tasks {

/// Contiguous elements with local indices, which the body of a task may load and store: in place,
/// or in a copy that the runtime writes back. For \c dash::in they are constant.
///
/// It is similar to std::span, to which it converts, but kernels can use it, too. It is trivially
/// copyable and valid until the body returns or, for kernels, ends. Builds with assertions check
/// indices and throw exception::OutOfRange; kernels trap.
template <class T>
class Span {
 public:
  using element_type = T;
  using value_type = std::remove_const_t<T>;
  using size_type = std::size_t;
  using iterator = T*;
  using range_kind = BorrowedRange;

  Span() = default;
  DASH_HOST_DEVICE constexpr Span(T* data, size_type size) : data_(data), size_(size) {}

  DASH_HOST_DEVICE constexpr T* begin() const { return data_; }
  DASH_HOST_DEVICE constexpr T* end() const { return data_ + size_; }
  DASH_HOST_DEVICE constexpr T* data() const { return data_; }
  DASH_HOST_DEVICE constexpr size_type size() const { return size_; }
  DASH_HOST_DEVICE constexpr bool empty() const { return size_ == 0; }
  DASH_HOST_DEVICE constexpr T& operator[](size_type i) const
  {
    DASH_ASSERT_LT(i, size_, "index is outside of the task's range");
    return data_[i];
  }

 private:
  T* data_ = nullptr;
  size_type size_ = 0;
};

}  // namespace dash::tasks
