#pragma once

/// \file
/// Global memory that a container owns.

#include <dash/Team.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/team/TeamOwned.h>
#include <dash/memory/GlobStaticMem.h>

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace dash::detail {

/// Owns one collective allocation, to which each unit of a team contributes a part. The allocation
/// is a \c GlobStaticMem, which knows the addresses of the parts, but leaves it to its user when
/// they are freed; this class adds that.
///
/// \tparam Space  the memory that each unit's part lies in: \c UnitSpace or \c HostSpace
template <class Space>
class GlobalMemory : public TeamOwned<GlobStaticMem<Space>> {
  using Memory = GlobStaticMem<Space>;
  using Base = TeamOwned<Memory>;

 public:
  explicit GlobalMemory(Team& team, std::function<void()> gone = {})
      : Base(team, std::move(gone), Memory(team))
  {}
  GlobalMemory(GlobalMemory&&) = default;
  GlobalMemory(GlobalMemory&& other, std::function<void()> gone)
      : Base(std::move(other), std::move(gone))
  {}
  GlobalMemory& operator=(GlobalMemory&&) = default;

  /// Allocates \c nbytes at the calling unit, after freeing what was allocated before. Collective;
  /// units may pass different sizes.
  /// \param user  the name of the container, for messages
  /// \param agreement  what has to be the same on all units; nullptr: nothing
  /// \throws exception::RuntimeError    before dash::init, or if there is not enough memory
  /// \throws exception::InvalidArgument for the null team, and on all units if they do not agree
  void allocate(
      Team& team, const char* user, std::size_t nbytes, const dart_agreement_t* agreement = nullptr)
  {
    Base::allocate(team, user, [&] {
      Memory memory(team);
      memory.allocate(nbytes, alignof(std::max_align_t), agreement);
      return memory;
    });
  }

  /// The same; when it returns, the bytes of all units are zeros.
  void allocate_zeros(
      Team& team, const char* user, std::size_t nbytes, const dart_agreement_t* agreement = nullptr)
  {
    allocate(team, user, nbytes, agreement);
    const std::vector<std::byte> zeros(nbytes);
    if (nbytes > 0) copy_bytes((*this)->local_base(), zeros.data(), nbytes);
    team.barrier();
  }
};

}  // namespace dash::detail
