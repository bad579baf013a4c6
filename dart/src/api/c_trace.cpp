// Spans of programs in the trace: functions of the C interface.

#include "trace/trace.h"

#include <cstdio>
#include <new>
#include <vector>

#include "dash/dart/if/dart_trace.h"

namespace {

/// A span that the program began.
struct Begun {
  char category[64], name[64];
  std::int64_t ns;
};

/// The spans of a thread that have not ended yet. If there is no memory for a span, it is omitted
/// together with the spans inside it.
class BegunSpans {
 public:
  /// \return nullptr if the span is omitted
  Begun* begin() noexcept
  {
    try {
      if (left_out_ == 0) return &spans_.emplace_back();
    } catch (const std::bad_alloc&) {
    }
    ++left_out_;
    return nullptr;
  }

  /// The span that ends; nullptr if it was omitted, or never began.
  const Begun* last() const { return left_out_ > 0 || spans_.empty() ? nullptr : &spans_.back(); }

  void end()
  {
    if (left_out_ > 0) {
      --left_out_;
    } else if (!spans_.empty()) {
      spans_.pop_back();
    }
  }

 private:
  std::vector<Begun> spans_;
  std::size_t left_out_ = 0;
};

thread_local BegunSpans begun;

void copy_text(char (&to)[64], const char* from)
{
  std::snprintf(to, sizeof to, "%s", from != nullptr ? from : "");
}

}  // namespace

extern "C" {

bool dart_trace_is_on(void) DART_NOTHROW
{
  return dart::trace::is_on.load(std::memory_order_relaxed);
}

void dart_trace_begin(const char* category, const char* name) DART_NOTHROW
{
  if (!dart_trace_is_on()) return;
  Begun* const span = begun.begin();
  if (span == nullptr) return;
  copy_text(span->category, category);
  copy_text(span->name, name);
  dart::trace::begin_range(span->name);
  span->ns = dart::now_ns();
}

void dart_trace_end(size_t nbytes) DART_NOTHROW
{
  if (const Begun* const span = begun.last()) {
    dart::trace::end_range();
    dart::trace::add(
        dart::trace::this_thread(), {span->category, span->name, span->ns, dart::now_ns(), nbytes});
  }
  begun.end();
}

void dart_trace_name_thread(const char* name) DART_NOTHROW
{
  if (name != nullptr) dart::trace::name_thread(name);
}

}  // extern "C"
