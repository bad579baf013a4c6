#pragma once

namespace dart {

class Runtime;

/// Takes messages that units of other hosts send to this one.
void serve_messages(Runtime& rt);

}  // namespace dart
