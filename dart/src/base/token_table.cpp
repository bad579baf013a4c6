#include "base/token_table.h"

#include <unistd.h>

#include "base/clock.h"

namespace dart {

std::uint64_t first_token_serial()
{
  // The steps of SplitMix64 spread what differs between processes over all bits.
  static const std::uint64_t serial = [] {
    auto bits = static_cast<std::uint64_t>(now_ns()) ^ static_cast<std::uint64_t>(getpid()) << 40;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
  }();
  return serial;
}

}  // namespace dart
