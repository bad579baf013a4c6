#include <dash/detail/memory/BounceBuffer.h>

#include <dash/dart/if/dart_gpu.h>

#include <algorithm>

namespace dash::detail {

BounceBuffer::BounceBuffer(std::size_t nbytes)
{
  constexpr std::size_t most = std::size_t(16) << 20;
  size_ = std::min(nbytes, most);
  if (is_gpu_unit()) {
    own_ = Scratch(MemoryKind::device, size_);
    return;
  }
  void* memory = nullptr;
  std::size_t given = 0;
  dart_bounce_buffer_acquire(&memory, &given);
  borrowed_.reset(memory);
  size_ = std::min(nbytes, given);
}

void BounceBuffer::Release::operator()(void* address) const noexcept
{
  dart_bounce_buffer_release(address);
}

}  // namespace dash::detail
