#include <dash/detail/base/CheckResult.h>

#include <dash/Exception.h>

namespace dash::detail {

std::string FailureReasons::take() const
{
  std::string text(dart_error_reasons(nullptr, 0) + 1, '\0');
  if (text.size() == 1) return {};
  dart_error_reasons(text.data(), text.size());
  text.pop_back();  // the zero byte
  return ": " + text;
}

void throw_failure(dart_ret_t result, const char* operation)
{
  const std::string reasons = FailureReasons().take();
  DASH_THROW(exception::RuntimeError, operation << " failed with DART error " << result << reasons);
}

void throw_refusal(dart_ret_t result, const char* function, const FailureReasons& reasons)
{
  if (result == DART_ERR_INVAL) DASH_THROW(exception::InvalidArgument, function << reasons.take());
  DASH_THROW(exception::RuntimeError, function << reasons.take());
}

}  // namespace dash::detail
