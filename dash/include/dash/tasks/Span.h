/**
 * \file dash/tasks/Span.h
 * Elements of a range as the body of a task gets them.
 */
#ifndef DASH__TASKS__SPAN_H__INCLUDED
#define DASH__TASKS__SPAN_H__INCLUDED

#include <dash/internal/LightRange.h>
#include <dash/internal/Macro.h>

#include <cstddef>
#include <type_traits>

namespace dash::tasks {

/**
 * Elements side by side, by local index, where the body of a task may load and store them: in place
 * or as a copy that the runtime writes back. Constant ones for \c dash::in.
 *
 * As std::span, which it converts to, but kernels can use it, too. Trivially copyable; valid until
 * the body returns, or, for kernels, ends. Bounds are not checked.
 */
template <class T>
class Span {
 public:
  using element_type = T;
  using value_type = std::remove_const_t<T>;
  using size_type = std::size_t;
  using iterator = T*;
  using range_kind = internal::BorrowedRange;

  Span() = default;
  DASH_HOST_DEVICE constexpr Span(T* data, size_type size) : _data(data), _size(size) {}

  DASH_HOST_DEVICE constexpr T* begin() const { return _data; }
  DASH_HOST_DEVICE constexpr T* end() const { return _data + _size; }
  DASH_HOST_DEVICE constexpr T* data() const { return _data; }
  DASH_HOST_DEVICE constexpr size_type size() const { return _size; }
  DASH_HOST_DEVICE constexpr bool empty() const { return _size == 0; }
  DASH_HOST_DEVICE constexpr T& operator[](size_type i) const { return _data[i]; }

 private:
  T* _data = nullptr;
  size_type _size = 0;
};

}  // namespace dash::tasks

#endif  // DASH__TASKS__SPAN_H__INCLUDED
