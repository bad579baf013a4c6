#pragma once

/// \file
/// Iterators over the events of all units.

#include <dash/coarray/CoEventRef.h>

#include <compare>
#include <cstddef>
#include <iterator>

namespace dash {

class Coevent;

namespace coarray {

/// Random access iterator over the events of a team's units.
class CoEventIter {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = CoEventRef;
  using reference = CoEventRef;
  using pointer = void;
  using difference_type = std::ptrdiff_t;

  CoEventIter() = default;
  CoEventIter(const Coevent& event, int unit) noexcept : event_(&event), unit_(unit) {}

  CoEventRef operator*() const;
  CoEventRef operator[](difference_type n) const { return *(*this + n); }

  CoEventIter& operator+=(difference_type n) noexcept
  {
    unit_ += static_cast<int>(n);
    return *this;
  }
  CoEventIter& operator-=(difference_type n) noexcept { return *this += -n; }
  CoEventIter& operator++() noexcept { return *this += 1; }
  CoEventIter& operator--() noexcept { return *this += -1; }
  CoEventIter operator++(int) noexcept
  {
    auto old = *this;
    ++*this;
    return old;
  }
  CoEventIter operator--(int) noexcept
  {
    auto old = *this;
    --*this;
    return old;
  }
  friend CoEventIter operator+(CoEventIter it, difference_type n) noexcept { return it += n; }
  friend CoEventIter operator+(difference_type n, CoEventIter it) noexcept { return it += n; }
  friend CoEventIter operator-(CoEventIter it, difference_type n) noexcept { return it -= n; }
  friend difference_type operator-(const CoEventIter& a, const CoEventIter& b) noexcept
  {
    return a.unit_ - b.unit_;
  }

  friend bool operator==(const CoEventIter& a, const CoEventIter& b) noexcept
  {
    return a.unit_ == b.unit_;
  }
  friend auto operator<=>(const CoEventIter& a, const CoEventIter& b) noexcept
  {
    return a.unit_ <=> b.unit_;
  }

 private:
  const Coevent* event_ = nullptr;
  int unit_ = 0;
};

}  // namespace coarray

}  // namespace dash
