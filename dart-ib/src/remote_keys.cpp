#include "remote_keys.h"

namespace dart::ib {

const RemoteRange* RemoteKeys::look_up(std::uint64_t address) const
{
  auto range = ranges_.upper_bound(address);
  if (range == ranges_.begin() || !(--range)->second.contains(address)) return nullptr;
  return last_ = &range->second;
}

const RemoteRange* RemoteKeys::add(const RemoteRange& range)
{
  forget(range.begin, range.end);
  return last_ = &(ranges_[range.begin] = range);
}

void RemoteKeys::forget(std::uint64_t begin, std::uint64_t end)
{
  last_ = &nothing_;
  auto range = ranges_.upper_bound(begin);
  if (range != ranges_.begin()) --range;
  while (range != ranges_.end() && range->second.begin < end) {
    range = range->second.end > begin ? ranges_.erase(range) : std::next(range);
  }
}

}  // namespace dart::ib
