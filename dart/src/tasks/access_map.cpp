#include "tasks/access_map.h"

#include <algorithm>
#include <bit>

namespace dart {

AccessMap::Path AccessMap::path_to(std::uint64_t address) const
{
  Path path;
  Interval* last = nullptr;
  for (unsigned level = most_levels; level-- > 0;) {
    Interval* next = last == nullptr ? first_[level] : last->next[level];
    while (next != nullptr && next->end <= address) {
      last = next;
      next = next->next[level];
    }
    path.last[level] = last;
  }
  return path;
}

/// A random level; each level contains a quarter of the intervals of the level below.
unsigned AccessMap::random_levels()
{
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return std::min<unsigned>(most_levels, 1 + std::countr_zero(random_ | 1ull << 63) / 2);
}

AccessMap::Interval* AccessMap::make(
    ChunkSource& source, std::uint64_t begin, std::uint64_t end, TaskRef writer)
{
  Interval* interval = intervals_.take(source);
  if (interval == nullptr) return nullptr;
  interval->begin = begin;
  interval->end = end;
  interval->writer = writer;
  interval->readers = nullptr;
  interval->levels = random_levels();
  return interval;
}

/// Inserts an interval that does not overlap any in the map.
void AccessMap::insert(Interval* interval)
{
  const Path path = path_to(interval->begin);
  for (unsigned level = 0; level < interval->levels; ++level) {
    interval->next[level] = std::exchange(link(path, level), interval);
  }
  ++size_;
}

void AccessMap::erase_first_behind(const Path& path)
{
  Interval* interval = link(path, 0);
  for (unsigned level = 0; level < interval->levels; ++level) {
    link(path, level) = interval->next[level];
  }
  free_readers(*interval);
  intervals_.give(interval);
  --size_;
}

/// Splits the interval that contains an address at this address.
bool AccessMap::split(ChunkSource& source, std::uint64_t address)
{
  Interval* left = find(address);
  if (left == nullptr || left->begin >= address) return true;
  Interval* right = make(source, address, left->end, left->writer);
  if (right == nullptr) return false;
  for (Reader* reader = left->readers; reader != nullptr; reader = reader->next) {
    if (add_reader(source, *right, reader->task)) continue;
    free_readers(*right);
    intervals_.give(right);
    return false;
  }
  left->end = address;
  insert(right);
  return true;
}

bool AccessMap::write(ChunkSource& source, std::uint64_t begin, std::uint64_t end, TaskRef who)
{
  const Path path = path_to(begin);
  Interval* first = link(path, 0);
  if (first != nullptr && first->begin == begin && first->end == end) {
    free_readers(*first);
    first->writer = who;
    return true;
  }
  Interval* whole = make(source, begin, end, who);
  if (whole == nullptr) return false;
  for (Interval* at = first; at != nullptr && at->begin < end; at = link(path, 0)) {
    erase_first_behind(path);
  }
  insert(whole);
  return true;
}

bool AccessMap::read(ChunkSource& source, std::uint64_t begin, std::uint64_t end, TaskRef who)
{
  while (begin < end) {
    Interval* at = find(begin);
    const std::uint64_t gap_end = at == nullptr ? end : std::min(at->begin, end);
    if (begin < gap_end) {
      at = make(source, begin, gap_end, {});
      if (at != nullptr) insert(at);
    }
    if (at == nullptr || !add_reader(source, *at, who)) return false;
    begin = at->end;
  }
  return true;
}

bool AccessMap::add_reader(ChunkSource& source, Interval& interval, TaskRef who)
{
  if (interval.readers != nullptr && interval.readers->task == who) return true;
  Reader* reader = readers_.take(source);
  if (reader == nullptr) return false;
  reader->task = who;
  reader->next = std::exchange(interval.readers, reader);
  return true;
}

void AccessMap::drop_settled_tasks(Interval& interval)
{
  if (interval.writer.task != nullptr && is_settled(interval.writer)) interval.writer = {};
  for (Reader** at = &interval.readers; *at != nullptr;) {
    Reader* reader = *at;
    if (is_settled(reader->task)) {
      *at = reader->next;
      readers_.give(reader);
    } else {
      at = &reader->next;
    }
  }
}

void AccessMap::free_readers(Interval& interval)
{
  while (Reader* reader = interval.readers) {
    interval.readers = reader->next;
    readers_.give(reader);
  }
}

/// The next call has an effect when there are twice as many intervals, so the cost per access is
/// that of a few intervals.
void AccessMap::prune()
{
  if (size_ < prune_at_) return;
  Path path{};
  while (Interval* at = link(path, 0)) {
    drop_settled_tasks(*at);
    if (at->writer.task == nullptr && at->readers == nullptr) {
      erase_first_behind(path);
    } else {
      for (unsigned level = 0; level < at->levels; ++level) path.last[level] = at;
    }
  }
  prune_at_ = std::max(2 * size_, smallest_prune);
}

}  // namespace dart
