#pragma once

/// \file
/// Host memory of each unit into which its neighbours put halos.

#include <dash/Team.h>
#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/TeamBuffer.h>
#include <dash/memory/HostSpace.h>

#include <dash/dart/if/dart_notify.h>

#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

/// Zeros at first, with flags among them (dart_notify.h).
class Mailbox {
 public:
  /// Collective; ends synchronised. \param nbytes  of the calling unit
  Mailbox(Team& team, std::size_t nbytes) : buffer_(team, nbytes) {}

  team_unit_t own_unit() const { return buffer_.team().myid(); }
  std::byte* local(std::size_t offset) const { return buffer_.memory().local_base() + offset; }
  /// nullptr for units of other hosts.
  std::byte* mapped(team_unit_t unit, std::size_t offset) const
  {
    std::byte* const base = buffer_.memory().mapped_base(unit);
    return base != nullptr ? base + offset : nullptr;
  }
  dart_gptr_t at(team_unit_t unit, std::size_t offset) const
  {
    return buffer_.memory().gptr(unit, offset);
  }

  /// Puts bytes, if any, then sets a flag of that unit. Returns when \c data may be reused.
  void put(
      team_unit_t unit, std::size_t offset, const void* data, std::size_t nbytes,
      std::size_t flag) const
  {
    const dart_gptr_t target = at(unit, offset);
    const auto done =
        dart_put_notify(target, data, nbytes, DART_TYPE_BYTE, at(unit, flag), std::uint64_t{1});
    dash::detail::check_access(done, "dart_put_notify", target);
  }

  /// Waits for an own flag, and clears it.
  void await(std::size_t flag) const
  {
    const dart_gptr_t word = at(own_unit(), flag);
    std::size_t index = 0;
    dash::detail::check_access(dart_notify_wait(word, 1, &index), "dart_notify_wait", word);
    dash::detail::check_access(dart_notify_reset(word, nullptr), "dart_notify_reset", word);
  }

  void barrier() const { buffer_.team().barrier(); }

 private:
  dash::detail::TeamBuffer<HostSpace> buffer_;
};

}  // namespace dash::halo::detail
