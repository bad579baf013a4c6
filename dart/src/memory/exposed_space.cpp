#include "memory/exposed_space.h"

namespace dart {

ExposedSpace::ExposedSpace(
    MemorySpace& space, Transport& transport, std::byte* begin, std::size_t bytes)
    : space_(space),
      transport_(transport),
      begin_(begin),
      is_exposed_(bytes / granule)
{}

ExposedSpace::~ExposedSpace()
{
  for (const Range& range : ranges_) transport_.conceal(range.begin, range.bytes);
}

bool ExposedSpace::commit(std::uint64_t offset, std::uint64_t bytes)
{
  if (bytes == 0) return true;
  const std::uint64_t begin = offset / granule;
  const std::uint64_t end = (offset + bytes - 1) / granule + 1;
  // Exposed memory has to be committed up to its end.
  if (!space_.commit(begin * granule, (end - begin) * granule)) return false;
  std::lock_guard guard(mutex_);
  for (std::uint64_t first = begin; first < end; ++first) {
    if (is_exposed_[first]) continue;
    std::uint64_t last = first + 1;
    while (last < end && !is_exposed_[last]) ++last;
    if (!expose(first, last)) return false;
    first = last;
  }
  return true;
}

/// Exposes the granules [first, last).
bool ExposedSpace::expose(std::uint64_t first, std::uint64_t last)
{
  const Range range{begin_ + first * granule, (last - first) * granule};
  ranges_.push_back(range);  // recorded first, because exposed memory has to be known here
  if (transport_.expose(range.begin, range.bytes) != DART_OK) {
    ranges_.pop_back();
    return false;
  }
  for (std::uint64_t k = first; k < last; ++k) is_exposed_[k] = true;
  return true;
}

}  // namespace dart
