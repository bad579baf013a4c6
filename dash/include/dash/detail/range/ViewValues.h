#pragma once

/// \file
/// The values of views that compute, such as transform, from copies of the elements below them.

#include <dash/Types.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/Backwards.h>
#include <dash/detail/range/Location.h>
#include <dash/detail/range/Transfer.h>
#include <dash/iterator/IteratorTraits.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// Iterators of several ranges at the same time (ZipIterator).
template <class Iterator>
concept ShowsIterators = requires(const Iterator& it) {
  std::tuple_size_v<std::remove_cvref_t<decltype(it.iterators())>>;
};

/// Iterators of views that show the iterator below, which they use themselves.
template <class Iterator>
concept ShowsBase =
    !GlobalIterator<Iterator> && !ShowsIterators<Iterator> && requires(const Iterator& it) {
      { it.base() } -> std::same_as<const std::remove_cvref_t<decltype(it.base())>&>;
    };

template <class Iterator>
using base_of = std::remove_cvref_t<decltype(std::declval<const Iterator&>().base())>;

/// Reverse iterators of views.
template <class Iterator>
concept ReversedView =
    ShowsBase<reversed_iterator<Iterator>> || ShowsIterators<reversed_iterator<Iterator>>;

/// The iterator at the same place that runs in the other direction.
template <class Iterator>
auto turned(const Iterator& it)
{
  if constexpr (std::is_void_v<reversed_iterator<Iterator>>) {
    return std::make_reverse_iterator(it);
  } else {
    return it.base();
  }
}

/// A member that an iterator shows, as constant as the iterator itself.
template <class Iterator, class Member>
auto& member_of(Iterator&, const Member& member)
{
  if constexpr (std::is_const_v<Iterator>) {
    return member;
  } else {
    return const_cast<Member&>(member);
  }
}

/// Calls \c f(inner) for each iterator of a container, or reverse iterator of one, of which a
/// view's iterator consists. If there are more iterators of the view, \c f gets what corresponds in
/// them, too.
template <class F, class Iterator, class... More>
void for_each_inner(F&& f, Iterator& it, More&... more)
{
  using It = std::remove_const_t<Iterator>;
  if constexpr (GlobalIterator<It> || ReverseGlobalIterator<It>) {
    f(it, more...);
  } else if constexpr (ShowsIterators<It>) {
    const auto visit = [&]<std::size_t... i>(std::index_sequence<i...>) {
      const auto component = [&]<std::size_t k>(std::integral_constant<std::size_t, k>) {
        for_each_inner(
            f, member_of(it, std::get<k>(it.iterators())),
            member_of(more, std::get<k>(more.iterators()))...);
      };
      (component(std::integral_constant<std::size_t, i>{}), ...);
    };
    visit(std::make_index_sequence<
          std::tuple_size_v<std::remove_cvref_t<decltype(it.iterators())>>>{});
  } else if constexpr (ShowsBase<It>) {
    for_each_inner(f, member_of(it, it.base()), member_of(more, more.base())...);
  } else if constexpr (ReversedView<It>) {
    // A view that runs backwards consists of inner iterators that run backwards.
    const auto visit = [&](auto base, const auto&... more_bases) {
      const auto turn = [&](auto& inner, const auto&... more_inner) {
        auto backwards = turned(inner);
        f(backwards, turned(more_inner)...);
        if constexpr (!std::is_const_v<Iterator>) inner = turned(backwards);
      };
      for_each_inner(turn, base, more_bases...);
      if constexpr (!std::is_const_v<Iterator>) it = It(base);
    };
    visit(it.base(), more.base()...);
  }
}

/// Whether values of a view are computed from elements of containers that a copy can replace.
template <class Iterator>
struct ComputesFromInner : std::false_type {};

template <GlobalIterator Iterator>
struct ComputesFromInner<Iterator>
    : std::bool_constant<is_copied_element<typename Iterator::element_type>> {};

template <ReverseGlobalIterator Iterator>
struct ComputesFromInner<Iterator> : ComputesFromInner<reversed_iterator<Iterator>> {};

template <ShowsBase Iterator>
struct ComputesFromInner<Iterator> : ComputesFromInner<base_of<Iterator>> {};

template <ReversedView Iterator>
struct ComputesFromInner<Iterator> : ComputesFromInner<reversed_iterator<Iterator>> {};

template <class... Iterators>
constexpr bool any_computes_from_inner(const std::tuple<Iterators...>*)
{
  return (ComputesFromInner<Iterators>::value || ...) &&
         ((!GlobalIterator<Iterators> || ComputesFromInner<Iterators>::value) && ...);
}

template <ShowsIterators Iterator>
  requires(!GlobalIterator<Iterator>)
struct ComputesFromInner<Iterator>
    : std::bool_constant<any_computes_from_inner(
          static_cast<std::remove_cvref_t<decltype(std::declval<const Iterator&>().iterators())>*>(
              nullptr))> {};

/// Iterators of views whose values are computed from elements of containers at their position. They
/// do not refer to the elements, so that the values may as well be computed from copies.
template <class Iterator>
concept ComputedValues =
    std::random_access_iterator<Iterator> && !GlobalIterator<Iterator> &&
    ComputesFromInner<Iterator>::value &&
    std::same_as<std::iter_reference_t<Iterator>, std::iter_value_t<Iterator>> &&
    is_bytewise_copyable_v<std::iter_value_t<Iterator>> && !YieldsLocated<Iterator> &&
    !is_glob_ref<std::iter_value_t<Iterator>>;

/// Iterators of views with references to elements of containers at their position, such as those of
/// zip. A step that only reads may as well get references to copies.
template <class Iterator>
concept RefersToInner = YieldsLocated<Iterator> && !GlobalIterator<Iterator> &&
                        !ReverseGlobalIterator<Iterator> && ComputesFromInner<Iterator>::value;

/// Whether an iterator of a view has one iterator of a container below it.
template <class Iterator>
struct IsOverOne : std::bool_constant<GlobalIterator<Iterator>> {};

template <class Iterator>
  requires(!std::is_void_v<reversed_iterator<Iterator>>)
struct IsOverOne<Iterator> : IsOverOne<reversed_iterator<Iterator>> {};

template <ShowsBase Iterator>
  requires(std::is_void_v<reversed_iterator<Iterator>>)
struct IsOverOne<Iterator> : IsOverOne<base_of<Iterator>> {};

/// Whether an iterator of a view depends on elements alone, which it goes through in one direction,
/// and not on its position (\c std::views::iota, \c std::views::enumerate) or on other memory.
template <class Iterator, bool backwards = false>
struct FromElements : std::bool_constant<GlobalIterator<Iterator> && !backwards> {};

/// An iterator that is reversed twice leaves its elements for a moment behind the last one.
template <class Iterator, bool backwards>
  requires(!std::is_void_v<reversed_iterator<Iterator>>)
struct FromElements<Iterator, backwards>
    : std::bool_constant<backwards && FromElements<reversed_iterator<Iterator>, false>::value> {};

template <ShowsBase Iterator, bool backwards>
  requires(
      std::is_void_v<reversed_iterator<Iterator>> && !requires(const Iterator& it) { it.index(); })
struct FromElements<Iterator, backwards> : FromElements<base_of<Iterator>, backwards> {};

template <bool backwards, class... Iterators>
constexpr bool all_from_elements(const std::tuple<Iterators...>*)
{
  return (FromElements<Iterators, backwards>::value && ...);
}

template <ShowsIterators Iterator, bool backwards>
  requires(!GlobalIterator<Iterator>)
struct FromElements<Iterator, backwards>
    : std::bool_constant<all_from_elements<backwards>(
          static_cast<std::remove_cvref_t<decltype(std::declval<const Iterator&>().iterators())>*>(
              nullptr))> {};

/// Number of values that are computed at a time: they stay in the cache together with the elements
/// below, unless these come from far away.
template <class Value>
std::ptrdiff_t values_together()
{
  const std::size_t nbytes = std::size_t(run_has_unmapped_memory ? 1024 : 64) << 10;
  return std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(nbytes / sizeof(Value)));
}

/// Copies of the elements below a view, for values at several positions.
class InnerCopies {
 public:
  /// Lets the iterators of containers in \c it find the \c n elements from theirs on in copies in
  /// host memory, or in place if host code can read them and they are one run.
  template <class Iterator>
  void read(Iterator& it, std::ptrdiff_t n)
  {
    std::size_t used = 0;
    for_each_inner(
        [&](auto& inner) {
          using Inner = std::remove_cvref_t<decltype(inner)>;
          if constexpr (ReverseGlobalIterator<Inner>) {
            auto base = inner.base();
            using Index = typename decltype(base)::index_type;
            const auto size = static_cast<Index>(n);
            base.read_backwards_from(elements_at(used, base - size, n), size);
            inner = Inner(base);
          } else {
            inner.read_from(
                elements_at(used, inner, n), static_cast<typename Inner::index_type>(n));
          }
        },
        it);
  }

 private:
  struct Copy {
    std::size_t nbytes = 0;
    Scratch memory;
  };

  /// An address at which host code can read the elements; \c used counts the copies.
  template <class Inner>
  auto* elements_at(std::size_t& used, const Inner& inner, std::ptrdiff_t n)
  {
    using T = typename Inner::value_type;
    const auto [element, available] = inner.contiguous();
    const bool in_place = element != nullptr && available >= n && !is_device_memory(element);
    return in_place ? element : copy<T>(used++, inner, n);
  }

  template <class T, class Inner>
  typename Inner::element_type* copy(std::size_t number, const Inner& inner, std::ptrdiff_t n)
  {
    if (number == copies_.size()) copies_.emplace_back();
    Copy& copy = copies_[number];
    const auto nbytes = static_cast<std::size_t>(n) * sizeof(T);
    if (copy.nbytes < nbytes) copy = {nbytes, Scratch(MemoryKind::host, nbytes)};
    auto* const elements = static_cast<T*>(copy.memory.address());
    copy_blocking<Read>(inner, n, elements);
    return elements;
  }

  std::vector<Copy> copies_;
};

/// Room for values that are computed some at a time.
template <class Value>
class ValueBlock {
 public:
  /// \param n  the number of all values
  explicit ValueBlock(std::ptrdiff_t n)
      : capacity_((std::min)(n, values_together<Value>())),
        memory_(MemoryKind::host, static_cast<std::size_t>(capacity_) * sizeof(Value))
  {}

  std::ptrdiff_t capacity() const { return capacity_; }
  const Value* data() const { return static_cast<const Value*>(memory_.address()); }

  /// Computes \c n values from a position behind \c it on as those from \c offset on.
  template <class Iterator>
  void compute(
      Iterator it, std::iter_difference_t<Iterator> position, std::ptrdiff_t n,
      std::ptrdiff_t offset)
  {
    if (position != 0) it += position;  // which iterators that read copies might take for a jump
    auto* const values = static_cast<Value*>(memory_.address()) + offset;
    if constexpr (std::is_void_v<reversed_iterator<Iterator>>) {
      for (std::ptrdiff_t k = 0; k < n; ++k, ++it) std::construct_at(values + k, *it);
    } else {
      // A reverse iterator copies its base for each value, which takes longer than the value.
      auto base = it.base();
      for (std::ptrdiff_t k = 0; k < n; ++k) std::construct_at(values + k, *--base);
    }
  }

 private:
  std::ptrdiff_t capacity_;
  Scratch memory_;
};

}  // namespace dash::detail
