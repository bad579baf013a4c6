#pragma once

/// \file
/// Divides the elements of a block by whether their stencils stay inside it.

#include <dash/Dimensional.h>
#include <dash/detail/pattern/Box.h>
#include <dash/halo/GlobalBoundarySpec.h>
#include <dash/halo/RegionCoords.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace dash::halo::detail {

/// How far stencils extend before and behind an element in each dimension; neither number is
/// negative.
template <dim_t N>
using Reach = std::array<std::pair<int, int>, N>;

/// Views of a block in local coordinates. The boundary consists of one view for each of the 3^N
/// regions, many of them empty. The view of a region contains the elements from which stencils
/// reach that region; elements at an edge or corner also reach the regions of the adjacent faces.
template <class View>
class BlockParts {
  static constexpr dim_t N = View::ndim();
  using Index = typename View::index_type;
  using Extents = typename View::extents_type;

 public:
  BlockParts() = default;

  /// \param block    the block in global coordinates
  /// \param extents  extents of the matrix
  BlockParts(
      const View& block, const Extents& extents, const GlobalBoundarySpec<N>& bounds,
      const Reach<N>& reach)
      : all_(block.extents()),
        updated_(all_),
        inner_(all_)
  {
    for (std::size_t d = 0; d < N; ++d)
      cut(d, block, static_cast<Index>(extents[d]), bounds, reach[d]);
    for (region_index_t r = 0; r < boundary_.size(); ++r) {
      if (r == RegionCoords<N>::center_index()) continue;
      boundary_[r] = boundary_view(RegionCoords<N>(r));
      boundary_size_ += boundary_[r].size();
    }
  }

  const View& all() const { return all_; }
  /// All elements except those whose stencils leave the matrix at an open side.
  const View& updated() const { return updated_; }
  /// Elements whose stencils stay inside the block.
  const View& inner() const { return inner_; }
  const std::array<View, NumRegionsMax<N>>& boundary() const { return boundary_; }
  std::size_t boundary_size() const { return boundary_size_; }

 private:
  void cut(
      std::size_t d, const View& block, Index extent, const GlobalBoundarySpec<N>& bounds,
      const std::pair<int, int>& reach)
  {
    const Index begin = block.offsets()[d];
    const auto size = static_cast<Index>(block.extents()[d]);
    const auto within = [&](Index first, Index last) {
      first = std::clamp<Index>(first, 0, size);
      return std::pair(first, std::clamp(last, first, size));
    };
    const bool ends_before = bounds.side(d, RegionPos::PRE) == BoundaryProp::NONE;
    const bool ends_behind = bounds.side(d, RegionPos::POST) == BoundaryProp::NONE;
    const auto [first, last] = within(
        ends_before ? reach.first - begin : 0, ends_behind ? extent - reach.second - begin : size);
    const auto [inner_first, inner_last] = within(reach.first, size - reach.second);
    resize(updated_, d, first, last);
    resize(inner_, d, std::clamp(inner_first, first, last), std::clamp(inner_last, first, last));
  }

  View boundary_view(const RegionCoords<N>& region) const
  {
    View view;
    for (std::size_t d = 0; d < N; ++d) {
      const auto updated = updated_.range(static_cast<dim_t>(d));
      const auto inner = inner_.range(static_cast<dim_t>(d));
      if (region[d] == 0) resize(view, d, updated.begin, inner.begin);
      if (region[d] == 1) resize(view, d, inner.begin, inner.end);
      if (region[d] == 2) resize(view, d, inner.end, updated.end);
    }
    return view.size() > 0 ? view : View();
  }

  static void resize(View& view, std::size_t d, Index first, Index last)
  {
    view.resize_dim(
        static_cast<dim_t>(d), first, static_cast<typename View::size_type>(last - first));
  }

  View all_;
  View updated_;
  View inner_;
  std::array<View, NumRegionsMax<N>> boundary_{};
  std::size_t boundary_size_ = 0;
};

}  // namespace dash::halo::detail
