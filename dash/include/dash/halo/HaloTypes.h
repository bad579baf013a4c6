#pragma once

/// \file
/// Kinds of boundaries and of regions, and the integers of halos.

#include <dash/Exception.h>
#include <dash/Types.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>

namespace dash::halo {

/// What lies beyond a side of the matrix.
enum class BoundaryProp : std::uint8_t {
  NONE,    ///< there is nothing: elements whose stencil leaves the matrix there are not updated
  CYCLIC,  ///< the opposite side
  CUSTOM   ///< elements that the program sets
};

/// The side before the elements in a dimension, or the side behind them.
enum class RegionPos : bool { PRE, POST };

/// Kept for programs that name it. It has no effect, because exchanges never overwrite what was not
/// read.
enum class SignalReady : bool { ON, OFF };

namespace detail {

typedef std::int16_t spoint_value_t;
typedef std::uint32_t region_index_t;
typedef std::uint8_t region_coord_t;
typedef std::uint16_t region_extent_t;

[[noreturn]] inline void throw_too_far(default_index_t offset)
{
  DASH_THROW(
      exception::InvalidArgument, "a neighbour at distance "
                                      << offset << ": they are at most "
                                      << (std::numeric_limits<spoint_value_t>::max)()
                                      << " elements away, and widths of halos are not negative");
}

/// An offset as an integer of halos. \throws exception::InvalidArgument if it is too large
template <class Offset>
constexpr spoint_value_t spoint_value(Offset offset)
{
  constexpr default_index_t most = (std::numeric_limits<spoint_value_t>::max)();
  const auto value = static_cast<default_index_t>(offset);
  if (value < -most || value > most) throw_too_far(value);
  return static_cast<spoint_value_t>(value);
}

/// The same for a width.
constexpr spoint_value_t halo_width(default_index_t width)
{
  if (width < 0) throw_too_far(width);
  return spoint_value(width);
}

/// Number of regions of a block, including the block itself: 3^N.
template <dim_t N>
inline constexpr region_index_t NumRegionsMax = 3 * NumRegionsMax<N - 1>;
template <>
inline constexpr region_index_t NumRegionsMax<0> = 1;

}  // namespace detail

using detail::region_coord_t;
using detail::region_extent_t;
using detail::region_index_t;
using detail::spoint_value_t;

inline std::ostream& operator<<(std::ostream& os, BoundaryProp prop)
{
  constexpr const char* names[] = {"NONE", "CYCLIC", "CUSTOM"};
  return os << names[static_cast<std::size_t>(prop)];
}

inline std::ostream& operator<<(std::ostream& os, RegionPos pos)
{
  return os << (pos == RegionPos::PRE ? "PRE" : "POST");
}

inline std::ostream& operator<<(std::ostream& os, SignalReady ready)
{
  return os << (ready == SignalReady::ON ? "ON" : "OFF");
}

}  // namespace dash::halo
