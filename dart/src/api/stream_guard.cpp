#include "api/stream_guard.h"

namespace dart {

dart_ret_t refuse_stream(const char* function) noexcept
{
  log(LogLevel::error,
      "%s: there is no such stream: it was never created, or it has ended, or another unit has "
      "created it",
      function);
  return DART_ERR_INVAL;
}

}  // namespace dart
