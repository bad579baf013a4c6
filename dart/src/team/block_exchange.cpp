#include "team/block_exchange.h"

#include <algorithm>

#include "base/exception_guard.h"
#include "base/log.h"

namespace dart {

dart_ret_t BlockCounts::exchange(
    Board& board, const std::size_t* sends, const std::size_t* receives, const char* function)
{
  constexpr std::size_t width = sizeof(std::size_t);
  const dart_ret_t able = prepared([this] {
    counts_.resize(shape_ == Shape::between_all ? std::size_t(units_) * units_ : units_);
    return DART_OK;
  });
  std::size_t largest = 0;
  for (std::uint32_t unit = 0; unit < units_; ++unit)
    largest = std::max(largest, counts_of(unit) * width);
  // Without memory the unit still shows its counts, which the others wait for.
  collect(
      board, reinterpret_cast<const std::byte*>(sends),
      reinterpret_cast<std::byte*>(counts_.data()), able == DART_OK, largest,
      [this](std::uint32_t unit) { return counts_of(unit) * width; },
      [this](std::uint32_t unit) { return first_count_of(unit) * width; });
  const Verdict mine = able == DART_OK ? compare(board.me(), receives) : Verdict{able};
  Verdict first;
  board.exchange(mine, [&](std::uint32_t, const Verdict& theirs) {
    if (first.result == DART_OK) first = theirs;
  });
  DART_REQUIRE(
      first.result != DART_ERR_NOMEM, DART_ERR_NOMEM, "%s: a unit has no memory for the counts",
      function);
  DART_REQUIRE(
      first.result == DART_OK, first.result,
      "%s: unit %u of the team sends %zu elements to unit %u of the team, which receives %zu",
      function, first.from, first.sent, first.to, first.received);
  return DART_OK;
}

/// Looks for a unit that sends to unit \c me another number than that receives.
BlockCounts::Verdict BlockCounts::compare(std::uint32_t me, const std::size_t* receives) const
{
  for (std::uint32_t from = 0; this->receives(me) && from < units_; ++from) {
    if (!sends(from)) continue;
    const std::size_t received = receives[block_received(from)];
    if (count(from, me) != received) return {DART_ERR_INVAL, from, me, count(from, me), received};
  }
  return {};
}

std::size_t BlockCounts::largest_bytes() const
{
  return counts_.empty() ? 0 : *std::max_element(counts_.begin(), counts_.end()) * element_bytes_;
}

}  // namespace dart
