// Settings of the C interface.

#include "base/log.h"

extern "C" void dart_config(dart_config_t** config_out) DART_NOTHROW
{
  if (config_out != nullptr) *config_out = &dart::log_config();
}
