#pragma once

/// \file
/// Views without positions as sources of algorithms, and why other ranges cannot be.
///
/// Algorithms divide a range by positions. The views filter and take_while have none, so what
/// algorithms work on is made of them first; all others are refused in words.

#include <dash/Range.h>
#include <dash/Team.h>
#include <dash/detail/algorithm/FindStep.h>
#include <dash/detail/algorithm/KeptElements.h>
#include <dash/detail/base/TypeName.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/memory/GlobalMemory.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/team/Combine.h>
#include <dash/iterator/GlobIter.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/UnitSpace.h>
#include <dash/pattern/CSRPattern.h>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

template <class Range>
concept AnyRange = requires(std::remove_reference_t<Range>& range) {
  range.begin();
  range.end();
};

template <class View>
using base_of_view = std::remove_cvref_t<decltype(std::declval<const View&>().base())>;

/// Whether algorithms can work on what a view selects: views::filter of a global range or of
/// another such view, and views::take_while of a global range. Those of range-v3 show their
/// predicate by <dash/interop/RangeV3.h>.
template <class View>
struct IsSelection : std::false_type {};

template <class View>
  requires(is_instance_of<View>("::filter_view") || is_instance_of<View>("::take_while_view")) &&
          requires(const View& view) {
            view.pred();
            view.base();
          }
struct IsSelection<View>
    : std::bool_constant<
          SegmentedRange<base_of_view<View>> ||
          (is_instance_of<View>("::filter_view") && IsSelection<base_of_view<View>>::value)> {};

template <class View>
concept SelectingView = IsSelection<std::remove_cvref_t<View>>::value;

/// Views with positions and a size whose end is a sentinel, such as chunks of range-v3.
template <class View>
concept SizedView = !SegmentedRange<View> && requires(std::remove_reference_t<View>& view) {
  { view.begin() } -> SegmentedIterator;
  view.size();
};

/// Views that algorithms work on although they are no segmented ranges.
template <class View>
concept SourceView = SelectingView<View> || SizedView<View>;

template <class View>
inline constexpr bool is_filter = is_instance_of<std::remove_cvref_t<View>>("::filter_view");

/// Copies of the elements that a predicate selects, in their order: those of each unit's share of a
/// range lie at the unit. A range for algorithms; the copies are freed with it. Construction and
/// destruction are collective over the range's team.
template <class T>
class Selection {
  using Memory = GlobStaticMem<UnitSpace>;
  using Pattern = CSRPattern<1>;

 public:
  using iterator = GlobIter<const T, Pattern, Memory>;
  using const_iterator = iterator;
  using value_type = T;

  template <class Iterator, class Predicate>
  Selection(const Iterator& first, const Iterator& last, const Predicate& pred)
      : Selection(first == last ? Team::Self() : team_of(first), first, last, pred)
  {}
  Selection(const Selection&) = delete;
  Selection& operator=(const Selection&) = delete;

  iterator begin() const { return iterator(&*memory_, pattern_); }
  iterator end() const { return begin() + static_cast<std::ptrdiff_t>(pattern_.size()); }

 private:
  template <class Iterator, class Predicate>
  Selection(Team& team, const Iterator& first, const Iterator& last, const Predicate& pred)
      : pattern_(std::vector<std::size_t>(team.size()), team),
        memory_(team)
  {
    const ExchangePhase phase(team);
    const Share share = share_of(first, last);
    const UnitBuffer<T> buffer(share.size());
    const T* const end = keep_elements(first, share, pred, buffer.begin());
    const auto size = static_cast<std::size_t>(end - buffer.begin());
    pattern_ = Pattern(gather_from_all(team, size), team);
    memory_.allocate(team, "view of selected elements", size * sizeof(T));
    copy_elements_between(
        reinterpret_cast<T*>(memory_->local_base()), buffer.begin(),
        static_cast<std::ptrdiff_t>(size));
  }

  Pattern pattern_;
  GlobalMemory<UnitSpace> memory_;
};

/// The elements of take_while: those in front of the first one that the predicate rejects.
/// Collective over the team of the range below.
template <class View>
auto source_of_prefix(View& view)
{
  auto base = std::as_const(view).base();
  const auto first = view.begin();
  const Position size = base.end() - base.begin();
  Negated<std::remove_cvref_t<decltype(view.pred())>> rejects{view.pred()};
  Position end = size;
  if (size > 0) {
    Team& team = team_of(first);
    in_front_of_step(team, [&] {
      for_each_local_run(first, first + size, [&](auto begin, auto run_end, Position position) {
        const auto found = run_step(FindStep<decltype(rejects)>{rejects}, reads(begin, run_end));
        if (found != run_end - begin) end = position + found;
        return end == size;
      });
    });
    end = min_over_units(team, end);
  }
  return dash::make_range(first, first + end);
}

/// The range that algorithms work on in place of \c range: itself if it has positions. Collective
/// over the range's team otherwise.
template <class Range>
decltype(auto) as_source(Range&& range)
{
  if constexpr (!SourceView<Range>) {
    return static_cast<Range&>(range);
  } else if constexpr (!SelectingView<Range>) {
    const auto first = range.begin();
    return dash::make_range(first, first + static_cast<Position>(range.size()));
  } else if constexpr (!is_filter<Range>) {
    return source_of_prefix(range);
  } else {
    auto base = std::as_const(range).base();
    auto&& all = as_source(base);
    return Selection<std::iter_value_t<decltype(all.begin())>>(
        all.begin(), all.end(), range.pred());
  }
}

/// A range that is no source of algorithms.
template <class Range>
concept NoSource = AnyRange<Range> && !SegmentedRange<Range> && !SourceView<Range>;

/// Views of range-v3 that <dash/interop/RangeV3.h> makes sources of algorithms.
template <class View>
constexpr bool is_adapted_view() noexcept
{
  if (!template_name<View>().starts_with("ranges::")) return false;
  for (const auto* name :
       {"::filter_view", "::take_while_view", "::concat_view", "::zip_with_view", "::zip_view"}) {
    if (is_instance_of<View>(name)) return true;
  }
  return false;
}

/// Says at compile time why a range is no source.
template <class Range>
void explain_range()
{
  using View = std::remove_cvref_t<Range>;
  using Iterator = decltype(std::declval<View&>().begin());
  constexpr bool always = sizeof(View) == 0;
  if constexpr (std::contiguous_iterator<Iterator>) {
    static_assert(
        always,
        "this range is in the memory of one unit: algorithms of DASH work on global ranges "
        "(dash::Array, …); use the algorithm of std, or pass the iterator of a second range");
  } else if constexpr (is_adapted_view<View>()) {
    static_assert(
        always,
        "filter, take_while, concat, zip_with and enumerate of range-v3 are sources of algorithms "
        "directly over global ranges, and if <dash/interop/RangeV3.h> is included before them");
  } else if constexpr (is_instance_of<View>("::take_while_view")) {
    static_assert(
        always,
        "views::take_while is a source of algorithms directly over a container or a view with "
        "positions");
  } else if constexpr (
      is_instance_of<View>("::join_view") || is_instance_of<View>("::split_view") ||
      is_instance_of<View>("::lazy_split_view")) {
    static_assert(
        always,
        "views::join and views::split have no positions, by which algorithms of DASH divide "
        "ranges");
  } else if constexpr (is_instance_of<View>("::zip_transform_view")) {
    static_assert(
        always,
        "views::zip_transform does not tell where its elements lie: use dash::views::zip and "
        "std::views::transform");
  } else if constexpr (!std::random_access_iterator<Iterator>) {
    static_assert(
        always,
        "this view has no positions, by which algorithms of DASH divide ranges: let "
        "views::filter be the last view, or copy the elements by dash::copy_if");
  } else if constexpr (!SegmentedIterator<Iterator>) {
    static_assert(
        always,
        "this view does not tell where its elements lie, or it is no view of a global range");
  } else {
    static_assert(
        always,
        "this view has an end that is no iterator: add views::common, or use dash::views::zip in "
        "place of views::zip with a range without an end");
  }
}

}  // namespace dash::detail

/// Lets an algorithm that reads its range take views without positions, also as its second range.
#define DASH_READS_VIEWS(algorithm)                                                   \
  template <dash::SegmentedRange Range, dash::detail::SourceView View, class... Args> \
  auto algorithm(Range&& range, View&& view, Args&&... args)                          \
  {                                                                                   \
    auto&& source = dash::detail::as_source(view);                                    \
    return dash::algorithm(range, source, std::forward<Args>(args)...);               \
  }                                                                                   \
  template <dash::detail::SourceView View, class... Args>                             \
  auto algorithm(View&& view, Args&&... args)                                         \
  {                                                                                   \
    auto&& source = dash::detail::as_source(view);                                    \
    return dash::algorithm(source, std::forward<Args>(args)...);                      \
  }                                                                                   \
  template <dash::detail::NoSource Range, class... Args>                              \
  void algorithm(Range&&, Args&&...)                                                  \
  {                                                                                   \
    dash::detail::explain_range<Range>();                                             \
  }

/// Lets an algorithm that returns positions or changes elements take the views whose iterators are
/// those of a range below, and refuse the others in words.
#define DASH_NEEDS_POSITIONS(algorithm)                                                         \
  template <dash::detail::SourceView View, class... Args>                                       \
  auto algorithm(View&& view, Args&&... args)                                                   \
  {                                                                                             \
    static_assert(                                                                              \
        !dash::detail::is_filter<View>, "dash::" #algorithm                                     \
                                        " needs positions, which views::filter does not have: " \
                                        "copy the elements by dash::copy_if first");            \
    if constexpr (!dash::detail::is_filter<View>) {                                             \
      auto&& source = dash::detail::as_source(view);                                            \
      return dash::algorithm(source, std::forward<Args>(args)...);                              \
    }                                                                                           \
  }                                                                                             \
  template <dash::detail::NoSource Range, class... Args>                                        \
  void algorithm(Range&&, Args&&...)                                                            \
  {                                                                                             \
    dash::detail::explain_range<Range>();                                                       \
  }

/// Lets an algorithm that needs two ranges refuse others as the second one in words.
#define DASH_NEEDS_TWO_RANGES(algorithm)                                             \
  template <dash::SegmentedRange Range, dash::detail::NoSource Other, class... Args> \
  void algorithm(Range&&, Other&&, Args&&...)                                        \
  {                                                                                  \
    dash::detail::explain_range<Other>();                                            \
  }

/// The same for one that needs positions of both: of views without a size, it looks for the end.
#define DASH_NEEDS_POSITIONS_OF_TWO(algorithm)                                                  \
  template <dash::SegmentedRange Range, dash::detail::SourceView View, class... Args>           \
  auto algorithm(Range&& range, View&& view, Args&&... args)                                    \
  {                                                                                             \
    static_assert(                                                                              \
        !dash::detail::is_filter<View>, "dash::" #algorithm                                     \
                                        " needs positions, which views::filter does not have: " \
                                        "copy the elements by dash::copy_if first");            \
    if constexpr (!dash::detail::is_filter<View>) {                                             \
      auto&& source = dash::detail::as_source(view);                                            \
      return dash::algorithm(range, source, std::forward<Args>(args)...);                       \
    }                                                                                           \
  }                                                                                             \
  DASH_NEEDS_TWO_RANGES(algorithm)                                                              \
  DASH_NEEDS_POSITIONS(algorithm)
