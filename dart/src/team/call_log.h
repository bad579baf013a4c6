#pragma once

/// \file
/// Which collectives the units of a team have added to streams.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "types/collective_call.h"

namespace dart {

/// The latest collectives that each unit of a team has added to streams, and that kernels execute.
/// Kernels do not compare what the units call, so the units do when they add something: the later
/// one of two units finds what the other one has added in the same place. If a unit is far ahead,
/// what it has added is forgotten.
class CallLog {
 public:
  /// Shared memory for a log of \c units units, which has to be zero before first use.
  static constexpr std::size_t bytes(std::size_t units) { return units * sizeof(Calls); }

  CallLog(void* memory, std::uint32_t units, std::uint32_t me)
      : calls_(static_cast<Calls*>(memory)),
        units_(units),
        me_(me)
  {}

  struct Other {
    std::uint32_t unit;
    CollectiveCall call;
  };
  /// Notes the next collective of this unit, which must not add it if there is a result.
  /// \return another one that a unit has added in its place
  std::optional<Other> add(const CollectiveCall& call)
  {
    if (is_closed_) return std::nullopt;
    ++added_;
    note(call);
    for (std::uint32_t unit = 0; unit < units_; ++unit) {
      const auto theirs = latest_of(unit);
      if (!theirs || *theirs == call) continue;
      take_back();
      return Other{unit, *theirs};
    }
    return std::nullopt;
  }

  /// This unit has not added the latest collective after all.
  void take_back()
  {
    if (is_closed_) return;
    entry(me_).number = 0;
    --added_;
  }

  /// This unit captures collectives into a graph from now on. How often they are executed is not
  /// known, so nothing is compared with them and what follows.
  void close() { is_closed_ = true; }

 private:
  static constexpr std::uint64_t kept = 256;

  struct Entry {
    std::atomic<std::uint64_t> number;   ///< the number of the collective, from 1; 0: there is none
    std::atomic<std::uint64_t> version;  ///< counts what was written here
    std::atomic<std::uint64_t> mark, rest;
  };
  struct Calls {
    Entry entries[kept];
  };

  Entry& entry(std::uint32_t unit) const { return calls_[unit].entries[added_ % kept]; }

  /// The number is stored before those of others are read, so that one of two units finds the
  /// other's.
  void note(const CollectiveCall& call) const
  {
    Entry& mine = entry(me_);
    mine.number = 0;
    ++mine.version;
    mine.mark = call.mark();
    mine.rest = call.rest();
    mine.number = added_;
  }

  /// The call of a unit that has this unit's latest number, if it is there.
  std::optional<CollectiveCall> latest_of(std::uint32_t unit) const
  {
    const Entry& theirs = entry(unit);
    const std::uint64_t version = theirs.version;
    if (theirs.number != added_) return std::nullopt;
    const CollectiveCall call(static_cast<std::uint32_t>(theirs.mark), theirs.rest);
    if (theirs.version != version) return std::nullopt;
    return call;
  }

  Calls* calls_;
  std::uint32_t units_, me_;
  std::uint64_t added_ = 0;
  bool is_closed_ = false;
};

}  // namespace dart
