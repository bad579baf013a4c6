#include "base/wait.h"

namespace dart {

SpinPolicy SpinPolicy::current;

}  // namespace dart
