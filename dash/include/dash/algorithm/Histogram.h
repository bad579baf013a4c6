#pragma once

/// \file
/// dash::histogram.

#include <dash/Exception.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// Bins of equal width in [lower, upper).
class EqualBins {
 public:
  EqualBins(std::size_t bins, double lower, double upper)
      : lower_(lower),
        upper_(upper),
        bins_of_unit_(static_cast<double>(bins) / (upper - lower)),
        edges_(bins)
  {
    const double width = upper - lower, all = static_cast<double>(bins);
    const bool fits = std::isfinite(all * width);
    for (std::size_t bin = 0; bin < bins; ++bin) {
      const auto number = static_cast<double>(bin);
      edges_[bin] = lower + (fits ? number * width / all : width * (number / all));
    }
  }

  /// Number of the bin of a value, or that of all bins if it is in none.
  std::size_t operator()(double value) const
  {
    const std::size_t last = edges_.size() - 1;
    if (!(value >= lower_ && value < upper_)) return last + 1;
    // The product is rounded, so that it may be the number of a neighbour; in very narrow bins it
    // is none at all.
    const double product = (value - lower_) * bins_of_unit_;
    std::size_t bin =
        product < static_cast<double>(last) ? static_cast<std::size_t>(product) : last;
    while (bin > 0 && value < edges_[bin]) --bin;
    while (bin < last && value >= edges_[bin + 1]) ++bin;
    return bin;
  }

 private:
  double lower_, upper_;
  double bins_of_unit_;        ///< number of bins in an interval of width 1
  std::vector<double> edges_;  ///< the lower ones of all bins
};

/// Counts the elements of a global range in each bin. Collective.
/// \param bin_of  number of the bin of an element; \c bins or more if it is in none
template <SegmentedIterator Iterator, class BinOf>
std::vector<std::ptrdiff_t> count_in_bins(
    const Iterator& first, const Iterator& last, std::size_t bins, BinOf bin_of)
{
  std::vector<std::ptrdiff_t> counts(bins, 0);
  if (first == last) return counts;
  Team& team = team_of(first);
  in_front_of_step(team, [&] {
    const auto count = [&](const HostExecution&, const auto& elements) {
      for (const std::iter_value_t<Iterator>& element : elements) {
        const std::size_t bin = bin_of(element);
        if (bin < bins) ++counts[bin];
      }
    };
    for_each_part_read(
        first, last, [&](auto begin, auto end, auto&&) { run_on_host(count, reads(begin, end)); });
  });
  sum_all_over_units(team, counts);
  return counts;
}

}  // namespace detail

/// Counts the elements of a global range in \c bins bins of equal width in [lower, upper); bin k
/// has the elements from lower + k (upper - lower) / bins on. Elements outside of [lower, upper),
/// and those that are not a number, are in no bin. Computes with \c double.
///
/// Collective over the range's team; returns the same result on all units. Each unit reads its own
/// elements, on GPU units a copy in host memory.
///
/// \param proj  what to count of each element: a function object or a pointer to a member
/// \return number of elements in each bin
/// \throws exception::InvalidArgument if there are no bins, or no numbers between the bounds
template <SegmentedIterator Iterator, class Proj = std::identity>
std::vector<std::ptrdiff_t> histogram(
    const Iterator& first, const Iterator& last, std::size_t bins, double lower, double upper,
    Proj proj = {})
{
  const detail::CurrentCall call("dash::histogram");
  detail::require_range("dash::histogram", first, last);
  const double width = upper - lower;
  if (bins == 0 || !(lower < upper) || !std::isfinite(width)) {
    DASH_THROW(
        exception::InvalidArgument,
        "dash::histogram: "
            << bins << " bins in [" << lower << ", " << upper
            << "); it needs at least one bin, and bounds in ascending order whose difference is "
               "finite");
  }
  return detail::count_in_bins(
      first, last, bins,
      [&proj, bin_of = detail::EqualBins(bins, lower, upper)](const auto& element) {
        return bin_of(static_cast<double>(detail::project(proj, element)));
      });
}

template <SegmentedRange Range, class Proj = std::identity>
std::vector<std::ptrdiff_t> histogram(
    Range&& range, std::size_t bins, double lower, double upper, Proj proj = {})
{
  return dash::histogram(range.begin(), range.end(), bins, lower, upper, std::move(proj));
}

/// Counts the elements of a global range between given edges: bin k has the elements in
/// [edges[k], edges[k + 1]). Collective, with the same guarantees.
/// \param edges  in ascending order, the same on all units
/// \throws exception::InvalidArgument unless there are two edges, and all are numbers in ascending
///   order
template <SegmentedIterator Iterator, class T, class Proj = std::identity>
std::vector<std::ptrdiff_t> histogram(
    const Iterator& first, const Iterator& last, const std::vector<T>& edges, Proj proj = {})
{
  const detail::CurrentCall call("dash::histogram");
  detail::require_range("dash::histogram", first, last);
  if (edges.size() < 2 || !std::is_sorted(edges.begin(), edges.end())) {
    DASH_THROW(
        exception::InvalidArgument,
        "dash::histogram: " << edges.size() << " edges; it needs at least two, in ascending order");
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i] == edges[i]) continue;
    DASH_THROW(
        exception::InvalidArgument, "dash::histogram: edge " << i << " is not a number (NaN)");
  }
  const std::size_t bins = edges.size() - 1;
  return detail::count_in_bins(first, last, bins, [&](const auto& element) {
    const auto& value = detail::project(proj, element);
    if (!(value >= edges.front() && value < edges.back())) return bins;
    const auto next = std::upper_bound(edges.begin(), edges.end(), value);
    return static_cast<std::size_t>(next - edges.begin()) - 1;
  });
}

template <SegmentedRange Range, class T, class Proj = std::identity>
std::vector<std::ptrdiff_t> histogram(Range&& range, const std::vector<T>& edges, Proj proj = {})
{
  return dash::histogram(range.begin(), range.end(), edges, std::move(proj));
}

DASH_READS_VIEWS(histogram)

}  // namespace dash
