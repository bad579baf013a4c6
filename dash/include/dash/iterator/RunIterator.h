#pragma once

/// \file
/// Random access to a sequence that consists of runs, each of which is contiguous in one unit's
/// memory.

#include <dash/Exception.h>
#include <dash/GlobPtr.h>
#include <dash/memory/ElementAddress.h>

#include <compare>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace dash {

/// Positions [begin, end) that are contiguous in one unit's memory, and the address of one of them.
template <class T, class Index>
struct MappedRun {
  /// Address of the requested position; nullptr if it is not mapped here.
  T* element;
  Index begin;
  Index end;
};

/// Iterator that increments a pointer inside a run and looks up the next run at its end.
///
/// \tparam Derived    the iterator class
/// \tparam Elements   the sequence, passed by value (cheap to copy), with nested \c element_type
///   and \c index_type, \c size(), \c run_at(pos) for positions in [0, size), \c gptr_at(pos), and
///   ==
/// \tparam Reference  constructed from an address or a global pointer; native if all elements are
///   mapped
///
/// Outside of a known run, \c mapped_ is null and the run is empty: construction and addition look
/// up nothing. Look-ups take values, never \c this, so that an iterator can be kept in registers.
template <class Derived, class Elements, class Reference>
class RunIterator {
 public:
  using element_type = typename Elements::element_type;
  using value_type = std::remove_const_t<element_type>;
  using index_type = typename Elements::index_type;
  using difference_type = index_type;
  using reference = Reference;
  using iterator_category = std::random_access_iterator_tag;

  RunIterator() = default;
  constexpr RunIterator(Elements elements, index_type pos) noexcept
      : elements_(elements),
        pos_(pos),
        run_begin_(pos),
        run_end_(pos)
  {}

  Reference operator*() const
  {
    if constexpr (requires { elements_.native_address(pos_); }) {
      return *(mapped_ != nullptr ? mapped_ : find_native(elements_, pos_));
    }
    element_type* const element = mapped_ != nullptr ? mapped_ : find_mapped(elements_, pos_);
    if constexpr (std::is_reference_v<Reference>) {
      return *element;
    } else {
      if (element != nullptr) [[likely]]
        return Reference(element);
      return Reference(ElementAddress<element_type>::unmapped(find_gptr(elements_, pos_)));
    }
  }

  Reference operator[](index_type n) const { return *(derived() + n); }

  Derived& operator++()
  {
    if (++pos_ < run_end_) [[likely]] {
      ++mapped_;
    } else {
      enter_run();
    }
    return derived();
  }

  Derived& operator--()
  {
    if (pos_-- > run_begin_) [[likely]] {
      --mapped_;
    } else {
      enter_run();
    }
    return derived();
  }

  Derived operator++(int)
  {
    auto old = derived();
    ++*this;
    return old;
  }

  Derived operator--(int)
  {
    auto old = derived();
    --*this;
    return old;
  }

  Derived& operator+=(index_type n)
  {
    pos_ += n;
    if (run_begin_ <= pos_ && pos_ < run_end_) {
      mapped_ += n;
    } else {
      mapped_ = nullptr;
      run_begin_ = run_end_ = pos_;
    }
    return derived();
  }

  Derived& operator-=(index_type n) { return *this += -n; }

  /// Position in the sequence.
  constexpr index_type pos() const noexcept { return pos_; }

  /// Lets this iterator find the \c n elements from its position on at an address, as those of a
  /// run: a copy of them. This holds until it leaves them.
  void read_from(element_type* elements, index_type n)
  {
    mapped_ = elements;
    run_begin_ = pos_;
    run_end_ = pos_ + n;
  }

  /// The same for the \c n elements in front of its position, for reverse iterators. It holds until
  /// a step leaves them, or until the iterator is moved by zero elements.
  void read_backwards_from(element_type* elements, index_type n)
  {
    mapped_ = elements + n;
    run_begin_ = pos_ - n;
    run_end_ = pos_;
  }

  /// Number of elements from here to the end of the sequence.
  index_type remaining() const { return elements_.size() - pos_; }

  /// Whether both iterate over the same sequence, whatever their positions.
  bool is_same_sequence(const RunIterator& other) const noexcept
  {
    return elements_ == other.elements_;
  }

  /// The contiguous elements of one unit from here on; empty at or behind the end.
  ContiguousRun<element_type> contiguous() const
  {
    if (mapped_ != nullptr) return {mapped_, run_end_ - pos_};
    const auto run = find_run(elements_, pos_);
    return {run.element, run.end - pos_};
  }

  /// \throws exception::InvalidArgument if there is no memory
  dart_gptr_t dart_gptr() const { return elements_.gptr_at(pos_); }

 protected:
  const Elements& elements() const noexcept { return elements_; }

 private:
  Derived& derived() noexcept { return static_cast<Derived&>(*this); }
  const Derived& derived() const noexcept { return static_cast<const Derived&>(*this); }

  [[gnu::noinline]] static MappedRun<element_type, index_type> find_run(
      Elements elements, index_type pos)
  {
    if (pos < 0 || pos >= elements.size()) return {nullptr, pos, pos};
    return elements.run_at(pos);
  }

  [[gnu::noinline]] static element_type* find_mapped(Elements elements, index_type pos)
  {
    check_access(elements, pos);
    return elements.run_at(pos).element;
  }

  static element_type* find_native(Elements elements, index_type pos)
  {
    check_access(elements, pos);
    return elements.native_address(pos);
  }

  /// Checks in builds with assertions that there is an element.
  static void check_access(
      [[maybe_unused]] const Elements& elements, [[maybe_unused]] index_type pos)
  {
    DASH_ASSERT_LE(0, pos, "access in front of the first element");
    DASH_ASSERT_LT(pos, elements.size(), "access behind the last element");
  }

  [[gnu::noinline]] static dart_gptr_t find_gptr(Elements elements, index_type pos)
  {
    return elements.gptr_at(pos);
  }

  void enter_run()
  {
    const auto run = find_run(elements_, pos_);
    mapped_ = run.element;
    run_begin_ = mapped_ != nullptr ? run.begin : pos_;
    run_end_ = mapped_ != nullptr ? run.end : pos_;
  }

  Elements elements_{};
  index_type pos_ = 0;
  element_type* mapped_ = nullptr;
  index_type run_begin_ = 0;
  index_type run_end_ = 0;
};

// Declared inline, because otherwise gcc -O2 calls them and keeps the iterator in memory.
template <class D, class E, class R>
inline D operator+(const RunIterator<D, E, R>& it, typename RunIterator<D, E, R>::index_type n)
{
  auto moved = static_cast<const D&>(it);
  return moved += n;
}

template <class D, class E, class R>
inline D operator+(typename RunIterator<D, E, R>::index_type n, const RunIterator<D, E, R>& it)
{
  return it + n;
}

template <class D, class E, class R>
inline D operator-(const RunIterator<D, E, R>& it, typename RunIterator<D, E, R>::index_type n)
{
  return it + -n;
}

/// Distance, equality and order are those of the positions, also if only one side is const.
template <class D1, class E1, class R1, class D2, class E2, class R2>
constexpr auto operator-(
    const RunIterator<D1, E1, R1>& lhs, const RunIterator<D2, E2, R2>& rhs) noexcept
{
  return lhs.pos() - rhs.pos();
}

template <class D1, class E1, class R1, class D2, class E2, class R2>
constexpr bool operator==(
    const RunIterator<D1, E1, R1>& lhs, const RunIterator<D2, E2, R2>& rhs) noexcept
{
  return lhs.pos() == rhs.pos();
}

template <class D1, class E1, class R1, class D2, class E2, class R2>
constexpr std::strong_ordering operator<=>(
    const RunIterator<D1, E1, R1>& lhs, const RunIterator<D2, E2, R2>& rhs) noexcept
{
  return lhs.pos() <=> rhs.pos();
}

}  // namespace dash
