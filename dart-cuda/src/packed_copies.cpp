#include "packed_copies.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cuda_check.h"

namespace dart::cuda {
namespace {

using Dimension = Box::Dimension;

constexpr std::size_t packed_bytes = std::size_t(1) << 20;  // stays in the cache
/// Copy engines are as fast as packed copies if an element has at least so many bytes, or if there
/// are fewer elements than this.
constexpr std::size_t long_element_bytes = std::size_t(64) << 10, many_elements = 32;

/// \return nullptr if there is not enough memory
std::byte* allocate_pinned(Gpu& gpu)
{
  OnGpu on(gpu);
  void* memory = nullptr;
  const cudaError_t allocated = cudaHostAlloc(&memory, packed_bytes, cudaHostAllocPortable);
  return is_allocated(allocated, "cudaHostAlloc") ? static_cast<std::byte*>(memory) : nullptr;
}

}  // namespace

PackedCopies::~PackedCopies()
{
  for (const Buffer& buffer : buffers_) {
    if (buffer.memory != nullptr) cudaFreeHost(buffer.memory);
  }
}

bool PackedCopies::supports(const CopyEnd& to, const CopyEnd& from, const Box& box)
{
  const bool to_device = to.memory == MemoryType::device;
  if (to_device == (from.memory == MemoryType::device)) return false;
  if ((to_device ? box.from_span() : box.to_span()) == box.bytes()) return false;
  const std::size_t elements = box.bytes() / box.element_bytes();
  if (elements < many_elements || box.element_bytes() >= long_element_bytes) return false;
  return prepare(copier_.engine_for(to_device ? to.gpu : from.gpu));
}

bool PackedCopies::prepare(Gpu& gpu)
{
  std::lock_guard guard(mutex_);
  for (Buffer& buffer : buffers_) {
    if (buffer.memory == nullptr) buffer.memory = allocate_pinned(gpu);
    if (buffer.memory == nullptr) return false;
  }
  return true;
}

Copier::Ticket PackedCopies::copy(
    const CopyEnd& to, const CopyEnd& from, const Box& box, const BoxCopy& box_copy)
{
  std::lock_guard guard(mutex_);
  if (to.memory == MemoryType::device) {
    copier_.wait_before_reading(from.address, box.from_span());
    return pack(to.address, from.address, box, box_copy);
  }
  copier_.wait_before_writing(to.address, box.to_span());
  unpack(to.address, from.address, box, box_copy);
  return 0;
}

Copier::Ticket PackedCopies::pack(
    std::byte* to, const std::byte* from, const Box& box, const BoxCopy& copy)
{
  Copier::Ticket ticket = 0;
  const auto pack_part = [&](std::byte* target, const std::byte* source, const Box& part) {
    Buffer& buffer = next_buffer();
    copy_box(part.gapless(&Dimension::to_stride), buffer.memory, source);
    buffer.ticket = copy(target, buffer.memory, part.gapless(&Dimension::from_stride));
    ticket = copier_.join(ticket, buffer.ticket);
  };
  box.for_each_part(to, from, packed_bytes, pack_part);
  return ticket;
}

void PackedCopies::unpack(std::byte* to, const std::byte* from, const Box& box, const BoxCopy& copy)
{
  struct Arriving {
    Buffer* buffer;
    std::byte* target;
    Box box;
  };
  std::optional<Arriving> last;
  const auto finish_last = [&] {
    if (!last) return;
    copier_.wait(last->buffer->ticket);
    copy_box(last->box, last->target, last->buffer->memory);
  };
  box.for_each_part(
      to, from, packed_bytes, [&](std::byte* target, const std::byte* source, const Box& part) {
        Buffer& buffer = next_buffer();
        buffer.ticket = copy(buffer.memory, source, part.gapless(&Dimension::to_stride));
        finish_last();
        last.emplace(Arriving{&buffer, target, part.gapless(&Dimension::from_stride)});
      });
  finish_last();
}

/// A buffer that no copy uses any more.
PackedCopies::Buffer& PackedCopies::next_buffer()
{
  Buffer& buffer = buffers_[next_++ % buffers_.size()];
  copier_.wait(std::exchange(buffer.ticket, 0));
  return buffer;
}

}  // namespace dart::cuda
