#include <dash/Exception.h>

#include <cstdlib>
#include <memory>

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#endif

namespace dash::exception {

void log_stack_trace()
{
#if __has_include(<execinfo.h>)
  constexpr int max_frames = 64;
  void* frames[max_frames];
  const int num_frames = backtrace(frames, max_frames);
  const std::unique_ptr<char*, decltype(&std::free)> symbols(
      backtrace_symbols(frames, num_frames), &std::free);
  std::ostringstream text;
  text << "stack of " << num_frames << " frames";
  // The first frame is this function.
  for (int i = 1; symbols != nullptr && i < num_frames; ++i) text << '\n' << symbols.get()[i];
  DASH_LOG_ERROR(text.str());
#else
  DASH_LOG_ERROR("no stack trace on this platform");
#endif
}

}  // namespace dash::exception
