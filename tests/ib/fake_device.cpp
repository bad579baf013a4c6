#include "fake_device.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

namespace dart::ib::test {

FakeDevice* FakeDevice::latest = nullptr;

FakeDevice::FakeDevice(std::size_t bytes) : bytes_(bytes)
{
  const int file = memfd_create("device", MFD_CLOEXEC);
  if (ftruncate(file, static_cast<off_t>(bytes)) != 0) std::abort();
  closed_ = static_cast<std::byte*>(mmap(nullptr, bytes, PROT_NONE, MAP_SHARED, file, 0));
  open_ =
      static_cast<std::byte*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  close(file);
  latest = this;
}

FakeDevice::~FakeDevice()
{
  latest = nullptr;
  munmap(closed_, bytes_);
  munmap(open_, bytes_);
}

bool FakeDevice::contains(const void* address) const
{
  return address >= closed_ && address < closed_ + bytes_;
}

std::byte* FakeDevice::opened(void* address) const
{
  auto* const bytes = static_cast<std::byte*>(address);
  return contains(address) ? open_ + (bytes - closed_) : bytes;
}

bool FakeDevice::is_device(const void* buffer)
{
  return latest != nullptr && latest->contains(buffer);
}

dart_ret_t FakeDevice::copy(void* to, const void* from, std::size_t bytes)
{
  ++latest->copies_;
  std::memcpy(latest->opened(to), latest->opened(const_cast<void*>(from)), bytes);
  return DART_OK;
}

}  // namespace dart::ib::test
