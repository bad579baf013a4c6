#pragma once

/// \file
/// Users' buffers in a form that the runtime's own code can load and store.

#include <memory>

#include "runtime/runtime.h"

namespace dart {

/// A user's buffer: the buffer itself in host memory, or a host copy of a buffer in device memory.
class HostBuffer {
 public:
  enum class Content { needed, overwritten };

  /// \param content  whether the buffer's content is read, or has to be kept where nothing is
  ///   stored
  HostBuffer(const void* user, std::size_t bytes, Content content)
      : user_(static_cast<std::byte*>(const_cast<void*>(user)))
  {
    Runtime* rt = runtime();
    if (rt == nullptr || !rt->is_device(user)) return;
    bytes_ = bytes;
    copy_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
    if (content == Content::needed) result_ = rt->devices()->copy(copy_.get(), user, bytes);
  }

  /// Whether the buffer could be read.
  dart_ret_t result() const { return result_; }
  std::byte* get() const { return copy_ != nullptr ? copy_.get() : user_; }

  /// Copies what was written to the user's buffer.
  dart_ret_t write_back() const
  {
    if (copy_ == nullptr) return DART_OK;
    return runtime()->devices()->copy(user_, copy_.get(), bytes_);
  }

 private:
  std::byte* user_;
  std::size_t bytes_ = 0;
  dart_ret_t result_ = DART_OK;
  std::unique_ptr<std::byte[]> copy_;
};

}  // namespace dart
