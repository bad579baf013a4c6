#include "kernel_box.h"

#include <algorithm>
#include <cstdint>

#include "base/box.h"

namespace dart::cuda {
namespace {

/// The largest power of two that divides all addresses and strides, at most the largest word.
std::size_t word_bytes(const std::byte* to, const std::byte* from, const Box& box)
{
  std::size_t bits = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) |
                     box.element_bytes() | KernelBox::largest_word;
  for (const Box::Dimension& dimension : box.dimensions()) {
    bits |= dimension.to_stride | dimension.from_stride;
  }
  return bits & (~bits + 1);
}

/// Makes the dimension in which the sources are adjacent the last but one.
void put_sources_before_targets(KernelBox& box)
{
  if (box.extents[0] > 1 && box.steps[0].from < box.steps[1].from) {
    std::swap(box.extents[0], box.extents[1]);
    std::swap(box.steps[0], box.steps[1]);
  }
}

}  // namespace

bool fits_kernel(const Box& box)
{
  return box.dimensions().size() <= KernelBox::most_dimensions && box.bytes() < std::size_t(1)
                                                                                    << 31;
}

KernelBox kernel_box(const std::byte* to, const std::byte* from, const Box& box)
{
  KernelBox result{};
  std::fill(std::begin(result.extents), std::end(result.extents), 1U);
  const std::size_t unused = KernelBox::most_dimensions - box.dimensions().size();
  for (std::size_t d = 0; d < box.dimensions().size(); ++d) {
    const auto& [extent, to_stride, from_stride] = box.dimensions()[d];
    result.extents[unused + d] = static_cast<unsigned>(extent);
    result.steps[unused + d] = {to_stride, from_stride};
  }
  result.word_bytes = word_bytes(to, from, box);
  result.words = static_cast<unsigned>(box.element_bytes() / result.word_bytes);
  put_sources_before_targets(result);
  result.is_transposition = result.words == 1 && result.steps[2].to == result.word_bytes &&
                            result.steps[1].from == result.word_bytes;
  return result;
}

}  // namespace dart::cuda
