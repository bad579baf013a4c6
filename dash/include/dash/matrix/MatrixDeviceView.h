#pragma once

/// \file
/// Views of matrices for kernels.

#include <dash/DeviceView.h>
#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/PartTable.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace dash {

/// A view of a matrix for kernels: plain references to all elements, whichever unit owns them, by N
/// global coordinates, and to the calling unit's elements by local index.
///
/// It is made by \c Matrix::device_view. The conditions of use are those of \c DeviceView: it is
/// trivially copyable, for kernels of the unit that made it, and valid until the matrix is
/// deallocated or moved. Builds with assertions check coordinates.
template <class T, class Pattern>
class MatrixDeviceView {
  static_assert(
      std::is_trivially_copyable_v<Pattern>,
      "device views of matrices take the pattern to the kernels by value");

 public:
  using value_type = std::remove_const_t<T>;
  using index_type = typename Pattern::index_type;
  using size_type = typename Pattern::size_type;
  using pattern_type = Pattern;
  using coords_type = typename Pattern::coords_type;

  /// The calling unit's elements by local index.
  DeviceLocalView<T, index_type> local;

  static constexpr dim_t ndim() { return Pattern::ndim(); }
  DASH_HOST_DEVICE constexpr size_type size() const
  {
    return static_cast<size_type>(pattern_.size());
  }
  DASH_HOST_DEVICE constexpr size_type extent(dim_t dimension) const
  {
    return pattern_.extents()[static_cast<std::size_t>(dimension)];
  }

  /// The element with global coordinates.
  template <std::convertible_to<index_type>... Coords>
    requires(sizeof...(Coords) == Pattern::ndim())
  DASH_HOST_DEVICE constexpr T& operator()(Coords... coords) const
  {
    return (*this)(coords_type{{static_cast<index_type>(coords)...}});
  }
  DASH_HOST_DEVICE constexpr T& operator()(const coords_type& coords) const
  {
    check(coords);
    const auto at = pattern_.local_index(coords);
    return reachable(at.unit)[at.index];
  }

  /// An element of any unit by local index.
  DASH_HOST_DEVICE constexpr T& at(team_unit_t unit, index_type local_index) const
  {
    return reachable(unit)[local_index];
  }

  /// Address of the element; nullptr if kernels of this unit cannot access it.
  DASH_HOST_DEVICE constexpr T* address(const coords_type& coords) const
  {
    const auto at = pattern_.local_index(coords);
    T* const first = part(at.unit);
    return first != nullptr ? first + at.index : nullptr;
  }

  /// Owner of an element.
  DASH_HOST_DEVICE constexpr team_unit_t unit_at(const coords_type& coords) const
  {
    return pattern_.unit_at(coords);
  }

  /// Global coordinates of the calling unit's element with a local index, or with local
  /// coordinates.
  DASH_HOST_DEVICE constexpr coords_type global(index_type local_index) const
  {
    return pattern_.coords(pattern_.global(local_index));
  }
  DASH_HOST_DEVICE constexpr coords_type global(const coords_type& local_coords) const
  {
    return pattern_.global(local_coords);
  }

  /// Global coordinates of an element, by its index in the pattern's linear order.
  DASH_HOST_DEVICE constexpr coords_type coords(index_type gidx) const
  {
    return pattern_.coords(gidx);
  }

 private:
  template <class, dim_t, class, class, class>
  friend class Matrix;

  MatrixDeviceView(const Pattern& pattern, const detail::Parts<index_type>& parts)
      : pattern_(pattern),
        parts_(parts)
  {
    const auto own_size = static_cast<index_type>(pattern.local_size());
    if (own_size > 0) local = {part(pattern.team().myid()), own_size};
  }

  DASH_HOST_DEVICE constexpr T* part(team_unit_t unit) const
  {
    return reinterpret_cast<T*>(parts_.address(static_cast<index_type>(unit.id)));
  }

  DASH_HOST_DEVICE constexpr T* reachable(team_unit_t unit) const
  {
    return parts_.template reachable<T>(static_cast<index_type>(unit.id));
  }

  /// Checks coordinates in builds with assertions.
  DASH_HOST_DEVICE constexpr void check([[maybe_unused]] const coords_type& coords) const
  {
#if defined(DASH_ENABLE_ASSERTIONS)
    for (std::size_t d = 0; d < coords.size(); ++d) {
      DASH_ASSERT_LE(0, coords[d], "coordinate in dimension " << d);
      DASH_ASSERT_LT(coords[d], pattern_.extents()[d], "coordinate in dimension " << d);
    }
#endif
  }

  Pattern pattern_;
  detail::Parts<index_type> parts_;
};

}  // namespace dash
