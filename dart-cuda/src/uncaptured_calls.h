#pragma once

/// \file
/// Calls of CUDA while a program captures a stream into a graph.

#include <cuda.h>

#include "driver.h"

namespace dart::cuda {

/// Permits calls that are not a part of any graph, such as those that take or map memory or ask
/// whether work is complete, until the end of a scope: CUDA refuses them to the thread that
/// captures a stream, or to all threads of the process, and the graph is lost then.
class UncapturedCalls {
 public:
  UncapturedCalls() : has_changed_(exchange()) {}
  ~UncapturedCalls()
  {
    if (has_changed_) exchange();
  }
  UncapturedCalls(const UncapturedCalls&) = delete;
  UncapturedCalls& operator=(const UncapturedCalls&) = delete;

 private:
  /// If this fails, so do the calls for which it is made, which say why.
  bool exchange() { return driver().cuThreadExchangeStreamCaptureMode(&mode_) == CUDA_SUCCESS; }

  CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;
  bool has_changed_;
};

}  // namespace dart::cuda
