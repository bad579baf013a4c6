#pragma once

/// \file
/// Numbers for memory on other hosts that differ from all addresses on this one.

#include <cstdint>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// Programs use no addresses of more bits on all relevant processors.
inline constexpr int address_bits = 47;

/// Largest number of units of a run on several hosts.
inline constexpr std::uint32_t max_far_units = 1u << (63 - address_bits);

/// A number for an address in the process of a unit on another host; it is not an address here.
/// Numbers of one unit have the differences of its addresses.
inline void* far_place(dart_unit_t unit, std::uint64_t address)
{
  constexpr std::uint64_t mark = std::uint64_t(1) << 63;
  return reinterpret_cast<void*>(mark | std::uint64_t(unit) << address_bits | address);
}

/// The unit of such a number; -1 for addresses of this host.
inline dart_unit_t far_place_unit(const void* place)
{
  const auto number = reinterpret_cast<std::uint64_t>(place);
  if (number >> 63 == 0) return -1;
  return static_cast<dart_unit_t>(number >> address_bits & (max_far_units - 1));
}

/// The address that such a number stands for, in the process of its unit.
inline std::uint64_t far_place_address(const void* place)
{
  return reinterpret_cast<std::uint64_t>(place) & ((std::uint64_t(1) << address_bits) - 1);
}

}  // namespace dart
