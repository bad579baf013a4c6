#include <dash/internal/StackTrace.h>

#include <cxxabi.h>
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#endif

namespace {

template <class T>
using Allocated = std::unique_ptr<T, decltype(&std::free)>;

/// A line of the system, "program(function+0x15) [0x8048a6d]", with the name that the function has
/// in the source if it has one.
std::string readable(const std::string& line)
{
  const std::size_t begin = line.find('(') + 1;
  const std::size_t end = line.find('+', begin);
  if (begin == 0 || end == std::string::npos) return line;
  int status = 0;
  const Allocated<char> name(
      abi::__cxa_demangle(line.substr(begin, end - begin).c_str(), nullptr, nullptr, &status),
      &std::free);
  return name != nullptr ? line.substr(0, begin) + name.get() + line.substr(end) : line;
}

}  // namespace

void dash__print_stacktrace(std::FILE* out, unsigned int max_frames)
{
  std::fprintf(out, "Stack trace:\n");
#if __has_include(<execinfo.h>)
  // The first frame is this function.
  constexpr unsigned int most = 1000;
  std::vector<void*> frames(std::min(max_frames, most) + 1);
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  const Allocated<char*> lines(backtrace_symbols(frames.data(), count), &std::free);
  for (int i = 1; lines != nullptr && i < count; ++i) {
    std::fprintf(out, "  %s\n", readable(lines.get()[i]).c_str());
  }
#endif
}
