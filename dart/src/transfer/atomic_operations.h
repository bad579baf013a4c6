#pragma once

/// \file
/// Atomic operations on global memory.

#include "transfer/route.h"
#include "types/processor_atomics.h"

namespace dart {

/// Performs atomic operations where the routes say.
class AtomicOperations {
 public:
  /// \param locks for elements that no instruction serves, of all units of the host
  AtomicOperations(
      const Teams& teams, const GlobalMemory& memory, const Routes& routes, AtomicLocks& locks)
      : teams_(teams),
        memory_(memory),
        routes_(routes),
        locks_(locks)
  {}

  /// Whether there is such an operation; says so if not.
  static dart_ret_t check(const AtomicRequest& request, const char* function);

  /// The request's buffers may be device memory. Complete on return.
  dart_ret_t perform(dart_gptr_t gptr, const AtomicRequest& request, const char* function) const
  {
    if (has_device_buffer(request)) [[unlikely]]
      return perform_by_host(gptr, request, function);
    return perform_here(gptr, request, function);
  }

 private:
  bool has_device_buffer(const AtomicRequest& request) const
  {
    return memory_.devices() != nullptr &&
           (memory_.is_device(request.operand) || memory_.is_device(request.compare) ||
            memory_.is_device(request.result));
  }
  dart_ret_t perform_here(
      dart_gptr_t gptr, const AtomicRequest& request, const char* function) const;
  dart_ret_t perform_by_host(dart_gptr_t gptr, AtomicRequest request, const char* function) const;

  const Teams& teams_;
  const GlobalMemory& memory_;
  const Routes& routes_;
  AtomicLocks& locks_;
};

}  // namespace dart
