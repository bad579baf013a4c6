#include "memory/host_space.h"

#include <algorithm>

#include "base/log.h"

namespace dart {

bool HostSpace::take_pages(std::uint64_t offset, std::uint64_t bytes)
{
  constexpr std::uint64_t page = ReservedPages::page_bytes;
  const std::uint64_t end = (offset + bytes - 1) / page + 1;
  if (is_taken_.size() < end) is_taken_.resize(end);
  for (std::uint64_t first = offset / page; first < end; ++first) {
    if (is_taken_[first]) continue;
    std::uint64_t last = first + 1;
    while (last < end && !is_taken_[last]) ++last;
    if (!arena_.take_reserved_pages(first * page, (last - first) * page)) return false;
    for (; first < last; ++first) is_taken_[first] = true;
  }
  return true;
}

void HostSpace::report_exhausted(std::uint64_t bytes)
{
  const ReservedPageCounts pages = count_reserved_pages();
  log(LogLevel::error,
      "too few reserved huge pages for %llu bytes: %llu of %llu pages of %zu KiB are free, and the "
      "system may add %llu; write a larger number into %s, or unset DART_HUGE_PAGES",
      (unsigned long long)bytes, (unsigned long long)pages.free, (unsigned long long)pages.all,
      ReservedPages::page_bytes >> 10, (unsigned long long)pages.on_demand, reserved_pages_setting);
}

void HostSpace::release(std::uint64_t offset, std::uint64_t bytes)
{
  Arena::release(slot(arena_.unit_on_host()) + offset, bytes);
  constexpr std::uint64_t page = ReservedPages::page_bytes;
  const std::uint64_t end = std::min<std::uint64_t>((offset + bytes) / page, is_taken_.size());
  for (std::uint64_t k = (offset + page - 1) / page; k < end; ++k) is_taken_[k] = false;
}

}  // namespace dart
