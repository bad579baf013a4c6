#pragma once

/// \file
/// Records which tasks accessed which addresses last.

#include <cstdint>
#include <utility>

#include "tasks/task_pool.h"
#include "tasks/task_record.h"

namespace dart {

/// Disjoint intervals of addresses, each with the last task that writes it and the tasks that read
/// it since then, in a skip list (Pugh, "Skip Lists: A Probabilistic Alternative to Balanced
/// Trees", CACM 1990). The object is in shared memory; callers synchronise their calls.
class AccessMap {
 public:
  /// Records that \c who reads or writes [begin, end). Before that, calls \c before(task) for each
  /// task that has to finish first, for some of them several times; it returns whether it could
  /// record the dependency.
  /// \return false if memory is exhausted; earlier records are preserved then
  template <class Before>
  bool access(
      ChunkSource& source, std::uint64_t begin, std::uint64_t end, bool writes, TaskRef who,
      Before before)
  {
    if (!split(source, begin) || !split(source, end)) return false;
    for (Interval* at = find(begin); at != nullptr && at->begin < end; at = at->next[0]) {
      drop_settled_tasks(*at);
      if (at->writer.task != nullptr && !before(at->writer)) return false;
      if (!writes) continue;
      for (Reader* reader = at->readers; reader != nullptr; reader = reader->next) {
        if (!before(reader->task)) return false;
      }
    }
    return writes ? write(source, begin, end, who) : read(source, begin, end, who);
  }

  /// Removes records for which no task has to wait, if there are many.
  void prune();

  std::size_t size() const { return size_; }

 private:
  static constexpr unsigned most_levels = 12;
  static constexpr std::size_t smallest_prune = 1024;

  struct Reader {
    TaskRef task;
    Reader* next = nullptr;
    Reader* next_free = nullptr;
  };

  struct Interval {
    std::uint64_t begin = 0, end = 0;
    TaskRef writer;
    Reader* readers = nullptr;
    unsigned levels = 0;
    Interval* next[most_levels] = {};
    Interval* next_free = nullptr;
  };

  /// For each level, the last interval that ends at or before an address; nullptr stands for the
  /// list's start.
  struct Path {
    Interval* last[most_levels];
  };

  Path path_to(std::uint64_t address) const;
  Interval*& link(const Path& path, unsigned level)
  {
    Interval* last = path.last[level];
    return last == nullptr ? first_[level] : last->next[level];
  }
  /// The first interval that ends behind an address.
  Interval* find(std::uint64_t address) { return link(path_to(address), 0); }

  Interval* make(ChunkSource& source, std::uint64_t begin, std::uint64_t end, TaskRef writer);
  void insert(Interval* interval);
  void erase_first_behind(const Path& path);
  bool split(ChunkSource& source, std::uint64_t address);
  bool write(ChunkSource& source, std::uint64_t begin, std::uint64_t end, TaskRef who);
  bool read(ChunkSource& source, std::uint64_t begin, std::uint64_t end, TaskRef who);
  bool add_reader(ChunkSource& source, Interval& interval, TaskRef who);
  void drop_settled_tasks(Interval& interval);
  void free_readers(Interval& interval);
  unsigned random_levels();

  Interval* first_[most_levels] = {};
  std::size_t size_ = 0, prune_at_ = smallest_prune;
  std::uint64_t random_ = 0x9e3779b97f4a7c15;
  TaskPool<Interval> intervals_;
  TaskPool<Reader> readers_;
};

}  // namespace dart
