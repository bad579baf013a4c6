#include <dash/Version.h>

namespace dash {

const char* release() noexcept
{
  return DASH_RELEASE_STRING;
}

}  // namespace dash
