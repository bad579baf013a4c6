#pragma once

/// \file
/// One collective allocation: a part of global memory at each unit of a team.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>

#include <cstddef>
#include <vector>

namespace dash {

class Team;

namespace detail {

/// Keeps the mapped address of each unit's part, so that element access makes no call.
class DASH_API TeamSegment {
 public:
  TeamSegment() = default;
  TeamSegment(TeamSegment&& other) noexcept;
  TeamSegment& operator=(TeamSegment&& other) noexcept;
  /// Forgets the memory: freeing is collective, so it must be asked for.
  ~TeamSegment() = default;

  /// Allocates \c nbytes at the calling unit. Collective over \c team; sizes may differ, \c memory
  /// may not.
  /// \throws exception::RuntimeError before dash::init, or when memory is short
  void allocate(const Team& team, std::size_t nbytes, dart_memory_t memory);
  /// Collective over the team. Without memory, or after dash::finalize: no effect.
  void deallocate();

  bool is_allocated() const noexcept { return !bases_.empty(); }
  std::size_t num_units() const noexcept { return bases_.size(); }

  /// Address for host code of the part of \c unit, nullptr where it has none.
  std::byte* base(dart_unit_t unit) const noexcept
  {
    return bases_[static_cast<std::size_t>(unit)];
  }

  /// Start of the calling unit's part; a device pointer where it is device memory.
  std::byte* local_base() const noexcept { return local_; }

  /// Null without memory.
  dart_gptr_t gptr(dart_unit_t unit = 0, std::size_t offset = 0) const noexcept;
  /// Bytes at \c unit.
  std::size_t size(dart_unit_t unit) const;
  /// Bytes at all units.
  std::size_t size() const;

 private:
  dart_gptr_t gptr_ = DART_GPTR_NULL;
  std::byte* local_ = nullptr;
  std::vector<std::byte*> bases_;
};

}  // namespace detail

}  // namespace dash
