// The release of the runtime.

#include <dash/dart/if/dart_release.h>

extern "C" {

const char* dart_release() noexcept
{
  return DASH_RELEASE_STRING;
}

}  // extern "C"
