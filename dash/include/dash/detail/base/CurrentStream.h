#pragma once

/// \file
/// The stream to which algorithms of the calling thread add their kernels.

#include <dash/detail/base/Macro.h>

namespace dash::detail {

/// The stream of CUDA to which steps add kernels without waiting for them; nullptr: they use the
/// unit's stream, and wait.
DASH_API void* current_stream() noexcept;

/// Makes a stream the current one of the calling thread, until the end of a scope.
class DASH_API StreamScope {
 public:
  explicit StreamScope(void* stream) noexcept;
  ~StreamScope();
  StreamScope(const StreamScope&) = delete;
  StreamScope& operator=(const StreamScope&) = delete;

 private:
  void* outer_;
};

/// \throws exception::RuntimeError if a stream is current: an algorithm that the host would have to
///   execute at once cannot take a place in it
DASH_API void require_no_stream(const char* algorithm);

}  // namespace dash::detail
