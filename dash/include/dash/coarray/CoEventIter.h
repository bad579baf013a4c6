#ifndef DASH__COARRAY__CO_EVENT_ITER_H__INCLUDED
#define DASH__COARRAY__CO_EVENT_ITER_H__INCLUDED

#include <dash/coarray/CoEventRef.h>

#include <compare>
#include <cstddef>
#include <iterator>

namespace dash {

class Coevent;

namespace coarray {

/** Random access over the events of a team's units. */
class CoEventIter {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = CoEventRef;
  using reference = CoEventRef;
  using pointer = void;
  using difference_type = std::ptrdiff_t;

  CoEventIter() = default;
  CoEventIter(const Coevent& event, int unit) noexcept : _event(&event), _unit(unit) {}

  CoEventRef operator*() const;
  CoEventRef operator[](difference_type n) const { return *(*this + n); }

  CoEventIter& operator+=(difference_type n) noexcept
  {
    _unit += static_cast<int>(n);
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
    return a._unit - b._unit;
  }

  friend bool operator==(const CoEventIter& a, const CoEventIter& b) noexcept
  {
    return a._unit == b._unit;
  }
  friend auto operator<=>(const CoEventIter& a, const CoEventIter& b) noexcept
  {
    return a._unit <=> b._unit;
  }

 private:
  const Coevent* _event = nullptr;
  int _unit = 0;
};

}  // namespace coarray

}  // namespace dash

#endif  // DASH__COARRAY__CO_EVENT_ITER_H__INCLUDED
