#pragma once

/// \file
/// Memory that a team shares as long as an object exists.

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/memory/GlobStaticMem.h>

#include <cstddef>
#include <vector>

namespace dash::detail {

/// One collective allocation, filled with zeros. It is freed with the object, or earlier with the
/// team.
template <class Space>
class TeamBuffer {
 public:
  /// Collective; synchronises at its end. \param nbytes  size of the calling unit's part
  TeamBuffer(Team& team, std::size_t nbytes) : team_(&team), memory_(team)
  {
    memory_.allocate(nbytes);
    const std::vector<std::byte> zeros(nbytes);
    if (nbytes > 0) copy_bytes(memory_.local_base(), zeros.data(), nbytes);
    team.register_deallocator(this, [this] { deallocate(); });
    team.barrier();
  }
  TeamBuffer(const TeamBuffer&) = delete;
  TeamBuffer& operator=(const TeamBuffer&) = delete;
  /// Collective.
  ~TeamBuffer() { deallocate(); }

  Team& team() const { return *team_; }
  const GlobStaticMem<Space>& memory() const { return memory_; }

 private:
  void deallocate()
  {
    if (!memory_.is_allocated()) return;
    if (dash::is_initialized()) {
      team_->unregister_deallocator(this);
      memory_.flush(memory_.begin());
      team_->barrier();
    }
    memory_.deallocate(memory_.begin(), 0);
  }

  Team* team_;
  GlobStaticMem<Space> memory_;
};

}  // namespace dash::detail
