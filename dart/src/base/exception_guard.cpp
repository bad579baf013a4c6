#include "base/exception_guard.h"

#include <exception>
#include <new>

#include "base/collective_mismatch.h"

namespace dart {

dart_ret_t code_of_exception(const char* function) noexcept
{
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return refuse_without_memory(function);
  } catch (const CollectiveMismatch& error) {
    log(LogLevel::error, "%s: %s", function, error.what());
    return DART_ERR_INVAL;
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

}  // namespace dart
