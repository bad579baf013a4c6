#pragma once

/// \file
/// The calling unit's elements of a matrix as rectangles of its memory, whose rows one step folds.

#include <dash/MdSpan.h>
#include <dash/Types.h>
#include <dash/detail/algorithm/BlockReader.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace dash::detail {

/// Positions [begin, end) of rows or columns.
using Stretch = std::pair<std::ptrdiff_t, std::ptrdiff_t>;

/// Appends positions to the last stretch if they follow it.
inline void append_stretch(std::vector<Stretch>& stretches, const Stretch& next)
{
  if (!stretches.empty() && stretches.back().second == next.first) {
    stretches.back().second = next.second;
  } else {
    stretches.push_back(next);
  }
}

/// A rectangle of the unit's memory: tiles that lie there without gaps, whose rows and columns need
/// not be adjacent in the matrix.
template <class T>
struct RowPanel {
  std::vector<Stretch> rows;
  std::vector<Stretch> columns;
  MdSpan<T, 2> span;

  /// The first element of what may follow the panel in a dimension.
  const T* end(dim_t dimension) const
  {
    return span.data() +
           static_cast<std::ptrdiff_t>(span.extent(dimension)) * span.stride(dimension);
  }
};

/// A panel whose rows are the columns of another one.
template <class T>
RowPanel<T> transposed(const RowPanel<T>& panel)
{
  const auto& span = panel.span;
  return {
      panel.columns, panel.rows,
      MdSpan<T, 2>(
          span.data(), {span.extent(1), span.extent(0)}, {span.stride(1), span.stride(0)})};
}

/// Adds a panel, or extends the last one along a dimension if they are one rectangle.
template <class T>
void append_panel(std::vector<RowPanel<T>>& panels, const RowPanel<T>& next, dim_t along)
{
  const auto across = [&](const RowPanel<T>& panel) -> const std::vector<Stretch>& {
    return along == 0 ? panel.columns : panel.rows;
  };
  if (panels.empty() || across(panels.back()) != across(next) ||
      panels.back().span.strides() != next.span.strides() ||
      panels.back().end(along) != next.span.data()) {
    panels.push_back(next);
    return;
  }
  RowPanel<T>& last = panels.back();
  auto extents = last.span.extents();
  extents[static_cast<std::size_t>(along)] += next.span.extent(along);
  last.span = MdSpan<T, 2>(last.span.data(), extents, last.span.strides());
  auto& stretches = along == 0 ? last.rows : last.columns;
  for (const Stretch& stretch : along == 0 ? next.rows : next.columns) {
    append_stretch(stretches, stretch);
  }
}

/// Joins tiles to as few panels as they fit in: in most distributions there is one.
template <class T>
std::vector<RowPanel<T>> panels_of(std::vector<OwnTile<T>> tiles)
{
  std::ranges::sort(tiles, {}, &OwnTile<T>::offsets);
  std::vector<RowPanel<T>> wide, panels;
  for (const OwnTile<T>& tile : tiles) {
    if (tile.span.empty()) continue;
    const auto stretch = [&](std::size_t d) {
      return Stretch(
          tile.offsets[d], tile.offsets[d] + static_cast<std::ptrdiff_t>(tile.span.extents()[d]));
    };
    append_panel(wide, RowPanel<T>{{stretch(0)}, {stretch(1)}, tile.span}, 1);
  }
  for (const RowPanel<T>& panel : wide) append_panel(panels, panel, 0);
  return panels;
}

}  // namespace dash::detail
