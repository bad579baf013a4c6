#pragma once

namespace dart {

class Runtime;

/// Receives messages that units of other hosts send to this unit.
void serve_messages(Runtime& rt);

}  // namespace dart
