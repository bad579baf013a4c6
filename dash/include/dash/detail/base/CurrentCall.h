#pragma once

/// \file
/// What the program has called of this library, for messages of the runtime.

#include <dash/dart/if/dart_error.h>

namespace dash::detail {

/// Names a function of the library in which units wait for each other, until the end of a scope.
/// Messages of the runtime name it beside the function of the runtime that fails, and so does
/// dartrun when it tells where units wait. If one function calls another one, the outermost counts:
/// it is what the program has called. Costs a comparison and at most two stores.
class CurrentCall {
 public:
  /// \param name  a text that stays, such as "dash::sort"
  explicit CurrentCall(const char* name) noexcept : outer_(dart_current_call)
  {
    if (outer_ == nullptr) dart_current_call = name;
  }
  ~CurrentCall() { dart_current_call = outer_; }
  CurrentCall(const CurrentCall&) = delete;
  CurrentCall& operator=(const CurrentCall&) = delete;

 private:
  const char* outer_;
};

}  // namespace dash::detail
