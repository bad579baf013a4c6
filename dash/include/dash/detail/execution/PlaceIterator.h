#pragma once

/// \file
/// Elements at places as operands of steps that kernels run.

#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/Places.h>

#include <compare>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace dash::detail {

/// Iterator over elements at places, for the operands of steps.
template <class T>
class PlaceIterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using reference = T&;

  PlaceIterator() = default;
  explicit PlaceIterator(const Places& places) : places_(places) {}

  /// The number of the element among those at the places.
  difference_type number() const { return n_; }

  DASH_HOST_DEVICE reference operator*() const { return places_.element<T>(n_); }
  DASH_HOST_DEVICE reference operator[](difference_type n) const
  {
    return places_.element<T>(n_ + n);
  }

  DASH_HOST_DEVICE PlaceIterator& operator+=(difference_type n)
  {
    n_ += n;
    return *this;
  }
  DASH_HOST_DEVICE PlaceIterator& operator-=(difference_type n) { return *this += -n; }
  DASH_HOST_DEVICE PlaceIterator& operator++() { return *this += 1; }
  DASH_HOST_DEVICE PlaceIterator& operator--() { return *this -= 1; }
  DASH_HOST_DEVICE PlaceIterator operator++(int)
  {
    PlaceIterator old = *this;
    ++*this;
    return old;
  }
  DASH_HOST_DEVICE PlaceIterator operator--(int)
  {
    PlaceIterator old = *this;
    --*this;
    return old;
  }

  DASH_HOST_DEVICE friend PlaceIterator operator+(PlaceIterator it, difference_type n)
  {
    return it += n;
  }
  DASH_HOST_DEVICE friend PlaceIterator operator+(difference_type n, PlaceIterator it)
  {
    return it += n;
  }
  DASH_HOST_DEVICE friend PlaceIterator operator-(PlaceIterator it, difference_type n)
  {
    return it -= n;
  }
  DASH_HOST_DEVICE friend difference_type operator-(const PlaceIterator& a, const PlaceIterator& b)
  {
    return a.n_ - b.n_;
  }
  DASH_HOST_DEVICE friend bool operator==(const PlaceIterator& a, const PlaceIterator& b)
  {
    return a.n_ == b.n_;
  }
  DASH_HOST_DEVICE friend auto operator<=>(const PlaceIterator& a, const PlaceIterator& b)
  {
    return a.n_ <=> b.n_;
  }

 private:
  Places places_;
  difference_type n_ = 0;
};

template <class T>
inline constexpr bool has_device_elements<PlaceIterator<T>> =
    std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<std::remove_const_t<T>>;

}  // namespace dash::detail
