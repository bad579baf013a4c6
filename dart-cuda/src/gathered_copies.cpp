#include "gathered_copies.h"

#include <algorithm>

#include "cuda_check.h"

namespace dart::cuda {
namespace {

constexpr std::size_t buffer_bytes = std::size_t(16) << 20;
/// From this size of an element on, copy engines are as fast if the host memory has no gaps; below
/// this size of the box, their single call is.
constexpr std::size_t large_element_bytes = 4096, small_box_bytes = std::size_t(32) << 10;
/// Below this size, host code leaves out the gaps in less time than it takes until the kernel of
/// one process follows that of another one on the same GPU.
constexpr std::size_t small_gappy_bytes = std::size_t(1) << 20;

bool goes_to_host(const CopyEnd& to)
{
  return to.memory != MemoryType::device;
}

/// Calls \c f(to, from, part) for parts of a box whose host memory fits into the buffer.
template <class F>
void for_each_staged_part(CopyEnd to, CopyEnd from, const Box& box, F f)
{
  const auto host_stride =
      goes_to_host(to) ? &Box::Dimension::to_stride : &Box::Dimension::from_stride;
  std::vector<Box::Dimension> dimensions = box.dimensions();
  const auto largest = std::max_element(
      dimensions.begin(), dimensions.end(), [=](const Box::Dimension& a, const Box::Dimension& b) {
        return a.*host_stride < b.*host_stride;
      });
  const std::size_t all = largest->extent;
  // A stride is 0 where one host element goes to many places.
  const std::size_t stride = std::max<std::size_t>(1, (*largest).*host_stride);
  const std::size_t most = std::max<std::size_t>(1, buffer_bytes / stride);
  for (std::size_t first = 0; first < all; first += most) {
    largest->extent = std::min(most, all - first);
    f(to, from, Box(box.element_bytes(), dimensions));
    to.address += largest->extent * largest->to_stride;
    from.address += largest->extent * largest->from_stride;
  }
}

}  // namespace

GatheredCopies::GatheredCopies(Gpus& gpus, Copier& copier) : copier_(copier), buffers_(gpus.count())
{}

GatheredCopies::~GatheredCopies()
{
  for (std::byte* const buffer : buffers_) {
    if (buffer != nullptr) cudaFree(buffer);
  }
}

bool GatheredCopies::supports(const CopyEnd& to, const CopyEnd& from, const Box& box)
{
  const bool to_host = goes_to_host(to);
  const CopyEnd& device = to_host ? from : to;
  if (to_host == goes_to_host(from) || box.dimensions().empty()) return false;
  const std::size_t host_span = to_host ? box.to_span() : box.from_span();
  const bool has_gaps = host_span != box.bytes();
  if (has_gaps ? to_host || !box.can_read_gaps() : box.element_bytes() >= large_element_bytes)
    return false;
  if (box.bytes() < (has_gaps ? small_gappy_bytes : small_box_bytes)) return false;
  if (device.bytes < (to_host ? box.from_span() : box.to_span())) return false;
  Gpu& engine = copier_.engine_for(device.gpu);
  const CopyEnd buffer{MemoryType::device, engine.ordinal(), nullptr, host_span};
  bool supports_parts = true;
  for_each_staged_part(to, from, box, [&](const CopyEnd&, const CopyEnd&, const Box& part) {
    const bool kernel_copies = to_host ? copier_.can_copy_box(buffer, device, part)
                                       : copier_.can_copy_box(device, buffer, part);
    supports_parts = supports_parts && kernel_copies &&
                     (to_host ? part.to_span() : part.from_span()) <= buffer_bytes;
  });
  return supports_parts && prepare(engine);
}

bool GatheredCopies::prepare(Gpu& gpu)
{
  std::lock_guard guard(mutex_);
  return buffer(gpu) != nullptr;
}

Copier::Ticket GatheredCopies::copy(
    const CopyEnd& to, const CopyEnd& from, const Box& box, const PlainCopy& plain_copy)
{
  Copier::Ticket ticket = 0;
  for_each_staged_part(
      to, from, box, [&](const CopyEnd& target, const CopyEnd& source, const Box& part) {
        ticket = copier_.join(ticket, copy_part(target, source, part, plain_copy));
      });
  return ticket;
}

/// The buffer is on the GPU whose kernel uses it, which might not reach what this process allocates
/// on another one. The copier keeps the order of copies that use the buffer: the second one ends
/// last.
Copier::Ticket GatheredCopies::copy_part(
    const CopyEnd& to, const CopyEnd& from, const Box& box, const PlainCopy& plain_copy)
{
  const bool to_host = goes_to_host(to);
  std::lock_guard guard(mutex_);
  Gpu& engine = copier_.engine_for(to_host ? from.gpu : to.gpu);
  const std::size_t host_span = to_host ? box.to_span() : box.from_span();
  const CopyEnd staged{MemoryType::device, engine.ordinal(), buffer(engine), host_span};
  if (to_host) {
    copier_.copy_box(staged, from, box);
    return plain_copy(to.address, staged.address, host_span);
  }
  plain_copy(staged.address, from.address, host_span);
  return copier_.copy_box(to, staged, box);
}

/// The caller holds the lock. \return nullptr if the GPU has no memory left
std::byte* GatheredCopies::buffer(Gpu& gpu)
{
  std::byte*& found = buffers_[gpu.ordinal()];
  if (found == nullptr) {
    OnGpu on(gpu);
    void* memory = nullptr;
    if (!is_allocated(cudaMalloc(&memory, buffer_bytes), "cudaMalloc")) return nullptr;
    found = static_cast<std::byte*>(memory);
  }
  return found;
}

}  // namespace dart::cuda
