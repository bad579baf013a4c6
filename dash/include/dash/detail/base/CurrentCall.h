#pragma once

/// \file
/// What the program has called of this library, for messages of the runtime.

#include <dash/dart/if/dart_error.h>
#include <dash/detail/base/TypeInfoOf.h>

#include <cstddef>
#include <cstdint>
#include <typeinfo>

namespace dash::detail {

/// Names a function of the library in which units wait for each other, until the end of a scope.
/// Messages of the runtime name it beside the function of the runtime that fails, and so does
/// dartrun when it tells where units wait. If one function calls another one, the outermost counts:
/// it is what the program has called. Costs a comparison and at most three stores.
class CurrentCall {
 public:
  /// \param name  a text that stays, such as "dash::sort"
  explicit CurrentCall(const char* name) noexcept : outer_(dart_current_call)
  {
    if (outer_ == nullptr) dart_current_call = name;
  }
  ~CurrentCall()
  {
    dart_current_call = outer_;
    if (outer_ == nullptr) dart_current_range.type = nullptr;
  }
  CurrentCall(const CurrentCall&) = delete;
  CurrentCall& operator=(const CurrentCall&) = delete;

 private:
  const char* outer_;
};

/// The function that the program has called, or another name if it has called none that tells.
inline const char* name_of_call(const char* otherwise = "dash") noexcept
{
  return dart_current_call != nullptr ? dart_current_call : otherwise;
}

/// Tells what the program's call works on, for the same messages: the first range of the outermost
/// function.
template <class T>
void note_elements(std::ptrdiff_t n) noexcept
{
  if (dart_current_call == nullptr || dart_current_range.type != nullptr) return;
  dart_current_range = {static_cast<std::uint64_t>(n), type_info_of<T>().name()};
}

}  // namespace dash::detail
