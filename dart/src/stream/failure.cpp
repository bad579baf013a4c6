#include "stream/failure.h"

#include <utility>

#include "base/exception_guard.h"
#include "base/log.h"
#include "dash/dart/if/dart_error.h"

namespace dart {

bool Failure::has_failed()
{
  std::lock_guard guard(mutex_);
  return result_ != DART_OK;
}

void Failure::run(
    const char* function, const char* user_call,
    const std::function<dart_ret_t()>& operation) noexcept
{
  if (has_failed()) return;
  const auto outer_kept = std::exchange(dart_errors_kept, 1);
  kept_errors().clear();
  dart_current_call = user_call;
  const dart_ret_t result = guarded_always(function, [&](const char*) { return operation(); });
  dart_current_call = nullptr;
  dart_errors_kept = outer_kept;
  if (result == DART_OK) return;
  std::lock_guard guard(mutex_);
  result_ = result;
  messages_ = std::exchange(kept_errors(), {});
}

dart_ret_t Failure::take()
{
  std::unique_lock lock(mutex_);
  if (result_ == DART_OK) return DART_OK;
  const dart_ret_t result = std::exchange(result_, DART_OK);
  const std::string messages = std::exchange(messages_, {});
  lock.unlock();
  // The messages name what the program has called when it has added the operation.
  const char* const current = std::exchange(dart_current_call, nullptr);
  log(LogLevel::error, "%s", messages.c_str());
  dart_current_call = current;
  return result;
}

}  // namespace dart
