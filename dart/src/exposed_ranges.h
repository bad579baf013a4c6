#pragma once

// Private memory of this process as other hosts' units reach it.

#include <cstddef>
#include <map>
#include <mutex>

#include "log.h"
#include "transport.h"

namespace dart {

/// What the program registered of its own memory; the same range may be registered several times.
class ExposedRanges {
public:
  explicit ExposedRanges(Transport& transport) : transport_(transport) {}

  dart_ret_t add(void* begin, std::size_t bytes)
  {
    std::lock_guard guard(mutex_);
    auto* first = static_cast<std::byte*>(begin);
    if (const auto known = ranges_.find(first); known != ranges_.end() && known->second.bytes == bytes) {
      ++known->second.uses;
      return DART_OK;
    }
    DART_REQUIRE(
        !overlaps(first, bytes), DART_ERR_INVAL,
        "dart_team_memregister: [%p, +%zu) overlaps memory that is registered already; between hosts "
        "ranges have to be the same or apart", begin, bytes);
    const dart_ret_t exposed = transport_.expose(begin, bytes);
    if (exposed == DART_OK) ranges_[first] = {bytes, 1};
    return exposed;
  }

  void remove(void* begin)
  {
    std::lock_guard guard(mutex_);
    const auto known = ranges_.find(static_cast<std::byte*>(begin));
    if (known == ranges_.end() || --known->second.uses > 0) return;
    transport_.conceal(begin, known->second.bytes);
    ranges_.erase(known);
  }

private:
  struct Range {
    std::size_t bytes;
    int uses;
  };

  bool overlaps(const std::byte* begin, std::size_t bytes) const
  {
    const auto after = ranges_.lower_bound(const_cast<std::byte*>(begin) + bytes);
    if (after == ranges_.begin()) return false;
    const auto before = std::prev(after);
    return before->first + before->second.bytes > begin;
  }

  Transport& transport_;
  std::mutex mutex_;
  std::map<std::byte*, Range> ranges_;  // by begin
};

}  // namespace dart
