#pragma once

/// \file
/// A halo region or a boundary region of a block.

#include <dash/halo/RegionSpec.h>
#include <dash/iterator/GlobViewIter.h>
#include <dash/pattern/Section.h>

#include <array>
#include <cstddef>
#include <ostream>

namespace dash::halo {

/// A box of elements, with the information which sides of the matrix it touches or crosses. It is a
/// small value that refers to the pattern and the memory of the matrix.
template <class T, class PatternT, class GlobMemT>
class Region {
 public:
  static constexpr dim_t N = PatternT::ndim();
  using ViewSpec_t = typename PatternT::viewspec_type;
  using RegionSpec_t = RegionSpec<N>;
  using iterator = GlobViewIter<T, PatternT, GlobMemT>;
  using const_iterator = GlobViewIter<const T, PatternT, GlobMemT>;
  /// For each dimension: whether the region touches or crosses the side before it, and the one
  /// behind it.
  using Borders = std::array<std::array<bool, 2>, N>;

  /// \param elements   the region in global coordinates; not within the matrix if it has no
  ///   elements there
  /// \param is_custom  whether the program sets elements of the region
  Region(
      const RegionSpec_t& spec, const ViewSpec_t& elements, const GlobMemT& memory,
      const PatternT& pattern, const Borders& borders, bool is_custom)
      : spec_(spec),
        view_(elements),
        memory_(&memory),
        pattern_(&pattern),
        borders_(borders),
        is_custom_(is_custom)
  {}

  region_index_t index() const { return spec_.index(); }
  const RegionSpec_t& spec() const { return spec_; }
  /// The region in global coordinates. A halo region that crosses a cyclic side has the coordinates
  /// at the opposite side if it lies there as a whole; otherwise its coordinates continue beyond
  /// the side.
  const ViewSpec_t& view() const { return view_; }
  std::size_t size() const { return view_.size(); }

  const Borders& border() const { return borders_; }
  bool border_dim(dim_t dimension, RegionPos pos) const
  {
    return borders_[static_cast<std::size_t>(dimension)][static_cast<std::size_t>(pos)];
  }
  bool border_dim(dim_t dimension) const
  {
    return border_dim(dimension, RegionPos::PRE) || border_dim(dimension, RegionPos::POST);
  }
  bool is_border_region() const
  {
    for (dim_t d = 0; d < N; ++d) {
      if (border_dim(d)) return true;
    }
    return false;
  }
  bool is_custom_region() const { return is_custom_; }

  /// Iterator to the elements of the matrix; the range is empty if the region is not within it.
  iterator begin() const { return iterator(memory_, *pattern_, within_matrix(), 0); }
  iterator end() const
  {
    const auto elements = within_matrix();
    const auto size = static_cast<typename iterator::index_type>(elements.size());
    return iterator(memory_, *pattern_, elements, size);
  }

 private:
  ViewSpec_t within_matrix() const
  {
    const ViewSpec_t all(pattern_->extents());
    return dash::detail::intersection(all, view_) == view_ ? view_ : ViewSpec_t();
  }

  RegionSpec_t spec_;
  ViewSpec_t view_;
  const GlobMemT* memory_;
  const PatternT* pattern_;
  Borders borders_;
  bool is_custom_;
};

template <class T, class PatternT, class GlobMemT>
std::ostream& operator<<(std::ostream& os, const Region<T, PatternT, GlobMemT>& region)
{
  return os << "dash::halo::Region(" << region.spec() << ", " << region.view() << ")";
}

}  // namespace dash::halo
