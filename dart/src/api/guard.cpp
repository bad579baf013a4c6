#include "api/guard.h"

#include <exception>
#include <new>

namespace dart {

dart_ret_t code_of_exception(const char* function) noexcept
{
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return refuse_without_memory(function);
  } catch (const std::exception& error) {
    log(LogLevel::error, "%s: %s", function, error.what());
  } catch (...) {
    log(LogLevel::error, "%s: an exception of unknown type", function);
  }
  return DART_ERR_OTHER;
}

dart_ret_t refuse_without_memory(const char* function) noexcept
{
  log(LogLevel::error, "%s: this process has no memory left", function);
  return DART_ERR_NOMEM;
}

dart_ret_t refuse_without_runtime(const char* function) noexcept
{
  log(LogLevel::error,
      "%s: the runtime is not running; call dart_init (dash::init) before and dart_exit "
      "(dash::finalize) after it",
      function);
  return DART_ERR_NOTINIT;
}

dart_ret_t refuse_team(const char* function, dart_team_t id) noexcept
{
  log(LogLevel::error, "%s: no team %d on this unit", function, id);
  return DART_ERR_INVAL;
}

}  // namespace dart
