#pragma once

/// \file
/// Rectangular index domains.

#include <dash/Exception.h>
#include <dash/Types.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <type_traits>

namespace dash {

/// Rectangular domain of indices: an offset and an extent in each dimension. Local.
template <dim_t NumDimensions, class IndexType = default_index_t>
class Domain {
 public:
  using index_type = IndexType;
  using size_type = std::make_unsigned_t<IndexType>;
  using offsets_type = std::array<index_type, NumDimensions>;
  using extents_type = std::array<index_type, NumDimensions>;

  constexpr Domain() = default;

  /// Creates a domain from the first index and the index behind the last one of each dimension:
  /// \c {{0, 10}, {5, 20}}.
  Domain(std::initializer_list<std::array<index_type, 2>> ranges)
  {
    if (ranges.size() != static_cast<std::size_t>(NumDimensions)) {
      DASH_THROW(
          exception::InvalidArgument,
          "Domain: " << ranges.size() << " ranges given for " << NumDimensions << " dimensions");
    }
    dim_t d = 0;
    for (const auto& range : ranges) {
      offsets_[d] = range[0];
      extents_[d] = (std::max)(range[0], range[1]) - range[0];
      ++d;
    }
  }

  /// Moves the domain by an offset in each dimension.
  constexpr Domain& translate(const offsets_type& offsets)
  {
    for (dim_t d = 0; d < NumDimensions; ++d) offsets_[d] += offsets[d];
    return *this;
  }

  /// Sets the extents.
  constexpr Domain& resize(const extents_type& extents)
  {
    extents_ = extents;
    return *this;
  }

  /// Increases the extents, or decreases them by negative values.
  constexpr Domain& expand(const offsets_type& extents)
  {
    for (dim_t d = 0; d < NumDimensions; ++d) extents_[d] += extents[d];
    return *this;
  }

  constexpr index_type offset(dim_t d) const { return offsets_[d]; }
  constexpr const offsets_type& offsets() const { return offsets_; }
  constexpr index_type extent(dim_t d) const { return extents_[d]; }
  constexpr const extents_type& extents() const { return extents_; }

 private:
  offsets_type offsets_{};
  extents_type extents_{};
};

}  // namespace dash
