#pragma once

/// \file
/// Waits of kernels in traces of the run.

#include <dash/detail/base/Macro.h>
#include <dash/detail/base/TraceSpan.h>

#include <dash/dart/if/dart_trace.h>

namespace dash::kernel::detail {

/// A span from \c begin, which need not be called, to the end of the object. Kernels that are host
/// functions have such spans; those on GPUs write no traces.
class WaitSpan {
 public:
  WaitSpan() = default;
  WaitSpan(const WaitSpan&) = delete;
  WaitSpan& operator=(const WaitSpan&) = delete;
  DASH_HOST_DEVICE ~WaitSpan()
  {
#if !defined(__CUDA_ARCH__)
    if (is_begun_) dart_trace_end(0);
#endif
  }

  DASH_HOST_DEVICE void begin()
  {
#if !defined(__CUDA_ARCH__)
    if (!dash::detail::run_is_traced) return;
    is_begun_ = true;
    dart_trace_begin("wait", "wait in a kernel");
#endif
  }

 private:
  bool is_begun_ = false;
};

}  // namespace dash::kernel::detail
