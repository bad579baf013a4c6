#pragma once

/// \file
/// Processes of one launcher that do not find each other.

namespace dart {

/// Warns of a run of one unit whose process is one of several that a launcher has started. Such
/// processes do not find each other if the launcher belongs to another MPI, or offers none, and
/// then each of them would succeed as a run of its own. The first of them warns for all.
void warn_if_launched_apart();

}  // namespace dart
