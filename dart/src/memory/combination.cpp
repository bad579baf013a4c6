#include "memory/combination.h"

#include <algorithm>
#include <array>

#include "base/copy_bytes.h"
#include "types/basic_types.h"
#include "types/reduction.h"

namespace dart {
namespace {

/// The elements that are combined at a time stay in the cache of the processor.
using Block = std::array<std::byte, 8192>;

/// Works on \c bytes bytes at \c offset of all buffers. Results go to the targets when no source of
/// these bytes is needed any more, because targets may be sources.
class BlockOfElements {
 public:
  BlockOfElements(
      const Combination& combination, const Reduction& reduce, std::size_t offset,
      std::size_t bytes)
      : all_(combination),
        reduce_(reduce),
        offset_(offset),
        bytes_(bytes)
  {}

  /// The order is the one of reductions in host memory: the same bits.
  void reduce()
  {
    copy_bytes(result_.data(), source(all_.from.size() - 1), bytes_);
    for (std::size_t k = all_.from.size() - 1; k-- > 0;)
      reduce_(source(k), result_.data(), elements());
    for (std::byte* const target : all_.to) copy_bytes(target + offset_, result_.data(), bytes_);
  }

  void scan()
  {
    copy_bytes(result_.data(), source(0), bytes_);
    for (std::size_t k = 1; k < all_.from.size(); ++k) {
      Block next;
      copy_bytes(next.data(), source(k), bytes_);
      store(k - 1);
      reduce_(result_.data(), next.data(), elements());
      result_ = next;
    }
    store(all_.from.size() - 1);
  }

 private:
  const std::byte* source(std::size_t k) const { return all_.from[k] + offset_; }
  void store(std::size_t k) const { copy_bytes(all_.to[k] + offset_, result_.data(), bytes_); }
  std::size_t elements() const { return bytes_ / reduce_.element_bytes(); }

  const Combination& all_;
  const Reduction& reduce_;
  std::size_t offset_, bytes_;
  alignas(64) Block result_;
};

}  // namespace

bool has_device_code(dart_operation_t operation, dart_datatype_t type)
{
  return !is_custom(operation) && is_basic(type) && type != DART_TYPE_LONG_DOUBLE;
}

void combine_on_host(const Combination& combination)
{
  Reduction reduce;
  if (!reduce.bind(combination.operation, combination.type, 0, "dart")) return;
  const std::size_t bytes = combination.elements * reduce.element_bytes();
  for (std::size_t offset = 0; offset < bytes; offset += sizeof(Block)) {
    const std::size_t some = std::min(sizeof(Block), bytes - offset);
    BlockOfElements block(combination, reduce, offset, some);
    if (combination.how == Combining::reduction)
      block.reduce();
    else
      block.scan();
  }
}

}  // namespace dart
