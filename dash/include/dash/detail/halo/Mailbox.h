#pragma once

/// \file
/// Host memory of each unit into which its neighbours put halos.

#include <dash/Team.h>
#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/GlobalMemory.h>
#include <dash/memory/HostSpace.h>

#include <dash/dart/if/dart_notify.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

/// Memory of each unit that is initially zero and contains data and flags (dart_notify.h).
class Mailbox {
 public:
  /// Collective; synchronises at its end. \param nbytes  size of the calling unit's part
  /// \param agreement  what has to be the same on all units
  /// \throws exception::InvalidArgument on all units if they do not agree
  Mailbox(Team& team, std::size_t nbytes, const dart_agreement_t* agreement) : memory_(team)
  {
    memory_.allocate_zeros(team, "dash::halo::HaloUpdateEnv", nbytes, agreement);
  }

  team_unit_t own_unit() const { return memory_.team().myid(); }
  std::byte* local(std::size_t offset) const { return memory_->local_base() + offset; }
  /// The address of \p unit's part; nullptr for units on other hosts.
  std::byte* mapped(team_unit_t unit, std::size_t offset) const
  {
    std::byte* const base = memory_->mapped_base(unit);
    return base != nullptr ? base + offset : nullptr;
  }
  dart_gptr_t at(team_unit_t unit, std::size_t offset) const { return memory_->gptr(unit, offset); }

  /// Puts bytes, if there are any, and then sets a flag of that unit. Returns when \c data may be
  /// reused.
  void put(
      team_unit_t unit, std::size_t offset, const void* data, std::size_t nbytes,
      std::size_t flag) const
  {
    const dart_gptr_t target = at(unit, offset);
    dash::detail::CheckedAccess().result(
        dart_put_notify(target, data, nbytes, DART_TYPE_BYTE, at(unit, flag), std::uint64_t{1}),
        "dart_put_notify", target);
  }

  /// Whether a flag of this unit is set, so that \c await returns at once.
  bool is_set(std::size_t flag) const
  {
    return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(local(flag)))
               .load(std::memory_order_relaxed) != 0;
  }

  /// Waits for a flag of this unit, and clears it.
  void await(std::size_t flag) const
  {
    const dart_gptr_t word = at(own_unit(), flag);
    std::size_t index = 0;
    dash::detail::CheckedAccess().result(
        dart_notify_wait(word, 1, &index), "dart_notify_wait", word);
    dash::detail::CheckedAccess().result(
        dart_notify_reset(word, nullptr), "dart_notify_reset", word);
  }

  void barrier() const { memory_.team().barrier(); }

 private:
  dash::detail::GlobalMemory<HostSpace> memory_;
};

}  // namespace dash::halo::detail
