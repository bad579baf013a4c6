#pragma once

/// \file
/// Allocation of segments.

#include "runtime/runtime.h"

namespace dart {

/// Allocates memory at each unit of a team under one segment id. Collective over the team.
/// \param able DART_OK, or the error for which this unit cannot take part: the others wait for it
///        in any case, and no unit gets memory
/// \param bytes of this unit
/// \param[out] gptr start of the part of the team's first unit; untouched in case of an error
/// \param function for messages
/// \return \c able if it is an error, else DART_OK or DART_ERR_NOMEM
dart_ret_t allocate_segment(
    Runtime& rt, Team& team, dart_memory_t memory, dart_ret_t able, std::uint64_t bytes,
    dart_gptr_t* gptr, const char* function);

}  // namespace dart
