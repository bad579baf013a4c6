#pragma once

/// \file
/// Allocation of segments.

#include "runtime/runtime.h"

namespace dart {

/// Allocates memory on each unit of a team under one segment id. Collective over the team.
/// \param able       DART_OK, or the error because of which this unit cannot take part: the others
///   wait for it in any case, and no unit gets memory
/// \param bytes      size of this unit's part
/// \param[out] gptr  start of the part of the team's first unit; not changed in case of an error
/// \param function   name for messages
/// \return \c able if it is an error, otherwise DART_OK or DART_ERR_NOMEM
dart_ret_t allocate_segment(
    Runtime& rt, Team& team, dart_memory_t memory, dart_ret_t able, std::uint64_t bytes,
    dart_gptr_t* gptr, const char* function);

}  // namespace dart
