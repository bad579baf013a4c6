#include "staging_ring.h"

#include <sys/mman.h>

#include <cerrno>

namespace dart::ib {
namespace {

/// Pieces are aligned to cache lines.
constexpr std::size_t line = 64;

std::byte* map_memory(std::size_t bytes)
{
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw verbs_failure("memory to stage transfers in", errno);
  return static_cast<std::byte*>(memory);
}

}  // namespace

void StagingRing::Unmap::operator()(std::byte* memory) const
{
  munmap(memory, bytes);
}

StagingRing::StagingRing(const Device& device, std::size_t bytes)
    : bytes_(bytes),
      memory_(map_memory(bytes), Unmap{bytes}),
      region_(register_host(device, memory_.get(), bytes, IBV_ACCESS_LOCAL_WRITE))
{
  if (region_ == nullptr) {
    throw std::runtime_error(registration_failure(device, bytes, errno));
  }
}

std::byte* StagingRing::take(std::size_t bytes)
{
  const std::size_t needed = (bytes + line - 1) / line * line;
  const std::size_t position = head_ % bytes_;
  const std::size_t skipped = position + needed > bytes_ ? bytes_ - position : 0;
  if (head_ + skipped + needed - tail_ > bytes_) return nullptr;
  head_ += skipped + needed;
  return memory_.get() + (position + skipped) % bytes_;
}

}  // namespace dart::ib
