#pragma once

/// \file
/// Users' buffers as the runtime's own code can load and store them.

#include <cstddef>
#include <memory>

#include "memory/device_space.h"

namespace dart {

/// A user's buffer: itself in host memory, or a host copy of it in device memory.
class HostBuffer {
 public:
  enum class Content { needed, overwritten };

  /// \param devices that the buffer may be memory of; nullptr: there are none
  /// \param content whether what the buffer holds is read
  HostBuffer(DeviceSpace* devices, const void* user, std::size_t bytes, Content content)
      : user_(static_cast<std::byte*>(const_cast<void*>(user)))
  {
    if (devices != nullptr) [[unlikely]]
      copy_if_on_device(*devices, bytes, content);
  }

  /// Whether the buffer could be read.
  dart_ret_t result() const { return result_; }
  std::byte* get() const { return copy_ != nullptr ? copy_.get() : user_; }

  bool is_copy() const { return copy_ != nullptr; }

  /// Stores what was written where the user wants it.
  dart_ret_t write_back() const { return write_back(0, bytes_); }
  /// Stores a part of it. Others may write the rest of the user's buffer meanwhile.
  dart_ret_t write_back(std::size_t offset, std::size_t bytes) const
  {
    return is_copy() ? devices_->copy(user_ + offset, copy_.get() + offset, bytes) : DART_OK;
  }

 private:
  void copy_if_on_device(DeviceSpace& devices, std::size_t bytes, Content content);

  std::byte* user_;
  DeviceSpace* devices_ = nullptr;
  std::size_t bytes_ = 0;
  dart_ret_t result_ = DART_OK;
  std::unique_ptr<std::byte[]> copy_;
};

}  // namespace dart
