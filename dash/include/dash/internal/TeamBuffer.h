/**
 * \file dash/internal/TeamBuffer.h
 * Memory that a team shares for as long as an object lives.
 */
#ifndef DASH__INTERNAL__TEAM_BUFFER_H__INCLUDED
#define DASH__INTERNAL__TEAM_BUFFER_H__INCLUDED

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/internal/GlobalAccess.h>
#include <dash/memory/GlobStaticMem.h>

#include <cstddef>
#include <vector>

namespace dash::internal {

/** One collective allocation, of zeros. Freed with the object, or before, with the team. */
template <class Space>
class TeamBuffer {
 public:
  /** Collective; ends synchronised. \param nbytes  of the calling unit */
  TeamBuffer(Team& team, std::size_t nbytes) : _team(&team), _memory(team)
  {
    _memory.allocate(nbytes);
    const std::vector<std::byte> zeros(nbytes);
    if (nbytes > 0) copy_bytes(_memory.local_base(), zeros.data(), nbytes);
    team.register_deallocator(this, [this] { deallocate(); });
    team.barrier();
  }
  TeamBuffer(const TeamBuffer&) = delete;
  TeamBuffer& operator=(const TeamBuffer&) = delete;
  /** Collective. */
  ~TeamBuffer() { deallocate(); }

  Team& team() const { return *_team; }
  const GlobStaticMem<Space>& memory() const { return _memory; }

 private:
  void deallocate()
  {
    if (!_memory.is_allocated()) return;
    if (dash::is_initialized()) {
      _team->unregister_deallocator(this);
      _memory.flush(_memory.begin());
      _team->barrier();
    }
    _memory.deallocate(_memory.begin(), 0);
  }

  Team* _team;
  GlobStaticMem<Space> _memory;
};

}  // namespace dash::internal

#endif  // DASH__INTERNAL__TEAM_BUFFER_H__INCLUDED
