#include "transfer/layout.h"

namespace dart {

bool span_bytes(const Datatype& type, std::size_t elements, std::size_t* bytes)
{
  std::size_t span = elements;
  if (!type.blocks.empty() && elements > 0) {
    const std::size_t instances = elements / type.instance;
    std::size_t last = 0;
    for (const auto& block : type.blocks) last = std::max(last, block.offset + block.length);
    if (__builtin_mul_overflow(instances - 1, type.extent, &span)) return false;
    if (__builtin_add_overflow(span, last, &span)) return false;
  }
  return !__builtin_mul_overflow(span, type.element_bytes, bytes);
}

}  // namespace dart
