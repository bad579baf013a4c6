#include "transfer/handle.h"

namespace dart {

constinit Handles handles;

}  // namespace dart
