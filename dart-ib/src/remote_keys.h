#pragma once

/// \file
/// The known ranges of memory that a unit exposes.

#include <cstdint>
#include <map>

namespace dart::ib {

struct RemoteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t rkey = 0;
  bool device = false;

  bool contains(std::uint64_t address) const { return address - begin < end - begin; }
};

class RemoteKeys {
 public:
  /// The range that contains \c address; nullptr if it is unknown. The pointer is valid until the
  /// next change.
  const RemoteRange* find(std::uint64_t address) const
  {
    if (last_->contains(address)) [[likely]]
      return last_;
    return look_up(address);
  }

  const RemoteRange* add(const RemoteRange& range);
  /// Removes all ranges that overlap [begin, end).
  void forget(std::uint64_t begin, std::uint64_t end);

 private:
  const RemoteRange* look_up(std::uint64_t address) const;

  std::map<std::uint64_t, RemoteRange> ranges_;  // disjoint and ordered by their first address
  RemoteRange nothing_;
  // most accesses are to the same range as the preceding one
  mutable const RemoteRange* last_ = &nothing_;
};

}  // namespace dart::ib
