#pragma once

/// \file
/// Owners of objects of libibverbs.

#include <infiniband/verbs.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/log.h"

namespace dart::ib {

/// Destroys an object; the adapter refuses this only if the order of destruction is wrong.
template <auto destroy>
struct Destroy {
  template <class Object>
  void operator()(Object* object) const
  {
    if (const int error = destroy(object)) {
      log(LogLevel::warn, "freeing a resource of the adapter: %s", std::strerror(error));
    }
  }
};

using Context = std::unique_ptr<ibv_context, Destroy<&ibv_close_device>>;
using ProtectionDomain = std::unique_ptr<ibv_pd, Destroy<&ibv_dealloc_pd>>;
using CompletionQueue = std::unique_ptr<ibv_cq, Destroy<&ibv_destroy_cq>>;
using QueuePairObject = std::unique_ptr<ibv_qp, Destroy<&ibv_destroy_qp>>;
using MemoryRegion = std::unique_ptr<ibv_mr, Destroy<&ibv_dereg_mr>>;

/// An error with a text such as "creating a queue pair: Cannot allocate memory".
inline std::runtime_error verbs_failure(const std::string& what, int error)
{
  return std::runtime_error(what + ": " + std::strerror(error));
}

}  // namespace dart::ib
