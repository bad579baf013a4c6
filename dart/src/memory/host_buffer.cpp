#include "memory/host_buffer.h"

namespace dart {

void HostBuffer::copy_if_on_device(DeviceSpace& devices, std::size_t bytes, Content content)
{
  if (!devices.is_device(user_)) return;
  devices_ = &devices;
  bytes_ = bytes;
  copy_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
  if (content == Content::needed) result_ = devices.copy(copy_.get(), user_, bytes);
}

}  // namespace dart
