#pragma once

/// \file
/// One collective allocation: a part of global memory on each unit of a team.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>

#include <cstddef>
#include <vector>

namespace dash {

class Team;

namespace detail {

/// Keeps the mapped address of each unit's part, so that element access needs no call.
class DASH_API TeamSegment {
 public:
  TeamSegment() = default;
  TeamSegment(TeamSegment&& other) noexcept;
  TeamSegment& operator=(TeamSegment&& other) noexcept;
  /// Does not free the memory: freeing is collective, so it has to be requested by deallocate().
  ~TeamSegment() = default;

  /// Allocates \c nbytes bytes on the calling unit. Collective over \c team. Sizes may differ;
  /// \c memory has to be the same on all units.
  /// \param agreement  what has to be the same on all units; nullptr: nothing
  /// \throws exception::RuntimeError before dash::init, or if there is not enough memory
  /// \throws exception::InvalidArgument on all units if they do not agree
  void allocate(
      const Team& team, std::size_t nbytes, dart_memory_t memory,
      const dart_agreement_t* agreement = nullptr);
  /// Frees the memory. Collective over the team. Has no effect if there is no memory, or after
  /// dash::finalize.
  void deallocate();
  /// Frees the allocation that starts at \c start, whoever has made it. Collective over its team.
  static void deallocate(dart_gptr_t start);

  bool is_allocated() const noexcept { return !bases_.empty(); }
  std::size_t num_units() const noexcept { return bases_.size(); }

  /// Address for host code of the part of \c unit; nullptr if there is none.
  std::byte* base(dart_unit_t unit) const noexcept
  {
    return bases_[static_cast<std::size_t>(unit)];
  }

  /// Start of the calling unit's part; a device pointer if the part is in device memory.
  std::byte* local_base() const noexcept { return local_; }

  /// Global pointer to a byte of the part of \c unit; null if nothing is allocated.
  dart_gptr_t gptr(dart_unit_t unit = 0, std::size_t offset = 0) const noexcept;
  /// Size of the part of \c unit in bytes.
  std::size_t size(dart_unit_t unit) const;
  /// Total size of all parts in bytes.
  std::size_t size() const;

 private:
  dart_gptr_t gptr_ = DART_GPTR_NULL;
  std::byte* local_ = nullptr;
  std::vector<std::byte*> bases_;
};

}  // namespace detail

}  // namespace dash
