/**
 * \file dash/view/Zip.h
 * Several ranges, element by element.
 */
#ifndef DASH__VIEW__ZIP_H__INCLUDED
#define DASH__VIEW__ZIP_H__INCLUDED

#include <dash/internal/Location.h>
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

namespace internal {

/** Which of the iterators is the first that shows where its elements lie; their number if none. */
template <class... Iterators>
constexpr std::size_t first_locatable()
{
  constexpr bool locatable[] = {Locatable<Iterators>...};
  return static_cast<std::size_t>(
      std::find(std::begin(locatable), std::end(locatable), true) - std::begin(locatable));
}

/** Steps through several ranges at once and yields the tuple of their references. */
template <std::random_access_iterator... Iterators>
class ZipIterator {
  using Tuple = std::tuple<Iterators...>;

 public:
  using reference = std::tuple<std::iter_reference_t<Iterators>...>;
  using value_type = std::tuple<std::iter_value_t<Iterators>...>;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using pointer = void;

  ZipIterator() = default;
  explicit ZipIterator(Iterators... iterators) : _iterators(std::move(iterators)...) {}

  reference operator*() const
  {
    return std::apply([](const auto&... it) { return reference(*it...); }, _iterators);
  }
  reference operator[](difference_type n) const { return *(*this + n); }

  /** Iterator of the first range of global elements: it decides where to compute. */
  const auto& base() const
    requires(first_locatable<Iterators...>() < sizeof...(Iterators))
  {
    return std::get<first_locatable<Iterators...>()>(_iterators);
  }

  ZipIterator& operator+=(difference_type n)
  {
    const auto step = [n]<class It>(It& it) { it += static_cast<std::iter_difference_t<It>>(n); };
    std::apply([&step](auto&... it) { (step(it), ...); }, _iterators);
    return *this;
  }
  ZipIterator& operator-=(difference_type n) { return *this += -n; }
  ZipIterator& operator++()
  {
    std::apply([](auto&... it) { (++it, ...); }, _iterators);
    return *this;
  }
  ZipIterator& operator--()
  {
    std::apply([](auto&... it) { (--it, ...); }, _iterators);
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

  /** Distance, equality and order are those of the first range. */
  friend difference_type operator-(const ZipIterator& lhs, const ZipIterator& rhs)
  {
    return static_cast<difference_type>(
        std::get<0>(lhs._iterators) - std::get<0>(rhs._iterators));
  }
  friend bool operator==(const ZipIterator& lhs, const ZipIterator& rhs)
  {
    return std::get<0>(lhs._iterators) == std::get<0>(rhs._iterators);
  }
  friend std::strong_ordering operator<=>(const ZipIterator& lhs, const ZipIterator& rhs)
  {
    return lhs - rhs <=> 0;
  }

 private:
  Tuple _iterators{};
};

template <class... Iterators>
  requires(first_locatable<Iterators...>() < sizeof...(Iterators))
struct Locator<ZipIterator<Iterators...>> {
  static Location locate(const ZipIterator<Iterators...>& it) { return locate_element(it.base()); }
};

}  // namespace internal

/** The elements of several ranges at equal positions, as tuples of references. */
template <class... Ranges>
class ZipView {
 public:
  using range_kind = internal::CopiedRange;
  using iterator = internal::ZipIterator<internal::domain_iterator<Ranges>...>;
  using const_iterator = iterator;
  using value_type = std::iter_value_t<iterator>;
  using reference = std::iter_reference_t<iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  ZipView() = default;
  explicit ZipView(internal::StoredDomain<Ranges>... ranges) : _ranges(std::move(ranges)...) {}

  /** That of the shortest range. */
  size_type size() const
  {
    return std::apply(
        [](const auto&... range) { return std::min({size_of(range.get())...}); }, _ranges);
  }
  bool empty() const { return size() == 0; }

  iterator begin() const
  {
    return std::apply(
        [](const auto&... range) { return iterator(range.get().begin()...); }, _ranges);
  }
  iterator end() const { return begin() + static_cast<difference_type>(size()); }
  reference operator[](difference_type n) const { return begin()[n]; }

 private:
  /** Generators without end, such as iota(0), are longer than any other range. */
  template <class Range>
  static size_type size_of(Range& range)
  {
    if constexpr (std::is_same_v<decltype(range.end()), std::unreachable_sentinel_t>) {
      return std::numeric_limits<size_type>::max();
    } else {
      return static_cast<size_type>(range.end() - range.begin());
    }
  }

  std::tuple<internal::StoredDomain<Ranges>...> _ranges;
};

namespace views {

/**
 * The elements of several ranges at equal positions, as tuples of references; as many as the
 * shortest range has. Containers must outlive the view; views are copied. Local.
 *
 * Algorithms on it are collective: each unit works on its elements of the first global range.
 */
template <class... Ranges>
  requires(
      sizeof...(Ranges) > 0 &&
      ((std::ranges::enable_view<std::remove_cvref_t<Ranges>> ||
        std::is_lvalue_reference_v<Ranges>) &&
       ...))
auto zip(Ranges&&... ranges)
{
  return ZipView<internal::domain_of<Ranges>...>(
      internal::StoredDomain<internal::domain_of<Ranges>>(std::forward<Ranges>(ranges))...);
}

}  // namespace views

}  // namespace dash

#endif  // DASH__VIEW__ZIP_H__INCLUDED
