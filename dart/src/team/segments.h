#pragma once

/// \file
/// Segments of teams, from their allocation or registration to their end.

#include <cstdint>
#include <memory>
#include <optional>

#include "memory/exposed_ranges.h"
#include "memory/global_memory.h"
#include "memory/symmetric_offsets.h"
#include "team/pointer_lookup.h"
#include "team/team.h"

namespace dart {

/// What a unit asks for in a collective allocation or registration.
struct SegmentWish {
  /// DART_OK, or the error for which this unit cannot take part: the others wait for it in any
  /// case, and no unit gets memory.
  dart_ret_t able = DART_OK;
  std::uint64_t bytes = 0;
  const dart_agreement_t* agreement = nullptr;  ///< nullptr: about nothing
};

/// Makes and ends the segments of teams. All calls are collective over the team.
class Segments {
 public:
  /// \param network to other hosts; nullptr in a run on one host
  Segments(
      GlobalMemory& memory, const UnitTable& units, SymmetricOffsets& offsets,
      PointerLookup& pointers, Transport* network);
  Segments(const Segments&) = delete;
  Segments& operator=(const Segments&) = delete;

  /// \param[out] gptr start of the part of the team's first unit; untouched in case of an error
  /// \return \c wish.able if it is an error, else DART_OK, DART_ERR_NOMEM, or DART_ERR_INVAL if the
  ///   units do not agree
  dart_ret_t allocate(
      Team& team, dart_memory_t choice, SegmentWish wish, dart_gptr_t* gptr, const char* function);
  void free(Team& team, std::int16_t id);
  /// \param[out] gptr start of the part of the team's first unit; untouched in case of an error
  dart_ret_t add_registered(
      Team& team, SegmentWish wish, void* address, dart_gptr_t* gptr, const char* function);
  void remove_registered(Team& team, std::int16_t id);

 private:
  struct NewSegment;
  struct Allocation;

  bool is_run_on_one_host() const { return network_ == nullptr; }
  std::uint64_t take_offset(Board& board, std::uint64_t bytes);
  void give_offset_back(const Board& board, std::uint64_t offset);
  bool commit_part(dart_memory_t choice, std::uint64_t offset, std::uint64_t bytes);
  bool are_grants_certain(const Team& team, dart_memory_t choice) const;
  bool place_parts(Team& team, Segment& segment);
  void place(Team& team, Allocation& allocation);
  dart_ret_t refuse(const Team& team, const Allocation& allocation);
  void forget_on_devices(const Team& team, const Segment& segment);
  void release_parts(Team& team, const Segment& segment);
  bool expose(const Team& team, void* address, std::uint64_t bytes);
  void conceal(const Team& team, const Segment& segment);

  GlobalMemory& memory_;
  const UnitTable& units_;
  SymmetricOffsets& offsets_;
  PointerLookup& pointers_;
  Transport* network_;
  std::optional<ExposedRanges> exposed_;  ///< what the program registered, on several hosts
};

}  // namespace dart
