#pragma once

/// \file
/// A ticket consists of a unit and the number of a request to it.

#include "net/transport.h"

namespace dart::ib {

inline constexpr int number_bits = 44;  ///< enough for two weeks of ten million requests per second

constexpr Transport::Ticket make_ticket(dart_unit_t unit, std::uint64_t number)
{
  return static_cast<std::uint64_t>(unit) << number_bits | number;
}

constexpr dart_unit_t unit_of(Transport::Ticket ticket)
{
  return static_cast<dart_unit_t>(ticket >> number_bits);
}

constexpr std::uint64_t number_of(Transport::Ticket ticket)
{
  return ticket & ((std::uint64_t(1) << number_bits) - 1);
}

}  // namespace dart::ib
