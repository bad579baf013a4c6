#pragma once

/// \file
/// Random access iterator over anything that has a subscript operator.

#include <compare>
#include <cstddef>
#include <iterator>
#include <ostream>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// The values of a sequence, whose references may be objects that stand for them.
template <class Sequence, class Reference>
struct ValueOfSequence {
  using type = std::remove_cvref_t<Reference>;
};
template <class Sequence, class Reference>
  requires requires { typename Sequence::value_type; }
struct ValueOfSequence<Sequence, Reference> {
  using type = typename Sequence::value_type;
};

}  // namespace detail

/// Iterates over \c sequence[pos], \c sequence[pos + stride], ….
///
/// It holds the sequence by value, so it stays valid if the sequence was a temporary. It is meant
/// for sequences that are cheap to copy, such as index sets and views.
template <class Sequence>
class PositionIterator {
 public:
  using index_type = typename Sequence::index_type;
  using difference_type = std::ptrdiff_t;
  using reference = decltype(std::declval<const Sequence&>()[index_type{}]);
  using value_type = typename detail::ValueOfSequence<Sequence, reference>::type;
  using iterator_category = std::random_access_iterator_tag;
  using pointer = void;

  PositionIterator() = default;
  constexpr PositionIterator(Sequence sequence, index_type pos, index_type stride = 1)
      : sequence_(std::move(sequence)),
        pos_(pos),
        stride_(stride)
  {}

  constexpr reference operator*() const { return sequence_[pos_]; }
  constexpr reference operator[](difference_type n) const { return *(*this + n); }

  const Sequence& sequence() const noexcept { return sequence_; }
  /// Position in the sequence.
  constexpr index_type pos() const noexcept { return pos_; }

  /// Index of the element in the origin of the sequence.
  constexpr index_type gpos() const
    requires requires(const Sequence& sequence) { sequence.index_set(); }
  {
    return sequence_.index_set()[pos_];
  }

  constexpr PositionIterator& operator+=(difference_type n)
  {
    pos_ += static_cast<index_type>(n) * stride_;
    return *this;
  }
  constexpr PositionIterator& operator-=(difference_type n) { return *this += -n; }
  constexpr PositionIterator& operator++() { return *this += 1; }
  constexpr PositionIterator& operator--() { return *this += -1; }
  constexpr PositionIterator operator++(int)
  {
    auto old = *this;
    ++*this;
    return old;
  }
  constexpr PositionIterator operator--(int)
  {
    auto old = *this;
    --*this;
    return old;
  }

  friend constexpr PositionIterator operator+(PositionIterator it, difference_type n)
  {
    return it += n;
  }
  friend constexpr PositionIterator operator+(difference_type n, PositionIterator it)
  {
    return it += n;
  }
  friend constexpr PositionIterator operator-(PositionIterator it, difference_type n)
  {
    return it -= n;
  }

  /// Distance, equality and order only depend on positions.
  friend constexpr difference_type operator-(
      const PositionIterator& lhs, const PositionIterator& rhs)
  {
    return static_cast<difference_type>((lhs.pos_ - rhs.pos_) / lhs.stride_);
  }
  friend constexpr bool operator==(const PositionIterator& lhs, const PositionIterator& rhs)
  {
    return lhs.pos_ == rhs.pos_;
  }
  friend constexpr std::strong_ordering operator<=>(
      const PositionIterator& lhs, const PositionIterator& rhs)
  {
    return lhs.stride_ > 0 ? lhs.pos_ <=> rhs.pos_ : rhs.pos_ <=> lhs.pos_;
  }

  friend std::ostream& operator<<(std::ostream& os, const PositionIterator& it)
  {
    return os << "dash::PositionIterator(" << it.pos_ << ")";
  }

 private:
  Sequence sequence_{};
  index_type pos_ = 0;
  index_type stride_ = 1;
};

}  // namespace dash
