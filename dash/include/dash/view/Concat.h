#pragma once

/// \file
/// dash::views::concat, the elements of several ranges one after the other.

#include <dash/iterator/PositionIterator.h>
#include <dash/view/Domain.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

namespace dash {

namespace detail {

/// The elements behind several iterators, by their positions in all of them together.
template <class First, class... Others>
class ConcatSequence {
 public:
  using index_type = std::ptrdiff_t;
  using value_type = std::iter_value_t<First>;
  using reference = std::iter_reference_t<First>;

  ConcatSequence() = default;
  template <class... Ranges>
  explicit ConcatSequence(std::in_place_t, Ranges&... ranges) : begins_(ranges.begin()...)
  {
    std::size_t i = 0;
    index_type end = 0;
    ((ends_[i++] = end += static_cast<index_type>(ranges.end() - ranges.begin())), ...);
  }

  index_type size() const noexcept { return ends_.back(); }
  reference operator[](index_type pos) const { return at<0>(pos, 0); }

 private:
  template <std::size_t i>
  reference at(index_type pos, index_type begin) const
  {
    if constexpr (i < sizeof...(Others)) {
      if (pos >= ends_[i]) return at<i + 1>(pos, ends_[i]);
    }
    using Iterator = std::tuple_element_t<i, std::tuple<First, Others...>>;
    const auto offset = static_cast<std::iter_difference_t<Iterator>>(pos - begin);
    return *(std::get<i>(begins_) + offset);
  }

  std::tuple<First, Others...> begins_{};
  std::array<index_type, 1 + sizeof...(Others)> ends_{};
};

}  // namespace detail

/// The elements of several ranges one after the other.
template <class... Ranges>
class ConcatView {
  using Sequence = detail::ConcatSequence<detail::domain_iterator<Ranges>...>;

 public:
  using range_kind = CopiedRange;
  using iterator = PositionIterator<Sequence>;
  using const_iterator = iterator;
  using value_type = typename Sequence::value_type;
  using reference = typename Sequence::reference;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  ConcatView() = default;
  explicit ConcatView(StoredDomain<Ranges>... ranges) : ranges_(std::move(ranges)...) {}

  size_type size() const { return static_cast<size_type>(sequence().size()); }
  bool empty() const { return size() == 0; }
  iterator begin() const { return iterator(sequence(), 0); }
  iterator end() const
  {
    const Sequence all = sequence();
    return iterator(all, all.size());
  }
  reference operator[](difference_type n) const { return sequence()[n]; }

 private:
  Sequence sequence() const
  {
    return std::apply(
        [](const auto&... range) { return Sequence(std::in_place, range.get()...); }, ranges_);
  }

  std::tuple<StoredDomain<Ranges>...> ranges_;
};

namespace views {

/// The elements of several ranges, whose references have one type, one after the other. Containers
/// must outlive the view; views are copied. Local call.
///
/// Algorithms on it are collective over the team of the first element, which has all units that own
/// elements. Each unit works on the elements that it owns, or on runs that begin with one.
template <class First, class... Others>
  requires(
      (std::same_as<
           std::iter_reference_t<detail::domain_iterator<detail::domain_of<First>>>,
           std::iter_reference_t<detail::domain_iterator<detail::domain_of<Others>>>> &&
       ...))
auto concat(First&& first, Others&&... others)
{
  return ConcatView<detail::domain_of<First>, detail::domain_of<Others>...>(
      StoredDomain<detail::domain_of<First>>(std::forward<First>(first)),
      StoredDomain<detail::domain_of<Others>>(std::forward<Others>(others))...);
}

}  // namespace views

}  // namespace dash
