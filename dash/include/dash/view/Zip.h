#pragma once

/// \file
/// Views that combine several ranges element by element.

#include <dash/Exception.h>
#include <dash/detail/range/Location.h>
#include <dash/view/Domain.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <iterator>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// Whether a sentinel says that a range has no end, such as that of iota(0).
template <class Sentinel>
inline constexpr bool is_endless = std::is_same_v<Sentinel, std::unreachable_sentinel_t>;

/// Index of the first iterator whose elements can be located; the number of iterators if there is
/// none.
template <class... Iterators>
constexpr std::size_t first_locatable()
{
  constexpr bool locatable[] = {Locatable<Iterators>...};
  return static_cast<std::size_t>(
      std::find(std::begin(locatable), std::end(locatable), true) - std::begin(locatable));
}

}  // namespace detail

/// Iterates over several ranges at the same time; a reference is the tuple of their references.
template <std::random_access_iterator... Iterators>
class ZipIterator {
 public:
  using tuple_type = std::tuple<Iterators...>;
  using reference = std::tuple<std::iter_reference_t<Iterators>...>;
  using value_type = std::tuple<std::iter_value_t<Iterators>...>;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using pointer = void;

  ZipIterator() = default;
  explicit ZipIterator(Iterators... iterators) : iterators_(std::move(iterators)...) {}

  reference operator*() const
  {
    return std::apply([](const auto&... it) { return reference(*it...); }, iterators_);
  }
  reference operator[](difference_type n) const { return *(*this + n); }

  /// The iterators of the ranges.
  const tuple_type& iterators() const noexcept { return iterators_; }

  /// Iterator of the first range of global elements, which determines the unit that computes.
  const auto& base() const
    requires(detail::first_locatable<Iterators...>() < sizeof...(Iterators))
  {
    return std::get<detail::first_locatable<Iterators...>()>(iterators_);
  }

  ZipIterator& operator+=(difference_type n)
  {
    const auto step = [n]<class It>(It& it) { it += static_cast<std::iter_difference_t<It>>(n); };
    std::apply([&step](auto&... it) { (step(it), ...); }, iterators_);
    return *this;
  }
  ZipIterator& operator-=(difference_type n) { return *this += -n; }
  ZipIterator& operator++()
  {
    std::apply([](auto&... it) { (++it, ...); }, iterators_);
    return *this;
  }
  ZipIterator& operator--()
  {
    std::apply([](auto&... it) { (--it, ...); }, iterators_);
    return *this;
  }
  ZipIterator operator++(int)
  {
    auto old = *this;
    ++*this;
    return old;
  }
  ZipIterator operator--(int)
  {
    auto old = *this;
    --*this;
    return old;
  }

  friend ZipIterator operator+(ZipIterator it, difference_type n) { return it += n; }
  friend ZipIterator operator+(difference_type n, ZipIterator it) { return it += n; }
  friend ZipIterator operator-(ZipIterator it, difference_type n) { return it -= n; }

  /// Distance, equality and order are those of the first range.
  friend difference_type operator-(const ZipIterator& lhs, const ZipIterator& rhs)
  {
    return static_cast<difference_type>(std::get<0>(lhs.iterators_) - std::get<0>(rhs.iterators_));
  }
  friend bool operator==(const ZipIterator& lhs, const ZipIterator& rhs)
  {
    return std::get<0>(lhs.iterators_) == std::get<0>(rhs.iterators_);
  }
  friend std::strong_ordering operator<=>(const ZipIterator& lhs, const ZipIterator& rhs)
  {
    return lhs - rhs <=> 0;
  }

 private:
  tuple_type iterators_{};
};

namespace detail {

template <class... Iterators>
  requires(first_locatable<Iterators...>() < sizeof...(Iterators))
struct Locator<ZipIterator<Iterators...>> {
  static Location locate(const ZipIterator<Iterators...>& it) { return locate_element(it.base()); }
};

}  // namespace detail

/// The elements of several ranges at equal positions, as tuples of references.
template <class... Ranges>
class ZipView {
 public:
  using range_kind = CopiedRange;
  using iterator = ZipIterator<detail::domain_iterator<Ranges>...>;
  using const_iterator = iterator;
  using value_type = std::iter_value_t<iterator>;
  using reference = std::iter_reference_t<iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  ZipView() = default;
  explicit ZipView(StoredDomain<Ranges>... ranges) : ranges_(std::move(ranges)...) {}

  /// Number of elements, which is that of the shortest range.
  size_type size() const
  {
    return std::apply(
        [](const auto&... range) { return (std::min)({size_of(range.get())...}); }, ranges_);
  }
  bool empty() const { return size() == 0; }

  iterator begin() const
  {
    return std::apply(
        [](const auto&... range) { return iterator(range.get().begin()...); }, ranges_);
  }
  iterator end() const { return begin() + static_cast<difference_type>(size()); }
  reference operator[](difference_type n) const
  {
    DASH_ASSERT_LE(0, n, "position is outside of the view");
    DASH_ASSERT_LT(n, size(), "position is outside of the view");
    return begin()[n];
  }

 private:
  /// Infinite ranges, such as iota(0), count as longer than any other range.
  template <class Range>
  static size_type size_of(Range& range)
  {
    if constexpr (detail::is_endless<decltype(range.end())>) {
      return (std::numeric_limits<size_type>::max)();
    } else {
      return static_cast<size_type>(range.end() - range.begin());
    }
  }

  std::tuple<StoredDomain<Ranges>...> ranges_;
};

namespace views {

/// The elements of several ranges at equal positions, as tuples of references; there are as many as
/// the shortest range has. Containers must outlive the view; views are copied. Local call.
///
/// Algorithms on it are collective: each unit works on its elements of the first global range.
template <class... Ranges>
  requires(
      sizeof...(Ranges) > 0 && ((std::ranges::enable_view<std::remove_cvref_t<Ranges>> ||
                                 std::is_lvalue_reference_v<Ranges>) &&
                                ...))
auto zip(Ranges&&... ranges)
{
  return ZipView<detail::domain_of<Ranges>...>(
      StoredDomain<detail::domain_of<Ranges>>(std::forward<Ranges>(ranges))...);
}

}  // namespace views

}  // namespace dash
