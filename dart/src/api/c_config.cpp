// Settings of the C interface, and the reasons of errors.

#include <algorithm>
#include <cstring>
#include <string>

#include "base/log.h"
#include "dash/dart/if/dart_error.h"
#include "runtime/runtime.h"

extern "C" {

void dart_config(dart_config_t** config_out) DART_NOTHROW
{
  if (config_out != nullptr) *config_out = &dart::log_config();
}

size_t dart_error_reasons(char* text, size_t nbytes) DART_NOTHROW
{
  std::string& errors = dart::kept_errors();
  const std::size_t length = errors.size();
  if (text == nullptr || nbytes == 0) return length;
  const std::size_t shown = std::min(length, nbytes - 1);
  std::memcpy(text, errors.data(), shown);
  text[shown] = '\0';
  errors.clear();
  return length;
}

bool dart_is_new_here(const char* text) DART_NOTHROW
{
  dart::Runtime* const rt = dart::runtime();
  return rt == nullptr || text == nullptr || rt->said().is_new_here(text);
}

bool dart_is_new_in_run(const char* text) DART_NOTHROW
{
  dart::Runtime* const rt = dart::runtime();
  return rt == nullptr || text == nullptr || rt->said().is_new(text);
}

}  // extern "C"
