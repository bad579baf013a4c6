#pragma once

/// \file
/// Iterates over the coordinates of a pattern's index domain.

#include <compare>
#include <cstddef>
#include <iterator>

namespace dash {

/// Random access iterator over coordinates, in the pattern's linear order.
template <class PatternType>
class PatternIterator {
 public:
  typedef typename PatternType::index_type index_type;
  typedef typename PatternType::coords_type value_type;
  typedef value_type reference;
  typedef const value_type* pointer;
  typedef index_type difference_type;
  typedef std::random_access_iterator_tag iterator_category;

  constexpr PatternIterator() = default;
  constexpr explicit PatternIterator(const PatternType& pattern, index_type position = 0)
      : pattern_(&pattern),
        position_(position)
  {}

  constexpr value_type operator*() const { return pattern_->coords(position_); }
  constexpr value_type operator[](index_type n) const { return pattern_->coords(position_ + n); }

  /// Global index.
  constexpr index_type pos() const { return position_; }

  constexpr PatternIterator& operator++() { return *this += 1; }
  constexpr PatternIterator& operator--() { return *this -= 1; }

  constexpr PatternIterator operator++(int)
  {
    PatternIterator old = *this;
    ++*this;
    return old;
  }

  constexpr PatternIterator operator--(int)
  {
    PatternIterator old = *this;
    --*this;
    return old;
  }

  constexpr PatternIterator& operator+=(index_type n)
  {
    position_ += n;
    return *this;
  }

  constexpr PatternIterator& operator-=(index_type n) { return *this += -n; }

  friend constexpr PatternIterator operator+(PatternIterator it, index_type n) { return it += n; }
  friend constexpr PatternIterator operator+(index_type n, PatternIterator it) { return it += n; }
  friend constexpr PatternIterator operator-(PatternIterator it, index_type n) { return it -= n; }

  friend constexpr index_type operator-(const PatternIterator& lhs, const PatternIterator& rhs)
  {
    return lhs.position_ - rhs.position_;
  }

  friend constexpr bool operator==(const PatternIterator& lhs, const PatternIterator& rhs)
  {
    return lhs.position_ == rhs.position_;
  }

  friend constexpr auto operator<=>(const PatternIterator& lhs, const PatternIterator& rhs)
  {
    return lhs.position_ <=> rhs.position_;
  }

 private:
  const PatternType* pattern_ = nullptr;
  index_type position_ = 0;
};

}  // namespace dash
