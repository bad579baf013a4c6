#pragma once

/// \file
/// Host memory of each unit into which its neighbours put halos.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/GlobalMemory.h>
#include <dash/memory/HostSpace.h>

#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

/// Memory of each unit that is initially zero and contains data and flags (dart_notify.h).
class DASH_API Mailbox {
 public:
  /// Collective; synchronises at its end. \param nbytes  size of the calling unit's part
  /// \param agreement  what has to be the same on all units
  /// \throws exception::InvalidArgument on all units if they do not agree
  Mailbox(Team& team, std::size_t nbytes, const dart_agreement_t* agreement);

  std::byte* local(std::size_t offset) const { return memory_->local_base() + offset; }
  /// The address of \p unit's part; nullptr for units on other hosts.
  std::byte* mapped(team_unit_t unit, std::size_t offset) const;
  dart_gptr_t at(team_unit_t unit, std::size_t offset) const { return memory_->gptr(unit, offset); }

  /// Puts bytes, if there are any, and then sets a flag of that unit. Returns when \c data may be
  /// reused. \param value  of the flag; not 0
  void put(
      team_unit_t unit, std::size_t offset, const void* data, std::size_t nbytes, std::size_t flag,
      std::uint64_t value = 1) const;

  /// Whether a flag of this unit is set, so that \c await returns at once.
  bool is_set(std::size_t flag) const;

  /// Waits for a flag of this unit, and clears it. \return the value that it had
  std::uint64_t await(std::size_t flag) const;

  void barrier() const { memory_.team().barrier(); }

 private:
  dash::detail::GlobalMemory<HostSpace> memory_;
};

}  // namespace dash::halo::detail
