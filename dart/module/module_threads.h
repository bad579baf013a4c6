#pragma once

/// \file
/// The threads of a module that the runtime loads: the runtime knows them as its helpers.

namespace dart {

/// The runtime's function that makes the calling thread a helper, or no longer one
/// (base/helper_threads.h).
using SetHelper = void (*)(bool is_one);

/// Passes the runtime's function to the module, whose threads are no helpers before.
void set_helper_function(SetHelper function);

}  // namespace dart
